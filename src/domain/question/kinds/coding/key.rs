//! A coding question as a kind of questions: people, or tests, score it.

use super::{Coding, StarterDraft, check::check};
use crate::domain::{
    invisible::is_blank,
    question::{
        answer::ParsedAnswer,
        draft::{Numeral, QuestionDraft},
        field::QuestionFields,
        kinds::{
            key::{KeyContext, Quality, QuestionKey, ReadBeside, TextMatchers, TranslatedTexts},
            labels::Labels,
        },
        points::{Scoring, Share},
    },
};
use std::borrow::Cow;

impl QuestionKey for Coding {
    fn check(draft: QuestionDraft, _: &KeyContext<'_>, fields: &mut QuestionFields<'_>) -> Option<Self> {
        Some(check(draft, fields))
    }

    fn set_fields(&self, draft: &mut QuestionDraft) {
        let usual = Self::default();
        let unusual = |limit: u32, usual: u32| (limit != usual).then_some(i64::from(limit));
        draft.expected_language.clone_from(&self.expected_language);
        draft.languages.clone_from(&self.languages);
        draft.starter_code = Some(self.starter_code.clone()).filter(|c| !c.is_empty()).map(StarterDraft::ByLanguage);
        draft.tests = self.tests.iter().map(Into::into).collect();
        draft.checker = Some(self.checker).filter(|checker| *checker != usual.checker);
        draft.checker_tolerance = self.tolerance.as_ref().map(|t| Numeral(t.as_str().to_owned()));
        draft.time_limit_ms = unusual(self.time_limit_ms, usual.time_limit_ms);
        draft.memory_limit_mb = unusual(self.memory_limit_mb, usual.memory_limit_mb);
        draft.reference_solutions = self.reference_solutions.iter().map(Into::into).collect();
        draft.review = self.review;
        draft.wrong_solutions = self.wrong_solutions.iter().map(Into::into).collect();
    }

    fn parse(&self, text: &str) -> Option<ParsedAnswer> {
        let is_unwritten = is_blank(&Self::read(self, text).source);
        Some(if is_unwritten { ParsedAnswer::Blank } else { ParsedAnswer::Text(text.to_owned()) })
    }

    fn right_share(&self, _: &ParsedAnswer, _: &TextMatchers<'_>) -> Option<Share> {
        None
    }

    fn rekeyed(&self, _: ParsedAnswer, _: Scoring) -> Option<Self> {
        None
    }

    fn answer_text(&self, answer: ParsedAnswer, _: Labels<'_>) -> Option<String> {
        let ParsedAnswer::Text(text) = answer else { return None };
        match Self::read(self, &text).source {
            Cow::Owned(source) => Some(source),
            Cow::Borrowed(_) => None,
        }
    }

    fn in_fixed_order(self) -> Self {
        self
    }

    fn sample(&self, _: Quality) -> Option<String> {
        None
    }

    fn translated(&self, _: &mut dyn TranslatedTexts) -> Option<ReadBeside<Self>> {
        Some(ReadBeside::Nothing)
    }
}
