//! Cost of live video: candidates publish a low layer of 5 frames/s and 100 kbit/s to the real server, and
//! administrators watch them, at the end under a flood. Prints CPU per stream and memory of the server process, and the
//! time from a click to the first frame. `cargo bench --bench media`; `-- 50 1 4` sets the number of candidates, and
//! the numbers of administrators, each of whom watches all candidates. `INVIGIL_MEDIA_THREADS` sets the server's media threads, and
//! `INVIGIL_BENCH_OTHER` names another binary to measure. The generator is one thread: where it takes a whole core, it is the
//! limit, and its line says nothing of the server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a measurement that cannot go on fails")]

use serde_json::{Value, json};
use std::{
    cell::Cell,
    io::{BufRead, BufReader, Write},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use str0m::{
    Candidate, Event, Input, Output, Rtc,
    change::{SdpAnswer, SdpOffer},
    media::{Direction, Frequency, MediaKind, MediaTime, Mid, Simulcast, SimulcastLayer},
    net::{Protocol, Receive},
};
use tokio::{net::UdpSocket, task::LocalSet};

const FPS: u64 = 5;
/// Bytes per frame: 100 kbit/s at 5 frames/s.
const FRAME_BYTES: usize = 2_500;
const TILES: usize = 48;
const MEASURED: Duration = Duration::from_secs(15);
const CLICKS: usize = 15;
/// Garbage packets per second.
const GARBAGE: usize = 20_000;
const SIGNALS: usize = 10_000;

/// Totals of all clients.
#[derive(Default)]
struct Counts {
    connected: Cell<usize>,
    sent: Cell<u64>,
    received: Cell<u64>,
}

fn add(cell: &Cell<u64>) {
    cell.set(cell.get() + 1);
}

/// The real server with its own data folder.
struct Server {
    child: Child,
    url: String,
    _dir: tempfile::TempDir,
}

impl Server {
    fn start() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let binary = std::env::var("INVIGIL_BENCH_OTHER").unwrap_or_else(|_| env!("CARGO_BIN_EXE_invigil").to_owned());
        let command = |args: &[&str]| {
            let mut command = Command::new(&binary);
            command.args(args).env("INVIGIL_DATA", dir.path().join("data"));
            command
        };
        let create = ["admin", "create", "--email", "ada@example.org", "--name", "Ada", "--password-stdin"];
        let mut admin = command(&create).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        admin.stdin.take().unwrap().write_all(b"correct horse\n").unwrap();
        assert!(admin.wait().unwrap().success());
        let serve = ["serve", "--listen", "127.0.0.1:0", "--log-level", "error"];
        let mut child = command(&serve).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim_end().strip_prefix("Invigil is ready on ").unwrap().to_owned();
        Self { child, url, _dir: dir }
    }

    /// Returns the CPU time so far in seconds.
    fn cpu(&self) -> f64 {
        cpu_of(self.child.id())
    }

    fn megabytes(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:")).unwrap();
        line.trim().split(' ').next().unwrap().parse::<f64>().unwrap() / 1024.0
    }
}

/// Returns the CPU time of a process so far in seconds.
fn cpu_of(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<f64> =
        stat.rsplit(") ").next().unwrap().split(' ').skip(11).take(2).map(|f| f.parse().unwrap()).collect();
    // Clock ticks are 1/100 s on Linux.
    (fields[0] + fields[1]) / 100.0
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Clone)]
struct Api {
    http: reqwest::Client,
    url: String,
    admin: String,
}

impl Api {
    async fn call(&self, method: reqwest::Method, path: &str, key: Option<&str>, body: Value) -> Value {
        let call = self.http.request(method, format!("{}/api{path}", self.url)).json(&body);
        let call = match key {
            Some(key) => call.header("x-attempt-key", key),
            None => call.bearer_auth(&self.admin),
        };
        let reply = call.send().await.unwrap();
        let status = reply.status();
        let json: Value = reply.json().await.unwrap_or_default();
        assert!(status.is_success(), "{path}: {status} {json}");
        json
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        self.call(reqwest::Method::POST, path, None, body).await
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// Starts an attempt; returns the invite's id and the attempt key.
async fn start_test(api: &Api, test: &Value, n: usize) -> (String, String) {
    let who = json!({"test_id": test["id"], "applicant_email": format!("c{n}@example.org"), "applicant_name": "C",
        "no_schedule": true});
    let invite = api.post("/invites", who).await;
    let started = api.post(&format!("/start-test/{}", text(&invite["token"])), json!({})).await;
    (text(&invite["id"]).to_owned(), text(&started["attempt_key"]).to_owned())
}

struct Client {
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
    async fn run(mut self, video: Option<Mid>, counts: Rc<Counts>, mut on_picture: impl FnMut()) {
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
                        counts.connected.set(counts.connected.get() + 1);
                    }
                    Output::Event(Event::MediaData(_)) => {
                        add(&counts.received);
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
                        add(&counts.sent);
                    }
                }
            }
        }
    }
}

async fn publish(api: Api, (invite, key): (String, String), counts: Rc<Counts>) {
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

async fn wall(api: &Api, invites: &[String], counts: Rc<Counts>) {
    let session = api.post("/webrtc/walls", json!({})).await["session_id"].clone();
    let path = format!("/webrtc/walls/{}", text(&session));
    let offer = api.call(reqwest::Method::PUT, &path, None, json!({"invite_ids": invites})).await;
    let mut client = Client::new().await;
    answer(api, &mut client, &session, &offer["sdp"]).await;
    tokio::task::spawn_local(client.run(None, counts, || {}));
}

/// Measures the time from the click to the first frame.
async fn click(api: &Api, invite: &str) -> Duration {
    let begun = Instant::now();
    let started = api.post(&format!("/webrtc/start-session/{invite}"), json!({})).await;
    let mut client = Client::new().await;
    answer(api, &mut client, &started["session_id"], &started["sdp"]).await;
    let (seen, first) = tokio::sync::oneshot::channel();
    let mut seen = Some(seen);
    let running = tokio::task::spawn_local(client.run(None, Rc::default(), move || {
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

async fn until(what: &str, is_so: impl Fn() -> bool) {
    let patience = Instant::now() + Duration::from_mins(1);
    while !is_so() {
        assert!(Instant::now() < patience, "{what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn measure(server: &Server, counts: &Counts, what: &str, streams: usize) {
    // Excludes the cost of connecting.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let own = std::process::id();
    let (cpu, generator) = (server.cpu(), cpu_of(own));
    let (sent, received, begun) = (counts.sent.get(), counts.received.get(), Instant::now());
    tokio::time::sleep(MEASURED).await;
    let (seconds, used, generator) = (begun.elapsed().as_secs_f64(), server.cpu() - cpu, cpu_of(own) - generator);
    #[allow(clippy::cast_precision_loss, reason = "small numbers")]
    let (sent, received, streams) =
        ((counts.sent.get() - sent) as f64, (counts.received.get() - received) as f64, streams as f64);
    println!(
        "| {what} | {:.0} | {:.0} | {:.1} % | {:.2} ms | {:.0} MB | {:.0} % |",
        sent / seconds,
        received / seconds,
        used / seconds * 100.0,
        used / seconds / streams * 1_000.0,
        server.megabytes(),
        generator / seconds * 100.0,
    );
}

/// Returns the server's UDP host candidate in an SDP.
fn media_address(sdp: &str) -> SocketAddr {
    let udp = sdp.lines().find(|l| l.starts_with("a=candidate:") && l.contains(" udp ")).unwrap();
    let words: Vec<&str> = udp.split(' ').collect();
    format!("{}:{}", words[4], words[5]).parse().unwrap()
}

/// Sends garbage packets to the media port until stopped.
fn flood(to: SocketAddr, stop: &AtomicBool) {
    let socket = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let stun = [&[0, 1, 0, 12, 0x21, 0x12, 0xa4, 0x42][..], &[9; 12], &[0, 6, 0, 8], b"abcd:efg"].concat();
    let garbage = [stun, [&[0x80, 96, 0, 1][..], &[7; 400]].concat(), vec![255; 1_400]];
    while !stop.load(Relaxed) {
        for packet in garbage.iter().cycle().take(GARBAGE / 1_000) {
            let _ = socket.send_to(packet, to);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Repeats the load while garbage floods the port and one administrator floods one session with signals.
async fn abused(server: &Server, api: &Api, counts: &Counts, invite: &str, streams: usize) {
    let started = api.post(&format!("/webrtc/start-session/{invite}"), json!({})).await;
    let to = media_address(text(&started["sdp"]));
    let stop = Arc::new(AtomicBool::new(false));
    let flooding = std::thread::spawn({
        let stop = stop.clone();
        move || flood(to, &stop)
    });
    let signals = async {
        let body = json!({"candidate": {"candidate": "candidate:1 1 udp 1 10.0.0.1 9 typ host"}, "invite_id": invite,
            "session_id": started["session_id"]});
        for _ in 0..SIGNALS {
            api.post("/webrtc/ice-candidate", body.clone()).await;
        }
    };
    let what = format!("the same, with {GARBAGE} packets of garbage a second and {SIGNALS} signals on one session");
    tokio::join!(signals, measure(server, counts, &what, streams));
    stop.store(true, Relaxed);
    flooding.join().unwrap();
}

async fn run(candidates: usize, admins: &[usize]) {
    let server = Server::start();
    let http = reqwest::Client::new();
    let anonymous = Api { http, url: server.url.clone(), admin: String::new() };
    let sign_in = json!({"email": "ada@example.org", "password": "correct horse"});
    let signed_in = anonymous.post("/auth/login", sign_in).await;
    let api = Api { admin: text(&signed_in["access_token"]).to_owned(), ..anonymous };
    let question = json!({"id": "q1", "type": "essay", "question": "Why?"});
    let test = api.post("/tests", json!({"title": "T", "questions": [question]})).await;
    let counts = Rc::new(Counts::default());
    println!(
        "| | pictures in/s | pictures out/s | CPU of one core | CPU per second and stream | memory | generator's CPU |"
    );
    println!("|---|---|---|---|---|---|---|");
    println!("| idle | 0 | 0 | | | {:.0} MB | |", server.megabytes());
    let mut invites = Vec::new();
    for n in 0..candidates {
        let attempt = start_test(&api, &test, n).await;
        invites.push(attempt.0.clone());
        publish(api.clone(), attempt, counts.clone()).await;
    }
    until("all publish", || counts.connected.get() == candidates).await;
    measure(&server, &counts, &format!("{candidates} publish, no viewers"), candidates).await;
    let mut clicks = Vec::new();
    for n in 0..CLICKS {
        // Out of phase with the senders and the previous click.
        tokio::time::sleep(Duration::from_millis(73 * n as u64 % 200)).await;
        clicks.push(click(&api, &invites[n % invites.len()]).await);
    }
    let mut walls = 0;
    let mut watching = 0;
    for &admins in admins {
        for _ in watching..admins {
            for shown in invites.chunks(TILES) {
                wall(&api, shown, counts.clone()).await;
                walls += 1;
            }
        }
        watching = admins;
        let there = candidates + walls;
        until("all walls are there", || counts.connected.get() == there).await;
        let what = format!("{candidates} publish, {admins} watch all of them");
        measure(&server, &counts, &what, candidates * (1 + admins)).await;
    }
    abused(&server, &api, &counts, &invites[0], candidates * (1 + watching)).await;
    clicks.sort();
    println!("click to first picture, median of {CLICKS}: {} ms", clicks[CLICKS / 2].as_millis());
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let (candidates, admins) = match &numbers[..] {
        [] => (200, &[1, 4][..]),
        [candidates, admins @ ..] => (*candidates, admins),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    LocalSet::new().block_on(&runtime, run(candidates, admins));
}
