//! Which of several tests may start (docs/behaviour/invites.md#start-order).

use crate::support::{
    app::TestApp,
    journey::{key, list, small_test, text},
};
use invigil::domain::time::{DAY, HOUR, MINUTE, SECOND};
use serde_json::{Value, json};

/// A proven applicant and an admin.
async fn people(t: &TestApp) -> (String, String) {
    let (admin, cora) = (t.admin().await, t.applicant("cora@example.org").await);
    t.change_user("cora@example.org", |user| user.mailbox_proven = true).await;
    (admin, cora)
}

/// Title, whether it can start, and why not.
async fn mine(t: &TestApp, token: &str) -> Vec<(String, bool, String)> {
    let rows = t.get("/api/my-invites").bearer(token).send().await.ok();
    let row = |r: &Value| {
        let reason = r["blocked_reason"].as_str().unwrap_or_default().to_owned();
        (text(&r["test_title"]).to_owned(), r["startable"] == true, reason)
    };
    list(&rows).iter().map(row).collect()
}

async fn invite(t: &TestApp, admin: &str, title: &str, extra: Value) -> Value {
    let test = t.create_test(admin, small_test(title)).await;
    let invite = t.invite_with(admin, &test, "cora@example.org", extra).await.expect(201);
    t.clock.advance(SECOND);
    invite
}

#[tokio::test]
async fn only_the_oldest_test_may_start() {
    let t = TestApp::new();
    let (admin, cora) = people(&t).await;
    let first = invite(&t, &admin, "First", json!({})).await;
    let second = invite(&t, &admin, "Second", json!({})).await;
    let blocked = "Complete your oldest test first";
    assert_eq!(
        mine(&t, &cora).await,
        [("First".into(), true, String::new()), ("Second".into(), false, blocked.into())]
    );
    let refusal = t.start(&second["token"], &key(1)).await.refused(403, "order_blocked");
    assert_eq!(refusal["detail"], blocked);
    let door = t.door(&second["token"], None).await.ok();
    assert_eq!(
        (&door["can_start"], &door["blocked_code"], &door["blocked_reason"]),
        (&json!(false), &json!("order_blocked"), &json!(blocked))
    );

    t.start(&first["token"], &key(1)).await.ok();
    t.start(&second["token"], &key(2)).await.refused(409, "other_attempt_running");
    let shown = mine(&t, &cora).await;
    assert!(shown[0].1, "what runs can be continued: {shown:?}");
    assert!(!shown[1].1);
    t.submit(&first["token"], &key(1), &[]).await.ok();
    assert_eq!(mine(&t, &cora).await[1], ("Second".into(), true, String::new()));
    t.start(&second["token"], &key(2)).await.ok();
    // Another person's tests have nothing to do with it.
    let test = t.create_test(&admin, small_test("Other")).await;
    let other = t.invite(&admin, &test, "dan@example.org").await;
    t.start(&other["token"], &key(3)).await.ok();
    t.assert_sound();
}

#[tokio::test]
async fn what_cannot_start_now_never_blocks() {
    let t = TestApp::new();
    let (admin, cora) = people(&t).await;
    let revoked = invite(&t, &admin, "Revoked", json!({})).await;
    t.post(format!("/api/invites/{}/revoke", text(&revoked["id"]))).bearer(&admin).send().await.ok();
    invite(&t, &admin, "No slot yet", json!({"no_schedule": false})).await;
    let tomorrow = json!({"admin_scheduled": true, "scheduled_date": t.at(DAY)});
    invite(&t, &admin, "Tomorrow", tomorrow).await;
    let now = invite(&t, &admin, "Now", json!({})).await;
    let shown = mine(&t, &cora).await;
    let startable: Vec<_> = shown.iter().map(|(title, startable, _)| (title.as_str(), *startable)).collect();
    assert_eq!(
        startable,
        [("No slot yet", false), ("Tomorrow", false), ("Now", true)],
        "what has expired is not shown"
    );
    t.start(&now["token"], &key(1)).await.ok();
}

#[tokio::test]
async fn an_older_test_blocks_from_the_moment_it_opens() {
    let t = TestApp::new();
    let (admin, _) = people(&t).await;
    let at = json!({"admin_scheduled": true, "scheduled_date": t.at(HOUR)});
    let older = invite(&t, &admin, "Older", at).await;
    let newer = invite(&t, &admin, "Newer", json!({})).await;
    assert_eq!(t.door(&newer["token"], None).await.ok()["can_start"], true);
    t.clock.advance(55 * MINUTE - SECOND * 2);
    t.start(&newer["token"], &key(1)).await.refused(403, "order_blocked");
    t.clock.advance(25 * HOUR);
    t.start(&older["token"], &key(1)).await.refused(410, "expired");
    t.start(&newer["token"], &key(1)).await.ok();
}

#[tokio::test]
async fn two_tests_invited_in_the_same_millisecond_have_an_order_too() {
    let t = TestApp::new();
    let (admin, cora) = people(&t).await;
    let test = t.create_test(&admin, small_test("T")).await;
    for _ in 0..4 {
        t.invite(&admin, &test, "cora@example.org").await;
    }
    let startable = mine(&t, &cora).await.iter().filter(|(_, startable, _)| *startable).count();
    assert_eq!(startable, 1);
}

#[tokio::test]
async fn a_deactivated_person_starts_nothing_and_a_running_test_goes_on() {
    let t = TestApp::new();
    let (admin, _) = people(&t).await;
    let running = invite(&t, &admin, "Running", json!({})).await;
    let waiting = invite(&t, &admin, "Waiting", json!({})).await;
    t.start(&running["token"], &key(1)).await.ok();
    t.change_user("cora@example.org", |user| user.is_active = false).await;
    t.save(&running["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    t.start(&running["token"], &key(1)).await.ok();
    assert_eq!(t.submit(&running["token"], &key(1), &[]).await.ok()["score"], 100.0);
    t.start(&waiting["token"], &key(2)).await.refused(403, "account_inactive");
    let door = t.door(&waiting["token"], None).await.ok();
    assert_eq!((&door["can_start"], &door["blocked_code"]), (&json!(false), &json!("account_inactive")));
}
