//! Import of tests from files of other programs and our own exports. A parser turns bytes into drafts with their
//! positions, which are validated by the rules of `POST /tests`, with the same messages. Only [`run`] writes to the
//! store: all tests of a file or none (`docs/behaviour.md#imports-and-exports`).
//!
//! | format | content of a file | default points |
//! |---|---|---|
//! | JSON, YAML | one test in the shape of `POST /tests`, or a list of them (YAML: also several documents) | 1 |
//! | CSV | a table with a header, one row per question; the title assigns rows to tests | 1 |
//! | GIFT | Moodle's text format; every category is a test | 1 |
//! | QTI 2.1, 3.0 | a package (zip), an assessment test or an item (XML) | the item's MAXSCORE, its weight, or 1 |

mod format;
mod gift;
mod gift_answers;
mod json;
mod kinds;
mod lines;
mod markup;
mod noted;
mod plan;
mod qti;
mod shape;
mod strip;
mod table;
mod yaml;

pub use format::Format;
pub use lines::Lines;
pub use plan::{Finding, Level, Place, Plan, Planned};
pub use shape::TestFile;

pub(in crate::service) use gift::{QUESTION_NOTE, QuestionNote, TEST_NOTE, TestNote};

use super::{actor::Admin, test::authoring};
use crate::{
    app::App,
    domain::{Error, Fields, Result, test::Test},
};
use plan::Parsed;

/// Maximum file size, in bytes.
pub const MAX_FILE: usize = 10 << 20;
/// Title of a test if neither the file's content nor its name provides one.
const UNTITLED: &str = "Imported questions";

/// The tests that an import would create, with all findings. `name` is the file name, if known: its extension helps to
/// detect the format, and its stem is the default title. Takes up to a second for the largest files.
#[must_use]
pub fn read(bytes: &[u8], name: Option<&str>, format: Option<Format>) -> Plan {
    if bytes.len() > MAX_FILE {
        return Plan::refused(format, "This file is larger than 10 MiB.");
    }
    let Some(format) = format.or_else(|| Format::guess(bytes, name)) else {
        return Plan::refused(None, "The format cannot be detected from the name or the content. Please choose it.");
    };
    let title = title(name);
    let parsed = if format == Format::Qti {
        qti::read(bytes, &title)
    } else {
        match lines::text(bytes) {
            Err(line) => Parsed::fault(Place::line(line), "This is not UTF-8 text. Save the file as UTF-8."),
            Ok(text) => match format {
                Format::Json => json::read(text),
                Format::Yaml => yaml::read(text),
                Format::Csv => table::read(text, &title),
                Format::Gift | Format::Qti => gift::read(text, &title),
            },
        }
    };
    parsed.check(format)
}

/// The file name without folders and extension.
fn title(name: Option<&str>) -> String {
    let last = name.unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem).trim();
    let clean: String = stem.chars().filter(|c| !c.is_control()).take(200).collect();
    if clean.is_empty() { UNTITLED.to_owned() } else { clean }
}

/// Creates the tests of a plan, all or none, in their order.
///
/// # Errors
/// 422 with the faults by field (100 at most); the detail is the first one with its line.
pub async fn run(app: &App, admin: &Admin, plan: Plan) -> Result<Vec<Test>> {
    if let Some(first) = plan.faults().next() {
        let detail = first.in_words();
        let field = |finding: &Finding| finding.field.clone().unwrap_or_else(|| "file".to_owned());
        let mut fields = Fields::from([(field(first), detail.clone())]);
        for finding in plan.faults().take(100) {
            fields.entry(field(finding)).or_insert_with(|| finding.in_words());
        }
        return Err(Error { detail, ..Error::invalid(fields) });
    }
    authoring::create_all(app, admin, plan.tests.into_iter().map(|planned| planned.draft).collect()).await
}

#[cfg(test)]
#[path = "import_tests.rs"]
mod parsing;

#[cfg(test)]
#[path = "exchange_tests.rs"]
mod exchange;

#[cfg(test)]
#[path = "qti_tests.rs"]
mod packages;
