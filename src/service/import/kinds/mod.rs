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
    COSTS, COSTS_MORE, MAX_PARTS, NEARLY, Number, PART, PENALTIES, as_markdown, between, common, decimal, is_twofold,
    lost_weights, option_id, range, refusal, rounded, share, tolerance, typed_decimal, typed_number,
};
pub use short_text::short_text;

use crate::domain::{question::QuestionKind, test::QuestionDraft};
use row::KeyCells;

/// The question of a row. A kind whose key fits no cells has it in the column `more`.
#[expect(clippy::wildcard_enum_match_arm, reason = "a kind needs a row of its own only where cells hold its key")]
pub fn of_row(kind: QuestionKind, text: String, cells: KeyCells<'_>) -> QuestionDraft {
    match kind {
        QuestionKind::MultipleResponse => multiple_response::of_row(text, cells),
        QuestionKind::Numeric => numeric::of_row(text, &cells),
        QuestionKind::ShortText => short_text::of_row(text, &cells),
        QuestionKind::Ordering => ordering::ordering(text, cells.options),
        QuestionKind::Matching => matching::of_row(text, cells.options),
        _ => QuestionDraft { kind, ..multiple_choice::of_row(text, cells) },
    }
}
