//! Results: the list by pages, one in detail, and the rows of exports.

use super::{actor::Admin, attempts, messages, screenshots, timeline};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result,
        attempt::{Answer, LateAnswer},
        paper::Paper,
        signal::{Signal, SignalTally},
        submission::{Grade, Submission},
        time::Span,
    },
    store::{
        Key, KeyRange, KeyReader, Read, Snapshot, StoreError,
        records::{self, SUBMISSION_BUCKET, Scope, counter, key},
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
            None => KeyRange::prefix(&self.scope.put(Key::new()).build()),
            Some(span) => {
                KeyRange::between(&key::submitted(self.scope, span.from), &key::submitted(self.scope, span.to))
            }
        }
    }

    /// The filter's part of the quarter-hour counters, newest first: (bucket, count).
    ///
    /// Days begin on a quarter of an hour in every zone, so that whole buckets make whole days.
    fn buckets(self, read: &Snapshot) -> Result<Vec<(i64, u64)>> {
        let prefix = self.scope.put(Key::new().text("bucket"));
        let head = prefix.build();
        let range = match self.submitted {
            None => KeyRange::prefix(&head),
            Some(span) => {
                KeyRange::between(&counter::bucket(self.scope, span.from), &counter::bucket(self.scope, span.to))
            }
        };
        let mut buckets = Vec::new();
        read.scan_counters(range, true, &mut |counter_key, count| {
            let tail = counter_key.get(head.len()..).unwrap_or_default();
            buckets.push((KeyReader::new(tail).i64()?, count));
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(buckets)
    }
}

/// Page `page` (from 1) of `limit` rows, newest first. A deep page costs no more than the first: the counters tell
/// in which quarter of an hour it begins.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, _: &Admin, filter: Filter, page: u64, limit: u64) -> Result<Results> {
    let read = app.store.read()?;
    let total = match filter.submitted {
        None => read.count(&counter::submissions(filter.scope))?,
        Some(_) => filter.buckets(&read)?.iter().map(|(_, n)| n).sum(),
    };
    let mut skip = page.saturating_sub(1).saturating_mul(limit);
    if skip >= total {
        return Ok(Results { rows: Vec::new(), total });
    }
    let mut range = filter.range();
    if skip > 0 {
        let mut end = None;
        for (bucket, count) in filter.buckets(&read)? {
            if skip < count {
                break;
            }
            skip -= count;
            end = Some(Instant(bucket.saturating_mul(SUBMISSION_BUCKET)));
        }
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
    read.get(primary)?.ok_or_else(|| StoreError::Corrupt("submissions_by_time leads nowhere".into()))
}

/// Hands every row to `each`, oldest first, in batches that hold no transaction open between them.
///
/// # Errors
/// Whatever `each` answers.
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

pub struct Detail {
    pub submission: Submission,
    pub paper: Arc<Paper>,
    pub grades: Vec<Grade>,
    pub answers: Vec<Answer>,
    pub late: Vec<LateAnswer>,
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
    let attempt = attempts::load(&read, id)?;
    Ok(Detail {
        paper: app.papers.get(&read, attempt.test_id, &attempt.paper)?,
        grades: read.records(&prefix)?,
        answers: read.records(&prefix)?,
        late: read.records(&prefix)?,
        signals: read.records(&prefix)?,
        timeline: timeline::read_with(&read, &attempt)?,
        messages: messages::of_attempt(&read, id)?,
        screenshots: screenshots::of_attempt(&read, id)?,
        signals_not_kept: read.get::<SignalTally>(&prefix)?.map_or(0, |t| t.not_kept),
        submission,
    })
}
