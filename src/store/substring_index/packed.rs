//! The rows of a substring index: packed into chunks that are scanned at memory speed, each with an n-gram filter.

use std::{
    collections::BTreeMap,
    ops::{Bound, RangeBounds},
};

use memchr::memmem::Finder;

use crate::store::{KeyRange, key};

/// Sorted rows, each with a searchable text.
pub(crate) struct PackedRows {
    /// Byte offset of the text in a row.
    text_at: usize,
    /// Maximum size of a chunk's rows, in bytes.
    chunk_bytes: usize,
    /// Chunks by a lower bound of their rows.
    chunks: BTreeMap<Vec<u8>, Chunk>,
}

impl PackedRows {
    pub fn new(text_at: usize) -> Self {
        // Small enough to be shifted by every insertion, large enough for a fast linear scan.
        Self::with_chunk_bytes(text_at, 32 << 10)
    }

    fn with_chunk_bytes(text_at: usize, chunk_bytes: usize) -> Self {
        Self { text_at, chunk_bytes, chunks: BTreeMap::new() }
    }

    /// Inserts a row; idempotent.
    pub fn insert(&mut self, row: &[u8]) {
        let Some((_, chunk)) = self.chunks.range_mut::<[u8], _>(up_to(row)).next_back() else {
            self.chunks.insert(Vec::new(), Chunk::default());
            return self.insert(row);
        };
        let place = chunk.place(row);
        if chunk.row(place) == Some(row) {
            return;
        }
        if chunk.starts.is_empty() || chunk.rows.len() + row.len() <= self.chunk_bytes {
            return chunk.insert(place, row, key::text_at(row, self.text_at));
        }
        // Most rows are appended at the end of their list; a split in halves would leave half-full chunks there.
        let rows = chunk.starts.len();
        let mut upper = Chunk { rows: Vec::with_capacity(self.chunk_bytes), ..Chunk::default() };
        chunk.move_to(&mut upper, if place == rows { rows } else { rows / 2 }, self.text_at);
        let first = upper.row(0).unwrap_or(row).to_vec();
        self.chunks.insert(first, upper);
        self.insert(row);
    }

    /// Removes a row, if it exists.
    pub fn remove(&mut self, row: &[u8]) {
        let Some((first, chunk)) = self.chunks.range_mut::<[u8], _>(up_to(row)).next_back() else { return };
        let place = chunk.place(row);
        if chunk.row(place) == Some(row) {
            chunk.remove(place);
        }
        if chunk.starts.is_empty() {
            let first = first.clone();
            self.chunks.remove(&first);
        }
    }

    /// The last rows of `range` whose text contains `part`, in descending order, `limit` at most.
    pub fn find(&self, range: &KeyRange, part: &str, limit: usize) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        let Some(bounds @ (start, end)) = range.bounds() else { return found };
        let query = SubstringQuery { part: part.as_bytes(), finder: Finder::new(part), text_at: self.text_at };
        let end = if let Bound::Excluded(end) = end { Bound::Included(end) } else { end };
        for (first, chunk) in self.chunks.range::<[u8], _>((Bound::Unbounded, end)).rev() {
            let inside = |row: &&[u8]| RangeBounds::<[u8]>::contains(&bounds, *row);
            let rows = chunk.matches(&query).into_iter().rev().filter_map(|place| chunk.row(place)).filter(inside);
            found.extend(rows.take(limit - found.len()).map(<[u8]>::to_vec));
            let reaches_start = match start {
                Bound::Included(start) | Bound::Excluded(start) => first.as_slice() <= start,
                Bound::Unbounded => false,
            };
            if reaches_start || found.len() == limit {
                break;
            }
        }
        found
    }
}

fn up_to(row: &[u8]) -> (Bound<&[u8]>, Bound<&[u8]>) {
    (Bound::Unbounded, Bound::Included(row))
}

struct SubstringQuery<'p> {
    part: &'p [u8],
    finder: Finder<'p>,
    text_at: usize,
}

#[derive(Default)]
struct Chunk {
    /// Concatenated.
    rows: Vec<u8>,
    /// Byte offset of each row.
    starts: Vec<u32>,
    /// The n-grams of the texts of all current and removed rows.
    ngrams: NgramFilter,
}

impl Chunk {
    fn start(&self, place: usize) -> usize {
        self.starts.get(place).map_or(self.rows.len(), |start| *start as usize)
    }

    fn row(&self, place: usize) -> Option<&[u8]> {
        (place < self.starts.len()).then(|| &self.rows[self.start(place)..self.start(place + 1)])
    }

    /// Position of `row`, or its insertion point.
    fn place(&self, row: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.starts.len());
        // While an index is loaded, every row is appended.
        if self.row(high.saturating_sub(1)).is_some_and(|last| last < row) {
            return high;
        }
        while low < high {
            let middle = low.midpoint(high);
            match self.row(middle) {
                Some(other) if other < row => low = middle + 1,
                _ => high = middle,
            }
        }
        low
    }

    fn insert(&mut self, place: usize, row: &[u8], text: &[u8]) {
        let start = self.start(place);
        self.rows.splice(start..start, row.iter().copied());
        self.starts.insert(place, offset(start));
        self.starts[place + 1..].iter_mut().for_each(|later| *later += offset(row.len()));
        self.ngrams.add(text);
    }

    fn remove(&mut self, place: usize) {
        let removed = self.start(place)..self.start(place + 1);
        self.starts.remove(place);
        self.starts[place..].iter_mut().for_each(|later| *later -= offset(removed.len()));
        self.rows.drain(removed);
    }

    /// Moves the rows from `place` on into an empty chunk.
    fn move_to(&mut self, upper: &mut Self, place: usize, text_at: usize) {
        for row in (place..self.starts.len()).filter_map(|place| self.row(place)) {
            upper.insert(upper.starts.len(), row, key::text_at(row, text_at));
        }
        self.rows.truncate(self.start(place));
        self.starts.truncate(place);
    }

    /// Positions of the rows whose text contains the queried part.
    fn matches(&self, query: &SubstringQuery<'_>) -> Vec<usize> {
        let (mut found, mut from) = (Vec::new(), 0);
        if !self.ngrams.may_contain(query.part) {
            return found;
        }
        while let Some(hit) = self.rows.get(from..).and_then(|rest| query.finder.find(rest)) {
            let hit = from + hit;
            let place = self.starts.partition_point(|start| *start as usize <= hit).saturating_sub(1);
            let text_starts = self.start(place) + query.text_at;
            let text = key::text_at(self.row(place).unwrap_or_default(), query.text_at);
            // The rest of a row is numbers, whose bytes may look like text.
            if hit >= text_starts && hit + query.part.len() <= text_starts + text.len() {
                found.push(place);
                from = self.start(place + 1);
            } else {
                from = hit + 1;
            }
        }
        found
    }
}

/// Chunks are far below 4 GiB.
fn offset(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// Bloom filter of the 3-grams and 4-grams (bytes) in a chunk's texts, with one hash and no false negatives. In a full
/// chunk up to a quarter of the bits are set: a search for seven letters scans one in hundreds of the chunks without a
/// match.
#[derive(Default)]
struct NgramFilter(Vec<u64>);

impl NgramFilter {
    const SHORT: usize = 3;
    const LONG: usize = 4;
    const BITS: u32 = 15;

    fn bit(gram: &[u8]) -> (usize, u64) {
        let number = gram.iter().fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
        let hash = number.wrapping_mul(0x9E37_79B1) >> (u32::BITS - Self::BITS);
        ((hash / u64::BITS) as usize, 1 << (hash % u64::BITS))
    }

    fn add(&mut self, text: &[u8]) {
        self.0.resize(1 << (Self::BITS - u64::BITS.ilog2()), 0);
        for gram in text.windows(Self::SHORT).chain(text.windows(Self::LONG)) {
            let (word, bit) = Self::bit(gram);
            self.0[word] |= bit;
        }
    }

    /// Always true for a part shorter than three bytes.
    fn may_contain(&self, part: &[u8]) -> bool {
        let mut grams = part.windows(if part.len() < Self::LONG { Self::SHORT } else { Self::LONG }).map(Self::bit);
        grams.all(|(word, bit)| self.0.get(word).is_some_and(|set| set & bit != 0))
    }
}

#[cfg(test)]
#[path = "packed_tests.rs"]
mod tests;
