//! A defect of the media thread itself: the clock that it asks panics, for no one but that thread.

use super::Scene;
use crate::support::{
    app::{BEGIN, TestApp},
    journey::{key, list, text},
    media_client::{Client, LOW, eventually},
};
use invigil::{app::Clock, domain::Instant, live::media::MediaStatus};
use serde_json::{Value, json};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::SeqCst},
};

#[derive(Default)]
struct Treacherous(AtomicBool);

impl Clock for Treacherous {
    fn now(&self) -> Instant {
        let is_media = std::thread::current().name().is_some_and(|name| name.starts_with("media"));
        assert!(!(is_media && self.0.load(SeqCst)), "a defect");
        Instant::parse(BEGIN).unwrap()
    }
}

#[tokio::test]
async fn a_panic_of_the_media_thread_ends_every_connection_properly_and_video_comes_back() {
    let clock = Arc::new(Treacherous::default());
    let scene = Scene::of(TestApp::with_clock(clock.clone()), 1).await;
    let (t, media, invite, admin) = (&scene.t, scene.media, &scene.invites[0], &scene.admin);
    let candidate = Client::publish(t, media, invite, &key(1), 7).await;
    let viewer = Client::watch(t, media, admin, invite).await;
    viewer.more_of(7, LOW, 3).await;
    let id = text(&invite["id"]).parse().unwrap();
    let seen = || t.app.media.state(id).map(|s| s.seen);
    assert_eq!(seen(), Some(MediaStatus::Live));
    let kinds = async || {
        t.settle().await;
        let attempt = t.invite_row(admin, &invite["id"]).await["attempt_id"].clone();
        let told = t.get(format!("/api/attempts/{}/timeline", text(&attempt))).bearer(admin).send().await.ok();
        let word = |v: &Value| text(&v["kind"]).to_owned();
        list(&told["entries"]).iter().map(word).collect::<Vec<_>>()
    };
    let on = async || kinds().await.contains(&"watching".to_owned()).then_some(());
    eventually("it is noted", on).await;

    // The next time that it is asked is when pictures stop arriving.
    clock.0.store(true, SeqCst);
    candidate.mute();
    eventually("no one is seen", async || (!matches!(seen(), Some(MediaStatus::Live))).then_some(())).await;
    clock.0.store(false, SeqCst);
    for of_candidate in [true, false] {
        let closed = async || scene.signals(1, of_candidate).await.pop().filter(|(kind, _)| kind == "closed");
        assert_eq!(text(&eventually("the pages are told", closed).await.1["code"]), "server_stopping");
    }
    let off = async || {
        Some(kinds().await).filter(|k| ["video_off", "watching_ended"].iter().all(|w| k.contains(&(*w).to_owned())))
    };
    let noted = eventually("the end is noted", off).await;
    assert_eq!(noted.iter().filter(|k| *k == "video_off").count(), 1, "{noted:?}");
    drop((candidate, viewer));

    // The same port serves again, by itself.
    eventually("video is back", async || t.app.media.address().filter(|address| *address == media)).await;
    let _candidate = Client::publish(t, media, invite, &key(1), 8).await;
    let viewer = Client::watch(t, media, admin, invite).await;
    viewer.more_of(8, LOW, 3).await;
    assert_eq!(t.app.media.failure().as_deref(), None);
    let path = format!("/api/webrtc/sessions/{}/proctor", viewer.session);
    t.put(path).bearer(admin).json(json!({"audio": true, "video": false})).send().await.ok();
}
