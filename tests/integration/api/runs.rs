//! Running code with own input (docs/behaviour/code.md#running-code): what goes to the runner, what comes back, and what a bad
//! runner may not harm.

use crate::support::{
    app::TestApp,
    call::{Call, Events},
    fake_runner::{FakeRunner, Manner},
    journey::{all_types, key, list, text},
};
use invigil::{
    domain::time::{MINUTE, SECOND},
    runner::client::RunnerStatus,
    service::attempt::runs,
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

struct Exam {
    t: TestApp,
    admin: String,
    invite: Value,
    attempt: String,
}

impl Drop for Exam {
    fn drop(&mut self) {
        self.t.app.code.runner.close();
    }
}

impl Exam {
    async fn new() -> Self {
        let (t, admin) = TestApp::with_admin().await;
        let test = t.create_test(&admin, all_types()).await;
        let invite = t.invite(&admin, &test, "canary-cora@example.org").await;
        t.start(&invite["token"], &key(1)).await.ok();
        let attempt = text(&t.invite_row(&admin, &invite["id"]).await["attempt_id"]).to_owned();
        Self { t, admin, invite, attempt }
    }

    async fn with(runner: &FakeRunner) -> Self {
        let exam = Self::new().await;
        runs::connect(&exam.t.app, runner.socket()).unwrap();
        exam.until(|status| matches!(status, RunnerStatus::Ready(_))).await;
        exam
    }

    async fn until(&self, holds: impl Fn(&RunnerStatus) -> bool) -> RunnerStatus {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            let status = self.t.app.code.runner.status();
            if holds(&status) {
                return status;
            }
            assert!(Instant::now() < deadline, "{status:?}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    fn path(&self, tail: &str) -> String {
        format!("/api/take-test/{}/{tail}", text(&self.invite["token"]))
    }

    fn ask(&self, body: Value) -> Call {
        self.t.post(self.path("runs")).key(&key(1)).json(body)
    }

    async fn run(&self) -> Value {
        self.ask(code()).send().await.expect(202)
    }

    async fn heard(&self) -> Events {
        let mut heard = self.t.get(self.path("events")).key(&key(1)).stream().await;
        assert_eq!(heard.next().await.unwrap().name, "attempt.changed");
        heard
    }

    /// The run, once it is done.
    async fn done(&self, id: &Value) -> Value {
        let mut heard = self.heard().await;
        loop {
            let run = self.t.get(self.path(&format!("runs/{}", text(id)))).key(&key(1)).send().await.ok();
            if run["state"] == "done" {
                return run;
            }
            assert_eq!(heard.next().await.unwrap().name, "run.changed");
        }
    }

    async fn saves(&self) {
        self.t.save(&self.invite["token"], &key(1), &[("q3", "fn main() {}", 1)]).await.ok();
    }
}

fn code() -> Value {
    json!({"question_id": "q3", "language": "Rust", "source": "canary-source", "input": "5\n"})
}

#[tokio::test]
async fn without_a_runner_code_cannot_be_run_and_everything_else_goes_on() {
    let exam = Exam::new().await;
    let known = exam.t.get(exam.path("runs")).key(&key(1)).send().await.ok();
    assert_eq!(known, json!({"languages": [], "starting": false, "latest": null}));
    exam.ask(code()).send().await.refused(503, "no_runner");
    exam.saves().await;
}

#[tokio::test]
async fn a_result_is_announced_and_stands_on_the_timeline_without_the_source() {
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    let exam = Exam::with(&runner).await;
    let known = exam.t.get(exam.path("runs")).key(&key(1)).send().await.ok();
    assert_eq!(known["languages"], json!(["Rust", "Python", "lua"]));
    let asked = exam.run().await;
    assert_eq!(asked["place"], 0);
    let run = exam.done(&asked["run_id"]).await;
    let result = &run["result"];
    assert_eq!((&result["verdict"], &result["stdout"], &result["memory_kb"]), (&"AC".into(), &"5\n".into(), &5.into()));
    assert_eq!((&run["question_id"], &run["language"], &run["place"]), (&"q3".into(), &"Rust".into(), &0.into()));

    // No name, token, key or id of the product leaves it.
    let job = serde_json::to_string(&runner.job()).unwrap();
    let (token, invite) = (text(&exam.invite["token"]), text(&exam.invite["id"]));
    for secret in ["canary-cora", "Cora", token, invite, &exam.attempt, &key(1)] {
        assert!(!job.contains(secret), "{secret} in {job}");
    }
    assert!(job.contains("canary-source") && job.contains(r#""candidate":""#), "{job}");

    let path = format!("/api/attempts/{}/timeline", exam.attempt);
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let timeline = exam.t.get(&path).bearer(&exam.admin).send().await.ok();
        let entry = list(&timeline["entries"]).iter().find(|entry| entry["kind"] == "run");
        if let Some(entry) = entry {
            assert_eq!((&entry["text"], &entry["by"]), (&"Question 3, Rust: AC".into(), &Value::Null));
            assert!(!timeline.to_string().contains("canary-source"));
            break;
        }
        assert!(Instant::now() < deadline, "{timeline}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // A page that was reloaded finds the result.
    let known = exam.t.get(exam.path("runs")).key(&key(1)).send().await.ok();
    assert_eq!(known["latest"], run);
}

#[tokio::test]
async fn what_cannot_be_run_is_refused_with_a_sentence() {
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    let exam = Exam::with(&runner).await;
    let with = |field: &str, value: &str| {
        let mut body = code();
        body[field] = value.into();
        exam.ask(body)
    };
    for (field, value) in [("question_id", "q2"), ("question_id", "q9"), ("language", "Python"), ("language", "")] {
        let refused = with(field, value).send().await;
        assert_eq!(refused.status, 422, "{field} {value}");
        assert!(refused.json["fields"][field].is_string(), "{}", refused.text);
    }
    with("source", &"x".repeat(256 * 1024)).send().await.refused(413, "too_large");
    let nobody = exam.t.post(exam.path("runs")).json(code());
    nobody.send().await.refused(409, "attempt_elsewhere");
    exam.t.post(exam.path("runs")).key(&key(2)).json(code()).send().await.refused(409, "attempt_elsewhere");
    exam.t.post("/api/take-test/x/runs").key(&key(1)).json(code()).send().await.refused(404, "unknown_link");

    let asked = exam.run().await;
    exam.done(&asked["run_id"]).await;
    let path = exam.path(&format!("runs/{}", text(&asked["run_id"])));
    exam.t.get(&path).key(&key(2)).send().await.refused(409, "attempt_elsewhere");
    exam.run().await;
    exam.t.get(&path).key(&key(1)).send().await.refused(404, "not_found");
    exam.t.submit(&exam.invite["token"], &key(1), &[]).await.ok();
    exam.ask(code()).send().await.refused(409, "finished");
}

#[tokio::test]
async fn a_language_that_the_runner_lacks_cannot_be_run() {
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    let exam = Exam::with(&runner).await;
    let mut test = all_types();
    test["questions"][2]["expected_language"] = "Swift".into();
    let test = exam.t.create_test(&exam.admin, test).await;
    let invite = exam.t.invite(&exam.admin, &test, "dan@example.org").await;
    exam.t.start(&invite["token"], &key(3)).await.ok();
    let path = format!("/api/take-test/{}/runs", text(&invite["token"]));
    let mut body = code();
    body["language"] = "Swift".into();
    exam.t.post(path).key(&key(3)).json(body).send().await.refused(503, "no_runner");
}

#[tokio::test]
async fn one_candidate_runs_one_program_at_a_time_and_ends_with_the_test() {
    let runner = FakeRunner::new(Manner::Idle, Manner::Idle);
    let exam = Exam::with(&runner).await;
    let asked = exam.run().await;
    let refused = exam.ask(code()).send().await;
    assert_eq!((refused.status, refused.header("retry-after")), (429, "2"));
    assert_eq!(runner.job().id.to_string(), text(&asked["run_id"]));
    // One that takes far too long ends, and the next one begins.
    exam.t.clock.advance(5 * MINUTE + SECOND);
    let run = exam.done(&asked["run_id"]).await;
    assert_eq!(run["result"]["verdict"], "IE");
    assert_eq!(runner.cancelled().to_string(), text(&asked["run_id"]));
    let next = exam.run().await;
    runner.job();
    exam.saves().await;
    exam.t.submit(&exam.invite["token"], &key(1), &[]).await.ok();
    assert_eq!(runner.cancelled().to_string(), text(&next["run_id"]));
}

#[tokio::test]
async fn a_runner_that_dies_ends_its_runs_and_is_found_again() {
    let runner = FakeRunner::new(Manner::DiesAtWork, Manner::Good);
    let exam = Exam::with(&runner).await;
    let asked = exam.run().await;
    let run = exam.done(&asked["run_id"]).await;
    assert_eq!(run["result"]["verdict"], "IE");
    assert!(text(&run["result"]["note"]).contains("interrupted"), "{run}");
    exam.until(|status| matches!(status, RunnerStatus::Ready(_))).await;
    let asked = exam.run().await;
    assert_eq!(exam.done(&asked["run_id"]).await["result"]["verdict"], "AC");
}

#[tokio::test]
async fn a_bad_runner_harms_nothing_and_is_named() {
    for (manner, says) in [
        (Manner::Silent, "is being made"),
        (Manner::Slow, "is being made"),
        (Manner::Garbage, "does not answer"),
        (Manner::Resets, "closed the connection"),
        (Manner::OtherVersion, "use the same version"),
    ] {
        let runner = FakeRunner::new(manner, manner);
        let exam = Exam::new().await;
        runs::connect(&exam.t.app, runner.socket()).unwrap();
        exam.until(|status| matches!(status, RunnerStatus::Down(why) if why.contains(says))).await;
        exam.ask(code()).send().await.refused(503, "no_runner");
        exam.saves().await;
        let report = exam.t.get("/api/admin/doctor").bearer(&exam.admin).send().await.ok();
        let finding = list(&report["findings"]).iter().find(|finding| finding["topic"] == "code_runner").unwrap();
        assert_eq!(finding["state"], "warning", "{manner:?}: {finding}");
        assert!(text(&finding["said"]).contains(says), "{manner:?}: {finding}");
    }
}
