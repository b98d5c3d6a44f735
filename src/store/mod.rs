//! The embedded database: durable transactions over typed records, in one file.
//!
//! Callers see records, indexes, counters and transactions; redb is not visible outside this module. A use case is
//! one write closure passed to [`Store::write`]. Many closures share one durable commit (group commit), yet one that
//! fails or panics is rolled back alone. Reads take a [`Snapshot`] (snapshot isolation), which is short-lived and
//! cannot cross an `await`.
//!
//! | file | contents |
//! |---|---|
//! | `store` | [`Store`]: opening, reading, writing, closing |
//! | `writer`, `job`, `group_commit_delay` | the writer thread: batches, group commit and its delay, replies, recovery |
//! | `tx`, `tables`, `put` | write transactions, the undo journal, index maintenance |
//! | `changes`, `row_log`, `batch_head`, `handover` | the changes of a commit, its number and hash, and who receives them |
//! | `replica`, `follower` | the log that a commit is appended to before it is made; a file that follows it |
//! | `snapshot`, `read` | reads, shared by snapshots and write transactions |
//! | `substring_index` | substring indexes, in memory |
//! | `engine`, `backing`, `reserve` | the open database, reopening it, the reserve file for a full disk |
//! | `record`, `index`, `codec` | declarations of records and indexes, and their encoding |
//! | `typed_key`, `key`, `range` | keys: which types encode to which key, their bytes, ranges of them |
//! | `schema`, `copy`, `check` | migrations, logical copies, integrity check |
//! | `sabotage` | debug builds only: injected faults, the negative controls of the test harnesses |
//! | `corruption` | turns redb's panics over a corrupted file into errors |
//! | `backup`, `file_lock` | backups as a stream; the file lock that keeps other processes out during a restore |

mod backing;
mod backup;
mod batch_head;
mod changes;
mod check;
mod codec;
#[cfg(test)]
mod commit_sink;
mod copy;
mod corruption;
mod engine;
mod error;
mod file_lock;
mod follower;
mod group_commit_delay;
mod handover;
mod index;
mod job;
mod key;
mod options;
mod put;
mod range;
mod read;
mod record;
pub mod records;
mod replica;
mod reserve;
mod row_log;
#[cfg(debug_assertions)]
pub(crate) mod sabotage;
mod schema;
mod snapshot;
#[expect(clippy::module_inception, reason = "it holds the type `Store`")]
mod store;
mod substring_index;
mod tables;
mod tx;
mod typed_key;
mod writer;

#[cfg(test)]
mod tests;

pub use backing::Backing;
pub use backup::{Backup, BackupError, BackupManifest, TableRows};
pub use batch_head::{BatchHead, epoch};
pub use changes::{ChangeSet, Changes, Reseed};
pub use check::CheckReport;
pub use codec::decode_body;
#[cfg(test)]
pub use commit_sink::CommitSink;
pub use corruption::guard;
pub use error::StoreError;
pub use file_lock::FileLock;
pub use follower::{Checksum, FollowedFile, Follower};
pub use index::{Cursor, EachIndexRow, Index, IndexRange, IndexRow};
pub use key::{Key, KeyReader};
pub use options::StoreOptions;
pub use range::{IdRange, KeyRange};
pub use read::{EachCounter, EachId, EachRecord, EachRow, Read, Rows};
pub use record::{Encoded, IndexEntry, Record, RecordHead, RecordKind, Table};
#[allow(unused_imports, reason = "encoding by hand is for the golden files of records, which live beside them")]
pub(crate) use record::{decode, encode};
pub use replica::{CommitLog, LogMember, LogStanding, Replica, Shipped};
pub use row_log::{RowChange, RowLog};
pub use schema::Migration;
pub use snapshot::Snapshot;
pub use store::{Store, StoreStats};
pub use tx::Tx;
pub use typed_key::{DecodeKey, EncodeKey, KeyPrefix};
