use super::Scene;
use crate::support::{
    app::TestApp,
    journey::{PASSWORD, key, text},
    media_client::{Client, LOW, eventually, offer},
};
use invigil::{
    domain::user::Session,
    service::{account::admins, actor::Actor, monitor::video},
    store::Read,
};
use serde_json::json;

#[tokio::test]
async fn only_the_browser_that_holds_a_running_attempt_publishes() {
    let scene = Scene::new(1).await;
    let (t, media, invite) = (&scene.t, scene.media, &scene.invites[0]);
    let (sdp, _finish) = offer(media, false, 7).await;
    let body = |id: &serde_json::Value| json!({"type": "offer", "sdp": sdp, "invite_id": id});
    let call = || t.post("/api/webrtc/offer");
    call().key(&key(2)).json(body(&invite["id"])).send().await.refused(409, "attempt_elsewhere");
    call().json(body(&invite["id"])).send().await.refused(409, "attempt_elsewhere");
    call().bearer(&scene.admin).json(body(&invite["id"])).send().await.refused(409, "attempt_elsewhere");
    call().key("short").json(body(&invite["id"])).send().await.invalid("X-Attempt-Key");
    for unknown in [json!("00000000-0000-7000-8000-000000000000"), json!("nonsense")] {
        call().key(&key(1)).json(body(&unknown)).send().await.refused(404, "not_found");
    }
    let test = t.test_with_all_types(&scene.admin).await;
    let waiting = t.invite(&scene.admin, &test, "later@example.org").await;
    call().key(&key(1)).json(body(&waiting["id"])).send().await.refused(409, "not_in_progress");
    for (kind, sdp) in
        [("answer", sdp.as_str()), ("offer", ""), ("offer", "v=0"), ("offer", &"m=video 9 x 1\r\n".repeat(9))]
    {
        let bad = json!({"type": kind, "sdp": sdp, "invite_id": invite["id"]});
        assert_eq!(call().key(&key(1)).json(bad).send().await.status, 422);
    }
    // None of this made a connection, and the documented bare call without any key is served while no one brought one.
    assert!(t.app.media.state(text(&invite["id"]).parse().unwrap()).is_none());
    let bare = t.invite(&scene.admin, &test, "bare@example.org").await;
    t.post(format!("/api/start-test/{}", text(&bare["token"]))).send().await.ok();
    call().json(body(&bare["id"])).send().await.ok();
    t.submit(&invite["token"], &key(1), &[]).await.ok();
    call().key(&key(1)).json(body(&invite["id"])).send().await.refused(410, "finished");
}

#[tokio::test]
async fn only_admins_watch_and_only_what_is_in_progress() {
    let scene = Scene::new(1).await;
    let (t, invite) = (&scene.t, &scene.invites[0]);
    let path = format!("/api/webrtc/start-session/{}", text(&invite["id"]));
    t.post(&path).key(&key(1)).send().await.refused(401, "unauthorized");
    let test = t.test_with_all_types(&scene.admin).await;
    let waiting = t.invite(&scene.admin, &test, "later@example.org").await;
    let early = format!("/api/webrtc/start-session/{}", text(&waiting["id"]));
    let refusal = t.post(early).bearer(&scene.admin).send().await.refused(409, "not_in_progress");
    assert_eq!(refusal["detail"], "Test must be in progress to start monitoring");
    let started = t.post(&path).bearer(&scene.admin).send().await.ok();
    assert_eq!((&started["type"], &started["ice_servers"]), (&json!("offer"), &json!([])));

    // Another admin's session is none of mine, nor is the candidate's.
    let operator = Actor::Operator.require().unwrap();
    admins::create(&t.app, &operator, "bob@example.org", PASSWORD.into(), "Bob").await.unwrap();
    let bob = t.sign_in("bob@example.org").await;
    let signals = format!("/api/webrtc/signals/{}?session_id={}", text(&invite["id"]), text(&started["session_id"]));
    t.get(&signals).bearer(&bob).send().await.refused(404, "unknown_session");
    t.get(&signals).key(&key(1)).send().await.refused(404, "unknown_session");
    assert_eq!(t.get(&signals).bearer(&scene.admin).send().await.ok()["signals"][0]["type"], "offer");
    let answer = json!({"type": "answer", "sdp": "v=0", "invite_id": invite["id"]});
    t.post("/api/webrtc/answer").bearer(&bob).json(&answer).send().await.refused(404, "unknown_session");
    t.post("/api/webrtc/answer").bearer(&scene.admin).json(&answer).send().await.invalid("sdp");

    t.submit(&invite["token"], &key(1), &[]).await.ok();
    t.post(&path).bearer(&scene.admin).send().await.refused(409, "not_in_progress");
}

#[tokio::test]
async fn a_page_ends_its_own_connection_and_no_test() {
    let scene = Scene::new(1).await;
    let (t, media, invite) = (&scene.t, scene.media, &scene.invites[0]);
    let candidate = Client::publish(t, media, invite, &key(1), 7).await;
    let (one, two) =
        (Client::watch(t, media, &scene.admin, invite).await, Client::watch(t, media, &scene.admin, invite).await);
    two.more_of(7, LOW, 1).await;
    let path = format!("/api/webrtc/end-session/{}", text(&invite["id"]));
    t.post(format!("{path}?session_id={}", one.session)).bearer(&scene.admin).send().await.ok();
    one.until("closed", |s| s.closed).await;
    two.more_of(7, LOW, 3).await;
    let stranger = json!({"attempt_key": key(5)}).to_string();
    t.post(&path).body("text/plain;charset=UTF-8", stranger).send().await.refused(409, "attempt_elsewhere");
    let beacon = json!({"attempt_key": key(1)}).to_string();
    t.post(&path).body("text/plain;charset=UTF-8", beacon).send().await.ok();
    candidate.until("closed", |s| s.closed).await;
    t.post(&path).bearer(&scene.admin).send().await.ok();
    two.until("closed", |s| s.closed).await;
    assert_eq!(t.invite_row(&scene.admin, &invite["id"]).await["status"], "in_progress");
}

#[tokio::test]
async fn a_deactivated_admin_stops_watching() {
    let scene = Scene::new(1).await;
    let (t, media, invite) = (&scene.t, scene.media, &scene.invites[0]);
    let operator = Actor::Operator.require().unwrap();
    admins::create(&t.app, &operator, "bob@example.org", PASSWORD.into(), "Bob").await.unwrap();
    let bob = t.sign_in("bob@example.org").await;
    let _candidate = Client::publish(t, media, invite, &key(1), 7).await;
    let (his, hers) =
        (Client::watch(t, media, &bob, invite).await, Client::watch(t, media, &scene.admin, invite).await);
    his.more_of(7, LOW, 1).await;
    t.change_user("bob@example.org", |user| user.is_active = false).await;
    video::recheck(&t.app).unwrap();
    his.until("closed", |s| s.closed).await;
    hers.more_of(7, LOW, 3).await;
}

/// Also one of an account that is still signed in elsewhere, whose page opens another.
#[tokio::test]
async fn an_ended_session_stops_watching_and_a_token_never_begins() {
    let scene = Scene::new(1).await;
    let (t, media, invite) = (&scene.t, scene.media, &scene.invites[0]);
    let _candidate = Client::publish(t, media, invite, &key(1), 7).await;
    let stolen = t.sign_in("ada@example.org").await;
    let theirs = Client::watch(t, media, &stolen, invite).await;
    theirs.more_of(7, LOW, 1).await;
    t.delete("/api/auth/sessions").bearer(&scene.admin).send().await.ok();
    theirs.until("closed", |s| s.closed).await;
    let path = format!("/api/webrtc/start-session/{}", text(&invite["id"]));
    t.post(&path).bearer(&stolen).send().await.refused(401, "unauthorized");
    let form = json!({"name": "wall", "role": "proctor"});
    let token = t.post("/api/tokens").bearer(&scene.admin).json(form).send().await.expect(201);
    t.post(&path).bearer(text(&token["token"])).send().await.refused(403, "accounts_only");
    let own = Client::watch(t, media, &scene.admin, invite).await;
    own.more_of(7, LOW, 1).await;
    // One that has ended by itself.
    for session in t.app.store.read().unwrap().records::<Session>().unwrap() {
        t.app.store.write(move |tx| tx.delete::<Session>(session.id)).await.unwrap();
    }
    video::recheck(&t.app).unwrap();
    own.until("closed", |s| s.closed).await;
}

#[tokio::test]
async fn without_live_video_the_pages_are_told() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    let path = format!("/api/take-test/{}/media", text(&invite["token"]));
    let told = t.get(&path).send().await.ok();
    assert_eq!((&told["webrtc"], text(&told["boot"])), (&json!(false), t.app.hub.boot()));
    let offer = json!({"type": "offer", "sdp": "v=0", "invite_id": invite["id"]});
    t.post("/api/webrtc/offer").key(&key(1)).json(offer).send().await.refused(409, "media_off");
    t.post("/api/webrtc/walls").bearer(&admin).send().await.refused(409, "media_off");
    let start = format!("/api/webrtc/start-session/{}", text(&invite["id"]));
    t.post(start).bearer(&admin).send().await.refused(409, "media_off");
    t.start_media();
    assert_eq!(t.get(&path).send().await.ok()["webrtc"], true);
    t.get("/api/take-test/unknown/media").send().await.refused(404, "unknown_link");
    // What a server that was started again says about sessions from before.
    let before = format!("/api/webrtc/signals/{}?session_id=00000000-0000-7000-8000-000000000000", text(&invite["id"]));
    t.get(&before).key(&key(1)).send().await.refused(404, "unknown_session");
}

#[tokio::test]
async fn what_the_server_sees_is_told_to_open_pages() {
    let scene = Scene::new(1).await;
    let (t, media, invite) = (&scene.t, scene.media, &scene.invites[0]);
    let id = text(&invite["id"]).parse().unwrap();
    let mut events = t.get("/api/events").bearer(&scene.admin).stream().await;
    let seen = async || t.app.media.state(id).map(|s| format!("{:?}", s.seen));
    let candidate = Client::publish(t, media, invite, &key(1), 7).await;
    for _ in 0..2 {
        assert_eq!(events.next_named().await, ("video.changed".into(), invite["id"].clone()));
    }
    eventually("live", async || seen().await.filter(|s| s == "Live")).await;
    candidate.mute();
    // The connection stands: it is the camera, not the network.
    eventually("no picture after three seconds", async || seen().await.filter(|s| s == "Offline(NoPicture)")).await;
    candidate.stop();
    let left = async || scene.signals(1, true).await.into_iter().rfind(|(kind, _)| kind == "closed");
    assert_eq!(eventually("closed", left).await.1["code"], "left");
}

/// A connection would outlive its token, so a program opens none.
#[tokio::test]
async fn a_token_opens_no_live_video() {
    let scene = Scene::new(1).await;
    let (t, invite) = (&scene.t, &scene.invites[0]);
    let form = json!({"name": "wall", "role": "proctor"});
    let made = t.post("/api/tokens").bearer(&scene.admin).json(form).send().await.expect(201);
    let token = text(&made["token"]);
    for path in [format!("/api/webrtc/start-session/{}", text(&invite["id"])), "/api/webrtc/walls".to_owned()] {
        t.post(path).bearer(token).send().await.refused(403, "accounts_only");
    }
    let signals = format!("/api/webrtc/signals/{}", text(&invite["id"]));
    t.get(signals).bearer(token).send().await.refused(403, "accounts_only");
}
