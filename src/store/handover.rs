//! Appends commits to the log of a twin, and makes them.

#[cfg(test)]
use super::commit_sink::FollowedCommits;
use super::{
    ChangeSet, Replica, Reseed, Shipped, StoreError, StoreOptions, Tx, changes::Changes, engine::StoreEngine,
    error::storage,
};
use redb::{Durability, WriteTransaction};

/// Batches that are flushed together at the latest.
const MAX_UNFLUSHED: usize = 128;

/// Appends each commit to the log, if there is one, and makes it.
pub(super) struct Handover {
    log: Option<Replica>,
    /// The last batch is in the log, and its commit has not succeeded.
    is_ahead: bool,
    /// Batches that the log holds and that a crash of this machine would take from the file.
    unflushed: usize,
    #[cfg(test)]
    followed: FollowedCommits,
}

impl Handover {
    pub fn of(options: &StoreOptions) -> Self {
        Self {
            log: options.log.clone(),
            is_ahead: false,
            unflushed: 0,
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
        if let Some(log) = self.log.as_ref().filter(|_| self.is_ahead || self.unflushed > 0) {
            log.fell_behind();
        }
    }

    /// Commits a transaction with these changes. Where the log keeps them on two machines, flushing is left to a later commit,
    /// or to [`Handover::flush`]: after a crash the file is brought up to date from the log.
    pub fn commit(&mut self, mut txn: WriteTransaction, set: &ChangeSet) -> Result<(), StoreError> {
        #[cfg(test)]
        self.followed.begin(set);
        let is_kept = self.unflushed < MAX_UNFLUSHED && matches!(set.changes, Changes::Rows(_));
        let is_flushed = !(is_kept && self.log.as_ref().is_some_and(|log| log.outlives_a_machine()));
        if !is_flushed {
            txn.set_quick_repair(false);
            txn.set_durability(Durability::None).map_err(storage)?;
        }
        txn.commit().map_err(storage)?;
        if let Some(log) = &self.log {
            self.is_ahead = false;
            log.committed(&set.head);
        }
        self.unflushed += 1;
        if is_flushed {
            self.note_flushed();
        }
        #[cfg(test)]
        self.followed.end();
        Ok(())
    }

    /// Whether a crash would take batches from the file.
    pub fn is_flushed(&self) -> bool {
        self.unflushed == 0
    }

    /// Makes durable what was committed.
    pub fn flush(&mut self, engine: &StoreEngine) -> Result<(), StoreError> {
        engine.begin_write()?.commit().map_err(storage)?;
        self.note_flushed();
        Ok(())
    }

    fn note_flushed(&mut self) {
        self.unflushed = 0;
        if let Some(log) = &self.log {
            log.flushed();
        }
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
