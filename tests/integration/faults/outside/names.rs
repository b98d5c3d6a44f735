//! A misbehaving name server, for lookups of the mail server and the AI service.

use super::{stage::Stage, uses::Use};
use crate::support::{bad_names::BadNames, bad_server::Behaviour, binary::Place, client::As, journey::PASSWORD};
use reqwest::Method;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::task::JoinSet;

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
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
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
