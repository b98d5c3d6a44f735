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

use crate::domain::question::QuestionContent;
use essay::AsEssay;
use key::ExportedKey;

#[expect(
    clippy::match_wildcard_for_single_variants,
    reason = "a kind that other programs do not have is an essay there"
)]
pub fn key(content: &QuestionContent) -> &dyn ExportedKey {
    match content {
        QuestionContent::MultipleChoice(key) => key,
        QuestionContent::Coding(coding) => &**coding,
        QuestionContent::MultipleResponse(key) => key,
        QuestionContent::Numeric(key) => key,
        QuestionContent::ShortText(key) => key,
        QuestionContent::Ordering(key) => key,
        QuestionContent::Matching(key) => key,
        QuestionContent::Gaps(gaps) => gaps,
        _ => &AsEssay,
    }
}
