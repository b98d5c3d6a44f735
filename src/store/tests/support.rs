//! A record type that uses every feature, and test stores.

use std::{
    ops::ControlFlow,
    sync::mpsc::{Sender, channel},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use crate::store::{
    Backing, Index, IndexEntry, IndexRange, Key, Read, Record, RecordKind, Snapshot, Store, StoreError, StoreOptions,
    Table,
};

pub const BY_NAME: Index<Person, &str> = Index::unique("people_by_name");
pub const BY_TEAM: Index<Person, u8> = Index::plain("people_by_team");
/// A number, then the searchable name.
pub const LIST: Index<Person, (u32, &str)> = Index::searched("people_list", 4);
pub static KINDS: &[RecordKind] = &[RecordKind::of::<Person>("people")];

/// One unique index, one non-unique index with several rows per record, one with substring search, two counters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    pub id: u32,
    pub name: String,
    pub teams: Vec<u8>,
    pub active: bool,
}

impl Person {
    pub fn new(id: u32, name: &str) -> Self {
        Self { id, name: name.into(), teams: vec![1], active: true }
    }
}

/// Blocks the writer until the returned sender is dropped, so that writes queued meanwhile share the next batch.
pub async fn occupy(store: &Store) -> Sender<()> {
    let (release, released) = channel::<()>();
    let (entered, running) = tokio::sync::oneshot::channel();
    let store = store.clone();
    tokio::spawn(async move {
        store
            .write(move |_| {
                let _ = entered.send(());
                // Also returns when the sender is dropped.
                let _ = released.recv();
                Ok::<_, StoreError>(())
            })
            .await
    });
    running.await.expect("the writer is busy now");
    release
}

pub fn person_key(id: u32) -> Vec<u8> {
    Key::new().u32(id).build()
}

pub fn team_counter(team: u8) -> Vec<u8> {
    Key::new().text("team").u8(team).build()
}

pub fn active_counter() -> Vec<u8> {
    Key::new().text("active").build()
}

impl Record for Person {
    const TABLE: Table = Table("people");
    const VERSION: u8 = 2;

    type Id<'k> = u32;
    fn id(&self) -> u32 {
        self.id
    }

    fn index_entries(&self) -> Vec<IndexEntry> {
        let teams = self.teams.iter().map(|team| BY_TEAM.entry(*team));
        teams.chain([BY_NAME.entry(&self.name), LIST.entry((self.id / 8, &self.name))]).collect()
    }

    fn counters(&self) -> Vec<Vec<u8>> {
        let teams = self.teams.iter().map(|team| team_counter(*team));
        teams.chain(self.active.then(active_counter)).collect()
    }

    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            1 => {
                let old: PersonV1 = crate::store::decode_body(body)?;
                Ok(Self { id: old.id, name: old.name, teams: Vec::new(), active: true })
            }
            _ => Err(StoreError::Corrupt(format!("version {version} is not known"))),
        }
    }
}

/// Version 1 of [`Person`], without teams.
#[derive(Serialize, Deserialize)]
pub struct PersonV1 {
    pub id: u32,
    pub name: String,
}

pub fn options(backing: Backing) -> StoreOptions {
    StoreOptions { cache_bytes: 4 << 20, ..StoreOptions::new(backing) }
}

/// A store in memory; its substring index is built at once, so that every later commit must update it.
pub fn memory() -> Store {
    let store = Store::open(options(Backing::Memory), KINDS, &[]).expect("open");
    search(&store, "any");
    store
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("rt")
}

/// Waits until another thread makes `condition` true; fails after 30 s.
pub fn eventually(what: &str, mut condition: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(30);
    while !condition() {
        assert!(Instant::now() < until, "timed out: {what}");
        std::thread::yield_now();
    }
}

pub async fn put(store: &Store, person: Person) -> Result<(), StoreError> {
    store.write(move |tx| tx.put(&person)).await
}

pub fn assert_sound(store: &Store) {
    assert_eq!(store.check().expect("check").problems, Vec::<String>::new());
    for part in ["1", "o", "12", "three"] {
        assert_eq!(search(store, part), filtered(store, part), "{part}");
    }
}

/// Ids of the people whose name contains `part`, in descending order.
pub fn search(store: &Store, part: &str) -> Vec<u32> {
    search_in(&store.read().expect("read"), LIST.all(), part)
}

/// Like [`search`], in a snapshot and within a range.
pub fn search_in(snapshot: &Snapshot, range: IndexRange<Person>, part: &str) -> Vec<u32> {
    let mut found = Vec::new();
    let search = snapshot.search(range, part, &mut |row| {
        found.push(row.id()?);
        Ok(ControlFlow::Continue(()))
    });
    search.expect("search");
    found
}

/// The same as [`search`], by filtering the records.
fn filtered(store: &Store, part: &str) -> Vec<u32> {
    let mut people: Vec<Person> = store.read().expect("read").records().expect("records");
    people.retain(|person| person.name.contains(part));
    people.sort_by_key(|person| (person.id / 8, person.name.clone(), person.id));
    people.iter().rev().map(|person| person.id).collect()
}
