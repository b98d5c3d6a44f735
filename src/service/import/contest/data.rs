//! The tests below `data/`: samples, secret ones, groups with their scores.

use super::{
    grading::{Settings, weighted},
    problem::{Problem, Read, refused},
    yaml::{map, number, words},
};
use crate::domain::question::code::{CodeTestDraft, MAX_CODE, MAX_PART, MAX_TESTS};
use crate::service::import::{lost::Lost, package::Package};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub struct Tests {
    pub tests: Vec<CodeTestDraft>,
    /// All flags that folders give to the output validator, each once.
    pub validator_flags: String,
}

/// Keys of `testdata.yaml` by which a problem has scores.
const SCORES: [&str; 4] = ["accept_score", "scoring", "max_score", "score_aggregation"];
/// Keys of `testdata.yaml` that are about the contest's own programs.
const PASSED_OVER: [&str; 8] = [
    "on_reject",
    "range",
    "reject_score",
    "input_validator_flags",
    "input_validator_args",
    "full_feedback",
    "input_visualizer_args",
    "output_visualizer_args",
];

/// A test by the files that it has.
#[derive(Default)]
struct Files {
    input: Option<String>,
    output: Option<String>,
}

pub fn read(package: &mut Package<'_>, folder: &str, scores: Option<bool>, problem: &mut Problem) -> Read<Tests> {
    let root = format!("{folder}data/");
    let mut stems: BTreeMap<Vec<NamePart>, (String, Files)> = BTreeMap::new();
    let mut gradings = BTreeSet::new();
    for name in package.names() {
        let Some(path) = name.strip_prefix(&root) else { continue };
        if path.split('/').any(|part| part.starts_with('.'))
            || !(path.starts_with("sample/") || path.starts_with("secret/")) && path.contains('/')
        {
            continue;
        }
        let Some((stem, ending)) = path.rsplit_once('.') else { continue };
        match ending {
            "in" | "ans" | "out" => {
                let (_, files) = stems.entry(by_number(stem)).or_insert_with(|| (stem.to_owned(), Files::default()));
                if ending == "in" { files.input = Some(name.clone()) } else { files.output = Some(name.clone()) }
            }
            "yaml" if matches!(path.rsplit('/').next(), Some("testdata.yaml" | "test_group.yaml")) => {
                gradings.insert(name.clone());
            }
            _ => {}
        }
    }
    let mut settings = Settings::new();
    for name in gradings {
        let values = map(package, &name)?;
        unread(&values, &name, problem);
        let at = name.strip_prefix(&root).and_then(|path| path.rsplit_once('/')).map_or("", |(folder, _)| folder);
        settings.insert(at.to_owned(), values);
    }
    let has_scores = || settings.values().any(|values| SCORES.iter().any(|key| values.contains_key(*key)));
    let scores = scores.unwrap_or_else(has_scores);
    let mut tests = Vec::new();
    let mut size = 0;
    let mut missing = 0;
    let mut windows = 0;
    for (stem, files) in stems.into_values() {
        let entry = format!("{root}{stem}");
        let (Some(input), Some(output)) = (files.input.clone(), files.output.clone()) else {
            files.input.iter().chain(&files.output).for_each(|name| package.pass_over(name));
            let what = "The test is left out: one of its two files, .in and .ans, is missing.";
            problem.note(&entry, Lost::scores(what));
            continue;
        };
        let (input, output) = match (text(package, &input), text(package, &output)) {
            (Ok(input), Ok(output)) => (input, output),
            (Err(why), _) | (_, Err(why)) => {
                problem.note(&entry, Lost::scores(format!("The test is left out: {why}")));
                continue;
            }
        };
        let (input, one) = without_marks(input);
        let (output, other) = without_marks(output);
        windows += usize::from(one || other);
        if tests.len() >= MAX_TESTS || size + input.len() + output.len() > MAX_CODE * 3 / 4 {
            missing += 1;
            continue;
        }
        size += input.len() + output.len();
        let visible = stem.starts_with("sample/");
        let folder = stem.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        tests.push((folder, CodeTestDraft { input, output, visible, weight: i64::from(!visible), group: None }));
    }
    if missing > 0 {
        let what =
            format!("{missing} of the tests are left out: at most {MAX_TESTS} are possible, and 384 KiB together.");
        problem.note(&root, Lost::scores(what));
    }
    if windows > 0 {
        let what =
            format!("Line ends of Windows and byte order marks were taken off: {windows} of the tests have them.");
        problem.note(&root, Lost::reads(what));
    }
    let validator_flags = flags(&tests, &settings, &root, problem);
    Ok(Tests { tests: weighted(tests, scores, &settings, problem), validator_flags })
}

/// The flags of the output validator for the tests that count.
fn flags(tests: &[(String, CodeTestDraft)], settings: &Settings, root: &str, problem: &mut Problem) -> String {
    let has_secret = tests.iter().any(|(_, test)| !test.visible);
    let counting = tests.iter().filter(|(_, test)| !has_secret || !test.visible);
    let all: BTreeSet<String> = counting.map(|(folder, _)| flags_of(folder, settings)).collect();
    if all.len() > 1 {
        let what = "Groups compare outputs in different ways there; here all of them do it alike.";
        problem.note(root, Lost::scores(what));
    }
    all.into_iter().find(|flags| !flags.is_empty()).unwrap_or_default()
}

/// Returns the checker flags of a folder, or of the nearest one around it that has some.
fn flags_of(folder: &str, settings: &Settings) -> String {
    let mut at = folder;
    loop {
        let keys = ["output_validator_flags", "output_validator_args"];
        let found = settings.get(at).and_then(|values| keys.iter().find_map(|key| values.get(*key)));
        if let Some(found) = found {
            return words(found).trim().to_owned();
        }
        if at.is_empty() {
            return String::new();
        }
        at = at.rsplit_once('/').map_or("", |(around, _)| around);
    }
}

fn unread(values: &Map<String, Value>, name: &str, problem: &mut Problem) {
    let read = ["grading", "grader_flags", "output_validator_flags", "output_validator_args"];
    let known = [SCORES.as_slice(), read.as_slice()].concat();
    for key in values.keys().filter(|key| !known.contains(&key.as_str()) && !PASSED_OVER.contains(&key.as_str())) {
        let key: String = key.chars().take(40).collect();
        problem.note(name, Lost::scores(format!("'{key}' is not imported.")));
    }
    for (of, known) in [("scoring", ["score", "aggregation"].as_slice()), ("grading", &[])] {
        let Some(Value::Object(inner)) = values.get(of) else { continue };
        for key in inner.keys().filter(|key| !known.contains(&key.as_str())) {
            let key: String = key.chars().take(40).collect();
            problem.note(name, Lost::scores(format!("'{of}.{key}' is not imported.")));
        }
    }
    for key in ["accept_score", "max_score", "reject_score"] {
        if values.get(key).is_some_and(|value| number(value).is_none()) {
            problem.note(name, Lost::scores(format!("'{key}' is not imported.")));
        }
    }
    if values.get("reject_score").and_then(number).is_some_and(|score| score.abs() > 0.0) {
        problem.note(name, Lost::scores("A test that fails earns points there (reject_score), and nothing here."));
    }
    if values.get("grading").and_then(Value::as_str) == Some("custom") {
        problem.note(
            name,
            Lost::scores(
                "A program of the package that adds up scores is not run here: the weights of the tests count.",
            ),
        );
    }
}

fn text(package: &mut Package<'_>, name: &str) -> Result<String, String> {
    let bytes = package.bytes(name)?;
    if bytes.len() > MAX_PART {
        return Err("one of its files is larger than 64 KiB.".into());
    }
    String::from_utf8(bytes).map_err(|_| "one of its files is not text in UTF-8.".into())
}

/// Returns the text without a byte order mark and with line ends of Unix, and whether it had others.
pub fn without_marks(text: String) -> (String, bool) {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if bare.len() == text.len() && !text.contains('\r') {
        return (text, false);
    }
    (bare.replace("\r\n", "\n").replace('\r', "\n"), true)
}

/// Texts and numbers of a name, by which 2 comes before 10.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum NamePart {
    Number(u64, String),
    Text(String),
}

fn by_number(name: &str) -> Vec<NamePart> {
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let is_digit = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != is_digit).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        parts.push(if is_digit {
            NamePart::Number(part.parse().unwrap_or(u64::MAX), part.to_owned())
        } else {
            NamePart::Text(part.to_owned())
        });
        rest = after;
    }
    parts
}

/// # Errors
/// A file that is missing, too large or no text.
pub fn of_files(package: &mut Package<'_>, input: &str, output: &str) -> Read<(String, String)> {
    for name in [input, output] {
        if !package.has(name) {
            return refused(
                name,
                "This test is not in the package: export the full package, in which generated tests are files.",
            );
        }
    }
    match (text(package, input), text(package, output)) {
        (Ok(input), Ok(output)) => Ok((input, output)),
        (Err(why), _) => refused(input, why),
        (_, Err(why)) => refused(output, why),
    }
}
