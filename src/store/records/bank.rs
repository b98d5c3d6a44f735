//! Records of the question bank.

use super::{
    IndexEntry, Record, StoreError, Table, counter, decode_body, list,
    unpassaged::{PaperV6, PaperV7},
    unpinned_options::{self, PaperV5},
};
use crate::{
    domain::{
        AttemptId, Instant, QuestionId, TestId,
        bank::{
            AuthoringState, BankQuestion, QuestionVersion, Version,
            plan::{Draw, PaperPlan, PlanHash, PlannedItem, PlannedSection},
            sections::{Pin, Rules, Section, SectionItem, TestSections},
            tag_key,
        },
        paper::PaperHash,
        passage::Passage,
        question::QuestionKind,
        test::archive::Archived,
    },
    store::{EncodeKey, Index, Key},
};

pub const QUESTIONS_BY_CLASS: Index<BankQuestion, (QuestionClass, Instant, &str)> =
    Index::searched("questions_by_class", list::TEXT_AT);
pub const QUESTIONS_BY_TAG: Index<BankQuestion, (&str, Instant)> = Index::plain("questions_by_tag");
pub const SECTIONS_BY_QUESTION: Index<TestSections, QuestionId> = Index::plain("sections_by_question");
pub const PLANS_BY_QUESTION: Index<PaperPlan, QuestionId> = Index::plain("plans_by_question");
pub const DRAWS_BY_PAPER: Index<Draw, (TestId, &PaperHash)> = Index::plain("draws_by_paper");
pub const DRAWS_BY_PLAN: Index<Draw, (TestId, &PlanHash, Instant)> = Index::plain("draws_by_plan");
pub const ARCHIVED_BY_CREATION: Index<Archived, Instant> = Index::plain("archived_tests_by_creation");

/// Lists of bank questions: each filter of the bank's page is one range. Stored: the numbers never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestionClass(u8);

impl QuestionClass {
    pub const ALL: Self = Self(0);
    /// All but the retired ones.
    pub const CURRENT: Self = Self(1);

    #[must_use]
    pub const fn of_state(state: AuthoringState) -> Self {
        Self(match state {
            AuthoringState::Draft => 2,
            AuthoringState::Ready => 3,
            AuthoringState::Retired => 4,
        })
    }

    #[must_use]
    pub const fn of_kind(kind: QuestionKind) -> Self {
        Self(16 + kind as u8)
    }
}

impl EncodeKey for QuestionClass {
    fn encode(&self, key: Key) -> Key {
        key.u8(self.0)
    }
}

impl Record for BankQuestion {
    const TABLE: Table = Table("bank_questions");
    const VERSION: u8 = 1;
    key!(self: QuestionId = self.id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        let text = [&self.title, &self.summary, &self.tags.join("\n")].map(|text| text.to_lowercase()).join("\n");
        let classes = classes(self).into_iter();
        let mut entries: Vec<IndexEntry> =
            classes.map(|class| QUESTIONS_BY_CLASS.entry((class, self.created_at, &text))).collect();
        entries.extend(self.tags.iter().map(|tag| QUESTIONS_BY_TAG.entry((&tag_key(tag), self.created_at))));
        entries
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        if self.state == AuthoringState::Retired {
            return Vec::new();
        }
        let mut tags: Vec<String> = self.tags.iter().map(|tag| tag_key(tag)).collect();
        tags.sort_unstable();
        tags.dedup();
        tags.iter().map(|tag| counter::questions_with(tag)).collect()
    }
}

fn classes(question: &BankQuestion) -> Vec<QuestionClass> {
    let mut classes = vec![QuestionClass::ALL, QuestionClass::of_state(question.state)];
    classes.push(QuestionClass::of_kind(question.kind));
    if question.state != AuthoringState::Retired {
        classes.push(QuestionClass::CURRENT);
    }
    classes
}

impl Record for QuestionVersion {
    const TABLE: Table = Table("question_versions");
    const VERSION: u8 = 2;
    key!(self: (QuestionId, Version) = (self.question_id, self.version));
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            1 => unpinned_options::question_version(body),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
}

impl Record for TestSections {
    const TABLE: Table = Table("test_sections");
    const VERSION: u8 = 3;
    key!(self: TestId = self.test_id);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            1 => decode_body::<SectionsV1>(body).map(|old| SectionsV2::from(old).into()),
            2 => decode_body::<SectionsV2>(body).map(Into::into),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        self.named().into_iter().map(|question| SECTIONS_BY_QUESTION.entry(question)).collect()
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        self.named().into_iter().map(counter::uses_of).collect()
    }
}

impl Record for PaperPlan {
    const TABLE: Table = Table("paper_plans");
    const VERSION: u8 = 5;
    key!(self: (TestId, &'k PlanHash) = (self.test_id, &self.hash));
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            1 => decode_body::<PlanV1>(body).map(|old| PlanV2::from(old).into()),
            2 => decode_body::<PlanV2>(body).map(Into::into),
            3 => decode_body::<PlanV3>(body).map(Into::into),
            4 => decode_body::<PlanV4>(body).map(Into::into),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        self.origins.iter().flatten().map(|pin| PLANS_BY_QUESTION.entry(pin.question_id)).collect()
    }
}

/// Version 1, whose sections had no rules.
#[derive(serde::Deserialize)]
struct SectionsV1 {
    test_id: TestId,
    sections: Vec<SectionV1<SectionItem>>,
}

#[derive(serde::Deserialize)]
struct SectionV1<I> {
    title: String,
    shuffle_questions: bool,
    shuffle_options: bool,
    items: Vec<I>,
}

/// Version 2, whose sections had neither instructions nor passages.
#[derive(serde::Deserialize)]
struct SectionsV2 {
    test_id: TestId,
    sections: Vec<SectionV2<SectionItem>>,
}

#[derive(serde::Deserialize)]
struct SectionV2<I> {
    title: String,
    shuffle_questions: bool,
    shuffle_options: bool,
    items: Vec<I>,
    rules: Rules,
}

impl<I> From<SectionV1<I>> for SectionV2<I> {
    fn from(old: SectionV1<I>) -> Self {
        let SectionV1 { title, shuffle_questions, shuffle_options, items } = old;
        Self { title, shuffle_questions, shuffle_options, items, rules: Rules::default() }
    }
}

impl From<SectionsV1> for SectionsV2 {
    fn from(old: SectionsV1) -> Self {
        Self { test_id: old.test_id, sections: old.sections.into_iter().map(Into::into).collect() }
    }
}

impl From<SectionsV2> for TestSections {
    fn from(old: SectionsV2) -> Self {
        let section = |old: SectionV2<SectionItem>| {
            let SectionV2 { title, shuffle_questions, shuffle_options, items, rules } = old;
            let (instructions, passages) = (None, Vec::new());
            Section { title, shuffle_questions, shuffle_options, items, rules, instructions, passages }
        };
        Self { test_id: old.test_id, sections: old.sections.into_iter().map(section).collect() }
    }
}

#[derive(serde::Deserialize)]
struct PlanV1 {
    test_id: TestId,
    hash: PlanHash,
    template: PaperV5,
    origins: Vec<Option<Pin>>,
    sections: Vec<SectionV1<PlannedItem>>,
}

#[derive(serde::Deserialize)]
struct PlanV2 {
    test_id: TestId,
    hash: PlanHash,
    template: PaperV5,
    origins: Vec<Option<Pin>>,
    sections: Vec<SectionV2<PlannedItem>>,
}

/// Papers had no passages.
#[derive(serde::Deserialize)]
struct PlanV3 {
    test_id: TestId,
    hash: PlanHash,
    template: PaperV6,
    origins: Vec<Option<Pin>>,
    sections: Vec<SectionV2<PlannedItem>>,
}

/// Papers had no translations.
#[derive(serde::Deserialize)]
struct PlanV4 {
    test_id: TestId,
    hash: PlanHash,
    template: PaperV7,
    origins: Vec<Option<Pin>>,
    sections: Vec<PlannedSection>,
    passages: Vec<Passage>,
}

impl From<PlanV4> for PaperPlan {
    fn from(old: PlanV4) -> Self {
        let PlanV4 { test_id, hash, template, origins, sections, passages } = old;
        Self { test_id, hash, template: template.into(), origins, sections, passages }
    }
}

impl From<PlanV2> for PaperPlan {
    fn from(old: PlanV2) -> Self {
        let PlanV2 { test_id, hash, template, origins, sections } = old;
        Self { test_id, hash, template: template.into(), origins, sections: planned(sections), passages: Vec::new() }
    }
}

impl From<PlanV3> for PaperPlan {
    fn from(old: PlanV3) -> Self {
        let PlanV3 { test_id, hash, template, origins, sections } = old;
        Self {
            test_id,
            hash,
            template: PaperV7::from(template).into(),
            origins,
            sections: planned(sections),
            passages: Vec::new(),
        }
    }
}

fn planned(sections: Vec<SectionV2<PlannedItem>>) -> Vec<PlannedSection> {
    let section = |old: SectionV2<PlannedItem>| {
        let SectionV2 { title, shuffle_questions, shuffle_options, items, rules } = old;
        PlannedSection { title, shuffle_questions, shuffle_options, items, rules, instructions: None }
    };
    sections.into_iter().map(section).collect()
}

impl From<PlanV1> for PlanV2 {
    fn from(old: PlanV1) -> Self {
        let PlanV1 { test_id, hash, template, origins, sections } = old;
        Self { test_id, hash, template, origins, sections: sections.into_iter().map(Into::into).collect() }
    }
}

impl Record for Draw {
    const TABLE: Table = Table("draws");
    const VERSION: u8 = 1;
    key!(self: AttemptId = self.attempt_id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![
            DRAWS_BY_PAPER.entry((self.test_id, &self.paper)),
            DRAWS_BY_PLAN.entry((self.test_id, &self.plan, self.started_at)),
        ]
    }
}

impl Record for Archived {
    const TABLE: Table = Table("archived_tests");
    const VERSION: u8 = 1;
    key!(self: TestId = self.test_id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![ARCHIVED_BY_CREATION.entry(self.created_at)]
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        vec![counter::archived_tests()]
    }
}
