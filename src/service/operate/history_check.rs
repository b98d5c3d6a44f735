//! Checks the history of an attempt: its entries lead to the head of its chain, and its answers are the last ones.

use crate::{
    domain::{
        Result,
        attempt::{Answer, Attempt},
        history::{AnswerHistory, HistoryChain, HistoryStage, Logged, PackedHistory, replay_states},
    },
    service::query,
    store::{Read, Snapshot},
};
use std::collections::HashMap;

/// Returns the error in the history of a stored chain; `None` if it is sound. Rows that do not decode are missing ones.
/// `newest` is the greatest number of its entries in the log.
pub(super) fn problem(read: &Snapshot, stored: &HistoryChain, newest: u64) -> Option<String> {
    let id = stored.attempt_id;
    let Some(attempt) = read.get::<Attempt>(id).unwrap_or_default() else {
        return Some("its attempt is missing".into());
    };
    if attempt.is_running() != (stored.stage == HistoryStage::Running) {
        return Some("its stage is not that of its attempt".into());
    }
    let Ok(Some((chain, entries))) = query::history::load(read, id) else {
        return Some("its entries cannot be read".into());
    };
    if newest > chain.links {
        return Some(format!("its entry {newest} is beyond its head"));
    }
    let (log, packed) = match (log(read, &chain), read.get::<PackedHistory>(id)) {
        (Ok(log), Ok(packed)) => (log, packed.map_or(0, |packed| packed.entries)),
        _ => return Some("its entries cannot be read".into()),
    };
    let is_continued = chain.links > stored.links;
    if is_continued && !is_link_before(stored, log.get(&(stored.links + 1)), packed) {
        return Some("its stored chain is not the one that its log continues".into());
    }
    let agrees = |number, state| {
        let with_chain = !is_continued || number != stored.links || stored.state() == state;
        with_chain && log.get(&number).and_then(|logged| logged.state).is_none_or(|logged| logged == state)
    };
    let stories = match replay_states(&chain, &entries, &agrees) {
        Ok(stories) => stories,
        Err(broken) => return Some(broken.to_string()),
    };
    // Beyond the limits, the last texts are not kept.
    if chain.links > chain.entries {
        return None;
    }
    let answers: Vec<Answer> = read.children(attempt.id).unwrap_or_default();
    let stray = answers.iter().find(|answer| !is_told(&stories, answer, attempt.is_running()));
    stray.map(|answer| format!("the answer to {} is not the last one", answer.question_id))
}

fn log(read: &Snapshot, chain: &HistoryChain) -> Result<HashMap<u64, Logged>> {
    let mut log = HashMap::new();
    query::history::walk(read, chain, 0, &mut |place, logged| {
        log.insert(place.number, logged);
    })?;
    Ok(log)
}

/// Whether a stored chain ends before the entry `next` of the log. What is packed is no longer in the log.
fn is_link_before(stored: &HistoryChain, next: Option<&Logged>, packed: u64) -> bool {
    let is_last = next.is_some_and(|next| next.before == stored.last);
    let is_settled = stored.last.is_none() && stored.links <= packed;
    stored.entries == stored.links && (is_last || is_settled)
}

/// Whether an answer is the last one, or a late one that a reviewer accepted after the end.
fn is_told(stories: &[AnswerHistory], answer: &Answer, is_running: bool) -> bool {
    let Some(story) = stories.iter().find(|story| story.question_id == answer.question_id) else { return false };
    if is_running {
        let counted = story.saves.iter().rfind(|save| save.arrival.counts());
        return story.text == answer.text && counted.is_some_and(|save| save.seq == answer.seq);
    }
    story.text == answer.text || story.late.contains(&answer.text)
}
