//! Keeps the history of an attempt's answers, in the transactions that store them (`docs/behaviour/taking.md#history`).

use super::access::Access;
use crate::{
    domain::{
        AttemptId, Result,
        attempt::{Answer, Attempt, Lateness},
        history::{Arrival, Arrived, Head, HistoryChain, HistoryMode, HistoryStage, RecentEntries},
    },
    secrets::token,
    service::{
        query,
        work::{By, Work},
    },
    store::{Encoded, Read, Tx},
};

/// Begins the chain of an attempt that starts.
///
/// # Errors
/// Storage only.
pub(super) fn begin(tx: &mut Tx<'_>, id: AttemptId, mode: HistoryMode) -> Result<()> {
    Ok(tx.put(&HistoryChain::new(id, mode, token::random_bytes(), None))?)
}

/// The open chain of one transaction. `None`: the attempt ended before history was kept, or is being deleted.
pub(super) struct Keeper {
    chain: Option<HistoryChain>,
    /// The stored chain and the newest entries of the answers lead to it.
    is_stored: bool,
}

impl Keeper {
    /// Opens the chain. That of an attempt that began before history was kept begins with the texts that are stored.
    ///
    /// # Errors
    /// Storage only.
    pub fn open(w: &mut Work<'_, '_>, access: &Access) -> Result<Self> {
        let attempt = &access.attempt;
        let chain = current(w, attempt.id)?;
        let is_new = chain.is_none() && attempt.is_running();
        let mut keeper = Self::from(chain);
        if is_new {
            keeper.adopt(w, attempt, access.paper.history)?;
        }
        Ok(keeper)
    }

    /// The chain of an attempt, if there is one.
    ///
    /// # Errors
    /// Storage only.
    pub fn of(w: &Work<'_, '_>, id: AttemptId) -> Result<Self> {
        Ok(Self::from(current(w, id)?))
    }

    fn from(chain: Option<HistoryChain>) -> Self {
        Self { chain: chain.filter(|chain| chain.stage != HistoryStage::Deleting), is_stored: true }
    }

    fn adopt(&mut self, w: &mut Work<'_, '_>, attempt: &Attempt, mode: HistoryMode) -> Result<()> {
        self.chain = Some(HistoryChain::new(attempt.id, mode, token::random_bytes(), Some(w.now)));
        self.is_stored = false;
        for answer in w.children::<Answer>(attempt.id)? {
            let Answer { question_id, text, seq, .. } = &answer;
            let found = Arrived { question_id, seq: *seq, text, edits: &[], at: w.now, arrival: Arrival::Found };
            self.keep(w, &found)?;
        }
        Ok(())
    }

    /// Chains a text that counts from now on; `before` is the answer that it replaces. Returns what is to be stored with
    /// the new one.
    ///
    /// # Errors
    /// Storage only.
    pub fn save(&mut self, tx: &mut Tx<'_>, arrived: &Arrived<'_>, before: Option<&Answer>) -> Result<RecentEntries> {
        let recent = || before.map(|answer| answer.recent.clone()).unwrap_or_default();
        let Some(chain) = &mut self.chain else { return Ok(recent()) };
        let Some(entry) = chain.append(arrived, before.map(|answer| (answer.text.as_str(), answer.seq))) else {
            self.is_stored = false;
            return Ok(recent());
        };
        let (recent, logged) = chain.store(&entry, before.map_or(&RecentEntries::default(), |answer| &answer.recent));
        if let Some(logged) = logged {
            tx.put(&logged)?;
        }
        Ok(recent)
    }

    /// Chains a text that arrives in another way than by a save that counts.
    ///
    /// # Errors
    /// Storage only.
    pub fn keep(&mut self, tx: &mut Tx<'_>, arrived: &Arrived<'_>) -> Result<()> {
        let Some(chain) = &mut self.chain else { return Ok(()) };
        self.is_stored = false;
        if let Some(entry) = chain.append(arrived, None) {
            tx.put(&chain.store_apart(&entry))?;
        }
        Ok(())
    }

    /// Stores the chain, unless the answers do; returns its head.
    ///
    /// # Errors
    /// Storage only.
    pub fn close(self, w: &mut Work<'_, '_>) -> Result<Option<Head>> {
        let Some(chain) = self.chain else { return Ok(None) };
        if !self.is_stored {
            let encoded = Encoded::of(&chain)?;
            if !w.rewrite(&encoded)? {
                w.put_encoded(&encoded)?;
            }
        }
        let head = chain.head;
        if chain.stage == HistoryStage::Running {
            let app = w.app.clone();
            w.after_commit(move || app.jobs.running_chains.keep(chain));
        }
        Ok(Some(head))
    }
}

/// The chain as it is in this transaction. It is not cached from then on: the caller stores it, or caches it after
/// the commit.
fn current(w: &Work<'_, '_>, id: AttemptId) -> Result<Option<HistoryChain>> {
    match w.app.jobs.running_chains.take(id) {
        Some(chain) => Ok(Some(chain)),
        None => query::history::chain_at_any_stage(w, id),
    }
}

/// Like [`current`], for a chain that is stored or deleted now.
///
/// # Errors
/// Storage only.
pub(crate) fn settle(w: &mut Work<'_, '_>, id: AttemptId) -> Result<Option<HistoryChain>> {
    let chain = current(w, id)?;
    let app = w.app.clone();
    // An earlier write of this transaction, or of this commit, may cache it.
    w.after_commit(move || drop(app.jobs.running_chains.take(id)));
    Ok(chain)
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
pub(super) fn reopen(w: &mut Work<'_, '_>, id: AttemptId) -> Result<()> {
    let Some(mut chain) = Keeper::from(settle(w, id)?).chain else { return Ok(()) };
    chain.stage = HistoryStage::Running;
    Ok(w.put(&chain)?)
}

/// Ends the chain of an attempt: its head enters the audit log, and its entries wait to be packed.
///
/// # Errors
/// Storage only.
pub(super) fn end(w: &mut Work<'_, '_>, id: AttemptId) -> Result<()> {
    let Some(mut chain) = Keeper::from(settle(w, id)?).chain else { return Ok(()) };
    chain.stage = HistoryStage::Ended;
    w.put(&chain)?;
    w.acting(By::Server).audit("attempt.history", id, &chain.head.to_string())
}
