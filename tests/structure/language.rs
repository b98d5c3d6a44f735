//! The language of source and documents: words that are not used, and references that lead somewhere.

use super::{files, is_test, root, shown, sources};
use std::{collections::BTreeSet, fs, path::PathBuf};

/// Rows of the glossary's table of words that are not used whose words still are, or that another test is about.
const NOT_YET: [&str; 9] = [
    // In texts of the page, and in a few hundred comments.
    "goes, went (away)",
    "makes",
    "is none, are none",
    "by itself",
    "answers whether, answers with",
    "as it is, the like, of its own, at hand",
    // Also what a building has.
    "room (of code)",
    // `limits_have_the_usual_names`.
    "MOST_, KEPT, PATIENCE, AT_ONCE, SILENCE",
    // `begins_with_what`.
    "\"What ...\" at the beginning of an item",
];
/// Those of these rows that are not used any more.
const ALREADY: [&str; 3] = ["answers whether", "the like", "at hand"];

/// Icons, texts, and names on the wire.
const NAMES_OF_OTHERS: [&str; 11] = [
    "DoorOpen",
    "DoorClosed",
    "Ask one thing per question",
    "E-mail 1 - Label;E-mail 1 - Value;E-mail 2",
    "The server cannot tell that",
    "the page tells readers of a screen",
    "Tell of a decision",
    "browsers are not told to stay",
    "told_count",
    "alreadyTold",
    "detail.told",
];
/// Words that are used of decisions alone, which candidates are told, and in texts of the page.
const TOLD: [&str; 3] = ["tell", "tells", "told"];

/// Words in the column "not" of the terms that have a meaning of their own elsewhere.
const OTHER_MEANINGS: &str = "allocation appointment autosave bus checksum confirmation context correction criteria \
    damage executor facts group guard heartbeat hold html item keeper lease leftover letters list lock mailbox marker \
    markup mirror owner packed people picture pipeline portal protocol pseudonym queue ratio recording regrade relay \
    removal root score secret shelf solution state status stem still supervisor task test threshold violation why \
    words worker";

/// Documents that people read, but for the glossary, which lists the words.
fn documents() -> Vec<PathBuf> {
    let at_the_top = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| root().join(name));
    files(&root().join("docs"), &["md"]).into_iter().chain(at_the_top).collect()
}

/// A column of a table of the glossary, without notes in parentheses.
fn column(table: &str, column: usize) -> Vec<&str> {
    let rows = table.lines().filter(|row| !row.starts_with("| term |"));
    rows.filter_map(|row| row.strip_prefix("| ")?.split(" |").nth(column)).map(str::trim).collect()
}

/// The items of a cell, without notes in parentheses.
fn items(cell: &str) -> Vec<String> {
    let noted =
        cell.split('(').enumerate().map(|(n, part)| if n == 0 { part } else { part.split_once(')').unwrap().1 });
    noted.collect::<String>().split(',').map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
}

/// Words and phrases that are not used, from both tables of `docs/glossary.md`.
fn unused() -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join("docs/glossary.md")).unwrap();
    let (terms, rest) = text.split_once("| instead of | write |").unwrap();
    let rows = column(rest, 0);
    let stale: Vec<&&str> = NOT_YET.iter().filter(|row| !rows.contains(*row)).collect();
    assert!(stale.is_empty(), "the glossary has no such row: {stale:?}");
    let unused = rows.into_iter().filter(|row| !NOT_YET.contains(row)).flat_map(items);
    let own: BTreeSet<String> = column(terms, 0).into_iter().flat_map(items).collect();
    let others: BTreeSet<&str> = OTHER_MEANINGS.split_whitespace().collect();
    let noted = |item: &String| own.contains(item) || others.contains(item.to_lowercase().as_str());
    // A word with a note is another term's, as the note says.
    let not =
        column(terms, 3).into_iter().filter(|cell| !cell.contains('(')).flat_map(items).filter(|item| !noted(item));
    let phrases: Vec<Vec<String>> =
        unused.chain(not).chain(ALREADY.map(str::to_owned)).map(|item| tokens(&item).concat()).collect();
    assert!(phrases.len() > 60 && phrases.iter().all(|phrase| !phrase.is_empty()), "{phrases:?}");
    phrases
}

/// The words of a line in small letters, in the parts between its punctuation: of its prose, and those that its
/// identifiers consist of. A literal of one word, such as "nobody@example.org", is data.
fn tokens(line: &str) -> Vec<Vec<String>> {
    let read = line.split('"').enumerate().filter(|(n, part)| n % 2 == 0 || part.contains(' ')).map(|(_, part)| part);
    let parts = read.flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && !" _-'".contains(c)));
    parts.map(|part| part.split([' ', '_']).flat_map(words_of_name).collect()).collect()
}

fn words_of_name(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_small = false;
    for c in name.chars() {
        if c.is_uppercase() && after_small {
            words.push(String::new());
        }
        after_small = c.is_lowercase();
        words.last_mut().unwrap().extend(c.to_lowercase());
    }
    words.retain(|word| !word.is_empty());
    words
}

fn has(parts: &[Vec<String>], phrase: &[String]) -> bool {
    parts.iter().any(|part| part.windows(phrase.len()).any(|window| window == phrase))
}

#[test]
fn phrases_are_found_in_prose_and_in_names() {
    let phrase = tokens("gives back").concat();
    for line in ["/// It gives back a row.", "fn gives_back() {", "struct GivesBack;"] {
        assert!(has(&tokens(line), &phrase), "{line}");
    }
    for line in ["/// It gives a row back.", "gives(back)", "let name = \"gives-back\";"] {
        assert!(!has(&tokens(line), &phrase), "{line}");
    }
}

/// Whether a comment for `rustdoc` begins with "What": a noun says the same.
fn begins_with_what(line: &str) -> bool {
    let text = line.trim_start();
    ["/// What ", "//! What "].iter().any(|beginning| text.starts_with(beginning))
}

/// Words with which a comment for `rustdoc` does not begin: a comment such as "Of the test." leans on the name of its item.
const BEGINNINGS_OF_FRAGMENTS: [&str; 28] = [
    "Above", "Also", "As", "Below", "Beside", "Between", "By", "For", "From", "In", "Into", "Of", "On", "That",
    "Their", "These", "They", "Those", "To", "Too", "Under", "Until", "While", "Whom", "Whose", "With", "Within",
    "Without",
];

fn begins_as_fragment(line: &str) -> bool {
    let text = ["/// ", "//! "].iter().find_map(|mark| line.trim_start().strip_prefix(mark));
    let first = text.and_then(|text| text.split([' ', ',', ':', '.']).next());
    first.is_some_and(|first| BEGINNINGS_OF_FRAGMENTS.contains(&first))
}

#[test]
fn comments_for_rustdoc_are_no_fragments() {
    for line in
        ["/// Of the test.", "    /// As that of the question.", "//! For the page.", "/// From 1; 1 by default."]
    {
        assert!(begins_as_fragment(line), "{line}");
    }
    for line in ["/// Title of the test.", "// Of the test.", "/// Offers a camera.", "/// Forwards it.", "let of = 1;"]
    {
        assert!(!begins_as_fragment(line), "{line}");
    }
    let mut seen = 0;
    let mut found = Vec::new();
    for path in files(&root().join("src"), &["rs"]).into_iter().filter(|path| !is_test(path)) {
        let mut is_comment = false;
        for (n, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            if !is_comment && begins_as_fragment(line) {
                found.push(format!("{}:{}: {}", shown(&path), n + 1, line.trim()));
            }
            is_comment = ["///", "//!"].iter().any(|mark| line.trim_start().starts_with(mark));
            seen += usize::from(is_comment);
        }
    }
    assert!(seen > 10_000, "the search finds nothing");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn prose_is_plain_english() {
    // The lists of these words are in this file.
    let is_prose = |path: &PathBuf| {
        let name = shown(path);
        let is_translated =
            name.starts_with("ui/src/i18n/") && !name.starts_with("ui/src/i18n/en/") && name.matches('/').count() > 3;
        name != "tests/structure/language.rs" && !is_translated
    };
    let documents = documents().into_iter().filter(|path| !path.ends_with("docs/glossary.md"));
    let phrases = unused();
    let mut found = Vec::new();
    for path in sources().into_iter().filter(is_prose).chain(documents) {
        let text = fs::read_to_string(&path).unwrap();
        // The texts of tests are data.
        let is_test = is_test(&path) || ["tests/", "benches/"].iter().any(|folder| shown(&path).starts_with(folder));
        let is_read = |line: &&str| !is_test || line.trim_start().starts_with("//");
        let may_tell =
            ["ecision", "decided"].iter().any(|word| text.contains(word)) || shown(&path).starts_with("ui/src/i18n/");
        let is_permitted = |phrase: &Vec<String>| may_tell && TOLD.contains(&phrase.join(" ").as_str());
        let mut is_comment = false;
        for (n, line) in text.lines().enumerate().filter(|(_, line)| is_read(line)) {
            let tokens = tokens(&NAMES_OF_OTHERS.iter().fold(line.to_owned(), |line, name| line.replace(name, "")));
            let phrase = phrases.iter().find(|phrase| has(&tokens, phrase) && !is_permitted(phrase));
            if phrase.is_some() || (!is_comment && begins_with_what(line)) {
                let phrase = phrase.map(|phrase| phrase.join(" ")).unwrap_or_default();
                found.push(format!("{}:{}: {phrase}: {}", shown(&path), n + 1, line.trim()));
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

#[test]
fn every_target_of_make_that_documents_name_exists() {
    let makefile = fs::read_to_string(root().join("Makefile")).unwrap();
    let targets: BTreeSet<&str> = makefile.lines().filter_map(|line| Some(line.split_once(':')?.0)).collect();
    let mut seen = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        let named = text.split('`').skip(1).step_by(2).filter_map(|code| code.strip_prefix("make "));
        for target in named.filter_map(|command| command.split_whitespace().next()) {
            seen += 1;
            assert!(targets.contains(target), "{} names `make {target}`", shown(&document));
        }
    }
    assert!(seen > 20, "the search finds nothing");
}

/// Pictures of the documentation have the ending `webp`; others are in examples.
#[test]
fn every_picture_that_documents_show_exists() {
    let mut seen = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for tail in text.split("![").skip(1) {
            let Some((_, tail)) = tail.split_once("](") else { continue };
            let Some(path) = tail.split(')').next().filter(|path| path.ends_with(".webp")) else { continue };
            seen += 1;
            assert!(document.with_file_name(path).exists(), "{} shows {path}", shown(&document));
        }
    }
    assert!(seen > 10, "the search finds nothing");
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
