//! Import of the questions of a file into the bank.

use super::{
    Consent, ImportFinding, ImportFormat, ImportPlan, Imported, PlannedTest, accept, lost::Effect, plan::FindingLevel,
    read_in_background,
};
use crate::{
    app::App,
    domain::{
        Error, Result,
        bank::{AuthoringState, BankDraft},
        test::{QuestionDraft, QuestionKind},
    },
    service::{
        actor::Author,
        test::bank::{BankQuestionView, write},
    },
};
use bytes::Bytes;

/// Questions of files for the bank.
pub type ImportedBankQuestions = Imported<BankDraft>;

const NOT_RUN: &str = "It is stored as a draft: its tests have to be run before it is ready.";

impl PlannedTest {
    /// The fixed questions, with their labels.
    pub(super) fn into_bank(self) -> impl Iterator<Item = BankDraft> {
        let Self { draft, mut labels, .. } = self;
        let labelled = move |(number, question)| BankDraft {
            labels: labels.remove(&number).unwrap_or_default(),
            question: QuestionDraft { id: None, ..question },
        };
        draft.questions.into_iter().enumerate().map(labelled)
    }
}

impl ImportPlan {
    /// The plan for the bank, which takes the fixed questions alone: reports what stays behind, and wrong labels.
    #[must_use]
    pub fn for_bank(mut self) -> Self {
        let mut findings = Vec::new();
        for (index, planned) in self.tests.iter().enumerate() {
            let mut report = |level, place: &super::Position, message: String| {
                let (place, test) = (place.clone(), Some(index));
                findings.push(ImportFinding { level, place, field: None, test, message, part: None });
            };
            if planned.names_bank() {
                let message = "Pools, and questions that are in the bank already.".to_owned();
                report(FindingLevel::LeftOut(Effect::Reads), &planned.place, message);
            }
            for (number, labels) in &planned.labels {
                let place = planned.places.get(*number).unwrap_or(&planned.place);
                let question = number + 1;
                if let Err(Error { detail, .. }) = labels.clone().check() {
                    report(FindingLevel::Error, place, format!("Question {question}: {detail}"));
                }
                if labels.state == Some(AuthoringState::Retired) {
                    let message = format!("Question {question}: A new question is a draft or ready, not retired.");
                    report(FindingLevel::Error, place, message);
                }
            }
        }
        if self.is_good() && self.tests.iter().all(|planned| planned.draft.questions.is_empty()) {
            return Self::refused(self.format, "This file contains no questions.");
        }
        self.add(findings);
        self
    }

    /// Makes drafts of the questions whose tests would have to be run, as a call has not the time for it.
    fn without_runs(mut self) -> Self {
        let mut findings = Vec::new();
        for (index, planned) in self.tests.iter_mut().enumerate() {
            for (number, labels) in &mut planned.labels {
                let question = planned.draft.questions.get(*number);
                let is_judged = question.is_some_and(|q| q.kind == QuestionKind::Coding && !q.tests.is_empty());
                if labels.state == Some(AuthoringState::Ready) && is_judged {
                    labels.state = Some(AuthoringState::Draft);
                    findings.push(ImportFinding {
                        level: FindingLevel::LeftOut(Effect::Looks),
                        place: planned.places.get(*number).unwrap_or(&planned.place).clone(),
                        field: None,
                        test: Some(index),
                        message: format!("Question {}: {NOT_RUN}", number + 1),
                        part: None,
                    });
                }
            }
        }
        self.add(findings);
        self
    }
}

impl ImportedBankQuestions {
    /// Adds a file of this name, whose plan has no faults.
    pub fn add(&mut self, name: &str, plan: ImportPlan) {
        self.extend(name, plan, PlannedTest::into_bank);
    }
}

/// Reads a file for the bank, as [`super::plan()`].
///
/// # Errors
/// 503 `busy` if many pictures are being decoded.
pub async fn plan(app: &App, bytes: Bytes, name: Option<String>, format: Option<ImportFormat>) -> Result<ImportPlan> {
    read_in_background(app, bytes, name, format, |_, plan| Ok(plan.for_bank().without_runs())).await
}

/// Stores the questions of a plan, in their order.
///
/// # Errors
/// 422 as [`super::run`].
pub async fn run(app: &App, by: &Author, plan: ImportPlan, consent: Consent) -> Result<Vec<BankQuestionView>> {
    let mut questions = ImportedBankQuestions::default();
    questions.add("", accept(plan, consent)?);
    write::create_all(app, by, questions.store_pictures(app, by).await?).await
}
