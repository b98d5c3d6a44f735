//! One page of a list, read through an index; the next page begins at a cursor.

use crate::{
    domain::{Error, Result},
    store::{EachRow, Index, KeyRange, Read, Record, Snapshot, StoreError},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use std::ops::ControlFlow;

pub struct Page<R> {
    pub items: Vec<R>,
    /// Cursor of the next page, if there is more.
    pub next: Option<String>,
}

impl<R> Page<R> {
    pub fn map<T>(self, f: impl FnMut(R) -> T) -> Page<T> {
        Page { items: self.items.into_iter().map(f).collect(), next: self.next }
    }
}

/// How much of a list is asked for.
#[derive(Clone, Debug)]
pub struct Slice {
    /// 1 to 1,000.
    pub limit: usize,
    pub after: Option<String>,
}

impl Default for Slice {
    fn default() -> Self {
        Self { limit: 200, after: None }
    }
}

/// Records that a filter without an index may pass over in one call; beyond it the page ends early, with a cursor.
const MAX_PASSED: usize = 20_000;

/// Records of `index` within `range`, last first.
///
/// # Errors
/// 422 for a cursor that is not one of ours.
pub fn newest<R: Record>(read: &impl Read, index: Index, range: KeyRange, slice: &Slice) -> Result<Page<R>> {
    let range = slice.rest(range, KeyRange::before)?;
    page(read, index, slice, |_| true, |each| read.scan_index(index, range, true, each))
}

/// The same, only those that have `part` in the text of their index key and that `keep` keeps.
///
/// # Errors
/// 422 for a cursor that is not one of ours.
pub fn newest_wanted<R: Record>(
    read: &Snapshot,
    index: Index,
    range: KeyRange,
    slice: &Slice,
    part: Option<&str>,
    keep: impl Fn(&R) -> bool,
) -> Result<Page<R>> {
    let range = slice.rest(range, KeyRange::before)?;
    page(read, index, slice, keep, |each| match part {
        Some(part) => read.search(index, range, part, each),
        None => read.scan_index(index, range, true, each),
    })
}

/// The same, first first.
///
/// # Errors
/// 422 for a cursor that is not one of ours.
pub fn oldest<R: Record>(read: &impl Read, index: Index, range: KeyRange, slice: &Slice) -> Result<Page<R>> {
    let range = slice.rest(range, KeyRange::after)?;
    page(read, index, slice, |_| true, |each| read.scan_index(index, range, false, each))
}

impl Slice {
    /// The part of `range` that the pages before have left.
    fn rest(&self, range: KeyRange, beyond: impl Fn(KeyRange, &[u8]) -> KeyRange) -> Result<KeyRange> {
        let Some(cursor) = &self.after else { return Ok(range) };
        let row = URL_SAFE_NO_PAD.decode(cursor);
        Ok(beyond(range, &row.map_err(|_| Error::field("after", "This is not a page of the list."))?))
    }
}

fn page<R: Record>(
    read: &impl Read,
    index: Index,
    slice: &Slice,
    keep: impl Fn(&R) -> bool,
    rows: impl FnOnce(EachRow<'_>) -> Result<(), StoreError>,
) -> Result<Page<R>> {
    let mut items = Vec::new();
    let mut next = None;
    let mut passed = 0;
    let mut last_row = Vec::new();
    rows(&mut |index_key, primary| {
        if items.len() >= slice.limit || passed >= MAX_PASSED {
            next = Some(URL_SAFE_NO_PAD.encode(&last_row));
            return Ok(ControlFlow::Break(()));
        }
        let record =
            read.get::<R>(primary)?.ok_or_else(|| StoreError::Corrupt(format!("{} leads nowhere", index.table.0)))?;
        if keep(&record) {
            items.push(record);
        } else {
            passed += 1;
        }
        last_row = [index_key, primary].concat();
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Page { items, next })
}
