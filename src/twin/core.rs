//! Every decision of a node. Between any two calls the process may crash, stop for hours, or lose the log.

use super::{
    log::{Append, Epoch, Log, Record, Take, Unknown},
    record,
};
use crate::store::{BatchHead, ChangeSet, Changes};

/// A node's own file.
pub trait File {
    /// The last batch that a crash would leave.
    fn head(&self) -> Result<BatchHead, Unknown>;
    /// Applies batches with the number of the last one, all of it or nothing, durably.
    fn apply(&mut self, sets: &[ChangeSet]) -> Result<(), Unknown>;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Following,
    /// The lease is ours; the log has not been applied to its end.
    TakingOver,
    Leading,
    /// The log does not reach back to our file, or a bulk change is in between.
    NeedsSeed,
    /// Our file holds what the log does not, or another history. It may be the only copy: a person decides.
    Diverged,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Followed {
    Applied(usize),
    /// Nothing to apply; the lease may be taken, or not.
    UpToDate {
        is_free: bool,
    },
    Unknown,
    /// [`Role::NeedsSeed`] or [`Role::Diverged`].
    Stuck,
}

/// Mistakes for the model test to find.
#[cfg(test)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mistakes {
    pub no_confirmation: bool,
    pub no_chain_check: bool,
    pub stale_take_over: bool,
}

/// Bytes of records that one reading asks for. A follower holds them a second time as rows of its commit, and what a commit changes;
/// at 5,000 saves in a second, 50 ms have a third of it.
const READ_BYTES: usize = 1 << 20;
/// How much more at a time one reads that takes over: it makes fewer commits, and is to use the memory of a leader soon. The model
/// stops between two readings.
const TAKE_OVER_FACTOR: usize = if cfg!(test) { 1 } else { 4 };

pub struct Core {
    pub name: String,
    pub role: Role,
    pub epoch: Epoch,
    pub read_bytes: usize,
    /// The last reading was as large as one may be: the log holds more, or may.
    pub is_cut: bool,
    /// The last batch in the log, and who has last held the lease, as of the last reading.
    pub last: u64,
    pub holder: String,
    is_held: bool,
    #[cfg(test)]
    pub mistakes: Mistakes,
}

/// Whether a mistake is planted, which only a test can.
macro_rules! mistake {
    ($core:expr, $name:ident) => {{
        #[cfg(test)]
        let planted = $core.mistakes.$name;
        #[cfg(not(test))]
        let planted = false;
        planted
    }};
}

impl Core {
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            role: Role::Following,
            epoch: Epoch::default(),
            read_bytes: READ_BYTES,
            is_cut: false,
            last: 0,
            holder: String::new(),
            is_held: false,
            #[cfg(test)]
            mistakes: Mistakes::default(),
        }
    }

    /// The member that leads, as of the last reading; empty for none, as after the end of a lease that no member has taken.
    pub fn leader(&self) -> &str {
        if self.is_held { &self.holder } else { "" }
    }

    /// Sends a record. [`Append::Unknown`]: send the same one again. Otherwise, unless it is in, the node has stepped down.
    pub fn ship(&mut self, log: &mut dyn Log, record: &Record) -> Append {
        let answer = log.append(self.epoch, record);
        match answer {
            Append::In | Append::Unknown => {}
            Append::Fenced => self.step_down(),
            Append::Behind => self.role = Role::Diverged,
        }
        answer
    }

    /// The lease is over, or another epoch leads. What was not committed must be dropped; if the log holds it, it comes back
    /// by [`Core::follow`].
    pub fn step_down(&mut self) {
        self.role = Role::Following;
    }

    /// The first half of a take-over. After a restart within an own lease too: the epoch must rise, because an append of
    /// the process before may still be on its way.
    pub fn take(&mut self, log: &mut dyn Log, file: &dyn File) -> Take {
        let Ok(head) = file.head() else { return Take::Unknown };
        let taken = log.take(&self.name, head.epoch.max(self.epoch.number));
        if let Take::Leader(epoch) = taken {
            self.epoch = epoch;
            self.role = Role::TakingOver;
        }
        taken
    }

    /// Reads the log and applies it. The second half of a take-over: an empty log under our own epoch makes us lead.
    pub fn follow(&mut self, log: &mut dyn Log, file: &mut dyn File) -> Followed {
        if matches!(self.role, Role::Diverged | Role::NeedsSeed) {
            return Followed::Stuck;
        }
        let Ok(head) = file.head() else { return Followed::Unknown };
        let bytes = if self.role == Role::TakingOver { TAKE_OVER_FACTOR * self.read_bytes } else { self.read_bytes };
        let Ok(tail) = log.read(&self.name, head.batch, bytes) else { return Followed::Unknown };
        (self.last, self.holder, self.is_held) = (tail.last, tail.holder, tail.is_held);
        self.is_cut = tail.records.iter().map(|(_, _, record)| record.len()).sum::<usize>() >= bytes;
        // A take-over that was stopped in between reads what a later epoch wrote, which may not be durable yet.
        if self.role == Role::TakingOver && tail.epoch != self.epoch && !mistake!(self, stale_take_over) {
            self.role = Role::Following;
            return Followed::UpToDate { is_free: false };
        }
        let is_checked = !mistake!(self, no_chain_check);
        if is_checked && (tail.last < head.batch || tail.anchor.is_some_and(|anchor| anchor != head.hash)) {
            self.role = Role::Diverged;
            return Followed::Stuck;
        }
        if tail.records.is_empty() {
            if self.role == Role::TakingOver {
                if tail.epoch != self.epoch {
                    self.role = Role::Following;
                    return Followed::UpToDate { is_free: false };
                }
                self.role = Role::Leading;
            }
            return Followed::UpToDate { is_free: tail.is_free };
        }
        // A visible record may be on one machine of the log alone. Our own commit waits for the standby, and so for all that
        // was committed before. The commit of a take-over has done so already.
        if self.role == Role::Following
            && !mistake!(self, no_confirmation)
            && log.confirm(&self.name, head.batch).is_err()
        {
            return Followed::Unknown;
        }
        match self.chained(head, tail.records, is_checked) {
            Err(role) => {
                self.role = role;
                Followed::Stuck
            }
            Ok(sets) => match file.apply(&sets) {
                Ok(()) => Followed::Applied(sets.len()),
                Err(Unknown) => Followed::Unknown,
            },
        }
    }

    /// The records as batches that continue `head`, up to a bulk change; or the role without any.
    #[allow(clippy::unused_self, reason = "the mistakes of a test are in it")]
    fn chained(
        &self,
        head: BatchHead,
        records: Vec<(u64, super::log::Hash, Vec<u8>)>,
        is_checked: bool,
    ) -> Result<Vec<ChangeSet>, Role> {
        let (mut at, mut sets) = (head, Vec::new());
        for (number, hash, bytes) in records {
            if number != at.batch + 1 && is_checked {
                return Err(Role::NeedsSeed);
            }
            let Some(set) = record::decode(&bytes) else { return Err(Role::Diverged) };
            let continues = set.before == at && set.head.batch == number && set.head.hash == hash;
            if !continues && is_checked {
                return Err(Role::Diverged);
            }
            if matches!(set.changes, Changes::Reseed(_)) {
                return if sets.is_empty() { Err(Role::NeedsSeed) } else { Ok(sets) };
            }
            at = set.head;
            sets.push(set);
        }
        Ok(sets)
    }
}
