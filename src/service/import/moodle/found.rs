//! A question as the reader of its type finds it, and what these share.

use super::files;
use crate::{
    domain::test::QuestionDraft,
    service::import::{html::ForeignText, kinds, qti::xml::XmlElement},
};

/// A question, and what it costs to choose a wrong option, in percent of its points.
pub struct Found {
    pub question: QuestionDraft,
    pub penalty: f64,
}

impl From<QuestionDraft> for Found {
    fn from(question: QuestionDraft) -> Self {
        Self { question, penalty: 0.0 }
    }
}

pub type ReadKind = Result<Found, String>;

pub fn number(element: &XmlElement, name: &str) -> Option<f64> {
    kinds::typed_number(&element.child(name)?.text()).filter(|number| *number >= 0.0)
}

/// The text of the question.
pub fn question_text(element: &XmlElement) -> ForeignText {
    let Some(text) = element.child("questiontext") else { return ForeignText::Plain(String::new()) };
    files::formatted(text, &files::source(text))
}
