//! Questions of the kinds that files of other programs have.

use crate::domain::{
    question::{ChoiceDraft, Numeral, Scoring, ToleranceDraft, ToleranceKind, decimal::Decimal},
    test::{QuestionDraft, QuestionKind},
};
use bigdecimal::{BigDecimal, num_bigint::Sign};

/// Answers, options, gaps and right values that are read of one question, which may have fewer: comparing all of them with
/// each other stays quick.
pub(super) const MAX_PARTS: usize = 200;

pub(super) const PART: &str = "Partial credit is not supported: the answer counts as wrong.";
pub(super) const PENALTIES: &str = "Different penalties for wrong options are not supported: none applies.";
const WEIGHTS: &str = "Different weights of right options are not supported: they count alike.";
const SHARES: &str =
    "Wrong options cost other points than in the file: each an equal share, and all of them everything.";

/// The value of all numbers; `None` where they differ.
pub(super) fn common(numbers: &[f64]) -> Option<f64> {
    let first = *numbers.first()?;
    numbers.iter().all(|number| (number - first).abs() < 0.01).then_some(first)
}

/// How part marks of several right options differ from ours: right ones share the points, and wrong ones take them off in
/// equal shares.
pub(super) fn lost_weights(right: &[f64], wrong: &[f64]) -> impl Iterator<Item = &'static str> + use<> {
    let uneven = (right.len() > 1 && common(right).is_none()).then_some(WEIGHTS);
    let all: f64 = right.iter().sum();
    let is_ours = wrong.is_empty() || (wrong.iter().sum::<f64>() + all).abs() < 0.01 * all && common(wrong).is_some();
    uneven.into_iter().chain((!is_ours).then_some(SHARES))
}

/// A plain text as Markdown that shows the same.
pub(super) fn as_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() && !matches!(c, ',' | ';' | ':' | '?' | '"' | '\'' | '/' | '%') {
            out.push('\\');
        }
        out.push(c);
    }
    out.replace('\n', "\\\n")
}

/// A multiple-choice question, scored automatically.
pub(super) fn choice(text: String, points: i64, options: Vec<String>, correct: Option<String>) -> QuestionDraft {
    QuestionDraft {
        points,
        options: options.into_iter().map(Into::into).collect(),
        correct_answer: correct,
        ..QuestionDraft::new(QuestionKind::MultipleChoice, text)
    }
}

/// An essay question, scored by a reviewer.
pub(super) fn essay(text: String, points: i64) -> QuestionDraft {
    QuestionDraft { points, ..QuestionDraft::new(QuestionKind::Essay, text) }
}

/// Id of the option at this place, from 0, where the file has none.
pub(super) fn option_id(place: usize) -> String {
    format!("o{}", place + 1)
}

fn choices(texts: impl IntoIterator<Item = String>) -> Vec<ChoiceDraft> {
    let texts = texts.into_iter().enumerate();
    texts.map(|(place, text)| ChoiceDraft::WithId { id: option_id(place), text }).collect()
}

/// Options with whether they are right.
pub(super) fn several(text: String, options: Vec<(String, bool)>, scoring: Scoring) -> QuestionDraft {
    let right = options.iter().enumerate().filter(|(_, (_, is_right))| *is_right);
    let correct_answers: Vec<String> = right.map(|(place, _)| option_id(place)).collect();
    // Part marks need a wrong option.
    let scoring = if correct_answers.len() < options.len() { scoring } else { Scoring::AllOrNothing };
    QuestionDraft {
        correct_answers,
        scoring: Some(scoring),
        options: choices(options.into_iter().map(|(text, _)| text)),
        ..QuestionDraft::new(QuestionKind::MultipleResponse, text)
    }
}

/// A number as files write it: also `+5` and `.5`.
pub(super) fn decimal(text: &str) -> Option<Decimal> {
    let text = text.trim();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let zero = if digits.starts_with('.') { "0" } else { "" };
    Decimal::parse(&format!("{sign}{zero}{digits}"))
}

/// A number with its absolute tolerance.
pub(super) type Number = (Decimal, Option<Decimal>);

/// Middle and half width of the range from `low` to `high`.
pub(super) fn range(low: &str, high: &str) -> Option<Number> {
    let (low, high) = (decimal(low)?, decimal(high)?);
    let half = BigDecimal::new(5.into(), 1);
    let middle = ((low.value() + high.value()) * &half).normalized();
    let width = ((high.value() - low.value()).abs() * half).normalized();
    Some((Decimal::of(&middle)?, Some(Decimal::of(&width)?)))
}

/// A tolerance; `None` for 0.
pub(super) fn tolerance(kind: ToleranceKind, value: Option<&Decimal>) -> Option<ToleranceDraft> {
    let value = value.filter(|value| value.value().sign() != Sign::NoSign)?;
    Some(ToleranceDraft { kind, value: Numeral(value.as_str().to_owned()) })
}

/// A number of percent as a share of 1.
pub(super) fn percent(number: &Decimal) -> Option<Decimal> {
    let share = number.value() * BigDecimal::new(1.into(), 2);
    Decimal::of(&share.normalized())
}

pub(super) fn number(text: String, number: &Decimal, tolerance: Option<ToleranceDraft>) -> QuestionDraft {
    let correct_number = Some(Numeral(number.as_str().to_owned()));
    QuestionDraft { correct_number, tolerance, ..QuestionDraft::new(QuestionKind::Numeric, text) }
}

/// Accepted answers; case counts or not.
pub(super) fn short_text(text: String, accepted: Vec<String>, case_sensitive: bool) -> QuestionDraft {
    QuestionDraft { accepted, case_sensitive, ..QuestionDraft::new(QuestionKind::ShortText, text) }
}

/// Texts in their right order.
pub(super) fn ordering(text: String, in_order: Vec<String>) -> QuestionDraft {
    let order = (0..in_order.len()).map(option_id).collect();
    // Without ids: those that the server generates say nothing about the order.
    let options = in_order.into_iter().map(ChoiceDraft::Text).collect();
    QuestionDraft { options, order, ..QuestionDraft::new(QuestionKind::Ordering, text) }
}

/// Prompts with their options, and options that no prompt has. Equal options are one.
pub(super) fn matching(
    text: String,
    pairs: Vec<(String, String)>,
    distractors: Vec<String>,
    scoring: Scoring,
) -> QuestionDraft {
    let mut question = QuestionDraft { scoring: Some(scoring), ..QuestionDraft::new(QuestionKind::Matching, text) };
    let mut right: Vec<String> = Vec::new();
    let mut place_of = |option: String| {
        let place = right.iter().position(|known| *known == option);
        place.unwrap_or_else(|| {
            right.push(option);
            right.len() - 1
        })
    };
    for (place, (prompt, option)) in pairs.into_iter().enumerate() {
        question.prompts.push(ChoiceDraft::Text(prompt));
        question.pairs.insert(format!("l{}", place + 1), format!("r{}", place_of(option) + 1));
    }
    for option in distractors {
        place_of(option);
    }
    question.options = right.into_iter().map(ChoiceDraft::Text).collect();
    question
}
