//! The embedded database: durable transactions over typed records, in one file.
//!
//! Everything above this module sees records, indexes, counters and transactions; nothing above it
//! knows redb. A use-case is one closure given to [`Store::write`]; many closures share one
//! durable commit (group commit), yet one that fails or panics is undone alone. Reads take a
//! [`Snapshot`], which is short-lived and cannot cross an `await`.
//!
//! | file | what it holds |
//! |---|---|
//! | `handle` | [`Store`]: opening, reading, writing, closing |
//! | `writer`, `job`, `linger` | the writer thread: batches, commit, replies, recovery |
//! | `tx`, `tables`, `put` | what a closure may do, the undo journal, index upkeep |
//! | `snapshot`, `read` | reading, shared by snapshots and transactions |
//! | `mirror`, `packed` | searched indexes in memory |
//! | `engine`, `backing`, `reserve` | the open database, reopening it, room for a full disk |
//! | `record`, `codec`, `key`, `range` | what is stored and how it is spelt in bytes |
//! | `schema`, `copy`, `check` | migrations, logical copies, proof of consistency |
//! | `sabotage` | debug builds only: faults on purpose, for the harnesses' controls |
//! | `backup`, `hold` | backups as a stream, and keeping others out while one is put back |

mod backing;
mod backup;
mod check;
mod codec;
mod copy;
mod engine;
mod error;
mod handle;
mod job;
mod key;
mod put;
mod range;
mod read;
mod record;
pub mod records;
mod reserve;
#[cfg(debug_assertions)]
pub(crate) mod sabotage;
mod schema;
mod snapshot;
mod tables;
mod tx;
mod writer;

pub(crate) mod corruption;
pub(crate) mod file_lock;
pub(crate) mod group_commit_delay;
pub(crate) mod substring_index;
#[cfg(test)]
mod tests;

pub use backing::Backing;
pub use backup::{Backup, BackupError, Manifest, TableRows};
pub use check::CheckReport;
pub use codec::decode_body;
pub use corruption::guard;
pub use error::StoreError;
pub use file_lock::Hold;
pub use handle::{Store, StoreOptions, StoreStats};
pub use key::{Key, KeyReader};
pub use range::KeyRange;
pub use read::{EachCounter, EachRow, Read, Rows};
pub use record::{Entry, Index, Kind, Record, Table};
#[allow(unused_imports, reason = "encoding by hand is for the golden files of records, which live beside them")]
pub(crate) use record::{decode, encode};
pub use schema::Migration;
pub use snapshot::Snapshot;
pub use tx::Tx;
