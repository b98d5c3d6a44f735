//! Import of tests from files of other programs and our own exports. A parser turns bytes into drafts with their
//! positions, which are validated by the rules of `POST /tests`, with the same messages. Only [`run`] writes to the
//! store: all tests of a file or none (`docs/behaviour/data.md#imports-and-exports`).
//!
//! | format | content of a file | default points |
//! |---|---|---|
//! | JSON, YAML | one test in the shape of `POST /tests`, a list of them, or of questions (YAML: also several documents) | 1 |
//! | a zip | a JSON, YAML or CSV file with the pictures of its texts | as in it |
//! | CSV | a table with a header, one row per question; the title assigns rows to tests | 1 |
//! | GIFT | Moodle's text format; every category is a test | 1 |
//! | Moodle XML | a quiz of Moodle; every category is a test | `defaultgrade` |
//! | Aiken | multiple choice in Moodle's simplest format | 1 |
//! | contest packages | ICPC, Kattis, `DOMjudge` or Polygon: a coding question | 10 |
//! | QTI 1.2 | a package or a file of Canvas, Blackboard, ...; every assessment is a test | as the file says, or 1 |
//! | QTI 2.1, 3.0 | a package (zip), an assessment test or an item (XML) | the item's MAXSCORE, its weight, or 1 |

// A new kind of questions must not fall into an arm that was written for the others.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod aiken;
mod aiken_lines;
pub mod bank;
mod contest;
mod divide;
mod faulty;
mod finding;
mod format;
mod gift;
mod gift_answers;
mod gift_texts;
mod html;
mod json;
mod kinds;
mod labelled;
mod lines;
mod lost;
mod markup;
mod moodle;
mod name_order;
mod noted;
mod other_files;
mod own_format;
mod package;
mod pictures;
mod plan;
mod planned_section;
mod qti;
mod qti12;
mod section_file;
mod shape;
mod signs;
mod spoilt_texts;
mod stray_gaps;
pub(in crate::service) mod table;
mod table_more;
mod tests_as_text;
mod text_file;
mod translated;
mod unknown_fields;
mod unread_files;
mod unseen_keys;
mod unsupported_fields;
mod written;
mod yaml;
mod zip_file;

pub(super) use format::is_zip;
use format::root;
pub use format::{ImportFormat, MAX_FILE};
pub use lines::{LineCounter, is_open};
pub use lost::Effect;
pub use plan::{FindingLevel, ImportFinding, ImportPlan, PlannedTest, Position};
pub use shape::TestFile;
pub use text_file::Encoding;

pub(in crate::service) use lost::capital;
pub(in crate::service) use package::Package;

pub(in crate::service) use gift::{QUESTION_NOTE, QuestionNote, TEST_NOTE, TestNote, hash_of_words};
pub(in crate::service) use kinds::row::{ARROW, SEPARATOR};
pub(in crate::service) use qti::{
    DESCRIPTION as QTI_DESCRIPTION, GAP as QTI_GAP, INSTRUCTIONS as QTI_INSTRUCTIONS, LOSS as QTI_LOSS,
    PLAIN as QTI_PLAIN, UNDIVIDED as QTI_UNDIVIDED,
};
pub(in crate::service) use signs::misread;
pub(in crate::service) use text_file::{decode, named_separator, sentence, with_usual_ends};

use super::{
    actor::Author,
    test::{authoring, pictures as stored, sections::prepare::prepare},
};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, FieldMessages, Result, TestId,
        bank::sections::SectionDraft,
        test::{MAX_TITLE, Test, TestDraft},
    },
    picture::EncodedPicture,
    state::test_jobs::TestJobProgress,
    store::Snapshot,
};
use bytes::Bytes;
use lost::{Lost, UNTITLED, fitted};
use plan::Parsed;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use uuid::Uuid;
use zip_file::ZippedTests;

/// The tests that an import would create, with all findings. `name` is the file name, if known: its extension helps to
/// detect the format, and its stem is the default title. Takes up to a second for the largest files, and some seconds and
/// 170 MiB for pictures at their limits.
#[must_use]
pub fn read(bytes: &[u8], name: Option<&str>, format: Option<ImportFormat>) -> ImportPlan {
    read_counted(bytes, name, format, &TestJobProgress::default())
}

/// Reads like [`read`], with the progress.
fn read_counted(
    bytes: &[u8],
    name: Option<&str>,
    format: Option<ImportFormat>,
    progress: &TestJobProgress,
) -> ImportPlan {
    let (title, cut) = title(name);
    let mut plan = read_titled(bytes, (name, &title), format, progress);
    if let Some(message) = cut.filter(|_| plan.tests.iter().any(|test| test.draft.title == title)) {
        plan.add(vec![ImportFinding::lost(Position::default(), Lost::reads(message))]);
    }
    plan
}

fn read_titled(
    bytes: &[u8],
    (name, title): (Option<&str>, &str),
    format: Option<ImportFormat>,
    progress: &TestJobProgress,
) -> ImportPlan {
    if bytes.len() > MAX_FILE {
        return ImportPlan::refused(format, "This file is larger than 10 MiB.");
    }
    if let Some(what) = other_files::of_bytes(bytes, name) {
        return ImportPlan::refused(format, what);
    }
    if is_zip(bytes) {
        return match Package::open(bytes) {
            Ok(package) => zipped(package.counted(progress), title, format),
            Err(why) => ImportPlan::refused(format, &why),
        };
    }
    // The file itself says which version of QTI it is.
    let chosen = format.filter(|format| *format != ImportFormat::Qti || root(bytes).as_deref() != Some(qti12::ROOT));
    let Some(format) = chosen.or_else(|| ImportFormat::guess(bytes, name)) else {
        return ImportPlan::refused(
            None,
            "The format cannot be detected from the name or the content. Please choose it.",
        );
    };
    parse(bytes, title, format).check(format)
}

impl ImportPlan {
    /// Adds what the bank lacks for the sections of the tests to the findings.
    fn check_bank(&mut self, read: &Snapshot) -> Result<()> {
        for (index, planned) in self.tests.iter().enumerate().filter(|(_, planned)| planned.names_bank()) {
            let (draft, sections) = planned.clone().split();
            match prepare(read, TestId(Uuid::nil()), draft, sections) {
                Ok(_) => {}
                Err(error) if error.fields.is_empty() => return Err(error),
                Err(error) => {
                    let of_field = |(field, message): (&String, &String)| {
                        ImportFinding::of_field(&planned.place, index, field, message)
                    };
                    self.findings.extend(error.fields.iter().map(of_field));
                }
            }
        }
        Ok(())
    }
}

/// A QTI package, or a file of tests with its pictures.
fn zipped(mut package: Package<'_>, title: &str, format: Option<ImportFormat>) -> ImportPlan {
    if let Some(what) = other_files::of_package(&mut package) {
        return ImportPlan::refused(format, what);
    }
    let has_manifest = package.has(&package.at_top(qti::MANIFEST));
    let is_older = format == Some(ImportFormat::Qti12);
    if is_older || has_manifest && qti12::is_in(&mut package) {
        return qti12::packaged(package, title).check(ImportFormat::Qti12);
    }
    if format == Some(ImportFormat::Contest) || format.is_none() && !has_manifest && contest::is_in(&package) {
        return contest::read(package, title).check(ImportFormat::Contest);
    }
    let is_loose = format.is_none() && !has_manifest && !ZippedTests::is_in(&package);
    if is_loose && qti12::is_in(&mut package) {
        return qti12::packaged(package, title).check(ImportFormat::Qti12);
    }
    if has_manifest || format == Some(ImportFormat::Qti) || is_loose && qti::has_items(&mut package) {
        return qti::packaged(package, title).check(ImportFormat::Qti);
    }
    let (mut packed, found) = match ZippedTests::open(package) {
        Ok(packed) => packed,
        Err(why) => return ImportPlan::refused(format, why),
    };
    let format = format.unwrap_or(found);
    let bytes = match packed.file() {
        Ok(bytes) => bytes,
        Err(why) => return ImportPlan::refused(Some(format), &format!("{}: {why}", packed.name())),
    };
    let mut parsed = parse(&bytes, title, format);
    packed.resolve(&mut parsed);
    parsed.check(format)
}

fn parse(bytes: &[u8], title: &str, format: ImportFormat) -> Parsed {
    match format {
        ImportFormat::Qti => qti::read(bytes, title),
        ImportFormat::Qti12 => qti12::read(bytes, title),
        ImportFormat::Moodle => moodle::read(bytes, title),
        ImportFormat::Contest => Parsed::fault(Position::default(), "A package of a programming contest is a zip."),
        ImportFormat::Csv => table::of_bytes(bytes, title),
        ImportFormat::Gift => tests_as_text::read(bytes, |text| gift::read(text, title)),
        ImportFormat::Aiken => tests_as_text::read(bytes, |text| aiken::read(text, title)),
        ImportFormat::Json => of_text(bytes, |text| json::read(text, title)),
        ImportFormat::Yaml => of_text(bytes, |text| yaml::read(text, title)),
    }
}

/// A format that is in UTF-8 by its own rules.
fn of_text(bytes: &[u8], read: impl FnOnce(&str) -> Parsed) -> Parsed {
    match lines::text(bytes) {
        Ok(text) => read(text),
        Err(line) => Parsed::fault(Position::line(line), "This is not UTF-8 text. Save the file as UTF-8."),
    }
}

/// A file to be read.
pub struct ImportFile {
    pub bytes: Bytes,
    pub name: Option<String>,
    pub format: Option<ImportFormat>,
}

/// Like [`read`], with what the bank lacks for sections among the findings.
///
/// # Errors
/// 503 `busy` if many pictures are being decoded.
pub async fn plan(app: &App, file: ImportFile, progress: &Arc<TestJobProgress>) -> Result<ImportPlan> {
    read_in_background(app, file, progress, |app, plan| {
        let mut plan = plan.for_tests();
        if plan.is_good() && plan.tests.iter().any(PlannedTest::names_bank) {
            plan.check_bank(&app.store.read()?)?;
        }
        Ok(plan)
    })
    .await
}

async fn read_in_background(
    app: &App,
    ImportFile { bytes, name, format }: ImportFile,
    progress: &Arc<TestJobProgress>,
    finish: impl FnOnce(&App, ImportPlan) -> Result<ImportPlan> + Send + 'static,
) -> Result<ImportPlan> {
    let progress = progress.clone();
    let place = if is_zip(&bytes) { Some(app.caches.pictures.decoder().await?) } else { None };
    app.blocking(move |app| {
        let _place = place;
        finish(app, read_counted(&bytes, name.as_deref(), format, &progress))
    })
    .await
}

/// The file name without folders and extension, and a sentence if it is cut.
fn title(name: Option<&str>) -> (String, Option<String>) {
    let last = name.unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem).trim();
    let (clean, cut) = fitted(&stem.replace(char::is_control, ""), MAX_TITLE);
    if clean.is_empty() { (UNTITLED.to_owned(), None) } else { (clean, cut) }
}

/// Contents of the files: tests with their sections, or [`bank::ImportedBankQuestions`].
#[derive(Serialize, Deserialize)]
pub struct Imported<T> {
    items: Vec<T>,
    /// Pictures that the items show.
    pictures: Vec<EncodedPicture>,
    /// Messages about content that is left out.
    pub left_out: Vec<String>,
}

pub type ImportedTests = Imported<(TestDraft, Vec<SectionDraft>)>;

impl<T> Default for Imported<T> {
    fn default() -> Self {
        Self { items: Vec::new(), pictures: Vec::new(), left_out: Vec::new() }
    }
}

impl<T> Imported<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, name: &str, plan: ImportPlan, items: impl Fn(PlannedTest) -> I) {
        let plan = plan.noted();
        self.left_out.extend(plan.left_out().map(|finding| format!("{name}: {}", finding.in_words())));
        self.items.extend(plan.tests.into_iter().flat_map(items));
        self.pictures.extend(plan.pictures);
    }

    /// Stores the pictures, and returns the items.
    ///
    /// # Errors
    /// Storage only.
    pub async fn store_pictures(self, app: &App, by: &Author, progress: &TestJobProgress) -> Result<Vec<T>> {
        stored::keep_all(app, by, self.pictures, progress).await?;
        Ok(self.items)
    }
}

impl ImportedTests {
    /// Adds a file of this name, whose plan has no faults.
    pub fn add(&mut self, name: &str, plan: ImportPlan) {
        self.extend(name, plan.for_tests(), |planned| [planned.split()]);
    }
}

/// Whether a person has accepted what scores or reads differently from the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    Given,
    Missing,
}

/// Fields that name what differs, by effect.
const CONSENT_FIELD: &str = "accept_changes";

impl ImportPlan {
    /// # Errors
    /// 409 `changes_meaning` with what scores and what reads differently, until a person has accepted it.
    pub fn require_consent(&self, consent: Consent) -> Result<()> {
        let differing = || self.left_out().filter(|finding| finding.effect().is_some_and(Effect::needs_consent));
        let count = differing().count();
        if consent == Consent::Given || count == 0 {
            return Ok(());
        }
        let parts = if count == 1 {
            "1 part of the file scores or reads"
        } else {
            &format!("{count} parts of the file score or read")
        };
        let detail = format!("{parts} differently here. Send accept_changes=true to import it all the same.");
        let mut fields = FieldMessages::from([(CONSENT_FIELD.to_owned(), detail.clone())]);
        for finding in differing().take(100) {
            let field = finding.effect().map_or("reads", Effect::name);
            let messages: &mut String = fields.entry(field.to_owned()).or_default();
            if !messages.is_empty() {
                messages.push('\n');
            }
            messages.push_str(&finding.in_words());
        }
        Err(Error { fields, ..Error::conflict(ErrorCode::ChangesMeaning, detail) })
    }
}

/// The plan, if it has no faults, and what differs from the file is accepted.
fn accept(plan: ImportPlan, consent: Consent) -> Result<ImportPlan> {
    let Some(first) = plan.faults().next() else {
        plan.require_consent(consent)?;
        return Ok(plan);
    };
    let detail = first.in_words();
    let field = |finding: &ImportFinding| finding.field.clone().unwrap_or_else(|| "file".to_owned());
    let mut fields = FieldMessages::new();
    for finding in plan.faults().take(100) {
        let messages: &mut String = fields.entry(field(finding)).or_default();
        if !messages.is_empty() {
            messages.push('\n');
        }
        messages.push_str(&finding.in_words());
    }
    Err(Error { detail, ..Error::invalid(fields) })
}

/// Creates the tests of a plan, all or none, in their order.
///
/// # Errors
/// 422 with the faults by field (100 at most), the detail being the first one with its line; with what scores or reads
/// differently from the file, without consent.
pub async fn run(
    app: &App,
    by: &Author,
    plan: ImportPlan,
    consent: Consent,
    progress: &TestJobProgress,
) -> Result<Vec<Test>> {
    let plan = accept(plan, consent)?.noted();
    stored::keep_all(app, by, plan.pictures, progress).await?;
    authoring::create_all(app, by, plan.tests.into_iter().map(PlannedTest::split).collect()).await
}

#[cfg(test)]
#[path = "import_tests.rs"]
mod parsing;

#[cfg(test)]
#[path = "own_files_tests.rs"]
mod own_files;

#[cfg(test)]
#[path = "damaged_tests.rs"]
mod damaged;

#[cfg(test)]
#[path = "table_tests.rs"]
mod tables;

#[cfg(test)]
#[path = "exchange_tests.rs"]
mod exchange;

#[cfg(test)]
#[path = "rich_tests.rs"]
mod rich;

#[cfg(test)]
#[path = "qti_tests.rs"]
mod packages;

#[cfg(test)]
#[path = "qti_scores_tests.rs"]
mod scores;

#[cfg(test)]
#[path = "qti_values_tests.rs"]
mod values;

#[cfg(test)]
#[path = "qti_many_parts_tests.rs"]
mod many_parts;

#[cfg(test)]
#[path = "qti_words_tests.rs"]
mod words;

#[cfg(test)]
#[path = "qti_packages_tests.rs"]
mod sections_and_passages;

#[cfg(test)]
#[path = "hostile_tests.rs"]
mod hostile;

#[cfg(test)]
#[path = "round_trip_tests.rs"]
mod round_trips;

#[cfg(test)]
#[path = "each_place_tests.rs"]
mod each_place;
