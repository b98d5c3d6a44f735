//! The leader's end of the log: what the store appends to.

#[cfg(debug_assertions)]
use super::crash::{CrashPoint, reach};
use super::{
    core::Core,
    lease::{Lease, Renewal},
    log::{Append, Record},
    postgres::PgLog,
    record,
    tail::Tail,
};
use crate::store::{BatchHead, ChangeSet, CommitLog, LogStanding, Replica, Shipped};
use std::{
    io,
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// A record for the appending thread, and where its outcome goes.
type Job = (Record, SyncSender<Shipped>);

/// One commit at a time waits for its append; the control of the harness waits for none.
const QUEUED: usize = 16;

/// The right to lead, from a take-over to its end.
pub struct Leadership {
    lease: Arc<Lease>,
    renewal: Renewal,
    jobs: SyncSender<Job>,
}

struct Appender {
    lease: Arc<Lease>,
    jobs: SyncSender<Job>,
}

impl Leadership {
    /// Starts the appending thread, on the connection that has followed the log.
    pub fn begin(core: Core, log: PgLog, tail: Tail, lease: Arc<Lease>, renewal: Renewal) -> io::Result<Self> {
        let (jobs, waiting) = sync_channel(QUEUED);
        let shared = lease.clone();
        thread::Builder::new().name("twin-append".into()).spawn(move || append(core, log, tail, &shared, &waiting))?;
        lease.begin();
        Ok(Self { lease, renewal, jobs })
    }

    /// The log for the store.
    #[must_use]
    pub fn log(&self) -> Replica {
        Replica::new(Appender { lease: self.lease.clone(), jobs: self.jobs.clone() })
    }

    /// Is cancelled once this process does not lead any more.
    #[must_use]
    pub fn over(&self) -> CancellationToken {
        self.lease.over()
    }

    /// Why it does not lead any more.
    #[must_use]
    pub fn why(&self) -> String {
        self.lease.why()
    }

    #[must_use]
    pub fn epoch(&self) -> u64 {
        self.lease.epoch.number
    }

    /// Gives the lease back. Blocks until the log knows, or until it does not answer.
    pub fn release(self) {
        self.renewal.stop(&self.lease);
    }
}

impl CommitLog for Appender {
    fn ship(&self, set: &ChangeSet) -> Shipped {
        let (reply, outcome) = sync_channel(1);
        self.lease.begin_append();
        let given = self.jobs.send((record::encode(set), reply));
        #[cfg(debug_assertions)]
        if is_late() {
            self.lease.end_append();
            return Shipped::In;
        }
        let shipped = given.ok().and_then(|()| outcome.recv().ok());
        self.lease.end_append();
        shipped.unwrap_or_else(|| {
            self.lease.end("the thread that appends to the log has ended");
            Shipped::Fenced
        })
    }

    fn committed(&self, head: &BatchHead) {
        #[cfg(debug_assertions)]
        reach(CrashPoint::Committed);
        // Renewals would find that the log lacks it.
        #[cfg(debug_assertions)]
        if is_late() {
            return;
        }
        self.lease.set_head(*head);
    }

    fn fell_behind(&self) {
        self.lease.end("a commit failed after its batch had been appended to the log");
    }

    fn leads(&self) -> bool {
        self.lease.holds()
    }

    fn is_paused(&self) -> bool {
        self.lease.is_paused()
    }

    fn epoch(&self) -> u64 {
        self.lease.epoch.number
    }

    fn standing(&self) -> LogStanding {
        self.lease.standing()
    }
}

/// The control of the harness: acknowledges first, and appends some time after.
#[cfg(debug_assertions)]
fn is_late() -> bool {
    crate::store::sabotage::does(crate::store::sabotage::StoreSabotage::LogLater)
}

fn append(mut core: Core, mut log: PgLog, mut tail: Tail, lease: &Lease, jobs: &Receiver<Job>) {
    while let Ok((record, reply)) = jobs.recv() {
        #[cfg(debug_assertions)]
        if is_late() {
            thread::sleep(Duration::from_millis(50));
        }
        #[cfg(debug_assertions)]
        reach(CrashPoint::Append);
        let shipped = until_certain(&mut core, &mut log, lease, &record);
        #[cfg(debug_assertions)]
        if shipped == Shipped::In {
            reach(CrashPoint::Appended);
        }
        let _ = reply.send(shipped);
        // While the writer commits.
        if shipped == Shipped::In {
            tail.push(&record.bytes);
        }
    }
}

/// Sends the same record until its outcome is certain, or until this process does not lead any more.
fn until_certain(core: &mut Core, log: &mut PgLog, lease: &Lease, record: &Record) -> Shipped {
    let limit = lease.term() + Duration::from_secs((record.bytes.len() >> 22) as u64);
    let began = Instant::now();
    while lease.holds() {
        match core.ship(log, record) {
            Append::In => return Shipped::In,
            Append::Fenced => lease.end("another member leads"),
            Append::Behind => {
                lease.end(&format!("the log does not hold the batch before {} as this file does", record.number));
            }
            Append::Unknown if began.elapsed() >= limit => {
                lease.end(&format!("the log takes no record: {}", log.last_error));
            }
            Append::Unknown => tracing::warn!(number = record.number, "appending again: {}", log.last_error),
        }
    }
    Shipped::Fenced
}
