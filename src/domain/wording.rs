//! Translates parser errors (serde's texts) into messages for people.

/// Whole numbers, as the parser calls them.
const INTEGERS: [&str; 7] = ["i64", "i32", "u64", "u32", "u16", "u8", "usize"];

/// Returns the field concerned and a sentence about it. `path` is the parser's (`.`: the whole body).
#[must_use]
pub fn in_words(path: &str, text: &str) -> (String, String) {
    let text = text.split(" at line ").next().unwrap_or_default();
    let within = |name: &str| if path == "." { name.to_owned() } else { format!("{path}.{name}") };
    if let Some(name) = quoted(text, "missing field `") {
        return (within(name), "This field is required.".into());
    }
    if let Some(name) = quoted(text, "duplicate field `") {
        return (within(name), "This field is given twice.".into());
    }
    if let Some(name) = quoted(text, "unknown field `") {
        let is_named = path == name || path.ends_with(&format!(".{name}"));
        return (if is_named { path.to_owned() } else { within(name) }, "There is no such field here.".into());
    }
    let field = if path == "." { "body".to_owned() } else { path.to_owned() };
    if let Some(message) = number_in_words(text) {
        return (field, message.into());
    }
    if text.starts_with("provided string was not `true` or `false`") {
        return (field, "This must be 'true' or 'false'.".into());
    }
    // Where the name of an enum is expected.
    if text == "expected value" {
        return (field, "This has the wrong type.".into());
    }
    let Some(expected) = text.split("expected ").nth(1) else {
        return (field, "This is not valid here.".into());
    };
    let expected = expected.replace('`', "'");
    if expected.starts_with("an instant") {
        return (field, format!("This date and time cannot be stored: expected {expected}."));
    }
    let expected = match expected.as_str() {
        kind if INTEGERS.contains(&kind) => "a whole number",
        "f64" => "a number",
        "a sequence" => "a list",
        other if other.starts_with("struct") => "an object",
        other => other,
    };
    let message = match quoted(text, "unknown variant `") {
        Some(given) => format!("'{given}' is not known here: expected {expected}."),
        None => format!("This has the wrong type: expected {expected}."),
    };
    (field, message)
}

/// Which rule a number breaks: a whole one that is too large is still a whole number.
fn number_in_words(text: &str) -> Option<&'static str> {
    const TOO_LARGE: &str = "This number is too large.";
    const TOO_SMALL: &str = "This number is too small.";
    if text.starts_with("number too large") {
        return Some(TOO_LARGE);
    }
    if text.starts_with("number too small") {
        return Some(TOO_SMALL);
    }
    if ["invalid digit", "cannot parse integer"].iter().any(|start| text.starts_with(start)) {
        return Some("This must be a whole number.");
    }
    if ["invalid float literal", "cannot parse float"].iter().any(|start| text.starts_with(start)) {
        return Some("This must be a number.");
    }
    let kind = text.rsplit("expected ").next()?;
    if !INTEGERS.contains(&kind) {
        return None;
    }
    let given = quoted(text, "invalid value: integer `").or_else(|| {
        // Of whole numbers, the parser takes those beyond 64 bits for others.
        let given = quoted(text, "invalid type: floating point `")?;
        let is_beyond = given.parse::<f64>().is_ok_and(|number| number.abs() >= 9.0e18);
        is_beyond.then_some(given)
    })?;
    Some(if given.starts_with('-') { TOO_SMALL } else { TOO_LARGE })
}

fn quoted<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    text.strip_prefix(start)?.split('`').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_parser_texts_remain() {
        let said = |path: &str, text: &str| in_words(path, text).1;
        assert_eq!(in_words("a[1]", "missing field `b` at line 1 column 2").0, "a[1].b");
        assert_eq!(said(".", "duplicate field `email`"), "This field is given twice.");
        for (path, field) in
            [(".", "tset"), ("tset", "tset"), ("roles[0].tset", "roles[0].tset"), ("roles[0]", "roles[0].tset")]
        {
            let found = in_words(path, "unknown field `tset`, expected `role` or `tests` at line 1 column 9");
            assert_eq!(found, (field.to_owned(), "There is no such field here.".to_owned()));
        }
        assert_eq!(said("limit", "cannot parse integer from empty string"), "This must be a whole number.");
        assert_eq!(said("limit", "number too large to fit in target type"), "This number is too large.");
        assert_eq!(said("limit", "number too small to fit in target type"), "This number is too small.");
        assert_eq!(said("score_min", "invalid float literal"), "This must be a number.");
        assert_eq!(said("all", "provided string was not `true` or `false`"), "This must be 'true' or 'false'.");
        assert_eq!(
            said("name", "invalid type: floating point `1e30`, expected a string at line 3 column 9"),
            "This has the wrong type: expected a string."
        );
        assert_eq!(
            said("p", "invalid type: floating point `1.5`, expected i64 at line 3 column 9"),
            "This has the wrong type: expected a whole number."
        );
        for kind in ["u8", "u16", "u32", "u64", "usize", "i32", "i64"] {
            let number = |given: &str| said("n", &format!("invalid {given}, expected {kind} at line 1 column 9"));
            assert_eq!(number("value: integer `-1`"), "This number is too small.");
            assert_eq!(number("value: integer `4294967296`"), "This number is too large.");
            assert_eq!(number("type: floating point `1e30`"), "This number is too large.");
            assert_eq!(number("type: floating point `-10000000000000000000.0`"), "This number is too small.");
            assert_eq!(number("type: floating point `2.5`"), "This has the wrong type: expected a whole number.");
            assert_eq!(number("type: string \"1\""), "This has the wrong type: expected a whole number.");
        }
        assert_eq!(
            said("k", "unknown variant `x`, expected `a` or `b`"),
            "'x' is not known here: expected 'a' or 'b'."
        );
    }
}
