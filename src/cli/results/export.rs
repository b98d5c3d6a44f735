//! `invigil results export`.

use super::{
    changes::{self, ResultsChangesOp},
    scope::require_known,
};
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
    service::{actor::ResultReader, export, result::results::SubmissionFilter, settings::languages},
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

With --since or --cursor-file, it writes the results that have changed since then, each once and as it stands, with the
columns of GET /api/results/changes; a result that was deleted is a line without a name. The cursor for the next time is
printed on standard error, or replaces that in the file once the output is complete.

Examples:
  invigil results export -o results.csv
  invigil results export --format json --from 2026-11-01 --to 2026-11-30 --tz Europe/Berlin | jq length
  invigil results export --format xlsx -o results.xlsx
  invigil results export --cursor-file results.cursor -o changes.jsonl
  invigil results export --cursor-file results.cursor --format parquet -o changes.parquet
  invigil results export --answers --format jsonl | jq -r 'select(.status == \"pending\") | .question'")]
pub struct Args {
    /// Output format [default: csv; for changes: jsonl]
    #[arg(long)]
    format: Option<ExportFormatArg>,
    /// Export only results of the test with this id
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
    /// Write one row per answer instead of one per submission
    #[arg(long)]
    answers: bool,
    /// Start CSV with a byte order mark, for spreadsheets that need it to detect UTF-8
    #[arg(long)]
    bom: bool,
    /// Column headings of CSV and XLSX in words of a language of staff, such as de, instead of the names of fields
    #[arg(long, value_name = "LANGUAGE")]
    headings: Option<String>,
    /// Export only what has changed since this cursor; all results for ''
    #[arg(long, value_name = "CURSOR", conflicts_with_all = ["answers", "bom", "headings", "from", "to", "tz"])]
    since: Option<String>,
    /// Export only what has changed since the cursor in this file, and replace the file by the next cursor
    #[arg(long, value_name = "FILE", conflicts_with_all = ["since", "answers", "bom", "headings", "from", "to", "tz"])]
    cursor_file: Option<PathBuf>,
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
    /// Apache Parquet, for changes alone
    Parquet,
}

impl ExportFormatArg {
    /// `None` for a format that only changes have.
    const fn of_all(self) -> Option<export::ExportFormat> {
        match self {
            Self::Csv => Some(export::ExportFormat::Csv),
            Self::Json => Some(export::ExportFormat::Json),
            Self::Jsonl => Some(export::ExportFormat::JsonLines),
            Self::Xlsx => Some(export::ExportFormat::Xlsx),
            Self::Parquet => None,
        }
    }
}

#[derive(Serialize, Deserialize)]
pub enum ExportOp {
    All(ResultsExportOp),
    Changes(ResultsChangesOp),
}

#[derive(Serialize, Deserialize)]
pub struct ResultsExportOp {
    format: export::ExportFormat,
    test: Option<TestId>,
    /// Submission time, half-open: from the first instant up to the second (ms, UTC).
    submitted: Option<(time::Instant, time::Instant)>,
    answers: bool,
    bom: bool,
    headings: Option<String>,
}

impl Args {
    pub fn resolve(self) -> Result<CliRequest<ExportOp>, Failure> {
        let Self { format, test, from, to, tz, answers, bom, headings, since, cursor_file, output } = self;
        let test = test.as_deref().map(test_id).transpose()?;
        if since.is_some() || cursor_file.is_some() {
            if !matches!(format, None | Some(ExportFormatArg::Jsonl | ExportFormatArg::Parquet)) {
                return Err(Failure::refused(
                    "changes are exported as JSON lines or Parquet: --format jsonl, --format parquet",
                ));
            }
            let parquet = matches!(format, Some(ExportFormatArg::Parquet));
            let (since, place) = changes::cursor(since, cursor_file.as_deref())?;
            let op = ExportOp::Changes(ResultsChangesOp { test, since, parquet });
            return Ok(CliRequest { output, cursor: Some(place), ..CliRequest::new(op) });
        }
        let format = format.unwrap_or(ExportFormatArg::Csv).of_all();
        let format = format.ok_or_else(|| Failure::refused("Parquet is a format of changes: add --since ''"))?;
        if bom && format != export::ExportFormat::Csv {
            return Err(Failure::refused("--bom is for CSV: --format csv"));
        }
        let span = time::days(from.as_deref(), to.as_deref(), &tz).map_err(Failure::refused)?;
        if span.is_some_and(|span| span.from >= span.to) {
            return Err(Failure::refused("--from is after --to"));
        }
        let submitted = span.map(|span| (span.from, span.to));
        let op = ExportOp::All(ResultsExportOp { format, test, submitted, answers, bom, headings });
        Ok(CliRequest { output, ..CliRequest::new(op) })
    }
}

pub fn execute(app: &App, by: &ResultReader, op: &ResultsExportOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let scope = op.test.map_or(Scope::All, Scope::Test);
    require_known(app, by, op.test, SubmissionFilter { scope, submitted: None })?;
    let filter = SubmissionFilter { scope, submitted: op.submitted.map(|(from, to)| Span { from, to }) };
    let conditions = ResultConditions::default();
    let headings = languages::given_for_staff(app, "headings", op.headings.as_deref())?;
    if headings.is_some() && !op.format.has_headings() {
        return Err(Failure::refused("--headings is for CSV and XLSX: --format csv, --format xlsx"));
    }
    let (format, answers, mark) = (op.format, op.answers, op.bom);
    let order = export::ExportRequest { filter, conditions, format, answers, mark, headings };
    Ok(export::write(app, by, &order, out)?)
}
