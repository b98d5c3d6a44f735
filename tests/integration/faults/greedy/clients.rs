//! Greedy clients: each makes as many calls of one kind as it can until it is stopped. Their replies do not matter;
//! other clients must not be affected.

use super::{
    exam::{Candidate, Exam},
    wire::{GREEDY, Wire, connect, head, request},
};
use crate::{
    faults::load::key_of,
    support::{
        client::As,
        journey::{PASSWORD, text},
        media_client::offer,
    },
};
use reqwest::Method;
use serde_json::json;
use std::{
    fmt::Write as _,
    io,
    net::SocketAddr,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpStream, UdpSocket},
    runtime::Handle,
    task::{JoinSet, yield_now},
};
use tokio_util::sync::CancellationToken;

/// Credentials and ids for greedy clients.
pub struct Means {
    pub address: SocketAddr,
    pub media: SocketAddr,
    pub admin: String,
    pub applicant: String,
    /// A running attempt; the second one has ended.
    pub running: Candidate,
    pub ended: Candidate,
    pub offer: String,
    pub test: String,
    pub unique: AtomicUsize,
}

impl Means {
    pub async fn of(exam: &Exam) -> Arc<Self> {
        let (running, ended) = (exam.invite("greedy@example.org").await, exam.invite("done@example.org").await);
        let post = async |path: String, who: As<'_>, body| {
            exam.http.ok(Method::POST, &format!("{}{path}", exam.url), who, Some(&body)).await
        };
        let key = key_of(&ended.token);
        post(format!("/api/submit-test/{}", ended.token), As::Key(&key), json!({"answers": []})).await;
        let form = json!({"email": "greedy@example.org", "password": PASSWORD, "full_name": "Greedy"});
        post("/api/auth/register".into(), As::Anonymous, form).await;
        let form = json!({"email": "greedy@example.org", "password": PASSWORD});
        let applicant = post("/api/auth/login".into(), As::Anonymous, form).await;
        let offer = offer(exam.media, false, 1).await.0;
        let offer = json!({"type": "offer", "sdp": offer, "invite_id": running.invite}).to_string();
        Arc::new(Self {
            address: exam.address,
            media: exam.media,
            admin: exam.admin.clone(),
            applicant: text(&applicant["access_token"]).to_owned(),
            running,
            ended,
            offer,
            test: text(&exam.test["id"]).to_owned(),
            unique: AtomicUsize::new(0),
        })
    }

    fn next(&self) -> usize {
        self.unique.fetch_add(1, Relaxed)
    }

    fn bearer(token: &str) -> String {
        format!("Authorization: Bearer {token}\r\n")
    }

    fn key(candidate: &Candidate) -> String {
        format!("X-Attempt-Key: {}\r\n", key_of(&candidate.token))
    }
}

/// A repeated call: method, path, headers and body.
type Call = (&'static str, String, String, Vec<u8>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greedy {
    StalledBodies,
    OddMethods,
    IdleConnections,
    WrongPasswords,
    Registrations,
    UnreadDescriptions,
    UdpFlood,
    TcpFlood,
    Signals,
    HugeSubmits,
    LateSubmits,
    LargeSaves,
    Offers,
    Streams,
    Doors,
    Presence,
    OwnLists,
    Lists,
    UnreadExports,
    Imports,
    BulkInvites,
    Walls,
}

/// The first one fills the store's cache, so that the others are measured by what they add.
pub const ALL: [Greedy; 22] = [
    Greedy::Imports,
    Greedy::StalledBodies,
    Greedy::OddMethods,
    Greedy::IdleConnections,
    Greedy::WrongPasswords,
    Greedy::Registrations,
    Greedy::UnreadDescriptions,
    Greedy::UdpFlood,
    Greedy::TcpFlood,
    Greedy::Signals,
    Greedy::HugeSubmits,
    Greedy::LateSubmits,
    Greedy::LargeSaves,
    Greedy::Offers,
    Greedy::Streams,
    Greedy::Doors,
    Greedy::Presence,
    Greedy::OwnLists,
    Greedy::Lists,
    Greedy::UnreadExports,
    Greedy::BulkInvites,
    Greedy::Walls,
];

impl Greedy {
    /// Whether it stores ever more records, which the store's bounded cache keeps: memory grows with the first tens of
    /// thousands, and no further.
    pub fn fills_the_cache(self) -> bool {
        matches!(self, Self::Imports | Self::BulkInvites)
    }

    /// Runs on `runtime` until `stop`.
    pub fn spawn(self, means: &Arc<Means>, runtime: &Handle, stop: &CancellationToken) -> JoinSet<()> {
        let mut tasks = JoinSet::new();
        let many = match self {
            Self::StalledBodies => 200,
            Self::IdleConnections => 2_000,
            Self::Streams => 400,
            Self::UnreadExports => 64,
            Self::UdpFlood => 2,
            Self::HugeSubmits | Self::LateSubmits | Self::Imports | Self::BulkInvites => 4,
            Self::Offers => 32,
            _ => 16,
        };
        for n in 0..many {
            let (means, stop) = (means.clone(), stop.clone());
            let act = async move {
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = self.act(&means, n) => {}
                }
            };
            tasks.spawn_on(act, runtime);
        }
        tasks
    }

    async fn act(self, means: &Means, n: usize) {
        match self {
            Self::StalledBodies => hold(means, &[stalled(means, n).as_bytes(), &BODY]).await,
            Self::IdleConnections => hold(means, &[]).await,
            Self::Streams => hold(means, &[&Self::streamed(means, n)]).await,
            Self::UnreadExports => {
                let path = "/api/results/export?format=csv&answers=true";
                hold(means, &[&request("GET", path, &Means::bearer(&means.admin), b"")]).await;
            }
            Self::UnreadDescriptions => unread(means, &request("GET", "/api/openapi.json", "", b"")).await,
            Self::UdpFlood => udp(means.media, n).await,
            Self::TcpFlood => tcp(means.media).await,
            _ => self.repeat(means, n).await,
        }
    }

    /// Repeats one call on one connection.
    async fn repeat(self, means: &Means, n: usize) {
        loop {
            let Ok(mut wire) = Wire::open(GREEDY, means.address).await else {
                yield_now().await;
                continue;
            };
            loop {
                let (method, path, headers, body) = self.call(means, n);
                // A new long method each time.
                let odd = (self == Self::OddMethods).then(|| format!("{}{}", "X".repeat(20_000), means.next()));
                let method = odd.as_deref().unwrap_or(method);
                if wire.ask(method, &path, &headers, &body).await.is_err() {
                    break;
                }
            }
            yield_now().await;
        }
    }

    fn streamed(means: &Means, n: usize) -> Vec<u8> {
        if n.is_multiple_of(2) {
            let path = format!("/api/take-test/{}/events", means.running.token);
            return request("GET", &path, &Means::key(&means.running), b"");
        }
        request("GET", "/api/events", &Means::bearer(&means.applicant), b"")
    }

    fn call(self, means: &Means, n: usize) -> Call {
        let own = |tail: &str| format!("/api/take-test/{}/{tail}", means.running.token);
        let (key, anonymous) = (Means::key(&means.running), String::new());
        let email = |n: usize| format!("x{n}@example.org");
        match self {
            Self::OddMethods => ("", "/healthz".into(), anonymous, Vec::new()),
            Self::WrongPasswords => {
                let body = json!({"email": email(means.next()), "password": "guess"});
                ("POST", "/api/auth/login".into(), anonymous, body.to_string().into())
            }
            Self::Registrations => {
                let body = json!({"email": email(means.next()), "password": PASSWORD, "full_name": "http://x.example"});
                ("POST", "/api/auth/register".into(), anonymous, body.to_string().into())
            }
            Self::Signals => {
                let from = means.next() * 200;
                let one = |n: usize| json!({"kind": "blur", "detail": format!("{}", from + n)});
                let body = json!({"signals": (0..200).map(one).collect::<Vec<_>>()});
                ("POST", own("signals"), key, body.to_string().into())
            }
            Self::HugeSubmits => {
                ("POST", format!("/api/submit-test/{}", means.running.token), key, entries(60_000, "q1").into())
            }
            Self::LateSubmits => {
                let path = format!("/api/submit-test/{}", means.ended.token);
                ("POST", path, Means::key(&means.ended), entries(60_000, "none").into())
            }
            Self::LargeSaves => {
                let seq = means.next();
                let entry =
                    |n: usize| json!({"question_id": format!("q{n}"), "answer": "x".repeat(60_000), "seq": seq});
                let body = json!({"answers": (0..4).map(entry).collect::<Vec<_>>()});
                ("PUT", own("answers"), key, body.to_string().into())
            }
            Self::Offers => ("POST", "/api/webrtc/offer".into(), key, means.offer.clone().into()),
            Self::Doors => ("GET", format!("/api/take-test/{}", means.running.token), key, Vec::new()),
            Self::Presence => {
                let camera = if means.next().is_multiple_of(2) { "on" } else { "lost" };
                let body = json!({"question": 1, "camera": camera, "visible": true});
                ("POST", own("presence"), key, body.to_string().into())
            }
            Self::OwnLists => {
                let paths = ["/api/my-invites", "/api/my-submissions", "/api/auth/me"];
                ("GET", paths[n % paths.len()].into(), Means::bearer(&means.applicant), Vec::new())
            }
            Self::Imports => {
                let mut questions = String::new();
                for n in 0..400 {
                    let _ =
                        write!(questions, r#"{{"id":"q{n}","type":"essay","question":"{}"}},"#, "Why? ".repeat(300));
                }
                let questions = questions.trim_end_matches(',');
                let body = format!(r#"{{"title": "Imported", "duration_minutes": 60, "questions": [{questions}]}}"#);
                ("POST", "/api/tests".into(), Means::bearer(&means.admin), body.into())
            }
            Self::BulkInvites => {
                let person = |_| json!({"name": "Somebody", "email": email(means.next())});
                let people: Vec<_> = (0..1_000).map(person).collect();
                let body = json!({"test_id": means.test, "applicants": people, "no_schedule": true});
                ("POST", "/api/invites/bulk".into(), Means::bearer(&means.admin), body.to_string().into())
            }
            Self::Walls => ("POST", "/api/webrtc/walls".into(), Means::bearer(&means.admin), Vec::new()),
            _ => {
                let paths = [
                    "/api/invites?limit=1000",
                    "/api/invites?limit=1000&email_search=example",
                    "/api/tests?limit=1000",
                    "/api/admin/applicants?limit=1000&search=x",
                    "/api/results?limit=100",
                    "/api/admin/monitoring",
                    "/api/admin/overview",
                    "/api/admin/notifications?limit=1000",
                ];
                ("GET", paths[n % paths.len()].into(), Means::bearer(&means.admin), Vec::new())
            }
        }
    }
}

fn entries(many: usize, question: &str) -> String {
    let mut body = String::from(r#"{"answers": ["#);
    for seq in 1..=many {
        let _ = write!(body, r#"{{"question_id": "{question}{seq}", "answer": "x", "seq": {seq}}},"#);
    }
    body.trim_end_matches(',').to_owned() + "]}"
}

/// The body of a stalled request but for its last byte. All of them send the same memory: hundreds of copies would
/// measure how fast this process gets memory.
static BODY: LazyLock<Vec<u8>> = LazyLock::new(|| vec![b' '; 8 * 1024 * 1024 - 2]);

/// The head of an unauthorised request with [`BODY`].
fn stalled(means: &Means, n: usize) -> String {
    let length = BODY.len() + 1;
    if n.is_multiple_of(2) {
        head("POST", &format!("/api/submit-test/{}", means.running.token), "", length)
    } else {
        head("POST", "/api/tests/import", "", length)
    }
}

async fn write_parts(stream: &mut TcpStream, parts: &[&[u8]]) -> io::Result<()> {
    for part in parts {
        stream.write_all(part).await?;
    }
    Ok(())
}

/// Sends and never reads; reconnects when disconnected.
async fn hold(means: &Means, parts: &[&[u8]]) {
    loop {
        if let Ok(mut stream) = connect(GREEDY, means.address).await
            && write_parts(&mut stream, parts).await.is_ok()
        {
            // Read only to notice the disconnect.
            let _ = stream.readable().await;
            std::future::pending::<()>().await;
        }
        yield_now().await;
    }
}

/// Sends requests without reading a reply.
async fn unread(means: &Means, bytes: &[u8]) {
    loop {
        if let Ok(mut stream) = connect(GREEDY, means.address).await {
            while stream.write_all(bytes).await.is_ok() {}
        }
        yield_now().await;
    }
}

/// UDP packets of no session, and invalid packets.
async fn udp(media: SocketAddr, n: usize) {
    let socket = UdpSocket::bind((GREEDY, 0)).await.unwrap();
    let mut packet = vec![0_u8; 400];
    if n == 0 {
        packet = vec![0, 1, 0, 8, 0x21, 0x12, 0xa4, 0x42];
        packet.extend([7; 12]);
        packet.extend([0, 6, 0, 4, b'a', b':', b'b', b'c']);
    }
    loop {
        for _ in 0..64 {
            let _ = socket.send_to(&packet, media).await;
        }
        yield_now().await;
    }
}

/// TCP connections that send a packet of no session.
async fn tcp(media: SocketAddr) {
    loop {
        if let Ok(mut stream) = connect(GREEDY, media).await {
            let _ = stream.write_all(&[0, 20, 0, 1, 0, 0, 0x21, 0x12, 0xa4, 0x42]).await;
            let _ = stream.write_all(&[0; 12]).await;
            let _ = stream.read(&mut [0; 16]).await;
        }
        yield_now().await;
    }
}
