//! Plan of an import: the tests of a file and the findings about it.

pub use super::finding::{FindingLevel, ImportFinding, Position};

pub(super) use super::planned_section::{PlannedTestItem, PlannedTestSection};

use super::{
    ImportFormat, finding::named, lost::Lost, name_order::by_number, spoilt_texts::spoilt_texts,
    stray_gaps::stray_gaps, unknown_fields::WithUnknown, unseen_keys::unseen_keys, unsupported_fields::strip,
};
use crate::{
    domain::{
        bank::{
            Labels,
            sections::{self, ItemDraft, SectionDraft},
        },
        history::HistoryMode,
        rich_text::RichTextFormat,
        test::{DEFAULT_DURATION, OPTIONS, QuestionDraft, TestDraft},
    },
    picture::EncodedPicture,
};
use std::collections::BTreeMap;

/// Tests per file.
const MAX_TESTS: usize = 500;
/// Questions per file, over all its tests.
const MAX_QUESTIONS: usize = 10_000;
/// Findings per file.
const MAX_FINDINGS: usize = 1_000;

/// A test that the import would create.
#[derive(Clone, Debug)]
pub struct PlannedTest {
    pub draft: TestDraft,
    pub place: Position,
    /// Position of each question in the file.
    pub places: Vec<Position>,
    /// Labels that questions have in the bank, by number from 0.
    pub labels: BTreeMap<usize, Labels>,
    /// Sections of the test; without any, the questions are one list.
    pub sections: Vec<PlannedTestSection>,
}

impl PlannedTest {
    pub(super) fn new(title: impl Into<String>, place: Position) -> Self {
        let draft = TestDraft {
            title: title.into(),
            description: String::new(),
            duration_minutes: DEFAULT_DURATION,
            questions: Vec::new(),
            require_fullscreen: false,
            history: HistoryMode::Saves,
            language: None,
            translations: BTreeMap::new(),
            description_format: RichTextFormat::Plain,
        };
        Self { draft, place, places: Vec::new(), labels: BTreeMap::new(), sections: Vec::new() }
    }

    /// Each question with its place.
    pub fn questions(&self) -> impl Iterator<Item = (&QuestionDraft, &Position)> {
        self.draft.questions.iter().zip(&self.places)
    }

    /// Points of all questions, saturating.
    #[must_use]
    pub fn total_points(&self) -> i64 {
        self.draft.questions.iter().fold(0, |sum, question| sum.saturating_add(question.points))
    }
}

impl PlannedTest {
    /// The draft, and its sections if it has any.
    #[must_use]
    pub fn split(self) -> (TestDraft, Vec<SectionDraft>) {
        let Self { mut draft, sections, .. } = self;
        if sections.is_empty() {
            return (draft, Vec::new());
        }
        let mut questions = std::mem::take(&mut draft.questions).into_iter();
        let mut item = |item| match item {
            PlannedTestItem::Question => questions.next().map(|question| ItemDraft::Inline(Box::new(question))),
            PlannedTestItem::Bank(item) => Some(item),
        };
        let section = |section: PlannedTestSection| SectionDraft {
            title: section.title,
            shuffle_questions: section.shuffle_questions,
            shuffle_options: section.shuffle_options,
            minutes: section.minutes,
            one_way: section.one_way,
            items: section.items.into_iter().filter_map(&mut item).collect(),
            texts: section.texts,
        };
        (draft, sections.into_iter().map(section).collect())
    }

    /// Whether the bank adds questions to the test.
    #[must_use]
    pub fn names_bank(&self) -> bool {
        self.from_bank().next().is_some()
    }

    /// Pools and questions that the bank adds to the test, with the titles of their sections.
    pub fn from_bank(&self) -> impl Iterator<Item = (&str, &ItemDraft)> {
        self.sections.iter().flat_map(|section| {
            section.items.iter().filter_map(|item| match item {
                PlannedTestItem::Bank(item) => Some((section.title.as_str(), item)),
                PlannedTestItem::Question => None,
            })
        })
    }
}

#[derive(Clone, Debug)]
pub struct ImportPlan {
    /// `None` if it was not detected.
    pub format: Option<ImportFormat>,
    pub tests: Vec<PlannedTest>,
    /// Worst first, then in the order of the file.
    pub findings: Vec<ImportFinding>,
    /// Pictures that the tests show.
    pub pictures: Vec<EncodedPicture>,
}

impl ImportPlan {
    pub(super) fn refused(format: Option<ImportFormat>, why: &str) -> Self {
        let findings = Parsed::fault(Position::default(), why).findings;
        Self { format, tests: Vec::new(), findings, pictures: Vec::new() }
    }

    pub fn faults(&self) -> impl Iterator<Item = &ImportFinding> {
        self.findings.iter().filter(|finding| finding.level == FindingLevel::Error)
    }

    pub fn left_out(&self) -> impl Iterator<Item = &ImportFinding> {
        self.findings.iter().filter(|finding| finding.effect().is_some())
    }

    /// Adds findings, up to the limit, in the order of the file.
    pub(super) fn add(&mut self, findings: Vec<ImportFinding>) {
        let room = MAX_FINDINGS.saturating_sub(self.findings.len());
        self.findings.extend(findings.into_iter().take(room));
        sort(&mut self.findings);
    }

    /// The plan for tests: reports that only the bank has labels of questions.
    #[must_use]
    pub fn for_tests(mut self) -> Self {
        let labelled = self.tests.iter().enumerate().filter(|(_, planned)| !planned.labels.is_empty());
        let finding = |(index, planned): (usize, &PlannedTest)| {
            let what = "Title, difficulty and state of questions: only those of the question bank have them.";
            ImportFinding::lost(planned.place.clone(), Lost::looks(what)).of_test(index)
        };
        let findings = labelled.map(finding).collect();
        self.add(findings);
        self
    }

    #[must_use]
    pub fn is_good(&self) -> bool {
        self.faults().next().is_none()
    }
}

/// Result of a parser, before validation.
#[derive(Default)]
pub(super) struct Parsed {
    pub tests: Vec<PlannedTest>,
    pub findings: Vec<ImportFinding>,
    pub pictures: Vec<EncodedPicture>,
    questions: usize,
    errors: usize,
    /// Findings beyond the limit, by their level.
    more: BTreeMap<FindingLevel, usize>,
}

impl Parsed {
    pub fn fault(place: Position, why: impl Into<String>) -> Self {
        let mut parsed = Self::default();
        parsed.error(place, why);
        parsed
    }

    pub fn error(&mut self, place: Position, message: impl Into<String>) {
        self.report_of_last(ImportFinding::new(FindingLevel::Error, place, message));
    }

    pub fn left_out(&mut self, place: Position, lost: Lost) {
        self.report_of_last(ImportFinding::lost(place, lost));
    }

    /// Reports something about the whole file.
    pub fn left_out_of_file(&mut self, place: Position, lost: Lost) {
        self.report(ImportFinding::lost(place, lost));
    }

    /// Reports something about this test.
    pub fn left_out_of_test(&mut self, index: usize, place: Position, lost: Lost) {
        self.report(ImportFinding::lost(place, lost).of_test(index));
    }

    /// Drops tests without questions; what was said of them is said of the file.
    pub fn drop_empty(&mut self) {
        self.keep_tests(|_, test| !test.places.is_empty());
    }

    /// Drops the other tests; what was said of them is said of the file.
    pub fn keep_tests(&mut self, is_kept: impl Fn(usize, &PlannedTest) -> bool) {
        let mut places = Vec::new();
        let mut next = 0;
        for (index, test) in self.tests.iter().enumerate() {
            let is_kept = is_kept(index, test);
            places.push(is_kept.then_some(next));
            next += usize::from(is_kept);
        }
        let mut kept = places.iter();
        self.tests.retain(|_| kept.next().is_some_and(Option::is_some));
        for finding in &mut self.findings {
            finding.test = finding.test.and_then(|test| places.get(test).copied().flatten());
        }
    }

    /// Begins a test; `left_out` are the messages about its parts that are not imported.
    pub fn begin(&mut self, test: PlannedTest, left_out: Vec<Lost>) {
        let place = test.place.clone();
        self.tests.push(test);
        for what in left_out {
            self.left_out(place.clone(), what);
        }
    }

    /// Reports a part, which is not imported, of the question that comes next in the last test.
    pub fn left_out_of_next(&mut self, place: Position, lost: Lost) {
        let number = self.next_in(self.last());
        self.report_of_last(ImportFinding::lost(place, lost).of_question(number));
    }

    /// Reports the unknown fields of the question that comes next in this test.
    pub fn unknown_of_next<T>(&mut self, index: usize, place: &Position, question: &WithUnknown<T>, also: &[&str]) {
        let number = self.next_in(index);
        for lost in question.unknown(&named(number), also) {
            self.left_out_of_named(index, number, place.clone(), lost);
        }
    }

    /// Reports something about a question of this test, whose number from 0 the message names first.
    pub fn left_out_of_named(&mut self, index: usize, number: usize, place: Position, lost: Lost) {
        self.report(ImportFinding { question: Some(number), ..ImportFinding::lost(place, lost).of_test(index) });
    }

    /// Index of the last test.
    pub fn last(&self) -> usize {
        self.tests.len().saturating_sub(1)
    }

    /// Number from 0 of the question that comes next in this test.
    fn next_in(&self, index: usize) -> usize {
        self.tests.get(index).map_or(0, |test| test.draft.questions.len())
    }

    /// Adds a question to the last test.
    pub fn push(&mut self, question: QuestionDraft, place: &Position) {
        self.push_to(self.last(), question, place);
    }

    /// Adds a question to this test and drops fields that its type does not have.
    pub fn push_to(&mut self, index: usize, mut question: QuestionDraft, place: &Position) {
        let Some(test) = self.tests.get_mut(index) else {
            return;
        };
        let mut foreign = strip(&mut question);
        question.has_more_options = question.options.len() > *OPTIONS.end();
        foreign.extend(stray_gaps(&question).into_iter().map(Lost::reads));
        foreign.extend(unseen_keys(&question));
        foreign.extend(spoilt_texts(&question));
        let number = test.draft.questions.len();
        test.draft.questions.push(question);
        test.places.push(place.clone());
        self.questions += 1;
        for lost in foreign {
            self.report(ImportFinding::lost(place.clone(), lost).of_test(index).of_question(number));
        }
    }

    /// Labels the last question of this test.
    pub fn label(&mut self, index: usize, labels: Labels) {
        if labels != Labels::default()
            && let Some(test) = self.tests.get_mut(index)
            && let Some(last) = test.draft.questions.len().checked_sub(1)
        {
            test.labels.insert(last, labels);
        }
    }

    /// Adds a section, whose questions are there already, to the last test.
    pub fn push_section(&mut self, section: PlannedTestSection) {
        if let Some(test) = self.tests.last_mut() {
            test.sections.push(section);
        }
    }

    /// Number of the questions so far, of all tests.
    pub const fn questions(&self) -> usize {
        self.questions
    }

    /// Whether a limit is exceeded: the parser can stop.
    pub const fn is_full(&self) -> bool {
        self.tests.len() > MAX_TESTS || self.questions > MAX_QUESTIONS || self.errors >= MAX_FINDINGS
    }

    /// Reports something about the last test, or about the file before the first one.
    fn report_of_last(&mut self, finding: ImportFinding) {
        self.report(ImportFinding { test: self.tests.len().checked_sub(1), ..finding });
    }

    pub fn report(&mut self, finding: ImportFinding) {
        let is_error = finding.level == FindingLevel::Error;
        let count = if is_error { self.errors } else { self.findings.len() - self.errors };
        if count >= MAX_FINDINGS {
            *self.more.entry(finding.level).or_default() += 1;
            return;
        }
        self.errors += usize::from(is_error);
        self.findings.push(finding);
    }

    /// The findings, worst first, up to the limit; the last one counts the others.
    fn listed(mut self) -> Vec<ImportFinding> {
        sort(&mut self.findings);
        let mut more = self.more;
        if more.is_empty() && self.findings.len() <= MAX_FINDINGS {
            return self.findings;
        }
        for finding in self.findings.drain(MAX_FINDINGS.saturating_sub(1).min(self.findings.len())..) {
            *more.entry(finding.level).or_default() += 1;
        }
        let count: usize = more.values().sum();
        let message = format!("{count} more findings of this file are not listed.");
        let Some((level, _)) = more.pop_first() else { return self.findings };
        self.findings.push(ImportFinding::new(level, Position::default(), message));
        sort(&mut self.findings);
        self.findings
    }

    /// Validates every test; rejects a file with too many tests or questions without validation.
    pub fn check(mut self, format: ImportFormat) -> ImportPlan {
        if self.tests.len() > MAX_TESTS {
            self = Self::fault(Position::default(), format!("A file has at most {MAX_TESTS} tests."));
        } else if self.questions > MAX_QUESTIONS {
            self = Self::fault(Position::default(), format!("A file has at most {MAX_QUESTIONS} questions."));
        }
        let is_broken = self.findings.iter().any(|finding| finding.level == FindingLevel::Error);
        if !is_broken {
            self.drop_wrong(format);
        }
        if self.tests.is_empty() && !self.findings.iter().any(|finding| finding.level == FindingLevel::Error) {
            // The reason that is true: what was left out of it.
            let is_about_rest = |finding: &&ImportFinding| !finding.message.contains("skipped: ");
            let first = self.findings.iter().min_by_key(|finding| (finding.level, is_about_rest(finding)));
            let why = first.map_or_else(
                || "This file contains no tests.".to_owned(),
                |first| format!("Nothing of this file can be imported. {}", first.in_words()),
            );
            self.error(Position::default(), why);
        }
        // After a parser error, parts may be missing: validation would report false faults.
        if self.findings.iter().all(|finding| finding.level != FindingLevel::Error) {
            for (index, planned) in self.tests.iter().enumerate() {
                let room = MAX_FINDINGS.saturating_sub(self.errors);
                let found = faults(index, planned).into_iter().take(room);
                let before = self.findings.len();
                self.findings.extend(found);
                self.errors += self.findings.len() - before;
            }
        }
        self.name_unfit_translations();
        let (tests, pictures) = (std::mem::take(&mut self.tests), std::mem::take(&mut self.pictures));
        ImportPlan { format: Some(format), tests, findings: self.listed(), pictures }
    }
}

fn sort(findings: &mut [ImportFinding]) {
    findings.sort_by_cached_key(|finding| {
        let Position { entry, line } = &finding.place;
        (finding.level, finding.test, entry.as_deref().map(by_number), *line)
    });
}

/// Validation errors, each with its position.
fn faults(index: usize, planned: &PlannedTest) -> Vec<ImportFinding> {
    let is_divided = !planned.sections.is_empty();
    let divided = if is_divided { sections::check(&planned.clone().split().1) } else { Ok(()) };
    let draft = planned.draft.clone();
    let checked = divided.and_then(|()| if planned.names_bank() { draft.check_beside_pools() } else { draft.check() });
    let Err(error) = checked else {
        return Vec::new();
    };
    let finding = |field: &String, message: &String| {
        let question = field.strip_prefix("questions[").and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
        let place = question.and_then(|n| planned.places.get(n)).unwrap_or(&planned.place);
        ImportFinding::of_field(place, index, field, message)
    };
    error.fields.iter().map(|(field, message)| finding(field, message)).collect()
}
