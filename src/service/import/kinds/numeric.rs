//! Numbers.

use super::{
    parts::{decimal, percent},
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
        correct_number: cells.correct.map(|number| Numeral(number.to_owned())),
        tolerance: cells.tolerance.map(tolerance),
        unit: cells.unit.map(str::to_owned),
        ..QuestionDraft::new(QuestionKind::Numeric, text)
    }
}

/// `0.1`, or `2 %` of the number.
fn tolerance(cell: &str) -> ToleranceDraft {
    let share = cell.strip_suffix('%').and_then(|share| percent(&decimal(share)?));
    match share {
        Some(share) => ToleranceDraft { kind: ToleranceKind::Relative, value: Numeral(share.as_str().to_owned()) },
        None => ToleranceDraft { kind: ToleranceKind::Absolute, value: Numeral(cell.to_owned()) },
    }
}
