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
use crate::{
    store::{BatchHead, ChangeSet, CommitLog, LogStanding, Replica, Shipped},
    sync::Mutex,
};
use std::{
    io,
    sync::{
        Arc, PoisonError,
        mpsc::{SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

/// Records that wait to be kept. The control of the harness appends them only then.
const QUEUED: usize = 16;

/// The end of the log, where one record follows another.
struct End {
    core: Core,
    log: PgLog,
}

/// An append takes it out, and puts it back: no lock is held while it waits.
type EndSlot = Mutex<Option<Box<End>>>;

/// The right to lead, from a take-over to its end.
pub struct Leadership {
    renewal: Renewal,
    appender: Appender,
}

/// Appends on the thread of the writer: one that waits for another one's answer costs two changes of threads for each batch.
#[derive(Clone)]
struct Appender {
    lease: Arc<Lease>,
    end: Arc<EndSlot>,
    /// Records that are in the log, for the thread that keeps the last ones.
    kept: SyncSender<Record>,
}

impl Leadership {
    /// Takes the connection that has followed the log, and starts the thread that keeps the last records.
    pub fn begin(core: Core, log: PgLog, mut tail: Tail, lease: Arc<Lease>, renewal: Renewal) -> io::Result<Self> {
        let (kept, records) = sync_channel::<Record>(QUEUED);
        let end = Arc::new(Mutex::new(Some(Box::new(End { core, log }))));
        #[cfg(debug_assertions)]
        let late = (end.clone(), lease.clone());
        thread::Builder::new().name("twin-tail".into()).spawn(move || {
            while let Ok(record) = records.recv() {
                #[cfg(debug_assertions)]
                if is_late() {
                    thread::sleep(Duration::from_millis(50));
                    append(&late.0, &late.1, &record);
                }
                tail.push(&record.bytes);
            }
        })?;
        lease.begin();
        Ok(Self { renewal, appender: Appender { lease, end, kept } })
    }

    /// The log for the store.
    #[must_use]
    pub fn log(&self) -> Replica {
        Replica::new(self.appender.clone())
    }

    /// Is cancelled once this process does not lead any more.
    #[must_use]
    pub fn over(&self) -> CancellationToken {
        self.appender.lease.over()
    }

    /// Why it does not lead any more.
    #[must_use]
    pub fn why(&self) -> String {
        self.appender.lease.why()
    }

    #[must_use]
    pub fn epoch(&self) -> u64 {
        self.appender.lease.epoch.number
    }

    /// Gives the lease back. Blocks until the log knows, or until it does not answer.
    pub fn release(self) {
        self.renewal.stop(&self.appender.lease);
        if let Some(end) = taken(&self.appender.end) {
            end.log.close();
        }
    }
}

impl Appender {
    /// The connection has a runtime of its own, which cannot be entered from within another one, as that of a start which
    /// migrates the data.
    fn append(&self, record: &Record) -> Shipped {
        if Handle::try_current().is_err() {
            return append(&self.end, &self.lease, record);
        }
        let appended = thread::scope(|scope| {
            let begun = thread::Builder::new().spawn_scoped(scope, || append(&self.end, &self.lease, record));
            begun.ok().and_then(|thread| thread.join().ok())
        });
        appended.unwrap_or_else(|| {
            self.lease.end("the thread that appends to the log has ended");
            Shipped::Fenced
        })
    }
}

impl CommitLog for Appender {
    fn ship(&self, set: &ChangeSet) -> Shipped {
        let record = record::encode(set);
        #[cfg(debug_assertions)]
        if is_late() {
            let _ = self.kept.send(record);
            return Shipped::In;
        }
        self.lease.begin_append();
        let shipped = self.append(&record);
        self.lease.end_append();
        // It is written while the caller commits.
        if shipped == Shipped::In {
            let _ = self.kept.send(record);
        }
        shipped
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

    fn flushed(&self) {
        self.lease.set_flushed();
    }

    fn outlives_a_machine(&self) -> bool {
        self.lease.is_log_synchronous()
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

fn taken(end: &EndSlot) -> Option<Box<End>> {
    end.lock().unwrap_or_else(PoisonError::into_inner).take()
}

fn append(end: &EndSlot, lease: &Lease, record: &Record) -> Shipped {
    let Some(mut one) = taken(end) else {
        lease.end("an append before has failed");
        return Shipped::Fenced;
    };
    #[cfg(debug_assertions)]
    reach(CrashPoint::Append);
    let shipped = until_certain(&mut one.core, &mut one.log, lease, record);
    #[cfg(debug_assertions)]
    if shipped == Shipped::In {
        reach(CrashPoint::Appended);
    }
    if lease.holds() {
        *end.lock().unwrap_or_else(PoisonError::into_inner) = Some(one);
    } else {
        one.log.close();
    }
    shipped
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
