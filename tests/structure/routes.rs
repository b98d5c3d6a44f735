//! The table of routes in `docs/behaviour/calls.md` names every call of the API description, and no other.

use super::{code, files, root, shown};
use serde_json::Value;
use std::{collections::BTreeSet, fs, path::PathBuf};

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/// A method and a path, with unnamed parameters.
type Call = (String, String);

fn unnamed(path: &str) -> String {
    let mut parts = path.split('/').map(|part| if part.starts_with('{') { "{}" } else { part });
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |path, part| path + "/" + part)
}

fn described() -> BTreeSet<Call> {
    let text = fs::read_to_string(root().join("assets/openapi.json")).unwrap();
    let description: Value = serde_json::from_str(&text).unwrap();
    let paths = description["paths"].as_object().unwrap();
    let calls = paths.iter().flat_map(|(path, operations)| {
        let path = unnamed(path.strip_prefix("/api").unwrap_or(path));
        let methods = operations.as_object().unwrap().keys().map(|method| method.to_uppercase());
        methods.filter(|method| METHODS.contains(&method.as_str())).map(move |method| (method, path.clone()))
    });
    calls.collect()
}

/// The calls of a cell: "GET, PUT `/a/{id}`; POST `.../b`", where the dots stand for the path before, or for its beginning.
fn calls(cell: &str, known: &BTreeSet<Call>) -> Vec<Call> {
    let (mut calls, mut methods, mut base) = (Vec::new(), Vec::new(), String::new());
    for (number, part) in cell.split('`').enumerate() {
        if number % 2 == 0 {
            let named: Vec<&str> =
                part.split(|c: char| !c.is_ascii_uppercase()).filter(|word| METHODS.contains(word)).collect();
            if !named.is_empty() {
                methods = named;
            }
            continue;
        }
        let path = match part.strip_prefix("...") {
            None => {
                base = unnamed(part);
                base.clone()
            }
            Some(rest) => {
                let beginnings = base.char_indices().rev().filter(|(_, c)| *c == '/').map(|(at, _)| &base[..at]);
                let longer =
                    std::iter::once(base.as_str()).chain(beginnings).map(|start| start.to_owned() + &unnamed(rest));
                let is_known =
                    |path: &String| methods.iter().all(|method| known.contains(&((*method).to_owned(), path.clone())));
                longer.into_iter().find(is_known).unwrap_or_else(|| part.to_owned())
            }
        };
        calls.extend(methods.iter().map(|method| ((*method).to_owned(), path.clone())));
    }
    calls
}

#[test]
fn the_table_of_routes_is_complete() {
    let text = fs::read_to_string(root().join("docs/behaviour/calls.md")).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")).filter_map(|row| row.split(" | ").next());
    let known = described();
    let rows = rows.filter(|cell| METHODS.iter().any(|method| cell.starts_with(method)));
    let documented: BTreeSet<Call> = rows.flat_map(|cell| calls(cell, &known)).collect();
    assert_eq!(known.difference(&documented).collect::<Vec<_>>(), Vec::<&Call>::new(), "not in the table");
    assert_eq!(documented.difference(&known).collect::<Vec<_>>(), Vec::<&Call>::new(), "no such call");
}

/// A page that is older or newer than the server sends what this one does not know. A body is strict only where a field that is
/// misspelt would widen what the call reaches (docs/behaviour/calls.md#envelope-and-formats-3).
#[test]
fn what_a_body_does_not_know_is_ignored_unless_it_would_narrow_the_call() {
    let is_strict = |path: &PathBuf| code(&fs::read_to_string(path).unwrap()).contains("deny_unknown_fields");
    let strict: BTreeSet<String> = files(&root().join("src/http"), &["rs"])
        .iter()
        .filter(|path| is_strict(path))
        .map(|path| shown(path))
        .collect();
    let expected = [
        "account/grants.rs",
        "account/tokens.rs",
        "invite/list.rs",
        "invite/panel_calendar.rs",
        "result/judging.rs",
        "session/pausing.rs",
        "settings/lti.rs",
        "settings/oidc.rs",
        "webhook/hooks.rs",
    ];
    assert_eq!(strict, expected.map(|file| format!("src/http/api/{file}")).into());
}

#[test]
fn the_cells_of_the_table_are_read() {
    let known = BTreeSet::from([("PUT".to_owned(), "/a/{}/b".to_owned())]);
    let call = |method: &str, path: &str| (method.to_owned(), path.to_owned());
    assert_eq!(
        calls("GET, POST `/a`; DELETE `/a/{id}`", &known),
        [call("GET", "/a"), call("POST", "/a"), call("DELETE", "/a/{}")]
    );
    assert_eq!(calls("GET `/a/{id}/c`, PUT `.../b`", &known)[1], call("PUT", "/a/{}/b"));
    assert_eq!(calls("GET `/a`, POST `.../x`", &known)[1], call("POST", ".../x"), "not in the description");
}
