//! The kept history of an attempt: packed entries and those behind them, in the log.

use crate::{
    domain::{
        AttemptId, Error, Result,
        history::{HistoryChain, HistoryEntry, LogPosition, Logged, PackedHistory},
    },
    store::Read,
};

/// The chain of an attempt with its entries, in order; `None` if no history was kept.
///
/// # Errors
/// 500 for packed entries that are damaged; storage.
pub fn load(read: &impl Read, id: AttemptId) -> Result<Option<(HistoryChain, Vec<HistoryEntry>)>> {
    let Some(chain) = read.get::<HistoryChain>(id)? else { return Ok(None) };
    let packed: Option<PackedHistory> = read.get(id)?;
    let mut logged = Vec::new();
    walk(read, &chain, packed.as_ref().map_or(0, |packed| packed.entries), &mut |_, entry| logged.push(entry))?;
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
    visit: &mut dyn FnMut(LogPosition, HistoryEntry),
) -> Result<()> {
    let mut next = chain.last;
    while let Some(place) = next.filter(|place| place.number > after) {
        let Some(Logged { entry, before }) = read.get((place.at, chain.attempt_id, place.number))? else { break };
        visit(place, entry);
        next = before;
    }
    Ok(())
}
