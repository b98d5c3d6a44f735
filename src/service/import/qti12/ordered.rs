//! Choices that are put into order.

use super::{
    asked::{AskedResponse, label_id},
    keys::{Found, ReadKind},
    material,
    numbers::NO_KEY,
    processing::{Answer, Processing},
};
use crate::{
    domain::{question::Scoring, test::QuestionDraft},
    service::import::{kinds, qti::reader::QtiReader},
};

const IN_PARTS: &str = "several conditions give points for parts of its order";

/// Returns the order of the options, if one condition asks for all of them.
pub fn ordered(
    text: String,
    asked: &AskedResponse<'_>,
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    let mut order = processing.wanted(asked.id);
    let places = processing.places(asked.id);
    order.sort_by_key(|id| places.get(id));
    let score = |order: &[String]| processing.score(&Answer::from([(asked.id.to_owned(), order.to_vec())]));
    let most = score(&order);
    // A condition that asks for one of them asks for no order.
    let asks_for_all = || (1..=order.len()).all(|count| score(order.get(count..).unwrap_or_default()) < most);
    let are_placed = places.is_empty() || places.len() == order.len();
    if most > 0.0 && !processing.is_one_condition() {
        return Err(IN_PARTS.into());
    }
    if most <= 0.0 || order.len() != asked.labels.len() || !are_placed || !asks_for_all() {
        return Err(NO_KEY.into());
    }
    in_order(text, asked, &order, most, reader)
}

/// A question whose labels have these ids in the right order.
pub fn in_order(
    text: String,
    asked: &AskedResponse<'_>,
    order: &[String],
    most: f64,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    let mut texts = Vec::new();
    for id in order {
        let label = asked.labels.iter().find(|label| label_id(label) == id).ok_or(NO_KEY)?;
        texts.push(material::text(label).shown(reader));
    }
    let question = QuestionDraft { scoring: Some(Scoring::AllOrNothing), ..kinds::ordering::ordering(text, texts) };
    Ok(Found { question, penalty: 0.0, most })
}
