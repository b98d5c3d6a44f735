//! Backups: verified as a whole or rejected, and readable by later versions.

use super::support::{KINDS, Person, assert_sound, memory, options, put, runtime, team_counter};
use crate::{
    domain::Instant,
    store::{
        Backing, Backup, BackupError, BackupManifest, BatchHead, FileLock, Migration, Read, Record, Store, StoreError,
        record,
    },
};

const AT: Instant = Instant::from_millis(1_772_438_400_000);

static TWO: &[Migration] = &[Migration {
    to: 2,
    name: "join-teams",
    run: |tx| {
        for mut person in tx.records::<Person>()? {
            person.teams.push(5);
            tx.raw_put(Person::TABLE, &Person::key_of(person.id), &record::encode(&person)?)?;
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
    assert_eq!((manifest.epoch, manifest.batch), (Some(1), Some(6)), "the creation and five writes");
    // Not in the backup: written after its snapshot.
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
        assert_eq!(read.records::<Person>().expect("records").len(), 5);
        assert_eq!(read.count(&team_counter(5)).expect("count"), 5);
        let head = BatchHead::stored(&read).expect("head").expect("a head");
        assert_eq!((head.epoch, head.batch), (2, 8), "the restore and the migration, in a line of their own");
        drop(read);
        let again = Backup::open(bytes.as_slice()).expect("open").restore_to(&path);
        assert!(matches!(again, Err(BackupError::Store(StoreError::Io(_)))), "an existing file is never overwritten");
        assert!(path.exists());
    });
}

#[test]
fn a_manifest_of_an_earlier_version_has_no_batch() {
    let text = r#"{"program":"0.1.0","schema":1,"made_at":1772438400000,"records":0,"tables":[],"sealed_key":null}"#;
    let manifest: BackupManifest = serde_json::from_str(text).expect("manifest");
    assert_eq!((manifest.epoch, manifest.batch), (None, None));
    assert_eq!(serde_json::to_string(&manifest).expect("text"), text);
}

#[test]
fn any_changed_byte_and_any_truncation_is_detected() {
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
    assert!(!path.exists(), "no partial file remains");
}

#[test]
fn a_locked_file_cannot_be_opened() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("invigil.redb");
    runtime().block_on(async {
        drop(FileLock::take(&path).expect("a missing file needs no lock"));
        assert!(!path.exists());
        let open = || Store::open(options(Backing::File(path.clone())), KINDS, &[]);
        let store = open().expect("open");
        assert!(matches!(FileLock::take(&path), Err(StoreError::Locked)));
        store.close().await;
        let hold = FileLock::take(&path).expect("hold");
        assert!(matches!(open(), Err(StoreError::Locked)));
        drop(hold);
        open().expect("open").close().await;
        std::fs::write(&path, "no database").expect("write");
        drop(FileLock::take(&path).expect("a file that is not a database needs no lock"));
    });
}

#[test]
fn indexes_and_counters_are_rebuilt_during_writes() {
    runtime().block_on(async {
        let store = memory();
        let bytes = backup(&store).await;
        assert!(!bytes.is_empty());
        store
            .write(|tx| {
                tx.raw_put(crate::store::Table("people_by_name"), b"stale", b"none")?;
                tx.raw_delete(crate::store::Table("people_by_team"), &[1, 0, 0, 0, 2]).map(drop)
            })
            .await
            .expect("corrupt");
        assert!(!store.check().expect("check").problems.is_empty());
        let (rebuilt, written) = tokio::join!(store.rebuild(), put(&store, Person::new(20, "meanwhile")));
        rebuilt.expect("rebuild");
        written.expect("put");
        assert_sound(&store);
    });
}
