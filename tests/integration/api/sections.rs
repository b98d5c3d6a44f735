//! Tests with sections and pools, their papers; copies and the archive (docs/behaviour/tests.md#sections-and-pools).

use crate::support::{
    app::TestApp,
    journey::{column, key, list, small_test, text},
};
use invigil::{
    domain::{bank::plan::Draw, paper::Paper},
    service::result::similarity::job,
    store::{Encoded, Read},
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A choice of the bank whose first option is right.
async fn banked(t: &TestApp, ada: &str, name: &str, tags: &[&str]) -> Value {
    let options = ["one", "two", "three", "four"].map(|option| format!("{name} {option}"));
    let question = json!({"type": "multiple_choice", "question": name, "options": options, "points": 7,
        "correct_answer": options[0], "tags": tags, "reviewer_notes": format!("planted note of {name}")});
    let body = json!({"state": "ready", "question": question});
    t.post("/api/questions").bearer(ada).json(body).send().await.expect(201)
}

fn pool_of(tag: &str, draw: u32) -> Value {
    json!({"pool": {"tags": [tag], "draw": draw, "points": 2}})
}

fn divided(title: &str, sections: Value) -> Value {
    let mut test = json!({"title": title, "duration_minutes": 30});
    test["sections"] = sections;
    test
}

fn section(items: Value) -> Value {
    let mut section = json!({"title": "Databases", "shuffle_questions": true, "shuffle_options": true});
    section["items"] = items;
    section
}

/// A test with a question of its own, a pinned one, and a pool of 3 of 5.
async fn drawn_test(t: &TestApp, ada: &str) -> (Value, Vec<Value>) {
    let mut bank = Vec::new();
    for name in ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"] {
        bank.push(banked(t, ada, name, &["sql"]).await);
    }
    let pinned = banked(t, ada, "Pinned", &["other"]).await;
    let own = json!({"question": {"id": "own", "type": "essay", "question": "In your words?", "points": 5}});
    let items = json!([own, {"question_id": pinned["id"]}, pool_of("SQL", 3)]);
    bank.push(pinned);
    (t.create_test(ada, divided("Drawn", json!([section(items)]))).await, bank)
}

#[tokio::test]
async fn every_candidate_gets_a_paper_of_the_same_worth() {
    let (t, ada) = TestApp::with_admin().await;
    let (test, bank) = drawn_test(&t, &ada).await;
    assert_eq!((&test["question_count"], &test["total_points"]), (&json!(5), &json!(18)));
    assert_eq!(column(&test["questions"], "question"), ["In your words?", "Pinned"]);
    let items = &test["sections"][0]["items"];
    assert_eq!((&items[1]["version"], &items[1]["state"]), (&json!(1), &json!("ready")));
    assert_eq!((&items[2]["pool"]["ready"], &items[2]["pool"]["draw"]), (&json!(5), &json!(3)));

    let (mut papers, mut asked) = (BTreeSet::new(), BTreeMap::<String, u32>::new());
    for n in 0..8 {
        let invite = t.invite(&ada, &test, &format!("c{n}@example.org")).await;
        let door = t.door(&invite["token"], None).await.ok();
        assert_eq!((&door["test"]["question_count"], &door["test"]["total_points"]), (&json!(5), &json!(18)), "{door}");
        let started = t.start(&invite["token"], &key(n)).await;
        assert!(!started.text.contains("planted note"), "{}", started.text);
        let raw = started.text.clone();
        let started = started.ok();
        let questions = list(&started["test"]["questions"]);
        assert_eq!(questions.iter().map(|q| q["points"].as_u64().unwrap()).sum::<u64>(), 18);
        let ids: BTreeSet<&str> = questions.iter().map(|q| text(&q["id"])).collect();
        assert_eq!((ids.len(), ids.contains("own"), ids.contains(text(&bank[5]["id"]))), (5, true, true));
        for unseen in bank.iter().filter(|question| !ids.contains(text(&question["id"]))) {
            let (id, words) = (text(&unseen["id"]), text(&unseen["summary"]));
            assert!(!raw.contains(id) && !raw.contains(&format!("{words} one")), "{words} is not on this paper");
        }
        for name in ids.iter().filter_map(|id| bank.iter().find(|b| b["id"] == **id)) {
            *asked.entry(text(&name["summary"]).to_owned()).or_default() += 1;
        }
        // A reload shows the same paper.
        let again = t.door(&invite["token"], Some(&key(n))).await.ok();
        assert!(again.to_string().contains(text(&questions[0]["id"])));
        papers.insert(questions.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
        let answers: Vec<(&str, &str)> = Vec::new();
        t.submit(&invite["token"], &key(n), &answers).await.ok();
    }
    let draws: Vec<Draw> = t.app.store.read().unwrap().records().unwrap();
    // A paper is a seed and hashes, and no copy: with its keys in indexes, 10,000 take less than 4 MB.
    assert!(draws.iter().all(|draw| Encoded::of(draw).unwrap().size() < 160));
    assert_eq!(t.app.store.read().unwrap().records::<Paper>().unwrap().len(), 0);
    let seeds: BTreeSet<[u8; 16]> = draws.iter().map(|draw| draw.seed).collect();
    assert_eq!((draws.len(), seeds.len()), (8, 8));
    assert!(papers.len() > 5, "{} papers", papers.len());
    assert_eq!(asked["Pinned"], 8);
    assert_eq!(asked.values().sum::<u32>(), 8 * 4);
    t.assert_sound();

    // Results, statistics and the matrix know each candidate's questions; one that was not asked is no 0.
    let results = t.get("/api/results").bearer(&ada).send().await.ok();
    let submission = text(&list(&results["results"])[0]["submission_id"]).to_owned();
    let detail = t.get(format!("/api/results/{submission}")).bearer(&ada).send().await.ok();
    assert!(detail.to_string().contains("Pinned"), "{detail}");
    let id = text(&test["id"]);
    let matrix = t.get(format!("/api/tests/{id}/matrix")).bearer(&ada).send().await.ok();
    assert_eq!(list(&matrix["questions"]).len(), 7);
    let absent = matrix["rows"][0].to_string().matches("absent").count();
    assert_eq!(absent, 2, "{}", matrix["rows"][0]);
    let statistics = t.get(format!("/api/tests/{id}/statistics")).bearer(&ada).send().await.ok();
    assert_eq!(list(&statistics["questions"]).len(), 7);

    let pinned = t.get(format!("/api/questions/{}", text(&bank[5]["id"]))).bearer(&ada).send().await.ok();
    assert_eq!((&pinned["used_in"], &pinned["tests"][0]["title"]), (&json!(1), &json!("Drawn")));
    let path = format!("/api/questions/{}/seen-by?limit=5", text(&bank[5]["id"]));
    let seen = t.get(path).bearer(&ada).send().await;
    assert!(seen.header("link").contains("after="));
    let seen = seen.ok();
    assert_eq!((list(&seen).len(), &seen[0]["of"], &seen[0]["version"]), (5, &json!(5), &json!(1)));
    assert_eq!(seen[0]["section"], "Databases");
}

/// A question behind a pool has the number of its place on each paper, in every list.
#[tokio::test]
async fn lists_number_questions_as_the_outline_does() {
    let (t, ada) = TestApp::with_admin().await;
    for name in ["Alpha", "Beta", "Gamma"] {
        banked(&t, &ada, name, &["sql"]).await;
    }
    let own = |id: &str| json!({"question": {"id": id, "type": "essay", "question": id, "points": 5}});
    let items = json!([own("first"), pool_of("sql", 2), own("last")]);
    let plain = json!({"title": "Databases", "shuffle_questions": false, "shuffle_options": false, "items": items});
    let test = t.create_test(&ada, divided("Drawn", json!([plain]))).await;
    let answer = "The queue grew because nobody looked at the consumer that had stopped on Friday evening. I would first \
        measure the lag of each partition, then restart the stuck reader, and only afterwards ask why the alarm stayed \
        silent for two whole days. A dashboard that shows zero errors is no proof that any work is being done at all.";
    let mut ids = Vec::new();
    for n in 0..2 {
        let invite = t.invite(&ada, &test, &format!("c{n}@example.org")).await;
        t.start(&invite["token"], &key(n)).await.ok();
        t.submit(&invite["token"], &key(n), &[("last", answer)]).await.ok();
        ids.push(text(&t.invite_row(&ada, &invite["id"]).await["submission_id"]).to_owned());
    }
    let id = text(&test["id"]);
    let numbers = |found: &Value, name: &str| {
        let one = |question: &Value| (text(&question[name]).to_owned(), question["number"].as_u64().unwrap());
        list(&found["questions"]).iter().map(one).collect::<Vec<_>>()
    };
    let all =
        [("first", 1), ("Alpha", 2), ("Beta", 2), ("Gamma", 2), ("last", 4)].map(|(name, n)| (name.to_owned(), n));
    for (path, name) in [("ranking", "label"), ("matrix", "label"), ("statistics", "question")] {
        let mut found = numbers(&t.get(format!("/api/tests/{id}/{path}")).bearer(&ada).send().await.ok(), name);
        found[1..4].sort();
        assert_eq!(found, all, "{path}");
    }
    let compared = t.get(format!("/api/results/compare?ids={},{}", ids[0], ids[1])).bearer(&ada).send().await.ok();
    let compared = numbers(&compared, "label");
    assert_eq!((&compared[0], compared.last()), (&all[0], all.last()));
    t.post(format!("/api/tests/{id}/similarity")).bearer(&ada).send().await.expect(202);
    job::pass(&t.app).await;
    let similar = t.get(format!("/api/tests/{id}/similarity")).bearer(&ada).send().await.ok();
    assert_eq!(similar["pairs"][0]["question_number"], 4);
}

/// A shuffled paper has the numbers of the outline in a result and in scoring, too.
#[tokio::test]
async fn an_answer_has_the_number_of_the_outline() {
    let (t, ada) = TestApp::with_admin().await;
    let ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let items = ids.map(|id| json!({"question": {"id": id, "type": "essay", "question": id, "points": 5}}));
    let test = t.create_test(&ada, divided("Shuffled", json!([section(json!(items))]))).await;
    let invite = t.invite(&ada, &test, "c0@example.org").await;
    let started = t.start(&invite["token"], &key(0)).await.ok();
    let paper: Vec<String> = column(&started["test"]["questions"], "id").into_iter().map(str::to_owned).collect();
    t.submit(&invite["token"], &key(0), &[("c", "an answer")]).await.ok();
    let id = text(&t.invite_row(&ada, &invite["id"]).await["submission_id"]).to_owned();
    let number = |id: &str| (1_u64..).zip(ids).find(|(_, one)| *one == id).unwrap().0;
    let expected: Vec<(String, u64)> = paper.iter().map(|id| (id.clone(), number(id))).collect();
    let numbered = |rows: &Value, name: &str| {
        let one = |row: &Value| (text(&row[name]).to_owned(), row["number"].as_u64().unwrap());
        list(rows).iter().map(one).collect::<Vec<_>>()
    };
    for path in [format!("/api/results/{id}"), format!("/api/admin/scoring/{id}?all=true")] {
        let found = t.get(&path).bearer(&ada).send().await.ok();
        assert_eq!(numbered(&found["answers"], "id"), expected, "{path}");
    }
    let by_question = format!("/api/admin/scoring/by-question/{}/c?status=all", text(&test["id"]));
    let found = t.get(by_question).bearer(&ada).send().await.ok();
    assert_eq!(numbered(&found["answers"], "id"), [("c".to_owned(), 3)]);
    let listed = format!("/api/admin/scoring/by-question?test_id={}", text(&test["id"]));
    let listed = t.get(listed).bearer(&ada).send().await.ok();
    assert_eq!(numbered(&listed["questions"], "question_id"), ids.map(|id| (id.to_owned(), number(id))));
}

/// Answers are scored against the drawn paper, also once it is no longer in memory and the bank has changed.
#[tokio::test]
async fn a_drawn_paper_outlives_a_restart_and_the_bank() {
    let folder = tempfile::tempdir().unwrap();
    let (invite, right, id);
    {
        let t = TestApp::on_disk(folder.path());
        let ada = t.admin().await;
        let (test, bank) = drawn_test(&t, &ada).await;
        invite = t.invite(&ada, &test, "cora@example.org").await;
        let started = t.start(&invite["token"], &key(1)).await.ok();
        let choices = list(&started["test"]["questions"]).iter().filter(|q| q["type"] == "multiple_choice");
        right =
            choices.map(|q| (text(&q["id"]).to_owned(), format!("{} one", text(&q["question"])))).collect::<Vec<_>>();
        assert_eq!(right.len(), 4);
        for question in &bank {
            let path = format!("/api/questions/{}", text(&question["id"]));
            let changed = json!({"question": {"type": "essay", "question": "Changed"}});
            t.put(&*path).bearer(&ada).json(changed).send().await.ok();
            t.post(format!("{path}/retire")).bearer(&ada).send().await.ok();
        }
        id = text(&test["id"]).to_owned();
        let now = t.get(format!("/api/tests/{id}")).bearer(&ada).send().await.ok();
        let items = &now["sections"][0]["items"];
        assert_eq!((&items[1]["newer_version"], &items[1]["state"]), (&json!(2), &json!("retired")));
        assert_eq!((&items[2]["pool"]["ready"], &items[2]["pool"]["too_small"]), (&json!(0), &json!(true)));
        // Who takes it up newly is refused.
        let item = json!({"question_id": bank[0]["id"]});
        let other = json!({"title": "Other", "duration_minutes": 30, "sections": [{"items": [item]}]});
        let refused = t.post("/api/tests").bearer(&ada).json(other).send().await;
        assert!(refused.invalid("sections[0].items[0].question_id")["detail"].to_string().contains("retired"));
        // Who has not started cannot: the pool is empty.
        let readiness = t.get(format!("/api/tests/{id}/readiness")).bearer(&ada).send().await.ok();
        let why = "A pool of section 1 draws 3 questions, but has only 0 ready ones left.";
        let expected = json!({
            "cannot_start": why, "lacks_runner": false, "missing_languages": [], "unsolved_questions": [],
            "failed_solutions": [], "running_solutions": false,
        });
        assert_eq!(readiness, expected);
        let late = t.invite(&ada, &test, "dan@example.org").await;
        let door = t.get(format!("/api/take-test/{}", text(&late["token"]))).send().await.ok();
        assert_eq!((&door["can_start"], &door["blocked_code"]), (&json!(false), &json!("pool_too_small")));
        for _ in 0..2 {
            t.start(&late["token"], &key(2)).await.refused(503, "pool_too_small");
        }
        let told = t.get("/api/admin/notifications").bearer(&ada).send().await.ok();
        assert_eq!(told.to_string().matches("pool_too_small").count(), 1, "{told}");
    }
    let t = TestApp::on_disk(folder.path());
    let ada = t.sign_in("ada@example.org").await;
    let answers: Vec<(&str, &str)> = right.iter().map(|(id, answer)| (&**id, &**answer)).collect();
    t.submit(&invite["token"], &key(1), &answers).await.ok();
    let result = t.result_of(&ada, &invite).await;
    assert_eq!(result["earned_points"].as_f64(), Some(13.0), "{result}");
    t.assert_sound();
}

#[tokio::test]
async fn bad_sections_are_refused_with_sentences() {
    let (t, ada) = TestApp::with_admin().await;
    for name in ["Alpha", "Beta"] {
        banked(&t, &ada, name, &["sql"]).await;
    }
    let post = async |items: Value| {
        let body = divided("T", json!([{"items": items}]));
        t.post("/api/tests").bearer(&ada).json(body).send().await
    };
    post(json!([])).await.invalid("sections[0].items");
    post(json!([{}])).await.invalid("sections[0].items[0]");
    post(json!([pool_of("none", 1)])).await.invalid("sections[0].items[0].pool.draw");
    post(json!([pool_of("sql", 3)])).await.invalid("sections[0].items[0].pool.draw");
    post(json!([pool_of("sql", 2), pool_of("sql", 1)])).await.invalid("sections[0].items[1].pool.draw");
    post(json!([pool_of("sql", 0)])).await.invalid("sections[0].items[0].pool.draw");
    post(json!([{"pool": {"draw": 1, "points": 1}}])).await.invalid("sections[0].items[0].pool.tags");
    post(json!([{"pool": {"question_ids": ["x"], "draw": 1, "points": 1}}]))
        .await
        .invalid("sections[0].items[0].pool.question_ids");
    post(json!([{"question_id": "x"}])).await.invalid("sections[0].items[0].question_id");
    post(json!([{"question": {"type": "essay", "question": ""}}])).await.invalid("questions[0].question");
    post(json!([{"type": "essay", "question": ""}])).await.invalid("questions[0].question");
    post(json!([{"type": "riddle", "question": "Why?"}])).await.invalid("sections[0].items[0]");
    post(json!([{"question": "Why?", "pool": {"tags": ["sql"], "draw": 1, "points": 1}}])).await.expect(422);
    let id = t.get("/api/questions").bearer(&ada).send().await.ok()[0]["id"].clone();
    post(json!([{"question_id": id}, {"question_id": id}])).await.invalid("questions[1].id");
    post(json!([{"question_id": id, "version": 2}])).await.invalid("sections[0].items[0].question_id");
    t.post("/api/tests").bearer(&ada).json(json!({"title": "T"})).send().await.invalid("questions");
}

#[tokio::test]
async fn a_test_with_pools_is_not_replaced_by_a_list() {
    let (t, ada) = TestApp::with_admin().await;
    let (test, _) = drawn_test(&t, &ada).await;
    let path = format!("/api/tests/{}", text(&test["id"]));
    t.put(&*path).bearer(&ada).json(small_test("List")).send().await.refused(409, "has_sections");
    for format in ["gift", "qti21", "qti30"] {
        t.get(format!("{path}/export?format={format}")).bearer(&ada).send().await.refused(409, "has_sections");
    }
    let fixed = divided("Fixed", json!([section(json!([{"question": {"type": "essay", "question": "Why?"}}]))]));
    let fixed = t.put(&*path).bearer(&ada).json(fixed).send().await.ok();
    assert_eq!((&fixed["question_count"], &fixed["version"]), (&json!(1), &json!(2)));
    let plain = t.put(&*path).bearer(&ada).json(small_test("List")).send().await.ok();
    assert_eq!((&plain["title"], &plain["version"]), (&json!("List"), &json!(3)));
    t.assert_sound();
}

/// Old callers send the list of questions that they have read.
#[tokio::test]
async fn a_list_keeps_the_pins_of_unchanged_questions() {
    let (t, ada) = TestApp::with_admin().await;
    let pinned = banked(&t, &ada, "Alpha", &["sql"]).await;
    let items = json!([{"question_id": pinned["id"], "version": 1}, {"type": "essay", "question": "Why?"}]);
    let mut made = divided("Pinned", json!([section(items)]));
    made["history"] = "keystrokes".into();
    let made = t.post("/api/tests").bearer(&ada).json(made).send().await.expect(201);
    let path = format!("/api/tests/{}", text(&made["id"]));
    let put = async |questions: &Value| {
        let body = json!({"title": "Renamed", "duration_minutes": 30, "questions": questions});
        t.put(&*path).bearer(&ada).json(body).send().await.ok()
    };
    let pins = |test: &Value| {
        let items = list(&test["sections"]).iter().flat_map(|section| list(&section["items"]).to_vec());
        items.map(|item| item["question_id"] == pinned["id"] && item["version"] == 1).collect::<Vec<_>>()
    };
    let same = put(&made["questions"]).await;
    assert_eq!(
        (pins(&same), &same["title"], &same["history"]),
        (vec![true, false], &json!("Renamed"), &json!("keystrokes"))
    );
    assert_eq!(
        (&same["sections"][0]["title"], &same["sections"][0]["shuffle_questions"]),
        (&json!("Databases"), &json!(true))
    );
    // Another order, and one more.
    let mut questions = list(&made["questions"]).to_vec();
    questions.reverse();
    questions.push(json!({"type": "essay", "question": "How?"}));
    let moved = put(&json!(questions)).await;
    assert_eq!(pins(&moved), [false, true, false]);
    questions[1]["points"] = json!(9);
    let changed = put(&json!(questions)).await;
    assert!(changed["sections"].is_null(), "a changed question belongs to this test alone: {changed}");
    // Items as they were read.
    let mut whole =
        t.put(&*path).bearer(&ada).json(json!({"title": "T", "sections": made["sections"]})).send().await.ok();
    assert_eq!(pins(&whole), [true, false]);
    whole["sections"][0]["items"][0]["question"]["question"] = "Changed".into();
    let private =
        t.put(&*path).bearer(&ada).json(json!({"title": "T", "sections": whole["sections"]})).send().await.ok();
    assert_eq!(pins(&private), [false, false]);
    assert_eq!(private["questions"][0]["question"], "Changed");
    t.assert_sound();
}

#[tokio::test]
async fn an_author_sees_the_paper_of_a_seed() {
    let (t, ada) = TestApp::with_admin().await;
    let (test, _) = drawn_test(&t, &ada).await;
    let path = format!("/api/tests/{}/papers", text(&test["id"]));
    let paper = async |seed: &str| t.get(format!("{path}/{seed}")).bearer(&ada).send().await;
    let one = paper(&"0f".repeat(16)).await.ok();
    assert_eq!((list(&one["sections"][0]["questions"]).len(), &one["total_points"]), (5, &json!(18)));
    assert_eq!(one, paper(&"0f".repeat(16)).await.ok());
    assert_ne!(one["sections"], paper(&"0e".repeat(16)).await.ok()["sections"]);
    paper("0f").await.invalid("seed");
    let plain = t.test_with_all_types(&ada).await;
    let plain =
        t.get(format!("/api/tests/{}/papers/{}", text(&plain["id"]), "00".repeat(16))).bearer(&ada).send().await;
    assert_eq!(list(&plain.ok()["sections"]).len(), 1);
}

#[tokio::test]
async fn copies_and_archived_tests() {
    let (t, ada) = TestApp::with_admin().await;
    let (test, bank) = drawn_test(&t, &ada).await;
    let path = format!("/api/tests/{}", text(&test["id"]));
    let copy = t.post(format!("{path}/copy")).bearer(&ada).send().await.expect(201);
    assert_eq!((&copy["title"], &copy["version"]), (&json!("Copy of Drawn"), &json!(1)));
    assert_eq!(copy["sections"], test["sections"]);
    t.post(format!("{path}/copy")).bearer(&ada).json(json!({"title": " "})).send().await.invalid("title");

    let done = t.take(&ada, &test, "cora@example.org", &[]).await;
    for _ in 0..2 {
        assert_eq!(t.post(format!("{path}/archive")).bearer(&ada).send().await.ok()["archived"], true);
    }
    let titles = async |query: &str| {
        let found = t.get(format!("/api/tests{query}")).bearer(&ada).send().await.ok();
        column(&found, "title").iter().map(|title| (*title).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        (titles("").await, titles("?archived=true").await),
        (vec!["Copy of Drawn".into()], vec!["Drawn".into()])
    );
    assert_eq!(t.overview(&ada).await["total_tests"], 1);
    t.invite_with(&ada, &test, "dan@example.org", json!({})).await.refused(409, "archived");
    t.result_of(&ada, &done).await;
    assert!(t.post(format!("{path}/unarchive")).bearer(&ada).send().await.ok()["archived"].is_null());
    t.invite(&ada, &test, "dan@example.org").await;
    t.assert_sound();

    // Everything of the test goes with it; the bank stays.
    t.delete(format!("{path}/force")).bearer(&ada).send().await.ok();
    t.get(format!("/api/questions/{}", text(&bank[0]["id"]))).bearer(&ada).send().await.ok();
    t.assert_sound();
}

/// An item may be the question itself; a file keeps sections and pools.
#[tokio::test]
async fn a_test_with_pools_is_exported_and_imported() {
    let (t, ada) = TestApp::with_admin().await;
    for name in ["Alpha", "Beta"] {
        banked(&t, &ada, name, &["sql"]).await;
    }
    let items = json!([{"type": "essay", "question": "Why?", "points": 4}, pool_of("sql", 2)]);
    let mut body = divided("Divided", json!([section(items)]));
    body["sections"][0]["time_minutes"] = json!(20);
    let test = t.post("/api/tests").bearer(&ada).json(body).send().await.expect(201);
    assert_eq!(test["sections"][0]["items"][0]["question"]["question"], "Why?");
    let path = format!("/api/tests/{}/export", text(&test["id"]));
    for format in ["json", "yaml"] {
        let file = t.get(format!("{path}?format={format}")).bearer(&ada).send().await;
        assert_eq!(file.status, 200);
        let import = |query: &str| {
            let path = format!("/api/tests/import?filename=x.{format}{query}");
            t.post(path).bearer(&ada).body("application/octet-stream", file.bytes.clone()).send()
        };
        let made = import("").await.expect(201);
        let copy = t.get(format!("/api/tests/{}", text(&made["tests"][0]["id"]))).bearer(&ada).send().await.ok();
        for name in ["title", "question_count", "total_points"] {
            assert_eq!(copy[name], test[name], "{name}");
        }
        let (copied, original) = (&copy["sections"][0], &test["sections"][0]);
        assert_eq!((&copied["title"], &copied["time_minutes"]), (&original["title"], &original["time_minutes"]));
        assert_eq!(copied["items"][1]["pool"]["tags"], original["items"][1]["pool"]["tags"]);
        // Where the bank has fewer questions than the pool draws.
        let renamed = file.text.replace("sql", "cobol");
        let path = format!("/api/tests/import?filename=x.{format}&dry_run=true");
        let dry = t.post(path).bearer(&ada).body("application/octet-stream", renamed.into_bytes()).send().await.ok();
        assert_eq!(dry["importable"], false);
        assert!(dry["findings"][0]["message"].as_str().unwrap().contains("The pool is empty"), "{dry}");
    }
    t.assert_sound();
}
