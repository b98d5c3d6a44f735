//! Bodies that are made from a template: JSON whose texts have placeholders.

use super::{
    address::{MAX_URL, origin},
    numbers, repeated,
};
use crate::domain::{
    Result,
    error::FieldChecker,
    placeholders::{self, fill as fill_text},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

/// Bytes of a template.
pub const MAX_TEMPLATE: usize = 10_000;

/// Placeholders of a template: each is replaced by a text that may be long, and each delivery keeps its body.
const MAX_PLACES: usize = 100;

/// Names of the values that a template can have.
pub const PLACEHOLDERS: [&str; 19] = [
    "event",
    "event_in_words",
    "occurred_at",
    "occurred_at_ms",
    "test_id",
    "test_title",
    "invite_id",
    "external_id",
    "external_key",
    "applicant_name",
    "applicant_email",
    "result_id",
    "score",
    "passed",
    "decision",
    "reason",
    "link",
    "report",
    "message",
];

/// Names of the values that an address can have behind its host. Only orders have them.
pub const URL_PLACEHOLDERS: [&str; 2] = ["external_id", "external_key"];

/// Whether an address is one only together with an order.
#[must_use]
pub fn needs_order(url: &str) -> bool {
    url.contains('{')
}

/// An address without what may be secret in it: who knows the address of a chat or of an automation can write to it. Its
/// receiver stays, the kind of address where a plain word says it, and the placeholders.
#[must_use]
pub fn shown_url(url: &str) -> String {
    let receiver = origin(url);
    let rest = url.strip_prefix(receiver).unwrap_or_default();
    if matches!(rest, "" | "/") {
        return url.to_owned();
    }
    let mut shown = receiver.to_owned();
    let kind = rest.strip_prefix('/').and_then(|path| path.split_once('/')).map(|(kind, _)| kind);
    let is_word = |kind: &&str| (1..=16).contains(&kind.len()) && kind.bytes().all(|byte| byte.is_ascii_lowercase());
    if let Some(kind) = kind.filter(is_word) {
        shown.push('/');
        shown.push_str(kind);
    }
    shown.push_str("/…");
    for name in URL_PLACEHOLDERS {
        let place = format!("{{{name}}}");
        if url.contains(&place) {
            shown.push('/');
            shown.push_str(&place);
        }
    }
    shown
}

/// Checks the placeholders of an address.
pub(super) fn check_url(check: &mut FieldChecker, url: &str) {
    placeholders::check(check, "url", url, (MAX_URL, &URL_PLACEHOLDERS));
    let is_fixed = !origin(url).contains(['{', '}']);
    check.require(is_fixed, "url", "Placeholders cannot stand in the host of an address.");
}

/// The address for an order. `None` where an id would choose another path than the one that was entered.
#[must_use]
pub fn fill_url(url: &str, external_id: &str, external_key: &str) -> Option<String> {
    let is_step = |id: &str| id.is_empty() || id.chars().all(|c| c == '.');
    if is_step(external_id) || is_step(external_key) {
        return None;
    }
    let encoded = [external_id, external_key].map(|id| utf8_percent_encode(id, IN_PATH).to_string());
    fill_text(url, &[("external_id", &encoded[0]), ("external_key", &encoded[1])]).ok()
}

const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Checks that a template is JSON with known placeholders.
pub(super) fn check(check: &mut FieldChecker, template: &str) {
    const FIELD: &str = "template";
    /// Characters of a number or a name that a refusal has.
    const SHOWN: usize = 60;
    check.require(template.len() <= MAX_TEMPLATE, FIELD, "A template has 10,000 bytes at most.");
    let parsed: Value = match serde_json::from_str(template) {
        Ok(parsed) => parsed,
        Err(error) => return check.require(false, FIELD, format!("This is not JSON: {error}.")),
    };
    if let Some(number) = numbers::first_changed(template) {
        let number: String = number.chars().take(SHOWN).collect();
        let reason =
            format!("The number {number} has too many digits to arrive unchanged. Put it into quotation marks.");
        check.require(false, FIELD, reason);
    }
    if let Some(name) = repeated::first_repeated(template) {
        let name: String = name.chars().take(SHOWN).collect();
        check.require(false, FIELD, format!("The name '{name}' stands twice in one object."));
    }
    let mut places = 0;
    each_text(&parsed, &mut |text: &str| {
        places += text.matches('{').count();
        placeholders::check(check, FIELD, text, (MAX_TEMPLATE, &PLACEHOLDERS));
    });
    check.require(places <= MAX_PLACES, FIELD, "A template has 100 placeholders at most.");
    // It would be sent as it is.
    check.require(!names_a_placeholder(&parsed), FIELD, "A placeholder stands in a value, not in the name of one.");
}

fn names_a_placeholder(value: &Value) -> bool {
    let has_one = |name: &String| PLACEHOLDERS.iter().any(|known| name.contains(&format!("{{{known}}}")));
    match value {
        Value::Array(items) => items.iter().any(names_a_placeholder),
        Value::Object(members) => members.keys().any(has_one) || members.values().any(names_a_placeholder),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
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
