//! Reading the files of `invigil test import`.

use super::{failure::Failure, json::Array, test_file, text};
use crate::domain::test::Draft;
use serde::Serialize;
use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

/// Largest file in bytes (design section 5).
const MAX_FILE: u64 = 10 << 20;

#[derive(clap::Args)]
#[command(after_help = "\
A file holds one test or an array of tests, in the shape of POST /api/tests and of 'invigil test export'. '-' reads
standard input. Anything wrong with one test keeps all of them out.

Examples:
  invigil test import backend.json frontend.json
  invigil test import --dry-run tests.json

A small file:
  { \"title\": \"Rust\", \"description\": \"\", \"duration_minutes\": 30, \"questions\": [
      { \"type\": \"multiple_choice\", \"question\": \"2 + 2?\", \"points\": 1,
        \"options\": [\"3\", \"4\"], \"correct_answer\": \"4\" },
      { \"type\": \"essay\", \"question\": \"Tell us about a fault you found.\", \"points\": 5 } ] }")]
pub struct Args {
    /// JSON files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Say what would be made, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Planned<'a> {
    title: &'a str,
    question_count: usize,
}

impl Args {
    /// The tests of all files, in order, each held against the rules: a fault is told with its place.
    pub fn read(&self) -> Result<Vec<Draft>, Failure> {
        let mut all = Vec::new();
        for path in &self.files {
            let name = if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() };
            let fault = |why: String| Failure::refused(format!("{name}: {why}"));
            let bytes = read(path).map_err(|e| fault(e.to_string()))?;
            if bytes.len() as u64 > MAX_FILE {
                return Err(fault("this is more than 10 MiB".into()));
            }
            let drafts = test_file::parse(&bytes).map_err(fault)?;
            if drafts.is_empty() {
                return Err(fault("there is no test in this file".into()));
            }
            for (index, draft) in drafts.iter().enumerate() {
                let place = if drafts.len() == 1 { String::new() } else { format!("test {}: ", index + 1) };
                let checked = draft.clone().check();
                checked.map_err(|error| fault(format!("{place}{}", Failure::from(error).words())))?;
            }
            all.extend(drafts);
        }
        Ok(all)
    }

    /// The import without its effect. Needs no data, since nothing but the files themselves can keep a test out.
    pub fn rehearse(&self, out: &mut impl io::Write) -> Result<(), Failure> {
        let drafts = self.read()?;
        if self.json {
            let mut array = Array::begin(out)?;
            for draft in &drafts {
                array.push(&Planned { title: draft.title.trim(), question_count: draft.questions.len() })?;
            }
            return array.end();
        }
        for draft in &drafts {
            let questions = text::count(draft.questions.len(), "question");
            writeln!(out, "Would import '{}' ({questions}).", text::one_line(&draft.title))?;
        }
        Ok(())
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let from: Box<dyn Read> = if is_stdin(path) { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    from.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
