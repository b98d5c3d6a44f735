//! Acknowledged writes are durable, even if the disk fails at any point.
//!
//! The simulated disk is the worst one that honours fsync: on failure it loses all unsynced data, and it stays broken
//! for as many openings as the test requires.

use super::support::{KINDS, Person, assert_sound, eventually, options, put, runtime, search};
use crate::{
    store::{Backing, Read, Store, StoreError, StoreOptions},
    sync::{Mutex, MutexGuard},
};
use proptest::prelude::*;
use redb::StorageBackend;
use std::{
    collections::BTreeSet,
    io,
    sync::{Arc, PoisonError},
};

#[derive(Debug, Default)]
struct Image {
    /// Content after a power cut.
    durable: Vec<u8>,
    /// Content that the running program sees.
    current: Vec<u8>,
    plan: Plan,
    broken: bool,
    openings: usize,
}

/// Planned failures: at the n-th call of a kind from now.
#[derive(Debug, Default, Clone, Copy)]
pub struct Plan {
    pub write: Option<usize>,
    pub sync: Option<usize>,
    pub read: Option<usize>,
    /// Number of openings that fail after that.
    pub refuse_openings: usize,
    pub full: bool,
    /// A failing sync persists everything nevertheless.
    pub sync_persists: bool,
}

#[derive(Debug, Clone, Default)]
pub struct Disk(Arc<Mutex<Image>>);

impl Disk {
    fn image(&self) -> MutexGuard<'_, Image> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn plan(&self, plan: Plan) {
        self.image().plan = plan;
    }

    fn opened(&self) -> usize {
        self.image().openings
    }

    /// The disk as a power cut now would leave it.
    pub fn after_a_power_cut(&self) -> Self {
        let durable = self.image().durable.clone();
        Self(Arc::new(Mutex::new(Image { durable, ..Image::default() })))
    }

    fn store(&self) -> Store {
        self.store_with(|_| ())
    }

    pub fn store_with(&self, set: impl FnOnce(&mut StoreOptions)) -> Store {
        let disk = self.clone();
        let make = move || {
            let mut image = disk.image();
            image.openings += 1;
            if let Some(left) = image.plan.refuse_openings.checked_sub(1) {
                image.plan.refuse_openings = left;
                return Err(io::Error::other("the disk is unavailable"));
            }
            image.current = image.durable.clone();
            image.broken = false;
            Ok(Box::new(disk.clone()) as Box<dyn StorageBackend>)
        };
        // Without a cache, every read reaches the disk.
        let mut options = StoreOptions { cache_bytes: 0, ..options(Backing::Custom(Arc::new(make))) };
        set(&mut options);
        let store = Store::open(options, KINDS, &[]).expect("open");
        search(&store, "any");
        store
    }
}

impl Image {
    /// Counts down to the planned failure of one kind of call.
    fn step(&mut self, which: fn(&mut Plan) -> &mut Option<usize>) -> io::Result<()> {
        let kind = if self.plan.full { io::ErrorKind::StorageFull } else { io::ErrorKind::Other };
        let planned = which(&mut self.plan);
        match *planned {
            Some(0) => {
                *planned = None;
                self.broken = true;
            }
            Some(n) => *planned = Some(n - 1),
            None => {}
        }
        if self.broken { Err(io::Error::new(kind, "injected")) } else { Ok(()) }
    }
}

fn span(offset: u64, len: usize, total: usize) -> io::Result<std::ops::Range<usize>> {
    let start = usize::try_from(offset).map_err(io::Error::other)?;
    let end = start + len;
    if end <= total { Ok(start..end) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

// No lock methods: openings of the shared disk are sequential.
impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.image().current.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let mut image = self.image();
        image.step(|plan| &mut plan.read)?;
        let span = span(offset, out.len(), image.current.len())?;
        out.copy_from_slice(&image.current[span]);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut image = self.image();
        image.step(|plan| &mut plan.write)?;
        image.current.resize(usize::try_from(len).map_err(io::Error::other)?, 0);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut image = self.image();
        let was_broken = image.broken;
        let synced = image.step(|plan| &mut plan.sync);
        if synced.is_ok() || image.plan.sync_persists && !was_broken {
            image.durable = image.current.clone();
        }
        synced
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut image = self.image();
        image.step(|plan| &mut plan.write)?;
        let span = span(offset, data.len(), image.current.len())?;
        image.current[span].copy_from_slice(data);
        Ok(())
    }
}

/// Writes with retries until each id is acknowledged, as a client does; returns the number of retries.
pub async fn persist(store: &Store, ids: std::ops::Range<u32>) -> usize {
    let mut retries = 0;
    for id in ids {
        while let Err(error) = put(store, Person::new(id, &id.to_string())).await {
            assert!(matches!(error, StoreError::Unavailable), "{error:?}");
            retries += 1;
            tokio::task::yield_now().await;
        }
    }
    retries
}

fn assert_has(store: &Store, ids: std::ops::Range<u32>) {
    let found = store.read().expect("read").records::<Person>().expect("records");
    let found: BTreeSet<_> = found.iter().map(|p| p.id).collect();
    assert_eq!(found, ids.collect());
    assert_sound(store);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn no_acknowledged_write_is_lost(
        write in proptest::option::of(0..40_usize),
        sync in proptest::option::of(0..12_usize),
        read in proptest::option::of(0..60_usize),
        refuse_openings in 0..3_usize,
        full in any::<bool>(),
        sync_persists in any::<bool>(),
    ) {
        runtime().block_on(async {
            let disk = Disk::default();
            let store = disk.store();
            persist(&store, 0..3).await;
            disk.plan(Plan { write, sync, read, refuse_openings, full, sync_persists });
            persist(&store, 3..12).await;
            disk.plan(Plan::default());
            assert_has(&store, 0..12);
            // The same after a power cut instead of a clean close.
            assert_has(&disk.after_a_power_cut().store(), 0..12);
        });
    }
}

#[test]
fn a_failed_sync_returns_unavailable_and_reopens_automatically() {
    runtime().block_on(async {
        let disk = Disk::default();
        let store = disk.store();
        persist(&store, 0..2).await;
        disk.plan(Plan { sync: Some(0), refuse_openings: 2, ..Plan::default() });
        let failed = put(&store, Person::new(2, "two")).await;
        assert!(matches!(failed, Err(StoreError::Unavailable)));
        eventually("the store is back", || store.stats().available);
        assert_eq!(store.stats().reopens, 1);
        assert_eq!(disk.opened(), 4, "one initially, two refused, one successful");
        assert_has(&store, 0..2);
        assert_eq!(persist(&store, 2..4).await, 0);
        store.close().await;
        assert_has(&disk.store(), 0..4);
    });
}

#[test]
fn a_failed_write_is_reported_until_a_probe_succeeds() {
    runtime().block_on(async {
        let disk = Disk::default();
        let store = disk.store();
        persist(&store, 0..3).await;
        assert_eq!(store.trouble(), None);
        disk.plan(Plan { write: Some(0), refuse_openings: usize::MAX, ..Plan::default() });
        assert!(put(&store, Person::new(3, "3")).await.is_err());
        assert!(store.trouble().expect("trouble").contains("failed"));
        disk.plan(Plan::default());
        eventually("the store has recovered", || store.trouble().is_none() && store.read().is_ok());
        assert_eq!(persist(&store, 4..6).await, 0);
        store.close().await;
        assert_eq!(store.trouble().as_deref(), Some("the database is closed"));
    });
}

#[test]
fn a_failed_commit_that_was_persisted_is_found() {
    runtime().block_on(async {
        let disk = Disk::default();
        let store = disk.store();
        persist(&store, 0..2).await;
        // The second of a commit's two syncs.
        disk.plan(Plan { sync: Some(1), sync_persists: true, ..Plan::default() });
        let failed = put(&store, Person::new(2, "two")).await;
        assert!(matches!(failed, Err(StoreError::Unavailable)));
        eventually("the store is back", || store.stats().available && store.stats().reopens == 1);
        assert_has(&store, 0..3);
    });
}

#[test]
fn a_failed_read_reopens_without_failing_writes() {
    runtime().block_on(async {
        let disk = Disk::default();
        let store = disk.store();
        persist(&store, 0..3).await;
        let snapshot = store.read().expect("read");
        disk.plan(Plan { read: Some(0), ..Plan::default() });
        let failed = snapshot.get::<Person>(1);
        assert!(matches!(failed, Err(StoreError::Unavailable)), "{failed:?}");
        eventually("the store is back", || store.stats().reopens == 1 && store.stats().available);
        // The old snapshot belongs to the earlier generation, so its failure does not trigger another reopening.
        assert!(matches!(snapshot.get::<Person>(1), Err(StoreError::Unavailable)));
        assert_eq!(persist(&store, 3..5).await, 0);
        assert_eq!(store.stats().reopens, 1);
        assert_has(&store, 0..5);
    });
}

#[test]
fn a_store_whose_disk_never_recovers_refuses_and_still_closes() {
    runtime().block_on(async {
        let disk = Disk::default();
        let store = disk.store();
        persist(&store, 0..1).await;
        disk.plan(Plan { write: Some(0), refuse_openings: usize::MAX, ..Plan::default() });
        assert!(matches!(put(&store, Person::new(1, "1")).await, Err(StoreError::Unavailable)));
        eventually("reads fail", || matches!(store.read(), Err(StoreError::Unavailable)));
        assert!(matches!(put(&store, Person::new(1, "1")).await, Err(StoreError::Unavailable)));
        store.close().await;
        assert!(matches!(store.read(), Err(StoreError::Closed)));
        disk.plan(Plan::default());
        assert_has(&disk.store(), 0..1);
    });
}
