//! The time until which this process leads, by its own clock, and the thread that renews it. A renewal counts from before it
//! was requested, on a clock that also runs while the machine sleeps.

use super::{
    log::{Epoch, Log, Renewed},
    postgres::PgLog,
};
use crate::{
    store::{BatchHead, LogMember, LogStanding},
    sync::Mutex,
};
use nix::time::{ClockId, clock_gettime};
use std::{
    io,
    sync::{
        Arc, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::SeqCst},
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};
use tokio_util::sync::CancellationToken;

/// Batches that the log keeps beyond what all members hold, so that a seed made meanwhile can go on from it.
const KEPT_BATCHES: u64 = 50_000;
/// A member that was not seen for this long is not waited for by the trimming of the log.
const FORGET_AFTER: Duration = Duration::from_hours(24);
const RETRY_PAUSE: Duration = Duration::from_millis(50);
/// The longest time between two renewals: by them a leader learns that another member was asked to lead.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(2);
/// A leader is seen in the log at least this often, as long as the log takes commits.
const SIGHT: Duration = Duration::from_secs(4);

/// Milliseconds since the machine started, its sleep included.
pub fn now_ms() -> u64 {
    let now = clock_gettime(ClockId::CLOCK_BOOTTIME).map(Duration::from).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

/// A lease, asked by the store, its writer and the server.
pub struct Lease {
    term: Duration,
    pub epoch: Epoch,
    /// End of the lease, in the clock of [`now_ms`].
    until: AtomicU64,
    is_lost: AtomicBool,
    /// Since when an append lasts, in [`now_ms`]; 0 for none.
    appending_since: AtomicU64,
    head: Mutex<BatchHead>,
    /// The last batch that a crash would leave in the file.
    flushed: AtomicU64,
    /// Commits of the log waited for a standby when it was last asked.
    is_log_synchronous: AtomicBool,
    why: Mutex<String>,
    over: CancellationToken,
    /// The end of the log has been applied.
    is_leading: AtomicBool,
    /// This member, and the one that led before: empty if it is this one, `None` in a new log.
    names: (String, Option<String>),
    /// The log as it has last answered, and when it was asked, in [`now_ms`].
    looked: Mutex<(u64, Vec<LogMember>, bool, i64)>,
}

impl Lease {
    /// A lease that was asked for at `sent`.
    pub fn new(term: Duration, epoch: Epoch, sent: u64, head: BatchHead, names: (String, Option<String>)) -> Self {
        Self {
            term,
            epoch,
            until: AtomicU64::new(sent.saturating_add(ms(term))),
            is_lost: AtomicBool::new(false),
            appending_since: AtomicU64::new(0),
            head: Mutex::new(head),
            flushed: AtomicU64::new(head.batch),
            is_log_synchronous: AtomicBool::new(false),
            why: Mutex::new(String::new()),
            over: CancellationToken::new(),
            is_leading: AtomicBool::new(false),
            names,
            looked: Mutex::new((sent, Vec::new(), true, 0)),
        }
    }

    /// The take-over has come to its end.
    pub fn begin(&self) {
        self.is_leading.store(true, SeqCst);
    }

    /// The state for programs.
    pub fn state(&self) -> &'static str {
        match (self.is_leading.load(SeqCst), self.is_paused()) {
            _ if !self.lasts() => "following",
            (false, _) => "taking_over",
            (true, true) => "paused",
            (true, false) => "leading",
        }
    }

    pub fn standing(&self) -> LogStanding {
        let (at, members, is_synchronous, clock_ahead_ms) =
            self.looked.lock().unwrap_or_else(PoisonError::into_inner).clone();
        LogStanding {
            name: self.names.0.clone(),
            state: self.state(),
            epoch: self.epoch.number,
            number: self.head().batch,
            led_before: self.names.1.clone().unwrap_or_default(),
            is_first: self.names.1.is_none(),
            trouble: String::new(),
            will_migrate: false,
            is_synchronous,
            clock_ahead_ms,
            answered_ms_ago: now_ms().saturating_sub(at),
            members,
        }
    }

    /// Whether it lasts at the moment: an answer that is on its way may still renew it.
    fn lasts(&self) -> bool {
        !self.is_lost.load(SeqCst) && now_ms() < self.until.load(SeqCst)
    }

    /// Whether this process may acknowledge and read. Once it may not, it never may again: what was refused by that, such as
    /// a step of the start, is not repeated, and the process has to begin again.
    pub fn holds(&self) -> bool {
        let lasts = self.lasts();
        if !lasts {
            self.end("the lease is over, because the log gave no answer in time");
        }
        lasts
    }

    /// Ends it for good. The first reason counts.
    pub fn end(&self, why: &str) {
        if !self.is_lost.swap(true, SeqCst) {
            why.clone_into(&mut self.why.lock().unwrap_or_else(PoisonError::into_inner));
            self.over.cancel();
        }
    }

    /// Is cancelled once the lease is over.
    pub fn over(&self) -> CancellationToken {
        self.over.clone()
    }

    pub fn why(&self) -> String {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub const fn term(&self) -> Duration {
        self.term
    }

    /// The last batch of the file.
    pub fn head(&self) -> BatchHead {
        *self.head.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn set_head(&self, head: BatchHead) {
        *self.head.lock().unwrap_or_else(PoisonError::into_inner) = head;
    }

    pub fn set_flushed(&self) {
        self.flushed.store(self.head().batch, SeqCst);
    }

    pub fn is_log_synchronous(&self) -> bool {
        self.is_log_synchronous.load(SeqCst)
    }

    pub fn begin_append(&self) {
        self.appending_since.store(now_ms().max(1), SeqCst);
    }

    pub fn end_append(&self) {
        self.appending_since.store(0, SeqCst);
    }

    /// Whether an append lasts for half of the lease.
    pub fn is_paused(&self) -> bool {
        let since = self.appending_since.load(SeqCst);
        since > 0 && now_ms().saturating_sub(since) >= ms(self.term) / 2
    }

    /// Whether the other members are about to take this one for away.
    fn is_out_of_sight(&self) -> bool {
        let looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner).0;
        Duration::from_millis(now_ms().saturating_sub(looked)) >= SIGHT
    }

    fn renewed(&self, sent: u64) {
        self.until.fetch_max(sent.saturating_add(ms(self.term)), SeqCst);
    }
}

fn ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The thread that renews a lease; it ends with it.
pub struct Renewal {
    stop: SyncSender<()>,
    thread: JoinHandle<()>,
}

impl Renewal {
    pub fn start(lease: Arc<Lease>, log: PgLog, me: String) -> io::Result<Self> {
        let (stop, stopped) = sync_channel(1);
        let thread =
            thread::Builder::new().name("twin-lease".into()).spawn(move || renew(&lease, log, &me, &stopped))?;
        Ok(Self { stop, thread })
    }

    /// Gives the lease back, so that another member need not wait for its end.
    pub fn stop(self, lease: &Lease) {
        lease.end("this server stops");
        let _ = self.stop.try_send(());
        let _ = self.thread.join();
    }
}

/// How long to wait for the next renewal, this long after the last one began; nothing where that took long.
fn pause_after(term: Duration, since: Duration) -> Duration {
    (term / 4).min(RENEWAL_INTERVAL).saturating_sub(since)
}

/// Reports to the other members, and trims the log, between two renewals. Each commit may take as long as the renewal did:
/// where they are slow, one after the other would take as long as the lease.
fn maintain(lease: &Lease, log: &mut PgLog, (me, head): (&str, &BatchHead), since: impl Fn() -> Duration) {
    log.shown = (lease.state(), 0);
    let is_shown = log.confirm(me, head.batch).is_ok();
    if is_shown && pause_after(lease.term(), since()) > Duration::ZERO {
        // A crash would need what is not flushed.
        let flushed = lease.flushed.load(SeqCst).min(head.batch);
        let _ = log.trim(flushed.saturating_sub(KEPT_BATCHES), FORGET_AFTER);
    }
    let asked = now_ms();
    let looked = log.look();
    lease.is_log_synchronous.store(matches!(looked, Ok((_, true, _))), SeqCst);
    if let Ok((members, is_synchronous, ahead)) = looked {
        *lease.looked.lock().unwrap_or_else(PoisonError::into_inner) = (asked, members, is_synchronous, ahead);
    }
}

fn renew(lease: &Lease, mut log: PgLog, me: &str, stopped: &Receiver<()>) {
    let mut pause = Duration::ZERO;
    loop {
        match stopped.recv_timeout(pause) {
            Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if !lease.lasts() {
            lease.end(&format!("the lease is over, because the log gave no answer in time: {}", log.last_error));
            break;
        }
        let (sent, head) = (now_ms(), lease.head());
        match log.renew(lease.epoch, &head) {
            Ok(Renewed::Held { wanted }) if wanted.is_empty() || wanted == me => {
                lease.renewed(sent);
                let since = || Duration::from_millis(now_ms().saturating_sub(sent));
                if pause_after(lease.term(), since()) > Duration::ZERO || lease.is_out_of_sight() {
                    maintain(lease, &mut log, (me, &head), since);
                }
                pause = pause_after(lease.term(), since());
            }
            Ok(Renewed::Held { wanted }) => {
                lease.end(&format!("{wanted} was asked to lead"));
                break;
            }
            Ok(Renewed::Lost) => {
                lease.end("another member leads");
                return;
            }
            Ok(Renewed::Behind) => {
                lease.end(&format!("the log does not hold batch {} as this file does", head.batch));
                return;
            }
            Err(_) => pause = RETRY_PAUSE,
        }
    }
    let _ = log.release(lease.epoch);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_that_was_refused_once_is_over_for_good() {
        let head = BatchHead { epoch: 1, batch: 1, hash: [0; 32] };
        let names = (String::new(), None);
        let lease = Lease::new(Duration::from_mins(1), Epoch::default(), now_ms(), head, names);
        assert!(lease.holds());
        lease.until.store(0, SeqCst);
        assert_eq!(lease.state(), "following");
        lease.renewed(now_ms());
        assert!(lease.holds() && !lease.over().is_cancelled(), "nothing was refused meanwhile");
        lease.until.store(0, SeqCst);
        assert!(!lease.holds() && lease.over().is_cancelled(), "the server ends as one that is deposed");
        lease.renewed(now_ms());
        assert!(!lease.holds());
    }

    #[test]
    fn a_slow_renewal_is_followed_by_the_next_one_at_once() {
        let (term, ms) = (Duration::from_secs(6), Duration::from_millis);
        assert_eq!(pause_after(term, Duration::ZERO), ms(1500));
        assert_eq!(pause_after(term, ms(400)), ms(1100));
        assert_eq!(pause_after(term, ms(1500)), Duration::ZERO);
        assert_eq!(pause_after(term, ms(4000)), Duration::ZERO);
        assert_eq!(pause_after(Duration::from_mins(1), ms(500)), ms(1500));
    }
}
