//! The list of all results in any order, searched and filtered.

use super::{
    deciding::{
        decided::{self, Decided},
        flags::{self, Flags},
        passing::Passing,
        rows, table,
    },
    results::{self, Results},
};
use crate::service::scoring::repairs::marks::RepairEffects;
use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, Result, TestId,
        decision::{Decision, DecisionValue, PassMark},
        late_answer,
        list::Scope,
        submission::Submission,
    },
    service::{actor::ResultReader, query},
    state::all_results::{
        self, AllResultsQuery, PassCriterion, ResultConditions, ResultEntry, ResultFields, ResultSort, ResultTable,
    },
    store::{Read, Snapshot},
};
use std::{
    collections::{BTreeSet, HashMap, HashSet, hash_map::Entry},
    sync::Arc,
};

/// Sorting, page and filters that a caller requests.
#[derive(Clone, Debug)]
pub struct ResultListRequest {
    pub sort: ResultSort,
    pub descending: bool,
    /// Number of the page, counted from 1.
    pub page: u64,
    pub limit: u64,
    pub within: results::SubmissionFilter,
    pub conditions: ResultConditions,
}

impl ResultListRequest {
    /// Whether the index by date has this order, without any other condition. Where names are hidden, it would show who was
    /// first; of more results than can be listed otherwise, it does.
    fn is_by_date(&self, read: &Snapshot) -> Result<bool> {
        if self.sort != ResultSort::Date || !self.descending || !self.conditions.are_open() {
            return Ok(false);
        }
        Ok(!results::hides_names(read, self.within.scope)? || !results::is_listable(read)?)
    }

    fn query(self, marks: all_results::PassCriteria, tests: Option<BTreeSet<TestId>>) -> AllResultsQuery {
        let Self { sort, descending, within, conditions, .. } = self;
        let results::SubmissionFilter { scope, submitted } = within;
        let filter = all_results::AllResultsFilter { scope, tests, submitted, conditions, marks };
        AllResultsQuery { sort, descending, filter }
    }
}

/// A result with what its row shows beside it.
pub struct ListedResult {
    pub submission: Submission,
    pub decided: Decided,
    /// Points that repairs have added or taken; `None` where they have changed no score.
    pub repaired_points: Option<f64>,
    /// Repairs are being applied to the submissions of the test.
    pub is_recalculating: bool,
    /// `None` while the score is provisional, and without a pass mark.
    pub passed: Option<bool>,
    pub flags: Flags,
    /// Number of notes.
    pub notes: u32,
    /// Number of questions whose late answer waits for a decision.
    pub late_answers: usize,
}

pub struct Sorted {
    pub rows: Vec<ListedResult>,
    /// Number of submissions that match.
    pub total: u64,
}

/// # Errors
/// 409 `too_many_results` for other orders and filters than by date, of more than a million results.
pub async fn list(app: &App, by: &ResultReader, asked: ResultListRequest) -> Result<Sorted> {
    let is_by_date = asked.is_by_date(&app.store.read()?)?;
    let by_date = is_by_date.then(|| results::list(app, by, asked.within, asked.page, asked.limit));
    let Results { rows, total } = if let Some(found) = by_date.transpose()?.flatten() {
        found
    } else {
        let table = current(app, by).await?;
        let marks = marks(app, by, &asked).await?;
        find(app, by, &table, asked, marks)?
    };
    let read = app.store.read()?;
    let (mut marks, mut passes) = (RepairEffects::new(app), Passes::default());
    let row = |submission: Submission| {
        let repaired = marks.of(&submission)?;
        Ok(ListedResult {
            repaired_points: repaired.points,
            is_recalculating: repaired.is_recalculating,
            decided: decided::of(&read, submission.id)?,
            passed: passes.of(app, &read, &submission)?,
            flags: flags::of(&read, submission.id)?,
            notes: rows::notes(&read, submission.id)?,
            late_answers: late_answer::waiting(&read.children(submission.id)?),
            submission,
        })
    };
    Ok(Sorted { rows: rows.into_iter().map(row).collect::<Result<_>>()?, total })
}

/// The pass marks that the caller's filter needs. The ranking of a test is read only if its sections have marks.
async fn marks(app: &App, by: &ResultReader, asked: &ResultListRequest) -> Result<all_results::PassCriteria> {
    let mut found = all_results::PassCriteria::default();
    if asked.conditions.passed.is_none() {
        return Ok(found);
    }
    let all: Vec<PassMark> = app.store.read()?.records()?;
    let is_asked = |mark: &PassMark| match asked.within.scope {
        Scope::All => by.scope().permits(mark.test_id),
        Scope::Test(test) => mark.test_id == test,
    };
    for mark in all.into_iter().filter(|mark| mark.is_set() && is_asked(mark)) {
        let test = mark.test_id;
        let mark = match mark.percent.filter(|_| mark.sections.is_empty()) {
            Some(percent) => PassCriterion::Whole(percent),
            None => PassCriterion::Sections(mark, table::current(app, by, test).await?),
        };
        found.0.insert(test, mark);
    }
    Ok(found)
}

/// Pass marks of tests, each read once.
#[derive(Default)]
pub struct Passes(HashMap<TestId, Option<Passing>>);

impl Passes {
    /// Whether a submission passes; `None` while its score is provisional, and without a mark.
    ///
    /// # Errors
    /// Storage only.
    pub fn of(&mut self, app: &App, read: &impl Read, submission: &Submission) -> Result<Option<bool>> {
        if submission.is_provisional() {
            return Ok(None);
        }
        let passing = match self.0.entry(submission.test_id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(Passing::of(read, submission.test_id)?),
        };
        let passing = passing.as_mut();
        passing.map(|passing| passing.is_passed(app, read, submission, &[])).transpose()
    }
}

/// The page, read from the store. A submission that was deleted since the table was read is not in it.
fn find(
    app: &App,
    by: &ResultReader,
    table: &ResultTable,
    asked: ResultListRequest,
    marks: all_results::PassCriteria,
) -> Result<Results> {
    let skip = (asked.page - 1).saturating_mul(asked.limit);
    let take = usize::try_from(asked.limit).unwrap_or(usize::MAX);
    let (total, ids) = table.page(&asked.query(marks, by.scope().tests().cloned()), skip, take);
    let read = app.store.read()?;
    let mut rows = Vec::with_capacity(ids.len());
    for id in ids {
        let found: Option<Submission> = read.get(id)?;
        rows.extend(found.map(|found| query::naming::of_result(&read, found)).transpose()?);
    }
    Ok(Results { rows, total })
}

/// The current table. The first reader builds it on a blocking thread, and later ones read again what has changed since.
async fn current(app: &App, by: &ResultReader) -> Result<Arc<ResultTable>> {
    if let Some(table) = app.caches.all_results.fresh(app.store.stats().reopens) {
        return Ok(table);
    }
    if !results::is_listable(&app.store.read()?)? {
        let detail = "There are too many results to sort or filter across tests. Choose a test, and open its ranking.";
        return Err(Error::conflict(ErrorCode::TooManyResults, detail));
    }
    let reading = app.caches.all_results.reading().lock_owned().await;
    if let Some(table) = app.caches.all_results.fresh(app.store.stats().reopens) {
        return Ok(table);
    }
    let by = by.clone();
    // With the thread, not with the caller, who may leave: others would begin to read beside it.
    app.blocking(move |app| {
        let _reading = reading;
        update(app, &by)
    })
    .await
}

fn update(app: &App, by: &ResultReader) -> Result<Arc<ResultTable>> {
    let (known, changed) = app.caches.all_results.begin(app.store.stats().reopens);
    let mut table = match known {
        Some(known) => Arc::unwrap_or_clone(known),
        None => build(app, by)?,
    };
    apply(app, &mut table, changed)?;
    let table = Arc::new(table);
    app.caches.all_results.keep(table.clone());
    Ok(table)
}

fn build(app: &App, by: &ResultReader) -> Result<ResultTable> {
    let mut table = ResultTable::default();
    let mut found = Vec::new();
    results::each_present(
        app,
        by,
        results::SubmissionFilter { scope: Scope::All, submitted: None },
        |read, submission| {
            found.push(row(read, &mut table, submission)?);
            Ok(())
        },
    )?;
    table.fill(found);
    Ok(table)
}

fn apply(app: &App, table: &mut ResultTable, changed: HashSet<AttemptId>) -> Result<()> {
    results::each_changed(app, changed, |read, id, submission| {
        match submission {
            Some(submission) => {
                let row = row(read, table, submission)?;
                table.set(row);
            }
            None => table.remove(id),
        }
        Ok(())
    })
}

/// Whether conditions hold for a submission as it is shown.
///
/// # Errors
/// Storage only.
pub fn are_met(
    app: &App,
    read: &impl Read,
    judge: &mut Passes,
    conditions: &ResultConditions,
    shown: &Submission,
) -> Result<bool> {
    if conditions.are_open() {
        return Ok(true);
    }
    let passed = match conditions.passed {
        Some(_) => judge.of(app, read, shown)?,
        None => None,
    };
    let markers = match conditions.reviewer {
        Some(_) => table::people(read, shown)?,
        None => Vec::new(),
    };
    Ok(conditions.hold(&ResultFields {
        name: &shown.applicant_name.to_lowercase(),
        email: &shown.applicant_email.to_lowercase(),
        score: table::score(shown),
        share: shown.share(),
        provisional: shown.is_provisional(),
        decision: decision(read, shown.id)?,
        passed,
        markers: &markers,
    }))
}

fn decision(read: &impl Read, id: AttemptId) -> Result<Option<DecisionValue>> {
    Ok(read.get::<Decision>(id)?.and_then(|decision| decision.value))
}

fn row(read: &impl Read, of: &mut ResultTable, submission: Submission) -> Result<ResultEntry> {
    let decision = decision(read, submission.id)?;
    let markers = table::people(read, &submission)?.into();
    let shown = query::naming::of_result(read, submission)?;
    Ok(ResultEntry {
        id: shown.id,
        shown_id: shown.shown_id(),
        test: shown.test_id,
        title: of.title(&shown.test_title),
        name: shown.applicant_name.to_lowercase().into(),
        email: shown.applicant_email.to_lowercase().into(),
        score: table::score(&shown),
        share: shown.share(),
        provisional: shown.is_provisional(),
        status: shown.status,
        decision,
        time_used: shown.submitted_at.since(shown.started_at),
        submitted_at: shown.submitted_at,
        markers,
    })
}
