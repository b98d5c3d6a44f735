//! Tests as a table that [`crate::service::import`] reads back: one row per question, with what no column holds as JSON.

use super::exported::Exported;
use crate::{
    domain::{
        bank::Labels,
        test::{QuestionDraft, Test},
    },
    service::import::{
        ARROW, SEPARATOR,
        table::{self, FORMULA, ImportedTestSettings},
    },
};
use serde_json::{Map, Value};
use std::{
    borrow::Cow,
    io::{self, Write},
    iter,
};

/// Before the options.
const FIRST: [&str; 11] = [
    "test",
    "description",
    "duration_minutes",
    "test_settings",
    "question_title",
    "difficulty",
    "state",
    "id",
    "type",
    "question",
    "format",
];
/// After them.
const LAST: [&str; 11] = [
    "points",
    "correct_answer",
    "tolerance",
    "unit",
    "case_sensitive",
    "scoring",
    "expected_language",
    "explanation",
    "reviewer_notes",
    "tags",
    "more",
];
/// Fields of a question by which others refer to each other: the table has texts instead of their ids.
const LINKED: [&str; 5] = ["options", "prompts", "correct_answers", "order", "pairs"];
/// Fields that a cell holds as it is.
const PLAIN: [&str; 10] = [
    "id",
    "type",
    "question",
    "format",
    "points",
    "unit",
    "scoring",
    "expected_language",
    "explanation",
    "reviewer_notes",
];

type JsonFields = Map<String, Value>;

/// # Errors
/// I/O errors of `out`.
pub(super) fn write(tests: &[Exported], out: &mut dyn Write) -> io::Result<()> {
    let questions: Vec<Vec<JsonFields>> =
        tests.iter().map(|one| one.test.questions.iter().map(fields).collect()).collect();
    let options = questions.iter().flatten().map(|question| options_of(question).len()).max().unwrap_or_default();
    let names: Vec<String> = FIRST
        .iter()
        .map(|name| (*name).to_owned())
        .chain((1..=options).map(|n| format!("option_{n}")))
        .chain(LAST.iter().map(|name| (*name).to_owned()))
        .collect();
    let mut table = ::csv::WriterBuilder::new().from_writer(out);
    table.write_record(&names)?;
    for (Exported { test, labels, .. }, questions) in tests.iter().zip(&questions) {
        let labels = labels.iter().cloned().chain(iter::repeat_with(Labels::default));
        for ((place, question), labels) in questions.iter().enumerate().zip(labels) {
            let mut cells: Vec<String> = names.iter().map(|name| cell(name, test, place, &labels, question)).collect();
            let more = left_over(&names, &cells, question);
            for text in &mut cells {
                *text = quoted(text).into_owned();
            }
            if !more.is_empty() {
                let more = table::sealed(&names, &cells, more);
                if let Some(last) = cells.last_mut() {
                    *last = Value::Object(more).to_string();
                }
            }
            table.write_record(&cells)?;
        }
    }
    table.flush()
}

fn fields<Q>(question: &Q) -> JsonFields
where
    for<'q> QuestionDraft: From<&'q Q>,
{
    match serde_json::to_value(QuestionDraft::from(question)) {
        Ok(Value::Object(fields)) => fields,
        _ => JsonFields::new(),
    }
}

/// A text that no spreadsheet runs, which an import reads without the apostrophe.
fn quoted(text: &str) -> Cow<'_, str> {
    if text.trim_start_matches('\'').starts_with(FORMULA) && text.parse::<f64>().is_err() {
        return format!("'{text}").into();
    }
    text.into()
}

fn cell(name: &str, test: &Test, place: usize, labels: &Labels, question: &JsonFields) -> String {
    let first = |text: String| if place == 0 { text } else { String::new() };
    match name {
        "test" => test.title.clone(),
        "description" => first(test.description.clone()),
        "duration_minutes" => first(test.duration_minutes.to_string()),
        "test_settings" => first(settings(test)),
        "question_title" => labels.title.clone(),
        "difficulty" => word(serde_json::to_value(labels.difficulty).ok().as_ref()),
        "state" => word(serde_json::to_value(labels.state).ok().as_ref()),
        "correct_answer" => correct(question),
        "tolerance" => tolerance(question),
        "case_sensitive" if question.contains_key("case_sensitive") => "true".to_owned(),
        "tags" => texts(question.get("tags")).join(&SEPARATOR.to_string()),
        "case_sensitive" | "more" => String::new(),
        plain if PLAIN.contains(&plain) => word(question.get(plain)),
        option => {
            let number = option.strip_prefix("option_").and_then(|number| number.parse::<usize>().ok());
            number.and_then(|number| options_of(question).into_iter().nth(number - 1)).unwrap_or_default()
        }
    }
}

/// Blank for those of a new test.
fn settings(test: &Test) -> String {
    let settings = ImportedTestSettings {
        description_format: test.description_format,
        require_fullscreen: test.require_fullscreen,
        history: test.history,
    };
    let is_default = settings == ImportedTestSettings::default();
    serde_json::to_string(&settings).ok().filter(|_| !is_default).unwrap_or_default()
}

fn word(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

fn texts(value: Option<&Value>) -> Vec<String> {
    let list = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter().map(|one| word(Some(one))).collect()
}

/// Ids and texts of choices; those without an id have one by their place.
fn choices(value: Option<&Value>, letter: char) -> Vec<(String, String)> {
    let list = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let choice = |(place, choice): (usize, &Value)| match choice.as_object() {
        Some(fields) => (word(fields.get("id")), word(fields.get("text"))),
        None => (format!("{letter}{}", place + 1), word(Some(choice))),
    };
    list.iter().enumerate().map(choice).collect()
}

fn text_of<'c>(choices: &'c [(String, String)], id: &str) -> &'c str {
    choices.iter().find(|(known, _)| known == id).map_or("", |(_, text)| text)
}

fn pairs(question: &JsonFields) -> Vec<(String, String)> {
    let (prompts, options) = (choices(question.get("prompts"), 'l'), choices(question.get("options"), 'r'));
    let pairs = question.get("pairs").and_then(Value::as_object);
    let right = |id: &str| pairs.and_then(|pairs| pairs.get(id)).map(|right| word(Some(right))).unwrap_or_default();
    prompts.iter().map(|(id, prompt)| (prompt.clone(), text_of(&options, &right(id)).to_owned())).collect()
}

/// Options that no prompt has.
fn free(pairs: &[(String, String)], options: &[(String, String)]) -> Vec<String> {
    let is_free = |option: &&String| pairs.iter().all(|(_, right)| right != *option);
    options.iter().map(|(_, option)| option).filter(is_free).cloned().collect()
}

/// The cells of the options, as an import reads them.
fn options_of(question: &JsonFields) -> Vec<String> {
    let letter = if question.contains_key("pairs") { 'r' } else { 'o' };
    let options = choices(question.get("options"), letter);
    match word(question.get("type")).as_str() {
        "ordering" => texts(question.get("order")).iter().map(|id| text_of(&options, id).to_owned()).collect(),
        "matching" => {
            let pairs = pairs(question);
            let free = free(&pairs, &options);
            pairs.iter().map(|(prompt, right)| format!("{prompt} {ARROW} {right}")).chain(free).collect()
        }
        _ => options.into_iter().map(|(_, text)| text).collect(),
    }
}

fn correct(question: &JsonFields) -> String {
    let joined = |texts: Vec<String>| texts.join(&format!(" {SEPARATOR} "));
    match word(question.get("type")).as_str() {
        "multiple_response" => {
            let options = choices(question.get("options"), 'o');
            joined(texts(question.get("correct_answers")).iter().map(|id| text_of(&options, id).to_owned()).collect())
        }
        "numeric" => word(question.get("correct_number")),
        "short_text" => joined(texts(question.get("accepted"))),
        _ => word(question.get("correct_answer")),
    }
}

/// An absolute one.
fn tolerance(question: &JsonFields) -> String {
    let tolerance = question.get("tolerance").and_then(Value::as_object);
    let absolute = tolerance.filter(|tolerance| word(tolerance.get("kind")) == "absolute");
    absolute.map(|tolerance| word(tolerance.get("value"))).unwrap_or_default()
}

/// The fields that an import does not find in the cells; `null` for one that it would not find.
fn left_over(names: &[String], cells: &[String], question: &JsonFields) -> JsonFields {
    let (held, is_clean) = table::held(names, cells);
    let Ok(Value::Object(held)) = serde_json::to_value(held) else { return question.clone() };
    let is_linked = |name: &str| LINKED.contains(&name);
    // Pinned options are named by ids, which an import would choose otherwise.
    let are_held = is_clean && linked(&held) == linked(question) && !question.contains_key("pinned_options");
    let differs = |name: &&String| {
        if is_linked(name) { !are_held } else { held.get(*name) != question.get(*name) }
    };
    let names: Vec<&String> = held.keys().filter(|name| !question.contains_key(*name)).chain(question.keys()).collect();
    let more = names.into_iter().filter(differs);
    more.map(|name| (name.clone(), question.get(name).cloned().unwrap_or(Value::Null))).collect()
}

/// Contents of the linked fields, by text.
fn linked(question: &JsonFields) -> (Vec<String>, Vec<String>, Vec<String>) {
    let options = choices(question.get("options"), 'o');
    let by_id = |field: &str| texts(question.get(field)).iter().map(|id| text_of(&options, id).to_owned()).collect();
    let mut right: Vec<String> = by_id("correct_answers");
    right.sort();
    let mut shown = options_of(question);
    if question.contains_key("pairs") {
        // Not as in a cell, where an arrow within a text looks like that of a pair.
        let pairs = pairs(question);
        shown = free(&pairs, &choices(question.get("options"), 'r'));
        shown.extend(pairs.into_iter().map(|(prompt, option)| format!("{prompt}\0{option}")));
        shown.sort();
    }
    (shown, right, by_id("order"))
}
