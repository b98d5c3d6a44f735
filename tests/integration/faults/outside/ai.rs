//! A misbehaving AI service.

use super::{is_long, stage::Stage, uses::Use};
use crate::{
    faults::load::key_of,
    support::{
        ai_server::{AiServer, Mood},
        bad_server::{BadServer, Behaviour, HTTP},
        client::As,
        journey::{list, text},
    },
};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

/// Creates a submission that needs a review.
async fn submission(stage: &Stage) -> String {
    let (http, invite) = (&stage.http, stage.invite().await);
    let (token, admin) = (text(&invite["token"]), As::Bearer(&stage.admins[0]));
    let key = key_of(token);
    http.ok(Method::POST, &stage.url(&format!("/api/start-test/{token}")), As::Key(&key), None).await;
    let answers = json!({"answers": [{"question_id": "q1", "answer": "Because."}]});
    http.ok(Method::POST, &stage.url(&format!("/api/submit-test/{token}")), As::Key(&key), Some(&answers)).await;
    let rows = http.ok(Method::GET, &stage.url("/api/invites?status_filter=completed"), admin, None).await;
    text(&list(&rows)[0]["submission_id"]).to_owned()
}

fn draft() -> (String, Value) {
    ("/api/tests/auto-generate".into(), json!({"topic": "Rust", "questionCount": 2, "draft": true}))
}

/// Calls for question drafts, or for one review by two administrators.
fn requests(stage: &Stage, of: Use, submission: &str) -> JoinSet<()> {
    stage.calls(of, draft, &format!("/api/admin/auto-review/{submission}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn saves_continue_whatever_the_ai_service_does() {
    let stage = Stage::set(None).await;
    let submission = submission(&stage).await;
    let good = AiServer::start(Mood::Says("No.".into())).await;
    let (mut left, mut servers, mut asked) = (JoinSet::new(), Vec::new(), 0);
    for behaviour in Behaviour::ALL {
        servers.push(BadServer::start(behaviour, HTTP).await);
    }
    for of in Use::ALL {
        stage.ai_is_at("127.0.0.1", good.port()).await;
        let calls = requests(&stage, of, &submission);
        let calm = stage.holds(&format!("AI service, good, {of:?}")).await;
        asked += of.times();
        drop(calls);
        for (behaviour, server) in Behaviour::ALL.into_iter().zip(&servers) {
            let cell = format!("AI service, {behaviour:?}, {of:?}");
            stage.ai_is_at("127.0.0.1", server.port()).await;
            let before = server.came();
            let mut calls = requests(&stage, of, &submission);
            asked += of.times();
            if behaviour == Behaviour::Refuses {
                calls.join_next().await.unwrap().unwrap();
            } else if of != Use::Many {
                server.when_asked(before).await;
            }
            stage.holds(&cell).await.no_worse(&cell, &calm);
            // A few may last as long as the service takes: no client waits for a reply any more.
            if of != Use::Many {
                calls.abort_all();
            }
            left.spawn(async move { while calls.join_next().await.is_some() {} });
        }
    }
    let came = good.asked().len() + servers.iter().map(BadServer::came).sum::<usize>();
    assert!(came <= asked, "{came} requests for {asked} calls");
    stage.stops("AI service").await;
    for behaviour in if is_long() { &Behaviour::ALL[..] } else { &[] } {
        let (stage, server) = (Stage::set(None).await, BadServer::start(*behaviour, HTTP).await);
        stage.ai_is_at("127.0.0.1", server.port()).await;
        let _calls = stage.calls(Use::Many, draft, "");
        stage.holds("").await;
        stage.stops(&format!("AI service, {behaviour:?}")).await;
    }
}
