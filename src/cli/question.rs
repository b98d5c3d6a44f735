//! `invigil question`: import, list and export of the question bank.

use super::{
    failure::Failure,
    json::Array,
    pages::each,
    request::{CliRequest, CommandOutput},
    sink,
    test::{self, TestExportFormat},
    test_import, text,
};
use crate::{
    app::App,
    domain::bank::{AuthoringState, BankDraft},
    service::{
        actor::{Author, TestReader},
        export,
        import::bank::ImportedBankQuestions,
        query::page::Slice,
        test::bank::{
            ListedBankQuestion,
            list::{self, BankQuestionFilter},
            write,
        },
    },
    state::test_jobs::TestJobProgress,
};
use clap::Subcommand;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Command {
    /// Import questions into the bank from files of tests (JSON, YAML, CSV, GIFT, QTI)
    #[command(after_help = "\
The files are those of 'invigil test import'; the titles of their tests are not imported. In JSON and YAML a question may
have 'title', 'difficulty' (easy, medium, hard) and 'state' (draft, ready), as in an export of the bank; in CSV the
columns are question_title, difficulty and state.
All questions are checked before the first is stored.

Examples:
  invigil question import sql.yaml --tag sql
  invigil question import --ready moodle.txt")]
    Import {
        #[command(flatten)]
        args: test_import::Files,
        /// Add this tag to every question; may be given several times
        #[arg(long, value_name = "TAG")]
        tag: Vec<String>,
        /// Mark all questions as ready; by default, only those that their file marks as ready
        #[arg(long)]
        ready: bool,
    },
    /// List the questions of the bank that are not retired, newest first
    #[command(after_help = "\
Examples:
  invigil question list --tag sql
  invigil question list --search join --json")]
    List {
        #[command(flatten)]
        choice: QuestionSelection,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Export the questions of the bank that are not retired, to a file that can be imported
    #[command(after_help = "\
What a file does not hold is shown with --dry-run, and after an export with -o.

Examples:
  invigil question export -o bank.json
  invigil question export --tag sql --format yaml -o sql.yaml")]
    Export {
        #[command(flatten)]
        choice: QuestionSelection,
        /// Output format
        #[arg(long, default_value = "json")]
        format: TestExportFormat,
        /// Show line by line what the file would not hold; write no file
        #[arg(long, conflicts_with = "output")]
        dry_run: bool,
        /// Write to this file instead of standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

/// Which questions.
#[derive(Clone, clap::Args, Serialize, Deserialize)]
pub struct QuestionSelection {
    /// Export only questions with this tag
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,
    /// Export only questions with this text in the title, the beginning of the text, or a tag
    #[arg(long, value_name = "TEXT")]
    search: Option<String>,
}

impl From<QuestionSelection> for BankQuestionFilter {
    fn from(choice: QuestionSelection) -> Self {
        Self { search: choice.search, tag: choice.tag, ..Self::default() }
    }
}

#[derive(Serialize, Deserialize)]
pub enum QuestionOp {
    Import { imported: ImportedBankQuestions, tag: Vec<String>, ready: bool },
    List { choice: QuestionSelection, json: bool },
    Export { choice: QuestionSelection, format: TestExportFormat, names_losses: bool },
    Losses { choice: QuestionSelection, format: TestExportFormat },
}

impl Command {
    pub fn resolve(self) -> Result<CliRequest<QuestionOp>, Failure> {
        Ok(match self {
            Self::Import { args, tag, ready } => {
                CliRequest::creating(QuestionOp::Import { imported: args.questions()?, tag, ready })
            }
            Self::List { choice, json } => CliRequest::new(QuestionOp::List { choice, json }),
            Self::Export { choice, format, dry_run, output } => {
                let op = if dry_run {
                    QuestionOp::Losses { choice, format }
                } else {
                    QuestionOp::Export { choice, format, names_losses: sink::is_file(output.as_deref()) }
                };
                CliRequest { output, ..CliRequest::new(op) }
            }
        })
    }
}

pub async fn execute(app: &App, by: &Author, op: QuestionOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    match op {
        QuestionOp::Import { mut imported, tag, ready } => {
            let left_out = std::mem::take(&mut imported.left_out);
            let mut drafts = imported.store_pictures(app, by, &TestJobProgress::default()).await?;
            for BankDraft { labels, question } in &mut drafts {
                question.tags.extend_from_slice(&tag);
                if ready {
                    labels.state = Some(AuthoringState::Ready);
                }
            }
            let (created, unready) = write::import(app, by, drafts).await?;
            for question in &created {
                let head = &question.listed.head;
                writeln!(out, "Imported {} '{}'.", head.id, text::one_line(head.name()))?;
            }
            for item in unready {
                writeln!(out, "Stored as a draft: {}", text::one_line(&item))?;
            }
            for item in left_out {
                writeln!(out, "Left out: {}", text::one_line(&item))?;
            }
            Ok(())
        }
        QuestionOp::List { choice, json } => print_list(app, &by.into(), choice, json, out),
        QuestionOp::Export { choice, format, names_losses } => {
            let tests = export::bank::questions(app, &by.into(), &choice.into(), usize::MAX)?;
            test::write_file(app, tests, format.into(), names_losses, out)
        }
        QuestionOp::Losses { choice, format } => {
            let tests = export::bank::questions(app, &by.into(), &choice.into(), usize::MAX)?;
            test::print_losses(&tests, format.into(), out)
        }
    }
}

#[derive(Serialize)]
struct QuestionListRow<'a> {
    id: String,
    title: &'a str,
    summary: &'a str,
    r#type: &'static str,
    points: u32,
    tags: &'a [String],
    state: &'static str,
    version: u32,
    updated_at: String,
}

const fn state(state: AuthoringState) -> &'static str {
    match state {
        AuthoringState::Draft => "draft",
        AuthoringState::Ready => "ready",
        AuthoringState::Retired => "retired",
    }
}

impl<'a> From<&'a ListedBankQuestion> for QuestionListRow<'a> {
    fn from(ListedBankQuestion { head, .. }: &'a ListedBankQuestion) -> Self {
        Self {
            id: head.id.to_string(),
            title: &head.title,
            summary: &head.summary,
            r#type: head.kind.name(),
            points: head.points,
            tags: &head.tags,
            state: state(head.state),
            version: head.version,
            updated_at: head.updated_at.to_string(),
        }
    }
}

fn print_list(
    app: &App,
    by: &TestReader,
    choice: QuestionSelection,
    json: bool,
    out: &mut CommandOutput<'_>,
) -> Result<(), Failure> {
    let filter: BankQuestionFilter = choice.into();
    let page = |slice: &Slice| list::list(app, by, &filter, slice);
    if json {
        let mut array = Array::begin(out)?;
        each(page, |listed| array.push(&QuestionListRow::from(&listed)))?;
        return array.end();
    }
    let mut rows = Vec::new();
    each(page, |listed| {
        let row = QuestionListRow::from(&listed);
        let (version, points) = (row.version.to_string(), row.points.to_string());
        rows.push([
            row.id,
            row.r#type.to_owned(),
            row.state.to_owned(),
            version,
            points,
            row.tags.join(", "),
            listed.head.name().to_owned(),
        ]);
        Ok(())
    })?;
    Ok(text::table(out, ["ID", "TYPE", "STATE", "VERSION", "POINTS", "TAGS", "TITLE"], &rows)?)
}
