//! Wall-clock jumps: each attempt is submitted exactly once, and no candidate gains or loses time.

use crate::support::{
    app::{BEGIN, TestApp},
    failing_disk::FailingDisk,
    journey::{key, list, small_test, text},
};
use invigil::{
    app::{Clock, Machine, SteadyClock},
    domain::{
        Instant,
        audit::AuditEntry,
        invite::{Invite, InviteStatus},
        mail::{Mail, MailState},
        notification::Notification,
        time::{DAY, HOUR, MINUTE, SECOND, SignedDuration},
        upkeep::ClockMark,
        user::Session,
    },
    service::{mail::deliver, operate::clock},
    state::clock_judge::STEADY_FOR,
    store::Read,
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
    boot: &'static str,
}

impl Jumpy {
    fn new() -> Self {
        let begin = Instant::parse(BEGIN).unwrap();
        Self { time_of_day: Arc::new(Mutex::new(begin)), running: Arc::default(), boot: "first" }
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

    fn boot(&self) -> Option<String> {
        Some(self.boot.into())
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
    t.started().await;
    let (mut submitted, mut ended) = (0, None);
    for second in 1..=2 * 3600 {
        machine.pass(SECOND);
        let jump = jumps.get(usize::try_from(second / 300).unwrap()).filter(|_| second % 300 == 0);
        machine.jump(jump.copied().unwrap_or_default());
        clock::tend(&t.app).await.unwrap();
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
    // Without a running attempt the new time is followed.
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

/// A server with all that waits for a time of day: invitations before their ends, reminders, sessions, keyed calls.
struct Waiting {
    machine: Jumpy,
    t: TestApp,
    admin: String,
    /// Link of the attempt that runs, if any.
    running: Option<serde_json::Value>,
}

impl Waiting {
    async fn new(with_attempt: bool) -> Self {
        let machine = Jumpy::new();
        let t = TestApp::with_clock(Arc::new(SteadyClock::new(machine.clone())));
        let admin = t.admin().await;
        t.set_up_mail(&admin).await;
        let test = t.create_test(&admin, small_test("T")).await;
        t.invite(&admin, &test, "open@example.org").await;
        let fixed = json!({"admin_scheduled": true, "no_schedule": false, "scheduled_date": t.at(3 * DAY)});
        t.invite_with(&admin, &test, "fixed@example.org", fixed).await.expect(201);
        let own = json!({"no_schedule": false});
        t.invite_with(&admin, &test, "own@example.org", own).await.expect(201);
        let running = if with_attempt {
            let invite = t.invite(&admin, &test, "runs@example.org").await;
            t.start(&invite["token"], &key(1)).await.ok();
            Some(invite["token"].clone())
        } else {
            None
        };
        let server = Self { machine, t, admin, running };
        server.run(SECOND).await;
        server
    }

    /// Does the work of a running server, every few seconds.
    async fn run(&self, time: SignedDuration) {
        let step = 20 * SECOND;
        let mut left = time;
        while left.is_positive() {
            self.machine.pass(left.min(step));
            left -= step;
            clock::tend(&self.t.app).await.unwrap();
            self.t.sweep().await;
            deliver::run_once(&self.t.app).await.unwrap();
        }
    }

    /// All that is stored and was sent, but for what reports the clock.
    fn stored(&self) -> String {
        let read = self.t.app.store.read().unwrap();
        let (invites, mails): (Vec<Invite>, Vec<Mail>) = (read.records().unwrap(), read.records().unwrap());
        let sessions: Vec<Session> = read.records().unwrap();
        let sent: Vec<_> = self.t.mailer.sent().into_iter().map(|mail| mail.content.subject).collect();
        format!("{invites:#?}{mails:#?}{sessions:#?}{sent:#?}")
    }

    fn told(&self) -> Vec<String> {
        let all: Vec<Notification> = self.t.app.store.read().unwrap().records().unwrap();
        all.into_iter().map(|one| one.message).filter(|message| message.contains("clock of")).collect()
    }

    fn states(&self) -> Vec<(String, InviteStatus)> {
        let all: Vec<Invite> = self.t.app.store.read().unwrap().records().unwrap();
        all.into_iter().map(|invite| (invite.applicant_email, invite.state)).collect()
    }
}

const JUMPS: [SignedDuration; 13] = [
    SignedDuration::from_hours(-365 * 24),
    SignedDuration::from_hours(-30 * 24),
    SignedDuration::from_hours(-24),
    SignedDuration::from_hours(-1),
    SignedDuration::from_secs(-61),
    SignedDuration::from_secs(-2),
    SignedDuration::from_secs(2),
    SignedDuration::from_secs(61),
    SignedDuration::from_hours(1),
    SignedDuration::from_hours(24),
    SignedDuration::from_hours(13 * 24 + 12),
    SignedDuration::from_hours(30 * 24),
    SignedDuration::from_hours(365 * 24),
];

#[tokio::test]
async fn a_clock_that_is_wrong_for_a_while_changes_nothing() {
    for with_attempt in [false, true] {
        for jump in JUMPS {
            let server = Waiting::new(with_attempt).await;
            let (before, began) = (server.stored(), server.t.now());
            server.machine.jump(jump);
            for wrong in [SECOND, 5 * SECOND, 4 * MINUTE] {
                server.run(wrong).await;
                assert_eq!(server.stored(), before, "{jump} {wrong}");
            }
            server.t.get("/api/auth/me").bearer(&server.admin).send().await.ok();
            if let Some(token) = &server.running {
                server.t.save(token, &key(1), &[("q1", "B", 1)]).await.ok();
            }
            server.machine.jump(-jump);
            server.run(2 * MINUTE).await;
            assert_eq!(server.t.now().since(began), 6 * MINUTE + 6 * SECOND, "{jump}");
            let told = server.told();
            assert_eq!(told.len(), usize::from(jump.abs() >= MINUTE), "{jump} {told:?}");
            server.t.assert_sound();
        }
    }
}

#[tokio::test]
async fn a_clock_that_was_set_for_good_is_followed_and_later_corrected() {
    for jump in JUMPS {
        let server = Waiting::new(false).await;
        let before = server.states();
        server.machine.jump(jump);
        server.run(STEADY_FOR + MINUTE).await;
        assert_eq!(server.t.now(), server.machine.time_of_day(), "{jump}");
        assert_eq!(server.told().len(), 2 * usize::from(jump.abs() >= MINUTE), "{jump} {:?}", server.told());
        let ended = server.states().iter().filter(|(_, state)| *state == InviteStatus::Expired).count();
        assert_eq!(ended, if jump >= 30 * DAY { 3 } else { usize::from(jump == 13 * DAY + 12 * HOUR) }, "{jump}");
        // It was wrong all the time.
        server.machine.jump(-jump);
        server.run(STEADY_FOR + MINUTE).await;
        assert_eq!(server.states(), before, "{jump}");
        let admin = server.t.sign_in("ada@example.org").await;
        server.t.get("/api/auth/me").bearer(&admin).send().await.ok();
        let read = server.t.app.store.read().unwrap();
        let late = |mail: &&Mail| mail.state == MailState::Waiting && mail.next_try_at.since(server.t.now()) > 3 * DAY;
        assert_eq!(read.records::<Mail>().unwrap().iter().filter(late).count(), 0, "{jump}");
        server.t.assert_sound();
    }
}

#[tokio::test]
async fn a_server_that_believes_any_time_of_day_is_detected() {
    let machine = Jumpy::new();
    let t = TestApp::with_clock(Arc::new(machine.clone()));
    let admin = t.admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    t.invite(&admin, &test, "open@example.org").await;
    machine.jump(30 * DAY);
    assert_eq!(t.sweep().await.expired, 1);
}

#[tokio::test]
async fn after_a_sleep_what_ran_out_waits_for_a_steady_time() {
    let server = Waiting::new(true).await;
    // The machine slept: its monotonic clock counts that, and the deadline has passed.
    server.machine.pass(14 * DAY);
    let before = server.stored();
    server.run(4 * MINUTE).await;
    assert_eq!(server.stored(), before);
    let token = server.running.as_ref().unwrap();
    let reply = server.t.submit(token, &key(1), &[]).await;
    assert_eq!(reply.status, 503, "{}", reply.text);
    server.run(3 * MINUTE).await;
    let states = server.states();
    assert!(states.iter().any(|(email, state)| email == "runs@example.org" && *state == InviteStatus::Completed));
    assert!(states.iter().any(|(email, state)| email == "open@example.org" && *state == InviteStatus::Expired));
}

#[tokio::test]
async fn a_restart_counts_on_whatever_the_time_of_day_is() {
    let server = Waiting::new(true).await;
    let (store, was) = (&server.t.app.store, server.t.now());
    let mark: ClockMark = store.read().unwrap().records().unwrap().pop().unwrap();
    assert_eq!(mark.boot, "first");
    server.machine.pass(MINUTE);
    for jump in JUMPS {
        server.machine.jump(jump);
        let again = clock::of(server.machine.clone(), store);
        assert_eq!(again.now().since(was), MINUTE, "{jump}");
        assert_eq!(again.set_ahead(), jump);
        // The machine was started, too: the time is never before the last one known.
        let fresh = clock::of(Jumpy { boot: "second", ..server.machine.clone() }, store);
        assert!(fresh.now() >= was.plus(-SECOND), "{jump}");
        assert!(fresh.now() <= was.plus(MINUTE + jump.max(SignedDuration::ZERO)), "{jump}");
        server.machine.jump(-jump);
    }
    // Three hours by a time of day that may be corrected: nothing is ended before it is.
    server.machine.pass(3 * HOUR);
    let t = TestApp::with_clock(Arc::new(clock::of(Jumpy { boot: "second", ..server.machine.clone() }, store)));
    t.app.store.write(move |tx| Ok::<_, invigil::domain::Error>(tx.put(&mark)?)).await.unwrap();
    clock::begin(&t.app).await.unwrap();
    assert!(!t.app.clock_watch.judge.is_steady());
    clock::tend(&t.app).await.unwrap();
    server.machine.jump(-2 * HOUR);
    clock::tend(&t.app).await.unwrap();
    assert_eq!(t.now(), server.machine.time_of_day(), "a first reading is corrected at once");
}

#[tokio::test]
async fn an_attempt_that_began_by_an_unproven_time_keeps_its_time() {
    for (jump, with_attempt) in [(-2 * HOUR, true), (2 * HOUR, true), (-2 * HOUR, false)] {
        let machine = Jumpy::new();
        let t = TestApp::with_clock(Arc::new(SteadyClock::new(machine.clone())));
        t.app.clock_watch.judge.begin_unproven(t.now(), t.now().plus(-3 * HOUR));
        let admin = t.admin().await;
        let test = t.test_with_all_types(&admin).await;
        let invite = t.invite(&admin, &test, "cora@example.org").await;
        machine.pass(SECOND);
        if with_attempt {
            t.start(&invite["token"], &key(1)).await.ok();
        }
        let before = t.now();
        machine.jump(jump);
        clock::tend(&t.app).await.unwrap();
        let moved = if with_attempt { SignedDuration::ZERO } else { jump };
        assert_eq!(t.now().since(before), moved, "{jump} {with_attempt}");
        let mut ended = None;
        for minute in 1..=65 {
            machine.pass(MINUTE);
            clock::tend(&t.app).await.unwrap();
            if t.sweep().await.submitted > 0 {
                ended = ended.or(Some(minute));
            }
        }
        assert_eq!(ended, with_attempt.then_some(61), "{jump}");
    }
}

#[tokio::test]
async fn what_was_noted_by_a_time_that_was_set_back_moves_once_also_if_the_store_fails() {
    let (machine, disk) = (Jumpy::new(), FailingDisk::default());
    let t = TestApp::with_clock_on(Arc::new(SteadyClock::new(machine.clone())), disk.backing());
    let admin = t.admin().await;
    t.set_up_mail(&admin).await;
    let test = t.create_test(&admin, small_test("T")).await;
    t.mailer.refuse("451 later");
    t.invite(&admin, &test, "cora@example.org").await;
    let mail = || t.app.store.read().unwrap().records::<Mail>().unwrap().pop().unwrap();
    let before = mail();
    clock::tend(&t.app).await.unwrap();
    machine.jump(-2 * HOUR);
    for _ in 0..5 {
        clock::tend(&t.app).await.unwrap();
        machine.pass(MINUTE);
    }
    disk.fail(true);
    clock::tend(&t.app).await.unwrap_err();
    assert_eq!(t.now(), machine.time_of_day(), "it is followed");
    disk.fail(false);
    while !t.app.store.stats().available {
        tokio::task::yield_now().await;
    }
    for _ in 0..3 {
        machine.pass(SECOND);
        clock::tend(&t.app).await.unwrap();
    }
    let after = mail();
    let moved = |before: Instant, after: Instant| after.since(before);
    assert_eq!(moved(before.next_try_at, after.next_try_at), -2 * HOUR);
    assert_eq!(moved(before.failing_since.unwrap(), after.failing_since.unwrap()), -2 * HOUR);
    let entries: Vec<AuditEntry> = t.app.store.read().unwrap().records().unwrap();
    assert_eq!(entries.iter().filter(|entry| entry.action == "clock.follow").count(), 1);
    t.assert_sound();
}

/// Restarts a server repeatedly, sometimes after the deadline of an attempt; returns for each start how many attempts
/// it submitted and the number of results. With `forgets`, earlier data is put back (the control).
async fn restart(forgets: bool) -> Vec<(usize, i64)> {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("invigil.redb");
    let t = TestApp::on_disk(folder.path());
    let (_, invite) = t.started().await;
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
