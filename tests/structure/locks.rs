//! `docs/locks.md` names every lock, guard and queue of the source, and nothing that is not there any more.

use super::{code, files, is_test, root, shown};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// What makes a module hold a lock or a queue.
const LOCKS: [&str; 5] = ["Mutex<", "Mutex::new(", "RwLock<", "RwLock::new(", "Condvar"];
const QUEUES: [&str; 4] = ["Semaphore::new(", "channel(", "channel::<", "Notify::new("];
/// They plant faults, for tests alone.
const PLANTED: [&str; 2] = ["watchdog::sabotage", "store::sabotage"];

/// The path of a module's file, such as `state::runs`.
fn module(path: &Path) -> String {
    let path = shown(path);
    let path = path.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches("/mod");
    path.replace('/', "::")
}

fn source() -> BTreeMap<String, String> {
    let found = files(&root().join("src"), &["rs"]).into_iter().filter(|path| !is_test(path));
    let named = found.map(|path| (module(&path), code(&fs::read_to_string(&path).unwrap())));
    named.filter(|(module, _)| !PLANTED.contains(&module.as_str())).collect()
}

/// The names in backticks of the tables about the server.
fn names() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("docs/locks.md")).unwrap();
    let text = text.split("\n## The page").next().unwrap();
    let rows = text.lines().filter(|line| line.starts_with('|'));
    rows.flat_map(|row| row.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// Whether the name is this module, something in it, or a module around it.
fn is_of(name: &str, module: &str) -> bool {
    let starts =
        |long: &str, short: &str| long == short || long.strip_prefix(short).is_some_and(|r| r.starts_with("::"));
    starts(name, module) || starts(module, name)
}

fn unnamed(source: &BTreeMap<String, String>, names: &BTreeSet<String>) -> Vec<String> {
    let mut missing = Vec::new();
    for (module, code) in source {
        let has = |signs: &[&str]| {
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("use "));
            lines.flat_map(|line| signs.iter().filter(|sign| line.contains(**sign))).next().is_some()
        };
        if (has(&LOCKS) || has(&QUEUES)) && !names.iter().any(|name| is_of(name, module)) {
            missing.push(module.clone());
        }
        for line in code.lines().filter(|line| line.starts_with("impl") && line.contains(" Drop for ")) {
            let guard = line.split(" Drop for ").nth(1).unwrap();
            let guard = guard.split(|c: char| !c.is_alphanumeric()).next().unwrap();
            let guard = format!("{module}::{guard}");
            if !names.contains(&guard) {
                missing.push(guard);
            }
        }
    }
    missing
}

#[test]
fn every_lock_guard_and_queue_is_described() {
    let source = source();
    assert!(source.values().filter(|code| code.contains("Mutex<")).count() > 30, "the search finds nothing");
    assert_eq!(unnamed(&source, &names()), Vec::<String>::new(), "give each a row in docs/locks.md");
}

#[test]
fn what_is_described_exists() {
    let source = source();
    let there = |name: &str| {
        source.contains_key(name)
            || source.keys().any(|module| module.starts_with(&format!("{name}::")))
            || name.rsplit_once("::").is_some_and(|(module, item)| {
                source
                    .get(module)
                    .is_some_and(|code| code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == item))
            })
    };
    let gone: Vec<String> = names().into_iter().filter(|name| name.contains("::") && !there(name)).collect();
    assert!(gone.is_empty(), "not in the source any more: {gone:#?}");
}

/// The control of both.
#[test]
fn a_lock_that_is_not_described_is_found() {
    let code = "struct A(Mutex<u8>);\nimpl Drop for A {}\nimpl<'a> Drop for B<'a> {}\n";
    let source: BTreeMap<String, String> =
        [("state::a".into(), code.into()), ("state::b".into(), "use x::Condvar;".into())].into();
    assert_eq!(unnamed(&source, &BTreeSet::new()), ["state::a", "state::a::A", "state::a::B"]);
    let names = ["state::a::A", "state::a::B"].map(str::to_owned).into();
    assert!(unnamed(&source, &names).is_empty());
}
