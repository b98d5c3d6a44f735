//! Changes of results (docs/behaviour/data.md#changes-of-results).

use crate::support::{
    app::TestApp,
    journey::{column, key, list, small_test, text},
};
use serde_json::{Value, json};

async fn page(t: &TestApp, by: &str, query: &str) -> Value {
    t.get(format!("/api/results/changes?{query}")).bearer(by).send().await.ok()
}

/// What has changed since the cursor, which moves on.
async fn since(t: &TestApp, by: &str, cursor: &mut String) -> Vec<(String, String)> {
    let mut found = Vec::new();
    loop {
        let page = page(t, by, &format!("limit=1&since={cursor}")).await;
        text(&page["cursor"]).clone_into(cursor);
        let row = |row: &Value| (text(&row["result_id"]).to_owned(), text(&row["state"]).to_owned());
        found.extend(list(&page["changes"]).iter().map(row));
        if page["more"] == json!(false) {
            return found;
        }
    }
}

async fn submission(t: &TestApp, by: &str, invite: &Value) -> String {
    text(&t.invite_row(by, &invite["id"]).await["submission_id"]).to_owned()
}

#[tokio::test]
async fn each_change_comes_once_and_an_erased_person_as_a_tombstone() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let mut cursor = String::new();
    assert_eq!(since(&t, &ada, &mut cursor).await, []);
    let mut ids = Vec::new();
    for email in ["ann@example.org", "ben@example.org", "cem@example.org"] {
        let invite = t.take(&ada, &test, email, &[("q1", "B")]).await;
        ids.push(submission(&t, &ada, &invite).await);
    }
    let present = |id: &String| (id.clone(), "present".to_owned());
    assert_eq!(since(&t, &ada, &mut cursor).await, ids.iter().map(present).collect::<Vec<_>>());
    assert_eq!(since(&t, &ada, &mut cursor).await, []);
    let before = cursor.clone();
    let decision = t.put(format!("/api/results/{}/decision", ids[0])).bearer(&ada);
    decision.json(json!({"decision": "shortlist", "reason": "calm"})).send().await.ok();
    let decided = page(&t, &ada, &format!("since={before}")).await;
    assert_eq!(
        (column(&decided["changes"], "decision"), column(&decided["changes"], "decided_by")),
        (vec!["shortlist"], vec!["Ada Admin"])
    );
    let people = t.get("/api/admin/applicants?search=ben@").bearer(&ada).send().await.ok();
    let path = format!("/api/admin/applicants/{}?force=true", text(&people[0]["id"]));
    t.delete(path).bearer(&ada).send().await.ok();
    let gone = page(&t, &ada, &format!("since={}", text(&decided["cursor"]))).await;
    assert_eq!(gone["changes"][0]["state"], "deleted");
    let tombstone = gone["changes"][0].as_object().unwrap();
    let filled: Vec<_> =
        tombstone.iter().filter(|(_, value)| !value.is_null()).map(|(name, _)| name.as_str()).collect();
    let mut known = ["schema_version", "change_number", "changed_at", "state", "result_id", "test_id"];
    known.sort_unstable();
    let mut filled = filled;
    filled.sort_unstable();
    assert_eq!(filled, known);
    let expected = vec![present(&ids[0]), (ids[1].clone(), "deleted".to_owned())];
    assert_eq!(since(&t, &ada, &mut cursor).await, expected, "each once, as it stands");
    let mut all = String::new();
    assert_eq!(since(&t, &ada, &mut all).await.len(), 3, "from the start, each result once");
    assert_eq!(all, cursor);
    t.assert_sound();
}

/// Neither numbers nor cursors count what others submit.
#[tokio::test]
async fn a_reader_of_one_test_learns_nothing_of_the_changes_of_others() {
    let (t, ada) = TestApp::with_admin().await;
    let (test, other) = (t.create_test(&ada, small_test("Rust")).await, t.create_test(&ada, small_test("Go")).await);
    let reach = json!({"name": "bi", "role": "viewer", "tests": [test["id"]]});
    let bi = text(&t.post("/api/tokens").bearer(&ada).json(reach).send().await.expect(201)["token"]).to_owned();
    let number = |page: &Value| page["changes"][0]["change_number"].as_u64().unwrap();
    t.take(&ada, &test, "ann@example.org", &[("q1", "B")]).await;
    let first = page(&t, &bi, "limit=1").await;
    assert_eq!(first["more"], json!(false));
    for n in 0..3 {
        t.take(&ada, &other, &format!("c{n}@example.org"), &[("q1", "B")]).await;
    }
    // As if nothing had happened, also where a page is full.
    assert_eq!(page(&t, &bi, "limit=1").await, first);
    let quiet = page(&t, &bi, &format!("since={}", text(&first["cursor"]))).await;
    assert_eq!((&quiet["cursor"], &quiet["changes"]), (&first["cursor"], &json!([])));
    t.clock.advance(invigil::domain::time::SECOND);
    t.take(&ada, &test, "ben@example.org", &[("q1", "B")]).await;
    let next = page(&t, &bi, &format!("since={}", text(&quiet["cursor"]))).await;
    assert!(number(&next) - number(&first) > 900_000, "of a second, and not of four changes");
    let mut cursor = String::new();
    assert_eq!(since(&t, &ada, &mut cursor).await.len(), 5, "who sees all misses none");
    // One of Ada's, ahead of all that this reader has seen, is neither refused nor moved.
    t.take(&ada, &other, "eva@example.org", &[("q1", "B")]).await;
    since(&t, &ada, &mut cursor).await;
    assert_eq!(page(&t, &bi, &format!("since={cursor}")).await["cursor"], json!(cursor));
}

#[tokio::test]
async fn a_repair_and_a_test_that_is_deleted_are_changes() {
    let (t, ada) = TestApp::with_admin().await;
    let (test, other) = (t.create_test(&ada, small_test("Rust")).await, t.create_test(&ada, small_test("Go")).await);
    let invite = t.take(&ada, &test, "ann@example.org", &[("q1", "A")]).await;
    t.take(&ada, &other, "ben@example.org", &[("q1", "B")]).await;
    let id = submission(&t, &ada, &invite).await;
    let mut cursor = String::new();
    assert_eq!(since(&t, &ada, &mut cursor).await.len(), 2);
    let repair = json!({"question_id": "q1", "action": "full_marks", "reason": "unclear"});
    let path = format!("/api/tests/{}", text(&test["id"]));
    t.post(format!("{path}/repairs")).bearer(&ada).json(repair).send().await.expect(201);
    invigil::service::scoring::repairs::job::pass(&t.app).await.unwrap();
    let changed = page(&t, &ada, &format!("since={cursor}")).await;
    assert_eq!(
        (column(&changed["changes"], "result_id"), &changed["changes"][0]["score"]),
        (vec![id.as_str()], &json!(100.0))
    );
    assert!(changed["changes"][0]["repaired_points"].is_number());
    assert_eq!(since(&t, &ada, &mut cursor).await, [(id.clone(), "present".into())]);
    let only = page(&t, &ada, &format!("test_id={}", text(&other["id"]))).await;
    assert_eq!(list(&only["changes"]).len(), 1);
    let mixed = t.get(format!("/api/results/changes?since={}", text(&only["cursor"]))).bearer(&ada).send().await;
    mixed.invalid("since");
    for (query, field) in
        [("since=x", "since"), ("limit=0", "limit"), ("limit=1001", "limit"), ("test_id=x", "test_id")]
    {
        t.get(format!("/api/results/changes?{query}")).bearer(&ada).send().await.invalid(field);
    }
}

#[tokio::test]
async fn results_without_names_come_when_the_names_are_shown() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let path = format!("/api/tests/{}/anonymous", text(&test["id"]));
    t.put(&path).bearer(&ada).json(json!({"anonymous": true})).send().await.ok();
    let invite = t.take(&ada, &test, "ann@example.org", &[("q1", "B")]).await;
    let mut cursor = String::new();
    assert_eq!(since(&t, &ada, &mut cursor).await, []);
    let reveal =
        t.post(path.replace("anonymous", "reveal-names")).bearer(&ada).json(json!({"reason": "all are scored"}));
    reveal.send().await.ok();
    let id = submission(&t, &ada, &invite).await;
    assert_eq!(since(&t, &ada, &mut cursor).await, [(id, "present".into())]);
}

#[tokio::test]
async fn a_reopened_attempt_has_no_result_until_it_ends_again() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let invite = t.invite(&ada, &test, "ann@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    t.clock.advance(invigil::domain::time::HOUR + invigil::domain::time::HOUR);
    t.sweep().await;
    let ada = t.sign_in("ada@example.org").await;
    let mut cursor = String::new();
    let first = since(&t, &ada, &mut cursor).await;
    let id = first[0].0.clone();
    assert_eq!(first, [(id.clone(), "present".into())]);
    let reopen = t.post(format!("/api/attempts/{id}/reopen")).bearer(&ada);
    reopen.json(json!({"minutes": 5, "reason": "power cut"})).send().await.ok();
    assert_eq!(since(&t, &ada, &mut cursor).await, [(id.clone(), "reopened".into())]);
    t.submit(&invite["token"], &key(1), &[("q1", "B")]).await.ok();
    assert_eq!(since(&t, &ada, &mut cursor).await, [(id, "present".into())]);
}
