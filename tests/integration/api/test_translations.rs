//! Translations of a test's own texts (docs/behaviour/tests.md#translations).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{column, key, list, small_test, text},
};
use invigil::domain::evidence::archive;
use serde_json::{Value, json};

/// A question of each kind with texts to choose from, in English.
fn all_choices() -> Value {
    json!({"title": "Sums", "language": "en", "description": "**Two** minutes", "description_format": "markdown",
    "questions": [
        {"id": "q1", "type": "multiple_choice", "question": "2 + 2?", "options": ["three", "four"],
            "correct_answer": "four"},
        {"id": "q2", "type": "multiple_response", "format": "markdown", "question": "Which are *even*?",
            "options": [{"id": "a", "text": "two"}, {"id": "b", "text": "five"}, {"id": "c", "text": "six"}],
            "correct_answers": ["a", "c"]},
        {"id": "q3", "type": "ordering", "question": "Order them.", "options": ["small", "middle", "large"],
            "order": ["o1", "o2", "o3"]},
        {"id": "q4", "type": "matching", "question": "Match.",
            "prompts": [{"id": "l1", "text": "cat"}, {"id": "l2", "text": "bird"}],
            "options": [{"id": "r1", "text": "fur"}, {"id": "r2", "text": "feathers"}],
            "pairs": {"l1": "r1", "l2": "r2"}},
        {"id": "q5", "type": "gaps", "question": "A [[g1]] has [[g2]] legs.", "gaps": [
            {"id": "g1", "kind": "choice", "options": [{"id": "x", "text": "dog"}, {"id": "y", "text": "snake"}],
                "correct_answer": "x"},
            {"id": "g2", "kind": "number", "correct_number": "4"}]},
    ]})
}

struct Desk {
    t: TestApp,
    ada: String,
    test: Value,
}

impl Desk {
    async fn of(test: Value) -> Self {
        let (t, ada) = TestApp::with_admin().await;
        let test = t.create_test(&ada, test).await;
        Self { t, ada, test }
    }

    fn path(&self) -> String {
        format!("/api/tests/{}/translations", text(&self.test["id"]))
    }

    async fn texts(&self) -> Value {
        self.t.get(self.path()).bearer(&self.ada).send().await.ok()
    }

    /// Every text in capitals, with its gaps, but those that contain one of these words.
    async fn drafts(&self, but: &[&str]) -> Vec<Value> {
        let all = self.texts().await;
        let wanted =
            list(&all["texts"]).iter().filter(|row| but.iter().all(|word| !text(&row["source"]).contains(word)));
        let draft = |row: &Value| {
            let capitals = text(&row["source"]).to_uppercase().replace("[[G", "[[g");
            json!({"part": row["part"], "of": row["of"], "at": row["at"], "source_hash": row["source_hash"],
                "text": capitals})
        };
        wanted.map(draft).collect()
    }

    async fn put(&self, language: &str, version: u64, texts: Vec<Value>) -> Reply {
        let body = json!({"version": version, "texts": texts});
        self.t.put(format!("{}/{language}", self.path())).bearer(&self.ada).json(body).send().await
    }

    async fn remove(&self, language: &str, version: u64) -> Reply {
        self.t.delete(format!("{}/{language}?version={version}", self.path())).bearer(&self.ada).send().await
    }

    async fn edit(&self, change: impl FnOnce(&mut Value)) {
        let id = text(&self.test["id"]);
        let mut test = self.t.get(format!("/api/tests/{id}")).bearer(&self.ada).send().await.ok();
        change(&mut test);
        self.t.put(format!("/api/tests/{id}")).bearer(&self.ada).json(test).send().await.ok();
    }

    async fn started(&self, n: u8) -> (Value, Value) {
        let invite = self.t.invite(&self.ada, &self.test, &format!("c{n}@example.org")).await;
        let started = self.t.start(&invite["token"], &key(n)).await.ok();
        (invite, started)
    }
}

#[tokio::test]
async fn candidates_read_each_language_and_are_marked_by_one_key() {
    let desk = Desk::of(all_choices()).await;
    let drafts = desk.drafts(&[]).await;
    let put = desk.put("de", 0, drafts).await.ok();
    let summary = &put["languages"][0];
    assert_eq!((&summary["language"], &summary["missing"], &summary["version"]), (&json!("de"), &json!(0), &json!(1)));
    assert_eq!(summary["updated_by"], "Ada Admin");
    desk.t.set_up_mail(&desk.ada).await;
    let german = json!({"language": "de"});
    let invite = desk.t.invite_with(&desk.ada, &desk.test, "cora@example.org", german).await.expect(201);
    let mail = desk.t.mailer.sent().pop().unwrap();
    assert!(
        mail.content.subject.contains("SUMS") && mail.content.text.contains("TWO MINUTES"),
        "{}",
        mail.content.text
    );
    let page = desk.t.get(format!("/api/invites/token/{}", text(&invite["token"]))).send().await.ok();
    assert_eq!(page["test"]["translations"]["de"]["title"], "SUMS");
    assert!(page["test"]["translations"]["de"]["description_content"].is_object(), "{page}");
    assert_eq!(page["test"]["language"], "en");

    let started = desk.t.start(&invite["token"], &key(1)).await.ok();
    let questions = list(&started["questions"]);
    let german = |n: usize| &questions[n]["translations"]["de"];
    assert_eq!((&german(0)["question"], &german(0)["options"]), (&json!("2 + 2?"), &json!(["THREE", "FOUR"])));
    assert!(german(1)["content"].is_object() && german(1)["options"][0]["content"].is_object());
    for (question, list_name) in [(1, "options"), (2, "options"), (3, "options"), (3, "prompts")] {
        let (original, other) = (&questions[question][list_name], &german(question)[list_name]);
        assert_eq!(column(original, "id"), column(other, "id"), "the same order");
        let capitals = column(original, "text").iter().map(|text| text.to_uppercase()).collect::<Vec<_>>();
        assert_eq!(column(other, "text"), capitals);
    }
    assert_eq!(german(4)["gaps"][0]["options"][1], json!({"id": "y", "text": "SNAKE"}));
    assert!(!started.to_string().contains("correct"), "{started}");

    let id_of = |text: &str| {
        let found = list(&questions[2]["options"]).iter().find(|option| option["text"] == text).unwrap();
        found["id"].as_str().unwrap().to_owned()
    };
    let order = json!([id_of("small"), id_of("middle"), id_of("large")]).to_string();
    let answers = [
        ("q1", "four"),
        ("q2", r#"["a","c"]"#),
        ("q3", order.as_str()),
        ("q4", r#"{"l1":"r1","l2":"r2"}"#),
        ("q5", r#"{"g1":"x","g2":"4"}"#),
    ];
    assert_eq!(desk.t.submit(&invite["token"], &key(1), &answers).await.ok()["score"], 100.0);
    let result = desk.t.result_of(&desk.ada, &invite).await;
    let path = format!("/api/results/{}/evidence", text(&result["submission_id"]));
    let bundle = desk.t.get(path).bearer(&desk.ada).send().await.bytes;
    let files = archive::read(&bundle).unwrap();
    let paper = files.iter().find(|(name, _)| *name == "paper.json").unwrap().1;
    let paper: Value = serde_json::from_slice(paper).unwrap();
    assert_eq!((&paper["language"], &paper["translations"][0]["language"]), (&json!("en"), &json!("de")));
    desk.t.assert_sound();
}

#[tokio::test]
async fn the_own_page_and_shared_results_have_the_translations_of_the_paper() {
    let desk = Desk::of(all_choices()).await;
    let drafts = desk.drafts(&["snake"]).await;
    desk.put("de", 0, drafts).await.ok();
    let (invite, _) = desk.started(1).await;
    desk.remove("de", 1).await.ok();
    let heartbeat = json!({"question": 1, "camera": "on", "visible": true, "language": "de"});
    let path = format!("/api/take-test/{}/presence", text(&invite["token"]));
    desk.t.post(path).key(&key(1)).json(heartbeat).send().await.expect(204);
    let answers = [("q1", "four"), ("q2", r#"["c"]"#), ("q5", r#"{"g1":"y"}"#)];
    let done = desk.t.submit(&invite["token"], &key(1), &answers).await.ok();
    let own = desk.t.get(format!("/api/receipt/{}", text(&done["receipt_token"]))).send().await.ok();
    assert_eq!((&own["test_language"], &own["test_translations"]), (&json!("en"), &json!({"de": {"title": "SUMS"}})));
    let file = desk.t.get(format!("/api/receipt/{}/download", text(&done["receipt_token"]))).send().await.ok();
    assert_eq!((&file["language"], &file["test_title"]), (&json!("de"), &json!("SUMS")));
    assert_eq!((&file["original_language"], &file["original_test_title"]), (&json!("en"), &json!("Sums")));
    let written = |place: usize, name: &str| file["answers"][place][name].clone();
    let said = ["text", "answer_text", "original_answer_text"];
    assert_eq!(said.map(|name| written(0, name)), [json!("four"), json!("FOUR"), Value::Null]);
    assert_eq!(said.map(|name| written(1, name)), [json!(r#"["c"]"#), json!("SIX"), json!("six")]);
    assert_eq!(
        written(2, "original_answer_text"),
        Value::Null,
        "a question without a whole translation was read as it is"
    );

    let result = desk.t.result_of(&desk.ada, &invite).await;
    let body = json!({"submission_ids": [result["submission_id"]], "answers": true});
    let made = desk.t.post("/api/shares").bearer(&desk.ada).json(body).send().await.expect(201);
    let token = text(&made["link"]).rsplit('/').next().unwrap();
    let shared = desk.t.get(format!("/api/shares/{token}")).send().await.ok();
    assert_eq!((&shared["test_language"], &shared["test_translations"]["de"]["title"]), (&json!("en"), &json!("SUMS")));
    let answers = list(&shared["results"][0]["answers"]);
    assert_eq!(answers[0]["question"]["translations"]["de"]["options"], json!(["THREE", "FOUR"]));
    let german = |place: usize| &answers[place]["answer_translations"];
    assert_eq!((german(0), german(1)), (&json!({"de": "FOUR"}), &json!({"de": "SIX"})));
    assert_eq!((german(2), german(4)), (&Value::Null, &Value::Null), "without an answer, or a whole translation");
    desk.t.assert_sound();
}

#[tokio::test]
async fn what_is_missing_or_has_changed_is_read_in_the_original() {
    let desk = Desk::of(all_choices()).await;
    let ready = async || {
        let id = text(&desk.test["id"]);
        desk.t.get(format!("/api/tests/{id}/readiness")).bearer(&desk.ada).send().await.ok()["translations"].clone()
    };
    assert_eq!(ready().await, Value::Null);
    let drafts = desk.drafts(&["snake", "minutes"]).await;
    desk.put("de", 0, drafts).await.ok();
    assert_eq!(ready().await, json!([{"language": "de", "missing": 2, "changed": 0}]));
    let (running, started) = desk.started(1).await;
    assert!(started["questions"][4]["translations"].is_null(), "an option is not translated");
    assert_eq!(started["questions"][0]["translations"]["de"]["options"][1], "FOUR");
    let intro = &started["test"]["translations"]["de"];
    assert_eq!((&intro["title"], &intro["description"]), (&json!("SUMS"), &Value::Null));

    desk.edit(|test| test["questions"][0]["options"] = json!(["four", "three and a half"])).await;
    let all = desk.texts().await;
    let row = list(&all["texts"]).iter().find(|row| row["source"] == "three and a half").unwrap();
    assert_eq!(row["translations"]["de"]["state"], "changed");
    let four = list(&all["texts"]).iter().find(|row| row["source"] == "four").unwrap();
    assert_eq!(four["translations"]["de"], json!({"text": "FOUR", "state": "current"}), "it has moved");
    assert_eq!(ready().await, json!([{"language": "de", "missing": 2, "changed": 1}]));
    let (_, started) = desk.started(2).await;
    assert!(started["questions"][0]["translations"].is_null(), "one option is another one now");
    // An attempt keeps the texts with which it started.
    let door = desk.t.door(&running["token"], Some(&key(1))).await.ok();
    assert_eq!(door["attempt"]["questions"][0]["translations"]["de"]["options"], json!(["THREE", "FOUR"]));

    // Still right: sent again with the new original.
    let drafts = desk.drafts(&["snake", "minutes"]).await;
    let put = desk.put("de", 1, drafts).await.ok();
    assert_eq!(put["languages"][0]["changed"], 0);
    assert_eq!(put["unused"], json!([]));
    desk.t.assert_sound();
}

#[tokio::test]
async fn a_stale_save_overwrites_neither_another_nor_the_test() {
    let desk = Desk::of(all_choices()).await;
    let drafts = desk.drafts(&[]).await;
    desk.put("de", 0, drafts.clone()).await.ok();
    let refused = desk.put("de", 0, drafts.clone()).await.expect(409);
    assert_eq!((&refused["code"], &refused["by"]), (&json!("changed_meanwhile"), &json!("Ada Admin")));
    desk.put("fr", 0, drafts.clone()).await.ok();
    // An author who has the test open loses nothing, and takes nothing from the translators.
    desk.edit(|test| test["title"] = json!("Sums of all kinds")).await;
    let all = desk.texts().await;
    assert_eq!(column(&all["languages"], "language"), ["de", "fr"]);
    let test = desk.t.get(format!("/api/tests/{}", text(&desk.test["id"]))).bearer(&desk.ada).send().await.ok();
    assert_eq!((&test["translated_into"], &test["version"]), (&json!(["de", "fr"]), &json!(2)));

    assert_eq!(desk.remove("fr", 1).await.expect(409)["code"], "changed_meanwhile");
    desk.remove("fr", 2).await.ok();
    desk.remove("fr", 2).await.expect(404);
    assert_eq!(desk.put("fr", 2, drafts.clone()).await.expect(409)["code"], "changed_meanwhile");
    // At once: one of both is stored.
    let (one, other) = tokio::join!(desk.put("de", 1, drafts.clone()), desk.put("de", 1, drafts.clone()));
    assert_eq!([one.status, other.status].iter().filter(|status| **status == 200).count(), 1);
    let (one, other) = tokio::join!(desk.put("fr", 0, drafts.clone()), desk.put("es", 0, drafts));
    assert_eq!([one.status, other.status], [200, 200], "other languages do not stand in the way");
    desk.t.assert_sound();
}

#[tokio::test]
async fn wrong_translations_are_refused_by_field() {
    let desk = Desk::of(all_choices()).await;
    let drafts = desk.drafts(&[]).await;
    desk.put("en", 0, drafts.clone()).await.invalid("language");
    desk.put("tlh", 0, drafts.clone()).await.invalid("language");
    let place = drafts.iter().position(|draft| draft["of"] == "q5" && draft["part"] == "question").unwrap();
    let mut without = drafts.clone();
    without[place]["text"] = json!("Ein Tier hat [[g2]] Beine.");
    let field = format!("texts[{place}].text");
    let refused = desk.put("de", 0, without).await.invalid(&field);
    assert!(text(&refused["fields"][&field]).contains("[[g1]]"), "{refused}");
    let mut same = drafts;
    for draft in same.iter_mut().filter(|draft| draft["of"] == "q1" && draft["part"] == "option") {
        draft["text"] = json!("vier");
    }
    assert!(desk.put("de", 0, same).await.text.contains("reads the same"));
    desk.put("de", 0, vec![json!({"part": "title", "source_hash": "zz", "text": "Summen"})]).await.ok();
    let all = desk.texts().await;
    let of_title = &all["texts"][0]["translations"]["de"]["state"];
    assert_eq!(of_title, "changed", "what it is a translation of is not known");
    assert_eq!(desk.texts().await["languages"][0]["translated"], 0);
}

#[tokio::test]
async fn results_are_counted_together_and_by_language() {
    let desk = Desk::of(json!({"title": "One", "language": "en", "questions": [
        {"id": "q1", "type": "multiple_choice", "question": "2 + 2?", "options": ["3", "4"], "correct_answer": "4"}]}))
    .await;
    let drafts = desk.drafts(&["One"]).await.into_iter().map(|mut draft| {
        draft["text"] = json!(format!("de {}", text(&draft["text"])));
        draft
    });
    desk.put("de", 0, drafts.collect()).await.ok();
    for (n, page, answer) in [(1, "de", "4"), (2, "de", "3"), (3, "fr", "4"), (4, "", "3")] {
        let (invite, _) = desk.started(n).await;
        if !page.is_empty() {
            let path = format!("/api/take-test/{}/presence", text(&invite["token"]));
            let body = json!({"question": 1, "camera": "on", "visible": true, "language": page});
            desk.t.post(path).key(&key(n)).json(body).send().await.expect(204);
        }
        desk.t.submit(&invite["token"], &key(n), &[("q1", answer)]).await.ok();
    }
    let path = format!("/api/tests/{}/statistics", text(&desk.test["id"]));
    let figures = desk.t.get(path).bearer(&desk.ada).send().await.ok();
    assert_eq!((&figures["counted"], &figures["mean"]), (&json!(4), &json!(50.0)));
    let languages = list(&figures["languages"]);
    let row = |tag: Value| languages.iter().find(|row| row["language"] == tag).unwrap().clone();
    assert_eq!((&row(json!("de"))["submissions"], &row(json!("de"))["mean"]), (&json!(2), &json!(50.0)));
    // The test is not translated into French: that candidate read English.
    assert_eq!(row(json!("en"))["mean"], 100.0);
    assert_eq!(row(Value::Null)["mean"], 0.0);
    let question = &figures["questions"][0];
    assert_eq!(question["correct"], 2);
    let german = list(&question["languages"]).iter().find(|row| row["language"] == "de").unwrap();
    assert_eq!((&german["correct"], &german["wrong"], &german["share_correct"]), (&json!(1), &json!(1), &json!(0.5)));
}

#[tokio::test]
async fn sections_pools_and_passages_are_translated_too() {
    let (t, ada) = TestApp::with_admin().await;
    for n in 1..=3 {
        let question = json!({"type": "essay", "question": format!("banked {n}"), "tags": ["pool"]});
        let body = json!({"title": format!("B{n}"), "state": "ready", "question": question});
        t.post("/api/questions").bearer(&ada).json(body).send().await.expect(201);
    }
    let test = t
        .create_test(
            &ada,
            json!({"title": "Divided", "language": "en", "sections": [
                {"title": "reading", "instructions": "take your time", "shuffle_options": true,
                    "passages": [{"id": "memo", "title": "the memo", "text": "*we move*", "format": "markdown"}],
                    "items": [{"question": {"id": "a1", "type": "multiple_choice", "question": "where?",
                        "options": ["oslo", "rome", "paris"], "correct_answer": "rome"}, "passage": "memo"}]},
                {"title": "bank", "items": [{"pool": {"tags": ["pool"], "draw": 1, "points": 2}}]},
            ]}),
        )
        .await;
    let desk = Desk { t, ada, test };
    let drafts = desk.drafts(&[]).await;
    assert_eq!(drafts.len(), 13, "{drafts:?}");
    assert_eq!(desk.put("de", 0, drafts).await.ok()["languages"][0]["missing"], 0);
    let path = format!("/api/tests/{}/papers/{}", text(&desk.test["id"]), "0".repeat(32));
    let drawn = desk.t.get(path).bearer(&desk.ada).send().await.ok();
    assert_eq!(drawn["sections"][0]["translations"]["de"]["instructions"], "TAKE YOUR TIME");
    assert_eq!(drawn["passages"][0]["translations"]["de"]["title"], "THE MEMO");
    let banked = &drawn["sections"][1]["questions"][0];
    assert_eq!(banked["translations"]["de"]["question"], text(&banked["question"]).to_uppercase());
    for n in 1..=4 {
        let (_, started) = desk.started(n).await;
        let german = &started["sections"][0]["translations"]["de"];
        assert_eq!((&german["title"], &german["instructions"]), (&json!("READING"), &json!("TAKE YOUR TIME")));
        let memo = &started["passages"][0]["translations"]["de"];
        assert_eq!((&memo["title"], memo["content"].is_object()), (&json!("THE MEMO"), true));
        let question = &started["questions"][0];
        let capitals: Vec<String> = list(&question["options"]).iter().map(|o| text(o).to_uppercase()).collect();
        assert_eq!(question["translations"]["de"]["options"], json!(capitals), "in the order of this paper");
        let drawn = &started["questions"][1];
        assert_eq!(drawn["translations"]["de"]["question"], text(&drawn["question"]).to_uppercase());
    }
    // A question that comes into the pool later has no translation yet.
    let body = json!({"state": "ready", "question": {"type": "essay", "question": "banked 4", "tags": ["pool"]}});
    desk.t.post("/api/questions").bearer(&desk.ada).json(body).send().await.expect(201);
    assert_eq!(desk.texts().await["languages"][0]["missing"], 1);
    desk.t.assert_sound();
}

#[tokio::test]
async fn files_and_copies_carry_the_translations() {
    let desk = Desk::of(all_choices()).await;
    let drafts = desk.drafts(&["minutes"]).await;
    desk.put("de", 0, drafts).await.ok();
    let id = text(&desk.test["id"]);
    let copy = desk.t.post(format!("/api/tests/{id}/copy")).bearer(&desk.ada).json(json!({})).send().await;
    assert_eq!(copy.expect(201)["translated_into"], json!(["de"]));
    for format in ["json", "yaml"] {
        let export = desk.t.get(format!("/api/tests/{id}/export?format={format}")).bearer(&desk.ada).send().await;
        assert_eq!(export.status, 200, "{}", export.text);
        let path = format!("/api/tests/import?filename=a.{format}");
        let call = desk.t.post(path).bearer(&desk.ada).body("application/octet-stream", export.text.clone());
        let imported = call.send().await.expect(201);
        assert_eq!(imported["findings"], json!([]), "{}", export.text);
        let new = text(&imported["tests"][0]["id"]);
        let texts = desk.t.get(format!("/api/tests/{new}/translations")).bearer(&desk.ada).send().await.ok();
        let german = &texts["languages"][0];
        assert_eq!((&german["language"], &german["missing"], &german["changed"]), (&json!("de"), &json!(1), &json!(0)));
    }
    let losses = desk.t.get(format!("/api/tests/{id}/export/preview?format=csv")).bearer(&desk.ada).send().await;
    assert!(losses.text.contains("The translations of the test are not in the file."), "{}", losses.text);
}

#[tokio::test]
async fn a_file_names_the_translations_that_do_not_fit() {
    let (t, ada) = TestApp::with_admin().await;
    let mut file = small_test("Rust");
    file["language"] = json!("en");
    let more = json!({"type": "essay", "question": "Why?"});
    file["questions"].as_array_mut().unwrap().push(more);
    file["translations"] = json!({"de": {"title": "Rost", "description": "Ohne Vorlage"}, "en": {"title": "x"},
        "tlh": {"title": "y"}, "fr": {"titel": "z"}, "de-AT": {"title": "Grünspan"}});
    file["questions"][0]["translations"] = json!({"de": {"question": "Welche?", "options": ["A1", "A1"]}});
    file["questions"][1]["translations"] = json!({"de": {"question": "Warum?", "options": ["zu", "viel"]}});
    let path = "/api/tests/import?filename=a.json&dry_run=true";
    let dry = t.post(path).bearer(&ada).body("application/octet-stream", file.to_string()).send().await.ok();
    let said = column(&dry["findings"], "message").join("\n");
    for part in [
        "'tlh'",
        "the language of 'de-AT'",
        "itself is in 'en'",
        "'titel'",
        "Question 2: The translation into 'de'",
        "reads the same",
        "description into 'de' is left out",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let path = "/api/tests/import?filename=a.json&accept_changes=true";
    let done = t.post(path).bearer(&ada).body("application/octet-stream", file.to_string()).send().await.expect(201);
    let new = text(&done["tests"][0]["id"]);
    let texts = t.get(format!("/api/tests/{new}/translations")).bearer(&ada).send().await.ok();
    assert_eq!(column(&texts["languages"], "language"), ["de"]);
    assert_eq!(texts["texts"][0]["translations"]["de"]["text"], "Rost");
    let options = list(&texts["texts"]).iter().filter(|row| row["part"] == "option");
    let german = options.filter(|row| row["translations"]["de"].is_object()).count();
    assert_eq!(german, 1, "the second of two options that read the same is not stored");
}

#[tokio::test]
async fn translations_of_a_bank_question_are_offered_to_the_other_tests_that_ask_it() {
    let (t, ada) = TestApp::with_admin().await;
    let banked = async |text: &str, tag: &str| {
        let options = ["none", "some"];
        let question = json!({"type": "multiple_choice", "question": text, "options": options, "correct_answer": "some",
            "tags": [tag]});
        let body = json!({"state": "ready", "question": question});
        t.post("/api/questions").bearer(&ada).json(body).send().await.expect(201)
    };
    let (named, pooled) = (banked("which join?", "a").await, banked("which lock?", "pool").await);
    let divided = |title: &str| {
        let items = json!([{"question_id": named["id"]}, {"pool": {"tags": ["pool"], "draw": 1, "points": 2}}]);
        json!({"title": title, "language": "en", "sections": [{"title": "bank", "items": items}]})
    };
    let first = t.create_test(&ada, divided("First")).await;
    let second = t.create_test(&ada, divided("Second")).await;
    let desk = Desk { test: first, ada: ada.clone(), t };
    let drafts = desk.drafts(&[]).await;
    desk.put("de", 0, drafts).await.ok();
    assert!(!desk.texts().await.to_string().contains("offered"), "to itself");
    let desk = Desk { test: second, ..desk };
    let all = desk.texts().await;
    let offered: Vec<&str> = list(&all["texts"]).iter().filter_map(|row| row["offered"]["de"].as_str()).collect();
    assert_eq!(offered, ["WHICH JOIN?", "NONE", "SOME", "WHICH LOCK?", "NONE", "SOME"], "and no title");
    // One of another original is not.
    let change = json!({"question": {"type": "multiple_choice", "question": "which lock, and why?",
        "options": ["none", "some"], "correct_answer": "some", "tags": ["pool"]}, "state": "ready"});
    desk.t.put(format!("/api/questions/{}", text(&pooled["id"]))).bearer(&desk.ada).json(change).send().await.ok();
    let all = desk.texts().await;
    let row = |source: &str| list(&all["texts"]).iter().find(|row| row["source"] == source).unwrap().clone();
    assert_eq!(row("which lock, and why?")["offered"], Value::Null);
    let join = row("which join?");
    let draft = json!({"part": join["part"], "of": join["of"], "at": join["at"], "source_hash": join["source_hash"],
        "text": "Welcher Join?"});
    desk.put("de", 0, vec![draft]).await.ok();
    let all = desk.texts().await;
    let row = list(&all["texts"]).iter().find(|row| row["source"] == "which join?").unwrap();
    assert_eq!(row["offered"], Value::Null, "it has its own by now");
    desk.t.assert_sound();
}
