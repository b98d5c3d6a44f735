//! The question bank as files: it becomes tests, which are what files hold.

use super::exported::Exported;
use crate::{
    app::App,
    domain::{
        Error, QuestionId, Result,
        history::HistoryMode,
        question::{Question, QuestionDraft},
        rich_text::RichTextFormat,
        test,
    },
    service::{
        actor::TestReader,
        query::page::Slice,
        test::bank::list::{self, BankQuestionFilter},
    },
};
use std::collections::BTreeMap;

/// Questions of a test.
const CHUNK: usize = 100;
/// Questions of a page that is read.
const PAGE: usize = 500;

/// The questions that a filter keeps, oldest first, with their labels. Their texts have at most `max` bytes.
///
/// # Errors
/// 422 on `file` if there are none, or too many.
pub fn questions(app: &App, by: &TestReader, filter: &BankQuestionFilter, max: usize) -> Result<Vec<Exported>> {
    let mut ids = ids(app, by, filter)?;
    ids.reverse();
    if ids.is_empty() {
        return Err(Error::field("file", "The bank has no such question."));
    }
    let mut size = 0;
    let mut tests = Vec::new();
    for (number, chunk) in (1..).zip(ids.chunks(CHUNK)) {
        let (mut questions, mut labels): (Vec<Question>, Vec<_>) = (Vec::new(), Vec::new());
        for id in chunk {
            let whole = list::get(app, by, *id)?;
            size += whole.current.question.size();
            if size > max {
                let message = format!("These questions have more than {} MiB. Please choose fewer.", max >> 20);
                return Err(Error::field("file", message));
            }
            labels.push(whole.listed.head.labels());
            questions.push(whole.current.question);
        }
        tests.push(Exported { labels, ..part(app, number, &questions)?.into() });
    }
    Ok(tests)
}

fn ids(app: &App, by: &TestReader, filter: &BankQuestionFilter) -> Result<Vec<QuestionId>> {
    let mut ids = Vec::new();
    let mut slice = Slice { limit: PAGE, after: None };
    loop {
        let page = list::list(app, by, filter, &slice)?;
        ids.extend(page.items.into_iter().map(|listed| listed.head.id));
        slice.after = page.next;
        if slice.after.is_none() {
            return Ok(ids);
        }
    }
}

fn part(app: &App, number: usize, questions: &[Question]) -> Result<test::Test> {
    let draft = test::TestDraft {
        title: format!("Question bank, part {number}"),
        description: String::new(),
        duration_minutes: test::DEFAULT_DURATION,
        questions: questions.iter().map(QuestionDraft::from).collect(),
        require_fullscreen: false,
        history: HistoryMode::Saves,
        language: None,
        translations: BTreeMap::new(),
        description_format: RichTextFormat::Plain,
    };
    Ok(draft.check()?.into_test(app.new_id(), app.now(), None))
}
