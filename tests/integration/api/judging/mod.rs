//! Judging of submitted code (docs/behaviour/code.md#judging): what is queued, what a verdict earns, and what a bad runner, an
//! erasure or a restart may not change.

mod authoring;
mod bad_runner;
mod edited_tests;
mod held;
mod markers;
mod rejudge_job;

use crate::support::{
    app::TestApp,
    fake_runner::{FakeRunner, Manner},
    journey::{key, list, text},
};
use invigil::{
    domain::{AttemptId, judging::Judging, time::MINUTE},
    runner::client::RunnerStatus,
    service::{
        attempt::runs,
        scoring::{
            judging::{queue, worker},
            repairs,
        },
    },
    store::{Read, Tx},
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The fake runner's program prints its input: it passes the first and the third test.
fn tested() -> Value {
    json!({"title": "Code", "questions": [{
        "id": "q1", "type": "coding", "question": "Echo.", "points": 10, "expected_language": "Rust",
        "starter_code": "fn main() {}", "time_limit_ms": 700, "checker": "tokens",
        "tests": [
            {"input": "1", "output": "1", "visible": true, "weight": 0},
            {"input": "canary-in", "output": "canary-out", "weight": 3},
            {"input": "3", "output": "3"},
        ],
        "reference_solutions": [{"language": "Rust", "source": "canary-solution"}],
        "wrong_solutions": [{"language": "Rust", "source": "canary-solution-wrong"}],
    }]})
}

struct Site {
    t: TestApp,
    admin: String,
}

impl Drop for Site {
    fn drop(&mut self) {
        self.t.app.code.runner.close();
    }
}

impl Site {
    async fn new() -> Self {
        let (t, admin) = TestApp::with_admin().await;
        Self { t, admin }
    }

    async fn connect(&self, runner: &FakeRunner) {
        runs::connect(&self.t.app, runner.socket()).unwrap();
        self.until(|site| matches!(site.t.app.code.runner.status(), RunnerStatus::Ready(_))).await;
    }

    async fn until(&self, holds: impl Fn(&Self) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !holds(self) {
            assert!(Instant::now() < deadline, "{:?}", self.t.app.code.runner.status());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Takes the test; returns the row of its result.
    async fn take(&self, test: Value, answer: &str) -> Value {
        let test = self.t.create_test(&self.admin, test).await;
        let invite = self.t.take(&self.admin, &test, "cora@example.org", &[("q1", answer)]).await;
        self.t.result_of(&self.admin, &invite).await
    }

    async fn result(&self, row: &Value) -> Value {
        let path = format!("/api/results/{}", text(&row["submission_id"]));
        self.t.get(path).bearer(&self.admin).send().await.ok()
    }

    /// Lets an answer wait, as for a language that no runner offers.
    async fn postpone(&self, row: &Value) {
        let attempt: AttemptId = text(&row["submission_id"]).parse().unwrap();
        let until = self.t.app.now().plus(5 * MINUTE);
        let postpone = move |tx: &mut Tx<'_>| {
            let mut judging: Judging = tx.get((attempt, "q1"))?.unwrap();
            judging.postpone("No code runner offers Rust.".into(), until);
            tx.put(&judging)
        };
        self.t.app.store.write(postpone).await.unwrap();
    }

    /// Sends what is due, and waits until its outcome is stored.
    async fn judge(&self) {
        worker::pass(&self.t.app).await.unwrap();
        self.until(|site| site.t.app.code.judging.count() == 0).await;
    }

    fn counts(&self) -> (u64, u64) {
        queue::counts(&self.t.app).unwrap()
    }

    async fn rejudge(&self, row: &Value, body: Value) -> crate::support::call::Reply {
        let path = format!("/api/results/{}/rejudge", text(&row["submission_id"]));
        self.t.post(path).bearer(&self.admin).json(body).send().await
    }
}

#[tokio::test]
async fn submitted_code_is_judged_on_all_tests_and_earns_by_their_weights() {
    let site = Site::new().await;
    let row = site.take(tested(), "fn main() {}").await;
    assert_eq!(
        (&row["judging"], &row["provisional"], &row["pending_points"]),
        (&"waiting".into(), &true.into(), &10.into())
    );
    assert_eq!(row["scoring_status"], "auto_only", "no person has to review it");
    site.t.assert_sound();
    let scores = async || {
        let csv = site.t.get("/api/results/export?format=csv").bearer(&site.admin).send().await.text;
        let cells = csv.lines().nth(1).unwrap().split(',').map(str::to_owned).collect::<Vec<_>>();
        [6, 7, 9, 16].map(|column| cells[column].clone())
    };
    assert_eq!(scores().await, ["", "", "", "waiting"], "a mean must not take them for 0");
    // Without a runner it waits.
    site.judge().await;
    assert_eq!(site.counts(), (1, 0));

    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    site.judge().await;
    let job = runner.job();
    assert_eq!((job.source.as_str(), job.tests.len(), job.limits.cpu_ms), ("fn main() {}", 3, 700));
    let result = site.result(&row).await;
    assert_eq!(
        (&result["judging"], &result["provisional"], &result["score"]),
        (&"done".into(), &false.into(), &25.0.into())
    );
    let answer = &result["answers"][0];
    assert_eq!((&answer["earned"], &answer["manual_score_status"]), (&2.5.into(), &"partial".into()));
    let judging = &answer["judging"];
    assert_eq!((&judging["state"], &judging["result"]["verdict"]), (&"done".into(), &"WA".into()));
    assert_eq!(judging["result"]["toolchain"], "rust 1.0");
    assert_eq!(text(&judging["result"]["test_set"]).len(), 64);
    let tests = list(&judging["result"]["tests"]);
    let verdicts: Vec<_> = tests.iter().map(|test| text(&test["verdict"])).collect();
    assert_eq!(verdicts, ["AC", "WA", "AC"]);
    assert_eq!((&tests[1]["weight"], &tests[1]["memory_kb"]), (&3.into(), &5.into()));
    let expected = json!({"input": "canary-in", "expected": "canary-out", "stdout": "canary-in", "stderr": ""});
    assert_eq!(tests[1]["content"], expected);
    assert_eq!(site.counts(), (0, 0));
    site.t.assert_sound();
}

#[tokio::test]
async fn candidates_see_visible_tests_alone() {
    let site = Site::new().await;
    let test = site.t.create_test(&site.admin, tested()).await;
    let invite = site.t.invite(&site.admin, &test, "cora@example.org").await;
    let started = site.t.start(&invite["token"], &key(1)).await;
    for hidden in ["canary", "weight", "reference", "checker", "group"] {
        assert!(!started.text.contains(hidden), "{hidden} in {}", started.text);
    }
    let question = &started.ok()["questions"][0];
    assert_eq!(question["tests"], json!([{"input": "1", "output": "1"}]));
    assert_eq!((&question["starter_code"]["Rust"], &question["time_limit_ms"]), (&"fn main() {}".into(), &700.into()));

    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let path = format!("/api/take-test/{}/runs", text(&invite["token"]));
    let body = json!({"question_id": "q1", "language": "Rust", "source": "fn main() {}", "tests": true});
    let asked = site.t.post(&path).key(&key(1)).json(body).send().await.expect(202);
    let job = runner.job();
    assert_eq!((job.tests.len(), job.tests[0].expected.as_deref()), (1, Some("1")));
    let path = format!("{path}/{}", text(&asked["run_id"]));
    let deadline = Instant::now() + Duration::from_secs(20);
    let run = loop {
        let run = site.t.get(&path).key(&key(1)).send().await;
        assert!(!run.text.contains("canary"), "{}", run.text);
        let run = run.ok();
        if run["state"] == "done" {
            break run;
        }
        assert!(Instant::now() < deadline, "{run}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    assert_eq!((&run["tests"], &run["result"]["tests"][0]["verdict"]), (&true.into(), &"AC".into()));
    // The end says nothing of hidden tests either.
    let reply = site.t.submit(&invite["token"], &key(1), &[("q1", "fn main() {}")]).await;
    assert!(!reply.text.contains("canary"), "{}", reply.text);
    assert_eq!(reply.ok()["judging"], "waiting");
}

#[tokio::test]
async fn code_that_cannot_be_compiled_earns_nothing_and_a_blank_answer_is_not_judged() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let row = site.take(tested(), "broken").await;
    site.judge().await;
    let result = site.result(&row).await;
    assert_eq!((&result["score"], &result["judging"]), (&0.0.into(), &"done".into()));
    let judging = &result["answers"][0]["judging"]["result"];
    assert_eq!((&judging["verdict"], &judging["tests"]), (&"CE".into(), &json!([])));
    assert!(text(&judging["compiler"]).contains("expected item"));

    let blank = site.take(tested(), " \n").await;
    assert_eq!((&blank["judging"], &blank["provisional"]), (&"none".into(), &false.into()));
    site.rejudge(&blank, json!({})).await.invalid("question_id");
    site.t.assert_sound();
}

#[tokio::test]
async fn people_decide_where_the_author_asks_for_it_and_override_where_not() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let mut reviewed = tested();
    reviewed["questions"][0]["review"] = true.into();
    let row = site.take(reviewed, "fn main() {}").await;
    assert_eq!((&row["scoring_status"], &row["judging"]), (&"needs_review".into(), &"waiting".into()));
    site.judge().await;
    let result = site.result(&row).await;
    assert_eq!((&result["scoring_status"], &result["judging"]), (&"needs_review".into(), &"done".into()));
    let path = format!("/api/admin/scoring/{}", text(&row["submission_id"]));
    let review = site.t.get(path).bearer(&site.admin).send().await;
    assert!(!review.text.contains("canary-in") && !review.text.contains("canary-solution"), "{}", review.text);
    assert_eq!(review.ok()["answers"][0]["judging"]["result"]["tests"][2]["verdict"], "AC");

    let row = site.take(tested(), "fn main() {}").await;
    let path = format!("/api/admin/scoring/{}/answer/q1", text(&row["submission_id"]));
    let score = json!({"score_status": "partial", "manual_score": 7});
    site.t.post(path).bearer(&site.admin).json(score).send().await.ok();
    site.judge().await;
    let result = site.result(&row).await;
    assert_eq!((&result["answers"][0]["earned"], &result["judging"]), (&7.0.into(), &"done".into()));
    assert_eq!(site.rejudge(&row, json!({"question_id": "q1"})).await.ok(), json!({"answers": 1}));
    let waiting = site.result(&row).await;
    assert_eq!(
        (&waiting["judging"], &waiting["provisional"], &waiting["answers"][0]["judging"]["state"]),
        (&"done".into(), &false.into(), &"waiting".into())
    );
    site.judge().await;
    assert_eq!(site.result(&row).await["answers"][0]["earned"], 7.0, "a person's score stays");
    site.t.assert_sound();
}

#[tokio::test]
async fn a_double_click_judges_once() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Idle, Manner::Idle);
    site.connect(&runner).await;
    let row = site.take(tested(), "fn main() {}").await;
    worker::pass(&site.t.app).await.unwrap();
    let under_way = || site.t.app.store.read().unwrap().records::<Judging>().unwrap()[0].round;
    let before = under_way();
    let (first, second) = tokio::join!(site.rejudge(&row, json!({})), site.rejudge(&row, json!({})));
    assert_eq!((first.ok(), second.ok()), (json!({"answers": 1}), json!({"answers": 1})));
    assert_eq!(under_way(), before, "it is being judged");
}

#[tokio::test]
async fn erasure_ends_a_job_and_its_result_is_discarded() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Idle, Manner::Idle);
    site.connect(&runner).await;
    let row = site.take(tested(), "fn main() {}").await;
    worker::pass(&site.t.app).await.unwrap();
    let job = runner.job();
    assert_eq!(site.t.app.code.judging.count(), 1);
    // A second look does not send it twice.
    worker::pass(&site.t.app).await.unwrap();
    let path = format!("/api/tests/{}/force", text(&row["test_id"]));
    site.t.delete(path).bearer(&site.admin).send().await.ok();
    assert_eq!(runner.cancelled(), job.id);
    assert_eq!((site.t.app.code.judging.count(), site.counts()), (0, (0, 0)));
    site.t.assert_sound();
}

#[tokio::test]
async fn an_accepted_late_answer_is_judged_instead() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let test = site.t.create_test(&site.admin, tested()).await;
    let invite = site.t.take(&site.admin, &test, "cora@example.org", &[("q1", "broken")]).await;
    site.judge().await;
    site.t.save(&invite["token"], &key(1), &[("q1", "fn main() {}", 90)]).await;
    let row = site.t.result_of(&site.admin, &invite).await;
    assert_eq!(row["score"], 0.0);
    let path = format!("/api/admin/scoring/{}/late/accept", text(&row["submission_id"]));
    let accept = json!({"question_ids": ["q1"], "reason": "The network failed."});
    site.t.post(path).bearer(&site.admin).json(accept).send().await.ok();
    assert_eq!(site.result(&row).await["judging"], "waiting");
    site.judge().await;
    assert_eq!(site.result(&row).await["score"], 25.0);
    site.t.assert_sound();
}

/// The runner's message about code that it refused is stored with the verdict, as for a candidate's own run.
#[tokio::test]
async fn why_code_could_not_be_compiled_is_kept() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    for (source, compiler) in [
        ("int main(){}\u{0}", "The source code contains a NUL character."),
        (
            "broken class",
            "The source code does not compile. The public class must be called Main.\n\nMain.java:1: error: class A is public",
        ),
        ("broken", "main.rs:1:1: error: expected item"),
    ] {
        let row = site.take(tested(), source).await;
        site.judge().await;
        let judged = site.result(&row).await["answers"][0]["judging"]["result"].clone();
        assert_eq!((&judged["verdict"], &judged["compiler"]), (&json!("CE"), &json!(compiler)), "{source:?}");
    }
}

/// A reviewer changes a copy of an answer, and sees what the tests say of it.
#[tokio::test]
async fn a_copy_of_an_answer_is_tried_and_not_kept() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let row = site.take(tested(), "broken").await;
    site.judge().await;
    let before = site.result(&row).await;
    let id = text(&row["submission_id"]);
    let tried = async |question: &str, body: Value| {
        let path = format!("/api/admin/scoring/{id}/answer/{question}/try");
        site.t.post(path).bearer(&site.admin).json(body).send().await
    };
    let better = tried("q1", json!({"source": "fn main() {}"})).await.ok();
    assert_eq!((&better["language"], list(&better["tests"]).len()), (&json!("Rust"), 3), "{better}");
    assert_eq!(tried("q1", json!({"source": "broken", "language": "rust"})).await.ok()["verdict"], "CE");
    tried("q1", json!({"source": "x", "language": "Go"})).await.invalid("language");
    tried("q1", json!({})).await.invalid("source");
    tried("q9", json!({"source": "x"})).await.refused(404, "not_found");
    assert_eq!(site.result(&row).await, before, "nothing is kept");
    site.t.app.code.runner.close();
    tried("q1", json!({"source": "fn main() {}"})).await.refused(503, "no_runner");
    site.t.assert_sound();
}

#[tokio::test]
async fn an_answer_in_a_language_that_is_not_permitted_is_not_run_as_another() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let mut test = tested();
    test["questions"][0]["languages"] = json!(["Rust", "Python"]);
    let row = site.take(test, r#"{"language": "COBOL", "source": "fn main() {}"}"#).await;
    site.judge().await;
    let result = site.result(&row).await;
    assert_eq!((&result["score"], &result["judging"]), (&0.0.into(), &"done".into()), "{result}");
    let judging = &result["answers"][0]["judging"]["result"];
    assert_eq!(judging["verdict"], "CE");
    let said = "The answer names the language 'COBOL'. This question permits: Rust, Python.";
    assert_eq!(judging["compiler"], said);
    site.t.assert_sound();
}

#[tokio::test]
async fn a_language_without_a_runner_waits_and_is_named() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let mut test = tested();
    test["questions"][0]["expected_language"] = "Swift".into();
    test["questions"][0]["reference_solutions"] = json!([]);
    test["questions"][0]["wrong_solutions"] = json!([]);
    let row = site.take(test, "print(1)").await;
    site.judge().await;
    let waiting = site.result(&row).await;
    assert_eq!(waiting["answers"][0]["judging"]["note"], "No code runner offers Swift.");
    assert_eq!(site.counts(), (1, 0));
    site.t.clock.advance(6 * MINUTE);
    site.judge().await;
    assert_eq!(site.counts(), (1, 0), "it is no failure");
    site.t.assert_sound();
    let overview = site.t.overview(&site.admin).await;
    let of = |overview: &Value| (overview["stuck_judgings"].clone(), overview["stuck_judging_id"].clone());
    assert_eq!(of(&overview), (json!(1), row["submission_id"].clone()), "{overview}");
    assert_eq!(overview["failed_judgings"], 0);
    let doctor = site.t.get("/api/admin/doctor").bearer(&site.admin).send().await.ok();
    let finding = list(&doctor["findings"]).iter().find(|finding| finding["topic"] == "judging").unwrap();
    assert_eq!(finding["state"], "warning", "{finding}");
    // A person's score waits for no verdict.
    let path = format!("/api/admin/scoring/{}/answer/q1", text(&row["submission_id"]));
    site.t.post(path).bearer(&site.admin).json(json!({"score_status": "correct"})).send().await.ok();
    let scored = site.result(&row).await;
    assert_eq!((&scored["judging"], &scored["provisional"]), (&json!("none"), &json!(false)), "{scored}");
    assert_eq!(of(&site.t.overview(&site.admin).await), (json!(0), Value::Null));
    let doctor = site.t.get("/api/admin/doctor").bearer(&site.admin).send().await.ok();
    assert!(!list(&doctor["findings"]).iter().any(|finding| finding["topic"] == "judging"), "{doctor}");
    site.t.assert_sound();
}

/// Voiding is the fallback for code that cannot be judged.
#[tokio::test]
async fn a_question_that_a_repair_settles_waits_for_no_verdict() {
    let site = Site::new().await;
    let row = site.take(tested(), "fn main() {}").await;
    let path = format!("/api/tests/{}/repairs", text(&row["test_id"]));
    let state = async || {
        let shown = site.result(&row).await;
        let stuck = site.t.overview(&site.admin).await["stuck_judgings"].clone();
        (shown["judging"].clone(), shown["provisional"].clone(), shown["pending_points"].clone(), stuck)
    };
    assert_eq!(state().await, (json!("waiting"), json!(true), json!(10), json!(1)));
    for action in ["void", "full_marks"] {
        let repair = json!({"question_id": "q1", "action": action, "reason": "No runner."});
        let repair = site.t.post(&path).bearer(&site.admin).json(repair).send().await.expect(201);
        repairs::job::pass(&site.t.app).await.unwrap();
        assert_eq!(state().await, (json!("none"), json!(false), json!(0), json!(0)), "{action}");
        site.t.assert_sound();
        site.t.delete(format!("{path}/{}", text(&repair["id"]))).bearer(&site.admin).send().await.ok();
        repairs::job::pass(&site.t.app).await.unwrap();
        assert_eq!(state().await, (json!("waiting"), json!(true), json!(10), json!(1)), "{action} undone");
        site.t.assert_sound();
    }
}

#[tokio::test]
async fn points_of_an_earlier_verdict_do_not_count_while_code_is_judged_again() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let row = site.take(tested(), "fn main() {}").await;
    site.judge().await;
    let figures = async || {
        let export = "/api/results/export?format=json&answers=true";
        let answers = site.t.get(export).bearer(&site.admin).send().await.ok();
        let answer = list(&answers)[0].clone();
        let path = format!("/api/tests/{}/statistics", text(&row["test_id"]));
        let question = site.t.get(path).bearer(&site.admin).send().await.ok()["questions"][0].clone();
        [
            answer["status"].clone(),
            answer["earned"].clone(),
            question["partial"].clone(),
            question["share_correct"].clone(),
        ]
    };
    assert_eq!(figures().await, [json!("partial"), json!(2.5), json!(1), json!(0.25)]);
    site.rejudge(&row, json!({})).await.ok();
    assert_eq!(figures().await, [json!("pending"), Value::Null, json!(0), Value::Null]);
    site.judge().await;
    assert_eq!(figures().await, [json!("partial"), json!(2.5), json!(1), json!(0.25)]);
}

#[tokio::test]
async fn answers_that_wait_for_a_language_are_judged_once_a_runner_offers_it() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let row = site.take(tested(), "fn main() {}").await;
    site.postpone(&row).await;
    site.judge().await;
    assert_eq!(site.counts(), (0, 0), "the runner has come");
    site.rejudge(&row, json!({})).await.ok();
    site.postpone(&row).await;
    site.judge().await;
    assert_eq!(site.counts(), (1, 0), "nothing new is offered");
    site.t.clock.advance(6 * MINUTE);
    site.judge().await;
    assert_eq!(site.counts(), (0, 0));
}
