//! `invigil test`: import, list, export, copy and archive tests.

use super::{
    failure::Failure,
    json::Array,
    pages::each,
    request::{CliRequest, CommandOutput},
    sink, test_import, text,
};
use crate::{
    app::App,
    domain::{
        TestId,
        test::{Test, total_points},
    },
    service::{
        actor::{Author, TestReader},
        export::{self, Exported},
        import::ImportedTests,
        query::page::Slice,
        test::{archive, authoring, pictures},
    },
    state::test_jobs::TestJobProgress,
};
use clap::{Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Command {
    /// Import tests from files (JSON, YAML, CSV, GIFT, Moodle XML, Aiken, QTI, contest packages), all or none; always creates new tests
    Import(test_import::Args),
    /// List tests, newest first
    #[command(after_help = "\
Examples:
  invigil test list
  invigil test list --json | jq -r '.[] | [.id, .title] | @tsv'")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Export tests to a file that can be imported
    #[command(after_help = "\
JSON and YAML can be imported again without loss; so can GIFT, except for sections and pools. GIFT is Moodle's format: what it cannot express (points,
ids, the language of a coding question, the test's description and duration) is in comments, which Moodle ignores.
QTI packages lose what the standard has no place for, such as tests of code; comments in their items name it.
What a file does not hold is shown with --dry-run, and after an export with -o.

Examples:
  invigil test export 019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10 -o backend.json
  invigil test export --format gift 019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10 -o for-moodle.gift
  invigil test export --format qti30 019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10 -o package.zip
  invigil test export --format yaml $(invigil test list --json | jq -r '.[].id') -o all.yaml")]
    Export {
        /// Ids of the tests, see 'invigil test list'; several ids make one file with a list
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
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
    /// Copy a test, without its invitations and results
    #[command(after_help = "\
Examples:
  invigil test copy 019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10 --title 'Backend, spring'")]
    Copy {
        /// Id of the test, see 'invigil test list'
        id: String,
        /// Title of the copy ['Copy of ...' by default]
        #[arg(long)]
        title: Option<String>,
    },
    /// Hide tests from the list and from new invitations; their results stay
    #[command(after_help = "\
Examples:
  invigil test archive 019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10
  invigil test archive --undo 019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10")]
    Archive {
        /// Ids of the tests
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// Take them out of the archive
        #[arg(long)]
        undo: bool,
    },
}

#[derive(Clone, Copy, ValueEnum, Serialize, Deserialize)]
pub enum TestExportFormat {
    Json,
    Yaml,
    /// A table, one row per question
    Csv,
    /// GIFT, for Moodle
    Gift,
    /// A package of IMS QTI 2.1, as a zip file
    Qti21,
    /// A package of 1EdTech QTI 3.0, as a zip file
    Qti30,
    /// XML for Moodle, with pictures
    #[value(name = "moodle_xml")]
    Moodle,
}

impl From<TestExportFormat> for export::TestFormat {
    fn from(format: TestExportFormat) -> Self {
        match format {
            TestExportFormat::Json => Self::Json,
            TestExportFormat::Yaml => Self::Yaml,
            TestExportFormat::Csv => Self::Csv,
            TestExportFormat::Gift => Self::Gift,
            TestExportFormat::Qti21 => Self::Qti(export::QtiVersion::V21),
            TestExportFormat::Qti30 => Self::Qti(export::QtiVersion::V30),
            TestExportFormat::Moodle => Self::Moodle,
        }
    }
}

#[derive(Serialize, Deserialize)]
pub enum TestOp {
    Import { imported: ImportedTests, json: bool },
    List { json: bool },
    Export { ids: Vec<TestId>, format: TestExportFormat, names_losses: bool },
    Losses { ids: Vec<TestId>, format: TestExportFormat },
    Copy { id: TestId, title: Option<String> },
    Archive { ids: Vec<TestId>, undo: bool },
}

impl Command {
    pub fn resolve(self) -> Result<CliRequest<TestOp>, Failure> {
        Ok(match self {
            Self::Import(args) => {
                let imported = args.read()?;
                CliRequest::creating(TestOp::Import { imported, json: args.json })
            }
            Self::List { json } => CliRequest::new(TestOp::List { json }),
            Self::Export { ids, format, dry_run, output } => {
                let ids = ids.iter().map(|id| test_id(id)).collect::<Result<_, _>>()?;
                let op = if dry_run {
                    TestOp::Losses { ids, format }
                } else {
                    TestOp::Export { ids, format, names_losses: sink::is_file(output.as_deref()) }
                };
                CliRequest { output, ..CliRequest::new(op) }
            }
            Self::Copy { id, title } => CliRequest::new(TestOp::Copy { id: test_id(&id)?, title }),
            Self::Archive { ids, undo } => {
                let ids = ids.iter().map(|id| test_id(id)).collect::<Result<_, _>>()?;
                CliRequest::new(TestOp::Archive { ids, undo })
            }
        })
    }
}

pub fn test_id(text: &str) -> Result<TestId, Failure> {
    text.parse().map_err(|_| Failure::refused(format!("'{text}' is not a test id; 'invigil test list' shows them")))
}

#[derive(Serialize)]
struct TestListRow<'a> {
    id: String,
    title: &'a str,
    description: &'a str,
    duration_minutes: u32,
    question_count: usize,
    total_points: u32,
    created_at: String,
    updated_at: String,
}

impl<'a> TestListRow<'a> {
    fn new(test: &'a Test, (question_count, total_points): (usize, u32)) -> Self {
        Self {
            id: test.id.to_string(),
            title: &test.title,
            description: &test.description,
            duration_minutes: test.duration_minutes,
            question_count,
            total_points,
            created_at: test.created_at.to_string(),
            updated_at: test.updated_at.to_string(),
        }
    }
}

pub async fn execute(app: &App, by: &Author, op: TestOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    match op {
        TestOp::Import { mut imported, json } => {
            let left_out = std::mem::take(&mut imported.left_out);
            let tests = imported.store_pictures(app, by, &TestJobProgress::default()).await?;
            print_imported(&authoring::create_all(app, by, tests).await?, &left_out, json, out)
        }
        TestOp::List { json } => list(app, &by.into(), json, out),
        TestOp::Export { ids, format, names_losses } => {
            let (tests, format) = exported(app, by, &ids, format)?;
            write_file(app, tests, format, names_losses, out)
        }
        TestOp::Losses { ids, format } => {
            let (tests, format) = exported(app, by, &ids, format)?;
            print_losses(&tests, format, out)
        }
        TestOp::Copy { id, title } => {
            let copy = archive::copy(app, by, id, title).await?.test;
            Ok(writeln!(out, "Created {} '{}'.", copy.id, text::one_line(&copy.title))?)
        }
        TestOp::Archive { ids, undo } => {
            let action = if undo { "Unarchived" } else { "Archived" };
            for id in ids {
                let test = archive::set_archived(app, by, id, !undo).await?.test;
                writeln!(out, "{action} {} '{}'.", test.id, text::one_line(&test.title))?;
            }
            Ok(())
        }
    }
}

fn exported(
    app: &App,
    by: &Author,
    ids: &[TestId],
    format: TestExportFormat,
) -> Result<(Vec<Exported>, export::TestFormat), Failure> {
    let (format, reader) = (format.into(), by.into());
    let tests = ids.iter().map(|id| export::exportable(app, &reader, *id, format)).collect::<Result<_, _>>()?;
    Ok((tests, format))
}

/// Says what a file of the tests does not hold.
pub fn print_losses(
    tests: &[Exported],
    format: export::TestFormat,
    out: &mut CommandOutput<'_>,
) -> Result<(), Failure> {
    for loss in export::losses(tests, format) {
        writeln!(out, "{}", text::one_line(&loss.in_words()))?;
    }
    Ok(())
}

/// Writes the tests as a file; with `names_losses`, what it does not hold is noted for the person who exports.
pub fn write_file(
    app: &App,
    tests: Vec<Exported>,
    format: export::TestFormat,
    names_losses: bool,
    out: &mut CommandOutput<'_>,
) -> Result<(), Failure> {
    let losses = if names_losses { export::losses(&tests, format) } else { Vec::new() };
    export::write_tests(tests, format, &pictures::source(app), out)?;
    losses.iter().try_for_each(|loss| out.note(&text::one_line(&loss.in_words())))?;
    Ok(())
}

fn print_imported(
    created: &[Test],
    left_out: &[String],
    json: bool,
    out: &mut CommandOutput<'_>,
) -> Result<(), Failure> {
    if json {
        let mut array = Array::begin(out)?;
        created.iter().try_for_each(|test| {
            array.push(&TestListRow::new(test, (test.questions.len(), total_points(&test.questions))))
        })?;
        return array.end();
    }
    for test in created {
        let questions = text::count(test.questions.len(), "question");
        writeln!(out, "Imported {} '{}' ({questions}).", test.id, text::one_line(&test.title))?;
    }
    for item in left_out {
        writeln!(out, "Left out: {}", text::one_line(item))?;
    }
    Ok(())
}

fn list(app: &App, by: &TestReader, json: bool, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let page = |slice: &Slice| authoring::list(app, by, false, slice);
    if json {
        let mut array = Array::begin(out)?;
        each(page, |test| array.push(&TestListRow::new(&test.test, test.size())))?;
        return array.end();
    }
    let mut rows = Vec::new();
    each(page, |test| {
        let ((questions, points), test) = (test.size(), test.test);
        rows.push([
            test.id.to_string(),
            test.created_at.to_string(),
            questions.to_string(),
            points.to_string(),
            test.duration_minutes.to_string(),
            test.title,
        ]);
        Ok(())
    })?;
    Ok(text::table(out, ["ID", "CREATED", "QUESTIONS", "POINTS", "MINUTES", "TITLE"], &rows)?)
}
