//! Mails about a scheduled time: the confirmation and the two reminders (docs/behaviour/mail.md#email).

use crate::support::{
    app::TestApp,
    journey::{key, text},
};
use invigil::{
    domain::time::{DAY, HOUR, MILLISECOND, MINUTE},
    service::mail::deliver,
};
use serde_json::{Value, json};

/// Subjects that the worker sends now.
async fn sent_now(t: &TestApp) -> Vec<String> {
    let before = t.mailer.sent().len();
    deliver::run_once(&t.app).await.unwrap();
    t.mailer.sent().split_off(before).into_iter().map(|m| m.content.subject).collect()
}

async fn invited(t: &TestApp, mode: Value) -> Value {
    let admin = t.admin().await;
    t.set_up_mail(&admin).await;
    let test = t.test_with_all_types(&admin).await;
    t.invite_with(&admin, &test, "cora@example.org", mode).await.expect(201)
}

async fn choose(t: &TestApp, invite: &Value, at: &str) {
    let path = format!("/api/invites/token/{}/schedule", text(&invite["token"]));
    t.post(path).json(json!({ "scheduled_date": at })).send().await.ok();
}

#[tokio::test]
async fn a_fixed_time_is_reminded_of_a_day_and_an_hour_before() {
    let t = TestApp::new();
    let mode = json!({"admin_scheduled": true, "no_schedule": false, "scheduled_date": t.at(3 * DAY)});
    invited(&t, mode).await;
    assert!(sent_now(&t).await.is_empty());
    t.clock.advance(2 * DAY - MILLISECOND);
    assert!(sent_now(&t).await.is_empty());
    t.clock.advance(MILLISECOND);
    assert!(sent_now(&t).await[0].starts_with("Reminder: "));
    t.clock.advance(DAY - HOUR);
    assert_eq!(sent_now(&t).await.len(), 1);
    t.clock.advance(HOUR);
    assert!(sent_now(&t).await.is_empty());
    t.assert_sound();
}

#[tokio::test]
async fn a_moved_test_is_reminded_of_at_its_new_time_alone() {
    let t = TestApp::new();
    let invite = invited(&t, json!({"no_schedule": false})).await;
    choose(&t, &invite, &t.at(2 * DAY)).await;
    assert!(sent_now(&t).await[0].starts_with("Your test is scheduled"));
    choose(&t, &invite, &t.at(5 * DAY)).await;
    assert_eq!(sent_now(&t).await.len(), 1);
    t.clock.advance(2 * DAY);
    assert!(sent_now(&t).await.is_empty(), "the first choice");
    t.clock.advance(2 * DAY);
    assert_eq!(sent_now(&t).await.len(), 1);
}

#[tokio::test]
async fn nobody_is_reminded_of_what_has_begun_may_not_begin_was_withdrawn_or_is_over() {
    let t = TestApp::new();
    let invite = invited(&t, json!({"no_schedule": false})).await;
    choose(&t, &invite, &t.at(30 * MINUTE)).await;
    assert_eq!(sent_now(&t).await.len(), 1, "the confirmation; both reminders would lie in the past");

    let t = TestApp::new();
    let invite = invited(&t, json!({"no_schedule": false})).await;
    choose(&t, &invite, &t.at(2 * DAY)).await;
    sent_now(&t).await;
    let admin = t.sign_in("ada@example.org").await;
    t.post(format!("/api/invites/{}/revoke", text(&invite["id"]))).bearer(&admin).send().await.ok();
    t.clock.advance(DAY);
    assert_eq!(sent_now(&t).await.len(), 1, "the cancellation, and no reminder");

    let t = TestApp::new();
    let invite = invited(&t, json!({"no_schedule": false})).await;
    choose(&t, &invite, &t.at(2 * DAY)).await;
    sent_now(&t).await;
    let status = async |status: &str| {
        let admin = t.sign_in("ada@example.org").await;
        let people = t.get("/api/admin/applicants").bearer(&admin).send().await.ok();
        let path = format!("/api/admin/applicants/{}/status", text(&people[0]["id"]));
        t.put(path).bearer(&admin).json(json!({ "status": status })).send().await.ok()
    };
    status("inactive").await;
    t.clock.advance(DAY);
    assert!(sent_now(&t).await.is_empty(), "of what may not begin");
    status("active").await;
    t.clock.advance(DAY - HOUR);
    assert_eq!(sent_now(&t).await.len(), 1);

    let t = TestApp::new();
    let mode = json!({"admin_scheduled": true, "no_schedule": false, "scheduled_date": t.at(DAY + MINUTE)});
    let invite = invited(&t, mode).await;
    t.clock.advance(DAY + 2 * MINUTE);
    assert!(sent_now(&t).await.is_empty(), "a reminder that was held up until after the time");
    t.start(&invite["token"], &key(1)).await.ok();
    t.assert_sound();
}
