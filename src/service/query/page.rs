//! Cursor pagination over an index (`docs/behaviour/calls.md#calls`).

use crate::{
    domain::{Error, Result},
    store::{Cursor, EachIndexRow, IndexRange, Read, Record, Snapshot, StoreError},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use std::{cell::OnceCell, ops::ControlFlow};

pub struct Page<R> {
    pub items: Vec<R>,
    /// Cursor of the next page; `None` on the last one.
    pub next: Option<String>,
}

impl<R> Page<R> {
    pub fn map<T>(self, f: impl FnMut(R) -> T) -> Page<T> {
        Page { items: self.items.into_iter().map(f).collect(), next: self.next }
    }
}

/// The requested page of a list.
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

/// Records that a filter without an index may skip in one call; beyond it the page ends early, with a cursor.
const MAX_SKIPPED: usize = 20_000;

/// Records of `range`, in descending order.
///
/// # Errors
/// 422 for an invalid cursor.
pub fn newest<R: Record>(read: &impl Read, range: IndexRange<R>, slice: &Slice) -> Result<Page<R>> {
    let range = slice.rest(range, IndexRange::before)?;
    page(read, slice, |_| true, |each| read.scan(range, true, each))
}

/// Like [`newest`], filtered: the text of the index key contains `part`, and `keep` returns true.
///
/// # Errors
/// 422 for an invalid cursor.
pub fn newest_wanted<R: Record>(
    read: &Snapshot,
    range: IndexRange<R>,
    slice: &Slice,
    part: Option<&str>,
    keep: impl Fn(&R) -> bool,
) -> Result<Page<R>> {
    let range = slice.rest(range, IndexRange::before)?;
    page(read, slice, keep, |each| match part {
        Some(part) => read.search(range, part, each),
        None => read.scan(range, true, each),
    })
}

/// Like [`newest`], filtered by `keep`, which reads other records.
///
/// # Errors
/// 422 for an invalid cursor; those of `keep`.
pub fn newest_judged<R: Record>(
    read: &impl Read,
    range: IndexRange<R>,
    slice: &Slice,
    keep: impl Fn(&R) -> Result<bool>,
) -> Result<Page<R>> {
    let range = slice.rest(range, IndexRange::before)?;
    judged(keep, |is_kept| page(read, slice, is_kept, |each| read.scan(range, true, each)))
}

/// Like [`newest_judged`], in ascending order.
///
/// # Errors
/// 422 for an invalid cursor; those of `keep`.
pub fn oldest_judged<R: Record>(
    read: &impl Read,
    range: IndexRange<R>,
    slice: &Slice,
    keep: impl Fn(&R) -> Result<bool>,
) -> Result<Page<R>> {
    let range = slice.rest(range, IndexRange::after)?;
    judged(keep, |is_kept| page(read, slice, is_kept, |each| read.scan(range, false, each)))
}

/// A page whose filter may fail.
fn judged<R>(
    keep: impl Fn(&R) -> Result<bool>,
    page: impl FnOnce(&dyn Fn(&R) -> bool) -> Result<Page<R>>,
) -> Result<Page<R>> {
    let failed = OnceCell::new();
    let is_kept = |record: &R| {
        keep(record).unwrap_or_else(|error| {
            failed.get_or_init(|| error);
            true
        })
    };
    let page = page(&is_kept)?;
    failed.into_inner().map_or(Ok(page), Err)
}

/// Like [`newest`], in ascending order.
///
/// # Errors
/// 422 for an invalid cursor.
pub fn oldest<R: Record>(read: &impl Read, range: IndexRange<R>, slice: &Slice) -> Result<Page<R>> {
    oldest_wanted(read, range, slice, |_| true)
}

/// Like [`oldest`], filtered by `keep`.
///
/// # Errors
/// 422 for an invalid cursor.
pub fn oldest_wanted<R: Record>(
    read: &impl Read,
    range: IndexRange<R>,
    slice: &Slice,
    keep: impl Fn(&R) -> bool,
) -> Result<Page<R>> {
    let range = slice.rest(range, IndexRange::after)?;
    page(read, slice, keep, |each| read.scan(range, false, each))
}

/// The refusal of an invalid cursor.
#[must_use]
pub fn bad_cursor() -> Error {
    Error::field("after", "This is not a valid cursor of this list.")
}

impl Slice {
    /// The part of `range` behind the cursor.
    fn rest<R>(
        &self,
        range: IndexRange<R>,
        beyond: impl Fn(IndexRange<R>, &Cursor) -> IndexRange<R>,
    ) -> Result<IndexRange<R>> {
        let Some(cursor) = &self.after else { return Ok(range) };
        let row = URL_SAFE_NO_PAD.decode(cursor);
        let row = row.map_err(|_| bad_cursor())?;
        Ok(beyond(range, &Cursor::from_bytes(row)))
    }
}

fn page<R: Record>(
    read: &impl Read,
    slice: &Slice,
    keep: impl Fn(&R) -> bool,
    rows: impl FnOnce(EachIndexRow<'_, R>) -> Result<(), StoreError>,
) -> Result<Page<R>> {
    let mut items = Vec::new();
    let mut next = None;
    let mut skipped = 0;
    let mut last: Option<Cursor> = None;
    rows(&mut |row| {
        if items.len() >= slice.limit || skipped >= MAX_SKIPPED {
            next = Some(URL_SAFE_NO_PAD.encode(last.as_ref().map_or(&[][..], Cursor::as_bytes)));
            return Ok(ControlFlow::Break(()));
        }
        let record = read.record_of(&row)?;
        if keep(&record) {
            items.push(record);
        } else {
            skipped += 1;
        }
        last = Some(row.cursor());
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Page { items, next })
}
