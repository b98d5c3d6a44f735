//! The kept history of an attempt: packed entries and those behind them.

use crate::{
    domain::{
        AttemptId, Error, Result,
        history::{Chain, Entry, Packed},
    },
    store::Read,
};

/// The chain of an attempt with its entries, in order; `None` if no history was kept.
///
/// # Errors
/// 500 for packed entries that are damaged; storage.
pub fn load(read: &impl Read, id: AttemptId) -> Result<Option<(Chain, Vec<Entry>)>> {
    let Some(chain) = read.get::<Chain>(id)? else { return Ok(None) };
    let rows: Vec<Entry> = read.children(id)?;
    let packed: Option<Packed> = read.get(id)?;
    let Some(packed) = packed else { return Ok(Some((chain, rows))) };
    let mut entries = packed.unpack().ok_or_else(|| Error::internal("a packed history is damaged"))?;
    // Packed rows may not have been deleted yet.
    entries.extend(rows.into_iter().filter(|entry| entry.number > packed.entries));
    Ok(Some((chain, entries)))
}
