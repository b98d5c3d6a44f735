//! Packages of Polygon: `problem.xml` names tests, limits, groups and the checker.

use super::{
    data,
    problem::{Note, Problem, Read, refused},
    statement,
};
use crate::{
    domain::question::{
        CodeChecker,
        code::{CodeTestDraft, MAX_TESTS},
    },
    service::import::{
        lost::Lost,
        package::Package,
        pictures::Pictures,
        qti::{
            unread::{Vocabulary, unread_but},
            xml::{self, XmlElement},
        },
    },
};
use std::collections::BTreeMap;

/// Parts of `problem.xml` that may be passed over, with the reason.
const PARTS: Vocabulary = Vocabulary {
    passed_over: &[
        ("names", "one of the names is read"),
        ("statements", "files of the statement as a whole, whose sections are read"),
        ("tutorials", "words about the problem for its authors"),
        ("files", "libraries and programs of the package's own"),
        ("checker", "read before"),
        ("validators", "they check the tests, not the answers"),
        ("solutions", "named with their folder"),
        ("properties", "settings of Polygon"),
        ("stresses", "programs that made the tests"),
        ("documents", "words about the problem for its authors"),
        ("tags", "read before"),
        ("groups", "read before"),
        ("testcount", "the tests are counted"),
    ],
    optional: &[],
    attributes: &[
        ("revision", "name for authors"),
        ("shortname", "name for authors"),
        ("url", "name for authors"),
        ("name", "read before"),
        ("cpuname", "where limits were measured"),
        ("cpuspeed", "where limits were measured"),
        ("method", "how a test was made"),
        ("cmd", "how a test was made"),
        ("fromfile", "how a test was made"),
        ("description", "words about a test for authors"),
        ("verdict", "of a test for the package's own programs"),
    ],
};

const ABSOLUTE: &str = "A number may differ by 0.0000015 there, and also by that share of it here.";
const WIDER: &str = "A number may differ by 0.000015 there, and also by that share of it here.";

/// The usual checkers: how each compares, its tolerance, and what differs here.
const CHECKERS: [(&str, CodeChecker, Option<&str>, Option<&str>); 18] = [
    ("fcmp", CodeChecker::Exact, None, Some("Blanks at the end of a line count there, and not here.")),
    (
        "lcmp",
        CodeChecker::Tokens,
        None,
        Some("Lines have to end where they do in the expected output there, and not here."),
    ),
    ("wcmp", CodeChecker::Tokens, None, None),
    ("ncmp", CodeChecker::Tokens, None, None),
    ("icmp", CodeChecker::Tokens, None, None),
    ("hcmp", CodeChecker::Tokens, None, None),
    // Lines such as `Case 1: 5`.
    ("caseicmp", CodeChecker::Tokens, None, None),
    ("casencmp", CodeChecker::Tokens, None, None),
    ("casewcmp", CodeChecker::Tokens, None, None),
    ("uncmp", CodeChecker::Tokens, None, Some("Numbers may come in any order there, and not here.")),
    ("acmp", CodeChecker::Numbers, Some("0.0000015"), Some(ABSOLUTE)),
    ("rcmp", CodeChecker::Numbers, Some("0.0000015"), Some(ABSOLUTE)),
    ("rncmp", CodeChecker::Numbers, Some("0.000015"), Some(WIDER)),
    ("dcmp", CodeChecker::Numbers, Some("0.000001"), None),
    ("rcmp4", CodeChecker::Numbers, Some("0.0001"), None),
    ("rcmp6", CodeChecker::Numbers, Some("0.000001"), None),
    ("rcmp9", CodeChecker::Numbers, Some("0.000000001"), None),
    ("yesno", CodeChecker::Tokens, None, Some("Upper and lower case are equal there, and differ here.")),
];

pub fn read(package: &mut Package<'_>, folder: &str, pictures: &mut Pictures) -> Read<(Problem, statement::Statement)> {
    let file = format!("{folder}problem.xml");
    let bytes = match package.bytes(&file) {
        Ok(bytes) => bytes,
        Err(why) => return refused(&file, why),
    };
    let root = match xml::parse(&bytes) {
        Ok(root) if root.name == "problem" => root,
        Ok(_) => return refused(&file, "This is not the problem of a Polygon package."),
        Err((line, why)) => return refused(&file, format!("Line {line}: {why}")),
    };
    let mut problem = Problem::default();
    let names = root.all("names").first().map(|names| names.all("name")).unwrap_or_default();
    let english = |one: &&&XmlElement| one.attribute("language") == Some("english");
    let title = names.iter().find(english).or_else(|| names.first());
    title.and_then(|one| one.attribute("value")).unwrap_or_default().clone_into(&mut problem.name);
    let _ = root.child("assets");
    problem.tags = root
        .child("tags")
        .map(|tags| tags.all("tag"))
        .unwrap_or_default()
        .iter()
        .filter_map(|tag| tag.attribute("value"))
        .map(str::to_owned)
        .collect();
    if !root.all("interactor").is_empty() {
        return refused(
            &file,
            "This problem is interactive: programs that answer to a judge while they run cannot be tested here.",
        );
    }
    checker(&root, &file, &mut problem)?;
    let judging = root.child("judging");
    let sets = judging.map(|judging| judging.named("testset")).unwrap_or_default();
    let set = sets.iter().find(|set| set.attribute("name").is_none_or(|name| name == "tests")).or_else(|| sets.first());
    let Some(set) = set else { return refused(&file, "This package has no set of tests.") };
    if sets.len() > 1 {
        problem.note(&file, Lost::looks("One set of tests is imported: further ones, such as pretests, are not."));
        sets.iter().filter(|other| !std::ptr::eq(**other, *set)).for_each(|other| other.mark_all());
    }
    for (name, what) in [("inputfile", "read their input from"), ("outputfile", "write their output to")] {
        let given = judging.and_then(|judging| judging.attribute(name)).unwrap_or_default().trim();
        if !given.is_empty() {
            let given: String = given.chars().take(40).collect();
            problem
                .note(&file, Lost::scores(format!("Programs {what} the file '{given}' there, which is not so here.")));
        }
    }
    let number = |name: &str| set.child(name).and_then(|one| one.text().parse::<f64>().ok());
    problem.time_limit_ms = number("timelimit");
    problem.memory_limit_mb = number("memorylimit").map(|bytes| bytes / f64::from(1 << 20));
    tests(package, folder, set, &file, &mut problem)?;
    problem.note_whole_numbers(&file);
    root.mark();
    for (line, lost) in unread_but(&root, &PARTS) {
        problem.note(&file, lost.within(&format!("Line {line}")));
    }
    let text = text(package, folder, &mut problem.notes, pictures);
    Ok((problem, text))
}

fn checker(root: &XmlElement, file: &str, problem: &mut Problem) -> Read<()> {
    let Some(checker) = root.all("checker").first().copied() else { return Ok(()) };
    let name = checker.attribute("name").unwrap_or_default();
    let short = name.strip_prefix("std::").unwrap_or_default().trim_end_matches(".cpp");
    let known = CHECKERS
        .iter()
        .find(|(known, ..)| *known == short || short.strip_prefix('n') == Some(known) && short == "nyesno");
    let Some((_, kind, tolerance, differs)) = known else {
        return refused(
            file,
            "This package compares outputs with a program of its own (checker), which is not run here. Problems with exactly one right output can be imported without it.",
        );
    };
    problem.checker = Some(*kind);
    problem.tolerance = tolerance.map(str::to_owned);
    if let Some(differs) = differs {
        problem.note(file, Lost::scores(*differs));
    }
    Ok(())
}

fn tests(package: &mut Package<'_>, folder: &str, set: &XmlElement, file: &str, problem: &mut Problem) -> Read<()> {
    let pattern = |name: &str, usual: &str| {
        set.child(name).map(XmlElement::text).filter(|text| !text.is_empty()).unwrap_or_else(|| usual.to_owned())
    };
    let (input, output) = (pattern("inputpathpattern", "tests/%02d"), pattern("answerpathpattern", "tests/%02d.a"));
    let all = set.child("tests").map(|tests| tests.named("test")).unwrap_or_default();
    if all.len() > MAX_TESTS {
        let what = format!("{} of the tests are left out: at most {MAX_TESTS} are possible.", all.len() - MAX_TESTS);
        problem.note(file, Lost::scores(what));
    }
    let joined: BTreeMap<&str, bool> = set
        .all("group")
        .into_iter()
        .filter_map(|group| Some((group.attribute("name")?, group.attribute("pointspolicy") != Some("each-test"))))
        .collect();
    if !set.all("dependency").is_empty() {
        problem.note(file, Lost::scores("Groups that count only after others are not supported: each counts alone."));
    }
    let has_points = all.iter().any(|test| test.attribute("points").is_some());
    let (mut windows, mut rounded) = (false, false);
    for (number, test) in (1..).zip(&all).take(MAX_TESTS) {
        let (input, output) = data::of_files(package, &at(folder, &input, number), &at(folder, &output, number))?;
        let ((input, one), (output, other)) = (data::without_marks(input), data::without_marks(output));
        windows |= one || other;
        let visible = test.attribute("sample") == Some("true");
        let given =
            test.attribute("points").map(|text| text.trim().parse::<f64>().ok().filter(|points| points.is_finite()));
        let points = given.flatten().unwrap_or_default();
        let whole = points.round().clamp(0.0, 1_000.0);
        rounded |= (whole - points).abs() > 1e-9 || given == Some(None);
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1,000")]
        let weight = if has_points { whole as i64 } else { i64::from(!visible) };
        let group = match test.attribute("group") {
            Some(group) if joined.get(group).copied().unwrap_or(false) => Some(problem.group(file, group, group)),
            None if !has_points && !visible => Some("all".to_owned()),
            _ => None,
        };
        problem.tests.push(CodeTestDraft { input, output, visible, weight, group });
    }
    if !has_points {
        rounded |= share(&set.all("group"), &all, problem);
    }
    if problem.tests.iter().all(|test| test.weight == 0) {
        problem.tests.iter_mut().for_each(|test| test.weight = 1);
    }
    if windows {
        problem.note(file, Lost::reads("Line ends of Windows and byte order marks of tests were taken off."));
    }
    if rounded {
        problem.note(file, Lost::scores("Points of tests are whole numbers here: those of the package were rounded."));
    }
    Ok(())
}

/// Shares the points of groups among their tests, where tests have none of their own; whether some were rounded.
fn share(groups: &[&XmlElement], tests: &[&XmlElement], problem: &mut Problem) -> bool {
    let of_group = |group: &XmlElement| group.attribute("points")?.trim().parse::<f64>().ok();
    if !groups.iter().any(|group| of_group(group).is_some_and(|points| points > 0.0)) {
        return false;
    }
    let mut rounded = false;
    problem.tests.iter_mut().for_each(|test| test.weight = 0);
    for group in groups {
        let points = of_group(group).unwrap_or_default();
        let whole = points.round().clamp(0.0, 1_000.0);
        rounded |= (whole - points).abs() > 1e-9;
        let is_within = |test: &&XmlElement| test.attribute("group") == group.attribute("name");
        let all = tests.iter().take(problem.tests.len()).enumerate();
        let places: Vec<usize> = all.filter(|(_, test)| is_within(test)).map(|(at, _)| at).collect();
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1,000")]
        let total = whole as i64;
        let count = i64::try_from(places.len()).unwrap_or(1).max(1);
        for (place, at) in (0..).zip(places) {
            if let Some(test) = problem.tests.get_mut(at) {
                test.weight = total / count + i64::from(place < total % count);
            }
        }
    }
    rounded
}

/// The path of a test: `tests/%02d`.
fn at(folder: &str, pattern: &str, number: usize) -> String {
    let Some((before, after)) = pattern.split_once('%') else { return format!("{folder}{pattern}") };
    let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let width: usize = after.get(..digits).and_then(|width| width.parse().ok()).unwrap_or(1);
    let behind = after.get(digits..).and_then(|rest| rest.strip_prefix('d')).unwrap_or_default();
    format!("{folder}{before}{number:0width$}{behind}", width = width.min(9))
}

/// The sections of the statement in English, or in the first language.
fn text(
    package: &mut Package<'_>,
    folder: &str,
    notes: &mut Vec<Note>,
    pictures: &mut Pictures,
) -> statement::Statement {
    let root = format!("{folder}statement-sections/");
    let mut languages: Vec<String> = package
        .names()
        .iter()
        .filter_map(|name| Some(name.strip_prefix(&root)?.split_once('/')?.0.to_owned()))
        .collect();
    languages.sort_by_key(|language| (language != "english", language.clone()));
    let language = languages.into_iter().next()?;
    let mut source = String::new();
    let mut name = String::new();
    for (file, title) in [
        ("legend", ""),
        ("input", "Input"),
        ("output", "Output"),
        ("interaction", "Interaction"),
        ("scoring", "Scoring"),
        ("notes", "Notes"),
    ] {
        name = format!("{root}{language}/{file}.tex");
        let Some(bytes) = package.has(&name).then(|| package.bytes(&name).ok()).flatten() else { continue };
        let section = String::from_utf8_lossy(&bytes).trim().to_owned();
        if std::str::from_utf8(&bytes).is_err() {
            let lost = Lost::reads(
                "This text is not in UTF-8: letters that cannot be read are replaced. Please correct them.",
            );
            notes.push(Note { entry: Some(name.clone()), lost });
        }
        if !section.is_empty() {
            let head = if title.is_empty() { String::new() } else { format!("\\section*{{{title}}}\n\n") };
            source.extend([head.as_str(), section.as_str(), "\n\n"]);
        }
    }
    statement::from_latex(package, &name, &source, notes, pictures)
}
