//! Reads the changes of results behind a cursor.

use super::ChangedResult;
use crate::{
    app::App,
    domain::{
        Result, TestId,
        audit::AuditEntry,
        result_change::{ResultChange, ResultCursor, ResultNumbers, ResultState, mark_of},
    },
    service::{actor::ResultReader, query},
    store::{
        Read,
        records::{RESULT_CHANGES_BY_NUMBER, Single},
    },
};
use std::ops::ControlFlow;

/// Number of the first audit entry, which is never deleted.
const FIRST: u64 = 1;

/// Changes that one page reads; beyond it the page ends early, with its cursor.
const MAX_WALKED: usize = 5_000;

/// The changes behind a cursor, in the order of their numbers.
pub struct ChangesPage {
    pub rows: Vec<ChangedResult>,
    /// Where the next page begins.
    pub cursor: ResultCursor,
    /// Whether there are further changes now.
    pub has_more: bool,
}

/// Changes since a cursor, at most `limit`. Each result comes once, as it stands. Results of a test that hides names come
/// when it shows them; that one is gone comes at once. To those who may see some tests, neither the cursor nor `has_more` says
/// anything of the changes of others, as long as these are fewer than [`MAX_WALKED`].
///
/// # Errors
/// 409 `cursor_lost` where a restore has lost what the cursor has seen, and for one of other data.
pub fn page(
    app: &App,
    by: &ResultReader,
    since: &ResultCursor,
    test: Option<TestId>,
    limit: usize,
) -> Result<ChangesPage> {
    let read = app.store.read()?;
    let numbers: ResultNumbers = read.get(Single)?.unwrap_or_default();
    let data = read.get::<AuditEntry>(FIRST)?.map(|entry| mark_of(entry.hash));
    since.require_data(data)?;
    let is_scoped = by.scope().tests().is_some();
    let known = if is_scoped { numbers.require_epoch(since) } else { numbers.require(since) };
    known?;
    let hiding = query::naming::hiding(&read)?;
    let is_wanted = |change: &ResultChange| {
        let is_of_test = test.is_none_or(|test| test == change.test_id);
        // That a result is gone names no one: a copy of it must not stay where the names are hidden.
        let is_shown = change.state != ResultState::Present || !hiding.contains(&change.test_id);
        is_of_test && is_shown && by.scope().permits(change.test_id)
    };
    let (mut rows, mut last, mut walked, mut has_more) = (Vec::new(), since.number, 0, false);
    let mut last_wanted = since.number;
    let behind = RESULT_CHANGES_BY_NUMBER.between(since.number.saturating_add(1), u64::MAX);
    read.scan(behind, false, &mut |row| {
        let change = read.record_of(&row)?;
        let is_shown = is_wanted(&change);
        if walked >= MAX_WALKED || is_shown && rows.len() >= limit {
            has_more = true;
            return Ok(ControlFlow::Break(()));
        }
        walked += 1;
        last = change.number;
        if is_shown {
            last_wanted = last;
            rows.push(change);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    if is_scoped && walked < MAX_WALKED {
        last = last_wanted;
    }
    let mut changed = Vec::with_capacity(rows.len());
    for change in &rows {
        changed.extend(ChangedResult::of(&read, change)?);
    }
    Ok(ChangesPage { rows: changed, cursor: numbers.cursor(last, test).within(data), has_more })
}
