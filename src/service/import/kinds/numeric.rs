//! Numbers.

use super::{
    parts::{percent, typed_decimal},
    row::KeyCells,
};
use crate::domain::{
    question::{Numeral, ToleranceDraft, ToleranceKind, decimal::Decimal},
    test::{QuestionDraft, QuestionKind},
};

pub fn number(text: String, number: &Decimal, tolerance: Option<ToleranceDraft>) -> QuestionDraft {
    let correct_number = Some(Numeral(number.as_str().to_owned()));
    QuestionDraft { correct_number, tolerance, ..QuestionDraft::new(QuestionKind::Numeric, text) }
}

/// The number; a tolerance with `%` is relative.
pub fn of_row(text: String, cells: &KeyCells<'_>) -> QuestionDraft {
    QuestionDraft {
        correct_number: cells.correct.map(numeral),
        tolerance: cells.tolerance.map(tolerance),
        unit: cells.unit.map(str::to_owned),
        ..QuestionDraft::new(QuestionKind::Numeric, text)
    }
}

/// Percent signs: also of full width, small and Arabic.
const PERCENT: [char; 4] = ['%', '\u{ff05}', '\u{fe6a}', '\u{66a}'];

/// `0.1`, or `2 %` of the number.
fn tolerance(cell: &str) -> ToleranceDraft {
    let share = cell.strip_suffix(PERCENT).and_then(|share| percent(&typed_decimal(share)?));
    match share {
        Some(share) => ToleranceDraft { kind: ToleranceKind::Relative, value: Numeral(share.as_str().to_owned()) },
        None => ToleranceDraft { kind: ToleranceKind::Absolute, value: numeral(cell) },
    }
}

/// Reads a number. A cell that cannot be read is kept, so that validation names it.
fn numeral(cell: &str) -> Numeral {
    Numeral(typed_decimal(cell).map_or_else(|| cell.to_owned(), |number| number.as_str().to_owned()))
}
