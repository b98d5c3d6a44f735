//! Sections of a test on the wire.

use super::{body::QuestionState, flat};
use crate::{
    domain::{
        bank::sections::{self as domain, ItemDraft, Pool, PoolDraft, PoolSource, SectionItem, question_id},
        passage::{SectionTexts, at_place},
        question::{Question as StoredQuestion, QuestionDraft},
    },
    http::{
        api::test::questions::{Instructions, PassageBody, PassageInput, QuestionBody, QuestionInput, text_draft},
        wire::TextFormat,
    },
    service::{query::pools::Stock, test::sections::Authored},
};
use serde::{Deserialize, Deserializer, Serialize, de::MapAccess};
use utoipa::ToSchema;

/// A section to be stored.
#[derive(Deserialize, ToSchema)]
pub struct SectionInput {
    /// Title of the section, at most 200 characters; may be empty.
    #[serde(default)]
    title: String,
    /// Each paper has its questions in another order.
    #[serde(default)]
    shuffle_questions: bool,
    /// Each paper has the options of choices in another order.
    #[serde(default)]
    shuffle_options: bool,
    /// The section's own time in minutes, 1 to 480, counted from its entry; it ends no later than the test.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 480)]
    time_minutes: Option<i64>,
    /// Once left for the next section, it stays closed.
    #[serde(default)]
    one_way: bool,
    /// Shown before its questions: at most 20,000 characters.
    #[serde(default)]
    instructions: Option<String>,
    /// `plain` by default.
    #[serde(default)]
    instructions_format: Option<TextFormat>,
    /// Passages of the section, at most 50. Items name one as `passage`.
    #[serde(default)]
    passages: Option<Vec<PassageInput>>,
    items: Vec<ItemInput>,
}

/// A question of this test alone, a question of the bank, or a pool: exactly one of `question`, `question_id` and `pool`.
/// An object with the fields of a question itself is accepted instead of one with `question`. With `question` and
/// `question_id`, as items are read, it is the question of the bank if it is unchanged.
#[derive(Default, ToSchema)]
pub struct ItemInput {
    question: Option<QuestionInput>,
    /// Id of a question of the bank.
    question_id: Option<String>,
    /// Version of the bank question, beside `question_id`; the current one by default.
    version: Option<u32>,
    pool: Option<PoolInput>,
    /// Id of the passage of this section that it is about; that of a pool is for all questions that it draws.
    passage: Option<String>,
}

impl flat::SiblingFields for ItemInput {
    fn take<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<bool, A::Error> {
        match name {
            "question_id" => self.question_id = map.next_value()?,
            "version" => self.version = map.next_value()?,
            "pool" => self.pool = map.next_value()?,
            "passage" => self.passage = map.next_value()?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl<'de> Deserialize<'de> for ItemInput {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (item, question) = flat::read(from)?;
        Ok(Self { question, ..item })
    }
}

/// Draws questions from the ready ones of the bank, others for each paper. Either `tags` or `question_ids`.
#[derive(Deserialize, ToSchema)]
pub struct PoolInput {
    /// Questions that have all of these tags.
    #[serde(default)]
    tags: Option<Vec<String>>,
    #[serde(default)]
    question_ids: Option<Vec<String>>,
    /// 1 to 200.
    #[schema(minimum = 1, maximum = 200)]
    draw: i64,
    /// Points of each drawn question, 1 to 100.
    #[schema(minimum = 1, maximum = 100)]
    points: i64,
}

impl From<SectionInput> for domain::SectionDraft {
    fn from(input: SectionInput) -> Self {
        let about = input.items.iter().enumerate().filter_map(|(place, item)| {
            let id = item.passage.as_deref().map(str::trim).filter(|id| !id.is_empty())?;
            Some((place, id.to_owned()))
        });
        let texts = SectionTexts {
            about: about.collect(),
            instructions: text_draft(input.instructions, input.instructions_format),
            passages: input.passages.unwrap_or_default().into_iter().map(Into::into).collect(),
        };
        Self {
            texts,
            title: input.title,
            shuffle_questions: input.shuffle_questions,
            shuffle_options: input.shuffle_options,
            minutes: input.time_minutes,
            one_way: input.one_way,
            items: input.items.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<ItemInput> for ItemDraft {
    fn from(input: ItemInput) -> Self {
        match (input.question, input.question_id, input.pool) {
            (Some(question), None, None) => Self::Inline(Box::new(QuestionDraft::from(question))),
            (None, Some(id), None) => Self::Pinned(question_id(&id), input.version),
            (Some(question), Some(id), None) => {
                Self::Copy(Box::new(QuestionDraft::from(question)), question_id(&id), input.version)
            }
            (None, None, Some(pool)) => Self::Pool(pool.into()),
            _ => Self::Unclear,
        }
    }
}

impl From<PoolInput> for PoolDraft {
    fn from(input: PoolInput) -> Self {
        Self {
            tags: input.tags.unwrap_or_default(),
            question_ids: input.question_ids.unwrap_or_default(),
            draw: input.draw,
            points: input.points,
        }
    }
}

/// A section of a test.
#[derive(Serialize, ToSchema)]
#[schema(as = Section)]
pub struct SectionBody {
    title: String,
    shuffle_questions: bool,
    shuffle_options: bool,
    /// The section's own time in minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    time_minutes: Option<u32>,
    one_way: bool,
    #[serde(flatten)]
    instructions: Instructions,
    /// Absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    passages: Vec<PassageBody>,
    items: Vec<SectionItemBody>,
}

/// A question of this test alone, a question of the bank, or a pool.
#[derive(Default, Serialize, ToSchema)]
#[schema(as = SectionItem)]
pub struct SectionItemBody {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    question: Option<QuestionBody>,
    /// Id of the question in the bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    question_id: Option<String>,
    /// The version of the bank question that this test has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    version: Option<u32>,
    /// The bank's current version, if it is another one; absent in lists of tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    newer_version: Option<u32>,
    /// State of the bank question; absent in lists of tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    state: Option<QuestionState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pool: Option<PoolBody>,
    /// Id of the passage of this section that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    passage: Option<String>,
}

/// A pool of a section.
#[derive(Serialize, ToSchema)]
#[schema(as = Pool)]
pub struct PoolBody {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tags: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    question_ids: Option<Vec<String>>,
    draw: u32,
    points: u32,
    /// Ready questions that it draws from now; absent in lists of tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ready: Option<usize>,
    /// No paper may be drawn until the bank has more ready questions.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    too_small: bool,
}

impl PoolBody {
    fn new(pool: &Pool, stock: Option<Stock>) -> Self {
        let (tags, question_ids) = match &pool.source {
            PoolSource::Tags(tags) => (Some(tags.clone()), None),
            PoolSource::Questions(ids) => (None, Some(ids.iter().map(ToString::to_string).collect())),
        };
        Self {
            tags,
            question_ids,
            draw: pool.draw,
            points: pool.points,
            ready: stock.map(|stock| stock.ready),
            too_small: stock.is_some_and(Stock::is_too_small),
        }
    }
}

/// The sections of a test; `None` for one without.
pub fn bodies(authored: &Authored) -> Option<Vec<SectionBody>> {
    let sections = authored.sections.as_ref()?;
    let bank = authored.bank.as_ref();
    let mut questions = authored.test.questions.iter().enumerate();
    let mut stocks = bank.map(|bank| bank.pools.as_slice()).unwrap_or_default().iter();
    let mut item = |item: &SectionItem| match item {
        SectionItem::Pool(pool) => {
            SectionItemBody { pool: Some(PoolBody::new(pool, stocks.next().copied())), ..SectionItemBody::default() }
        }
        SectionItem::Question { pin } => {
            let (place, question) = questions.next().unzip();
            let head = bank.zip(place).and_then(|(bank, place)| bank.pinned.get(place)?.as_ref());
            SectionItemBody {
                question: question.map(|question: &StoredQuestion| question.into()),
                question_id: pin.map(|pin| pin.question_id.to_string()),
                version: pin.map(|pin| pin.version),
                newer_version: head
                    .map(|head| head.version)
                    .filter(|newest| pin.is_some_and(|pin| pin.version != *newest)),
                state: head.map(|head| head.state.into()),
                pool: None,
                passage: None,
            }
        }
    };
    let bodies = sections.sections.iter().map(|section| SectionBody {
        title: section.title.clone(),
        shuffle_questions: section.shuffle_questions,
        shuffle_options: section.shuffle_options,
        time_minutes: section.rules.minutes,
        one_way: section.rules.one_way,
        instructions: section.instructions.as_ref().into(),
        passages: section.passages.iter().map(Into::into).collect(),
        items: section
            .items
            .iter()
            .enumerate()
            .map(|(place, stored)| SectionItemBody {
                passage: at_place(&section.passages, place).map(|passage| passage.id.clone()),
                ..item(stored)
            })
            .collect(),
    });
    Some(bodies.collect())
}
