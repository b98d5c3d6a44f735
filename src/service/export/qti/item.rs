//! A question as an assessment item.

use super::{
    super::kinds,
    body,
    passages::PassageFile,
    processing::{self, ScoredResponse},
    texts::{ItemTexts, blocks},
    xml::{QtiElement, QtiNode, QtiVersion, namespace, qti},
};
use crate::{domain::question::Question, service::import::QTI_LOSS};

/// `identifier` is unique in the package, `title` on one line.
pub fn item(
    question: &Question,
    (identifier, title): (&str, &str),
    passage: Option<&PassageFile<'_>>,
    texts: ItemTexts<'_>,
) -> QtiElement {
    let scored = kinds::key(&question.body).responses(question);
    let has_feedback = !question.explanation.is_empty();
    let outcome = |id: &str, kind: &str| {
        qti("outcomeDeclaration").set("identifier", id).set("cardinality", "single").set("baseType", kind)
    };
    let default = |value: String| qti("defaultValue").with(qti("value").text(value));
    let mut item = qti("assessmentItem")
        .set("xmlns", namespace(texts.version))
        .set("identifier", identifier)
        .set("title", title)
        .set("adaptive", false)
        .set("timeDependent", false)
        .all(lost(question).into_iter().map(|lost| QtiNode::Comment(in_words(lost))))
        .all(scored.iter().map(ScoredResponse::declaration))
        .with(outcome("SCORE", "float").with(default("0".into())))
        .with(outcome("MAXSCORE", "float").with(default(question.points.to_string())));
    if has_feedback {
        item = item.with(outcome("FEEDBACK", "identifier"));
    }
    let reference = passage.map(|passage| passage.reference(texts.version));
    let (before, within) = if texts.version == QtiVersion::V30 { (reference, None) } else { (None, reference) };
    item = item.all(before).with(content(question, within, &texts));
    if !scored.is_empty() || has_feedback {
        item = item.with(processing::processing(question, &scored, has_feedback));
    }
    if has_feedback {
        let feedback = qti("modalFeedback")
            .set("outcomeIdentifier", "FEEDBACK")
            .set("identifier", "explanation")
            .set("showHide", "show");
        let tree = question.trees.as_ref().and_then(|trees| trees.explanation.as_ref());
        item = item.with(body::wrapped(feedback, blocks(&question.explanation, tree, texts.pictures), texts.version));
    }
    item
}

/// A loss as a sentence, which an import of the file repeats.
pub fn in_words(lost: &str) -> String {
    format!("{lost}{QTI_LOSS}")
}

/// Content that QTI has no counterpart for, as beginnings of sentences.
pub fn lost(question: &Question) -> Vec<&'static str> {
    let own = kinds::key(&question.body).lost_in_qti(question);
    let rest = [
        (question.penalty.0 != 0).then_some("The penalty"),
        question.show_explanation.then_some("That candidates may read the explanation"),
        (!question.tags.is_empty()).then_some("The tags"),
    ];
    own.into_iter().chain(rest.into_iter().flatten()).collect()
}

fn content(question: &Question, passage: Option<QtiElement>, texts: &ItemTexts<'_>) -> QtiElement {
    let key = kinds::key(&question.body);
    let body = match texts.language {
        Some(language) => qti("itemBody").set("xml:lang", language.code()),
        None => qti("itemBody"),
    };
    let body = body.all(passage).all(texts.question(question, &|id| key.in_text(id)));
    let body = body.all(key.interaction(question, texts));
    if question.reviewer_notes.is_empty() {
        return body;
    }
    let notes = qti("rubricBlock").set("view", "scorer");
    let notes = if texts.version == QtiVersion::V30 { notes.set("use", "scoring") } else { notes };
    body.with(body::wrapped(notes, body::blocks(&question.reviewer_notes), texts.version))
}
