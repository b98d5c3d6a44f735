//! Questions of each kind as other programs and tables have them: a file for each, which builds drafts.

mod essay;
pub mod matching;
pub mod multiple_choice;
pub mod multiple_response;
mod numeric;
pub mod ordering;
mod parts;
pub mod row;
mod short_text;

pub use essay::essay;
pub use matching::matching;
pub use multiple_choice::choice;
pub use multiple_response::{ALL_RIGHT, are_all_right, several};
pub use numeric::number;
pub use parts::{
    COSTS, COSTS_MORE, MAX_PARTS, NEARLY, Number, PART, PENALTIES, again, as_markdown, between, common, decimal,
    is_twofold, lost_weights, option_id, range, refusal, rounded, share, tolerance, typed_decimal, typed_number,
};
pub use short_text::short_text;

use crate::domain::{
    question::{KeyInRow, QuestionKind},
    test::QuestionDraft,
};
use row::KeyCells;

/// The question of a row.
pub fn of_row(kind: QuestionKind, text: String, cells: KeyCells<'_>) -> QuestionDraft {
    match kind.in_row() {
        KeyInRow::Options => multiple_response::of_row(text, cells),
        KeyInRow::Number => numeric::of_row(text, &cells),
        KeyInRow::Text => short_text::of_row(text, &cells),
        KeyInRow::Order => ordering::ordering(text, cells.options),
        KeyInRow::Pairs => matching::of_row(text, cells.options),
        KeyInRow::Option | KeyInRow::More => QuestionDraft { kind, ..multiple_choice::of_row(text, cells) },
    }
}
