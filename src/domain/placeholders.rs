//! Texts with placeholders in braces, such as `{test_title}`, from a closed set.

use super::{Error, Result, error::FieldChecker};

/// Fills in the placeholders of a checked text, once: what a value contains is not read again.
///
/// # Errors
/// None in practice: the placeholders were checked.
pub fn fill(text: &str, values: &[(&str, &str)]) -> Result<String> {
    try_fill(text, values).map_err(|unknown| Error::internal(format!("a placeholder {unknown}")))
}

/// # Errors
/// The first unknown placeholder, or brace without its counterpart.
fn try_fill(text: &str, values: &[(&str, &str)]) -> std::result::Result<String, String> {
    let value_of = |name: &str| values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find(['{', '}']) {
        filled.push_str(&rest[..place]);
        let tail = &rest[place..];
        let end = tail.find('}').filter(|_| tail.starts_with('{')).ok_or_else(|| shown(tail))?;
        filled.push_str(value_of(&tail[1..end]).ok_or_else(|| shown(&tail[..=end]))?);
        rest = &tail[end + 1..];
    }
    filled.push_str(rest);
    Ok(filled)
}

fn shown(text: &str) -> String {
    text.chars().take(40).take_while(|c| *c != '\n').collect()
}

/// Checks length, characters and placeholders of a text.
pub fn check(check: &mut FieldChecker, field: &str, text: &str, (max, names): (usize, &[&str])) {
    check.require(text.chars().count() <= max, field, format!("This is too long ({max} characters at most)."));
    let is_clean = !text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t'));
    check.require(is_clean, field, "Control characters are not allowed.");
    let blank: Vec<(&str, &str)> = names.iter().map(|name| (*name, "")).collect();
    if let Err(unknown) = try_fill(text, &blank) {
        let known: Vec<String> = names.iter().map(|name| format!("{{{name}}}")).collect();
        check.require(false, field, format!("There is no placeholder {unknown}; there are {}.", in_words(&known)));
    }
}

fn in_words(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.concat(),
    }
}
