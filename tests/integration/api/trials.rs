//! Trials (docs/behaviour/tests.md#trials): an author takes a test as a candidate would, and nothing of it can be found outside.

use crate::support::{
    app::TestApp,
    fake_runner::{FakeRunner, Manner},
    journey::{all_types, key, list, small_test, text},
};
use invigil::{
    domain::time::{DAY, SECOND},
    picture,
    runner::client::RunnerStatus,
    service::attempt::runs,
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

async fn of_test(t: &TestApp, admin: &str, test: &Value) -> Value {
    t.post(format!("/api/tests/{}/trial", text(&test["id"]))).bearer(admin).send().await.expect(201)
}

async fn of_draft(t: &TestApp, admin: &str, draft: Value) -> Value {
    t.post("/api/trials").bearer(admin).json(draft).send().await.expect(201)
}

fn result_path(trial: &Value) -> String {
    format!("/api/trials/{}/result", text(&trial["id"]))
}

/// Whatever an administrator can list or count.
async fn seen(t: &TestApp, admin: &str, test: &Value) -> Vec<Value> {
    let test = text(&test["id"]);
    let mut all = Vec::new();
    for path in [
        "/api/tests",
        "/api/tests/funnels",
        "/api/questions",
        "/api/invites",
        "/api/invites/counts",
        "/api/results",
        "/api/admin/monitoring",
        "/api/admin/overview",
        "/api/admin/daily-figures",
        "/api/admin/applicants",
        "/api/admin/notifications",
        "/api/admin/notifications/unread-count",
        "/api/admin/scoring-queue",
        "/api/admin/outages",
        &format!("/api/tests/{test}"),
        &format!("/api/tests/{test}/ranking"),
        &format!("/api/tests/{test}/statistics"),
        &format!("/api/tests/{test}/matrix"),
    ] {
        let reply = t.get(path).bearer(admin).send().await;
        all.push(json!([path, reply.status, reply.json]));
    }
    all
}

#[tokio::test]
async fn a_whole_trial_leaves_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let t = TestApp::on_disk(folder.path());
    let ada = t.admin().await;
    let test = t.create_test(&ada, all_types()).await;
    let invite = t.invite(&ada, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    let before = seen(&t, &ada, &test).await;
    let mut events = t.get("/api/events").bearer(&ada).stream().await;
    let writes = t.app.store.stats().operations;

    let trial = of_test(&t, &ada, &test).await;
    let token = &trial["token"];
    let door = t.door(token, None).await.ok();
    assert_eq!((&door["can_start"], &door["invite"]["id"]), (&json!(true), &trial["id"]));
    assert_eq!(door["test"]["question_count"], 3);
    let started = t.start(token, &key(2)).await;
    assert!(!started.text.contains("correct"), "{}", started.text);
    let mut own = t.get(format!("/api/take-test/{}/events", text(token))).key(&key(2)).stream().await;
    assert_eq!(own.next().await.unwrap().name, "attempt.changed");
    t.get(result_path(&trial)).bearer(&ada).send().await.refused(409, "not_finished");
    t.save(token, &key(2), &[("q1", "A", 1), ("q2", "canary-words", 2)]).await.ok();
    t.save(token, &key(3), &[("q1", "A", 1)]).await.refused(409, "attempt_elsewhere");
    let path = |tail: &str| format!("/api/take-test/{}/{tail}", text(token));
    let signals = json!({"signals": [{"kind": "tab_hidden"}]});
    t.post(path("signals")).key(&key(2)).json(signals).send().await.ok();
    t.post(path("presence")).key(&key(2)).json(json!({"question": 1, "camera": "on", "visible": true})).send().await;
    t.post(path("resume-request")).send().await.ok();
    assert_eq!(t.get(path("media")).send().await.ok()["webrtc"], false);
    let reply = t.submit(token, &key(2), &[("q1", "B")]).await.ok();
    assert_eq!(reply["earned_points"].as_f64(), Some(2.0));

    let result = t.get(result_path(&trial)).bearer(&ada).send().await.ok();
    assert_eq!(result["answers"][0]["correct_answer"], "B");
    assert_eq!(result["answers"][1]["answer"], "canary-words");
    assert_eq!(t.app.store.stats().operations, writes, "nothing was written");
    assert_eq!(seen(&t, &ada, &test).await, before);
    assert!(t.mailer.sent().iter().all(|mail| mail.to_email == "cora@example.org"));
    let quiet = tokio::time::timeout(Duration::from_millis(1), events.next()).await;
    assert!(quiet.is_err(), "no event");
    t.get(result_path(&trial)).send().await.refused(401, "unauthorized");
    t.get(format!("/api/results/{}", text(&result["submission_id"])))
        .bearer(&ada)
        .send()
        .await
        .refused(404, "not_found");
    // The real attempt was not touched.
    t.submit(&invite["token"], &key(1), &[("q1", "B")]).await.ok();
    t.assert_sound();
    t.app.store.close().await;
    let file = std::fs::read(folder.path().join("invigil.redb")).unwrap();
    for word in ["canary-words", text(&trial["id"]), text(&result["submission_id"])] {
        assert!(!file.windows(word.len()).any(|part| part == word.as_bytes()), "{word}");
    }
}

#[tokio::test]
async fn a_trial_ends_after_a_day_and_reads_its_deadline_without_a_sweep() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("Small")).await;
    let trial = of_test(&t, &ada, &test).await;
    t.start(&trial["token"], &key(1)).await.ok();
    t.save(&trial["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    // Neither a change nor the end of the test moves it.
    t.delete(format!("/api/tests/{}", text(&test["id"]))).bearer(&ada).send().await.ok();
    t.clock.advance(DAY - SECOND);
    t.sweep().await;
    let ada = t.sign_in("ada@example.org").await;
    let result = t.get(result_path(&trial)).bearer(&ada).send().await.ok();
    assert_eq!((&result["score"], &result["submitted_by"]), (&json!(100.0), &json!("deadline")));
    t.clock.advance(SECOND);
    t.sweep().await;
    assert!(t.app.jobs.trials.all().is_empty());
    t.get(result_path(&trial)).bearer(&ada).send().await.refused(404, "not_found");
    let over = t.door(&trial["token"], None).await.refused(410, "expired");
    assert!(text(&over["detail"]).starts_with("This trial is over."), "{over}");
}

#[tokio::test]
async fn the_fifth_trial_of_an_author_ends_the_first() {
    let t = TestApp::new();
    let (ada, bob) = (t.admin().await, t.second_admin().await);
    let others = of_draft(&t, &bob, small_test("Bob's")).await;
    let mut trials = Vec::new();
    for n in 0..5 {
        trials.push(of_draft(&t, &ada, small_test(&format!("Draft {n}"))).await);
    }
    t.door(&trials[0]["token"], None).await.refused(410, "expired");
    for trial in trials[1..].iter().chain([&others]) {
        t.door(&trial["token"], None).await.ok();
    }
}

#[tokio::test]
async fn a_draft_is_checked_as_if_it_were_saved() {
    let (t, ada) = TestApp::with_admin().await;
    let send = async |draft: Value| t.post("/api/trials").bearer(&ada).json(draft).send().await;
    send(json!({"title": "", "questions": []})).await.invalid("title");
    let pool = |draw: u32| json!({"pool": {"tags": ["sql"], "draw": draw, "points": 2}});
    let divided = |draw: u32| json!({"title": "T", "sections": [{"title": "A", "items": [pool(draw)]}]});
    send(divided(1)).await.invalid("sections[0].items[0].pool.draw");
    for title in ["One", "Two", "Three"] {
        let question = json!({"type": "essay", "question": title, "tags": ["sql"]});
        let question = json!({"state": "ready", "question": question});
        t.post("/api/questions").bearer(&ada).json(question).send().await.expect(201);
    }
    let trial = send(divided(2)).await.expect(201);
    assert_eq!(list(&t.start(&trial["token"], &key(1)).await.ok()["questions"]).len(), 2);
    let hash = "00".repeat(32);
    let shown = json!({"title": "T", "questions": [
        {"type": "essay", "format": "markdown", "question": format!("![a](picture:{hash})")}
    ]});
    send(shown).await.invalid("questions[0].question");
    assert_eq!(t.get("/api/tests").bearer(&ada).send().await.ok(), json!([]));
}

#[tokio::test]
async fn pictures_of_a_draft_are_shown_to_the_trial_alone() {
    let (t, ada) = TestApp::with_admin().await;
    let upload = async |shade: u8| {
        let bytes = picture::jpeg(40, 30, |x, _| [shade, u8::try_from(x).unwrap(), 200]).unwrap();
        let kept = t.post("/api/pictures").bearer(&ada).body("image/jpeg", bytes).send().await.expect(201);
        text(&kept["hash"]).to_owned()
    };
    let (shown, other) = (upload(1).await, upload(2).await);
    let draft = json!({"title": "T", "questions": [
        {"type": "essay", "format": "markdown", "question": format!("![a](picture:{shown})")}
    ]});
    let trial = of_draft(&t, &ada, draft).await;
    t.start(&trial["token"], &key(1)).await.ok();
    let path = |hash: &str| format!("/api/take-test/{}/pictures/{hash}", text(&trial["token"]));
    let reply = t.get(path(&shown)).key(&key(1)).send().await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "image/jpeg"));
    t.get(path(&other)).key(&key(1)).send().await.refused(404, "not_found");
    t.get(path(&shown)).key(&key(2)).send().await.refused(409, "attempt_elsewhere");
}

#[tokio::test]
async fn code_is_run_and_judged_by_the_same_runner() {
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    let (t, ada) = TestApp::with_admin().await;
    runs::connect(&t.app, runner.socket()).unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    let wait = async || {
        assert!(Instant::now() < deadline, "no result in time");
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    while !matches!(t.app.code.runner.status(), RunnerStatus::Ready(_)) {
        wait().await;
    }
    let draft = json!({"title": "T", "questions": [
        {"id": "q1", "type": "coding", "question": "Echo.", "points": 4, "languages": ["Python"],
         "tests": [{"input": "1\n", "output": "1\n", "visible": true}, {"input": "2\n", "output": "2\n"}]}
    ]});
    let trial = of_draft(&t, &ada, draft).await;
    let started = t.start(&trial["token"], &key(1)).await.ok();
    let question = &started["questions"][0]["id"];
    let path = format!("/api/take-test/{}/runs", text(&trial["token"]));
    let code = json!({"question_id": question, "language": "Python", "source": "print(input())", "tests": true});
    let run = t.post(&*path).key(&key(1)).json(code).send().await.expect(202);
    let run = format!("{path}/{}", text(&run["run_id"]));
    while t.get(&*run).key(&key(1)).send().await.ok()["state"] != "done" {
        wait().await;
    }
    let answer = json!({"language": "Python", "source": "print(input())"}).to_string();
    t.submit(&trial["token"], &key(1), &[(text(question), &answer)]).await.ok();
    loop {
        let result = t.get(result_path(&trial)).bearer(&ada).send().await.ok();
        if result["judging"] == "done" {
            assert_eq!(result["score"], 100.0, "{result}");
            break;
        }
        wait().await;
    }
    assert_eq!(t.app.code.runs.counts(), (0, 0));
    t.app.code.runner.close();
}
