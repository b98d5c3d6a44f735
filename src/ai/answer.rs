//! Extracts JSON from a model's text. Models wrap it in code fences, reasoning and pleasantries, whatever the prompt
//! says.

use serde_json::{Map, Value};

/// Returns the JSON object in `text`; a bare list becomes an object with the list as `name`.
pub(super) fn object(text: &str, name: &str) -> Option<Map<String, Value>> {
    // Reasoning models close their reasoning before the answer.
    let text = text.rsplit("</think>").next().unwrap_or(text).trim();
    let between = |open: char, close: char| {
        let (from, to) = (text.find(open)?, text.rfind(close)?);
        text.get(from..=to)
    };
    let tries = [Some(text), between('{', '}'), between('[', ']')];
    tries.into_iter().flatten().find_map(|json| match serde_json::from_str(json).ok()? {
        Value::Object(object) => Some(object),
        Value::Array(list) => Some(Map::from_iter([(name.to_owned(), Value::Array(list))])),
        _ => None,
    })
}

/// Sanitizes a text for storage: removes control characters except tabs and line ends, truncates to `max` characters.
pub(super) fn clean(text: &str, max: usize) -> String {
    let kept = text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t'));
    kept.collect::<String>().trim().chars().take(max).collect()
}

/// Parses a finite number from a JSON number or string.
pub(super) fn number(value: Option<&Value>) -> Option<f64> {
    let number = match value? {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_found_in_surrounding_text() {
        for text in [
            r#"{"a": [1]}"#,
            "```json\n{\"a\": [1]}\n```",
            "Sure! Here it is:\n\n{\"a\": [1]}\n\nAnything else?",
            "<think>maybe {\"b\": 2}</think>\n{\"a\": [1]}",
            "[1]",
            "Here: [1].",
        ] {
            assert_eq!(Value::Object(object(text, "a").unwrap()), serde_json::json!({"a": [1]}), "{text}");
        }
        for text in ["", "I cannot do that.", "{\"a\": [1", "}{", "\"a\"", "{]"] {
            assert!(object(text, "a").is_none(), "{text}");
        }
        assert!(object(&"[".repeat(100_000), "a").is_none(), "depth is bounded");
    }

    #[test]
    fn texts_are_cleaned_and_numbers_are_parsed_in_every_form() {
        assert_eq!(clean(" a\u{0}\u{1b}[1m\nb\u{7f} ", 100), "a[1m\nb");
        assert_eq!(clean("äöü", 2), "äö");
        let read = |value: Value| number(Some(&value));
        assert_eq!(read(2.into()), Some(2.0));
        assert_eq!(read(" 2.5 ".into()), Some(2.5));
        assert_eq!((read("NaN".into()), read("two".into()), read(Value::Null), number(None)), (None, None, None, None));
    }
}
