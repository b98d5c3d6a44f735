//! The thread that follows the log into the file, and takes the lease when it is free.

#[cfg(debug_assertions)]
use super::crash::{CrashPoint, reach};
use super::{
    core::{Core, File, Followed, Role},
    leader::Leadership,
    lease::{Lease, Renewal, now_ms},
    log::{Log, Take, Unknown},
    postgres::PgLog,
    record,
    settings::Settings,
    tail::Tail,
};
use crate::{
    store::{BatchHead, ChangeSet, FollowedFile, Follower, LogMember, LogStanding, StoreError, records},
    sync::Mutex,
};
use std::{
    io,
    path::{Path, PathBuf},
    sync::{
        Arc, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// How often an idle follower reads the log.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// A follower that lacks no more batches, and has read to the end, waits for others, to read and to apply them together.
const NEAR: u64 = 100;
/// How often a member that does not lead is seen in the log.
const BEAT_INTERVAL: Duration = Duration::from_secs(1);
/// Cache of a file that follows: it reads only what it changes, which the system has in memory, too.
const CACHE_BYTES: usize = 2 << 20;

/// The state of a member that does not lead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FollowingState {
    /// The state in words.
    pub state: &'static str,
    /// The state for programs: `following`, `taking_over`, `needs_seed`, `diverged`.
    pub name: &'static str,
    /// The member that holds the lease; empty for none.
    pub leader: String,
    /// The last batch of the file, and of the log.
    pub applied: u64,
    pub last: u64,
    pub epoch: u64,
    /// Time in ms for which the file has been behind the log.
    pub lag_ms: u64,
    /// How far the log's clock is ahead of this machine's, in ms.
    pub clock_ahead: i64,
    /// Why it does not go on; empty while it does.
    pub error: String,
    /// This program migrates the file when it leads.
    pub will_migrate: bool,
}

impl FollowingState {
    /// Batches that the file lacks.
    #[must_use]
    pub const fn behind(&self) -> u64 {
        self.last.saturating_sub(self.applied)
    }

    /// Why it does not go on, for the operator; empty while it does.
    fn trouble(&self) -> String {
        match self.name {
            "needs_seed" => self.state.to_owned(),
            "diverged" => {
                format!("{} (this file ends with batch {}, the log with {})", self.state, self.applied, self.last)
            }
            _ => self.error.clone(),
        }
    }

    /// The row that the log would have of it.
    fn member(&self, name: &str) -> LogMember {
        let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        LogMember {
            name: name.to_owned(),
            state: self.name.to_owned(),
            number: signed(self.applied),
            behind: signed(self.behind()),
            lag_ms: signed(self.lag_ms),
            seen_ms_ago: 0,
            is_away: false,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            clock_ahead_ms: self.clock_ahead,
        }
    }
}

/// A thread that follows.
pub struct Following {
    name: String,
    state: Arc<Mutex<FollowingState>>,
    file: Arc<Mutex<FollowedFile>>,
    stop: SyncSender<()>,
    outcome: oneshot::Receiver<Leadership>,
}

impl Following {
    /// Returns a reader of its state.
    pub fn state(&self) -> impl Fn() -> FollowingState + Clone + Send + Sync + use<> {
        let state = self.state.clone();
        move || state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns a reader of its file, with what is known of it and of the log.
    pub fn file(&self) -> impl Fn() -> (FollowedFile, LogStanding) + Clone + Send + Sync + use<> {
        let (name, file, state) = (self.name.clone(), self.file.clone(), self.state());
        move || {
            let state = state();
            let standing = LogStanding {
                name: name.clone(),
                state: state.name,
                epoch: state.epoch,
                number: state.applied,
                trouble: state.trouble(),
                members: vec![state.member(&name)],
                led_before: state.leader,
                clock_ahead_ms: state.clock_ahead,
                is_synchronous: true,
                will_migrate: state.will_migrate,
                ..LogStanding::default()
            };
            (file.lock().unwrap_or_else(PoisonError::into_inner).clone(), standing)
        }
    }

    /// Waits until this process leads. `None` once it has been stopped.
    pub async fn leads(&mut self) -> Option<Leadership> {
        (&mut self.outcome).await.ok()
    }

    /// Ends the thread, and waits until the file is closed.
    pub async fn stop(mut self) -> Option<Leadership> {
        let _ = self.stop.try_send(());
        (&mut self.outcome).await.ok()
    }
}

/// Begins to follow with the file at `database`.
///
/// # Errors
/// If a thread cannot be started, or the settings cannot be used.
pub fn follow(settings: &Settings, database: &Path) -> io::Result<Following> {
    let (stop, stopped) = sync_channel(1);
    let (decided, outcome) = oneshot::channel();
    let state = FollowingState { state: "following", name: "following", ..FollowingState::default() };
    let state = Arc::new(Mutex::new(state));
    let file = Arc::new(Mutex::new(FollowedFile::default()));
    let folder = database.parent().unwrap_or(Path::new(".")).to_owned();
    let follower = Thread {
        core: Core::new(&settings.name),
        log: PgLog::new(settings)?,
        file: OwnFile {
            path: database.to_owned(),
            opened: None,
            shared: file.clone(),
            tail: Tail::beside(folder),
            error: String::new(),
            will_migrate: false,
        },
        settings: settings.clone(),
        state: state.clone(),
        stopped,
        taken: None,
        beat_at: Instant::now(),
        known_head: None,
        current_at: Instant::now(),
    };
    thread::Builder::new().name("twin-follow".into()).spawn(move || {
        if let Some(leadership) = follower.run() {
            // The receiver may be gone; the lease then runs out.
            let _ = decided.send(leadership);
        }
    })?;
    Ok(Following { name: settings.name.clone(), state, file, stop, outcome })
}

/// The file, opened again after an error.
struct OwnFile {
    path: PathBuf,
    opened: Option<Follower>,
    /// The file as commands read it.
    shared: Arc<Mutex<FollowedFile>>,
    tail: Tail,
    error: String,
    will_migrate: bool,
}

impl OwnFile {
    fn open(&mut self) -> Result<&Follower, Unknown> {
        if self.opened.is_none() {
            match Follower::open(&self.path, CACHE_BYTES).and_then(known) {
                Ok((opened, will_migrate)) => {
                    self.will_migrate = will_migrate;
                    *self.shared.lock().unwrap_or_else(PoisonError::into_inner) = opened.share();
                    self.opened = Some(opened);
                }
                Err(error) => {
                    self.error = error.to_string();
                    return Err(Unknown);
                }
            }
        }
        self.opened.as_ref().ok_or(Unknown)
    }
}

/// A file that this version of the program can open when it leads, and whether it migrates it then.
fn known(file: Follower) -> Result<(Follower, bool), StoreError> {
    let supported = records::MIGRATIONS.iter().map(|migration| migration.to).max().unwrap_or(1);
    match file.schema()? {
        Some(found) if found > supported => Err(StoreError::Newer { found, supported }),
        found => Ok((file, found.is_some_and(|found| found < supported))),
    }
}

impl File for OwnFile {
    fn head(&self) -> Result<BatchHead, Unknown> {
        let head = self.opened.as_ref().and_then(|file| file.head().ok().flatten());
        head.ok_or(Unknown)
    }

    fn apply(&mut self, sets: &[ChangeSet]) -> Result<(), Unknown> {
        #[cfg(debug_assertions)]
        reach(CrashPoint::Apply);
        let applied = self.open()?.apply(sets);
        applied.map_err(|error| {
            self.error = error.to_string();
            self.opened = None;
            Unknown
        })?;
        #[cfg(debug_assertions)]
        reach(CrashPoint::Applied);
        for set in sets {
            self.tail.push(&record::encode(set).bytes);
        }
        Ok(())
    }
}

/// How long to wait after batches were applied. What comes meanwhile takes one reading, one commit of the log, which waits for the
/// standby, and one of the file: without a wait, a follower makes nearly as many of these as the leader does.
fn pause_after_apply(role: Role, missing: u64, is_cut: bool) -> Duration {
    if role == Role::Following && missing <= NEAR && !is_cut { POLL_INTERVAL } else { Duration::ZERO }
}

struct Thread {
    core: Core,
    log: PgLog,
    file: OwnFile,
    settings: Settings,
    state: Arc<Mutex<FollowingState>>,
    stopped: Receiver<()>,
    taken: Option<(Arc<Lease>, Renewal)>,
    beat_at: Instant,
    /// The last batch of the file when it was open: it may be closed by a full disk.
    known_head: Option<BatchHead>,
    /// Time at which a reading last began that left nothing of the log to apply.
    current_at: Instant,
}

impl Thread {
    fn run(mut self) -> Option<Leadership> {
        loop {
            let began = Instant::now();
            let followed = match self.file.open() {
                Ok(_) => self.core.follow(&mut self.log, &mut self.file),
                Err(Unknown) => Followed::Unknown,
            };
            self.report(followed, began);
            let pause = self.step(followed);
            if self.core.role == Role::Leading {
                return self.lead();
            }
            match self.stopped.recv_timeout(pause) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(RecvTimeoutError::Disconnected) => {
                    self.give_up("this server stops");
                    return None;
                }
            }
        }
    }

    /// Acts on a reading; returns how long to wait for the next one.
    fn step(&mut self, followed: Followed) -> Duration {
        let head = self.file.head().ok();
        self.known_head = head.or(self.known_head);
        if let (Some((lease, _)), Some(head)) = (&self.taken, head) {
            lease.set_head(head);
        }
        if self.taken.as_ref().is_some_and(|(lease, _)| !lease.holds()) {
            self.core.step_down();
        }
        if self.taken.is_some() && matches!(self.core.role, Role::Following | Role::NeedsSeed | Role::Diverged) {
            self.give_up("a take-over did not come to its end");
        }
        match followed {
            Followed::Applied(_) => {
                let missing = head.map_or(u64::MAX, |head| self.core.last.saturating_sub(head.batch));
                pause_after_apply(self.core.role, missing, self.core.is_cut)
            }
            Followed::UpToDate { is_free: true } if self.core.role == Role::Following => {
                // A copy of a member that lives does not take over.
                let Some(head) = head else { return POLL_INTERVAL };
                if self.log.confirm(&self.settings.name, head.batch).is_err() {
                    return POLL_INTERVAL;
                }
                self.take(head);
                Duration::ZERO
            }
            Followed::UpToDate { .. } | Followed::Unknown | Followed::Stuck => {
                if self.beat_at.elapsed() >= BEAT_INTERVAL {
                    self.beat_at = Instant::now();
                    if let Some(head) = self.known_head {
                        let _ = self.log.confirm(&self.settings.name, head.batch);
                    }
                    // A person may have repaired the log. What is wrong is found by each reading.
                    if followed == Followed::Stuck {
                        self.core.step_down();
                    }
                }
                POLL_INTERVAL
            }
        }
    }

    fn take(&mut self, head: BatchHead) {
        let Ok(renewing) = PgLog::new(&self.settings) else { return };
        let sent = now_ms();
        let Take::Leader(epoch) = self.core.take(&mut self.log, &self.file) else { return };
        tracing::info!(epoch = epoch.number, "took the lease; applying the end of the log");
        #[cfg(debug_assertions)]
        reach(CrashPoint::Taken);
        let lease = {
            let names = (self.settings.name.clone(), self.led_before());
            Arc::new(Lease::new(self.settings.lease(), epoch, sent, head, names))
        };
        match Renewal::start(lease.clone(), renewing, self.settings.name.clone()) {
            Ok(renewal) => self.taken = Some((lease, renewal)),
            Err(error) => {
                tracing::error!(%error, "cannot start the thread that renews the lease");
                self.core.step_down();
            }
        }
    }

    /// The member that another one takes over from: empty if it is this one, `None` in a new log.
    fn led_before(&self) -> Option<String> {
        let holder = Some(&self.core.holder).filter(|holder| !holder.is_empty())?;
        Some(if *holder == self.settings.name { String::new() } else { holder.clone() })
    }

    fn give_up(&mut self, why: &str) {
        if let Some((lease, renewal)) = self.taken.take() {
            lease.end(why);
            renewal.stop(&lease);
        }
    }

    /// The end of a take-over. The file is closed here: the application opens it next.
    fn lead(mut self) -> Option<Leadership> {
        let (lease, renewal) = self.taken.take()?;
        self.file.opened = None;
        tracing::info!(epoch = lease.epoch.number, batch = lease.head().batch, "leading");
        #[cfg(debug_assertions)]
        reach(CrashPoint::Led);
        Leadership::begin(self.core, self.log, self.file.tail, lease, renewal).ok()
    }

    fn report(&mut self, followed: Followed, began: Instant) {
        let head = self.file.head().ok();
        let is_current = match followed {
            Followed::UpToDate { .. } => true,
            Followed::Applied(_) => head.is_some_and(|head| head.batch >= self.core.last),
            Followed::Unknown | Followed::Stuck => false,
        };
        if is_current {
            self.current_at = began;
        }
        let is_idle = matches!(followed, Followed::UpToDate { .. });
        let lag = if is_idle { Duration::ZERO } else { self.current_at.elapsed() };
        let lag_ms = u64::try_from(lag.as_millis()).unwrap_or(u64::MAX);
        let (name, state) = match self.core.role {
            _ if !self.file.path.exists() => ("needs_seed", "needs a seed: there is no data; see 'invigil twin join'"),
            Role::Following => ("following", "following"),
            Role::TakingOver | Role::Leading => ("taking_over", "taking over"),
            Role::NeedsSeed => {
                let why = "needs a seed: the log does not reach back to this file, or a bulk change is in between";
                ("needs_seed", why)
            }
            Role::Diverged => {
                ("diverged", "diverged: this file holds what the log does not; keep it, it may be the only copy")
            }
        };
        self.log.shown = (name, lag_ms);
        let mut shown = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.state != state {
            tracing::info!(state, batch = head.map(|head| head.batch), log = self.core.last, "twin");
        }
        shown.state = state;
        shown.name = name;
        self.core.leader().clone_into(&mut shown.leader);
        shown.last = self.core.last;
        shown.lag_ms = lag_ms;
        shown.clock_ahead = self.log.clock_ahead;
        shown.will_migrate = self.file.will_migrate;
        if let Some(head) = head {
            shown.applied = head.batch;
            shown.epoch = head.epoch;
        }
        let error = match followed {
            _ if self.log.is_second => format!(
                "another server is the member '{}' too, and was seen in the last 10 s: a copy of a machine or of a data \
                 folder must join under its own name",
                self.settings.name
            ),
            Followed::Unknown if self.file.opened.is_none() => self.file.error.clone(),
            Followed::Unknown => self.log.last_error.clone(),
            _ => String::new(),
        };
        if error != shown.error && !error.is_empty() {
            tracing::warn!(%error, "this member does not go on");
        }
        shown.error = error;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_gathered_but_by_one_that_takes_over_or_is_late() {
        assert_eq!(pause_after_apply(Role::Following, 3, false), POLL_INTERVAL);
        assert_eq!(pause_after_apply(Role::Following, 3, true), Duration::ZERO, "large ones");
        assert_eq!(pause_after_apply(Role::Following, 5_000, false), Duration::ZERO);
        assert_eq!(pause_after_apply(Role::TakingOver, 0, false), Duration::ZERO);
    }

    /// An operator reads it; a caller of `/readyz` does not.
    #[test]
    fn a_member_that_does_not_go_on_says_why() {
        let error = || "db1:5432: the log does not answer".to_owned();
        let of = |name, error| FollowingState {
            name,
            state: "needs a seed: there is no data",
            error,
            ..FollowingState::default()
        };
        assert_eq!(of("following", String::new()).trouble(), "");
        assert_eq!(of("following", error()).trouble(), error());
        assert_eq!(of("needs_seed", error()).trouble(), "needs a seed: there is no data");
        let lost = FollowingState { state: "diverged", applied: 9, last: 7, ..of("diverged", String::new()) };
        assert_eq!(lost.trouble(), "diverged (this file ends with batch 9, the log with 7)");
        let state = FollowingState { applied: 7, last: 9, lag_ms: 30, ..of("following", String::new()) };
        let member = state.member("b");
        assert_eq!((member.name.as_str(), member.number, member.behind, member.lag_ms), ("b", 7, 2, 30));
    }
}
