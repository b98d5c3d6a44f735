//! Rehearsals of an exam session: played candidates, and that nothing of them is left (docs/rehearsal.md).

use crate::support::{
    app::TestApp,
    journey::{key, list, text},
};
use invigil::domain::time::{HOUR, SECOND};
use serde_json::{Value, json};

async fn session(t: &TestApp, admin: &str) -> String {
    let form = json!({"title": "Round one", "starts_at": t.at(HOUR)});
    let made = t.post("/api/sessions").bearer(admin).json(form).send().await.expect(201);
    format!("/api/sessions/{}/rehearsal", text(&made["id"]))
}

async fn begin(t: &TestApp, admin: &str, path: &str, candidates: u32) -> Value {
    let plan = json!({"candidates": candidates, "minutes": 5});
    t.post(path).bearer(admin).json(plan).send().await.expect(201)
}

fn token(begun: &Value, place: usize) -> &str {
    text(&list(&begun["candidates"])[place]["token"])
}

async fn page(t: &TestApp, token: &str) -> u16 {
    t.get(format!("/api/take-test/{token}")).send().await.status
}

fn outcome() -> Value {
    json!({"candidates": 2, "verdict": "no_go", "machine": "hall-2", "fits": null, "findings": [{"measure": "clock",
        "mark": "fault", "value": "300 s", "limit": "30 s", "margin": -900, "said": "The clocks differ.", "fix": "Set it."}]})
}

#[tokio::test]
async fn played_candidates_take_a_test_and_nothing_of_them_is_in_the_data() {
    let (t, ada) = TestApp::with_admin().await;
    let path = session(&t, &ada).await;
    let entries = async || t.get("/api/admin/audit-log").bearer(&ada).send().await.ok();
    let before = list(&entries().await["entries"]).len();
    let begun = begin(&t, &ada, &path, 2).await;
    let link = token(&begun, 0);
    let holder = key(1);
    let started = t.post(format!("/api/start-test/{link}")).key(&holder).json(json!({})).send().await.ok();
    let question = &started["test"]["questions"][2]["id"];
    let save = json!({"answers": [{"question_id": question, "answer": "By the stairs.", "seq": 1}]});
    t.put(format!("/api/take-test/{link}/answers")).key(&holder).json(save).send().await.ok();
    t.post(format!("/api/submit-test/{link}")).key(&holder).json(json!({"answers": []})).send().await.ok();

    for path in ["/api/tests", "/api/invites"] {
        assert_eq!(list(&t.get(path).bearer(&ada).send().await.ok()).len(), 0, "{path}");
    }
    assert_eq!(t.get("/api/results").bearer(&ada).send().await.ok()["results"], json!([]));
    assert_eq!(list(&entries().await["entries"]).len(), before + 1, "that a rehearsal began");
    let running = t.get(&path).bearer(&ada).send().await.ok();
    assert_eq!((&running["running"]["id"], &running["running"]["candidates"]), (&begun["id"], &2.into()));
    assert_eq!(running["last"], Value::Null);

    let end = json!({"id": begun["id"], "outcome": outcome()});
    let ended = t.put(&path).bearer(&ada).json(end.clone()).send().await.ok();
    assert_eq!((&ended["running"], &ended["last"]["verdict"]), (&Value::Null, &"no_go".into()));
    assert_eq!((&ended["last"]["machine"], &ended["last"]["findings"]), (&"hall-2".into(), &outcome()["findings"]));
    assert_eq!((page(&t, link).await, page(&t, token(&begun, 1)).await), (410, 410));
    // Twice is once, also when the reply to the first call took its time.
    t.clock.advance(SECOND * 50);
    let again = t.put(&path).bearer(&ada).json(end).send().await.ok();
    assert_eq!(again["last"], ended["last"]);
    t.assert_sound();
}

#[tokio::test]
async fn a_rehearsal_ends_by_itself() {
    let (t, ada) = TestApp::with_admin().await;
    let path = session(&t, &ada).await;
    // Its machine is gone.
    let begun = begin(&t, &ada, &path, 1).await;
    t.clock.advance(SECOND * 50);
    assert_eq!(page(&t, token(&begun, 0)).await, 200);
    t.clock.advance(SECOND * 50);
    t.sweep().await;
    assert_eq!(page(&t, token(&begun, 0)).await, 200);
    t.clock.advance(SECOND * 61);
    t.sweep().await;
    assert_eq!(page(&t, token(&begun, 0)).await, 410);
    // Its time is up.
    let begun = begin(&t, &ada, &path, 1).await;
    for _ in 0..6 {
        t.clock.advance(SECOND * 50);
        t.sweep().await;
        page(&t, token(&begun, 0)).await;
    }
    assert_eq!(t.get(&path).bearer(&ada).send().await.ok()["running"], Value::Null);
    // Its session is deleted, and with it the outcome.
    let begun = begin(&t, &ada, &path, 1).await;
    t.delete(path.trim_end_matches("/rehearsal")).bearer(&ada).send().await.expect(204);
    t.sweep().await;
    assert_eq!(page(&t, token(&begun, 0)).await, 410);
    t.assert_sound();
}

#[tokio::test]
async fn one_session_is_rehearsed_at_a_time() {
    let (t, ada) = TestApp::with_admin().await;
    let (one, other) = (session(&t, &ada).await, session(&t, &ada).await);
    let first = begin(&t, &ada, &one, 1).await;
    let plan = json!({"candidates": 1, "minutes": 5});
    t.post(&other).bearer(&ada).json(plan).send().await.refused(409, "still_running");
    // The same one begins again: its machine may have been restarted.
    let second = begin(&t, &ada, &one, 1).await;
    assert_eq!((page(&t, token(&first, 0)).await, page(&t, token(&second, 0)).await), (410, 200));
    // The end of the first ends nothing.
    t.put(&one).bearer(&ada).json(json!({"id": first["id"]})).send().await.ok();
    assert_eq!(page(&t, token(&second, 0)).await, 200);
    t.put(&one).bearer(&ada).json(json!({"id": second["id"]})).send().await.ok();
    assert_eq!(page(&t, token(&second, 0)).await, 410);
    begin(&t, &ada, &other, 1).await;
}

#[tokio::test]
async fn wrong_plans_and_outcomes_are_refused() {
    let (t, ada) = TestApp::with_admin().await;
    let path = session(&t, &ada).await;
    for (candidates, minutes, field) in
        [(0, 5, "candidates"), (2_001, 5, "candidates"), (5, 0, "minutes"), (5, 61, "minutes")]
    {
        let plan = json!({"candidates": candidates, "minutes": minutes});
        let refused = t.post(&path).bearer(&ada).json(plan).send().await.expect(422);
        assert!(refused["fields"][field].is_string(), "{refused}");
    }
    let begun = begin(&t, &ada, &path, 1).await;
    let mut wrong = outcome();
    wrong["verdict"] = "go".into();
    let refused = t.put(&path).bearer(&ada).json(json!({"id": begun["id"], "outcome": wrong})).send().await.expect(422);
    assert!(refused["fields"]["verdict"].is_string(), "{refused}");
    let many = json!({"candidates": 1, "verdict": "no_go", "findings": vec![outcome()["findings"][0].clone(); 41]});
    t.put(&path).bearer(&ada).json(json!({"id": begun["id"], "outcome": many})).send().await.expect(422);
    t.put(&path).bearer(&ada).json(json!({"id": "x"})).send().await.expect(422);
    assert_eq!(page(&t, token(&begun, 0)).await, 200, "it still runs");
}

#[tokio::test]
async fn figures_say_nothing_of_people() {
    let (t, ada) = TestApp::with_admin().await;
    let path = format!("{}/server", session(&t, &ada).await);
    let said = t.get(path).bearer(&ada).send().await.ok();
    assert!(said["processors"].as_u64().is_some_and(|count| count > 0), "{said}");
    assert!(said["files_limit"].as_u64().is_some_and(|count| count > 0), "{said}");
    assert_eq!((&said["cameras"], &said["last_backup_at"]), (&0.into(), &Value::Null));
    assert_eq!(said["clock_set_ms"], 0);
}
