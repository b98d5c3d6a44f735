//! Input of authors: bounds of tests, reference solutions, languages.

use super::{Site, tested};
use crate::support::{
    fake_runner::{FakeRunner, Manner},
    journey::{list, text},
};
use invigil::service::test::solution_checks;
use serde_json::{Value, json};

#[tokio::test]
async fn reference_solutions_are_tried_on_all_tests() {
    let site = Site::new().await;
    let check = |question: Value| site.t.post("/api/tests/check-solutions").bearer(&site.admin).json(question);
    let question = tested()["questions"][0].clone();
    check(question.clone()).send().await.refused(503, "no_runner");
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let reply = check(question.clone()).send().await.ok();
    let solution = &reply["solutions"][0];
    assert_eq!((&solution["language"], &solution["verdict"]), (&"Rust".into(), &"WA".into()));
    let verdicts: Vec<_> = list(&solution["tests"]).iter().map(|test| text(&test["verdict"])).collect();
    assert_eq!(verdicts, ["AC", "WA", "AC"]);
    let with = |field: &str, value: Value| {
        let mut question = question.clone();
        question[field] = value;
        check(question)
    };
    let mistake = json!([{"language": "Rust", "source": "fn main() {}"}]);
    let reply = with("wrong_solutions", mistake).send().await.ok();
    assert_eq!(list(&reply["solutions"]).len(), 1);
    assert_eq!(reply["wrong_solutions"][0]["verdict"], "WA");
    with("tests", json!([])).send().await.invalid("questions[0].tests");
    let mut unsolved = question.clone();
    (unsolved["reference_solutions"], unsolved["wrong_solutions"]) = (json!([]), json!([]));
    check(unsolved).send().await.invalid("questions[0].reference_solutions");
    with("type", json!("essay")).send().await.invalid("questions[0].type");
}

/// A pool draws ready questions: it would be noticed too late that its tests cannot be judged.
#[tokio::test]
async fn a_question_is_ready_once_its_solutions_pass() {
    let site = Site::new().await;
    let question = |tests: Value, state: &str| {
        let mut question = tested()["questions"][0].clone();
        question["tests"] = tests;
        question["wrong_solutions"] = json!([]);
        json!({"question": question, "state": state})
    };
    let post = |body: Value| site.t.post("/api/questions").bearer(&site.admin).json(body);
    let passing = json!([{"input": "1", "output": "1"}]);
    let failing = json!([{"input": "canary-in", "output": "canary-out"}]);
    post(question(passing.clone(), "ready")).send().await.invalid("state");
    let draft = post(question(failing.clone(), "draft")).send().await.expect(201);
    let path = format!("/api/questions/{}", text(&draft["id"]));
    let put = |body: Value| site.t.put(&path).bearer(&site.admin).json(body);
    let restore = || site.t.post(format!("{path}/restore")).bearer(&site.admin);

    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    post(question(failing.clone(), "ready")).send().await.invalid("state");
    // In one language alone, too, that no runner offers.
    let mut swift = question(passing.clone(), "ready");
    swift["question"]["expected_language"] = json!("Swift");
    swift["question"]["reference_solutions"] = json!([]);
    let refused = post(swift).send().await.invalid("state");
    assert!(refused["detail"].to_string().contains("Swift"), "{refused}");
    post(question(passing.clone(), "ready")).send().await.expect(201);
    put(question(failing.clone(), "ready")).send().await.invalid("state");
    let mut outdated = question(failing.clone(), "ready");
    outdated["revision"] = json!(0);
    put(outdated).send().await.refused(409, "changed_meanwhile");
    assert_eq!(put(question(passing, "ready")).send().await.ok()["state"], "ready");
    put(question(failing.clone(), "ready")).send().await.invalid("state");
    put(question(failing, "draft")).send().await.ok();
    site.t.post(format!("{path}/retire")).bearer(&site.admin).send().await.ok();
    restore().send().await.invalid("state");
}

/// A set of tests that a known mistake passes is not ready.
#[tokio::test]
async fn a_question_is_ready_once_its_tests_find_the_wrong_solutions() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let post = |reference: Value, wrong: &str| {
        let mut question = tested()["questions"][0].clone();
        question["tests"] = json!([{"input": "1", "output": "1"}]);
        question["reference_solutions"] = reference;
        question["wrong_solutions"] = json!([{"language": "Rust", "source": wrong}]);
        site.t.post("/api/questions").bearer(&site.admin).json(json!({"question": question, "state": "ready"}))
    };
    let echo = || json!([{"language": "Rust", "source": "echo"}]);
    let refused = post(json!([]), "silent").send().await.invalid("state");
    assert!(text(&refused["detail"]).contains("need a reference solution"), "{refused}");
    let refused = post(echo(), "echo").send().await.invalid("state");
    assert!(text(&refused["detail"]).contains("Wrong solution 1 (Rust) passes all tests."), "{refused}");
    let refused = post(echo(), "def").send().await.invalid("state");
    let why = "Wrong solution 1 (Rust) does not compile, so it says nothing about the tests: The source code has a syntax error.";
    assert!(text(&refused["detail"]).contains(why), "{refused}");
    post(echo(), "crash all").send().await.expect(201);
    let stored = post(echo(), "silent").send().await.expect(201);
    assert_eq!(stored["question"]["wrong_solutions"][0]["source"], "silent");
}

#[tokio::test]
async fn what_no_runner_could_judge_is_refused_with_its_field() {
    let site = Site::new().await;
    let refused = async |change: &dyn Fn(&mut Value), field: &str| {
        let mut test = tested();
        change(&mut test["questions"][0]);
        site.t.post("/api/tests").bearer(&site.admin).json(test).send().await.invalid(&format!("questions[0].{field}"));
    };
    let one = || json!({"input": "1", "output": "1"});
    refused(&|q| q["tests"] = vec![one(); 101].into(), "tests").await;
    refused(&|q| q["tests"][1]["input"] = "x".repeat(64 * 1024 + 1).into(), "tests[1].input").await;
    refused(&|q| q["tests"][2]["output"] = "x".repeat(64 * 1024 + 1).into(), "tests[2].output").await;
    refused(&|q| q["tests"][0]["input"] = "a\u{0}b".into(), "tests[0].input").await;
    refused(&|q| q["tests"] = json!([{"input": "1", "output": "1", "weight": 0}]), "tests").await;
    refused(&|q| q["tests"][0]["weight"] = 1_001.into(), "tests[0].weight").await;
    refused(&|q| q["tests"][0]["group"] = "g".repeat(41).into(), "tests[0].group").await;
    refused(&|q| q["expected_language"] = "COBOL".into(), "expected_language").await;
    refused(&|q| q["languages"] = json!(["Rust", "COBOL"]), "languages").await;
    refused(&|q| q["time_limit_ms"] = 99.into(), "time_limit_ms").await;
    for tolerance in ["1e400", "-1e-9", "x"] {
        let numbers = |q: &mut Value| (q["checker"], q["checker_tolerance"]) = ("numbers".into(), tolerance.into());
        refused(&numbers, "checker_tolerance").await;
    }
    refused(&|q| q["memory_limit_mb"] = 1_025.into(), "memory_limit_mb").await;
    refused(&|q| q["starter_code"] = json!({"Go": "package main"}), "starter_code").await;
    refused(&|q| q["reference_solutions"][0]["source"] = " ".into(), "reference_solutions[0].source").await;
    refused(&|q| q["reference_solutions"][0]["language"] = "Go".into(), "reference_solutions[0].language").await;
    refused(&|q| q["wrong_solutions"] = json!([{"language": "Rust", "source": ""}]), "wrong_solutions[0].source").await;
    refused(&|q| q["wrong_solutions"] = json!([{"language": "Go", "source": "x"}]), "wrong_solutions[0].language")
        .await;
    let many = vec![json!({"language": "Rust", "source": "x"}); 13];
    refused(&|q| q["wrong_solutions"] = many.clone().into(), "wrong_solutions").await;
    let no_language = |q: &mut Value| {
        q.as_object_mut().unwrap().retain(|key, _| !["expected_language", "starter_code"].contains(&key.as_str()));
        q["reference_solutions"] = json!([]);
        q["wrong_solutions"] = json!([]);
    };
    refused(&no_language, "languages").await;
    // What is just within the bounds is stored, and so is a test whose program is to print nothing.
    let mut test = tested();
    test["questions"][0]["tests"] = vec![one(); 100].into();
    test["questions"][0]["tests"][0] = json!({"input": "x".repeat(64 * 1024), "output": ""});
    let stored = site.t.create_test(&site.admin, test).await;
    assert_eq!(list(&stored["questions"][0]["tests"]).len(), 100);
}

/// A test is stored with what the bank keeps as a draft: the page says so before invitations.
#[tokio::test]
async fn a_test_says_which_of_its_questions_no_solution_is_known_to_pass() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let question = tested()["questions"][0].clone();
    let with = |text: &str, change: &dyn Fn(&mut Value)| {
        let mut question = question.clone();
        (question["question"], question["reference_solutions"]) = (json!(text), json!([]));
        (question["id"], question["wrong_solutions"]) = (Value::Null, json!([]));
        change(&mut question);
        question
    };
    let swift = |q: &mut Value| {
        q["languages"] = json!(["Rust", "Swift"]);
    };
    let test = json!({"title": "Code", "questions": [
        question,
        with("Hidden.", &swift),
        with("Shown.", &|q| q["tests"] = json!([{"input": "1", "output": "1", "visible": true}])),
        with("By people.", &|q| q["tests"] = json!([])),
    ]});
    let test = site.t.create_test(&site.admin, test).await;
    let path = format!("/api/tests/{}/readiness", text(&test["id"]));
    let readiness = site.t.get(path).bearer(&site.admin).send().await.ok();
    let expected = json!({
        "cannot_start": null, "lacks_runner": false, "missing_languages": ["Swift"], "unsolved_questions": ["Hidden."],
        "failed_solutions": [], "running_solutions": true,
    });
    assert_eq!(readiness, expected);
}

/// Solutions of a question that is in no bank are run when the test is asked what it lacks, once for each change.
#[tokio::test]
async fn a_test_says_which_of_its_solutions_fail() {
    let site = Site::new().await;
    let (mut failing, mut unfound, mut passing) =
        (tested()["questions"][0].clone(), tested()["questions"][0].clone(), tested()["questions"][0].clone());
    failing["tests"] = json!([{"input": "canary-in", "output": "canary-out"}]);
    failing["question"] = json!("Fails.");
    let solved = json!([{"input": "1", "output": "1"}]);
    (unfound["tests"], unfound["question"]) = (solved.clone(), json!("Unfound."));
    unfound["wrong_solutions"] = json!([{"language": "Rust", "source": "echo"}]);
    (passing["tests"], passing["question"]) = (solved.clone(), json!("Passes."));
    for question in [&mut failing, &mut passing] {
        question["wrong_solutions"] = json!([]);
    }
    for question in [&mut failing, &mut unfound, &mut passing] {
        question["id"] = Value::Null;
    }
    let test = json!({"title": "Code", "questions": [failing, unfound, passing]});
    let mut test = site.t.create_test(&site.admin, test).await;
    let path = format!("/api/tests/{}", text(&test["id"]));
    let found = async || {
        let readiness = site.t.get(format!("{path}/readiness")).bearer(&site.admin).send().await.ok();
        let failed = list(&readiness["failed_solutions"]).iter();
        let failed: Vec<_> = failed.map(|one| (text(&one["question"]).to_owned(), one["objection"].clone())).collect();
        (failed, readiness["running_solutions"].as_bool().unwrap())
    };
    assert_eq!(found().await, (vec![], false), "nothing runs without a runner");
    solution_checks::pass(&site.t.app).await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    assert_eq!(found().await, (vec![], true));
    solution_checks::pass(&site.t.app).await;
    let fails = "The reference solution in Rust does not pass all tests.";
    let passes = "Wrong solution 1 (Rust) passes all tests.";
    let both = vec![("Fails.".to_owned(), json!(fails)), ("Unfound.".to_owned(), json!(passes))];
    assert_eq!(found().await, (both, false));

    test["questions"][0]["tests"] = json!([{"input": "2", "output": "2"}]);
    let test = site.t.put(&path).bearer(&site.admin).json(test).send().await.ok();
    let unfound = vec![("Unfound.".to_owned(), json!(passes))];
    assert_eq!(found().await, (unfound.clone(), true), "only the changed question is run");
    solution_checks::pass(&site.t.app).await;
    assert_eq!(found().await, (unfound, false));
    // A test that was deleted meanwhile is no error.
    site.t.app.code.solution_checks.jobs.ask(text(&test["id"]).parse().unwrap(), None).unwrap();
    site.t.delete(&path).bearer(&site.admin).send().await.ok();
    solution_checks::pass(&site.t.app).await;
}

#[tokio::test]
async fn authors_see_which_languages_are_offered() {
    let site = Site::new().await;
    let offered = || async { site.t.get("/api/tests/languages").bearer(&site.admin).send().await.ok() };
    assert_eq!(offered().await, json!({"languages": null}));
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    assert_eq!(offered().await["languages"][0], json!({"name": "Rust", "toolchain": "rust 1.0"}));
}
