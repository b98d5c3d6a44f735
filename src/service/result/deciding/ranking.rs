//! The ranking of a test: its submissions, sorted and filtered, with ranks over its final scores.

use super::{
    pass_mark::{self, TestPassMark},
    rows::{self, RankedSubmission},
    table,
    test_questions::{self, ListedTestQuestion, Shape},
};
use crate::{
    app::App,
    domain::{
        Error, Result, TestId, UserId,
        decision::{DecisionValue, PassMark},
        paper::Paper,
        submission::Submission,
        test::Test,
    },
    service::{
        actor::ResultReader,
        query::{self, numbers::QuestionNumbers},
        scoring::repairs::marks::RepairEffects,
    },
    state::rankings::{self, RankingTable, RankingTableQuery},
    store::{Read, Snapshot},
};
use std::sync::Arc;

/// A test that exists, or was taken before it was deleted.
#[derive(Clone, Copy, Debug)]
pub struct RankedTest(pub TestId);

/// # Errors
/// 404.
pub fn get(app: &App, _: &ResultReader, test: TestId) -> Result<RankedTest> {
    if exists(&app.store.read()?, test)? {
        return Ok(RankedTest(test));
    }
    Err(Error::not_found("test"))
}

/// Whether a test exists or has results.
///
/// # Errors
/// Storage only.
pub fn exists(read: &impl Read, test: TestId) -> Result<bool> {
    Ok(read.has::<Test>(test)? || read.has_children::<Paper>(test)?)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RankingSort {
    Score,
    Name,
    Time,
    Date,
    /// The best rank is the lowest.
    Rank,
    Percentile,
    Review,
    Flags,
    Decision,
    /// Sorts by the points of a question.
    Question(String),
    /// Sorts by the points in a section, named by its label.
    Section(String),
}

/// Conditions, all of which must hold.
#[derive(Clone, Debug, Default)]
pub struct RankingFilter {
    /// Part of a name or email address, in lower case.
    pub search: Option<String>,
    pub passed: Option<bool>,
    /// `Some(None)`: not decided.
    pub decision: Option<Option<DecisionValue>>,
    /// Percent, inclusive.
    pub score_min: Option<f64>,
    pub score_max: Option<f64>,
    pub provisional: Option<bool>,
    /// An answer was dealt to this person, or scored by them.
    pub reviewer: Option<UserId>,
}

/// The page that a caller asks for.
#[derive(Clone, Debug)]
pub struct RankingRequest {
    pub sort: RankingSort,
    pub descending: bool,
    /// Number of the page, counted from 1.
    pub page: u64,
    pub limit: u64,
    pub filter: RankingFilter,
}

/// All submissions of a test.
#[derive(Clone, Copy, Debug)]
pub struct RankingSummary {
    pub submissions: u64,
    /// Submissions with a final score.
    pub settled: u64,
    /// `None` without a pass mark.
    pub passed: Option<u64>,
    pub mean: Option<f64>,
    pub median: Option<f64>,
    pub shortlisted: u64,
    pub on_hold: u64,
    pub rejected: u64,
}

impl RankingSummary {
    fn of(table: &RankingTable, mark: Option<&PassMark>) -> Self {
        Self {
            submissions: table.len(),
            settled: table.settled(),
            passed: mark.map(|mark| table.passed(mark)),
            mean: table.mean(),
            median: table.median(),
            shortlisted: table.decided(DecisionValue::Shortlist),
            on_hold: table.decided(DecisionValue::Hold),
            rejected: table.decided(DecisionValue::Reject),
        }
    }
}

pub struct Ranking {
    pub title: String,
    /// Number of submissions that match the filter.
    pub total: u64,
    pub field: RankingSummary,
    pub mark: TestPassMark,
    /// Repairs are being applied.
    pub is_recalculating: bool,
    pub questions: Vec<ListedTestQuestion>,
    /// Sections with the share of their points that all submissions earned.
    pub sections: Vec<(String, Option<f64>)>,
    /// The reviewers to whom answers were dealt, by name.
    pub reviewers: Vec<(UserId, String)>,
    pub rows: Vec<RankedSubmission>,
}

/// A page of submissions, with what it was found in.
pub(super) struct RankedPage {
    pub table: Arc<RankingTable>,
    pub read: Snapshot,
    /// Its questions stand in their order.
    pub shape: Shape,
    pub numbers: QuestionNumbers,
    pub mark: TestPassMark,
    pub total: u64,
    pub submissions: Vec<Submission>,
}

/// # Errors
/// 404; 422 on `sort` for an unknown question or section.
pub async fn list(app: &App, by: &ResultReader, test: TestId, asked: RankingRequest) -> Result<Ranking> {
    let table = table::current(app, by, test).await?;
    let RankedPage { table, read, shape, numbers, mark, total, submissions } = find(app, test, table, asked)?;
    let Shape { title, questions, sections } = shape;
    let in_force = mark.in_force();
    let mut marks = RepairEffects::new(app);
    let row = |submission| rows::row(&read, &table, submission, in_force, &mut marks, &sections);
    let rows = submissions.into_iter().map(row);
    Ok(Ranking {
        is_recalculating: query::repairs::of(&read, test)?.is_recalculating(),
        rows: rows.collect::<Result<_>>()?,
        field: RankingSummary::of(&table, in_force),
        questions: test_questions::listed(&numbers, &questions),
        reviewers: reviewers(&read, &table)?,
        sections: test_questions::with_means(&table, sections),
        title,
        total,
        mark,
    })
}

fn reviewers(read: &impl Read, table: &RankingTable) -> Result<Vec<(UserId, String)>> {
    let named = table.reviewers().map(|id| Ok((id, query::person::name_of(read, Some(id))?)));
    let mut all: Vec<(UserId, String)> = named.collect::<Result<_>>()?;
    all.sort_by_cached_key(|(_, name)| name.to_lowercase());
    Ok(all)
}

/// The page, read from the store. A submission that was deleted since the ranking was read is not in it.
///
/// # Errors
/// Those of [`list`].
pub(super) fn find(app: &App, test: TestId, table: Arc<RankingTable>, asked: RankingRequest) -> Result<RankedPage> {
    let read = app.store.read()?;
    let mut shape = test_questions::of(&read, test)?;
    let numbers = query::numbers::of(app, &read, test)?;
    shape.questions.sort_by_key(|question| numbers.rank(&question.id));
    let mark = pass_mark::of(&read, test)?;
    let skip = (asked.page - 1).saturating_mul(asked.limit);
    let take = usize::try_from(asked.limit).unwrap_or(usize::MAX);
    let (total, ids) = match query(&table, &shape, asked, mark.in_force())? {
        Some(query) => query.page(&table, skip, take),
        None => (0, Vec::new()),
    };
    let mut submissions = Vec::with_capacity(ids.len());
    for id in ids {
        let found: Option<Submission> = read.get(id)?;
        submissions.extend(found.map(|found| query::naming::of_result(&read, found)).transpose()?);
    }
    Ok(RankedPage { table, read, shape, numbers, mark, total, submissions })
}

/// The query of the ranking in memory; `None` where nothing can match.
fn query(
    table: &RankingTable,
    shape: &Shape,
    asked: RankingRequest,
    mark: Option<&PassMark>,
) -> Result<Option<RankingTableQuery>> {
    let RankingRequest { sort, descending, filter, .. } = asked;
    let (sort, descending) = match sort {
        RankingSort::Score | RankingSort::Percentile => (rankings::RankingTableSort::Score, descending),
        RankingSort::Rank => (rankings::RankingTableSort::Score, !descending),
        RankingSort::Name => (rankings::RankingTableSort::Name, descending),
        RankingSort::Time => (rankings::RankingTableSort::Time, descending),
        RankingSort::Date => (rankings::RankingTableSort::Date, descending),
        RankingSort::Review => (rankings::RankingTableSort::Review, descending),
        RankingSort::Flags => (rankings::RankingTableSort::Flags, descending),
        RankingSort::Decision => (rankings::RankingTableSort::Decision, descending),
        RankingSort::Question(id) => match table.number_of(&id) {
            Some(number) => (rankings::RankingTableSort::Question(number), descending),
            // It is on no question paper yet.
            None if shape.questions.iter().any(|question| question.id == id) => {
                (rankings::RankingTableSort::Date, descending)
            }
            None => return Err(Error::field("sort", "This test has no such question.")),
        },
        RankingSort::Section(label) => match table.number_of_section(&label) {
            Some(number) => (rankings::RankingTableSort::Section(number), descending),
            None if shape.sections.contains(&label) => (rankings::RankingTableSort::Date, descending),
            None => return Err(Error::field("sort", "This test has no such section.")),
        },
    };
    let passed = match (filter.passed, mark) {
        (Some(wanted), Some(mark)) => Some((mark.clone(), wanted)),
        (Some(_), None) => return Ok(None),
        (None, _) => None,
    };
    let marker = match filter.reviewer.map(|id| table.number_of_person(id)) {
        Some(None) => return Ok(None),
        known => known.flatten(),
    };
    let RankingFilter { search, decision, score_min, score_max, provisional, .. } = filter;
    let filter = rankings::RankingConditions { search, passed, decision, score_min, score_max, provisional, marker };
    Ok(Some(RankingTableQuery { sort, descending, filter }))
}
