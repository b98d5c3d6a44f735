//! Bodies that are made from a template: JSON whose texts have placeholders.

use crate::domain::{
    Result,
    error::FieldChecker,
    placeholders::{self, fill as fill_text},
};
use serde_json::Value;

/// Bytes of a template.
pub const MAX_TEMPLATE: usize = 10_000;

/// Names of the values that a template can have.
pub const PLACEHOLDERS: [&str; 16] = [
    "event",
    "event_in_words",
    "occurred_at",
    "test_id",
    "test_title",
    "invite_id",
    "external_id",
    "applicant_name",
    "applicant_email",
    "result_id",
    "score",
    "passed",
    "decision",
    "reason",
    "link",
    "message",
];

/// Checks that a template is JSON with known placeholders.
pub(super) fn check(check: &mut FieldChecker, template: &str) {
    const FIELD: &str = "template";
    check.require(template.len() <= MAX_TEMPLATE, FIELD, "A template has 10,000 bytes at most.");
    let parsed: Value = match serde_json::from_str(template) {
        Ok(parsed) => parsed,
        Err(error) => return check.require(false, FIELD, format!("This is not JSON: {error}.")),
    };
    each_text(&parsed, &mut |text| placeholders::check(check, FIELD, text, (MAX_TEMPLATE, &PLACEHOLDERS)));
}

fn each_text(value: &Value, see: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => see(text),
        Value::Array(items) => items.iter().for_each(|item| each_text(item, see)),
        Value::Object(members) => members.values().for_each(|member| each_text(member, see)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Fills in a checked template. A text that is one placeholder becomes its value, with its type; within a longer text a
/// missing value is blank.
///
/// # Errors
/// None in practice: the template was checked.
pub fn fill(template: &str, values: &[(&'static str, Value)]) -> Result<String> {
    let parsed: Value = serde_json::from_str(template).map_err(crate::domain::Error::internal)?;
    let texts: Vec<(&str, String)> = PLACEHOLDERS.iter().map(|name| (*name, text_of(values, name))).collect();
    let texts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    Ok(filled(parsed, values, &texts)?.to_string())
}

fn value_of<'v>(values: &'v [(&'static str, Value)], name: &str) -> Option<&'v Value> {
    values.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
}

fn text_of(values: &[(&'static str, Value)], name: &str) -> String {
    match value_of(values, name) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

fn filled(value: Value, values: &[(&'static str, Value)], texts: &[(&str, &str)]) -> Result<Value> {
    Ok(match value {
        Value::String(text) => {
            let name = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            match name.filter(|name| PLACEHOLDERS.contains(name)) {
                Some(name) => value_of(values, name).cloned().unwrap_or_default(),
                None => Value::String(fill_text(&text, texts)?),
            }
        }
        Value::Array(items) => {
            Value::Array(items.into_iter().map(|item| filled(item, values, texts)).collect::<Result<_>>()?)
        }
        Value::Object(members) => {
            let member = |(name, member)| Ok((name, filled(member, values, texts)?));
            Value::Object(members.into_iter().map(member).collect::<Result<_>>()?)
        }
        other @ (Value::Null | Value::Bool(_) | Value::Number(_)) => other,
    })
}
