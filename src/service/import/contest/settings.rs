//! `problem.yaml` and `domjudge-problem.ini`.

use super::{
    data,
    problem::{Problem, Read, refused},
    yaml::{map, number, words},
};
use crate::domain::question::CodeChecker;
use crate::service::import::{kinds, lost::Lost, package::Package};
use serde_json::{Map, Value};
use std::str::SplitWhitespace;

/// Keys that say nothing about a test: where a problem comes from, and limits of the contest's own programs.
const PASSED_OVER: [&str; 18] = [
    "author",
    "credits",
    "source",
    "source_url",
    "license",
    "rights_owner",
    "uuid",
    "version",
    "problem_format_version",
    "problem_id",
    "problem_version",
    "repository",
    "allow_file_writing",
    "libraries",
    "embargo_until",
    "short-name",
    "color",
    "externalid",
];
const READ: [&str; 9] =
    ["name", "type", "validation", "validator_flags", "limits", "keywords", "grading", "languages", "constants"];
/// Names of programming languages there and here.
const LANGUAGES: [(&str, &str); 15] = [
    ("python3", "Python"),
    ("python", "Python"),
    ("javascript", "JavaScript"),
    ("java", "Java"),
    ("cpp", "C++"),
    ("csharp", "C#"),
    ("ruby", "Ruby"),
    ("go", "Go"),
    ("rust", "Rust"),
    ("php", "PHP"),
    ("swift", "Swift"),
    ("kotlin", "Kotlin"),
    ("typescript", "TypeScript"),
    ("javascriptnode", "JavaScript"),
    ("node", "JavaScript"),
];
/// Limits that our runner has not.
const LIMITS: [&str; 12] = [
    "output",
    "code",
    "compilation_time",
    "compilation_memory",
    "validation_time",
    "validation_memory",
    "validation_output",
    "time_multiplier",
    "time_multipliers",
    "time_safety_margin",
    "time_resolution",
    "validation_passes",
];

pub fn read(package: &mut Package<'_>, folder: &str) -> Read<Problem> {
    let mut problem = Problem::default();
    let yaml = format!("{folder}problem.yaml");
    let values = if package.has(&yaml) { map(package, &yaml)? } else { Map::new() };
    let ini = format!("{folder}domjudge-problem.ini");
    let mut flags = values.get("validator_flags").map(words).unwrap_or_default();
    problem.name = name(values.get("name"));
    problem.tags = list(values.get("keywords"));
    limits(&values, &yaml, &mut problem);
    languages(&values, &yaml, &mut problem);
    constants(&values, &mut problem);
    let kind = values.get("type").map(words).unwrap_or_default();
    let validation = values.get("validation").map(words).unwrap_or_default();
    if let Some(why) = unusual_kind(&kind, &validation) {
        return refused(&yaml, why);
    }
    let validators = ["output_validators/", "output_validator/"].map(|name| format!("{folder}{name}"));
    let own = package
        .names()
        .into_iter()
        .find(|name| validators.iter().any(|folder| name.starts_with(folder) && name.len() > folder.len()));
    if validation.contains("custom") || own.is_some() {
        let entry = own.unwrap_or_else(|| yaml.clone());
        return refused(
            &entry,
            "This package compares outputs with a program of its own (output validator), which is not run here. Problems with exactly one right output can be imported without it.",
        );
    }
    for key in values.keys().filter(|key| !READ.contains(&key.as_str()) && !PASSED_OVER.contains(&key.as_str())) {
        let name: String = key.chars().take(40).collect();
        problem.note(&yaml, Lost::reads(format!("'{name}' is not imported.")));
    }
    grading(&values, &yaml, &mut problem);
    if package.has(&ini) {
        from_ini(package, &ini, &mut problem)?;
    }
    let limit = format!("{folder}.timelimit");
    if problem.time_limit_ms.is_none()
        && package.has(&limit)
        && let Ok(bytes) = package.bytes(&limit)
    {
        problem.time_limit_ms = milliseconds(String::from_utf8_lossy(&bytes).trim());
        if problem.time_limit_ms.is_none() {
            problem.note(&limit, Lost::reads("The limit 'time_limit' is not imported."));
        }
    }
    let has_scores = kind.contains("scoring") || values.get("grading").is_some();
    // A problem that says neither has scores where its folders have.
    let scores = if has_scores { Some(true) } else { kind.contains("pass-fail").then_some(false) };
    let tests = data::read(package, folder, scores, &mut problem)?;
    flags = [flags, tests.validator_flags].join(" ");
    problem.tests = tests.tests;
    checker(&flags, &yaml, &mut problem);
    Ok(problem)
}

/// Why a problem of this kind cannot be judged here.
fn unusual_kind(kind: &str, validation: &str) -> Option<String> {
    let of = |names: &[&str]| {
        let has = |text: &str| names.iter().any(|name| text.contains(name));
        if has(kind) { Some(kind) } else { has(validation).then_some(validation) }
    };
    if let Some(kind) = of(&["submit-answer"]) {
        return Some(format!(
            "This problem is {kind}: outputs are handed in for it, without a program; here programs are tested."
        ));
    }
    if let Some(kind) = of(&["multi-pass", "multipass"]) {
        return Some(format!(
            "This problem is {kind}: programs that run several times for one test cannot be tested here."
        ));
    }
    of(&["interactive"]).map(|kind| {
        format!("This problem is {kind}: programs that answer to a judge while they run cannot be tested here.")
    })
}

/// A text, or the one in English of several.
fn name(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(name)) => name.trim().to_owned(),
        Some(Value::Object(names)) => {
            let found = names.get("en").or_else(|| names.values().next());
            found.and_then(Value::as_str).unwrap_or_default().trim().to_owned()
        }
        _ => String::new(),
    }
}

fn list(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => text.split_whitespace().map(str::to_owned).collect(),
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

fn limits(values: &Map<String, Value>, file: &str, problem: &mut Problem) {
    let Some(Value::Object(limits)) = values.get("limits") else { return };
    for (key, value) in limits {
        let is_read = match key.as_str() {
            "memory" => {
                problem.memory_limit_mb = number(value);
                problem.memory_limit_mb.is_some()
            }
            "time_limit" | "time" => {
                problem.time_limit_ms = number(value).map(|seconds| seconds * 1000.0);
                problem.time_limit_ms.is_some()
            }
            other => LIMITS.contains(&other),
        };
        if !is_read {
            let name: String = key.chars().take(40).collect();
            problem.note(file, Lost::reads(format!("The limit '{name}' is not imported.")));
        }
    }
}

/// Seconds as they are written.
fn milliseconds(seconds: &str) -> Option<f64> {
    seconds.parse::<f64>().ok().filter(|seconds| seconds.is_finite()).map(|seconds| seconds * 1000.0)
}

/// The languages that are accepted; without them, or with `all`, each of ours is.
fn languages(values: &Map<String, Value>, file: &str, problem: &mut Problem) {
    let given = list(values.get("languages"));
    if given.is_empty() || given.iter().any(|name| name == "all") {
        return;
    }
    let mut unknown = Vec::new();
    for name in given {
        match LANGUAGES.iter().find(|(known, _)| *known == name) {
            Some((_, ours)) if problem.languages.iter().any(|language| language == ours) => {}
            Some((_, ours)) => problem.languages.push((*ours).to_owned()),
            None => unknown.push(name.chars().take(40).collect::<String>()),
        }
    }
    if problem.languages.is_empty() {
        let what = format!(
            "It accepts programs in {} only, which are not run here: all languages are possible.",
            unknown.join(", ")
        );
        problem.note(file, Lost::reads(what));
    } else if !unknown.is_empty() {
        problem.note(file, Lost::reads(format!("Programs in {} are not run here.", unknown.join(", "))));
    }
}

/// `name: 5`, or `name: {value: 5, tex: ..}`, of which the statement names `name` and `name.tex`.
fn constants(values: &Map<String, Value>, problem: &mut Problem) {
    let Some(Value::Object(constants)) = values.get("constants") else { return };
    for (name, value) in constants {
        match value {
            Value::Object(variants) => {
                for (variant, value) in variants {
                    if variant == "value" {
                        problem.constants.insert(name.clone(), words(value));
                    }
                    problem.constants.insert(format!("{name}.{variant}"), words(value));
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                problem.constants.insert(name.clone(), words(value));
            }
        }
    }
}

/// How scores of groups become one: here they are added up, and more is better.
fn grading(values: &Map<String, Value>, file: &str, problem: &mut Problem) {
    let Some(Value::Object(grading)) = values.get("grading") else { return };
    for (key, value) in grading {
        let is_passed_over = matches!(key.as_str(), "show_test_data_groups" | "on_reject" | "range")
            || key == "objective" && value.as_str() == Some("max");
        if !is_passed_over {
            let name: String = key.chars().take(40).collect();
            problem.note(file, Lost::scores(format!("'grading.{name}' is not imported.")));
        }
    }
}

/// Lines of `name = 'value'`.
fn from_ini(package: &mut Package<'_>, name: &str, problem: &mut Problem) -> Read<()> {
    let bytes = match package.bytes(name) {
        Ok(bytes) => bytes,
        Err(why) => return refused(name, why),
    };
    let text = String::from_utf8_lossy(&bytes);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['#', ';', '['])) {
        let Some((key, value)) = line.split_once('=') else { continue };
        let value = value.trim().trim_matches(['\'', '"']);
        match key.trim() {
            "name" if problem.name.is_empty() => value.clone_into(&mut problem.name),
            "timelimit" if milliseconds(value).is_some() => problem.time_limit_ms = milliseconds(value),
            "special_run" | "special_compare" if !value.is_empty() => {
                return refused(
                    name,
                    "This problem is run or compared by a program of its own, which is not run here.",
                );
            }
            "name" | "special_run" | "special_compare" => {}
            known if PASSED_OVER.contains(&known) => {}
            other => {
                let other: String = other.chars().take(40).collect();
                problem.note(name, Lost::reads(format!("'{other}' is not imported.")));
            }
        }
    }
    Ok(())
}

/// Whether both are the same number: `1e-6`, `0.000001`.
fn is_same(one: &str, other: &str) -> bool {
    let numbers = (kinds::decimal(one), kinds::decimal(other));
    matches!(numbers, (Some(one), Some(other)) if one.value() == other.value())
}

/// The checker that flags of the usual output validator describe.
fn checker(flags: &str, file: &str, problem: &mut Problem) {
    let mut words = flags.split_whitespace();
    let has_number = |words: &SplitWhitespace<'_>| words.clone().next().and_then(kinds::decimal).is_some();
    let (mut absolute, mut relative) = (None, None);
    let (mut is_case_sensitive, mut is_space_sensitive) = (false, false);
    while let Some(word) = words.next() {
        match word {
            "float_tolerance" | "float_absolute_tolerance" | "float_relative_tolerance" if has_number(&words) => {
                let value = words.next().and_then(kinds::decimal).map(|number| number.as_str().to_owned());
                if word != "float_relative_tolerance" {
                    absolute.clone_from(&value);
                }
                if word != "float_absolute_tolerance" {
                    relative = value;
                }
            }
            "case_sensitive" => is_case_sensitive = true,
            "space_change_sensitive" => is_space_sensitive = true,
            other => {
                let other: String = other.chars().take(40).collect();
                problem.note(file, Lost::scores(format!("The flag '{other}' of the output validator is not read.")));
            }
        }
    }
    let tolerance = match (&absolute, &relative) {
        (Some(one), Some(other)) if is_same(one, other) => Some(one.clone()),
        (None, None) => None,
        (one, other) => {
            let used = one.as_ref().or(other.as_ref()).cloned().unwrap_or_default();
            let what =
                format!("The tolerance {used} is an absolute and a relative one here; the package sets them apart.");
            problem.note(file, Lost::scores(what));
            Some(used)
        }
    };
    problem.checker = Some(match &tolerance {
        Some(_) => CodeChecker::Numbers,
        None if is_space_sensitive => CodeChecker::Exact,
        None => CodeChecker::Tokens,
    });
    if is_space_sensitive {
        let what = if tolerance.is_some() {
            "Blanks and line ends have to be those of the expected output there, and not here."
        } else {
            "Blanks at the end of a line and blank lines at the end count there, and not here."
        };
        problem.note(file, Lost::scores(what));
    }
    problem.tolerance = tolerance;
    problem.note_whole_numbers(file);
    let is_number = |token: &str| problem.tolerance.is_some() && token.parse::<f64>().is_ok();
    let has_letters = |token: &str| token.contains(|c: char| c.is_alphabetic()) && !is_number(token);
    let has_letters = problem.tests.iter().any(|test| test.output.split_whitespace().any(has_letters));
    if !is_case_sensitive && has_letters {
        let what = "Upper and lower case are equal there; here an output has to have the case of the expected one.";
        problem.note(file, Lost::scores(what));
    }
}
