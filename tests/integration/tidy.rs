//! The picture of the house stays true: layers, file sizes, words that must not be in the source, one place for the
//! database engine.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Each layer and the layers it may import, the lowest first.
const LAYERS: &[(&str, &[&str])] = &[
    // Locks, for every layer.
    ("sync", &[]),
    // What threads report of themselves, for every layer that has one.
    ("watchdog", &[]),
    ("domain", &[]),
    ("lookup", &[]),
    ("store", &["domain"]),
    ("secrets", &["domain"]),
    ("mail", &["domain", "secrets", "lookup"]),
    ("ai", &["domain", "secrets", "lookup"]),
    ("live", &["domain"]),
    // The one place where everything is wired: it holds what the layers made.
    ("app", &["domain", "store", "secrets", "mail", "ai", "live", "service"]),
    ("service", &["app", "domain", "store", "secrets", "mail", "ai", "live"]),
    ("http", &["service", "app", "domain", "store", "live", "secrets", "ai"]),
    ("cli", &["http", "service", "app", "domain", "store", "secrets", "mail", "ai", "live"]),
];
/// What every layer may import.
const BASE: [&str; 2] = ["sync", "watchdog"];
/// What others may use of the HTTP layer.
const OF_HTTP: [&str; 2] = ["Server", "Options"];
const MOST_LINES: usize = 500;
/// Put together here, so that this file does not hold them.
const FORBIDDEN: [(&str, &str); 7] = [
    ("TO", "DO"),
    ("FIX", "ME"),
    ("XX", "X:"),
    ("unimple", "mented!"),
    ("to", "do!("),
    ("/wo", "rk/"),
    ("/tmp/", "brief"),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("node_modules") {
            found.extend(files(&path, endings));
        } else if path.extension().is_some_and(|e| endings.iter().any(|ending| e == *ending)) {
            found.push(path);
        }
    }
    found
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().display().to_string()
}

/// The layer a file of `src` belongs to.
fn layer(path: &Path) -> String {
    let inside = path.strip_prefix(root().join("src")).unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

fn is_test(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_string_lossy();
    name == "tests.rs" && layer(path) != "service" && !path.ends_with("http/api/tests.rs")
        || name.ends_with("_tests.rs")
        || path.components().any(|c| c.as_os_str() == "tests")
}

/// Code without line comments; what follows a test module's start is not code of the layer.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The names right after `crate::`, in a path or at the first level of a braced import.
fn imports(code: &str) -> Vec<String> {
    let name = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut found = Vec::new();
    for tail in code.split("crate::").skip(1) {
        let Some(braced) = tail.strip_prefix('{') else {
            found.push(name(tail));
            continue;
        };
        let mut depth = 1;
        let mut part = String::new();
        for c in braced.chars() {
            depth += i32::from(c == '{') - i32::from(c == '}');
            match (depth, c) {
                (0, _) => break,
                (1, ',') => found.push(name(std::mem::take(&mut part).trim())),
                _ => part.push(c),
            }
        }
        found.push(name(part.trim()));
    }
    found.retain(|name| !name.is_empty());
    found
}

#[test]
fn each_layer_imports_only_what_lies_below_it() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for path in files(&root().join("src"), &["rs"]) {
        let own = layer(&path);
        if matches!(own.as_str(), "main" | "lib") || is_test(&path) {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == own) else {
            wrong.push(format!("{} belongs to no layer", shown(&path)));
            continue;
        };
        for import in imports(&code(&fs::read_to_string(&path).unwrap())) {
            seen += 1;
            if import != own && !BASE.contains(&import.as_str()) && !allowed.contains(&import.as_str()) {
                wrong.push(format!("{} imports {import}", shown(&path)));
            }
        }
    }
    assert!(seen > 100, "the search finds nothing");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn imports_are_found_in_every_spelling() {
    let code = "use crate::{\n    app::App,\n    domain::{Error, user::{A, B}},\n    store,\n};\nuse crate::mail::X; fn f() { crate::live::g() }";
    assert_eq!(imports(code), ["app", "domain", "store", "mail", "live"]);
}

#[test]
fn only_the_server_and_its_options_leave_the_http_layer() {
    let mut seen = 0;
    for path in files(&root().join("src/cli"), &["rs"]) {
        let text = code(&fs::read_to_string(&path).unwrap());
        for (at, found) in text.match_indices("http::") {
            // `::http::` is the crate of that name, and so is `http::` where the layer is not imported.
            let before = text[..at].trim_end();
            let is_layer = imports(&text).contains(&"http".to_owned());
            if !is_layer || (before.ends_with("::") && !before.ends_with("crate::")) {
                continue;
            }
            seen += 1;
            let tail = &text[at + found.len()..];
            let named: Vec<&str> = match tail.strip_prefix('{') {
                Some(braced) => braced.split('}').next().unwrap().split(',').map(str::trim).collect(),
                None => vec![tail.split(|c: char| !c.is_alphanumeric()).next().unwrap()],
            };
            let foreign: Vec<_> = named.iter().filter(|n| !n.is_empty() && !OF_HTTP.contains(n)).collect();
            assert!(foreign.is_empty(), "{} takes {foreign:?} from the HTTP layer", shown(&path));
        }
    }
    assert!(seen > 0, "the search finds nothing");
}

#[test]
fn only_the_store_knows_the_engine_and_its_codec() {
    for (library, home) in [
        ("redb::", "src/store"),
        ("bincode::", "src/store/codec.rs"),
        ("axum::", "src/http"),
        ("lettre::", "src/mail"),
        ("reqwest::", "src/ai"),
        ("rust_xlsxwriter::", "src/service/export"),
        ("clap::", "src/cli"),
    ] {
        for path in files(&root().join("src"), &["rs"]) {
            let uses = code(&fs::read_to_string(&path).unwrap()).contains(library);
            // The rule for addresses is the parser that will address the mail.
            let is_exception = library == "lettre::" && shown(&path) == "src/domain/user.rs";
            assert!(!uses || is_exception || shown(&path).starts_with(home), "{} uses {library}", shown(&path));
        }
    }
}

/// The lock order is recorded where a lock comes from `sync`, and only there.
#[test]
fn every_lock_reports_a_deadlock() {
    let mut seen = 0;
    for path in files(&root().join("src"), &["rs"]) {
        let text = code(&fs::read_to_string(&path).unwrap());
        let has_lock = ["Mutex<", "RwLock<"].iter().any(|lock| text.contains(lock));
        if !has_lock || path.ends_with("src/sync.rs") || is_test(&path) {
            continue;
        }
        seen += 1;
        assert!(imports(&text).contains(&"sync".to_owned()), "{} has a lock of its own", shown(&path));
    }
    assert!(seen > 10, "the search finds nothing");
}

/// Made from the API's description.
const GENERATED: &str = "ui/src/api/gen.ts";

/// Everything that people wrote.
fn sources() -> Vec<PathBuf> {
    let folders = ["src", "ui/src", "ui/scripts", "tests", "benches"];
    folders
        .iter()
        .map(|f| root().join(f))
        .filter(|f| f.is_dir())
        .flat_map(|f| files(&f, &["rs", "ts", "tsx", "mjs", "css"]))
        .filter(|path| shown(path) != GENERATED)
        .collect()
}

#[test]
fn no_file_is_too_long_to_read() {
    let count = |path: &PathBuf| fs::read_to_string(path).unwrap().lines().count();
    let long: Vec<_> =
        sources().iter().filter(|p| count(p) > MOST_LINES).map(|p| format!("{}: {}", shown(p), count(p))).collect();
    assert!(long.is_empty(), "over {MOST_LINES} lines: {long:?}");
}

#[test]
fn nothing_is_left_for_later() {
    let mut found = Vec::new();
    for path in sources() {
        let text = fs::read_to_string(&path).unwrap();
        for (a, b) in FORBIDDEN {
            let word = format!("{a}{b}");
            for (n, line) in text.lines().enumerate().filter(|(_, line)| line.contains(&word)) {
                found.push(format!("{}:{}: {}", shown(&path), n + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
