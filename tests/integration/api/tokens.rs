//! Tokens by which programs call the API (docs/api.md).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{PASSWORD, small_test, text},
};
use invigil::{
    domain::{
        api_token::{ApiToken, MAX_API_TOKENS},
        time::{DAY, MINUTE, SECOND},
        user::StaffRole,
    },
    service::{account::admins, actor::Actor},
    store::Read,
};
use serde_json::{Value, json};

async fn make(t: &TestApp, by: &str, form: Value) -> Reply {
    t.post("/api/tokens").bearer(by).json(form).send().await
}

async fn token(t: &TestApp, by: &str, name: &str, role: &str) -> (String, String) {
    let made = make(t, by, json!({"name": name, "role": role})).await.expect(201);
    (text(&made["id"]).to_owned(), text(&made["token"]).to_owned())
}

#[tokio::test]
async fn a_token_is_shown_once_calls_for_its_owner_and_is_revoked_at_once() {
    let (t, ada) = TestApp::with_admin().await;
    let made = make(&t, &ada, json!({"name": "nightly", "role": "admin"})).await.expect(201);
    let secret = text(&made["token"]).to_owned();
    assert!(secret.starts_with("inv_"), "{secret}");
    assert_eq!((&made["expires_at"], &made["last_used_at"]), (&json!("2027-03-02T08:00:00.000Z"), &Value::Null));
    let test = t.post("/api/tests").bearer(&secret).json(small_test("By a program")).send().await.expect(201);
    t.get(format!("/api/tests/{}", text(&test["id"]))).bearer(&ada).send().await.ok();
    t.settle().await;
    let listed = t.get("/api/tokens").bearer(&ada).send().await;
    assert!(!listed.text.contains(&secret));
    assert_eq!(listed.ok()[0]["last_used_at"], "2026-03-02T08:00:00.000Z");
    // Everything that it did is under its own name in the audit log.
    let log = t.get("/api/admin/audit-log?format=jsonl").bearer(&ada).send().await.text;
    let id = text(&made["id"]);
    assert!(log.lines().any(|row| row.contains("test.create") && row.contains(&format!("token {id}"))), "{log}");
    assert!(!log.contains(&secret));
    t.delete(format!("/api/tokens/{id}")).bearer(&ada).send().await.expect(204);
    let refused = t.get("/api/tests").bearer(&secret).send().await.refused(401, "unauthorized");
    assert_eq!(refused["detail"], "This API token does not exist, was revoked, or has expired.");
    t.delete(format!("/api/tokens/{id}")).bearer(&ada).send().await.refused(404, "not_found");
    t.assert_sound();
}

#[tokio::test]
async fn a_token_ends_with_its_time_its_owners_rights_and_its_owner() {
    let (t, ada) = TestApp::with_admin().await;
    let operator = Actor::Operator.require().unwrap();
    let paul = admins::create_as(&t.app, &operator, StaffRole::Admin, "paul@example.org", PASSWORD.into(), "Paul");
    let paul = paul.await.unwrap().id.to_string();
    let session = t.sign_in("paul@example.org").await;
    let soon = json!({"name": "short", "role": "viewer", "expires_at": "2026-03-02T08:01:00Z"});
    let short = text(&make(&t, &session, soon).await.expect(201)["token"]).to_owned();
    let (_, long) = token(&t, &session, "long", "recruiter").await;
    let list = |who: &str| t.get("/api/results").bearer(who).send();
    list(&short).await.ok();
    t.clock.advance(MINUTE);
    list(&short).await.refused(401, "unauthorized");
    list(&long).await.ok();
    // Paul keeps his account, and is given less than the token's role.
    let role = json!({"role": "viewer", "tests": [t.create_test(&ada, small_test("T")).await["id"]]});
    t.put(format!("/api/admin/change-role/{paul}")).bearer(&ada).json(role).send().await.ok();
    assert_eq!(list(&long).await.ok()["results"], json!([]));
    t.get("/api/invites").bearer(&long).send().await.refused(403, "forbidden");
    t.delete(format!("/api/admin/delete-admin/{paul}")).bearer(&ada).send().await;
    list(&long).await.refused(401, "unauthorized");
    assert_eq!(t.app.store.read().unwrap().records::<ApiToken>().unwrap(), []);
    t.assert_sound();
}

#[tokio::test]
async fn tokens_are_the_owners_and_the_superadmins() {
    let (t, ada) = TestApp::with_admin().await;
    let bob = t.second_admin().await;
    let (of_ada, _) = token(&t, &ada, "hers", "viewer").await;
    let (of_bob, secret) = token(&t, &bob, "his", "viewer").await;
    let names = |reply: &Reply| -> Vec<String> {
        reply.json.as_array().unwrap().iter().map(|row| text(&row["name"]).to_owned()).collect()
    };
    assert_eq!(names(&t.get("/api/tokens").bearer(&bob).send().await), ["his"]);
    let mut all = names(&t.get("/api/tokens").bearer(&ada).send().await);
    all.sort();
    assert_eq!(all, ["hers", "his"]);
    t.delete(format!("/api/tokens/{of_ada}")).bearer(&bob).send().await.refused(404, "not_found");
    t.delete(format!("/api/tokens/{of_bob}")).bearer(&ada).send().await.expect(204);
    t.get("/api/tests").bearer(&secret).send().await.refused(401, "unauthorized");
    // A program is no session: it makes no tokens, and does not change the account.
    let (_, admin) = token(&t, &bob, "all", "admin").await;
    make(&t, &admin, json!({"name": "more", "role": "admin"})).await.refused(403, "forbidden");
    t.get("/api/auth/sessions").bearer(&admin).send().await.refused(403, "forbidden");
    let change = json!({"current_password": PASSWORD, "new_password": "another horse"});
    t.put("/api/auth/change-password").bearer(&admin).json(change).send().await.refused(403, "forbidden");
}

#[tokio::test]
async fn faults_are_named_and_no_token_is_more_than_its_owner() {
    let (t, ada) = TestApp::with_admin().await;
    token(&t, &ada, "nightly", "viewer").await;
    make(&t, &ada, json!({"name": " Nightly\u{200b} ", "role": "viewer"})).await.expect(201);
    make(&t, &ada, json!({"name": "nightly", "role": "admin"})).await.refused(409, "name_taken");
    let faults = [
        (json!({"name": "", "role": "viewer"}), "name"),
        (json!({"name": "x".repeat(61), "role": "viewer"}), "name"),
        (json!({"name": "x", "role": "superadmin"}), "role"),
        (json!({"name": "x", "role": "viewer", "tests": []}), "tests"),
        (json!({"name": "x", "role": "viewer", "tests": ["nope"]}), "tests"),
        (json!({"name": "x", "role": "viewer", "tests": ["01990000-0000-7000-8000-000000000000"]}), "tests"),
        (json!({"name": "x", "role": "viewer", "expires_at": "2026-03-02T08:00:00Z"}), "expires_at"),
        (json!({"name": "x", "role": "viewer", "expires_at": "2037-03-02T08:00:00Z"}), "expires_at"),
        (json!({"name": "x", "role": "viewer", "expires_at": "tomorrow"}), "expires_at"),
    ];
    for (form, field) in faults {
        make(&t, &ada, form).await.invalid(field);
    }
    let applicant = t.applicant("cora@example.org").await;
    make(&t, &applicant, json!({"name": "x", "role": "viewer"})).await.refused(403, "forbidden");
    for n in 2..MAX_API_TOKENS {
        token(&t, &ada, &format!("n{n}"), "viewer").await;
    }
    make(&t, &ada, json!({"name": "one more", "role": "viewer"})).await.refused(409, "too_many");
}

#[tokio::test]
async fn one_token_does_not_use_up_the_calls_of_another() {
    let (t, ada) = TestApp::with_admin().await;
    let (_, busy) = token(&t, &ada, "busy", "viewer").await;
    let (_, calm) = token(&t, &ada, "calm", "viewer").await;
    let mut calls = 0;
    let refused = loop {
        let reply = t.get("/api/auth/rights").bearer(&busy).send().await;
        if reply.status == 429 {
            break reply;
        }
        calls += 1;
        assert!(calls < 2_000);
    };
    assert_eq!(calls, 600);
    assert_eq!(refused.refused(429, "too_many")["detail"], "This token calls too often. Please try again in 1 second.");
    t.get("/api/tests").bearer(&calm).send().await.ok();
    t.clock.advance(SECOND);
    t.get("/api/tests").bearer(&busy).send().await.ok();
    t.clock.advance(400 * DAY);
    t.get("/api/tests").bearer(&calm).send().await.refused(401, "unauthorized");
}
