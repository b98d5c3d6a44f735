//! Packs the entries of ended attempts, each into one compressed record, and then deletes them from answers and log
//! (`docs/behaviour/taking.md#history`). Not in the transaction of the end: the writer, which serves all candidates, compresses
//! nothing.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorKind, Instant, Result,
        attempt::Answer,
        history::{HistoryChain, HistoryStage, Logged, PackedHistory, RecentEntries},
    },
    service::query::{self, history::KeptHistory},
    store::{Encoded, Read, Record, records, records::RecentHead},
};
use std::ops::ControlFlow;

/// Chains packed per sweep.
const CHAINS: usize = 50;
/// Rows deleted from the log per sweep.
const TRIMMED: usize = 10_000;
/// Answers per transaction, of up to 64 KiB each.
const ANSWERS: usize = 20;
/// Rows per transaction.
const ROWS: usize = 200;

/// Packs some of the chains that wait. Once none is left, deletes what is packed from answers and log.
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
    trim(app).await
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
    if !entries.iter().map(|entry| entry.number).eq(1..=chain.entries) {
        return Err(Error::internal("entries of a history are missing"));
    }
    let packed = PackedHistory::of(id, &entries).ok_or_else(|| Error::internal("a history cannot be compressed"))?;
    Ok(Some((chain, packed)))
}

type LogId = (Instant, AttemptId, u64);

/// Packed entries that answers and log still have.
#[derive(Default)]
struct Surplus {
    answers: Vec<(AttemptId, String)>,
    /// Rows of the log, with the time by which they are ordered.
    rows: Vec<(Instant, LogId)>,
    /// Chains of which nothing packed is left then, with the number of packed entries.
    settled: Vec<(AttemptId, u64)>,
}

/// Deletes packed entries from answers, and then from the log, in its order: each page of it has rows of many attempts.
async fn trim(app: &App) -> Result<()> {
    let Surplus { answers, rows, settled } = app.blocking(surplus).await?;
    app.write_batches(&answers, ANSWERS, |w, some| {
        for (id, question) in some {
            // A reopened attempt adds entries to them: they wait for its next end.
            if is_packing(&**w, *id)?
                && let Some(answer) = w.get::<Answer>((*id, question))?
            {
                w.rewrite(&Encoded::of(&Answer { recent: RecentEntries::default(), ..answer })?)?;
            }
        }
        Ok(())
    })
    .await?;
    app.write_batches(&rows, ROWS, |w, some| {
        for (_, id) in some {
            w.discard::<Logged>(*id)?;
        }
        Ok(())
    })
    .await?;
    app.write_batches(&settled, ROWS, |w, some| {
        for (id, packed) in some {
            // It may have been deleted or reopened meanwhile.
            let Some(mut chain) = w.get::<HistoryChain>(*id)? else { continue };
            if chain.stage == HistoryStage::Packing {
                chain.stage = HistoryStage::Packed;
            }
            // A late answer may have come since.
            chain.last = chain.last.filter(|last| last.number > *packed);
            w.put(&chain)?;
        }
        Ok(())
    })
    .await
}

fn is_packing(read: &impl Read, id: AttemptId) -> Result<bool> {
    Ok(read.get::<HistoryChain>(id)?.is_some_and(|chain| chain.stage == HistoryStage::Packing))
}

fn surplus(app: &App) -> Result<Surplus> {
    let read = app.store.read()?;
    let mut surplus = Surplus::default();
    for chain in waiting(&read, HistoryStage::Packing)? {
        let id = chain.attempt_id;
        let packed = read.get::<PackedHistory>(id)?.map_or(0, |packed| packed.entries);
        let answers: Vec<RecentHead> = read.child_heads(id)?;
        let with_entries = answers.into_iter().filter(|head| !head.recent.is_empty());
        surplus.answers.extend(with_entries.map(|head| (id, head.answer.question_id)));
        let mut rows = Vec::new();
        query::history::walk(&read, &chain, &mut |logged| {
            if logged.place.number <= packed {
                rows.push(logged.id());
            }
        })?;
        // A row leads to the ones before it, which therefore are deleted first, also where the clock was set back.
        let mut order = Instant::EPOCH;
        for row in rows.into_iter().rev() {
            order = order.max(row.0);
            surplus.rows.push((order, row));
        }
        surplus.settled.push((id, packed));
        if surplus.rows.len() >= TRIMMED {
            break;
        }
    }
    surplus.rows.sort_by_key(|(order, _)| *order);
    Ok(surplus)
}
