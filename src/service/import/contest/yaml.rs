//! Settings in YAML.

use super::problem::{Read, refused};
use crate::service::import::{lines, package::Package};
use serde_json::{Map, Value};

/// A YAML file with an object.
pub fn map(package: &mut Package<'_>, name: &str) -> Read<Map<String, Value>> {
    let bytes = match package.bytes(name) {
        Ok(bytes) => bytes,
        Err(why) => return refused(name, why),
    };
    let Ok(text) = lines::text(&bytes) else { return refused(name, "This is not UTF-8 text.") };
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    match serde_saphyr::from_str::<Value>(text) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(Value::Null) => Ok(Map::new()),
        _ => refused(name, "This is not YAML with a list of settings."),
    }
}

/// A number, also one that is written as a text.
pub fn number(value: &Value) -> Option<f64> {
    let written = || value.as_str()?.trim().parse().ok();
    value.as_f64().or_else(written).filter(|number| number.is_finite())
}

/// A text, or a list of texts on one line.
pub fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(all) => all.iter().map(words).collect::<Vec<_>>().join(" "),
        Value::Null | Value::Bool(_) | Value::Object(_) => String::new(),
    }
}
