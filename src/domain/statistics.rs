//! What the results of a test say about the test itself: how the scores are spread, and for each question how hard it is,
//! how well it tells strong candidates from weak ones, and how long it takes.

use super::{
    attempt::TimeSpent,
    paper::Paper,
    submission::{Grade, GradeStatus, Submission},
    test::{Question, QuestionKind},
};
use std::collections::HashMap;

/// Below so many scored answers a correlation says nothing.
const FEWEST: u32 = 5;
const BUCKETS: usize = 10;

/// Sums over submissions, taken one by one in any order.
#[derive(Default)]
pub struct Tally {
    scores: Vec<f64>,
    /// Sums over the questions, of submissions in which the time was counted.
    seconds: Vec<f64>,
    waiting: u64,
    questions: HashMap<String, Sums>,
}

/// About one question.
#[derive(Debug, Default)]
struct Sums {
    /// Submissions with a text for it.
    answered: u64,
    /// Submissions in which it is scored, and the sum of the shares earned.
    scored: u32,
    share: f64,
    /// Pairs of this question's share (x) and the share of all other scored points (y), which leaves the question out
    /// of the measure that it is compared with.
    pairs: Pairs,
    /// Of each submission that had it in view.
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

    /// Pearson's coefficient, which for right-or-wrong answers is the point-biserial one; `None` for few pairs, or where
    /// one side does not vary.
    fn correlation(&self) -> Option<f64> {
        let n = f64::from(self.n);
        let (vx, vy) = (n * self.xx - self.x * self.x, n * self.yy - self.y * self.y);
        // What rounding leaves of a variance of nothing is no variance.
        let varies = |v: f64| v > 1e-9 * n * n;
        (self.n >= FEWEST && varies(vx) && varies(vy))
            .then(|| ((n * self.xy - self.x * self.y) / (vx * vy).sqrt()).clamp(-1.0, 1.0))
    }
}

/// One question in figures.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionFigures {
    pub id: String,
    pub text: String,
    pub kind: QuestionKind,
    pub points: u32,
    /// Submissions that answered it with anything.
    pub answered: u64,
    /// Points earned of those possible, 0 to 1, where it is scored; `None` while it is nowhere.
    pub share_correct: Option<f64>,
    /// Corrected item-total correlation, -1 to 1.
    pub discrimination: Option<f64>,
    /// Seconds in view, over submissions that had it in view.
    pub time: Middle,
}

/// Mean and median, with two decimals; `None` of nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Middle {
    pub mean: Option<f64>,
    pub median: Option<f64>,
}

impl Middle {
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
    /// Of these, how many still wait for a review, and count with what they earned so far.
    pub waiting: u64,
    /// Percent.
    pub score: Middle,
    /// Seconds with a question in view, over submissions in which that was counted.
    pub time: Middle,
    /// Submissions by score in ten parts of 10 %; 100 % is in the last.
    pub distribution: [u64; BUCKETS],
    pub questions: Vec<QuestionFigures>,
}

impl Tally {
    /// `answered` tells whether a question's answer has any text.
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

    /// The figures, for these questions in this order.
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
                time: Middle::of(sums.seconds),
            }
        };
        let questions = questions.iter().map(&mut figures).collect();
        Statistics {
            submissions,
            waiting: self.waiting,
            score: Middle::of(self.scores),
            time: Middle::of(self.seconds),
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
