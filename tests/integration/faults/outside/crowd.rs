//! Candidates who save continuously, and checks that they make progress.

use crate::{
    faults::load::{Exam, QUESTIONS, key_of},
    support::client::As,
};
use reqwest::Method;
use serde_json::json;
use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};

/// Saves and `/healthz` must complete within this time, whatever external parties do.
pub const BOUND: Duration = Duration::from_secs(5);
/// Latency that two busy cores alone may add to a save.
const NOISE: Duration = Duration::from_millis(25);
/// The same for the slowest of thousands of saves.
const SPIKE: Duration = Duration::from_millis(100);
const CANDIDATES: usize = 8;
/// Interval between two saves of one candidate: what is not measured only has to show progress.
const PACE: Duration = Duration::from_millis(40);
const MEASURED_PACE: Duration = Duration::from_millis(10);

/// Shared measurements of all candidates.
struct Pulse {
    /// Acknowledged saves by candidate.
    saved: watch::Sender<Vec<u64>>,
    took: Mutex<Vec<Duration>>,
}

pub struct Crowd {
    exam: Arc<Exam>,
    url: watch::Sender<Option<String>>,
    pulse: Arc<Pulse>,
    seats: JoinSet<()>,
}

impl Crowd {
    /// Invites the candidates and starts their attempts; no mail server may be configured yet.
    pub async fn sit_down(exam: Arc<Exam>, url: &str, admin: &str) -> Self {
        let pulse = Arc::new(Pulse { saved: watch::Sender::new(vec![0; CANDIDATES]), took: Mutex::default() });
        let at = watch::Sender::new(Some(url.to_owned()));
        let mut seats = JoinSet::new();
        for n in 0..CANDIDATES {
            let token = exam.invite(url, admin, n).await;
            let start = format!("{url}/api/start-test/{token}");
            exam.http.ok(Method::POST, &start, As::Key(&key_of(&token)), None).await;
            seats.spawn(save_on(exam.clone(), at.subscribe(), token, n, pulse.clone()));
        }
        Self { exam, url: at, pulse, seats }
    }

    /// Checks that every candidate saves again and `/healthz` replies within `bound`; `Err` describes who did not.
    pub async fn gets_on(&self, bound: Duration) -> Result<(), String> {
        let (saves, health) = tokio::join!(self.saves_go_on(bound), self.is_healthy());
        saves.and(health)
    }

    async fn saves_go_on(&self, bound: Duration) -> Result<(), String> {
        let mut saved = self.pulse.saved.subscribe();
        // The first save may have been sent before.
        let enough: Vec<u64> = saved.borrow().iter().map(|n| n + 2).collect();
        let all = |now: &Vec<u64>| now.iter().zip(&enough).all(|(now, enough)| now >= enough);
        if timeout(bound, saved.wait_for(all)).await.is_ok() {
            return Ok(());
        }
        let behind = saved.borrow().iter().zip(&enough).filter(|(now, enough)| now < enough).count();
        Err(format!("{behind} of {CANDIDATES} candidates could not save within {bound:?}"))
    }

    /// Calls `/healthz` on a new connection.
    pub async fn is_healthy(&self) -> Result<(), String> {
        let Some(url) = self.url.borrow().clone() else { return Err("the server is down".into()) };
        let asked = async {
            let mut stream = TcpStream::connect(url.trim_start_matches("http://")).await?;
            stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await?;
            std::io::Result::Ok(answer)
        };
        match timeout(BOUND, asked).await {
            Ok(Ok(answer)) if answer.starts_with(b"HTTP/1.1 200") => Ok(()),
            Ok(Ok(answer)) => Err(format!("/healthz answers {:?}", String::from_utf8_lossy(&answer))),
            Ok(Err(error)) => Err(format!("/healthz: {error}")),
            Err(_) => Err(format!("/healthz did not answer within {BOUND:?}")),
        }
    }

    /// Save times since the last call.
    pub fn times(&self) -> Times {
        let mut took = std::mem::take(&mut *self.pulse.took.lock().unwrap_or_else(PoisonError::into_inner));
        took.sort_unstable();
        Times(took)
    }

    /// Stops the candidates; the oracle keeps their records.
    pub async fn leave(mut self) -> Arc<Exam> {
        self.url.send_replace(None);
        while let Some(left) = self.seats.join_next().await {
            left.unwrap();
        }
        self.exam
    }
}

/// Save times, shortest first.
pub struct Times(Vec<Duration>);

impl Times {
    pub fn share(&self, percent: usize) -> Duration {
        self.0.get((self.0.len() * percent / 100).min(self.0.len().saturating_sub(1))).copied().unwrap_or_default()
    }

    /// Only with `make prove`, on a quiet machine: no save may take three times as long as with a well-behaved party.
    pub fn no_worse(&self, cell: &str, calm: &Self) {
        let fits = |now: Duration, then: Duration, noise| now <= 3 * then.max(noise);
        let fits = fits(self.share(99), calm.share(99), NOISE) && fits(self.worst(), calm.worst(), SPIKE);
        assert!(fits || !super::is_long(), "{cell}: {self}; with a good one: {calm}");
    }

    pub fn worst(&self) -> Duration {
        self.0.last().copied().unwrap_or_default()
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (median, p99) = (self.share(50), self.share(99));
        write!(f, "{:6} saves, median {median:.1?}, p99 {p99:.1?}, worst {:.1?}", self.0.len(), self.worst())
    }
}

/// Saves as one candidate until the server is gone.
async fn save_on(exam: Arc<Exam>, at: watch::Receiver<Option<String>>, token: String, n: usize, pulse: Arc<Pulse>) {
    for seq in 1.. {
        let Some(url) = at.borrow().clone() else { return };
        let question = format!("q{}", usize::try_from(seq).unwrap() % QUESTIONS);
        let answer = format!("{token} {question} {seq}");
        exam.oracle.sending(&token, &question, seq, &answer);
        let body = json!({"answers": [{"question_id": question, "answer": answer, "seq": seq}]});
        let path = format!("{url}/api/take-test/{token}/answers");
        let begun = Instant::now();
        match exam.http.ask(Method::PUT, &path, As::Key(&key_of(&token)), Some(&body)).await {
            Ok(reply) if reply.status == 200 => {
                exam.oracle.acknowledged(&token, &question, seq);
                pulse.took.lock().unwrap_or_else(PoisonError::into_inner).push(begun.elapsed());
                pulse.saved.send_modify(|saved| saved[n] += 1);
            }
            Ok(reply) => assert!(matches!(reply.status, 429 | 503), "{path}: {reply:?}"),
            // The server is stopping; a hang is detected by the test.
            Err(_) => {}
        }
        sleep(if super::is_long() { MEASURED_PACE } else { PACE }).await;
    }
}
