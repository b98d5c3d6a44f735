//! Sections of a test in our file formats (`docs/behaviour/tests.md#sections-and-pools`).

use super::plan::PlannedTestSection;
use crate::domain::{
    bank::sections::{self, ItemDraft, PoolDraft, PoolSource, Section, TestSections, question_id},
    passage::{PassageDraft, SectionTexts, TextDraft},
    rich_text::RichTextFormat,
    test::QuestionDraft,
};
use serde::{Deserialize, Serialize};

/// A section with items of type `I`.
#[derive(Deserialize, Serialize)]
pub struct SectionFile<I> {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shuffle_questions: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shuffle_options: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_minutes: Option<i64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub instructions: String,
    #[serde(default, skip_serializing_if = "is_plain")]
    pub instructions_format: RichTextFormat,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passages: Vec<PassageFile>,
    pub items: Vec<I>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) fn is_plain(format: &RichTextFormat) -> bool {
    *format == RichTextFormat::Plain
}

#[derive(Deserialize, Serialize)]
pub struct PassageFile {
    id: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    text: String,
    #[serde(default, skip_serializing_if = "is_plain")]
    format: RichTextFormat,
}

/// A question of type `Q`, or what names questions of the bank.
#[derive(Deserialize, Serialize)]
pub struct ItemFile<Q> {
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub question: Option<Q>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<PoolFile>,
    /// Id of the passage that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passage: Option<String>,
}

const fn none<Q>() -> Option<Q> {
    None
}

#[derive(Deserialize, Serialize)]
pub struct PoolFile {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    question_ids: Vec<String>,
    draw: i64,
    points: i64,
}

impl From<PassageFile> for PassageDraft {
    fn from(PassageFile { id, title, text, format }: PassageFile) -> Self {
        Self { id, title, text: TextDraft { text, format } }
    }
}

impl From<PassageDraft> for PassageFile {
    fn from(PassageDraft { id, title, text }: PassageDraft) -> Self {
        Self { id, title, text: text.text, format: text.format }
    }
}

impl<I> SectionFile<I> {
    /// The section without its items.
    pub fn split(self) -> (PlannedTestSection, Vec<I>) {
        let section = PlannedTestSection {
            title: self.title,
            shuffle_questions: self.shuffle_questions,
            shuffle_options: self.shuffle_options,
            minutes: self.time_minutes,
            one_way: self.one_way,
            items: Vec::new(),
            texts: SectionTexts {
                instructions: TextDraft { text: self.instructions, format: self.instructions_format },
                passages: self.passages.into_iter().map(Into::into).collect(),
                about: Vec::new(),
            },
        };
        (section, self.items)
    }
}

impl<Q> ItemFile<Q> {
    /// The question, or what the item names of the bank.
    pub fn split(self) -> Result<Q, ItemDraft> {
        match (self.question, self.question_id, self.pool) {
            // With the id of a question of the bank it is a copy of that, which stays with the test.
            (Some(question), _, None) => Ok(question),
            (None, Some(id), None) => Err(ItemDraft::Pinned(question_id(&id), self.version)),
            (None, None, Some(pool)) => Err(ItemDraft::Pool(PoolDraft {
                tags: pool.tags,
                question_ids: pool.question_ids,
                draw: pool.draw,
                points: pool.points,
            })),
            _ => Err(ItemDraft::Unclear),
        }
    }
}

/// Sections as a file has them: fixed questions in full, pools by name.
pub fn of_test(sections: TestSections, questions: Vec<QuestionDraft>) -> Vec<SectionFile<ItemFile<QuestionDraft>>> {
    let mut questions = questions.into_iter();
    let mut item = |item: sections::SectionItem| {
        let (question, pool) = match item {
            sections::SectionItem::Question { .. } => (questions.next(), None),
            sections::SectionItem::Pool(pool) => {
                let (tags, question_ids) = match pool.source {
                    PoolSource::Tags(tags) => (tags, Vec::new()),
                    PoolSource::Questions(ids) => (Vec::new(), ids.iter().map(ToString::to_string).collect()),
                };
                let (draw, points) = (pool.draw.into(), pool.points.into());
                (None, Some(PoolFile { tags, question_ids, draw, points }))
            }
        };
        ItemFile { question, question_id: None, version: None, pool, passage: None }
    };
    let section = |section: Section| {
        let SectionTexts { instructions, passages, about } =
            SectionTexts::of(section.instructions.as_ref(), &section.passages);
        let mut items: Vec<_> = section.items.into_iter().map(&mut item).collect();
        for (place, id) in about {
            if let Some(item) = items.get_mut(place) {
                item.passage = Some(id);
            }
        }
        SectionFile {
            instructions: instructions.text,
            instructions_format: instructions.format,
            passages: passages.into_iter().map(Into::into).collect(),
            items,
            title: section.title,
            shuffle_questions: section.shuffle_questions,
            shuffle_options: section.shuffle_options,
            time_minutes: section.rules.minutes.map(Into::into),
            one_way: section.rules.one_way,
        }
    };
    sections.sections.into_iter().map(section).collect()
}
