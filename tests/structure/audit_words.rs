//! The page has a sentence for each action of the audit log, and none for an action that does not exist.

use super::{files, root};
use std::{collections::BTreeSet, fs};

fn is_action(text: &str, kinds: &BTreeSet<&str>) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    text.split_once('.').is_some_and(|(kind, verb)| kinds.contains(kind) && is_word(verb))
}

/// Text literals in quotes.
fn literals(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('"').skip(1).step_by(2))
}

#[test]
fn every_action_of_the_audit_log_has_a_sentence() {
    let page = root().join("ui/src/features/settings/operations/sentences.ts");
    let page = fs::read_to_string(page).unwrap();
    let (_, table) = page.split_once("const ACTIONS").unwrap();
    let (table, _) = table.split_once("};").unwrap();
    let listed: BTreeSet<&str> =
        table.lines().filter_map(|line| line.trim().strip_prefix('"')?.split('"').next()).collect();
    assert!(listed.len() > 100, "the search finds nothing");
    let kinds: BTreeSet<&str> = listed.iter().filter_map(|action| Some(action.split_once('.')?.0)).collect();
    let sources = ["src/service", "src/cli"].map(|folder| files(&root().join(folder), &["rs"]));
    let text: String = sources.iter().flatten().map(|path| fs::read_to_string(path).unwrap()).collect();
    // A file name, not an action.
    let known = ["runner.sock"];
    let written: BTreeSet<&str> =
        literals(&text).filter(|one| is_action(one, &kinds) && !known.contains(one)).collect();
    let missing: Vec<_> = written.difference(&listed).collect();
    assert!(missing.is_empty(), "give each a sentence: {missing:#?}");
    let unknown: Vec<_> = listed.difference(&written).collect();
    assert!(unknown.is_empty(), "nothing writes these: {unknown:#?}");
}
