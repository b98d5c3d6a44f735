//! Causes that would keep candidates of a test, or their code, waiting: for those who are about to invite.

use crate::{
    app::App,
    domain::{
        Error, Result, TestId,
        language::Language,
        question::Coding,
        test::{Question, Test},
    },
    service::{
        actor::TestReader,
        query::plans,
        scoring::judging::solutions,
        test::{
            solution_checks::{self, SolutionsFound},
            translations::{self, Coverage},
        },
    },
    store::Read,
};
use std::collections::BTreeSet;

pub struct Readiness {
    /// Why no candidate can start: a pool has fewer questions than it draws.
    pub cannot_start: Option<String>,
    /// Some questions are scored by running code, and no runner is connected.
    pub lacks_runner: bool,
    /// Languages in which such a question may be answered, and that no runner offers now.
    pub missing_languages: Vec<String>,
    /// Questions whose hidden tests no reference solution is known to pass, in one line each. In the bank they would be
    /// drafts.
    pub unsolved_questions: Vec<String>,
    /// Translations that lack texts, or have texts whose originals have changed: candidates read these in the original.
    pub incomplete: Vec<(Language, Coverage)>,
    /// Outcomes of its own questions' solutions, as far as they were run.
    pub solutions: SolutionsFound,
}

/// The readiness of the test for its next start, with all questions that its pools may draw.
///
/// # Errors
/// 404.
pub fn of_test(app: &App, by: &TestReader, id: TestId) -> Result<Readiness> {
    let read = app.store.read()?;
    let test: Test = read.get(id)?.ok_or_else(|| Error::not_found("test"))?;
    let planned = plans::current(app, &read, &test)?;
    let questions = planned.as_ref().map_or(&test.questions, |planned| &planned.plan.template.questions);
    let needed = languages(questions);
    let offered = solutions::offered(app, by);
    let is_offered = |language: &str| offered.iter().flatten().any(|(name, _)| name == language);
    let unsolved_questions = questions.iter().filter(|q| is_unsolved(q)).map(|q| q.summary().into_owned()).collect();
    let sources = planned.as_ref().map_or_else(|| test.sources(), |planned| planned.plan.sources());
    let covered = test.translations.list.iter().map(|of| (of.language, translations::coverage(of, &sources)));
    let incomplete = covered.filter(|(_, coverage)| coverage.missing + coverage.changed > 0).collect();
    Ok(Readiness {
        incomplete,
        cannot_start: planned
            .and_then(|planned| planned.plan.draw(&[0; 16]).err())
            .map(|short| plans::too_small(short).detail),
        lacks_runner: !needed.is_empty() && offered.is_none(),
        missing_languages: needed.into_iter().filter(|language| !is_offered(language)).collect(),
        unsolved_questions,
        solutions: solution_checks::of_test(app, by, &test),
    })
}

fn is_unsolved(question: &Question) -> bool {
    question.coding().is_some_and(|coding| coding.has_hidden_tests() && coding.reference_solutions.is_empty())
}

/// Languages of the code that tests judge.
fn languages(questions: &[Question]) -> BTreeSet<String> {
    let judged = questions.iter().filter_map(Question::coding).filter(|coding| coding.is_judged());
    judged.flat_map(Coding::offered).map(str::to_owned).collect()
}
