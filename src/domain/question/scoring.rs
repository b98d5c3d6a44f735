//! Scoring of an answer (`docs/scoring.md`): pure functions, exact, rounded once per answer.

use super::{
    answer::ParsedAnswer,
    number::{self, Reading},
    points::{Share, Thousandths},
    spec::{Gap, GapKey, NumberKey, Question, QuestionContent, Scoring},
    text::TextMatcher,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GradeStatus {
    Pending,
    Correct,
    Wrong,
    Partial,
    /// Its question was taken out of the scores by a repair.
    Void,
}

impl GradeStatus {
    /// Whether the answer has points that count.
    #[must_use]
    pub const fn is_scored(self) -> bool {
        matches!(self, Self::Correct | Self::Wrong | Self::Partial)
    }
}

/// Points of one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub status: GradeStatus,
    /// From minus the question's points to its points.
    pub earned: Thousandths,
}

impl Mark {
    /// Points of this share of a question's points.
    #[must_use]
    pub fn of(share: Share, question: &Question) -> Self {
        if share.is_all() {
            Self { status: GradeStatus::Correct, earned: Thousandths::of_points(question.points) }
        } else if share.is_none() {
            Self { status: GradeStatus::Wrong, earned: Thousandths(-question.penalty.0) }
        } else {
            Self { status: GradeStatus::Partial, earned: share.of(question.points) }
        }
    }
}

/// Tenths of a part's marks for the right number without its unit.
const WITHOUT_UNIT: usize = 9;
const TENTHS: usize = 10;

/// A question that is ready for many answers: its patterns are compiled once.
#[derive(Debug)]
pub struct Scorer<'s> {
    question: &'s Question,
    /// Of a short text, or of each gap of that kind, by id.
    texts: BTreeMap<&'s str, TextMatcher>,
}

impl<'s> Scorer<'s> {
    #[must_use]
    pub fn new(question: &'s Question) -> Self {
        let mut texts = BTreeMap::new();
        match &question.body {
            QuestionContent::ShortText(key) => drop(texts.insert("", TextMatcher::new(key))),
            QuestionContent::Gaps(gaps) => {
                for gap in gaps {
                    if let GapKey::Text(key) = &gap.key {
                        texts.insert(gap.id.as_str(), TextMatcher::new(key));
                    }
                }
            }
            _ => {}
        }
        Self { question, texts }
    }

    /// Scores an answer. Defined for every string.
    #[must_use]
    pub fn mark(&self, text: &str) -> Mark {
        let answer = ParsedAnswer::read(&self.question.body, text);
        if matches!(answer, ParsedAnswer::Blank | ParsedAnswer::Unreadable) {
            return Mark { status: GradeStatus::Wrong, earned: Thousandths::default() };
        }
        let Some(share) = self.share(&answer) else {
            return Mark { status: GradeStatus::Pending, earned: Thousandths::default() };
        };
        let share = if self.question.scoring == Scoring::AllOrNothing && !share.is_all() { Share::NONE } else { share };
        Mark::of(share, self.question)
    }

    /// The right share of an answer; `None` where a person decides.
    fn share(&self, answer: &ParsedAnswer) -> Option<Share> {
        let share = match (&self.question.body, answer) {
            (QuestionContent::Essay | QuestionContent::Coding(_), _) => return None,
            (QuestionContent::MultipleChoice { correct_answer, .. }, ParsedAnswer::Text(text)) => {
                all_if(text == correct_answer)
            }
            (QuestionContent::MultipleResponse { options, correct_answers }, ParsedAnswer::Chosen(ids)) => {
                several(ids, options.len(), correct_answers)
            }
            (QuestionContent::Numeric(key), ParsedAnswer::Number(reading)) => Share::new(tenths(reading, key), TENTHS),
            (QuestionContent::ShortText(_), ParsedAnswer::Text(text)) => {
                all_if(self.texts.get("").is_some_and(|t| t.is_right(text)))
            }
            (QuestionContent::Ordering { order, .. }, ParsedAnswer::Order(ids)) => adjacent_pairs(ids, order),
            (QuestionContent::Matching { pairs, .. }, ParsedAnswer::ByPart(parts)) => {
                let right = pairs.iter().filter(|(prompt, option)| parts.get(*prompt) == Some(*option)).count();
                Share::new(right, pairs.len())
            }
            (QuestionContent::Gaps(gaps), ParsedAnswer::ByPart(parts)) => {
                let earned = gaps.iter().map(|gap| parts.get(&gap.id).map_or(0, |text| self.gap(gap, text))).sum();
                Share::new(earned, gaps.len() * TENTHS)
            }
            _ => Share::NONE,
        };
        Some(share)
    }

    /// Tenths of one gap.
    fn gap(&self, gap: &Gap, text: &str) -> usize {
        let is_right = match &gap.key {
            GapKey::Choice { correct_answer, .. } => text == correct_answer,
            GapKey::Text(_) => self.texts.get(gap.id.as_str()).is_some_and(|matcher| matcher.is_right(text)),
            GapKey::Number(key) => return number::read(text).map_or(0, |reading| tenths(&reading, key)),
        };
        if is_right { TENTHS } else { 0 }
    }
}

const fn all_if(is_right: bool) -> Share {
    if is_right { Share::ALL } else { Share::NONE }
}

/// Each right option adds 1/n, each wrong one takes 1/m; never below none.
fn several(chosen: &BTreeSet<String>, options: usize, correct: &[String]) -> Share {
    let right = correct.iter().filter(|id| chosen.contains(*id)).count();
    let wrong = chosen.len() - right;
    let (n, m) = (correct.len(), options - correct.len());
    if m == 0 {
        return Share::new(right, n);
    }
    Share::new((right * m).saturating_sub(wrong * n), n * m)
}

/// The share of neighbours in the right order that are neighbours in the answer.
fn adjacent_pairs(answer: &[String], order: &[String]) -> Share {
    let wanted: BTreeSet<(&String, &String)> = order.iter().zip(order.iter().skip(1)).collect();
    let found = answer.iter().zip(answer.iter().skip(1)).filter(|pair| wanted.contains(pair)).count();
    Share::new(found, wanted.len())
}

/// Of the right number: all ten with the unit of the key, nine without any unit, none with another unit.
fn tenths(reading: &Reading, key: &NumberKey) -> usize {
    let unit = key.unit.as_deref().map(number::fold_unit).unwrap_or_default();
    match reading.is_within(key) {
        true if reading.unit == unit => TENTHS,
        true if reading.unit.is_empty() => WITHOUT_UNIT,
        _ => 0,
    }
}

/// Points of a whole attempt: penalties never take it below 0.
#[must_use]
pub fn attempt_points(earned: impl IntoIterator<Item = Thousandths>) -> Thousandths {
    earned.into_iter().sum::<Thousandths>().max(Thousandths::default())
}
