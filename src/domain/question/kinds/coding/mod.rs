//! Coding questions: what an author may give beside the text (`docs/behaviour/tests.md#tests-of-code`), how an answer is read,
//! and what its verdicts earn.

mod check;
mod draft;
mod key;
#[cfg(test)]
mod tests;

pub use check::{MAX_CODE, MAX_GROUP, MAX_PART, MAX_TESTS};
pub use draft::{CodeTestDraft, SolutionDraft, StarterDraft};

use crate::domain::question::{decimal::Decimal, points::Share};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{borrow::Cow, collections::BTreeMap};

/// SHA-256 of the tests, the checker and the limits: verdicts name what they were made with.
pub type TestSet = [u8; 32];

const DEFAULT_TIME_LIMIT: u32 = 2_000;
const DEFAULT_MEMORY_LIMIT: u32 = 256;

/// A coding question. Without tests people review its answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coding {
    /// One of [`super::LANGUAGES`]: the language of the answer, or the one that is chosen first.
    pub expected_language: Option<String>,
    /// Some of [`super::LANGUAGES`]; they include the expected one unless it is empty.
    pub languages: Vec<String>,
    /// Code that the answer starts with, by language.
    pub starter_code: BTreeMap<String, String>,
    pub tests: Vec<CodeTest>,
    pub checker: CodeChecker,
    /// The tolerance of [`CodeChecker::Numbers`], absolute or relative.
    pub tolerance: Option<Decimal>,
    /// CPU time of each test, before the language's factor.
    pub time_limit_ms: u32,
    pub memory_limit_mb: u32,
    pub reference_solutions: Vec<Solution>,
    /// People decide, although there are hidden tests.
    pub review: bool,
    /// Programs that the tests must find to be wrong.
    pub wrong_solutions: Vec<Solution>,
}

/// A program reads `input` from standard input and writes `output` to standard output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeTest {
    pub input: String,
    pub output: String,
    /// Shown to candidates, who may run it.
    pub visible: bool,
    pub weight: u32,
    /// Tests of a group earn their weights together or not at all.
    pub group: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CodeChecker {
    /// Line by line, without blanks at the ends.
    #[default]
    Exact,
    /// Word by word.
    Tokens,
    /// Word by word; numbers within the tolerance.
    Numbers,
}

/// A program whose outcome the author knows: a reference solution passes all tests, a wrong solution does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    pub language: String,
    pub source: String,
}

/// Source code as an answer holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code<'a> {
    /// `None` where neither the question nor the answer names one.
    pub language: Option<&'a str>,
    pub source: Cow<'a, str>,
    /// The language that the answer names, where the question does not permit it.
    pub refused: Option<String>,
}

/// An answer to a question with several languages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InLanguage {
    language: String,
    source: String,
}

impl Default for Coding {
    fn default() -> Self {
        Self {
            expected_language: None,
            languages: Vec::new(),
            starter_code: BTreeMap::new(),
            tests: Vec::new(),
            checker: CodeChecker::default(),
            tolerance: None,
            time_limit_ms: DEFAULT_TIME_LIMIT,
            memory_limit_mb: DEFAULT_MEMORY_LIMIT,
            reference_solutions: Vec::new(),
            review: false,
            wrong_solutions: Vec::new(),
        }
    }
}

impl Coding {
    /// A question without tests.
    #[must_use]
    pub fn in_language(expected_language: Option<String>) -> Self {
        Self { expected_language, ..Self::default() }
    }

    /// Whether it has nothing but a language.
    #[must_use]
    pub fn is_basic(&self) -> bool {
        *self == Self::in_language(self.expected_language.clone())
    }

    /// Languages of answers, the one to begin with first; empty: any.
    #[must_use]
    pub fn offered(&self) -> Vec<&str> {
        let first = self.expected_language.iter();
        let rest = self.languages.iter().filter(|language| Some(*language) != self.expected_language.as_ref());
        first.chain(rest).map(String::as_str).collect()
    }

    /// Whether answers are run on its tests.
    #[must_use]
    pub const fn is_judged(&self) -> bool {
        !self.tests.is_empty()
    }

    /// Whether its verdicts are its points. Visible tests alone could be answered without solving anything.
    #[must_use]
    pub fn is_auto(&self) -> bool {
        !self.review && self.has_hidden_tests()
    }

    #[must_use]
    pub fn has_hidden_tests(&self) -> bool {
        self.tests.iter().any(|test| !test.visible)
    }

    /// Reads an answer: source code, or `{"language": "..", "source": ".."}` where there are several languages.
    #[must_use]
    pub fn read<'a>(&'a self, answer: &'a str) -> Code<'a> {
        let offered = self.offered();
        if offered.len() > 1
            && answer.trim_start().starts_with('{')
            && let Ok(InLanguage { language, source }) = serde_json::from_str(answer)
        {
            let known = offered.iter().find(|offer| offer.eq_ignore_ascii_case(&language)).copied();
            let refused = known.is_none().then_some(language);
            return Code { language: known, source: Cow::Owned(source), refused };
        }
        Code { language: offered.first().copied(), source: Cow::Borrowed(answer), refused: None }
    }

    /// Hash by which verdicts name the tests that they were made with.
    #[must_use]
    pub fn test_set(&self) -> TestSet {
        let set = (&self.tests, self.checker, &self.tolerance, self.time_limit_ms, self.memory_limit_mb);
        Sha256::digest(serde_json::to_vec(&set).unwrap_or_default()).into()
    }

    /// Hash of all that decides whether its solutions do what they are for.
    #[must_use]
    pub fn solutions_hash(&self) -> [u8; 32] {
        let all = (self.test_set(), &self.reference_solutions, &self.wrong_solutions);
        Sha256::digest(serde_json::to_vec(&all).unwrap_or_default()).into()
    }

    /// The same question with the tests, checker and limits of `newer`. `None` if they are the same, or if points would come
    /// from people instead of tests, or the other way round.
    #[must_use]
    pub fn retested(&self, newer: &Self) -> Option<Self> {
        if !self.is_judged() || !newer.is_judged() || self.test_set() == newer.test_set() {
            return None;
        }
        let retested = Self {
            tests: newer.tests.clone(),
            checker: newer.checker,
            tolerance: newer.tolerance.clone(),
            time_limit_ms: newer.time_limit_ms,
            memory_limit_mb: newer.memory_limit_mb,
            ..self.clone()
        };
        (retested.is_auto() == self.is_auto()).then_some(retested)
    }

    /// The share of the points, by weights; `passed` is in the order of the tests.
    #[must_use]
    pub fn share(&self, passed: &[bool]) -> Share {
        let has_passed = |at: usize| passed.get(at).copied().unwrap_or_default();
        let mut groups: BTreeMap<&str, bool> = BTreeMap::new();
        for (at, test) in self.tests.iter().enumerate() {
            if let Some(group) = &test.group {
                *groups.entry(group).or_insert(true) &= has_passed(at);
            }
        }
        let earns = |(at, test): &(usize, &CodeTest)| match &test.group {
            Some(group) => groups.get(group.as_str()).copied().unwrap_or_default(),
            None => has_passed(*at),
        };
        let sum = |weights: &mut dyn Iterator<Item = u32>| weights.map(|weight| weight as usize).sum::<usize>();
        let earned = sum(&mut self.tests.iter().enumerate().filter(earns).map(|(_, test)| test.weight));
        Share::new(earned, sum(&mut self.tests.iter().map(|test| test.weight)))
    }

    /// Bytes of its longest parts.
    #[must_use]
    pub fn size(&self) -> usize {
        let tests: usize = self.tests.iter().map(|test| test.input.len() + test.output.len()).sum();
        let starter: usize = self.starter_code.values().map(String::len).sum();
        let solutions = self.reference_solutions.iter().chain(&self.wrong_solutions);
        let solutions: usize = solutions.map(|solution| solution.source.len()).sum();
        tests + starter + solutions
    }
}
