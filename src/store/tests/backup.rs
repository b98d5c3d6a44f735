//! Backups: whole or refused, and readable by later versions.

use super::support::{KINDS, Person, assert_sound, memory, options, put, runtime, team_counter};
use crate::{
    domain::Instant,
    store::{Backing, Backup, BackupError, Hold, Migration, Read, Record, Store, StoreError, record},
};

const AT: Instant = Instant(1_772_438_400_000);

static TWO: &[Migration] = &[Migration {
    to: 2,
    name: "join-teams",
    run: |tx| {
        for mut person in tx.records::<Person>(&[])? {
            person.teams.push(5);
            tx.raw_put(Person::TABLE, &person.key(), &record::encode(&person)?)?;
        }
        tx.rebuild(KINDS)
    },
}];

async fn backup(store: &Store) -> Vec<u8> {
    for n in 0..5 {
        put(store, Person::new(n, &format!("person {n}"))).await.expect("put");
    }
    let mut bytes = Vec::new();
    let manifest = store.back_up(AT, Some("key".into()), &mut bytes).expect("back up");
    assert_eq!((manifest.records, manifest.schema, manifest.made_at), (5, 1, AT));
    // Nothing after the snapshot is in it.
    put(store, Person::new(9, "too late")).await.expect("put");
    bytes
}

#[test]
fn a_backup_is_restored_and_migrated() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("new.redb");
    runtime().block_on(async {
        let bytes = backup(&memory()).await;
        let opened = Backup::open(bytes.as_slice()).expect("open");
        assert_eq!(opened.manifest().sealed_key.as_deref(), Some("key"));
        opened.restore_to(&path).expect("restore");
        let store = Store::open(options(Backing::File(path.clone())), KINDS, TWO).expect("migrate");
        assert_sound(&store);
        let read = store.read().expect("read");
        assert_eq!(read.records::<Person>(&[]).expect("records").len(), 5);
        assert_eq!(read.count(&team_counter(5)).expect("count"), 5);
        drop(read);
        let again = Backup::open(bytes.as_slice()).expect("open").restore_to(&path);
        assert!(matches!(again, Err(BackupError::Store(StoreError::Io(_)))), "never over a file");
        assert!(path.exists());
    });
}

#[test]
fn any_changed_byte_and_any_cut_is_noticed() {
    let folder = tempfile::tempdir().expect("folder");
    let bytes = runtime().block_on(async { backup(&memory()).await });
    let verify = |bytes: &[u8]| Backup::open(bytes).and_then(Backup::verify);
    assert_eq!(verify(&bytes).expect("whole").records, 5);
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        assert!(verify(&changed).is_err(), "byte {at}");
        assert!(verify(&bytes[..at]).is_err(), "cut at {at}");
    }
    assert!(verify(&[&bytes[..], b"x"].concat()).is_err());
    assert!(matches!(verify(b"PK\x03\x04"), Err(BackupError::Foreign)));
    let path = folder.path().join("new.redb");
    let cut = &bytes[..bytes.len() - 1];
    assert!(Backup::open(cut).expect("open").restore_to(&path).is_err());
    assert!(!path.exists(), "nothing half is left");
}

#[test]
fn a_held_file_is_opened_by_nobody_else() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("invigil.redb");
    runtime().block_on(async {
        drop(Hold::take(&path).expect("nothing is there to hold"));
        assert!(!path.exists());
        let open = || Store::open(options(Backing::File(path.clone())), KINDS, &[]);
        let store = open().expect("open");
        assert!(matches!(Hold::take(&path), Err(StoreError::Locked)));
        store.close().await;
        let hold = Hold::take(&path).expect("hold");
        assert!(matches!(open(), Err(StoreError::Locked)));
        drop(hold);
        open().expect("open").close().await;
        std::fs::write(&path, "no database").expect("write");
        drop(Hold::take(&path).expect("what is no database is in nobody's use"));
    });
}

#[test]
fn indexes_and_counters_are_made_anew_while_others_write() {
    runtime().block_on(async {
        let store = memory();
        let bytes = backup(&store).await;
        assert!(!bytes.is_empty());
        store
            .write(|tx| {
                tx.raw_put(crate::store::Table("people_by_name"), b"stale", b"nobody")?;
                tx.raw_delete(crate::store::Table("people_by_team"), &[1, 0, 0, 0, 2]).map(drop)
            })
            .await
            .expect("damage");
        assert!(!store.check().expect("check").problems.is_empty());
        let (rebuilt, written) = tokio::join!(store.rebuild(), put(&store, Person::new(20, "meanwhile")));
        rebuilt.expect("rebuild");
        written.expect("put");
        assert_sound(&store);
    });
}
