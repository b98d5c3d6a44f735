//! Input of an author for a coding question, in the names of the API.

use super::{CodeTest, Solution};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeTestDraft {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub input: String,
    #[serde(default)]
    pub output: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub visible: bool,
    #[serde(default = "one")]
    pub weight: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

/// Code that an empty answer begins with: one for each language, or for the first one alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum StarterDraft {
    First(String),
    ByLanguage(BTreeMap<String, String>),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolutionDraft {
    pub language: String,
    pub source: String,
}

const fn one() -> i64 {
    1
}

impl From<&CodeTest> for CodeTestDraft {
    fn from(test: &CodeTest) -> Self {
        let CodeTest { input, output, visible, weight, group } = test.clone();
        Self { input, output, visible, weight: weight.into(), group }
    }
}

impl From<&Solution> for SolutionDraft {
    fn from(solution: &Solution) -> Self {
        let Solution { language, source } = solution.clone();
        Self { language, source }
    }
}
