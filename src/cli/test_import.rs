//! Reads the files of `invigil test import`.

use super::{failure::Failure, json::Array, text};
use crate::{
    domain::{
        bank::sections::ItemDraft,
        test::{QuestionDraft, TestDraft},
    },
    service::{
        export,
        import::{self, ImportPlan, ImportedTests, bank::ImportedBankQuestions},
    },
};
use clap::ValueEnum;
use serde::Serialize;
use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

#[derive(clap::Args)]
#[command(after_help = "\
Formats, detected from a file's content and extension unless --format is given:
  json, yaml  One test or a list of tests, in the shape of POST /api/tests and of 'invigil test export'
  csv         One row per question, under a header row with any of: test, description, duration_minutes, type
              (all but gaps), question, points, option_1 to option_20, correct_answer, expected_language, id.
              Rows with the same value of test form one test.
  zip         A JSON, YAML or CSV file with the pictures that its texts show: '![A chart](chart.png)'
  gift        Moodle's GIFT, all its types of questions; each category is a test
  moodle_xml  Moodle XML with its pictures: all its usual types of questions; each category is a test
  aiken       multiple choice: a question, options as 'A. text', and 'ANSWER: A'
  qti         IMS QTI 2.1 or 3.0, a package (zip) or one item (XML): choice, order, match,
              inline choice, text entry, extended text, gap match, hot text, association and slider
  qti12       IMS QTI 1.2 of Canvas, Blackboard and others: a package (zip) or an XML file
  contest     a package (zip) of ICPC, Kattis, DOMjudge or Polygon: a coding question with its tests
'-' reads standard input. A question is worth 1 point unless its file says otherwise. What the product does not support
(different weights, other question types) is left out and reported. What scores or reads differently from the file needs
--accept-changes. An error in one test rejects all of them.

Examples:
  invigil test import backend.json frontend.yaml
  invigil test import --dry-run questions-from-moodle.txt --format gift
  invigil test import item-bank.zip

A small file:
  { \"title\": \"Rust\", \"description\": \"\", \"duration_minutes\": 30, \"questions\": [
      { \"type\": \"multiple_choice\", \"question\": \"2 + 2?\", \"points\": 1,
        \"options\": [\"3\", \"4\"], \"correct_answer\": \"4\" },
      { \"type\": \"essay\", \"question\": \"Describe a bug that you found.\", \"points\": 5 } ] }")]
pub struct Args {
    #[command(flatten)]
    files: Files,
    /// Show line by line what would be imported; change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Files of tests.
#[derive(clap::Args)]
pub struct Files {
    /// Files to import; '-' for standard input
    #[arg(required = true, value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// Format of all files
    #[arg(long, default_value = "auto")]
    format: ImportFormatArg,
    /// Import also what scores or reads differently here; without it such a file is refused. --dry-run shows all of it
    #[arg(long)]
    accept_changes: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum ImportFormatArg {
    /// Detect by content and extension
    Auto,
    Json,
    Yaml,
    Csv,
    Gift,
    Qti,
    Qti12,
    #[value(name = "moodle_xml")]
    Moodle,
    Aiken,
    Contest,
}

impl From<ImportFormatArg> for Option<import::ImportFormat> {
    fn from(format: ImportFormatArg) -> Self {
        Some(match format {
            ImportFormatArg::Auto => return None,
            ImportFormatArg::Json => import::ImportFormat::Json,
            ImportFormatArg::Yaml => import::ImportFormat::Yaml,
            ImportFormatArg::Csv => import::ImportFormat::Csv,
            ImportFormatArg::Gift => import::ImportFormat::Gift,
            ImportFormatArg::Qti => import::ImportFormat::Qti,
            ImportFormatArg::Qti12 => import::ImportFormat::Qti12,
            ImportFormatArg::Moodle => import::ImportFormat::Moodle,
            ImportFormatArg::Aiken => import::ImportFormat::Aiken,
            ImportFormatArg::Contest => import::ImportFormat::Contest,
        })
    }
}

#[derive(Serialize)]
struct TestImportPreview<'a> {
    file: &'a str,
    title: &'a str,
    question_count: usize,
    total_points: i64,
    left_out: Vec<String>,
}

impl Files {
    /// Reads the tests of all files in order.
    ///
    /// # Errors
    /// The first error, with its file and line.
    pub fn tests(&self) -> Result<ImportedTests, Failure> {
        let mut tests = ImportedTests::default();
        for path in &self.paths {
            let (name, plan) = self.plan(path)?;
            check(&name, &plan)?;
            self.require_consent(&name, &plan)?;
            tests.add(&name, plan);
        }
        Ok(tests)
    }

    /// Reads the questions of all files in order, for the bank.
    ///
    /// # Errors
    /// The first error, with its file and line.
    pub fn questions(&self) -> Result<ImportedBankQuestions, Failure> {
        let mut questions = ImportedBankQuestions::default();
        for path in &self.paths {
            let (name, plan) = self.plan(path)?;
            let plan = plan.for_bank();
            check(&name, &plan)?;
            self.require_consent(&name, &plan)?;
            questions.add(&name, plan);
        }
        Ok(questions)
    }

    /// Refuses a file of which something scores or reads differently, unless that is accepted.
    fn require_consent(&self, name: &str, plan: &ImportPlan) -> Result<(), Failure> {
        let differing =
            || plan.left_out().filter(|finding| finding.effect().is_some_and(import::Effect::needs_consent));
        let Some(first) = differing().next().filter(|_| !self.accept_changes) else { return Ok(()) };
        let more = match differing().count() {
            1 => String::new(),
            n => format!(" (and {}; --dry-run shows all)", text::count(n - 1, "more difference")),
        };
        let effect = first.effect().map_or("", import::Effect::in_words);
        let first = first.in_words();
        Err(Failure::refused(format!("{name} {effect} here: {first}{more} Import it with --accept-changes.")))
    }

    fn plan(&self, path: &Path) -> Result<(String, ImportPlan), Failure> {
        let is_stdin = path == Path::new("-");
        let name = if is_stdin { "standard input".to_owned() } else { path.display().to_string() };
        let bytes = read(path, is_stdin).map_err(|e| Failure::refused(format!("{name}: {e}")))?;
        let plan = import::read(&bytes, Some(name.as_str()).filter(|_| !is_stdin), self.format.into());
        Ok((name, plan))
    }
}

impl Args {
    /// Reads the files, as [`Files::tests`] does.
    ///
    /// # Errors
    /// As [`Files::tests`].
    pub fn read(&self) -> Result<ImportedTests, Failure> {
        self.files.tests()
    }

    /// Previews the import. Needs no data folder, because only the files themselves can make it fail.
    pub fn dry_run(&self, out: &mut impl export::ExportOutput) -> Result<(), Failure> {
        let plan = |path: &PathBuf| self.files.plan(path).map(|(name, plan)| (name, plan.for_tests()));
        let plans: Vec<(String, ImportPlan)> = self.files.paths.iter().map(plan).collect::<Result<_, _>>()?;
        if !self.json {
            plans.iter().try_for_each(|(name, plan)| print_plan(name, plan, out))?;
        }
        out.flush()?;
        plans.iter().try_for_each(|(name, plan)| check(name, plan))?;
        if !self.json {
            return Ok(());
        }
        let mut array = Array::begin(out)?;
        for (name, plan) in &plans {
            for (index, planned) in plan.tests.iter().enumerate() {
                let of_test = plan.left_out().filter(|finding| finding.test == Some(index));
                array.push(&TestImportPreview {
                    file: name,
                    title: planned.draft.title.trim(),
                    question_count: planned.draft.questions.len(),
                    total_points: planned.total_points(),
                    left_out: of_test.map(import::ImportFinding::in_words).collect(),
                })?;
            }
        }
        array.end()
    }
}

/// Rejects a file with errors, naming the first one and the number of others.
fn check(name: &str, plan: &ImportPlan) -> Result<(), Failure> {
    let mut errors = plan.faults();
    let Some(first) = errors.next() else {
        return Ok(());
    };
    let more = match errors.count() {
        0 => String::new(),
        n => format!(" (and {}; --dry-run shows all)", text::count(n, "more error")),
    };
    Err(Failure::refused(format!("{name}: {}{more}", first.in_words())))
}

/// Prints the plan of a file: a line per test, question, left-out item and error.
fn print_plan(name: &str, plan: &ImportPlan, out: &mut impl io::Write) -> Result<(), Failure> {
    let format = plan.format.map_or("unknown format", import::ImportFormat::name);
    writeln!(out, "{} ({format})", text::one_line(name))?;
    for planned in &plan.tests {
        let minutes = text::count_i64(planned.draft.duration_minutes, "minute");
        let title = text::one_line(&planned.draft.title);
        writeln!(out, "  {}: test '{title}', {minutes}", planned.place)?;
        for (number, (question, place)) in (1..).zip(planned.questions()) {
            let points = text::count_i64(question.points, "point");
            writeln!(out, "  {place}: {number}. {}, {points}: {}", kind(question), excerpt(&question.summary()))?;
        }
        for (section, item) in planned.from_bank() {
            writeln!(out, "  section '{}': {}", text::one_line(section), bank_item(item))?;
        }
    }
    for finding in plan.left_out() {
        let effect = finding.effect().map_or("", import::Effect::in_words);
        writeln!(out, "  left out ({effect}): {}", text::one_line(&finding.in_words()))?;
    }
    for finding in plan.faults() {
        writeln!(out, "  error: {}", text::one_line(&finding.in_words()))?;
    }
    if plan.is_good() {
        for planned in &plan.tests {
            let TestDraft { title, questions, .. } = &planned.draft;
            let bank = match planned.from_bank().count() {
                0 => String::new(),
                n => format!(", and {} from the bank", text::count(n, "item")),
            };
            let questions = text::count(questions.len(), "question");
            writeln!(out, "Would import '{}' ({questions}{bank}).", text::one_line(title))?;
        }
    }
    Ok(())
}

fn bank_item(item: &ItemDraft) -> String {
    let ItemDraft::Pool(pool) = item else { return "a question of the bank".to_owned() };
    let from = match (pool.tags.as_slice(), pool.question_ids.len()) {
        ([], n) => format!("{n} named in the bank"),
        (tags, _) => format!("those of the bank with the tags {}", text::one_line(&tags.join(", "))),
    };
    let each = text::count_i64(pool.points, "point");
    format!("a pool, {} out of {from}, {each} each", text::count_i64(pool.draw, "question"))
}

fn kind(question: &QuestionDraft) -> String {
    question.kind.name().replace('_', " ")
}

/// Shortens a text to fit on a line of a terminal.
fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    let line = text::one_line(text);
    if line.chars().count() <= MAX_CHARS { line } else { line.chars().take(MAX_CHARS).chain(['…']).collect() }
}

fn read(path: &Path, is_stdin: bool) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let from: Box<dyn Read> = if is_stdin { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    from.take(import::MAX_FILE as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
