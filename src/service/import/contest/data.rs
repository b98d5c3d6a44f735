//! The tests below `data/`: samples, secret ones, groups with their scores.

use super::{
    problem::{Problem, Read, refused},
    yaml::{map, words},
};
use crate::domain::question::code::{CodeTestDraft, MAX_CODE, MAX_PART, MAX_TESTS};
use crate::service::import::{lost::Lost, package::Package};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Of a folder, or inherited from the one around it.
#[derive(Clone)]
struct Grading {
    score: f64,
    /// All tests of the folder have to pass for its score.
    is_joined: bool,
}

#[derive(Default)]
pub struct Tests {
    pub tests: Vec<CodeTestDraft>,
    /// All flags that folders give to the output validator, each once.
    pub validator_flags: String,
}

/// Keys of `testdata.yaml` that are about the contest's own programs.
const PASSED_OVER: [&str; 7] = [
    "on_reject",
    "range",
    "reject_score",
    "input_validator_flags",
    "input_validator_args",
    "static_validation",
    "full_feedback",
];

/// A test by the files that it has.
#[derive(Default)]
struct Files {
    input: Option<String>,
    output: Option<String>,
}

pub fn read(package: &mut Package<'_>, folder: &str, scores: bool, problem: &mut Problem) -> Read<Tests> {
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
    let mut settings: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    let mut flags: Vec<String> = Vec::new();
    for name in gradings {
        let values = map(package, &name)?;
        for key in ["output_validator_flags", "output_validator_args"] {
            let given = values.get(key).map(words).unwrap_or_default();
            if !given.trim().is_empty() && !flags.contains(&given) {
                flags.push(given);
            }
        }
        unread(&values, &name, problem);
        let at = name.strip_prefix(&root).and_then(|path| path.rsplit_once('/')).map_or("", |(folder, _)| folder);
        settings.insert(at.to_owned(), values);
    }
    if flags.len() > 1 {
        problem
            .note(&root, Lost::scores("Groups compare outputs in different ways there; here all of them do it alike."));
        flags.truncate(1);
    }
    let scores =
        scores || settings.values().any(|values| values.contains_key("accept_score") || values.contains_key("scoring"));
    let mut tests = Vec::new();
    let mut size = 0;
    let mut missing = 0;
    let mut windows = 0;
    for (stem, files) in stems.into_values() {
        let entry = format!("{root}{stem}");
        let (Some(input), Some(output)) = (files.input, files.output) else {
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
    Ok(Tests { tests: weighted(tests, scores, &settings, problem), validator_flags: flags.join(" ") })
}

fn unread(values: &Map<String, Value>, name: &str, problem: &mut Problem) {
    let known =
        ["accept_score", "grading", "grader_flags", "output_validator_flags", "output_validator_args", "scoring"];
    for key in values.keys().filter(|key| !known.contains(&key.as_str()) && !PASSED_OVER.contains(&key.as_str())) {
        let key: String = key.chars().take(40).collect();
        problem.note(name, Lost::scores(format!("'{key}' is not imported.")));
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

/// Without a byte order mark and with line ends of Unix; whether it had others.
pub fn without_marks(text: String) -> (String, bool) {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if bare.len() == text.len() && !text.contains('\r') {
        return (text, false);
    }
    (bare.replace("\r\n", "\n").replace('\r', "\n"), true)
}

/// Groups and weights. Where a problem is passed or failed, all secret tests count together.
fn weighted(
    tests: Vec<(String, CodeTestDraft)>,
    scores: bool,
    settings: &BTreeMap<String, Map<String, Value>>,
    problem: &mut Problem,
) -> Vec<CodeTestDraft> {
    if !scores {
        let has_secret = tests.iter().any(|(_, test)| !test.visible);
        let one = |(_, test): (String, CodeTestDraft)| {
            let counts = !has_secret || !test.visible;
            CodeTestDraft { weight: i64::from(counts), group: counts.then(|| "all".to_owned()), ..test }
        };
        return tests.into_iter().map(one).collect();
    }
    let mut counts: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for (folder, _) in &tests {
        counts.entry(folder.clone()).or_default().0 += 1;
    }
    let mut rounded = false;
    let mut done = Vec::new();
    for (folder, mut test) in tests {
        let grading = grading(&folder, settings);
        let Some((count, seen)) = counts.get_mut(&folder) else { continue };
        let whole = grading.score.round().clamp(0.0, 1_000.0);
        rounded |= (whole - grading.score).abs() > 1e-9;
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1,000")]
        let score = whole as i64;
        let share = score / *count + i64::from(*seen < score % *count);
        *seen += 1;
        test.weight = if grading.is_joined { share } else { score };
        if grading.is_joined {
            let name: String = folder.trim_start_matches("secret/").replace('/', " ").chars().take(40).collect();
            test.group = Some(name);
        }
        done.push(test);
    }
    if rounded {
        problem.note("data", Lost::scores("Scores are whole numbers here: those of the package were rounded."));
    }
    if done.iter().all(|test| test.weight == 0) {
        done.iter_mut().filter(|test| !test.visible).for_each(|test| test.weight = 1);
    }
    done
}

/// Of a folder, with what it inherits.
fn grading(folder: &str, settings: &BTreeMap<String, Map<String, Value>>) -> Grading {
    let mut grading = Grading { score: 1.0, is_joined: false };
    let ends = folder.match_indices('/').map(|(at, _)| at).chain([folder.len()]);
    let folders = std::iter::once("").chain(ends.filter_map(|at| folder.get(..at)));
    for path in folders {
        let Some(values) = settings.get(path) else { continue };
        if let Some(score) = values.get("accept_score").and_then(Value::as_f64) {
            grading.score = score;
        }
        if let Some(flags) = values.get("grader_flags").map(words) {
            grading.is_joined = flags.split_whitespace().any(|flag| flag == "min");
        }
        if let Some(Value::Object(scoring)) = values.get("scoring") {
            if let Some(score) = scoring.get("score").and_then(Value::as_f64) {
                grading.score = score;
            }
            if let Some(rule) = scoring.get("aggregation").and_then(Value::as_str) {
                grading.is_joined = matches!(rule, "min" | "pass-fail");
            }
        }
    }
    if folder == "sample" && !settings.contains_key("sample") {
        grading.score = 0.0;
    }
    grading
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
