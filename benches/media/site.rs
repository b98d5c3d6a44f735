//! A server with its load, and what that costs.

use crate::{
    api::{Api, Attempt, text},
    client::{self, Counts},
    generator::{self, Generators},
    plan::Plan,
    server::Server,
    stills::{self, Stills},
    usage::{Usage, Used, megabytes},
};
use serde_json::json;
use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

const TILES: usize = 48;
const CLICKS: usize = 15;
/// Garbage packets per second.
const GARBAGE: usize = 20_000;
const SIGNALS: usize = 10_000;
/// Connecting is not measured.
const SETTLING: Duration = Duration::from_secs(3);
const BETWEEN_FLAGS: Duration = Duration::from_secs(2);

pub struct Site {
    /// Ended before the server, whose end they would report.
    generators: Generators,
    server: Server,
    pub plan: Plan,
    pub stills: Arc<Stills>,
    admins: Vec<Api>,
    counts: Arc<Counts>,
    live: Vec<Attempt>,
    walls: usize,
    watching: usize,
}

/// What was measured, a second where it is a number of pictures.
pub struct Figures {
    pub sent: f64,
    pub received: f64,
    pub stills: f64,
    /// Still frames refused or failed, in all.
    pub lost_stills: u64,
    pub server: Used,
    pub generator: Used,
    pub megabytes: f64,
    pub streams: usize,
}

impl Figures {
    /// Processor time of the server for each second of a stream, in milliseconds.
    #[allow(clippy::cast_precision_loss, reason = "small numbers")]
    pub fn per_stream(&self) -> f64 {
        self.server.cores / self.streams.max(1) as f64 * 1_000.0
    }

    /// Processor time of the server for each picture that candidates sent, in microseconds.
    pub fn per_picture(&self) -> f64 {
        self.server.cores / self.sent.max(1.0) * 1e6
    }
}

async fn until(what: &str, is_so: impl Fn() -> bool) {
    let patience = Instant::now() + Duration::from_mins(2);
    while !is_so() {
        assert!(Instant::now() < patience, "{what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[allow(clippy::cast_precision_loss, reason = "small numbers")]
fn rate(before: u64, after: u64, seconds: f64) -> f64 {
    (after - before) as f64 / seconds
}

impl Site {
    /// Starts a server, attempts, still frames and live streams.
    pub async fn open(plan: &Plan) -> Self {
        let server = Server::start(plan);
        let mut admins = Vec::new();
        for admin in 0..=plan.most_admins() {
            admins.push(Api::sign_in(&server, admin).await);
        }
        let mut live = admins[0].attempts(plan.candidates + plan.stills, plan.keeps_clips).await;
        let with_stills = live.split_off(plan.candidates);
        let site = Self {
            generators: Generators::start(plan.generators),
            server,
            plan: plan.clone(),
            stills: Arc::default(),
            admins,
            counts: Arc::default(),
            live,
            walls: 0,
            watching: 0,
        };
        site.send_stills(with_stills).await;
        for attempt in &site.live {
            let (api, attempt, counts) = (site.admins[0].clone(), attempt.clone(), site.counts.clone());
            site.generators.run(move || client::publish(api, attempt, counts)).await;
        }
        until("all publish", || site.counts.connected.load(Relaxed) == site.live.len()).await;
        let tried = || site.stills.accepted.load(Relaxed) + site.lost_stills();
        until("all cameras send", || tried() >= plan.stills as u64).await;
        site
    }

    /// Begins to send still frames, evenly over their interval.
    async fn send_stills(&self, attempts: Vec<Attempt>) {
        let (address, picture, all) = (self.server.address(), stills::picture(), attempts.len());
        for (n, attempt) in attempts.into_iter().enumerate() {
            let phase = stills::EVERY * u32::try_from(n).unwrap() / u32::try_from(all).unwrap();
            let (picture, into) = (picture.clone(), self.stills.clone());
            let begin = move || async move {
                tokio::task::spawn_local(stills::send(address, attempt, phase, picture, into));
            };
            self.generators.run(begin).await;
        }
    }

    fn lost_stills(&self) -> u64 {
        self.stills.refused.load(Relaxed) + self.stills.failed.load(Relaxed)
    }

    /// Lets so many administrators watch every live stream.
    pub async fn watch(&mut self, admins: usize) {
        for admin in self.watching..admins {
            for shown in self.live.chunks(TILES) {
                let (api, counts) = (self.admins[1 + admin].clone(), self.counts.clone());
                let shown = shown.iter().map(|attempt| attempt.invite.clone()).collect();
                self.generators.run(move || client::wall(api, shown, counts)).await;
                self.walls += 1;
            }
        }
        self.watching = self.watching.max(admins);
        let there = self.live.len() + self.walls;
        until("all walls are there", || self.counts.connected.load(Relaxed) == there).await;
    }

    /// The median time from a click to the first picture.
    pub async fn click(&self) -> Duration {
        let mut clicks = Vec::new();
        for n in 0..CLICKS {
            // Out of phase with the senders and the previous click.
            tokio::time::sleep(Duration::from_millis(73 * n as u64 % 200)).await;
            let (api, invite) = (self.admins[0].clone(), self.live[n % self.live.len()].invite.clone());
            clicks.push(self.generators.run(move || client::click(api, invite)).await);
        }
        clicks.sort();
        clicks[CLICKS / 2]
    }

    pub async fn measure(&self) -> Figures {
        tokio::time::sleep(SETTLING).await;
        let numbers = || [&self.counts.sent, &self.counts.received, &self.stills.accepted].map(|n| n.load(Relaxed));
        let usage = || (Usage::of(self.server.process()), Usage::of(std::process::id()));
        self.stills.restart();
        let (before, lost_before, (server, generator), begun) =
            (numbers(), self.lost_stills(), usage(), Instant::now());
        tokio::time::sleep(self.plan.measured).await;
        let (seconds, after, (server_after, generator_after)) = (begun.elapsed().as_secs_f64(), numbers(), usage());
        Figures {
            sent: rate(before[0], after[0], seconds),
            received: rate(before[1], after[1], seconds),
            stills: rate(before[2], after[2], seconds),
            lost_stills: self.lost_stills() - lost_before,
            server: server_after.since(&server),
            generator: generator_after.since(&generator),
            megabytes: megabytes(self.server.process()),
            streams: self.live.len() * (1 + self.watching),
        }
    }

    /// The same while candidates are flagged, one after the other, for so long before and as long as is measured.
    pub async fn measure_flagged(&self, before: Duration) -> Figures {
        let rows = self.admins[0].invites(self.live.len()).await;
        let attempts: Vec<&str> = rows.iter().filter_map(|row| row["attempt_id"].as_str()).collect();
        assert!(!attempts.is_empty(), "no attempt is listed");
        let flags = async {
            for attempt in attempts.iter().cycle() {
                self.admins[0].post(&format!("/attempts/{attempt}/flags"), json!({"note": "Looks away."})).await;
                tokio::time::sleep(BETWEEN_FLAGS).await;
            }
        };
        let measuring = async {
            tokio::time::sleep(before).await;
            self.measure().await
        };
        tokio::select! {
            () = flags => unreachable!("candidates are flagged for ever"),
            figures = measuring => figures,
        }
    }

    /// Repeats the load while garbage floods the port and one administrator floods one session with signals.
    pub async fn measure_abused(&self) -> (String, Figures) {
        let (api, invite) = (&self.admins[0], &self.live[0].invite);
        let started = api.post(&format!("/webrtc/start-session/{invite}"), json!({})).await;
        let to = media_address(text(&started["sdp"]));
        let stop = Arc::new(AtomicBool::new(false));
        let flooding = std::thread::Builder::new().name("flood".into()).spawn({
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
        let ((), figures) = tokio::join!(signals, self.measure());
        stop.store(true, Relaxed);
        flooding.unwrap().join().unwrap();
        let what = format!("the same, with {GARBAGE} packets of garbage a second and {SIGNALS} signals on one session");
        (what, figures)
    }

    pub fn has_viewers(&self) -> bool {
        self.watching > 0
    }

    /// Live streams that the generator has connected.
    pub fn connected(&self) -> usize {
        self.counts.connected.load(Relaxed) - self.walls
    }

    /// A number of the server's own metrics.
    pub async fn metric(&self, name: &str) -> Option<f64> {
        self.admins[0].metric(name).await
    }
}

/// The busiest thread of the generator.
pub fn saturation(figures: &Figures) -> f64 {
    figures.generator.busiest(generator::NAME)
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
