//! `docs/limits.md` names every limit of the source, and none that is not there any more.

use super::{code, files, is_test, root, shown};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

/// Layers that take or keep what callers send.
const LAYERS: [&str; 7] = ["src/ai", "src/domain", "src/http", "src/live", "src/mail", "src/service", "src/state"];
/// Constants of such a name that bound no input.
const NO_LIMITS: [&str; 19] = [
    "domain/question/kinds/coding/mod.rs DEFAULT_MEMORY_LIMIT",
    "domain/question/kinds/coding/mod.rs DEFAULT_TIME_LIMIT",
    "domain/question/choices.rs MAX_ID",
    "domain/rich_text/dollars.rs MAX_SEARCH",
    "domain/rich_text/formula.rs MAX_DEPTH",
    "domain/rich_text/highlight/mod.rs MAX_NAME",
    "domain/rich_text/mathml.rs MAX_VALUE",
    "domain/time.rs MAX",
    "domain/usage.rs MAX_DIFFERENCE",
    "service/export/qti/mod.rs MAX_TITLE",
    "service/import/unknown_fields.rs MAX_NAME",
    "service/operate/activity.rs MAX_ENTRIES",
    "service/operate/activity.rs MAX_READ",
    "service/operate/demo/mod.rs MAX_ENTRIES",
    "service/operate/doctor/clock.rs MAX_DRIFT",
    "service/operate/integrity_check/mod.rs MAX_LISTED",
    "service/result/deciding/test_questions.rs MAX_LABEL",
    "service/scoring/judging/job.rs MAX_START_MS",
    "service/scoring/judging/job.rs MAX_WALL",
];

/// The names of constants in a file, with the lines that define them.
fn constants(code: &str) -> BTreeSet<&str> {
    let named = |line: &'_ str| {
        let (before, after) = line.split_once("const ")?;
        let is_start = before.trim().is_empty() || before.trim().starts_with("pub");
        let (name, _) = after.split_once(':')?;
        let is_name = name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        (is_start && is_name).then_some(name.len())
    };
    code.lines().filter_map(|line| named(line).map(|len| &line.split_once("const ").unwrap().1[..len])).collect()
}

fn is_limit(name: &str) -> bool {
    name == "MAX" || name.starts_with("MAX_") || name.ends_with("_LIMIT")
}

/// The rows of the tables: the names in backticks of each.
fn rows() -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join("docs/limits.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with('|'));
    rows.map(|row| row.split('`').skip(1).step_by(2).map(str::to_owned).collect()).collect()
}

fn source() -> BTreeMap<String, String> {
    let found = files(&root().join("src"), &["rs"]).into_iter().filter(|path| !is_test(path));
    found.map(|path| (shown(&path), code(&fs::read_to_string(&path).unwrap()))).collect()
}

#[test]
fn every_limit_is_in_the_table() {
    let rows = rows();
    let names: BTreeSet<&str> = rows.iter().flatten().filter_map(|name| name.rsplit("::").next()).collect();
    let source = source();
    let mut missing = Vec::new();
    let mut found = 0;
    for (path, code) in source.iter().filter(|(path, _)| LAYERS.iter().any(|layer| path.starts_with(layer))) {
        for name in constants(code).into_iter().filter(|name| is_limit(name)) {
            found += 1;
            let shown = format!("{} {name}", path.trim_start_matches("src/"));
            if !names.contains(name) && !NO_LIMITS.contains(&shown.as_str()) {
                missing.push(shown);
            }
        }
    }
    assert!(found > 200, "the search finds nothing");
    assert!(missing.is_empty(), "give each a row in docs/limits.md: {missing:#?}");
}

#[test]
fn what_the_table_names_exists() {
    let source = source();
    let all: BTreeSet<&str> = source.values().flat_map(|code| constants(code)).collect();
    let mut gone = Vec::new();
    for name in rows().iter().flatten() {
        let last = name.rsplit("::").next().unwrap_or_default();
        let is_constant = last.len() > 3
            && last.contains('_')
            && last.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        let is_file = name.ends_with(".rs");
        if is_constant && !all.contains(last) || is_file && !source.contains_key(&format!("src/{name}")) {
            gone.push(name.clone());
        }
    }
    assert!(gone.is_empty(), "not in the source any more: {gone:#?}");
}

/// A row names a file, or a folder, after the constants that it has.
#[test]
fn constants_are_where_the_table_says() {
    let source = source();
    let has = |place: &str, name: &str| {
        let below = format!("src/{}", place.trim_end_matches('/'));
        let is_there =
            |path: &str| path == below || path.strip_prefix(&below).is_some_and(|rest| rest.starts_with('/'));
        source.iter().any(|(path, code)| is_there(path) && constants(code).contains(name))
    };
    let all: BTreeSet<&str> = source.values().flat_map(|code| constants(code)).collect();
    let (mut seen, mut elsewhere) = (0, Vec::new());
    for row in rows() {
        let mut named = Vec::new();
        for name in &row {
            if all.contains(name.as_str()) {
                named.push(name);
            } else if name.ends_with(".rs") || root().join("src").join(name).is_dir() {
                seen += named.len();
                elsewhere.extend(named.drain(..).filter(|one| !has(name, one)).map(|one| format!("{one} in {name}")));
            }
        }
    }
    assert!(seen > 200, "the search finds nothing");
    assert!(elsewhere.is_empty(), "not in that file: {elsewhere:#?}");
}

/// The control of both.
#[test]
fn limits_are_found_in_every_spelling() {
    let code = "const MAX_A: usize = 1;\n    pub(crate) const MAX_B: [u8; 2] = [1, 2];\nlet x = MAX_C;\npub const fn max() {}\n";
    assert_eq!(constants(code).into_iter().filter(|name| is_limit(name)).collect::<Vec<_>>(), ["MAX_A", "MAX_B"]);
}
