//! State that survives a restart of the server (docs/behaviour/taking.md#taking-a-test).

use crate::support::{
    app::TestApp,
    journey::{key, list, text},
};
use invigil::{
    domain::time::{HOUR, MINUTE, SECOND},
    service::mail::deliver,
};
use serde_json::json;

#[tokio::test]
async fn a_running_test_goes_on_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let t = TestApp::on_disk(dir.path());
    let admin = t.admin().await;
    t.set_up_mail(&admin).await;
    let test = t.test_with_all_types(&admin).await;
    let (held, bare) = (t.invite(&admin, &test, "a@example.org").await, t.invite(&admin, &test, "b@example.org").await);
    t.mailer.refuse("451 later");
    let unsent = t.invite(&admin, &test, "c@example.org").await;
    t.start(&held["token"], &key(1)).await.ok();
    t.save(&held["token"], &key(1), &[("q2", "before the restart", 4)]).await.ok();
    let started = t.post(format!("/api/start-test/{}", text(&bare["token"]))).send().await.ok();
    t.app.store.close().await;
    t.save(&held["token"], &key(1), &[("q2", "while it is down", 5)]).await.refused(503, "unavailable");
    drop(t);

    let t = TestApp::on_disk(dir.path());
    t.clock.advance(MINUTE);
    t.get("/api/auth/me").bearer(&admin).send().await.ok();
    let door = t.door(&held["token"], Some(&key(1))).await.ok();
    assert_eq!(
        (&door["attempt"]["next_seq"], &door["attempt"]["deadline"]),
        (&json!(5), &json!("2026-03-02T09:00:00.000Z"))
    );
    assert_eq!(door["attempt"]["answers"][0]["answer"], "before the restart");
    t.save(&held["token"], &key(1), &[("q2", "while it was down", 5)]).await.ok();
    t.start(&held["token"], &key(2)).await.refused(409, "attempt_elsewhere");
    let again = t.post(format!("/api/start-test/{}", text(&bare["token"]))).send().await.ok();
    assert_eq!(again["attempt_key"], started["attempt_key"]);
    // The mail that waited goes out by itself, with the same link.
    assert_eq!(deliver::run_once(&t.app).await.unwrap(), 1);
    let sent = t.mailer.sent();
    assert!(sent[0].content.text.contains(text(&unsent["token"])));
    assert_eq!(t.mailer.last_settings().password.as_deref(), Some("hunter2"));
    assert_eq!(t.submit(&held["token"], &key(1), &[]).await.ok()["answers_stored"], 1);
    t.assert_sound();
}

#[tokio::test]
async fn what_fell_due_while_the_server_was_down_is_submitted_at_the_start() {
    let dir = tempfile::tempdir().unwrap();
    let t = TestApp::on_disk(dir.path());
    let admin = t.admin().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "a@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    t.save(&invite["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    t.app.store.close().await;
    drop(t);

    let t = TestApp::on_disk(dir.path());
    t.clock.advance(5 * HOUR);
    // The page comes back with what it kept, after the server was away too long: it is kept, and shown as late.
    let late = t.save(&invite["token"], &key(1), &[("q2", "written offline", 2)]).await.ok();
    assert_eq!((&late["late"], &late["submitted"]), (&json!(true), &json!(true)));
    assert_eq!(t.sweep().await.submitted, 0);
    let admin = t.sign_in("ada@example.org").await;
    let result = t.result_of(&admin, &invite).await;
    assert_eq!((&result["submitted_at"], &result["score"]), (&json!("2026-03-02T09:00:15.000Z"), &json!(20.0)));
    assert_eq!(list(&result["late_answers"]).len(), 1);
    t.clock.advance(SECOND);
    t.assert_sound();
}
