//! Browsers that do not read their responses: pages, lists, event streams and exports.

use super::{
    is_long,
    stage::{ELSEWHERE, Stage},
    uses::Use,
};
use crate::{
    faults::load::key_of,
    support::{
        bad_browser::{Asked, ask},
        bad_server::Behaviour,
        client::As,
        journey::{PASSWORD, text},
    },
};
use reqwest::Method;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::{sync::mpsc, task::JoinSet};

/// Answers per person and their size in bytes: two people's answers exceed the buffers of a connection.
const ANSWERS: (usize, usize) = (50, 60_000);
/// As many exports as there are threads for blocking work.
const THREADS: usize = 512;

/// Creates results, so that an export is long.
async fn hand_in(stage: &Stage) {
    for _ in 0..2 {
        let invite = stage.invite().await;
        let token = text(&invite["token"]);
        let key = key_of(token);
        let call = async |method, path: &str, body: Option<&Value>| {
            stage.http.ok(method, &stage.url(&format!("/api/{path}")), As::Key(&key), body).await;
        };
        call(Method::POST, &format!("start-test/{token}"), None).await;
        for n in 0..ANSWERS.0 {
            let answer = json!({"question_id": format!("q{n}"), "answer": "x".repeat(ANSWERS.1), "seq": n + 1});
            let save = json!({"answers": [answer]});
            call(Method::PUT, &format!("take-test/{token}/answers"), Some(&save)).await;
        }
        call(Method::POST, &format!("submit-test/{token}"), Some(&json!({"answers": []}))).await;
    }
}

/// Starts browsers, round robin over the kinds of responses, or all on `path`.
async fn browsers(
    stage: &Stage,
    count: usize,
    path: Option<&str>,
    behaviour: Option<Behaviour>,
) -> JoinSet<Option<()>> {
    const PATHS: [&str; 4] =
        ["/api/results/export?answers=true&format=csv", "/api/events", "/api/invites?limit=1000", "/login"];
    let to: SocketAddr = stage.serving.url.trim_start_matches("http://").parse().unwrap();
    let (request_sent, mut all_sent) = mpsc::channel(count);
    let mut asking = JoinSet::new();
    for n in 0..count {
        let path = path.unwrap_or(PATHS[n % PATHS.len()]).to_owned();
        let (asked, request_sent) = (Asked { path, token: stage.admins[n % 2].clone() }, request_sent.clone());
        asking.spawn(ask(to, (ELSEWHERE, 0).into(), asked, behaviour, move || {
            let _ = request_sent.try_send(());
        }));
    }
    drop(request_sent);
    // Wait until all have sent their request or were refused.
    while all_sent.recv().await.is_some() {}
    asking
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn saves_continue_whatever_browsers_do_not_read() {
    let stage = Stage::set(None).await;
    hand_in(&stage).await;
    stage.crowd.times();
    let mut left = Vec::new();
    for of in Use::ALL {
        let same = (of == Use::Same).then_some("/api/results/export?answers=true&format=json");
        let good = browsers(&stage, of.times(), same, None).await;
        let calm = stage.holds(&format!("browser, good, {of:?}")).await;
        drop(good);
        for behaviour in Behaviour::ALL {
            let cell = format!("browser, {behaviour:?}, {of:?}");
            left.push(browsers(&stage, of.times(), same, Some(behaviour)).await);
            stage.holds(&cell).await.no_worse(&cell, &calm);
        }
    }
    stage.stops("browser").await;
    for behaviour in if is_long() { &Behaviour::ALL[..] } else { &[] } {
        let stage = Stage::set(None).await;
        hand_in(&stage).await;
        let _asking = browsers(&stage, Use::Many.times(), None, Some(*behaviour)).await;
        stage.stops(&format!("browser, {behaviour:?}")).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sign_in_works_beside_hundreds_of_unread_exports() {
    let stage = Stage::set(None).await;
    hand_in(&stage).await;
    stage.crowd.times();
    let export = "/api/results/export?answers=true&format=csv";
    let _left = browsers(&stage, THREADS + THREADS / 8, Some(export), Some(Behaviour::Silent)).await;
    stage.holds("unread exports").await;
    let login = json!({"email": "grace@example.org", "password": PASSWORD});
    stage.http.ok(Method::POST, &stage.url("/api/auth/login"), As::Anonymous, Some(&login)).await;
    let answer = stage.http.ask(Method::GET, &stage.url(export), As::Bearer(&stage.admins[0]), None).await;
    let answer = answer.unwrap();
    assert_eq!((answer.status, answer.retry_after.is_some()), (429, true), "{:?}", answer.json);
    stage.stops("unread exports").await;
}
