//! Validation of a draft, with one sentence for each field (`docs/scoring.md`, "Keys").

mod keys;
mod lists;
mod texts;

use super::{
    basic::{check_correct_answer, check_frame, check_options},
    code,
    draft::{Numeral, QuestionDraft},
    field::QuestionFields,
    points::Thousandths,
    spec::{Question, QuestionContent, QuestionKind, Scoring},
    trees::Trees,
};
use crate::domain::{Error, Result, error::FieldChecker};
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
        let body = self.check_body(&frame.text, scoring, fields)?;
        let pinned_options = lists::check_pinned(&pinned, &body, fields);
        let options = texts::check_trees(&body.option_texts(), format, "options", fields);
        let prompts = texts::check_trees(&body.prompt_texts(), format, "prompts", fields);
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

    fn check_body(self, text: &str, scoring: Scoring, fields: &mut QuestionFields) -> Option<QuestionContent> {
        Some(match self.kind {
            QuestionKind::MultipleChoice => {
                let texts: Vec<String> = self.options.iter().map(|o| o.text().to_owned()).collect();
                let options = check_options(&texts, fields);
                let correct_answer = check_correct_answer(self.correct_answer, &options, fields)?;
                QuestionContent::MultipleChoice { options, correct_answer }
            }
            QuestionKind::Essay => QuestionContent::Essay,
            QuestionKind::Coding => QuestionContent::Coding(Box::new(code::check(self, fields))),
            QuestionKind::MultipleResponse => {
                let options = lists::check_choices(&self.options, lists::OPTIONS, fields);
                let correct_answers = keys::check_several(&self.correct_answers, &options, scoring, fields);
                QuestionContent::MultipleResponse { options, correct_answers }
            }
            QuestionKind::Numeric => {
                let key = (self.correct_number.as_ref(), self.tolerance.as_ref(), self.unit.as_deref());
                QuestionContent::Numeric(keys::check_number(key, fields)?)
            }
            QuestionKind::ShortText => {
                let by_choice = (self.case_sensitive, self.space_sensitive);
                QuestionContent::ShortText(keys::check_text(&self.accepted, by_choice, self.pattern, fields))
            }
            QuestionKind::Ordering => {
                let options = lists::check_choices(&self.options, lists::OPTIONS, fields);
                keys::check_order(&self.order, &options, fields);
                let names = lists::neutral_ids(&self.options, &options);
                let order = self.order.into_iter().map(|id| names.of(id)).collect();
                QuestionContent::Ordering { options: names.of_all(options), order }
            }
            QuestionKind::Matching => {
                let prompts = lists::check_choices(&self.prompts, lists::PROMPTS, fields);
                let options = lists::check_choices(&self.options, lists::RIGHT_SIDE, fields);
                keys::check_pairs(&self.pairs, &prompts, &options, fields);
                let names = lists::neutral_ids(&self.options, &options);
                let pairs = self.pairs.into_iter().map(|(prompt, option)| (prompt, names.of(option))).collect();
                QuestionContent::Matching { prompts, options: names.of_all(options), pairs }
            }
            QuestionKind::Gaps => QuestionContent::Gaps(lists::check_gaps(self.gaps, text, fields)?),
        })
    }
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
