//! Validation of a test with sections against the bank.

use crate::{
    domain::{
        Error, QuestionId, Result, TestId,
        bank::{
            AuthoringState, BankQuestion, QuestionVersion, Version,
            sections::{self, ItemDraft, Pin, Pool, PoolSource, Section, SectionDraft, SectionItem, TestSections},
            tag_key,
        },
        error::{FieldChecker, FieldMessages},
        passage::CheckedTexts,
        test::{CheckedTest, Question, QuestionDraft, Test, TestDraft},
    },
    service::{actor::Author, query::pools},
    store::Read,
};
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    mem,
};

/// A validated test, and its sections if it has any.
pub struct PreparedTest {
    pub checked: CheckedTest,
    pub sections: Option<TestSections>,
}

/// Like [`prepare_any`], for a test that is stored: it takes up no question that is retired.
///
/// # Errors
/// 422, with messages by field.
pub fn prepare(read: &impl Read, id: TestId, draft: TestDraft, drafts: Vec<SectionDraft>) -> Result<PreparedTest> {
    let prepared = prepare_any(read, id, draft, drafts)?;
    if let Some(sections) = &prepared.sections {
        require_current(read, sections)?;
    }
    Ok(prepared)
}

/// Reads what sections name of the bank: all fixed questions, in order, become those of the test. A draft without
/// sections is checked alone.
///
/// # Errors
/// 422, with messages by field.
pub fn prepare_any(
    read: &impl Read,
    id: TestId,
    mut draft: TestDraft,
    drafts: Vec<SectionDraft>,
) -> Result<PreparedTest> {
    if drafts.is_empty() {
        return Ok(PreparedTest { checked: draft.check()?, sections: None });
    }
    sections::check(&drafts)?;
    let mut fixed = Vec::new();
    let mut wrong = FieldMessages::new();
    let mut found = Vec::with_capacity(drafts.len());
    for (place, mut section) in drafts.into_iter().enumerate() {
        // Checked above.
        let CheckedTexts { instructions, passages } = section.texts.check(place, &mut FieldChecker::default());
        let items = mem::take(&mut section.items).into_iter().enumerate();
        let items = items.map(|(at, item)| take(read, item, (place, at), &mut fixed, &mut wrong));
        let rules = section.rules();
        found.push(Section {
            rules,
            items: items.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect(),
            title: section.title.trim().to_owned(),
            shuffle_questions: section.shuffle_questions,
            shuffle_options: section.shuffle_options,
            instructions,
            passages,
        });
    }
    if !wrong.is_empty() {
        return Err(Error::invalid(wrong));
    }
    let sections = TestSections { test_id: id, sections: found };
    draft.questions = fixed;
    let checked = if sections.pools().next().is_some() { draft.check_beside_pools()? } else { draft.check()? };
    require_stock(read, &sections)?;
    Ok(PreparedTest { checked, sections: Some(sections) })
}

/// Requires of a permission for some tests that sections take from the bank, which is for the whole site, no more than these
/// tests have of it.
///
/// # Errors
/// 422, with messages by field.
pub fn require_reach(read: &impl Read, by: &Author, drafts: &[SectionDraft]) -> Result<()> {
    let Some(tests) = by.scope().tests() else { return Ok(()) };
    let (mut named, mut tags) = (HashSet::new(), Vec::new());
    for test in tests {
        if let Some(own) = read.get::<TestSections>(*test)? {
            named.extend(own.named());
            tags.extend(own.pools().filter_map(tags_of));
        }
    }
    let is_within = |pool: &Pool| match &pool.source {
        PoolSource::Questions(ids) => ids.iter().all(|id| named.contains(id)),
        PoolSource::Tags(_) => tags_of(pool).is_some_and(|wanted| tags.iter().any(|own| own.is_subset(&wanted))),
    };
    let mut check = FieldChecker::default();
    for (place, section) in drafts.iter().enumerate() {
        for (at, item) in section.items.iter().enumerate() {
            let (field, is_known) = match item {
                ItemDraft::Pinned(id, _) | ItemDraft::Copy(_, id, Some(_)) => ("question_id", named.contains(id)),
                ItemDraft::Pool(pool) => ("pool.tags", is_within(&pool.clone().into_pool())),
                ItemDraft::Inline(_) | ItemDraft::Copy(_, _, None) | ItemDraft::Unclear => continue,
            };
            let message = "Your roles are for some tests: the question bank is for the whole site.";
            check.require(is_known, sections::field(place, at, field), message);
        }
    }
    check.finish(&[])
}

/// The tags by which a pool draws, as they are compared.
fn tags_of(pool: &Pool) -> Option<BTreeSet<String>> {
    match &pool.source {
        PoolSource::Tags(tags) => Some(tags.iter().map(|tag| tag_key(tag)).collect()),
        PoolSource::Questions(_) => None,
    }
}

/// Adds a fixed question to `fixed`. `None` only with a message in `wrong`.
fn take(
    read: &impl Read,
    item: ItemDraft,
    (section, at): (usize, usize),
    fixed: &mut Vec<QuestionDraft>,
    wrong: &mut FieldMessages,
) -> Result<Option<SectionItem>> {
    Ok(match item {
        ItemDraft::Inline(draft) => {
            fixed.push(*draft);
            Some(SectionItem::Question { pin: None })
        }
        ItemDraft::Pinned(id, version) => {
            let head: Option<BankQuestion> = read.get(id)?;
            let version = version.or_else(|| head.map(|head| head.version)).unwrap_or_default();
            let stored: Option<QuestionVersion> = read.get((id, version))?;
            if let Some(stored) = stored {
                fixed.push(QuestionDraft::from(&stored.question));
                Some(SectionItem::Question { pin: Some(Pin { question_id: id, version }) })
            } else {
                let message = "The bank has no such version of this question.";
                wrong.insert(sections::field(section, at, "question_id"), message.into());
                None
            }
        }
        ItemDraft::Copy(draft, question_id, version) => {
            let pin = unchanged(read, &draft, question_id, version)?;
            fixed.push(*draft);
            Some(SectionItem::Question { pin })
        }
        ItemDraft::Pool(pool) => Some(SectionItem::Pool(pool.into_pool())),
        ItemDraft::Unclear => None,
    })
}

/// Questions that are retired have to be among those that the stored test names.
fn require_current(read: &impl Read, sections: &TestSections) -> Result<()> {
    let kept = read.get::<TestSections>(sections.test_id)?.map(|sections| sections.named()).unwrap_or_default();
    let mut wrong = FieldMessages::new();
    for (place, section) in sections.sections.iter().enumerate() {
        for (at, item) in section.items.iter().enumerate() {
            let SectionItem::Question { pin: Some(pin) } = item else { continue };
            if kept.contains(&pin.question_id) {
                continue;
            }
            let head: Option<BankQuestion> = read.get(pin.question_id)?;
            if head.is_some_and(|head| head.state == AuthoringState::Retired) {
                let message = "This question is retired. Restore it in the bank, or choose another one.";
                wrong.insert(sections::field(place, at, "question_id"), message.into());
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Error::invalid(wrong)) }
}

/// The version that a question is a copy of, if it is as the bank has it.
fn unchanged(
    read: &impl Read,
    draft: &QuestionDraft,
    question_id: QuestionId,
    version: Option<Version>,
) -> Result<Option<Pin>> {
    let Some(version) = version else { return Ok(None) };
    let stored: Option<QuestionVersion> = read.get((question_id, version))?;
    let is_same = stored.is_some_and(|stored| is_same(draft, &stored.question));
    Ok(is_same.then_some(Pin { question_id, version }))
}

/// Whether a draft would be stored as this question.
fn is_same(draft: &QuestionDraft, stored: &Question) -> bool {
    let draft = QuestionDraft { id: Some(stored.id.clone()), ..draft.clone() };
    draft.check_alone(0).is_ok_and(|question| question == *stored)
}

/// Sections for a draft without any that replaces a test without pools, rules and texts: the questions that are unchanged keep
/// their pins. As long as the questions are the same ones in the same order, the sections stay as well.
///
/// # Errors
/// Storage only.
pub fn kept(read: &impl Read, id: TestId, draft: &TestDraft) -> Result<Vec<SectionDraft>> {
    let (Some(sections), Some(test)) = (read.get::<TestSections>(id)?, read.get::<Test>(id)?) else {
        return Ok(Vec::new());
    };
    let is_more = sections.pools().next().is_some() || sections.have_rules() || sections.have_texts();
    if is_more || draft.questions.is_empty() {
        return Ok(Vec::new());
    }
    let before: HashMap<&str, (&Question, Option<Pin>)> = test
        .questions
        .iter()
        .zip(sections.pins())
        .map(|(question, pin)| (question.id.as_str(), (question, pin)))
        .collect();
    let item = |draft: &QuestionDraft| {
        let stored = draft.id.as_deref().and_then(|id| before.get(id));
        match stored {
            Some((question, Some(pin))) if is_same(draft, question) => {
                ItemDraft::Pinned(pin.question_id, Some(pin.version))
            }
            _ => ItemDraft::Inline(Box::new(draft.clone())),
        }
    };
    let mut items = draft.questions.iter().map(item);
    let ids = draft.questions.iter().map(|question| question.id.as_deref());
    if ids.eq(test.questions.iter().map(|question| Some(question.id.as_str()))) {
        let section = |section: &Section| SectionDraft {
            items: items.by_ref().take(section.items.len()).collect(),
            ..section.without_items()
        };
        return Ok(sections.sections.iter().map(section).collect());
    }
    let items: Vec<ItemDraft> = items.collect();
    let has_pins = items.iter().any(|item| matches!(item, ItemDraft::Pinned(..)));
    Ok(if has_pins { vec![SectionDraft { items, ..Section::default().without_items() }] } else { Vec::new() })
}

/// Every paper must have enough questions left in each pool.
fn require_stock(read: &impl Read, sections: &TestSections) -> Result<()> {
    let mut wrong = FieldMessages::new();
    for ((section, item), stock) in pools::stocks(read, sections)? {
        if !stock.is_too_small() {
            continue;
        }
        let draw = stock.draw;
        let message = match (stock.ready, stock.left) {
            (0, _) => "The pool is empty: the bank has no ready question for it.".into(),
            (ready, left) if left == ready => format!("The pool has {ready} ready questions, and draws {draw}."),
            (ready, left) => format!(
                "The pool has {ready} ready questions, and draws {draw}. Earlier pools may take up to {} of them.",
                ready - left
            ),
        };
        wrong.insert(sections::field(section, item, "pool.draw"), message);
    }
    if wrong.is_empty() { Ok(()) } else { Err(Error::invalid(wrong)) }
}
