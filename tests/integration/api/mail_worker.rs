//! Faults of this server and its clock, which say nothing of the mail server: what becomes of the queue.

use crate::support::{
    app::TestApp,
    failing_disk::FailingDisk,
    journey::{list, small_test},
    mailer::{Gate, Mood},
};
use futures_util::FutureExt;
use invigil::{
    domain::{
        mail::{Consequence, PauseCause},
        time::{DAY, HOUR, MINUTE},
    },
    service::mail::deliver,
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// Invites so many people, whose mails are left to the worker.
async fn invite_many(t: &TestApp, admin: &str, test: &Value, names: &[&str]) {
    let person = |name: &&str| json!({"name": "Cora Candidate", "email": format!("{name}@example.org")});
    let body = json!({"test_id": test["id"], "applicants": names.iter().map(person).collect::<Vec<_>>()});
    let reply = t.post("/api/invites/bulk").bearer(admin).json(body).send().await.ok();
    assert!(list(&reply["results"]).iter().all(|row| row["email_queued"] == true), "{reply}");
}

/// Mails that are not worth sending by a time which may be wrong stay, and hold up none of the others.
#[tokio::test]
async fn mails_that_may_be_unwanted_hold_up_none_while_the_clock_is_not_steady() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("T")).await;
    invite_many(&t, &admin, &test, &["a", "b", "c", "d", "e"]).await;
    t.clock.advance(15 * DAY);
    let admin = t.sign_in("ada@example.org").await;
    invite_many(&t, &admin, &test, &["wanted"]).await;
    t.app.clock_watch.judge.begin_unproven(t.now(), t.now().plus(-HOUR));
    let stop = CancellationToken::new();
    let worker = tokio::spawn(deliver::work(t.app.clone(), stop.clone()));
    while t.mailer.sent().is_empty() {
        tokio::task::yield_now().await;
    }
    stop.cancel();
    worker.await.unwrap();
    assert_eq!(t.mailer.sent()[0].to_email, "wanted@example.org");
    let queue = t.get("/api/admin/mail-queue").bearer(&admin).send().await.ok();
    assert_eq!(list(&queue).len(), 5, "the others wait for a time that can be relied on: {queue}");
    t.assert_sound();
}

fn fails(consequence: Consequence) -> Mood {
    Mood::Fails { words: "no".into(), consequence, handed_over: false }
}

async fn failures_told(t: &TestApp, admin: &str) -> usize {
    let all = t.get("/api/admin/notifications?limit=1000").bearer(admin).send().await.ok();
    list(&all["notifications"]).iter().filter(|one| one["type"] == "email_failed").count()
}

#[tokio::test]
async fn a_fault_of_this_server_ends_no_pause() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("T")).await;
    invite_many(&t, &admin, &test, &["a", "b", "c"]).await;
    for (mood, minutes) in [
        (fails(Consequence::PausesAll(PauseCause::Connection)), Some(1)),
        (Mood::Panics, None),
        (fails(Consequence::OwnFault), None),
        (fails(Consequence::PausesAll(PauseCause::Connection)), Some(2)),
    ] {
        t.mailer.set(mood.clone());
        deliver::run_once(&t.app).await.unwrap();
        let pause = t.app.mail.gate.pause(t.now());
        assert_eq!(pause.map(|pause| pause.until.since(t.now())), minutes.map(|n| n * MINUTE), "{mood:?}");
        t.clock.advance(2 * MINUTE);
    }
    t.assert_sound();
}

#[tokio::test]
async fn saved_settings_end_the_pause_also_if_the_caller_is_gone() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("T")).await;
    invite_many(&t, &admin, &test, &["a"]).await;
    t.mailer.set(fails(Consequence::PausesAll(PauseCause::SignIn)));
    deliver::run_once(&t.app).await.unwrap();
    assert!(t.app.mail.gate.pause(t.now()).is_some());
    let settings = json!({"smtpPassword": "right"});
    let call = t.put("/api/admin/email-settings").bearer(&admin).json(settings).send();
    // Its write is queued, and the connection closes; a busy machine may have stored it already.
    let _ = call.now_or_never();
    t.settle().await;
    assert!(t.app.mail.gate.pause(t.now()).is_none());
    t.mailer.set(Mood::Works);
    deliver::run_once(&t.app).await.unwrap();
    assert_eq!(t.mailer.last_settings().password.as_deref(), Some("right"));
    t.assert_sound();
}

#[tokio::test]
async fn a_pause_is_told_once_also_if_the_first_commit_fails() {
    let disk = FailingDisk::default();
    let t = TestApp::on_backing(disk.backing());
    let admin = t.admin().await;
    t.set_up_mail(&admin).await;
    let test = t.create_test(&admin, small_test("T")).await;
    invite_many(&t, &admin, &test, &["a"]).await;
    t.mailer.set(fails(Consequence::PausesAll(PauseCause::SignIn)));
    disk.fail(true);
    let app = t.app.clone();
    let worker = tokio::spawn(async move { deliver::run_once(&app).await });
    while t.app.store.stats().available {
        tokio::task::yield_now().await;
    }
    disk.fail(false);
    worker.await.unwrap().unwrap();
    assert_eq!(failures_told(&t, &admin).await, 1);
    t.assert_sound();
}

#[tokio::test]
async fn a_pause_that_a_mail_to_an_account_meets_is_told() {
    let (t, admin) = TestApp::with_mail().await;
    t.applicant("cora@example.org").await;
    t.mailer.set(fails(Consequence::PausesAll(PauseCause::SignIn)));
    assert_eq!(deliver::run_once(&t.app).await.unwrap(), 1);
    assert_eq!(failures_told(&t, &admin).await, 1);
    t.assert_sound();
}

#[tokio::test]
async fn test_mails_to_a_silent_server_are_few_and_end_with_its_settings() {
    let (t, admin) = TestApp::with_mail().await;
    let silent = Gate::shut();
    t.mailer.set(Mood::Waits(silent.clone()));
    let ask =
        || t.post("/api/admin/email-settings/test").bearer(&admin).json(json!({"email": "ada@example.org"})).send();
    let waiting = [tokio::spawn(ask()), tokio::spawn(ask())];
    for _ in &waiting {
        silent.entered().await;
    }
    ask().await.refused(429, "too_many_tests");
    let settings = json!({"smtpPassword": "right"});
    t.put("/api/admin/email-settings").bearer(&admin).json(settings).send().await.ok();
    for reply in waiting {
        reply.await.unwrap().refused(422, "smtp_failed");
    }
    silent.release(1);
    ask().await.ok();
    t.assert_sound();
}
