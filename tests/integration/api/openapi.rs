//! The API's description is a committed file, from which the page's types are made.

use crate::support::app::TestApp;
use std::{fs, path::Path};

/// Extensions of an operation are a hash map, in another order in each process: here the capability comes first.
fn description() -> String {
    let text = serde_json::to_string_pretty(&invigil::http::openapi()).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    for n in 1..lines.len() {
        let is = |n: usize, name: &str| lines[n].trim_start().starts_with(name);
        if is(n - 1, "\"x-reach\"") && is(n, "\"x-capability\"") {
            lines.swap(n - 1, n);
        }
    }
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    for n in 1..lines.len() {
        if lines[n - 1].trim_start().starts_with("\"x-capability\"") {
            let is_followed = lines[n].trim_start().starts_with("\"x-reach\"");
            let bare = lines[n - 1].trim_end_matches(',').to_owned();
            lines[n - 1] = if is_followed { bare + "," } else { bare };
            if is_followed {
                let last = lines[n].trim_end_matches(',').to_owned();
                lines[n] = last;
            }
        }
    }
    lines.join("\n") + "\n"
}

/// A plain file instead of a snapshot with a header, because the page's types and tests read it; it is updated by the
/// same switch as snapshots.
#[test]
fn the_description_equals_the_committed_snapshot() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/openapi.json");
    let now = description();
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&path, &now).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let place = committed.lines().zip(now.lines()).position(|(a, b)| a != b);
    assert!(committed == now, "assets/openapi.json is stale (line {place:?}): run `make types`");
}

#[tokio::test]
async fn the_server_tells_the_same_description() {
    let t = TestApp::new();
    let served = t.get("/api/openapi.json").send().await.ok();
    assert_eq!(served, serde_json::from_str::<serde_json::Value>(&description()).unwrap());
}

#[test]
fn every_call_has_a_name_of_its_own() {
    let served: serde_json::Value = serde_json::from_str(&description()).unwrap();
    let paths = served["paths"].as_object().unwrap();
    let calls = paths.values().flat_map(|item| item.as_object().unwrap().values());
    let mut names: Vec<&str> = calls.map(|call| call["operationId"].as_str().unwrap()).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all, "{names:?}");
}

/// Fields of a schema that may be null, with whether each is required.
fn nullable(description: &serde_json::Value, schema: &str) -> Vec<(String, bool)> {
    let schema = &description["components"]["schemas"][schema];
    let required = schema["required"].as_array().unwrap();
    let fields = schema["properties"].as_object().unwrap().iter();
    let may_be_null = |field: &serde_json::Value| {
        let holds = |of: &serde_json::Value| of.as_array().is_some_and(|types| types.iter().any(|one| one == "null"));
        let is_null = |one: &serde_json::Value| one["type"] == "null";
        holds(&field["type"]) || field["oneOf"].as_array().is_some_and(|forms| forms.iter().any(is_null))
    };
    let found = fields.filter(|entry| may_be_null(entry.1));
    found.map(|(name, _)| (name.clone(), required.iter().any(|one| one == name.as_str()))).collect()
}

#[test]
fn what_can_be_null_is_in_each_reply_but_may_be_left_out_of_a_body() {
    let described: serde_json::Value = serde_json::from_str(&description()).unwrap();
    let row = nullable(&described, "MonitoringRow");
    assert!(row.len() >= 10 && row.iter().all(|(_, is_required)| *is_required), "{row:?}");
    assert!(nullable(&described, "Run").contains(&("result".into(), true)));
    assert!(nullable(&described, "Assignment").contains(&("question_id".into(), false)));
}
