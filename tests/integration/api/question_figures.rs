//! Figures of bank questions from their use, across tests (docs/behaviour/tests.md#question-bank).

use crate::support::{
    app::TestApp,
    journey::{key, text},
};
use invigil::domain::time::{MINUTE, SECOND};
use serde_json::{Value, json};

/// A ready choice between A and B; B is right.
async fn banked(t: &TestApp, ada: &str, name: &str) -> String {
    let question = json!({"type": "multiple_choice", "question": name, "options": ["A", "B"], "correct_answer": "B",
        "tags": ["sql"]});
    let body = json!({"state": "ready", "question": question});
    text(&t.post("/api/questions").bearer(ada).json(body).send().await.expect(201)["id"]).to_owned()
}

/// A test of these bank questions, of a choice of its own, and perhaps of an essay.
async fn made_of(t: &TestApp, ada: &str, questions: &[&str], with_essay: bool) -> Value {
    let mut items: Vec<Value> = questions.iter().map(|id| json!({"question_id": id})).collect();
    items.push(json!({"question": {"id": "own", "type": "multiple_choice", "question": "Pick B", "options": ["A", "B"], "correct_answer": "B"}}));
    if with_essay {
        items.push(json!({"question": {"id": "essay", "type": "essay", "question": "Why?"}}));
    }
    t.create_test(ada, json!({"title": "Of the bank", "sections": [{"title": "", "items": items}]})).await
}

async fn figures(t: &TestApp, ada: &str, id: &str) -> Value {
    t.get(format!("/api/questions/{id}/figures")).bearer(ada).send().await.ok()
}

async fn of_pool(t: &TestApp, ada: &str, pool: Value) -> Value {
    t.post("/api/questions/pool-figures").bearer(ada).json(pool).send().await.ok()
}

#[tokio::test]
async fn results_of_all_tests_say_how_a_question_does() {
    let (t, ada) = TestApp::with_admin().await;
    let (easy, hard) = (banked(&t, &ada, "Easy").await, banked(&t, &ada, "Hard").await);
    let unused = figures(&t, &ada, &easy).await;
    let none =
        json!({"asked": 0, "tests": 0, "mean": null, "discrimination": null, "median_seconds": null, "partial": false});
    assert_eq!(unused, none);

    let first = made_of(&t, &ada, &[&easy, &hard], false).await;
    // The strong know what is hard, and pick B in the test's own question, too.
    let take = async |test: &Value, n: u8| {
        let invite = t.invite(&ada, test, &format!("c{n}@example.org")).await;
        t.start(&invite["token"], &key(n)).await.ok();
        t.clock.advance(MINUTE);
        let spent: Vec<Value> = [&easy, &hard].iter().map(|id| json!({"question_id": id, "seconds": 10 + n})).collect();
        let answer = |right: bool| if right { "B" } else { "A" };
        let answers = [(easy.as_str(), answer(n != 0)), (hard.as_str(), answer(n >= 9)), ("own", answer(n >= 8))];
        let answers = answers.map(|(id, answer)| json!({"question_id": id, "answer": answer}));
        let body = json!({"answers": answers, "time_spent": spent});
        let path = format!("/api/submit-test/{}", text(&invite["token"]));
        t.post(path).key(&key(n)).json(body).send().await.ok();
        t.clock.advance(SECOND);
    };
    for n in 0..9 {
        take(&first, n).await;
    }
    let few = figures(&t, &ada, &easy).await;
    assert_eq!((&few["asked"], &few["tests"], &few["mean"]), (&json!(9), &json!(1), &Value::Null));
    let pool = of_pool(&t, &ada, json!({"tags": ["SQL"]})).await;
    assert_eq!(
        pool,
        json!({"ready": 2, "measured": 0, "easiest": null, "hardest": null, "uneven": false, "partial": false})
    );

    // The tenth is of another test.
    let second = made_of(&t, &ada, &[&easy, &hard], false).await;
    take(&second, 9).await;
    let found = figures(&t, &ada, &easy).await;
    assert_eq!((&found["asked"], &found["tests"], &found["mean"]), (&json!(10), &json!(2), &json!(90.0)));
    assert_eq!(figures(&t, &ada, &hard).await["mean"], 10.0);
    assert!(found["discrimination"].as_f64().is_some(), "{found}");
    let listed = t.get("/api/questions?figures=true").bearer(&ada).send().await.ok();
    for (row, id) in [(&listed[0], &hard), (&listed[1], &easy)] {
        assert_eq!((&row["id"], &row["figures"]), (&json!(id), &figures(&t, &ada, id).await));
    }
    assert_eq!(t.get("/api/questions").bearer(&ada).send().await.ok()[0]["figures"], Value::Null);

    let pool = of_pool(&t, &ada, json!({"tags": ["SQL"]})).await;
    assert_eq!((&pool["ready"], &pool["measured"], &pool["uneven"]), (&json!(2), &json!(2), &json!(true)));
    assert_eq!(pool["easiest"], json!({"id": easy, "name": "Easy", "asked": 10, "mean": 90.0}));
    assert_eq!(pool["hardest"], json!({"id": hard, "name": "Hard", "asked": 10, "mean": 10.0}));
    let alone = of_pool(&t, &ada, json!({"question_ids": [easy, hard], "without": [hard]})).await;
    assert_eq!((&alone["ready"], &alone["measured"], &alone["easiest"]), (&json!(1), &json!(1), &Value::Null));

    // A score that waits for a review says nothing yet.
    let third = made_of(&t, &ada, &[&easy], true).await;
    t.take(&ada, &third, "dan@example.org", &[(&easy, "A"), ("essay", "Because.")]).await;
    assert_eq!(figures(&t, &ada, &easy).await["asked"], 10);

    // What was deleted is not counted.
    t.delete(format!("/api/tests/{}/force", text(&second["id"]))).bearer(&ada).send().await.ok();
    assert_eq!(figures(&t, &ada, &easy).await, few);
    t.assert_sound();
}

#[tokio::test]
async fn what_is_no_question_and_no_pool_is_refused() {
    let (t, ada) = TestApp::with_admin().await;
    t.get("/api/questions/00000000-0000-7000-8000-000000000000/figures")
        .bearer(&ada)
        .send()
        .await
        .refused(404, "not_found");
    let id = banked(&t, &ada, "One").await;
    for (pool, field) in [
        (json!({}), "tags"),
        (json!({"tags": ["sql"], "question_ids": [id]}), "tags"),
        (json!({"question_ids": ["x"]}), "question_ids"),
        (json!({"tags": ["sql"], "without": ["x"]}), "without"),
    ] {
        t.post("/api/questions/pool-figures").bearer(&ada).json(pool).send().await.invalid(field);
    }
    let many: Vec<String> = (0..21).map(|n| n.to_string()).collect();
    let reply = t.post("/api/questions/pool-figures").bearer(&ada).json(json!({"tags": many})).send().await;
    assert!((400..500).contains(&reply.status), "{}", reply.text);
}
