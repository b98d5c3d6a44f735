//! The log of the real binary at level `trace` contains routes and ids, but no typed text and no secret.

use crate::support::{
    binary::{Place, Serving},
    client::{As, Http},
    journey::{key, text},
};
use http::Method;
use serde_json::{Value, json};

/// The forbidden words that a text contains.
fn leaked<'a>(text: &str, words: &[&'a str]) -> Vec<&'a str> {
    words.iter().filter(|word| text.contains(**word)).copied().collect()
}

/// Sets up the site with secrets and takes a test; returns the secrets that must not be logged.
async fn journey(serving: &Serving) -> [String; 3] {
    let http = Http::new();
    let ask = async |method: Method, path: &str, who: As<'_>, body: Value| -> Value {
        let url = format!("{}/api{path}", serving.url);
        http.ask(method, &url, who, Some(&body)).await.unwrap().json
    };
    let form = json!({"email": "ada@example.org", "password": "correct horse"});
    let session = text(&ask(Method::POST, "/auth/login", As::Anonymous, form).await["access_token"]).to_owned();
    // A password typed into the wrong field.
    let guess = json!({"email": "canary-typed", "password": "canary-guess"});
    ask(Method::POST, "/auth/login", As::Anonymous, guess).await;
    let admin = As::Bearer(&session);
    let mail = json!({"smtpHost": "127.0.0.1", "smtpPort": 9, "smtpTls": "none", "smtpUser": "canary-user",
        "smtpPassword": "canary-smtp", "fromEmail": "canary-from@example.org"});
    ask(Method::PUT, "/admin/email-settings", admin, mail).await;
    let ai = json!({"provider": "openai", "baseUrl": "http://127.0.0.1:9/v1", "model": "m", "apiKey": "canary-ai"});
    ask(Method::PUT, "/admin/ai-settings", admin, ai).await;
    ask(Method::POST, "/tests/auto-generate", admin, json!({"topic": "canary-topic"})).await;
    let fault = json!({"api_call": "canary-call", "errors": ["canary-fault"]});
    ask(Method::POST, "/greenhouse/response_error", admin, fault).await;
    let question = json!({"id": "q1", "type": "essay", "question": "canary-question"});
    let test = ask(Method::POST, "/tests", admin, json!({"title": "canary-title", "questions": [question]})).await;
    let invite =
        json!({"test_id": test["id"], "applicant_email": "canary-mail@example.org", "applicant_name": "canary-name"});
    let invite = ask(Method::POST, "/invites", admin, invite).await;
    let (token, own) = (text(&invite["token"]).to_owned(), key(77));
    let holder = As::Key(&own);
    ask(Method::POST, &format!("/start-test/{token}"), holder, json!({})).await;
    let answers = json!({"answers": [{"question_id": "q1", "answer": "canary-answer", "seq": 1}]});
    ask(Method::PUT, &format!("/take-test/{token}/answers"), holder, answers.clone()).await;
    let offer = json!({"type": "offer", "sdp": "canary-sdp", "invite_id": invite["id"]});
    ask(Method::POST, "/webrtc/offer", holder, offer).await;
    let done = ask(Method::POST, &format!("/submit-test/{token}"), holder, answers).await;
    assert_eq!(done["answers_stored"], 1, "{done}");
    [session, token, own]
}

#[tokio::test]
async fn the_log_contains_no_secret_and_no_typed_text() {
    let place = Place::with_admin();
    let serving = place.serve_with(&["--log-level", "trace", "--media-listen", "127.0.0.1:0"]);
    let secrets = journey(&serving).await;
    let log = serving.stop();
    assert!(log.contains("/api/start-test/{token}") && log.contains("sign-in failed"), "{log}");
    assert!(log.contains("a program could not use a reply"), "{log}");
    let planted = ["correct horse", "canary-", "ada@example.org"];
    let words: Vec<&str> = secrets.iter().map(String::as_str).chain(planted).collect();
    let lines: Vec<&str> = log.lines().filter(|line| !leaked(line, &words).is_empty()).collect();
    assert_eq!(lines, Vec::<&str>::new());
    // The control: the search finds a planted word.
    assert_eq!(leaked("a line with canary-answer in it", &words), ["canary-"]);
}
