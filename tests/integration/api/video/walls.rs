use super::Scene;
use crate::support::{
    journey::{key, text},
    media_client::{Client, HIGH, LOW},
};
use serde_json::json;

#[tokio::test]
async fn a_wall_shows_many_follows_the_focus_and_uses_lines_again() {
    follow_the_focus(Scene::new(3).await).await;
}

#[tokio::test]
async fn a_wall_does_so_whichever_media_threads_own_the_candidates() {
    follow_the_focus(Scene::on_threads(4, 3).await).await;
}

async fn follow_the_focus(scene: Scene) {
    let (t, media, admin) = (&scene.t, scene.media, &scene.admin);
    let [a, b, c] = &scene.invites[..] else { unreachable!() };
    let mut candidates = Vec::new();
    for (invite, n) in scene.invites.iter().zip(1..) {
        let candidate = Client::publish(t, media, invite, &key(n), 10 + n).await;
        candidate.layer(HIGH, true);
        candidates.push(candidate);
    }
    let wall = Client::wall(t, media, admin).await;
    let lines = wall.show(t, admin, &[a, b], Some(b)).await;
    let (line_a, line_b) = (lines[text(&a["id"])].clone(), lines[text(&b["id"])].clone());
    let both = wall.until("both", |s| s.of(11, LOW) > 3 && s.of(12, HIGH) > 3 && s.sound_of(12) > 3).await;
    assert!(both.video.keys().all(|(line, who, _)| *line == if *who == 11 { &*line_a } else { &*line_b }), "{both:?}");
    assert_eq!((both.of(11, HIGH), both.sound_of(11)), (0, 0), "small and silent without the focus");

    // Focus alone needs no new agreement.
    let lines = wall.show(t, admin, &[a, b], Some(a)).await;
    assert_eq!(lines.len(), 2);
    wall.until("the other focus", |s| s.of(11, HIGH) > 3 && s.sound_of(11) > 3).await;
    // One more candidate does: a new line. Instead of one who left comes another on the same line.
    let lines = wall.show(t, admin, &[a, b, c], None).await;
    assert_eq!((lines.len(), &lines[text(&a["id"])]), (3, &line_a));
    wall.more_of(13, LOW, 3).await;
    wall.show(t, admin, &[a, b], None).await;
    let before = wall.seen().of(13, LOW);
    wall.more_of(11, LOW, 10).await;
    assert!(wall.seen().of(13, LOW) <= before + 2, "who is not shown is not sent");
    let lines = wall.show(t, admin, &[c, b], None).await;
    assert_eq!(lines.len(), 2);
    let again = wall.more_of(13, LOW, 3).await;
    assert_eq!(again.backwards, 0);
    let path = format!("/api/webrtc/walls/{}", wall.session);
    t.delete(&path).bearer(admin).send().await.ok();
    wall.until("closed", |s| s.closed).await;
    t.delete(&path).bearer(admin).send().await.refused(404, "unknown_session");
}

#[tokio::test]
async fn one_change_at_a_time_and_forty_eight_at_most() {
    let scene = Scene::new(2).await;
    let (t, admin) = (&scene.t, &scene.admin);
    let wall = Client::wall(t, scene.media, admin).await;
    let path = format!("/api/webrtc/walls/{}", wall.session);
    let show = |ids: serde_json::Value| t.put(&path).bearer(admin).json(json!({"invite_ids": ids})).send();
    let many: Vec<String> = (0..49).map(|n| format!("00000000-0000-7000-8000-{n:012}")).collect();
    show(json!(many)).await.invalid("invite_ids");
    show(json!(["nonsense"])).await.refused(404, "not_found");
    let first = show(json!([scene.invites[0]["id"]])).await.ok();
    show(json!([scene.invites[1]["id"]])).await.refused(409, "renegotiating");
    let sdp = wall.answer(text(&first["sdp"])).await;
    let answer = json!({"type": "answer", "sdp": sdp, "session_id": wall.session});
    t.post("/api/webrtc/answer").bearer(admin).json(&answer).send().await.ok();
    t.post("/api/webrtc/answer").bearer(admin).json(&answer).send().await.refused(409, "no_offer");
    assert_eq!(show(json!([scene.invites[1]["id"]])).await.ok()["mids"].as_object().unwrap().len(), 1);
}
