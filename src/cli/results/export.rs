//! `invigil results export`.

use super::scope::require_known;
use crate::{
    app::App,
    cli::{
        failure::Failure,
        request::{CliRequest, CommandOutput},
        test::test_id,
    },
    domain::{
        TestId,
        list::Scope,
        time::{self, Span},
    },
    service::{actor::ResultReader, export, result::results::SubmissionFilter},
    state::all_results::ResultConditions,
};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
CSV is UTF-8 with a header row (RFC 4180); text that a spreadsheet would interpret as a formula is prefixed with an
apostrophe. XLSX is a workbook with the columns of the CSV. JSON is an array of the rows of GET /api/results; JSON lines
(jsonl) has one such row per line. All of them also have rank, percentile, whether the pass mark is reached, the
decision, and what else the CSV has. Scores are percentages of the points earned so far. With --answers there is one
row per question of each submission: the answer, whether it is correct, and who scored it.

Examples:
  invigil results export -o results.csv
  invigil results export --format json --from 2026-11-01 --to 2026-11-30 --tz Europe/Berlin | jq length
  invigil results export --format xlsx -o results.xlsx
  invigil results export --answers --format jsonl | jq -r 'select(.status == \"pending\") | .question'")]
pub struct Args {
    /// Output format
    #[arg(long, default_value = "csv")]
    format: ExportFormatArg,
    /// Only results of the test with this id
    #[arg(long, value_name = "ID")]
    test: Option<String>,
    /// First day of submission, YYYY-MM-DD
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Last day of submission (inclusive), YYYY-MM-DD
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    /// Time zone of --from and --to, such as Europe/Berlin
    #[arg(long, value_name = "ZONE", default_value = "UTC")]
    tz: String,
    /// One row per answer instead of one per submission
    #[arg(long)]
    answers: bool,
    /// Start CSV with a byte order mark, for spreadsheets that need it to detect UTF-8
    #[arg(long)]
    bom: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum, Serialize, Deserialize)]
pub enum ExportFormatArg {
    Csv,
    Json,
    /// JSON lines: one row per line
    Jsonl,
    /// Excel workbook
    Xlsx,
}

impl From<ExportFormatArg> for export::ExportFormat {
    fn from(format: ExportFormatArg) -> Self {
        match format {
            ExportFormatArg::Csv => Self::Csv,
            ExportFormatArg::Json => Self::Json,
            ExportFormatArg::Jsonl => Self::JsonLines,
            ExportFormatArg::Xlsx => Self::Xlsx,
        }
    }
}

#[derive(Serialize, Deserialize)]
pub struct ResultsExportOp {
    format: ExportFormatArg,
    test: Option<TestId>,
    /// Submission time, half-open: from the first instant up to the second (ms, UTC).
    submitted: Option<(time::Instant, time::Instant)>,
    answers: bool,
    bom: bool,
}

impl Args {
    pub fn resolve(self) -> Result<CliRequest<ResultsExportOp>, Failure> {
        let Self { format, test, from, to, tz, answers, bom, output } = self;
        let test = test.as_deref().map(test_id).transpose()?;
        let span = time::days(from.as_deref(), to.as_deref(), &tz).map_err(Failure::refused)?;
        if span.is_some_and(|span| span.from >= span.to) {
            return Err(Failure::refused("--from is after --to"));
        }
        let submitted = span.map(|span| (span.from, span.to));
        Ok(CliRequest { output, ..CliRequest::new(ResultsExportOp { format, test, submitted, answers, bom }) })
    }
}

pub fn execute(app: &App, by: &ResultReader, op: &ResultsExportOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let scope = op.test.map_or(Scope::All, Scope::Test);
    require_known(app, by, op.test, SubmissionFilter { scope, submitted: None })?;
    let filter = SubmissionFilter { scope, submitted: op.submitted.map(|(from, to)| Span { from, to }) };
    let conditions = ResultConditions::default();
    let order =
        export::ExportRequest { filter, conditions, format: op.format.into(), answers: op.answers, mark: op.bom };
    Ok(export::write(app, by, &order, out)?)
}
