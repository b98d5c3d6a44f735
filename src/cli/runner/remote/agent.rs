//! Pulls jobs, gives them to the runner of this process, and reports what they yield. A job is this machine's while its lease
//! is renewed; one whose lease is over is ended, and its result is not reported.

use super::{
    link::{Leased, RegisteredSession, RenewalRequest, ServerClient, Trouble},
    report::fitting,
};
use crate::{
    cli::failure::Failure,
    runner::{
        client::{JobNotice, RunnerClient},
        job::{Outcome, Verdict},
        server::SLICE,
        wire::Welcome,
    },
};
use std::{
    collections::HashMap,
    future::pending,
    mem::replace,
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    sync::mpsc::Receiver,
    task::JoinSet,
    time::{MissedTickBehavior, interval, sleep, sleep_until, timeout},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Pause after the first call that failed; each further one is twice as long, up to [`MAX_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const MAX_PAUSE: Duration = Duration::from_secs(30);
/// A call that brings no job ends no sooner: a server that does not hold it is not asked more often.
const MIN_POLL: Duration = Duration::from_secs(1);
/// A registration that lived this long is renewed without a long pause.
const STABLE: Duration = Duration::from_mins(1);
/// Pause between two tries to report a result.
const REPORT_PAUSE: Duration = Duration::from_secs(2);
/// Time limit for notifying the server that this runner stops.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(2);
/// Jobs beyond one for each slot: those that others interrupt, and one that is to interrupt. The server gives no more either.
const MAX_EXTRA: usize = 16;

type CallFuture<T> = Pin<Box<dyn Future<Output = Result<T, Trouble>> + Send>>;

/// Why a registration ended.
enum RegistrationEnd {
    Stopped,
    Unregistered,
}

struct HeldJob {
    lease: u64,
    progress: JobProgress,
    /// Whether the job has tests, between which it can be interrupted.
    has_tests: bool,
    /// The progress that the server was last sent: whether the job waits for others here.
    was_asked_to_wait: bool,
}

#[derive(Clone, Copy)]
enum JobProgress {
    /// No slot has taken it yet.
    Queued,
    Running(Instant),
    /// The job waits for others that interrupted it.
    Paused,
    /// The result is being sent to the server.
    Reporting,
}

impl HeldJob {
    const fn needs_slot(&self) -> bool {
        !matches!(self.progress, JobProgress::Reporting)
    }

    const fn waits(&self) -> bool {
        matches!(self.progress, JobProgress::Queued | JobProgress::Paused)
    }

    /// Returns the time from which another candidate's job may interrupt this one.
    fn yields_at(&self) -> Option<Instant> {
        match self.progress {
            JobProgress::Running(since) if self.has_tests => Some(since + SLICE),
            JobProgress::Paused => Some(Instant::now()),
            JobProgress::Queued | JobProgress::Running(_) | JobProgress::Reporting => None,
        }
    }
}

/// Works until `stop`.
///
/// # Errors
/// If the server refuses this runner.
pub async fn work(
    link: &Arc<ServerClient>,
    client: &RunnerClient,
    welcome: &Welcome,
    notices: &mut Receiver<JobNotice>,
    stop: &CancellationToken,
) -> Result<(), Failure> {
    // After a call that failed; after a registration that the server forgot.
    let (mut pause, mut again) = (FIRST_PAUSE, FIRST_PAUSE);
    let mut started = StartNotice::default();
    loop {
        let registered = tokio::select! {
            () = stop.cancelled() => return Ok(()),
            registered = link.register(welcome) => registered,
        };
        let session = match registered {
            Ok(session) => session,
            Err(Trouble::Refused(why) | Trouble::Rejected(why)) => return Err(Failure::refused(why)),
            Err(trouble) => {
                if pause == FIRST_PAUSE {
                    tracing::warn!("not registered: {}", said(&trouble));
                }
                started.not_refused();
                pause = rest(pause, &trouble, stop).await;
                continue;
            }
        };
        tracing::info!("registered with the server");
        started.accepted();
        pause = FIRST_PAUSE;
        let registered_at = Instant::now();
        let mut shift =
            Shift { link, client, slots: welcome.slots, session, held: HashMap::new(), reports: JoinSet::new() };
        let end = shift.work(notices, stop).await;
        shift.end(matches!(end, Ok(RegistrationEnd::Stopped))).await;
        if matches!(end?, RegistrationEnd::Stopped) {
            return Ok(());
        }
        tracing::warn!("the server does not know this registration; registering again");
        if registered_at.elapsed() >= STABLE {
            again = FIRST_PAUSE;
        }
        again = rest(again, &Trouble::Unregistered, stop).await;
    }
}

/// Whether the start was logged, and reported to the service manager.
#[derive(Default)]
struct StartNotice {
    is_logged: bool,
    is_notified: bool,
}

impl StartNotice {
    fn accepted(&mut self) {
        if !replace(&mut self.is_logged, true) {
            tracing::info!("invigil runner is ready");
        }
        self.not_refused();
    }

    /// A service manager that waits for the start would end a runner whose server is away for long.
    fn not_refused(&mut self) {
        if !replace(&mut self.is_notified, true) {
            // Only a service manager listens, and it need not.
            let _ = sd_notify::notify(&[sd_notify::NotifyState::Ready]);
        }
    }
}

fn said(trouble: &Trouble) -> &str {
    match trouble {
        Trouble::Passing(why, _) | Trouble::Rejected(why) | Trouble::Refused(why) => why,
        Trouble::Unregistered => "the server does not know this registration",
        Trouble::LeaseOver => "the lease is over",
    }
}

/// Waits after a failure; returns the pause after the next one.
async fn rest(pause: Duration, trouble: &Trouble, stop: &CancellationToken) -> Duration {
    let asked = if let Trouble::Passing(_, after) = trouble { *after } else { Duration::ZERO };
    tokio::select! {
        () = stop.cancelled() => {}
        () = sleep(pause.max(asked)) => {}
    }
    (pause * 2).min(MAX_PAUSE)
}

/// The answer to a call under way; never ends without one.
async fn answer<T>(call: &mut Option<CallFuture<T>>) -> Result<T, Trouble> {
    match call {
        Some(call) => call.as_mut().await,
        None => pending().await,
    }
}

/// Never, without an instant.
async fn until(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at.into()).await,
        None => pending().await,
    }
}

/// The work of one registration, from its jobs to its renewals.
struct Shift<'a> {
    link: &'a Arc<ServerClient>,
    client: &'a RunnerClient,
    slots: usize,
    session: RegisteredSession,
    held: HashMap<Uuid, HeldJob>,
    reports: JoinSet<(Uuid, Result<(), Trouble>)>,
}

impl Shift<'_> {
    async fn work(
        &mut self,
        notices: &mut Receiver<JobNotice>,
        stop: &CancellationToken,
    ) -> Result<RegistrationEnd, Failure> {
        let mut beat = interval(self.session.lease() / 3);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut asking: Option<CallFuture<Leased>> = None;
        let mut interrupting: Option<CallFuture<Leased>> = None;
        let mut renewing: Option<CallFuture<Vec<Uuid>>> = None;
        let mut pause = Duration::ZERO;
        loop {
            if asking.is_none() && self.has_free_slot() {
                asking = Some(self.ask(pause, false));
            }
            if renewing.is_none() && self.has_news() {
                renewing = Some(self.renew());
            }
            let yields_at = self.yields_at().filter(|_| interrupting.is_none());
            let trouble = tokio::select! {
                () = stop.cancelled() => return Ok(RegistrationEnd::Stopped),
                Some(notice) = notices.recv() => {
                    self.noted(notice);
                    None
                }
                leased = answer(&mut asking) => {
                    asking = None;
                    self.leased(leased, &mut pause)
                }
                () = until(yields_at) => {
                    interrupting = Some(self.ask(pause, true));
                    None
                }
                leased = answer(&mut interrupting) => {
                    interrupting = None;
                    self.leased(leased, &mut pause)
                }
                _ = beat.tick(), if renewing.is_none() => {
                    renewing = Some(self.renew());
                    None
                }
                over = answer(&mut renewing) => {
                    renewing = None;
                    over.map(|over| self.give_up(&over)).err()
                }
                Some(reported) = self.reports.join_next(), if !self.reports.is_empty() => {
                    reported.ok().and_then(|(job, reported)| self.reported(job, reported))
                }
            };
            match trouble {
                None | Some(Trouble::LeaseOver) => {}
                Some(Trouble::Unregistered) => return Ok(RegistrationEnd::Unregistered),
                Some(Trouble::Refused(why)) => return Err(Failure::refused(why)),
                Some(Trouble::Passing(why, _) | Trouble::Rejected(why)) => tracing::warn!("a call failed: {why}"),
            }
        }
    }

    fn has_free_slot(&self) -> bool {
        self.held.values().filter(|held| held.needs_slot()).count() < self.slots
    }

    /// When to ask for a job that interrupts another one. It is this machine's from then on, so one at a time is asked for,
    /// and only while it need not wait for longer than a test.
    fn yields_at(&self) -> Option<Instant> {
        let is_queued = self.held.values().any(|held| matches!(held.progress, JobProgress::Queued));
        if is_queued || self.has_free_slot() || self.held.len() >= self.slots + MAX_EXTRA {
            return None;
        }
        self.held.values().filter_map(HeldJob::yields_at).min()
    }

    /// Whether the server takes a job for running that waits, or the other way round. One that has just come is to begin.
    fn has_news(&self) -> bool {
        let is_news = |held: &HeldJob| match held.progress {
            JobProgress::Running(_) => held.was_asked_to_wait,
            JobProgress::Paused => !held.was_asked_to_wait,
            JobProgress::Queued | JobProgress::Reporting => false,
        };
        self.held.values().any(is_news)
    }

    fn ask(&self, pause: Duration, interrupts: bool) -> CallFuture<Leased> {
        let (link, session) = (self.link.clone(), self.session.clone());
        Box::pin(async move {
            sleep(pause).await;
            let asked_at = Instant::now();
            let leased = link.lease(&session, interrupts).await?;
            if leased.job.is_none() {
                sleep(MIN_POLL.saturating_sub(asked_at.elapsed())).await;
            }
            Ok(leased)
        })
    }

    fn renew(&mut self) -> CallFuture<Vec<Uuid>> {
        let (link, session) = (self.link.clone(), self.session.clone());
        let renewal = |(job, held): (&Uuid, &mut HeldJob)| {
            held.was_asked_to_wait = held.waits();
            RenewalRequest { job: *job, lease: held.lease, waits: held.waits() }
        };
        let leases: Vec<RenewalRequest> = self.held.iter_mut().map(renewal).collect();
        Box::pin(async move { link.renew(&session, &leases).await })
    }

    /// Begins the job of a call, if there is one, and says how long to wait before the next call.
    fn leased(&mut self, leased: Result<Leased, Trouble>, pause: &mut Duration) -> Option<Trouble> {
        let trouble = leased.map(|leased| self.begin(leased)).err();
        *pause = if trouble.is_some() { (*pause * 2).clamp(FIRST_PAUSE, MAX_PAUSE) } else { Duration::ZERO };
        trouble
    }

    fn begin(&mut self, Leased { job, lease }: Leased) {
        let Some(job) = job else { return };
        let id = job.id;
        let has_tests = job.tests.len() > 1;
        self.held.insert(id, HeldJob { lease, progress: JobProgress::Queued, has_tests, was_asked_to_wait: false });
        if self.client.submit(*job).is_err() {
            self.report(id, Outcome::untested(Verdict::Ie, "The code runner could not take this code."));
        }
    }

    fn noted(&mut self, notice: JobNotice) {
        match notice {
            JobNotice::Done(id, outcome, _) => self.report(id, outcome),
            JobNotice::Refused(id, why) => {
                let why = format!("The code runner did not take this code: {why}.");
                self.report(id, Outcome::untested(Verdict::Ie, why));
            }
            JobNotice::Lost(id) => {
                self.report(id, Outcome::untested(Verdict::Ie, "The code runner ended while it ran this code."));
            }
            JobNotice::Started(id) => self.moved(id, JobProgress::Running(Instant::now())),
            JobNotice::Returned(id) => self.moved(id, JobProgress::Paused),
            JobNotice::SetAside(_) => {}
        }
    }

    fn moved(&mut self, job: Uuid, progress: JobProgress) {
        if let Some(held) = self.held.get_mut(&job).filter(|held| held.needs_slot()) {
            held.progress = progress;
        }
    }

    /// Reports a result, however often it takes.
    fn report(&mut self, job: Uuid, outcome: Outcome) {
        let Some(held) = self.held.get_mut(&job) else { return };
        held.progress = JobProgress::Reporting;
        let (link, session, lease) = (self.link.clone(), self.session.clone(), held.lease);
        self.reports.spawn(async move {
            let mut outcome = fitting(outcome);
            loop {
                match link.report(&session, job, lease, &outcome).await {
                    Err(Trouble::Passing(_, after)) => sleep(REPORT_PAUSE.max(after)).await,
                    Err(Trouble::Rejected(why)) if outcome.verdict != Verdict::Ie => {
                        outcome = Outcome::untested(Verdict::Ie, format!("The result could not be reported: {why}"));
                    }
                    answered => return (job, answered),
                }
            }
        });
    }

    fn reported(&mut self, job: Uuid, reported: Result<(), Trouble>) -> Option<Trouble> {
        self.held.remove(&job);
        if matches!(reported, Err(Trouble::LeaseOver)) {
            tracing::warn!(%job, "the lease was over before the result was reported");
        }
        reported.err()
    }

    /// Ends jobs that are no longer this machine's.
    fn give_up(&mut self, over: &[Uuid]) {
        for job in over {
            // Its report, if one is under way, ends on its own.
            if self.held.get(job).is_some_and(HeldJob::needs_slot) {
                tracing::warn!(%job, "the lease is over; the job is ended");
                self.held.remove(job);
                self.client.cancel(*job);
            }
        }
    }

    /// Ends what runs, and reports it to the server if this runner stops.
    async fn end(&mut self, is_leaving: bool) {
        self.reports.abort_all();
        for job in self.held.keys() {
            self.client.cancel(*job);
        }
        self.held.clear();
        if is_leaving {
            // If it does not arrive, the leases end by themselves.
            let _ = timeout(LEAVE_TIMEOUT, self.link.leave(&self.session)).await;
        }
    }
}
