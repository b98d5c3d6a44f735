//! Pages of a ranking: which rows, in which order. Provisional scores always stand last.

use super::table::{RankingColumn, RankingEntry, RankingTable};
use crate::domain::{
    AttemptId,
    decision::{DecisionValue, PassMark},
    question::Thousandths,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankingTableSort {
    Score,
    Name,
    Time,
    Date,
    Review,
    Flags,
    Decision,
    /// Sorts by the points of the question with this number.
    Question(u32),
    /// Sorts by the points in the section with this number.
    Section(u32),
}

/// Conditions, all of which must hold.
#[derive(Clone, Debug, Default)]
pub struct RankingConditions {
    /// Part of a name or email address, in lower case.
    pub search: Option<String>,
    /// Final scores that reach this mark, or that do not.
    pub passed: Option<(PassMark, bool)>,
    /// `Some(None)`: not decided.
    pub decision: Option<Option<DecisionValue>>,
    /// Percent, inclusive.
    pub score_min: Option<f64>,
    pub score_max: Option<f64>,
    pub provisional: Option<bool>,
    /// Answers of it were dealt to the person of this number, or scored by them.
    pub marker: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct RankingTableQuery {
    pub sort: RankingTableSort,
    pub descending: bool,
    pub filter: RankingConditions,
}

impl RankingConditions {
    /// Whether every row of a group matches.
    const fn is_open(&self) -> bool {
        let Self { search, passed, decision, score_min, score_max, provisional: _, marker } = self;
        let is_of_any_score = passed.is_none() && score_min.is_none() && score_max.is_none();
        search.is_none() && decision.is_none() && marker.is_none() && is_of_any_score
    }

    fn keeps(&self, table: &RankingTable, row: &RankingEntry) -> bool {
        self.search.as_ref().is_none_or(|part| row.name.contains(&**part) || row.email.contains(&**part))
            && self.passed.as_ref().is_none_or(|(mark, wanted)| !row.provisional && table.passes(row, mark) == *wanted)
            && self.decision.is_none_or(|wanted| row.decision == wanted)
            && self.score_min.is_none_or(|min| row.share.is_from(min, row.score))
            && self.score_max.is_none_or(|max| row.share.is_to(max, row.score))
            && self.marker.is_none_or(|wanted| row.markers.iter().any(|marker| marker.person == wanted))
    }
}

impl RankingTableSort {
    /// The column whose order is kept; `None` for those that are sorted when they are asked for.
    const fn column(self) -> Option<RankingColumn> {
        match self {
            Self::Score => Some(RankingColumn::Score),
            Self::Name => Some(RankingColumn::Name),
            Self::Time => Some(RankingColumn::Time),
            Self::Date => Some(RankingColumn::Date),
            Self::Review | Self::Flags | Self::Decision | Self::Question(_) | Self::Section(_) => None,
        }
    }
}

impl RankingTableQuery {
    /// The number of rows that match, and a page of their ids.
    #[must_use]
    pub fn page(&self, table: &RankingTable, skip: u64, take: usize) -> (u64, Vec<AttemptId>) {
        let (mut total, mut ids) = (0, Vec::with_capacity(take));
        for provisional in [false, true] {
            if self.filter.provisional.is_some_and(|wanted| wanted != provisional) {
                continue;
            }
            let (matching, page) = part(table, self, provisional, skip.saturating_sub(total), take - ids.len());
            total += matching;
            ids.extend(page);
        }
        (total, ids)
    }
}

/// A page of the final rows, or of the provisional ones.
fn part(
    table: &RankingTable,
    query: &RankingTableQuery,
    provisional: bool,
    skip: u64,
    take: usize,
) -> (u64, Vec<AttemptId>) {
    let column = query.sort.column();
    let (kept, is_kept) = (table.order(column.unwrap_or(RankingColumn::Date), provisional), column.is_some());
    if is_kept && query.filter.is_open() {
        return cut(table, kept, query.descending, skip, take);
    }
    let matches = |slot: &u32| table.row(*slot).is_some_and(|row| query.filter.keeps(table, row));
    let mut matching: Vec<u32> = kept.iter().copied().filter(matches).collect();
    if !is_kept {
        // Stable, so that equal ones stay in the order of their dates.
        matching.sort_by_cached_key(|slot| table.row(*slot).map(|row| key(row, query.sort)));
    }
    cut(table, &matching, query.descending, skip, take)
}

fn key(row: &RankingEntry, sort: RankingTableSort) -> (bool, i64) {
    let number = match sort {
        RankingTableSort::Review => row.status as i64,
        RankingTableSort::Flags => row.flags.into(),
        RankingTableSort::Decision => row.decision.map_or(0, |value| 3 - value as i64),
        RankingTableSort::Question(question) => return by_points(RankingTable::earned(row, question)),
        RankingTableSort::Section(section) => return by_points(row.points_in(section).map(|points| points.earned)),
        RankingTableSort::Score | RankingTableSort::Name | RankingTableSort::Time | RankingTableSort::Date => 0,
    };
    (true, number)
}

/// Sorts by points: a row without points is below all that have some.
fn by_points(points: Option<Thousandths>) -> (bool, i64) {
    points.map_or((false, 0), |points| (true, points.0))
}

fn cut(table: &RankingTable, order: &[u32], descending: bool, skip: u64, take: usize) -> (u64, Vec<AttemptId>) {
    let skip = usize::try_from(skip).unwrap_or(usize::MAX).min(order.len());
    let id = |slot: &u32| table.row(*slot).map(|row| row.id);
    let ids = if descending {
        order.iter().rev().skip(skip).take(take).filter_map(id).collect()
    } else {
        order.iter().skip(skip).take(take).filter_map(id).collect()
    };
    (order.len() as u64, ids)
}
