//! Substring search finds the same as the records, whatever happened since the substring index was built.

use std::ops::ControlFlow;

use super::support::{BY_TEAM, KINDS, LIST, Person, assert_sound, memory, options, put, runtime, search, search_in};
use crate::store::{Backing, IndexRow, Key, Store, StoreError};

#[test]
fn a_search_has_snapshot_isolation() {
    runtime().block_on(async {
        let store = memory();
        put(&store, Person::new(1, "anna")).await.expect("put");
        put(&store, Person::new(2, "hanno")).await.expect("put");
        let snapshot = store.read().expect("read");
        put(&store, Person::new(3, "johanna")).await.expect("put");
        store.write(|tx| tx.delete::<Person>(2)).await.expect("delete");
        assert_eq!(search_in(&snapshot, LIST.all(), "ann"), [1]);
        assert_eq!(search(&store, "ann"), [3, 1]);
        assert_eq!(search_in(&snapshot, LIST.under(1), "ann"), Vec::<u32>::new());
        let other = snapshot.search(BY_TEAM.all(), "ann", &mut |_| Ok(ControlFlow::Continue(())));
        assert!(matches!(other, Err(StoreError::Misused(_))), "{other:?}");
    });
}

#[test]
fn a_search_in_several_batches_finds_all_and_stops_on_break() {
    runtime().block_on(async {
        let store = memory();
        let people = (0..700_u32).map(|n| Person::new(n, &format!("person {n}")));
        store.write(move |tx| people.into_iter().try_for_each(|person| tx.put(&person))).await.expect("put");
        assert_eq!(search(&store, "person").len(), 700);
        assert_sound(&store);
        let mut left = 300;
        let each = &mut |_: IndexRow<'_, Person>| {
            left -= 1;
            Ok(if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        };
        store.read().expect("read").search(LIST.all(), "person", each).expect("search");
        assert_eq!(left, 0);
    });
}

#[test]
fn a_search_during_a_build_scans_the_index_on_disk() {
    runtime().block_on(async {
        let store = Store::open(options(Backing::Memory), KINDS, &[]).expect("open");
        for (id, name) in ["anna", "ben", "hanno"].into_iter().enumerate() {
            put(&store, Person::new(u32::try_from(id).expect("small"), name)).await.expect("put");
        }
        let snapshot = store.read().expect("read");
        let build = snapshot.engine.substring_indexes.begin(LIST.table()).expect("no search so far");
        assert_eq!(search(&store, "ann"), [2, 0]);
        drop(build);
        assert_eq!(search(&store, "ann"), [2, 0]);
        assert!(snapshot.engine.substring_indexes.begin(LIST.table()).is_none(), "the substring index is built");
        assert_sound(&store);
    });
}

#[test]
fn a_build_for_an_old_snapshot_contains_later_commits() {
    runtime().block_on(async {
        let store = Store::open(options(Backing::Memory), KINDS, &[]).expect("open");
        put(&store, Person::new(1, "anna")).await.expect("put");
        let old = store.read().expect("read");
        put(&store, Person::new(2, "hanno")).await.expect("put");
        assert_eq!(search_in(&old, LIST.all(), "ann").len(), 1);
        assert_eq!(search(&store, "ann"), [2, 1]);
    });
}

#[test]
fn a_rebuild_repairs_the_substring_index() {
    runtime().block_on(async {
        let folder = tempfile::tempdir().expect("folder");
        let open = || Store::open(options(Backing::File(folder.path().join("people.redb"))), KINDS, &[]).expect("open");
        let store = open();
        put(&store, Person::new(1, "anna")).await.expect("put");
        let row = Key::new().u32(0).text("anna").u32(1).build();
        assert!(store.write(move |tx| tx.raw_delete(LIST.table().table, &row)).await.expect("corrupt"));
        store.close().await;

        let store = open();
        assert_eq!(search(&store, "ann"), Vec::<u32>::new());
        store.rebuild().await.expect("rebuild");
        assert_eq!(search(&store, "ann"), [1]);
    });
}
