//! Ordering.

use super::parts::option_id;
use crate::{
    domain::{
        question::ChoiceDraft,
        test::{QuestionDraft, QuestionKind},
    },
    service::import::qti::{
        interaction::{ReadResult, choices},
        reader::QtiReader,
        response::Response,
        xml::XmlElement,
    },
};

/// Texts in their right order.
pub fn ordering(text: String, in_order: Vec<String>) -> QuestionDraft {
    let order = (0..in_order.len()).map(option_id).collect();
    // Without ids: those that the server generates say nothing about the order.
    let options = in_order.into_iter().map(ChoiceDraft::Text).collect();
    QuestionDraft { options, order, ..QuestionDraft::new(QuestionKind::Ordering, text) }
}

pub fn from_qti(
    response: &Response<'_>,
    interaction: &XmlElement,
    text: String,
    reader: &mut QtiReader<'_>,
) -> ReadResult {
    let choices = choices(interaction, "simplechoice", reader)?;
    let order = response.correct();
    let text_of = |id: &String| choices.iter().find(|choice| choice.id == id).map(|choice| choice.text.clone());
    let in_order: Vec<String> = order.iter().filter_map(text_of).collect();
    if in_order.len() != choices.len() {
        return Err("its correct order does not have every choice");
    }
    Ok(ordering(text, in_order))
}
