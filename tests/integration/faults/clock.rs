//! Wall-clock jumps: each attempt is submitted exactly once, and no candidate gains or loses time.

use crate::support::{
    app::{BEGIN, TestApp},
    journey::{key, list, text},
};
use invigil::{
    app::{Clock, Machine, SteadyClock},
    domain::{
        Instant,
        time::{HOUR, MINUTE, SECOND, SignedDuration},
    },
    service::operate::sweeper,
};
use serde_json::json;
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

/// A machine whose wall clock and monotonic clock are set by the test.
#[derive(Clone)]
struct Jumpy {
    time_of_day: Arc<Mutex<Instant>>,
    running: Arc<Mutex<Duration>>,
}

impl Jumpy {
    fn new() -> Self {
        let begin = Instant::parse(BEGIN).unwrap();
        Self { time_of_day: Arc::new(Mutex::new(begin)), running: Arc::default() }
    }

    fn pass(&self, time: SignedDuration) {
        self.jump(time);
        *self.running.lock().unwrap() += time.unsigned_abs();
    }

    fn jump(&self, by: SignedDuration) {
        let mut time_of_day = self.time_of_day.lock().unwrap();
        *time_of_day = time_of_day.plus(by);
    }
}

impl Machine for Jumpy {
    fn time_of_day(&self) -> Instant {
        *self.time_of_day.lock().unwrap()
    }

    fn running(&self) -> Duration {
        *self.running.lock().unwrap()
    }
}

/// The control: a server that trusts the wall clock.
impl Clock for Jumpy {
    fn now(&self) -> Instant {
        self.time_of_day()
    }
}

/// Takes a one-hour test on a machine whose wall clock jumps every five minutes; returns after how many real seconds
/// the server submitted it, and how often.
async fn sit(clock: Arc<dyn Clock>, machine: &Jumpy, jumps: &[SignedDuration]) -> (i64, usize) {
    let t = TestApp::with_clock(clock);
    let admin = t.admin().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    let (mut submitted, mut ended) = (0, None);
    for second in 1..=2 * 3600 {
        machine.pass(SECOND);
        let jump = jumps.get(usize::try_from(second / 300).unwrap()).filter(|_| second % 300 == 0);
        machine.jump(jump.copied().unwrap_or_default());
        sweeper::follow_clock(&t.app).unwrap();
        let swept = t.sweep().await.submitted;
        submitted += swept;
        if swept > 0 && ended.is_none() {
            ended = Some(second);
        }
    }
    t.assert_sound();
    (ended.unwrap_or(i64::MAX), submitted)
}

#[tokio::test]
async fn no_candidate_gains_or_loses_time_when_the_clock_is_set() {
    let machine = Jumpy::new();
    let clock = Arc::new(SteadyClock::new(machine.clone()));
    let none = SignedDuration::ZERO;
    let jumps = [2 * HOUR, -3 * HOUR, 40 * MINUTE, -10 * SECOND, HOUR, -HOUR, none, 24 * HOUR, -48 * HOUR, 5 * SECOND];
    assert_eq!(sit(clock.clone(), &machine, &jumps).await, (3615, 1));
    // Without a running attempt the new time is adopted.
    assert_eq!((clock.set_ahead(), clock.now()), (none, machine.time_of_day()));
}

#[tokio::test]
async fn a_server_that_trusts_the_wall_clock_is_detected() {
    for jump in [2 * HOUR, -HOUR] {
        let machine = Jumpy::new();
        let (ended, _) = sit(Arc::new(machine.clone()), &machine, &[SignedDuration::ZERO, jump]).await;
        assert!((ended - 3615).abs() > 1, "{ended}");
    }
}

#[tokio::test]
async fn a_corrected_clock_is_followed_while_no_attempt_is_running() {
    let machine = Jumpy::new();
    let clock = Arc::new(SteadyClock::new(machine.clone()));
    let t = TestApp::with_clock(clock.clone());
    let admin = t.admin().await;
    machine.jump(HOUR);
    assert!(sweeper::follow_clock(&t.app).unwrap());
    assert_eq!(t.now(), machine.time_of_day());
    let admin = if t.get("/api/auth/me").bearer(&admin).send().await.status == 200 {
        admin
    } else {
        t.sign_in("ada@example.org").await
    };
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    let started = t.start(&invite["token"], &key(1)).await.ok();
    machine.jump(-HOUR);
    assert!(!sweeper::follow_clock(&t.app).unwrap(), "an attempt is running");
    machine.pass(MINUTE);
    let door = t.door(&invite["token"], Some(&key(1))).await.ok();
    assert_eq!(door["attempt"]["deadline"], started["deadline"]);
    t.submit(&invite["token"], &key(1), &[]).await.ok();
    assert!(sweeper::follow_clock(&t.app).unwrap());
    assert_eq!(t.now(), machine.time_of_day());
}

/// Restarts a server repeatedly, sometimes after the deadline of an attempt; returns for each start how many attempts
/// it submitted and the number of results. With `forgets`, earlier data is put back (the control).
async fn restart(forgets: bool) -> Vec<(usize, i64)> {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("invigil.redb");
    let t = TestApp::on_disk(folder.path());
    let admin = t.admin().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    t.save(&invite["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    t.app.store.close().await;
    let before = std::fs::read(&database).unwrap();
    let mut seen = Vec::new();
    for offset in [-SECOND, SignedDuration::ZERO, 15 * SECOND, HOUR, -2 * HOUR] {
        if forgets {
            std::fs::write(&database, &before).unwrap();
        }
        let t = TestApp::on_disk(folder.path());
        t.clock.advance(HOUR + offset);
        let submitted = t.sweep().await.submitted;
        let admin = t.sign_in("ada@example.org").await;
        let results = t.get("/api/results").bearer(&admin).send().await.ok();
        for row in list(&results["results"]) {
            assert_eq!((text(&row["submitted_at"]), &row["score"]), ("2026-03-02T09:00:15.000Z", &json!(20.0)));
        }
        seen.push((submitted, results["pagination"]["total"].as_i64().unwrap()));
        t.assert_sound();
        t.app.store.close().await;
    }
    seen
}

#[tokio::test]
async fn a_restart_across_the_deadline_submits_once() {
    assert_eq!(restart(false).await, [(0, 0), (0, 0), (1, 1), (0, 1), (0, 1)]);
}

#[tokio::test]
async fn a_server_that_forgets_its_submissions_is_detected() {
    assert_eq!(restart(true).await, [(0, 0), (0, 0), (1, 1), (1, 1), (0, 0)]);
}
