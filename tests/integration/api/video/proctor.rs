use super::Scene;
use crate::support::{
    journey::{key, text},
    media_client::{Client, LOW, PROCTOR},
};
use serde_json::json;

#[tokio::test]
async fn a_proctor_is_heard_and_seen_only_while_switched_on() {
    let scene = Scene::new(1).await;
    let (t, media, invite) = (&scene.t, scene.media, &scene.invites[0]);
    let mut events = t.get(format!("/api/take-test/{}/events", text(&invite["token"]))).key(&key(1)).stream().await;
    let candidate = Client::publish(t, media, invite, &key(1), 7).await;
    let monitor = Client::watch(t, media, &scene.admin, invite).await;
    monitor.more_of(7, LOW, 5).await;
    assert_eq!(candidate.seen().of(PROCTOR, PROCTOR) + candidate.seen().sound_of(PROCTOR), 0, "off until switched on");
    let path = format!("/api/webrtc/sessions/{}/proctor", monitor.session);
    let switch = |audio, video| t.put(&path).bearer(&scene.admin).json(json!({"audio": audio, "video": video})).send();
    switch(true, true).await.ok();
    candidate.until("voice and picture", |s| s.of(PROCTOR, PROCTOR) > 3 && s.sound_of(PROCTOR) > 3).await;
    let on = json!({"speaking": true, "video": true, "name": "Ada Admin"});
    assert_eq!(scene.signals(1, true).await.pop(), Some(("proctor".into(), on.clone())));
    loop {
        let event = events.next().await.unwrap();
        if event.name == "video.changed" && event.data["proctor"] == on {
            assert_eq!(event.data["high"], true);
            break;
        }
    }
    switch(false, false).await.ok();
    let after = candidate.seen();
    monitor.more_of(7, LOW, 10).await;
    let later = candidate.seen();
    assert!(later.of(PROCTOR, PROCTOR) <= after.of(PROCTOR, PROCTOR) + 2, "{later:?}");
    assert!(later.sound_of(PROCTOR) <= after.sound_of(PROCTOR) + 2, "{later:?}");

    switch(true, false).await.ok();
    monitor.stop();
    loop {
        let event = events.next().await.unwrap();
        if event.name == "video.changed" && event.data["proctor"].is_null() && event.data["high"] == false {
            break;
        }
    }
    let off = json!({"speaking": false, "video": false, "name": ""});
    let mut told = scene.signals(1, true).await.into_iter().rfind(|(kind, _)| kind == "proctor");
    assert_eq!(told.take(), Some(("proctor".into(), off)));
    let wall = Client::wall(t, media, &scene.admin).await;
    let path = format!("/api/webrtc/sessions/{}/proctor", wall.session);
    let input = json!({"audio": true, "video": false});
    t.put(path).bearer(&scene.admin).json(input).send().await.invalid("session_id");
}
