//! Proves that a language works in the sandbox: its version, and a program that prints "hello".

use super::Language;
use crate::runner::{
    job::{Job, JobTest, Limits, Verdict},
    judge::Judge,
    sandbox::Cancel,
};
use serde::Serialize;
use uuid::Uuid;

/// Longest version line that is kept, in bytes.
const MAX_VERSION: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Probe {
    pub name: String,
    pub works: bool,
    /// Version line; empty if it does not run.
    pub version: String,
    pub compile_ms: u64,
    pub run_ms: u64,
    /// Why it does not work, and what to install.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}

/// Compiles and runs the language's probe.
pub fn probe(judge: &Judge, language: &Language) -> Probe {
    let failed = |problem: String, version: String| Probe {
        name: language.name.clone(),
        works: false,
        version,
        compile_ms: 0,
        run_ms: 0,
        problem: Some(problem),
        fix: (!language.packages.is_empty()).then(|| format!("install {}", language.packages)),
    };
    if let Some(program) = language.missing() {
        return failed(format!("{program} does not exist"), String::new());
    }
    let version = version(judge, language);
    let outcome = judge.judge_whole(language, &job(language), &Cancel::default());
    let run_ms = outcome.tests.first().map_or(0, |test| test.wall_ms);
    if outcome.verdict == Verdict::Ac {
        let (name, compile_ms) = (language.name.clone(), outcome.compile_ms);
        return Probe { name, works: true, version, compile_ms, run_ms, problem: None, fix: None };
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
fn version(judge: &Judge, language: &Language) -> String {
    let printed = judge.print(language, &language.version).unwrap_or_default();
    let line = printed.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    line.char_indices().take_while(|(at, _)| *at < MAX_VERSION).map(|(_, c)| c).collect()
}
