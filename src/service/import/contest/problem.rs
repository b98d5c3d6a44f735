//! A problem while its package is read, and why one is refused.

use crate::{
    domain::question::{
        CodeChecker,
        code::{CodeTestDraft, MAX_GROUP},
    },
    service::import::lost::{Lost, fitted},
};
use std::collections::BTreeMap;

/// A problem, as far as its package describes it.
#[derive(Default)]
pub struct Problem {
    pub name: String,
    pub time_limit_ms: Option<f64>,
    pub memory_limit_mb: Option<f64>,
    pub checker: Option<CodeChecker>,
    pub tolerance: Option<String>,
    pub tags: Vec<String>,
    /// Languages that are accepted, if the package names them.
    pub languages: Vec<String>,
    /// Values that the statement names.
    pub constants: BTreeMap<String, String>,
    pub tests: Vec<CodeTestDraft>,
    pub notes: Vec<Note>,
    /// Names of groups of tests here, by those of the package.
    groups: BTreeMap<String, String>,
}

/// A finding with the file that it is about.
pub struct Note {
    pub entry: Option<String>,
    pub lost: Lost,
}

impl Problem {
    pub fn note(&mut self, entry: &str, lost: Lost) {
        self.notes.push(Note { entry: Some(entry.to_owned()), lost });
    }

    /// The name of a group as it fits, which no other group has: tests with the same name count together.
    pub fn group(&mut self, entry: &str, id: &str, name: &str) -> String {
        if let Some(known) = self.groups.get(id) {
            return known.clone();
        }
        let (mut fit, cut) = fitted(name, MAX_GROUP);
        let mut number = 2;
        while self.groups.values().any(|other| *other == fit) {
            let end = format!(" {number}");
            fit = name.chars().take(MAX_GROUP.saturating_sub(end.len())).chain(end.chars()).collect();
            number += 1;
        }
        if let Some(what) = cut {
            self.note(entry, Lost::looks(what));
        }
        self.groups.insert(id.to_owned(), fit.clone());
        fit
    }

    /// Says so where a tolerance lets a large whole number differ there: here such a number has to be the same.
    pub fn note_whole_numbers(&mut self, entry: &str) {
        let tolerance = self.tolerance.as_ref().and_then(|text| text.parse::<f64>().ok()).unwrap_or_default();
        let may_differ = |token: &str| {
            let is_whole = token.trim_start_matches(['-', '+']).bytes().all(|byte| byte.is_ascii_digit());
            is_whole && token.parse::<f64>().is_ok_and(|number| number.abs() * tolerance >= 1.0)
        };
        if self.tests.iter().any(|test| test.output.split_whitespace().any(may_differ)) {
            let what = "A whole number in an output may differ by the tolerance there, and has to be the same here.";
            self.note(entry, Lost::scores(what));
        }
    }
}

/// Why a package is refused, with the file that says so.
pub struct Refusal {
    pub entry: String,
    pub why: String,
}

pub type Read<T> = Result<T, Refusal>;

pub fn refused<T>(entry: &str, why: impl Into<String>) -> Read<T> {
    Err(Refusal { entry: entry.to_owned(), why: why.into() })
}
