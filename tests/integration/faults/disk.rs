//! Full and failing disks under the real binary: 503 with `Retry-After`, automatic recovery, no acknowledged answer
//! lost. Requires root to mount a small file system, and `strace` to inject errors; otherwise the tests are skipped
//! with a message.

use super::{
    load::{Exam, QUESTIONS, key_of, sign_in},
    oracle::Oracle,
    times,
};
use crate::support::{
    binary::{Place, Serving},
    client::{Answer, As},
    small_disk::SmallDisk,
};
use reqwest::Method;
use serde_json::json;
use std::{fs::File, process::Command};

const NO_ROOM: &str = "the disk is full\n";

/// One candidate who saves sequentially.
struct Candidate {
    exam: Exam,
    token: String,
    seq: u64,
}

impl Candidate {
    /// Starts an attempt on a running server; `name` distinguishes candidates.
    async fn start(place: &Place, url: &str, name: usize) -> Self {
        let oracle = Oracle::new(File::create(place.path().join("acknowledged")).unwrap());
        let exam = Exam::set_up(url, oracle).await;
        let admin = sign_in(&exam.http, url).await;
        let token = exam.invite(url, &admin, name).await;
        let start = format!("{url}/api/start-test/{token}");
        exam.http.ok(Method::POST, &start, As::Key(&key_of(&token)), None).await;
        Self { exam, token, seq: 0 }
    }

    /// One save of `size` bytes.
    async fn save(&mut self, url: &str, size: usize) -> Answer {
        self.seq += 1;
        // More questions than saves, so that a lost answer is not overwritten.
        let number = usize::try_from(self.seq).unwrap() % QUESTIONS;
        let (question, text) = (format!("q{number}"), format!("{} {}", self.seq, "x".repeat(size)));
        self.exam.oracle.sending(&self.token, &question, self.seq, &text);
        let body = json!({"answers": [{"question_id": question, "answer": text, "seq": self.seq}]});
        let path = format!("{url}/api/take-test/{}/answers", self.token);
        let answer = self.exam.http.ask(Method::PUT, &path, As::Key(&key_of(&self.token)), Some(&body)).await.unwrap();
        match answer.status {
            200 => self.exam.oracle.acknowledged(&self.token, &question, self.seq),
            status => assert_eq!((status, answer.retry_after.is_some()), (503, true), "{answer:?}"),
        }
        answer
    }

    /// Retries until a save is accepted.
    async fn recover(&mut self, url: &str) {
        for _ in 0..2_000 {
            if self.save(url, 100).await.status == 200 {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        panic!("the server did not recover");
    }
}

/// Puts the data on a small disk; `None` if this process may not mount one.
fn on_small_disk() -> Option<(Place, SmallDisk)> {
    let place = Place::with_data("disk/data");
    let Some(disk) = SmallDisk::mount(&place.path().join("disk"), 96) else {
        eprintln!("skipped: only root can mount the small disk that this test fills");
        return None;
    };
    place.add_admin("ada@example.org").done();
    Some((place, disk))
}

/// Fills the disk until a save is refused; returns the refusal.
async fn overfill(disk: &SmallDisk, candidate: &mut Candidate, url: &str) -> Answer {
    for _ in 0..3_000 {
        // Repeatedly, because the server first releases its disk reserve.
        disk.fill();
        let answer = candidate.save(url, 60_000).await;
        if answer.status == 503 {
            return answer;
        }
    }
    panic!("the disk was never full");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_and_recovers() {
    let Some((place, disk)) = on_small_disk() else { return };
    let mut serving = place.serve();
    let url = serving.url.clone();
    let mut candidate = Candidate::start(&place, &url, 1).await;
    let admin = sign_in(&candidate.exam.http, &url).await;
    let waiting = candidate.exam.invite(&url, &admin, 2).await;
    for _ in 0..2 {
        let refused = overfill(&disk, &mut candidate, &url).await;
        assert_eq!(refused.json["code"], "unavailable");
        let start = format!("{url}/api/start-test/{waiting}");
        let answer = candidate.exam.http.ask(Method::POST, &start, As::Anonymous, None).await.unwrap();
        assert_eq!((answer.status, answer.retry_after.is_some()), (503, true), "no attempt starts on a full disk");
        // The released reserve is used up before all writes fail.
        while candidate.exam.http.text(&format!("{url}/readyz")).await != (503, NO_ROOM.to_owned()) {
            overfill(&disk, &mut candidate, &url).await;
        }
        assert_eq!(candidate.exam.http.text(&format!("{url}/healthz")).await.0, 200);
        disk.make_room();
        // Recovers without a write.
        while candidate.exam.http.text(&format!("{url}/readyz")).await != (200, "ready\n".to_owned()) {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        candidate.recover(&url).await;
        assert_eq!(candidate.exam.missing(&url).await, Vec::<String>::new());
    }
    serving.kill();
    let serving = place.serve();
    assert_eq!(candidate.exam.missing(&serving.url).await, Vec::<String>::new());
    serving.stop();
    assert!(place.run(["check"]).done().ends_with("no problems.\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_acknowledges_on_a_full_disk_is_detected() {
    let Some((place, disk)) = on_small_disk() else { return };
    let mut wrong = place.command(["serve", "--listen", "127.0.0.1:0", "--log-level", "error"]);
    wrong.env("INVIGIL_SABOTAGE", "ack-failures");
    let serving = Serving::start(wrong);
    let mut candidate = Candidate::start(&place, &serving.url, 1).await;
    overfill(&disk, &mut candidate, &serving.url).await;
    disk.make_room();
    candidate.recover(&serving.url).await;
    assert_ne!(candidate.exam.missing(&serving.url).await, Vec::<String>::new());
}

/// Starts the server under `strace`, which fails the `n`th call of one kind in each thread.
fn serve_failing(place: &Place, call: &str, n: usize, sabotage: Option<&str>) -> Serving {
    let serve = place.command(["serve", "--listen", "127.0.0.1:0", "--log-level", "error"]);
    let mut command = Command::new("strace");
    // The tracer is the grandchild, so that a kill hits the server.
    command.args(["-D", "-f", "-qqq", "--seccomp-bpf", "-o", "/dev/null", "-e", &format!("trace={call}")]);
    command.args(["-e", &format!("inject={call}:error=EIO:when={n}")]);
    command.arg(serve.get_program()).args(serve.get_args()).current_dir(place.path());
    command.env_clear().env("INVIGIL_DATA", place.data());
    if let Some(sabotage) = sabotage {
        command.env("INVIGIL_SABOTAGE", sabotage);
    }
    Serving::start(command)
}

fn has_strace() -> bool {
    let has = Command::new("strace").arg("-V").output().is_ok_and(|done| done.status.success());
    if !has {
        eprintln!("skipped: strace, which injects disk errors, is not installed");
    }
    has
}

/// Saves while one disk call fails; returns the number of refused saves and the lost answers.
async fn save_during_failure(call: &str, n: usize, sabotage: Option<&str>) -> (usize, Vec<String>) {
    let place = Place::with_admin();
    let serving = place.serve();
    let mut candidate = Candidate::start(&place, &serving.url, 1).await;
    serving.stop();
    let mut serving = serve_failing(&place, call, n, sabotage);
    let url = serving.url.clone();
    let mut refused = 0;
    for _ in 0..80 {
        refused += usize::from(candidate.save(&url, 3_000).await.status != 200);
    }
    if sabotage.is_none() {
        candidate.recover(&url).await;
    }
    let mut missing = candidate.exam.missing(&url).await;
    serving.kill();
    let serving = place.serve();
    missing.extend(candidate.exam.missing(&serving.url).await);
    serving.stop();
    assert!(place.run(["check"]).done().ends_with("no problems.\n"));
    (refused, missing)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_error_at_any_call_loses_nothing() {
    if !has_strace() {
        return;
    }
    let (mut refused, rounds) = (0, times("INVIGIL_DISK_ERRORS", 2));
    for round in 0..rounds {
        // Well after the start, which a single error may abort.
        for (call, n) in [("pwrite64", 120 + round * 13), ("fdatasync", 40 + round * 5)] {
            let (said_no, missing) = save_during_failure(call, n, None).await;
            assert_eq!(missing, Vec::<String>::new(), "{call} {n}");
            refused += said_no;
        }
    }
    assert!(refused > 0, "no injected error was hit");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_acknowledges_failed_writes_is_detected() {
    if !has_strace() {
        return;
    }
    let mut missing = Vec::new();
    for n in [41, 60, 81] {
        missing.extend(save_during_failure("fdatasync", n, Some("ack-failures")).await.1);
    }
    assert_ne!(missing, Vec::<String>::new());
}
