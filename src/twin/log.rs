//! Questions of a node to the log, and their answers. Every question may remain without one.

use crate::store::BatchHead;

pub type Hash = [u8; 32];

/// The right to append: its number rises with each take-over, and its token is random, because a log that lost its end
/// may give a number away twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Epoch {
    pub number: u64,
    pub token: i64,
}

/// A batch as it is in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub number: u64,
    /// Hash of the batch before.
    pub before: Hash,
    pub hash: Hash,
    pub bytes: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Append {
    /// Durable, after our own predecessor.
    In,
    /// Another epoch leads. Whether this record is in is not said.
    Fenced,
    /// The epoch is ours, but the log does not end with what we hold: it lost its end.
    Behind,
    /// The same record must be sent again, and nothing else.
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Take {
    /// All that an earlier epoch has appended, or ever will have, is durable and visible now.
    Leader(Epoch),
    Held,
    Unknown,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Renewed {
    Held {
        /// The member that a person wants to lead; empty for none.
        wanted: String,
    },
    /// Another epoch leads.
    Lost,
    /// The log does not hold our last batch.
    Behind,
}

/// The log gave no certain answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unknown;

/// The log after a batch.
#[derive(Clone, Debug, Default)]
pub struct Tail {
    pub records: Vec<(u64, Hash, Vec<u8>)>,
    /// Hash of the batch itself; `None` if the log does not hold it.
    pub anchor: Option<Hash>,
    pub last: u64,
    pub epoch: Epoch,
    pub holder: String,
    /// Whether that lease lasts.
    pub is_held: bool,
    /// Whether this member may take the lease.
    pub is_free: bool,
}

/// The log. An implementation never cancels a statement, since that would end its wait for the standby.
pub trait Log {
    /// Idempotent: what follows [`Append::Unknown`] is the same call.
    fn append(&mut self, epoch: Epoch, record: &Record) -> Append;
    /// Takes the lease if it has run out or is this member's own, which a copy of the member does not have. The epoch rises
    /// above `seen`.
    fn take(&mut self, me: &str, seen: u64) -> Take;
    /// Asks too whether the log holds our last batch: without writes, a leader would not notice that it lost its end.
    fn renew(&mut self, epoch: Epoch, last: &BatchHead) -> Result<Renewed, Unknown>;
    /// At most about `bytes` of records after the batch `after`, in order.
    fn read(&mut self, me: &str, after: u64, bytes: usize) -> Result<Tail, Unknown>;
    /// A commit of our own that waits for the standby, on the connection of the last read: what it returned is durable.
    fn confirm(&mut self, me: &str, applied: u64) -> Result<(), Unknown>;
}
