//! Keeps the history of an attempt's answers, in the transactions that store them (`docs/behaviour.md#history`).

use super::access::Access;
use crate::{
    domain::{
        AttemptId, Result,
        attempt::{Answer, Attempt, Lateness},
        history::{Arrival, Arrived, Head, HistoryChain, HistoryMode, HistoryStage},
    },
    secrets::token,
    service::work::{By, Work},
    store::{Encoded, Read, Tx},
};

/// Begins the chain of an attempt that starts.
///
/// # Errors
/// Storage only.
pub(super) fn begin(tx: &mut Tx<'_>, id: AttemptId, mode: HistoryMode) -> Result<()> {
    Ok(tx.put(&HistoryChain::new(id, mode, token::random_bytes(), None))?)
}

/// The open chain of one transaction. `None`: the attempt ended before history was kept.
pub(super) struct Keeper {
    chain: Option<HistoryChain>,
    is_changed: bool,
}

impl Keeper {
    /// Opens the chain. That of an attempt that began before history was kept begins with the texts that are stored.
    ///
    /// # Errors
    /// Storage only.
    pub fn open(w: &mut Work<'_, '_>, access: &Access) -> Result<Self> {
        let attempt = &access.attempt;
        let chain: Option<HistoryChain> = w.get(attempt.id)?;
        let mut keeper = Self { chain, is_changed: false };
        if keeper.chain.is_none() && attempt.is_running() {
            keeper.adopt(w, attempt, access.paper.history)?;
        }
        Ok(keeper)
    }

    /// The chain of an ended attempt.
    ///
    /// # Errors
    /// Storage only.
    pub fn of_ended(w: &Work<'_, '_>, id: AttemptId) -> Result<Self> {
        Ok(Self { chain: w.get(id)?, is_changed: false })
    }

    fn adopt(&mut self, w: &mut Work<'_, '_>, attempt: &Attempt, mode: HistoryMode) -> Result<()> {
        self.chain = Some(HistoryChain::new(attempt.id, mode, token::random_bytes(), Some(w.now)));
        self.is_changed = true;
        for answer in w.children::<Answer>(attempt.id)? {
            let Answer { question_id, text, seq, .. } = &answer;
            let found = Arrived { question_id, seq: *seq, text, edits: &[], at: w.now, arrival: Arrival::Found };
            self.keep(w, &found, None)?;
        }
        Ok(())
    }

    /// Chains a text that is stored now; `before` is the counted answer that it replaces.
    ///
    /// # Errors
    /// Storage only.
    pub fn keep(&mut self, tx: &mut Tx<'_>, arrived: &Arrived<'_>, before: Option<&Answer>) -> Result<()> {
        let Some(chain) = &mut self.chain else { return Ok(()) };
        self.is_changed = true;
        if let Some(entry) = chain.append(arrived, before.map(|answer| (answer.text.as_str(), answer.seq))) {
            let logged = chain.log(entry);
            tx.put(&logged)?;
        }
        Ok(())
    }

    /// Stores the chain; returns its head.
    ///
    /// # Errors
    /// Storage only.
    pub fn close(self, tx: &mut Tx<'_>) -> Result<Option<Head>> {
        if let Some(chain) = self.chain.as_ref().filter(|_| self.is_changed) {
            let encoded = Encoded::of(chain)?;
            if !tx.rewrite(&encoded)? {
                tx.put_encoded(&encoded)?;
            }
        }
        Ok(self.chain.map(|chain| chain.head))
    }
}

/// How an answer arrived, given why it does not count.
pub(super) const fn arrival(lateness: Option<Lateness>) -> Arrival {
    match lateness {
        None => Arrival::Counted,
        Some(Lateness::OtherBrowser) => Arrival::OtherBrowser,
        Some(Lateness::File) => Arrival::File,
        Some(Lateness::AfterEnd | Lateness::Replaced | Lateness::Section) => Arrival::AfterEnd,
    }
}

/// Continues the chain of an attempt that is reopened. What is packed of it stays packed.
///
/// # Errors
/// Storage only.
pub(super) fn reopen(tx: &mut Tx<'_>, id: AttemptId) -> Result<()> {
    let Some(mut chain) = tx.get::<HistoryChain>(id)? else { return Ok(()) };
    chain.stage = HistoryStage::Running;
    Ok(tx.put(&chain)?)
}

/// Ends the chain of an attempt: its head enters the audit log, and its entries wait to be packed.
///
/// # Errors
/// Storage only.
pub(super) fn end(w: &mut Work<'_, '_>, id: AttemptId) -> Result<()> {
    let Some(mut chain) = w.get::<HistoryChain>(id)? else { return Ok(()) };
    chain.stage = HistoryStage::Ended;
    w.put(&chain)?;
    w.acting(By::Server).audit("attempt.history", id, &chain.head.to_string())
}
