//! The camera of a played candidate: a WebRTC publisher with the two layers that a page offers, over UDP or else TCP. The
//! pictures are bytes of the size of real ones.

use super::{api, measures::VideoMeasures, pictures::PicturePackets};
use bytes::{Bytes, BytesMut};
use futures_util::{SinkExt, StreamExt};
use reqwest::Client;
use serde::Deserialize;
use serde_json::json;
use std::{
    io,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};
use str0m::{
    Candidate, Event, Input, Output, Rtc, RtcError,
    change::{SdpAnswer, SdpPendingOffer},
    crypto::CryptoProvider,
    media::{Direction, Frequency, MediaKind, MediaTime, Mid, Rid, Simulcast, SimulcastLayer},
    net::{Protocol, Receive, TcpType},
};
use tokio::{
    net::{TcpStream, UdpSocket},
    time::{Instant as Moment, sleep_until, timeout},
};
use tokio_util::codec::{Framed, LengthDelimitedCodec};

/// A connection that is not there after this long is blocked.
const CONNECT: Duration = Duration::from_secs(6);
/// Opus as browsers send it: 24 kbit/s.
const SOUND: Duration = Duration::from_millis(20);
const SOUND_BYTES: usize = 60;
/// The small layer: 10 pictures a second of 1.5 KiB, 120 kbit/s.
const SOUNDS_PER_FRAME: u32 = 5;
const FRAME_BYTES: usize = 1_500;
const OFFER_TRIES: u32 = 8;
const OFFER_PAUSE: Duration = Duration::from_secs(1);
const STATS: Duration = Duration::from_secs(1);

/// Shared by all cameras.
#[derive(Clone)]
pub struct CameraSwitch {
    pub crypto: Arc<CryptoProvider>,
}

impl CameraSwitch {
    #[must_use]
    pub fn new() -> Self {
        Self { crypto: Arc::new(str0m::crypto::from_feature_flags()) }
    }
}

impl Default for CameraSwitch {
    fn default() -> Self {
        Self::new()
    }
}

/// Who publishes.
pub struct Publisher {
    pub client: Client,
    pub base: String,
    pub invite: String,
    pub key: String,
}

/// How one camera came through.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CameraResult {
    pub over_tcp: bool,
    /// Time from the offer until the first frame was sent over the connection; `None`: never.
    pub connect: Option<Duration>,
    /// Shares of packets of sound that the server missed, each within about a second.
    pub loss: Vec<f32>,
    /// Share of the packets of pictures that the server asked for again.
    pub sent_again: Option<f64>,
    pub error: Option<String>,
}

impl CameraResult {
    /// Share of packets that the network lost: of sound, or of pictures before they were sent again, whichever is more. A
    /// burst of large packets may lose pictures alone. `None` if the server reported nothing.
    fn lost(&self) -> Option<f64> {
        let count = u32::try_from(self.loss.len()).ok().filter(|count| *count > 0)?;
        let sound = self.loss.iter().copied().map(f64::from).sum::<f64>() / f64::from(count);
        Some(self.sent_again.map_or(sound, |pictures| pictures.max(sound)))
    }
}

impl VideoMeasures {
    /// Adds one camera.
    pub fn add(&mut self, camera: CameraResult) {
        self.tried += 1;
        if let Some(took) = camera.connect {
            self.connect.push(took);
            *(if camera.over_tcp { &mut self.over_tcp } else { &mut self.over_udp }) += 1;
        }
        if !camera.over_tcp {
            self.loss.extend(camera.lost());
        }
        if let Some(error) = camera.error
            && self.errors.len() < 3
            && !self.errors.contains(&error)
        {
            self.errors.push(error);
        }
    }
}

enum Wire {
    Udp(UdpSocket),
    Tcp(Box<Framed<TcpStream, LengthDelimitedCodec>>),
}

struct Camera {
    rtc: Rtc,
    wire: Wire,
    own: SocketAddr,
    /// The other end of a TCP connection.
    remote: Option<SocketAddr>,
    video: Mid,
    audio: Mid,
    began: Instant,
    is_keyframe_due: bool,
    loss: Vec<f32>,
    pictures: PicturePackets,
}

/// Sends until `until`. Over TCP where nothing comes through over UDP.
pub async fn send(publisher: Publisher, switch: CameraSwitch, until: Moment) -> CameraResult {
    let mut result = CameraResult::default();
    for over_tcp in [false, true] {
        result.over_tcp = over_tcp;
        let began = Instant::now();
        match Box::pin(connected(&publisher, &switch, over_tcp)).await {
            Ok(mut camera) => {
                result.connect = Some(began.elapsed());
                result.error = None;
                camera.run(until).await;
                result.loss = std::mem::take(&mut camera.loss);
                result.sent_again = camera.pictures.share_again();
                let _ = camera.rtc.close();
                // Only to say goodbye.
                let _ = camera.drain().await;
                return result;
            }
            Err(NoVideo::Blocked(words)) => result.error = Some(words),
            Err(NoVideo::Refused(words)) => {
                result.error = Some(words);
                return result;
            }
        }
        if Moment::now() >= until {
            break;
        }
    }
    result
}

/// Why a camera does not send.
enum NoVideo {
    /// Nothing comes through to the port of live video.
    Blocked(String),
    /// The server does not take the offer: another protocol changes nothing.
    Refused(String),
}

impl From<String> for NoVideo {
    fn from(words: String) -> Self {
        Self::Refused(words)
    }
}

#[derive(Deserialize)]
struct Answer {
    sdp: String,
}

struct Offer {
    rtc: Rtc,
    sdp: String,
    pending: SdpPendingOffer,
    video: Mid,
    audio: Mid,
}

fn offer(switch: &CameraSwitch) -> Result<Offer, String> {
    let builder = Rtc::builder().set_crypto_provider(switch.crypto.clone()).clear_codecs();
    let builder = builder.enable_vp8(true).enable_opus(true, false).set_stats_interval(Some(STATS));
    let mut rtc = builder.build(Instant::now());
    let mut change = rtc.sdp_api();
    let mut simulcast = Simulcast::new();
    for rid in ["l", "h"] {
        simulcast.add_send_layer(SimulcastLayer::new(rid));
    }
    let video = change.add_media(MediaKind::Video, Direction::SendOnly, None, None, Some(simulcast));
    let audio = change.add_media(MediaKind::Audio, Direction::SendOnly, None, None, None);
    // What a proctor sends.
    change.add_media(MediaKind::Video, Direction::RecvOnly, None, None, None);
    change.add_media(MediaKind::Audio, Direction::RecvOnly, None, None, None);
    let (offer, pending) = change.apply().ok_or("the offer is empty")?;
    Ok(Offer { rtc, sdp: offer.to_sdp_string(), pending, video, audio })
}

/// The addresses that an answer names for a protocol.
fn addresses(sdp: &str, protocol: &str) -> Vec<SocketAddr> {
    let candidates = sdp.lines().filter_map(|line| line.trim().strip_prefix("a=candidate:"));
    let address = |line: &str| {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let [_, _, named, _, ip, port, ..] = parts[..] else { return None };
        if !named.eq_ignore_ascii_case(protocol) {
            return None;
        }
        Some(SocketAddr::new(ip.parse().ok()?, port.parse().ok()?))
    };
    let mut found: Vec<SocketAddr> = candidates.filter_map(address).collect();
    found.dedup();
    found
}

/// A socket on the address of this machine that reaches the other one.
async fn udp_towards(remote: SocketAddr) -> io::Result<UdpSocket> {
    let any = if remote.is_ipv4() { "0.0.0.0:0" } else { "[::]:0" };
    let probe = UdpSocket::bind(any).await?;
    probe.connect(remote).await?;
    let ip = probe.local_addr()?.ip();
    UdpSocket::bind((ip, 0)).await
}

async fn connected(publisher: &Publisher, switch: &CameraSwitch, over_tcp: bool) -> Result<Camera, NoVideo> {
    let Offer { rtc, sdp, pending, video, audio } = offer(switch)?;
    let Answer { sdp } = send_offer(publisher, &sdp).await?;
    let (protocol, name) = if over_tcp { ("tcp", "TCP") } else { ("udp", "UDP") };
    let remotes = addresses(&sdp, protocol);
    let first = *remotes.first().ok_or_else(|| format!("the server names no address for {name}"))?;
    let (wire, own, remote) = wire(over_tcp, first, &remotes).await?;
    let mut camera = Camera {
        rtc,
        wire,
        own,
        remote,
        video,
        audio,
        began: Instant::now(),
        is_keyframe_due: true,
        loss: Vec::new(),
        pictures: PicturePackets::default(),
    };
    let candidate = if over_tcp {
        Candidate::builder().tcp().host(own).tcptype(TcpType::Active).build()
    } else {
        Candidate::host(own, "udp")
    };
    camera.rtc.add_local_candidate(candidate.map_err(|error| error.to_string())?);
    let answer = SdpAnswer::from_sdp_string(&sdp).map_err(|error| error.to_string())?;
    camera.rtc.sdp_api().accept_answer(pending, answer).map_err(|error| error.to_string())?;
    let blocked = || format!("{name} to {first} does not come through");
    match timeout(CONNECT, camera.until_connected()).await {
        Ok(Some(())) => Ok(camera),
        Ok(None) | Err(_) => Err(NoVideo::Blocked(blocked())),
    }
}

/// Sends the offer, again if the server asks for that while many others begin.
async fn send_offer(publisher: &Publisher, sdp: &str) -> Result<Answer, String> {
    let body = json!({ "type": "offer", "sdp": sdp, "invite_id": publisher.invite });
    let mut tries = 0;
    loop {
        let request = publisher.client.post(format!("{}/api/webrtc/offer", publisher.base));
        match api::send(request.header("X-Attempt-Key", &publisher.key).json(&body)).await {
            Ok(answer) => return Ok(answer),
            Err(api::CallError::Passing(_)) if tries < OFFER_TRIES => {
                tries += 1;
                tokio::time::sleep(OFFER_PAUSE).await;
            }
            Err(error) => return Err(format!("the offer failed: {}", error.words())),
        }
    }
}

async fn wire(
    over_tcp: bool,
    first: SocketAddr,
    remotes: &[SocketAddr],
) -> Result<(Wire, SocketAddr, Option<SocketAddr>), NoVideo> {
    if !over_tcp {
        let socket = udp_towards(first).await.map_err(|error| NoVideo::Blocked(error.to_string()))?;
        let own = socket.local_addr().map_err(|error| error.to_string())?;
        return Ok((Wire::Udp(socket), own, None));
    }
    for remote in remotes {
        if let Ok(Ok(stream)) = timeout(CONNECT / 2, TcpStream::connect(remote)).await {
            let own = stream.local_addr().map_err(|error| error.to_string())?;
            let codec = LengthDelimitedCodec::builder().length_field_type::<u16>().new_codec();
            return Ok((Wire::Tcp(Box::new(Framed::new(stream, codec))), own, Some(*remote)));
        }
    }
    Err(NoVideo::Blocked(format!("TCP to {first} does not come through")))
}

impl Camera {
    async fn until_connected(&mut self) -> Option<()> {
        let mut buffer = vec![0; 2_000];
        while !self.rtc.is_connected() {
            let due = self.drain().await?;
            tokio::select! {
                received = receive(&mut self.wire, &mut buffer, self.remote) => {
                    let (bytes, from) = received?;
                    self.take(&bytes, from);
                }
                () = sleep_until(due.into()) => self.rtc.handle_input(Input::Timeout(Instant::now())).ok()?,
            }
        }
        Some(())
    }

    async fn run(&mut self, until: Moment) {
        let mut ticks = tokio::time::interval(SOUND);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        let mut tick = 0_u32;
        let mut buffer = vec![0; 2_000];
        while let Some(due) = self.drain().await {
            tokio::select! {
                () = sleep_until(until) => return,
                received = receive(&mut self.wire, &mut buffer, self.remote) => {
                    let Some((bytes, from)) = received else { return };
                    self.take(&bytes, from);
                }
                () = sleep_until(due.into()) => {
                    if self.rtc.handle_input(Input::Timeout(Instant::now())).is_err() {
                        return;
                    }
                }
                _ = ticks.tick() => {
                    let has_picture = tick.is_multiple_of(SOUNDS_PER_FRAME);
                    tick = tick.wrapping_add(1);
                    if (has_picture && self.picture().is_err()) || self.sound().is_err() {
                        return;
                    }
                }
            }
        }
    }

    fn take(&mut self, bytes: &[u8], from: SocketAddr) {
        let protocol = if matches!(self.wire, Wire::Tcp(_)) { Protocol::Tcp } else { Protocol::Udp };
        if let Ok(received) = Receive::new(protocol, from, self.own, bytes) {
            // A packet that is none of this connection's changes nothing.
            let _ = self.rtc.handle_input(Input::Receive(Instant::now(), received));
        }
    }

    /// Sends all that is due. Returns when the next is; `None` once the connection is over.
    async fn drain(&mut self) -> Option<Instant> {
        loop {
            if !self.rtc.is_alive() {
                return None;
            }
            match self.rtc.poll_output().ok()? {
                Output::Timeout(at) => return Some(at),
                Output::Transmit(packet) => {
                    self.pictures.count(&packet.contents);
                    match &mut self.wire {
                        Wire::Udp(socket) => drop(socket.send_to(&packet.contents, packet.destination).await),
                        Wire::Tcp(frames) => frames.send(Bytes::copy_from_slice(&packet.contents)).await.ok()?,
                    }
                }
                Output::Event(Event::KeyframeRequest(_)) => self.is_keyframe_due = true,
                // Those of pictures are counted.
                Output::Event(Event::MediaEgressStats(stats)) if stats.mid == self.audio => {
                    self.loss.extend(stats.loss);
                }
                Output::Event(_) => {}
            }
        }
    }

    fn passed(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or_default()
    }

    fn picture(&mut self) -> Result<(), RtcError> {
        if self.pictures.kinds.is_none() {
            self.pictures.kinds = self.rtc.writer(self.video).and_then(|writer| {
                let params = writer.payload_params().next()?;
                Some((*params.pt(), params.resend().as_deref().copied()))
            });
        }
        // The header of VP8: the lowest bit is 0 in a keyframe.
        let mut picture = vec![0x5a; FRAME_BYTES];
        picture[..6].copy_from_slice(&[if self.is_keyframe_due { 0x10 } else { 0x11 }, 0, 0, 0x9d, 1, 0x2a]);
        self.is_keyframe_due = false;
        let time = MediaTime::new(self.passed() * 9 / 100, Frequency::NINETY_KHZ);
        self.write(self.video, Some("l".into()), time, picture)
    }

    fn sound(&mut self) -> Result<(), RtcError> {
        let time = MediaTime::new(self.passed() * 48 / 1_000, Frequency::FORTY_EIGHT_KHZ);
        let mut sound = vec![0x5a; SOUND_BYTES];
        sound[0] = 0xf8;
        self.write(self.audio, None, time, sound)
    }

    fn write(&mut self, mid: Mid, rid: Option<Rid>, time: MediaTime, data: Vec<u8>) -> Result<(), RtcError> {
        let Some(writer) = self.rtc.writer(mid) else { return Ok(()) };
        let first = writer.payload_params().next().map(str0m::format::PayloadParams::pt);
        let Some(pt) = first else { return Ok(()) };
        let writer = if let Some(rid) = rid { writer.rid(rid) } else { writer };
        writer.write(pt, Instant::now(), time, data)
    }
}

async fn receive(wire: &mut Wire, buffer: &mut [u8], remote: Option<SocketAddr>) -> Option<(BytesMut, SocketAddr)> {
    match wire {
        Wire::Udp(socket) => loop {
            // "Port unreachable" for an earlier packet: nothing more may come, and the caller's time ends.
            match socket.recv_from(buffer).await {
                Ok((count, from)) => return Some((BytesMut::from(&buffer[..count]), from)),
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        },
        Wire::Tcp(frames) => Some((frames.next().await?.ok()?, remote?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_by_protocol() {
        let sdp = "v=0\r\na=candidate:1 1 udp 2130706431 10.0.0.7 8081 typ host\r\n\
            a=candidate:2 1 tcp 1671430143 10.0.0.7 8082 typ host tcptype passive\r\na=candidate:x\r\n";
        assert_eq!(addresses(sdp, "udp"), ["10.0.0.7:8081".parse().unwrap()]);
        assert_eq!(addresses(sdp, "tcp"), ["10.0.0.7:8082".parse().unwrap()]);
    }

    #[test]
    fn cameras_are_counted_by_their_way() {
        let mut video = VideoMeasures::default();
        let second = Some(Duration::from_secs(1));
        let sent_again = Some(0.001);
        video.add(CameraResult { connect: second, loss: vec![0.02, 0.04], sent_again, ..CameraResult::default() });
        video.add(CameraResult { connect: second, over_tcp: true, loss: vec![0.5], ..CameraResult::default() });
        video.add(CameraResult { error: Some("blocked".into()), ..CameraResult::default() });
        assert_eq!((video.tried, video.over_udp, video.over_tcp, video.connect.count()), (3, 1, 1, 2));
        assert!(video.mean_loss().is_some_and(|loss| (loss - 0.03).abs() < 1e-6));
        assert_eq!(video.errors, ["blocked"]);
    }

    #[test]
    fn what_is_sent_again_was_lost_before() {
        let camera = CameraResult { loss: vec![0.0, 0.0], sent_again: Some(0.25), ..CameraResult::default() };
        assert_eq!(camera.lost(), Some(0.25));
        assert_eq!(CameraResult { loss: Vec::new(), ..camera }.lost(), None);
    }
}
