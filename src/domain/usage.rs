//! Figures of a question from its use: what the final results of several tests say of it together
//! (`docs/behaviour/tests.md#question-bank`).

use super::{
    attempt::TimeSpent,
    paper::Paper,
    statistics::{MIN_CORRELATION_PAIRS, Pairs, hundredths},
    submission::{Grade, Submission},
};
use std::collections::{BTreeMap, HashMap};

/// Minimum number of answers: with fewer, figures of a question would be those of a few people.
pub const MIN_ANSWERS: u64 = 10;
/// A pool is uneven if the mean scores of its easiest and its hardest question are further apart, in percentage points.
pub const MAX_DIFFERENCE: f64 = 30.0;

/// Sums over the answers to a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Usage {
    /// Answers, blank ones too, without those that a repair has taken out.
    asked: u64,
    /// Sum of the shares of the points that they earned.
    share: f64,
    spread: Spread,
    /// Numbers of candidates by the seconds that they had it in view.
    seconds: BTreeMap<u32, u64>,
}

/// Sums of squared and multiplied distances from the means of each test. Added up over tests, they disclose nothing of how
/// hard one test is beside another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Spread {
    pairs: u64,
    xx: f64,
    yy: f64,
    xy: f64,
}

impl Spread {
    fn of(pairs: &Pairs) -> Self {
        let n = f64::from(pairs.n.max(1));
        Self {
            pairs: u64::from(pairs.n),
            xx: pairs.xx - pairs.x * pairs.x / n,
            yy: pairs.yy - pairs.y * pairs.y / n,
            xy: pairs.xy - pairs.x * pairs.y / n,
        }
    }

    /// Pearson's correlation within tests; `None` with too few pairs, or if one side does not vary.
    fn correlation(self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "a number of answers")]
        let n = self.pairs as f64;
        // Ignores a variance that is only rounding error.
        let varies = |sum: f64| sum > 1e-9 * n;
        (self.pairs >= u64::from(MIN_CORRELATION_PAIRS) && varies(self.xx) && varies(self.yy))
            .then(|| (self.xy / (self.xx * self.yy).sqrt()).clamp(-1.0, 1.0))
    }
}

/// Figures of a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    pub asked: u64,
    /// The others are `None` with fewer than [`MIN_ANSWERS`] answers. Percent of its points that were earned.
    pub mean: Option<f64>,
    /// Correlation with the rest of the test, within tests, -1 to 1.
    pub discrimination: Option<f64>,
    /// Seconds in view.
    pub median_seconds: Option<f64>,
}

impl Usage {
    /// Adds what another test says.
    pub fn add(&mut self, other: &Self) {
        self.asked += other.asked;
        self.share += other.share;
        let (own, more) = (&mut self.spread, other.spread);
        own.pairs += more.pairs;
        own.xx += more.xx;
        own.yy += more.yy;
        own.xy += more.xy;
        for (seconds, count) in &other.seconds {
            *self.seconds.entry(*seconds).or_default() += count;
        }
    }

    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a number of answers")]
    pub fn figures(&self) -> Figures {
        let is_enough = self.asked >= MIN_ANSWERS;
        Figures {
            asked: self.asked,
            mean: is_enough.then(|| hundredths(self.share * 100.0 / self.asked as f64)),
            discrimination: self.spread.correlation().filter(|_| is_enough).map(hundredths),
            median_seconds: self.median_seconds().filter(|_| is_enough),
        }
    }

    fn median_seconds(&self) -> Option<f64> {
        let measured: u64 = self.seconds.values().sum();
        let at = |place: u64| {
            let mut before = 0;
            self.seconds.iter().find_map(|(seconds, count)| {
                before += count;
                (place < before).then_some(f64::from(*seconds))
            })
        };
        Some(f64::midpoint(at(measured.checked_sub(1)? / 2)?, at(measured / 2)?))
    }
}

/// Sums of the results of a test by question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestUsage {
    /// Sums by question id.
    pub questions: HashMap<String, Usage>,
    /// Older results were left out.
    pub is_partial: bool,
}

/// Accumulates the submissions of one test, in any order.
#[derive(Default)]
pub struct UsageTally {
    questions: HashMap<String, (Usage, Pairs)>,
}

impl UsageTally {
    /// Adds a submission; one that waits for a review says nothing yet.
    pub fn add(&mut self, submission: &Submission, paper: &Paper, grades: &[Grade], time_spent: &[TimeSpent]) {
        if submission.is_provisional() {
            return;
        }
        let points = |grade: &Grade| paper.questions.get(grade.place as usize).map_or(0, |question| question.points);
        let counted = || grades.iter().filter(|grade| grade.status.is_scored() && points(grade) > 0);
        let earned: f64 = counted().map(|grade| grade.earned).sum();
        let possible: f64 = counted().map(|grade| f64::from(points(grade))).sum();
        for grade in counted() {
            let of = f64::from(points(grade));
            let (usage, pairs) = self.questions.entry(grade.question_id.clone()).or_default();
            let share = grade.earned / of;
            usage.asked += 1;
            usage.share += share;
            let rest = possible - of;
            if rest > 0.0 {
                pairs.add(share, (earned - grade.earned) / rest);
            }
            if let Some(spent) = time_spent.iter().find(|spent| spent.question_id == grade.question_id) {
                *usage.seconds.entry(spent.seconds).or_default() += 1;
            }
        }
    }

    /// `is_partial`: older results were left out.
    #[must_use]
    pub fn finish(self, is_partial: bool) -> TestUsage {
        let finish = |(id, (usage, pairs))| (id, Usage { spread: Spread::of(&pairs), ..usage });
        TestUsage { questions: self.questions.into_iter().map(finish).collect(), is_partial }
    }
}

/// The questions of a pool with the highest and the lowest mean score, by their places; `None` with fewer than two that
/// have enough answers.
#[must_use]
pub fn extremes(figures: &[Figures]) -> Option<(usize, usize)> {
    let measured = || figures.iter().enumerate().filter_map(|(place, of)| Some((place, of.mean?)));
    let (easiest, high) = measured().reduce(|a, b| if b.1 > a.1 { b } else { a })?;
    let (hardest, low) = measured().reduce(|a, b| if b.1 < a.1 { b } else { a })?;
    (easiest != hardest || high > low).then_some((easiest, hardest))
}

/// Whether the mean scores of two questions of a pool are too far apart.
#[must_use]
pub fn are_apart(easiest: &Figures, hardest: &Figures) -> bool {
    easiest.mean.zip(hardest.mean).is_some_and(|(high, low)| high - low > MAX_DIFFERENCE)
}

#[cfg(test)]
#[path = "usage_tests.rs"]
mod tests;
