//! `/my-invites` and `/my-submissions`: an applicant's own, and no one's scores
//! (docs/behaviour/accounts.md#roles-and-permissions).

use crate::support::{
    app::TestApp,
    journey::{column, key, list, small_test, text},
};
use invigil::domain::time::{DAY, MINUTE, SECOND};
use serde_json::{Value, json};

#[tokio::test]
async fn nothing_is_shown_until_the_mailbox_is_proven() {
    let t = TestApp::new();
    let (admin, cora, dan) =
        (t.admin().await, t.applicant("cora@example.org").await, t.applicant("dan@example.org").await);
    let test = t.test_with_all_types(&admin).await;
    let done = t.take(&admin, &test, "cora@example.org", &[("q2", "words")]).await;
    t.clock.advance(SECOND);
    let open = t.invite(&admin, &test, "cora@example.org").await;
    for path in ["/api/my-invites", "/api/my-submissions"] {
        assert_eq!(t.get(path).bearer(&cora).send().await.ok(), json!([]));
    }
    // Another person with the link proves nothing, nor does an admin, nor no one.
    let link = format!("/api/invites/token/{}", text(&open["token"]));
    t.get(&link).bearer(&dan).send().await.ok();
    t.get(&link).bearer(&admin).send().await.ok();
    t.get(&link).send().await.ok();
    for who in [&cora, &dan] {
        assert_eq!(t.get("/api/my-invites").bearer(who).send().await.ok(), json!([]));
    }
    for who in [&cora, &dan] {
        assert_eq!(t.get("/api/auth/me").bearer(who).send().await.ok()["mailbox_proven"], false);
    }
    // Even a link that has ended is proof.
    t.get(format!("/api/invites/token/{}", text(&done["token"]))).bearer(&cora).send().await.refused(410, "finished");
    let mine = t.get("/api/my-invites").bearer(&cora).send().await.ok();
    assert_eq!(column(&mine, "id"), [text(&done["id"]), text(&open["id"])]);
    assert_eq!(t.get("/api/my-invites").bearer(&dan).send().await.ok(), json!([]));
    t.assert_sound();
}

#[tokio::test]
async fn my_invites_are_oldest_first_and_tell_how_to_go_on() {
    let t = TestApp::new();
    let (admin, cora) = (t.admin().await, t.applicant("cora@example.org").await);
    t.change_user("cora@example.org", |user| user.mailbox_proven = true).await;
    let test = t.test_with_all_types(&admin).await;
    let first = t.invite(&admin, &test, "cora@example.org").await;
    t.clock.advance(SECOND);
    let second = t.invite_with(&admin, &test, "CORA@example.org", json!({"no_schedule": false})).await.expect(201);
    t.clock.advance(SECOND);
    let gone = t.invite(&admin, &test, "cora@example.org").await;
    t.post(format!("/api/invites/{}/revoke", text(&gone["id"]))).bearer(&admin).send().await.ok();
    t.invite(&admin, &test, "dan@example.org").await;
    let mine = t.get("/api/my-invites").bearer(&cora).send().await.ok();
    assert_eq!(column(&mine, "id"), [text(&first["id"]), text(&second["id"])]);
    let expected = json!({
        "id": first["id"], "applicant_name": "Cora Candidate", "applicant_email": "cora@example.org", "status": "sent",
        "created_at": "2026-03-02T08:00:00.000Z", "expires_at": "2026-03-16T08:00:00.000Z", "scheduled_date": null, "admin_scheduled": false, "no_schedule": true,
        "opens_at": "2026-03-02T08:00:00.000Z", "closes_at": "2026-03-16T08:00:00.000Z", "token": first["token"], "test_title": "Backend engineer",
        "test": {"id": test["id"], "title": "Backend engineer", "description": "Three questions", "duration_minutes": 60,
            "question_count": 3, "total_points": 10, "question_types": ["multiple_choice", "essay", "coding"], "require_fullscreen": false, "history": "saves"},
        "startable": true,
    });
    assert_eq!(mine[0], expected);
    assert_eq!((&mine[1]["startable"], &mine[1]["blocked_code"]), (&json!(false), &json!("slot_needed")));
    t.start(&mine[0]["token"], &key(1)).await.ok();
    let mine = t.get("/api/my-invites").bearer(&cora).send().await.ok();
    assert_eq!((&mine[0]["status"], &mine[0]["startable"]), (&json!("in_progress"), &json!(true)));
    t.submit(&first["token"], &key(1), &[]).await.ok();
    let mine = t.get("/api/my-invites").bearer(&cora).send().await.ok();
    assert_eq!(
        (&mine[0]["status"], &mine[0]["startable"], &mine[0]["blocked_code"]),
        (&json!("completed"), &json!(false), &Value::Null)
    );
    t.clock.advance(15 * DAY);
    let cora = t.sign_in("cora@example.org").await;
    let mine = t.get("/api/my-invites").bearer(&cora).send().await.ok();
    assert_eq!(column(&mine, "status"), ["completed"], "what has expired is neither upcoming nor completed");
}

#[tokio::test]
async fn an_own_test_of_an_address_alone_asks_for_the_name_first() {
    let t = TestApp::new();
    let (admin, cora) = (t.admin().await, t.applicant("cora@example.org").await);
    t.change_user("cora@example.org", |user| user.mailbox_proven = true).await;
    let test = t.create_test(&admin, small_test("T")).await;
    let body = json!({"test_id": test["id"], "applicants": [{"name": "", "email": "cora@example.org"}]});
    t.post("/api/invites/bulk").bearer(&admin).json(body).send().await.ok();
    let mine = t.get("/api/my-invites").bearer(&cora).send().await.ok();
    assert_eq!((&mine[0]["startable"], &mine[0]["blocked_code"]), (&json!(false), &json!("name_needed")), "{mine}");
    let name = format!("/api/invites/token/{}/name", text(&mine[0]["token"]));
    t.post(name).json(json!({"name": "Cora Lee"})).send().await.ok();
    let mine = t.get("/api/my-invites").bearer(&cora).send().await.ok();
    assert_eq!((&mine[0]["startable"], &mine[0]["blocked_code"]), (&json!(true), &Value::Null), "{mine}");
}

#[tokio::test]
async fn my_submissions_are_newest_first_and_without_scores() {
    let t = TestApp::new();
    let (admin, cora) = (t.admin().await, t.applicant("cora@example.org").await);
    t.change_user("cora@example.org", |user| user.mailbox_proven = true).await;
    let (test, small) = (t.test_with_all_types(&admin).await, t.create_test(&admin, small_test("Small")).await);
    let first = t.take(&admin, &test, "cora@example.org", &[("q1", "B"), ("q2", "my own words")]).await;
    t.clock.advance(MINUTE);
    let second = t.take(&admin, &small, "cora@example.org", &[("q1", "B")]).await;
    t.take(&admin, &small, "dan@example.org", &[("q1", "B")]).await;
    let mine = t.get("/api/my-submissions").bearer(&cora).send().await.ok();
    let expected = json!([
        {"invite_id": second["id"], "test_title": "Small", "started_at": "2026-03-02T08:01:00.000Z", "submitted_at": "2026-03-02T08:01:00.000Z",
            "under_review": false, "scoring_status": "auto_only"},
        {"invite_id": first["id"], "test_title": "Backend engineer", "started_at": "2026-03-02T08:00:00.000Z", "submitted_at": "2026-03-02T08:00:00.000Z",
            "under_review": true, "scoring_status": "needs_review"},
    ]);
    assert_eq!(mine, expected);
    let invites = t.get("/api/my-invites").bearer(&cora).send().await.ok();
    assert!(list(&invites).iter().all(|i| !i.to_string().contains("score")), "{invites}");
    // A deleted test keeps its submissions.
    t.delete(format!("/api/tests/{}", text(&small["id"]))).bearer(&admin).send().await.ok();
    assert_eq!(t.get("/api/my-submissions").bearer(&cora).send().await.ok(), expected);
    assert_eq!(t.get("/api/my-invites").bearer(&cora).send().await.ok()[1]["test"]["title"], "Small");
}
