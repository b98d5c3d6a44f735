//! Our JSON format. Every value keeps its line, so that all that cannot be read is named at once.

use super::{
    LineCounter, own_format,
    plan::{Parsed, Position},
    written::{Kind, Plain, Written},
};
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::{Value, value::RawValue};
use std::fmt;

/// Values within values: our format has fewer.
const MAX_DEPTH: usize = 20;
/// Values of a file.
const MAX_VALUES: usize = 1_000_000;

/// Reads one object, or a list of them. A test that is questions alone has this title.
pub(super) fn read(text: &str, title: &str) -> Parsed {
    let root = match serde_json::from_str::<&RawValue>(text) {
        Ok(root) => root,
        Err(error) => return Parsed::fault(Position::line(error.line() as u64), broken(&error)),
    };
    let lines = LineCounter::of(text.as_bytes());
    let root = JsonText { start: text.as_ptr() as usize, lines, values: 0 }.written(root, 0);
    let mut parsed = Parsed::default();
    own_format::tests(root, title, &mut parsed);
    parsed
}

/// The text, to compute the lines of values borrowed from it.
struct JsonText<'t> {
    start: usize,
    lines: LineCounter<'t>,
    values: usize,
}

impl JsonText<'_> {
    fn written(&mut self, value: &RawValue, depth: usize) -> Written {
        let raw = value.get();
        let line = self.lines.at((raw.as_ptr() as usize).saturating_sub(self.start));
        self.values += 1;
        let kind = if depth > MAX_DEPTH {
            Kind::Unread("This is nested too deeply.")
        } else if self.values > MAX_VALUES {
            Kind::Unread("This file has too many values: split it.")
        } else {
            self.kind(raw, depth).unwrap_or(Kind::Unread("This is not valid here."))
        };
        Written { line, kind }
    }

    fn kind(&mut self, raw: &str, depth: usize) -> serde_json::Result<Kind> {
        if raw.starts_with('{') {
            let Fields(fields) = serde_json::from_str(raw)?;
            let part = |(name, value): (String, &RawValue)| (name, self.written(value, depth + 1));
            return Ok(Kind::Object(fields.into_iter().map(part).collect()));
        }
        if raw.starts_with('[') {
            let items: Vec<&RawValue> = serde_json::from_str(raw)?;
            return Ok(Kind::List(items.into_iter().map(|item| self.written(item, depth + 1)).collect()));
        }
        if raw.starts_with('"') {
            return Ok(Kind::Text(serde_json::from_str(raw)?));
        }
        // A number may be larger than any that we know.
        let value = serde_json::from_str(raw).unwrap_or_else(|_| Value::from(raw));
        Ok(Kind::Plain(Plain { raw: raw.to_owned(), value, is_text: false }))
    }
}

/// The fields of an object, in their order.
struct Fields<'t>(Vec<(String, &'t RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;

        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }

        from.deserialize_map(FieldsVisitor)
    }
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
