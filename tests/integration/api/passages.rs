//! Texts that questions of a section share (docs/behaviour/tests.md#passages).

use crate::support::{
    app::TestApp,
    journey::{column, key, list, text},
};
use invigil::picture;
use serde_json::{Value, json};

fn essay(id: &str, passage: Option<&str>) -> Value {
    let mut item = json!({"question": {"id": id, "type": "essay", "question": format!("Question {id}?"), "points": 2}});
    if let Some(passage) = passage {
        item["passage"] = passage.into();
    }
    item
}

/// Two sections with a passage each; the questions of the first are shuffled.
fn divided(memo: &str) -> Value {
    json!({"title": "Reading", "duration_minutes": 30, "sections": [
        {"title": "Memo", "shuffle_questions": true, "instructions": "Read **first**.", "instructions_format": "markdown",
            "passages": [{"id": "memo", "title": "The memo", "text": memo, "format": "markdown"}, {"id": "unused", "text": "-"}],
            "items": [essay("a1", Some("memo")), essay("b1", None), essay("a2", Some("memo")), essay("b2", None)]},
        {"title": "Letter", "passages": [{"id": "letter", "text": "Dear all"}], "items": [essay("c1", Some("letter"))]},
    ]})
}

#[tokio::test]
async fn questions_about_a_passage_stay_together_and_name_it() {
    let (t, ada) = TestApp::with_admin().await;
    let bytes = picture::jpeg(40, 30, |x, _| [9, u8::try_from(x).unwrap(), 200]).unwrap();
    let stored = t.post("/api/pictures").bearer(&ada).body("image/jpeg", bytes.clone()).send().await.expect(201);
    let hash = text(&stored["hash"]);
    let test = t.create_test(&ada, divided(&format!("We move to *Oslo*. ![chart](picture:{hash})"))).await;
    let sections = list(&test["sections"]);
    assert_eq!(
        (&sections[0]["instructions"], &sections[0]["passages"][0]["title"]),
        (&json!("Read **first**."), &json!("The memo"))
    );
    assert_eq!(
        (&sections[0]["items"][0]["passage"], &sections[0]["items"][1]["passage"]),
        (&json!("memo"), &Value::Null)
    );

    let id = text(&test["id"]);
    let preview = t.get(format!("/api/tests/{id}/papers/{}", "0".repeat(32))).bearer(&ada).send().await.ok();
    assert_eq!(column(&preview["passages"], "id"), ["memo", "letter"]);
    assert_eq!(preview["sections"][1]["questions"][0]["passage"], "letter");

    for n in 0..6 {
        let invite = t.invite(&ada, &test, &format!("c{n}@example.org")).await;
        let door = t.door(&invite["token"], None).await;
        assert!(!door.text.contains("Oslo") && !door.text.contains("Dear all"), "{}", door.text);
        let started = t.start(&invite["token"], &key(n)).await.ok();
        assert_eq!(column(&started["passages"], "id"), ["memo", "letter"]);
        assert!(
            started["passages"][0]["content"].is_object() && started["sections"][0]["instructions_content"].is_object()
        );
        let questions = list(&started["questions"]);
        let about: Vec<usize> = (0..questions.len()).filter(|at| questions[*at]["passage"] == "memo").collect();
        assert_eq!((about.len(), about[1] - about[0]), (2, 1), "together: {questions:?}");
        let path = format!("/api/take-test/{}/pictures/{hash}", text(&invite["token"]));
        assert_eq!(t.get(path).key(&key(n)).send().await.status, 200);
        t.submit(&invite["token"], &key(n), &[("a1", "Because.")]).await.ok();
    }
    let results = t.get("/api/results").bearer(&ada).send().await.ok();
    let submission = text(&list(&results["results"])[0]["submission_id"]).to_owned();
    let detail = t.get(format!("/api/results/{submission}")).bearer(&ada).send().await.ok();
    assert_eq!(column(&detail["passages"], "id"), ["memo", "letter"]);
    assert_eq!(list(&detail["answers"]).iter().filter(|answer| answer["passage"] == "memo").count(), 2);
    t.assert_sound();
}

#[tokio::test]
async fn a_test_keeps_its_passages_until_its_author_takes_them_out() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, divided("We move.")).await;
    let path = format!("/api/tests/{}", text(&test["id"]));
    let put = |body: Value| t.put(path.clone()).bearer(&ada).json(body).send();
    let flat = json!({"title": "Reading", "questions": test["questions"]});
    put(flat).await.refused(409, "has_sections");
    let mut whole = divided("We move.");
    whole["sections"][0]["items"][0]["passage"] = "letter".into();
    put(whole.clone()).await.invalid("sections[0].items[0].passage");
    whole["sections"][0]["items"][0]["passage"] = "memo".into();
    whole["sections"][1]["passages"][0]["id"] = "memo".into();
    put(whole.clone()).await.invalid("sections[1].passages[0].id");
    // As it was read.
    let read = t.get(path.clone()).bearer(&ada).send().await.ok();
    let again = put(json!({"title": "Reading", "duration_minutes": 30, "sections": read["sections"]})).await.ok();
    assert_eq!(again["sections"], read["sections"]);
    let copy = t.post(format!("{path}/copy")).bearer(&ada).json(json!({})).send().await.expect(201);
    assert_eq!(copy["sections"][0]["passages"], read["sections"][0]["passages"]);
}
