//! Plans: the frozen structure of a test from which papers are drawn. A drawn paper is stored as a seed and the hash of
//! its plan (`docs/draw.md`).

use super::sections::{Pin, Pool, Rules, SectionItem, TestSections};
use crate::domain::{
    AttemptId, Instant, TestId,
    paper::{Paper, PaperHash},
    passage::{FormattedText, Passage},
    question::{
        Question,
        draw::{self, DrawMember, DrawPlan, Drawn, OptionList, PoolTooSmall, SectionPlan, Seed},
        reorder,
    },
    test::Test,
    test_translation::Sources,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::hash::{Hash, Hasher};

/// SHA-256 of a plan's content: equal plans are stored once.
pub type PlanHash = [u8; 32];

/// Everything that a start of this test may ask, in fixed versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperPlan {
    pub test_id: TestId,
    pub hash: PlanHash,
    /// A paper with all questions that may be drawn.
    pub template: Paper,
    /// The bank question's version that each question of the template is.
    pub origins: Vec<Option<Pin>>,
    pub sections: Vec<PlannedSection>,
    /// Passages that questions are about, by place in the template.
    pub passages: Vec<Passage>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedSection {
    pub title: String,
    pub shuffle_questions: bool,
    pub shuffle_options: bool,
    pub items: Vec<PlannedItem>,
    pub rules: Rules,
    pub instructions: Option<FormattedText>,
}

/// Hashed form of a section. Never changes: rules and instructions are part of it only where there are some.
#[derive(Serialize)]
struct HashedSection<'p> {
    title: &'p str,
    shuffle_questions: bool,
    shuffle_options: bool,
    items: &'p [PlannedItem],
    #[serde(skip_serializing_if = "Rules::are_none")]
    rules: Rules,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<&'p FormattedText>,
}

impl<'p> From<&'p PlannedSection> for HashedSection<'p> {
    fn from(section: &'p PlannedSection) -> Self {
        Self {
            title: &section.title,
            shuffle_questions: section.shuffle_questions,
            shuffle_options: section.shuffle_options,
            items: &section.items,
            rules: section.rules,
            instructions: section.instructions.as_ref(),
        }
    }
}

/// Numbers are places in the template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlannedItem {
    Fixed(u32),
    Pool { draw: u32, members: Vec<u32> },
}

/// The source of an attempt's paper. Candidates never see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    pub attempt_id: AttemptId,
    pub test_id: TestId,
    pub paper: PaperHash,
    pub plan: PlanHash,
    /// Version of the algorithm.
    pub algorithm: u8,
    pub seed: Seed,
    pub started_at: Instant,
}

/// A paper with the sections that it was drawn in.
#[derive(Clone, Debug)]
pub struct DrawnPaper {
    pub paper: Paper,
    /// Sections of the paper, in the order of the questions.
    pub sections: Vec<Outline>,
    /// The bank question of each question of the paper.
    pub origins: Vec<Option<Pin>>,
}

/// A section of a paper: its next questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    pub title: String,
    pub questions: usize,
    pub rules: Rules,
    pub instructions: Option<FormattedText>,
}

/// A place in the template. Two places with versions of the same question are equal: no paper has both.
#[derive(Clone, Copy, Debug)]
struct Slot<'p> {
    id: &'p str,
    place: u32,
}

impl PartialEq for Slot<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Slot<'_> {}

impl Hash for Slot<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl PaperPlan {
    /// `members` returns the questions of a pool with their versions, in an order that stays the same.
    ///
    /// # Errors
    /// Those of `members`.
    pub fn of<E>(
        test: &Test,
        sections: &TestSections,
        mut members: impl FnMut(&Pool) -> Result<Vec<(Question, Pin)>, E>,
    ) -> Result<Self, E> {
        let mut template = Paper::of(test);
        let mut fixed = std::mem::take(&mut template.questions).into_iter();
        let mut plan = Self {
            test_id: test.id,
            hash: [0; 32],
            template,
            origins: Vec::new(),
            sections: Vec::new(),
            passages: Vec::new(),
        };
        for section in &sections.sections {
            let mut items = Vec::with_capacity(section.items.len());
            let mut spans = Vec::with_capacity(section.items.len());
            for item in &section.items {
                let start = plan.template.questions.len();
                match item {
                    SectionItem::Question { pin } => {
                        let added = fixed.next().map(|question| PlannedItem::Fixed(plan.add(question, *pin)));
                        items.extend(added);
                    }
                    SectionItem::Pool(pool) => {
                        let found = members(pool)?.into_iter();
                        let members = found.map(|(question, pin)| plan.add(worth(question, pool.points), Some(pin)));
                        items.push(PlannedItem::Pool { members: members.collect(), draw: pool.draw });
                    }
                }
                spans.push(start..plan.template.questions.len());
            }
            for passage in &section.passages {
                let asked = passage.places.iter().filter_map(|item| spans.get(*item as usize)).cloned().flatten();
                let places = asked.filter_map(|place| u32::try_from(place).ok()).collect();
                plan.passages.push(passage.at(places));
            }
            plan.sections.push(PlannedSection {
                title: section.title.clone(),
                shuffle_questions: section.shuffle_questions,
                shuffle_options: section.shuffle_options,
                items,
                rules: section.rules,
                instructions: section.instructions.clone(),
            });
        }
        plan.template.translations = test.translations_of(|| plan.sources());
        plan.template.hash = plan.template.content_hash();
        plan.hash = plan.digest();
        Ok(plan)
    }

    /// All texts of its papers that can be translated.
    #[must_use]
    pub fn sources(&self) -> Sources<'_> {
        let Paper { title, description, description_format, questions, .. } = &self.template;
        let mut sources = Sources::new(title, (description, *description_format));
        for (place, section) in self.sections.iter().enumerate() {
            sources.section(place, &section.title, section.instructions.as_ref());
        }
        self.passages.iter().for_each(|passage| sources.passage(passage));
        sources.questions(questions);
        sources
    }

    fn add(&mut self, question: Question, pin: Option<Pin>) -> u32 {
        let place = u32::try_from(self.template.questions.len()).unwrap_or(u32::MAX);
        self.template.questions.push(question);
        self.origins.push(pin);
        place
    }

    /// Whether the content still matches the hash.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        self.digest() == self.hash
    }

    /// Never changes: stored hashes depend on it.
    fn digest(&self) -> PlanHash {
        let mut hash = Sha256::new().chain_update(self.template.content_hash());
        let sections: Vec<HashedSection<'_>> = self.sections.iter().map(Into::into).collect();
        let mut parts = vec![serde_json::to_vec(&self.origins), serde_json::to_vec(&sections)];
        if !self.passages.is_empty() {
            parts.push(serde_json::to_vec(&self.passages));
        }
        for part in parts {
            let part = part.unwrap_or_default();
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        hash.finalize().into()
    }

    /// The sections of every paper: they have the same number of questions in all of them.
    #[must_use]
    pub fn outline(&self) -> Vec<Outline> {
        let count = |item: &PlannedItem| match item {
            PlannedItem::Fixed(_) => 1,
            PlannedItem::Pool { draw, .. } => *draw as usize,
        };
        let sections = self.sections.iter().map(|section| Outline {
            title: section.title.clone(),
            questions: section.items.iter().map(count).sum(),
            rules: section.rules,
            instructions: section.instructions.clone(),
        });
        sections.collect()
    }

    /// The paper of a seed.
    ///
    /// # Errors
    /// [`PoolTooSmall`], for the first pool that is.
    pub fn draw(&self, seed: &Seed) -> Result<DrawnPaper, PoolTooSmall> {
        let drawn = draw::draw(seed, &self.plan())?;
        let (mut questions, mut origins) = (Vec::new(), Vec::new());
        let mut asked: Vec<(usize, Vec<u32>)> = Vec::new();
        for Drawn { question: slot, orders } in drawn.into_iter().flatten() {
            let place = slot.place as usize;
            let Some(question) = self.template.questions.get(place) else { continue };
            if let (Some(passage), Ok(at)) = (self.passage_of(slot.place), u32::try_from(questions.len())) {
                match asked.iter_mut().find(|(known, _)| *known == passage) {
                    Some((_, places)) => places.push(at),
                    None => asked.push((passage, vec![at])),
                }
            }
            questions.push(reordered(question.clone(), &orders));
            origins.push(self.origins.get(place).copied().flatten());
        }
        let passages = asked.into_iter().filter_map(|(passage, places)| Some(self.passages.get(passage)?.at(places)));
        let paper = self.template.with(questions, passages.collect());
        Ok(DrawnPaper { paper, sections: self.outline(), origins })
    }

    /// Number of the passage that a question of the template is about.
    fn passage_of(&self, place: u32) -> Option<usize> {
        self.passages.iter().position(|passage| passage.places.contains(&place))
    }

    fn plan(&self) -> DrawPlan<Slot<'_>> {
        let sections = self.sections.iter().map(|section| {
            let member = |place: &u32| self.member(*place, section.shuffle_options);
            let items = section.items.iter().filter_map(|item| match item {
                PlannedItem::Fixed(place) => member(place).map(draw::DrawItem::Fixed),
                PlannedItem::Pool { draw, members } => {
                    let members = members.iter().filter_map(member).collect();
                    Some(draw::DrawItem::Pool { draw: *draw as usize, members })
                }
            });
            let block = |item: &PlannedItem| match item {
                PlannedItem::Fixed(place) => self.passage_of(*place),
                PlannedItem::Pool { members, .. } => self.passage_of(*members.first()?),
            };
            let has_blocks = !self.passages.is_empty();
            let blocks = section.items.iter().filter(|_| has_blocks).map(block).collect();
            SectionPlan { shuffle_questions: section.shuffle_questions, items: items.collect(), blocks }
        });
        DrawPlan { sections: sections.collect() }
    }

    fn member(&self, place: u32, shuffle_options: bool) -> Option<DrawMember<Slot<'_>>> {
        let question = self.template.questions.get(place as usize)?;
        let lists = if shuffle_options { lists(question) } else { Vec::new() };
        Some(DrawMember { question: Slot { id: &question.id, place }, lists })
    }
}

/// A question of a pool, worth what the pool says.
fn worth(mut question: Question, points: u32) -> Question {
    question.points = points;
    question.penalty = question.penalty.min(crate::domain::question::Thousandths::of_points(points));
    question
}

/// Lists of options that a section may shuffle. Ordering and matching show theirs in a neutral order anyway.
fn lists(question: &Question) -> Vec<OptionList> {
    let names = question.body.pinnable();
    let is_pinned = |name: &str| question.pinned_options.iter().any(|pinned| pinned == name);
    let pinned: Vec<usize> = (0..).zip(&names).filter(|(_, name)| is_pinned(name)).map(|(place, _)| place).collect();
    let counts = question.body.shuffled_lists().into_iter();
    counts.map(|count| OptionList { count, pinned: pinned.clone() }).collect()
}

/// A question with its lists of options in these orders.
fn reordered(mut question: Question, orders: &[Vec<usize>]) -> Question {
    if let (Some(trees), Some(order)) = (&mut question.trees, orders.first()) {
        // Options of gaps are plain: they have none.
        reorder(&mut trees.options, order);
    }
    Question { body: question.body.reordered(orders), ..question }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
