//! Databases of other versions of the program.

use super::support::{BY_NAME, KINDS, Person, PersonV1, assert_sound, options, person_key, put, runtime, team_counter};
use crate::store::{Backing, Migration, Read, Record, Store, StoreError, codec, record};
use std::{
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

fn open(path: &Path, migrations: &'static [Migration]) -> Result<Store, StoreError> {
    Store::open(options(Backing::File(path.into())), KINDS, migrations)
}

static RUNS: AtomicUsize = AtomicUsize::new(0);

/// In version 2 all people join team 5; the raw writes leave indexes stale until the rebuild.
static TWO: &[Migration] = &[Migration {
    to: 2,
    name: "join-teams",
    run: |tx| {
        RUNS.fetch_add(1, Ordering::Relaxed);
        for mut person in tx.records::<Person>()? {
            person.teams.push(5);
            tx.raw_put(Person::TABLE, &Person::key_of(person.id), &record::encode(&person)?)?;
        }
        tx.rebuild(KINDS)
    },
}];

static THREE: &[Migration] = &[
    TWO[0],
    Migration {
        to: 3,
        name: "fail",
        run: |tx| {
            tx.delete::<Person>(1)?;
            Err(StoreError::Misused("on purpose"))
        },
    },
];

#[test]
fn a_migration_runs_once_after_a_backup() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("invigil.redb");
    let backup = folder.path().join("invigil.redb.before-v2");
    runtime().block_on(async {
        let store = open(&path, &[]).expect("open");
        put(&store, Person::new(1, "one")).await.expect("put");
        store.close().await;
        assert!(!backup.exists());

        for _ in 0..2 {
            let store = open(&path, TWO).expect("migrate");
            assert_eq!(RUNS.load(Ordering::Relaxed), 1);
            assert_eq!(store.read().expect("read").count(&team_counter(5)).expect("count"), 1);
            assert_sound(&store);
            store.close().await;
        }

        let old = open(&backup, &[]).expect("the backup opens with the old program");
        let person = old.read().expect("read").find(BY_NAME, "one");
        assert_eq!(person.expect("find"), Some(Person::new(1, "one")));
        assert_sound(&old);
        old.close().await;

        let newer = open(&path, &[]).err();
        assert!(matches!(newer, Some(StoreError::Newer { found: 2, supported: 1 })), "{newer:?}");

        let failed = open(&path, THREE).err();
        assert!(matches!(failed, Some(StoreError::Migration { to: 3, .. })), "{failed:?}");
        let store = open(&path, TWO).expect("the failed migration changed nothing");
        assert!(store.read().expect("read").get::<Person>(1).expect("get").is_some());
        assert_sound(&store);
    });
}

#[test]
fn a_new_file_starts_at_the_latest_version() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("invigil.redb");
    drop(open(&path, THREE).expect("no migration runs on a new file"));
    assert!(matches!(open(&path, TWO), Err(StoreError::Newer { found: 3, supported: 2 })));
}

#[test]
fn a_database_of_another_program_is_rejected() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("other.redb");
    let other = redb::Database::create(&path).expect("create");
    let txn = other.begin_write().expect("write");
    txn.open_table(redb::TableDefinition::<u64, u64>::new("numbers")).expect("table");
    txn.commit().expect("commit");
    drop(other);
    assert!(matches!(open(&path, &[]), Err(StoreError::Corrupt(_))));
}

#[test]
fn older_records_are_upgraded_and_newer_ones_rejected() {
    runtime().block_on(async {
        let store = super::support::memory();
        let old = codec::encode_as(1, &PersonV1 { id: 1, name: "one".into() }).expect("encode");
        store
            .write(move |tx| tx.raw_put(Person::TABLE, &person_key(1), &old))
            .await
            .expect("a record of an older version");
        let read = store.read().expect("read").get::<Person>(1);
        let upgraded = Person { teams: Vec::new(), ..Person::new(1, "one") };
        assert_eq!(read.expect("get"), Some(upgraded.clone()));
        put(&store, upgraded.clone()).await.expect("put");
        let stored = store.read().expect("read").raw_get(Person::TABLE, &person_key(1));
        assert_eq!(stored.expect("get"), Some(record::encode(&upgraded).expect("encode")));

        for (version, message) in [(3, "knows up to 2"), (0, "version 0 is not known")] {
            let value = codec::encode_as(version, &upgraded).expect("encode");
            store.write(move |tx| tx.raw_put(Person::TABLE, &person_key(2), &value)).await.expect("raw");
            let refused = store.read().expect("read").get::<Person>(2);
            let text = refused.expect_err("refused").to_string();
            assert!(text.contains(message) && text.contains("people"), "{text}");
        }
    });
}

#[test]
fn a_false_length_is_rejected_without_allocation() {
    // A vector that claims 2^62 elements.
    let body = [&[253][..], &(1_u64 << 62).to_le_bytes()].concat();
    assert!(matches!(codec::decode_body::<Vec<u64>>(&body), Err(StoreError::Corrupt(_))));
    let trailing = codec::encode_as(2, &(7_u8, 8_u8)).expect("encode");
    assert!(matches!(codec::decode_body::<u8>(&trailing[1..]), Err(StoreError::Corrupt(_))));
}
