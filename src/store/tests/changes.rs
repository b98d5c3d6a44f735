//! The changes that the store gives away lead another store to the same rows, and their numbers have no hole.

use super::{
    faults::{Disk, Plan, persist},
    isolation::{Closure, together},
    support::{KINDS, Person, assert_sound, options, person_key, put, runtime},
};
use crate::{
    domain::hex,
    store::{
        Backing, BatchHead, ChangeSet, Changes, CommitSink, Read, Record, Reseed, RowChange, RowLog, Store, StoreError,
        StoreOptions, Table, Tx, batch_head::HEAD_KEY, read::META, row_log::LastRows,
    },
    sync::Mutex,
};
use futures_util::future::join_all;
use proptest::prelude::*;
use redb::{ReadableDatabase, ReadableTable, TableDefinition};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

/// Collects what a store gives away.
#[derive(Clone, Default)]
struct Given(Arc<Mutex<Vec<ChangeSet>>>);

impl Given {
    fn sink(&self) -> CommitSink {
        let given = self.0.clone();
        CommitSink::new(move |set| given.lock().expect("lock").push(set))
    }

    fn take(&self) -> Vec<ChangeSet> {
        std::mem::take(&mut *self.0.lock().expect("lock"))
    }
}

fn open_into(backing: Backing, given: &Given) -> Store {
    Store::open(StoreOptions { commit_sink: Some(given.sink()), ..options(backing) }, KINDS, &[]).expect("open")
}

fn head(store: &Store) -> Option<BatchHead> {
    BatchHead::stored(&store.read().expect("read")).expect("head")
}

type Rows = BTreeMap<(String, Vec<u8>), Vec<u8>>;

/// All rows but the place in the chain, which each store counts for itself.
fn rows(store: &Store) -> Rows {
    let (snapshot, mut rows) = (store.read().expect("read"), Rows::new());
    for name in snapshot.tables().names().expect("names") {
        for row in snapshot.tables().open_named(&name).expect("table").iter().expect("rows") {
            let (key, value) = row.expect("row");
            rows.insert((name.clone(), key.value().to_vec()), value.value().to_vec());
        }
    }
    rows.remove(&(META.0.to_owned(), HEAD_KEY.to_vec()));
    rows
}

/// The table of this name.
fn known(name: &str) -> Table {
    let tables = [META.0, "counters", "people", "people_by_name", "people_by_team", "people_list"];
    Table(tables.into_iter().find(|table| *table == name).expect("a table of the tests"))
}

/// A store that applies what another one gives away.
struct Follower {
    store: Store,
    head: Option<BatchHead>,
}

impl Follower {
    fn new() -> Self {
        Self { store: Store::open(options(Backing::Memory), KINDS, &[]).expect("open"), head: None }
    }

    /// Applies the sets; says why it cannot.
    async fn apply(&mut self, sets: Vec<ChangeSet>, leader: &Store) -> Result<(), String> {
        for set in sets {
            if self.head.is_some_and(|head| head != set.before) {
                return Err(format!("batch {} does not continue {:?}", set.head.batch, self.head));
            }
            if ChangeSet::after(set.before, set.changes.clone()).head != set.head {
                return Err(format!("batch {} has another hash", set.head.batch));
            }
            self.head = Some(set.head);
            match set.changes {
                Changes::Rows(log) => self.write(log).await,
                Changes::Reseed(_) => self.seed(leader).await,
            }
        }
        Ok(())
    }

    async fn write(&self, log: RowLog) {
        let apply = move |tx: &mut Tx<'_>| {
            log.iter().try_for_each(|RowChange { table, key, value }| match value {
                Some(value) => tx.raw_put(known(table), key, value),
                None => tx.raw_delete(known(table), key).map(drop),
            })
        };
        self.store.write(apply).await.map_err(|e: StoreError| e).expect("apply");
    }

    /// Takes over all rows of the leader, as a backup would carry them.
    async fn seed(&self, leader: &Store) {
        let (old, new, mut log) = (rows(&self.store), rows(leader), RowLog::default());
        for (table, key) in old.keys().filter(|row| !new.contains_key(*row)) {
            log.push(known(table), key, None);
        }
        for ((table, key), value) in &new {
            log.push(known(table), key, Some(value));
        }
        self.write(log).await;
    }

    fn assert_equals(&self, leader: &Store) {
        assert_eq!(self.head, head(leader));
        assert_eq!(rows(&self.store), rows(leader));
        assert_sound(&self.store);
    }
}

#[derive(Debug, Clone, Copy)]
enum End {
    Kept,
    Failed,
    Panicked,
}

#[derive(Debug, Clone)]
enum Step {
    /// Closures that are queued at once, with the people that each puts, or deletes those without a name.
    Closures(Vec<(Vec<Person>, End)>),
    Rebuild,
}

fn step() -> impl Strategy<Value = Step> {
    let person = (0..6_u32, "[ab]{0,2}", proptest::collection::vec(0..4_u8, 0..4), any::<bool>())
        .prop_map(|(id, name, teams, active)| Person { id, name, teams, active });
    let end = prop_oneof![4 => Just(End::Kept), 1 => Just(End::Failed), 1 => Just(End::Panicked)];
    let closure = (proptest::collection::vec(person, 0..4), end);
    let closures = proptest::collection::vec(closure, 1..6).prop_map(Step::Closures);
    prop_oneof![9 => closures, 1 => Just(Step::Rebuild)]
}

fn run(tx: &mut Tx<'_>, people: &[Person], end: End) -> Result<(), StoreError> {
    for person in people {
        if person.name.is_empty() {
            tx.delete::<Person>(person.id)?;
            continue;
        }
        // A refused put is rolled back within its closure, which continues.
        match tx.put(person) {
            Err(StoreError::Duplicate { .. }) => {}
            put => put?,
        }
    }
    match end {
        End::Kept => Ok(()),
        End::Failed => Err(StoreError::Misused("on purpose")),
        End::Panicked => panic!("on purpose"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn what_is_given_away_leads_to_the_same_rows(steps in proptest::collection::vec(step(), 0..20)) {
        runtime().block_on(async {
            let given = Given::default();
            let (leader, mut follower) = (open_into(Backing::Memory, &given), Follower::new());
            for step in steps {
                match step {
                    Step::Rebuild => leader.rebuild().await.expect("rebuild"),
                    Step::Closures(closures) => {
                        let writes = closures.into_iter().map(|(people, end)| {
                            leader.write(move |tx| run(tx, &people, end))
                        });
                        drop(join_all(writes).await);
                    }
                }
                follower.apply(given.take(), &leader).await.expect("a chain");
            }
            follower.apply(given.take(), &leader).await.expect("a chain");
            follower.assert_equals(&leader);
        });
    }

    /// A commit that failed reaches the file or not; the follower gets it in the first case alone.
    #[test]
    fn a_failing_disk_leaves_no_hole(
        write in proptest::option::of(0..40_usize),
        sync in proptest::option::of(0..12_usize),
        read in proptest::option::of(0..60_usize),
        refuse_openings in 0..3_usize,
        full in any::<bool>(),
        sync_persists in any::<bool>(),
    ) {
        runtime().block_on(async {
            let (given, disk, mut follower) = (Given::default(), Disk::default(), Follower::new());
            let store = disk.store_with(|options| options.commit_sink = Some(given.sink()));
            persist(&store, 0..3).await;
            disk.plan(Plan { write, sync, read, refuse_openings, full, sync_persists });
            persist(&store, 3..12).await;
            disk.plan(Plan::default());
            // Shows what became of a commit that failed last.
            persist(&store, 12..13).await;
            let sets = given.take();
            let batches = sets.iter().map(|set| set.head.batch).collect::<Vec<_>>();
            assert_eq!(batches, (1..=sets.len() as u64).collect::<Vec<_>>());
            follower.apply(sets, &store).await.expect("a chain");
            follower.assert_equals(&store);

            let after = disk.after_a_power_cut().store_with(|options| options.commit_sink = Some(given.sink()));
            follower.assert_equals(&after);
            persist(&after, 20..21).await;
            follower.apply(given.take(), &after).await.expect("the chain continues");
            follower.assert_equals(&after);
        });
    }
}

/// The control of the follower: it notices a set that is missing, and one that was changed.
#[test]
fn a_missing_and_a_changed_set_are_noticed() {
    runtime().block_on(async {
        let given = Given::default();
        let leader = open_into(Backing::Memory, &given);
        for id in 0..3 {
            put(&leader, Person::new(id, &id.to_string())).await.expect("put");
        }
        let sets = given.take();
        let mut missing = sets.clone();
        missing.remove(2);
        let refused = Follower::new().apply(missing, &leader).await;
        assert!(refused.expect_err("a hole").contains("batch 4 does not continue"));

        let mut changed = sets;
        let mut other = RowLog::default();
        other.push(Person::TABLE, b"key", None);
        changed[2].changes = Changes::Rows(other);
        let refused = Follower::new().apply(changed, &leader).await;
        assert_eq!(refused.expect_err("another hash"), "batch 3 has another hash");
    });
}

#[test]
fn a_batch_names_each_row_once_with_its_last_value() {
    runtime().block_on(async {
        let given = Given::default();
        let store = open_into(Backing::Memory, &given);
        put(&store, Person::new(1, "one")).await.expect("put");
        given.take();
        let closures: [Closure; 4] = [
            Box::new(|tx| tx.put(&Person::new(1, "renamed"))),
            Box::new(|tx| tx.put(&Person::new(2, "two"))),
            Box::new(|tx| {
                tx.delete::<Person>(2)?;
                tx.put(&Person { teams: Vec::new(), active: false, ..Person::new(1, "last") })
            }),
            Box::new(|_| Err(StoreError::Misused("on purpose"))),
        ];
        together(&store, closures).await;
        let [set] = given.take().try_into().expect("one batch");
        let Changes::Rows(log) = set.changes else { panic!("rows") };
        let keys: BTreeSet<_> = log.iter().map(|row| (row.table, row.key)).collect();
        assert_eq!(keys.len(), log.iter().count());
        let value = |id| {
            let row = log.iter().find(|row| row.table == Person::TABLE.0 && *row.key == person_key(id));
            row.expect("row").value
        };
        let stored = store.read().expect("read").raw_get(Person::TABLE, &person_key(1)).expect("get");
        assert_eq!((value(1).map(<[u8]>::to_vec), value(2)), (stored, None));
    });
}

#[test]
fn what_changes_nothing_has_no_number() {
    runtime().block_on(async {
        let given = Given::default();
        let store = open_into(Backing::Memory, &given);
        let created = given.take();
        assert_eq!(created.iter().map(|set| &set.changes).collect::<Vec<_>>(), [&Changes::Reseed(Reseed::Created)]);
        store.write(|tx| tx.get::<Person>(1)).await.expect("read");
        let failed = store.write(|tx| {
            tx.put(&Person::new(1, "one"))?;
            Err::<(), _>(StoreError::Misused("on purpose"))
        });
        assert!(failed.await.is_err());
        assert_eq!((given.take(), head(&store)), (Vec::new(), Some(created[0].head)));
    });
}

#[test]
fn a_receiver_that_panics_fails_no_write() {
    runtime().block_on(async {
        let commit_sink = Some(CommitSink::new(|_| panic!("on purpose")));
        let store = Store::open(StoreOptions { commit_sink, ..options(Backing::Memory) }, KINDS, &[]).expect("open");
        put(&store, Person::new(1, "one")).await.expect("put");
        assert_eq!(store.stats().reopens, 0);
        assert_sound(&store);
    });
}

/// Sets or deletes the row of the head without the store.
fn tamper(path: &Path, value: Option<&[u8]>) {
    let database = redb::Database::open(path).expect("open");
    let txn = database.begin_write().expect("write");
    {
        let mut meta = txn.open_table(TableDefinition::<&[u8], &[u8]>::new(META.0)).expect("meta");
        match value {
            Some(value) => drop(meta.insert(HEAD_KEY, value).expect("insert")),
            None => drop(meta.remove(HEAD_KEY).expect("remove")),
        }
    }
    txn.commit().expect("commit");
    assert!(database.begin_read().is_ok());
}

#[test]
fn a_file_of_an_earlier_version_begins_at_its_first_batch() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("invigil.redb");
    runtime().block_on(async {
        let given = Given::default();
        let open = || open_into(Backing::File(path.clone()), &given);
        let store = open();
        put(&store, Person::new(1, "one")).await.expect("put");
        store.close().await;
        tamper(&path, None);

        let store = open();
        assert_sound(&store);
        let mut backup = Vec::new();
        let manifest = store.back_up(crate::domain::Instant::from_millis(0), None, &mut backup).expect("back up");
        assert_eq!((head(&store), manifest.epoch, manifest.batch), (None, None, None));
        given.take();
        put(&store, Person::new(2, "two")).await.expect("put");
        let [set] = given.take().try_into().expect("one set");
        assert_eq!((set.before.epoch, set.before.batch, head(&store)), (1, 0, Some(set.head)));
        assert_eq!((set.head.epoch, set.head.batch), (1, 1));
        assert_ne!(set.before.hash, [0; 32], "random: no other file begins like this");
        store.close().await;

        let store = open();
        assert_eq!(head(&store), Some(set.head), "a start is no batch");
        put(&store, Person::new(3, "three")).await.expect("put");
        assert_eq!(given.take().iter().map(|next| next.before).collect::<Vec<_>>(), [set.head]);
    });
}

#[test]
fn a_damaged_head_is_found_and_fails_no_write() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("invigil.redb");
    let sound = BatchHead { epoch: 1, batch: 7, hash: [9; 32] }.encode();
    let mut later = sound;
    later[0] = 2;
    let mut unnumbered = sound;
    unnumbered[9..17].fill(0);
    runtime().block_on(async {
        let open = || Store::open(options(Backing::File(path.clone())), KINDS, &[]).expect("open");
        open().close().await;
        tamper(&path, Some(&sound));
        let store = open();
        assert_sound(&store);
        store.close().await;
        for damaged in [&sound[..48], &later, &unnumbered, b"", &[&sound[..], b"x"].concat()] {
            tamper(&path, Some(damaged));
            let store = open();
            let problems = store.check().expect("check").problems;
            assert_eq!(problems, ["the number of the last batch cannot be read"]);
            put(&store, Person::new(1, "one")).await.expect("put");
            assert_eq!(head(&store).map(|head| head.batch), Some(1));
            assert_sound(&store);
            store.close().await;
        }
    });
}

/// Where a table ends and its key begins is part of a row's name.
#[test]
fn rows_are_told_apart_by_table_and_key() {
    let (mut log, mut last) = (RowLog::default(), LastRows::with_capacity(0));
    let rows =
        [("ab", "c", None), ("a", "bc", Some("1")), ("ab", "c", Some("2")), ("a", "bc", Some("3")), ("a", "b", None)];
    for (table, key, value) in rows {
        let row = log.push(Table(table), key.as_bytes(), value.map(str::as_bytes));
        last.note(&log, row, value.is_none());
    }
    let log = last.compact(log);
    let rows = log.iter().map(|row| (row.table, row.key, row.value)).collect::<Vec<_>>();
    let expected = [("ab", "c", Some("2")), ("a", "bc", Some("3")), ("a", "b", None)];
    assert_eq!(rows, expected.map(|(table, key, value)| (table, key.as_bytes(), value.map(str::as_bytes))));
}

/// Files and followers of later versions read these bytes: another layout needs another version, or another label.
#[test]
fn golden_bytes() {
    let before = BatchHead { epoch: 2, batch: 258, hash: [7; 32] };
    assert_eq!(hex::encode(&before.encode()), format!("0100000000000000020000000000000102{}", "07".repeat(32)));
    let set = |changes| ChangeSet::after(before, changes).head;
    let mut log = RowLog::default();
    for (key, value) in [(b"a", Some(&b"one"[..])), (b"b", None), (b"c", Some(b""))] {
        log.push(Table("people"), key, value);
    }
    let rows = set(Changes::Rows(log));
    let restored = set(Changes::Reseed(Reseed::Restored));
    assert_eq!((rows.epoch, rows.batch, restored.epoch, restored.batch), (2, 259, 3, 259));
    assert_eq!(hex::encode(&rows.hash), "449374e84b82f467e509842660bee8bc0f49951b07c92034b4e68106e48fd967");
    assert_eq!(hex::encode(&restored.hash), "974d8a07e9744c744b70e003cbe10f505db4b81ead4c70bc17de2eed5c1f75d3");
    let kinds = [Reseed::Created, Reseed::Migrated, Reseed::Rebuilt, Reseed::Restored];
    assert_eq!(kinds.map(|kind| kind as u8), [1, 2, 3, 4]);
}
