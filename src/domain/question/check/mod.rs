//! Validation of a draft, with one sentence for each field (`docs/scoring.md`, "Keys").

mod texts;

use super::{
    basic::check_frame,
    choices,
    draft::{Numeral, QuestionDraft, QuestionKind},
    field::QuestionFields,
    kinds::{KeyContext, QuestionContent},
    points::{Scoring, Thousandths},
    spec::Question,
    trees::Trees,
};
use crate::domain::{Error, Result, error::FieldChecker};
pub use texts::MAX_NOTES;
use texts::Remarks;

impl QuestionDraft {
    /// Validates one question, before there is a test. `index` counts from 0.
    ///
    /// # Errors
    /// 422 `invalid`, with messages by field: `questions[0].correct_answers`.
    pub fn check_alone(self, index: usize) -> Result<Question> {
        let mut check = FieldChecker::default();
        let question = self.check(index, &mut check);
        let field = format!("questions[{index}].question");
        check.finish(&[&field])?;
        question.ok_or_else(|| Error::field(field, format!("Question {}: The question is incomplete.", index + 1)))
    }

    /// Validates and normalises the question at `index` of a test. `None` only with a message in `check`.
    pub(in crate::domain) fn check(self, index: usize, check: &mut FieldChecker) -> Option<Question> {
        let fields = &mut QuestionFields::of_question(index, check);
        let frame = check_frame(self.id.as_deref(), &self.text, self.points, fields);
        let scoring = if self.kind.has_part_marks() { self.scoring.unwrap_or_default() } else { Scoring::default() };
        let penalty = check_penalty(self.penalty.as_ref(), self.kind, frame.points, fields);
        let Remarks { explanation, show_explanation, reviewer_notes, tags } = texts::check_remarks(&self, fields);
        let format = self.format;
        let text = texts::check_tree(&frame.text, format, "question", fields);
        let explanation_tree = texts::check_tree(&explanation, format, "explanation", fields);
        let pinned = self.pinned_options.clone();
        let body = QuestionContent::check(self, &KeyContext { text: &frame.text, scoring }, fields)?;
        let pinned_options = check_pinned(&pinned, &body, fields);
        let options = texts::check_trees(&body.options().texts(), format, "options", fields);
        let prompts = texts::check_trees(&choices::texts(body.prompts()), format, "prompts", fields);
        let trees = text.map(|text| Trees { text, options, prompts, explanation: explanation_tree });
        Some(Question {
            id: frame.id.unwrap_or_else(|| format!("q{}", index + 1)),
            text: frame.text,
            format,
            points: frame.points,
            scoring,
            penalty,
            body,
            explanation,
            show_explanation,
            reviewer_notes,
            tags,
            trees,
            pinned_options,
        })
    }
}

/// Options that keep their place, in the order of the options; each must be one of them.
fn check_pinned(given: &[String], body: &QuestionContent, fields: &mut QuestionFields) -> Vec<String> {
    let names: Vec<&str> = body.pinnable();
    if names.is_empty() {
        return Vec::new();
    }
    let given: Vec<&str> = given.iter().map(|name| name.trim()).collect();
    let is_known = given.iter().all(|name| names.contains(name));
    fields.require(is_known, "pinned_options", "an option that keeps its place must be one of the options.");
    names.into_iter().filter(|name| given.contains(name)).map(str::to_owned).collect()
}

/// A penalty for a wrong answer, of kinds that have wrong answers.
fn check_penalty(
    penalty: Option<&Numeral>,
    kind: QuestionKind,
    points: u32,
    fields: &mut QuestionFields,
) -> Thousandths {
    let Some(Numeral(text)) = penalty.filter(|_| kind.is_auto()) else { return Thousandths::default() };
    let text = text.trim();
    let penalty = if text.is_empty() { Some(Thousandths::default()) } else { Thousandths::parse(text) };
    let message = "The penalty must be a number of points with at most three decimals, such as 0.25.";
    fields.require(penalty.is_some(), "penalty", message);
    let penalty = penalty.unwrap_or_default();
    let is_within = (Thousandths::default()..=Thousandths::of_points(points)).contains(&penalty);
    fields.require(is_within, "penalty", "The penalty must be from 0 to the question's points.");
    penalty
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
