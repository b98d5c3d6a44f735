//! Tests from files, and as files.

use crate::support::{
    app::TestApp,
    journey::{all_types, column, list, text},
};
use serde_json::json;

const GIFT: &str =
    "$CATEGORY: Bank/Logic\n\nWhat is 2 + 2? {=4 ~5#no}\n\nJust a text.\n\nPairs {=a -> b =c -> d}\n\nWhy?{}\n";

async fn titles(t: &TestApp, admin: &str) -> Vec<String> {
    let tests = t.get("/api/tests").bearer(admin).send().await.ok();
    column(&tests, "title").into_iter().map(str::to_owned).collect()
}

#[tokio::test]
async fn a_file_is_shown_before_it_is_imported() {
    let (t, admin) = TestApp::with_admin().await;
    let send = |query: &str, body: &str| {
        let call = t.post(format!("/api/tests/import?{query}")).bearer(&admin);
        call.body("application/octet-stream", body.as_bytes().to_vec()).send()
    };
    let seen = send("dry_run=true&filename=bank.txt", GIFT).await.ok();
    assert_eq!((&seen["format"], &seen["importable"]), (&json!("gift"), &json!(true)));
    assert_eq!(
        seen["tests"],
        json!([{"title": "Logic", "duration_minutes": 60, "question_count": 3, "total_points": 3, "questions": [
            {"place": "line 3", "type": "multiple_choice", "question": "What is 2 + 2?", "points": 1},
            {"place": "line 7", "type": "matching", "question": "Pairs", "points": 1},
            {"place": "line 9", "type": "essay", "question": "Why?", "points": 1},
        ]}])
    );
    let found = list(&seen["findings"]).iter();
    let found: Vec<_> = found.map(|f| (text(&f["level"]), text(&f["effect"]), text(&f["place"]))).collect();
    assert_eq!(found, [("left_out", "scores", "line 5"), ("left_out", "reads", "line 3")], "worst first");
    assert!(titles(&t, &admin).await.is_empty(), "a dry run makes nothing");

    let refused = send("filename=bank.txt", GIFT).await;
    assert_eq!((refused.status, text(&refused.json["code"])), (409, "changes_meaning"), "{}", refused.text);
    let fields = &refused.json["fields"];
    assert!(
        text(&fields["accept_changes"]).starts_with("2 parts of the file score or read differently here."),
        "{fields}"
    );
    assert!(text(&fields["scores"]).starts_with("line 5: This question was skipped"), "{fields}");
    assert!(text(&fields["reads"]).starts_with("line 3: "), "{fields}");
    assert!(titles(&t, &admin).await.is_empty(), "without consent nothing is made");
    let made = send("filename=bank.txt&accept_changes=true", GIFT).await.expect(201);
    let stored = t.get(format!("/api/tests/{}", text(&made["tests"][0]["id"]))).bearer(&admin).send().await.ok();
    assert_eq!((&stored["title"], &stored["question_count"]), (&json!("Logic"), &json!(3)));
    assert_eq!(stored["questions"][0]["correct_answer"], "4");
    let notes = text(&stored["questions"][0]["reviewer_notes"]);
    assert!(notes.starts_with("Differs from the imported file: "), "what was accepted stands on the question: {notes}");
    t.assert_sound();
}

#[tokio::test]
async fn a_bad_file_makes_nothing_and_says_where() {
    let (t, admin) = TestApp::with_admin().await;
    let send = |query: &str, body: Vec<u8>| {
        t.post(format!("/api/tests/import?{query}")).bearer(&admin).body("application/octet-stream", body).send()
    };
    let good = json!({"title": "Good", "questions": [{"type": "essay", "question": "Why?"}]});
    let bad = json!({"title": " ", "duration_minutes": 0, "questions": [{"type": "essay", "question": "Why?"}]});
    let file = format!("[{good},\n{bad}]").into_bytes();
    let refused = send("format=json", file.clone()).await;
    assert_eq!(refused.status, 422, "{}", refused.text);
    assert_eq!(refused.json["fields"]["[1].title"], "line 2: Test title is required");
    assert_eq!(refused.json["fields"]["[1].duration_minutes"], "line 2: Duration must be between 1 and 480 minutes");
    assert!(text(&refused.json["detail"]).starts_with("line 2: "), "{}", refused.text);
    let seen = send("dry_run=true", file).await.ok();
    assert_eq!((&seen["importable"], list(&seen["findings"]).len()), (&json!(false), 2));
    send("format=pdf", b"x".to_vec()).await.invalid("format");
    send("", Vec::new()).await.invalid("file");
    send("", b"hello".to_vec()).await.invalid("file");
    send("", vec![b' '; (10 << 20) + 1]).await.refused(413, "too_large");
    assert!(titles(&t, &admin).await.is_empty());
}

#[tokio::test]
async fn what_a_file_does_not_hold_is_said_before_it_is_written_and_when_it_is_read() {
    let (t, admin) = TestApp::with_admin().await;
    let number =
        json!({"type": "numeric", "question": "?", "points": 2, "correct_number": "5", "unit": "kg", "penalty": 1});
    let several =
        json!({"type": "multiple_response", "question": "?", "options": ["a", "b"], "correct_answers": ["o1"]});
    let items = json!([{"question": number}, {"question": several}]);
    let test = json!({"title": "T", "duration_minutes": 30, "require_fullscreen": true,
        "sections": [{"title": "A", "shuffle_options": true, "items": items}]});
    let test = t.create_test(&admin, test).await;
    let path = format!("/api/tests/{}/export", text(&test["id"]));
    let found = async |format: &str| {
        let seen = t.get(format!("{path}/preview?format={format}")).bearer(&admin).send().await.ok();
        let words = |finding: &serde_json::Value| (finding["question"].as_u64(), text(&finding["message"]).to_owned());
        list(&seen["findings"]).iter().map(words).collect::<Vec<_>>()
    };
    for format in ["json", "yaml"] {
        assert_eq!(found(format).await, []);
    }
    let sections = "The sections are not in the file: their questions follow one another, and nothing is shuffled.";
    assert_eq!(found("csv").await, [(None, sections.to_owned())]);
    let gift = found("gift").await;
    let points = "Other programs cannot read the points: they give each question one.";
    let settings = "Other programs cannot read the description, the time and the settings of the test.";
    assert_eq!(gift[..3], [points, settings, sections].map(|words| (None, words.to_owned())));
    let words: Vec<(u64, &str)> = gift[3..].iter().map(|(number, words)| (number.unwrap(), words.as_str())).collect();
    let other = |number, what: &'static str| (number, what);
    let expected = [
        other(1, "Other programs cannot read the unit."),
        other(1, "Other programs cannot read the penalty."),
        other(2, "Other programs cannot read that a part of the answer earns nothing."),
    ];
    assert_eq!(words, expected);
    for format in ["qti21", "qti30"] {
        let lost = found(format).await;
        let said: Vec<_> = lost.iter().map(|(number, words)| (*number, words.as_str())).collect();
        let expected = [
            (None, "That the test asks for the full screen is not in the file."),
            (Some(1), "The unit cannot be expressed in QTI."),
            (Some(1), "The penalty cannot be expressed in QTI."),
        ];
        assert_eq!(said, expected, "{format}");
        // Who imports the package reads it again.
        let file = t.get(format!("{path}?format={format}")).bearer(&admin).send().await;
        let call = t.post("/api/tests/import?dry_run=true").bearer(&admin);
        let seen = call.body("application/octet-stream", file.bytes).send().await.ok();
        let findings: Vec<&str> = list(&seen["findings"]).iter().map(|finding| text(&finding["message"])).collect();
        // Those that score differently come first.
        assert_eq!(findings, [expected[2].1, expected[1].1], "{format}");
        assert!(text(&seen["findings"][0]["place"]).starts_with("items/t1q1.xml, line "), "{seen}");
    }
    t.get(format!("{path}/preview?format=pdf")).bearer(&admin).send().await.invalid("format");
    t.get("/api/tests/00000000-0000-7000-8000-000000000000/export/preview")
        .bearer(&admin)
        .send()
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn a_test_is_a_file_that_comes_in_again() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, all_types()).await;
    let path = format!("/api/tests/{}/export", text(&test["id"]));
    for (format, kind) in
        [("json", "application/json"), ("yaml", "application/yaml"), ("gift", "text/plain; charset=utf-8")]
    {
        let file = t.get(format!("{path}?format={format}")).bearer(&admin).send().await;
        assert_eq!((file.status, file.header("content-type")), (200, kind));
        let name = format!("attachment; filename=\"Backend-engineer.{format}\"");
        assert_eq!(file.header("content-disposition"), name);
        let call = t.post(format!("/api/tests/import?filename=x.{format}")).bearer(&admin);
        let made = call.body("application/octet-stream", file.bytes).send().await.expect(201);
        let again = t.get(format!("/api/tests/{}", text(&made["tests"][0]["id"]))).bearer(&admin).send().await.ok();
        for field in ["title", "description", "duration_minutes", "questions"] {
            assert_eq!(again[field], test[field], "{format}");
        }
    }
    t.get(format!("{path}?format=pdf")).bearer(&admin).send().await.invalid("format");
    t.get("/api/tests/00000000-0000-7000-8000-000000000000/export")
        .bearer(&admin)
        .send()
        .await
        .refused(404, "not_found");
}
