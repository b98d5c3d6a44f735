//! What is acknowledged survives a disk that fails at any moment.
//!
//! The disk here is the worst one that keeps its promises: whatever was not synced when it fails is
//! lost, and it stays broken for as many openings as the test says.

use super::support::{KINDS, Person, assert_sound, eventually, options, person_key, put, runtime, search};
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
    /// What a power cut would leave.
    durable: Vec<u8>,
    /// What the running program sees.
    present: Vec<u8>,
    plan: Plan,
    broken: bool,
    openings: usize,
}

/// When to fail next: at the n-th call of a kind from now.
#[derive(Debug, Default, Clone, Copy)]
struct Plan {
    write: Option<usize>,
    sync: Option<usize>,
    read: Option<usize>,
    /// Openings that fail after that.
    refuse_openings: usize,
    full: bool,
    /// A sync that fails has kept everything all the same.
    keeps: bool,
}

#[derive(Debug, Clone, Default)]
struct Disk(Arc<Mutex<Image>>);

impl Disk {
    fn image(&self) -> MutexGuard<'_, Image> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn plan(&self, plan: Plan) {
        self.image().plan = plan;
    }

    fn opened(&self) -> usize {
        self.image().openings
    }

    fn store(&self) -> Store {
        let disk = self.clone();
        let make = move || {
            let mut image = disk.image();
            image.openings += 1;
            if let Some(left) = image.plan.refuse_openings.checked_sub(1) {
                image.plan.refuse_openings = left;
                return Err(io::Error::other("the disk is away"));
            }
            image.present = image.durable.clone();
            image.broken = false;
            Ok(Box::new(disk.clone()) as Box<dyn StorageBackend>)
        };
        // Without a cache every read meets the disk.
        let options = StoreOptions { cache_bytes: 0, ..options(Backing::Custom(Arc::new(make))) };
        let store = Store::open(options, KINDS, &[]).expect("open");
        search(&store, "anybody");
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

// No lock methods: every opening gets the same disk, one after the other.
impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.image().present.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let mut image = self.image();
        image.step(|plan| &mut plan.read)?;
        let span = span(offset, out.len(), image.present.len())?;
        out.copy_from_slice(&image.present[span]);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut image = self.image();
        image.step(|plan| &mut plan.write)?;
        image.present.resize(usize::try_from(len).map_err(io::Error::other)?, 0);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut image = self.image();
        let was_broken = image.broken;
        let synced = image.step(|plan| &mut plan.sync);
        if synced.is_ok() || image.plan.keeps && !was_broken {
            image.durable = image.present.clone();
        }
        synced
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut image = self.image();
        image.step(|plan| &mut plan.write)?;
        let span = span(offset, data.len(), image.present.len())?;
        image.present[span].copy_from_slice(data);
        Ok(())
    }
}

/// Writes until each id is acknowledged, as a client that repeats does; answers how often it had to.
async fn persist(store: &Store, ids: std::ops::Range<u32>) -> usize {
    let mut repeats = 0;
    for id in ids {
        while let Err(error) = put(store, Person::new(id, &id.to_string())).await {
            assert!(matches!(error, StoreError::Unavailable), "{error:?}");
            repeats += 1;
            tokio::task::yield_now().await;
        }
    }
    repeats
}

fn assert_has(store: &Store, ids: std::ops::Range<u32>) {
    let found = store.read().expect("read").records::<Person>(&[]).expect("records");
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
        keeps in any::<bool>(),
    ) {
        runtime().block_on(async {
            let disk = Disk::default();
            let store = disk.store();
            persist(&store, 0..3).await;
            disk.plan(Plan { write, sync, read, refuse_openings, full, keeps });
            persist(&store, 3..12).await;
            disk.plan(Plan::default());
            assert_has(&store, 0..12);
            // The same after a power cut instead of a close.
            let cut = Disk(Arc::new(Mutex::new(Image {
                durable: disk.image().durable.clone(),
                ..Image::default()
            })));
            assert_has(&cut.store(), 0..12);
        });
    }
}

#[test]
fn a_failed_sync_answers_unavailable_and_reopens_by_itself() {
    runtime().block_on(async {
        let disk = Disk::default();
        let store = disk.store();
        persist(&store, 0..2).await;
        disk.plan(Plan { sync: Some(0), refuse_openings: 2, ..Plan::default() });
        let failed = put(&store, Person::new(2, "two")).await;
        assert!(matches!(failed, Err(StoreError::Unavailable)));
        eventually("the store is back", || store.stats().available);
        assert_eq!(store.stats().reopens, 1);
        assert_eq!(disk.opened(), 4, "one at first, two refused, one good");
        assert_has(&store, 0..2);
        assert_eq!(persist(&store, 2..4).await, 0);
        store.close().await;
        assert_has(&disk.store(), 0..4);
    });
}

#[test]
fn a_failed_write_is_told_until_writes_succeed_without_anybody_writing() {
    runtime().block_on(async {
        let disk = Disk::default();
        let store = disk.store();
        persist(&store, 0..3).await;
        assert_eq!(store.trouble(), None);
        disk.plan(Plan { write: Some(0), refuse_openings: usize::MAX, ..Plan::default() });
        assert!(put(&store, Person::new(3, "3")).await.is_err());
        assert!(store.trouble().expect("trouble").contains("failed"));
        disk.plan(Plan::default());
        eventually("the store is well again", || store.trouble().is_none() && store.read().is_ok());
        assert_eq!(persist(&store, 4..6).await, 0);
        store.close().await;
        assert_eq!(store.trouble().as_deref(), Some("the database is closed"));
    });
}

#[test]
fn what_a_failed_commit_has_kept_is_found() {
    runtime().block_on(async {
        let disk = Disk::default();
        let store = disk.store();
        persist(&store, 0..2).await;
        // The last of a commit's two syncs.
        disk.plan(Plan { sync: Some(1), keeps: true, ..Plan::default() });
        let failed = put(&store, Person::new(2, "two")).await;
        assert!(matches!(failed, Err(StoreError::Unavailable)));
        eventually("the store is back", || store.stats().available && store.stats().reopens == 1);
        assert_has(&store, 0..3);
    });
}

#[test]
fn a_failed_read_reopens_without_harm_to_writes() {
    runtime().block_on(async {
        let disk = Disk::default();
        let store = disk.store();
        persist(&store, 0..3).await;
        let snapshot = store.read().expect("read");
        disk.plan(Plan { read: Some(0), ..Plan::default() });
        let failed = snapshot.get::<Person>(&person_key(1));
        assert!(matches!(failed, Err(StoreError::Unavailable)), "{failed:?}");
        eventually("the store is back", || store.stats().reopens == 1 && store.stats().available);
        // The old snapshot belongs to the database that is gone, and spoils nothing.
        assert!(matches!(snapshot.get::<Person>(&person_key(1)), Err(StoreError::Unavailable)));
        assert_eq!(persist(&store, 3..5).await, 0);
        assert_eq!(store.stats().reopens, 1);
        assert_has(&store, 0..5);
    });
}

#[test]
fn a_store_whose_disk_never_returns_refuses_and_still_closes() {
    runtime().block_on(async {
        let disk = Disk::default();
        let store = disk.store();
        persist(&store, 0..1).await;
        disk.plan(Plan { write: Some(0), refuse_openings: usize::MAX, ..Plan::default() });
        assert!(matches!(put(&store, Person::new(1, "1")).await, Err(StoreError::Unavailable)));
        eventually("readers are told", || matches!(store.read(), Err(StoreError::Unavailable)));
        assert!(matches!(put(&store, Person::new(1, "1")).await, Err(StoreError::Unavailable)));
        store.close().await;
        assert!(matches!(store.read(), Err(StoreError::Closed)));
        disk.plan(Plan::default());
        assert_has(&disk.store(), 0..1);
    });
}
