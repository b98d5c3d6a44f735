//! The AI service: settings, questions, and all the ways in which such a service fails (docs/behaviour/results.md#ai).

use super::settings::content;
use crate::support::{
    ai_server::{AiServer, Mood},
    app::TestApp,
    call::Call,
    journey::{PASSWORD, list, text},
};
use invigil::{
    ai::{HttpProvider, Prompt, Provider, Service},
    domain::settings::AiProvider,
};
use serde_json::{Value, json};
use std::time::Duration;

const KEY: &str = "AIza-canary-of-the-ai-service";

fn two_questions() -> String {
    json!({"title": "Rust basics", "description": "Ownership", "duration_minutes": 20, "questions": [
        {"type": "multiple_choice", "question": "Who owns?", "options": ["A", "B"], "correct_answer": "B", "points": 2},
        {"type": "multiple_choice", "question": "Who borrows?", "options": ["A", "B"], "correct_answer": "C"},
        {"type": "multiple_choice", "question": "Who lives?", "options": ["A", "B"], "correct_answer": "A"},
    ]})
    .to_string()
}

async fn put(t: &TestApp, admin: &str, body: Value) -> crate::support::call::Reply {
    t.put("/api/admin/ai-settings").bearer(admin).json(body).send().await
}

fn generate(t: &TestApp, admin: &str, body: Value) -> Call {
    t.post("/api/tests/auto-generate").bearer(admin).json(body)
}

/// An application that asks `server` in one of the two protocols.
async fn with(server: &AiServer, provider: &str) -> (TestApp, String) {
    let (t, admin) = TestApp::with_admin().await;
    let settings = json!({"provider": provider, "baseUrl": server.base_url(), "model": "small-1", "apiKey": KEY});
    put(&t, &admin, settings).await.ok();
    (t, admin)
}

#[tokio::test]
async fn the_key_is_kept_sealed_and_never_told() {
    let (t, admin) = TestApp::with_admin().await;
    let get = || t.get("/api/admin/ai-settings").bearer(&admin).send();
    let fresh = json!({"provider": "gemini", "baseUrl": "", "model": "gemini-flash-latest", "hasKey": false, "reviewNeedsPerson": false, "minAgreement": 0.0});
    assert_eq!(content(get().await.ok()), fresh);
    put(&t, &admin, json!({"apiKey": format!(" {KEY} ")})).await.ok();
    let reply = put(&t, &admin, json!({"reviewNeedsPerson": true, "apiKey": ""})).await;
    assert!(!reply.text.contains(KEY));
    let mut expected = fresh;
    (expected["hasKey"], expected["reviewNeedsPerson"]) = (true.into(), true.into());
    assert_eq!(content(reply.ok()), expected);
    assert_eq!(content(get().await.ok()), expected);
    put(&t, &admin, json!({"apiKey": null})).await.ok();
    assert_eq!(get().await.ok()["hasKey"], false);
    t.assert_sound();
}

/// No one may have the stored key sent elsewhere.
#[tokio::test]
async fn another_service_asks_for_the_key_again() {
    let (t, admin) = TestApp::with_admin().await;
    put(&t, &admin, json!({"apiKey": KEY})).await.ok();
    for change in [
        json!({"baseUrl": "https://evil.example.net"}),
        json!({"baseUrl": "https://evil.example.net", "apiKey": ""}),
        json!({"provider": "openai", "model": "m"}),
    ] {
        put(&t, &admin, change).await.invalid("apiKey");
    }
    put(
        &t,
        &admin,
        json!({"provider": "openai", "baseUrl": "https://ai.example.org/v1/", "model": "m", "apiKey": "k"}),
    )
    .await
    .ok();
    assert_eq!(put(&t, &admin, json!({"model": "org/other:8b"})).await.ok()["baseUrl"], "https://ai.example.org/v1");
    let back = put(&t, &admin, json!({"provider": "gemini", "apiKey": null})).await.ok();
    assert_eq!((&back["baseUrl"], &back["model"]), (&json!(""), &json!("gemini-flash-latest")));
}

#[tokio::test]
async fn settings_that_could_not_work_are_refused() {
    let (t, admin) = TestApp::with_admin().await;
    for (change, field) in [
        (json!({"baseUrl": "ai.example.org"}), "baseUrl"),
        (json!({"baseUrl": "ftp://ai.example.org"}), "baseUrl"),
        (json!({"baseUrl": "file:///etc/passwd"}), "baseUrl"),
        (json!({"baseUrl": "http://169.254.169.254/latest"}), "baseUrl"),
        (json!({"baseUrl": "http://2852039166/latest"}), "baseUrl"),
        (json!({"baseUrl": "http://[fe80::1]/"}), "baseUrl"),
        (json!({"baseUrl": "http://[::ffff:169.254.169.254]/"}), "baseUrl"),
        (json!({"baseUrl": "http://0.0.0.0/"}), "baseUrl"),
        (json!({"baseUrl": "https://user:pass@ai.example.org"}), "baseUrl"),
        (json!({"baseUrl": "https://ai.example.org/?key=x"}), "baseUrl"),
        (json!({"provider": "openai"}), "model"),
        (json!({"model": "../../x"}), "model"),
        (json!({"model": "a b"}), "model"),
        (json!({"provider": "oracle"}), "provider"),
        (json!({"apiKey": "  "}), "apiKey"),
        (json!({"apiKey": "a\nb"}), "apiKey"),
        (json!({"apiKey": "schlüssel"}), "apiKey"),
    ] {
        put(&t, &admin, change).await.invalid(field);
    }
}

#[tokio::test]
async fn questions_become_a_test_or_a_draft_in_both_protocols() {
    for (provider, line, header, value) in [
        ("gemini", "POST /v1/models/small-1:generateContent", "x-goog-api-key", KEY.to_owned()),
        ("openai", "POST /v1/chat/completions", "authorization", format!("Bearer {KEY}")),
    ] {
        let server = AiServer::start(Mood::Says(two_questions())).await;
        let (t, admin) = with(&server, provider).await;
        let order = json!({"topic": " Rust ", "questionCount": 3, "level": "advanced", "draft": true});
        let draft = generate(&t, &admin, order).send().await.ok();
        assert_eq!((&draft["success"], &draft["message"]), (&json!(true), &json!("2 of 3 questions were generated.")));
        assert_eq!((&draft["title"], &draft["test"]), (&json!("Rust basics"), &Value::Null));
        let questions = list(&draft["questions"]);
        assert_eq!(
            (questions.len(), &questions[0]["correct_answer"], &questions[0]["points"]),
            (2, &json!("B"), &json!(2))
        );
        assert_ne!(questions[0]["id"], questions[1]["id"]);
        assert_eq!(draft["dropped"], json!(["Question 2: Selected correct answer must match one of the options"]));
        assert_eq!(list(&t.get("/api/tests").bearer(&admin).send().await.ok()).len(), 0, "a draft stores nothing");

        let asked = server.last();
        assert_eq!((asked.line.as_str(), asked.header(header)), (line, Some(value.as_str())));
        assert!(!asked.line.contains(KEY) && !asked.body.to_string().contains(KEY));
        assert_eq!(asked.data(), json!({"topic": "Rust"}));
        assert!(asked.prompt().0.contains("Write 3 questions, at an advanced level"), "{}", asked.prompt().0);

        let made = generate(&t, &admin, json!({"topic": "Rust"})).send().await.ok();
        assert_eq!((&made["success"], &made["test"]["title"]), (&json!(true), &json!("Rust basics")));
        assert!(server.last().prompt().0.contains("Write 10 questions, at an intermediate level: multiple_choice"));
        let stored = t.get(format!("/api/tests/{}", text(&made["test"]["id"]))).bearer(&admin).send().await.ok();
        assert_eq!((&stored["question_count"], &stored["duration_minutes"]), (&json!(2), &json!(20)));
        t.assert_sound();
    }
}

#[tokio::test]
async fn what_is_asked_for_must_make_sense() {
    let server = AiServer::start(Mood::Says(two_questions())).await;
    let (t, admin) = with(&server, "gemini").await;
    for (body, field, detail) in [
        (json!({}), "topic", "Please enter a topic"),
        (json!({"topic": "  "}), "topic", "Please enter a topic"),
        (json!({"topic": "x".repeat(2_001)}), "topic", "The topic is too long (2,000 characters at most)."),
        (json!({"topic": "Rust", "questionCount": 0}), "questionCount", "Question count must be between 1 and 30"),
        (json!({"topic": "Rust", "questionCount": 31}), "questionCount", "Question count must be between 1 and 30"),
    ] {
        assert_eq!(generate(&t, &admin, body).send().await.invalid(field)["detail"], detail);
    }
    generate(&t, &admin, json!({"topic": "Rust", "level": "expert"})).send().await.invalid("level");
    generate(&t, &admin, json!({"topic": "Rust", "questionType": "essay"})).send().await.invalid("questionType");
    generate(&t, &admin, json!({"topic": "Rust", "geminiApiKey": "a\u{7f}b"})).send().await.invalid("geminiApiKey");
    assert!(server.asked().is_empty());
}

#[tokio::test]
async fn the_browsers_key_is_geminis_and_goes_nowhere_else() {
    let server = AiServer::start(Mood::Says(two_questions())).await;
    let (t, admin) = TestApp::with_admin().await;
    let order = || json!({"topic": "Rust", "draft": true});
    let refused = generate(&t, &admin, order()).send().await.refused(422, "ai_not_configured");
    assert_eq!(refused["detail"], "Please configure your Gemini API key in Settings first");
    put(&t, &admin, json!({"baseUrl": server.base_url()})).await.ok();
    let mut own = order();
    own["geminiApiKey"] = "key-of-the-browser".into();
    generate(&t, &admin, own.clone()).send().await.ok();
    assert_eq!(server.last().header("x-goog-api-key"), Some("key-of-the-browser"));
    put(&t, &admin, json!({"apiKey": KEY})).await.ok();
    generate(&t, &admin, own.clone()).send().await.ok();
    assert_eq!(server.last().header("x-goog-api-key"), Some("key-of-the-browser"));
    generate(&t, &admin, order()).send().await.ok();
    assert_eq!(server.last().header("x-goog-api-key"), Some(KEY));

    // A service of the site's own needs no key, and never sees the one for Gemini.
    put(&t, &admin, json!({"provider": "openai", "baseUrl": server.base_url(), "model": "m", "apiKey": null}))
        .await
        .ok();
    generate(&t, &admin, own).send().await.ok();
    let asked = server.last();
    assert_eq!((asked.header("authorization"), asked.header("x-goog-api-key")), (None, None));
    assert!(!format!("{asked:?}").contains("key-of-the-browser"));
    put(&t, &admin, json!({"baseUrl": ""})).await.ok();
    generate(&t, &admin, order()).send().await.refused(422, "ai_not_configured");
}

#[tokio::test]
async fn a_failing_service_is_told_in_words() {
    let server = AiServer::start(Mood::Silent).await;
    let bad_key = format!(
        r#"[{{"error": {{"code": 400, "message": "API key {KEY} not valid.\nPass a valid one", "status": "INVALID"}}}}]"#
    );
    let cases = [
        (Mood::Says("I cannot help with that.".into()), "does not have the requested format"),
        (Mood::Says("{}".into()), "contains no questions"),
        (Mood::Says(r#"{"questions": [{"type": "essay"}, 5]}"#.into()), "No question in the AI's answer could be used"),
        (Mood::Says(" ".into()), "without any text"),
        (Mood::CutOff("{\"questions\": [".into()), "cut off at the model's limit"),
        (Mood::Answers(200, "<html>".into()), "not in its protocol"),
        (Mood::Answers(200, r#"{"candidates": [], "choices": []}"#.into()), "not in its protocol"),
        (Mood::Answers(400, bad_key), "refused the request (400): API key *** not valid. Pass a valid one."),
        (Mood::Answers(401, r#"{"error": "no"}"#.into()), "refused the API key (401): no."),
        (Mood::Answers(404, "gone".into()), "does not know the model 'small-1', or the base URL is wrong (404)."),
        (Mood::Answers(429, r#"{"error": {"message": "quota"}}"#.into()), "try again later (429): quota."),
        (Mood::Answers(503, "<html>overloaded</html>".into()), "has an internal error"),
        (Mood::Answers(302, String::new()), "redirects to another address"),
        (Mood::Breaks, "is incomplete"),
        (Mood::Huge, "returned more than 1024 KiB"),
    ];
    for provider in ["gemini", "openai"] {
        let (t, admin) = with(&server, provider).await;
        for (mood, words) in cases.clone() {
            server.set(mood.clone());
            let reply = generate(&t, &admin, json!({"topic": "Rust"})).send().await;
            assert!(!reply.text.contains(KEY), "{}", reply.text);
            let json = reply.ok();
            assert_eq!(json["success"], false, "{provider} {mood:?}");
            assert!(text(&json["message"]).contains(words), "{provider} {mood:?}: {json}");
        }
        assert_eq!(list(&t.get("/api/tests").bearer(&admin).send().await.ok()).len(), 0);
    }
    let blocked = json!({"promptFeedback": {"blockReason": "SAFETY"}}).to_string();
    server.set(Mood::Answers(200, blocked));
    let (t, admin) = with(&server, "gemini").await;
    let reply = generate(&t, &admin, json!({"topic": "Rust"})).send().await.ok();
    assert_eq!(reply["message"], "Gemini declined to answer: SAFETY.");
    drop(server);
    let reply = generate(&t, &admin, json!({"topic": "Rust"})).send().await.ok();
    assert!(text(&reply["message"]).starts_with("Gemini cannot be reached: "), "{reply}");
}

#[tokio::test]
async fn a_service_without_json_mode_is_asked_without_it() {
    let server =
        AiServer::start(Mood::KnowsNoJsonMode(format!("Here you are:\n```json\n{}\n```", two_questions()))).await;
    let (t, admin) = with(&server, "openai").await;
    let reply = generate(&t, &admin, json!({"topic": "Rust", "draft": true})).send().await.ok();
    assert_eq!((list(&reply["questions"]).len(), server.asked().len()), (2, 2));
}

#[tokio::test]
async fn a_silent_service_is_given_up() {
    let server = AiServer::start(Mood::Silent).await;
    let service =
        Service { provider: AiProvider::Gemini, base_url: server.base_url(), model: "m".into(), key: Some(KEY.into()) };
    let prompt = Prompt { instructions: "Answer.".into(), data: "{}".into() };
    let provider = HttpProvider::with_limit(Duration::from_millis(50));
    // On a busy machine the time may be over before the request is sent.
    while server.asked().is_empty() {
        let failed = provider.ask(&service, &prompt).await.unwrap_err();
        assert_eq!(failed.words, "Gemini did not answer within 0.05 seconds.");
    }
    server.when_left().await;
    assert!(!format!("{service:?}").contains(KEY));
}

#[tokio::test]
async fn the_connection_can_be_tried() {
    let server = AiServer::start(Mood::Says("{\"ok\": true}".into())).await;
    let (t, admin) = with(&server, "openai").await;
    let test = || t.post("/api/admin/ai-settings/test").bearer(&admin).send();
    assert_eq!(test().await.ok(), json!({"message": "The AI service answered."}));
    server.set(Mood::Answers(401, r#"{"error": {"message": "Incorrect API key"}}"#.into()));
    let refused = test().await.refused(422, "ai_failed");
    assert_eq!(refused["detail"], "The AI service refused the API key (401): Incorrect API key.");
    put(&t, &admin, json!({"provider": "gemini", "apiKey": null})).await.ok();
    test().await.refused(422, "ai_not_configured");
}

/// A question that a model writes is a draft: people make it ready.
#[tokio::test]
async fn questions_of_all_types_are_generated_into_the_bank() {
    let server = AiServer::start(Mood::Says(
        json!({"questions": [
            {"type": "multiple_response", "question": "Which own?", "options": ["a", "b", "c"], "correct_answers": ["a", "b"]},
            {"type": "matching", "question": "Match", "pairs": [["1", "one"], ["2", "two"]], "distractors": ["three"]},
            {"type": "essay", "question": "Not asked for"},
            {"type": "coding", "question": "Echo", "expected_language": "Python", "reference_solution": "print(input())",
             "tests": [{"input": "1", "output": "1", "visible": true}, {"input": "2", "output": "2"}]},
        ]})
        .to_string(),
    ))
    .await;
    let (t, admin) = with(&server, "openai").await;
    let ask = |types: Value| generate(&t, &admin, json!({"topic": "Rust", "bank": true, "types": types})).send();
    ask(json!([])).await.invalid("types");
    assert_eq!(ask(json!(["riddle"])).await.status, 422);
    let reply = ask(json!(["coding", "matching", "multiple_response"])).await.ok();
    assert_eq!((&reply["success"], list(&reply["dropped"]).len()), (&json!(true), 1), "{reply}");
    for question in list(&reply["questions"]) {
        let path = format!("/api/questions/{}", text(&question["id"]));
        let stored = t.get(path).bearer(&admin).send().await.ok();
        assert_eq!((&stored["state"], &stored["version"]), (&json!("draft"), &json!(1)));
        assert_eq!(stored["question"]["type"], question["type"]);
    }
    let coding = &reply["questions"][2];
    assert_eq!((list(&coding["tests"]).len(), &coding["reference_solutions"][0]["language"]), (2, &json!("Python")));
    assert!(list(&t.get("/api/tests").bearer(&admin).send().await.ok()).is_empty());
    t.assert_sound();
}

/// The author may lose the role while the AI writes.
#[tokio::test]
async fn questions_for_a_role_that_has_been_taken_are_neither_kept_nor_shown() {
    let server = AiServer::start(Mood::Held(two_questions())).await;
    let (t, admin) = with(&server, "openai").await;
    let form = json!({"email": "amir@example.org", "password": PASSWORD, "full_name": "Amir", "role": "author"});
    let made = t.post("/api/admin/create-admin").bearer(&admin).json(form).send().await.expect(201);
    let amir = t.sign_in("amir@example.org").await;
    for is_draft in [false, true] {
        let role = format!("/api/admin/change-role/{}", text(&made["id"]));
        t.put(&role).bearer(&admin).json(json!({"role": "author"})).send().await.ok();
        let order = json!({"topic": "Rust", "questionCount": 3, "draft": is_draft});
        let take = async {
            server.when_asked().await;
            let roles = format!("/api/admin/roles/{}", text(&made["id"]));
            t.put(roles).bearer(&admin).json(json!({"roles": []})).send().await.ok();
            server.release();
        };
        let (reply, ()) = tokio::join!(generate(&t, &amir, order).send(), take);
        reply.refused(403, "forbidden");
    }
    assert!(list(&t.get("/api/tests").bearer(&admin).send().await.ok()).is_empty());
}
