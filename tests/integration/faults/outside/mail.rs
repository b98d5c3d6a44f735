//! A misbehaving mail server.

use super::{crowd::BOUND, is_long, stage::Stage, uses::Use};
use crate::support::{
    bad_server::{BadServer, Behaviour, SMTP},
    client::As,
    smtp_sink::{Mode, SmtpSink},
};
use reqwest::Method;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};
use tokio::{task::JoinSet, time::timeout};

/// First retry delay of a failed mail; it doubles each time.
const FIRST_RETRY: Duration = Duration::from_secs(30);

/// Calls that mail new people, or one mail requested by two administrators.
fn mails(stage: &Stage, of: Use, same: &Value) -> JoinSet<()> {
    let one = || ("/api/invites".to_owned(), stage.invitation());
    let same = if of == Use::Same { Stage::resend(same) } else { String::new() };
    stage.calls(of, one, &same)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn saves_continue_whatever_the_mail_server_does() {
    let stage = Stage::set(None).await;
    let (begun, mut asked, mut left) = (Instant::now(), 0, JoinSet::new());
    let (good, mut servers) = (SmtpSink::start().await, Vec::new());
    for behaviour in Behaviour::ALL {
        servers.push(BadServer::start(behaviour, SMTP).await);
    }
    for of in Use::ALL {
        // Created while mails fail at once, because each call waits for its mail.
        stage.mail_goes_to("127.0.0.1", servers[0].port()).await;
        let same = stage.invite().await;
        stage.mail_goes_to("127.0.0.1", good.port()).await;
        good.set_mode(Mode::Accept);
        let mut calls = mails(&stage, of, &same);
        let calm = stage.holds(&format!("mail server, good, {of:?}")).await;
        while calls.join_next().await.is_some() {}
        for (behaviour, server) in Behaviour::ALL.into_iter().zip(&servers) {
            let cell = format!("mail server, {behaviour:?}, {of:?}");
            // A mail of before tries as soon as the settings are saved, and the others wait for its outcome.
            let before = server.came();
            stage.mail_goes_to("127.0.0.1", server.port()).await;
            let mut calls = mails(&stage, of, &same);
            asked += of.times() + 1;
            if behaviour == Behaviour::Refuses {
                calls.join_next().await.unwrap().unwrap();
            } else if of == Use::Once || of == Use::Twice {
                server.when_asked(before).await;
            }
            stage.holds(&cell).await.no_worse(&cell, &calm);
            left.spawn(async move { while calls.join_next().await.is_some_and(|made| made.is_ok()) {} });
        }
        for mode in [Mode::ResetAfterData, Mode::HangAfterData] {
            let cell = format!("mail server, {mode:?}, {of:?}");
            good.set_mode(mode);
            stage.mail_goes_to("127.0.0.1", good.port()).await;
            let mut calls = mails(&stage, of, &same);
            stage.holds(&cell).await.no_worse(&cell, &calm);
            left.spawn(async move { while calls.join_next().await.is_some_and(|made| made.is_ok()) {} });
        }
    }
    let came: usize = servers.iter().map(BadServer::came).sum();
    let tries = 1 + (begun.elapsed().as_secs() / FIRST_RETRY.as_secs() + 1).ilog2() as usize;
    assert!(came <= asked * tries, "{came} connections for {asked} mails");
    let mut taken = BTreeMap::<String, usize>::new();
    for id in good.taken() {
        *taken.entry(id).or_default() += 1;
    }
    // One mail is requested by two administrators repeatedly; every other mail belongs to one call.
    let often: Vec<usize> = taken.into_values().filter(|times| *times > tries).collect();
    assert!(often.len() <= 1 && often.iter().all(|times| *times <= 6 * tries), "sent again: {often:?}");
    stage.stops("mail server").await;
    for behaviour in if is_long() { &Behaviour::ALL[..] } else { &[] } {
        let (stage, server) = (Stage::set(None).await, BadServer::start(*behaviour, SMTP).await);
        stage.mail_goes_to("127.0.0.1", server.port()).await;
        let _calls = mails(&stage, Use::Many, &Value::Null);
        stage.holds("").await;
        stage.stops(&format!("mail server, {behaviour:?}")).await;
    }
}

/// The control: a call that hangs while it holds the writer, or a lock that others need.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_waits_for_the_mail_server_under_a_lock_is_detected() {
    for sabotage in ["mail-in-the-write", "claim-locks-twice"] {
        let stage = Stage::set(Some(sabotage)).await;
        let same = stage.invite().await;
        let server = BadServer::start(Behaviour::Silent, SMTP).await;
        stage.holds("before").await;
        // From now on the worker sends what waits, to this server.
        stage.mail_goes_to("127.0.0.1", server.port()).await;
        let _first = mails(&stage, Use::Same, &same);
        server.when_asked(0).await;
        // Each call that waits for the lock blocks a thread of the runtime.
        let _then = [mails(&stage, Use::Same, &same), mails(&stage, Use::Once, &same)];
        let wrong = if let Err(wrong) = stage.crowd.gets_on(BOUND).await {
            wrong
        } else {
            // Calls outside an exam have separate threads, so the defect may affect only those.
            let (tests, admin) = (stage.url("/api/tests"), As::Bearer(&stage.admins[0]));
            let asked = stage.http.ask(Method::GET, &tests, admin, None);
            assert!(timeout(BOUND, asked).await.is_err(), "{sabotage}");
            "administrators are not answered".to_owned()
        };
        eprintln!("{sabotage}: {wrong}");
    }
}
