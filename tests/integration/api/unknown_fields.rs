//! Bodies with fields that no call has (docs/behaviour/calls.md#envelope-and-formats-3).

use crate::support::{
    app::TestApp,
    journey::{PASSWORD, small_test, text},
};
use http::Method;
use invigil::{
    domain::user::StaffRole,
    service::{account::admins, actor::Actor},
};
use serde_json::{Value, json};

#[tokio::test]
async fn a_misspelt_field_widens_no_call_and_others_are_ignored() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let id = &test["id"];
    let form = json!({"title": "Hall", "starts_at": "2026-03-03T10:00:00Z", "created_by": "Eve"});
    let hall = t.post("/api/sessions").bearer(&ada).json(form).send().await.expect(201);
    assert!(!hall.to_string().contains("Eve"));
    let hall = format!("/api/sessions/{}", text(&hall["id"]));
    let operator = Actor::Operator.require().unwrap();
    let made = admins::create_as(&t.app, &operator, StaffRole::Staff, "paul@example.org", PASSWORD.into(), "Paul");
    let roles = format!("/api/admin/roles/{}", made.await.unwrap().id);
    let webhook = json!({"name": "Chat", "url": "https://hooks.example.org/x", "events": ["invite.sent"], "test": id});
    let calendar = format!("/api/tests/{}/panel-calendar", text(id));
    let [pause, resume, people] = ["pause", "resume", "people"].map(|call| format!("{hall}/{call}"));
    let cases: [(Method, &str, Value, &str); 8] = [
        (Method::POST, "/api/tokens", json!({"name": "Nightly", "role": "viewer", "test_ids": [id]}), "test_ids"),
        (Method::POST, "/api/webhooks", webhook, "test"),
        (Method::PUT, &roles, json!({"roles": [{"role": "viewer", "test_ids": [id]}]}), "roles[0].test_ids"),
        (Method::POST, &pause, json!({"invites": []}), "invites"),
        (Method::POST, &resume, json!({"invites": []}), "invites"),
        // No one is named.
        (Method::PUT, &people, json!({"invites": []}), "add"),
        (Method::PUT, "/api/admin/lti-platforms/moodle", json!({"name": "Moodle", "testIds": [id]}), "testIds"),
        (Method::PUT, &calendar, json!({"adress": ""}), "adress"),
    ];
    for (method, path, body, field) in cases {
        t.call(method, path).bearer(&ada).json(body).send().await.invalid(field);
    }
    t.assert_sound();
}

#[tokio::test]
async fn what_was_read_can_be_sent_back() {
    let (t, ada) = TestApp::with_admin().await;
    let webhook = json!({"name": "Chat", "url": "https://hooks.example.org/x", "events": ["invite.sent"]});
    t.post("/api/webhooks").bearer(&ada).json(webhook).send().await.expect(201);
    let read = t.get("/api/webhooks").bearer(&ada).send().await.expect(200)[0].clone();
    let path = format!("/api/webhooks/{}", text(&read["id"]));
    t.call(Method::PUT, &path).bearer(&ada).json(read).send().await.expect(200);
    let platform = json!({
        "name": "Moodle", "issuer": "https://moodle.example.org", "clientId": "c1", "deployments": ["1"],
        "authUrl": "https://moodle.example.org/auth", "tokenUrl": "https://moodle.example.org/token",
        "keysUrl": "https://moodle.example.org/keys",
    });
    t.call(Method::PUT, "/api/admin/lti-platforms/moodle").bearer(&ada).json(platform).send().await.expect(200);
    let read = t.get("/api/admin/lti-platforms").bearer(&ada).send().await.expect(200)["platforms"][0].clone();
    t.call(Method::PUT, "/api/admin/lti-platforms/moodle").bearer(&ada).json(read).send().await.expect(200);
}
