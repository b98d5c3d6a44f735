//! Our JSON format. Every question is parsed separately, so that all faults of a file are reported at once, each with
//! its line.

use super::{
    LineCounter,
    labelled::Labelled,
    plan::{Parsed, PlannedTest, PlannedTestItem, Position},
    section_file::ItemFile,
    shape::{ParsedTest, READ_ONLY_FIELDS, READ_ONLY_OF_ITEMS, READ_ONLY_OF_QUESTIONS},
    unknown_fields::WithUnknown,
};
use crate::domain::{test::QuestionDraft, wording::in_words};
use serde::Deserialize;
use serde_json::value::RawValue;

/// Reads one object, or a list of them.
pub(super) fn read(text: &str) -> Parsed {
    let mut parsed = Parsed::default();
    let is_list = text.trim_start().starts_with('[');
    let entries = if is_list {
        serde_json::from_str::<Vec<&RawValue>>(text)
    } else {
        serde_json::from_str::<&RawValue>(text).map(|one| vec![one])
    };
    let entries = match entries {
        Ok(entries) => entries,
        Err(error) => return Parsed::fault(Position::line(error.line() as u64), broken(&error)),
    };
    let mut lines = JsonText { start: text.as_ptr() as usize, lines: LineCounter::of(text.as_bytes()) };
    for (index, entry) in entries.into_iter().enumerate() {
        if parsed.is_full() {
            break;
        }
        let path = if is_list { format!("[{index}]") } else { String::new() };
        test(&mut lines, entry, &path, &mut parsed);
    }
    parsed
}

fn test(source: &mut JsonText<'_>, entry: &RawValue, path: &str, parsed: &mut Parsed) {
    let line = source.line(entry);
    let head = match object::<WithUnknown<ParsedTest<&RawValue, &RawValue>>>(entry) {
        Ok(head) => head,
        Err(fault) => return fault.report(parsed, line, path),
    };
    let mut unknown = head.unknown("", READ_ONLY_FIELDS, "questions");
    unknown.extend(head.value.beside());
    let (draft, parts) = head.value.split();
    parsed.begin(PlannedTest { draft, ..PlannedTest::new("", Position::line(line)) }, unknown);
    let dot = if path.is_empty() { "" } else { "." };
    let Some((questions, sections)) = parts else {
        return parsed.error(Position::line(line), format!("{path}{dot}{NO_QUESTIONS}"));
    };
    for (number, entry) in questions.into_iter().enumerate() {
        if parsed.is_full() {
            return;
        }
        let field = format!("{path}{dot}questions[{number}]");
        question(entry, (source.line(entry), &field), READ_ONLY_OF_QUESTIONS, parsed);
    }
    for (place, section) in sections.into_iter().enumerate() {
        let (mut planned, items) = section.split();
        for (at, entry) in items.into_iter().enumerate() {
            if parsed.is_full() {
                return;
            }
            let path = format!("{path}{dot}sections[{place}].items[{at}]");
            if let Some((item, passage)) = item(entry, source.line(entry), &path, parsed) {
                planned.push(item, passage);
            }
        }
        parsed.push_section(planned);
    }
}

pub(super) const NO_QUESTIONS: &str = "questions: This field is required.";

/// Adds a question to the last test, or reports why it cannot be read. `known` are fields beside its own.
fn question(entry: &RawValue, (line, path): (u64, &str), known: &[&str], parsed: &mut Parsed) {
    match object::<Labelled<WithUnknown<QuestionDraft>>>(entry) {
        Ok(Labelled { value: question, labels }) => {
            let place = Position::line(line);
            parsed.unknown_of_next(parsed.last(), &place, &question, known);
            parsed.push(question.value, &place);
            parsed.label(parsed.last(), labels);
        }
        Err(fault) => fault.report(parsed, line, path),
    }
}

/// Reads an item of a section, and the id of the passage that it is about; a question is added to the last test. `None`
/// after a fault.
pub(super) fn item(
    entry: &RawValue,
    line: u64,
    path: &str,
    parsed: &mut Parsed,
) -> Option<(PlannedTestItem, Option<String>)> {
    let mut item = match object::<WithUnknown<ItemFile<&RawValue>>>(entry) {
        Ok(item) => item,
        Err(fault) => {
            fault.report(parsed, line, path);
            return None;
        }
    };
    // The text of a question that stands instead of the item: its fields are those of the question.
    let is_question = item.value.question.is_some_and(|inner| inner.get().starts_with('"'));
    if !is_question {
        for lost in item.unknown(&in_words_of(path), READ_ONLY_OF_ITEMS, "question") {
            parsed.left_out(Position::line(line), lost);
        }
    }
    let passage = item.value.passage.take();
    let item = match item.value.split() {
        Ok(_) if is_question => {
            let known = [READ_ONLY_OF_QUESTIONS, &["passage"]].concat();
            question(entry, (line, path), &known, parsed);
            PlannedTestItem::Question
        }
        Ok(inner) => {
            question(inner, (line, path), READ_ONLY_OF_QUESTIONS, parsed);
            PlannedTestItem::Question
        }
        Err(named) => PlannedTestItem::Bank(named),
    };
    Some((item, passage))
}

/// `sections[0].items[2]` in words.
fn in_words_of(path: &str) -> String {
    let number = |name: &str| {
        let after = path.rsplit_once(&format!("{name}s["))?.1;
        Some(format!("{name} {}", after.split(']').next()?.parse::<usize>().ok()?.saturating_add(1)))
    };
    ["section", "item"].into_iter().filter_map(number).collect::<Vec<_>>().join(", ")
}

/// The text, to compute the lines of values borrowed from it.
struct JsonText<'t> {
    start: usize,
    lines: LineCounter<'t>,
}

impl JsonText<'_> {
    fn line(&mut self, value: &RawValue) -> u64 {
        self.lines.at((value.get().as_ptr() as usize).saturating_sub(self.start))
    }
}

/// A fault within a value: field, message, and line offset.
struct JsonFault {
    field: String,
    message: String,
    lines: u64,
}

impl JsonFault {
    fn report(self, parsed: &mut Parsed, line: u64, path: &str) {
        let field = match (path, self.field.as_str()) {
            ("", field) => field.to_owned(),
            (path, ".") => path.to_owned(),
            (path, field) => format!("{path}.{field}"),
        };
        parsed.error(Position::line(line + self.lines), format!("{field}: {}", self.message));
    }
}

fn object<'t, T: Deserialize<'t>>(value: &'t RawValue) -> Result<T, JsonFault> {
    if !value.get().starts_with('{') {
        // Serde would read a list as the fields of an object, in their order.
        let message = "This has the wrong type: expected an object.".to_owned();
        return Err(JsonFault { field: ".".into(), message, lines: 0 });
    }
    let mut json = serde_json::Deserializer::from_str(value.get());
    serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let (field, message) = in_words(&error.path().to_string(), &error.inner().to_string());
        JsonFault { field, message, lines: (error.inner().line() as u64).saturating_sub(1) }
    })
}

fn broken(error: &serde_json::Error) -> String {
    let why = match error.to_string() {
        text if text.contains("recursion limit") => "it is nested too deeply",
        text if text.contains("trailing characters") => "something follows the end",
        _ if error.is_eof() => "it ends too early",
        _ => "it is broken",
    };
    format!("this is not valid JSON: {why} (column {})", error.column())
}
