//! Bounds of what one caller may ask of the engine, and its state afterwards.

use super::Scene;
use crate::support::{
    call::{Call, Reply},
    journey::{key, text},
    media_client::{Client, LOW, eventually, offer},
};
use futures_util::future::join_all;
use invigil::domain::time::{MINUTE, SECOND};
use serde_json::{Value, json};
use std::time::Duration;
use str0m::ice::{StunMessage, TransId};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

fn start(scene: &Scene, n: usize) -> Call {
    let path = format!("/api/webrtc/start-session/{}", text(&scene.invites[n - 1]["id"]));
    scene.t.post(path).bearer(&scene.admin)
}

async fn end(scene: &Scene, n: usize, started: &Value) {
    let path = format!("/api/webrtc/end-session/{}", text(&scene.invites[n - 1]["id"]));
    let session = json!({"session_id": started["session_id"]});
    scene.t.post(path).bearer(&scene.admin).json(session).send().await.ok();
}

fn publish(scene: &Scene, n: usize, sdp: &str) -> Call {
    let body = json!({"type": "offer", "sdp": sdp, "invite_id": scene.invites[n - 1]["id"]});
    scene.t.post("/api/webrtc/offer").key(&key(u8::try_from(n).unwrap())).json(body)
}

/// As many connections as an administrator may have can be opened, and no more.
async fn all_places_are_free(scene: &Scene) {
    scene.t.clock.advance(2 * MINUTE);
    for n in 0..32 {
        let open = async || Some(start(scene, 1 + n / 16).send().await).filter(|r| r.status == 200);
        eventually("an administrator can watch", open).await;
    }
    start(scene, 2).send().await.refused(429, "too_many");
}

/// How many were done; all others were asked when to come again.
fn done(replies: &[Reply]) -> usize {
    let refused = replies.iter().filter(|r| r.status != 200);
    for reply in refused {
        assert!([429, 503].contains(&reply.status), "{}", reply.status);
        assert!(reply.header("retry-after").parse::<u32>().unwrap() > 0);
    }
    replies.iter().filter(|r| r.status == 200).count()
}

#[tokio::test]
async fn nine_hundred_offers_at_once_lock_no_administrator_out() {
    let scene = Scene::new(2).await;
    let (sdp, _finish) = offer(scene.media, false, 7).await;
    let offers = (0..900).map(|_| publish(&scene, 1, &sdp).may_fail());
    let crowd = offers.chain((0..40).map(|_| start(&scene, 2).may_fail()));
    let replies = join_all(crowd.map(Call::send)).await;
    assert!(done(&replies) > 0);
    for opened in replies[900..].iter().filter(|r| r.status == 200) {
        end(&scene, 2, &opened.json).await;
    }
    all_places_are_free(&scene).await;
}

#[tokio::test]
async fn callers_who_hang_up_leave_no_connection_behind() {
    let scene = Scene::new(2).await;
    for round in 0..80 {
        let mut call = std::pin::pin!(start(&scene, 1).send());
        tokio::select! {
            biased;
            reply = &mut call => if reply.status == 200 { end(&scene, 1, &reply.json).await },
            () = async { for _ in 0..round % 8 { tokio::task::yield_now().await } } => {}
        }
    }
    all_places_are_free(&scene).await;
}

#[tokio::test]
async fn one_candidate_cannot_keep_the_engine_busy_with_offers() {
    let scene = Scene::new(2).await;
    let (sdp, _finish) = offer(scene.media, false, 7).await;
    let mut all = Vec::new();
    for _ in 0..40 {
        all.extend(join_all((0..8).map(|_| publish(&scene, 1, &sdp).may_fail().send())).await);
    }
    assert!((1..=20).contains(&done(&all)), "{}", done(&all));
    let refusal = all.iter().rfind(|r| r.status == 429).unwrap();
    assert_eq!(refusal.json["code"], "too_many");
    // No one else is kept waiting, and the candidate not for long.
    let _other = Client::publish(&scene.t, scene.media, &scene.invites[1], &key(2), 8).await;
    let viewer = Client::watch(&scene.t, scene.media, &scene.admin, &scene.invites[1]).await;
    viewer.more_of(8, LOW, 1).await;
    scene.t.clock.advance(2 * SECOND);
    publish(&scene, 1, &sdp).send().await.ok();
    publish(&scene, 1, &sdp).send().await.refused(429, "too_many");
}

#[tokio::test]
async fn a_hall_that_comes_back_at_once_is_let_in() {
    let scene = Scene::new(60).await;
    let mut offers = Vec::new();
    for n in 1..=60 {
        offers.push(offer(scene.media, false, n).await.0);
    }
    for _ in 0..4 {
        let replies = join_all(offers.iter().zip(1..).map(|(sdp, n)| publish(&scene, n, sdp).send())).await;
        assert_eq!(done(&replies), 60);
    }
    start(&scene, 1).send().await.ok();
}

#[tokio::test]
async fn what_one_administrator_asks_of_the_engine_is_limited() {
    let scene = Scene::new(1).await;
    let (t, admin) = (&scene.t, &scene.admin);
    let client = Client::wall(t, scene.media, admin).await;
    client.show(t, admin, &[], None).await;
    let wall = format!("/api/webrtc/walls/{}", client.session);
    let show = || t.put(&wall).bearer(admin).json(json!({"invite_ids": []})).send();
    let mut changes = 0;
    let refused = loop {
        let reply = show().await;
        if reply.status != 200 {
            break reply;
        }
        changes += 1;
        assert!(changes < 1_000, "no end");
    };
    assert!(changes > 50, "a person who clicks fast gets that far: {changes}");
    refused.refused(429, "too_many");
    let answer = json!({"type": "answer", "sdp": "v=0", "session_id": client.session});
    t.post("/api/webrtc/answer").bearer(admin).json(answer).send().await.refused(429, "too_many");
    start(&scene, 1).send().await.refused(429, "too_many");
    t.clock.advance(SECOND);
    show().await.ok();
    start(&scene, 1).send().await.ok();
    // Closing is never refused.
    while show().await.status == 200 {}
    t.delete(&wall).bearer(admin).send().await.ok();
}

#[tokio::test]
async fn a_description_longer_than_a_browsers_is_refused_unread() {
    let scene = Scene::new(1).await;
    let (sdp, _finish) = offer(scene.media, false, 7).await;
    let longer = |bytes: usize| format!("{sdp}{}", "a=note:0123456789\r\n".repeat(bytes / 19));
    publish(&scene, 1, &longer(70_000)).send().await.refused(413, "too_large");
    publish(&scene, 1, &longer(30_000)).send().await.invalid("sdp");
    publish(&scene, 1, &format!("{sdp}a={}\r\n", "x".repeat(2_100))).send().await.invalid("sdp");
    // Addresses of its own, which are not needed, may be many.
    let candidates = "a=candidate:1 1 udp 2113937151 0123456789.local 50000 typ host\r\n".repeat(600);
    publish(&scene, 1, &format!("{sdp}{candidates}")).send().await.ok();
}

/// A binding request with a name that is known and a wrong proof.
fn forged(answer: &str) -> Vec<u8> {
    let fragment = answer.lines().find_map(|l| l.strip_prefix("a=ice-ufrag:")).unwrap().trim();
    let message_name = format!("{fragment}:nobody");
    let message = StunMessage::binding_request(&message_name, TransId::new(), true, 0, 1, false);
    let mut bytes = vec![0; 256];
    let length = message.to_bytes(Some(b"wrong"), &mut bytes, |_, _| [7; 20]).unwrap();
    bytes.truncate(length);
    [&u16::try_from(length).unwrap().to_be_bytes()[..], &bytes].concat()
}

#[tokio::test]
async fn who_knows_a_name_and_not_its_password_is_closed_and_takes_no_place() {
    let scene = Scene::new(2).await;
    let (t, media) = (&scene.t, scene.media);
    let (sdp, _finish) = offer(media, false, 7).await;
    let reply: Value = publish(&scene, 1, &sdp).send().await.ok();
    let bytes = forged(text(&reply["sdp"]));
    let mut crowd = Vec::new();
    for _ in 0..20 {
        for _ in 0..20 {
            let mut stream = TcpStream::connect(media).await.unwrap();
            // It may be refused before it has said anything.
            let _ = stream.write_all(&bytes).await;
            crowd.push(stream);
        }
        for mut stream in crowd.drain(..) {
            let mut byte = [0; 1];
            let read = tokio::time::timeout(Duration::from_secs(10), stream.read(&mut byte)).await;
            assert!(matches!(read, Ok(Ok(0) | Err(_))), "{read:?}");
        }
    }
    let talks = async || {
        t.clock.advance(2 * SECOND);
        let candidate = Client::publish_over(t, media, true, &scene.invites[1], &key(2), 7).await;
        let until = candidate.until("connected", |s| s.connected);
        tokio::time::timeout(Duration::from_secs(5), until).await.ok().map(|_| candidate)
    };
    let _candidate = eventually("there is room for others", talks).await;
}
