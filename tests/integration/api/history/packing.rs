//! Packing of many entries, and what an interruption leaves.

use super::{Taken, problems};
use invigil::domain::{
    Error,
    history::{HistoryStage, Logged, PackedHistory},
};
use invigil::store::Record;
use serde_json::{Value, json};

/// More entries than one transaction deletes.
const ENTRIES: usize = 450;

async fn ended() -> (Taken, Value) {
    let r = Taken::begin(None).await;
    for first in (1..=ENTRIES).step_by(30) {
        let entry = |seq: usize| json!({"question_id": "q2", "answer": "x".repeat(seq), "seq": seq});
        r.save((first..first + 30).map(entry).collect()).await;
    }
    r.submit().await;
    assert_eq!(r.rows().len(), ENTRIES);
    let history = r.history().await.ok();
    (r, history)
}

async fn is_packed(r: &Taken, history: &Value) {
    assert_eq!((r.rows().len(), r.chain().stage), (0, HistoryStage::Packed));
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
    let (mut chain, packed) = (r.chain(), PackedHistory::of(r.attempt, &r.rows()).unwrap());
    chain.stage = HistoryStage::Packing;
    let (logged, write) = (r.logged(), (chain, packed));
    r.t.app
        .store
        .write(move |tx| {
            tx.put(&write.0)?;
            tx.put(&write.1)?;
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
