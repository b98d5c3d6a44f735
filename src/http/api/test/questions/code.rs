//! Tests, starter code and solutions of coding questions.

use crate::{
    domain::question::{
        Coding,
        code::{CodeTestDraft, Solution, SolutionDraft},
    },
    http::wire::CodeCheckerName,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A test of a program: standard input and expected output.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = CodeTest)]
pub struct CodeTestBody {
    /// Standard input of the program, at most 64 KiB.
    #[serde(default)]
    #[schema(required = false)]
    input: String,
    /// Expected standard output of the program, at most 64 KiB.
    output: String,
    /// Candidates see it and may run it.
    #[serde(default)]
    #[schema(required = false)]
    visible: bool,
    /// 0 to 1,000; 1 by default.
    #[serde(default = "one")]
    #[schema(required = false, minimum = 0, maximum = 1000, default = 1)]
    weight: i64,
    /// Tests of a group earn their weights together or not at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    group: Option<String>,
}

const fn one() -> i64 {
    1
}

/// A program with its language: it passes all tests, or fails one if it is a wrong solution.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct ReferenceSolution {
    language: String,
    /// Source code, at most 64 KiB.
    source: String,
}

/// Starter code: one text for the first language, or a text for each.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes `StarterDraft`")]
pub enum StarterCode {
    First(String),
    ByLanguage(BTreeMap<String, String>),
}

/// Fields of a coding question besides its expected language. Those that are not set are absent.
#[derive(Default, Serialize, ToSchema)]
pub struct CodeDetail {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    languages: Vec<String>,
    /// Code that the answer starts with, by language.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    starter_code: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    tests: Vec<CodeTestBody>,
    /// Comparison of outputs; present if the question has tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    checker: Option<CodeCheckerName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    checker_tolerance: Option<String>,
    /// CPU time of a test; absent if it is 2,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    time_limit_ms: Option<i64>,
    /// Absent if it is 256.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    memory_limit_mb: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    reference_solutions: Vec<ReferenceSolution>,
    /// People decide, although there are hidden tests.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    review: bool,
    /// Programs that must fail a test.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    wrong_solutions: Vec<ReferenceSolution>,
}

impl CodeDetail {
    /// Creates the fields without the long ones: tests, starter code and solutions.
    pub fn short(coding: &Coding) -> Self {
        let usual = Coding::default();
        let unusual = |limit: u32, usual: u32| (limit != usual).then_some(i64::from(limit));
        Self {
            languages: coding.languages.clone(),
            starter_code: BTreeMap::new(),
            tests: Vec::new(),
            checker: coding.is_judged().then(|| coding.checker.into()),
            checker_tolerance: coding.tolerance.as_ref().map(|t| t.as_str().to_owned()),
            time_limit_ms: unusual(coding.time_limit_ms, usual.time_limit_ms),
            memory_limit_mb: unusual(coding.memory_limit_mb, usual.memory_limit_mb),
            reference_solutions: Vec::new(),
            review: coding.review,
            wrong_solutions: Vec::new(),
        }
    }

    pub fn whole(coding: &Coding) -> Self {
        let tests = coding.tests.iter().map(|test| CodeTestDraft::from(test).into());
        let solutions = |list: &[Solution]| list.iter().map(|solution| SolutionDraft::from(solution).into()).collect();
        Self {
            starter_code: coding.starter_code.clone(),
            tests: tests.collect(),
            reference_solutions: solutions(&coding.reference_solutions),
            wrong_solutions: solutions(&coding.wrong_solutions),
            ..Self::short(coding)
        }
    }
}

/// Fields of a coding question that candidates may see: no hidden test, weight, group or solution.
#[derive(Clone, Default, Serialize, ToSchema)]
pub struct CandidateCode {
    /// Languages to choose from. If there are several, an answer is the text `{"language": "..", "source": ".."}`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    languages: Vec<String>,
    /// Starter code by language.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    starter_code: BTreeMap<String, String>,
    /// Examples, which can be run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    tests: Vec<CandidateTest>,
    /// CPU time of a test, before the language's factor. With tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    time_limit_ms: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    memory_limit_mb: Option<u32>,
}

/// An example: standard input and expected output.
#[derive(Clone, Serialize, ToSchema)]
pub struct CandidateTest {
    input: String,
    output: String,
}

impl From<&Coding> for CandidateCode {
    fn from(coding: &Coding) -> Self {
        let visible = coding.tests.iter().filter(|test| test.visible);
        let shown = |test: &crate::domain::question::code::CodeTest| CandidateTest {
            input: test.input.clone(),
            output: test.output.clone(),
        };
        Self {
            languages: coding.languages.clone(),
            starter_code: coding.starter_code.clone(),
            tests: visible.map(shown).collect(),
            time_limit_ms: coding.is_judged().then_some(coding.time_limit_ms),
            memory_limit_mb: coding.is_judged().then_some(coding.memory_limit_mb),
        }
    }
}

impl From<CodeTestBody> for CodeTestDraft {
    fn from(test: CodeTestBody) -> Self {
        let CodeTestBody { input, output, visible, weight, group } = test;
        Self { input, output, visible, weight, group }
    }
}

impl From<CodeTestDraft> for CodeTestBody {
    fn from(test: CodeTestDraft) -> Self {
        let CodeTestDraft { input, output, visible, weight, group } = test;
        Self { input, output, visible, weight, group }
    }
}

impl From<ReferenceSolution> for SolutionDraft {
    fn from(solution: ReferenceSolution) -> Self {
        let ReferenceSolution { language, source } = solution;
        Self { language, source }
    }
}

impl From<SolutionDraft> for ReferenceSolution {
    fn from(solution: SolutionDraft) -> Self {
        let SolutionDraft { language, source } = solution;
        Self { language, source }
    }
}
