//! One client that takes what it can get, beside a calm exam: whoever it is and whatever it calls, the others' saves,
//! pictures and sign-ins go on, and what it took is given back.
//!
//! The suite plays a few seconds of each and looks for progress; with `INVIGIL_GREEDY` set to seconds (`make prove`) the
//! exam is of 200 candidates with a wall of 24, and the times are compared with those of the calm exam of the same run.

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

/// Times below this, in microseconds, are as good as none: the noise of two processors that carry the clients too.
const NOISE: u64 = 5_000;
const RATIO: u64 = 3;

/// A client on another machine takes none of the server's processor: these threads take what is left of it.
fn elsewhere() -> Runtime {
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
        Self { serving, exam, means, size, seq: Arc::default(), clients: elsewhere() }
    }

    async fn calm(&self) -> Seen {
        self.exam.go_on(self.size, &self.seq).await
    }

    /// The exam beside one greedy client, and whether what that took came back.
    async fn beside(&self, greedy: Greedy, patience: Duration) -> (Seen, Result<Held, Held>, Held) {
        let before = Held::by(self.serving.id());
        let stop = CancellationToken::new();
        let mut tasks = greedy.spawn(&self.means, self.clients.handle(), &stop);
        let seen = self.calm().await;
        stop.cancel();
        tasks.abort_all();
        while tasks.join_next().await.is_some() {}
        let spare = if greedy == Greedy::Imports { CACHE + SPARE } else { SPARE };
        (seen, back_to(before, spare, self.serving.id(), patience).await, before)
    }

    fn end(self) {
        self.serving.stop();
        // A runtime must not be dropped where others run.
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
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_greedy_client_takes_nothing_from_the_others() {
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
    // One kind alone, to look into it.
    let only = std::env::var("INVIGIL_GREEDY_ONLY").unwrap_or_default();
    for greedy in ALL.into_iter().filter(|greedy| only.is_empty() || only.contains(&format!("{greedy:?}"))) {
        let (seen, back, before) = play.beside(greedy, LONG).await;
        line(&format!("{greedy:?}"), &seen, back.unwrap_or_else(|held| held));
        if let Err(held) = back {
            wrong.push(format!("{greedy:?}: {before:?} before, {held:?} a minute later"));
        }
        if seen.frames == 0 {
            wrong.push(format!("{greedy:?}: the wall stood still"));
        }
        if seconds == 0 {
            continue;
        }
        for (what, calm, seen) in [("a save", &calm.saves, &seen.saves), ("a sign-in", &calm.sign_ins, &seen.sign_ins)]
        {
            let (calm, seen) = (Seen::p99(calm).max(NOISE), Seen::p99(seen));
            if seen > RATIO * calm {
                wrong.push(format!("{greedy:?}: {what} takes {seen} us at p99, {calm} in the calm exam"));
            }
        }
        if seen.frames * 3 < calm.frames {
            wrong.push(format!("{greedy:?}: {} pictures, {} in the calm exam", seen.frames, calm.frames));
        }
    }
    play.end();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(place.run(["check"]).done().ends_with("no problems.\n"));
}

/// The control: a bound that is lifted, here that of the methods in `/metrics`, lets one client take memory for good.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bound_that_is_lifted_is_found_out() {
    let phase = Duration::from_secs(2);
    let size = Size { candidates: 2, cameras: 1, pause: Duration::from_millis(500), phase };
    let place = Place::with_admin();
    let play = Box::pin(Play::begin(&place, size, Some("any-method"))).await;
    play.calm().await;
    let (_, back, before) = play.beside(Greedy::OddMethods, Duration::from_secs(2)).await;
    assert!(back.is_err(), "{before:?} before, {back:?} after");
    play.end();
}
