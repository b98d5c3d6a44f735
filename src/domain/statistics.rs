//! Item analysis of a test from its results: distribution of scores; per question its difficulty, its discrimination
//! between strong and weak candidates, and its time in view.

use super::{
    attempt::TimeSpent,
    paper::Paper,
    submission::{Grade, GradeStatus, Submission},
    test::{Question, QuestionKind},
};
use std::collections::HashMap;

/// With fewer scored answers, a correlation is meaningless.
const MIN_CORRELATION_PAIRS: u32 = 5;
const BUCKETS: usize = 10;

/// Accumulates submissions, in any order.
#[derive(Default)]
pub struct Tally {
    scores: Vec<f64>,
    /// Seconds over all questions, of submissions with time data.
    seconds: Vec<f64>,
    waiting: u64,
    questions: HashMap<String, Sums>,
}

/// Accumulated data of one question.
#[derive(Debug, Default)]
struct Sums {
    /// Submissions with a non-blank answer.
    answered: u64,
    /// Number of submissions in which it is scored, and the sum of the shares earned.
    scored: u32,
    share: f64,
    /// Pairs of this question's share (x) and the share of all other scored points (y), which excludes the question
    /// from the score that it is correlated with.
    pairs: Pairs,
    /// Seconds in view, by submission that had it in view.
    seconds: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Pairs {
    n: u32,
    x: f64,
    y: f64,
    xx: f64,
    yy: f64,
    xy: f64,
}

impl Pairs {
    fn add(&mut self, x: f64, y: f64) {
        self.n += 1;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.yy += y * y;
        self.xy += x * y;
    }

    /// Pearson's correlation coefficient (point-biserial for right-or-wrong answers); `None` with too few pairs, or if
    /// one side does not vary.
    fn correlation(&self) -> Option<f64> {
        let n = f64::from(self.n);
        let (vx, vy) = (n * self.xx - self.x * self.x, n * self.yy - self.y * self.y);
        // Ignores a variance that is only rounding error.
        let varies = |v: f64| v > 1e-9 * n * n;
        (self.n >= MIN_CORRELATION_PAIRS && varies(vx) && varies(vy))
            .then(|| ((n * self.xy - self.x * self.y) / (vx * vy).sqrt()).clamp(-1.0, 1.0))
    }
}

/// Statistics of one question.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionFigures {
    pub id: String,
    pub text: String,
    pub kind: QuestionKind,
    pub points: u32,
    /// Submissions with a non-blank answer.
    pub answered: u64,
    /// Share of the points earned, 0 to 1, over submissions in which it is scored; `None` without one.
    pub share_correct: Option<f64>,
    /// Corrected item-total correlation, -1 to 1.
    pub discrimination: Option<f64>,
    /// Seconds in view, of submissions that had it in view.
    pub time: Average,
}

/// Mean and median, with two decimals; `None` without values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Average {
    pub mean: Option<f64>,
    pub median: Option<f64>,
}

impl Average {
    fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
        let mean = (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64);
        Self { mean: mean.map(hundredths), median: median(&values).map(hundredths) }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    pub submissions: u64,
    /// Submissions that wait for review; they count with the points earned so far.
    pub waiting: u64,
    /// In percent.
    pub score: Average,
    /// Seconds with a question in view, of submissions with time data.
    pub time: Average,
    /// Histogram of scores: ten buckets of 10 %; 100 % is in the last.
    pub distribution: [u64; BUCKETS],
    pub questions: Vec<QuestionFigures>,
}

impl Tally {
    /// Adds a submission. `answered` returns whether the answer to a question is non-blank.
    pub fn add(
        &mut self,
        submission: &Submission,
        paper: &Paper,
        grades: &[Grade],
        time_spent: &[TimeSpent],
        answered: impl Fn(&str) -> bool,
    ) {
        self.scores.push(submission.final_score());
        if !time_spent.is_empty() {
            self.seconds.push(time_spent.iter().map(|t| f64::from(t.seconds)).sum());
        }
        for TimeSpent { question_id, seconds, .. } in time_spent {
            self.question(question_id).seconds.push(f64::from(*seconds));
        }
        self.waiting += u64::from(submission.waits_for_review());
        let of = |grade: &Grade| paper.questions.get(grade.place as usize).map_or(0, |q| q.points);
        let scored = || grades.iter().filter(|g| g.status != GradeStatus::Pending);
        let earned: f64 = scored().map(|g| g.earned).sum();
        let possible: f64 = scored().map(|g| f64::from(of(g))).sum();
        for grade in grades {
            let sums = self.question(&grade.question_id);
            sums.answered += u64::from(answered(&grade.question_id));
            let points = f64::from(of(grade));
            if grade.status == GradeStatus::Pending || points == 0.0 {
                continue;
            }
            let share = grade.earned / points;
            sums.scored += 1;
            sums.share += share;
            let rest = possible - points;
            if rest > 0.0 {
                sums.pairs.add(share, (earned - grade.earned) / rest);
            }
        }
    }

    /// Returns the statistics for these questions, in this order.
    #[must_use]
    pub fn figures(mut self, questions: &[Question]) -> Statistics {
        let mut distribution = [0; BUCKETS];
        for score in &self.scores {
            distribution[bucket(*score)] += 1;
        }
        let submissions = self.scores.len() as u64;
        let mut figures = |question: &Question| {
            let sums = self.questions.remove(&question.id).unwrap_or_default();
            QuestionFigures {
                id: question.id.clone(),
                text: question.text.clone(),
                kind: question.kind,
                points: question.points,
                answered: sums.answered,
                share_correct: (sums.scored > 0).then(|| hundredths(sums.share / f64::from(sums.scored))),
                discrimination: sums.pairs.correlation().map(hundredths),
                time: Average::of(sums.seconds),
            }
        };
        let questions = questions.iter().map(&mut figures).collect();
        Statistics {
            submissions,
            waiting: self.waiting,
            score: Average::of(self.scores),
            time: Average::of(self.seconds),
            distribution,
            questions,
        }
    }

    fn question(&mut self, id: &str) -> &mut Sums {
        self.questions.entry(id.to_owned()).or_default()
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a percentage")]
fn bucket(score: f64) -> usize {
    ((score.max(0.0) / 10.0) as usize).min(BUCKETS - 1)
}

fn median(sorted: &[f64]) -> Option<f64> {
    let upper = *sorted.get(sorted.len() / 2)?;
    if sorted.len() % 2 == 1 {
        return Some(upper);
    }
    sorted.get(sorted.len() / 2 - 1).map(|lower| f64::midpoint(*lower, upper))
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

#[cfg(test)]
#[path = "statistics_tests.rs"]
mod tests;
