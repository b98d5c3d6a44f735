//! Tokens on the command line, and the examples of docs/api.md as they stand there.

use crate::support::binary::Place;
use std::process::Command;

const DOCUMENT: &str = include_str!("../../../docs/api.md");

/// What the candidate of the last order does before the examples fetch the evidence.
const TAKEN: &str = r#"
LINK=$(curl -fsS "$URL/api/orders/$SENT" -H "Authorization: Bearer $TOKEN" | jq -r .invite.token)
KEY=$(printf 'k%.0s' $(seq 43))
curl -fsS -X POST "$URL/api/start-test/$LINK" -H "X-Attempt-Key: $KEY" > started.json
curl -fsS "$URL/api/submit-test/$LINK" -H "X-Attempt-Key: $KEY" -H 'Content-Type: application/json' \
  -d '{"answers": [{"question_id": "q1", "answer": "4"}]}' > submitted.json
"#;

fn has(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok_and(|out| out.status.success())
}

#[test]
fn tokens_are_made_listed_and_revoked() {
    let place = Place::with_admin();
    let create = |role: &str, name: &str| {
        place.run(["token", "create", name, "--owner", "ada@example.org", "--role", role, "--days", "30"])
    };
    let token = create("viewer", "nightly").done();
    assert!(token.starts_with("inv_") && token.lines().count() == 1, "{token}");
    assert!(create("admin", "nightly").refused().contains("already a token named"));
    let unknown = ["token", "create", "x", "--owner", "eve@example.org", "--role", "viewer"];
    assert!(place.run(unknown).refused().contains("no such administrator"));
    let list = place.run(["token", "list", "--json"]).json();
    assert_eq!(
        (&list[0]["name"], &list[0]["role"], &list[0]["tests"]),
        (&"nightly".into(), &"viewer".into(), &().into())
    );
    assert!(!list.to_string().contains(token.trim()));
    assert!(place.run(["token", "list"]).done().starts_with("ID"));
    assert_eq!(place.run(["token", "revoke", token.trim()]).done(), "The token is revoked.\n");
    assert!(place.run(["token", "revoke", token.trim()]).refused().contains("no such token"));
    assert_eq!(place.run(["token", "list", "--json"]).json(), serde_json::json!([]));
}

#[test]
fn the_examples_of_the_document_work() {
    if !has("curl") || !has("jq") {
        eprintln!("skipped: curl and jq are not installed");
        return;
    }
    let mut examples: Vec<&str> =
        DOCUMENT.split("```sh\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
    assert_eq!(examples.len(), 8);
    examples.insert(7, TAKEN);
    let place = Place::with_admin();
    let token = place.run(["token", "create", "doc", "--owner", "ada@example.org", "--role", "admin"]).done();
    let serving = place.serve();
    let script = format!("set -euo pipefail\ncd '{}'\n{}", place.path().display(), examples.join("\n"));
    let out = Command::new("bash")
        .args(["-c", &script])
        .env("URL", format!("http://127.0.0.1:{}", serving.port()))
        .env("TOKEN", token.trim())
        .output()
        .unwrap();
    let (shown, errors) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    assert!(out.status.success(), "{shown}{errors}");
    assert_eq!(shown.lines().filter(|row| row.contains("@example.org\t")).count(), 100, "{shown}{errors}");
    assert!(shown.lines().any(|row| row == "0" || row == "1"), "the pages of no result: {shown}");
    assert_eq!(shown.lines().filter(|row| *row == "tracking:4711\tsent\t").count(), 2, "one order: {shown}");
    assert!(shown.contains("expired\n") && shown.contains("\nsent\n"), "one was cancelled, another sent: {shown}");
    let head = shown.lines().last().unwrap().strip_prefix("saves\t").unwrap();
    assert_eq!(head.len(), 64, "the history of the one result: {shown}");
    serving.stop();
}

#[test]
fn webhooks_are_listed_with_their_deliveries() {
    let place = Place::with_admin();
    assert_eq!(place.run(["webhook", "list", "--json"]).json(), serde_json::json!([]));
    assert!(place.run(["webhook", "list"]).done().starts_with("ID"));
    let none = "019a0000-0000-7000-8000-000000000001";
    assert!(place.run(["webhook", "deliveries", none]).refused().contains("no such webhook"));
    assert!(place.run(["webhook", "test", none]).refused().contains("no such webhook"));
    assert!(place.run(["webhook", "test", "all"]).refused().contains("is not the id of a webhook"));
}
