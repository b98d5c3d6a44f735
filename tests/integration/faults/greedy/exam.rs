//! A normal exam: candidates who save, some with a camera and watched by an administrator, and people who sign in.

use super::wire::{CALM, Wire};
use crate::{
    faults::load::{key_of, sign_in},
    support::{
        binary::Serving,
        client::{As, Http},
        journey::{PASSWORD, text},
        media_client::{Client, LOW, offer},
    },
};
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use tokio::{
    task::JoinSet,
    time::{interval, sleep, timeout},
};
use tokio_util::sync::CancellationToken;

/// Size of the exam.
#[derive(Clone, Copy)]
pub struct Size {
    pub candidates: usize,
    pub cameras: usize,
    /// Interval between two saves of a candidate.
    pub pause: Duration,
    /// Duration of one phase.
    pub phase: Duration,
}

/// Maximum duration of any call beside any greedy client.
const PROGRESS: Duration = Duration::from_secs(5);

/// A save that takes longer than this is listed.
const SLOW: Duration = Duration::from_millis(500);

/// Accounts that sign in, round robin.
const ACCOUNTS: usize = 16;

fn account(n: usize) -> String {
    format!("person{n}@example.org")
}

pub struct Candidate {
    pub token: String,
    pub invite: String,
}

pub struct Exam {
    pub http: Http,
    pub url: String,
    pub address: SocketAddr,
    pub admin: String,
    pub test: Value,
    pub candidates: Vec<Candidate>,
    /// Address of live video.
    pub media: SocketAddr,
    cameras: Vec<Client>,
    wall: Client,
}

/// Measurements of one phase; times in microseconds, sorted.
pub struct Seen {
    pub saves: Vec<u64>,
    pub sign_ins: Vec<u64>,
    /// Video frames received on the wall.
    pub frames: usize,
    pub refused: usize,
    /// When saves of more than [`SLOW`] began, from the start of the phase: all at once is a stall of the machine, the
    /// first ones are connections that waited.
    pub slow: Vec<Duration>,
}

impl Seen {
    pub fn p99(times: &[u64]) -> u64 {
        times.get((times.len() * 99 / 100).min(times.len().saturating_sub(1))).copied().unwrap_or_default()
    }
}

fn media_of(sdp: &str) -> SocketAddr {
    let line = sdp.lines().find_map(|line| line.strip_prefix("a=candidate:")).unwrap();
    let mut words = line.split(' ').skip(4);
    let (ip, port) = (words.next().unwrap(), words.next().unwrap());
    SocketAddr::new(ip.parse().unwrap(), port.parse().unwrap())
}

impl Exam {
    pub async fn open(server: &Serving, size: Size) -> Self {
        let (http, url) = (Http::new(), server.url.clone());
        let admin = sign_in(&http, &url).await;
        let post = async |path: &str, who: As<'_>, body: Value| {
            http.ok(Method::POST, &format!("{url}{path}"), who, Some(&body)).await
        };
        let question = |n| json!({"id": format!("q{n}"), "type": "essay", "question": "Why?"});
        let questions: Vec<Value> = (0..50).map(question).collect();
        let test = json!({"title": "Calm", "duration_minutes": 480, "questions": questions});
        let test = post("/api/tests", As::Bearer(&admin), test).await;
        for n in 0..ACCOUNTS {
            let form = json!({"email": account(n), "password": PASSWORD, "full_name": "Calm"});
            post("/api/auth/register", As::Anonymous, form).await;
        }
        let mut candidates = Vec::new();
        for n in 0..size.candidates {
            candidates.push(invite(&http, &url, &admin, &test, &format!("calm{n}@example.org")).await);
        }
        let (mut cameras, mut ids, mut media) = (Vec::new(), Vec::new(), None);
        for (n, candidate) in candidates.iter().take(size.cameras).enumerate() {
            let any = ([127, 0, 0, 1], 9).into();
            // The server's address is only in its answer.
            let mark = u8::try_from(10 + n).unwrap();
            let at = media.unwrap_or(any);
            let (sdp, finish) = offer(at, false, mark).await;
            let key = key_of(&candidate.token);
            let body = json!({"type": "offer", "sdp": sdp, "invite_id": candidate.invite});
            let reply = post("/api/webrtc/offer", As::Key(&key), body).await;
            let answer = text(&reply["sdp"]);
            if media.is_none() {
                media = Some(media_of(answer));
                // Again with the known address.
                let (sdp, finish) = offer(media.unwrap(), false, mark).await;
                let body = json!({"type": "offer", "sdp": sdp, "invite_id": candidate.invite});
                let reply = post("/api/webrtc/offer", As::Key(&key), body).await;
                cameras.push(finish(text(&reply["sdp"]), text(&reply["session_id"]).to_owned()));
            } else {
                cameras.push(finish(answer, text(&reply["session_id"]).to_owned()));
            }
            ids.push(candidate.invite.clone());
        }
        let media = media.unwrap();
        let opened = post("/api/webrtc/walls", As::Bearer(&admin), json!({})).await;
        let wall = Client::connect(media, text(&opened["session_id"]).to_owned()).await;
        let show = format!("{url}/api/webrtc/walls/{}", text(&opened["session_id"]));
        let shown = json!({"invite_ids": ids, "focus": null});
        let reply = http.ok(Method::PUT, &show, As::Bearer(&admin), Some(&shown)).await;
        let answer = wall.answer(text(&reply["sdp"])).await;
        let answer = json!({"type": "answer", "sdp": answer, "session_id": opened["session_id"]});
        post("/api/webrtc/answer", As::Bearer(&admin), answer).await;
        for mark in 0..size.cameras {
            let mark = u8::try_from(10 + mark).unwrap();
            wall.until("each camera on the wall", |seen| seen.of(mark, LOW) > 1).await;
        }
        let address = url.strip_prefix("http://").unwrap().parse().unwrap();
        Self { http, url: url.clone(), address, admin, test, candidates, media, cameras, wall }
    }

    fn frames(&self) -> usize {
        let seen = self.wall.seen();
        (0..self.cameras.len()).map(|n| seen.of(u8::try_from(10 + n).unwrap(), LOW)).sum()
    }

    /// Invites another candidate and starts the attempt.
    pub async fn invite(&self, email: &str) -> Candidate {
        invite(&self.http, &self.url, &self.admin, &self.test, email).await
    }

    /// Runs one phase and returns its measurements.
    pub async fn run_phase(&self, size: Size, seq: &Arc<AtomicUsize>) -> Seen {
        let (saves, sign_ins) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
        let (refused, stop) = (Arc::new(AtomicUsize::new(0)), CancellationToken::new());
        let (slow, start) = (Arc::new(Mutex::new(Vec::new())), Instant::now());
        let mut running = JoinSet::new();
        for (n, candidate) in self.candidates.iter().enumerate() {
            let (address, token, stop) = (self.address, candidate.token.clone(), stop.clone());
            let (saves, slow, seq, refused) = (saves.clone(), slow.clone(), seq.clone(), refused.clone());
            let shift = size.pause * u32::try_from(n).unwrap() / u32::try_from(self.candidates.len()).unwrap();
            running.spawn(async move {
                sleep(shift).await;
                let mut wire = Wire::open(CALM, address).await.unwrap();
                let (path, key) = (format!("/api/take-test/{token}/answers"), key_of(&token));
                let headers = format!("X-Attempt-Key: {key}\r\n");
                let mut ticks = interval(size.pause);
                while !stop.is_cancelled() {
                    ticks.tick().await;
                    let seq = seq.fetch_add(1, Relaxed) + 1;
                    let body = format!(
                        r#"{{"answers": [{{"question_id": "q{}", "answer": "{}", "seq": {seq}}}]}}"#,
                        seq % 50,
                        "calm ".repeat(60)
                    );
                    let began = Instant::now();
                    let asked = timeout(PROGRESS, wire.ask("PUT", &path, &headers, body.as_bytes())).await;
                    let reply = asked.expect("a save made no progress").expect("a save got no reply");
                    refused.fetch_add(usize::from(reply.status != 200), Relaxed);
                    let took = began.elapsed();
                    saves.lock().unwrap().push(u64::try_from(took.as_micros()).unwrap());
                    if took > SLOW {
                        slow.lock().unwrap().push(began - start);
                    }
                }
            });
        }
        let (address, stop_too, times, seq_too) = (self.address, stop.clone(), sign_ins.clone(), seq.clone());
        running.spawn(async move {
            let mut wire = Wire::open(CALM, address).await.unwrap();
            while !stop_too.is_cancelled() {
                let email = account(seq_too.fetch_add(1, Relaxed) % ACCOUNTS);
                let body = json!({"email": email, "password": PASSWORD}).to_string();
                let began = Instant::now();
                let asked = timeout(PROGRESS, wire.ask("POST", "/api/auth/login", "", body.as_bytes())).await;
                let reply = asked.expect("a sign-in made no progress").expect("a sign-in got no reply");
                assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
                times.lock().unwrap().push(u64::try_from(began.elapsed().as_micros()).unwrap());
                let health = timeout(PROGRESS, wire.ask("GET", "/healthz", "", b"")).await;
                assert_eq!(health.expect("no progress").expect("no reply").status, 200);
                sleep(Duration::from_millis(250)).await;
            }
        });
        let before = self.frames();
        sleep(size.phase).await;
        let frames = self.frames() - before;
        stop.cancel();
        while let Some(ended) = running.join_next().await {
            ended.unwrap();
        }
        let sorted = |times: &Mutex<Vec<u64>>| {
            let mut times = times.lock().unwrap().clone();
            times.sort_unstable();
            times
        };
        let mut slow = slow.lock().unwrap().clone();
        slow.sort_unstable();
        Seen { saves: sorted(&saves), sign_ins: sorted(&sign_ins), frames, refused: refused.load(Relaxed), slow }
    }
}

async fn invite(http: &Http, url: &str, admin: &str, test: &Value, email: &str) -> Candidate {
    let invite = json!({"test_id": test["id"], "applicant_name": "Somebody", "applicant_email": email,
        "no_schedule": true});
    let reply = http.ok(Method::POST, &format!("{url}/api/invites"), As::Bearer(admin), Some(&invite)).await;
    let token = text(&reply["token"]).to_owned();
    let start = format!("{url}/api/start-test/{token}");
    http.ok(Method::POST, &start, As::Key(&key_of(&token)), None).await;
    Candidate { invite: text(&reply["id"]).to_owned(), token }
}
