//! The structure of the source: layers, circles, file sizes, words and types that must not be in it, one home for each
//! library. Needs nothing of the crate, so that it is built in seconds.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

mod audit_words;
mod error_codes;
mod imports;
mod language;
mod lengths;
mod limits;
mod locks;
mod recipes;
mod records;
mod replies;
mod routes;

use imports::Imports;
use std::{
    collections::BTreeSet,
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
    // Decoding and encoding of pictures.
    ("picture", &["domain"]),
    ("store", &["domain"]),
    ("secrets", &["domain"]),
    // The log of commits, and the machine that takes over.
    ("twin", &["store"]),
    ("mail", &["domain", "secrets", "lookup"]),
    ("ai", &["domain", "secrets", "lookup"]),
    // Identity providers: their protocol alone.
    ("directory", &["domain", "secrets", "ai", "lookup"]),
    // The audit log on its way to files and syslog servers.
    ("audit_out", &["domain", "secrets"]),
    ("webhook_out", &["ai", "domain", "lookup", "secrets"]),
    ("live", &["domain"]),
    // A process of its own, and the server's end of its socket: it knows no data, no people and no network.
    ("runner", &[]),
    // Volatile state: caches, rate limits, what is in flight.
    ("state", &["domain", "store", "runner"]),
    // The one place where everything is wired: it holds what the layers below it made.
    ("app", &["domain", "store", "secrets", "mail", "ai", "directory", "webhook_out", "live", "state", "runner"]),
    (
        "service",
        &[
            "app",
            "state",
            "domain",
            "store",
            "secrets",
            "mail",
            "ai",
            "directory",
            "audit_out",
            "webhook_out",
            "live",
            "picture",
            "runner",
        ],
    ),
    ("http", &["service", "app", "state", "domain", "live", "secrets", "ai", "runner"]),
    // Played candidates: they know a server by its API alone.
    ("rehearse", &["domain"]),
    (
        "cli",
        &[
            "http", "service", "app", "state", "domain", "store", "secrets", "twin", "mail", "ai", "live", "rehearse",
            "runner",
        ],
    ),
];
/// Modules that every layer may import.
const BASE: [&str; 2] = ["sync", "watchdog"];
/// Modules of the HTTP layer that others may use: the server and its options.
const OF_HTTP: [&str; 3] = ["http::demo_receiver", "http::server", "http::standby"];
const MAX_LINES: usize = 500;
const MAX_ENTRIES: usize = 20;
const MAX_APP_FIELDS: usize = 20;
/// Built here, so that this file does not hold them.
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
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
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

fn is_test(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_string_lossy();
    name == "tests.rs" && !path.ends_with("http/api/test/tests.rs")
        || name.ends_with("_tests.rs")
        || path.components().any(|c| c.as_os_str() == "tests")
}

/// Code without line comments; what follows a test module's start is not code of the layer.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn modules() -> Imports {
    let src = root().join("src");
    let files = files(&src, &["rs"]).into_iter().filter(|path| !is_test(path));
    Imports::of(&src, files)
}

/// In one test, as reading all modules takes longer than the checks.
#[test]
fn imports_keep_to_the_layers() {
    let imports = modules();
    each_layer_imports_only_what_lies_below_it(&imports);
    no_modules_import_each_other(&imports);
    only_the_server_and_its_options_leave_the_http_layer(&imports);
    every_lock_reports_a_deadlock(&imports);
}

fn each_layer_imports_only_what_lies_below_it(imports: &Imports) {
    let mut wrong = Vec::new();
    for (module, targets) in &imports.named {
        let Some(own) = module.first() else { continue };
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| name == own) else {
            wrong.push(format!("{} belongs to no layer", module.join("::")));
            continue;
        };
        for target in targets {
            let layer = target.first().map_or("", String::as_str);
            if layer != own && !BASE.contains(&layer) && !allowed.contains(&layer) {
                wrong.push(format!("{} imports {}", module.join("::"), target.join("::")));
            }
        }
    }
    assert!(imports.named.len() > 200, "the search finds nothing");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn no_modules_import_each_other(imports: &Imports) {
    let circles = imports.circles();
    let shown: Vec<Vec<String>> = circles.iter().map(|c| c.iter().map(|m| m.join("::")).collect()).collect();
    assert!(shown.is_empty(), "{shown:#?}");
}

/// The control of edges and circles.
#[test]
fn imports_and_circles_are_found_in_every_spelling() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    };
    let files = [
        write("a/mod.rs", "mod x; mod y; pub use x::X;"),
        write("a/x.rs", "use super::y::{self, Y}; pub struct X(Y);"),
        write("a/y.rs", "pub struct Y; fn f() { crate::b::g() }"),
        write("b.rs", "use crate::{a::X, c}; pub fn g() { c::h() }"),
        write("c.rs", "#[cfg(test)] mod tests { use crate::b; } #[cfg(test)] use crate::a::X;"),
    ];
    let imports = Imports::of(folder.path(), files);
    let edges: Vec<String> = imports
        .edges
        .iter()
        .flat_map(|(from, to)| to.iter().map(|to| format!("{} -> {}", from.join("::"), to.join("::"))))
        .collect();
    assert_eq!(edges, ["a::x -> a::y", "a::y -> b", "b -> a::x", "b -> c"]);
    assert_eq!(imports.circles().len(), 1, "x, y and b");
}

/// The control of the layers: each way to name a module above.
#[test]
fn no_spelling_hides_the_layer_that_is_named() {
    for text in [
        "use crate::above::Below;",
        "pub use crate::above::Below;",
        "pub(crate) use crate::above::*;",
        "use crate::{above::{face::Below}};",
        "use crate::above as beside; fn f() { beside::g() }",
        "use super::above::face; fn f() { face::g() }",
        "mod inner { use super::super::above; }",
        "fn f() { use crate::above::g; g() }",
        "fn f() -> crate::above::Below {}",
        "pub type Short = crate::above::Below;",
        "impl crate::above::Face for X {}",
        "const _: () = assert!(crate::above::LIMIT > 0);",
        "m! { a: [b, (crate::above::g)] }",
        "macro_rules! m { () => { $crate::above::g() } }",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let files = [
            ("own.rs", text),
            ("above/mod.rs", "pub mod face; pub use crate::below::Below;"),
            ("above/face.rs", "pub use crate::below::Below;"),
            ("below.rs", "pub struct Below;"),
        ];
        let files = files.map(|(name, text)| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            path
        });
        let imports = Imports::of(folder.path(), files);
        let named = imports.named.get(&vec!["own".to_owned()]);
        let is_above = |module: &Vec<String>| module.first().is_some_and(|layer| layer == "above");
        assert!(named.is_some_and(|to| to.iter().any(is_above)), "{text}: {named:?}");
    }
}

fn only_the_server_and_its_options_leave_the_http_layer(imports: &Imports) {
    let of_cli = imports.edges.iter().filter(|(module, _)| module.first().is_some_and(|layer| layer == "cli"));
    let taken: BTreeSet<String> =
        of_cli.flat_map(|(_, to)| to).filter(|to| to[0] == "http").map(|to| to.join("::")).collect();
    assert_eq!(taken.into_iter().collect::<Vec<_>>(), OF_HTTP);
}

/// A module is a file, or a folder with a `mod.rs`; what use cases, their calls and the application consist of stays short
/// enough to be read at a glance.
#[test]
fn folders_are_of_one_style_and_not_crowded() {
    let src = root().join("src");
    for path in files(&src, &["rs"]) {
        assert!(!path.with_extension("").is_dir(), "{} lies beside a folder of its name", shown(&path));
    }
    for folder in ["service", "http/api"] {
        let entries = fs::read_dir(src.join(folder)).unwrap().count();
        assert!(entries <= MAX_ENTRIES, "{entries} entries in src/{folder}");
    }
    let app = fs::read_to_string(src.join("app/mod.rs")).unwrap();
    let fields = app.split("pub struct AppInner {").nth(1).unwrap().split("\n}").next().unwrap();
    let count = code(fields).lines().filter(|line| line.trim().ends_with(',')).count();
    assert!((10..=MAX_APP_FIELDS).contains(&count), "{count} fields in AppInner");
}

#[test]
fn only_the_store_knows_the_engine_and_its_codec() {
    for (library, home) in [
        ("redb::", "src/store"),
        ("tokio_postgres::", "src/twin"),
        ("bincode::", "src/store/codec.rs"),
        ("axum::", "src/http"),
        ("lettre::", "src/mail"),
        ("reqwest::", "src/ai"),
        ("rust_xlsxwriter::", "src/service/export"),
        ("image::", "src/picture"),
        ("pulldown_cmark::", "src/domain/rich_text/markdown.rs"),
        ("math_core::", "src/domain/rich_text/formula.rs"),
        ("clap::", "src/cli"),
    ] {
        for path in files(&root().join("src"), &["rs"]) {
            let uses = code(&fs::read_to_string(&path).unwrap()).contains(library);
            let is_exception = match library {
                // The rule for addresses is the parser that will address the mail.
                "lettre::" => shown(&path) == "src/domain/mailbox.rs",
                // Imports write what the parser reads.
                "pulldown_cmark::" => {
                    let writers = ["src/service/import/qti/markdown.rs", "src/service/import/qti/tables.rs"];
                    writers.contains(&&*shown(&path))
                }
                // Calls to another server: of a runner, of a machine that joins, of played candidates, to identity
                // providers and receivers.
                "reqwest::" => {
                    let callers = [
                        "src/rehearse/api.rs",
                        "src/rehearse/camera.rs",
                        "src/rehearse/candidate.rs",
                        "src/rehearse/links.rs",
                        "src/rehearse/mod.rs",
                        "src/cli/runner/remote/link.rs",
                        "src/cli/twin_join.rs",
                        "src/directory/client/mod.rs",
                        "src/webhook_out.rs",
                    ];
                    callers.contains(&&*shown(&path))
                }
                _ => false,
            };
            assert!(!uses || is_exception || shown(&path).starts_with(home), "{} uses {library}", shown(&path));
        }
    }
}

/// Names of the store that work on bytes of keys and rows.
const BYTES_OF_ROWS: [&str; 9] =
    ["Key::new", "KeyReader", "KeyRange", "raw_get", "raw_put", "raw_scan", "raw_delete", "scan_rows", "with_row"];

/// A use-case names records by typed ids and ranges, so that a wrong key does not compile.
#[test]
fn only_the_store_builds_keys() {
    let (mut inside, mut outside) = (BTreeSet::new(), Vec::new());
    for path in files(&root().join("src"), &["rs"]) {
        let text = code(&fs::read_to_string(&path).unwrap());
        let names = BYTES_OF_ROWS.into_iter().filter(|name| has_word(&text, name));
        if shown(&path).starts_with("src/store/") {
            inside.extend(names);
        } else {
            outside.extend(names.map(|name| format!("{}: {name}", shown(&path))));
        }
    }
    assert!(outside.is_empty(), "{outside:#?}");
    assert_eq!(inside, BTreeSet::from(BYTES_OF_ROWS), "the search finds nothing, or a name is gone");
}

/// Whether `word` stands in `text` as a word of its own.
fn has_word(text: &str, word: &str) -> bool {
    let within = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word)
        .any(|(at, _)| !within(text[..at].chars().next_back()) && !within(text[at + word.len()..].chars().next()))
}

/// The lock order is recorded where a lock comes from `sync`, and only there.
fn every_lock_reports_a_deadlock(imports: &Imports) {
    let mut seen = 0;
    for (module, path) in &imports.files {
        let text = code(&fs::read_to_string(path).unwrap());
        let has_lock = ["Mutex<", "RwLock<"].iter().any(|lock| text.contains(lock));
        if !has_lock || path.ends_with("src/sync.rs") {
            continue;
        }
        seen += 1;
        let is_ours = imports.edges.get(module).is_some_and(|to| to.contains(&vec!["sync".to_owned()]));
        assert!(is_ours, "{} has a lock of its own", shown(path));
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
        sources().iter().filter(|p| count(p) > MAX_LINES).map(|p| format!("{}: {}", shown(p), count(p))).collect();
    assert!(long.is_empty(), "over {MAX_LINES} lines: {long:?}");
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

/// A list of long tests that names what is gone would leave nothing out.
#[test]
fn the_long_tests_that_are_listed_exist() {
    let share = fs::read_to_string(root().join("tests/share.mjs")).unwrap();
    let (_, list) = share.split_once("const MODULES = [").unwrap();
    let (list, _) = list.split_once(']').unwrap();
    let sources: String = sources().iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    for name in list.split('"').skip(1).step_by(2) {
        let module = name.trim_end_matches("::").rsplit("::").next().unwrap();
        let declared = if name.ends_with("::") { format!("mod {module};") } else { format!("fn {module}(") };
        assert!(sources.contains(&declared), "tests/share.mjs: {name} does not exist");
    }
}
