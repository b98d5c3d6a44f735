//! Sections of a test: its questions in groups, and pools that draw some for each candidate
//! (`docs/behaviour/tests.md#sections-and-pools`).

use super::{Version, tag_key};
use crate::domain::{
    QuestionId, Result, TestId,
    error::FieldChecker,
    passage::{FormattedText, Passage, SectionTexts},
    question::{POINTS, QuestionDraft, field::longer},
};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use uuid::Uuid;

pub const MAX_SECTIONS: usize = 50;
/// Characters of a title.
pub const MAX_TITLE: usize = 200;
/// Questions and pools of all sections.
const MAX_ITEMS: usize = 500;
pub const MAX_TAGS: usize = 20;
/// Questions that a pool names.
pub const MAX_NAMED: usize = 500;
/// Questions of a pool.
pub const MAX_MEMBERS: usize = 1_000;
/// Minutes of a section's own time.
const MINUTES: std::ops::RangeInclusive<i64> = 1..=480;
const DRAW: std::ops::RangeInclusive<i64> = 1..=200;
/// Questions of a paper.
const MAX_QUESTIONS: usize = 500;

/// How a test is divided. A test without them has one list of fixed questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestSections {
    pub test_id: TestId,
    pub sections: Vec<Section>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// May be empty.
    pub title: String,
    pub shuffle_questions: bool,
    pub shuffle_options: bool,
    pub items: Vec<SectionItem>,
    pub rules: Rules,
    /// Shown before its questions.
    pub instructions: Option<FormattedText>,
    /// Passages that items of the section are about, by place.
    pub passages: Vec<Passage>,
}

/// How candidates take a section (`docs/behaviour/tests.md#timed-sections`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// The section's own time.
    pub minutes: Option<u32>,
    /// Once left, it stays closed.
    pub one_way: bool,
}

impl Rules {
    /// Whether candidates may come and go as they please.
    #[must_use]
    pub fn are_none(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SectionItem {
    /// The next one of the test's own list of questions, in order. A pinned one is a copy of a bank question's version.
    Question {
        pin: Option<Pin>,
    },
    Pool(Pool),
}

/// A version of a bank question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pin {
    pub question_id: QuestionId,
    pub version: Version,
}

/// Draws questions from the ready ones of the bank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pool {
    pub source: PoolSource,
    pub draw: u32,
    /// The points of each question, whatever the bank says: so all papers are worth the same.
    pub points: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PoolSource {
    /// Questions that have all of these.
    Tags(Vec<String>),
    Questions(Vec<QuestionId>),
}

impl TestSections {
    pub fn items(&self) -> impl Iterator<Item = &SectionItem> {
        self.sections.iter().flat_map(|section| &section.items)
    }

    pub fn pools(&self) -> impl Iterator<Item = &Pool> {
        self.items().filter_map(|item| match item {
            SectionItem::Pool(pool) => Some(pool),
            SectionItem::Question { .. } => None,
        })
    }

    /// Returns the version that each fixed question is a copy of, in order.
    pub fn pins(&self) -> impl Iterator<Item = Option<Pin>> {
        self.items().filter_map(|item| match item {
            SectionItem::Question { pin } => Some(*pin),
            SectionItem::Pool(_) => None,
        })
    }

    /// Bank questions that it names, each once.
    #[must_use]
    pub fn named(&self) -> HashSet<QuestionId> {
        let pinned = self.pins().flatten().map(|pin| pin.question_id);
        let pooled = self.pools().filter_map(|pool| match &pool.source {
            PoolSource::Questions(ids) => Some(ids),
            PoolSource::Tags(_) => None,
        });
        pinned.chain(pooled.flatten().copied()).collect()
    }

    /// Whether a section has instructions or a passage.
    #[must_use]
    pub fn have_texts(&self) -> bool {
        self.sections.iter().any(Section::has_texts)
    }

    /// Whether a section has its own time, or is one-way.
    #[must_use]
    pub fn have_rules(&self) -> bool {
        self.sections.iter().any(|section| !section.rules.are_none())
    }

    /// Number and points of the questions that pools add to each paper.
    #[must_use]
    pub fn drawn(&self) -> (usize, u32) {
        self.pools().fold((0, 0), |(count, points), pool| {
            (count + pool.draw as usize, points + pool.draw.saturating_mul(pool.points))
        })
    }
}

impl Section {
    fn has_texts(&self) -> bool {
        self.instructions.is_some() || !self.passages.is_empty()
    }

    /// A draft of the same section, still empty.
    #[must_use]
    pub fn without_items(&self) -> SectionDraft {
        SectionDraft {
            title: self.title.clone(),
            shuffle_questions: self.shuffle_questions,
            shuffle_options: self.shuffle_options,
            items: Vec::new(),
            minutes: self.rules.minutes.map(Into::into),
            one_way: self.rules.one_way,
            texts: SectionTexts::of(self.instructions.as_ref(), &self.passages),
        }
    }
}

/// An unvalidated section.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SectionDraft {
    pub title: String,
    pub shuffle_questions: bool,
    pub shuffle_options: bool,
    pub items: Vec<ItemDraft>,
    pub minutes: Option<i64>,
    pub one_way: bool,
    pub texts: SectionTexts,
}

impl SectionDraft {
    /// The rules of a draft that passed [`check`].
    #[must_use]
    pub fn rules(&self) -> Rules {
        Rules { minutes: self.minutes.and_then(|minutes| u32::try_from(minutes).ok()), one_way: self.one_way }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ItemDraft {
    Inline(Box<QuestionDraft>),
    /// `None`: the current version.
    Pinned(QuestionId, Option<Version>),
    /// A question as a test has it, and the version of the bank that it was a copy of: pinned if it is unchanged, otherwise
    /// a question of this test alone.
    Copy(Box<QuestionDraft>, QuestionId, Option<Version>),
    Pool(PoolDraft),
    /// None of them, or several at once.
    Unclear,
}

/// Id of a bank question as an item names it. A malformed one is reported like an unknown one.
#[must_use]
pub fn question_id(text: &str) -> QuestionId {
    text.parse().unwrap_or(QuestionId(Uuid::nil()))
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PoolDraft {
    pub tags: Vec<String>,
    pub question_ids: Vec<String>,
    pub draw: i64,
    pub points: i64,
}

/// The field of an item, in messages.
#[must_use]
pub fn field(section: usize, item: usize, name: &str) -> String {
    format!("sections[{section}].items[{item}].{name}")
}

/// Validates what needs no bank: titles, numbers, sizes.
///
/// # Errors
/// 422 `invalid`, with messages by field: `sections[0].items[2].pool.draw`.
pub fn check(drafts: &[SectionDraft]) -> Result<()> {
    let mut check = FieldChecker::default();
    check.require(drafts.len() <= MAX_SECTIONS, "sections", "A test has at most 50 sections.");
    let items: usize = drafts.iter().map(|section| section.items.len()).sum();
    check.require(items <= MAX_ITEMS, "sections", "The sections have more than 500 questions and pools.");
    let mut questions = 0;
    let mut passages = HashSet::new();
    for (place, section) in drafts.iter().enumerate().take(MAX_SECTIONS) {
        let title = section.title.trim();
        let field_of = format!("sections[{place}].title");
        check.require(!longer(title, MAX_TITLE), &*field_of, "The title is too long (200 characters at most).");
        check.require(!title.chars().any(char::is_control), field_of, "The title must be on one line.");
        let has_time = section.minutes.is_none_or(|minutes| MINUTES.contains(&minutes));
        let message = "The time of a section is 1 to 480 minutes.";
        check.require(has_time, format!("sections[{place}].time_minutes"), message);
        section.texts.check(place, &mut check);
        for (at, passage) in section.texts.passages.iter().enumerate() {
            let message = "Another passage of this test has this id.";
            let field = format!("sections[{place}].passages[{at}].id");
            check.require(passages.insert(passage.id.trim()), field, message);
        }
        let is_empty = section.items.is_empty();
        let message = format!("Section {} is empty. Add a question or a pool, or remove it.", place + 1);
        check.require(!is_empty, format!("sections[{place}].items"), message);
        for (at, item) in section.items.iter().enumerate() {
            questions += 1;
            match item {
                ItemDraft::Pool(pool) => {
                    pool.check((place, at), &mut check);
                    questions += usize::try_from(pool.draw.clamp(1, *DRAW.end())).unwrap_or_default() - 1;
                }
                ItemDraft::Unclear => {
                    let message = "Give one of question, question_id and pool.";
                    check.require(false, format!("sections[{place}].items[{at}]"), message);
                }
                ItemDraft::Inline(_) | ItemDraft::Pinned(..) | ItemDraft::Copy(..) => {}
            }
        }
    }
    check.require(questions <= MAX_QUESTIONS, "sections", "A paper has at most 500 questions.");
    check.finish(&["sections"])
}

impl PoolDraft {
    fn check(&self, (section, item): (usize, usize), check: &mut FieldChecker) {
        let at = |name: &str| field(section, item, &format!("pool.{name}"));
        check.require(DRAW.contains(&self.draw), at("draw"), "A pool draws 1 to 200 questions.");
        check.require(POINTS.contains(&self.points), at("points"), "Points must be between 1 and 100");
        let is_one = self.tags.iter().any(|tag| !tag.trim().is_empty()) == self.question_ids.is_empty();
        check.require(is_one, at("tags"), "A pool has either tags or chosen questions.");
        check.require(self.tags.len() <= MAX_TAGS, at("tags"), "A pool has at most 20 tags.");
        check.require(self.question_ids.len() <= MAX_NAMED, at("question_ids"), "A pool names at most 500 questions.");
        let distinct: HashSet<&String> = self.question_ids.iter().collect();
        let are_distinct = distinct.len() == self.question_ids.len();
        check.require(are_distinct, at("question_ids"), "A question is in this pool twice.");
        let are_ids = self.question_ids.iter().all(|id| id.parse::<QuestionId>().is_ok());
        check.require(are_ids, at("question_ids"), "One of these questions is not in the bank.");
    }

    /// The pool of a draft that passed [`check`].
    #[must_use]
    pub fn into_pool(self) -> Pool {
        let source = if self.question_ids.is_empty() {
            let mut tags: Vec<String> = Vec::new();
            for tag in self.tags.iter().map(|tag| tag.trim()).filter(|tag| !tag.is_empty()) {
                if !tags.iter().any(|known| tag_key(known) == tag_key(tag)) {
                    tags.push(tag.to_owned());
                }
            }
            PoolSource::Tags(tags)
        } else {
            PoolSource::Questions(self.question_ids.iter().filter_map(|id| id.parse().ok()).collect())
        };
        let number = |number: i64| u32::try_from(number).unwrap_or_default();
        Pool { source, draw: number(self.draw), points: number(self.points) }
    }
}
