//! Rows of an index, packed so that a text in them is found at the speed of memory.

use std::{
    collections::BTreeMap,
    ops::{Bound, RangeBounds},
};

use memchr::memmem::Finder;

use crate::store::{KeyRange, key};

/// Rows in their order, in each of which there is a text that is searched.
pub(crate) struct Packed {
    /// Where the text begins in a row.
    text_at: usize,
    /// Bytes of a chunk's rows.
    most: usize,
    /// Each under a key that its rows are not below.
    chunks: BTreeMap<Vec<u8>, Chunk>,
}

impl Packed {
    pub fn new(text_at: usize) -> Self {
        // Few enough to be moved by every insertion, enough to be searched in one run.
        Self::in_chunks(text_at, 32 << 10)
    }

    fn in_chunks(text_at: usize, most: usize) -> Self {
        Self { text_at, most, chunks: BTreeMap::new() }
    }

    /// Adds a row, once.
    pub fn insert(&mut self, row: &[u8]) {
        let Some((_, chunk)) = self.chunks.range_mut::<[u8], _>(up_to(row)).next_back() else {
            self.chunks.insert(Vec::new(), Chunk::default());
            return self.insert(row);
        };
        let place = chunk.place(row);
        if chunk.row(place) == Some(row) {
            return;
        }
        if chunk.starts.is_empty() || chunk.rows.len() + row.len() <= self.most {
            return chunk.insert(place, row, key::text_at(row, self.text_at));
        }
        // Most rows come last in their list, and halves would then stay halves.
        let rows = chunk.starts.len();
        let mut upper = Chunk { rows: Vec::with_capacity(self.most), ..Chunk::default() };
        chunk.move_to(&mut upper, if place == rows { rows } else { rows / 2 }, self.text_at);
        let first = upper.row(0).unwrap_or(row).to_vec();
        self.chunks.insert(first, upper);
        self.insert(row);
    }

    /// Removes a row, if it is there.
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

    /// The last rows of `range` whose text has `part` in it, last first, at most so many.
    pub fn find(&self, range: &KeyRange, part: &str, most: usize) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        let Some(bounds @ (start, end)) = range.bounds() else { return found };
        let wanted = Wanted { part: part.as_bytes(), finder: Finder::new(part), text_at: self.text_at };
        let end = if let Bound::Excluded(end) = end { Bound::Included(end) } else { end };
        for (first, chunk) in self.chunks.range::<[u8], _>((Bound::Unbounded, end)).rev() {
            let inside = |row: &&[u8]| RangeBounds::<[u8]>::contains(&bounds, *row);
            let rows = chunk.having(&wanted).into_iter().rev().filter_map(|place| chunk.row(place)).filter(inside);
            found.extend(rows.take(most - found.len()).map(<[u8]>::to_vec));
            let reaches_start = match start {
                Bound::Included(start) | Bound::Excluded(start) => first.as_slice() <= start,
                Bound::Unbounded => false,
            };
            if reaches_start || found.len() == most {
                break;
            }
        }
        found
    }
}

fn up_to(row: &[u8]) -> (Bound<&[u8]>, Bound<&[u8]>) {
    (Bound::Unbounded, Bound::Included(row))
}

struct Wanted<'p> {
    part: &'p [u8],
    finder: Finder<'p>,
    text_at: usize,
}

#[derive(Default)]
struct Chunk {
    /// One behind the other.
    rows: Vec<u8>,
    /// Where each begins.
    starts: Vec<u32>,
    /// Of all texts that have been here.
    grams: Grams,
}

impl Chunk {
    fn start(&self, place: usize) -> usize {
        self.starts.get(place).map_or(self.rows.len(), |start| *start as usize)
    }

    fn row(&self, place: usize) -> Option<&[u8]> {
        (place < self.starts.len()).then(|| &self.rows[self.start(place)..self.start(place + 1)])
    }

    /// Where `row` is, or would be.
    fn place(&self, row: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.starts.len());
        // As an index is read, each row is the last one.
        if self.row(high.saturating_sub(1)).is_some_and(|last| last < row) {
            return high;
        }
        while low < high {
            let middle = low.midpoint(high);
            match self.row(middle) {
                Some(there) if there < row => low = middle + 1,
                _ => high = middle,
            }
        }
        low
    }

    fn insert(&mut self, place: usize, row: &[u8], text: &[u8]) {
        let start = self.start(place);
        self.rows.splice(start..start, row.iter().copied());
        self.starts.insert(place, small(start));
        self.starts[place + 1..].iter_mut().for_each(|later| *later += small(row.len()));
        self.grams.add(text);
    }

    fn remove(&mut self, place: usize) {
        let gone = self.start(place)..self.start(place + 1);
        self.starts.remove(place);
        self.starts[place..].iter_mut().for_each(|later| *later -= small(gone.len()));
        self.rows.drain(gone);
    }

    /// Moves the rows from `place` on to an empty chunk.
    fn move_to(&mut self, upper: &mut Self, place: usize, text_at: usize) {
        for row in (place..self.starts.len()).filter_map(|place| self.row(place)) {
            upper.insert(upper.starts.len(), row, key::text_at(row, text_at));
        }
        self.rows.truncate(self.start(place));
        self.starts.truncate(place);
    }

    /// Places of the rows that have what is wanted in their text.
    fn having(&self, wanted: &Wanted<'_>) -> Vec<usize> {
        let (mut found, mut from) = (Vec::new(), 0);
        if !self.grams.may_have(wanted.part) {
            return found;
        }
        while let Some(hit) = self.rows.get(from..).and_then(|rest| wanted.finder.find(rest)) {
            let hit = from + hit;
            let place = self.starts.partition_point(|start| *start as usize <= hit).saturating_sub(1);
            let text_starts = self.start(place) + wanted.text_at;
            let text = key::text_at(self.row(place).unwrap_or_default(), wanted.text_at);
            // The rest of a row is numbers, which may look like any text.
            if hit >= text_starts && hit + wanted.part.len() <= text_starts + text.len() {
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
fn small(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// Which runs of three and four bytes may be in some texts: a bit for each, shared by those that hash alike. In a full
/// chunk up to a quarter of the bits are set: of the chunks that have it not, a search of seven letters looks into one in
/// hundreds.
#[derive(Default)]
struct Grams(Vec<u64>);

impl Grams {
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

    /// Shorter texts may be anywhere.
    fn may_have(&self, part: &[u8]) -> bool {
        let mut grams = part.windows(if part.len() < Self::LONG { Self::SHORT } else { Self::LONG }).map(Self::bit);
        grams.all(|(word, bit)| self.0.get(word).is_some_and(|set| set & bit != 0))
    }
}

#[cfg(test)]
#[path = "packed_tests.rs"]
mod tests;
