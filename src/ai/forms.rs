//! The form in which a model writes a question of each type, and how it is read. Options and pairs are named by their
//! texts: ids are the server's.

use super::answer;
use crate::domain::{
    question::{
        ChoiceDraft, GapDraft, GapKind, Numeral, Scoring, ToleranceDraft, ToleranceKind,
        code::{CodeTestDraft, SolutionDraft},
    },
    test::{LANGUAGES, QuestionDraft, QuestionKind},
};
use serde_json::{Map, Value};

type FormItem = Map<String, Value>;

/// Texts that are read of one list: more than a question may have.
const MAX_TEXTS: usize = 60;

/// An example, and rules beside it. `with_tests`: code with tests and solutions.
pub(super) const fn form(kind: QuestionKind, with_tests: bool) -> (&'static str, &'static str) {
    match kind {
        QuestionKind::MultipleChoice => (
            r#"{"type": "multiple_choice", "question": "...", "options": ["...", "...", "...", "..."], "correct_answer": "...", "points": 1}"#,
            "A multiple_choice question has four different options of like length, without letters or numbers in front; \
             correct_answer repeats the right one word for word. The place of the right option varies.",
        ),
        QuestionKind::MultipleResponse => (
            r#"{"type": "multiple_response", "question": "...", "options": ["...", "...", "...", "..."], "correct_answers": ["...", "..."], "points": 2}"#,
            "A multiple_response question has four to six options, of which two or more are right and at least one is \
             wrong; correct_answers repeats the right ones word for word.",
        ),
        QuestionKind::Numeric => (
            r#"{"type": "numeric", "question": "...", "correct_number": "3.5", "tolerance": "0.1", "unit": "", "points": 1}"#,
            "A numeric question has one right number with a decimal point; tolerance is absolute, unit is empty where none \
             is asked for.",
        ),
        QuestionKind::ShortText => (
            r#"{"type": "short_text", "question": "...", "accepted": ["...", "..."], "points": 1}"#,
            "A short_text question is answered by one or two words; accepted has every spelling that is right.",
        ),
        QuestionKind::Ordering => (
            r#"{"type": "ordering", "question": "...", "order": ["first", "second", "third"], "points": 2}"#,
            "An ordering question has three to six texts in their right order, in order.",
        ),
        QuestionKind::Matching => (
            r#"{"type": "matching", "question": "...", "pairs": [["...", "..."], ["...", "..."]], "distractors": ["..."], "points": 2}"#,
            "A matching question has three to six pairs of a prompt and its option, and up to two options that fit none.",
        ),
        QuestionKind::Gaps => (
            r#"{"type": "gaps", "question": "A list has [[g1]] elements.", "gaps": {"g1": ["three", "3"]}, "points": 2}"#,
            "A gaps question marks each gap in its text as [[g1]], [[g2]] and so on; gaps has the accepted texts of each.",
        ),
        QuestionKind::Essay => (
            r#"{"type": "essay", "question": "...", "reviewer_notes": "...", "points": 5}"#,
            "reviewer_notes of an essay say what a good answer has.",
        ),
        QuestionKind::Coding if with_tests => (
            r#"{"type": "coding", "question": "...", "expected_language": "Python", "tests": [{"input": "...", "output": "...", "visible": true}, {"input": "...", "output": "...", "visible": false}], "reference_solution": "...", "wrong_solution": "...", "points": 5}"#,
            "A coding question asks for a program that reads standard input and writes standard output, and says what goes in, \
             what comes out and what the limits are. It has two visible tests as examples and five to ten others, among \
             them the limits. reference_solution passes all of them in expected_language; wrong_solution has a plausible \
             mistake that a test finds.",
        ),
        QuestionKind::Coding => (
            r#"{"type": "coding", "question": "...", "expected_language": "Python", "points": 5}"#,
            "A coding question says what goes in, what comes out and what the limits are.",
        ),
    }
}

/// The type that an item names, in the words that models use for it.
pub(super) fn kind_of(name: &str) -> Option<QuestionKind> {
    let name = name.to_ascii_lowercase().replace(['-', ' '], "_");
    match name.as_str() {
        "mcq" => Some(QuestionKind::MultipleChoice),
        "code" => Some(QuestionKind::Coding),
        name => QuestionKind::ALL.into_iter().find(|kind| kind.name() == name),
    }
}

/// The key of a question. What is missing or wrong is found by the validation of questions.
pub(super) fn fill(draft: &mut QuestionDraft, item: &FormItem, with_tests: bool) {
    match draft.kind {
        QuestionKind::MultipleChoice => {
            let options = options(item);
            let correct = words(item, &["correct_answer", "correctAnswer", "answer"], 2_000);
            draft.correct_answer = correct.map(|answer| option_of(answer, &options));
            draft.options = options.into_iter().map(Into::into).collect();
        }
        QuestionKind::MultipleResponse => several(draft, item),
        QuestionKind::Numeric => {
            draft.correct_number = number(item.get("correct_number"));
            let width = number(item.get("tolerance")).filter(|width| width.0.chars().any(|c| matches!(c, '1'..='9')));
            draft.tolerance = width.map(|value| ToleranceDraft { kind: ToleranceKind::Absolute, value });
            draft.unit = words(item, &["unit"], 40);
        }
        QuestionKind::ShortText => draft.accepted = texts(item.get("accepted")),
        QuestionKind::Ordering => {
            let order = texts(item.get("order").or_else(|| item.get("options")));
            draft.order = (1..=order.len()).map(|n| format!("o{n}")).collect();
            draft.options = order.into_iter().map(ChoiceDraft::Text).collect();
        }
        QuestionKind::Matching => matching(draft, item),
        QuestionKind::Gaps => {
            let gaps = item.get("gaps").and_then(Value::as_object).into_iter().flatten();
            let gap = |(id, accepted): (&String, &Value)| GapDraft {
                accepted: texts(Some(accepted)),
                ..GapDraft::new(answer::clean(id, 40), GapKind::Text)
            };
            draft.gaps = gaps.map(gap).collect();
            draft.gaps.extend(unkeyed(&draft.text, &draft.gaps));
            draft.scoring = Some(Scoring::Partial);
        }
        QuestionKind::Essay => draft.reviewer_notes = words(item, &["reviewer_notes"], 2_000),
        QuestionKind::Coding => {
            // An unsupported language counts as none: the candidate then chooses one.
            let language = words(item, &["expected_language", "language"], 40);
            draft.expected_language = language.filter(|given| LANGUAGES.iter().any(|l| l.eq_ignore_ascii_case(given)));
            if let (true, Some(language)) = (with_tests, draft.expected_language.clone()) {
                tests(draft, item, &language);
            }
        }
    }
}

/// Gaps of the text that the model gave no key for: the validation refuses them.
fn unkeyed(text: &str, gaps: &[GapDraft]) -> Vec<GapDraft> {
    let marked = text.split("[[").skip(1).filter_map(|rest| Some(rest.split_once("]]")?.0));
    let missing = marked.take(MAX_TEXTS).filter(|id| !gaps.iter().any(|gap| gap.id == *id));
    missing.map(|id| GapDraft::new(id, GapKind::Text)).collect()
}

/// Tests need a language. A person runs the solutions before the question is ready.
fn tests(draft: &mut QuestionDraft, item: &FormItem, language: &str) {
    let list = item.get("tests").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let test = |test: &Value| {
        let part = |name: &str| test.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let visible = test.get("visible").and_then(Value::as_bool).unwrap_or_default();
        CodeTestDraft { input: part("input"), output: part("output"), visible, weight: 1, group: None }
    };
    draft.tests = list.iter().map(test).collect();
    let solution = |name: &str| {
        let source = item.get(name).and_then(Value::as_str).filter(|source| !source.trim().is_empty());
        let given = |source: &str| SolutionDraft { language: language.to_owned(), source: source.to_owned() };
        source.map(given).into_iter().collect()
    };
    draft.reference_solutions = solution("reference_solution");
    draft.wrong_solutions = solution("wrong_solution");
}

fn several(draft: &mut QuestionDraft, item: &FormItem) {
    let options = options(item);
    let right: Vec<String> =
        texts(item.get("correct_answers")).into_iter().map(|answer| option_of(answer, &options)).collect();
    let id = |place: usize| format!("o{}", place + 1);
    let place = |text: &String| options.iter().position(|option| option == text);
    // One that is no option stays, and is refused by the validation.
    draft.correct_answers = right.iter().map(|text| place(text).map_or_else(|| text.clone(), id)).collect();
    draft.scoring =
        Some(if draft.correct_answers.len() < options.len() { Scoring::Partial } else { Scoring::AllOrNothing });
    let choices = options.into_iter().enumerate();
    draft.options = choices.map(|(place, text)| ChoiceDraft::WithId { id: id(place), text }).collect();
}

fn matching(draft: &mut QuestionDraft, item: &FormItem) {
    let pairs = item.get("pairs").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut options: Vec<String> = Vec::new();
    let mut place = |option: String| {
        let known = options.iter().position(|known| *known == option);
        known.unwrap_or_else(|| {
            options.push(option);
            options.len() - 1
        })
    };
    for pair in pairs.iter().take(MAX_TEXTS) {
        let [prompt, option] = texts(Some(pair)).try_into().unwrap_or_default();
        draft.prompts.push(ChoiceDraft::Text(prompt));
        draft.pairs.insert(format!("l{}", draft.prompts.len()), format!("r{}", place(option) + 1));
    }
    for option in texts(item.get("distractors")) {
        place(option);
    }
    draft.options = options.into_iter().map(ChoiceDraft::Text).collect();
    draft.scoring = Some(Scoring::Partial);
}

pub(super) fn words(item: &FormItem, names: &[&str], max: usize) -> Option<String> {
    names.iter().find_map(|name| item.get(*name)?.as_str()).map(|text| answer::clean(text, max))
}

pub(super) fn options(item: &FormItem) -> Vec<String> {
    texts(item.get("options"))
}

/// Texts of a list; numbers and flags as texts.
fn texts(list: Option<&Value>) -> Vec<String> {
    let list = list.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let text = |option: &Value| match option {
        Value::String(text) => Some(answer::clean(text, usize::MAX)),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    };
    list.iter().take(MAX_TEXTS).filter_map(text).collect()
}

fn number(value: Option<&Value>) -> Option<Numeral> {
    match value? {
        Value::Number(number) => Some(Numeral(number.to_string())),
        Value::String(text) if !text.trim().is_empty() => Some(Numeral(answer::clean(text, 60))),
        _ => None,
    }
}

/// Resolves an answer to its option: models sometimes return the letter instead of the text.
fn option_of(answer: String, options: &[String]) -> String {
    if options.contains(&answer) {
        return answer;
    }
    let mut letters = answer.trim_end_matches([')', '.', ':']).chars();
    match (letters.next().map(|c| c.to_ascii_uppercase()), letters.next()) {
        (Some(letter @ 'A'..='F'), None) => options.get(letter as usize - 'A' as usize).cloned().unwrap_or(answer),
        _ => answer,
    }
}
