//! Appends commits to the log of a twin, makes them, and gives their changes away.

use super::{
    ChangeSet, CommitSink, Replica, Reseed, Shipped, StoreError, Tx, changes::Changes, engine::StoreEngine,
    error::storage,
};
use redb::WriteTransaction;

/// Appends each commit to the log, if there is one, makes it, and passes its change set to the sink.
pub(super) struct Handover {
    sink: Option<CommitSink>,
    log: Option<Replica>,
    /// The change set of a commit that failed and may have reached the file nevertheless. The next batch shows whether it
    /// did: then it continues it.
    uncertain: Option<ChangeSet>,
    /// The last batch is in the log, and its commit has not succeeded.
    is_ahead: bool,
}

impl Handover {
    pub const fn to(sink: Option<CommitSink>, log: Option<Replica>) -> Self {
        Self { sink, log, uncertain: None, is_ahead: false }
    }

    /// The least epoch of the next batch.
    pub fn epoch(&self) -> u64 {
        self.log.as_ref().map_or(0, |log| log.epoch())
    }

    /// Appends a transaction with these changes to the log. If that is fenced, the transaction must not be committed.
    pub fn ship(&mut self, set: &ChangeSet) -> Result<(), StoreError> {
        let Some(log) = &self.log else { return Ok(()) };
        match log.ship(set) {
            Shipped::In => self.is_ahead = true,
            Shipped::Fenced => return Err(StoreError::NotLeading),
        }
        Ok(())
    }

    /// After a failure: the log may hold a batch that the file lacks, so that no other batch may take its number.
    pub fn note_failure(&self) {
        if let Some(log) = self.log.as_ref().filter(|_| self.is_ahead) {
            log.fell_behind();
        }
    }

    /// Commits a transaction with these changes, then gives them away.
    pub fn commit(&mut self, txn: WriteTransaction, set: ChangeSet) -> Result<(), StoreError> {
        if let Some(earlier) = self.uncertain.take_if(|earlier| earlier.head == set.before) {
            self.give(earlier);
        }
        self.uncertain = Some(set);
        txn.commit().map_err(storage)?;
        if let Some(set) = self.uncertain.take() {
            if let Some(log) = &self.log {
                self.is_ahead = false;
                log.committed(&set.head);
            }
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
        let set = tx.seal(Changes::Reseed(why), self.epoch())?;
        drop(tx);
        if let Err(fenced) = self.ship(&set) {
            txn.abort().map_err(storage)?;
            return Err(fenced);
        }
        let committed = self.commit(txn, set);
        if committed.is_err() {
            self.note_failure();
        }
        committed
    }

    fn give(&self, set: ChangeSet) {
        if let Some(sink) = &self.sink {
            sink.give(set);
        }
    }
}
