//! The language of source and documents: words that are not used, and references that lead somewhere.

use super::{files, root, shown, sources};
use std::{collections::BTreeSet, fs, path::PathBuf};

/// Translated English. `docs/glossary.md` names what to write instead.
const UNUSED_WORDS: [&str; 13] = [
    "anew",
    "whoever",
    "somebody",
    "nobody",
    "everybody",
    "anybody",
    "e-mail",
    "e-mails",
    "mend",
    "mends",
    "mended",
    "deed",
    "deeds",
];
const UNUSED_PHRASES: [&str; 5] = ["in place of", "in the place of", "once more", "answers whether", "wrong grammar"];

/// Documents that people read, but for the glossary, which lists the words.
fn documents() -> Vec<PathBuf> {
    let at_the_top = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| root().join(name));
    files(&root().join("docs"), &["md"]).into_iter().chain(at_the_top).collect()
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    // Test data such as "nobody@example.org" is no prose, nor is a literal of one word.
    let is_literal = |word: &&str| word.len() > 1 && word.starts_with('"') && word.ends_with('"');
    line.split(|c: char| c.is_whitespace() || ".,;:!?()<>".contains(c))
        .filter(move |word| !is_literal(word))
        .map(|word| word.trim_matches(['"', '\'', '`', '\u{201c}', '\u{201d}']))
        .filter(|word| !word.is_empty())
}

/// Whether a comment for `rustdoc` begins with "What": a noun says the same.
fn begins_with_what(line: &str) -> bool {
    let text = line.trim_start();
    ["/// What ", "//! What "].iter().any(|beginning| text.starts_with(beginning))
}

#[test]
fn prose_is_plain_english() {
    let is_prose = |path: &PathBuf| {
        let path = shown(path);
        // The lists of these words are in this file.
        path != "tests/structure/language.rs"
    };
    let documents = documents().into_iter().filter(|path| !path.ends_with("docs/glossary.md"));
    let mut found = Vec::new();
    for path in sources().into_iter().filter(is_prose).chain(documents) {
        let text = fs::read_to_string(&path).unwrap();
        // The texts of tests are data.
        let is_test = ["tests/", "benches/"].iter().any(|folder| shown(&path).starts_with(folder));
        let is_read = |line: &&str| !is_test || line.trim_start().starts_with("//");
        let mut is_comment = false;
        for (n, line) in text.lines().enumerate().filter(|(_, line)| is_read(line)) {
            let lower = line.to_lowercase();
            let has_word = words(&lower).any(|word| UNUSED_WORDS.contains(&word));
            let has_phrase = UNUSED_PHRASES.iter().any(|phrase| lower.contains(phrase));
            if has_word || has_phrase || (!is_comment && begins_with_what(line)) {
                found.push(format!("{}:{}: {}", shown(&path), n + 1, line.trim()));
            }
            is_comment = ["///", "//!"].iter().any(|mark| line.trim_start().starts_with(mark));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The anchors of a document: of its headings, as a forge makes them, and of its rules.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter_map(|line| line.strip_prefix("### ").or_else(|| line.strip_prefix("## ")));
    let headings = headings.map(|heading| heading.to_lowercase().replace(' ', "-"));
    let rules = text.split("<a id=\"").skip(1).filter_map(|tail| tail.split('"').next());
    headings.chain(rules.map(str::to_owned)).collect()
}

#[test]
fn every_rule_that_code_refers_to_is_documented() {
    const FOLDER: &str = "docs/behaviour/";
    let mut seen = 0;
    for path in sources().into_iter().chain(documents()) {
        let text = fs::read_to_string(&path).unwrap();
        for tail in text.split(FOLDER).skip(1) {
            let Some((name, tail)) = tail.split_once(".md").filter(|(name, _)| name.chars().all(char::is_alphanumeric))
            else {
                continue;
            };
            let document = fs::read_to_string(root().join(FOLDER).join(format!("{name}.md")));
            let document = document.unwrap_or_else(|e| panic!("{} refers to {name}.md: {e}", shown(&path)));
            let anchor = tail.strip_prefix('#').unwrap_or_default();
            let anchor: String = anchor.chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
            seen += 1;
            let exists = anchor.is_empty() || anchors(&document).contains(&anchor);
            assert!(exists, "{} refers to {name}.md#{anchor}", shown(&path));
        }
    }
    assert!(seen > 100, "the search finds nothing");
}

/// Rule 3 under the heading 'Journal' has the anchor `journal-3`.
#[test]
fn every_rule_has_an_anchor() {
    let mut seen = 0;
    for path in files(&root().join("docs/behaviour"), &["md"]) {
        let mut heading = String::new();
        for (n, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            if let Some(title) = line.strip_prefix("## ").or_else(|| line.strip_prefix("### ")) {
                heading = title.to_lowercase().replace(' ', "-");
            }
            let Some((number, rule)) = line.split_once(". ").filter(|(number, _)| number.parse::<u8>().is_ok()) else {
                continue;
            };
            seen += 1;
            let anchor = format!("<a id=\"{heading}-{number}\"></a>");
            assert!(rule.starts_with(&anchor), "{}:{}: no {anchor}", shown(&path), n + 1);
        }
    }
    assert!(seen > 300, "the search finds nothing");
}

#[test]
fn every_path_that_documents_name_exists() {
    let folders = ["src/", "tests/", "ui/", "docs/", "benches/", "packaging/", "assets/", "fuzz/"];
    let mut seen = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for path in text.split('`').skip(1).step_by(2).filter(|code| folders.iter().any(|f| code.starts_with(f))) {
            let is_path = path.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
            if is_path && !path.starts_with("ui/dist") && !path.contains("node_modules") {
                seen += 1;
                assert!(root().join(path).exists(), "{} names {path}", shown(&document));
            }
        }
    }
    assert!(seen > 100, "the search finds nothing");
}

/// The maps of the source name paths below `src/` and `ui/src/` without these, and modules without their ending.
#[test]
fn every_path_of_the_maps_exists() {
    let exists = |path: &str| {
        ["src", "ui/src", "docs", ""].iter().any(|base| {
            let path = root().join(base).join(path);
            path.exists() || path.with_extension("rs").exists()
        })
    };
    let mut seen = 0;
    let mut gone = Vec::new();
    for document in ["docs/architecture.md", "docs/glossary.md"] {
        let text = fs::read_to_string(root().join(document)).unwrap();
        for path in text.split('`').skip(1).step_by(2).filter(|code| code.contains('/') && !code.starts_with('/')) {
            if path.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c)) {
                seen += 1;
                if !exists(path) {
                    gone.push(format!("{document} names {path}"));
                }
            }
        }
    }
    assert!(seen > 200, "the search finds nothing");
    assert!(gone.is_empty(), "{gone:#?}");
}

/// Names of limits that say neither what is limited nor in which way (`docs/glossary.md`).
#[test]
fn limits_have_the_usual_names() {
    let is_unusual = |name: &str| {
        let name = name.trim_end_matches(':');
        ["KEPT", "PATIENCE", "AT_ONCE", "SILENCE"].contains(&name) || name.starts_with("MOST_") || name == "MOST"
    };
    let mut found = Vec::new();
    for path in sources() {
        for line in fs::read_to_string(&path).unwrap().lines() {
            let mut words = line.split_whitespace().skip_while(|word| !["const", "static"].contains(word)).skip(1);
            if words.next().is_some_and(is_unusual) && !line.ends_with('{') {
                found.push(format!("{}: {}", shown(&path), line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
