//! Parts of keys as files of other programs have them.

use crate::{
    domain::{
        Error,
        question::{ChoiceDraft, Numeral, ToleranceDraft, ToleranceKind, decimal::Decimal, number},
        test::QuestionDraft,
    },
    service::import::lost::{Lost, shown},
};
use bigdecimal::{BigDecimal, num_bigint::Sign};

/// Answers, options, gaps and right values that are read of one question, which may have fewer: comparing all of them with
/// each other stays quick.
pub const MAX_PARTS: usize = 200;

pub const PART: &str = "Partial credit is not supported: the answer counts as wrong.";
pub const PENALTIES: &str = "Different penalties for wrong options are not supported: none applies.";
pub const COSTS: &str = "A wrong answer costs points there, and nothing here.";
pub const COSTS_MORE: &str = "A wrong answer costs more than all points there, and all points here.";
pub const NEARLY: &str = "An answer that is nearly right earns points there, and nothing here.";
const WEIGHTS: &str = "Different weights of right options are not supported: they count alike.";
const SHARES: &str =
    "Wrong options cost other points than in the file: each an equal share, and all of them everything.";

/// An answer of a key that is there twice.
pub fn again(text: &str) -> Lost {
    Lost::looks(format!("The answer '{}' is there again: it counts once.", shown(text)))
}

/// The value of all numbers; `None` where they differ.
pub fn common(numbers: &[f64]) -> Option<f64> {
    let first = *numbers.first()?;
    numbers.iter().all(|number| (number - first).abs() < 0.01).then_some(first)
}

/// How part marks of several right options differ from ours: right ones share the points, and wrong ones take them off in
/// equal shares.
pub fn lost_weights(right: &[f64], wrong: &[f64]) -> impl Iterator<Item = &'static str> + use<> {
    let uneven = (right.len() > 1 && common(right).is_none()).then_some(WEIGHTS);
    let all: f64 = right.iter().sum();
    let is_ours = wrong.is_empty() || (wrong.iter().sum::<f64>() + all).abs() < 0.01 * all && common(wrong).is_some();
    uneven.into_iter().chain((!is_ours).then_some(SHARES))
}

/// Writes a number without the trailing zeros that programs write.
pub fn rounded(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A plain text as Markdown that shows the same.
pub fn as_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() && !matches!(c, ',' | ';' | ':' | '?' | '"' | '\'' | '/' | '%') {
            out.push('\\');
        }
        out.push(c);
    }
    out.replace('\n', "\\\n")
}

/// Id of the option at this place, from 0, where the file has none.
pub fn option_id(place: usize) -> String {
    format!("o{}", place + 1)
}

pub fn choices(texts: impl IntoIterator<Item = String>) -> Vec<ChoiceDraft> {
    let texts = texts.into_iter().enumerate();
    texts.map(|(place, text)| ChoiceDraft::WithId { id: option_id(place), text }).collect()
}

/// A number as files write it: also `+5` and `.5`.
pub fn decimal(text: &str) -> Option<Decimal> {
    let text = text.trim();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let zero = if digits.starts_with('.') { "0" } else { "" };
    Decimal::parse(&format!("{sign}{zero}{digits}"))
}

/// A number of a key as candidates write one, too (`docs/scoring.md#numbers`): `1,5`, `1 000`. `None` where it has a unit, or can
/// be read in two ways.
pub fn typed_decimal(text: &str) -> Option<Decimal> {
    decimal(text).or_else(|| {
        let reading = number::read(text)?;
        let [value] = reading.values.as_slice() else { return None };
        if reading.unit.is_empty() { Decimal::of(value) } else { None }
    })
}

/// The same as a double, with which rules of a file are computed.
pub fn typed_number(text: &str) -> Option<f64> {
    typed_decimal(text)?.as_str().parse().ok().filter(|number: &f64| number.is_finite())
}

/// A share in percent, with a decimal point or comma: it has no thousands.
pub fn share(text: &str) -> Option<f64> {
    typed_number(&text.replace(',', "."))
}

/// Whether a number of a key can be read in two ways: `1,500`. With a decimal point it is what files write.
pub fn is_twofold(text: &str) -> bool {
    decimal(text).is_none() && number::read(text).is_some_and(|reading| reading.values.len() > 1)
}

/// A number with its absolute tolerance.
pub type Number = (Decimal, Option<Decimal>);

/// Middle and half width of the range from `low` to `high`.
pub fn range(low: &str, high: &str) -> Option<Number> {
    between(&typed_decimal(low)?, &typed_decimal(high)?)
}

/// Middle and half width of the range between both, which are exact: both ends are within.
pub fn between(low: &Decimal, high: &Decimal) -> Option<Number> {
    let half = BigDecimal::new(5.into(), 1);
    let middle = ((low.value() + high.value()) * &half).normalized();
    let width = ((high.value() - low.value()).abs() * half).normalized();
    Some((Decimal::of(&middle)?, Some(Decimal::of(&width)?)))
}

/// A tolerance; `None` for 0.
pub fn tolerance(kind: ToleranceKind, value: Option<&Decimal>) -> Option<ToleranceDraft> {
    let value = value.filter(|value| value.value().sign() != Sign::NoSign)?;
    Some(ToleranceDraft { kind, value: Numeral(value.as_str().to_owned()) })
}

/// A number of percent as a share of 1.
pub fn percent(number: &Decimal) -> Option<Decimal> {
    let share = number.value() * BigDecimal::new(1.into(), 2);
    Decimal::of(&share.normalized())
}

/// Why the rules refuse a question: a choice without a text first, of which they would say that its id is unknown.
pub fn refusal(question: &QuestionDraft, error: Error) -> String {
    let of_gaps = question.gaps.iter().flat_map(|gap| &gap.options);
    if question.options.iter().chain(&question.prompts).chain(of_gaps).any(|choice| choice.text().trim().is_empty()) {
        return "one of its choices has no text".to_owned();
    }
    error.fields.into_values().next().unwrap_or(error.detail)
}
