//! Import of tests from files of other programs and our own exports. A parser turns bytes into drafts with their
//! positions, which are validated by the rules of `POST /tests`, with the same messages. Only [`run`] writes to the
//! store: all tests of a file or none (`docs/behaviour/data.md#imports-and-exports`).
//!
//! | format | content of a file | default points |
//! |---|---|---|
//! | JSON, YAML | one test in the shape of `POST /tests`, or a list of them (YAML: also several documents) | 1 |
//! | a zip | a JSON, YAML or CSV file with the pictures of its texts | as in it |
//! | CSV | a table with a header, one row per question; the title assigns rows to tests | 1 |
//! | GIFT | Moodle's text format; every category is a test | 1 |
//! | QTI 2.1, 3.0 | a package (zip), an assessment test or an item (XML) | the item's MAXSCORE, its weight, or 1 |

// A new kind of questions must not fall into an arm that was written for the others.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod bank;
mod format;
mod gift;
mod gift_answers;
mod gift_texts;
mod json;
mod kinds;
mod labelled;
mod lines;
mod markup;
mod package;
mod pictures;
mod plan;
mod qti;
mod section_file;
mod shape;
mod stray_gaps;
pub(in crate::service) mod table;
mod unknown_fields;
mod unsupported_fields;
mod yaml;
mod zip_file;

pub use format::{ImportFormat, MAX_FILE};
pub use lines::LineCounter;
pub use plan::{FindingLevel, ImportFinding, ImportPlan, PlannedTest, Position};
pub use shape::TestFile;

pub(in crate::service) use package::Package;

pub(in crate::service) use gift::{QUESTION_NOTE, QuestionNote, TEST_NOTE, TestNote};
pub(in crate::service) use kinds::row::{ARROW, SEPARATOR};
pub(in crate::service) use qti::{GAP as QTI_GAP, LOSS as QTI_LOSS, PLAIN as QTI_PLAIN};

use super::{
    actor::Author,
    test::{authoring, pictures as stored, sections::prepare::prepare},
};
use crate::{
    app::App,
    domain::{
        Error, FieldMessages, Result, TestId,
        bank::sections::SectionDraft,
        test::{Test, TestDraft},
    },
    picture::EncodedPicture,
    store::Snapshot,
};
use bytes::Bytes;
use plan::Parsed;
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use zip_file::ZippedTests;

/// Title of a test if neither the file's content nor its name provides one.
const UNTITLED: &str = "Imported questions";

/// The tests that an import would create, with all findings. `name` is the file name, if known: its extension helps to
/// detect the format, and its stem is the default title. Takes up to a second for the largest files, and some seconds and
/// 170 MiB for pictures at their limits.
#[must_use]
pub fn read(bytes: &[u8], name: Option<&str>, format: Option<ImportFormat>) -> ImportPlan {
    if bytes.len() > MAX_FILE {
        return ImportPlan::refused(format, "This file is larger than 10 MiB.");
    }
    let title = title(name);
    if is_zip(bytes) {
        return match Package::open(bytes) {
            Ok(package) => zipped(package, &title, format),
            Err(why) => ImportPlan::refused(format, &why),
        };
    }
    let Some(format) = format.or_else(|| ImportFormat::guess(bytes, name)) else {
        return ImportPlan::refused(
            None,
            "The format cannot be detected from the name or the content. Please choose it.",
        );
    };
    parse(bytes, &title, format).check(format)
}

impl ImportPlan {
    /// Adds what the bank lacks for the sections of the tests to the findings.
    fn check_bank(&mut self, read: &Snapshot) -> Result<()> {
        for (index, planned) in self.tests.iter().enumerate().filter(|(_, planned)| planned.names_bank()) {
            let (draft, sections) = planned.clone().split();
            match prepare(read, TestId(Uuid::nil()), draft, sections) {
                Ok(_) => {}
                Err(error) if error.fields.is_empty() => return Err(error),
                Err(error) => self.findings.extend(error.fields.iter().map(|(field, message)| ImportFinding {
                    level: FindingLevel::Error,
                    place: planned.place.clone(),
                    field: Some(format!("[{index}].{field}")),
                    test: Some(index),
                    message: message.clone(),
                })),
            }
        }
        Ok(())
    }
}

/// Whether an import may have pictures.
pub(super) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// A QTI package, or a file of tests with its pictures.
fn zipped(package: Package<'_>, title: &str, format: Option<ImportFormat>) -> ImportPlan {
    let has_manifest = package.has(&package.at_top(qti::MANIFEST));
    if has_manifest || format == Some(ImportFormat::Qti) {
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
    if format == ImportFormat::Qti {
        return qti::read(bytes, title);
    }
    match lines::text(bytes) {
        Err(line) => Parsed::fault(Position::line(line), "This is not UTF-8 text. Save the file as UTF-8."),
        Ok(text) => match format {
            ImportFormat::Json => json::read(text),
            ImportFormat::Yaml => yaml::read(text),
            ImportFormat::Csv => table::read(text, title),
            ImportFormat::Gift | ImportFormat::Qti => gift::read(text, title),
        },
    }
}

/// As [`read`], with what the bank lacks for sections among the findings.
///
/// # Errors
/// 503 `busy` if many pictures are being decoded.
pub async fn plan(app: &App, bytes: Bytes, name: Option<String>, format: Option<ImportFormat>) -> Result<ImportPlan> {
    read_in_background(app, bytes, name, format, |app, plan| {
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
    bytes: Bytes,
    name: Option<String>,
    format: Option<ImportFormat>,
    finish: impl FnOnce(&App, ImportPlan) -> Result<ImportPlan> + Send + 'static,
) -> Result<ImportPlan> {
    let place = if is_zip(&bytes) { Some(app.pictures.decoder().await?) } else { None };
    app.blocking(move |app| {
        let _place = place;
        finish(app, read(&bytes, name.as_deref(), format))
    })
    .await
}

/// The file name without folders and extension.
fn title(name: Option<&str>) -> String {
    let last = name.unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem).trim();
    let clean: String = stem.chars().filter(|c| !c.is_control()).take(200).collect();
    if clean.is_empty() { UNTITLED.to_owned() } else { clean }
}

/// Contents of the files: tests with their sections, or [`bank::ImportedBankQuestions`].
#[derive(Serialize, Deserialize)]
pub struct Imported<T> {
    items: Vec<T>,
    /// Those that the items show.
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
        self.left_out.extend(plan.left_out().map(|finding| format!("{name}: {}", finding.in_words())));
        self.items.extend(plan.tests.into_iter().flat_map(items));
        self.pictures.extend(plan.pictures);
    }

    /// Stores the pictures, and returns the items.
    ///
    /// # Errors
    /// Storage only.
    pub async fn store_pictures(self, app: &App, by: &Author) -> Result<Vec<T>> {
        stored::keep_all(app, by, self.pictures).await?;
        Ok(self.items)
    }
}

impl ImportedTests {
    /// Adds a file of this name, whose plan has no faults.
    pub fn add(&mut self, name: &str, plan: ImportPlan) {
        self.extend(name, plan.for_tests(), |planned| [planned.split()]);
    }
}

/// The plan, if it has no faults.
fn accept(plan: ImportPlan) -> Result<ImportPlan> {
    let Some(first) = plan.faults().next() else { return Ok(plan) };
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
/// 422 with the faults by field (100 at most); the detail is the first one with its line.
pub async fn run(app: &App, by: &Author, plan: ImportPlan) -> Result<Vec<Test>> {
    let plan = accept(plan)?;
    stored::keep_all(app, by, plan.pictures).await?;
    authoring::create_all(app, by, plan.tests.into_iter().map(PlannedTest::split).collect()).await
}

#[cfg(test)]
#[path = "import_tests.rs"]
mod parsing;

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
