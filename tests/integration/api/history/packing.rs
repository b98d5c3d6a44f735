//! Packing of many entries, and what an interruption leaves.

use super::{Taken, problems};
use invigil::domain::{
    Error,
    attempt::{Answer, Attempt},
    history::{HistoryStage, Logged, PackedHistory, RecentEntries},
};
use invigil::service::operate::history_packing::pack_some;
use invigil::store::{Read, Record};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// More rows of the log than one transaction deletes, as each entry has one for its size.
const ENTRIES: usize = 230;

async fn ended() -> (Taken, Value) {
    let r = Taken::begin(None).await;
    for first in (1..=ENTRIES).step_by(10) {
        let entry = |seq: usize| json!({"question_id": "q2", "answer": format!("{seq}, ").repeat(800), "seq": seq});
        r.save((first..first + 10).map(entry).collect()).await;
    }
    r.submit().await;
    assert_eq!((r.logged().len(), r.unpacked().len()), (ENTRIES - 1, ENTRIES));
    let history = r.history().await.ok();
    (r, history)
}

async fn is_packed(r: &Taken, history: &Value) {
    assert_eq!((r.unpacked().len(), r.chain().stage), (0, HistoryStage::Packed));
    assert_eq!(r.history().await.ok(), *history);
    assert_eq!(problems(&r.t), Vec::<String>::new());
}

#[tokio::test]
async fn many_entries_are_packed_in_several_transactions() {
    let (r, history) = ended().await;
    assert_eq!(history["questions"][0]["steps"].as_array().unwrap().len(), ENTRIES);
    r.t.sweep().await;
    is_packed(&r, &history).await;
}

#[tokio::test]
async fn an_interrupted_packing_goes_on() {
    let (r, history) = ended().await;
    let (mut chain, packed) = (r.chain(), PackedHistory::of(r.attempt, &r.unpacked()).unwrap());
    chain.stage = HistoryStage::Packing;
    let (logged, answers, write) = (r.logged(), r.answers(), (chain, packed));
    r.t.app
        .store
        .write(move |tx| {
            tx.put(&write.0)?;
            tx.put(&write.1)?;
            for answer in answers {
                tx.put(&Answer { recent: RecentEntries::default(), ..answer })?;
            }
            // Some of the rows are left.
            for logged in &logged[..40] {
                tx.delete::<Logged>(logged.id())?;
            }
            Ok::<_, Error>(())
        })
        .await
        .unwrap();
    assert_eq!(r.history().await.ok(), history);
    assert_eq!(problems(&r.t), Vec::<String>::new());
    r.t.sweep().await;
    is_packed(&r, &history).await;
}

/// A deletion that ends between two of its transactions (simulated by aborting the call) leaves nothing that `check`
/// reports; the next one deletes the rest.
#[tokio::test]
async fn an_interrupted_deletion_is_no_damage() {
    // The writer may commit more than one of them before the call is aborted.
    for _ in 0..20 {
        if is_interrupted_in_the_log().await {
            return;
        }
    }
    panic!("no deletion was interrupted in the log");
}

/// Deletes a history with interruptions, and reports whether one of them left a part of the log.
async fn is_interrupted_in_the_log() -> bool {
    let (r, _) = ended().await;
    let path = format!("/api/tests/{}/force", r.test["id"].as_str().unwrap());
    let mut was_in_log = false;
    while r.t.app.store.read().unwrap().get::<Attempt>(r.attempt).unwrap().is_some() {
        let before = r.t.app.store.stats().operations;
        let call = tokio::spawn(r.t.delete(&*path).bearer(&r.admin).send());
        while r.t.app.store.stats().operations == before && !call.is_finished() {
            tokio::task::yield_now().await;
        }
        call.abort();
        drop(call.await);
        assert_eq!(problems(&r.t), Vec::<String>::new());
        was_in_log |= (1..ENTRIES - 1).contains(&r.logged().len());
    }
    r.t.assert_sound();
    was_in_log
}

/// What is missing may be put back from a backup: what is left stays as it is.
#[tokio::test]
async fn a_damaged_history_is_not_packed() {
    let (r, _) = ended().await;
    let row = r.logged().remove(100);
    r.t.app.store.write(move |tx| Ok::<_, Error>(tx.delete::<Logged>(row.id()).map(drop)?)).await.unwrap();
    let before = (r.logged(), r.answers());
    r.t.sweep().await;
    assert_eq!((r.logged(), r.answers(), r.chain().stage), (before.0, before.1, HistoryStage::Ended));
    assert_eq!(problems(&r.t).len(), 1);
}

/// Rows lead to the ones before them: the oldest are deleted first, also where the clock was set back meanwhile.
#[tokio::test]
async fn an_interrupted_trim_leaves_no_row_that_no_chain_leads_to() {
    let r = Taken::begin(None).await;
    let entry = |seq: usize| json!({"question_id": "q2", "answer": format!("{seq}, ").repeat(800), "seq": seq});
    for first in (1..=ENTRIES).step_by(10) {
        r.save((first..first + 10).map(entry).collect()).await;
        r.t.clock.set(if first < ENTRIES / 2 { "2026-03-02T08:30:00Z" } else { "2026-03-02T08:00:01Z" });
    }
    r.submit().await;
    let mut seen = BTreeSet::new();
    while r.chain().stage != HistoryStage::Packed {
        let before = r.t.app.store.stats().operations;
        let app = r.t.app.clone();
        let sweep = tokio::spawn(async move { pack_some(&app).await });
        while r.t.app.store.stats().operations == before && !sweep.is_finished() {
            tokio::task::yield_now().await;
        }
        sweep.abort();
        drop(sweep.await);
        assert_eq!(problems(&r.t), Vec::<String>::new());
        seen.insert(r.logged().len());
    }
    assert!(seen.len() > 2 && seen.contains(&0), "{seen:?}");
}
