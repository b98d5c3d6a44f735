//! Runners on other machines, the jobs that wait for them, and their leases.

use crate::{
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result, RunnerTokenId,
        rate_limit::{Rate, RateLimit},
        runner_token::{MAX_TOKENS, RunnerToken},
        time::{SignedDuration, seconds_to_wait},
    },
    runner::{
        client::{JobNotice, JudgingOrigin, Unsent},
        job::Job,
        queue::FairQueue,
        wire::{LanguageOffer, Welcome},
    },
};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};
use uuid::Uuid;

/// Runners that are registered at the same time, and those of one token.
pub const MAX_RUNNERS: usize = 32;
pub const MAX_RUNNERS_EACH: usize = 4;
/// Jobs that wait for a runner on another machine, or that one has; and their size in bytes.
pub const MAX_JOBS: usize = 500;
pub const MAX_JOB_BYTES: usize = 256 << 20;
/// A job whose runner is gone this often is given to no other one.
pub const MAX_LOSSES: u32 = 3;
/// A runner reports, and takes the next job meanwhile.
const LEASES_PER_SLOT: usize = 2;
/// Further jobs of a runner, of which all but one wait for others to go first.
const MAX_INTERRUPTED: usize = 16;
/// Time for which a runner has a job, and is taken for alive, without a word of it.
const LEASE: SignedDuration = SignedDuration::from_secs(30);
/// Calls of one token: 300 at once, then 100 a second.
const CALLS: Rate = Rate { burst: 300, refill: SignedDuration::from_millis(10) };
/// `Retry-After` of a runner that finds no place, in seconds.
const RETRY_AFTER: u32 = 30;

/// [`LEASE`], which tests of a debug build may shorten.
#[must_use]
pub fn lease_time() -> SignedDuration {
    #[cfg(debug_assertions)]
    if let Some(time) = crate::watchdog::sabotage::millis("INVIGIL_RUNNER_LEASE_MS") {
        return SignedDuration::try_from(time).unwrap_or(LEASE);
    }
    LEASE
}

/// A runner on another machine, as it is reported.
#[derive(Clone, Debug)]
pub struct RemoteRunner {
    pub token: RunnerTokenId,
    pub name: String,
    pub welcome: Arc<Welcome>,
    pub since: Instant,
    /// Jobs that it has.
    pub running: usize,
    /// Jobs that it has reported since it registered.
    pub reported: u64,
}

struct RegisteredRunner {
    token: RunnerTokenId,
    name: String,
    welcome: Arc<Welcome>,
    since: Instant,
    heard_at: Instant,
    reported: u64,
}

#[derive(Clone, Copy)]
struct JobLease {
    number: u64,
    session: Uuid,
    until: Instant,
    /// The runner has begun others in its place.
    waits: bool,
}

/// A lease to be renewed.
pub struct Renewal {
    pub job: Uuid,
    pub lease: u64,
    /// Whether the job waits for others on its runner.
    pub waits: bool,
}

/// Result of a renewal.
pub struct Renewed {
    /// Jobs that are no longer the runner's.
    pub over: Vec<Uuid>,
    /// Notices of jobs that wait now, and of those that run again.
    pub notices: Vec<JobNotice>,
}

struct TrackedJob {
    job: Arc<Job>,
    losses: u32,
    /// `None` while it waits.
    lease: Option<JobLease>,
    /// Since when it waits and no runner has its language.
    stranded_since: Option<Instant>,
}

pub(super) struct RunnerTable {
    /// Runners by time of registration.
    sessions: BTreeMap<Uuid, RegisteredRunner>,
    waiting: FairQueue<Uuid>,
    jobs: HashMap<Uuid, TrackedJob>,
    bytes: usize,
    last_lease: u64,
    rates: RateLimit<RunnerTokenId>,
    /// Notices to be reported at the next sweep.
    notices: Vec<JobNotice>,
    is_closed: bool,
}

impl Default for RunnerTable {
    fn default() -> Self {
        Self {
            sessions: BTreeMap::new(),
            waiting: FairQueue::default(),
            jobs: HashMap::new(),
            bytes: 0,
            last_lease: 0,
            rates: RateLimit::new(CALLS, MAX_TOKENS),
            notices: Vec::new(),
            is_closed: false,
        }
    }
}

pub(super) fn offers(welcome: &Welcome, language: &str) -> bool {
    welcome.languages.iter().any(|offer| offer.name == language)
}

fn unknown() -> Error {
    Error::conflict(
        ErrorCode::UnknownRunner,
        "This runner is not registered, or was silent for too long. It registers again.",
    )
}

fn lease_over() -> Error {
    Error::conflict(ErrorCode::LeaseOver, "This job is no longer this runner's: its result does not count.")
}

impl RunnerTable {
    /// Counts a call.
    ///
    /// # Errors
    /// 429 `too_many_calls`.
    pub fn call(&mut self, token: RunnerTokenId, now: Instant) -> Result<()> {
        self.rates.take(token, now).map_err(|wait| Error {
            retry_after: Some(seconds_to_wait(wait)),
            ..Error::new(ErrorKind::TooMany, ErrorCode::TooManyCalls, "This runner calls too often.")
        })
    }

    /// # Errors
    /// 429 `too_many_runners`; 503 while the server stops.
    pub fn register(&mut self, id: Uuid, token: &RunnerToken, welcome: Welcome, now: Instant) -> Result<()> {
        if self.is_closed {
            return Err(Error::unavailable("The server stops.", 5));
        }
        let of_token = self.sessions.values().filter(|session| session.token == token.id).count();
        if self.sessions.len() >= MAX_RUNNERS || of_token >= MAX_RUNNERS_EACH {
            let detail = format!(
                "There are already {MAX_RUNNERS} code runners, or {MAX_RUNNERS_EACH} with this token, which is the limit."
            );
            let error = Error::new(ErrorKind::TooMany, ErrorCode::TooManyRunners, detail);
            return Err(Error { retry_after: Some(RETRY_AFTER), ..error });
        }
        let (token, name) = (token.id, token.name.clone());
        let session =
            RegisteredRunner { token, name, welcome: Arc::new(welcome), since: now, heard_at: now, reported: 0 };
        self.sessions.insert(id, session);
        Ok(())
    }

    fn heard(&mut self, id: Uuid, token: RunnerTokenId, now: Instant) -> Result<&mut RegisteredRunner> {
        let session = self.sessions.get_mut(&id).filter(|session| session.token == token).ok_or_else(unknown)?;
        session.heard_at = now;
        Ok(session)
    }

    /// Gives a runner the next job in one of its languages, with the number of its lease. One that `interrupts` is of another
    /// candidate than all that the runner has.
    ///
    /// # Errors
    /// 409 `unknown_runner`.
    pub fn lease(
        &mut self,
        id: Uuid,
        token: RunnerTokenId,
        interrupts: bool,
        now: Instant,
    ) -> Result<Option<(u64, Arc<Job>)>> {
        let welcome = self.heard(id, token, now)?.welcome.clone();
        let max = LEASES_PER_SLOT * welcome.slots + if interrupts { MAX_INTERRUPTED } else { 0 };
        if self.leased_to(id) >= max {
            return Ok(None);
        }
        let jobs = &self.jobs;
        let of_session = jobs.values().filter(|held| held.lease.is_some_and(|lease| lease.session == id));
        let own: HashSet<&str> = of_session.map(|held| held.job.candidate.as_str()).collect();
        let fits = |job: &Uuid| {
            jobs.get(job).is_some_and(|TrackedJob { job, .. }| {
                offers(&welcome, &job.language) && !(interrupts && own.contains(job.candidate.as_str()))
            })
        };
        let Some(job) = self.waiting.pop_where(fits) else { return Ok(None) };
        self.last_lease += 1;
        let number = self.last_lease;
        Ok(self.jobs.get_mut(&job).map(|held| {
            held.lease = Some(JobLease { number, session: id, until: now.plus(lease_time()), waits: false });
            held.stranded_since = None;
            (number, held.job.clone())
        }))
    }

    fn leased_to(&self, session: Uuid) -> usize {
        self.jobs.values().filter(|held| held.lease.is_some_and(|lease| lease.session == session)).count()
    }

    /// The lease by which a runner has a job now.
    fn held(&mut self, session: Uuid, job: Uuid, number: u64, now: Instant) -> Option<&mut JobLease> {
        let lease = self.jobs.get_mut(&job)?.lease.as_mut()?;
        (lease.session == session && lease.number == number && now < lease.until).then_some(lease)
    }

    /// Renews leases.
    ///
    /// # Errors
    /// 409 `unknown_runner`.
    pub fn renew(&mut self, id: Uuid, token: RunnerTokenId, leases: &[Renewal], now: Instant) -> Result<Renewed> {
        self.heard(id, token, now)?;
        let mut renewed = Renewed { over: Vec::new(), notices: Vec::new() };
        for Renewal { job, lease, waits } in leases {
            let Some(held) = self.held(id, *job, *lease, now) else {
                renewed.over.push(*job);
                continue;
            };
            held.until = now.plus(lease_time());
            if *waits != std::mem::replace(&mut held.waits, *waits) {
                renewed.notices.push(if *waits { JobNotice::Returned(*job) } else { JobNotice::Started(*job) });
            }
        }
        Ok(renewed)
    }

    /// Ends a lease with a result, which counts. Returns who judged.
    ///
    /// # Errors
    /// 409 `unknown_runner`, `lease_over`.
    pub fn finish(
        &mut self,
        id: Uuid,
        token: RunnerTokenId,
        lease: (Uuid, u64),
        now: Instant,
    ) -> Result<JudgingOrigin> {
        self.heard(id, token, now)?;
        let (job, number) = lease;
        self.held(id, job, number, now).ok_or_else(lease_over)?;
        self.remove(job);
        let session = self.heard(id, token, now)?;
        session.reported += 1;
        let shown = format!("{} ({})", session.welcome.version, session.name);
        Ok(JudgingOrigin { shown, machine: Some(token.0) })
    }

    /// A runner stops: it began with nothing that it has not reported.
    ///
    /// # Errors
    /// 409 `unknown_runner`.
    pub fn leave(&mut self, id: Uuid, token: RunnerTokenId, now: Instant) -> Result<()> {
        self.heard(id, token, now)?;
        self.end_session(id, false);
        Ok(())
    }

    /// Ends all runners of a token.
    pub fn revoke(&mut self, token: RunnerTokenId) {
        let own: Vec<Uuid> = self.sessions.iter().filter(|(_, s)| s.token == token).map(|(id, _)| *id).collect();
        for id in own {
            self.end_session(id, false);
        }
    }

    fn end_session(&mut self, id: Uuid, is_loss: bool) {
        self.sessions.remove(&id);
        let is_its = |held: &TrackedJob| held.lease.is_some_and(|lease| lease.session == id);
        let jobs: Vec<Uuid> = self.jobs.iter().filter(|(_, held)| is_its(held)).map(|(job, _)| *job).collect();
        for job in jobs {
            self.give_back(job, is_loss);
        }
    }

    /// A job waits again, unless it has ended too many runners.
    fn give_back(&mut self, job: Uuid, is_loss: bool) {
        let Some(held) = self.jobs.get_mut(&job) else { return };
        held.lease = None;
        held.losses += u32::from(is_loss);
        if held.losses >= MAX_LOSSES {
            self.remove(job);
            self.notices.push(JobNotice::SetAside(job));
        } else {
            self.waiting.push(&held.job.candidate, job);
            self.notices.push(JobNotice::Returned(job));
        }
    }

    /// Ends silent runners and leases that are over.
    pub fn expire(&mut self, now: Instant) {
        let is_silent = |session: &RegisteredRunner| now.since(session.heard_at) >= lease_time();
        let silent: Vec<Uuid> = self.sessions.iter().filter(|(_, s)| is_silent(s)).map(|(id, _)| *id).collect();
        for id in silent {
            if let Some(session) = self.sessions.get(&id) {
                tracing::warn!(runner = session.name, "a code runner on another machine is silent");
            }
            self.end_session(id, true);
        }
        let is_over = |held: &TrackedJob| held.lease.is_some_and(|lease| lease.until <= now);
        let over: Vec<Uuid> = self.jobs.iter().filter(|(_, held)| is_over(held)).map(|(job, _)| *job).collect();
        for job in over {
            self.give_back(job, true);
        }
    }

    /// Something to be reported at the next sweep.
    pub fn report(&mut self, notice: JobNotice) {
        self.notices.push(notice);
    }

    pub fn take_notices(&mut self) -> Vec<JobNotice> {
        std::mem::take(&mut self.notices)
    }

    /// Queues a job.
    ///
    /// # Errors
    /// If there is no room.
    pub fn push(&mut self, job: Job) -> std::result::Result<(), Unsent> {
        let size = job.size();
        if self.is_closed || self.jobs.len() >= MAX_JOBS || self.bytes + size > MAX_JOB_BYTES {
            return Err(Unsent::Busy);
        }
        self.bytes += size;
        let id = job.id;
        self.waiting.push(&job.candidate, id);
        self.jobs.insert(id, TrackedJob { job: Arc::new(job), losses: 0, lease: None, stranded_since: None });
        Ok(())
    }

    /// Takes the next job that waits and matches, to be sent elsewhere.
    pub fn take(&mut self, matches: impl Fn(&Job) -> bool) -> Option<Job> {
        let jobs = &self.jobs;
        let id = self.waiting.pop_where(|id| jobs.get(id).is_some_and(|held| matches(&held.job)))?;
        self.bytes -= self.jobs.get(&id).map_or(0, |held| held.job.size());
        self.jobs.remove(&id).map(|held| Arc::unwrap_or_clone(held.job))
    }

    /// Gives up what no runner can run for as long as a lease: a runner that was started again has registered by then.
    /// `is_offered` says whether the server's own runner has a language.
    pub fn give_up(&mut self, now: Instant, is_offered: impl Fn(&str) -> bool) {
        let welcomes: Vec<Arc<Welcome>> = self.sessions.values().map(|session| session.welcome.clone()).collect();
        let mut stranded = Vec::new();
        for (id, held) in &mut self.jobs {
            let language = &held.job.language;
            let has_runner = is_offered(language) || welcomes.iter().any(|welcome| offers(welcome, language));
            if has_runner || held.lease.is_some() {
                held.stranded_since = None;
            } else if now.since(*held.stranded_since.get_or_insert(now)) >= lease_time() {
                stranded.push((*id, held.losses));
            }
        }
        for (id, losses) in stranded {
            self.remove(id);
            // One that may have ended its runner costs a try.
            let begun = || JobNotice::Refused(id, "its code runner was gone, and no other one came".to_owned());
            self.notices.push(if losses > 0 { begun() } else { JobNotice::Lost(id) });
        }
    }

    /// Removes a job, wherever it is.
    pub fn remove(&mut self, job: Uuid) {
        if let Some(held) = self.jobs.remove(&job) {
            self.bytes -= held.job.size();
            if held.lease.is_none() {
                self.waiting.remove_where(|waiting| *waiting == job);
            }
        }
    }

    pub fn offers(&self, language: &str) -> bool {
        self.sessions.values().any(|session| offers(&session.welcome, language))
    }

    /// Adds what the runners offer to `all`; `false` if there is none.
    pub fn add_to(&self, all: &mut Welcome) -> bool {
        for session in self.sessions.values() {
            all.slots += session.welcome.slots;
            for offer in &session.welcome.languages {
                match all.languages.iter_mut().find(|known| known.name == offer.name) {
                    Some(known) => known.factor = known.factor.max(offer.factor),
                    None => all.languages.push(LanguageOffer::clone(offer)),
                }
            }
        }
        !self.sessions.is_empty()
    }

    pub fn remotes(&self) -> Vec<RemoteRunner> {
        let remote = |(id, session): (&Uuid, &RegisteredRunner)| RemoteRunner {
            token: session.token,
            name: session.name.clone(),
            welcome: session.welcome.clone(),
            since: session.since,
            running: self.leased_to(*id),
            reported: session.reported,
        };
        self.sessions.iter().map(remote).collect()
    }

    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The server stops: what is stored is sent again after its next start.
    pub fn close(&mut self) {
        self.is_closed = true;
        self.sessions.clear();
        self.jobs.clear();
        self.waiting = FairQueue::default();
        self.notices.clear();
        self.bytes = 0;
    }
}
