//! The question bank (`docs/behaviour/tests.md#question-bank`).

pub mod list;
mod ready;
pub mod write;

use crate::{
    domain::{
        Error, QuestionId, Result, TestId, UserId,
        bank::{BankQuestion, QuestionVersion},
    },
    service::query,
    store::{
        Read,
        records::{self, TestHead, counter},
    },
};

/// A question of the bank, with what lists show of it.
#[derive(Clone, Debug)]
pub struct ListedBankQuestion {
    pub head: BankQuestion,
    /// Name of the admin who changed it last; `None` for the operator.
    pub by: Option<String>,
    /// Tests whose sections name it.
    pub used_in: u64,
}

/// A question of the bank with the content of its current version.
#[derive(Clone, Debug)]
pub struct BankQuestionView {
    pub listed: ListedBankQuestion,
    pub current: QuestionVersion,
    /// Id and title of the tests whose sections name it.
    pub tests: Vec<(TestId, String)>,
}

pub(in crate::service::test) fn not_found() -> Error {
    Error::not_found("question")
}

pub(super) fn load(read: &impl Read, id: QuestionId) -> Result<BankQuestion> {
    read.get(id)?.ok_or_else(not_found)
}

/// The content of a stored version.
pub(super) fn content(read: &impl Read, head: &BankQuestion) -> Result<QuestionVersion> {
    let missing = || Error::internal("a version of a question is missing");
    read.get((head.id, head.version))?.ok_or_else(missing)
}

fn listed(read: &impl Read, head: BankQuestion) -> Result<ListedBankQuestion> {
    Ok(ListedBankQuestion { by: name(read, head.updated_by)?, used_in: read.count(&counter::uses_of(head.id))?, head })
}

fn whole(read: &impl Read, head: BankQuestion) -> Result<BankQuestionView> {
    let uses = read.linked(records::SECTIONS_BY_QUESTION.under(head.id))?.into_iter();
    let tests = uses.map(|sections| Ok(read.head::<TestHead>(sections.test_id)?.map(|test| (test.id, test.title))));
    let tests = tests.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
    Ok(BankQuestionView { current: content(read, &head)?, tests, listed: listed(read, head)? })
}

fn name(read: &impl Read, by: Option<UserId>) -> Result<Option<String>> {
    by.map(|by| query::person::name_of(read, Some(by))).transpose()
}
