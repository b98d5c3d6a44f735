//! 'Ask to continue here' (docs/behaviour/taking.md#taking-a-test).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{key, text},
};
use invigil::domain::time::{MINUTE, SECOND};
use serde_json::{Value, json};

async fn ask(t: &TestApp, invite: &Value) -> Reply {
    t.post(format!("/api/take-test/{}/resume-request", text(&invite["token"]))).send().await
}

async fn release(t: &TestApp, admin: &str, invite: &Value) {
    let row = t.invite_row(admin, &invite["id"]).await;
    let path = format!("/api/attempts/{}/release", text(&row["attempt_id"]));
    t.post(path).bearer(admin).json(json!({"reason": "laptop broke"})).send().await.ok();
}

#[tokio::test]
async fn a_second_device_asks_and_one_click_lets_it_in() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    ask(&t, &invite).await.refused(409, "not_started");
    t.start(&invite["token"], &key(1)).await.ok();
    t.save(&invite["token"], &key(1), &[("q2", "half", 1)]).await.ok();
    t.start(&invite["token"], &key(2)).await.refused(409, "attempt_elsewhere");
    assert!(t.invite_row(&admin, &invite["id"]).await["resume_requested_at"].is_null());

    let mut events = t.get("/api/events").bearer(&admin).stream().await;
    ask(&t, &invite).await.ok();
    assert_eq!(events.next_named().await, ("invite.changed".into(), invite["id"].clone()));
    let row = t.invite_row(&admin, &invite["id"]).await;
    assert_eq!(row["resume_requested_at"], "2026-03-02T08:00:00.000Z");
    // The asking alone opens nothing.
    let door = t.door(&invite["token"], Some(&key(2))).await.ok();
    assert!(door["resume_allowed"].is_null() && door["attempt"].is_null());
    t.start(&invite["token"], &key(2)).await.refused(409, "attempt_elsewhere");

    release(&t, &admin, &invite).await;
    assert!(t.invite_row(&admin, &invite["id"]).await["resume_requested_at"].is_null());
    assert_eq!(t.door(&invite["token"], Some(&key(2))).await.ok()["resume_allowed"], true);
    ask(&t, &invite).await.ok();
    let resumed = t.start(&invite["token"], &key(2)).await.ok();
    assert_eq!(resumed["answers"][0]["answer"], "half");
    assert!(t.door(&invite["token"], Some(&key(2))).await.ok()["resume_allowed"].is_null());
    assert!(t.invite_row(&admin, &invite["id"]).await["resume_requested_at"].is_null());
    t.assert_sound();
}

#[tokio::test]
async fn asking_is_limited_per_invite_and_ends_with_the_test() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let (a, b) = (t.invite(&admin, &test, "a@example.org").await, t.invite(&admin, &test, "b@example.org").await);
    for invite in [&a, &b] {
        t.start(&invite["token"], &key(1)).await.ok();
        ask(&t, invite).await.ok();
    }
    t.clock.advance(20 * SECOND);
    let refused = ask(&t, &a).await;
    assert_eq!(refused.header("retry-after"), "40");
    refused.refused(429, "asked_already");
    t.clock.advance(40 * SECOND);
    ask(&t, &a).await.ok();
    t.submit(&a["token"], &key(1), &[]).await.ok();
    assert!(t.invite_row(&admin, &a["id"]).await["resume_requested_at"].is_null());
    t.clock.advance(MINUTE);
    ask(&t, &a).await.refused(410, "finished");
    // The time of the other one has run out, whether or not the server came to end it.
    t.clock.advance(60 * MINUTE);
    ask(&t, &b).await.refused(410, "finished");
    assert_eq!(t.sweep().await.submitted, 0, "it was ended already");
    t.assert_sound();
}
