//! A mail server or an AI service that hangs, misbehaves or dies: candidates are not affected, and queued mails are
//! sent exactly once.

use crate::support::{
    ai_server::{self, AiServer},
    app::TestApp,
    journey::{key, text},
    smtp_sink::{Mode, SmtpSink},
};
use invigil::{
    domain::{
        Error,
        mail::{Mail, MailState},
        time::DAY,
    },
    mail::SmtpMailer,
    service::mail::deliver,
    store::Read,
};
use serde_json::{Value, json};
use std::{collections::BTreeSet, future::poll_fn, pin::pin, sync::Arc, task::Poll};

async fn with_mail(sink: &SmtpSink) -> (TestApp, String, Value) {
    let t = TestApp::with_mailer(Arc::new(SmtpMailer::default()));
    let admin = t.admin().await;
    let settings = json!({"smtpHost": "127.0.0.1", "smtpPort": sink.port(), "smtpTls": "none",
        "fromEmail": "jobs@example.org", "fromName": "Jobs"});
    t.put("/api/admin/email-settings").bearer(&admin).json(settings).send().await.ok();
    let test = t.test_with_all_types(&admin).await;
    (t, admin, test)
}

/// Saves and submits as a candidate during the call `neighbour`; returns whether that had to wait for the neighbour.
async fn candidate_waits(t: &TestApp, token: &Value, neighbour: impl Future<Output = ()>) -> bool {
    let mut neighbour = pin!(neighbour);
    let mut begun = false;
    let mut candidate = pin!(async {
        for seq in 1..20 {
            t.save(token, &key(1), &[("q2", &format!("answer {seq}"), seq)]).await.ok();
        }
        t.submit(token, &key(1), &[]).await.ok();
    });
    // Polls the neighbour first, then whichever can proceed.
    poll_fn(|context| {
        let answered = neighbour.as_mut().poll(context).is_ready();
        if answered && begun {
            return Poll::Ready(true);
        }
        begun = true;
        candidate.as_mut().poll(context).map(|()| answered)
    })
    .await
}

#[tokio::test]
async fn candidates_do_not_wait_for_a_mail_server_that_hangs() {
    for mode in [Mode::Hang, Mode::HangAfterData] {
        let sink = SmtpSink::start().await;
        let (t, admin, test) = with_mail(&sink).await;
        let invite = t.invite(&admin, &test, "cora@example.org").await;
        t.start(&invite["token"], &key(1)).await.ok();
        sink.set_mode(mode);
        let inviting = async { drop(t.invite(&admin, &test, "dora@example.org").await) };
        assert!(!candidate_waits(&t, &invite["token"], inviting).await);
        t.assert_sound();
    }
}

#[tokio::test]
async fn candidates_do_not_wait_for_an_ai_that_hangs() {
    let server = AiServer::start(ai_server::Mood::Silent).await;
    let (t, admin) = TestApp::with_admin().await;
    let settings = json!({"provider": "openai", "baseUrl": server.base_url(), "model": "small-1", "apiKey": "k"});
    t.put("/api/admin/ai-settings").bearer(&admin).json(settings).send().await.ok();
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    let wanted = json!({"topic": "Rust", "question_count": 2, "draft": true});
    let generate = t.post("/api/tests/auto-generate").bearer(&admin).json(wanted);
    let asking = async { drop(generate.send().await) };
    assert!(!candidate_waits(&t, &invite["token"], asking).await);
}

/// The control: waiting for a neighbour inside a transaction blocks all candidates.
#[tokio::test]
async fn a_server_that_waits_inside_a_transaction_is_detected() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    let (answer, wait) = std::sync::mpsc::channel::<()>();
    let (started_tx, started) = tokio::sync::oneshot::channel::<()>();
    let app = t.app.clone();
    let bad = async move {
        let held = tokio::spawn(async move {
            let held = app.store.write(move |_| {
                let _ = started_tx.send(());
                wait.recv().map_err(|_| Error::not_found("reply"))
            });
            held.await
        });
        started.await.unwrap();
        // Meanwhile the candidate saves.
        for _ in 0..1_000 {
            tokio::task::yield_now().await;
        }
        answer.send(()).unwrap();
        held.await.unwrap().unwrap();
    };
    assert!(candidate_waits(&t, &invite["token"], bad).await);
}

/// Invites five people while the mail server refuses, then lets it recover; returns the numbers of mails, of recipients
/// and of Message-IDs. With `forgets`, the server treats every mail as unsent (the control).
async fn recover(forgets: bool) -> (usize, usize, usize) {
    let sink = SmtpSink::start().await;
    let (t, admin, test) = with_mail(&sink).await;
    sink.set_mode(Mode::RefuseAll);
    for n in 0..5 {
        assert_eq!(t.invite(&admin, &test, &format!("c{n}@example.org")).await["email_sent"], false);
    }
    t.clock.advance(DAY / 24);
    deliver::run_once(&t.app).await.unwrap();
    assert!(sink.messages().is_empty());
    sink.set_mode(Mode::Accept);
    for _ in 0..3 {
        t.clock.advance(DAY / 2);
        if forgets {
            let waits = |mail| Mail { state: MailState::Waiting, next_try_at: t.now(), ..mail };
            let mails: Vec<Mail> = t.app.store.read().unwrap().records().unwrap();
            let mails: Vec<Mail> = mails.into_iter().map(waits).collect();
            t.app.store.write(move |tx| mails.iter().try_for_each(|mail| tx.put(mail))).await.unwrap();
        }
        deliver::run_once(&t.app).await.unwrap();
    }
    let mails = sink.messages();
    let to: BTreeSet<&str> = mails.iter().flat_map(|m| &m.to).map(String::as_str).collect();
    let ids: BTreeSet<String> = mails.iter().map(|m| m.header("message-id").unwrap()).collect();
    let admin = t.sign_in("ada@example.org").await;
    let rows = t.get("/api/invites").bearer(&admin).send().await.ok();
    assert!(rows.as_array().unwrap().iter().all(|row| row["email_sent"] == true && !text(&row["token"]).is_empty()));
    t.assert_sound();
    (mails.len(), to.len(), ids.len())
}

#[tokio::test]
async fn queued_mails_are_sent_once_after_the_mail_server_recovers() {
    assert_eq!(recover(false).await, (5, 5, 5));
}

#[tokio::test]
async fn a_server_that_sends_twice_is_detected() {
    assert_eq!(recover(true).await, (15, 5, 5));
}
