//! Short texts: accepted ones, or a pattern. Gaps use this key too.

use super::{
    key::{KeyContext, Quality, QuestionKey, ReadBeside, TextMatchers, TranslatedTexts},
    labels::{Labels, joined},
};
use crate::domain::question::{
    answer::ParsedAnswer,
    draft::QuestionDraft,
    field::{QuestionFields, is_text, longer},
    points::{Scoring, Share},
    text::{TextKey, compile, normal},
};
use std::collections::BTreeMap;

const MAX_ACCEPTED: usize = 50;
/// Characters of an accepted text, and of a pattern.
const MAX_TEXT: usize = 500;

impl QuestionKey for TextKey {
    fn check(draft: QuestionDraft, _: &KeyContext<'_>, fields: &mut QuestionFields<'_>) -> Option<Self> {
        let by_choice = (draft.case_sensitive, draft.space_sensitive);
        Some(check_text(&draft.accepted, by_choice, draft.pattern, fields))
    }

    fn set_fields(&self, draft: &mut QuestionDraft) {
        let Self { accepted, case_sensitive, space_sensitive, pattern } = self;
        draft.accepted.clone_from(accepted);
        (draft.case_sensitive, draft.space_sensitive) = (*case_sensitive, *space_sensitive);
        draft.pattern.clone_from(pattern);
    }

    fn parse(&self, text: &str) -> Option<ParsedAnswer> {
        Some(ParsedAnswer::Text(text.to_owned()))
    }

    fn right_share(&self, answer: &ParsedAnswer, texts: &TextMatchers<'_>) -> Option<Share> {
        let ParsedAnswer::Text(text) = answer else { return Some(Share::NONE) };
        Some(Share::all_if(texts.get("").is_some_and(|matcher| matcher.is_right(text))))
    }

    fn rekeyed(&self, answer: ParsedAnswer, _: Scoring) -> Option<Self> {
        let ParsedAnswer::Text(text) = answer else { return None };
        rekeyed(self, &text)
    }

    fn key_text(&self, _: Labels<'_>) -> Option<String> {
        Some(in_words(self))
    }

    fn in_fixed_order(self) -> Self {
        self
    }

    fn sample(&self, quality: Quality) -> Option<String> {
        sample(self, quality == Quality::Strong)
    }

    fn translated(&self, _: &mut dyn TranslatedTexts) -> Option<ReadBeside<Self>> {
        Some(ReadBeside::Nothing)
    }

    fn texts(&self) -> BTreeMap<&str, &TextKey> {
        BTreeMap::from([("", self)])
    }
}

pub(super) fn rekeyed(key: &TextKey, text: &str) -> Option<TextKey> {
    let text = if key.space_sensitive { text } else { text.trim() };
    let fits = !longer(text, MAX_TEXT) && is_text(text);
    fits.then(|| TextKey { accepted: vec![text.to_owned()], pattern: None, ..key.clone() })
}

/// `New York / NYC / pattern (the )?big apple`.
pub(super) fn in_words(key: &TextKey) -> String {
    let pattern = key.pattern.iter().map(|pattern| format!("pattern {pattern}"));
    joined(key.accepted.iter().cloned().chain(pattern), " / ")
}

pub(super) fn sample(key: &TextKey, is_right: bool) -> Option<String> {
    if is_right { key.accepted.first().cloned() } else { Some("not sure".into()) }
}

/// `by_choice`: whether case counts, and whether spaces do.
pub(super) fn check_text(
    accepted: &[String],
    by_choice: (bool, bool),
    pattern: Option<String>,
    fields: &mut QuestionFields<'_>,
) -> TextKey {
    let (case_sensitive, space_sensitive) = by_choice;
    let mut texts: Vec<String> = Vec::new();
    // No answer equals one without a character that is seen.
    for text in accepted.iter().filter(|text| !normal(text, false).is_empty()) {
        let text = if space_sensitive { text.as_str() } else { text.trim() };
        if texts.len() <= MAX_ACCEPTED && !texts.iter().any(|known| known == text) {
            texts.push(text.to_owned());
        }
    }
    let pattern = pattern.filter(|pattern| !pattern.trim().is_empty());
    let is_key = !texts.is_empty() || pattern.is_some();
    fields.require(is_key, "accepted", "Please enter at least one accepted answer or a pattern");
    fields.require(texts.len() <= MAX_ACCEPTED, "accepted", "there are more than 50 accepted answers.");
    let fit = texts.iter().all(|text| !longer(text, MAX_TEXT));
    fields.require(fit, "accepted", "an accepted answer is too long (500 characters at most).");
    let are_texts = texts.iter().all(|text| is_text(text));
    fields.require(are_texts, "accepted", "an accepted answer contains control characters.");
    if let Some(pattern) = &pattern {
        check_pattern(pattern, case_sensitive, fields);
    }
    TextKey { accepted: texts, case_sensitive, space_sensitive, pattern }
}

fn check_pattern(pattern: &str, case_sensitive: bool, fields: &mut QuestionFields<'_>) {
    if longer(pattern, MAX_TEXT) {
        fields.require(false, "pattern", "the pattern is too long (500 characters at most).");
        return;
    }
    let message = match compile(pattern, case_sensitive) {
        Ok(_) => return,
        Err(regex::Error::CompiledTooBig(_)) => "the pattern is too large: repeat less.".to_owned(),
        Err(error) => {
            let text = error.to_string();
            let last = text.lines().last().unwrap_or_default();
            format!("the pattern is not valid: {}.", last.trim_start_matches("error: "))
        }
    };
    fields.require(false, "pattern", &message);
}
