//! Proves that a language works in the sandbox: its version, and a program that prints "hello".

use super::Language;
use crate::runner::{
    job::{Job, JobTest, Limits, Verdict},
    judge::Judge,
    sandbox::Cancel,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Longest version line and longest reason that are kept, in bytes.
const MAX_VERSION: usize = 200;
const MAX_PROBLEM: usize = 500;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    pub name: String,
    pub works: bool,
    /// Version line; empty if it does not run.
    pub version: String,
    pub compile_ms: u64,
    pub run_ms: u64,
    /// Whether the language works only at the usual policy of the scheduler ([`Language::bears_idle`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_nice: bool,
    /// Why it does not work, and what to install.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}

impl Probe {
    /// The probe of a language that does not work.
    #[must_use]
    pub fn failed(name: &str, problem: &str) -> Self {
        let problem = Some(cut(problem, MAX_PROBLEM));
        let (name, version) = (name.to_owned(), String::new());
        Self { name, works: false, version, compile_ms: 0, run_ms: 0, only_nice: false, problem, fix: None }
    }
}

/// Compiles and runs the language's probe as its programs are run. One that fails where programs yield is tried again
/// with niceness alone.
pub fn probe(judge: &Judge, language: &Language, cancel: &Cancel) -> Probe {
    let first = once(judge, language, cancel);
    if first.works || !judge.sandbox.yields || !language.bears_idle || language.missing().is_some() {
        return first;
    }
    let second = once(judge, &Language { bears_idle: false, ..language.clone() }, cancel);
    if second.works { Probe { only_nice: true, ..second } } else { first }
}

fn once(judge: &Judge, language: &Language, cancel: &Cancel) -> Probe {
    let failed = |problem: String, version: String| Probe {
        version,
        fix: (!language.packages.is_empty()).then(|| format!("install {}", language.packages)),
        ..Probe::failed(&language.name, &problem)
    };
    if let Some(program) = language.missing() {
        return failed(format!("{program} does not exist"), String::new());
    }
    let version = version(judge, language, cancel);
    let outcome = judge.judge_whole(language, &job(language), cancel);
    let run_ms = outcome.tests.first().map_or(0, |test| test.wall_ms);
    if outcome.verdict == Verdict::Ac {
        let (name, compile_ms) = (language.name.clone(), outcome.compile_ms);
        return Probe { name, works: true, version, compile_ms, run_ms, only_nice: false, problem: None, fix: None };
    }
    let output = outcome.tests.into_iter().find_map(|test| test.output).unwrap_or_default();
    let said = format!("{} {} {}", outcome.note, outcome.compiler, output.stderr);
    let said: Vec<&str> = said.split_whitespace().collect();
    failed(format!("the probe got {:?}: {}", outcome.verdict, said.join(" ")), version)
}

fn job(language: &Language) -> Job {
    Job {
        id: Uuid::nil(),
        candidate: String::new(),
        language: language.name.clone(),
        source: language.probe.clone(),
        tests: vec![JobTest { input: String::new(), expected: Some("hello".into()), report_output: true }],
        checker: crate::runner::checker::Checker::Exact,
        limits: Limits::default(),
        stops_at_failure: false,
    }
}

/// First line of what the version command prints.
fn version(judge: &Judge, language: &Language, cancel: &Cancel) -> String {
    let printed = judge.print(language, &language.version, cancel).unwrap_or_default();
    let line = printed.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    cut(line, MAX_VERSION)
}

fn cut(text: &str, max: usize) -> String {
    text.char_indices().take_while(|(at, _)| *at < max).map(|(_, c)| c).collect()
}
