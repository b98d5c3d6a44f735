//! Current contents of the pools of a test.

use crate::{
    domain::{
        QuestionId, Result,
        bank::{
            AuthoringState, BankQuestion,
            sections::{MAX_MEMBERS, Pool, PoolSource, SectionItem, TestSections},
            tag_key,
        },
    },
    store::{Read, records},
};
use std::{collections::HashSet, ops::ControlFlow};

/// The ready questions of a pool, oldest first.
///
/// # Errors
/// Storage only.
pub fn members(read: &impl Read, pool: &Pool) -> Result<Vec<BankQuestion>> {
    let mut found = match &pool.source {
        PoolSource::Tags(tags) => with_tags(read, tags)?,
        PoolSource::Questions(ids) => {
            let found: Result<Vec<Option<BankQuestion>>> = ids.iter().map(|id| Ok(read.get(*id)?)).collect();
            found?.into_iter().flatten().collect()
        }
    };
    found.retain(|question| question.state == AuthoringState::Ready);
    found.sort_unstable_by_key(|question| question.id);
    Ok(found)
}

fn with_tags(read: &impl Read, tags: &[String]) -> Result<Vec<BankQuestion>> {
    let Some(first) = tags.first() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    read.scan(records::QUESTIONS_BY_TAG.under(&*tag_key(first)), false, &mut |row| {
        let question: BankQuestion = read.record_of(&row)?;
        if question.state == AuthoringState::Ready && question.has_tags(tags) {
            found.push(question);
        }
        Ok(if found.len() < MAX_MEMBERS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(found)
}

/// Contents of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stock {
    /// Ready questions that no paper has anyway.
    pub ready: usize,
    /// The questions that every paper has left for it, whatever earlier pools draw.
    pub left: usize,
    pub draw: usize,
}

impl Stock {
    #[must_use]
    pub const fn is_too_small(self) -> bool {
        self.left < self.draw
    }
}

/// Returns the stock of each pool, with its section and its position in it.
///
/// # Errors
/// Storage only.
pub fn stocks(read: &impl Read, sections: &TestSections) -> Result<Vec<((usize, usize), Stock)>> {
    let fixed: HashSet<QuestionId> = sections.pins().flatten().map(|pin| pin.question_id).collect();
    let mut earlier: Vec<(usize, HashSet<QuestionId>)> = Vec::new();
    let mut found = Vec::new();
    for (place, section) in sections.sections.iter().enumerate() {
        for (at, item) in section.items.iter().enumerate() {
            let SectionItem::Pool(pool) = item else { continue };
            let mut own: HashSet<QuestionId> = members(read, pool)?.into_iter().map(|question| question.id).collect();
            own.retain(|id| !fixed.contains(id));
            let draw = pool.draw as usize;
            let lost = earlier.iter().map(|(draw, other)| own.intersection(other).count().min(*draw));
            let left = own.len().saturating_sub(lost.sum());
            found.push(((place, at), Stock { ready: own.len(), left, draw }));
            earlier.push((draw, own));
        }
    }
    Ok(found)
}
