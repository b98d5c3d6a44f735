//! Settings that name tests, after one of them was deleted.

use super::webhooks::server;
use crate::support::{
    app::TestApp,
    journey::{small_test, text},
};
use serde_json::{Value, json};

/// A form whose tests are these.
fn of(form: &Value, tests: &Value) -> Value {
    let mut form = form.clone();
    if form["roles"].is_array() {
        form["roles"][0]["tests"] = tests.clone();
    } else {
        form["tests"] = tests.clone();
    }
    form
}

#[tokio::test]
async fn a_deleted_test_keeps_no_one_from_changing_what_was_for_it() {
    let t = server();
    let ada = t.admin().await;
    let [gone, kept] = [t.create_test(&ada, small_test("Gone")).await, t.create_test(&ada, small_test("Kept")).await];
    let both = json!([gone["id"], kept["id"]]);
    let at = "http://127.0.0.1:9";
    let hook = json!({"name": "Chat", "url": "https://hooks.example.org/x", "events": ["invite.sent"]});
    let made = t.post("/api/webhooks").bearer(&ada).json(of(&hook, &both)).send().await.expect(201);
    let platform = json!({"name": "LMS", "issuer": at, "clientId": "invigil", "deployments": ["1"], "authUrl": at,
        "tokenUrl": at, "keysUrl": at});
    let roles = json!([{"group": "hr", "role": "viewer"}]);
    let provider = json!({"label": "Corp", "issuer": at, "clientId": "invigil", "roles": roles});
    let directory =
        json!({"servers": ["ldaps://127.0.0.1:9"], "baseDn": "dc=example", "timeoutSeconds": 1, "roles": roles});
    let forms = [
        (format!("/api/webhooks/{}", text(&made["id"])), hook, "tests"),
        ("/api/admin/lti-platforms/moodle".to_owned(), platform, "tests"),
        ("/api/admin/oidc-providers/corp".to_owned(), provider, "roles[0].tests"),
        ("/api/admin/ldap".to_owned(), directory, "roles[0].tests"),
    ];
    let put = |path: &str, form: Value| t.put(path).bearer(&ada).json(form).send();
    for (path, form, _) in &forms {
        put(path, of(form, &both)).await.ok();
    }
    t.delete(format!("/api/tests/{}", text(&gone["id"]))).bearer(&ada).send().await.ok();
    for (path, form, field) in &forms {
        put(path, of(form, &both)).await.ok();
        let unknown = json!([kept["id"], "01990000-0000-7000-8000-000000000000"]);
        put(path, of(form, &unknown)).await.invalid(field);
        put(path, of(form, &json!([kept["id"]]))).await.ok();
        // It was taken out: now it is a test like any other that does not exist.
        put(path, of(form, &both)).await.invalid(field);
    }
    t.assert_sound();
}

#[tokio::test]
async fn a_test_that_someone_has_changed_meanwhile_is_not_deleted_by_who_has_not_read_it() {
    let t = TestApp::new();
    let (ada, bob) = (t.admin().await, t.second_admin().await);
    for ending in ["", "/force"] {
        let test = t.create_test(&ada, small_test("Rust")).await;
        let path = format!("/api/tests/{}", text(&test["id"]));
        let doomed = |version: u32| t.delete(format!("{path}{ending}?version={version}")).bearer(&ada).send();
        let mut form = small_test("Rust");
        form["questions"][0]["question"] = json!("Pick B, twice");
        t.put(path.as_str()).bearer(&bob).json(form).send().await.ok();
        let refusal = doomed(1).await.refused(409, "changed_meanwhile");
        assert_eq!(refusal["by"], "Bob Admin");
        doomed(2).await.ok();
        t.get(path.as_str()).bearer(&ada).send().await.refused(404, "not_found");
    }
    t.assert_sound();
}
