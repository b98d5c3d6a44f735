//! Losses: content that a file of tests does not hold, or holds only for our own import. Reported before and after an
//! export (`docs/behaviour/data.md#imports-and-exports`).

use super::{exported::Exported, gift, kinds, moodle, qti, test_files::TestFormat};
use crate::domain::{
    bank::{
        Labels,
        sections::{Section, SectionItem, TestSections},
    },
    history::HistoryMode,
    question::Question,
    test::{DEFAULT_DURATION, Test},
};

/// Losses that are named; a file with more is not looked at to its end.
const MAX: usize = 1_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportLoss {
    /// Number of the question in the file, from 1. `None`: the test as a whole, or the bank.
    pub question: Option<usize>,
    /// A sentence.
    pub message: String,
}

impl ExportLoss {
    /// "Question 3: The unit cannot be expressed in QTI."
    #[must_use]
    pub fn in_words(&self) -> String {
        match self.question {
            Some(number) => format!("Question {number}: {}", self.message),
            None => self.message.clone(),
        }
    }
}

/// At most 1,000, first those of whole tests. Numbers of questions go on from test to test.
#[must_use]
pub fn losses(tests: &[Exported], format: TestFormat) -> Vec<ExportLoss> {
    let mut found: Vec<ExportLoss> = Vec::new();
    for exported in tests {
        for message in of_test(exported, format) {
            let loss = ExportLoss { question: None, message: message.to_owned() };
            if !found.contains(&loss) {
                found.push(loss);
            }
        }
    }
    let questions = tests.iter().flat_map(|exported| &exported.test.questions);
    let of_questions = (1..).zip(questions).flat_map(|(number, question)| {
        let messages = of_question(question, format).into_iter();
        messages.map(move |message| ExportLoss { question: Some(number), message })
    });
    found.extend(of_questions.take(MAX.saturating_sub(found.len())));
    found
}

fn of_question(question: &Question, format: TestFormat) -> Vec<String> {
    match format {
        TestFormat::Json | TestFormat::Yaml | TestFormat::Csv => Vec::new(),
        TestFormat::Gift => gift::lost(question).into_iter().map(gift::in_words).collect(),
        TestFormat::Moodle => moodle::lost(question).into_iter().map(moodle::in_words).collect(),
        TestFormat::Qti(_) => qti::lost(question).into_iter().map(qti::in_words).collect(),
    }
}

fn of_test(exported: &Exported, format: TestFormat) -> Vec<&'static str> {
    let Exported { test, sections, labels, has_consent } = exported;
    let consent = has_consent.then_some("The text that candidates accept before the start is not in the file.");
    let is_qti = matches!(format, TestFormat::Qti(_));
    let is_moodle = format == TestFormat::Moodle;
    if matches!(format, TestFormat::Json | TestFormat::Yaml) {
        return consent.into_iter().collect();
    }
    let is_labelled = labels.iter().any(|labels| *labels != Labels::default());
    let is_pinned = sections.as_ref().is_some_and(|sections| sections.pins().flatten().next().is_some());
    let has_texts = sections.as_ref().is_some_and(TestSections::have_texts);
    let losses = [
        (format == TestFormat::Gift && test.questions.iter().any(|question| question.points != 1))
            .then_some("Other programs cannot read the points: they give each question one."),
        (format == TestFormat::Gift && has_settings(test))
            .then_some("Other programs cannot read the description, the time and the settings of the test."),
        (format == TestFormat::Csv && test.questions.iter().any(has_own_ids))
            .then_some("The ids of options are not in the file: an import creates new ones."),
        (is_moodle && (test.require_fullscreen || has_time(test) || test.history != HistoryMode::default()))
            .then_some("The time and the settings of the test are not in the file."),
        (!is_qti && test.language.is_some()).then_some("The language of the test is not in the file."),
        (!test.translations.list.is_empty()).then_some("The translations of the test are not in the file."),
        is_moodle.then_some("The ids of questions, options and gaps are not in the file: an import creates new ones."),
        (is_moodle && labels.iter().any(|labels| labels.difficulty.is_some() || labels.state.is_some()))
            .then_some("The difficulty and the state of questions are not in the file."),
        (is_qti && (1..).zip(&test.questions).any(|(number, one)| one.id != format!("q{number}") || has_own_ids(one)))
            .then_some("The ids of questions, options and gaps are not in the file: an import creates new ones."),
        (!is_qti && sections.as_ref().is_some_and(|sections| are_divided(&sections.sections))).then_some(
            "The sections are not in the file: their questions follow one another, and nothing is shuffled.",
        ),
        (!is_qti && !is_moodle && has_texts).then_some("The passages and the instructions of sections are not in the file."),
        (is_moodle && has_texts).then_some(
            "The passages and the instructions of sections are texts before their questions: an import does not put them back.",
        ),
        is_pinned.then_some("The file does not say which questions come from the bank."),
        (format == TestFormat::Gift && is_labelled)
            .then_some("Other programs cannot read the difficulty and the state of questions."),
        (is_qti && is_labelled)
            .then_some("The titles in the bank, the difficulty and the state of questions are not in the file."),
        (is_qti && test.require_fullscreen).then_some("That the test asks for the full screen is not in the file."),
        (is_qti && test.history != HistoryMode::default())
            .then_some("How the history of answers is kept is not in the file."),
    ];
    consent.into_iter().chain(losses.into_iter().flatten()).collect()
}

fn has_time(test: &Test) -> bool {
    i64::from(test.duration_minutes) != DEFAULT_DURATION
}

/// Whether a test is more than its title and its questions.
fn has_settings(test: &Test) -> bool {
    has_time(test) || !test.description.is_empty() || test.require_fullscreen || test.history != HistoryMode::default()
}

fn has_own_ids(question: &Question) -> bool {
    kinds::key(&question.body).has_own_ids(question)
}

/// Whether sections are more than a list of questions.
fn are_divided(sections: &[Section]) -> bool {
    let is_plain = |section: &Section| {
        let items_are_fixed = section.items.iter().all(|item| matches!(item, SectionItem::Question { .. }));
        section.title.is_empty() && !section.shuffle_questions && !section.shuffle_options && items_are_fixed
    };
    !matches!(sections, [only] if is_plain(only))
}
