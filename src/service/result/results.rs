//! Results: paginated list, details, and rows of exports.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result,
        attempt::{Answer, LateAnswer, TimeSpent},
        list::Scope,
        paper::Paper,
        signal::{Signal, SignalTally},
        submission::{Grade, Submission},
        time::{DAY, Span},
    },
    service::{
        actor::Admin,
        monitor::{messages, screenshots},
        query, timeline,
    },
    store::{
        Key, KeyRange, KeyReader, Read, Snapshot, StoreError,
        records::{self, SUBMISSION_BUCKET, counter, key},
    },
};
use std::{ops::ControlFlow, sync::Arc};

#[derive(Clone, Copy, Debug)]
pub struct Filter {
    pub scope: Scope,
    /// Submission time.
    pub submitted: Option<Span>,
}

pub struct Results {
    pub rows: Vec<Submission>,
    pub total: u64,
}

impl Filter {
    fn range(self) -> KeyRange {
        match self.submitted {
            None => KeyRange::prefix(&Key::new().scope(self.scope).build()),
            Some(span) => {
                KeyRange::between(&key::submitted(self.scope, span.from), &key::submitted(self.scope, span.to))
            }
        }
    }

    fn total(self, read: &Snapshot) -> Result<u64> {
        match self.submitted {
            None => Ok(read.count(&counter::submissions(self.scope))?),
            Some(_) => Ok(self.counted(read)?.iter().map(|part| part.count).sum()),
        }
    }

    /// Row counts by period, newest first: whole UTC days, and quarter hours at the ends of the filter.
    ///
    /// Days begin on a quarter hour in every time zone, so that the filter's ends fall on quarter hours.
    fn counted(self, read: &Snapshot) -> Result<Vec<Counted>> {
        let Some(Span { from, to }) = self.submitted else {
            return self.days(read, Instant(i64::MIN), Instant(i64::MAX));
        };
        let first = Instant(from.0.saturating_add(DAY - 1).div_euclid(DAY).saturating_mul(DAY));
        let last = Instant(to.0.div_euclid(DAY).saturating_mul(DAY));
        if first >= last {
            return self.quarters(read, from, to);
        }
        let mut found = self.quarters(read, last, to)?;
        found.extend(self.days(read, first, last)?);
        found.extend(self.quarters(read, from, first)?);
        Ok(found)
    }

    fn quarters(self, read: &Snapshot, from: Instant, to: Instant) -> Result<Vec<Counted>> {
        counters(read, SUBMISSION_BUCKET, &counter::bucket(self.scope, from), &counter::bucket(self.scope, to))
    }

    fn days(self, read: &Snapshot, from: Instant, to: Instant) -> Result<Vec<Counted>> {
        counters(read, DAY, &counter::day(self.scope, from), &counter::day(self.scope, to))
    }

    /// The end of the range to read in order to skip `skip` rows, and how many of its rows are still to be skipped.
    fn place(self, read: &Snapshot, mut skip: u64) -> Result<(Option<Instant>, u64)> {
        let mut parts = self.counted(read)?;
        let mut end = None;
        loop {
            let mut inside = None;
            for part in parts {
                if skip < part.count {
                    inside = Some(part);
                    break;
                }
                skip -= part.count;
                end = Some(part.start);
            }
            match inside {
                Some(Counted { start, length: DAY, .. }) => parts = self.quarters(read, start, start.plus(DAY))?,
                _ => return Ok((end, skip)),
            }
        }
    }
}

/// Number of rows in a period.
struct Counted {
    start: Instant,
    /// In milliseconds.
    length: i64,
    count: u64,
}

/// The counters of periods of `length` milliseconds from one key to another, newest first.
fn counters(read: &Snapshot, length: i64, from: &[u8], to: &[u8]) -> Result<Vec<Counted>> {
    let mut found = Vec::new();
    read.scan_counters(KeyRange::between(from, to), true, &mut |counter_key, count| {
        let number = counter_key.len().checked_sub(size_of::<i64>()).and_then(|at| counter_key.get(at..));
        let start = Instant(KeyReader::new(number.unwrap_or_default()).i64()?.saturating_mul(length));
        found.push(Counted { start, length, count });
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}

/// Number of rows that match the filter.
///
/// # Errors
/// Storage only.
pub fn count(app: &App, _: &Admin, filter: Filter) -> Result<u64> {
    filter.total(&app.store.read()?)
}

/// Page `page` (from 1) of `limit` rows, newest first. A deep page costs no more than the first one: the counters give
/// the day and the quarter hour in which it begins.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, _: &Admin, filter: Filter, page: u64, limit: u64) -> Result<Results> {
    let read = app.store.read()?;
    let total = filter.total(&read)?;
    let mut skip = page.saturating_sub(1).saturating_mul(limit);
    if skip >= total {
        return Ok(Results { rows: Vec::new(), total });
    }
    let mut range = filter.range();
    if skip > 0 {
        let (end, left) = filter.place(&read, skip)?;
        skip = left;
        if let Some(end) = end {
            range = range.before(&key::submitted(filter.scope, end));
        }
    }
    let mut rows = Vec::new();
    read.scan_index(records::SUBMISSIONS_BY_TIME, range, true, &mut |_, primary| {
        if skip > 0 {
            skip -= 1;
            return Ok(ControlFlow::Continue(()));
        }
        rows.push(submission(&read, primary)?);
        let full = rows.len() as u64 >= limit;
        Ok(if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    Ok(Results { rows, total })
}

fn submission(read: &Snapshot, primary: &[u8]) -> Result<Submission, StoreError> {
    read.get(primary)?.ok_or_else(|| StoreError::Corrupt("dangling row in submissions_by_time".into()))
}

/// Passes every row to `each`, oldest first, in batches, without an open transaction between two batches.
///
/// # Errors
/// Those of `each`.
pub fn export(app: &App, _: &Admin, filter: Filter, mut each: impl FnMut(Submission) -> Result<()>) -> Result<()> {
    const BATCH: usize = 500;
    let mut range = filter.range();
    loop {
        let mut rows = Vec::with_capacity(BATCH);
        let mut last = Vec::new();
        let read = app.store.read()?;
        read.scan_index(records::SUBMISSIONS_BY_TIME, range.clone(), false, &mut |index_key, primary| {
            rows.push(submission(&read, primary)?);
            last = [index_key, primary].concat();
            Ok(if rows.len() < BATCH { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        drop(read);
        let done = rows.len() < BATCH;
        rows.into_iter().try_for_each(&mut each)?;
        if done {
            return Ok(());
        }
        range = range.after(&last);
    }
}

/// # Errors
/// 404.
pub fn get(app: &App, _: &Admin, id: AttemptId) -> Result<Submission> {
    app.store.read()?.get(&key::of_attempt(id))?.ok_or_else(|| Error::not_found("result"))
}

pub struct Detail {
    pub submission: Submission,
    pub paper: Arc<Paper>,
    pub grades: Vec<Grade>,
    pub answers: Vec<Answer>,
    pub late: Vec<LateAnswer>,
    /// Of each question that was in view; empty for attempts from before time was tracked.
    pub time_spent: Vec<TimeSpent>,
    /// Oldest first.
    pub signals: Vec<Signal>,
    pub signals_not_kept: u64,
    pub timeline: timeline::Timeline,
    pub messages: Vec<messages::Sent>,
    pub screenshots: Vec<screenshots::Taken>,
}

/// # Errors
/// 404.
pub fn detail(app: &App, _: &Admin, id: AttemptId) -> Result<Detail> {
    let read = app.store.read()?;
    let prefix = key::of_attempt(id);
    let submission: Submission = read.get(&prefix)?.ok_or_else(|| Error::not_found("result"))?;
    let attempt = query::attempt::load(&read, id)?;
    Ok(Detail {
        paper: app.papers.get(&read, attempt.test_id, &attempt.paper)?,
        grades: read.records(&prefix)?,
        answers: read.records(&prefix)?,
        late: read.records(&prefix)?,
        time_spent: read.records(&prefix)?,
        signals: read.records(&prefix)?,
        timeline: timeline::read_with(&read, &attempt)?,
        messages: messages::of_attempt(&read, id)?,
        screenshots: screenshots::of_attempt(&read, id)?,
        signals_not_kept: read.get::<SignalTally>(&prefix)?.map_or(0, |t| t.not_kept),
        submission,
    })
}
