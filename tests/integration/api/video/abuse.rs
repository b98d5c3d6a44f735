use super::Scene;
use crate::support::{
    journey::{key, text},
    media_client::{Client, LOW, eventually},
};
use futures_util::future::join_all;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpStream, UdpSocket},
};

/// Bytes that look like all that a media port may get, with nothing right in them.
fn garbage() -> Vec<Vec<u8>> {
    let mut stun = vec![0, 1, 0, 12, 0x21, 0x12, 0xa4, 0x42];
    stun.extend([9; 12]);
    stun.extend([0, 6, 0, 8]);
    stun.extend(b"abcd:efg");
    let mut cut = stun.clone();
    cut.truncate(22);
    let rtp = [&[0x80, 96, 0, 1][..], &[7; 400]].concat();
    let report = [&[0x80, 200, 0, 6][..], &[7; 24]].concat();
    let dtls = [&[22, 254, 253, 0, 0][..], &[1; 200]].concat();
    vec![stun, cut, rtp, report, dtls, vec![], vec![0; 1], vec![255; 1_400], vec![0; 65_000], vec![3; 20]]
}

#[tokio::test]
async fn a_flood_of_garbage_leaves_a_working_session_undisturbed() {
    let scene = Scene::new(1).await;
    let (t, media, invite) = (&scene.t, scene.media, &scene.invites[0]);
    let _candidate = Client::publish(t, media, invite, &key(1), 7).await;
    let viewer = Client::watch(t, media, &scene.admin, invite).await;
    viewer.more_of(7, LOW, 2).await;
    let (packets, flood) = (garbage(), UdpSocket::bind("127.0.0.1:0").await.unwrap());
    for n in 0..20_000 {
        let _ = flood.send_to(&packets[n % packets.len()], media).await;
    }
    let seen = viewer.more_of(7, LOW, 20).await;
    assert!(!seen.closed && seen.backwards == 0);
    // Nothing is ever sent to who is not known.
    assert!(flood.try_recv(&mut [0; 100]).is_err());
}

#[tokio::test]
async fn a_connection_that_floods_the_port_disturbs_no_other_and_is_heard_again_afterwards() {
    let scene = Scene::new(2).await;
    let (t, media) = (&scene.t, scene.media);
    let flooder = Client::publish(t, media, &scene.invites[0], &key(1), 7).await;
    let _calm = Client::publish(t, media, &scene.invites[1], &key(2), 8).await;
    let [its_viewer, viewer] = [
        Client::watch(t, media, &scene.admin, &scene.invites[0]).await,
        Client::watch(t, media, &scene.admin, &scene.invites[1]).await,
    ];
    its_viewer.more_of(7, LOW, 1).await;
    for _ in 0..5 {
        flooder.flood(&garbage()[2], 5_000);
        viewer.more_of(8, LOW, 3).await;
    }
    its_viewer.more_of(7, LOW, 5).await;
    assert!(!flooder.seen().closed);
}

#[tokio::test]
async fn who_says_nothing_sensible_over_tcp_is_closed() {
    let scene = Scene::new(1).await;
    let (t, media, invite) = (&scene.t, scene.media, &scene.invites[0]);
    let mut silent = Vec::new();
    for _ in 0..144 {
        silent.push(TcpStream::connect(media).await.unwrap());
    }
    // One address may have 128 connections that have not said who they are; more are closed at once.
    let read = silent.iter_mut().map(async |stream| stream.read(&mut [0; 1]).await);
    let all = read.map(|read| tokio::time::timeout(Duration::from_secs(1), read));
    let closed = join_all(all).await.iter().filter(|read| matches!(read, Ok(Ok(0) | Err(_)))).count();
    assert_eq!(closed, 16);
    drop(silent);
    let talks = async || {
        let candidate = Client::publish_over(t, media, true, invite, &key(1), 7).await;
        let until = candidate.until("connected", |s| s.connected);
        tokio::time::timeout(Duration::from_secs(2), until).await.ok().map(|_| candidate)
    };
    let _candidate = eventually("there is room again", talks).await;
    let viewer = Client::watch(t, media, &scene.admin, invite).await;
    viewer.more_of(7, LOW, 2).await;
    for packet in garbage() {
        let mut stream = TcpStream::connect(media).await.unwrap();
        let length = u16::try_from(packet.len()).unwrap_or(u16::MAX).to_be_bytes();
        let _ = stream.write_all(&[&length[..], &packet].concat()).await;
        let mut rest = Vec::new();
        // Closed, or reset with bytes unread: in no case is anything answered.
        let _ = stream.read_to_end(&mut rest).await;
        assert!(rest.is_empty());
    }
    viewer.more_of(7, LOW, 5).await;
}

#[tokio::test]
async fn viewers_of_one_candidate_and_connections_of_one_admin_are_limited() {
    let scene = Scene::new(3).await;
    let (t, admin) = (&scene.t, &scene.admin);
    let start = |n: usize| {
        let path = format!("/api/webrtc/start-session/{}", text(&scene.invites[n]["id"]));
        t.post(path).bearer(admin).send()
    };
    for _ in 0..16 {
        start(0).await.ok();
    }
    start(0).await.refused(429, "too_many");
    for _ in 0..16 {
        start(1).await.ok();
    }
    start(2).await.refused(429, "too_many");
    t.post("/api/webrtc/walls").bearer(admin).send().await.refused(429, "too_many");
    let end = format!("/api/webrtc/end-session/{}", text(&scene.invites[1]["id"]));
    t.post(end).bearer(admin).send().await.ok();
    eventually("there is room again", async || Some(start(2).await).filter(|r| r.status == 200)).await;
    start(0).await.refused(429, "too_many");
}
