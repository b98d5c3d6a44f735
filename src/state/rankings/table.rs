//! The submissions of a test in memory, sorted by each of the common columns, so that any page of any order costs the same.

use crate::domain::{
    AttemptId, Instant, UserId,
    bank::section_points::SectionPoints,
    decision::{DecisionValue, PassMark},
    point_share::PointShare,
    question::Thousandths,
    submission::ScoringStatus,
    time::SignedDuration,
};
use std::{
    cmp,
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// The score of one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerScore {
    /// Number of the question in the table, see [`RankingTable::question`].
    pub question: u32,
    /// `None` while it waits for a review.
    pub earned: Option<Thousandths>,
    pub points: u32,
}

/// Who scores answers of a submission, or has scored some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marker {
    /// Number of the person in the table, see [`RankingTable::person`].
    pub person: u32,
    /// An answer was dealt to them, not only scored by them.
    pub is_dealt: bool,
}

/// Values that a ranking sorts and filters a submission by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankingEntry {
    pub id: AttemptId,
    /// The id by which it is shown: random where its name is hidden.
    pub shown_id: AttemptId,
    /// Name in lower case.
    pub name: Box<str>,
    /// Email address in lower case.
    pub email: Box<str>,
    /// Score in hundredths of a percent, as it is shown.
    pub score: u32,
    /// The same without rounding.
    pub share: PointShare,
    pub provisional: bool,
    pub status: ScoringStatus,
    /// Time used, as it is shown.
    pub time_used: SignedDuration,
    /// Time of the submission, as it is shown.
    pub submitted_at: Instant,
    pub flags: u32,
    pub decision: Option<DecisionValue>,
    pub is_told: bool,
    pub marks: Box<[AnswerScore]>,
    /// Points by the number of the section, see [`RankingTable::section`].
    pub sections: Box<[(u32, SectionPoints)]>,
    /// Each person once.
    pub markers: Box<[Marker]>,
}

impl RankingEntry {
    /// The points in a section; `None` if it is not on the paper.
    #[must_use]
    pub fn points_in(&self, section: u32) -> Option<SectionPoints> {
        self.sections.iter().find(|(number, _)| *number == section).map(|(_, points)| *points)
    }
}

/// Columns whose order is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RankingColumn {
    Score,
    Name,
    Time,
    Date,
}

const COLUMNS: [RankingColumn; 4] =
    [RankingColumn::Score, RankingColumn::Name, RankingColumn::Time, RankingColumn::Date];

impl RankingColumn {
    /// A total order that discloses no more than what is shown: equal ones by date, then by id.
    pub fn compare(self, a: &RankingEntry, b: &RankingEntry) -> cmp::Ordering {
        let by_column = match self {
            Self::Score => a.score.cmp(&b.score),
            Self::Name => a.name.cmp(&b.name),
            Self::Time => a.time_used.cmp(&b.time_used),
            Self::Date => cmp::Ordering::Equal,
        };
        by_column.then_with(|| (a.submitted_at, a.shown_id).cmp(&(b.submitted_at, b.shown_id)))
    }
}

/// Slots of rows, ascending by each column.
#[derive(Clone, Debug, Default)]
struct Orders([Vec<u32>; COLUMNS.len()]);

/// Sums over the scored answers to a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    earned: i64,
    points: i64,
}

/// All submissions of a test, sorted.
#[derive(Clone, Debug, Default)]
pub struct RankingTable {
    rows: Vec<Option<Arc<RankingEntry>>>,
    free: Vec<u32>,
    slots: HashMap<AttemptId, u32>,
    /// The orders of final scores, then those of provisional ones.
    orders: [Orders; 2],
    questions: Vec<Box<str>>,
    sums: Vec<Sum>,
    sections: Vec<Box<str>>,
    section_sums: Vec<Sum>,
    people: Vec<UserId>,
    /// Submissions with an answer that was dealt to each of them.
    dealt: Vec<u64>,
    /// The sum of the final scores, in hundredths of a percent.
    score_sum: u64,
    /// Numbers of decisions, by the position of the value.
    decided: [u64; 3],
    passed: CountedPasses,
}

/// How many pass by the last pass mark that was asked for: its version, which a test never has twice, above their number.
/// 0: none was.
#[derive(Debug, Default)]
struct CountedPasses(AtomicU64);

impl CountedPasses {
    fn of(&self, version: u32) -> Option<u64> {
        let known = self.0.load(Ordering::Relaxed);
        (version > 0 && known >> 32 == u64::from(version)).then_some(known & u64::from(u32::MAX))
    }

    fn keep(&self, version: u32, number: u64) {
        if u32::try_from(number).is_ok() {
            self.0.store(u64::from(version) << 32 | number, Ordering::Relaxed);
        }
    }

    /// Rows have changed.
    fn forget(&mut self) {
        *self.0.get_mut() = 0;
    }
}

impl Clone for CountedPasses {
    fn clone(&self) -> Self {
        Self(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }
}

/// Number of final submissions below, and equal to, a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankCounts {
    pub below: u64,
    pub equal: u64,
    /// All final ones.
    pub of: u64,
}

impl RankCounts {
    /// Returns the rank, counted from 1; equal scores share one.
    #[must_use]
    pub const fn rank(self) -> u64 {
        self.of.saturating_sub(self.below + self.equal) + 1
    }

    /// Share of the others with a lower score, equal ones counting half, in percent with one decimal; `None` for a single
    /// submission.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "numbers of submissions")]
    pub fn percentile(self) -> Option<f64> {
        let others = self.of.checked_sub(1).filter(|others| *others > 0)?;
        let lower = self.below as f64 + self.equal.saturating_sub(1) as f64 / 2.0;
        Some((lower * 1_000.0 / others as f64).round() / 10.0)
    }
}

fn count(n: usize) -> u64 {
    n as u64
}

impl RankingTable {
    /// Adds many submissions that it does not have yet, and sorts once.
    pub fn fill(&mut self, rows: Vec<RankingEntry>) {
        for row in rows {
            self.place(Arc::new(row));
        }
        let Self { rows, orders, .. } = self;
        for slots in orders {
            for (column, order) in COLUMNS.into_iter().zip(&mut slots.0) {
                order.sort_unstable_by(|a, b| compare(rows, column, *a, *b));
            }
        }
    }

    /// The number of a question, which is new if it was not known.
    pub fn question(&mut self, id: &str) -> u32 {
        let known = self.questions.iter().position(|known| **known == *id);
        let number = known.unwrap_or_else(|| {
            self.questions.push(id.into());
            self.sums.push(Sum::default());
            self.questions.len() - 1
        });
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// The number of a section, which is new if it was not known.
    pub fn section(&mut self, label: &str) -> u32 {
        let known = self.sections.iter().position(|known| **known == *label);
        let number = known.unwrap_or_else(|| {
            self.sections.push(label.into());
            self.section_sums.push(Sum::default());
            self.sections.len() - 1
        });
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// The number of a section that any submission has.
    #[must_use]
    pub fn number_of_section(&self, label: &str) -> Option<u32> {
        let number = self.sections.iter().position(|known| **known == *label)?;
        u32::try_from(number).ok()
    }

    /// The number of a question that any submission has.
    #[must_use]
    pub fn number_of(&self, question: &str) -> Option<u32> {
        let number = self.questions.iter().position(|known| **known == *question)?;
        u32::try_from(number).ok()
    }

    /// The number of a person who scores answers, which is new if they were not known.
    pub fn person(&mut self, id: UserId) -> u32 {
        let number = self.people.iter().position(|known| *known == id).unwrap_or_else(|| {
            self.people.push(id);
            self.dealt.push(0);
            self.people.len() - 1
        });
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// The number of a person who scores answers of any submission, or has scored some.
    #[must_use]
    pub fn number_of_person(&self, id: UserId) -> Option<u32> {
        let number = self.people.iter().position(|known| *known == id)?;
        u32::try_from(number).ok()
    }

    /// The reviewers to whom an answer of any submission was dealt.
    pub fn reviewers(&self) -> impl Iterator<Item = UserId> {
        self.people.iter().zip(&self.dealt).filter(|(_, dealt)| **dealt > 0).map(|(id, _)| *id)
    }

    /// Adds a submission at the end of each order. Returns its slot.
    fn place(&mut self, row: Arc<RankingEntry>) -> u32 {
        self.tally(&row, 1);
        let slots = &mut self.orders[usize::from(row.provisional)].0;
        let slot = self.free.pop().unwrap_or_else(|| {
            self.rows.push(None);
            u32::try_from(self.rows.len() - 1).unwrap_or(u32::MAX)
        });
        for order in slots {
            order.push(slot);
        }
        self.slots.insert(row.id, slot);
        self.rows[slot as usize] = Some(row);
        slot
    }

    /// Adds a submission, or replaces it.
    pub fn set(&mut self, row: RankingEntry) {
        self.remove(row.id);
        let provisional = usize::from(row.provisional);
        let slot = self.place(Arc::new(row));
        let Self { rows, orders, .. } = self;
        for (column, order) in COLUMNS.into_iter().zip(&mut orders[provisional].0) {
            order.pop();
            let place = order.partition_point(|other| compare(rows, column, *other, slot).is_lt());
            order.insert(place, slot);
        }
    }

    pub fn remove(&mut self, id: AttemptId) {
        let Some(slot) = self.slots.remove(&id) else { return };
        let Self { rows, orders, .. } = self;
        let Some(row) = rows[slot as usize].clone() else { return };
        for (column, order) in COLUMNS.into_iter().zip(&mut orders[usize::from(row.provisional)].0) {
            let place = order.partition_point(|other| compare(rows, column, *other, slot).is_lt());
            order.remove(place);
        }
        rows[slot as usize] = None;
        self.free.push(slot);
        self.tally(&row, -1);
    }

    /// Adds a row to the sums, or takes it out.
    fn tally(&mut self, row: &RankingEntry, sign: i64) {
        self.passed.forget();
        if !row.provisional {
            self.score_sum = self.score_sum.saturating_add_signed(sign * i64::from(row.score));
        }
        if let Some(value) = row.decision {
            let decided = &mut self.decided[value as usize];
            *decided = decided.saturating_add_signed(sign);
        }
        for mark in &row.marks {
            if let (Some(earned), Some(sum)) = (mark.earned, self.sums.get_mut(mark.question as usize)) {
                sum.earned += sign * earned.0;
                sum.points += sign * Thousandths::of_points(mark.points).0;
            }
        }
        for (section, points) in row.sections.iter().filter(|(_, points)| !points.is_pending) {
            if let Some(sum) = self.section_sums.get_mut(*section as usize) {
                sum.earned += sign * points.earned.0;
                sum.points += sign * Thousandths::of_points(points.points).0;
            }
        }
        for marker in row.markers.iter().filter(|marker| marker.is_dealt) {
            if let Some(dealt) = self.dealt.get_mut(marker.person as usize) {
                *dealt = dealt.saturating_add_signed(sign);
            }
        }
    }

    #[must_use]
    pub fn len(&self) -> u64 {
        count(self.slots.len())
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    #[must_use]
    pub fn get(&self, id: AttemptId) -> Option<&RankingEntry> {
        self.row(*self.slots.get(&id)?)
    }

    pub(super) fn row(&self, slot: u32) -> Option<&RankingEntry> {
        self.rows.get(slot as usize)?.as_deref()
    }

    pub(super) fn order(&self, column: RankingColumn, provisional: bool) -> &[u32] {
        &self.orders[usize::from(provisional)].0[column as usize]
    }

    fn finals(&self) -> &[u32] {
        self.order(RankingColumn::Score, false)
    }

    fn score_at(&self, place: usize) -> Option<u32> {
        self.row(*self.finals().get(place)?).map(|row| row.score)
    }

    /// Number of final scores, lowest first, for which `is_low` holds.
    fn lower(&self, is_low: impl Fn(u32) -> bool) -> u64 {
        count(self.finals().partition_point(|slot| self.row(*slot).is_some_and(|row| is_low(row.score))))
    }

    /// Number of submissions with a final score.
    #[must_use]
    pub fn settled(&self) -> u64 {
        count(self.finals().len())
    }

    /// The place of a final score, in hundredths of a percent.
    #[must_use]
    pub fn place_of(&self, score: u32) -> RankCounts {
        let below = self.lower(|other| other < score);
        RankCounts { below, equal: self.lower(|other| other <= score) - below, of: self.settled() }
    }

    /// Number of final submissions that pass. Where sections have marks, the first caller after a change reads all of them.
    #[must_use]
    pub fn passed(&self, mark: &PassMark) -> u64 {
        match mark.percent {
            Some(percent) if mark.sections.is_empty() => {
                let (first, last) = percent.rounded_bounds();
                let place = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
                let (from, to) = (self.lower(|score| score < first), self.lower(|score| score <= last));
                let near = self.finals().get(place(from)..place(to)).unwrap_or_default();
                let reach = |slot: &&u32| self.row(**slot).is_some_and(|row| percent.is_reached_by(row.share));
                self.settled() - to + count(near.iter().filter(reach).count())
            }
            _ => self.passed.of(mark.version).unwrap_or_else(|| {
                let number = count(self.best_first().filter(|row| self.passes(row, mark)).count());
                self.passed.keep(mark.version, number);
                number
            }),
        }
    }

    /// Rows with a final score, the best first.
    pub fn best_first(&self) -> impl Iterator<Item = &RankingEntry> {
        self.finals().iter().rev().filter_map(|slot| self.row(*slot))
    }

    /// Whether a final submission passes.
    #[must_use]
    pub fn passes(&self, row: &RankingEntry, mark: &PassMark) -> bool {
        mark.is_reached_by(row.share, |label| row.points_in(self.number_of_section(label)?))
    }

    /// Mean of the final scores, in percent with two decimals.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a sum of scores")]
    pub fn mean(&self) -> Option<f64> {
        let settled = self.settled();
        (settled > 0).then(|| (self.score_sum as f64 / settled as f64).round() / 100.0)
    }

    /// Median of the final scores, in percent.
    #[must_use]
    pub fn median(&self) -> Option<f64> {
        let number = self.finals().len();
        let (low, high) = (self.score_at(number.checked_sub(1)? / 2)?, self.score_at(number / 2)?);
        Some((f64::from(low + high) / 2.0).round() / 100.0)
    }

    /// Number of submissions with this decision.
    #[must_use]
    pub const fn decided(&self, value: DecisionValue) -> u64 {
        self.decided[value as usize]
    }

    /// Share of the possible points of a question that its scored answers earned, from 0 to 1.
    #[must_use]
    pub fn mean_share(&self, question: &str) -> Option<f64> {
        let sum = self.sums.get(self.number_of(question)? as usize)?;
        share(sum.earned, sum.points)
    }

    /// Like [`Self::mean_share`], of several questions together.
    #[must_use]
    pub fn mean_share_of<'q>(&self, questions: impl Iterator<Item = &'q str>) -> Option<f64> {
        let sums = questions.filter_map(|question| self.sums.get(self.number_of(question)? as usize));
        let (earned, points) = sums.fold((0, 0), |(earned, points), sum| (earned + sum.earned, points + sum.points));
        share(earned, points)
    }

    /// Share of the points of a section that all submissions earned there, but for those with a waiting answer; from 0 to 1.
    #[must_use]
    pub fn mean_share_in(&self, section: &str) -> Option<f64> {
        let sum = self.section_sums.get(self.number_of_section(section)? as usize)?;
        share(sum.earned, sum.points)
    }

    /// The points of a question, for an order by them.
    pub(super) fn earned(row: &RankingEntry, question: u32) -> Option<Thousandths> {
        row.marks.iter().find(|mark| mark.question == question)?.earned
    }
}

#[expect(clippy::cast_precision_loss, reason = "sums of points")]
fn share(earned: i64, points: i64) -> Option<f64> {
    (points > 0).then(|| (earned as f64 / points as f64).clamp(0.0, 1.0))
}

fn compare(rows: &[Option<Arc<RankingEntry>>], column: RankingColumn, a: u32, b: u32) -> cmp::Ordering {
    match (&rows[a as usize], &rows[b as usize]) {
        (Some(a), Some(b)) => column.compare(a, b),
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}
