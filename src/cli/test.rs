//! `invigil test`: import, list and export of tests.

use super::{
    failure::Failure,
    json::Array,
    request::{Output, Request},
    test_import, text,
};
use crate::{
    app::App,
    domain::{
        TestId,
        test::{Draft, Test, total_points},
    },
    service::{actor::Admin, export, query::page::Slice, test::authoring},
};
use clap::{Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Command {
    /// Import tests from files (JSON, YAML, CSV, GIFT, QTI), all or none; always creates new tests
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
JSON, YAML and GIFT can all be imported again without loss. GIFT is Moodle's format: what it cannot express (points,
ids, the language of a coding question, the test's description and duration) is in comments, which Moodle ignores.

Examples:
  invigil test export 019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10 -o backend.json
  invigil test export --format gift 019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10 -o for-moodle.gift
  invigil test export --format yaml $(invigil test list --json | jq -r '.[].id') -o all.yaml")]
    Export {
        /// Ids of the tests, see 'invigil test list'; several ids make one file with a list
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// Output format
        #[arg(long, default_value = "json")]
        format: Format,
        /// Write to this file instead of standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

#[derive(Clone, Copy, ValueEnum, Serialize, Deserialize)]
pub enum Format {
    Json,
    Yaml,
    /// For Moodle
    Gift,
}

impl From<Format> for export::TestFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Json => Self::Json,
            Format::Yaml => Self::Yaml,
            Format::Gift => Self::Gift,
        }
    }
}

#[derive(Serialize, Deserialize)]
pub enum Op {
    Import { drafts: Vec<Draft>, left_out: Vec<String>, json: bool },
    List { json: bool },
    Export { ids: Vec<TestId>, format: Format },
}

impl Command {
    pub fn resolve(self) -> Result<Request<Op>, Failure> {
        Ok(match self {
            Self::Import(args) => {
                let (drafts, left_out) = args.read()?;
                Request::creating(Op::Import { drafts, left_out, json: args.json })
            }
            Self::List { json } => Request::new(Op::List { json }),
            Self::Export { ids, format, output } => {
                let ids = ids.iter().map(|id| test_id(id)).collect::<Result<_, _>>()?;
                Request { output, ..Request::new(Op::Export { ids, format }) }
            }
        })
    }
}

pub fn test_id(text: &str) -> Result<TestId, Failure> {
    text.parse().map_err(|_| Failure::refused(format!("'{text}' is not a test id; 'invigil test list' shows them")))
}

#[derive(Serialize)]
struct Row<'a> {
    id: String,
    title: &'a str,
    description: &'a str,
    duration_minutes: u32,
    question_count: usize,
    total_points: u32,
    created_at: String,
    updated_at: String,
}

impl<'a> From<&'a Test> for Row<'a> {
    fn from(test: &'a Test) -> Self {
        Self {
            id: test.id.to_string(),
            title: &test.title,
            description: &test.description,
            duration_minutes: test.duration_minutes,
            question_count: test.questions.len(),
            total_points: total_points(&test.questions),
            created_at: test.created_at.to_string(),
            updated_at: test.updated_at.to_string(),
        }
    }
}

pub async fn execute(app: &App, admin: &Admin, op: Op, out: &mut Output<'_>) -> Result<(), Failure> {
    match op {
        Op::Import { drafts, left_out, json } => {
            print_imported(&authoring::create_all(app, admin, drafts).await?, &left_out, json, out)
        }
        Op::List { json } => list(app, admin, json, out),
        Op::Export { ids, format } => {
            let tests = ids.into_iter().map(|id| authoring::get(app, admin, id)).collect::<Result<Vec<_>, _>>()?;
            Ok(export::write_tests(tests, format.into(), out)?)
        }
    }
}

fn print_imported(created: &[Test], left_out: &[String], json: bool, out: &mut Output<'_>) -> Result<(), Failure> {
    if json {
        let mut array = Array::begin(out)?;
        created.iter().try_for_each(|test| array.push(&Row::from(test)))?;
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

/// Calls `f` for each test of the list, reading a page at a time.
fn each(app: &App, admin: &Admin, mut f: impl FnMut(Test) -> Result<(), Failure>) -> Result<(), Failure> {
    let mut slice = Slice { limit: 500, after: None };
    loop {
        let page = authoring::list(app, admin, &slice)?;
        page.items.into_iter().try_for_each(&mut f)?;
        slice.after = page.next;
        if slice.after.is_none() {
            return Ok(());
        }
    }
}

fn list(app: &App, admin: &Admin, json: bool, out: &mut Output<'_>) -> Result<(), Failure> {
    if json {
        let mut array = Array::begin(out)?;
        each(app, admin, |test| array.push(&Row::from(&test)))?;
        return array.end();
    }
    let mut rows = Vec::new();
    each(app, admin, |test| {
        let questions = test.questions.len().to_string();
        rows.push([
            test.id.to_string(),
            test.created_at.to_string(),
            questions,
            total_points(&test.questions).to_string(),
            test.duration_minutes.to_string(),
            test.title,
        ]);
        Ok(())
    })?;
    Ok(text::table(out, ["ID", "CREATED", "QUESTIONS", "POINTS", "MINUTES", "TITLE"], &rows)?)
}
