//! Exports results as CSV (RFC 4180), JSON, JSON Lines and XLSX, and tests as files. Rows are streamed: memory use does
//! not grow with the export (`docs/behaviour/data.md#imports-and-exports`).

// A new kind of questions must not fall into an arm that was written for the others.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod bank;
pub mod export_error;
mod exported;
mod gift;
mod gift_text;
mod kinds;
mod losses;
mod moodle;
pub mod pictures;
mod qti;
mod rows;
mod table;
mod test_files;
mod xlsx;

pub use crate::state::export_slots::ExportSlot;
use export_error::Failed;
pub use exported::Exported;
pub use losses::{ExportLoss, losses};
pub use qti::QtiVersion;
pub use test_files::{TestFormat, exportable, write_tests};

use super::{
    actor::ResultReader,
    result::{
        deciding::{flags, notes, section_points::SectionTexts, standings::Standings},
        result_list, results,
    },
};
use crate::service::{scoring::repairs::marks::RepairEffects, settings::page_words::PageWords};
use crate::{
    app::App,
    domain::{Error, ErrorCode, ErrorKind, Result, language::Language, submission::Submission},
    state::all_results::ResultConditions,
};
use rows::{ExportCell, ExportColumn, Noted, SubmissionColumns};
use serde::{Deserialize, Serialize};
use std::{
    borrow::Cow,
    cell::RefCell,
    io::{self, Write},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExportFormat {
    Csv,
    Json,
    /// A line for each row.
    JsonLines,
    Xlsx,
}

/// Content and format of an export.
#[derive(Clone, Debug)]
pub struct ExportRequest {
    pub filter: results::SubmissionFilter,
    pub conditions: ResultConditions,
    pub format: ExportFormat,
    /// A row for each answer, instead of one for each submission.
    pub answers: bool,
    /// Begin CSV with a byte order mark, by which some spreadsheets know UTF-8.
    pub mark: bool,
    /// Column headings in words of this language, instead of the names of fields.
    pub headings: Option<Language>,
}

impl ExportFormat {
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::JsonLines => "jsonl",
            Self::Xlsx => "xlsx",
        }
    }

    #[must_use]
    pub const fn has_headings(self) -> bool {
        matches!(self, Self::Csv | Self::Xlsx)
    }

    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Json => "application/json",
            Self::JsonLines => "application/jsonl",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}

/// Quotes a text that a spreadsheet would run as a formula (OWASP, "CSV Injection").
fn defused(text: Cow<'_, str>) -> Cow<'_, str> {
    // Where full-width letters are typed, programs read these signs like the others.
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if formula { format!("'{text}").into() } else { text }
}

/// Replaces control characters: some programs stop at them or hide them, and a workbook cannot hold them.
fn printable(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_raw = |c: char| c.is_control() && !matches!(c, '\t' | '\r' | '\n');
    if text.contains(is_raw) { text.replace(is_raw, "\u{fffd}").into() } else { text }
}

/// A text as every CSV of ours has it.
pub(super) fn csv_text(text: Cow<'_, str>) -> Cow<'_, str> {
    printable(defused(text))
}

/// A part of the points or of 100 %, as other programs read it.
fn five_decimals(number: f64) -> String {
    format!("{number:.5}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The CSV text of a cell.
fn plain(cell: ExportCell<'_>) -> Cow<'_, str> {
    match cell {
        ExportCell::Text(text) => csv_text(text),
        ExportCell::Word(word) => word,
        ExportCell::Number(number) => number.to_string().into(),
        ExportCell::Time(at) => at.to_string().into(),
        ExportCell::Flag(flag) => flag.to_string().into(),
        ExportCell::Nothing => Cow::Borrowed(""),
    }
}

/// Records an export of results in the audit log.
///
/// # Errors
/// Storage only.
pub async fn note(app: &App, by: &ResultReader, order: &ExportRequest) -> Result<()> {
    let what = format!("{}{}", order.format.extension(), if order.answers { ", answers" } else { "" });
    app.write(by, move |w| w.audit("results.export", "", &what)).await
}

/// The headings of columns, in words where they are wanted.
fn headings<'a>(app: &App, columns: &'a [ExportColumn], language: Option<Language>) -> Result<Vec<Cow<'a, str>>> {
    let words = language.map(|language| PageWords::of(&app.store.read()?, language)).transpose()?;
    let heading = |&(name, _): &'a ExportColumn| match &words {
        Some(words) => csv_text(words.text(&format!("staff/exportColumns.{name}"), &[]).into()),
        None => Cow::Borrowed(name),
    };
    Ok(columns.iter().map(heading).collect())
}

/// Destination of an export.
pub trait ExportOutput: Write {
    /// Reports that `done` of `all` submissions are written.
    fn progress(&mut self, _done: u64, _all: u64) {}

    /// A line for the person who exports, shown once the file is complete; dropped where the output is not a file.
    ///
    /// # Errors
    /// Writing.
    fn note(&mut self, _line: &str) -> io::Result<()> {
        Ok(())
    }
}

impl ExportOutput for Vec<u8> {}
impl ExportOutput for io::Stdout {}

impl<W: ExportOutput> ExportOutput for io::BufWriter<W> {
    fn progress(&mut self, done: u64, all: u64) {
        self.get_mut().progress(done, all);
    }

    fn note(&mut self, line: &str) -> io::Result<()> {
        self.flush()?;
        self.get_mut().note(line)
    }
}

/// Shares the output between the writer of a format and the progress reports.
struct Tap<'a>(RefCell<&'a mut dyn ExportOutput>);

impl Write for &Tap<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

/// Writes the rows that match the filter, oldest first. Blocks its thread while it reads and writes.
///
/// # Errors
/// Storage, and I/O errors of `out`.
pub fn write(app: &App, admin: &ResultReader, order: &ExportRequest, out: &mut dyn ExportOutput) -> Result<(), Failed> {
    let tap = Tap(RefCell::new(out));
    let source = RowSource { app, admin, order, tap: &tap };
    let columns = if order.answers { rows::ANSWER } else { rows::SUBMISSION };
    let headings = headings(app, columns, order.headings)?;
    match order.format {
        ExportFormat::Csv => {
            if order.mark {
                (&tap).write_all("\u{feff}".as_bytes())?;
            }
            let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(&tap);
            csv.write_record(headings.iter().map(|heading| heading.as_bytes()))?;
            source.cells(&mut |cells| {
                cells.into_iter().try_for_each(|cell| csv.write_field(plain(cell).as_bytes()))?;
                Ok(csv.write_record(None::<&[u8]>)?)
            })?;
            Ok(csv.flush()?)
        }
        ExportFormat::Json => {
            let mut before: &[u8] = b"[\n  ";
            source.json(&mut |row| {
                (&tap).write_all(std::mem::replace(&mut before, b",\n  "))?;
                Ok((&tap).write_all(row)?)
            })?;
            let end: &[u8] = if before.starts_with(b"[") { b"[]\n" } else { b"\n]\n" };
            Ok((&tap).write_all(end)?)
        }
        ExportFormat::JsonLines => source.json(&mut |row| {
            (&tap).write_all(row)?;
            Ok((&tap).write_all(b"\n")?)
        }),
        ExportFormat::Xlsx => {
            let mut book = xlsx::Book::begin((columns, headings), if order.answers { "Answers" } else { "Results" })?;
            source.cells(&mut |cells| book.push(cells))?;
            book.write(&mut &tap)
        }
    }
}

/// Looks up the further columns of submissions, and remembers what earlier rows needed.
struct Besides<'a> {
    app: &'a App,
    admin: &'a ResultReader,
    standings: Standings<'a>,
    marks: RepairEffects<'a>,
    sections: SectionTexts<'a>,
}

impl<'a> Besides<'a> {
    fn new(source: &RowSource<'a>) -> Self {
        let RowSource { app, admin, .. } = *source;
        let (standings, marks, sections) =
            (Standings::new(app, admin), RepairEffects::new(app), SectionTexts::new(app));
        Self { app, admin, standings, marks, sections }
    }

    fn of(&mut self, submission: &Submission) -> Result<SubmissionColumns> {
        let (standing, decided) = self.standings.of(submission)?;
        Ok(SubmissionColumns {
            standing,
            decided,
            sections: self.sections.of(submission)?,
            mark: self.marks.of(submission)?,
            flags: flags::of(&self.app.store.read()?, submission.id)?,
            notes: self.notes(submission)?,
        })
    }
}

impl Besides<'_> {
    fn notes(&self, submission: &Submission) -> Result<Vec<Noted>> {
        let written = notes::list(self.app, self.admin, submission.id)?;
        let noted =
            written.into_iter().map(|one| Noted { by: one.by, at: one.note.at.to_string(), text: one.note.text });
        Ok(noted.collect())
    }
}

/// Feeds rows to a writer one at a time; the first write error ends the export.
struct RowSource<'a> {
    app: &'a App,
    admin: &'a ResultReader,
    order: &'a ExportRequest,
    tap: &'a Tap<'a>,
}

impl RowSource<'_> {
    fn cells(&self, each: &mut dyn FnMut(Vec<ExportCell<'_>>) -> Result<(), Failed>) -> Result<(), Failed> {
        let mut beside = Besides::new(self);
        self.submissions(&mut |submission| {
            if self.order.answers {
                return rows::answers(self.app, submission, |row| each(row.cells()));
            }
            each(rows::of_submission(submission, beside.of(submission)?))
        })
    }

    fn json(&self, each: &mut dyn FnMut(&[u8]) -> Result<(), Failed>) -> Result<(), Failed> {
        let (mut line, mut beside) = (Vec::new(), Besides::new(self));
        self.submissions(&mut |submission| {
            if self.order.answers {
                return rows::answers(self.app, submission, |row| {
                    line.clear();
                    serde_json::to_writer(&mut line, row)?;
                    each(&line)
                });
            }
            line.clear();
            serde_json::to_writer(&mut line, &rows::ExportedResult::new(submission, beside.of(submission)?))?;
            each(&line)
        })
    }

    fn submissions(&self, each: &mut dyn FnMut(&Submission) -> Result<(), Failed>) -> Result<(), Failed> {
        let all = results::count(self.app, self.admin, self.order.filter)?;
        let (mut done, mut failed, mut passes) = (0, None, result_list::Passes::default());
        let exported = results::shown(self.app, self.admin, self.order.filter, |row| {
            let row = {
                let read = self.app.store.read()?;
                if !result_list::are_met(self.app, &read, &mut passes, &self.order.conditions, &row)? {
                    return Ok(());
                }
                row
            };
            each(&row).map_err(|failure| {
                failed = Some(failure);
                Error::new(ErrorKind::Internal, ErrorCode::OutputFailed, "The output cannot be written.")
            })?;
            done += 1;
            if done % 100 == 0 {
                self.tap.0.borrow_mut().progress(done, all.max(done));
            }
            Ok(())
        });
        match failed {
            Some(failure) => Err(failure),
            None => Ok(exported?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::translation::{STAFF_LANGUAGES, staff_texts};

    #[test]
    fn every_column_has_a_heading_in_words() {
        for language in STAFF_LANGUAGES {
            let texts = staff_texts(language);
            for (name, _) in rows::SUBMISSION.iter().chain(rows::ANSWER) {
                let context = format!("staff/exportColumns.{name}");
                assert!(texts.iter().any(|text| text.context == context), "{name} in {}", language.code());
            }
        }
    }

    #[test]
    fn raw_control_characters_are_replaced_in_tables() {
        assert_eq!(
            plain(ExportCell::Text("a\0b\u{1}c\u{b}d\u{1b}[2J\u{85}".into())),
            "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}[2J\u{fffd}"
        );
        assert_eq!(plain(ExportCell::Text("a\tb\r\nc ä".into())), "a\tb\r\nc ä");
    }

    #[test]
    fn what_begins_like_a_formula_is_defused_and_nothing_else() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1+1", "＠SUM(A1)"] {
            assert_eq!(defused(text.into()), format!("'{text}"));
        }
        for text in ["", "Ada = 1", "'quoted", "ä"] {
            assert_eq!(defused(text.into()), text);
        }
    }
}
