//! Live video with real connections over loopback.

mod abuse;
mod access;
mod bounds;
mod clips;
mod collapse;
mod proctor;
mod threads;
mod viewing;
mod walls;

use crate::support::{
    app::TestApp,
    journey::{key, text},
};
use serde_json::Value;
use std::net::SocketAddr;

/// An application with live video, an administrator and as many running tests as asked for. The key of invite `n` is
/// `key(n)`, from 1.
struct Scene {
    t: TestApp,
    media: SocketAddr,
    admin: String,
    invites: Vec<Value>,
}

impl Scene {
    async fn new(candidates: u8) -> Self {
        Self::of(TestApp::new(), candidates).await
    }

    async fn of(t: TestApp, candidates: u8) -> Self {
        let media = t.start_media();
        Self::at(t, media, candidates).await
    }

    async fn on_threads(threads: usize, candidates: u8) -> Self {
        let t = TestApp::new();
        let media = t.start_media_on(threads);
        Self::at(t, media, candidates).await
    }

    async fn at(t: TestApp, media: SocketAddr, candidates: u8) -> Self {
        let admin = t.admin().await;
        let test = t.test_with_all_types(&admin).await;
        let mut invites = Vec::new();
        for n in 1..=candidates {
            let invite = t.invite(&admin, &test, &format!("c{n}@example.org")).await;
            t.start(&invite["token"], &key(n)).await.ok();
            invites.push(invite);
        }
        Self { t, media, admin, invites }
    }

    /// Signals of the candidate's latest session, or of the administrator's.
    async fn signals(&self, n: usize, of_candidate: bool) -> Vec<(String, Value)> {
        let call = self.t.get(format!("/api/webrtc/signals/{}", text(&self.invites[n - 1]["id"])));
        let call = if of_candidate { call.key(&key(u8::try_from(n).unwrap())) } else { call.bearer(&self.admin) };
        let reply = call.send().await.ok();
        let signals = reply["signals"].as_array().unwrap();
        signals.iter().map(|s| (text(&s["type"]).to_owned(), s["data"].clone())).collect()
    }
}
