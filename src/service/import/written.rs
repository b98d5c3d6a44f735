//! Values of our own files as they are written, so that one of another type can be read as what it means.

use super::lost::{Lost, shown};
use serde_json::{Map, Value};

/// A value, with its line.
pub(super) struct Written {
    pub line: u64,
    pub kind: Kind,
}

pub(super) enum Kind {
    /// A text in quotes, or one that can be nothing else.
    Text(String),
    Plain(Plain),
    List(Vec<Written>),
    Object(Vec<(String, Written)>),
    /// A value that cannot be read, with the reason.
    Unread(&'static str),
}

/// A number, a truth value or null.
pub(super) struct Plain {
    pub raw: String,
    pub value: Value,
    /// Whether it is a text as well, where one belongs: YAML needs no quotes.
    pub is_text: bool,
}

/// A field that cannot be read, by its path (`.`: the whole value).
pub(super) struct Fault {
    pub field: String,
    pub message: String,
}

impl Fault {
    pub fn new(field: &str, message: &str) -> Self {
        Self { field: field.to_owned(), message: message.to_owned() }
    }

    /// The sentence about it, in the value of this path.
    pub fn within(&self, path: &str) -> String {
        let Self { field, message } = self;
        match (path, field.as_str()) {
            ("", field) => format!("{field}: {message}"),
            (path, ".") => format!("{path}: {message}"),
            (path, field) => format!("{path}.{field}: {message}"),
        }
    }
}

/// Values of the types that their fields have, and what is to be said of some, each with its line.
pub(super) type Fitted = (Value, Vec<(u64, Lost)>);

impl Written {
    /// # Errors
    /// A part that cannot be read, or a field that is given twice.
    pub fn fitted(&self) -> Result<Fitted, Fault> {
        let mut fitting = Fitting::default();
        let value = fitting.value(self, Wanted::Parts, "");
        match fitting.fault {
            Some(fault) => Err(fault),
            None => Ok((value, fitting.said)),
        }
    }

    /// The line of what this path names, or of the part around it.
    pub fn line_of(&self, path: &str) -> u64 {
        let mut found = self;
        for step in steps(path) {
            let next = match &found.kind {
                Kind::Object(fields) => fields.iter().find(|(name, _)| name == step).map(|(_, part)| part),
                Kind::List(items) => step.parse::<usize>().ok().and_then(|at| items.get(at)),
                Kind::Text(_) | Kind::Plain(_) | Kind::Unread(_) => None,
            };
            match next {
                Some(next) => found = next,
                None => break,
            }
        }
        found.line
    }

    pub fn field(&self, name: &str) -> Option<&Self> {
        let Kind::Object(fields) = &self.kind else { return None };
        fields.iter().find(|(given, _)| given == name).map(|(_, part)| part)
    }

    /// Number of the entries of a list.
    pub const fn entries(&self) -> usize {
        match &self.kind {
            Kind::List(items) => items.len(),
            Kind::Object(_) | Kind::Text(_) | Kind::Plain(_) | Kind::Unread(_) => 0,
        }
    }
}

/// `gaps[0].id` is `gaps`, `0`, `id`.
fn steps(path: &str) -> impl Iterator<Item = &str> {
    path.split(['.', '[']).map(|step| step.trim_end_matches(']'))
}

/// Removes what this path names, or the part that lacks it. `false` if that is the whole.
pub(super) fn remove(value: &mut Value, path: &str) -> bool {
    let steps: Vec<&str> = steps(path).collect();
    (1..=steps.len()).rev().any(|count| {
        let Some((last, above)) = steps.get(..count).and_then(|steps| steps.split_last()) else { return false };
        let Some(parent) = above.iter().try_fold(&mut *value, |found, step| inner(found, step)) else { return false };
        if let Some(fields) = parent.as_object_mut() {
            return fields.remove(*last).is_some();
        }
        match (parent.as_array_mut(), last.parse::<usize>()) {
            (Some(items), Ok(at)) if at < items.len() => {
                items.remove(at);
                true
            }
            _ => false,
        }
    })
}

fn inner<'v>(value: &'v mut Value, step: &str) -> Option<&'v mut Value> {
    if value.is_array() {
        value.as_array_mut()?.get_mut(step.parse::<usize>().ok()?)
    } else {
        value.as_object_mut()?.get_mut(step)
    }
}

/// The type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// Any type: the field is not known.
    Any,
    Text,
    /// A text of a list.
    Entry,
    Texts,
    Whole,
    Flag,
    /// A number, which may stand in quotes.
    Number,
    /// Texts by names that an author has chosen.
    Named,
    /// Objects, or some by names that an author has chosen.
    Keyed,
    Parts,
}

impl Wanted {
    fn of(field: &str) -> Self {
        match field {
            "title"
            | "description"
            | "description_format"
            | "history"
            | "language"
            | "id"
            | "type"
            | "question"
            | "format"
            | "correct_answer"
            | "expected_language"
            | "unit"
            | "pattern"
            | "scoring"
            | "explanation"
            | "reviewer_notes"
            | "checker"
            | "kind"
            | "text"
            | "input"
            | "output"
            | "group"
            | "source"
            | "instructions"
            | "instructions_format"
            | "question_id"
            | "passage"
            | "difficulty"
            | "state" => Self::Text,
            "duration_minutes" | "time_minutes" | "points" | "weight" | "draw" | "version" | "time_limit_ms"
            | "memory_limit_mb" => Self::Whole,
            "require_fullscreen" | "shuffle_questions" | "shuffle_options" | "one_way" | "case_sensitive"
            | "space_sensitive" | "show_explanation" | "review" | "visible" | "has_more_options" => Self::Flag,
            "correct_number" | "penalty" | "checker_tolerance" | "value" => Self::Number,
            "options" | "prompts" | "correct_answers" | "accepted" | "order" | "tags" | "languages"
            | "pinned_options" | "question_ids" => Self::Texts,
            "pairs" | "starter_code" | "gaps" => Self::Named,
            "translations" | "passages" => Self::Keyed,
            "tolerance" | "tests" | "reference_solutions" | "wrong_solutions" | "pool" | "sections" => Self::Parts,
            _ => Self::Any,
        }
    }

    /// The type of the entries of such a list.
    const fn of_entries(self) -> Self {
        match self {
            Self::Any => Self::Any,
            Self::Named | Self::Keyed | Self::Parts => Self::Parts,
            Self::Text | Self::Entry | Self::Texts | Self::Whole | Self::Flag | Self::Number => Self::Entry,
        }
    }

    /// The type of a field of such an object.
    fn of_field(self, name: &str) -> Self {
        match self {
            Self::Any => Self::Any,
            Self::Named => Self::Text,
            Self::Keyed => Self::Parts,
            Self::Parts | Self::Text | Self::Entry | Self::Texts | Self::Whole | Self::Flag | Self::Number => {
                Self::of(name)
            }
        }
    }
}

#[derive(Default)]
struct Fitting {
    said: Vec<(u64, Lost)>,
    fault: Option<Fault>,
}

impl Fitting {
    fn value(&mut self, written: &Written, wanted: Wanted, path: &str) -> Value {
        let at = (path, written.line);
        match &written.kind {
            Kind::Text(text) => self.text(text, wanted, at),
            Kind::Plain(plain) => self.plain(plain, wanted, at),
            Kind::List(items) => {
                let wanted = wanted.of_entries();
                let entry = |(number, item): (usize, &Written)| self.value(item, wanted, &format!("{path}[{number}]"));
                Value::Array(items.iter().enumerate().map(entry).collect())
            }
            Kind::Object(fields) => self.fields(fields, wanted, path),
            Kind::Unread(why) => {
                self.fail(path, why);
                Value::Null
            }
        }
    }

    fn fields(&mut self, fields: &[(String, Written)], wanted: Wanted, path: &str) -> Value {
        let mut object = Map::new();
        for (name, part) in fields {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            let wanted = wanted.of_field(name);
            let value = self.value(part, wanted, &path);
            // `null` is an absent field.
            if value.is_null() && wanted != Wanted::Any {
                continue;
            }
            if object.insert(name.clone(), value).is_some() {
                self.fail(&path, "This field is given twice.");
            }
        }
        Value::Object(object)
    }

    fn text(&mut self, text: &str, wanted: Wanted, at: (&str, u64)) -> Value {
        let read = match wanted {
            Wanted::Whole => whole(text).map(Value::from),
            Wanted::Flag => flag(text).map(Value::from),
            Wanted::Texts => Some(Value::from(vec![text])),
            Wanted::Any
            | Wanted::Text
            | Wanted::Entry
            | Wanted::Number
            | Wanted::Named
            | Wanted::Keyed
            | Wanted::Parts => return Value::from(text),
        };
        self.said_of(read, text, at).unwrap_or_else(|| Value::from(text))
    }

    fn plain(&mut self, Plain { raw, value, is_text }: &Plain, wanted: Wanted, at: (&str, u64)) -> Value {
        let raw = raw.as_str();
        let is_word = wanted == Wanted::Entry && *is_text && !raw.is_empty();
        if value.is_null() && !is_word {
            return Value::Null;
        }
        let read = match wanted {
            Wanted::Text | Wanted::Entry | Wanted::Named if *is_text => return Value::from(raw),
            Wanted::Text | Wanted::Entry | Wanted::Named => Some(Value::from(raw)),
            Wanted::Texts => Some(Value::from(vec![raw])),
            Wanted::Number if is_decimal(raw) => return Value::from(raw),
            Wanted::Whole if !value.is_i64() && !value.is_u64() => whole(raw).map(Value::from),
            Wanted::Flag if !value.is_boolean() => flag(raw).map(Value::from),
            Wanted::Any | Wanted::Number | Wanted::Whole | Wanted::Flag | Wanted::Keyed | Wanted::Parts => {
                return value.clone();
            }
        };
        self.said_of(read, raw, at).unwrap_or_else(|| value.clone())
    }

    /// The value that was read, which is said.
    fn said_of(&mut self, read: Option<Value>, raw: &str, (path, line): (&str, u64)) -> Option<Value> {
        if read.is_some() {
            let what = format!("'{path}' has a value of another type, which is read as '{}'.", shown(raw));
            self.said.push((line, Lost::looks(what)));
        }
        read
    }

    fn fail(&mut self, path: &str, why: &str) {
        let field = if path.is_empty() { "." } else { path };
        self.fault.get_or_insert_with(|| Fault::new(field, why));
    }
}

fn whole(text: &str) -> Option<i64> {
    let text = text.trim();
    let digits = match text.split_once('.') {
        Some((digits, rest)) if !rest.is_empty() && rest.bytes().all(|digit| digit == b'0') => digits,
        Some(_) => return None,
        None => text,
    };
    digits.parse().ok()
}

fn flag(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" => Some(false),
        _ => None,
    }
}

/// Whether digits alone say it, so that it is a number as written.
fn is_decimal(raw: &str) -> bool {
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = raw.strip_prefix('-').unwrap_or(raw);
    match number.split_once('.') {
        Some((whole, rest)) => are_digits(whole) && are_digits(rest),
        None => are_digits(number),
    }
}
