//! A misbehaving name server, for lookups of the mail server, the AI service, and receivers of webhooks.

use super::{stage::Stage, uses::Use};
use crate::{
    faults::load::sign_in_as,
    support::{
        bad_names::BadNames,
        bad_server::Behaviour,
        binary::{Place, Serving},
        client::{As, Http},
        journey::{PASSWORD, text},
        receiver::Receiver,
    },
};
use reqwest::Method;
use serde_json::json;
use std::{
    net::Ipv4Addr,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};
use tokio::{net::TcpListener, task::JoinSet};

/// Behaviours whose results are cached come last.
const ORDER: [Behaviour; 5] =
    [Behaviour::Refuses, Behaviour::Garbage, Behaviour::Resets, Behaviour::Silent, Behaviour::OneByteASecond];

/// A stage whose server uses only `names` as name server; `None` if that is not possible.
async fn stage(names: &BadNames) -> Option<Stage> {
    let place = Place::with_admin();
    let command = place.command(["serve", "--listen", "127.0.0.1:0", "--log-level", "warn"]);
    let command = names.asked_by(&command, place.path())?;
    Some(Stage::with(place, command).await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn saves_continue_whatever_the_name_server_does() {
    let (stage, names) = match BadNames::start().await {
        Some(names) => (stage(&names).await, Some(names)),
        None => (None, None),
    };
    let (Some(stage), Some(names)) = (stage, names) else {
        eprintln!("skipped: only root can run a process with its own name server");
        return;
    };
    let (mut left, mut same) = (JoinSet::new(), Vec::new());
    for _ in ORDER {
        same.push(stage.invite().await);
    }
    stage.ai_is_at("ai.outside.test", 80).await;
    stage.mail_goes_to("mail.outside.test", 25).await;
    for of in Use::ALL {
        for (behaviour, same) in ORDER.into_iter().zip(&same) {
            names.set(behaviour);
            let (before, turn) = (names.asked(), AtomicUsize::new(0));
            // Ends the pause of the behaviour before: one mail tries at once, and the others wait for its outcome.
            stage.mail_goes_to("mail.outside.test", 25).await;
            let cell = format!("name server, {behaviour:?}, {of:?}");
            let draft = || ("/api/tests/auto-generate".to_owned(), json!({"topic": "Rust", "draft": true}));
            let mail = || ("/api/invites".to_owned(), stage.invitation());
            let one = || if turn.fetch_add(1, Ordering::Relaxed) % 2 == 0 { mail() } else { draft() };
            let mut calls = stage.calls(of, one, &Stage::resend(same));
            // With 300 concurrent calls, lookups of the previous behaviour may occupy all slots.
            while of != Use::Many && names.asked() == before {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            stage.holds(&cell).await;
            // Passwords are hashed in the same thread pool as lookups.
            let login = json!({"email": "grace@example.org", "password": PASSWORD});
            stage.http.ok(Method::POST, &stage.url("/api/auth/login"), As::Anonymous, Some(&login)).await;
            left.spawn(async move { while calls.join_next().await.is_some_and(|made| made.is_ok()) {} });
        }
    }
    stage.stops("name server").await;
}

/// A name that has an address which may be called when it is judged, and one of this machine when it is connected to, or both
/// at once (docs/webhooks.md#addresses).
#[tokio::test]
async fn a_name_that_changes_its_address_leads_nowhere_else() {
    let place = Place::with_admin();
    let names = BadNames::start().await;
    let networks = ["--webhook-network", "127.0.0.2/32"];
    let serve = place.command(["serve", "--listen", "127.0.0.1:0", "--log-level", "warn"].iter().chain(&networks));
    let command = names.as_ref().and_then(|names| names.asked_by(&serve, place.path()));
    let (Some(names), Some(command)) = (names, command) else {
        eprintln!("skipped: only root can run a process with its own name server");
        return;
    };
    // The same port of both addresses.
    let (receiver, port, here) = loop {
        let receiver = Receiver::start_on("127.0.0.2:0").await;
        let port = receiver.address.port();
        if let Ok(here) = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            break (receiver, port, here);
        }
    };
    let (serving, http) = (Serving::start(command), Http::new());
    let ada = sign_in_as(&http, &serving.url, "ada@example.org").await;
    let hooks = format!("{}/api/webhooks", serving.url);
    let (good, bad) = (vec![Ipv4Addr::new(127, 0, 0, 2)], vec![Ipv4Addr::LOCALHOST]);
    let both = |first: &[Ipv4Addr], second: &[Ipv4Addr]| [first, second].concat();
    let cases = [
        (vec![good.clone(), bad.clone()], true),
        (vec![bad.clone(), good.clone()], false),
        (vec![both(&bad, &good)], true),
        (vec![both(&good, &bad), bad.clone()], true),
        (vec![bad.clone()], false),
    ];
    for (n, (turns, arrives)) in cases.into_iter().enumerate() {
        names.answer_in_turn(&turns);
        // A name of its own: a connection that is open would be used again.
        let url = format!("http://name{n}.outside.test:{port}/");
        let form = json!({"name": "Moving", "url": url, "events": ["invite.sent"]});
        let made = http.ok(Method::POST, &hooks, As::Bearer(&ada), Some(&form)).await;
        let hook = format!("{hooks}/{}", text(&made["id"]));
        http.ok(Method::POST, &format!("{hook}/test"), As::Bearer(&ada), None).await;
        let tried = loop {
            let sent = http.ok(Method::GET, &format!("{hook}/deliveries"), As::Bearer(&ada), None).await;
            if !sent[0]["last_try"].is_null() {
                break sent[0]["last_try"].clone();
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        assert_eq!(receiver.take().len(), usize::from(arrives), "{n}: {tried}");
        assert_eq!(text(&tried["reply"]).contains("127.0.0.1 is not public"), !arrives, "{n}: {tried}");
        // Otherwise it is tried again.
        http.ok(Method::DELETE, &hook, As::Bearer(&ada), None).await;
    }
    let reached = tokio::time::timeout(Duration::ZERO, here.accept()).await;
    assert!(reached.is_err(), "this machine was connected to");
    serving.stop();
}
