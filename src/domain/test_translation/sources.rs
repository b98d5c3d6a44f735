//! The texts of a test that can be translated: all that its candidates read, but for code, and never the key.

use super::{Part, Place, SourceDigest, digest};
use crate::domain::{
    invisible::is_blank,
    passage::{FormattedText, MAX_INSTRUCTIONS, MAX_PASSAGE, Passage},
    question::{Choice, MAX_OPTION_TEXT, MAX_QUESTION_TEXT, Question, QuestionContent, ShownOptions},
    rich_text::RichTextFormat,
};

const MAX_TITLE: usize = 200;
const MAX_DESCRIPTION: usize = 20_000;

/// An original.
#[derive(Clone, Debug)]
pub struct SourceText<'t> {
    pub place: Place,
    /// Number of the question, from 1.
    pub number: Option<usize>,
    pub text: &'t str,
    pub format: RichTextFormat,
    /// Characters of a translation.
    pub limit: usize,
    /// Gaps that a translation must have, each once.
    pub gaps: Vec<&'t str>,
}

impl SourceText<'_> {
    #[must_use]
    pub fn digest(&self) -> SourceDigest {
        digest(self.text, self.format)
    }

    /// Whether it is a title, which has one line.
    pub(super) const fn is_line(&self) -> bool {
        matches!(self.place.part, Part::Title | Part::SectionTitle | Part::PassageTitle)
    }
}

/// The originals of a test, in its order.
#[derive(Clone, Debug, Default)]
pub struct Sources<'t>(Vec<SourceText<'t>>);

impl<'t> Sources<'t> {
    #[must_use]
    pub fn new(title: &'t str, description: (&'t str, RichTextFormat)) -> Self {
        let mut sources = Self::default();
        sources.plain(Place::new(Part::Title, "", ""), title, MAX_TITLE);
        sources.add(Place::new(Part::Description, "", ""), description, MAX_DESCRIPTION);
        sources
    }

    /// The section at this place, from 0.
    pub fn section(&mut self, place: usize, title: &'t str, instructions: Option<&'t FormattedText>) {
        self.plain(Place::new(Part::SectionTitle, place.to_string(), ""), title, MAX_TITLE);
        if let Some(text) = instructions {
            let place = Place::new(Part::Instructions, place.to_string(), "");
            self.add(place, (&text.text, text.format), MAX_INSTRUCTIONS);
        }
    }

    pub fn passage(&mut self, passage: &'t Passage) {
        self.plain(Place::new(Part::PassageTitle, &passage.id, ""), &passage.title, MAX_TITLE);
        let text = (passage.text.text.as_str(), passage.text.format);
        self.add(Place::new(Part::Passage, &passage.id, ""), text, MAX_PASSAGE);
    }

    /// Questions, in their order.
    pub fn questions(&mut self, questions: &'t [Question]) {
        for (question, number) in questions.iter().zip(1..) {
            let from = self.0.len();
            self.question(question);
            for source in self.0.iter_mut().skip(from) {
                source.number = Some(number);
            }
        }
    }

    fn question(&mut self, question: &'t Question) {
        let (id, format) = (question.id.as_str(), question.format);
        self.add(Place::new(Part::Question, id, ""), (&question.text, format), MAX_QUESTION_TEXT);
        if let (QuestionContent::Gaps(gaps), Some(text)) = (&question.body, self.0.last_mut()) {
            text.gaps = gaps.iter().map(|gap| gap.id.as_str()).collect();
        }
        self.choices((Part::Prompt, id, ""), question.body.prompts(), format);
        match question.body.options() {
            ShownOptions::None => {}
            ShownOptions::Texts(texts) => {
                for (place, text) in texts.iter().enumerate() {
                    self.add(Place::new(Part::Option, id, place.to_string()), (text, format), MAX_OPTION_TEXT);
                }
            }
            ShownOptions::Choices(options) | ShownOptions::Unordered(options) => {
                self.choices((Part::Option, id, ""), options, format);
            }
        }
        if let QuestionContent::Gaps(gaps) = &question.body {
            for gap in gaps {
                let prefix = format!("{}/", gap.id);
                let options = gap.key.options().unwrap_or_default();
                self.choices((Part::GapOption, id, &prefix), options, RichTextFormat::Plain);
            }
        }
    }

    fn choices(&mut self, (part, of, prefix): (Part, &str, &str), choices: &'t [Choice], format: RichTextFormat) {
        for choice in choices {
            let place = Place::new(part, of, format!("{prefix}{}", choice.id));
            self.add(place, (&choice.text, format), MAX_OPTION_TEXT);
        }
    }

    fn plain(&mut self, place: Place, text: &'t str, limit: usize) {
        self.add(place, (text, RichTextFormat::Plain), limit);
    }

    fn add(&mut self, place: Place, (text, format): (&'t str, RichTextFormat), limit: usize) {
        if !is_blank(text) {
            self.0.push(SourceText { place, number: None, text, format, limit, gaps: Vec::new() });
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &SourceText<'t>> {
        self.0.iter()
    }
}
