//! Checks the history of an attempt: its entries lead to the head of its chain, and its answers are the last ones.

use crate::{
    domain::{
        attempt::{Answer, Attempt},
        history::{AnswerHistory, ChainState, HistoryChain, HistoryStage, LogPosition, RecentState, replay_states},
    },
    service::query::{self, history::KeptHistory},
    store::{Read, Snapshot},
};

/// Returns the error in the history of a stored chain; `None` if it is sound. Rows that do not decode are missing ones.
/// `rows` are those of its attempt in the log.
pub(super) fn problem(read: &Snapshot, stored: &HistoryChain, rows: &[LogPosition]) -> Option<String> {
    let id = stored.attempt_id;
    let Some(attempt) = read.get::<Attempt>(id).unwrap_or_default() else {
        return Some("its attempt is missing".into());
    };
    if stored.stage == HistoryStage::Deleting {
        return (!stored.is_forgotten()).then(|| "it is marked as deleted, but is not".into());
    }
    if attempt.is_running() != (stored.stage == HistoryStage::Running) {
        return Some("its stage is not that of its attempt".into());
    }
    let Ok(Some(kept)) = query::history::load(read, id) else {
        return Some("its entries cannot be read".into());
    };
    let KeptHistory { chain, entries, packed, log, answers } = kept;
    let is_continued = chain.links > stored.links;
    let recent: Vec<RecentState> = answers.iter().filter_map(|answer| answer.recent.after()).collect();
    let agrees = |number, state: ChainState| {
        let with_chain = !is_continued || number != stored.links || stored.state() == state;
        with_chain && recent.iter().all(|after| after.number != number || after.state == state)
    };
    let stories = match replay_states(&chain, &entries, &agrees) {
        Ok(stories) => stories,
        Err(broken) => return Some(broken.to_string()),
    };
    let is_logged =
        |place: Option<LogPosition>| place.is_none_or(|row| (1..=packed).contains(&row.number) || log.contains(&row));
    if is_continued && !(stored.entries == stored.links && is_logged(stored.last)) {
        return Some("its stored chain is not the one that its answers continue".into());
    }
    if let Some(row) = rows.iter().find(|row| !log.contains(row)) {
        return Some(format!("it does not lead to the row of entry {} in the log", row.number));
    }
    if !recent.iter().all(|after| is_logged(after.last)) {
        return Some("the newest entries of its answers do not lead to its log".into());
    }
    // Beyond the limits, the last texts are not kept.
    if chain.links > chain.entries {
        return None;
    }
    let stray = answers.iter().find(|answer| !is_in(&stories, answer, attempt.is_running()));
    stray.map(|answer| format!("the answer to {} is not the last one", answer.question_id))
}

/// Whether an answer is the last one, or a late one that a reviewer accepted after the end.
fn is_in(stories: &[AnswerHistory], answer: &Answer, is_running: bool) -> bool {
    let Some(story) = stories.iter().find(|story| story.question_id == answer.question_id) else { return false };
    if is_running {
        let counted = story.saves.iter().rfind(|save| save.arrival.counts());
        return story.text == answer.text && counted.is_some_and(|save| save.seq == answer.seq);
    }
    story.text == answer.text || story.late.contains(&answer.text)
}
