//! The keys of questions in the formats of other programs: a file for each kind that these have.

mod coding;
mod essay;
mod gaps;
mod ids;
mod key;
mod matching;
mod multiple_choice;
mod multiple_response;
mod numeric;
mod ordering;
mod short_text;

pub use key::GiftAnswers;

use crate::domain::question::{Counterpart, QuestionContent};
use essay::AsEssay;
use key::ExportedKey;

pub fn key(content: &QuestionContent) -> &dyn ExportedKey {
    match content.counterpart() {
        Counterpart::MultipleChoice(key) => key,
        Counterpart::Coding(key) => key,
        Counterpart::MultipleResponse(key) => key,
        Counterpart::Numeric(key) => key,
        Counterpart::ShortText(key) => key,
        Counterpart::Ordering(key) => key,
        Counterpart::Matching(key) => key,
        Counterpart::Gaps(gaps) => gaps,
        Counterpart::Essay => &AsEssay,
    }
}
