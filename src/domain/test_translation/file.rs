//! Translations in files of tests: beside each question, and of the test's other texts beside its title.

use super::{Part, Place, SourceDigest, SourceText, Sources, State, TextDraft, Translation};
use crate::domain::{
    invisible::is_blank,
    question::{ChoiceDraft, Question, QuestionDraft, QuestionTexts},
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// Texts of a test in another language, without those of its questions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestTexts {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Texts of the sections, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<SectionWords>,
    /// Texts of the passages, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub passages: BTreeMap<String, PassageWords>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionWords {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub instructions: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassageWords {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// Texts of a language of a file, before the sections of its test are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileTexts {
    pub test: TestTexts,
    pub questions: Vec<PlacedWords>,
}

/// A text of a question, with its original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedWords {
    pub place: Place,
    pub text: String,
}

/// The texts of a question with their places. Those of a file are beside the question's own, so the original shows which is
/// which, whatever ids the question has been given since.
///
/// # Errors
/// A sentence about the first text without an original.
pub fn places(texts: &QuestionTexts, draft: &QuestionDraft, question: &Question) -> Result<Vec<PlacedWords>, String> {
    let mut sources = Sources::default();
    sources.questions(std::slice::from_ref(question));
    let mut found = Vec::new();
    if !is_blank(&texts.question) {
        found.push(PlacedWords { place: Place::new(Part::Question, &question.id, ""), text: texts.question.clone() });
    }
    let mut lists = vec![
        (Part::Option, String::new(), &texts.options, &draft.options),
        (Part::Prompt, String::new(), &texts.prompts, &draft.prompts),
    ];
    for (id, options) in &texts.gaps {
        let Some(gap) = draft.gaps.iter().find(|gap| gap.id == *id) else {
            return Err(format!("the question has no gap '{id}'"));
        };
        lists.push((Part::GapOption, format!("{id}/"), options, &gap.options));
    }
    for (part, prefix, translated, originals) in lists {
        if translated.len() > originals.len() {
            let (has, many) = (originals.len(), translated.len());
            return Err(format!("it has {many} texts for a list of {has}"));
        }
        for (text, original) in translated.iter().zip(originals.iter().map(ChoiceDraft::text)) {
            let is_it = |source: &&SourceText<'_>| {
                let Place { part: of, at, .. } = &source.place;
                *of == part && at.starts_with(&prefix) && source.text == original.trim()
            };
            if let Some(source) = sources.iter().find(is_it).filter(|_| !is_blank(text)) {
                found.push(PlacedWords { place: source.place.clone(), text: text.clone() });
            }
        }
    }
    Ok(found)
}

impl FileTexts {
    /// Returns the texts as if they were entered beside these originals, and the places of those that have none.
    #[must_use]
    pub fn drafts(self, sources: &Sources<'_>) -> (Vec<TextDraft>, Vec<Place>) {
        let Self { test, mut questions } = self;
        let mut add = |part, of: &str, text: String| {
            questions.push(PlacedWords { place: Place::new(part, of, ""), text });
        };
        add(Part::Title, "", test.title);
        add(Part::Description, "", test.description);
        for (place, section) in test.sections.into_iter().enumerate() {
            add(Part::SectionTitle, &place.to_string(), section.title);
            add(Part::Instructions, &place.to_string(), section.instructions);
        }
        for (id, passage) in test.passages {
            add(Part::PassageTitle, &id, passage.title);
            add(Part::Passage, &id, passage.text);
        }
        let known: HashMap<&Place, SourceDigest> =
            sources.iter().map(|source| (&source.place, source.digest())).collect();
        let (mut drafts, mut without_original) = (Vec::new(), Vec::new());
        for PlacedWords { place, text } in questions {
            match known.get(&place) {
                _ if is_blank(&text) => {}
                Some(source) => drafts.push(TextDraft { source: *source, place, text }),
                None => without_original.push(place),
            }
        }
        (drafts, without_original)
    }
}

impl Translation {
    /// The current texts of the test itself, its sections and passages, as a file has them.
    #[must_use]
    pub fn test_texts(&self, sources: &Sources<'_>) -> TestTexts {
        let mut texts = TestTexts::default();
        for source in sources.iter() {
            let State::Current(current) = self.state(source) else { continue };
            let (text, of) = (current.text.clone(), source.place.of.as_str());
            let section = of.parse::<usize>().unwrap_or_default();
            match source.place.part {
                Part::Title => texts.title = text,
                Part::Description => texts.description = text,
                Part::SectionTitle | Part::Instructions => {
                    if texts.sections.len() <= section {
                        texts.sections.resize(section + 1, SectionWords::default());
                    }
                    let Some(words) = texts.sections.get_mut(section) else { continue };
                    let to = if source.place.part == Part::SectionTitle {
                        &mut words.title
                    } else {
                        &mut words.instructions
                    };
                    *to = text;
                }
                Part::PassageTitle => texts.passages.entry(of.to_owned()).or_default().title = text,
                Part::Passage => texts.passages.entry(of.to_owned()).or_default().text = text,
                Part::Question | Part::Option | Part::Prompt | Part::GapOption => {}
            }
        }
        texts
    }

    /// The current texts of a question, in the order of its lists; `None` without any.
    #[must_use]
    pub fn question_texts(&self, question: &Question) -> Option<QuestionTexts> {
        let mut sources = Sources::default();
        sources.questions(std::slice::from_ref(question));
        let mut texts = QuestionTexts::default();
        let mut is_any = false;
        for source in sources.iter() {
            let current = match self.state(source) {
                State::Current(current) => Some(current.text.clone()),
                State::Changed(_) | State::Missing => None,
            };
            is_any |= current.is_some();
            // A blank text keeps the place of one that is missing.
            let text = current.unwrap_or_default();
            match source.place.part {
                Part::Option => texts.options.push(text),
                Part::Prompt => texts.prompts.push(text),
                Part::GapOption => {
                    let gap = source.place.at.split('/').next().unwrap_or_default();
                    texts.gaps.entry(gap.to_owned()).or_default().push(text);
                }
                _ => texts.question = text,
            }
        }
        is_any.then_some(texts)
    }
}
