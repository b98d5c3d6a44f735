//! Packs the entries of ended attempts, each into one compressed record (`docs/behaviour.md#history`). Not in the
//! transaction of the end: the writer, which serves all candidates, compresses nothing.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, Kind, Result,
        history::{Chain, Entry, Packed, Stage},
    },
    service::query,
    store::{Read, Tx, records},
};
use std::ops::ControlFlow;

/// Chains per sweep.
const CHAINS: usize = 50;
/// Rows deleted per transaction.
const ROWS: u64 = 400;

/// Packs some of the chains that wait.
///
/// # Errors
/// Storage unavailable; the next sweep continues.
pub async fn pack_some(app: &App) -> Result<()> {
    let mut waiting: Vec<AttemptId> = Vec::new();
    app.store.read()?.scan(records::CHAINS_TO_PACK.all(), false, &mut |row| {
        waiting.extend(row.id());
        Ok(ControlFlow::Continue(()))
    })?;
    let mut packed = 0;
    for id in waiting {
        match pack(app, id).await {
            Ok(()) => packed += 1,
            Err(error) if error.kind == Kind::Unavailable => return Err(error),
            // It stays as it is, and `invigil check` reports it.
            Err(error) => tracing::debug!(attempt = %id, %error, "a history cannot be packed"),
        }
        if packed >= CHAINS {
            break;
        }
    }
    Ok(())
}

/// Packs one chain, or deletes what an interruption left behind of its entries.
async fn pack(app: &App, id: AttemptId) -> Result<()> {
    let Some((packed, is_stored)) = app.blocking(move |app| packed(app, id)).await? else { return Ok(()) };
    let (entries, mut first) = (packed.entries, 1);
    if !is_stored {
        app.store
            .write(move |tx| {
                // The attempt may have been deleted or reopened meanwhile.
                if tx.get::<Chain>(id)?.is_none_or(|chain| chain.stage != Stage::Ended) {
                    return Ok(());
                }
                tx.put(&packed)?;
                delete(tx, id, 1, entries)
            })
            .await?;
        first = ROWS + 1;
    }
    while first <= entries {
        app.store.write(move |tx| delete(tx, id, first, entries)).await?;
        first += ROWS;
    }
    Ok(())
}

/// The packed entries of a chain that waits, and whether they are stored already.
fn packed(app: &App, id: AttemptId) -> Result<Option<(Packed, bool)>> {
    let read = app.store.read()?;
    match read.get::<Chain>(id)?.map(|chain| chain.stage) {
        Some(Stage::Ended) => {
            // A reopened attempt has packed entries from before.
            let entries = query::history::load(&read, id)?.map_or_else(Vec::new, |(_, entries)| entries);
            let packed = Packed::of(id, &entries).ok_or_else(|| Error::internal("a history cannot be compressed"))?;
            Ok(Some((packed, false)))
        }
        Some(Stage::Packing) => Ok(read.get::<Packed>(id)?.map(|packed| (packed, true))),
        Some(Stage::Running | Stage::Packed) | None => Ok(None),
    }
}

/// Deletes [`ROWS`] of the packed entries from `first` on, and settles the chain with the last one.
fn delete(tx: &mut Tx<'_>, id: AttemptId, first: u64, entries: u64) -> Result<()> {
    let last = entries.min(first + ROWS - 1);
    for number in first..=last {
        tx.discard::<Entry>((id, number))?;
    }
    let Some(mut chain) = tx.get::<Chain>(id)? else { return Ok(()) };
    if chain.stage == Stage::Running {
        return Ok(());
    }
    chain.stage = if last == entries { Stage::Packed } else { Stage::Packing };
    Ok(tx.put(&chain)?)
}
