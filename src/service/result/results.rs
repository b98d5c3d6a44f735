//! Results: paginated list, details, and rows of exports.

use crate::service::scoring::judging::held;
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result, TestId,
        anonymity::ShownTimes,
        arrangement::Agreed,
        attempt::{Answer, Attempt, LateAnswer, TimeSpent},
        judging::Judging,
        list::Scope,
        paper::Paper,
        repair::Repairs,
        signal::{IntegritySignal, SignalTally},
        submission::{Grade, Submission},
        time::{DAY, MILLISECOND, Span},
    },
    service::{
        actor::ResultReader,
        monitor::{messages, screenshots},
        query::{self, numbers::QuestionNumbers, origins::Origins, page::Slice},
        work::timeline,
    },
    state::all_results::MAX_LISTED,
    store::{
        Cursor, IndexRange, Read, Snapshot,
        records::{
            self,
            counter::{self, CountPeriod},
        },
    },
};
use std::{collections::HashSet, ops::ControlFlow, sync::Arc};

/// Rows of an index that are walked to reach a page.
const MAX_WALKED: u64 = 2_000;

#[derive(Clone, Copy, Debug)]
pub struct SubmissionFilter {
    pub scope: Scope,
    /// Submission time.
    pub submitted: Option<Span>,
}

pub struct Results {
    pub rows: Vec<Submission>,
    pub total: u64,
}

impl SubmissionFilter {
    fn range(self) -> IndexRange<Submission> {
        match self.submitted {
            None => records::SUBMISSIONS_BY_TIME.under(self.scope),
            Some(span) => records::SUBMISSIONS_BY_TIME.between((self.scope, span.from), (self.scope, span.to)),
        }
    }

    /// The part of this filter before `end`, which lies within it.
    fn until(self, end: Instant) -> Self {
        let from = self.submitted.map_or(Instant::MIN, |span| span.from);
        Self { submitted: Some(Span { from, to: end }), ..self }
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
    fn counted(self, read: &Snapshot) -> Result<Vec<PeriodCount>> {
        let Some(Span { from, to }) = self.submitted else {
            return self.days(read, Instant::MIN, Instant::MAX);
        };
        let first = Instant::of_period(from.plus(DAY - MILLISECOND).period(DAY), DAY);
        let last = Instant::of_period(to.period(DAY), DAY);
        if first >= last {
            return self.quarters(read, from, to);
        }
        let mut found = self.quarters(read, last, to)?;
        found.extend(self.days(read, first, last)?);
        found.extend(self.quarters(read, from, first)?);
        Ok(found)
    }

    fn quarters(self, read: &Snapshot, from: Instant, to: Instant) -> Result<Vec<PeriodCount>> {
        counters(read, CountPeriod::QuarterHour, self.scope, from, to)
    }

    fn days(self, read: &Snapshot, from: Instant, to: Instant) -> Result<Vec<PeriodCount>> {
        counters(read, CountPeriod::Day, self.scope, from, to)
    }

    /// The rows behind the first `skip` ones, but for some that are still to be skipped. `None` where more than
    /// [`MAX_WALKED`] would be, and the results in memory have them.
    fn behind(self, read: &Snapshot, mut skip: u64) -> Result<Option<(IndexRange<Submission>, u64)>> {
        let mut parts = self.counted(read)?;
        let mut rest = self;
        loop {
            let mut inside = None;
            for part in parts {
                if skip < part.count {
                    inside = Some(part);
                    break;
                }
                skip -= part.count;
                rest = self.until(part.start);
            }
            match inside {
                Some(PeriodCount { start, period: CountPeriod::Day, .. }) => {
                    parts = self.quarters(read, start, start.plus(DAY))?;
                }
                Some(part) if skip.min(part.count - skip) > MAX_WALKED && is_listable(read)? => return Ok(None),
                Some(part) if skip > part.count / 2 => {
                    let newer = self.row_of(read, &part, part.count - skip)?;
                    return Ok(Some(newer.map_or((rest.range(), skip), |row| (rest.range().before(&row), 0))));
                }
                _ => return Ok(Some((rest.range(), skip))),
            }
        }
    }

    /// The row of a period with `older` rows before it.
    fn row_of(self, read: &Snapshot, part: &PeriodCount, mut older: u64) -> Result<Option<Cursor>> {
        let span = Span { from: part.start, to: part.start.plus(part.period.length()) };
        let mut found = None;
        read.scan(Self { submitted: Some(span), ..self }.range(), false, &mut |row| {
            if older > 0 {
                older -= 1;
                return Ok(ControlFlow::Continue(()));
            }
            found = Some(row.cursor());
            Ok(ControlFlow::Break(()))
        })?;
        Ok(found)
    }
}

/// Whether all results may be in memory, sorted: there are not too many.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn is_listable(read: &Snapshot) -> Result<bool> {
    Ok(read.count(&counter::submissions(Scope::All))? <= MAX_LISTED)
}

/// Whether names of these submissions are hidden.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn hides_names(read: &Snapshot, scope: Scope) -> Result<bool> {
    let hiding = query::naming::hiding(read)?;
    Ok(match scope {
        Scope::All => !hiding.is_empty(),
        Scope::Test(test) => hiding.contains(&test),
    })
}

/// Number of rows in a period.
struct PeriodCount {
    start: Instant,
    period: CountPeriod,
    count: u64,
}

fn counters(
    read: &Snapshot,
    period: CountPeriod,
    scope: Scope,
    from: Instant,
    to: Instant,
) -> Result<Vec<PeriodCount>> {
    let found = counter::periods(read, period, scope, from, to)?;
    Ok(found.into_iter().map(|(start, count)| PeriodCount { start, period, count }).collect())
}

/// Number of rows that match the filter, of the tests that the permission is for.
///
/// # Errors
/// Storage only.
pub fn count(app: &App, by: &ResultReader, filter: SubmissionFilter) -> Result<u64> {
    let read = app.store.read()?;
    let Some(tests) = by.scope().tests() else { return filter.total(&read) };
    let asked = tests.iter().filter(|test| filter.scope == Scope::All || filter.scope == Scope::Test(**test));
    asked.map(|test| SubmissionFilter { scope: Scope::Test(*test), ..filter }.total(&read)).sum()
}

/// Page `page` (from 1) of `limit` rows, newest first. A deep page costs no more than the first one: the counters give
/// the day and the quarter hour in which it begins, and within that the rows are counted from the nearer end. `None` if these
/// are more than [`MAX_WALKED`]: the results in memory have the same order. For all tests, the permission must be, too.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, by: &ResultReader, filter: SubmissionFilter, page: u64, limit: u64) -> Result<Option<Results>> {
    let is_within = match filter.scope {
        Scope::All => by.scope().tests().is_none(),
        Scope::Test(test) => by.scope().permits(test),
    };
    if !is_within {
        return Ok(None);
    }
    let read = app.store.read()?;
    let total = filter.total(&read)?;
    let skip = page.saturating_sub(1).saturating_mul(limit);
    if skip >= total {
        return Ok(Some(Results { rows: Vec::new(), total }));
    }
    let behind = if skip > 0 { filter.behind(&read, skip)? } else { Some((filter.range(), 0)) };
    let Some((range, mut skip)) = behind else { return Ok(None) };
    let mut rows = Vec::new();
    read.scan(range, true, &mut |row| {
        if skip > 0 {
            skip -= 1;
            return Ok(ControlFlow::Continue(()));
        }
        rows.push(read.record_of(&row)?);
        let full = rows.len() as u64 >= limit;
        Ok(if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    let rows = rows.into_iter().map(|row| query::naming::of_result(&read, row)).collect::<Result<_>>()?;
    Ok(Some(Results { rows, total }))
}

/// Passes every row to `each`, oldest first, in batches, without an open transaction between two batches.
///
/// # Errors
/// Those of `each`.
pub fn export(
    app: &App,
    by: &ResultReader,
    filter: SubmissionFilter,
    mut each: impl FnMut(Submission) -> Result<()>,
) -> Result<()> {
    let scope = by.scope();
    self::each(app, filter, |row| if scope.permits(row.test_id) { each(row) } else { Ok(()) })
}

/// Passes every row to `each`: those with names oldest first, then the others as they are shown, in the order of their random
/// ids. The filter holds for the times that are shown.
///
/// # Errors
/// Those of `each`.
pub fn shown(
    app: &App,
    by: &ResultReader,
    filter: SubmissionFilter,
    mut each: impl FnMut(Submission) -> Result<()>,
) -> Result<()> {
    let hiding = query::naming::hiding(&app.store.read()?)?;
    export(app, by, filter, |row| if hiding.contains(&row.test_id) { Ok(()) } else { each(row) })?;
    let is_asked =
        |test: &TestId| by.scope().permits(*test) && (filter.scope == Scope::All || filter.scope == Scope::Test(*test));
    let mut tests: Vec<TestId> = hiding.into_iter().filter(is_asked).collect();
    tests.sort_unstable();
    for test in tests {
        nameless(app, test, filter.submitted, &mut each)?;
    }
    Ok(())
}

/// Passes the rows of a test that hides names to `each`, in the order of their random ids, in batches.
fn nameless(
    app: &App,
    test: TestId,
    submitted: Option<Span>,
    each: &mut impl FnMut(Submission) -> Result<()>,
) -> Result<()> {
    let mut slice = Slice::default();
    loop {
        let read = app.store.read()?;
        let page = query::page::oldest(&read, records::ALIASES_BY_REVIEW.under(test), &slice)?;
        let found = page.items.iter().filter_map(|alias| read.get::<Submission>(alias.submission_id).transpose());
        let rows = found.map(|found| query::naming::of_result(&read, found?)).collect::<Result<Vec<_>>>()?;
        drop(read);
        let is_within =
            |row: &Submission| submitted.is_none_or(|span| span.from <= row.submitted_at && row.submitted_at < span.to);
        rows.into_iter().filter(is_within).try_for_each(&mut *each)?;
        match page.next {
            Some(next) => slice.after = Some(next),
            None => return Ok(()),
        }
    }
}

/// Like [`export`], for the server itself.
///
/// # Errors
/// Those of `each`.
pub(in crate::service) fn each(
    app: &App,
    filter: SubmissionFilter,
    mut each: impl FnMut(Submission) -> Result<()>,
) -> Result<()> {
    const BATCH: usize = 500;
    let mut range = filter.range();
    loop {
        let mut rows = Vec::with_capacity(BATCH);
        let mut last: Option<Cursor> = None;
        let read = app.store.read()?;
        read.scan(range.clone(), false, &mut |row| {
            rows.push(read.record_of(&row)?);
            last = Some(row.cursor());
            Ok(if rows.len() < BATCH { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        drop(read);
        let last = last.filter(|_| rows.len() == BATCH);
        rows.into_iter().try_for_each(&mut each)?;
        match last {
            Some(last) => range = range.after(&last),
            None => return Ok(()),
        }
    }
}

/// Passes every submission that is still there to `each`, oldest first. One that was deleted since its row was read is
/// named as changed, too.
///
/// # Errors
/// Those of `each`.
pub(in crate::service) fn each_present(
    app: &App,
    _: &ResultReader,
    filter: SubmissionFilter,
    mut each: impl FnMut(&Snapshot, Submission) -> Result<()>,
) -> Result<()> {
    self::each(app, filter, |submission| {
        let read = app.store.read()?;
        if read.has::<Submission>(submission.id)? { each(&read, submission) } else { Ok(()) }
    })
}

/// Passes what has become of changed submissions to `each`: `None` where one was deleted.
///
/// # Errors
/// Those of `each`.
pub(in crate::service) fn each_changed(
    app: &App,
    changed: HashSet<AttemptId>,
    mut each: impl FnMut(&Snapshot, AttemptId, Option<Submission>) -> Result<()>,
) -> Result<()> {
    if changed.is_empty() {
        return Ok(());
    }
    let read = app.store.read()?;
    changed.into_iter().try_for_each(|id| each(&read, id, read.get(id)?))
}

/// Passes the newest rows to `each`, at most `limit`, in batches as [`export`] does. Returns whether there are more.
///
/// # Errors
/// Those of `each`.
pub(in crate::service) fn newest(
    app: &App,
    scope: Scope,
    limit: usize,
    mut each: impl FnMut(Submission) -> Result<()>,
) -> Result<bool> {
    const BATCH: usize = 500;
    let mut range = SubmissionFilter { scope, submitted: None }.range();
    let mut left = limit;
    loop {
        let mut rows = Vec::new();
        let mut last: Option<Cursor> = None;
        let mut has_more = false;
        app.store.read()?.scan(range.clone(), true, &mut |row| {
            if rows.len() == left.min(BATCH) {
                has_more = true;
                return Ok(ControlFlow::Break(()));
            }
            rows.push(row.id()?);
            last = Some(row.cursor());
            Ok(ControlFlow::Continue(()))
        })?;
        left -= rows.len();
        for id in rows {
            // Deleted since its row was read, otherwise.
            let found: Option<Submission> = app.store.read()?.get(id)?;
            found.map(&mut each).transpose()?;
        }
        match last.filter(|_| has_more && left > 0) {
            Some(last) => range = range.before(&last),
            None => return Ok(has_more),
        }
    }
}

/// # Errors
/// 404.
pub fn get(app: &App, by: &ResultReader, id: AttemptId) -> Result<Submission> {
    let read = app.store.read()?;
    let id = query::naming::named(&read, id)?;
    let submission: Submission = read.get(id)?.ok_or_else(|| Error::not_found("result"))?;
    by.require(submission.test_id, "result")?;
    query::naming::of_result(&read, submission)
}

pub struct SubmissionDetail {
    pub submission: Submission,
    pub paper: Arc<Paper>,
    pub grades: Vec<Grade>,
    pub answers: Vec<Answer>,
    pub late: Vec<LateAnswer>,
    pub judgings: Vec<Judging>,
    pub repairs: Repairs,
    pub origins: Origins,
    pub numbers: QuestionNumbers,
    /// The time for each question that was in view; empty for attempts from before time was tracked.
    pub time_spent: Vec<TimeSpent>,
    /// Oldest first.
    pub signals: Vec<IntegritySignal>,
    pub signals_not_kept: u64,
    pub timeline: timeline::Timeline,
    pub messages: Vec<messages::SentMessage>,
    pub screenshots: Vec<screenshots::Taken>,
    /// Accommodations beside extra time.
    pub agreed: Agreed,
}

/// # Errors
/// 404.
pub fn detail(app: &App, by: &ResultReader, id: AttemptId) -> Result<SubmissionDetail> {
    let read = app.store.read()?;
    let id = query::naming::named(&read, id)?;
    let attempt: Option<Attempt> = read.get(id)?;
    attempt.map_or(Ok(()), |attempt| by.require(attempt.test_id, "result"))?;
    detail_in(app, &read, id)
}

fn no_result(read: &Snapshot, id: AttemptId) -> Error {
    match query::attempt::load(read, id) {
        Ok(attempt) if attempt.is_running() => {
            Error::absent("The test is running, perhaps because it was reopened: it has no result until it ends.")
        }
        _ => Error::not_found("result"),
    }
}

/// # Errors
/// 404.
pub(in crate::service) fn detail_in(app: &App, read: &Snapshot, id: AttemptId) -> Result<SubmissionDetail> {
    let Some(submission): Option<Submission> = read.get(id)? else { return Err(no_result(read, id)) };
    let attempt = query::attempt::load(read, id)?;
    let times = query::naming::times(read, &attempt)?;
    let mut judgings: Vec<Judging> = read.children(id)?;
    held::note(app, read, attempt.test_id, &mut judgings)?;
    let mut detail = SubmissionDetail {
        paper: app.caches.papers.get(read, attempt.test_id, &attempt.paper)?,
        grades: read.children(id)?,
        answers: read.children(id)?,
        late: read.children(id)?,
        judgings,
        repairs: query::repairs::of(read, attempt.test_id)?,
        origins: Origins::of(app, read, id)?,
        numbers: query::numbers::of(app, read, attempt.test_id)?,
        time_spent: read.children(id)?,
        signals: read.children(id)?,
        timeline: timeline::read_with(read, &attempt)?,
        messages: messages::of_attempt(read, id)?,
        screenshots: screenshots::of_attempt(read, id)?,
        signals_not_kept: read.get::<SignalTally>(id)?.map_or(0, |t| t.not_kept),
        agreed: query::arrangement::agreed(read, attempt.invite_id)?,
        submission: query::naming::of_result(read, submission)?,
    };
    detail.show_times(times);
    Ok(detail)
}

impl SubmissionDetail {
    fn show_times(&mut self, times: ShownTimes) {
        let shift = |at: &mut Instant| times.shift(at);
        self.answers.iter_mut().for_each(|answer| shift(&mut answer.saved_at));
        self.late.iter_mut().for_each(|late| shift(&mut late.received_at));
        self.time_spent.iter_mut().for_each(|spent| spent.seconds = times.seconds(spent.seconds));
        self.signals.iter_mut().for_each(|signal| shift(&mut signal.at));
        self.messages.iter_mut().for_each(|sent| sent.message.show_times(times));
        self.timeline.show_times(times);
        self.screenshots.iter_mut().for_each(|taken| shift(&mut taken.screenshot.taken_at));
        for judged in self.judgings.iter_mut().filter_map(|judging| judging.judged.as_mut()) {
            shift(&mut judged.at);
        }
    }
}
