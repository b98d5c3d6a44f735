//! The common parts of interactions: choices, and the answers that are right.

use super::{reader::QtiReader, response::Response, xml::XmlElement};
use crate::{
    domain::{
        question::{Scoring, ToleranceDraft, decimal::Decimal},
        test::QuestionDraft,
    },
    service::import::kinds,
};

pub type ReadResult = Result<QuestionDraft, &'static str>;

/// An option of an interaction.
pub struct QtiChoice<'e> {
    pub id: &'e str,
    pub text: String,
    /// Keeps its place where options are shuffled.
    pub is_fixed: bool,
}

pub fn choices<'e>(
    below: &'e XmlElement,
    name: &str,
    reader: &mut QtiReader<'_>,
) -> Result<Vec<QtiChoice<'e>>, &'static str> {
    choices_by(below, name, |element| reader.text(element))
}

pub fn choices_by<'e>(
    below: &'e XmlElement,
    name: &str,
    mut text: impl FnMut(&XmlElement) -> String,
) -> Result<Vec<QtiChoice<'e>>, &'static str> {
    let elements = below.all(name);
    if elements.len() > kinds::MAX_PARTS {
        return Err("it has more than 200 choices");
    }
    let choice = |element: &'e XmlElement| QtiChoice {
        id: element.attribute("identifier").unwrap_or_default().trim(),
        text: text(element),
        is_fixed: element.attribute("fixed") == Some("true"),
    };
    Ok(elements.into_iter().map(choice).collect())
}

/// Equal shares for each right part where a mapping gives points, otherwise all or nothing.
pub fn scoring(response: &Response<'_>) -> Scoring {
    if response.has_mapping() { Scoring::Partial } else { Scoring::AllOrNothing }
}

/// The correct values, or those that a mapping gives most points for.
pub fn best(response: &Response<'_>) -> Vec<String> {
    let correct = response.correct();
    if !correct.is_empty() {
        return correct;
    }
    let mapped = response.mapped();
    let most = mapped.iter().map(|entry| entry.value).fold(0.0, f64::max);
    let best = mapped.iter().filter(|entry| most > 0.0 && entry.value >= most);
    best.map(|entry| entry.key.trim().to_owned()).collect()
}

/// Answers that a text entry accepts.
pub enum AcceptedText {
    Number(Decimal, Option<ToleranceDraft>),
    Text { accepted: Vec<String>, case_sensitive: bool },
}

pub fn accepted(response: &Response<'_>, reader: &mut QtiReader<'_>) -> Result<AcceptedText, &'static str> {
    let mut right = best(response);
    if response.is_number() {
        let number =
            right.first().and_then(|number| kinds::decimal(number)).ok_or("its correct number cannot be read")?;
        return Ok(AcceptedText::Number(number, response.tolerance()));
    }
    let mapped = response.mapped();
    let most = mapped.iter().map(|entry| entry.value).fold(0.0, f64::max);
    for entry in mapped.iter().filter(|entry| entry.value > 0.0) {
        let key = entry.key.trim().to_owned();
        if entry.value < most {
            reader.left_out.push((response.line(), kinds::PART.into()));
        } else if !right.contains(&key) {
            right.push(key);
        }
    }
    if right.is_empty() {
        return Err("it does not declare the correct answer");
    }
    let is_sensitive =
        if mapped.is_empty() { !response.ignores_case() } else { mapped.iter().any(|e| e.case_sensitive) };
    Ok(AcceptedText::Text { accepted: right, case_sensitive: is_sensitive })
}
