//! Judging again on tests that were edited since.

use super::{Site, tested};
use crate::support::{
    fake_runner::{FakeRunner, Manner},
    journey::{list, text},
};
use invigil::service::scoring::judging::{dry_run, worker};
use serde_json::{Value, json};

impl Site {
    async fn whole(&self, test: &Value, what: &str) -> Value {
        let path = format!("/api/tests/{}/rejudge{what}", text(test));
        self.t.post(path).bearer(&self.admin).send().await.ok()
    }

    /// Stores the test again, with its first question changed.
    async fn edit(&self, test: &Value, change: impl FnOnce(&mut Value)) {
        let mut edited = tested();
        change(&mut edited["questions"][0]);
        let path = format!("/api/tests/{}", text(test));
        self.t.put(path).bearer(&self.admin).json(edited).send().await.ok();
    }
}

#[tokio::test]
async fn edited_tests_count_only_once_the_test_is_judged_again() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let row = site.take(tested(), "fn main() {}").await;
    site.judge().await;
    let test = &row["test_id"];
    let before = site.result(&row).await;
    assert_eq!(before["score"], 25.0);
    let preview = |judged, waiting, outdated| {
        json!({
            "judged": judged, "waiting": waiting, "failed": 0, "outdated": outdated, "kept": 0,
            "dry_run_percent": null, "dry_run": null,
        })
    };
    assert_eq!(site.whole(test, "/preview").await, preview(1, 0, 0));
    // The expected output of the second test was wrong.
    site.edit(test, |question| question["tests"][1]["output"] = "canary-in".into()).await;
    assert_eq!(site.result(&row).await, before);
    assert_eq!(site.whole(test, "/preview").await, preview(1, 0, 1));
    assert_eq!(site.result(&row).await, before, "a preview changes nothing");

    assert_eq!(site.whole(test, "").await, json!({"answers": 1}));
    let waiting = site.result(&row).await;
    assert_eq!((&waiting["judging"], &waiting["provisional"]), (&"waiting".into(), &true.into()));
    assert!(waiting["answers"][0]["judging"].get("result").is_none(), "verdicts on other tests: {waiting}");
    // A second click.
    assert_eq!(site.whole(test, "").await, json!({"answers": 0}));
    assert_eq!(site.whole(test, "/preview").await, preview(0, 1, 0));
    site.t.assert_sound();
    site.judge().await;
    let after = site.result(&row).await;
    assert_eq!((&after["score"], &after["provisional"]), (&100.0.into(), &false.into()));
    let set = |result: &Value| result["answers"][0]["judging"]["result"]["test_set"].clone();
    assert_ne!(set(&after), set(&before));
    site.t.assert_sound();
}

/// A dry run says whose score would change, and changes nothing.
#[tokio::test]
async fn a_dry_run_tells_whose_score_would_change() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    let row = site.take(tested(), "fn main() {}").await;
    let test = &row["test_id"];
    let dry_run = format!("/api/tests/{}/rejudge/dry-run", text(test));
    let ask = || site.t.post(dry_run.as_str()).bearer(&site.admin).send();
    ask().await.refused(503, "no_runner");
    site.connect(&runner).await;
    site.judge().await;
    let mark = format!("/api/tests/{}/pass-mark", text(test));
    site.t.put(mark).bearer(&site.admin).json(json!({"percent": 50})).send().await.ok();
    site.edit(test, |question| question["tests"][1]["output"] = "canary-in".into()).await;
    let before = site.result(&row).await;

    // A double click is one run.
    assert_eq!(ask().await.expect(202)["dry_run_percent"], 0);
    assert_eq!(ask().await.expect(202)["dry_run_percent"], 0);
    dry_run::pass(&site.t.app).await;
    let preview = site.whole(test, "/preview").await;
    assert_eq!(preview["dry_run_percent"], Value::Null);
    let found = &preview["dry_run"];
    assert_eq!((&found["answers"], &found["no_verdict"]), (&1.into(), &0.into()));
    let moves = json!({"up": 1, "down": 0, "unchanged": 0, "crossing": 1, "told": 0, "decided": 0});
    assert_eq!(found["submissions"], moves);
    assert_eq!(site.result(&row).await, before, "a dry run changes nothing");
    site.t.assert_sound();

    // It says nothing of other tests, and nothing once it is applied.
    site.edit(test, |question| question["tests"][2]["output"] = "4".into()).await;
    assert_eq!(site.whole(test, "/preview").await["dry_run"], Value::Null);
    site.edit(test, |question| question["tests"][1]["output"] = "canary-in".into()).await;
    assert_eq!(&site.whole(test, "/preview").await["dry_run"], found);
    site.whole(test, "").await;
    site.judge().await;
    let preview = site.whole(test, "/preview").await;
    assert_eq!((&preview["dry_run"], site.result(&row).await["score"].as_f64()), (&Value::Null, Some(100.0)));

    // Ended before it began.
    ask().await.expect(202);
    site.t.delete(dry_run.as_str()).bearer(&site.admin).send().await.expect(204);
    dry_run::pass(&site.t.app).await;
    assert_eq!(site.whole(test, "/preview").await["dry_run"], Value::Null);
    site.t.assert_sound();
}

/// Questions of a pool take the tests of their newest version, also those that the pool has no more.
#[tokio::test]
async fn edited_tests_of_a_pool_count_once_the_test_is_judged_again() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let mut asked = tested()["questions"][0].clone();
    asked["tags"] = json!(["rust"]);
    asked["tests"][1]["output"] = "canary-in".into();
    asked["wrong_solutions"] = json!([]);
    let mut ids = Vec::new();
    for title in ["One", "Two"] {
        let body = json!({"title": title, "state": "ready", "question": asked});
        let made = site.t.post("/api/questions").bearer(&site.admin).json(body).send().await.expect(201);
        ids.push(text(&made["id"]).to_owned());
    }
    let pool = json!({"pool": {"tags": ["rust"], "draw": 2, "points": 4}});
    let test = json!({"title": "Drawn", "duration_minutes": 30, "sections": [{"items": [pool]}]});
    let test = site.t.create_test(&site.admin, test).await;
    let answers: Vec<(&str, &str)> = ids.iter().map(|id| (id.as_str(), "fn main() {}")).collect();
    let invite = site.t.take(&site.admin, &test, "cora@example.org", &answers).await;
    let row = site.t.result_of(&site.admin, &invite).await;
    site.judge().await;
    let before = site.result(&row).await;
    assert_eq!(before["score"], 100.0);

    asked["tests"][1]["input"] = "4".into();
    asked["tests"][1]["output"] = "4".into();
    for (n, id) in ids.iter().enumerate() {
        let path = format!("/api/questions/{id}");
        let body = json!({"question": asked});
        site.t.put(&*path).bearer(&site.admin).json(body).send().await.ok();
        if n == 0 {
            site.t.post(format!("{path}/retire")).bearer(&site.admin).send().await.ok();
        }
    }
    assert_eq!(site.whole(&test["id"], "/preview").await["outdated"], 2);
    assert_eq!(site.whole(&test["id"], "").await, json!({"answers": 2}));
    site.judge().await;
    let after = site.result(&row).await;
    assert_eq!((&after["score"], &after["provisional"]), (&100.0.into(), &false.into()), "{after}");
    for (now, then) in list(&after["answers"]).iter().zip(list(&before["answers"])) {
        let set = |answer: &Value| answer["judging"]["result"]["test_set"].clone();
        assert_ne!(set(now), set(then), "{after}");
    }
    site.t.assert_sound();
}

#[tokio::test]
async fn tests_that_change_while_code_waits_are_the_ones_that_count() {
    let site = Site::new().await;
    let idle = FakeRunner::new(Manner::Idle, Manner::Good);
    site.connect(&idle).await;
    let row = site.take(tested(), "fn main() {}").await;
    worker::pass(&site.t.app).await.unwrap();
    idle.job();
    site.edit(&row["test_id"], |question| question["tests"][1]["output"] = "canary-in".into()).await;
    assert_eq!(site.whole(&row["test_id"], "").await, json!({"answers": 1}));
    worker::pass(&site.t.app).await.unwrap();
    assert_eq!(idle.job().tests[1].expected.as_deref(), Some("canary-in"), "judged on the new tests");
    site.t.assert_sound();
}

#[tokio::test]
async fn who_decides_does_not_change_with_the_tests() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let row = site.take(tested(), "fn main() {}").await;
    site.judge().await;
    // Without hidden tests people would decide.
    let show = |question: &mut Value| {
        for test in question["tests"].as_array_mut().unwrap() {
            test["visible"] = true.into();
        }
    };
    site.edit(&row["test_id"], show).await;
    let preview = site.whole(&row["test_id"], "/preview").await;
    assert_eq!((&preview["outdated"], &preview["kept"]), (&0.into(), &1.into()));
    assert_eq!(site.whole(&row["test_id"], "").await, json!({"answers": 1}));
    site.judge().await;
    let result = site.result(&row).await;
    assert_eq!((&result["score"], &result["scoring_status"]), (&25.0.into(), &"auto_only".into()));
    site.t.assert_sound();
    site.t
        .post(format!("/api/tests/{}/rejudge", uuid::Uuid::nil()))
        .bearer(&site.admin)
        .send()
        .await
        .refused(404, "not_found");
}
