//! The language of a candidate's page, which the attempt keeps (docs/languages.md#kept).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{column, key, list, small_test, text},
};
use invigil::domain::{evidence::archive, time::MINUTE};
use serde_json::{Value, json};

struct Running {
    t: TestApp,
    ada: String,
    invite: Value,
}

impl Running {
    async fn addressed_in(language: Value) -> Self {
        let (t, ada) = TestApp::with_admin().await;
        let test = t.create_test(&ada, small_test("Rust")).await;
        let invite = t.invite_with(&ada, &test, "cora@example.org", json!({ "language": language })).await.expect(201);
        t.start(&invite["token"], &key(1)).await.ok();
        Self { t, ada, invite }
    }

    async fn report(&self, language: Value) -> Reply {
        let path = format!("/api/take-test/{}/presence", text(&self.invite["token"]));
        let heartbeat = json!({"question": 1, "camera": "on", "visible": true, "language": language});
        self.t.post(path).key(&key(1)).json(heartbeat).send().await
    }

    /// The language that proctors see, and those that the timeline names.
    async fn seen(&self) -> (Value, Vec<String>) {
        let rows = self.t.get("/api/admin/monitoring").bearer(&self.ada).send().await.ok();
        let attempt = text(&rows[0]["attempt_id"]).to_owned();
        let timeline = self.t.get(format!("/api/attempts/{attempt}/timeline")).bearer(&self.ada).send().await.ok();
        let changes: Vec<Value> =
            list(&timeline["entries"]).iter().filter(|entry| entry["kind"] == "language").cloned().collect();
        let tags = changes.iter().map(|entry| text(&entry["text"]).to_owned()).collect();
        (rows[0]["language"].clone(), tags)
    }
}

#[tokio::test]
async fn the_attempt_keeps_the_language_of_the_page_and_each_change_of_it() {
    let run = Running::addressed_in(json!(null)).await;
    assert_eq!(run.seen().await, (json!(null), vec![]));
    for (reported, tags) in [("de", &["de"][..]), ("de", &["de"]), ("pt-PT", &["de", "pt-BR"])] {
        run.report(json!(reported)).await.expect(204);
        assert_eq!(run.seen().await.1, tags);
    }
    // A client that does not say it changes nothing.
    run.report(json!(null)).await.expect(204);
    run.report(json!("tlh")).await.invalid("language");
    assert_eq!(run.seen().await, (json!("pt-BR"), vec!["de".to_owned(), "pt-BR".to_owned()]));
    let other = format!("/api/take-test/{}/presence", text(&run.invite["token"]));
    let heartbeat = json!({"question": 1, "camera": "on", "visible": true, "language": "fr"});
    run.t.post(other).key(&key(2)).json(heartbeat).send().await.expect(409);

    run.t.clock.advance(MINUTE);
    run.t.submit(&run.invite["token"], &key(1), &[("q1", "B")]).await.ok();
    run.report(json!("ja")).await.expect(409);
    let result = run.t.result_of(&run.ada, &run.invite).await;
    assert!(column(&result["timeline"]["entries"], "kind").contains(&"language"), "{result}");
    let path = format!("/api/results/{}/evidence", text(&result["submission_id"]));
    let bundle = run.t.get(path).bearer(&run.ada).send().await.bytes;
    let files = archive::read(&bundle).unwrap();
    let attempt = files.iter().find(|(name, _)| *name == "attempt.json").unwrap().1;
    assert_eq!(serde_json::from_slice::<Value>(attempt).unwrap()["language"], "pt-BR");
    run.t.assert_sound();
}

#[tokio::test]
async fn a_page_in_the_language_of_its_invitation_is_worth_no_entry() {
    let run = Running::addressed_in(json!("ar")).await;
    run.report(json!("ar")).await.expect(204);
    assert_eq!(run.seen().await, (json!("ar"), vec![]));
    run.report(json!("en")).await.expect(204);
    assert_eq!(run.seen().await, (json!("en"), vec!["en".to_owned()]));
    run.t.assert_sound();
}
