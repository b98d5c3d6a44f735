//! Ordering.

use super::parts::option_id;
use crate::domain::{
    question::ChoiceDraft,
    test::{QuestionDraft, QuestionKind},
};

/// Texts in their right order.
pub fn ordering(text: String, in_order: Vec<String>) -> QuestionDraft {
    let order = (0..in_order.len()).map(option_id).collect();
    // Without ids: those that the server generates say nothing about the order.
    let options = in_order.into_iter().map(ChoiceDraft::Text).collect();
    QuestionDraft { options, order, ..QuestionDraft::new(QuestionKind::Ordering, text) }
}
