//! One page of a list, read through an index; the next page begins at a cursor.

use crate::{
    domain::{Error, Result},
    store::{Index, KeyRange, Read, Record, StoreError},
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
/// Index rows that may be passed over without a look at their records.
const MAX_SKIPPED: usize = 500_000;

/// What is left out of a page.
pub struct Wanted<L, K> {
    /// Judges a row by its index key alone.
    pub looks: L,
    /// Judges the record.
    pub keep: K,
}

/// Records of `index` within `range`, last first.
///
/// # Errors
/// 422 for a cursor that is not one of ours.
pub fn newest<R: Record>(read: &impl Read, index: Index, range: KeyRange, slice: &Slice) -> Result<Page<R>> {
    walk(read, index, range, true, slice, &everything())
}

/// The same, with only what is wanted.
///
/// # Errors
/// 422 for a cursor that is not one of ours.
pub fn newest_wanted<R: Record>(
    read: &impl Read,
    index: Index,
    range: KeyRange,
    slice: &Slice,
    wanted: &Wanted<impl Fn(&[u8]) -> bool, impl Fn(&R) -> bool>,
) -> Result<Page<R>> {
    walk(read, index, range, true, slice, wanted)
}

fn everything<R>() -> Wanted<impl Fn(&[u8]) -> bool, impl Fn(&R) -> bool> {
    Wanted { looks: |_: &[u8]| true, keep: |_: &R| true }
}

/// The same, first first.
///
/// # Errors
/// 422 for a cursor that is not one of ours.
pub fn oldest<R: Record>(read: &impl Read, index: Index, range: KeyRange, slice: &Slice) -> Result<Page<R>> {
    walk(read, index, range, false, slice, &everything())
}

fn walk<R: Record>(
    read: &impl Read,
    index: Index,
    range: KeyRange,
    backwards: bool,
    slice: &Slice,
    wanted: &Wanted<impl Fn(&[u8]) -> bool, impl Fn(&R) -> bool>,
) -> Result<Page<R>> {
    let range = match &slice.after {
        None => range,
        Some(cursor) => {
            let row =
                URL_SAFE_NO_PAD.decode(cursor).map_err(|_| Error::field("after", "This is not a page of the list."))?;
            if backwards { range.before(&row) } else { range.after(&row) }
        }
    };
    let mut items = Vec::new();
    let mut next = None;
    let (mut passed, mut skipped) = (0, 0);
    let mut last_row = Vec::new();
    read.scan_index(index, range, backwards, &mut |index_key, primary| {
        let looks = (wanted.looks)(index_key);
        if !looks && skipped < MAX_SKIPPED {
            skipped += 1;
            if skipped == MAX_SKIPPED {
                last_row = [index_key, primary].concat();
            }
            return Ok(ControlFlow::Continue(()));
        }
        if items.len() >= slice.limit || passed >= MAX_PASSED || skipped >= MAX_SKIPPED {
            next = Some(URL_SAFE_NO_PAD.encode(&last_row));
            return Ok(ControlFlow::Break(()));
        }
        let record =
            read.get::<R>(primary)?.ok_or_else(|| StoreError::Corrupt(format!("{} leads nowhere", index.table.0)))?;
        if (wanted.keep)(&record) {
            items.push(record);
        } else {
            passed += 1;
        }
        last_row = [index_key, primary].concat();
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Page { items, next })
}
