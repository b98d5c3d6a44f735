//! `invigil results`: results for other programs.

use super::{
    failure::Failure,
    json::Array,
    op::{self, Output, Request},
    test::test_id,
};
use crate::{
    app::App,
    domain::{
        Error, Kind, TestId,
        submission::{ScoringStatus, Submission},
        time::{self, Span},
    },
    service::{
        actor::Admin,
        results::{self, Filter},
        tests,
    },
    store::records::Scope,
};
use clap::{Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Command {
    /// Write results, oldest first
    #[command(after_help = "\
CSV is UTF-8 with a heading (RFC 4180); a text that a spreadsheet would take for a formula begins with an
apostrophe. JSON is an array of the rows of GET /api/results. Scores are percentages of what is earned so far.

Examples:
  invigil results export -o results.csv
  invigil results export --format json --from 2026-11-01 --to 2026-11-30 --tz Europe/Berlin | jq length")]
    Export {
        /// Format of the result
        #[arg(long, default_value = "csv")]
        format: Format,
        /// Only this test, by its id
        #[arg(long, value_name = "ID")]
        test: Option<String>,
        /// First day of submission, as YYYY-MM-DD
        #[arg(long, value_name = "DATE")]
        from: Option<String>,
        /// Last day of submission, as YYYY-MM-DD
        #[arg(long, value_name = "DATE")]
        to: Option<String>,
        /// Time zone of the days, such as Europe/Berlin
        #[arg(long, value_name = "ZONE", default_value = "UTC")]
        tz: String,
        /// File in place of standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

#[derive(Clone, Copy, ValueEnum, Serialize, Deserialize)]
pub enum Format {
    Csv,
    Json,
}

#[derive(Serialize, Deserialize)]
pub struct Op {
    format: Format,
    test: Option<TestId>,
    /// Submission time: from the first instant up to the second, in milliseconds.
    submitted: Option<(time::Instant, time::Instant)>,
}

impl Command {
    pub fn resolve(self) -> Result<Request, Failure> {
        let Self::Export { format, test, from, to, tz, output } = self;
        let test = test.as_deref().map(test_id).transpose()?;
        let span = time::days(from.as_deref(), to.as_deref(), &tz).map_err(Failure::refused)?;
        if span.is_some_and(|span| span.from >= span.to) {
            return Err(Failure::refused("--from is after --to"));
        }
        let submitted = span.map(|span| (span.from, span.to));
        Ok(Request { output, ..Request::new(op::Op::Results(Op { format, test, submitted })) })
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

fn status(status: ScoringStatus) -> &'static str {
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
            scoring_status: status(row.status),
            is_monitored: row.is_monitored,
        }
    }
}

/// Keeps a spreadsheet from running a text as a formula (OWASP, "CSV Injection").
fn defused(text: &str) -> String {
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

pub fn execute(app: &App, admin: &Admin, op: &Op, out: &mut Output<'_>) -> Result<(), Failure> {
    let scope = op.test.map_or(Scope::All, Scope::Test);
    if let Some(id) = op.test {
        // A deleted test's results stay; a test that never was is a mistake in the id.
        let all = Filter { scope, submitted: None };
        if results::list(app, admin, all, 1, 1)?.total == 0 {
            tests::get(app, admin, id)?;
        }
    }
    let filter = Filter { scope, submitted: op.submitted.map(|(from, to)| Span { from, to }) };
    match op.format {
        Format::Csv => {
            let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
            csv.write_record(HEADING)?;
            rows(app, admin, filter, |row| Ok(csv.write_record(cells(&row))?))?;
            Ok(csv.flush()?)
        }
        Format::Json => {
            let mut array = Array::begin(out)?;
            rows(app, admin, filter, |row| array.push(&Row::from(&row)))?;
            array.end()
        }
    }
}

/// Hands each row on; the first one that cannot be written ends the export.
fn rows(
    app: &App,
    admin: &Admin,
    filter: Filter,
    mut write: impl FnMut(Submission) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut failed = None;
    let exported = results::export(app, admin, filter, |row| {
        write(row).map_err(|failure| {
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
mod cell_tests {
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
