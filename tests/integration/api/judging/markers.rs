//! Code that reviewers score (docs/behaviour/results.md#reviewing): the verdicts are shown, the times of judging are not, which
//! would show when the candidate submitted.

use super::{Site, tested};
use crate::support::{
    fake_runner::{FakeRunner, Manner},
    journey::{PASSWORD, list, text},
};
use invigil::{
    domain::{
        time::{MINUTE, SECOND},
        user::StaffRole,
    },
    service::{account::admins, actor::Actor},
};
use serde_json::{Value, json};

/// Times of start, submission, judging and judging again.
const INSTANTS: [&str; 4] = ["08:13:17", "08:14:17", "08:15:17", "08:16:17"];

#[tokio::test]
async fn reviewers_of_code_do_not_learn_when_it_was_judged() {
    let mut site = Site::new().await;
    site.t.clock.set("2026-03-02T08:13:17Z");
    site.admin = site.t.sign_in("ada@example.org").await;
    let test = assigned(&site).await;
    let invite = site.t.invite(&site.admin, &test, "cora@example.org").await;
    let key = crate::support::journey::key(1);
    site.t.start(&invite["token"], &key).await.ok();
    site.t.clock.advance(MINUTE);
    site.t.submit(&invite["token"], &key, &[("q1", "fn main() {}")]).await.ok();
    let row = site.t.result_of(&site.admin, &invite).await;
    let reviewer = site.t.sign_in(EMAIL).await;
    let waiting = pages(&site, &reviewer, &test, "waiting").await;
    assert_eq!((waiting[0]["answers"][0]["judging"]["state"].clone(), waiting.len()), ("waiting".into(), 2));

    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    for _ in 0..2 {
        site.t.clock.advance(MINUTE);
        site.judge().await;
        site.rejudge(&row, json!({})).await.ok();
    }
    let shown = site.result(&row).await.to_string();
    assert!(shown.contains(INSTANTS[2]) || shown.contains(INSTANTS[3]), "the times are planted: {shown}");
    let judged = pages(&site, &reviewer, &test, "waiting").await;
    assert_eq!(judged[0]["answers"][0]["judging"]["result"]["verdict"], "WA");
    let path = format!("/api/reviewing/answers/{}", text(&judged[0]["answers"][0]["marking_id"]));
    let score = json!({"score_status": "partial", "manual_score": 4.0});
    site.t.clock.advance(MINUTE);
    let scored = site.t.post(path).bearer(&reviewer).json(score).send().await.ok();
    let done = pages(&site, &reviewer, &test, "done").await;
    for page in waiting.iter().chain(&judged).chain(&done).chain([&scored]) {
        let page = page.to_string();
        assert!(!INSTANTS.iter().any(|time| page.contains(time)), "{page}");
    }
    site.t.assert_sound();
}

/// An answer may end with what it read of a hidden test as its exit code.
#[tokio::test]
async fn verdicts_on_hidden_tests_tell_reviewers_no_exit_code() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let test = assigned(&site).await;
    let invite = site.t.take(&site.admin, &test, "cora@example.org", &[("q1", "crash all")]).await;
    site.judge().await;
    let notes = |page: &Value| -> Vec<String> {
        let tests = list(&page["judging"]["result"]["tests"]).iter();
        tests.map(|test| text(&test["note"]).to_owned()).collect()
    };
    let code = |byte: u8| format!("The program ended with exit code {byte}.");
    let hidden = "The program ended with an error.".to_owned();
    let reviewer = site.t.sign_in(EMAIL).await;
    let seen = pages(&site, &reviewer, &test, "waiting").await;
    for answer in [&seen[0]["answers"][0], &seen[1]] {
        assert_eq!(notes(answer), [code(b'1'), hidden.clone(), hidden.clone()], "{answer}");
    }
    let row = site.t.result_of(&site.admin, &invite).await;
    let shown = site.result(&row).await;
    assert_eq!(notes(&shown["answers"][0]), [code(b'1'), code(b'c'), code(b'3')], "administrators see hidden tests");
}

/// A program that a reviewer wrote could end with a byte of a hidden input as its exit code, again and again.
#[tokio::test]
async fn reviewers_do_not_read_hidden_inputs_by_exit_codes() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let test = assigned(&site).await;
    let invite = site.t.take(&site.admin, &test, "cora@example.org", &[("q1", "fn main() {}")]).await;
    site.judge().await;
    let reviewer = site.t.sign_in(EMAIL).await;
    let listed = &pages(&site, &reviewer, &test, "waiting").await[0];
    let path = format!("/api/reviewing/answers/{}/try", text(&listed["answers"][0]["marking_id"]));
    let tried = |source: &str| site.t.post(&path).bearer(&reviewer).json(json!({"source": source})).send();
    // The first test is visible, the second one is not.
    let crashed = tried("crash").await.ok();
    assert_eq!((&crashed["verdict"], &crashed["note"]), (&json!("RTE"), &json!("The program ended with an error.")));
    assert_eq!(list(&crashed["tests"]).len(), 3);
    assert_eq!(tried("crash all").await.ok()["note"], "The program ended with exit code 49.");
    let row = site.t.result_of(&site.admin, &invite).await;
    let own = format!("/api/admin/scoring/{}/answer/q1/try", text(&row["submission_id"]));
    let crashed = site.t.post(own).bearer(&site.admin).json(json!({"source": "crash"})).send().await.ok();
    assert_eq!(crashed["note"], "The program ended with exit code 99.", "administrators see hidden tests anyway");

    for _ in 2..10 {
        tried("fn main() {}").await.ok();
    }
    let refused = tried("fn main() {}").await;
    assert_eq!(refused.header("retry-after"), "10");
    refused.refused(429, "too_many_tries");
    site.t.clock.advance(10 * SECOND);
    tried("fn main() {}").await.ok();
    tried("fn main() {}").await.refused(429, "too_many_tries");
}

const EMAIL: &str = "rita@site.example";

/// A test whose code a reviewer scores.
async fn assigned(site: &Site) -> Value {
    let operator = Actor::Operator.require().unwrap();
    let rita = admins::create_as(&site.t.app, &operator, StaffRole::Reviewer, EMAIL, PASSWORD.into(), "Rita");
    let rita = rita.await.unwrap().id.to_string();
    let mut test = tested();
    test["questions"][0]["review"] = true.into();
    let test = site.t.create_test(&site.admin, test).await;
    let plan = json!({"items": [{"reviewer_id": rita}], "version": 0});
    let path = format!("/api/tests/{}/assignments", text(&test["id"]));
    site.t.put(path).bearer(&site.admin).json(plan).send().await.ok();
    test
}

/// The list of a reviewer's answers, and each of them.
async fn pages(site: &Site, reviewer: &str, test: &Value, status: &str) -> Vec<Value> {
    let path = format!("/api/reviewing/answers?test_id={}&question_id=q1&status={status}", text(&test["id"]));
    let all = site.t.get(path).bearer(reviewer).send().await.ok();
    let mut pages = vec![all.clone()];
    for answer in list(&all["answers"]) {
        let path = format!("/api/reviewing/answers/{}", text(&answer["marking_id"]));
        pages.push(site.t.get(path).bearer(reviewer).send().await.ok());
    }
    pages
}
