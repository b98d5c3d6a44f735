//! Extra time that was agreed on beforehand.

use crate::support::{
    app::TestApp,
    journey::{key, list, text},
};
use invigil::domain::time::{HOUR, MINUTE};
use serde_json::json;

#[tokio::test]
async fn extra_time_is_told_everywhere_and_moves_the_deadline() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.test_with_all_types(&admin).await;
    for (email, extra, minutes, percent, deadline) in [
        ("a@example.org", json!({"extra_minutes": 20}), json!(20), json!(null), "2026-03-02T09:20:00.000Z"),
        ("b@example.org", json!({"extra_percent": 25}), json!(15), json!(25), "2026-03-02T09:15:00.000Z"),
        ("c@example.org", json!({"extra_minutes": 0}), json!(null), json!(null), "2026-03-02T09:00:00.000Z"),
    ] {
        let invite = t.invite_with(&admin, &test, email, extra).await.expect(201);
        assert_eq!((&invite["extra_minutes"], &invite["extra_percent"]), (&minutes, &percent));
        let page = t.get(format!("/api/invites/token/{}", text(&invite["token"]))).send().await.ok();
        assert_eq!(page["invite"]["extra_minutes"], minutes);
        let door = t.door(&invite["token"], None).await.ok();
        assert_eq!((&door["invite"]["extra_minutes"], &door["test"]["duration_minutes"]), (&minutes, &json!(60)));
        let start = t.start(&invite["token"], &key(1)).await.ok();
        assert_eq!(start["deadline"], deadline);
        let total = 60 + minutes.as_u64().unwrap_or(0);
        let mail = t.mailer.sent().pop().unwrap();
        assert!(mail.content.text.contains(&format!("{total} minutes")), "{}", mail.content.text);
    }
    t.assert_sound();
}

#[tokio::test]
async fn it_adds_to_what_an_admin_gives_later() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite_with(&admin, &test, "a@example.org", json!({"extra_percent": 50})).await.expect(201);
    t.start(&invite["token"], &key(1)).await.ok();
    let attempt = t.invite_row(&admin, &invite["id"]).await["attempt_id"].clone();
    let path = format!("/api/attempts/{}/add-time", text(&attempt));
    let reply = t.post(path).bearer(&admin).json(json!({"minutes": 5, "reason": "fire alarm"})).send().await.ok();
    assert_eq!(reply["invite"]["deadline"], "2026-03-02T09:35:00.000Z");
    t.clock.advance(HOUR + 34 * MINUTE);
    t.save(&invite["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    t.clock.advance(2 * MINUTE);
    t.sweep().await;
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(t.result_of(&admin, &invite).await["submitted_by"], "deadline");
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_and_makes_no_invite() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    for (extra, field) in [
        (json!({"extra_minutes": 481}), "extra_minutes"),
        (json!({"extra_minutes": -1}), "extra_minutes"),
        (json!({"extra_percent": 201}), "extra_percent"),
        (json!({"extra_minutes": 5, "extra_percent": 5}), "extra_percent"),
        (json!({"extra_minutes": "many"}), "extra_minutes"),
    ] {
        t.invite_with(&admin, &test, "a@example.org", extra).await.invalid(field);
    }
    assert!(list(&t.get("/api/invites").bearer(&admin).send().await.ok()).is_empty());
}

#[tokio::test]
async fn bulk_invites_keep_the_extra_time_of_all_and_of_each() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let people = json!([
        {"name": "A", "email": "a@example.org"},
        {"name": "B", "email": "b@example.org", "extra_percent": 50},
        {"name": "C", "email": "c@example.org", "extra_minutes": 0},
        {"name": "D", "email": "d@example.org", "extra_minutes": 481},
    ]);
    let body = json!({"test_id": test["id"], "extra_minutes": 20, "applicants": people});
    let reply = t.post("/api/invites/bulk").bearer(&admin).json(body).send().await.ok();
    assert_eq!(reply["results"][3]["detail"], "Extra time must be between 0 and 480 minutes.");
    let invites = t.get("/api/invites").bearer(&admin).send().await.ok();
    let extra: Vec<_> =
        list(&invites).iter().rev().map(|i| (text(&i["applicant_name"]), i["extra_minutes"].as_i64())).collect();
    assert_eq!(extra, [("A", Some(20)), ("B", Some(30)), ("C", None)]);
    let body =
        json!({"test_id": test["id"], "extra_minutes": 481, "applicants": [{"name": "E", "email": "e@example.org"}]});
    t.post("/api/invites/bulk").bearer(&admin).json(body).send().await.invalid("extra_minutes");
}
