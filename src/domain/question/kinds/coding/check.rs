//! Validation of languages, tests, limits and solutions.

use super::{
    CodeChecker, CodeTest, CodeTestDraft, Coding, DEFAULT_MEMORY_LIMIT, DEFAULT_TIME_LIMIT, Solution, SolutionDraft,
    StarterDraft,
};
use crate::domain::question::{
    basic::{LANGUAGES, check_language},
    decimal::Decimal,
    draft::{Numeral, QuestionDraft},
    field::{QuestionFields, is_text, longer},
};
use std::{collections::BTreeMap, ops::RangeInclusive};

pub const MAX_TESTS: usize = 100;
/// Bytes of one input, output, starter code or solution.
pub const MAX_PART: usize = 64 * 1024;
/// Bytes of all of them in one question.
pub const MAX_CODE: usize = 512 * 1024;
const MAX_SOLUTIONS: usize = 12;
/// Characters of the name of a group of tests.
pub const MAX_GROUP: usize = 40;
const WEIGHT: RangeInclusive<i64> = 0..=1_000;
pub const TIME_LIMIT: RangeInclusive<i64> = 100..=20_000;
pub const MEMORY_LIMIT: RangeInclusive<i64> = 16..=1_024;

pub(super) fn check(draft: QuestionDraft, fields: &mut QuestionFields) -> Coding {
    let mut languages = check_languages(&draft.languages, fields);
    let expected_language = check_language(draft.expected_language, fields);
    if let (Some(expected), false) = (&expected_language, languages.is_empty()) {
        let message = "the expected language must be one of the languages.";
        fields.require(languages.contains(expected), "expected_language", message);
    }
    // One language is the expected one, and needs no list.
    let expected_language = expected_language.or_else(|| languages.first().cloned().filter(|_| languages.len() == 1));
    if languages.len() == 1 {
        languages.clear();
    }
    let time_limit_ms = check_limit(draft.time_limit_ms, (TIME_LIMIT, DEFAULT_TIME_LIMIT), "time_limit_ms", fields);
    let memory_limit_mb =
        check_limit(draft.memory_limit_mb, (MEMORY_LIMIT, DEFAULT_MEMORY_LIMIT), "memory_limit_mb", fields);
    let checker = draft.checker.unwrap_or_default();
    let mut coding = Coding {
        expected_language,
        languages,
        checker,
        tolerance: check_tolerance(draft.checker_tolerance.as_ref(), checker, fields),
        time_limit_ms,
        memory_limit_mb,
        ..Coding::default()
    };
    coding.starter_code = check_starter(draft.starter_code, &coding, fields);
    coding.tests = check_tests(draft.tests, fields);
    coding.reference_solutions = check_solutions(draft.reference_solutions, REFERENCE, &coding, fields);
    coding.wrong_solutions = check_solutions(draft.wrong_solutions, WRONG, &coding, fields);
    coding.review = draft.review && !coding.tests.is_empty();
    let names_language = coding.tests.is_empty() || !coding.offered().is_empty();
    fields.require(names_language, "languages", "choose at least one language: the tests need one.");
    let message = "tests, starter code and solutions are larger than 512 KiB together.";
    fields.require(coding.size() <= MAX_CODE, "tests", message);
    coding
}

fn known(language: &str) -> Option<&'static str> {
    LANGUAGES.into_iter().find(|known| known.eq_ignore_ascii_case(language.trim()))
}

fn check_languages(given: &[String], fields: &mut QuestionFields) -> Vec<String> {
    let mut languages: Vec<String> = Vec::new();
    for language in given.iter().filter(|language| !language.trim().is_empty()).take(LANGUAGES.len() + 1) {
        let name: String = language.chars().take(40).collect();
        let message = format!("'{name}' is not one of the languages: {}.", LANGUAGES.join(", "));
        fields.require(known(language).is_some(), "languages", &message);
        if let Some(known) = known(language).filter(|known| !languages.iter().any(|l| l == known)) {
            languages.push(known.to_owned());
        }
    }
    languages
}

fn check_limit(
    given: Option<i64>,
    (range, usual): (RangeInclusive<i64>, u32),
    field: &str,
    fields: &mut QuestionFields,
) -> u32 {
    let Some(limit) = given else { return usual };
    let message = format!("the limit must be between {} and {}.", range.start(), range.end());
    fields.require(range.contains(&limit), field, &message);
    u32::try_from(limit).unwrap_or(usual)
}

fn check_tolerance(given: Option<&Numeral>, checker: CodeChecker, fields: &mut QuestionFields) -> Option<Decimal> {
    let Numeral(text) = given.filter(|Numeral(text)| checker == CodeChecker::Numbers && !text.trim().is_empty())?;
    let tolerance = Decimal::parse(text);
    let is_fit = tolerance.as_ref().is_some_and(|t| t.as_str().parse::<f64>().is_ok_and(|t| t.is_finite() && t >= 0.0));
    fields.require(is_fit, "checker_tolerance", "the tolerance must be a number that is not negative, such as 0.001.");
    tolerance.filter(|_| is_fit)
}

fn check_part(text: &str, field: &str, fields: &mut QuestionFields) {
    fields.require(text.len() <= MAX_PART, field, "this is larger than 64 KiB.");
    fields.require(!text.contains('\0'), field, "this contains a NUL character.");
}

fn check_starter(
    given: Option<StarterDraft>,
    coding: &Coding,
    fields: &mut QuestionFields,
) -> BTreeMap<String, String> {
    let offered = coding.offered();
    let by_language = match given {
        None => return BTreeMap::new(),
        Some(StarterDraft::ByLanguage(by_language)) => by_language,
        Some(StarterDraft::First(code)) if code.trim().is_empty() => return BTreeMap::new(),
        Some(StarterDraft::First(code)) => {
            fields.require(!offered.is_empty(), "starter_code", "choose a language: starter code needs one.");
            offered.first().map(|language| ((*language).to_owned(), code)).into_iter().collect()
        }
    };
    let mut starter = BTreeMap::new();
    for (language, code) in by_language.into_iter().filter(|(_, code)| !code.trim().is_empty()) {
        let known = known(&language).filter(|known| offered.contains(known));
        let message = "starter code must be in one of the question's languages.";
        fields.require(known.is_some(), "starter_code", message);
        check_part(&code, "starter_code", fields);
        if let Some(known) = known {
            starter.insert(known.to_owned(), code);
        }
    }
    starter
}

fn check_tests(drafts: Vec<CodeTestDraft>, fields: &mut QuestionFields) -> Vec<CodeTest> {
    fields.require(drafts.len() <= MAX_TESTS, "tests", "there are more than 100 tests.");
    // A weight that is none is named as such.
    let are_zero = !drafts.is_empty() && drafts.iter().all(|test| test.weight == 0);
    fields.require(!are_zero, "tests", "at least one test needs a weight above 0.");
    let mut tests = Vec::new();
    for (place, draft) in drafts.into_iter().enumerate().take(MAX_TESTS) {
        let fields = &mut fields.inside(&format!("tests[{place}]"), &format!("Test {}", place + 1));
        check_part(&draft.input, "input", fields);
        check_part(&draft.output, "output", fields);
        fields.require(WEIGHT.contains(&draft.weight), "weight", "the weight must be between 0 and 1000.");
        let group = draft.group.map(|group| group.trim().to_owned()).filter(|group| !group.is_empty());
        let is_name = group.as_ref().is_none_or(|group| !longer(group, MAX_GROUP) && is_text(group));
        fields.require(is_name, "group", "the name of the group is too long (40 characters at most).");
        let CodeTestDraft { input, output, visible, weight, .. } = draft;
        tests.push(CodeTest { input, output, visible, weight: u32::try_from(weight).unwrap_or_default(), group });
    }
    tests
}

/// Field of a list of solutions, and the name of one.
type SolutionList = (&'static str, &'static str);
const REFERENCE: SolutionList = ("reference_solutions", "Reference solution");
const WRONG: SolutionList = ("wrong_solutions", "Wrong solution");

fn check_solutions(
    drafts: Vec<SolutionDraft>,
    (list, one): SolutionList,
    coding: &Coding,
    fields: &mut QuestionFields,
) -> Vec<Solution> {
    fields.require(drafts.len() <= MAX_SOLUTIONS, list, "there are more than 12 solutions.");
    let offered = coding.offered();
    let mut solutions = Vec::new();
    for (place, draft) in drafts.into_iter().enumerate().take(MAX_SOLUTIONS) {
        let fields = &mut fields.inside(&format!("{list}[{place}]"), &format!("{one} {}", place + 1));
        let known = known(&draft.language).filter(|known| offered.contains(known));
        fields.require(known.is_some(), "language", "the language must be one of the question's languages.");
        fields.require(!draft.source.trim().is_empty(), "source", "the source code is missing.");
        check_part(&draft.source, "source", fields);
        solutions.push(Solution { language: known.unwrap_or_default().to_owned(), source: draft.source });
    }
    solutions
}
