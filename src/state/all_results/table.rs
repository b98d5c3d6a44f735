//! Rows of all results with the order of each column, so that any page of any order costs the same.

use crate::{
    domain::{
        AttemptId, Instant, TestId, UserId,
        decision::{DecisionValue, PassMark, Percent},
        list::Scope,
        point_share::PointShare,
        submission::ScoringStatus,
        time::{SignedDuration, Span},
    },
    state::rankings,
};
use std::{
    borrow::Cow,
    cmp::Ordering,
    collections::{BTreeSet, HashMap, HashSet},
    sync::Arc,
};

/// Results in memory: some 300 bytes each. A site with more sorts, searches and filters those of one test, in its ranking.
pub const MAX_LISTED: u64 = 1_000_000;

/// Values that results are sorted and filtered by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultEntry {
    pub id: AttemptId,
    /// The id by which it is shown: random where its name is hidden.
    pub shown_id: AttemptId,
    pub test: TestId,
    /// Title of the test in lower case, shared by its rows.
    pub title: Arc<str>,
    /// The name as it is shown, in lower case; in an anonymous test, no name.
    pub name: Box<str>,
    /// Email address in lower case; blank where a test is anonymous.
    pub email: Box<str>,
    /// Score in hundredths of a percent, as it is shown.
    pub score: u32,
    /// The same without rounding.
    pub share: PointShare,
    pub provisional: bool,
    pub status: ScoringStatus,
    pub decision: Option<DecisionValue>,
    /// Time used, as it is shown.
    pub time_used: SignedDuration,
    /// Time of the submission, as it is shown.
    pub submitted_at: Instant,
    /// The reviewers to whom answers were dealt, and those who scored some.
    pub markers: Box<[UserId]>,
}

/// Columns that results are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultSort {
    Date,
    /// Provisional scores stand last in both directions: they are no verdict yet.
    Score,
    Name,
    Test,
    /// Time used.
    Time,
    /// State of the review.
    Review,
    Decision,
}

/// Orders that are kept, by their number; the others are sorted when they are asked for.
pub(super) const SORTS: [ResultSort; 5] =
    [ResultSort::Date, ResultSort::Score, ResultSort::Name, ResultSort::Test, ResultSort::Time];

impl ResultSort {
    /// A total order that discloses no more than what is shown: equal ones by date, then by id.
    pub fn compare(self, a: &ResultEntry, b: &ResultEntry) -> Ordering {
        let by_column = match self {
            Self::Date => Ordering::Equal,
            Self::Score => (a.provisional, a.score).cmp(&(b.provisional, b.score)),
            Self::Name => a.name.cmp(&b.name),
            Self::Test => a.title.cmp(&b.title),
            Self::Time => a.time_used.cmp(&b.time_used),
            Self::Review | Self::Decision => self.key(a).cmp(&self.key(b)),
        };
        by_column.then_with(|| (a.submitted_at, a.shown_id).cmp(&(b.submitted_at, b.shown_id)))
    }

    /// The rank of a row in a column whose order is not kept.
    fn key(self, row: &ResultEntry) -> u8 {
        match self {
            Self::Review => row.status as u8,
            // As rankings sort by it: shortlisted is the highest.
            Self::Decision => row.decision.map_or(0, |value| 3 - value as u8),
            Self::Date | Self::Score | Self::Name | Self::Test | Self::Time => 0,
        }
    }

    /// The place of the order that is kept.
    fn kept(self) -> Option<usize> {
        SORTS.iter().position(|sort| *sort == self)
    }
}

/// Conditions, all of which must hold.
#[derive(Clone, Debug)]
pub struct AllResultsFilter {
    pub scope: Scope,
    /// The tests that the reader may see; `None` for all.
    pub tests: Option<BTreeSet<TestId>>,
    pub submitted: Option<Span>,
    pub conditions: ResultConditions,
    /// The pass marks by which [`ResultConditions::passed`] is judged.
    pub marks: PassCriteria,
}

/// The pass mark of a test.
#[derive(Clone, Debug)]
pub enum PassCriterion {
    Whole(Percent),
    /// Sections have marks, too: judged by the points in the ranking of the test.
    Sections(PassMark, Arc<rankings::RankingTable>),
}

/// Pass marks by test.
#[derive(Clone, Debug, Default)]
pub struct PassCriteria(pub HashMap<TestId, PassCriterion>);

impl PassCriteria {
    /// Whether a final score passes; `None` for a provisional one, and without a mark.
    fn passed(&self, row: &ResultEntry) -> Option<bool> {
        let mark = self.0.get(&row.test).filter(|_| !row.provisional)?;
        Some(match mark {
            PassCriterion::Whole(percent) => percent.is_reached_by(row.share),
            PassCriterion::Sections(mark, ranking) => {
                ranking.get(row.id).is_some_and(|ranked| ranking.passes(ranked, mark))
            }
        })
    }
}

/// Conditions of what a result shows, all of which must hold.
#[derive(Clone, Debug, Default)]
pub struct ResultConditions {
    /// Part of a name or email address, in lower case.
    pub search: Option<String>,
    pub provisional: Option<bool>,
    /// `Some(None)`: not decided.
    pub decision: Option<Option<DecisionValue>>,
    /// Percent, inclusive.
    pub score_min: Option<f64>,
    pub score_max: Option<f64>,
    /// Final scores that reach the pass mark of their test, or that do not.
    pub passed: Option<bool>,
    /// An answer was dealt to this person, or scored by them.
    pub reviewer: Option<UserId>,
}

/// Values that [`ResultConditions`] are checked against; the fields are those of [`ResultEntry`].
pub struct ResultFields<'a> {
    pub name: &'a str,
    pub email: &'a str,
    pub score: u32,
    pub share: PointShare,
    pub provisional: bool,
    pub decision: Option<DecisionValue>,
    pub passed: Option<bool>,
    pub markers: &'a [UserId],
}

impl ResultConditions {
    /// Whether every result matches.
    #[must_use]
    pub fn are_open(&self) -> bool {
        let Self { search, provisional, decision, score_min, score_max, passed, reviewer } = self;
        let is_of_any_score = provisional.is_none() && score_min.is_none() && score_max.is_none() && passed.is_none();
        is_of_any_score && search.is_none() && decision.is_none() && reviewer.is_none()
    }

    #[must_use]
    pub fn hold(&self, shown: &ResultFields<'_>) -> bool {
        self.provisional.is_none_or(|wanted| shown.provisional == wanted)
            && self.decision.is_none_or(|wanted| shown.decision == wanted)
            && self.score_min.is_none_or(|min| shown.share.is_from(min, shown.score))
            && self.score_max.is_none_or(|max| shown.share.is_to(max, shown.score))
            && self.passed.is_none_or(|wanted| shown.passed == Some(wanted))
            && self.reviewer.is_none_or(|wanted| shown.markers.contains(&wanted))
            && self.search.as_ref().is_none_or(|part| shown.name.contains(&**part) || shown.email.contains(&**part))
    }
}

impl AllResultsFilter {
    /// Whether every row matches.
    fn is_open(&self) -> bool {
        let is_whole = self.scope == Scope::All && self.tests.is_none();
        is_whole && self.submitted.is_none() && self.conditions.are_open()
    }

    fn keeps(&self, row: &ResultEntry) -> bool {
        let ResultEntry { name, email, score, share, provisional, decision, markers, .. } = row;
        let (score, share, provisional, decision) = (*score, *share, *provisional, *decision);
        let passed = self.conditions.passed.and_then(|_| self.marks.passed(row));
        let shown = ResultFields { name, email, score, share, provisional, decision, passed, markers };
        let is_in_scope = match self.scope {
            Scope::All => true,
            Scope::Test(test) => row.test == test,
        };
        is_in_scope
            && self.tests.as_ref().is_none_or(|tests| tests.contains(&row.test))
            && self.submitted.is_none_or(|span| span.from <= row.submitted_at && row.submitted_at < span.to)
            && self.conditions.hold(&shown)
    }
}

#[derive(Clone, Debug)]
pub struct AllResultsQuery {
    pub sort: ResultSort,
    pub descending: bool,
    pub filter: AllResultsFilter,
}

/// All submissions, sorted.
#[derive(Clone, Debug, Default)]
pub struct ResultTable {
    rows: Vec<Option<Arc<ResultEntry>>>,
    free: Vec<u32>,
    slots: HashMap<AttemptId, u32>,
    /// Slots of rows, ascending by each column.
    orders: [Vec<u32>; SORTS.len()],
    titles: HashSet<Arc<str>>,
}

impl ResultTable {
    /// The title of a test, held once.
    pub fn title(&mut self, title: &str) -> Arc<str> {
        let title = title.to_lowercase();
        if let Some(known) = self.titles.get(&*title) {
            return known.clone();
        }
        let title: Arc<str> = title.into();
        self.titles.insert(title.clone());
        title
    }

    /// Adds many submissions that it does not have yet, and sorts once.
    pub fn fill(&mut self, rows: Vec<ResultEntry>) {
        for row in rows {
            self.place(row);
        }
        let Self { rows, orders, .. } = self;
        for (sort, order) in SORTS.into_iter().zip(orders) {
            order.sort_unstable_by(|a, b| compare(rows, sort, *a, *b));
        }
    }

    /// Adds a submission at the end of each order. Returns its slot.
    fn place(&mut self, row: ResultEntry) -> u32 {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.rows.push(None);
            u32::try_from(self.rows.len() - 1).unwrap_or(u32::MAX)
        });
        for order in &mut self.orders {
            order.push(slot);
        }
        self.slots.insert(row.id, slot);
        self.rows[slot as usize] = Some(Arc::new(row));
        slot
    }

    /// Adds a submission, or replaces it.
    pub fn set(&mut self, row: ResultEntry) {
        self.remove(row.id);
        let slot = self.place(row);
        let Self { rows, orders, .. } = self;
        for (sort, order) in SORTS.into_iter().zip(orders) {
            order.pop();
            let place = order.partition_point(|other| compare(rows, sort, *other, slot).is_lt());
            order.insert(place, slot);
        }
    }

    pub fn remove(&mut self, id: AttemptId) {
        let Some(slot) = self.slots.remove(&id) else { return };
        let Self { rows, orders, .. } = self;
        for (sort, order) in SORTS.into_iter().zip(orders) {
            let place = order.partition_point(|other| compare(rows, sort, *other, slot).is_lt());
            order.remove(place);
        }
        rows[slot as usize] = None;
        self.free.push(slot);
    }

    fn row(&self, slot: u32) -> Option<&ResultEntry> {
        self.rows.get(slot as usize)?.as_deref()
    }

    /// The number of rows that match, and a page of their ids.
    #[must_use]
    pub fn page(&self, query: &AllResultsQuery, skip: u64, take: usize) -> (u64, Vec<AttemptId>) {
        let place = query.sort.kept();
        let kept = &self.orders[place.unwrap_or_default()];
        let mut matching: Cow<'_, [u32]> = if query.filter.is_open() {
            Cow::Borrowed(kept)
        } else {
            let matches = |slot: &u32| self.row(*slot).is_some_and(|row| query.filter.keeps(row));
            Cow::Owned(kept.iter().copied().filter(matches).collect())
        };
        if place.is_none() {
            // Stable, so that equal ones stay in the order of their dates.
            matching.to_mut().sort_by_cached_key(|slot| self.row(*slot).map(|row| query.sort.key(row)));
        }
        let is_final = |slot: &u32| self.row(*slot).is_some_and(|row| !row.provisional);
        let first = match query.sort {
            ResultSort::Score => matching.partition_point(is_final),
            _ => matching.len(),
        };
        let (first, last) = matching.split_at(first);
        let mut ids = self.cut(first, query.descending, skip, take);
        ids.extend(self.cut(last, query.descending, skip.saturating_sub(first.len() as u64), take - ids.len()));
        (matching.len() as u64, ids)
    }

    fn cut(&self, order: &[u32], descending: bool, skip: u64, take: usize) -> Vec<AttemptId> {
        let skip = usize::try_from(skip).unwrap_or(usize::MAX).min(order.len());
        let id = |slot: &u32| self.row(*slot).map(|row| row.id);
        if descending {
            order.iter().rev().skip(skip).take(take).filter_map(id).collect()
        } else {
            order.iter().skip(skip).take(take).filter_map(id).collect()
        }
    }
}

fn compare(rows: &[Option<Arc<ResultEntry>>], sort: ResultSort, a: u32, b: u32) -> Ordering {
    match (&rows[a as usize], &rows[b as usize]) {
        (Some(a), Some(b)) => sort.compare(a, b),
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}
