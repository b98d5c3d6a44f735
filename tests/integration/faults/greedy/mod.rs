//! Resource exhaustion: a greedy client beside a normal exam. Whatever it calls, saves, video and sign-ins of others
//! continue, and its resources are released afterwards.
//!
//! The suite runs each client for a few seconds and checks for progress. With `INVIGIL_GREEDY` set to seconds (`make
//! prove`) the exam has 200 candidates and a wall of 24, and its times are compared with those of a normal exam of the
//! same run.

mod clients;
mod exam;
mod process;
mod tls;
mod wire;

use super::times;
use crate::support::binary::{Place, Serving};
use clients::{ALL, Greedy, Means};
use exam::{Exam, Seen, Size};
use process::{CACHE, Held, LONG, SPARE, back_to};
use std::{
    sync::{Arc, atomic::AtomicUsize},
    time::Duration,
};
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

/// Times below this, in microseconds, are noise: two processors run the server and the clients.
const NOISE: u64 = 5_000;
const RATIO: u64 = 3;

/// Low-priority threads for clients, which on another machine would not use the server's processor.
fn client_runtime() -> Runtime {
    let yields = || {
        let _ = rustix::process::nice(19);
    };
    Builder::new_multi_thread().enable_all().worker_threads(2).on_thread_start(yields).build().unwrap()
}

fn serve(place: &Place, sabotage: Option<&str>) -> Serving {
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0", "--log-level", "error"]);
    if let Some(sabotage) = sabotage {
        command.env("INVIGIL_SABOTAGE", sabotage);
    }
    Serving::start(command)
}

struct Play {
    serving: Serving,
    exam: Exam,
    means: Arc<Means>,
    size: Size,
    seq: Arc<AtomicUsize>,
    clients: Runtime,
}

impl Play {
    async fn begin(place: &Place, size: Size, sabotage: Option<&str>) -> Self {
        let serving = serve(place, sabotage);
        let exam = Box::pin(Exam::open(&serving, size)).await;
        let means = Means::of(&exam).await;
        Self { serving, exam, means, size, seq: Arc::default(), clients: client_runtime() }
    }

    async fn calm(&self) -> Seen {
        self.exam.run_phase(self.size, &self.seq).await
    }

    /// Measures the exam beside one greedy client, and whether its resources are released in time.
    async fn beside(&self, greedy: Greedy, limit: Duration) -> (Seen, Result<Held, Held>, Held) {
        let before = Held::by(self.serving.id());
        let stop = CancellationToken::new();
        let mut tasks = greedy.spawn(&self.means, self.clients.handle(), &stop);
        let seen = self.calm().await;
        stop.cancel();
        tasks.abort_all();
        while tasks.join_next().await.is_some() {}
        let spare = if greedy.fills_the_cache() { CACHE + SPARE } else { SPARE };
        (seen, back_to(before, spare, self.serving.id(), limit).await, before)
    }

    fn end(self) {
        self.serving.stop();
        // A runtime must not be dropped inside another one.
        self.clients.shutdown_background();
    }
}

fn line(name: &str, seen: &Seen, held: Held) {
    println!(
        "{name:>20}  saves p99 {:7.2} ms  sign-in p99 {:7.2} ms  frames {:5}  refused {:4}  {:4} MiB {:3} threads {:4} files",
        Duration::from_micros(Seen::p99(&seen.saves)).as_secs_f64() * 1e3,
        Duration::from_micros(Seen::p99(&seen.sign_ins)).as_secs_f64() * 1e3,
        seen.frames,
        seen.refused,
        held.memory,
        held.threads,
        held.files,
    );
    if let (Some(first), Some(last)) = (seen.slow.first(), seen.slow.last()) {
        println!("{:>20}  {} slow saves, begun {first:?} to {last:?} into the phase", "", seen.slow.len());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_greedy_client_does_not_affect_others() {
    let seconds = times("INVIGIL_GREEDY", 0);
    let size = if seconds > 0 {
        let phase = Duration::from_secs(seconds as u64);
        Size { candidates: 200, cameras: 24, pause: Duration::from_secs(1), phase }
    } else {
        let (pause, phase) = (Duration::from_millis(250), Duration::from_millis(800));
        Size { candidates: 20, cameras: 2, pause, phase }
    };
    let place = Place::with_admin();
    let play = Box::pin(Play::begin(&place, size, None)).await;
    play.calm().await;
    let calm = play.calm().await;
    line("calm", &calm, Held::by(play.serving.id()));
    let mut wrong = Vec::new();
    // Set to run one kind only, for debugging.
    let only = std::env::var("INVIGIL_GREEDY_ONLY").unwrap_or_default();
    for greedy in ALL.into_iter().filter(|greedy| only.is_empty() || only.contains(&format!("{greedy:?}"))) {
        let (seen, back, before) = play.beside(greedy, LONG).await;
        line(&format!("{greedy:?}"), &seen, back.unwrap_or_else(|held| held));
        if let Err(held) = back {
            wrong.push(format!("{greedy:?}: {before:?} before, {held:?} a minute later"));
        }
        if seen.frames == 0 {
            wrong.push(format!("{greedy:?}: the wall froze"));
        }
        if seconds == 0 {
            continue;
        }
        for (what, calm, seen) in [("a save", &calm.saves, &seen.saves), ("a sign-in", &calm.sign_ins, &seen.sign_ins)]
        {
            let (calm, seen) = (Seen::p99(calm).max(NOISE), Seen::p99(seen));
            if seen > RATIO * calm {
                wrong.push(format!("{greedy:?}: {what} takes {seen} us at p99, {calm} in the normal exam"));
            }
        }
        if seen.frames * 3 < calm.frames {
            wrong.push(format!("{greedy:?}: {} frames, {} in the normal exam", seen.frames, calm.frames));
        }
    }
    play.end();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(place.run(["check"]).done().ends_with("no problems.\n"));
}

/// The control: without a limit (here on method labels in `/metrics`) one client takes memory permanently.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_limit_is_detected() {
    let phase = Duration::from_secs(2);
    let size = Size { candidates: 2, cameras: 1, pause: Duration::from_millis(500), phase };
    let place = Place::with_admin();
    let play = Box::pin(Play::begin(&place, size, Some("any-method"))).await;
    play.calm().await;
    // How much one round takes depends on the machine; that it is never given back does not.
    let before = Held::by(play.serving.id());
    let mut now = before;
    for _ in 0..30 {
        drop(play.beside(Greedy::OddMethods, Duration::ZERO).await);
        now = Held::by(play.serving.id());
        if now.memory > before.memory + SPARE {
            break;
        }
    }
    assert!(now.memory > before.memory + SPARE, "{before:?} before, {now:?} after");
    play.end();
}
