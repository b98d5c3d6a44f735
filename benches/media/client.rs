//! Browsers of candidates and of administrators.

use crate::api::{Api, Attempt, text};
use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use str0m::{
    Candidate, Event, Input, Output, Rtc,
    change::{SdpAnswer, SdpOffer},
    media::{Direction, Frequency, MediaKind, MediaTime, Mid, Simulcast, SimulcastLayer},
    net::{Protocol, Receive},
};
use tokio::net::UdpSocket;

pub const FPS: u64 = 5;
/// Bytes per frame: 100 kbit/s at 5 frames/s.
const FRAME_BYTES: usize = 2_500;

/// Totals of all clients.
#[derive(Default)]
pub struct Counts {
    pub connected: AtomicUsize,
    pub sent: AtomicU64,
    pub received: AtomicU64,
}

pub struct Client {
    rtc: Rtc,
    socket: UdpSocket,
    own: SocketAddr,
}

impl Client {
    async fn new() -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let own = socket.local_addr().unwrap();
        let crypto = Arc::new(str0m::crypto::from_feature_flags());
        let builder =
            Rtc::builder().set_crypto_provider(crypto).clear_codecs().enable_vp8(true).enable_opus(true, false);
        let mut rtc = builder.build(Instant::now());
        rtc.add_local_candidate(Candidate::host(own, "udp").unwrap());
        Self { rtc, socket, own }
    }

    /// Sends and receives forever; calls `on_picture` for every received frame.
    async fn run(mut self, video: Option<Mid>, counts: Arc<Counts>, mut on_picture: impl FnMut()) {
        let mut buffer = vec![0; 2_000];
        let mut pictures = tokio::time::interval(Duration::from_millis(1_000 / FPS));
        let (begun, mut key, mut connected) = (Instant::now(), true, false);
        loop {
            let next = loop {
                match self.rtc.poll_output().unwrap() {
                    Output::Timeout(at) => break at,
                    Output::Transmit(t) => drop(self.socket.try_send_to(&t.contents, t.destination)),
                    Output::Event(Event::Connected) => {
                        connected = true;
                        counts.connected.fetch_add(1, Relaxed);
                    }
                    Output::Event(Event::MediaData(_)) => {
                        counts.received.fetch_add(1, Relaxed);
                        on_picture();
                    }
                    Output::Event(Event::KeyframeRequest(_)) => key = true,
                    Output::Event(_) => {}
                }
            };
            if !self.rtc.is_alive() {
                return;
            }
            tokio::select! {
                got = self.socket.recv_from(&mut buffer) => {
                    let Ok((count, from)) = got else { continue };
                    if let Ok(received) = Receive::new(Protocol::Udp, from, self.own, &buffer[..count]) {
                        let _ = self.rtc.handle_input(Input::Receive(Instant::now(), received));
                    }
                }
                () = tokio::time::sleep_until(next.into()) => {
                    self.rtc.handle_input(Input::Timeout(Instant::now())).unwrap();
                }
                _ = pictures.tick(), if connected && video.is_some() => {
                    let mut picture = vec![7; if std::mem::take(&mut key) { FRAME_BYTES * 3 } else { FRAME_BYTES }];
                    let is_key = picture.len() > FRAME_BYTES;
                    picture[..6].copy_from_slice(&[if is_key { 0x10 } else { 0x11 }, 0, 0, 0x9d, 1, 0x2a]);
                    let now = Instant::now();
                    let ticks = u64::try_from((now - begun).as_millis()).unwrap() * 90;
                    if let Some(writer) = video.and_then(|mid| self.rtc.writer(mid)) {
                        let pt = writer.payload_params().next().unwrap().pt();
                        let time = MediaTime::new(ticks, Frequency::NINETY_KHZ);
                        writer.rid("l".into()).write(pt, now, time, picture).unwrap();
                        counts.sent.fetch_add(1, Relaxed);
                    }
                }
            }
        }
    }
}

/// Connects a candidate, on the calling thread.
pub async fn publish(api: Api, attempt: Attempt, counts: Arc<Counts>) {
    let Attempt { invite, key, .. } = attempt;
    let mut client = Client::new().await;
    let mut change = client.rtc.sdp_api();
    let mut simulcast = Simulcast::new();
    simulcast.add_send_layer(SimulcastLayer::new("l"));
    simulcast.add_send_layer(SimulcastLayer::new("h"));
    let video = change.add_media(MediaKind::Video, Direction::SendOnly, None, None, Some(simulcast));
    change.add_media(MediaKind::Audio, Direction::SendOnly, None, None, None);
    let (offer, pending) = change.apply().unwrap();
    let body = json!({"type": "offer", "sdp": offer.to_sdp_string(), "invite_id": invite});
    let reply = api.call(reqwest::Method::POST, "/webrtc/offer", Some(&key), body).await;
    client.rtc.sdp_api().accept_answer(pending, SdpAnswer::from_sdp_string(text(&reply["sdp"])).unwrap()).unwrap();
    tokio::task::spawn_local(client.run(Some(video), counts, || {}));
}

async fn answer(api: &Api, client: &mut Client, session: &Value, sdp: &Value) {
    let offer = SdpOffer::from_sdp_string(text(sdp)).unwrap();
    let answer = client.rtc.sdp_api().accept_offer(offer).unwrap();
    let body = json!({"type": "answer", "sdp": answer.to_sdp_string(), "session_id": session});
    api.post("/webrtc/answer", body).await;
}

/// Opens a wall, on the calling thread.
pub async fn wall(api: Api, invites: Vec<String>, counts: Arc<Counts>) {
    let session = api.post("/webrtc/walls", json!({})).await["session_id"].clone();
    let path = format!("/webrtc/walls/{}", text(&session));
    let offer = api.call(reqwest::Method::PUT, &path, None, json!({"invite_ids": invites})).await;
    let mut client = Client::new().await;
    answer(&api, &mut client, &session, &offer["sdp"]).await;
    tokio::task::spawn_local(client.run(None, counts, || {}));
}

/// Measures the time from the click to the first frame.
pub async fn click(api: Api, invite: String) -> Duration {
    let begun = Instant::now();
    let started = api.post(&format!("/webrtc/start-session/{invite}"), json!({})).await;
    let mut client = Client::new().await;
    answer(&api, &mut client, &started["session_id"], &started["sdp"]).await;
    let (seen, first) = tokio::sync::oneshot::channel();
    let mut seen = Some(seen);
    let running = tokio::task::spawn_local(client.run(None, Arc::default(), move || {
        if let Some(seen) = seen.take() {
            let _ = seen.send(());
        }
    }));
    first.await.unwrap();
    let took = begun.elapsed();
    running.abort();
    api.post(&format!("/webrtc/end-session/{invite}"), json!({"session_id": started["session_id"]})).await;
    took
}
