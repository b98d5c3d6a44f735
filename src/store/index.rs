//! Typed indexes, their rows and ranges.

use super::{
    DecodeKey, EncodeKey, IndexEntry, KeyPrefix, KeyRange, KeyReader, Record, StoreError, Table, record::IndexTable,
    typed_key::bytes_of,
};
use std::{marker::PhantomData, ops::ControlFlow};

/// An index of records `R` by keys `K`.
pub struct Index<R, K> {
    table: IndexTable,
    of: PhantomData<fn() -> (R, K)>,
}

impl<R, K> Clone for Index<R, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R, K> Copy for Index<R, K> {}

impl<R: Record, K: EncodeKey> Index<R, K> {
    /// A non-unique index: many records may share an index key.
    #[must_use]
    pub const fn plain(name: &'static str) -> Self {
        Self::with(IndexTable { table: Table(name), unique: false, text_at: None })
    }

    /// A unique index: each index key points to one record.
    #[must_use]
    pub const fn unique(name: &'static str) -> Self {
        Self::with(IndexTable { table: Table(name), unique: true, text_at: None })
    }

    /// A non-unique index with substring search over the text at byte `text_at` of its keys.
    #[must_use]
    pub const fn searched(name: &'static str, text_at: usize) -> Self {
        Self::with(IndexTable { table: Table(name), unique: false, text_at: Some(text_at) })
    }

    const fn with(table: IndexTable) -> Self {
        Self { table, of: PhantomData }
    }

    pub(super) const fn table(self) -> IndexTable {
        self.table
    }

    /// The entry that makes a record appear under `key`.
    #[must_use]
    pub fn entry(self, key: K) -> IndexEntry {
        IndexEntry(self.table, bytes_of(&key))
    }

    /// All rows.
    #[must_use]
    pub fn all(self) -> IndexRange<R> {
        self.range(KeyRange::all())
    }

    /// Rows whose key starts with these parts.
    #[must_use]
    pub fn under(self, parts: impl KeyPrefix<K>) -> IndexRange<R> {
        self.range(KeyRange::prefix(&bytes_of(&parts)))
    }

    /// Rows from key `start` (inclusive) to key `end` (exclusive); empty unless `end` is above `start`.
    #[must_use]
    pub fn between<P: KeyPrefix<K>>(self, start: P, end: P) -> IndexRange<R> {
        self.range(KeyRange::between(&bytes_of(&start), &bytes_of(&end)))
    }

    /// Rows below key `end`.
    #[must_use]
    pub fn below(self, end: impl KeyPrefix<K>) -> IndexRange<R> {
        self.range(KeyRange::between(&[], &bytes_of(&end)))
    }

    const fn range(self, range: KeyRange) -> IndexRange<R> {
        IndexRange { index: self.table, range, of: PhantomData }
    }
}

/// Position of a row in its index, to continue a scan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor(Vec<u8>);

impl Cursor {
    /// A cursor from [`Cursor::as_bytes`]; one of another range continues nowhere outside the range.
    #[must_use]
    pub const fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Rows of one index that a scan visits.
pub struct IndexRange<R> {
    pub(super) index: IndexTable,
    pub(super) range: KeyRange,
    of: PhantomData<fn() -> R>,
}

impl<R> Clone for IndexRange<R> {
    fn clone(&self) -> Self {
        Self { range: self.range.clone(), ..*self }
    }
}

impl<R> IndexRange<R> {
    /// The part above a row, to continue a forward scan.
    #[must_use]
    pub fn after(self, cursor: &Cursor) -> Self {
        Self { range: self.range.after(&cursor.0), ..self }
    }

    /// The part below a row, to continue a backward scan.
    #[must_use]
    pub fn before(self, cursor: &Cursor) -> Self {
        Self { range: self.range.before(&cursor.0), ..self }
    }
}

/// A row of an index: it points to a record.
pub struct IndexRow<'r, R> {
    pub(super) index: IndexTable,
    pub(super) index_key: &'r [u8],
    pub(super) primary: &'r [u8],
    of: PhantomData<fn() -> R>,
}

impl<'r, R: Record> IndexRow<'r, R> {
    pub(super) const fn new(index: IndexTable, index_key: &'r [u8], primary: &'r [u8]) -> Self {
        Self { index, index_key, primary, of: PhantomData }
    }

    /// The id of the record, which is not read.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] for a malformed key.
    pub fn id(&self) -> Result<R::Id<'static>, StoreError>
    where
        R::Id<'static>: DecodeKey,
    {
        R::Id::decode(&mut KeyReader::new(self.primary))
    }

    /// The leading parts of the id of the record, which is not read.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] for a malformed key.
    pub fn parent<P: DecodeKey + KeyPrefix<R::Id<'static>>>(&self) -> Result<P, StoreError> {
        P::decode(&mut KeyReader::new(self.primary))
    }

    /// Position of this row.
    #[must_use]
    pub fn cursor(&self) -> Cursor {
        Cursor(self.index.row(self.index_key, self.primary))
    }
}

/// Callback of an index scan; [`ControlFlow::Break`] ends it.
pub type EachIndexRow<'f, R> = &'f mut dyn FnMut(IndexRow<'_, R>) -> Result<ControlFlow<()>, StoreError>;
