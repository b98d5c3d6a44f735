//! Checks the history of an attempt: its entries lead to the head of its chain, and its answers are the last ones.

use crate::{
    domain::{
        Instant,
        attempt::{Answer, Attempt},
        history::{AnswerHistory, HistoryChain, HistoryStage, replay},
    },
    service::query,
    store::{Read, Snapshot},
};

/// Returns the error in the history of a chain; `None` if it is sound. Rows that do not decode are missing ones.
pub(super) fn problem(read: &Snapshot, chain: &HistoryChain) -> Option<String> {
    let Some(attempt) = read.get::<Attempt>(chain.attempt_id).unwrap_or_default() else {
        return Some("its attempt is missing".into());
    };
    if attempt.is_running() != (chain.stage == HistoryStage::Running) {
        return Some("its stage is not that of its attempt".into());
    }
    let Ok(Some((chain, entries))) = query::history::load(read, chain.attempt_id) else {
        return Some("its entries cannot be read".into());
    };
    let stories = match replay(&chain, &entries, Instant::EPOCH) {
        Ok(stories) => stories,
        Err(broken) => return Some(broken.to_string()),
    };
    // Beyond the limits, the last texts are not kept.
    if chain.links > chain.entries {
        return None;
    }
    let answers: Vec<Answer> = read.children(attempt.id).unwrap_or_default();
    let stray = answers.iter().find(|answer| !is_told(&stories, answer));
    stray.map(|answer| format!("the answer to {} is not the last one", answer.question_id))
}

/// Whether an answer is the last one, or a late one that a reviewer accepted.
fn is_told(stories: &[AnswerHistory], answer: &Answer) -> bool {
    let story = stories.iter().find(|story| story.question_id == answer.question_id);
    story.is_some_and(|story| story.text == answer.text || story.late.contains(&answer.text))
}
