//! The table of error codes in `docs/behaviour/calls.md` has each code of the source, and none that does not exist there.

use super::{files, root};
use std::{collections::BTreeMap, fs};

/// The codes on the wire, by the name of their variant.
fn codes() -> BTreeMap<String, String> {
    let text = fs::read_to_string(root().join("src/domain/error_code.rs")).unwrap();
    let rows = text.lines().filter_map(|line| line.trim().strip_suffix("\",")?.split_once(" => \""));
    let codes: BTreeMap<String, String> = rows.map(|(variant, code)| (variant.to_owned(), code.to_owned())).collect();
    assert!(codes.len() > 100, "the search finds nothing");
    codes
}

#[test]
fn every_error_code_is_in_the_table_of_statuses() {
    let text = fs::read_to_string(root().join("docs/behaviour/calls.md")).unwrap();
    let (_, table) = text.split_once("### Statuses\n").unwrap();
    let (table, _) = table.split_once("\n### ").unwrap();
    let rows = table.lines().filter_map(|row| row.strip_prefix('|')?.split('|').nth(2));
    let listed: Vec<&str> = rows.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let codes = codes();
    let missing: Vec<&String> = codes.values().filter(|code| !listed.contains(&code.as_str())).collect();
    assert!(missing.is_empty(), "give each a place in the table: {missing:#?}");
    let unknown: Vec<&&str> = listed.iter().filter(|code| !codes.values().any(|known| known == *code)).collect();
    assert!(unknown.is_empty(), "no error has these codes: {unknown:#?}");
}

#[test]
fn every_error_code_is_used() {
    let home = root().join("src/domain/error_code.rs");
    let sources = files(&root().join("src"), &["rs"]).into_iter().filter(|path| *path != home);
    let text: String = sources.map(|path| fs::read_to_string(path).unwrap()).collect();
    let is_used = |variant: &str| {
        let mut uses = text.match_indices("ErrorCode::").map(|(at, mark)| &text[at + mark.len()..]);
        uses.any(|tail| tail.strip_prefix(variant).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
    };
    let unused: Vec<String> = codes().into_keys().filter(|variant| !is_used(variant)).collect();
    assert!(unused.is_empty(), "{unused:#?}");
}
