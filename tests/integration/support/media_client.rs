//! WebRTC clients over loopback that send and count frames like the pages of candidates and administrators. Every video
//! frame carries a mark of its sender and layer.

use super::{app::TestApp, journey::text};
use bytes::{Bytes, BytesMut};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};
use str0m::{
    Candidate, Event, Input, Output, Rtc,
    change::{SdpAnswer, SdpOffer},
    media::{Direction, Frequency, MediaKind, MediaTime, Mid, Rid, Simulcast, SimulcastLayer},
    net::{Protocol, Receive, TcpType},
};
use tokio::{
    net::{TcpStream, UdpSocket},
    sync::{mpsc, oneshot, watch},
};
use tokio_util::codec::{Framed, LengthDelimitedCodec};

/// Timeout for any wait; reached only by a defect.
const TIMEOUT: Duration = Duration::from_secs(20);
/// Interval between two video frames.
const FRAME: Duration = Duration::from_millis(30);
pub const LOW: u8 = 1;
pub const HIGH: u8 = 2;
/// Mark of frames sent by a proctor.
pub const PROCTOR: u8 = 3;

/// Frames and state received by a client so far.
#[derive(Clone, Default, Debug)]
pub struct Seen {
    pub connected: bool,
    pub closed: bool,
    /// Video frames by media line, sender and layer.
    pub video: HashMap<(String, u8, u8), usize>,
    /// Audio frames by media line and sender.
    pub audio: HashMap<(String, u8), usize>,
    /// Frames whose timestamp was not after the previous one.
    pub backwards: usize,
}

impl Seen {
    /// Number of video frames of a sender in one layer, on any media line.
    pub fn of(&self, sender: u8, layer: u8) -> usize {
        self.video.iter().filter(|((_, s, l), _)| (*s, *l) == (sender, layer)).map(|(_, n)| n).sum()
    }

    pub fn sound_of(&self, sender: u8) -> usize {
        self.audio.iter().filter(|((_, s), _)| *s == sender).map(|(_, n)| n).sum()
    }
}

enum Order {
    Offer(SdpOffer, oneshot::Sender<SdpAnswer>),
    /// Turns a layer on or off; `None` means all.
    Layer(Option<u8>, bool),
    /// Sends a packet this many times.
    Flood(Vec<u8>, usize),
    /// Continues from another port, like after a network change.
    Move,
    Stop,
}

pub struct Client {
    pub session: String,
    seen: watch::Receiver<Seen>,
    orders: mpsc::UnboundedSender<Order>,
}

/// Only UDP, or only TCP.
enum Wire {
    Udp(UdpSocket),
    Tcp(Framed<TcpStream, LengthDelimitedCodec>),
}

struct Machine {
    rtc: Rtc,
    wire: Wire,
    own: SocketAddr,
    remote: SocketAddr,
    mark: u8,
    /// Media lines for outgoing video and audio.
    video: Vec<(Mid, Option<Rid>, u8)>,
    audio: Option<Mid>,
    active: [bool; 4],
    key: [bool; 4],
    seen: watch::Sender<Seen>,
    last: HashMap<Mid, u64>,
    begun: Instant,
}

async fn wire(media: SocketAddr, over_tcp: bool) -> (Wire, SocketAddr) {
    if over_tcp {
        let stream = TcpStream::connect(media).await.unwrap();
        let own = stream.local_addr().unwrap();
        let codec = LengthDelimitedCodec::builder().length_field_type::<u16>().new_codec();
        (Wire::Tcp(Framed::new(stream, codec)), own)
    } else {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let own = socket.local_addr().unwrap();
        (Wire::Udp(socket), own)
    }
}

fn rtc(own: SocketAddr, over_tcp: bool) -> Rtc {
    let crypto = Arc::new(str0m::crypto::from_feature_flags());
    let builder = Rtc::builder().set_crypto_provider(crypto).clear_codecs().enable_vp8(true).enable_opus(true, false);
    let mut rtc = builder.build(Instant::now());
    let candidate = if over_tcp {
        Candidate::builder().tcp().host(own).tcptype(TcpType::Active).build().unwrap()
    } else {
        Candidate::host(own, "udp").unwrap()
    };
    rtc.add_local_candidate(candidate);
    rtc
}

impl Machine {
    async fn new(media: SocketAddr, over_tcp: bool, mark: u8) -> (Self, watch::Receiver<Seen>) {
        let (wire, own) = wire(media, over_tcp).await;
        let (seen, receiver) = watch::channel(Seen::default());
        let machine = Self {
            rtc: rtc(own, over_tcp),
            wire,
            own,
            remote: media,
            mark,
            video: Vec::new(),
            audio: None,
            active: [true, true, false, true],
            key: [true; 4],
            seen,
            last: HashMap::new(),
            begun: Instant::now(),
        };
        (machine, receiver)
    }

    fn spawn(self, session: String, seen: watch::Receiver<Seen>) -> Client {
        let (orders, inbox) = mpsc::unbounded_channel();
        tokio::spawn(self.run(inbox));
        Client { session, seen, orders }
    }

    async fn run(mut self, mut orders: mpsc::UnboundedReceiver<Order>) {
        let mut frames = tokio::time::interval(FRAME);
        // No burst of frames after a delay.
        frames.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut buffer = vec![0; 2_000];
        loop {
            let Some(next) = self.drain().await else { return };
            tokio::select! {
                order = orders.recv() => match order {
                    Some(Order::Offer(offer, reply)) => {
                        let answer = self.rtc.sdp_api().accept_offer(offer).unwrap();
                        reply.send(answer).unwrap();
                    }
                    Some(Order::Layer(layer, on)) => match layer {
                        Some(layer) => self.active[layer as usize] = on,
                        None => self.active = [on; 4],
                    },
                    Some(Order::Flood(packet, times)) => {
                        let Wire::Udp(socket) = &self.wire else { return };
                        for _ in 0..times {
                            drop(socket.send_to(&packet, self.remote).await);
                        }
                    }
                    // Like behind a router that got another address: the client itself notices nothing.
                    Some(Order::Move) => self.wire = wire(self.remote, false).await.0,
                    Some(Order::Stop) => {
                        self.rtc.close().unwrap();
                        self.drain().await;
                        return;
                    }
                    // The test is over.
                    None => return,
                },
                bytes = receive(&mut self.wire, &mut buffer) => {
                    let Some(bytes) = bytes else { return };
                    self.take(&bytes);
                }
                () = tokio::time::sleep_until(next.into()) => {
                    self.rtc.handle_input(Input::Timeout(Instant::now())).unwrap();
                }
                _ = frames.tick() => self.send_frames().await,
            }
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        let proto = if matches!(self.wire, Wire::Tcp(_)) { Protocol::Tcp } else { Protocol::Udp };
        if let Ok(received) = Receive::new(proto, self.remote, self.own, bytes) {
            let _ = self.rtc.handle_input(Input::Receive(Instant::now(), received));
        }
    }

    /// Processes all output; returns the next timeout, or `None` once the connection is dead.
    async fn drain(&mut self) -> Option<Instant> {
        loop {
            if !self.rtc.is_alive() {
                self.seen.send_modify(|s| s.closed = true);
                return None;
            }
            match self.rtc.poll_output().ok()? {
                Output::Timeout(at) => return Some(at),
                Output::Transmit(packet) => match &mut self.wire {
                    Wire::Udp(socket) => drop(socket.send_to(&packet.contents, packet.destination).await),
                    Wire::Tcp(frames) => frames.send(Bytes::copy_from_slice(&packet.contents)).await.ok()?,
                },
                Output::Event(event) => self.note(event),
            }
        }
    }

    fn note(&mut self, event: Event) {
        match event {
            Event::Connected => self.seen.send_modify(|s| s.connected = true),
            Event::Closed => self.seen.send_modify(|s| s.closed = true),
            Event::KeyframeRequest(request) => {
                for (_, _, layer) in
                    self.video.iter().filter(|(_, rid, _)| request.rid.is_none() || *rid == request.rid)
                {
                    self.key[*layer as usize] = true;
                }
            }
            Event::MediaData(data) => {
                let is_audio = data.params.spec().codec.is_audio();
                let at = data.time.numer();
                let backwards = self.last.insert(data.mid, at).is_some_and(|before| at <= before);
                self.seen.send_modify(|s| {
                    s.backwards += usize::from(backwards);
                    if is_audio {
                        *s.audio.entry((data.mid.to_string(), data.data[1])).or_default() += 1;
                    } else {
                        *s.video.entry((data.mid.to_string(), data.data[10], data.data[11])).or_default() += 1;
                    }
                });
            }
            _ => {}
        }
    }

    async fn send_frames(&mut self) {
        if !self.rtc.is_connected() {
            return;
        }
        let now = Instant::now();
        let passed = u64::try_from((now - self.begun).as_micros()).unwrap();
        let active = self.active;
        for (mid, rid, layer) in self.video.clone() {
            if !active[layer as usize] {
                continue;
            }
            let is_key = std::mem::take(&mut self.key[layer as usize]);
            let mut frame = vec![0; 200];
            frame[..6].copy_from_slice(&[if is_key { 0x10 } else { 0x11 }, 0, 0, 0x9d, 1, 0x2a]);
            // 320 by 240.
            frame[6..10].copy_from_slice(&[0x40, 1, 0xf0, 0]);
            (frame[10], frame[11]) = (self.mark, layer);
            self.write(mid, rid, MediaTime::new(passed * 9 / 100, Frequency::NINETY_KHZ), frame);
            self.drain().await;
        }
        if let Some(mid) = self.audio {
            let time = MediaTime::new(passed * 48 / 1_000, Frequency::FORTY_EIGHT_KHZ);
            self.write(mid, None, time, vec![0xf8, self.mark, 0, 0]);
            self.drain().await;
        }
    }

    fn write(&mut self, mid: Mid, rid: Option<Rid>, time: MediaTime, data: Vec<u8>) {
        let Some(writer) = self.rtc.writer(mid) else { return };
        let first = writer.payload_params().next().map(str0m::format::PayloadParams::pt);
        let Some(pt) = first else { return };
        let writer = if let Some(rid) = rid { writer.rid(rid) } else { writer };
        writer.write(pt, Instant::now(), time, data).unwrap();
    }
}

async fn receive(wire: &mut Wire, buffer: &mut [u8]) -> Option<BytesMut> {
    match wire {
        Wire::Udp(socket) => loop {
            // "Port unreachable" for an earlier packet is not fatal.
            if let Ok((count, _)) = socket.recv_from(buffer).await {
                return Some(BytesMut::from(&buffer[..count]));
            }
        },
        Wire::Tcp(frames) => frames.next().await?.ok(),
    }
}

/// Creates a publisher's offer like the page does, and a function that completes the connection.
pub async fn offer(media: SocketAddr, over_tcp: bool, mark: u8) -> (String, impl FnOnce(&str, String) -> Client) {
    let (mut machine, seen) = Machine::new(media, over_tcp, mark).await;
    let mut change = machine.rtc.sdp_api();
    let mut simulcast = Simulcast::new();
    for rid in ["l", "h"] {
        simulcast.add_send_layer(SimulcastLayer::new(rid));
    }
    let video = change.add_media(MediaKind::Video, Direction::SendOnly, None, None, Some(simulcast));
    let audio = change.add_media(MediaKind::Audio, Direction::SendOnly, None, None, None);
    change.add_media(MediaKind::Video, Direction::RecvOnly, None, None, None);
    change.add_media(MediaKind::Audio, Direction::RecvOnly, None, None, None);
    let (offer, pending) = change.apply().unwrap();
    machine.video = vec![(video, Some("l".into()), LOW), (video, Some("h".into()), HIGH)];
    machine.audio = Some(audio);
    let finish = move |answer: &str, session: String| {
        machine.rtc.sdp_api().accept_answer(pending, SdpAnswer::from_sdp_string(answer).unwrap()).unwrap();
        machine.spawn(session, seen)
    };
    (offer.to_sdp_string(), finish)
}

impl Client {
    /// Connects as a candidate's page that sends frames with `mark`. The high layer is off, as on the page.
    pub async fn publish(t: &TestApp, media: SocketAddr, invite: &Value, key: &str, mark: u8) -> Self {
        Self::publish_over(t, media, false, invite, key, mark).await
    }

    pub async fn publish_over(
        t: &TestApp,
        media: SocketAddr,
        over_tcp: bool,
        invite: &Value,
        key: &str,
        mark: u8,
    ) -> Self {
        let (sdp, finish) = offer(media, over_tcp, mark).await;
        let body = json!({"type": "offer", "sdp": sdp, "invite_id": invite["id"]});
        let reply = t.post("/api/webrtc/offer").key(key).json(body).send().await.ok();
        assert_eq!(reply["type"], "answer");
        finish(text(&reply["sdp"]), text(&reply["session_id"]).to_owned())
    }

    /// Connects as an administrator's monitor of one candidate, which sends video and audio too.
    pub async fn watch(t: &TestApp, media: SocketAddr, admin: &str, invite: &Value) -> Self {
        Self::watch_over(t, media, false, admin, invite).await
    }

    pub async fn watch_over(t: &TestApp, media: SocketAddr, over_tcp: bool, admin: &str, invite: &Value) -> Self {
        let path = format!("/api/webrtc/start-session/{}", text(&invite["id"]));
        let started = t.post(path).bearer(admin).send().await.ok();
        let (mut machine, seen) = Machine::new(media, over_tcp, PROCTOR).await;
        let offer = SdpOffer::from_sdp_string(text(&started["sdp"])).unwrap();
        let mids: Vec<Mid> = lines(text(&started["sdp"]));
        let answer = machine.rtc.sdp_api().accept_offer(offer).unwrap();
        let body = json!({"type": "answer", "sdp": answer.to_sdp_string(), "invite_id": invite["id"]});
        t.post("/api/webrtc/answer").bearer(admin).json(body).send().await.ok();
        machine.video = vec![(mids[2], None, PROCTOR)];
        machine.audio = Some(mids[3]);
        machine.spawn(text(&started["session_id"]).to_owned(), seen)
    }

    /// Opens an empty wall.
    pub async fn wall(t: &TestApp, media: SocketAddr, admin: &str) -> Self {
        let opened = t.post("/api/webrtc/walls").bearer(admin).send().await.expect(201);
        let (machine, seen) = Machine::new(media, false, 0).await;
        machine.spawn(text(&opened["session_id"]).to_owned(), seen)
    }

    /// Connects to a wall that is open already.
    pub async fn connect(media: SocketAddr, session: String) -> Self {
        let (machine, seen) = Machine::new(media, false, 0).await;
        machine.spawn(session, seen)
    }

    /// Shows these invites on a wall; returns the media line of each.
    pub async fn show(
        &self,
        t: &TestApp,
        admin: &str,
        invites: &[&Value],
        focus: Option<&Value>,
    ) -> HashMap<String, String> {
        let ids: Vec<&Value> = invites.iter().map(|i| &i["id"]).collect();
        let body = json!({"invite_ids": ids, "focus": focus.map(|f| &f["id"])});
        let path = format!("/api/webrtc/walls/{}", self.session);
        let reply = t.put(path).bearer(admin).json(body).send().await.ok();
        if let Some(sdp) = reply["sdp"].as_str() {
            let sdp = self.answer(sdp).await;
            let body = json!({"type": "answer", "sdp": sdp, "session_id": self.session});
            t.post("/api/webrtc/answer").bearer(admin).json(body).send().await.ok();
        }
        let mids = reply["mids"].as_object().unwrap();
        mids.iter().map(|(mid, invite)| (text(invite).to_owned(), mid.clone())).collect()
    }

    /// Creates the answer to an offer of the server.
    pub async fn answer(&self, sdp: &str) -> String {
        let (reply, answer) = oneshot::channel();
        let offer = SdpOffer::from_sdp_string(sdp).unwrap();
        assert!(self.orders.send(Order::Offer(offer, reply)).is_ok(), "the client has ended");
        answer.await.unwrap().to_sdp_string()
    }

    pub fn layer(&self, layer: u8, on: bool) {
        drop(self.orders.send(Order::Layer(Some(layer), on)));
    }

    /// Sends a packet this many times, from the connection's address.
    pub fn flood(&self, packet: &[u8], times: usize) {
        drop(self.orders.send(Order::Flood(packet.to_vec(), times)));
    }

    /// Continues from another address; packets to the old one are lost.
    pub fn change_address(&self) {
        drop(self.orders.send(Order::Move));
    }

    /// Keeps the connection and sends nothing.
    pub fn mute(&self) {
        drop(self.orders.send(Order::Layer(None, false)));
    }

    /// Closes the connection like a page that is closed.
    pub fn stop(&self) {
        drop(self.orders.send(Order::Stop));
    }

    pub fn seen(&self) -> Seen {
        self.seen.borrow().clone()
    }

    /// Waits until the received frames satisfy `is_so`.
    #[track_caller]
    pub fn until(&self, what: &str, is_so: impl FnMut(&Seen) -> bool) -> impl Future<Output = Seen> {
        let (mut seen, what) = (self.seen.clone(), what.to_owned());
        async move {
            let waited = tokio::time::timeout(TIMEOUT, seen.wait_for(is_so)).await.map(|r| r.map(|s| s.clone()));
            match waited {
                Ok(Ok(seen)) => seen,
                other => panic!("{what}: {other:?} {:?}", seen.borrow()),
            }
        }
    }

    /// Waits for `more` video frames.
    pub async fn more_of(&self, sender: u8, layer: u8, more: usize) -> Seen {
        let now = self.seen().of(sender, layer);
        self.until(&format!("frames of layer {layer} of {sender}"), |s| s.of(sender, layer) >= now + more).await
    }
}

/// Names of the media lines of an SDP, in order.
fn lines(sdp: &str) -> Vec<Mid> {
    sdp.lines().filter_map(|l| l.strip_prefix("a=mid:")).map(|mid| Mid::from(mid.trim())).collect()
}

/// Polls until `ask` returns a value.
pub async fn eventually<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        if let Some(found) = ask().await {
            return found;
        }
        assert!(Instant::now() < deadline, "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
