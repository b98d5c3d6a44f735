//! Numbers: a right one with its tolerance and unit. Gaps use this key too.

use super::{
    key::{KeyContext, Quality, QuestionKey, ReadBeside, TextMatchers, TranslatedTexts},
    labels::Labels,
};
use crate::domain::question::{
    answer::ParsedAnswer,
    decimal::Decimal,
    draft::{Numeral, QuestionDraft, ToleranceDraft},
    field::{QuestionFields, is_text, longer},
    number::{self, NumberKey, Reading, Tolerance, ToleranceKind},
    points::{Scoring, Share},
};
use bigdecimal::BigDecimal;

const MAX_UNIT: usize = 40;

/// Tenths of a part's marks for the right number without its unit.
const WITHOUT_UNIT: usize = 9;
pub(super) const TENTHS: usize = 10;

impl QuestionKey for NumberKey {
    fn check(draft: QuestionDraft, _: &KeyContext<'_>, fields: &mut QuestionFields<'_>) -> Option<Self> {
        check_number((draft.correct_number.as_ref(), draft.tolerance.as_ref(), draft.unit.as_deref()), fields)
    }

    fn set_fields(&self, draft: &mut QuestionDraft) {
        (draft.correct_number, draft.tolerance, draft.unit) = number_draft(self);
    }

    fn parse(&self, text: &str) -> Option<ParsedAnswer> {
        number::read(text).map(ParsedAnswer::Number)
    }

    fn right_share(&self, answer: &ParsedAnswer, _: &TextMatchers<'_>) -> Option<Share> {
        let ParsedAnswer::Number(reading) = answer else { return Some(Share::NONE) };
        Some(Share::new(tenths(reading, self), TENTHS))
    }

    fn rekeyed(&self, answer: ParsedAnswer, _: Scoring) -> Option<Self> {
        let ParsedAnswer::Number(reading) = answer else { return None };
        rekeyed(self, &reading)
    }

    fn key_text(&self, _: Labels<'_>) -> Option<String> {
        Some(in_words(self))
    }

    fn in_fixed_order(self) -> Self {
        self
    }

    fn sample(&self, quality: Quality) -> Option<String> {
        if quality != Quality::Strong {
            return Some("12".into());
        }
        let number = String::from(self.correct_number.clone());
        Some(self.unit.as_ref().map_or(number.clone(), |unit| format!("{number} {unit}")))
    }

    fn translated(&self, _: &mut dyn TranslatedTexts) -> Option<ReadBeside<Self>> {
        Some(ReadBeside::Nothing)
    }
}

/// Tenths of the points that the right number earns: ten with the unit of the key, nine without any unit, none with another
/// unit.
pub(super) fn tenths(reading: &Reading, key: &NumberKey) -> usize {
    let unit = key.unit.as_deref().map(number::fold_unit).unwrap_or_default();
    match reading.is_within(key) {
        true if reading.unit == unit => TENTHS,
        true if reading.unit.is_empty() => WITHOUT_UNIT,
        _ => 0,
    }
}

/// A number that can be read in two ways is not a key. Without a unit, it has that of the old key.
pub(super) fn rekeyed(key: &NumberKey, reading: &Reading) -> Option<NumberKey> {
    let [value] = reading.values.as_slice() else { return None };
    let unit = if reading.unit.is_empty() { key.unit.clone() } else { Some(reading.unit.clone()) };
    Some(NumberKey { correct_number: Decimal::of(value)?, tolerance: key.tolerance.clone(), unit })
}

/// `3.5 kg ± 2 %`.
pub(super) fn in_words(key: &NumberKey) -> String {
    let mut text = key.correct_number.as_str().to_owned();
    if let Some(unit) = &key.unit {
        text.push(' ');
        text.push_str(unit);
    }
    if let Some(Tolerance { kind, value }) = &key.tolerance {
        text.push_str(" ± ");
        match kind {
            ToleranceKind::Absolute => text.push_str(value.as_str()),
            ToleranceKind::Relative => {
                let percent = value.value() * BigDecimal::from(100);
                text.push_str(&percent.normalized().to_plain_string());
                text.push_str(" %");
            }
        }
    }
    text
}

/// Correct number, tolerance and unit of the draft of a key.
pub(super) fn number_draft(key: &NumberKey) -> (Option<Numeral>, Option<ToleranceDraft>, Option<String>) {
    let tolerance = |t: &Tolerance| ToleranceDraft { kind: t.kind, value: Numeral(t.value.as_str().to_owned()) };
    (Some(Numeral(key.correct_number.as_str().to_owned())), key.tolerance.as_ref().map(tolerance), key.unit.clone())
}

/// Correct number, tolerance and unit of a draft.
pub(super) type NumberDraft<'d> = (Option<&'d Numeral>, Option<&'d ToleranceDraft>, Option<&'d str>);

pub(super) fn check_number(
    (number, tolerance, unit): NumberDraft<'_>,
    fields: &mut QuestionFields<'_>,
) -> Option<NumberKey> {
    let number = number.map(|number| number.0.trim()).filter(|text| !text.is_empty());
    fields.require(number.is_some(), "correct_number", "Please enter the correct number");
    let correct_number = number.and_then(Decimal::parse);
    let message = "the correct number must have digits and a decimal point only, such as 3.5 or 6.02e23.";
    fields.require(correct_number.is_some(), "correct_number", message);
    let tolerance = tolerance.map(|draft| check_tolerance(draft, correct_number.as_ref(), fields));
    let unit = unit.map(str::trim).filter(|unit| !unit.is_empty()).map(|unit| check_unit(unit, fields));
    let tolerance = match tolerance {
        None => None,
        Some(checked) => Some(checked?),
    };
    Some(NumberKey { correct_number: correct_number?, tolerance, unit })
}

fn check_tolerance(
    draft: &ToleranceDraft,
    number: Option<&Decimal>,
    fields: &mut QuestionFields<'_>,
) -> Option<Tolerance> {
    let value = Decimal::parse(&draft.value.0);
    let (zero, one) = (BigDecimal::from(0), BigDecimal::from(1));
    let is_zero = |number: &Decimal| *number.value() == zero;
    let is_number = value.as_ref().is_some_and(|value| *value.value() >= zero);
    fields.require(is_number, "tolerance", "the tolerance must be 0 or a positive number, such as 0.05.");
    if draft.kind == ToleranceKind::Relative {
        let is_share = value.as_ref().is_none_or(|value| *value.value() <= one);
        fields.require(is_share, "tolerance", "a relative tolerance must be from 0 to 1: 0.05 is 5 %.");
        let message = "a relative tolerance of the number 0 is always 0. Use an absolute one.";
        let is_useful = value.as_ref().is_none_or(is_zero) || !number.is_some_and(is_zero);
        fields.require(is_useful, "tolerance", message);
    }
    Some(Tolerance { kind: draft.kind, value: value? })
}

fn check_unit(unit: &str, fields: &mut QuestionFields<'_>) -> String {
    fields.require(!longer(unit, MAX_UNIT), "unit", "the unit is too long (40 characters at most).");
    fields.require(is_text(unit), "unit", "the unit contains control characters.");
    // Read as a candidate would write it.
    let read = number::read(&format!("1 {unit}"));
    let is_unit = read.is_some_and(|reading| reading.unit == number::fold_unit(unit));
    fields.require(is_unit, "unit", "the unit must begin with a letter or a sign such as %, ° or €.");
    unit.to_owned()
}
