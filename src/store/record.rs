//! What a stored type declares about itself.

use super::{
    StoreError,
    codec::{decode_body, encode_as},
};
use serde::{Serialize, de::DeserializeOwned};
use std::cmp::Ordering;

/// The name of a table in the file. Every table maps bytes to bytes.
#[derive(Debug, Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Table(pub &'static str);

/// A table that leads from an index key to primary keys.
#[derive(Debug, Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Index {
    /// Where its rows are; no other index and no record may use the same table.
    pub table: Table,
    /// Whether one index key may lead to one record only.
    pub unique: bool,
    /// Where the text begins in a key that [`Snapshot::search`](super::Snapshot::search) looks into, if it may.
    pub text_at: Option<usize>,
}

impl Index {
    /// An index by which many records may share a key.
    #[must_use]
    pub const fn plain(name: &'static str) -> Self {
        Self { table: Table(name), unique: false, text_at: None }
    }

    /// An index whose keys lead to one record each.
    #[must_use]
    pub const fn unique(name: &'static str) -> Self {
        Self { unique: true, ..Self::plain(name) }
    }

    /// A plain index with a text at byte `text_at` of its keys, to be searched.
    #[must_use]
    pub const fn searched(name: &'static str, text_at: usize) -> Self {
        Self { text_at: Some(text_at), ..Self::plain(name) }
    }

    /// The row's key. A plain index appends the primary key, so that many records share a key.
    pub(super) fn row(self, index_key: &[u8], primary: &[u8]) -> Vec<u8> {
        if self.unique { index_key.to_vec() } else { [index_key, primary].concat() }
    }

    /// The inverse of [`Index::row`].
    pub(super) fn index_key<'r>(self, row: &'r [u8], primary: &[u8]) -> Result<&'r [u8], StoreError> {
        if self.unique {
            return Ok(row);
        }
        row.strip_suffix(primary)
            .ok_or_else(|| StoreError::Corrupt(format!("a row of {} does not end with its record's key", self.table.0)))
    }
}

/// One index row that a record asks for: the index and the index key.
pub type Entry = (Index, Vec<u8>);

/// A type that is stored, one table per type.
pub trait Record: Serialize + DeserializeOwned + Clone + 'static {
    /// The primary table.
    const TABLE: Table;
    /// Version of the encoded form; raise it with every change to the type's fields.
    const VERSION: u8;

    /// The primary key. A changed key is a new record: delete the old one.
    fn key(&self) -> Vec<u8>;

    /// Index rows that lead to this record. Changing what a stored record answers here needs a
    /// migration that calls [`Tx::rebuild`](super::Tx::rebuild).
    fn index_entries(&self) -> Vec<Entry> {
        Vec::new()
    }

    /// Counters to which this record adds one each while it exists.
    fn counters(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Reads the body of an older version, usually with [`decode_body`](super::decode_body).
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] for a version that never existed.
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        let _ = body;
        Err(StoreError::Corrupt(format!("version {version} is not known")))
    }
}

/// A record type with its type erased, so that tables can be checked and rebuilt by a loop.
#[derive(Debug, Copy, Clone)]
pub struct Kind {
    /// Name for reports.
    pub name: &'static str,
    pub(super) table: Table,
    pub(super) trace: fn(&[u8]) -> Result<Trace, StoreError>,
}

impl Kind {
    /// The kind of `R`.
    #[must_use]
    pub const fn of<R: Record>(name: &'static str) -> Self {
        Self { name, table: R::TABLE, trace: trace::<R> }
    }

    /// Reads a value of this kind's table, of whatever version.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] where it is none.
    pub fn read(&self, value: &[u8]) -> Result<(), StoreError> {
        (self.trace)(value).map(drop)
    }
}

/// Everything that a record leaves in the file beside its own row.
pub(super) struct Trace {
    pub key: Vec<u8>,
    pub entries: Vec<Entry>,
    pub counters: Vec<Vec<u8>>,
}

impl Trace {
    pub fn of<R: Record>(record: &R) -> Self {
        let mut entries = record.index_entries();
        entries.sort_unstable();
        entries.dedup();
        Self { key: record.key(), entries, counters: record.counters() }
    }
}

fn trace<R: Record>(value: &[u8]) -> Result<Trace, StoreError> {
    decode::<R>(value).map(|record| Trace::of(&record))
}

/// Encodes a record at its current version.
pub(crate) fn encode<R: Record>(record: &R) -> Result<Vec<u8>, StoreError> {
    encode_as(R::VERSION, record)
}

/// Decodes a record, upgrading an older version.
pub(crate) fn decode<R: Record>(value: &[u8]) -> Result<R, StoreError> {
    let table = R::TABLE.0;
    let (&version, body) =
        value.split_first().ok_or_else(|| StoreError::Corrupt(format!("an empty value in {table}")))?;
    match version.cmp(&R::VERSION) {
        Ordering::Equal => decode_body(body),
        Ordering::Less => R::upgrade(version, body),
        Ordering::Greater => {
            Err(StoreError::Corrupt(format!("a record has version {version}, this program knows up to {}", R::VERSION)))
        }
    }
    .map_err(|e| match e {
        StoreError::Corrupt(what) => StoreError::Corrupt(format!("{table}: {what}")),
        other => other,
    })
}
