//! The translations that a paper is taken with: only what is whole and still says what the original says.

use super::{Part, Place, Sources, State, TranslatedText, Translations, digest, found};
use crate::domain::{
    language::Language,
    passage::Passage,
    question::{Choice, Question, TranslatedTexts, Tree, Trees},
    rich_text::RichTextFormat,
};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Texts of a paper in another language. A question has all of its texts, or none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperTranslation {
    pub language: Language,
    /// Sorted by place.
    pub texts: Vec<TranslatedText>,
}

impl Translations {
    /// The texts that candidates may read of these originals, without languages in which there is none.
    #[must_use]
    pub fn for_paper(&self, sources: &Sources<'_>) -> Vec<PaperTranslation> {
        let mut usable = Vec::new();
        for translation in &self.list {
            let mut texts = Vec::new();
            let mut partial: HashSet<&str> = HashSet::new();
            for source in sources.iter() {
                match translation.state(source) {
                    State::Current(text) => texts.push(TranslatedText { place: source.place.clone(), ..text.clone() }),
                    State::Changed(_) | State::Missing if source.place.part.is_of_question() => {
                        partial.insert(&source.place.of);
                    }
                    State::Changed(_) | State::Missing => {}
                }
            }
            texts.retain(|text| !(text.place.part.is_of_question() && partial.contains(text.place.of.as_str())));
            if !texts.is_empty() {
                texts.sort_by(|a, b| a.place.cmp(&b.place));
                usable.push(PaperTranslation { language: translation.language, texts });
            }
        }
        usable
    }
}

impl PaperTranslation {
    /// Only what these questions and passages need, beside the texts of the test and its sections.
    #[must_use]
    pub fn of(&self, questions: &[Question], passages: &[Passage]) -> Self {
        let asked: HashSet<&str> = questions.iter().map(|question| question.id.as_str()).collect();
        let read: HashSet<&str> = passages.iter().map(|passage| passage.id.as_str()).collect();
        let is_needed = |text: &&TranslatedText| {
            let Place { part, of, .. } = &text.place;
            (!part.is_of_question() || asked.contains(of.as_str()))
                && (!part.is_of_passage() || read.contains(of.as_str()))
        };
        Self { language: self.language, texts: self.texts.iter().filter(is_needed).cloned().collect() }
    }

    /// The translation of the original at this place.
    #[must_use]
    pub fn text(&self, place: &Place, original: &str, format: RichTextFormat) -> Option<&TranslatedText> {
        found(&self.texts, place, digest(original, format))
    }

    /// The question as it is read in this language: with the ids, the orders and the kinds of its original, and without what is
    /// no text. `None` unless all of it is translated.
    #[must_use]
    pub fn question(&self, question: &Question) -> Option<Question> {
        let found = self.text(&Place::new(Part::Question, &question.id, ""), &question.text, question.format)?;
        let mut beside = TextsBeside { translation: self, question, options: Vec::new(), prompts: Vec::new() };
        let body = question.body.translated(&mut beside)?;
        let TextsBeside { options, prompts, .. } = beside;
        Some(Question {
            id: question.id.clone(),
            text: found.text.clone(),
            format: question.format,
            points: question.points,
            scoring: question.scoring,
            penalty: question.penalty,
            body,
            explanation: String::new(),
            show_explanation: false,
            reviewer_notes: String::new(),
            tags: Vec::new(),
            trees: found.tree.clone().map(|text| Trees { text, options, prompts, explanation: None }),
            pinned_options: Vec::new(),
        })
    }

    /// Whether the question is read in this language.
    #[must_use]
    pub fn has_question(&self, id: &str) -> bool {
        let place = Place::new(Part::Question, id, "");
        self.texts.binary_search_by(|text| text.place.cmp(&place)).is_ok()
    }
}

/// The texts beside a question, and the trees of those that its kind has asked for.
struct TextsBeside<'p> {
    translation: &'p PaperTranslation,
    question: &'p Question,
    options: Vec<Tree>,
    prompts: Vec<Tree>,
}

impl<'p> TextsBeside<'p> {
    fn found(&self, part: Part, at: &str, original: &str, format: RichTextFormat) -> Option<&'p TranslatedText> {
        self.translation.text(&Place::new(part, &self.question.id, at), original, format)
    }
}

impl TranslatedTexts for TextsBeside<'_> {
    fn option(&mut self, at: &str, original: &str) -> Option<String> {
        let found = self.found(Part::Option, at, original, self.question.format)?;
        self.options.extend(found.tree.clone());
        Some(found.text.clone())
    }

    fn prompt(&mut self, id: &str, original: &str) -> Option<String> {
        let found = self.found(Part::Prompt, id, original, self.question.format)?;
        self.prompts.extend(found.tree.clone());
        Some(found.text.clone())
    }

    fn gap_option(&mut self, gap: &str, option: &Choice) -> Option<String> {
        let at = format!("{gap}/{}", option.id);
        Some(self.found(Part::GapOption, &at, &option.text, RichTextFormat::Plain)?.text.clone())
    }
}
