//! `/admin/overview`: the numbers after every step of a life.

use crate::support::{
    app::TestApp,
    journey::{column, key, list, small_test, text},
};
use invigil::domain::time::{DAY, HOUR, MINUTE, SECOND};
use serde_json::{Value, json};

/// Tests, invites, completed, in progress, waiting for review.
async fn figures(t: &TestApp, admin: &str) -> [u64; 5] {
    let seen = t.overview(admin).await;
    ["total_tests", "invites_sent", "completed_tests", "in_progress", "pending_reviews"]
        .map(|f| seen[f].as_u64().unwrap())
}

#[tokio::test]
async fn the_numbers_follow_every_transition() {
    let (t, admin) = TestApp::with_admin().await;
    assert_eq!(
        t.overview(&admin).await,
        json!({"total_tests": 0, "invites_sent": 0, "completed_tests": 0, "in_progress": 0,
        "pending_reviews": 0, "failed_mails": 0, "waiting_mails": 0, "failed_judgings": 0, "failed_judging_id": null, "stuck_judgings": 0, "stuck_judging_id": null, "erasures_asked": 0, "ending_soon": 0, "sends_mail": false, "recent_invites": [], "activity": []})
    );
    let test = t.test_with_all_types(&admin).await;
    let small = t.create_test(&admin, small_test("Small")).await;
    assert_eq!(figures(&t, &admin).await, [2, 0, 0, 0, 0]);
    let written = t.invite(&admin, &test, "a@example.org").await;
    assert_eq!(figures(&t, &admin).await, [2, 1, 0, 0, 0]);
    t.start(&written["token"], &key(1)).await.ok();
    assert_eq!(figures(&t, &admin).await, [2, 1, 0, 1, 0]);
    t.start(&written["token"], &key(1)).await.ok();
    t.save(&written["token"], &key(1), &[("q2", "words", 1)]).await.ok();
    assert_eq!(figures(&t, &admin).await, [2, 1, 0, 1, 0]);
    t.submit(&written["token"], &key(1), &[]).await.ok();
    assert_eq!(figures(&t, &admin).await, [2, 1, 1, 0, 1], "written answers wait");
    t.submit(&written["token"], &key(1), &[]).await.ok();
    t.take(&admin, &test, "b@example.org", &[("q1", "B")]).await;
    assert_eq!(figures(&t, &admin).await, [2, 2, 2, 0, 1]);
    // Ended by the server, and by an administrator.
    let overdue = t.invite(&admin, &test, "c@example.org").await;
    t.start(&overdue["token"], &key(1)).await.ok();
    t.clock.advance(HOUR + 15 * SECOND);
    t.sweep().await;
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(figures(&t, &admin).await, [2, 3, 3, 0, 1]);
    let ended = t.invite(&admin, &small, "d@example.org").await;
    t.start(&ended["token"], &key(1)).await.ok();
    let attempt = t.invite_row(&admin, &ended["id"]).await["attempt_id"].clone();
    let end = format!("/api/attempts/{}/end", text(&attempt));
    t.post(end).bearer(&admin).json(json!({"reason": "stop"})).send().await.ok();
    assert_eq!(figures(&t, &admin).await, [2, 4, 4, 0, 1]);
    // Withdrawn and expired invites were sent all the same.
    let revoked = t.invite(&admin, &small, "e@example.org").await;
    t.post(format!("/api/invites/{}/revoke", text(&revoked["id"]))).bearer(&admin).send().await.ok();
    t.invite(&admin, &small, "f@example.org").await;
    t.clock.advance(15 * DAY);
    t.sweep().await;
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(figures(&t, &admin).await, [2, 6, 4, 0, 1]);
    t.delete(format!("/api/tests/{}", text(&small["id"]))).bearer(&admin).send().await.ok();
    assert_eq!(figures(&t, &admin).await, [1, 6, 4, 0, 1]);
    t.delete(format!("/api/tests/{}/force", text(&test["id"]))).bearer(&admin).send().await.ok();
    assert_eq!(figures(&t, &admin).await, [0, 3, 1, 0, 0]);
    t.assert_sound();
}

#[tokio::test]
async fn recent_activity_is_the_newest_five() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let mut made: Vec<Value> = Vec::new();
    for n in 0..7 {
        made.push(t.invite(&admin, &test, &format!("c{n}@example.org")).await);
        t.clock.advance(MINUTE);
    }
    let seen = t.overview(&admin).await["recent_invites"].clone();
    let newest: Vec<String> = (2..7).rev().map(|n| format!("c{n}@example.org")).collect();
    assert_eq!(column(&seen, "applicant_email"), newest);
    assert_eq!(seen[0], t.invite_row(&admin, &made[6]["id"]).await, "rows as the list of invites has them");
}

#[tokio::test]
async fn activity_mixes_invitations_starts_and_submissions() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("T")).await;
    t.invite(&admin, &test, "a@example.org").await;
    t.clock.advance(MINUTE);
    let invite = t.invite(&admin, &test, "b@example.org").await;
    t.clock.advance(MINUTE);
    t.start(&invite["token"], &key(1)).await.ok();
    t.clock.advance(MINUTE);
    t.submit(&invite["token"], &key(1), &[]).await.ok();
    t.clock.advance(MINUTE);
    t.mailer.refuse("451 try later");
    t.invite(&admin, &t.create_test(&admin, small_test("U")).await, "c@example.org").await;
    let seen = t.overview(&admin).await;
    let kinds = column(&seen["activity"], "kind");
    assert_eq!(kinds, ["invited", "mail_failed", "submitted", "started", "invited"]);
    let [.., submitted, _, invited] = seen["activity"].as_array().unwrap().as_slice() else { panic!("{seen}") };
    assert_eq!(submitted["submission_id"], t.invite_row(&admin, &invite["id"]).await["submission_id"]);
    assert_eq!((&invited["count"], &invited["test_id"]), (&json!(2), &test["id"]));
    let mails = |seen: &Value| (seen["failed_mails"].clone(), seen["waiting_mails"].clone());
    assert_eq!((mails(&seen), &seen["ending_soon"]), ((json!(0), json!(1)), &json!(0)), "it is tried again");
    let failed = t.get("/api/invites?status_filter=mail_failed").bearer(&admin).send().await.ok();
    assert_eq!(column(&failed, "applicant_email"), ["c@example.org"]);
    let counts = t.get("/api/invites/counts").bearer(&admin).send().await.ok();
    assert_eq!(counts["mail_failed"], 1);
    t.clock.advance(13 * DAY);
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(t.overview(&admin).await["ending_soon"], 2);
    let ending = async |query: &str| {
        let counts = t.get(format!("/api/invites/counts?status_filter=ending_soon{query}")).bearer(&admin).send().await;
        let listed = t.get(format!("/api/invites?status_filter=ending_soon{query}")).bearer(&admin).send().await;
        (counts.ok()["ending_soon"].clone(), list(&listed.ok()).len())
    };
    assert_eq!(ending("").await, (json!(2), 2), "b has submitted");
    assert_eq!(ending("&search=A@example").await, (json!(1), 1));
    assert_eq!(ending(&format!("&test_id={}", text(&test["id"]))).await, (json!(1), 1));
    assert_eq!(ending("&date_filter=2026-01-01").await, (json!(0), 0));
    t.assert_sound();
}

#[tokio::test]
async fn a_funnel_counts_the_invites_of_each_test() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let funnel = async || t.get("/api/tests/funnels").bearer(&admin).send().await.ok();
    let empty = json!({"test_id": test["id"], "title": "Backend engineer", "invited": 0, "sent": 0, "scheduled": 0,
        "in_progress": 0, "completed": 0, "expired": 0, "waiting_for_review": 0});
    assert_eq!(funnel().await, json!([empty]));
    t.invite(&admin, &test, "a@example.org").await;
    let running = t.invite(&admin, &test, "b@example.org").await;
    t.start(&running["token"], &key(1)).await.ok();
    t.take(&admin, &test, "c@example.org", &[("q1", "B")]).await;
    t.take(&admin, &test, "d@example.org", &[("q1", "A")]).await;
    t.take(&admin, &test, "e@example.org", &[("q1", "B"), ("q2", "words")]).await;
    let revoked = t.invite(&admin, &test, "f@example.org").await;
    t.post(format!("/api/invites/{}/revoke", text(&revoked["id"]))).bearer(&admin).send().await.ok();
    let seen = funnel().await;
    let expected = json!({"test_id": test["id"], "title": "Backend engineer", "invited": 6, "sent": 1, "scheduled": 0,
        "in_progress": 1, "completed": 3, "expired": 1, "waiting_for_review": 1, "median": 10.0});
    assert_eq!(seen, json!([expected]), "the median of 20 % and 0 %; the third one waits");
    t.delete(format!("/api/tests/{}/force", text(&test["id"]))).bearer(&admin).send().await.ok();
    assert_eq!(funnel().await, json!([]));
    t.assert_sound();
}

#[tokio::test]
async fn starts_and_submissions_are_counted_by_the_day_of_the_viewer() {
    let t = TestApp::new();
    t.clock.set("2026-03-02T23:30:00Z");
    let admin = t.admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let [slow, quick] =
        [t.invite(&admin, &test, "a@example.org").await, t.invite(&admin, &test, "b@example.org").await];
    t.start(&slow["token"], &key(1)).await.ok();
    t.start(&quick["token"], &key(2)).await.ok();
    t.clock.advance(10 * MINUTE);
    t.submit(&quick["token"], &key(2), &[]).await.ok();
    t.clock.advance(25 * MINUTE);
    let seen = async |zone: &str| {
        let reply = t.get(format!("/api/admin/daily-figures?tz={zone}")).bearer(&admin).send().await.ok();
        assert_eq!((&reply["partial"], list(&reply["days"]).len()), (&json!(false), 14));
        list(&reply["days"])[12..].to_vec()
    };
    let day =
        |date: &str, started: u64, submitted: u64| json!({"date": date, "started": started, "submitted": submitted});
    assert_eq!(seen("UTC").await, [day("2026-03-02", 2, 1), day("2026-03-03", 0, 0)]);
    assert_eq!(seen("Europe/Berlin").await, [day("2026-03-02", 0, 0), day("2026-03-03", 2, 1)]);
    t.clock.advance(20 * DAY);
    let admin = t.sign_in("ada@example.org").await;
    let later = t.get("/api/admin/daily-figures").bearer(&admin).send().await.ok();
    assert!(list(&later["days"]).iter().all(|day| day["started"] == 0 && day["submitted"] == 0), "{later}");
    t.get("/api/admin/daily-figures?tz=Mars/Base").bearer(&admin).send().await.invalid("tz");
}
