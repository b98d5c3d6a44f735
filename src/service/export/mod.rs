//! Results for other programs: CSV (RFC 4180), JSON, and a workbook for spreadsheets. Rows are written as they are read,
//! so that a long export needs no more memory than a short one.

mod xlsx;

use super::{actor::Admin, audit, results};
use crate::{
    app::App,
    domain::{
        Error, Kind, Result,
        submission::{ScoringStatus, Submission},
    },
};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    Csv,
    Json,
    Xlsx,
}

impl Format {
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Xlsx => "xlsx",
        }
    }

    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Json => "application/json",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}

/// Why an export ended early.
#[derive(Debug)]
pub enum Failed {
    Refused(Error),
    /// The rows could not be written.
    Output(io::Error),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<serde_json::Error> for Failed {
    fn from(error: serde_json::Error) -> Self {
        Self::Output(error.into())
    }
}

impl From<csv::Error> for Failed {
    fn from(error: csv::Error) -> Self {
        Self::Output(match error.into_kind() {
            csv::ErrorKind::Io(error) => error,
            other => io::Error::other(format!("{other:?}")),
        })
    }
}

/// A row of `GET /results`.
#[derive(Serialize)]
struct Row<'a> {
    submission_id: String,
    invite_id: String,
    test_id: String,
    applicant_name: &'a str,
    applicant_email: &'a str,
    test_title: &'a str,
    started_at: String,
    submitted_at: String,
    score: f64,
    auto_score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    manual_score: Option<f64>,
    final_score: f64,
    scoring_status: &'static str,
    is_monitored: bool,
}

const HEADING: [&str; 12] = [
    "submission_id",
    "test_title",
    "applicant_name",
    "applicant_email",
    "started_at",
    "submitted_at",
    "score",
    "auto_score",
    "manual_score",
    "final_score",
    "scoring_status",
    "is_monitored",
];

const fn status(status: ScoringStatus) -> &'static str {
    match status {
        ScoringStatus::AutoOnly => "auto_only",
        ScoringStatus::NeedsReview => "needs_review",
        ScoringStatus::PartiallyReviewed => "partially_reviewed",
        ScoringStatus::FullyReviewed => "fully_reviewed",
    }
}

impl<'a> From<&'a Submission> for Row<'a> {
    fn from(row: &'a Submission) -> Self {
        Self {
            submission_id: row.id.to_string(),
            invite_id: row.invite_id.to_string(),
            test_id: row.test_id.to_string(),
            applicant_name: &row.applicant_name,
            applicant_email: &row.applicant_email,
            test_title: &row.test_title,
            started_at: row.started_at.to_string(),
            submitted_at: row.submitted_at.to_string(),
            score: row.final_score(),
            auto_score: row.auto_score(),
            manual_score: row.manual_score(),
            final_score: row.final_score(),
            scoring_status: status(row.status),
            is_monitored: row.is_monitored,
        }
    }
}

/// Keeps a spreadsheet from running a text as a formula (OWASP, "CSV Injection").
pub(super) fn defused(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if formula { format!("'{text}") } else { text.to_owned() }
}

fn cells(row: &Submission) -> [String; 12] {
    [
        row.id.to_string(),
        defused(&row.test_title),
        defused(&row.applicant_name),
        defused(&row.applicant_email),
        row.started_at.to_string(),
        row.submitted_at.to_string(),
        row.final_score().to_string(),
        row.auto_score().to_string(),
        row.manual_score().map(|s| s.to_string()).unwrap_or_default(),
        row.final_score().to_string(),
        status(row.status).to_owned(),
        row.is_monitored.to_string(),
    ]
}

/// Notes in the audit log that an admin takes results out.
///
/// # Errors
/// Storage only.
pub async fn note(app: &App, admin: &Admin, format: Format) -> Result<()> {
    let (by, now) = (admin.id(), app.now());
    app.store.write(move |tx| audit::record(tx, now, by, "results.export", "", format.extension())).await
}

/// Writes the rows that `filter` takes, oldest first. Blocks its thread while it reads and writes.
///
/// # Errors
/// Storage, and whatever `out` answers.
pub fn write(
    app: &App,
    admin: &Admin,
    filter: results::Filter,
    format: Format,
    out: &mut dyn Write,
) -> Result<(), Failed> {
    match format {
        Format::Csv => {
            let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
            csv.write_record(HEADING)?;
            rows(app, admin, filter, |row| Ok(csv.write_record(cells(row))?))?;
            Ok(csv.flush()?)
        }
        Format::Json => {
            let mut before: &[u8] = b"[\n  ";
            rows(app, admin, filter, |row| {
                out.write_all(std::mem::replace(&mut before, b",\n  "))?;
                Ok(serde_json::to_writer(&mut *out, &Row::from(row))?)
            })?;
            let end: &[u8] = if before.starts_with(b"[") { b"[]\n" } else { b"\n]\n" };
            Ok(out.write_all(end)?)
        }
        Format::Xlsx => {
            let mut book = xlsx::Book::begin()?;
            rows(app, admin, filter, |row| book.push(row))?;
            book.write(out)
        }
    }
}

/// Hands each row on; the first one that cannot be written ends the export.
fn rows(
    app: &App,
    admin: &Admin,
    filter: results::Filter,
    mut write: impl FnMut(&Submission) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let mut failed = None;
    let exported = results::export(app, admin, filter, |row| {
        write(&row).map_err(|failure| {
            failed = Some(failure);
            Error::new(Kind::Internal, "output", "The output cannot be written.")
        })
    });
    match failed {
        Some(failure) => Err(failure),
        None => Ok(exported?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_like_a_formula_is_defused_and_nothing_else() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"] {
            assert_eq!(defused(text), format!("'{text}"));
        }
        for text in ["", "Ada = 1", "'quoted", "ä"] {
            assert_eq!(defused(text), text);
        }
    }
}
