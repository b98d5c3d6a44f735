//! The log that each commit is appended to before it is made, where there is one. The store knows no more of it than this.

use super::{BatchHead, ChangeSet};
use serde::Serialize;
use std::{fmt, sync::Arc};

/// The outcome of an append. There is no third one: a log repeats an append whose outcome is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shipped {
    /// The record is durable in the log, after its predecessor.
    In,
    /// This process does not lead any more. Whether the record is in the log is not known.
    Fenced,
}

/// A log of commits with one leader at a time. Once it has said [`Shipped::Fenced`], or once [`CommitLog::leads`] is
/// false, the store acknowledges and reads nothing until it is opened again.
pub trait CommitLog: Send + Sync {
    /// Appends a commit; called by the writer alone, with its transaction open. Blocks until the outcome is known.
    fn ship(&self, set: &ChangeSet) -> Shipped;

    /// Reports that the file holds this batch.
    fn committed(&self, head: &BatchHead);

    /// Reports that a crash would leave all batches up to the last one that was committed.
    fn flushed(&self);

    /// Whether a record that is in the log survives the loss of any one machine, so that the file need not hold it at once.
    fn outlives_a_machine(&self) -> bool;

    /// Reports that a batch is in the log, and that its commit failed: the file may lack it.
    fn fell_behind(&self);

    /// Whether this process may acknowledge and read: asked before and after, since it may have been stopped meanwhile.
    fn leads(&self) -> bool;

    /// Whether an append has lasted so long that further writes are refused.
    fn is_paused(&self) -> bool;

    /// The epoch of the leader. Its batches have this one at least.
    fn epoch(&self) -> u64;

    /// The log and its members, as far as they are known.
    fn standing(&self) -> LogStanding;
}

/// The log and its members, as one of them knows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogStanding {
    /// The member that this process is.
    pub name: String,
    /// `leading`, `paused`, `following`, ...: as programs read it.
    pub state: &'static str,
    pub epoch: u64,
    /// The last batch of this member's file.
    pub number: u64,
    /// The member that led before; empty if this one did. Of one that does not lead: the one that does.
    pub led_before: String,
    /// No member has led before: the log is new.
    pub is_first: bool,
    /// Why a member that follows does not go on, in words; empty while it does.
    pub trouble: String,
    /// Whether its program, once it leads, migrates the data: the others need a seed then.
    pub will_migrate: bool,
    /// Whether a commit of the log waits for a standby.
    pub is_synchronous: bool,
    /// How far the log's clock is ahead of this machine's, in ms.
    pub clock_ahead_ms: i64,
    /// How long ago the log was asked for its last answer, in ms.
    pub answered_ms_ago: u64,
    /// The members as of that answer.
    pub members: Vec<LogMember>,
}

impl LogStanding {
    /// Whether this member leads. A pause ends by itself.
    #[must_use]
    pub fn leads(&self) -> bool {
        matches!(self.state, "leading" | "paused")
    }
}

/// A member as the log knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LogMember {
    pub name: String,
    pub state: String,
    /// The last batch that it holds.
    pub number: i64,
    /// Batches behind the log.
    pub behind: i64,
    /// Time in ms for which the member's file was behind the log.
    pub lag_ms: i64,
    /// When it was last seen, in ms before now.
    pub seen_ms_ago: i64,
    /// It has not been seen for ten seconds.
    pub is_away: bool,
    pub version: String,
    /// How far the log's clock is ahead of the member's, in ms.
    pub clock_ahead_ms: i64,
}

/// The log of a store.
#[derive(Clone)]
pub struct Replica(Arc<dyn CommitLog>);

impl Replica {
    #[must_use]
    pub fn new(log: impl CommitLog + 'static) -> Self {
        Self(Arc::new(log))
    }
}

/// The log of a file that is only read: each write is refused.
struct ReadOnly(LogStanding);

impl CommitLog for ReadOnly {
    fn ship(&self, _: &ChangeSet) -> Shipped {
        Shipped::Fenced
    }

    fn committed(&self, _: &BatchHead) {}

    fn flushed(&self) {}

    fn outlives_a_machine(&self) -> bool {
        false
    }

    fn fell_behind(&self) {}

    fn leads(&self) -> bool {
        true
    }

    fn is_paused(&self) -> bool {
        true
    }

    fn epoch(&self) -> u64 {
        self.0.epoch
    }

    fn standing(&self) -> LogStanding {
        self.0.clone()
    }
}

impl Replica {
    /// Creates the state of a file that follows another one: it can be read, and every write is refused.
    #[must_use]
    pub fn read_only(standing: LogStanding) -> Self {
        Self::new(ReadOnly(standing))
    }
}

impl std::ops::Deref for Replica {
    type Target = dyn CommitLog;
    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Debug for Replica {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Replica")
    }
}
