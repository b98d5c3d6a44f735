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
