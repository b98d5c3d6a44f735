//! Fields of replies that may be left out: the description of the API requires all that can be null
//! (`src/http/description.rs`).

use super::{files, root, shown};
use std::fs;

/// Fields that are left out where they are `None` and yet described as nullable.
fn half_described(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut attributes = String::new();
    for line in text.lines().map(str::trim) {
        let is_open = attributes.matches('[').count() > attributes.matches(']').count();
        if line.starts_with("#[") || is_open {
            attributes += line;
        } else if !line.starts_with("///") {
            let has_own_type = attributes.contains("value_type = ") && !attributes.contains("value_type = Option<");
            let is_never_null = attributes.contains("nullable = false") || has_own_type;
            if attributes.contains("skip_serializing_if") && line.contains(": Option<") && !is_never_null {
                found.push(line);
            }
            attributes.clear();
        }
    }
    found
}

#[test]
fn what_a_reply_may_leave_out_is_never_null() {
    let good = "#[serde(skip_serializing_if = \"Option::is_none\")]\n/// A time.\n#[schema(\n    nullable = false,\n)]\nat: Option<Timestamp>,";
    assert!(half_described(good).is_empty());
    let bad = "#[schema(nullable = false)]\nby: Option<String>,\n#[serde(skip_serializing_if = \"Option::is_none\")]\nat: Option<u8>,";
    assert_eq!(half_described(bad), ["at: Option<u8>,"]);

    for path in files(&root().join("src/http"), &["rs"]) {
        let text = fs::read_to_string(&path).unwrap();
        let found = half_described(&text);
        assert!(found.is_empty(), "{} needs `#[schema(nullable = false)]` at {found:#?}", shown(&path));
    }
}
