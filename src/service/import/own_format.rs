//! Tests in our own formats. A question that cannot be read is left out with the reason, and so is any other field that
//! cannot; the rest of the file comes in.

use super::{
    faulty::without_end,
    labelled::Labelled,
    lost::{Lost, shown},
    plan::{Parsed, PlannedTest, PlannedTestItem, Position},
    section_file::{ItemFile, SectionFile},
    shape::{ParsedTest, READ_ONLY_FIELDS, READ_ONLY_OF_ITEMS, READ_ONLY_OF_QUESTIONS, beside},
    unknown_fields::{self, WithUnknown},
    written::{Fault, Kind, Written, remove},
};
use crate::domain::{test::QuestionDraft, wording::in_words};
use serde::{
    Deserialize,
    de::{DeserializeOwned, IgnoredAny},
};
use serde_json::Value;

/// Fields of a test, or of a section, that are left out because they cannot be read; with more, all of it is.
const MAX_UNREADABLE: usize = 50;

/// Adds the tests of a file, or of a document: one, a list of them, or one of this title with a list of questions.
pub(super) fn tests(Written { line, kind }: Written, title: &str, parsed: &mut Parsed) {
    match kind {
        Kind::Object(fields) => match under_tests(fields) {
            Ok((entries, beside)) => {
                list(entries, "tests", (line, title), parsed);
                for (name, part) in beside {
                    parsed.left_out_of_file(Position::line(part.line), unknown_fields::lost("", &[], &name));
                }
            }
            Err(fields) => test(line, fields, "", parsed),
        },
        Kind::List(entries) => list(entries, "", (line, title), parsed),
        Kind::Unread(why) => parsed.error(Position::line(line), why),
        Kind::Text(_) | Kind::Plain(_) => {
            let why = "This has the wrong type: expected a test, or a list of tests.";
            parsed.error(Position::line(line), why);
        }
    }
}

type Fields = Vec<(String, Written)>;

/// The list under `tests` of an object that is no test itself, and the fields beside it; otherwise the fields.
fn under_tests(fields: Fields) -> Result<(Vec<Written>, Fields), Fields> {
    // A coding question has tests, too.
    let is_other = |name: &str| matches!(name, "questions" | "sections" | "type" | "question");
    if fields.iter().any(|(name, _)| is_other(name)) {
        return Err(fields);
    }
    let (mut lists, mut beside): (Fields, Fields) =
        fields.into_iter().partition(|(name, part)| name == "tests" && matches!(part.kind, Kind::List(_)));
    match (lists.pop(), lists.is_empty()) {
        (Some((_, Written { kind: Kind::List(entries), .. })), true) => Ok((entries, beside)),
        (last, _) => {
            beside.extend(lists.into_iter().chain(last));
            Err(beside)
        }
    }
}

/// Adds the tests of a list, or one test of this title with its questions. `path` is the place of the list.
fn list(entries: Vec<Written>, path: &str, (line, title): (u64, &str), parsed: &mut Parsed) {
    if are_questions(&entries) {
        parsed.begin(PlannedTest::new(title, Position::line(line)), Vec::new());
        return questions_of(&entries, path, parsed);
    }
    for (number, Written { line, kind }) in entries.into_iter().enumerate() {
        if parsed.is_full() {
            return;
        }
        let path = format!("{path}[{number}]");
        match kind {
            Kind::Object(fields) => test(line, fields, &path, parsed),
            Kind::Unread(why) => without_test(line, &Fault::new(".", why), &path, parsed),
            Kind::List(_) | Kind::Text(_) | Kind::Plain(_) => {
                without_test(line, &Fault::new(".", NO_OBJECT), &path, parsed);
            }
        }
    }
}

/// Whether the entries of a list are questions and no tests.
fn are_questions(entries: &[Written]) -> bool {
    let has = |names: [&str; 2]| entries.iter().any(|entry| names.iter().any(|name| entry.field(name).is_some()));
    has(["type", "question"]) && !has(["questions", "sections"])
}

/// Fields that are named where they make no test.
const MAX_NAMED: usize = 5;

/// The sentence about an object without any field that makes it a test.
fn no_test(fields: &[(String, Written)], path: &str) -> String {
    let names: Vec<String> = fields.iter().take(MAX_NAMED).map(|(name, _)| format!("'{}'", shown(name))).collect();
    let why = format!("A test has a 'title', and 'questions' or 'sections'; here are {}.", names.join(", "));
    if path.is_empty() { why } else { format!("{path}: {why}") }
}

fn without_test(line: u64, fault: &Fault, path: &str, parsed: &mut Parsed) {
    let what = format!("This test was skipped: {}", fault.within(path));
    parsed.left_out_of_file(Position::line(line), Lost::scores(what));
}

const NO_OBJECT: &str = "This has the wrong type: expected an object.";
const NO_LIST: &str = "This has the wrong type: expected a list.";
const REQUIRED: &str = "This field is required.";

fn test(line: u64, fields: Fields, path: &str, parsed: &mut Parsed) {
    let makes_test = |name: &str| matches!(name, "title" | "questions" | "sections");
    if !fields.is_empty() && !fields.iter().any(|(name, _)| makes_test(name)) {
        return parsed.error(Position::line(line), no_test(&fields, path));
    }
    let fault = |parsed: &mut Parsed, line, fault: &Fault| parsed.error(Position::line(line), fault.within(path));
    let (mut questions, mut sections, mut head) = (None, None, Vec::new());
    for (name, part) in fields {
        let list = match name.as_str() {
            "questions" => &mut questions,
            "sections" => &mut sections,
            _ => {
                head.push((name, part));
                continue;
            }
        };
        match part.kind {
            Kind::List(_) if list.is_some() => {
                return fault(parsed, part.line, &Fault::new(&name, "This field is given twice."));
            }
            Kind::List(entries) => *list = Some(entries),
            Kind::Plain(plain) if plain.value.is_null() => {}
            Kind::Unread(why) => return fault(parsed, part.line, &Fault::new(&name, why)),
            Kind::Object(_) | Kind::Text(_) | Kind::Plain(_) => {
                return fault(parsed, part.line, &Fault::new(&name, NO_LIST));
            }
        }
    }
    let head = Written { line, kind: Kind::Object(head) };
    let Read { value: head, said } = match Read::<ParsedTest>::of(&head, path) {
        Ok(read) => read,
        Err(first) => return fault(parsed, head.line_of(&first.field), &first),
    };
    let place = Position::line(line);
    let unknown = head.unknown("", READ_ONLY_FIELDS);
    parsed.begin(PlannedTest { draft: head.value.draft(), ..PlannedTest::new("", place.clone()) }, unknown);
    say(said, parsed);
    let sections = sections.unwrap_or_default();
    if sections.is_empty() && questions.is_none() {
        return fault(parsed, line, &Fault::new("questions", REQUIRED));
    }
    let questions = questions.unwrap_or_default();
    if sections.is_empty() {
        questions_of(&questions, &below(path, "questions"), parsed);
        return;
    }
    let within: usize = sections.iter().filter_map(|section| section.field("items")).map(Written::entries).sum();
    if let Some(lost) = beside(questions.len(), within) {
        parsed.left_out(place, lost);
    }
    for (number, part) in sections.into_iter().enumerate() {
        section(part, &below(path, &format!("sections[{number}]")), parsed);
    }
}

fn below(path: &str, part: &str) -> String {
    if path.is_empty() { part.to_owned() } else { format!("{path}.{part}") }
}

fn say(said: Vec<(u64, Lost)>, parsed: &mut Parsed) {
    for (line, lost) in said {
        parsed.left_out(Position::line(line), lost);
    }
}

/// Adds the questions of a list, which is at this path, to the last test.
fn questions_of(questions: &[Written], path: &str, parsed: &mut Parsed) {
    for (number, entry) in questions.iter().enumerate() {
        if parsed.is_full() {
            return;
        }
        question(entry, &format!("{path}[{number}]"), READ_ONLY_OF_QUESTIONS, parsed);
    }
}

fn section(Written { line, kind }: Written, path: &str, parsed: &mut Parsed) {
    let without = |parsed: &mut Parsed, line, fault: &Fault| {
        parsed.left_out(Position::line(line), Lost::scores(left_out(fault, path)));
    };
    let Kind::Object(fields) = kind else {
        return without(parsed, line, &Fault::new(".", NO_OBJECT));
    };
    let (items, mut head): (Vec<_>, Vec<_>) = fields.into_iter().partition(|(name, _)| name == "items");
    let mut lists = items.into_iter().map(|(_, part)| part);
    let items = match (lists.next(), lists.next()) {
        (Some(Written { kind: Kind::List(items), .. }), None) => items,
        (Some(part), None) => return without(parsed, part.line, &Fault::new("items", NO_LIST)),
        (Some(_), Some(part)) => {
            return without(parsed, part.line, &Fault::new("items", "This field is given twice."));
        }
        (None, _) => return without(parsed, line, &Fault::new("items", REQUIRED)),
    };
    head.push(("items".to_owned(), Written { line, kind: Kind::List(Vec::new()) }));
    let head = Written { line, kind: Kind::Object(head) };
    let Read { value, said } = match Read::<SectionFile<IgnoredAny>>::of(&head, path) {
        Ok(read) => read,
        Err(fault) => return without(parsed, head.line_of(&fault.field), &fault),
    };
    for lost in value.unknown(&in_words_of(path), READ_ONLY_FIELDS) {
        parsed.left_out(Position::line(line), lost);
    }
    say(said, parsed);
    let (mut planned, _) = value.value.split();
    let are_whole = head.field("passages").map_or(0, Written::entries) == planned.texts.passages.len();
    for (at, entry) in items.iter().enumerate() {
        if parsed.is_full() {
            return;
        }
        if let Some((item, passage)) = item(entry, &format!("{path}.items[{at}]"), parsed) {
            // A passage that cannot be read is left out.
            let passage = passage.filter(|id| are_whole || planned.texts.passages.iter().any(|one| one.id == *id));
            planned.push(item, passage);
        }
    }
    if items.is_empty() || !planned.items.is_empty() {
        parsed.push_section(planned);
    }
}

/// Adds a question to the last test, or says why it is left out. `known` are fields beside its own. Returns whether it was added.
fn question(written: &Written, path: &str, known: &[&str], parsed: &mut Parsed) -> bool {
    let read = written.fitted().and_then(|(value, said)| {
        let Labelled { value: question, labels } = object::<Labelled<WithUnknown<QuestionDraft>>>(&value)?;
        Ok((question, labels, said))
    });
    match read {
        Ok((question, labels, said)) => {
            let place = Position::line(written.line);
            for (line, lost) in said {
                parsed.left_out_of_next(Position::line(line), lost);
            }
            parsed.unknown_of_next(parsed.last(), &place, &question, known);
            parsed.push(question.value, &place);
            parsed.label(parsed.last(), labels);
            true
        }
        Err(fault) => {
            let place = Position::line(written.line_of(&fault.field));
            parsed.left_out(place, Lost::skipped(without_end(&fault.within(path))));
            false
        }
    }
}

/// Reads an item of a section, and the id of the passage that it is about; a question is added to the last test. `None`
/// if it is left out.
fn item(written: &Written, path: &str, parsed: &mut Parsed) -> Option<(PlannedTestItem, Option<String>)> {
    let read = written.fitted().and_then(|(value, said)| {
        let item = object::<WithUnknown<ItemFile<Value>>>(&value)?;
        Ok((item, said))
    });
    let (mut item, said) = match read {
        Ok(read) => read,
        Err(fault) => {
            let place = Position::line(written.line_of(&fault.field));
            parsed.left_out(place, Lost::skipped(without_end(&fault.within(path))));
            return None;
        }
    };
    // The text of a question that stands instead of the item: its fields are those of the question.
    let is_question = item.value.question.as_ref().is_some_and(Value::is_string);
    if !is_question {
        for lost in item.unknown(&in_words_of(path), READ_ONLY_OF_ITEMS) {
            parsed.left_out(Position::line(written.line), lost);
        }
    }
    let passage = item.value.passage.take();
    let item = match item.value.split() {
        Ok(_) => {
            let of_item = [READ_ONLY_OF_QUESTIONS, &["passage"]].concat();
            let inner = if is_question { None } else { written.field("question") };
            let known = if inner.is_some() { READ_ONLY_OF_QUESTIONS } else { of_item.as_slice() };
            if !question(inner.unwrap_or(written), path, known, parsed) {
                return None;
            }
            PlannedTestItem::Question
        }
        Err(named) => {
            say(said, parsed);
            PlannedTestItem::Bank(named)
        }
    };
    Some((item, passage))
}

/// Fields that were read, and what is to be said of some of them.
struct Read<T> {
    value: WithUnknown<T>,
    said: Vec<(u64, Lost)>,
}

impl<T: DeserializeOwned> Read<T> {
    /// Leaves out fields that cannot be read.
    ///
    /// # Errors
    /// The first field of which that is not possible.
    fn of(written: &Written, path: &str) -> Result<Self, Fault> {
        let (mut value, mut said) = written.fitted()?;
        let mut first = None;
        for _ in 0..MAX_UNREADABLE {
            let fault = match object::<WithUnknown<T>>(&value) {
                Ok(value) => return Ok(Self { value, said }),
                Err(fault) => fault,
            };
            if !remove(&mut value, &fault.field) {
                return Err(first.unwrap_or(fault));
            }
            said.push((written.line_of(&fault.field), Lost::reads(left_out(&fault, path))));
            first.get_or_insert(fault);
        }
        Err(first.unwrap_or_else(|| Fault::new(".", "This is not valid here.")))
    }
}

fn left_out(fault: &Fault, path: &str) -> String {
    format!("{} It is left out.", fault.within(path))
}

/// # Errors
/// The first field that cannot be read.
fn object<'v, T: Deserialize<'v>>(value: &'v Value) -> Result<T, Fault> {
    if !value.is_object() {
        // Serde would read a list as the fields of an object, in their order.
        return Err(Fault::new(".", NO_OBJECT));
    }
    serde_path_to_error::deserialize(value).map_err(|error| {
        let (field, message) = in_words(&error.path().to_string(), &error.inner().to_string());
        Fault { field, message }
    })
}

/// `sections[0].items[2]` in words.
fn in_words_of(path: &str) -> String {
    let number = |name: &str| {
        let after = path.rsplit_once(&format!("{name}s["))?.1;
        Some(format!("{name} {}", after.split(']').next()?.parse::<usize>().ok()?.saturating_add(1)))
    };
    ["section", "item"].into_iter().filter_map(number).collect::<Vec<_>>().join(", ")
}
