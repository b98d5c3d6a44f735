//! Damage that the integrity check finds.

use super::{Taken, problems};
use crate::support::journey::key;
use invigil::{
    domain::{
        Error, Instant,
        attempt::Answer,
        history::{
            Head, HistoryChain, HistoryMode, HistoryStage, LogPosition, Logged, MAX_RECENT, PackedHistory,
            RecentEntries,
        },
        time::SECOND,
    },
    store::{Read, Record, Tx},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;

/// Two answers, with three entries.
async fn saved() -> Taken {
    let r = Taken::begin(None).await;
    r.save(json!([{"question_id": "q2", "answer": "one", "seq": 1}])).await;
    r.save(
        json!([{"question_id": "q2", "answer": "one two", "seq": 2}, {"question_id": "q1", "answer": "B", "seq": 3}]),
    )
    .await;
    assert_eq!(problems(&r.t), Vec::<String>::new());
    r
}

/// Further entries of an answer, enough for a row of the log, and one that came late.
async fn logged() -> Taken {
    let r = saved().await;
    for seq in 3..=MAX_RECENT + 1 {
        r.t.clock.advance(SECOND);
        r.save(json!([{"question_id": "q2", "answer": format!("text {seq}"), "seq": seq}])).await;
    }
    r.another_browser().await;
    r.save_as(1, json!([{"question_id": "q1", "answer": "A", "seq": 20}])).await.ok();
    r.save_as(2, json!([{"question_id": "q2", "answer": "the end", "seq": 21}])).await.ok();
    assert_eq!(r.logged().len(), 2);
    assert_eq!(problems(&r.t), Vec::<String>::new());
    r
}

async fn change(r: &Taken, change: impl FnOnce(&mut Tx<'_>) -> Result<(), Error> + Send + 'static) -> String {
    r.t.app.store.write(change).await.unwrap();
    let found = problems(&r.t);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with(&format!("history of attempt {}", r.attempt)), "{found:?}");
    found.into_iter().next().unwrap()
}

/// `bytes` with each of them changed, by a bit.
fn spoilt<T: Serialize + DeserializeOwned>(bytes: &T) -> impl Iterator<Item = T> {
    let plain: Vec<u8> = serde_json::from_value(serde_json::to_value(bytes).unwrap()).unwrap();
    (0..plain.len()).map(move |place| {
        let mut spoilt = plain.clone();
        spoilt[place] ^= 1 << (place % 8);
        serde_json::from_value(json!(spoilt)).unwrap()
    })
}

#[tokio::test]
async fn any_byte_of_the_newest_entries() {
    let r = logged().await;
    for answer in r.answers() {
        for recent in spoilt(&answer.recent) {
            let spoilt = Answer { recent, ..answer.clone() };
            change(&r, move |tx| Ok(tx.put(&spoilt)?)).await;
        }
        r.t.app.store.write(move |tx| Ok::<_, Error>(tx.put(&answer)?)).await.unwrap();
    }
    assert_eq!(problems(&r.t), Vec::<String>::new());
}

#[tokio::test]
async fn any_byte_of_logged_entries() {
    let r = logged().await;
    for row in r.logged() {
        for entries in spoilt(&row.entries) {
            let spoilt = Logged { entries, ..row.clone() };
            change(&r, move |tx| Ok(tx.put(&spoilt)?)).await;
        }
        r.t.app.store.write(move |tx| Ok::<_, Error>(tx.put(&row)?)).await.unwrap();
    }
    assert_eq!(problems(&r.t), Vec::<String>::new());
}

#[tokio::test]
async fn a_missing_row_of_the_log() {
    for place in 0..2 {
        let r = logged().await;
        let row = r.logged().remove(place);
        assert!(change(&r, move |tx| Ok(tx.delete::<Logged>(row.id()).map(drop)?)).await.contains("is missing"));
    }
}

#[tokio::test]
async fn a_row_of_another_question() {
    let r = logged().await;
    let row = Logged { question_id: "q1".into(), ..r.logged().remove(0) };
    change(&r, move |tx| Ok(tx.put(&row)?)).await;
}

#[tokio::test]
async fn a_changed_chain() {
    for spoil in [
        (|chain: &mut HistoryChain| chain.salt[3] ^= 1) as fn(&mut HistoryChain),
        |chain| chain.head.0[31] ^= 0x80,
        |chain| chain.kept_head = Some(Head([1; 32])),
        |chain| chain.last = None,
        |chain| chain.since = Some(Instant::EPOCH),
        |chain| chain.mode = HistoryMode::Keystrokes,
        |chain| chain.entries -= 1,
        |chain| chain.links -= 1,
        |chain| chain.cost += 1,
        |chain| chain.stage = HistoryStage::Deleting,
    ] {
        let r = logged().await;
        r.t.submit(&r.invite["token"], &key(2), &[]).await.ok();
        let mut chain = r.chain();
        spoil(&mut chain);
        change(&r, move |tx| Ok(tx.put(&chain)?)).await;
    }
}

/// While an attempt runs, its answers continue the chain that was stored last.
#[tokio::test]
async fn a_changed_chain_that_the_answers_continue() {
    for spoil in [
        (|chain: &mut HistoryChain| chain.salt[3] ^= 1) as fn(&mut HistoryChain),
        |chain| chain.head.0[31] ^= 0x80,
        |chain| chain.kept_head = Some(Head([1; 32])),
        |chain| chain.last = Some(LogPosition { at: Instant::EPOCH, number: 0 }),
        |chain| chain.since = Some(Instant::EPOCH),
        |chain| chain.entries += 1,
        |chain| chain.links += 1,
        |chain| chain.links += 100,
        |chain| chain.cost += 1,
        |chain| chain.edits += 1,
        |chain| chain.stage = HistoryStage::Packed,
        |chain| chain.stage = HistoryStage::Deleting,
    ] {
        let r = saved().await;
        let mut chain: HistoryChain = r.t.app.store.read().unwrap().get(r.attempt).unwrap().unwrap();
        assert_eq!(chain.links, 0, "a save stores the chain");
        spoil(&mut chain);
        change(&r, move |tx| Ok(tx.put(&chain)?)).await;
    }
}

/// Also if the save changed no text, and the entry before it would lead to the same answer.
#[tokio::test]
async fn a_missing_newest_entry() {
    let r = saved().await;
    let before = r.answers().remove(1);
    r.t.clock.advance(SECOND);
    r.save(json!([{"question_id": "q2", "answer": "one two", "seq": 4}])).await;
    let mut answer = r.answers().remove(1);
    answer.recent = before.recent;
    assert!(change(&r, move |tx| Ok(tx.put(&answer)?)).await.contains("q2 is not the last"));
    let r = saved().await;
    let answer = Answer { recent: RecentEntries::default(), ..r.answers().remove(0) };
    assert!(change(&r, move |tx| Ok(tx.put(&answer)?)).await.contains("q1 is not the last"));
}

#[tokio::test]
async fn a_row_that_no_chain_leads_to() {
    let r = logged().await;
    let mut row = r.logged().remove(0);
    row.place = LogPosition { at: row.place.at.plus(SECOND), number: 99 };
    assert!(change(&r, move |tx| Ok(tx.put(&row)?)).await.contains("the row of entry 99"));
}

#[tokio::test]
async fn an_answer_that_was_changed_behind_its_history() {
    let r = saved().await;
    let mut answer: Answer = r.t.app.store.read().unwrap().get((r.attempt, "q2")).unwrap().unwrap();
    answer.text.push('!');
    assert!(change(&r, move |tx| Ok(tx.put(&answer)?)).await.contains("q2 is not the last one"));
}

#[tokio::test]
async fn any_byte_of_a_packed_history() {
    let r = saved().await;
    r.submit().await;
    r.t.sweep().await;
    let packed: PackedHistory = r.t.app.store.read().unwrap().get(r.attempt).unwrap().unwrap();
    let entries = packed.unpack().unwrap();
    for place in 0..packed.bytes.len() {
        let mut changed = packed.clone();
        changed.bytes[place] ^= 0x10;
        // Some bits of the compressed form mean nothing.
        if changed.unpack().is_none_or(|found| found != entries) {
            change(&r, move |tx| Ok(tx.put(&changed)?)).await;
        }
    }
    let mut fewer = packed;
    fewer.entries -= 1;
    change(&r, move |tx| Ok(tx.put(&fewer)?)).await;
}

/// No answer is refused for them, and what is there is not overwritten.
#[tokio::test]
async fn a_save_over_damaged_entries() {
    let r = saved().await;
    let mut answer = r.answers().remove(1);
    answer.recent = serde_json::from_value(json!([1, 2, 3])).unwrap();
    change(&r, move |tx| Ok(tx.put(&answer)?)).await;
    for cached in [true, false] {
        let seq = if cached { 4 } else { 5 };
        if !cached {
            drop(r.t.app.jobs.running_chains.take(r.attempt));
        }
        r.save(json!([{"question_id": "q2", "answer": "goes on", "seq": seq}])).await;
        assert!(problems(&r.t)[0].contains("its entries cannot be read"));
    }
    r.submit().await;
}
