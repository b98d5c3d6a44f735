//! Golden bytes of the history of answers.

use super::{
    KINDS, MIGRATIONS, Table,
    history::{log_entries, store_chains},
    tests::{AT, Sample, id, sample, unhex},
};
use crate::{
    domain::{
        attempt::Answer,
        history::{
            Arrival, EntryBytes, Head, HistoryChain, HistoryEntry, HistoryMode, HistoryStage, KeptContent, LogPosition,
            Logged, PackedHistory, RecentEntries,
        },
    },
    store::{Backing, Read, Store, StoreError, StoreOptions, codec},
};

/// The second entry of an answer and the one before it, in a row of the log.
fn entries() -> [HistoryEntry; 2] {
    let second = HistoryEntry {
        attempt_id: id(5),
        number: 2,
        question_id: "q1".into(),
        seq: 4,
        at: AT,
        arrival: Arrival::Counted,
        content: KeptContent::Edits(vec![1, 0, 3]),
    };
    [HistoryEntry { number: 1, ..second.clone() }, second]
}

/// Entries as they are stored with an answer.
fn recent() -> RecentEntries {
    let mut chain = HistoryChain::new(id(5), HistoryMode::Keystrokes, [7; 32], None);
    chain.head = Head([6; 32]);
    (chain.cost, chain.edits) = (300, 3);
    chain.last = Some(LogPosition { at: AT, number: 1 });
    let [first, second] = entries();
    let (recent, _) = chain.store(&first, &RecentEntries::default());
    chain.store(&second, &recent).0
}

pub(super) fn samples() -> Vec<Sample> {
    let chain = HistoryChain {
        attempt_id: id(5),
        mode: HistoryMode::Keystrokes,
        salt: [7; 32],
        since: Some(AT),
        head: Head([8; 32]),
        links: 3,
        entries: 2,
        kept_head: Some(Head([9; 32])),
        cost: 130,
        edits: 11,
        stage: HistoryStage::Ended,
        last: Some(LogPosition { at: AT, number: 2 }),
    };
    let logged = Logged {
        attempt_id: id(5),
        place: LogPosition { at: AT, number: 2 },
        question_id: "q1".into(),
        entries: EntryBytes::of(&entries()),
        before: Some(LogPosition { at: AT, number: 1 }),
    };
    let packed = PackedHistory { attempt_id: id(5), entries: 2, bytes: vec![0x78, 0x9c] };
    let (question_id, recent) = ("q1".into(), recent());
    let answer = Answer { attempt_id: id(5), question_id, text: "B".into(), seq: 300, saved_at: AT, recent };
    vec![
        sample("answers", &answer),
        sample("history chains", &chain),
        sample("history log", &logged),
        sample("packed histories", &packed),
    ]
}

/// Variants are stored by position: append new ones at the end.
#[test]
fn variants_keep_their_numbers() {
    let number = |bytes: Vec<u8>| bytes[1];
    let arrivals = [Arrival::Counted, Arrival::AfterEnd, Arrival::OtherBrowser, Arrival::File, Arrival::Found];
    assert_eq!(arrivals.map(|arrival| number(codec::encode_as(0, &arrival).unwrap())), [0, 1, 2, 3, 4]);
    let stages = [
        HistoryStage::Running,
        HistoryStage::Ended,
        HistoryStage::Packing,
        HistoryStage::Packed,
        HistoryStage::Deleting,
    ];
    assert_eq!(stages.map(|stage| number(codec::encode_as(0, &stage).unwrap())), [0, 1, 2, 3, 4]);
    let contents = [KeptContent::Edits(vec![]), KeptContent::Difference(vec![]), KeptContent::Whole(String::new())];
    assert_eq!(contents.map(|content| number(codec::encode_as(0, &content).unwrap())), [0, 1, 2]);
    let modes = [HistoryMode::Saves, HistoryMode::Keystrokes];
    assert_eq!(modes.map(|mode| number(codec::encode_as(0, &mode).unwrap())), [0, 1]);
}

/// The golden bytes of version 1: a chain, and its second entry.
const CHAIN: &str = include_str!("../../../tests/integration/store/golden/history-chains@v1.snap");
const ENTRY: &str = include_str!("../../../tests/integration/store/golden/history-entries@v1.snap");

fn row(golden: &str) -> (Vec<u8>, Vec<u8>) {
    let field = |name: &str| unhex(golden.lines().find_map(|line| line.strip_prefix(name)).unwrap());
    (field("key "), field("value "))
}

async fn migrated(packed: Option<PackedHistory>) -> (HistoryChain, Vec<Logged>) {
    let store = Store::open(StoreOptions::new(Backing::Memory), KINDS, MIGRATIONS).unwrap();
    let (chain, (second, entry)) = (row(CHAIN), row(ENTRY));
    let (mut first, mut first_entry) = (second.clone(), entry.clone());
    *first.last_mut().unwrap() = 1;
    // Behind the version and the attempt.
    first_entry[18] = 1;
    let old = Table("history_entries");
    let log = move |tx: &mut crate::store::Tx<'_>| {
        tx.raw_put(Table("history_chains"), &chain.0, &chain.1)?;
        tx.raw_put(old, &first, &first_entry)?;
        tx.raw_put(old, &second, &entry)?;
        if let Some(packed) = packed {
            tx.put(&packed)?;
        }
        log_entries(tx)?;
        assert!(tx.raw_get(old, &first)?.is_none() && tx.raw_get(old, &second)?.is_none());
        Ok::<_, StoreError>(())
    };
    store.write(log).await.unwrap();
    let read = store.read().unwrap();
    (read.get(id(5)).unwrap().unwrap(), read.records().unwrap())
}

#[tokio::test]
async fn single_entries_move_into_the_log() {
    let (first, second) = (LogPosition { at: AT, number: 1 }, LogPosition { at: AT, number: 2 });
    let befores = |log: Vec<Logged>| log.iter().map(|logged| (logged.place.number, logged.before)).collect::<Vec<_>>();
    let (chain, log) = migrated(None).await;
    assert_eq!((chain.last, chain.kept_head), (Some(second), Some(Head([9; 32]))));
    assert_eq!(befores(log), [(1, None), (2, Some(first))]);
    let packed = PackedHistory { attempt_id: id(5), entries: 1, bytes: vec![] };
    let (chain, log) = migrated(Some(packed)).await;
    assert_eq!((chain.last, befores(log)), (Some(second), vec![(2, None)]), "packed ones are not logged");
}

/// The golden bytes of version 2 of the log: an entry with the state of its running chain, and its answer.
const LOGGED: &str = include_str!("../../../tests/integration/store/golden/history-log@v2.snap");
const ANSWER: &str = include_str!("../../../tests/integration/store/golden/answers@v1.snap");

#[tokio::test]
async fn chains_that_an_entry_continued_are_stored() {
    let store = Store::open(StoreOptions::new(Backing::Memory), KINDS, MIGRATIONS).unwrap();
    let (logged, answer) = (row(LOGGED), row(ANSWER));
    let migrate = move |tx: &mut crate::store::Tx<'_>| {
        let mut chain = HistoryChain::new(id(5), HistoryMode::Keystrokes, [7; 32], None);
        tx.put(&chain)?;
        tx.raw_put(Table("history_log"), &logged.0, &logged.1)?;
        tx.raw_put(Table("answers"), &answer.0, &answer.1)?;
        store_chains(tx)?;
        let stored: HistoryChain = tx.get(id(5))?.unwrap();
        (chain.head, chain.cost, chain.edits) = (Head([6; 32]), 75, 3);
        (chain.links, chain.entries, chain.last) = (2, 2, Some(LogPosition { at: AT, number: 2 }));
        assert_eq!(stored, chain);
        // Entries that a chain counts already change nothing.
        chain.cost = 76;
        tx.put(&chain)?;
        store_chains(tx)?;
        assert_eq!(tx.get(id(5))?, Some(chain));
        Ok::<_, StoreError>(())
    };
    store.write(migrate).await.unwrap();
    let logged: Vec<Logged> = store.read().unwrap().records().unwrap();
    assert_eq!(logged[0].read().unwrap(), entries()[1..]);
}
