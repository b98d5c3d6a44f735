//! Our YAML format: the shape of the JSON format, in one or several documents. Texts need no quotes, whatever they look like.

use super::{
    own_format,
    plan::{Parsed, Position},
    written::{Kind, Plain, Written},
};
use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess, SeqAccess, Visitor},
};
use serde_json::Value;
use serde_saphyr::{DuplicateKeyPolicy, Error, Location, NonFiniteFloatPolicy, Options, Spanned, budget::BudgetBreach};
use std::fmt;

/// A value, whose parts have their places.
enum Part {
    Text(String),
    /// A value that is written without quotes and is no text.
    Plain(Value),
    List(Vec<Spanned<Self>>),
    Object(Vec<(String, Spanned<Self>)>),
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct PartVisitor;

        impl<'de> Visitor<'de> for PartVisitor {
            type Value = Part;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }

            fn visit_bool<E: de::Error>(self, flag: bool) -> Result<Part, E> {
                Ok(Part::Plain(flag.into()))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Part, E> {
                Ok(Part::Plain(number.into()))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Part, E> {
                Ok(Part::Plain(number.into()))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Part, E> {
                Ok(Part::Plain(number.into()))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Part, E> {
                Ok(Part::Text(text.to_owned()))
            }

            fn visit_unit<E: de::Error>(self) -> Result<Part, E> {
                Ok(Part::Plain(Value::Null))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Part, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    items.push(item);
                }
                Ok(Part::List(items))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Part, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Part::Object(fields))
            }
        }

        from.deserialize_any(PartVisitor)
    }
}

/// The value, whose scalars are as the text has them.
fn written(Spanned { value, referenced, defined, .. }: Spanned<Part>, text: &str) -> Written {
    let kind = match value {
        Part::Text(text) => Kind::Text(text),
        Part::Plain(value) => plain(value, raw(text, defined)),
        Part::List(items) => Kind::List(items.into_iter().map(|item| written(item, text)).collect()),
        Part::Object(fields) => {
            Kind::Object(fields.into_iter().map(|(name, part)| (name, written(part, text))).collect())
        }
    };
    Written { line: referenced.line(), kind }
}

fn plain(value: Value, raw: Option<&str>) -> Kind {
    let is_empty = ["", "~", "null", "Null", "NULL"].contains(&raw.unwrap_or_default());
    match raw {
        // A number without a value of ours, such as `.inf`.
        Some(raw) if value.is_null() && !is_empty => Kind::Text(raw.to_owned()),
        Some(raw) => Kind::Plain(Plain { raw: raw.to_owned(), value, is_text: true }),
        None if value.is_null() => Kind::Plain(Plain { raw: String::new(), value, is_text: true }),
        None => Kind::Plain(Plain { raw: value.to_string(), value, is_text: true }),
    }
}

/// A scalar as it is written, which is one word. Of a larger place it is not known.
fn raw(text: &str, place: Location) -> Option<&str> {
    let span = place.span();
    let start = usize::try_from(span.byte_offset()?).ok()?;
    let end = start.checked_add(usize::try_from(span.byte_len()?).ok()?)?;
    text.get(start..end).map(str::trim).filter(|raw| !raw.contains(char::is_whitespace))
}

/// The library's default budgets limit depth, nodes and aliases. A field that is given twice costs no more than what it is in,
/// and `.inf` may be a text.
fn options() -> Options {
    serde_saphyr::options! {
        with_snippet: false,
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        non_finite_float_policy: NonFiniteFloatPolicy::PassThrough,
    }
}

pub(super) fn read(text: &str, title: &str) -> Parsed {
    let documents: Vec<Spanned<Part>> = match serde_saphyr::from_multiple_with_options(text, options()) {
        Ok(documents) => documents,
        Err(error) => {
            let place = error.location().map_or_else(Position::default, |at| Position::line(at.line()));
            return Parsed::fault(place, words(&error));
        }
    };
    let mut parsed = Parsed::default();
    for document in documents {
        own_format::tests(written(document, text), title, &mut parsed);
    }
    parsed
}

const TOO_DEEP: &str = "This is nested too deeply.";

#[expect(clippy::wildcard_enum_match_arm, reason = "all other errors of the crate are given in its own words")]
fn words(error: &Error) -> String {
    match error {
        Error::AliasError { error, .. } => return words(error),
        Error::DuplicateMappingKey { key: Some(name), .. } => return format!("{name}: This field is given twice."),
        Error::Budget { breach: BudgetBreach::Depth { .. }, .. } => return TOO_DEEP.to_owned(),
        Error::Budget { .. }
        | Error::AliasReplayCounterOverflow { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => {
            return "This YAML is too large or has too many aliases: split the file, or save it as JSON.".to_owned();
        }
        _ => {}
    }
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    // "error: line 3 column 5: invalid indentation"
    let said = first.trim_start_matches("error: ");
    let said = said.strip_prefix("line ").and_then(|rest| rest.split_once(": ")).map_or(said, |(_, said)| said);
    let said = said.split(" at line ").next().unwrap_or(said);
    if said.starts_with("recursion limit") {
        return TOO_DEEP.to_owned();
    }
    format!("this is not valid YAML: {said}")
}
