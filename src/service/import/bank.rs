//! Import of the questions of a file into the bank.

use super::{
    Consent, ImportFile, ImportFinding, ImportPlan, Imported, PlannedTest, accept,
    divide::LONG,
    lost::{Effect, Lost},
    plan::{FindingLevel, PlannedTestItem},
    read_in_background,
};
use crate::{
    app::App,
    domain::{
        Error, Result,
        bank::{AuthoringState, BankDraft},
        passage::{MAX_PASSAGE, TextDraft},
        test::{QuestionDraft, QuestionKind},
    },
    service::{
        actor::Author,
        test::bank::{BankQuestionView, write},
    },
    state::test_jobs::TestJobProgress,
};
use std::sync::Arc;

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

/// Questions about passages by their number, with the text of each.
type AskedAbout = Vec<(usize, TextDraft)>;

impl PlannedTest {
    fn about_passages(&self) -> AskedAbout {
        let mut number = 0;
        let mut found = Vec::new();
        for section in &self.sections {
            for (place, item) in section.items.iter().enumerate() {
                if !matches!(item, PlannedTestItem::Question) {
                    continue;
                }
                let id = section.texts.passage_of(place);
                let passage = section.texts.passages.iter().find(|passage| Some(passage.id.as_str()) == id);
                found.extend(passage.map(|passage| (number, passage.text.clone())));
                number += 1;
            }
        }
        found
    }

    /// Puts passages, for which the bank has no place, above their questions. Returns what is to be said of it.
    fn passages_into_questions(&mut self) -> Vec<(Effect, String)> {
        let (mut within, mut lost) = (0, 0);
        for (number, TextDraft { text, format }) in self.about_passages() {
            let Some(question) = self.draft.questions.get_mut(number) else { continue };
            let is_short = text.chars().count() + question.text.chars().count() < MAX_PASSAGE;
            if question.format == format && is_short {
                question.text = format!("{text}\n\n{}", question.text);
                within += 1;
            } else {
                lost += 1;
            }
        }
        let instructed = self.sections.iter().any(|section| !section.texts.instructions.text.trim().is_empty());
        let notes = [
            (within > 0).then(|| {
                (
                    Effect::Looks,
                    format!("The passages of {within} questions stand in their text: the bank has no passages."),
                )
            }),
            (lost > 0).then(|| {
                (Effect::Reads, format!("The passages of {lost} questions are not imported: the bank has no passages."))
            }),
            instructed.then(|| {
                (Effect::Reads, "Instructions of sections are not imported: the bank has no sections.".to_owned())
            }),
        ];
        notes.into_iter().flatten().collect()
    }
}

impl ImportPlan {
    /// The plan for the bank, which takes the fixed questions alone: reports what stays behind, and wrong labels.
    #[must_use]
    pub fn for_bank(mut self) -> Self {
        // It has no tests.
        self.findings.retain(|finding| !finding.message.starts_with(LONG));
        let mut findings = Vec::new();
        for (index, planned) in self.tests.iter_mut().enumerate() {
            let place = planned.place.clone();
            let finding = |(effect, message): (Effect, String)| {
                ImportFinding::new(FindingLevel::LeftOut(effect), place.clone(), message).of_test(index)
            };
            findings.extend(planned.passages_into_questions().into_iter().map(finding));
        }
        for (index, planned) in self.tests.iter().enumerate() {
            let mut reads = |what: &'static str| {
                findings.push(ImportFinding::lost(planned.place.clone(), Lost::reads(what)).of_test(index));
            };
            if planned.names_bank() {
                reads("Pools, and questions that are in the bank already.");
            }
            if planned.draft.questions.iter().any(|question| !question.translations.is_empty()) {
                reads("The bank keeps no translations of questions: they are left out.");
            }
            for (number, labels) in &planned.labels {
                let mut fault = |what: &str| {
                    let place = planned.places.get(*number).unwrap_or(&planned.place).clone();
                    let finding = ImportFinding::new(FindingLevel::Error, place, what);
                    findings.push(finding.of_test(index).of_question(*number));
                };
                if let Err(Error { detail, .. }) = labels.clone().check() {
                    fault(&detail);
                }
                if labels.state == Some(AuthoringState::Retired) {
                    fault("A new question is a draft or ready, not retired.");
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
                    let place = planned.places.get(*number).unwrap_or(&planned.place).clone();
                    let finding = ImportFinding::lost(place, Lost::looks(NOT_RUN));
                    findings.push(finding.of_test(index).of_question(*number));
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
pub async fn plan(app: &App, file: ImportFile, progress: &Arc<TestJobProgress>) -> Result<ImportPlan> {
    read_in_background(app, file, progress, |_, plan| Ok(plan.for_bank().without_runs())).await
}

/// Stores the questions of a plan, in their order.
///
/// # Errors
/// 422 as [`super::run`].
pub async fn run(
    app: &App,
    by: &Author,
    plan: ImportPlan,
    consent: Consent,
    progress: &TestJobProgress,
) -> Result<Vec<BankQuestionView>> {
    let mut questions = ImportedBankQuestions::default();
    questions.add("", accept(plan, consent)?);
    write::create_all(app, by, questions.store_pictures(app, by, progress).await?).await
}
