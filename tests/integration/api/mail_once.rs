//! One mail goes out once: the client that asks, how often at once, and whatever the disk does meanwhile.

use crate::support::{
    app::TestApp,
    failing_disk::FailingDisk,
    journey::text,
    mailer::{Gate, Mood},
};
use invigil::{domain::time::MINUTE, service::mail::deliver};
use serde_json::{Value, json};

/// An administrator, mail set up, a test, and an invite whose mail was refused.
async fn with_failed_mail(t: &TestApp) -> (String, Value, Value) {
    let admin = t.admin().await;
    t.set_up_mail(&admin).await;
    let test = t.test_with_all_types(&admin).await;
    t.mailer.refuse("451 try later");
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    (admin, test, invite)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn retries_at_once_send_one_mail_and_all_hear_of_it() {
    let t = TestApp::new();
    let (admin, _, invite) = with_failed_mail(&t).await;
    let bob = t.second_admin().await;
    let gate = Gate::shut();
    t.mailer.set(Mood::Waits(gate.clone()));
    let path = format!("/api/invites/{}/retry-email", text(&invite["id"]));
    let before = t.app.store.stats().operations;
    let retries = (0..12).map(|n| {
        let who = if n % 2 == 0 { &admin } else { &bob };
        tokio::spawn(t.post(&path).bearer(who).send())
    });
    let retries: Vec<_> = retries.collect();
    gate.entered().await;
    while t.app.store.stats().operations < before + 12 {
        tokio::task::yield_now().await;
    }
    // Everything else continues while the mail server takes its time.
    t.get("/healthz").send().await;
    t.get("/api/invites").bearer(&admin).send().await.ok();
    // Enough for all of them, if each sent one.
    gate.release(12);
    for retry in retries {
        assert_eq!(retry.await.unwrap().ok(), json!({"email_sent": true}));
    }
    assert_eq!(t.mailer.sent().len(), 1);
    assert_eq!(deliver::run_once(&t.app).await.unwrap(), 0, "nothing is left to send");
    t.clock.advance(60 * MINUTE);
    assert_eq!(deliver::run_once(&t.app).await.unwrap(), 0);
    // A retry that is asked for after the first one's end is a new one.
    let again = t.post(&path).bearer(&t.sign_in("ada@example.org").await).send();
    gate.release(1);
    assert_eq!(again.await.ok(), json!({"email_sent": true}));
    assert_eq!(t.mailer.sent().len(), 2);
    t.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retry_while_the_worker_sends_waits_for_that_mail() {
    let t = TestApp::new();
    let (admin, _, invite) = with_failed_mail(&t).await;
    let gate = Gate::shut();
    t.mailer.set(Mood::Waits(gate.clone()));
    t.clock.advance(5 * MINUTE);
    let app = t.app.clone();
    let worker = tokio::spawn(async move { deliver::run_once(&app).await });
    gate.entered().await;
    let retry = t.post(format!("/api/invites/{}/retry-email", text(&invite["id"]))).bearer(&admin);
    let retry = tokio::spawn(retry.send());
    gate.release(2);
    assert_eq!(worker.await.unwrap().unwrap(), 1);
    assert_eq!(retry.await.unwrap().ok(), json!({"email_sent": true}));
    // The retry may have come when the worker had finished: then it sent a second one, as it was asked to.
    assert!((1..=2).contains(&t.mailer.sent().len()));
    t.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_whose_outcome_cannot_be_stored_is_not_sent_again() {
    let disk = FailingDisk::default();
    let t = TestApp::on_backing(disk.backing());
    let (admin, test, _) = with_failed_mail(&t).await;
    for n in 0..9 {
        t.invite(&admin, &test, &format!("c{n}@example.org")).await;
    }
    let gate = Gate::shut();
    t.mailer.set(Mood::Waits(gate.clone()));
    t.clock.advance(5 * MINUTE);
    let app = t.app.clone();
    let worker = tokio::spawn(async move { deliver::run_once(&app).await });
    gate.entered().await;
    disk.fail(true);
    gate.release(100);
    while t.mailer.sent().is_empty() {
        tokio::task::yield_now().await;
    }
    // A run meanwhile finds no mail that may be sent: what is begun needs a commit first. It may have to wait for the disk to
    // note that.
    let app = t.app.clone();
    let meanwhile = tokio::spawn(async move {
        for _ in 0..5 {
            let _ = deliver::run_once(&app).await;
        }
    });
    while t.app.store.stats().available {
        tokio::task::yield_now().await;
    }
    let sent = t.mailer.sent().len();
    assert!(sent <= 4, "{sent} mails of four workers");
    disk.fail(false);
    // Those that were refused by the disk go out by a later look.
    let _ = worker.await.unwrap();
    meanwhile.await.unwrap();
    while !t.app.store.stats().available {
        tokio::task::yield_now().await;
    }
    t.clock.advance(5 * MINUTE);
    while deliver::run_once(&t.app).await.is_err() {
        tokio::task::yield_now().await;
    }
    let mut to: Vec<_> = t.mailer.sent().into_iter().map(|mail| mail.to_email).collect();
    to.sort();
    assert_eq!(to.len(), 10, "{to:?}");
    to.dedup();
    assert_eq!(to.len(), 10, "a person got two: {to:?}");
    t.clock.advance(60 * MINUTE);
    assert_eq!(deliver::run_once(&t.app).await.unwrap(), 0);
    t.assert_sound();
}
