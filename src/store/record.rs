//! Declarations of a stored type: its table, version, keys, indexes and counters.

use super::{
    EncodeKey, StoreError,
    codec::{decode_body, decode_start, encode_as},
    typed_key::bytes_of,
};
use serde::{Serialize, de::DeserializeOwned};
use std::{cmp::Ordering, marker::PhantomData};

/// Name of a table in the file. Every table maps bytes to bytes.
#[derive(Debug, Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Table(pub &'static str);

/// Untyped description of an index: a table that maps index keys to primary keys.
#[derive(Debug, Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct IndexTable {
    /// Table of its rows; no other index and no record may use it.
    pub table: Table,
    /// Whether each index key points to one record at most.
    pub unique: bool,
    /// Byte offset in the index key of the text for [`Snapshot::search`](super::Snapshot::search); `None` without
    /// substring search.
    pub text_at: Option<usize>,
}

impl IndexTable {
    /// Key of an index row. A non-unique index appends the primary key, so that many records share an index key.
    pub fn row(self, index_key: &[u8], primary: &[u8]) -> Vec<u8> {
        if self.unique { index_key.to_vec() } else { [index_key, primary].concat() }
    }

    /// The inverse of [`IndexTable::row`].
    pub fn index_key<'r>(self, row: &'r [u8], primary: &[u8]) -> Result<&'r [u8], StoreError> {
        if self.unique {
            return Ok(row);
        }
        row.strip_suffix(primary)
            .ok_or_else(|| StoreError::Corrupt(format!("a row of {} does not end with its record's key", self.table.0)))
    }
}

/// An index entry of a record; made by [`Index::entry`](super::Index::entry).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct IndexEntry(pub(super) IndexTable, pub(super) Vec<u8>);

/// A stored type; one table per type.
pub trait Record: Serialize + DeserializeOwned + Clone + 'static {
    /// The primary table.
    const TABLE: Table;
    /// Version of the encoding; raise it with every change of the type's fields.
    const VERSION: u8;

    /// Identifies a record within its type; its encoding is the primary key.
    type Id<'k>: EncodeKey;

    /// The id of this record. A changed id is a new record: the caller deletes the old one.
    fn id(&self) -> Self::Id<'_>;

    /// The bytes of a primary key, to which values sealed in the record are bound.
    fn key_of(id: Self::Id<'_>) -> Vec<u8> {
        bytes_of(&id)
    }

    /// Index entries that point to this record. A change for existing records needs a migration that calls
    /// [`Tx::rebuild`](super::Tx::rebuild).
    fn index_entries(&self) -> Vec<IndexEntry> {
        Vec::new()
    }

    /// Counters that this record increments by one each while it exists.
    fn counters(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Decodes the body of an older version, usually with [`decode_body`].
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] for a version that never existed.
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        let _ = body;
        Err(StoreError::unknown_version(version))
    }
}

/// A type-erased record type, so that all tables can be checked and rebuilt in a loop.
#[derive(Debug, Copy, Clone)]
pub struct RecordKind {
    /// Name in reports.
    pub name: &'static str,
    pub table: Table,
    pub(super) derive: fn(&[u8]) -> Result<Derived, StoreError>,
}

impl RecordKind {
    /// The kind of `R`.
    #[must_use]
    pub const fn of<R: Record>(name: &'static str) -> Self {
        Self { name, table: R::TABLE, derive: derive::<R> }
    }

    /// Decodes a value of this kind's table, of any version.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if it does not decode.
    pub fn read(&self, value: &[u8]) -> Result<(), StoreError> {
        (self.derive)(value).map(drop)
    }
}

/// Data derived from a record: its index entries and counters.
#[derive(PartialEq, Eq)]
pub(super) struct Derived {
    pub key: Vec<u8>,
    pub entries: Vec<IndexEntry>,
    pub counters: Vec<Vec<u8>>,
}

impl Derived {
    pub fn of<R: Record>(record: &R) -> Self {
        let mut entries = record.index_entries();
        entries.sort_unstable();
        entries.dedup();
        Self { key: bytes_of(&record.id()), entries, counters: record.counters() }
    }
}

fn derive<R: Record>(value: &[u8]) -> Result<Derived, StoreError> {
    decode::<R>(value).map(|record| Derived::of(&record))
}

/// A record encoded before a write transaction, so that the writer thread has only its rows to write.
pub struct Encoded<R> {
    pub(super) value: Vec<u8>,
    pub(super) derived: Derived,
    of: PhantomData<fn() -> R>,
}

impl<R: Record> Encoded<R> {
    /// # Errors
    /// [`StoreError::TooLarge`].
    pub fn of(record: &R) -> Result<Self, StoreError> {
        Ok(Self { value: encode(record)?, derived: Derived::of(record), of: PhantomData })
    }

    /// Size of the record's row in bytes.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.value.len()
    }
}

/// The first fields of a record, which its versions share: what follows them is not decoded.
pub trait RecordHead: DeserializeOwned {
    type Of: Record;
    /// First version with these fields. Rows of earlier ones have no head.
    const SINCE: u8 = 1;
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

/// Decodes the first fields of a record; `None` for a version that does not have them.
pub(super) fn decode_head<H: RecordHead>(value: &[u8]) -> Result<Option<H>, StoreError> {
    let table = H::Of::TABLE.0;
    match value.split_first() {
        Some((&version, _)) if version < H::SINCE => Ok(None),
        Some((&version, body)) if version <= H::Of::VERSION => {
            decode_start(body).map(Some).map_err(|e| StoreError::Corrupt(format!("{table}: {e}")))
        }
        _ => Err(StoreError::Corrupt(format!("a record of {table} has no known version"))),
    }
}
