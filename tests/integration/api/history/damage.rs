//! Damage that the integrity check finds.

use super::{Taken, problems};
use invigil::{
    domain::{
        Error,
        attempt::Answer,
        history::{ChainState, Head, HistoryChain, HistoryStage, KeptContent, LogPosition, Logged, PackedHistory},
        time::SECOND,
    },
    store::{Read, Record, Tx},
};
use serde_json::json;

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

async fn change(r: &Taken, change: impl FnOnce(&mut Tx<'_>) -> Result<(), Error> + Send + 'static) -> String {
    r.t.app.store.write(change).await.unwrap();
    let found = problems(&r.t);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with(&format!("history of attempt {}", r.attempt)), "{found:?}");
    found.into_iter().next().unwrap()
}

#[tokio::test]
async fn a_changed_entry() {
    let r = saved().await;
    let mut logged = r.logged().remove(1);
    let KeptContent::Difference(bytes) = &mut logged.entry.content else { panic!("{logged:?}") };
    *bytes.last_mut().unwrap() ^= 1;
    assert!(change(&r, move |tx| Ok(tx.put(&logged)?)).await.contains("the state after entry 2"));
}

#[tokio::test]
async fn a_missing_entry() {
    let r = saved().await;
    let logged = r.logged().remove(1);
    assert!(change(&r, move |tx| Ok(tx.delete::<Logged>(logged.id()).map(drop)?)).await.contains("entry 2 is missing"));
}

#[tokio::test]
async fn a_changed_chain() {
    for spoil in [
        (|chain: &mut HistoryChain| chain.salt[3] ^= 1) as fn(&mut HistoryChain),
        |chain| chain.head.0[31] ^= 0x80,
        |chain| chain.kept_head = Some(Head([1; 32])),
        |chain| chain.last = None,
        |chain| chain.since = Some(invigil::domain::Instant::EPOCH),
        |chain| chain.mode = invigil::domain::history::HistoryMode::Keystrokes,
        |chain| chain.entries -= 1,
        |chain| chain.links -= 1,
        |chain| chain.cost += 1,
    ] {
        let r = saved().await;
        let mut chain = r.chain();
        spoil(&mut chain);
        change(&r, move |tx| Ok(tx.put(&chain)?)).await;
    }
}

/// While an attempt runs, its log continues the chain that was stored last.
#[tokio::test]
async fn a_changed_chain_that_the_log_continues() {
    for spoil in [
        (|chain: &mut HistoryChain| chain.salt[3] ^= 1) as fn(&mut HistoryChain),
        |chain| chain.head.0[31] ^= 0x80,
        |chain| chain.kept_head = Some(Head([1; 32])),
        |chain| chain.last = Some(LogPosition { at: invigil::domain::Instant::EPOCH, number: 0 }),
        |chain| chain.since = Some(invigil::domain::Instant::EPOCH),
        |chain| chain.entries += 1,
        |chain| chain.links += 1,
        |chain| chain.links += 100,
        |chain| chain.cost += 1,
        |chain| chain.edits += 1,
        |chain| chain.stage = HistoryStage::Packed,
    ] {
        let r = saved().await;
        let mut chain: HistoryChain = r.t.app.store.read().unwrap().get(r.attempt).unwrap().unwrap();
        assert_eq!(chain.links, 0, "a save stores the chain");
        spoil(&mut chain);
        change(&r, move |tx| Ok(tx.put(&chain)?)).await;
    }
}

#[tokio::test]
async fn a_changed_state_of_an_entry() {
    for spoil in [
        (|state: &mut ChainState| state.head.0[0] ^= 1) as fn(&mut ChainState),
        |state| state.cost += 1,
        |state| state.edits += 1,
    ] {
        for place in 0..3 {
            let r = saved().await;
            let mut logged = r.logged().remove(place);
            spoil(logged.state.as_mut().unwrap());
            change(&r, move |tx| Ok(tx.put(&logged)?)).await;
        }
    }
}

/// Also if the save changed no text, and the entry before it would lead to the same answer.
#[tokio::test]
async fn a_missing_newest_entry() {
    let r = saved().await;
    r.t.clock.advance(SECOND);
    r.save(json!([{"question_id": "q2", "answer": "one two", "seq": 4}])).await;
    let logged = r.logged().remove(3);
    assert!(change(&r, move |tx| Ok(tx.delete::<Logged>(logged.id()).map(drop)?)).await.contains("q2 is not the last"));
}

#[tokio::test]
async fn an_entry_that_no_chain_leads_to() {
    let r = saved().await;
    let mut logged = r.logged().remove(2);
    logged.entry.number = 9;
    logged.entry.at = logged.entry.at.plus(SECOND);
    assert!(change(&r, move |tx| Ok(tx.put(&logged)?)).await.contains("entry 9 is beyond its head"));
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
