//! Item analysis of a test from its results: distribution of scores; per question its difficulty, its discrimination
//! between strong and weak candidates, and its time in view.

use super::{
    attempt::TimeSpent,
    paper::Paper,
    question::{ParsedAnswer, QuestionContent, render},
    submission::{Grade, GradeStatus, Submission},
    test::{Question, QuestionKind},
};
use std::{collections::HashMap, iter};

/// Minimum number of scored answers: with fewer, a correlation is meaningless.
pub(super) const MIN_CORRELATION_PAIRS: u32 = 5;
const BUCKETS: usize = 10;
/// An option points at a wrong key from this many answers, of which so many chose it, and with this correlation.
const MIN_SUSPECT_PAIRS: u32 = 10;
const MIN_SUSPECT_CHOICES: u64 = 4;
const MIN_SUSPECT_CORRELATION: f64 = 0.2;

/// Accumulates submissions, in any order.
#[derive(Default)]
pub struct StatisticsTally {
    /// Final scores, and those of submissions that wait for review.
    settled: Vec<f64>,
    provisional: Vec<f64>,
    waiting_for_judging: u64,
    /// Seconds over all questions, of submissions with time data.
    seconds: Vec<f64>,
    questions: HashMap<String, QuestionSums>,
}

/// Accumulated data of one question.
#[derive(Debug, Default)]
struct QuestionSums {
    /// Submissions with a non-blank answer.
    answered: u64,
    outcomes: GradeCounts,
    /// Candidates who chose an option, by its name.
    chosen: HashMap<String, u64>,
    /// Number of submissions in which it is scored, and the sum of the shares earned.
    scored: u32,
    share: f64,
    /// Pairs of this question's share (x) and the share of all other scored points (y), which excludes the question
    /// from the score that it is correlated with.
    pairs: Pairs,
    /// Pairs of whether an option was chosen (x) and the same share (y), by option as in `chosen`.
    option_pairs: HashMap<String, Pairs>,
    /// A repair has changed the score of an answer.
    is_repaired: bool,
    /// Seconds in view, by submission that had it in view.
    seconds: Vec<f64>,
}

/// Numbers of scored answers by their status. A blank one is not also counted as wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GradeCounts {
    pub correct: u64,
    pub partial: u64,
    pub wrong: u64,
    pub blank: u64,
}

impl GradeCounts {
    pub(super) fn add(&mut self, status: GradeStatus, is_blank: bool) {
        match status {
            GradeStatus::Pending | GradeStatus::Void => {}
            GradeStatus::Correct => self.correct += 1,
            GradeStatus::Partial => self.partial += 1,
            GradeStatus::Wrong if is_blank => self.blank += 1,
            GradeStatus::Wrong => self.wrong += 1,
        }
    }
}

/// How many candidates chose an option.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionCount {
    /// Absent for an option that answers name by its text.
    pub id: Option<String>,
    pub text: String,
    /// The text on one line, without the marks of Markdown.
    pub line: String,
    pub is_correct: bool,
    pub count: u64,
    /// Correlation of choosing it with the rest of the test, -1 to 1.
    pub discrimination: Option<f64>,
}

impl OptionCount {
    fn name(&self) -> &str {
        self.id.as_ref().unwrap_or(&self.text)
    }
}

/// A question that statistics are about.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredQuestion {
    /// The number in the outline of the test.
    pub number: u64,
    pub question: Question,
    /// The keys that count by its repairs; none for its own.
    pub keys: Vec<Question>,
    /// Other ones that were asked under its id: versions of a question of the bank, or of before an edit. Their figures are
    /// counted together, and an option may be right in one of them alone.
    pub others: Vec<Question>,
}

impl MeasuredQuestion {
    fn versions(&self) -> impl Iterator<Item = &Question> {
        iter::once(&self.question).chain(&self.others)
    }

    /// Whether the option of this name is right by any key that counts.
    fn is_right(&self, option: &str) -> bool {
        let is_right = |question: &Question| {
            let options = question.body.counted_options();
            options.iter().any(|counted| counted.is_right && counted.name() == option)
        };
        if self.keys.is_empty() { self.versions().any(is_right) } else { self.keys.iter().any(is_right) }
    }
}

/// Sums of pairs, for their correlation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pairs {
    pub n: u32,
    pub x: f64,
    pub y: f64,
    pub xx: f64,
    pub yy: f64,
    pub xy: f64,
}

impl Pairs {
    pub fn add(&mut self, x: f64, y: f64) {
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
    pub number: u64,
    pub text: String,
    pub kind: QuestionKind,
    pub points: u32,
    /// Submissions with a non-blank answer.
    pub answered: u64,
    pub outcomes: GradeCounts,
    /// The counts of its options, in their order; empty for a kind whose choices are not counted.
    pub options: Vec<OptionCount>,
    /// Share of the points earned, at most 1 and below 0 with penalties, over submissions in which it is scored; `None`
    /// without one.
    pub share_correct: Option<f64>,
    /// Corrected item-total correlation, -1 to 1.
    pub discrimination: Option<f64>,
    /// Strong candidates choose an option that is wrong by the key: the key is probably wrong.
    pub check_key: bool,
    /// Versions that were asked, whose figures are counted together.
    pub versions: usize,
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
    pub(super) fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
        let mean = (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64);
        Self { mean: mean.map(hundredths), median: median(&values).map(hundredths) }
    }
}

/// Scores of submissions, in percent.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    pub count: u64,
    pub average: Average,
    /// Histogram: ten buckets of 10 %; 100 % is in the last.
    pub distribution: [u64; BUCKETS],
}

impl Scores {
    fn of(values: Vec<f64>) -> Self {
        let mut distribution = [0; BUCKETS];
        for score in &values {
            distribution[bucket(*score)] += 1;
        }
        Self { count: values.len() as u64, average: Average::of(values), distribution }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    pub submissions: u64,
    /// Submissions that wait for review or judging.
    pub waiting: u64,
    /// Number of these submissions whose code waits for a verdict.
    pub waiting_for_judging: u64,
    /// Final scores only: a score that waits for review is not a verdict.
    pub settled: Scores,
    /// The scores of all submissions, with the points earned so far.
    pub so_far: Scores,
    /// Seconds with a question in view, of submissions with time data.
    pub time: Average,
    pub questions: Vec<QuestionFigures>,
}

impl QuestionSums {
    fn add(&mut self, body: &QuestionContent, answer: &ParsedAnswer, status: GradeStatus) {
        let is_blank = *answer == ParsedAnswer::Blank;
        self.answered += u64::from(!is_blank);
        self.outcomes.add(status, is_blank);
        for option in body.counted_options() {
            if answer.chooses(option.name()) == Some(true) {
                *self.chosen.entry(option.name().to_owned()).or_default() += 1;
            }
        }
    }

    /// Adds which options an answer chose, beside the share of all other points.
    fn add_options(&mut self, body: &QuestionContent, answer: &ParsedAnswer, rest: f64) {
        for option in body.counted_options() {
            if let Some(is_chosen) = answer.chooses(option.name()) {
                let pairs = self.option_pairs.entry(option.name().to_owned()).or_default();
                pairs.add(f64::from(u8::from(is_chosen)), rest);
            }
        }
    }

    /// Whether strong candidates choose a wrong option rather than the key.
    fn is_key_suspect(&self, options: &[OptionCount]) -> bool {
        let key = self.pairs.correlation().unwrap_or_default();
        let is_suspect = |option: &OptionCount| {
            let pairs = self.option_pairs.get(option.name());
            let has_enough = pairs.is_some_and(|pairs| pairs.n >= MIN_SUSPECT_PAIRS);
            let correlation = pairs.and_then(Pairs::correlation).unwrap_or_default();
            let is_strong = correlation >= MIN_SUSPECT_CORRELATION && correlation > key;
            !option.is_correct && has_enough && option.count >= MIN_SUSPECT_CHOICES && is_strong
        };
        !self.is_repaired && options.iter().any(is_suspect)
    }

    fn options(&self, asked: &MeasuredQuestion) -> Vec<OptionCount> {
        let mut found: Vec<OptionCount> = Vec::new();
        for question in asked.versions() {
            for (place, option) in question.body.counted_options().into_iter().enumerate() {
                let name = option.name();
                if found.iter().any(|known| known.name() == name) {
                    continue;
                }
                found.push(OptionCount {
                    id: option.id.map(str::to_owned),
                    text: option.text.to_owned(),
                    line: render::option_line(question, place, option.text),
                    is_correct: asked.is_right(name),
                    count: self.chosen.get(name).copied().unwrap_or_default(),
                    discrimination: self.option_pairs.get(name).and_then(Pairs::correlation).map(hundredths),
                });
            }
        }
        found
    }
}

impl StatisticsTally {
    /// Adds a submission. `text` returns the answer to a question.
    pub fn add<'t>(
        &mut self,
        submission: &Submission,
        paper: &Paper,
        grades: &[Grade],
        time_spent: &[TimeSpent],
        text: impl Fn(&str) -> Option<&'t str>,
    ) {
        let scores = if submission.is_provisional() { &mut self.provisional } else { &mut self.settled };
        scores.push(submission.final_score());
        self.waiting_for_judging += u64::from(submission.waits_for_judging());
        if !time_spent.is_empty() {
            self.seconds.push(time_spent.iter().map(|t| f64::from(t.seconds)).sum());
        }
        for TimeSpent { question_id, seconds, .. } in time_spent {
            self.question(question_id).seconds.push(f64::from(*seconds));
        }
        let of = |grade: &Grade| paper.questions.get(grade.place as usize).map_or(0, |q| q.points);
        let counted = || grades.iter().filter(|g| g.status.is_scored());
        let earned: f64 = counted().map(|g| g.earned).sum();
        let possible: f64 = counted().map(|g| f64::from(of(g))).sum();
        for grade in grades {
            let sums = self.question(&grade.question_id);
            let asked = paper.questions.get(grade.place as usize).map(|question| {
                let answer = text(&grade.question_id).unwrap_or_default();
                (&question.body, ParsedAnswer::read(&question.body, answer))
            });
            if let Some((body, answer)) = &asked {
                sums.add(body, answer, grade.status);
            }
            sums.is_repaired |= grade.repaired.is_some();
            let points = f64::from(of(grade));
            if !grade.status.is_scored() || points == 0.0 {
                continue;
            }
            let share = grade.earned / points;
            sums.scored += 1;
            sums.share += share;
            let rest = possible - points;
            if rest > 0.0 {
                let rest = (earned - grade.earned) / rest;
                sums.pairs.add(share, rest);
                if let Some((body, answer)) = &asked {
                    sums.add_options(body, answer, rest);
                }
            }
        }
    }

    /// Returns the statistics for these questions, in this order.
    #[must_use]
    pub fn figures(mut self, questions: &[MeasuredQuestion]) -> Statistics {
        let mut figures = |asked: &MeasuredQuestion| {
            let question = &asked.question;
            let sums = self.questions.remove(&question.id).unwrap_or_default();
            let options = sums.options(asked);
            QuestionFigures {
                id: question.id.clone(),
                number: asked.number,
                text: question.summary().into_owned(),
                kind: question.kind(),
                points: question.points,
                answered: sums.answered,
                outcomes: sums.outcomes,
                // The right answer to another version would look like one.
                check_key: asked.others.is_empty() && sums.is_key_suspect(&options),
                versions: 1 + asked.others.len(),
                options,
                share_correct: (sums.scored > 0).then(|| hundredths(sums.share / f64::from(sums.scored))),
                discrimination: sums.pairs.correlation().map(hundredths),
                time: Average::of(sums.seconds),
            }
        };
        let questions = questions.iter().map(&mut figures).collect();
        let waiting = self.provisional.len() as u64;
        let so_far = Scores::of([self.settled.as_slice(), &self.provisional].concat());
        Statistics {
            submissions: so_far.count,
            waiting,
            waiting_for_judging: self.waiting_for_judging,
            settled: Scores::of(self.settled),
            so_far,
            time: Average::of(self.seconds),
            questions,
        }
    }

    fn question(&mut self, id: &str) -> &mut QuestionSums {
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

pub(super) fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

#[cfg(test)]
#[path = "statistics_tests.rs"]
mod tests;
