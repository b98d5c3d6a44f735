//! Packages of programming contests: ICPC and Kattis (`problem.yaml`), `DOMjudge` (`domjudge-problem.ini`) and Polygon
//! (`problem.xml`). A package becomes a test with one coding question: statement, tests, checker, limits, and the
//! solutions that have to pass.

mod data;
mod grading;
mod latex;
mod latex_letters;
mod latex_source;
mod latex_words;
mod polygon;
mod problem;
mod settings;
mod solutions;
mod statement;
mod yaml;

use super::{
    lost::{Lost, fitted},
    package::Package,
    pictures::Pictures,
    plan::{Parsed, PlannedTest, Position},
    unread_files::{FileVocabulary, name_unread},
};
use crate::domain::{
    question::Numeral,
    rich_text::RichTextFormat,
    test::{LANGUAGES, QuestionDraft, QuestionKind},
};
use problem::{Note, Read, Refusal, refused};

/// Files by one of which such a package is known, at its top.
const MARKS: [&str; 3] = ["problem.yaml", "domjudge-problem.ini", "problem.xml"];
const OTHER_STATEMENT: &str = "The statement in other languages, and files that it does not show, are not imported.";
/// Files of a package that may be passed over, with the reason.
const FILES: FileVocabulary = FileVocabulary {
    folders: &[
        ("input_validators/", "they check the tests, not the answers"),
        ("input_format_validators/", "they check the tests, not the answers"),
        ("input_validator/", "they check the tests, not the answers"),
        ("answer_validators/", "they check the tests, not the answers"),
        ("generators/", "they made the tests"),
        ("solution/", "words about the problem for its authors"),
        ("submissions/", "programs: those that are accepted or wrong are read or counted"),
        ("data/invalid_input/", "tests of the package's own programs"),
        ("data/invalid_output/", "tests of the package's own programs"),
        ("data/valid_output/", "tests of the package's own programs"),
        ("README", "words about the package"),
        ("LICENSE", "words about the package"),
        ("check", "the program that compares, or checks tests: one of the package's own refuses it"),
        ("files/", "libraries of the package's own programs"),
        ("scripts/", "programs that made the tests"),
        ("documents/", "words about the problem for its authors"),
        ("statements/", "the statement as a whole, whose sections are read"),
        ("doall.", "programs that made the tests"),
        ("wipe.", "programs that made the tests"),
        ("tags", "named in problem.xml, too"),
        ("resource", "libraries of the package's own programs"),
    ],
    endings: &[
        (".sty", "layout of the statement"),
        (".cls", "layout of the statement"),
        (".desc", "words about a test for authors"),
        (".hint", "words about a test for authors"),
    ],
    scoring: Some("data/"),
    named: &[
        ("include/", || Lost::scores("Files that are compiled with each program are not imported.")),
        ("attachments/", || Lost::reads("Files for candidates are not imported.")),
        ("graders/", || Lost::scores("A program of the package that adds up scores is not run here.")),
        ("output_visualizers/", || Lost::looks("Pictures of outputs are not made here.")),
        ("solutions/", || Lost::looks("The programs of the package are not imported.")),
        ("problem_statement/", || Lost::looks(OTHER_STATEMENT)),
        ("statement/", || Lost::looks(OTHER_STATEMENT)),
        ("statement-sections/", || Lost::looks(OTHER_STATEMENT)),
    ],
};
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
        Err(Refusal { entry, why }) => {
            Parsed::fault(Position { entry: Some(entry).filter(|entry| !entry.is_empty()), line: None }, why)
        }
    };
    if !parsed.tests.is_empty() {
        name_unread(&package, &folder, &FILES, &mut parsed);
    }
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
    let (name, cut) = fitted(&name.replace(char::is_control, ""), MAX_TITLE);
    problem.notes.extend(cut.map(|what| Note { entry: None, lost: Lost::reads(what) }));
    let all = || LANGUAGES.iter().map(|language| (*language).to_owned()).collect();
    let languages = if problem.languages.is_empty() { all() } else { problem.languages };
    let (reference, wrong) = solutions::read(package, folder, &languages, &mut problem.notes);
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
        languages,
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
mod passed_tests;
#[cfg(test)]
mod tests;
