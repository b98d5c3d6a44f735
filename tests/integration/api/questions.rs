//! Questions of all kinds: their forms for authors and candidates, their answers and scores (docs/scoring.md).

use crate::support::{
    app::TestApp,
    journey::{key, list, text},
};
use serde_json::{Value, json};

/// Questions of all kinds, as an author writes them and reads them back.
fn questions() -> Value {
    serde_json::from_str(include_str!("../../../src/store/records/questions.json")).unwrap()
}

fn without(mut question: Value, fields: &[&str]) -> Value {
    let object = question.as_object_mut().unwrap();
    for field in fields {
        object.remove(*field);
    }
    question
}

#[tokio::test]
async fn every_kind_is_stored_and_read_back() {
    let (t, admin) = TestApp::with_admin().await;
    let input =
        json!({"title": "T", "description": "`now`", "description_format": "markdown", "questions": questions()});
    let made = t.create_test(&admin, input.clone()).await;
    assert_eq!(made["description_content"], json!({"rich": [{"p": [{"code": "now"}]}]}));
    for (sent, read) in list(&questions()).iter().zip(list(&made["questions"])) {
        let read = without(read.clone(), &["content", "option_contents", "explanation_content"]);
        let mut expected = json!({"points": 1});
        expected.as_object_mut().unwrap().extend(sent.as_object().unwrap().clone());
        if read.get("scoring").is_some() && sent.get("scoring").is_none() {
            expected["scoring"] = "all_or_nothing".into();
        }
        assert_eq!(read, expected);
    }
    let first = &made["questions"][0];
    assert_eq!(first["content"], json!({"rich": [{"p": [{"t": "Pick "}, {"em": [{"t": "B"}]}]}]}));
    assert_eq!(first["option_contents"][1], json!({"rich": [{"p": [{"code": "B"}]}]}));
    assert_eq!(first["explanation_content"]["rich"][0]["p"][0], json!({"strong": [{"t": "B"}]}));
    // What was read can be written: nothing changes.
    let path = format!("/api/tests/{}", text(&made["id"]));
    let again = t.put(&path).bearer(&admin).json(made.clone()).send().await.ok();
    assert_eq!(again["questions"], made["questions"]);
    for format in ["json", "yaml", "gift"] {
        let file = t.get(format!("{path}/export?format={format}")).bearer(&admin).send().await;
        let import = t.post(format!("/api/tests/import?format={format}")).bearer(&admin);
        let report = import.body("application/octet-stream", file.text.into_bytes()).send().await.expect(201);
        assert_eq!(report["findings"], json!([]), "{format}");
        let copy = t.get(format!("/api/tests/{}", text(&report["tests"][0]["id"]))).bearer(&admin).send().await.ok();
        assert_eq!(
            (&copy["questions"], &copy["description_content"]),
            (&made["questions"], &made["description_content"])
        );
    }
    t.assert_sound();
}

#[tokio::test]
async fn a_candidate_sees_no_key_and_no_remark() {
    let (t, admin) = TestApp::with_admin().await;
    let remarks = json!({"penalty": "0.125", "explanation": "canary-why", "reviewer_notes": "canary-notes", "tags": ["canary-tag"]});
    let mut planted = questions();
    for question in planted.as_array_mut().unwrap() {
        question.as_object_mut().unwrap().extend(remarks.as_object().unwrap().clone());
    }
    planted[4]["correct_number"] = "424242".into();
    planted[4]["unit"] = "canaryunit".into();
    planted[5]["accepted"] = json!(["canary-accepted"]);
    planted[5]["pattern"] = "canary-pattern".into();
    planted[8]["gaps"][1]["accepted"] = json!(["canary-accepted"]);
    planted[8]["gaps"][2]["correct_number"] = "424242".into();
    let test = t.create_test(&admin, json!({"title": "T", "questions": planted})).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    let started = t.start(&invite["token"], &key(1)).await;
    for word in ["canary", "424242", "0.125", "correct", "accepted", "pairs", "\"order\"", "penalty", "scoring", "tags"]
    {
        assert!(!started.text.contains(word), "{word} reached a candidate: {}", started.text);
    }
    let shown = started.ok()["questions"].clone();
    let names = |question: &Value| {
        let mut names: Vec<String> = question.as_object().unwrap().keys().cloned().collect();
        names.sort_unstable();
        names
    };
    let fields: Vec<Vec<String>> = list(&shown).iter().map(names).collect();
    let common = ["id", "points", "question", "type"];
    let with = |more: &[&'static str]| {
        let mut fields = [&common[..], more].concat();
        fields.sort_unstable();
        fields
    };
    let expected = [
        with(&["format", "content", "options", "option_contents"]),
        with(&[]),
        with(&["expected_language", "languages", "memory_limit_mb", "starter_code", "tests", "time_limit_ms"]),
        with(&["options"]),
        with(&[]),
        with(&[]),
        with(&["options"]),
        with(&["options", "prompts"]),
        with(&["gaps"]),
    ];
    assert_eq!(fields, expected);
    assert_eq!(shown[8]["gaps"][1], json!({"id": "g2", "kind": "text"}));
    assert_eq!(shown[8]["gaps"][0]["options"][1], json!({"id": "o2", "text": "river"}));
    // The order stays the same.
    let again = t.door(&invite["token"], Some(&key(1))).await.ok();
    assert_eq!(again["attempt"]["questions"], shown);
}

#[tokio::test]
async fn generated_ids_do_not_reveal_the_order() {
    let (t, admin) = TestApp::with_admin().await;
    let texts: Vec<String> = (0..12).map(|n| format!("text {n}")).collect();
    let order: Vec<String> = (1..=12).map(|n| format!("o{n}")).collect();
    let pairs: Value = json!({"l1": "r1", "l2": "r2"});
    let questions = json!([
        {"type": "ordering", "question": "?", "options": texts, "order": order},
        {"type": "matching", "question": "?", "prompts": ["a", "b"], "options": texts, "pairs": pairs},
    ]);
    let test = t.create_test(&admin, json!({"title": "T", "questions": questions})).await;
    let [ordering, matching] = list(&test["questions"]) else { panic!("{test}") };
    assert_ne!(ordering["order"], json!(order), "numbered in another order");
    let text_of = |question: &Value, id: &Value| {
        let found = list(&question["options"]).iter().find(|option| option["id"] == *id);
        found.map(|option| text(&option["text"]).to_owned()).unwrap()
    };
    let in_order: Vec<_> = list(&ordering["order"]).iter().map(|id| text_of(ordering, id)).collect();
    assert_eq!(in_order, texts, "and the key follows");
    assert_eq!(text_of(matching, &matching["pairs"]["l2"]), "text 1");
}

#[tokio::test]
async fn answers_of_all_kinds_are_saved_scored_and_shown() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, json!({"title": "T", "questions": questions()})).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    let answers = [
        ("q1", "A"),
        ("q2", "Because."),
        ("q4", r#"["o1"]"#),
        ("q5", "3,5 kg"),
        ("q6", "new york"),
        ("q7", "not an order"),
        ("q8", r#"{"l1":"r2","l2":"r3"}"#),
        ("q9", r#"{"g1":"o1","g2":"France","g3":"100.5 m"}"#),
    ];
    let entries: Vec<_> = answers.iter().zip(1..).map(|((id, answer), seq)| (*id, *answer, seq)).collect();
    t.save(&invite["token"], &key(1), &entries).await.ok();
    let submitted = t.submit(&invite["token"], &key(1), &[]).await.ok();
    // -0.25 + 0 + 0 + 1 + 2 + 0 + 0 + 0.5 + 3 of 24 points; the essay waits.
    assert_eq!((&submitted["score"], &submitted["provisional"]), (&json!(26.04), &json!(true)));
    let submission = t.invite_row(&admin, &invite["id"]).await["submission_id"].clone();
    let detail = t.get(format!("/api/results/{}", text(&submission))).bearer(&admin).send().await.ok();
    let graded = list(&detail["answers"]);
    let earned: Vec<_> = graded.iter().map(|a| (a["earned"].clone(), text(&a["manual_score_status"]))).collect();
    let expected = [
        (json!(-0.25), "wrong"),
        (json!(null), "pending"),
        (json!(0.0), "wrong"),
        (json!(1.0), "partial"),
        (json!(2.0), "correct"),
        (json!(0.0), "wrong"),
        (json!(0.0), "wrong"),
        (json!(0.5), "partial"),
        (json!(3.0), "correct"),
    ];
    assert_eq!(earned, expected);
    assert_eq!((&graded[3]["answer_text"], &graded[3]["correct_text"]), (&json!("2"), &json!("2, 5")));
    assert_eq!((&graded[4]["answer_text"], &graded[4]["correct_text"]), (&json!(null), &json!("3.50 kg ± 2 %")));
    assert_eq!((&graded[6]["answer"], &graded[6]["unreadable"]), (&json!("not an order"), &json!(true)));
    assert_eq!(graded[7]["answer_text"], "France -> Paris; Spain -> Rome");
    assert_eq!(graded[8]["answer_text"], "g1: city; g2: France; g3: 100.5 m");
    assert_eq!((&graded[0]["explanation"], &graded[0]["reviewer_notes"]), (&json!("**B** it is."), &json!("Easy.")));

    let path = format!("/api/tests/{}/statistics", text(&test["id"]));
    let statistics = t.get(path).bearer(&admin).send().await.ok();
    let several = &statistics["questions"][3];
    assert_eq!((&several["partial"], &several["choices"][0]["count"]), (&json!(1), &json!(1)));
    assert_eq!(statistics["questions"][0]["question"], "Pick B", "one line of Markdown");

    // Rescored in the same way by a late answer.
    t.save(&invite["token"], &key(1), &[("q7", r#"["b","c","a"]"#, 40)]).await.ok();
    let accept = format!("/api/admin/scoring/{}/late/accept", text(&submission));
    t.post(accept).bearer(&admin).json(json!({"question_ids": ["q7"], "reason": "offline"})).send().await.ok();
    let detail = t.get(format!("/api/results/{}", text(&submission))).bearer(&admin).send().await.ok();
    assert_eq!(
        (&detail["answers"][6]["earned"], &detail["answers"][6]["answer_text"]),
        (&json!(3.0), &json!("1. 1  2. 10  3. 100"))
    );
    t.assert_sound();
}

#[tokio::test]
async fn penalties_never_take_an_attempt_below_nothing() {
    let (t, admin) = TestApp::with_admin().await;
    let questions = json!([{"id": "q1", "type": "numeric", "question": "?", "correct_number": 1, "penalty": 1}]);
    let test = t.create_test(&admin, json!({"title": "T", "questions": questions})).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    assert_eq!(t.submit(&invite["token"], &key(1), &[("q1", "2")]).await.ok()["score"], 0.0);
}

#[tokio::test]
async fn faults_are_told_by_field() {
    let (t, admin) = TestApp::with_admin().await;
    let refused = |question: Value| {
        let (t, admin) = (&t, &admin);
        async move {
            let body = json!({"title": "T", "questions": [question]});
            t.post("/api/tests").bearer(admin).json(body).send().await.expect(422)["fields"].clone()
        }
    };
    let tags: Vec<String> = (0..21).map(|n| n.to_string()).collect();
    let fields = refused(json!({"type": "essay", "question": "?", "tags": tags, "reviewer_notes": "a\u{0}"})).await;
    assert_eq!(fields["questions[0].tags"], "Question 1: there are more than 20 tags.");
    assert_eq!(fields["questions[0].reviewer_notes"], "Question 1: the notes contain control characters.");
    let fields = refused(json!({"type": "essay", "format": "markdown", "question": "a\n$\\frac{1$"})).await;
    assert!(text(&fields["questions[0].question"]).starts_with("Question 1: Line 2, column "), "{fields}");
    let options = json!(["$\\frac{1$", "b"]);
    let choice = json!({"type": "multiple_choice", "format": "markdown", "question": "?", "options": options, "correct_answer": "b"});
    let fields = refused(choice).await;
    assert!(text(&fields["questions[0].options"]).starts_with("Question 1: text 1: Line 1"), "{fields}");
    let wrong = json!({"type": "ordering", "question": "?", "options": [5, {"id": "a"}]});
    assert!(refused(wrong).await.as_object().unwrap().keys().any(|field| field.contains("options")));
}

#[tokio::test]
async fn a_preview_reads_a_text_and_stores_nothing() {
    let (t, admin) = TestApp::with_admin().await;
    let ask = |body: Value| t.post("/api/tests/content").bearer(&admin).json(body).send();
    let plain = ask(json!({"format": "plain", "text": "2*3*4"})).await.ok();
    assert_eq!(plain, json!({"content": {"plain": "2*3*4"}}));
    let rich = ask(json!({"format": "markdown", "text": "*a*"})).await.ok();
    assert_eq!(rich, json!({"content": {"rich": [{"p": [{"em": [{"t": "a"}]}]}]}}));
    let fault = ask(json!({"format": "markdown", "text": "$\\frac{1$"})).await.expect(422);
    assert!(text(&fault["fields"]["text"]).starts_with("Line 1, column "), "{fault}");
}

/// A test whose keys have this many patterns.
fn patterns(count: usize) -> Value {
    let question = |n: usize| {
        json!({"id": format!("q{n}"), "type": "short_text", "question": "s", "points": 1,
        "accepted": ["zz"], "pattern": r"(\pL|\d|[^a]){3}"})
    };
    json!({"title": "Patterns", "duration_minutes": 30, "questions": (1..=count).map(question).collect::<Vec<_>>()})
}

#[tokio::test]
async fn keys_with_patterns_are_scored_before_the_attempt_ends() {
    let (t, admin) = TestApp::with_admin().await;
    t.post("/api/tests").bearer(&admin).json(patterns(101)).send().await.invalid("questions");
    let test = t.create_test(&admin, patterns(100)).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    let key = key(1);
    t.start(&invite["token"], &key).await.ok();
    t.save(&invite["token"], &key, &[("q1", "bcd", 1), ("q2", "x", 1)]).await.ok();
    // The last answers come with the submit: one changed, one new, one that needs no pattern.
    let done = t.submit(&invite["token"], &key, &[("q2", "xyz"), ("q3", "no"), ("q4", "ZZ")]).await.ok();
    assert_eq!((&done["earned_points"], &done["answers_stored"]), (&json!(3.0), &json!(4)));
    let again = t.submit(&invite["token"], &key, &[("q3", "yes")]).await.ok();
    assert_eq!(again["earned_points"], json!(3.0));
    t.assert_sound();
}
