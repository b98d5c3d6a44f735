//! The question bank (docs/behaviour/tests.md#question-bank).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{column, list, text},
};
use serde_json::{Value, json};

fn essay(text: &str, tags: &[&str]) -> Value {
    json!({"question": {"type": "essay", "question": text, "points": 4, "tags": tags}, "state": "ready"})
}

async fn store(t: &TestApp, ada: &str, question: Value) -> Value {
    t.post("/api/questions").bearer(ada).json(question).send().await.expect(201)
}

async fn found(t: &TestApp, ada: &str, query: &str) -> Reply {
    t.get(format!("/api/questions{query}")).bearer(ada).send().await
}

async fn put(t: &TestApp, ada: &str, id: &Value, question: Value) -> Reply {
    t.put(format!("/api/questions/{}", text(id))).bearer(ada).json(question).send().await
}

#[tokio::test]
async fn the_bank_is_a_file_that_comes_in_again() {
    let (t, ada) = TestApp::with_admin().await;
    let mut hard = essay("What is a join?", &["SQL"]);
    (hard["title"], hard["difficulty"]) = (json!("Joins"), json!("hard"));
    store(&t, &ada, hard).await;
    store(&t, &ada, json!({"type": "numeric", "question": "2 + 2?", "points": 1, "correct_number": "4"})).await;
    let labels = |rows: &Value| {
        let label = |row: &Value| ["title", "difficulty", "state", "summary", "type"].map(|name| row[name].clone());
        let mut labels: Vec<_> = list(rows).iter().map(label).collect();
        labels.sort_by_key(|label| label[3].to_string());
        labels
    };
    let before = labels(&found(&t, &ada, "").await.ok());
    for format in ["json", "yaml", "gift"] {
        let file = t.get(format!("/api/questions/export?format={format}")).bearer(&ada).send().await;
        assert_eq!(file.header("content-disposition"), format!("attachment; filename=\"question-bank.{format}\""));
        let other = TestApp::new();
        let bob = other.admin().await;
        let import = async |query: &str| {
            let call = other.post(format!("/api/questions/import?filename=x.{format}{query}")).bearer(&bob);
            call.body("application/octet-stream", file.bytes.clone()).send().await
        };
        let seen = import("&dry_run=true").await.expect(200);
        assert_eq!((&seen["importable"], &seen["findings"]), (&json!(true), &json!([])), "{format}");
        assert!(list(&found(&other, &bob, "").await.ok()).is_empty());
        import("").await.expect(201);
        assert_eq!(labels(&found(&other, &bob, "").await.ok()), before, "{format}");
        // A test has no place for them, and says so.
        let call = other.post(format!("/api/tests/import?filename=x.{format}")).bearer(&bob);
        let call = call.body("application/octet-stream", file.bytes.clone());
        let made = call.send().await.expect(201);
        assert_eq!(list(&made["findings"]).len(), 1, "{format}: {made}");
    }
    let some = t.get("/api/questions/export?tag=sql&difficulty=hard").bearer(&ada).send().await.ok();
    assert_eq!(list(&some["questions"]).len(), 1);
    t.get("/api/questions/export?tag=none").bearer(&ada).send().await.invalid("file");
    t.get("/api/questions/export?format=pdf").bearer(&ada).send().await.invalid("format");
}

#[tokio::test]
async fn a_file_for_the_bank_is_checked_before_anything_is_stored() {
    let (t, ada) = TestApp::with_admin().await;
    let import = async |file: &str| {
        let call = t.post("/api/questions/import?filename=x.yaml").bearer(&ada);
        call.body("application/octet-stream", file.to_owned()).send().await
    };
    let head = "title: T\nquestions:\n- {type: essay, question: Why?}\n- {type: essay, question: How?, ";
    // The others come in once it is accepted that this one does not.
    import(&format!("{head}state: done}}\n")).await.refused(409, "changes_meaning");
    import(&format!("{head}difficulty: extreme}}\n")).await.refused(409, "changes_meaning");
    let refused = import(&format!("{head}state: retired}}\n")).await.invalid("file");
    assert!(text(&refused["detail"]).starts_with("line 4: Question 2: "), "{refused}");
    import(&format!("{head}title: {}}}\n", "x".repeat(201))).await.invalid("file");
    import("title: T\nsections: [{items: [{pool: {tags: [sql], draw: 1, points: 1}}]}]\n").await.invalid("file");
    assert!(list(&found(&t, &ada, "").await.ok()).is_empty());

    // Its tests have to be run first.
    let code = "state: ready, points: 2}\n- {type: coding, question: Sum., expected_language: Python, state: ready, \
                tests: [{input: '1', output: '1'}]}\n";
    let made = import(&format!("{head}{code}")).await.expect(201);
    assert!(text(&made["findings"][0]["message"]).contains("stored as a draft"), "{made}");
    let stored = found(&t, &ada, "").await.ok();
    let mut states = column(&stored, "state");
    states.sort_unstable();
    assert_eq!(states, ["draft", "draft", "ready"]);
    let table = "question,question_title,difficulty,state\nWhy not?,Reasons,easy,ready\n";
    let call = t.post("/api/questions/import?filename=x.csv").bearer(&ada);
    call.body("application/octet-stream", table).send().await.expect(201);
    let row = found(&t, &ada, "?search=reasons").await.ok()[0].clone();
    assert_eq!(
        (&row["title"], &row["difficulty"], &row["state"]),
        (&json!("Reasons"), &json!("easy"), &json!("ready"))
    );
}

#[tokio::test]
async fn a_change_of_the_content_makes_a_version() {
    let (t, ada) = TestApp::with_admin().await;
    let made = store(&t, &ada, essay("What is a join?", &["SQL"])).await;
    let id = &made["id"];
    assert_eq!((&made["version"], &made["revision"], &made["state"]), (&json!(1), &json!(1), &json!("ready")));
    assert_eq!(
        (&made["summary"], &made["updated_by"], &made["in_bank"]),
        (&json!("What is a join?"), &json!("Ada Admin"), &json!(true))
    );
    assert_eq!(made["question"]["id"], *id);

    // The same again changes nothing; a title makes no version; a text does.
    let same = put(&t, &ada, id, essay("What is a join?", &["SQL"])).await.ok();
    assert_eq!((&same["version"], &same["revision"]), (&json!(1), &json!(1)));
    let mut titled = essay("What is a join?", &["SQL"]);
    titled["title"] = json!("Joins");
    let titled = put(&t, &ada, id, titled).await.ok();
    assert_eq!((&titled["version"], &titled["revision"], &titled["title"]), (&json!(1), &json!(2), &json!("Joins")));
    let bob = t.second_admin().await;
    let changed = put(&t, &bob, id, essay("What is an inner join?", &["joins"])).await.ok();
    assert_eq!((&changed["version"], &changed["revision"]), (&json!(2), &json!(3)));
    assert_eq!(changed["title"], "Joins", "what was not sent stays");

    let versions = t.get(format!("/api/questions/{}/versions", text(id))).bearer(&ada).send().await.ok();
    let texts: Vec<&Value> = list(&versions).iter().map(|version| &version["question"]["question"]).collect();
    assert_eq!(texts, ["What is an inner join?", "What is a join?"]);
    assert_eq!(versions[1]["by"], "Ada Admin");

    let mut stale = essay("Mine", &[]);
    stale["revision"] = json!(2);
    let refused = put(&t, &ada, id, stale).await.refused(409, "changed_meanwhile");
    assert_eq!(refused["by"], changed["updated_by"]);
    let mut stale = essay("Mine", &[]);
    stale["version"] = json!(1);
    put(&t, &ada, id, stale).await.refused(409, "changed_meanwhile");
    t.assert_sound();
}

#[tokio::test]
async fn the_list_is_searched_and_filtered() {
    let (t, ada) = TestApp::with_admin().await;
    store(&t, &ada, essay("What is a join?", &["SQL", "joins"])).await;
    let mut hard = essay("What is a view?", &["sql"]);
    hard["difficulty"] = json!("hard");
    store(&t, &ada, hard).await;
    let number = json!({"question": {"type": "numeric", "question": "2 + 2?", "correct_number": "4"}, "title": "Sums"});
    let sums = store(&t, &ada, number).await;
    let retired = store(&t, &ada, essay("What is a cursor?", &["sql"])).await;
    let path = format!("/api/questions/{}", text(&retired["id"]));
    for _ in 0..2 {
        let reply = t.post(format!("{path}/retire")).bearer(&ada).send().await.ok();
        assert_eq!((&reply["state"], &reply["revision"]), (&json!("retired"), &json!(2)));
    }
    for (query, expected) in [
        ("", &["2 + 2?", "What is a view?", "What is a join?"][..]),
        ("?search=WHAT%20IS", &["What is a view?", "What is a join?"]),
        ("?search=joins", &["What is a join?"]),
        ("?search=sum", &["2 + 2?"]),
        ("?tag=Sql", &["What is a view?", "What is a join?"]),
        ("?tag=sql&search=view", &["What is a view?"]),
        ("?tag=sql&state=all", &["What is a cursor?", "What is a view?", "What is a join?"]),
        ("?state=retired", &["What is a cursor?"]),
        ("?state=draft", &["2 + 2?"]),
        ("?type=numeric", &["2 + 2?"]),
        ("?type=essay&difficulty=hard", &["What is a view?"]),
        ("?search=nothing", &[]),
    ] {
        assert_eq!(column(&found(&t, &ada, query).await.ok(), "summary"), expected, "{query}");
    }
    let tags = t.get("/api/questions/tags").bearer(&ada).send().await.ok();
    assert_eq!(tags, json!([{"tag": "joins", "questions": 1}, {"tag": "sql", "questions": 2}]));
    let first = found(&t, &ada, "?limit=1").await;
    assert_eq!(list(&first.json)[0]["id"], sums["id"]);
    assert!(first.header("link").contains("after="), "{:?}", first.header("link"));
    found(&t, &ada, "?state=old").await.refused(422, "invalid");
    t.post(format!("{path}/restore")).bearer(&ada).send().await.ok();
    assert_eq!(list(&found(&t, &ada, "?tag=sql").await.ok()).len(), 3);
    t.assert_sound();
}

#[tokio::test]
async fn bad_questions_are_refused_with_sentences() {
    let (t, ada) = TestApp::with_admin().await;
    let post = async |body: Value| t.post("/api/questions").bearer(&ada).json(body).send().await;
    let choice = json!({"question": {"type": "multiple_choice", "question": "2 + 2?", "options": ["4", "4"]}});
    post(choice).await.invalid("questions[0].options");
    let mut long = essay("Why?", &[]);
    long["title"] = json!("x".repeat(201));
    post(long).await.invalid("title");
    let mut retired = essay("Why?", &[]);
    retired["state"] = json!("retired");
    post(retired).await.invalid("state");
    let unknown = "/api/questions/00000000-0000-7000-8000-000000000000";
    for path in [unknown.to_owned(), format!("{unknown}/versions")] {
        t.get(path).bearer(&ada).send().await.refused(404, "not_found");
    }
}

/// The fields of a question may stand beside those of the bank.
#[tokio::test]
async fn a_question_of_the_bank_may_be_flat() {
    let (t, ada) = TestApp::with_admin().await;
    let flat = json!({"type": "numeric", "question": "2 + 2?", "points": 3, "correct_number": "4", "tags": ["sums"],
        "title": "Sum", "difficulty": "easy", "state": "ready"});
    let made = t.post("/api/questions").bearer(&ada).json(&flat).send().await.expect(201);
    assert_eq!(
        (&made["title"], &made["state"], &made["question"]["question"]),
        (&json!("Sum"), &json!("ready"), &json!("2 + 2?"))
    );
    assert_eq!(made["question"]["correct_number"], "4");
    let mut changed = flat.clone();
    changed["question"] = "3 + 1?".into();
    changed["version"] = json!(1);
    let path = format!("/api/questions/{}", made["id"].as_str().unwrap());
    let second = t.put(&*path).bearer(&ada).json(&changed).send().await.ok();
    assert_eq!((&second["version"], &second["question"]["question"]), (&json!(2), &json!("3 + 1?")));
    t.post("/api/questions").bearer(&ada).json(json!({"title": "T"})).send().await.invalid("question");
    t.post("/api/questions").bearer(&ada).json(json!({"question": "Why?"})).send().await.invalid("type");
    t.post("/api/questions").bearer(&ada).json(json!({"question": 3})).send().await.invalid("question");
    t.post("/api/questions").bearer(&ada).json(json!([])).send().await.expect(422);
}
