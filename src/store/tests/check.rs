//! Indexes and counters stay consistent with the records under any sequence of operations.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};

use proptest::prelude::*;

use super::support::{
    BY_NAME, BY_TEAM, KINDS, Person, active_counter, assert_sound, memory, person_key, put, runtime, team_counter,
};
use crate::store::{KeyRange, Read, Record, Rows, Store, StoreError};

#[derive(Debug, Clone)]
enum Step {
    Put(Person),
    Delete(u32),
    /// All steps in one closure that then fails.
    Undone(Vec<Step>),
}

fn step() -> impl Strategy<Value = Step> {
    let person = (0..6_u32, "[ab]{0,2}", proptest::collection::vec(0..4_u8, 0..4), any::<bool>())
        .prop_map(|(id, name, teams, active)| Step::Put(Person { id, name, teams, active }));
    let simple = prop_oneof![3 => person, 1 => (0..6_u32).prop_map(Step::Delete)].boxed();
    let undone = proptest::collection::vec(simple.clone(), 1..5).prop_map(Step::Undone);
    prop_oneof![5 => simple, 1 => undone]
}

/// Reference model of the store's expected content.
type Model = BTreeMap<u32, Person>;

fn apply(tx: &mut crate::store::Tx<'_>, step: &Step) -> Result<(), StoreError> {
    match step {
        Step::Put(person) => match tx.put(person) {
            Err(StoreError::Duplicate { .. }) => Ok(()),
            other => other,
        },
        Step::Delete(id) => tx.delete::<Person>(*id).map(|_| ()),
        Step::Undone(steps) => {
            steps.iter().try_for_each(|s| apply(tx, s))?;
            Err(StoreError::Misused("undone on purpose"))
        }
    }
}

fn expect(model: &mut Model, step: &Step) {
    match step {
        Step::Put(p) if model.values().any(|o| o.id != p.id && o.name == p.name) => {}
        Step::Put(person) => drop(model.insert(person.id, person.clone())),
        Step::Delete(id) => drop(model.remove(id)),
        Step::Undone(_) => {}
    }
}

fn assert_equals(store: &Store, model: &Model) {
    assert_sound(store);
    let read = store.read().expect("read");
    let people = read.records::<Person>().expect("records");
    assert_eq!(people, model.values().cloned().collect::<Vec<_>>());

    let mut rows = Vec::new();
    read.scan(BY_TEAM.all(), false, &mut |row| {
        rows.push((row.index_key.to_vec(), row.primary.to_vec()));
        Ok(ControlFlow::Continue(()))
    })
    .expect("scan");
    let expected: BTreeSet<_> =
        model.values().flat_map(|p| p.teams.iter().map(|t| (vec![*t], person_key(p.id)))).collect();
    assert_eq!(rows, expected.into_iter().collect::<Vec<_>>());

    for person in model.values() {
        assert_eq!(read.find(BY_NAME, &person.name).expect("find").as_ref(), Some(person));
    }
    let active = model.values().filter(|p| p.active).count();
    assert_eq!(read.count(&active_counter()).expect("count"), active as u64);
    for team in 0..4 {
        let members: usize = model.values().map(|p| p.teams.iter().filter(|t| **t == team).count()).sum();
        assert_eq!(read.count(&team_counter(team)).expect("count"), members as u64);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn derived_rows_equal_a_rebuild(steps in proptest::collection::vec(step(), 0..40)) {
        runtime().block_on(async {
            let (store, mut model) = (memory(), Model::new());
            for step in steps {
                expect(&mut model, &step);
                let undone = matches!(step, Step::Undone(_));
                let done = store.write(move |tx| apply(tx, &step)).await;
                assert_eq!(done.is_err(), undone);
            }
            assert_equals(&store, &model);
            store.close().await;
        });
    }
}

#[test]
fn check_finds_every_kind_of_inconsistency() {
    runtime().block_on(async {
        type Corruption = fn(&mut crate::store::Tx<'_>) -> Result<(), StoreError>;
        let corruptions: [(&str, Corruption); 7] = [
            ("missing from people_by_team", |tx| {
                tx.raw_delete(BY_TEAM.table().table, &[&[1][..], &person_key(1)].concat()).map(|_| ())
            }),
            ("people_by_name points elsewhere", |tx| {
                let row = crate::store::Key::new().text("one").build();
                tx.raw_put(BY_NAME.table().table, &row, &person_key(2))
            }),
            ("people_by_team: 1 stale rows", |tx| {
                tx.raw_put(BY_TEAM.table().table, &[&[9][..], &person_key(1)].concat(), &person_key(1))
            }),
            ("2 instead of 1", |tx| {
                tx.raw_put(crate::store::Table("counters"), &active_counter(), &2_u64.to_be_bytes())
            }),
            ("0 instead of 1", |tx| tx.raw_delete(crate::store::Table("counters"), &active_counter()).map(|_| ())),
            ("cannot be decoded", |tx| tx.raw_put(Person::TABLE, &person_key(7), &[2, 1])),
            ("stored under another key", |tx| {
                let value = tx.raw_get(Person::TABLE, &person_key(1))?.unwrap_or_default();
                tx.raw_put(Person::TABLE, &person_key(8), &value)
            }),
        ];
        for (expected, corrupt) in corruptions {
            let store = memory();
            put(&store, Person::new(1, "one")).await.expect("put");
            assert_sound(&store);
            store.write(corrupt).await.expect("corrupt");
            let report = store.check().expect("check");
            assert!(report.problems.iter().any(|p| p.contains(expected)), "{expected}: {report:?}");
        }
    });
}

#[test]
fn rebuilding_is_for_migrations_only() {
    runtime().block_on(async {
        let store = memory();
        let refused = store.write(|tx| tx.rebuild(KINDS)).await;
        assert!(matches!(refused, Err(StoreError::Misused(_))));
    });
}

#[test]
fn reading_through_a_trait_object_and_in_pages() {
    runtime().block_on(async {
        let store = memory();
        for id in 0..5 {
            put(&store, Person::new(id, &format!("p{id}"))).await.expect("put");
        }
        let snapshot = store.read().expect("read");
        let read: &dyn Rows = &snapshot;
        assert_eq!(read.get::<Person>(3).expect("get").map(|p| p.id), Some(3));
        let first: Option<Person> = read.find(BY_TEAM, 1).expect("find");
        assert_eq!(first.map(|p| p.id), Some(0));
        assert_eq!(read.find(BY_TEAM, 2).expect("find"), None);

        // Two rows a page, backwards, each joined with its record inside the scan.
        let (mut range, mut pages) = (BY_TEAM.under(1), Vec::new());
        loop {
            let (mut page, mut cursor) = (Vec::new(), None);
            read.scan(range.clone(), true, &mut |row| {
                page.push(read.record_of(&row)?.id);
                cursor = Some(row.cursor());
                Ok(if page.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            })
            .expect("scan");
            let Some(cursor) = cursor else { break };
            range = range.before(&cursor);
            pages.push(page);
        }
        assert_eq!(pages, [vec![4, 3], vec![2, 1], vec![0]]);

        let mut seen = 0;
        let reversed = KeyRange::between(&person_key(4), &person_key(1));
        read.raw_scan(Person::TABLE, reversed, false, &mut |_, _| {
            seen += 1;
            Ok(ControlFlow::Continue(()))
        })
        .expect("scan");
        assert_eq!(seen, 0);
    });
}
