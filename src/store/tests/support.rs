//! A record type with every feature, and stores to keep it in.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::store::{Backing, Entry, Index, Key, Kind, Record, Store, StoreError, StoreOptions, Table};

pub const BY_NAME: Index = Index { table: Table("people_by_name"), unique: true };
pub const BY_TEAM: Index = Index { table: Table("people_by_team"), unique: false };
pub static KINDS: &[Kind] = &[Kind::of::<Person>("people")];

/// One unique index, one plain index with several rows per record, two counters.
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

pub fn person_key(id: u32) -> Vec<u8> {
    Key::new().u32(id).build()
}

pub fn name_key(name: &str) -> Vec<u8> {
    Key::new().text(name).build()
}

pub fn team_key(team: u8) -> Vec<u8> {
    Key::new().u8(team).build()
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

    fn key(&self) -> Vec<u8> {
        person_key(self.id)
    }

    fn index_entries(&self) -> Vec<Entry> {
        let teams = self.teams.iter().map(|team| (BY_TEAM, team_key(*team)));
        teams.chain([(BY_NAME, name_key(&self.name))]).collect()
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

/// How people looked before they had teams.
#[derive(Serialize, Deserialize)]
pub struct PersonV1 {
    pub id: u32,
    pub name: String,
}

pub fn options(backing: Backing) -> StoreOptions {
    StoreOptions { cache_bytes: 4 << 20, ..StoreOptions::new(backing) }
}

pub fn memory() -> Store {
    Store::open(options(Backing::Memory), KINDS, &[]).expect("open")
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("rt")
}

/// Waits for something that another thread brings about; fails after 30 s.
pub fn eventually(what: &str, mut condition: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(30);
    while !condition() {
        assert!(Instant::now() < until, "never came: {what}");
        std::thread::yield_now();
    }
}

pub async fn put(store: &Store, person: Person) -> Result<(), StoreError> {
    store.write(move |tx| tx.put(&person)).await
}

pub fn assert_sound(store: &Store) {
    assert_eq!(store.check().expect("check").problems, Vec::<String>::new());
}
