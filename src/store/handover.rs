//! Appends commits to the log of a twin, and makes them.

#[cfg(test)]
use super::commit_sink::FollowedCommits;
use super::{
    ChangeSet, Replica, Reseed, Shipped, StoreError, StoreOptions, Tx, changes::Changes, engine::StoreEngine,
    error::storage,
};
use redb::WriteTransaction;

/// Appends each commit to the log, if there is one, and makes it.
pub(super) struct Handover {
    log: Option<Replica>,
    /// The last batch is in the log, and its commit has not succeeded.
    is_ahead: bool,
    #[cfg(test)]
    followed: FollowedCommits,
}

impl Handover {
    pub fn of(options: &StoreOptions) -> Self {
        Self {
            log: options.log.clone(),
            is_ahead: false,
            #[cfg(test)]
            followed: FollowedCommits::to(options.commit_sink.clone()),
        }
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

    /// Commits a transaction with these changes.
    pub fn commit(&mut self, txn: WriteTransaction, set: &ChangeSet) -> Result<(), StoreError> {
        #[cfg(test)]
        self.followed.begin(set);
        txn.commit().map_err(storage)?;
        if let Some(log) = &self.log {
            self.is_ahead = false;
            log.committed(&set.head);
        }
        #[cfg(test)]
        self.followed.end();
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
        let committed = self.commit(txn, &set);
        if committed.is_err() {
            self.note_failure();
        }
        committed
    }
}
