//! Lists of bank questions, and of the versions of one.

use super::{BankQuestionView, ListedBankQuestion, listed, load, name, whole};
use crate::{
    app::App,
    domain::{
        QuestionId, Result,
        bank::{AuthoringState, BankQuestion, Difficulty, QuestionVersion, tag_key},
        invisible::without_invisible,
        question::QuestionKind,
    },
    service::{
        actor::TestReader,
        query::page::{Page, Slice, newest_wanted},
    },
    store::{
        Read,
        records::{self, QuestionClass, counter},
    },
};

/// Filters of the list; all of them hold.
#[derive(Clone, Debug, Default)]
pub struct BankQuestionFilter {
    /// Part of the title, the beginning of the text, or a tag, in any case.
    pub search: Option<String>,
    pub kind: Option<QuestionKind>,
    pub tag: Option<String>,
    pub state: StateFilter,
    pub difficulty: Option<Difficulty>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StateFilter {
    /// All but the retired ones.
    #[default]
    Current,
    All,
    One(AuthoringState),
}

impl StateFilter {
    fn class(self) -> QuestionClass {
        match self {
            Self::Current => QuestionClass::CURRENT,
            Self::All => QuestionClass::ALL,
            Self::One(state) => QuestionClass::of_state(state),
        }
    }

    fn holds(self, question: &BankQuestion) -> bool {
        match self {
            Self::Current => question.state != AuthoringState::Retired,
            Self::All => true,
            Self::One(state) => question.state == state,
        }
    }
}

fn given(text: Option<&String>) -> Option<String> {
    text.map(|text| without_invisible(text).trim().to_lowercase()).filter(|text| !text.is_empty())
}

impl BankQuestionFilter {
    fn holds(&self, question: &BankQuestion) -> bool {
        self.state.holds(question)
            && self.kind.is_none_or(|kind| question.kind == kind)
            && self.difficulty.is_none_or(|difficulty| question.difficulty == Some(difficulty))
    }

    /// Whether a question has a part of a text, in a range that is not searched.
    fn is_part(part: Option<&str>, question: &BankQuestion) -> bool {
        let contains = |text: &str, part: &str| without_invisible(text).to_lowercase().contains(part);
        part.is_none_or(|part| {
            contains(&question.title, part)
                || contains(&question.summary, part)
                || question.tags.iter().any(|tag| contains(tag, part))
        })
    }
}

/// Questions of the bank, newest first.
///
/// # Errors
/// 422 for a bad cursor.
pub fn list(app: &App, _: &TestReader, filter: &BankQuestionFilter, slice: &Slice) -> Result<Page<ListedBankQuestion>> {
    let read = app.store.read()?;
    let part = given(filter.search.as_ref());
    let page = if let Some(tag) = given(filter.tag.as_ref()) {
        let keep =
            |question: &BankQuestion| filter.holds(question) && BankQuestionFilter::is_part(part.as_deref(), question);
        newest_wanted(&read, records::QUESTIONS_BY_TAG.under(&*tag_key(&tag)), slice, None, keep)?
    } else {
        let class = filter.kind.map_or_else(|| filter.state.class(), QuestionClass::of_kind);
        let range = records::QUESTIONS_BY_CLASS.under(class);
        newest_wanted(&read, range, slice, part.as_deref(), |question| filter.holds(question))?
    };
    let items = page.items.into_iter().map(|head| listed(&read, head)).collect::<Result<_>>()?;
    Ok(Page { items, next: page.next })
}

/// Tags with their numbers of questions that are not retired.
///
/// # Errors
/// Storage only.
pub fn tags(app: &App, _: &TestReader) -> Result<Vec<(String, u64)>> {
    Ok(counter::question_tags(&app.store.read()?)?)
}

/// # Errors
/// 404.
pub fn get(app: &App, _: &TestReader, id: QuestionId) -> Result<BankQuestionView> {
    let read = app.store.read()?;
    whole(&read, load(&read, id)?)
}

/// The question without its content, for a call that is about to change it.
///
/// # Errors
/// 404.
pub fn head(app: &App, _: &TestReader, id: QuestionId) -> Result<BankQuestion> {
    load(&app.store.read()?, id)
}

/// All versions with the names of their authors, newest first.
///
/// # Errors
/// 404.
pub fn versions(app: &App, _: &TestReader, id: QuestionId) -> Result<Vec<(QuestionVersion, Option<String>)>> {
    let read = app.store.read()?;
    load(&read, id)?;
    let mut versions: Vec<QuestionVersion> = read.children(id)?;
    versions.reverse();
    versions
        .into_iter()
        .map(|version| Ok((name(&read, version.by)?, version)))
        .map(|r: Result<_>| r.map(|(by, v)| (v, by)))
        .collect()
}
