use super::Scene;
use crate::support::{
    journey::{key, text},
    media_client::{Client, HIGH, LOW, eventually, offer},
};
use serde_json::json;

#[tokio::test]
async fn two_admins_watch_one_candidate_and_the_large_layer_follows_the_wish() {
    let scene = Scene::new(1).await;
    let (t, media, invite) = (&scene.t, scene.media, &scene.invites[0]);
    let candidate = Client::publish(t, media, invite, &key(1), 7).await;
    let first = Client::watch(t, media, &scene.admin, invite).await;
    first.until("pictures and sound", |s| s.of(7, LOW) >= 5 && s.sound_of(7) >= 5).await;
    // The server asks for the large layer as long as someone watches.
    let layers = async || scene.signals(1, true).await.into_iter().rfind(|(kind, _)| kind == "layers");
    assert_eq!(eventually("a wish", layers).await.1, json!({"high": true}));
    candidate.layer(HIGH, true);
    let seen = first.more_of(7, HIGH, 5).await;
    assert_eq!(seen.backwards, 0, "timestamps go on over the change");

    let second = Client::watch(t, media, &scene.admin, invite).await;
    second.until("the large layer", |s| s.of(7, HIGH) >= 5 && s.of(7, LOW) <= 1).await;
    candidate.layer(HIGH, false);
    for viewer in [&first, &second] {
        viewer.more_of(7, LOW, 5).await;
    }
    second.stop();
    first.more_of(7, LOW, 5).await;
    first.stop();
    let low = async || layers().await.filter(|(_, data)| *data == json!({"high": false}));
    eventually("no wish", low).await;
}

#[tokio::test]
async fn a_new_page_of_the_same_attempt_takes_over_and_watchers_go_on() {
    let scene = Scene::new(1).await;
    let (t, media, invite) = (&scene.t, scene.media, &scene.invites[0]);
    let old = Client::publish(t, media, invite, &key(1), 7).await;
    let viewer = Client::watch(t, media, &scene.admin, invite).await;
    viewer.more_of(7, LOW, 3).await;
    let new = Client::publish(t, media, invite, &key(1), 8).await;
    let seen = viewer.more_of(8, LOW, 5).await;
    assert_eq!(seen.backwards, 0);
    old.until("closed", |s| s.closed).await;
    assert_ne!(old.session, new.session);
    let path = format!("/api/webrtc/signals/{}?session_id={}", text(&invite["id"]), old.session);
    let signals = t.get(path).key(&key(1)).send().await.ok();
    let last = signals["signals"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((text(&last["type"]), text(&last["data"]["code"])), ("closed", "replaced"));
    assert_eq!(last["n"], signals["cursor"]);
}

#[tokio::test]
async fn a_page_that_comes_again_is_told_at_once_what_is_wanted() {
    let scene = Scene::new(1).await;
    let (t, media, invite) = (&scene.t, scene.media, &scene.invites[0]);
    let _old = Client::publish(t, media, invite, &key(1), 7).await;
    let viewer = Client::watch(t, media, &scene.admin, invite).await;
    viewer.more_of(7, LOW, 2).await;
    let switch = json!({"audio": true, "video": false});
    t.put(format!("/api/webrtc/sessions/{}/proctor", viewer.session))
        .bearer(&scene.admin)
        .json(switch)
        .send()
        .await
        .ok();
    let (sdp, _finish) = offer(media, false, 8).await;
    let body = json!({"type": "offer", "sdp": sdp, "invite_id": invite["id"]});
    let reply = t.post("/api/webrtc/offer").key(&key(1)).json(body).send().await.ok();
    let path = format!("/api/webrtc/signals/{}?after={}", text(&invite["id"]), reply["cursor"]);
    let signals = t.get(path).key(&key(1)).send().await.ok();
    let told: Vec<_> = signals["signals"].as_array().unwrap().iter().map(|s| (text(&s["type"]), &s["data"])).collect();
    let proctor = json!({"speaking": true, "video": false, "name": "Ada Admin"});
    assert_eq!(told, [("layers", &json!({"high": true})), ("proctor", &proctor)]);
}

#[tokio::test]
async fn a_change_of_address_on_either_side_keeps_the_session() {
    let scene = Scene::new(1).await;
    let (t, media, invite) = (&scene.t, scene.media, &scene.invites[0]);
    let candidate = Client::publish(t, media, invite, &key(1), 7).await;
    let viewer = Client::watch(t, media, &scene.admin, invite).await;
    viewer.more_of(7, LOW, 3).await;
    candidate.change_address();
    viewer.more_of(7, LOW, 20).await;
    viewer.change_address();
    let seen = viewer.more_of(7, LOW, 20).await;
    assert!(!seen.closed && !candidate.seen().closed);
    let kinds: Vec<String> = scene.signals(1, true).await.into_iter().map(|(kind, _)| kind).collect();
    assert!(!kinds.contains(&"closed".to_owned()), "{kinds:?}");
}

#[tokio::test]
async fn the_answer_waits_among_the_signals_for_a_page_that_polls() {
    let scene = Scene::new(1).await;
    let (t, media, invite) = (&scene.t, scene.media, &scene.invites[0]);
    let path = format!("/api/webrtc/signals/{}", text(&invite["id"]));
    assert_eq!(t.get(&path).key(&key(1)).send().await.ok(), json!({"signals": [], "cursor": 0}));
    let (sdp, finish) = offer(media, false, 7).await;
    let body = json!({"type": "offer", "sdp": sdp, "invite_id": invite["id"]});
    t.post("/api/webrtc/offer").key(&key(1)).json(body).send().await.ok();
    let polled = t.get(&path).key(&key(1)).send().await.ok();
    let signal = &polled["signals"][0];
    assert_eq!((text(&signal["type"]), &signal["n"]), ("answer", &polled["cursor"]));
    let candidate = finish(text(&signal["data"]["sdp"]), text(&signal["session_id"]).to_owned());
    let own = json!({"candidate": {"candidate": "candidate:1 1 udp 1 x.local 1 typ host"}, "invite_id": invite["id"]});
    t.post("/api/webrtc/ice-candidate").key(&key(1)).json(own).send().await.ok();
    candidate.until("connected", |s| s.connected).await;
    let after = format!("{path}?after={}", polled["cursor"]);
    assert_eq!(t.get(after).key(&key(1)).send().await.ok()["signals"], json!([]));
    assert_eq!(t.get(&path).key(&key(1)).send().await.ok(), polled, "reading consumes nothing");
}

#[tokio::test]
async fn where_udp_is_blocked_both_sides_connect_over_tcp() {
    let scene = Scene::new(1).await;
    let (t, media, invite) = (&scene.t, scene.media, &scene.invites[0]);
    let candidate = Client::publish_over(t, media, true, invite, &key(1), 7).await;
    let viewer = Client::watch_over(t, media, true, &scene.admin, invite).await;
    viewer.until("pictures over TCP", |s| s.of(7, LOW) >= 5 && s.sound_of(7) >= 5).await;
    drop(candidate);
}

#[tokio::test]
async fn the_end_of_the_test_ends_both_sides() {
    let scene = Scene::new(2).await;
    let (t, media) = (&scene.t, scene.media);
    let [invite, other] = &scene.invites[..] else { unreachable!() };
    let candidate = Client::publish(t, media, invite, &key(1), 7).await;
    let neighbour = Client::publish(t, media, other, &key(2), 8).await;
    let viewer = Client::watch(t, media, &scene.admin, invite).await;
    let wall = Client::wall(t, media, &scene.admin).await;
    wall.show(t, &scene.admin, &[invite, other], None).await;
    viewer.more_of(7, LOW, 2).await;
    wall.until("both", |s| s.of(7, LOW) > 1 && s.of(8, LOW) > 1).await;
    t.submit(&invite["token"], &key(1), &[]).await.ok();
    candidate.until("closed", |s| s.closed).await;
    viewer.until("closed", |s| s.closed).await;
    for of_candidate in [true, false] {
        let (kind, data) = scene.signals(1, of_candidate).await.pop().unwrap();
        assert_eq!((kind.as_str(), text(&data["reason"])), ("closed", "The test has ended."));
    }
    wall.more_of(8, LOW, 3).await;
    let shown = wall.show(t, &scene.admin, &[invite, other], None).await;
    assert_eq!(shown.keys().collect::<Vec<_>>(), [text(&other["id"])], "who is done is left out");
    drop(neighbour);
    t.assert_sound();
}

#[tokio::test]
async fn what_is_erased_is_not_watched_any_more() {
    let scene = Scene::new(2).await;
    let (t, media, admin) = (&scene.t, scene.media, &scene.admin);
    let mut sides = Vec::new();
    for (invite, n) in scene.invites.iter().zip(1..) {
        let candidate = Client::publish(t, media, invite, &key(n), n).await;
        let viewer = Client::watch(t, media, admin, invite).await;
        viewer.more_of(n, LOW, 2).await;
        sides.push([candidate, viewer]);
    }
    let people = t.get("/api/admin/applicants?search=c1@").bearer(admin).send().await.ok();
    t.delete(format!("/api/admin/applicants/{}", text(&people[0]["id"]))).bearer(admin).send().await.ok();
    for side in &sides[0] {
        side.until("closed with the person", |s| s.closed).await;
    }
    assert!(sides[1].iter().all(|side| !side.seen().closed), "the neighbour continues");
    t.delete(format!("/api/tests/{}/force", text(&scene.invites[1]["test_id"]))).bearer(admin).send().await.ok();
    for side in &sides[1] {
        side.until("closed with the test", |s| s.closed).await;
    }
    t.assert_sound();
}

#[tokio::test]
async fn pictures_that_arrived_make_an_attempt_a_monitored_one() {
    let scene = Scene::new(2).await;
    let (t, media) = (&scene.t, scene.media);
    let candidate = Client::publish(t, media, &scene.invites[0], &key(1), 7).await;
    let viewer = Client::watch(t, media, &scene.admin, &scene.invites[0]).await;
    viewer.more_of(7, LOW, 1).await;
    t.settle().await;
    for (invite, n) in scene.invites.iter().zip([1, 2]) {
        t.submit(&invite["token"], &key(n), &[]).await.ok();
    }
    drop(candidate);
    assert_eq!(t.result_of(&scene.admin, &scene.invites[0]).await["is_monitored"], true);
    assert_eq!(t.result_of(&scene.admin, &scene.invites[1]).await["is_monitored"], false);
}
