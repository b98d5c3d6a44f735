//! Packs the entries of ended attempts, each into one compressed record, and then deletes them from the log
//! (`docs/behaviour.md#history`). Not in the transaction of the end: the writer, which serves all candidates, compresses
//! nothing.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorKind, Instant, Result,
        attempt::Answer,
        history::{HistoryChain, HistoryStage, Logged, PackedHistory, RecentEntries},
    },
    service::query::{self, history::KeptHistory},
    store::{Read, Record, records},
};
use std::ops::ControlFlow;

/// Chains packed per sweep.
const CHAINS: usize = 50;
/// Rows deleted from the log per sweep.
const LOGGED: usize = 10_000;
/// Rows per transaction.
const ROWS: usize = 200;

/// Packs some of the chains that wait. Once none is left, deletes what is packed from the log.
///
/// # Errors
/// Storage unavailable; the next sweep continues.
pub async fn pack_some(app: &App) -> Result<()> {
    let ended = app.blocking(|app| waiting(&app.store.read()?, HistoryStage::Ended)).await?;
    let mut packed = 0;
    for HistoryChain { attempt_id: id, .. } in ended {
        match pack(app, id).await {
            Ok(()) => packed += 1,
            Err(error) if error.kind == ErrorKind::Unavailable => return Err(error),
            // It stays as it is, and `invigil check` reports it.
            Err(error) => tracing::debug!(attempt = %id, %error, "a history cannot be packed"),
        }
        if packed >= CHAINS {
            return Ok(());
        }
    }
    trim_log(app).await
}

/// The chains that wait at a stage.
fn waiting(read: &impl Read, stage: HistoryStage) -> Result<Vec<HistoryChain>> {
    let mut waiting: Vec<HistoryChain> = Vec::new();
    read.scan(records::CHAINS_TO_PACK.all(), false, &mut |row| {
        waiting.extend(read.record_if_any(&row)?.filter(|chain: &HistoryChain| chain.stage == stage));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(waiting)
}

async fn pack(app: &App, id: AttemptId) -> Result<()> {
    let Some((chain, packed)) = app.blocking(move |app| packed(app, id)).await? else { return Ok(()) };
    app.store
        .write(move |tx| {
            // The attempt may have been deleted or reopened meanwhile, or a late answer may have come: the next sweep packs it.
            if tx.get::<HistoryChain>(id)?.as_ref() != Some(&chain) {
                return Ok(());
            }
            tx.put(&packed)?;
            for answer in tx.children::<Answer>(id)? {
                if !answer.recent.is_empty() {
                    tx.put(&Answer { recent: RecentEntries::default(), ..answer })?;
                }
            }
            Ok::<_, Error>(tx.put(&HistoryChain { stage: HistoryStage::Packing, ..chain })?)
        })
        .await
}

fn packed(app: &App, id: AttemptId) -> Result<Option<(HistoryChain, PackedHistory)>> {
    // A reopened attempt has packed entries from before.
    let kept = query::history::load(&app.store.read()?, id)?;
    let Some(KeptHistory { chain, entries, .. }) = kept.filter(|kept| kept.chain.stage == HistoryStage::Ended) else {
        return Ok(None);
    };
    let packed = PackedHistory::of(id, &entries).ok_or_else(|| Error::internal("a history cannot be compressed"))?;
    Ok(Some((chain, packed)))
}

type LogId = (Instant, AttemptId, u64);

/// Rows to be deleted from the log.
#[derive(Default)]
struct Surplus {
    rows: Vec<LogId>,
    /// Chains of which nothing packed is left then, with the number of packed entries.
    settled: Vec<(AttemptId, u64)>,
}

/// Deletes packed entries from the log, in its order: each page of it has entries of many attempts.
async fn trim_log(app: &App) -> Result<()> {
    let Surplus { rows, settled } = app.blocking(surplus).await?;
    for some in rows.chunks(ROWS) {
        let some = some.to_vec();
        app.store
            .write(move |tx| {
                for id in some {
                    tx.discard::<Logged>(id)?;
                }
                Ok::<_, Error>(())
            })
            .await?;
    }
    for some in settled.chunks(ROWS) {
        let some = some.to_vec();
        app.store
            .write(move |tx| {
                for (id, packed) in some {
                    // It may have been deleted or reopened meanwhile.
                    let Some(mut chain) = tx.get::<HistoryChain>(id)? else { continue };
                    if chain.stage == HistoryStage::Packing {
                        chain.stage = HistoryStage::Packed;
                    }
                    // A late answer may have come since.
                    chain.last = chain.last.filter(|last| last.number > packed);
                    tx.put(&chain)?;
                }
                Ok::<_, Error>(())
            })
            .await?;
    }
    Ok(())
}

fn surplus(app: &App) -> Result<Surplus> {
    let read = app.store.read()?;
    let mut surplus = Surplus::default();
    for chain in waiting(&read, HistoryStage::Packing)? {
        let id = chain.attempt_id;
        let packed = read.get::<PackedHistory>(id)?.map_or(0, |packed| packed.entries);
        query::history::walk(&read, &chain, 0, &mut |logged| {
            if logged.place.number <= packed {
                surplus.rows.push(logged.id());
            }
        })?;
        surplus.settled.push((id, packed));
        if surplus.rows.len() >= LOGGED {
            break;
        }
    }
    surplus.rows.sort_unstable();
    Ok(surplus)
}
