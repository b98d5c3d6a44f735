//! A commit that a log keeps on two machines is acknowledged before the file is flushed; whatever the file lacks after a power
//! cut is in the log, after the last batch of the file.

use super::{
    faults::{Disk, Plan},
    support::{Person, eventually, occupy, put, runtime},
};
use crate::{
    store::{BatchHead, ChangeSet, CommitLog, LogStanding, Read, Replica, Shipped, Store, StoreError},
    sync::Mutex,
};
use std::sync::{
    Arc, PoisonError,
    atomic::{AtomicBool, Ordering::SeqCst},
};
use tokio::task::JoinHandle;

#[derive(Default)]
struct Kept {
    sets: Mutex<Vec<ChangeSet>>,
    is_over: AtomicBool,
    /// The log is on one machine.
    is_alone: bool,
}

struct Log(Arc<Kept>);

impl CommitLog for Log {
    fn ship(&self, set: &ChangeSet) -> Shipped {
        self.0.sets.lock().unwrap_or_else(PoisonError::into_inner).push(set.clone());
        Shipped::In
    }

    fn committed(&self, _: &BatchHead) {}

    fn flushed(&self) {}

    fn outlives_a_machine(&self) -> bool {
        !self.0.is_alone
    }

    fn fell_behind(&self) {
        self.0.is_over.store(true, SeqCst);
    }

    fn leads(&self) -> bool {
        !self.0.is_over.load(SeqCst)
    }

    fn is_paused(&self) -> bool {
        false
    }

    fn epoch(&self) -> u64 {
        1
    }

    fn standing(&self) -> LogStanding {
        LogStanding::default()
    }
}

/// The batches that the log has after the last one of the file.
fn missing(kept: &Kept, store: &Store) -> Vec<u64> {
    let last = BatchHead::stored(&store.read().expect("read")).expect("head").expect("a head");
    let sets = kept.sets.lock().unwrap_or_else(PoisonError::into_inner);
    let after = sets.iter().skip_while(|set| set.before != last);
    let missing = after.map(|set| set.head.batch).collect::<Vec<_>>();
    assert_eq!(
        missing.len() as u64,
        sets.last().map_or(0, |set| set.head.batch - last.batch),
        "the log continues the file"
    );
    missing
}

fn has(disk: &Disk, id: u32) -> bool {
    disk.store_with(|_| ()).read().expect("read").get::<Person>(id).expect("get").is_some()
}

/// A store of which one write has been acknowledged while the next one runs.
struct Busy {
    kept: Arc<Kept>,
    disk: Disk,
    store: Store,
    release: std::sync::mpsc::Sender<()>,
}

async fn waits(store: &Store, many: usize) {
    while store.stats().queued < many {
        tokio::task::yield_now().await;
    }
}

async fn acknowledged(kept: Kept) -> Busy {
    let (kept, disk) = (Arc::new(kept), Disk::default());
    let log = Replica::new(Log(kept.clone()));
    let store = disk.store_with(|options| {
        options.max_batch = 1;
        options.log = Some(log);
    });
    let first = occupy(&store).await;
    let queue = |id| -> JoinHandle<_> {
        let store = store.clone();
        tokio::spawn(async move { put(&store, Person::new(id, "one")).await })
    };
    let write = queue(1);
    waits(&store, 1).await;
    let next = tokio::spawn({
        let store = store.clone();
        async move { occupy(&store).await }
    });
    waits(&store, 2).await;
    drop(first);
    write.await.expect("no panic").expect("acknowledged");
    let release = next.await.expect("the writer is busy");
    Busy { kept, disk, store, release }
}

#[test]
fn what_is_acknowledged_and_not_flushed_is_in_the_log() {
    runtime().block_on(async {
        let busy = acknowledged(Kept::default()).await;
        let cut = busy.disk.after_a_power_cut();
        assert!(!has(&cut, 1));
        assert_eq!(missing(&busy.kept, &cut.store_with(|_| ())).len(), 1);
        drop(busy.release);
        eventually("it is flushed once nothing waits", || has(&busy.disk.after_a_power_cut(), 1));
        assert!(missing(&busy.kept, &busy.store).is_empty());
    });
}

#[test]
fn a_log_on_one_machine_waits_for_the_file() {
    runtime().block_on(async {
        let busy = acknowledged(Kept { is_alone: true, ..Kept::default() }).await;
        assert!(has(&busy.disk.after_a_power_cut(), 1));
    });
}

/// Reopening the file would bring back a state before what was acknowledged.
#[test]
fn a_failure_before_the_flush_ends_the_lease() {
    let flush = Plan { sync: Some(0), ..Plan::default() };
    let read = Plan { read: Some(0), ..Plan::default() };
    for plan in [flush, read] {
        runtime().block_on(async {
            let busy = acknowledged(Kept::default()).await;
            let snapshot = busy.store.read().expect("read");
            busy.disk.plan(plan);
            if plan.read.is_some() {
                snapshot.get::<Person>(1).expect_err("the disk fails");
            }
            drop(busy.release);
            if plan.read.is_some() {
                put(&busy.store, Person::new(2, "two")).await.expect_err("the database is taken down");
            }
            eventually("the lease is over", || busy.kept.is_over.load(SeqCst));
            let refused = put(&busy.store, Person::new(3, "three")).await;
            assert!(matches!(refused, Err(StoreError::NotLeading)), "{refused:?}");
        });
    }
}

#[test]
fn a_close_flushes_even_after_the_lease() {
    for is_over in [false, true] {
        runtime().block_on(async {
            let busy = acknowledged(Kept::default()).await;
            // As a request that has not ended holds one.
            let _snapshot = busy.store.read().expect("read");
            busy.kept.is_over.store(is_over, SeqCst);
            drop(busy.release);
            busy.store.close().await;
            assert!(has(&busy.disk.after_a_power_cut(), 1), "over: {is_over}");
        });
    }
}
