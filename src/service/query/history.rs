//! The kept history of an attempt: packed entries, those behind them in the log, and the newest ones beside the answers.

use crate::{
    domain::{
        AttemptId, Error, Result,
        attempt::Answer,
        history::{HistoryChain, HistoryEntry, HistoryStage, LogPosition, Logged, PackedHistory},
    },
    store::{Read, records::RecentHead},
};

/// The chain of an attempt; `None` if no history was kept, or if it is being deleted.
///
/// # Errors
/// Storage only.
pub fn chain(read: &impl Read, id: AttemptId) -> Result<Option<HistoryChain>> {
    Ok(chain_at_any_stage(read, id)?.filter(|chain| chain.stage != HistoryStage::Deleting))
}

/// Like [`chain`], also if it is being deleted. While the attempt runs, the newest entry of its answers continues the stored
/// chain; their texts are not read.
///
/// # Errors
/// Storage only.
pub fn chain_at_any_stage(read: &impl Read, id: AttemptId) -> Result<Option<HistoryChain>> {
    let Some(mut chain) = read.get::<HistoryChain>(id)? else { return Ok(None) };
    if chain.stage == HistoryStage::Running {
        let answers: Vec<RecentHead> = read.child_heads(id)?;
        let newest = answers.iter().filter_map(|head| head.recent.after()).max_by_key(|after| after.number);
        if let Some(newest) = newest {
            chain.resume(&newest);
        }
    }
    Ok(Some(chain))
}

/// Whether the answers of an attempt were deleted, or are being deleted.
///
/// # Errors
/// Storage only.
pub fn are_answers_gone(read: &impl Read, id: AttemptId) -> Result<bool> {
    Ok(read.get::<HistoryChain>(id)?.is_some_and(|chain| chain.stage == HistoryStage::Deleting))
}

/// Requires that nothing is written about answers that are gone: nothing would delete it when its time is over, too.
///
/// # Errors
/// 422 on `comments`.
pub fn require_no_comments(read: &impl Read, id: AttemptId, comments: Option<&str>) -> Result<()> {
    if comments.is_some() && are_answers_gone(read, id)? {
        let detail = "The answers were deleted when their time was over, with all comments. Please leave this blank.";
        return Err(Error::field("comments", detail));
    }
    Ok(())
}

/// A history as it is stored.
pub struct KeptHistory {
    pub chain: HistoryChain,
    /// Saves in order.
    pub entries: Vec<HistoryEntry>,
    /// Number of those that are packed.
    pub packed: u64,
    /// The rows of the log that its chain leads to, the last one first.
    pub log: Vec<LogPosition>,
    /// The answers as they are stored.
    pub answers: Vec<Answer>,
}

/// The history of an attempt; `None` if none was kept, or if it is being deleted.
///
/// # Errors
/// 500 for entries that are damaged; storage.
pub fn load(read: &impl Read, id: AttemptId) -> Result<Option<KeptHistory>> {
    let Some(chain) = chain(read, id)? else { return Ok(None) };
    let answers: Vec<Answer> = read.children(id)?;
    let damaged = || Error::internal("a kept history is damaged");
    let record: Option<PackedHistory> = read.get(id)?;
    let packed = record.as_ref().map_or(0, |record| record.entries);
    let mut entries = record.map_or(Some(Vec::new()), |record| record.unpack()).ok_or_else(damaged)?;
    let (mut log, mut newer) = (Vec::new(), Vec::new());
    walk(read, &chain, &mut |logged| {
        newer.push(logged.read());
        log.push(logged.place);
    })?;
    newer.extend(answers.iter().map(|answer| answer.recent.read(id, &answer.question_id)));
    for some in newer {
        // Those that are packed wait to be deleted.
        entries.extend(some.ok_or_else(damaged)?.into_iter().filter(|entry| entry.number > packed));
    }
    entries.sort_by_key(|entry| entry.number);
    Ok(Some(KeptHistory { chain, entries, packed, log, answers }))
}

/// Visits the rows of a chain in the log, the last one first. A missing row ends the walk.
///
/// # Errors
/// Storage only.
pub fn walk(read: &impl Read, chain: &HistoryChain, visit: &mut dyn FnMut(Logged)) -> Result<()> {
    let mut next = chain.last;
    while let Some(place) = next {
        let Some(logged) = read.get::<Logged>((place.at, chain.attempt_id, place.number))? else { break };
        next = logged.before;
        visit(logged);
    }
    Ok(())
}
