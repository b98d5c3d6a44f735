//! The kept history of an attempt: packed entries and those behind them, in the log.

use crate::{
    domain::{
        AttemptId, Error, Instant, Result,
        history::{HistoryChain, HistoryEntry, HistoryStage, LogPosition, Logged, PackedHistory},
    },
    store::{IdRange, Read, records::AnswerHead},
};
use std::{collections::BTreeSet, ops::ControlFlow};

/// The chain of an attempt; `None` if no history was kept. While the attempt runs, the newest entry in the log continues
/// the stored chain.
///
/// # Errors
/// Storage only.
pub fn chain(read: &impl Read, id: AttemptId) -> Result<Option<HistoryChain>> {
    let Some(mut chain) = read.get::<HistoryChain>(id)? else { return Ok(None) };
    if chain.stage == HistoryStage::Running
        && let Some(newest) = newest(read, id)?
    {
        chain.resume(&newest);
    }
    Ok(Some(chain))
}

/// The newest entry that is the last save of an answer. The log is ordered by time, and the clock may have been set
/// back: the newest is that with the greatest number.
fn newest(read: &impl Read, id: AttemptId) -> Result<Option<Logged>> {
    let answers: Vec<AnswerHead> = read.child_heads(id)?;
    let saved: BTreeSet<Instant> = answers.iter().map(|answer| answer.saved_at).collect();
    let mut newest: Option<LogPosition> = None;
    for at in saved {
        read.scan_ids::<Logged>(IdRange::under((at, id)), true, &mut |place| {
            let (at, _, number) = place?;
            if newest.is_none_or(|newest| newest.number < number) {
                newest = Some(LogPosition { at, number });
            }
            Ok(ControlFlow::Break(()))
        })?;
    }
    newest.map_or(Ok(None), |place| Ok(read.get((place.at, id, place.number))?))
}

/// The chain of an attempt with its entries, in order; `None` if no history was kept.
///
/// # Errors
/// 500 for packed entries that are damaged; storage.
pub fn load(read: &impl Read, id: AttemptId) -> Result<Option<(HistoryChain, Vec<HistoryEntry>)>> {
    let Some(chain) = chain(read, id)? else { return Ok(None) };
    let packed: Option<PackedHistory> = read.get(id)?;
    let mut logged = Vec::new();
    walk(read, &chain, packed.as_ref().map_or(0, |packed| packed.entries), &mut |_, found| logged.push(found.entry))?;
    logged.reverse();
    let Some(packed) = packed else { return Ok(Some((chain, logged))) };
    let mut entries = packed.unpack().ok_or_else(|| Error::internal("a packed history is damaged"))?;
    entries.append(&mut logged);
    Ok(Some((chain, entries)))
}

/// Visits the entries of a chain in the log, the last one first, as far as entry number `after`, without that one. A
/// missing row ends the walk.
///
/// # Errors
/// Storage only.
pub fn walk(
    read: &impl Read,
    chain: &HistoryChain,
    after: u64,
    visit: &mut dyn FnMut(LogPosition, Logged),
) -> Result<()> {
    let mut next = chain.last;
    while let Some(place) = next.filter(|place| place.number > after) {
        let Some(logged) = read.get::<Logged>((place.at, chain.attempt_id, place.number))? else { break };
        next = logged.before;
        visit(place, logged);
    }
    Ok(())
}
