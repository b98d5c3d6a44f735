//! Commits, and gives their changes away.

use super::{ChangeSet, CommitSink, Reseed, StoreError, Tx, changes::Changes, engine::StoreEngine, error::storage};
use redb::WriteTransaction;

/// Passes the change set of each commit to the sink.
pub(super) struct Handover {
    sink: Option<CommitSink>,
    /// The change set of a commit that failed and may have reached the file nevertheless. The next batch shows whether it
    /// did: then it continues it.
    uncertain: Option<ChangeSet>,
}

impl Handover {
    pub const fn to(sink: Option<CommitSink>) -> Self {
        Self { sink, uncertain: None }
    }

    /// Commits a transaction with these changes, then gives them away.
    pub fn commit(&mut self, txn: WriteTransaction, set: ChangeSet) -> Result<(), StoreError> {
        if let Some(earlier) = self.uncertain.take_if(|earlier| earlier.head == set.before) {
            self.give(earlier);
        }
        self.uncertain = Some(set);
        txn.commit().map_err(storage)?;
        if let Some(set) = self.uncertain.take() {
            self.give(set);
        }
        Ok(())
    }

    /// Runs and commits a bulk change, which a follower cannot apply row by row.
    pub fn reseed(
        &mut self,
        engine: &StoreEngine,
        why: Reseed,
        work: impl FnOnce(&mut Tx<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let txn = engine.begin_write()?;
        let mut tx = Tx::without_journal(&txn);
        work(&mut tx)?;
        let set = tx.seal(Changes::Reseed(why))?;
        drop(tx);
        self.commit(txn, set)
    }

    fn give(&self, set: ChangeSet) {
        if let Some(sink) = &self.sink {
            sink.give(set);
        }
    }
}
