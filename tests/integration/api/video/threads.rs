//! Several media threads behind one port (`docs/behaviour/monitoring.md#media-threads`).

use super::Scene;
use crate::support::{
    journey::{key, text},
    media_client::{Client, HIGH, LOW, Seen, eventually},
};
use serde_json::{Value, json};

const THREADS: usize = 4;

/// Which of the threads owns an invite.
fn thread_of(invite: &Value) -> u128 {
    text(&invite["id"]).parse::<uuid::Uuid>().unwrap().as_u128() % THREADS as u128
}

/// Waits until the candidate's page was last asked for the large layer, or to do without it.
async fn until_asked(scene: &Scene, n: usize, high: bool) {
    let asked = async || {
        let last = scene.signals(n, true).await.into_iter().rfind(|(kind, _)| kind == "layers");
        last.filter(|(_, data)| *data == json!({ "high": high }))
    };
    eventually("a wish", asked).await;
}

#[tokio::test]
async fn a_wall_shows_candidates_of_every_thread_over_udp_and_tcp() {
    const CANDIDATES: u8 = 8;
    let scene = Scene::on_threads(THREADS, CANDIDATES).await;
    let (t, media, admin) = (&scene.t, scene.media, &scene.admin);
    assert_eq!(t.app.media.threads(), THREADS);
    let mut candidates = Vec::new();
    for (invite, n) in scene.invites.iter().zip(1..) {
        let candidate = Client::publish_over(t, media, n % 2 == 0, invite, &key(n), 10 + n).await;
        candidate.layer(HIGH, true);
        candidates.push(candidate);
    }
    let wall = Client::wall(t, media, admin).await;
    let all: Vec<&Value> = scene.invites.iter().collect();
    wall.show(t, admin, &all, Some(all[1])).await;
    let every = |s: &Seen| (1..=CANDIDATES).filter(|n| *n != 2).all(|n| s.of(10 + n, LOW) > 3);
    wall.until("all small, one large with sound", |s| every(s) && s.of(12, HIGH) > 3 && s.sound_of(12) > 3).await;
    until_asked(&scene, 2, true).await;

    // The candidate in focus is asked for the large layer, the one before no longer.
    wall.show(t, admin, &all, Some(all[2])).await;
    wall.until("the other focus", |s| s.of(13, HIGH) > 3 && s.sound_of(13) > 3).await;
    until_asked(&scene, 3, true).await;
    until_asked(&scene, 2, false).await;
    // A page that was reloaded is shown again, and learns what is wanted of it.
    let again = Client::publish(t, media, all[2], &key(3), 33).await;
    again.layer(HIGH, true);
    wall.until("the reloaded page", |s| s.of(33, HIGH) > 3 && s.sound_of(33) > 3).await;
    until_asked(&scene, 3, true).await;
    // A test that ends leaves the wall; the others stay.
    t.submit(&all[4]["token"], &key(5), &[]).await.ok();
    let rest: Vec<&Value> = all.iter().enumerate().filter(|(n, _)| *n != 4).map(|(_, invite)| *invite).collect();
    let lines = wall.show(t, admin, &rest, None).await;
    assert_eq!(lines.len(), rest.len());
    wall.more_of(14, LOW, 3).await;
    candidates[4].until("closed", |s| s.closed).await;
    let seen = wall.seen();
    assert_eq!(seen.backwards, 0);
    // A wall that is closed wants nothing any more.
    wall.show(t, admin, &rest, Some(rest[0])).await;
    wall.until("the first in focus", |s| s.of(11, HIGH) > 3).await;
    t.delete(format!("/api/webrtc/walls/{}", wall.session)).bearer(admin).send().await.ok();
    until_asked(&scene, 1, false).await;
}

#[tokio::test]
async fn monitors_are_on_the_thread_of_their_candidate() {
    let scene = Scene::on_threads(THREADS, 6).await;
    let (t, media, admin) = (&scene.t, scene.media, &scene.admin);
    let mut threads: Vec<u128> = scene.invites.iter().map(thread_of).collect();
    threads.sort_unstable();
    threads.dedup();
    for (invite, n) in scene.invites.iter().zip(1..) {
        let candidate = Client::publish(t, media, invite, &key(n), 10 + n).await;
        let monitor = Client::watch(t, media, admin, invite).await;
        monitor.more_of(10 + n, LOW, 3).await;
        // From another port, as after a change of the network.
        candidate.change_address();
        monitor.more_of(10 + n, LOW, 10).await;
        monitor.stop();
    }
    let probe = t.app.media.probe(|| t.app.new_id()).await;
    assert!(!probe.is_empty() && probe.iter().all(|reached| reached.is_reached), "{probe:?} {threads:?}");
}

#[tokio::test]
async fn viewers_of_one_candidate_are_limited_over_all_threads() {
    for threads in [1, 3] {
        let scene = Scene::on_threads(threads, 1).await;
        let (t, admin, invite) = (&scene.t, &scene.admin, &scene.invites[0]["id"]);
        let watch = || t.post(format!("/api/webrtc/start-session/{}", text(invite))).bearer(admin).send();
        // Walls are on a thread of their own choice. One counts from its offer, before the page has answered.
        let wall = async || {
            let opened = t.post("/api/webrtc/walls").bearer(admin).send().await.expect(201);
            let path = format!("/api/webrtc/walls/{}", text(&opened["session_id"]));
            let shown = t.put(&path).bearer(admin).json(json!({"invite_ids": [invite]})).send().await;
            (path, shown)
        };
        let mut walls = Vec::new();
        for _ in 0..8 {
            watch().await.ok();
            let (path, shown) = wall().await;
            shown.ok();
            walls.push(path);
        }
        watch().await.refused(429, "too_many");
        wall().await.1.refused(429, "too_many");
        // A wall that is closed makes room.
        t.delete(&walls[0]).bearer(admin).send().await.ok();
        let room = async || Some(watch().await).filter(|reply| reply.status == 200);
        eventually("there is room again", room).await;
        watch().await.refused(429, "too_many");
        assert_eq!(t.app.media.connections(), (0, 17), "{threads} threads");
    }
}

#[tokio::test]
async fn metrics_show_the_sum_and_each_thread() {
    const CANDIDATES: u8 = 6;
    let scene = Scene::on_threads(THREADS, CANDIDATES).await;
    let (t, media, admin) = (&scene.t, scene.media, &scene.admin);
    let mut candidates = Vec::new();
    for (invite, n) in scene.invites.iter().zip(1..) {
        candidates.push(Client::publish(t, media, invite, &key(n), 10 + n).await);
    }
    let monitor = Client::watch(t, media, admin, &scene.invites[0]).await;
    monitor.more_of(11, LOW, 3).await;
    let numbers = async |name: &str| -> Vec<f64> {
        let metrics = t.get("/metrics").send().await.text;
        let lines = metrics.lines().filter_map(|line| line.strip_prefix(name)?.rsplit_once(' '));
        let own = lines.filter(|(label, _)| label.is_empty() || label.starts_with('{'));
        own.map(|(_, number)| number.parse().unwrap()).collect()
    };
    let sum = async || {
        let of_threads = numbers("invigil_media_thread_sessions").await;
        // The thread that reads the port has none.
        (of_threads.len() == THREADS + 1 && of_threads.iter().sum::<f64>() > 6.5).then_some(of_threads)
    };
    eventually("the threads together have all connections", sum).await;
    for (name, number) in [
        ("invigil_media_serving", 1.0),
        ("invigil_media_threads", 4.0),
        ("invigil_media_candidates", 6.0),
        ("invigil_media_viewers", 1.0),
    ] {
        let shown: Vec<f64> = numbers(name).await;
        assert_eq!(shown, [number], "{name}");
    }
    for name in ["invigil_media_packets_dropped", "invigil_media_frames_dropped"] {
        assert_eq!(numbers(name).await, [0.0; THREADS + 1], "{name}");
    }
    let busy = numbers("invigil_media_thread_busy_ratio").await;
    assert!(busy.len() == THREADS + 1 && busy.iter().all(|share| (0.0..=1.0).contains(share)), "{busy:?}");
}
