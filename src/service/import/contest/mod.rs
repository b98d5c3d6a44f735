//! Packages of programming contests: ICPC and Kattis (`problem.yaml`), `DOMjudge` (`domjudge-problem.ini`) and Polygon
//! (`problem.xml`). A package becomes a test with one coding question: statement, tests, checker, limits, and the
//! solutions that have to pass.

mod data;
mod latex;
mod latex_words;
mod polygon;
mod problem;
mod settings;
mod solutions;
mod statement;
mod yaml;

use super::{
    lost::Lost,
    package::Package,
    pictures::Pictures,
    plan::{Parsed, PlannedTest, Position},
};
use crate::domain::{
    question::Numeral,
    rich_text::RichTextFormat,
    test::{LANGUAGES, QuestionDraft, QuestionKind},
};
use problem::{Note, Read, Refusal, refused};

/// Files by one of which such a package is known, at its top.
const MARKS: [&str; 3] = ["problem.yaml", "domjudge-problem.ini", "problem.xml"];
const MAX_TITLE: usize = 200;
const DEFAULT_POINTS: i64 = 10;

/// The folder of the package, with a slash at its end, if it is one of a contest.
fn folder(package: &Package<'_>) -> Option<String> {
    MARKS.iter().find_map(|mark| {
        let name = package.at_top(mark);
        package.has(&name).then(|| name.strip_suffix(mark).unwrap_or_default().to_owned())
    })
}

pub(super) fn is_in(package: &Package<'_>) -> bool {
    folder(package).is_some()
}

pub(super) fn read(mut package: Package<'_>, title: &str) -> Parsed {
    let Some(folder) = folder(&package) else {
        let why =
            "This zip has none of problem.yaml, domjudge-problem.ini and problem.xml: it is no package of a contest.";
        return Parsed::fault(Position::default(), why);
    };
    let mut pictures = Pictures::default();
    let mut parsed = match read_problem(&mut package, &folder, title, &mut pictures) {
        Ok(parsed) => parsed,
        Err(Refusal { entry, why }) => Parsed::fault(Position { entry: Some(entry), line: None }, why),
    };
    parsed.pictures = pictures.found;
    parsed
}

fn read_problem(package: &mut Package<'_>, folder: &str, title: &str, pictures: &mut Pictures) -> Read<Parsed> {
    let is_polygon = package.has(&format!("{folder}problem.xml"));
    let (mut problem, text) = if is_polygon {
        polygon::read(package, folder, pictures)?
    } else {
        let mut problem = settings::read(package, folder)?;
        let text = statement::read(package, folder, &mut problem, pictures);
        (problem, text)
    };
    if problem.tests.is_empty() {
        return refused(folder, "This package has no tests that can be imported.");
    }
    let name = if problem.name.is_empty() { title } else { &problem.name };
    let name: String = name.chars().filter(|c| !c.is_control()).take(MAX_TITLE).collect();
    let (reference, wrong) = solutions::read(package, folder, &mut problem.notes);
    let time_limit_ms = limit(problem.time_limit_ms, (100, 20_000), 2_000, "time limit", "ms", &mut problem.notes);
    let memory_limit_mb = limit(problem.memory_limit_mb, (16, 1_024), 256, "memory limit", "MiB", &mut problem.notes);
    let (text, format) = text.unwrap_or_else(|| {
        let lost = Lost::reads("The package has no statement that can be read: write the question's text.");
        problem.notes.push(Note { entry: None, lost });
        (name.clone(), RichTextFormat::Plain)
    });
    let question = QuestionDraft {
        format,
        points: DEFAULT_POINTS,
        languages: LANGUAGES.iter().map(|language| (*language).to_owned()).collect(),
        tests: problem.tests,
        checker: problem.checker,
        checker_tolerance: problem.tolerance.map(Numeral),
        time_limit_ms: Some(time_limit_ms),
        memory_limit_mb: Some(memory_limit_mb),
        reference_solutions: reference,
        wrong_solutions: wrong,
        tags: problem.tags,
        ..QuestionDraft::new(QuestionKind::Coding, text)
    };
    let mut parsed = Parsed::default();
    let place = Position::default();
    parsed.tests.push(PlannedTest::new(name, place.clone()));
    parsed.push(question, &place);
    for Note { entry, lost } in problem.notes {
        parsed.left_out(Position { entry, line: None }, lost);
    }
    Ok(parsed)
}

/// A limit within ours.
fn limit(
    given: Option<f64>,
    (low, high): (i64, i64),
    usual: i64,
    name: &str,
    unit: &str,
    notes: &mut Vec<Note>,
) -> i64 {
    let mut note = |what: String| notes.push(Note { entry: None, lost: Lost::reads(what) });
    let Some(given) = given else {
        note(format!("The package sets no {name}: it is {usual} {unit} here."));
        return usual;
    };
    #[expect(clippy::cast_possible_truncation, reason = "checked to be small")]
    let whole = if (0.0..=1e9).contains(&given) { given.round() as i64 } else { usual };
    let fit = whole.clamp(low, high);
    if fit != whole {
        note(format!("The {name} is {whole} {unit} there and {fit} {unit} here."));
    }
    fit
}

#[cfg(test)]
mod tests;
