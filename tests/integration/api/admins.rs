//! Administrators manage each other under the first one; everyone changes their own password
//! (docs/behaviour/accounts.md#roles-and-permissions).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{PASSWORD, column, small_test, text},
};
use invigil::domain::time::MINUTE;
use serde_json::{Value, json};

async fn create(t: &TestApp, by: &str, email: &str) -> Reply {
    let form = json!({"email": email, "password": PASSWORD, "full_name": "Bob Boss"});
    t.post("/api/admin/create-admin").bearer(by).json(form).send().await
}

async fn first(t: &TestApp, who: &str) -> Value {
    t.get("/api/admin/is-first-admin").bearer(who).send().await.ok()
}

async fn log_in(t: &TestApp, email: &str, password: &str) -> Reply {
    t.post("/api/auth/login").json(json!({"email": email, "password": password})).send().await
}

#[tokio::test]
async fn the_first_administrator_manages_the_others() {
    let (t, ada) = TestApp::with_admin().await;
    t.clock.advance(MINUTE);
    let made = create(&t, &ada, "Bob@Example.org").await.expect(201);
    assert_eq!((&made["role"], &made["is_first_admin"]), (&json!("admin"), &json!(false)));
    create(&t, &ada, "bob@example.org").await.refused(409, "email_taken");
    let weak = json!({"email": "c@example.org", "password": "short", "full_name": ""});
    let told = t.post("/api/admin/create-admin").bearer(&ada).json(weak).send().await.invalid("password");
    assert_eq!(told["fields"]["password"], "Password must be at least 6 characters long");
    let bob = t.sign_in("bob@example.org").await;
    for who in [&ada, &bob] {
        let rows = t.get("/api/admin/list-admins").bearer(who).send().await.ok();
        assert_eq!(column(&rows, "email"), ["bob@example.org", "ada@example.org"], "newest first");
    }
    let own = t.get("/api/auth/me").bearer(&ada).send().await.ok();
    let who = json!({"id": own["id"], "email": "ada@example.org", "full_name": "Ada Admin"});
    assert_eq!(first(&t, &ada).await, json!({"is_first_admin": true, "first_admin": who}));
    assert_eq!(first(&t, &bob).await, json!({"is_first_admin": false, "first_admin": who}));

    let password = format!("/api/admin/change-password/{}", text(&made["id"]));
    let change = async |word: &str| t.put(&password).bearer(&ada).json(json!({"new_password": word})).send().await;
    change("five5").await.invalid("new_password");
    assert_eq!(change("another horse").await.ok()["message"], "Password changed successfully!");
    t.get("/api/auth/me").bearer(&bob).send().await.refused(401, "unauthorized");
    log_in(&t, "bob@example.org", PASSWORD).await.refused(401, "invalid_credentials");
    let bob = text(&log_in(&t, "bob@example.org", "another horse").await.ok()["access_token"]).to_owned();

    for (method, path) in [("put", "change-password"), ("delete", "delete-admin")] {
        let path = format!("/api/admin/{path}/{}", text(&own["id"]));
        let call = if method == "put" { t.put(path) } else { t.delete(path) };
        call.bearer(&ada)
            .json(json!({"new_password": "horse horse"}))
            .send()
            .await
            .refused(409, "superadmin_protected");
    }
    let delete = format!("/api/admin/delete-admin/{}", text(&made["id"]));
    t.delete(&delete).bearer(&bob).send().await.refused(403, "superadmin_only");
    assert_eq!(t.delete(&delete).bearer(&ada).send().await.ok()["message"], "Admin deleted successfully!");
    t.delete(&delete).bearer(&ada).send().await.refused(404, "not_found");
    t.get("/api/auth/me").bearer(&bob).send().await.refused(401, "unauthorized");
    t.sign_in("ada@example.org").await;
    t.assert_sound();
}

#[tokio::test]
async fn an_invited_person_can_become_an_administrator_and_cease_to_be_one() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("T")).await;
    let invite = t.take(&ada, &test, "bob@example.org", &[("q1", "B")]).await;
    let made = create(&t, &ada, "bob@example.org").await.expect(201);
    t.sign_in("bob@example.org").await;
    t.delete(format!("/api/admin/delete-admin/{}", text(&made["id"]))).bearer(&ada).send().await.ok();
    log_in(&t, "bob@example.org", PASSWORD).await.refused(401, "invalid_credentials");
    assert_eq!(t.result_of(&ada, &invite).await["final_score"], 100.0);
    let rows = t.get("/api/admin/applicants").bearer(&ada).send().await.ok();
    assert_eq!((&rows[0]["email"], &rows[0]["has_account"]), (&json!("bob@example.org"), &json!(false)));
    // An applicant with an account is no one's to promote.
    t.applicant("cora@example.org").await;
    create(&t, &ada, "cora@example.org").await.refused(409, "email_taken");
    t.assert_sound();
}

#[tokio::test]
async fn everybody_changes_their_own_password() {
    let t = TestApp::new();
    t.admin().await;
    t.applicant("cora@example.org").await;
    for email in ["ada@example.org", "cora@example.org"] {
        let (here, there) = (t.sign_in(email).await, t.sign_in(email).await);
        let change = async |current: &str, new: &str| {
            let form = json!({"current_password": current, "new_password": new});
            t.put("/api/auth/change-password").bearer(&here).json(form).send().await
        };
        change("wrong horse", "another horse").await.invalid("current_password");
        change(&"x".repeat(200), "another horse").await.invalid("current_password");
        change(PASSWORD, "short").await.invalid("new_password");
        t.get("/api/auth/me").bearer(&there).send().await.ok();
        assert_eq!(change(PASSWORD, "another horse").await.ok()["message"], "Password changed successfully!");
        t.get("/api/auth/me").bearer(&here).send().await.ok();
        t.get("/api/auth/me").bearer(&there).send().await.refused(401, "unauthorized");
        log_in(&t, email, PASSWORD).await.refused(401, "invalid_credentials");
        log_in(&t, email, "another horse").await.ok();
    }
}

#[tokio::test]
async fn guesses_at_the_present_password_are_slowed_down() {
    let (t, ada) = TestApp::with_admin().await;
    let guess = async || {
        let form = json!({"current_password": "wrong horse", "new_password": "another horse"});
        t.put("/api/auth/change-password").bearer(&ada).json(form).send().await
    };
    let mut guesses = 0;
    while guess().await.status == 422 {
        guesses += 1;
        assert!(guesses < 10, "nothing slows this down");
    }
    guess().await.refused(429, "too_many_attempts");
    t.get("/api/auth/me").bearer(&ada).send().await.ok();
}

/// A reviewer is made, promoted, demoted and deleted by the first administrator alone; each change ends its sessions.
#[tokio::test]
async fn the_first_administrator_manages_reviewers() {
    let (t, ada) = TestApp::with_admin().await;
    create(&t, &ada, "bob@example.org").await.expect(201);
    let bob = t.sign_in("bob@example.org").await;
    let form = json!({"email": "rita@example.org", "password": PASSWORD, "full_name": "Rita", "role": "reviewer"});
    t.post("/api/admin/create-admin").bearer(&bob).json(form.clone()).send().await.refused(403, "superadmin_only");
    let rita = t.post("/api/admin/create-admin").bearer(&ada).json(form).send().await.expect(201);
    assert_eq!((&rita["role"], &rita["is_first_admin"]), (&json!("reviewer"), &json!(false)));
    let listed = async |query: &str| {
        let rows = t.get(format!("/api/admin/list-admins{query}")).bearer(&ada).send().await.ok();
        column(&rows, "email").into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(listed("?role=reviewer").await, ["rita@example.org"]);
    assert!(!listed("").await.contains(&"rita@example.org".to_owned()));

    let hers = t.sign_in("rita@example.org").await;
    assert_eq!(t.get("/api/auth/me").bearer(&hers).send().await.ok()["role"], "reviewer");
    t.get("/api/tests").bearer(&hers).send().await.refused(403, "admins_only");
    t.get("/api/my-invites").bearer(&hers).send().await.refused(403, "applicants_only");
    let role = format!("/api/admin/change-role/{}", text(&rita["id"]));
    let change = async |who: &str, role: &str, to: &str| t.put(role).bearer(who).json(json!({"role": to})).send().await;
    change(&bob, &role, "admin").await.refused(403, "superadmin_only");
    change(&ada, &role, "applicant").await.expect(422);
    assert_eq!(change(&ada, &role, "admin").await.ok()["role"], "admin");
    t.get("/api/auth/me").bearer(&hers).send().await.refused(401, "unauthorized");
    let hers = t.sign_in("rita@example.org").await;
    t.get("/api/tests").bearer(&hers).send().await.ok();
    change(&ada, &role, "reviewer").await.ok();
    t.get("/api/tests").bearer(&hers).send().await.refused(401, "unauthorized");
    let own = t.get("/api/auth/me").bearer(&ada).send().await.ok();
    let own = format!("/api/admin/change-role/{}", text(&own["id"]));
    change(&ada, &own, "reviewer").await.refused(409, "superadmin_protected");
    t.delete(format!("/api/admin/delete-admin/{}", text(&rita["id"]))).bearer(&ada).send().await.ok();
    assert!(listed("?role=reviewer").await.is_empty());
    t.assert_sound();
}

#[tokio::test]
async fn a_role_that_another_has_changed_is_not_overwritten() {
    let (t, ada) = TestApp::with_admin().await;
    let form = json!({"email": "rita@example.org", "password": PASSWORD, "full_name": "Rita", "role": "reviewer"});
    let made = t.post("/api/admin/create-admin").bearer(&ada).json(form).send().await.expect(201);
    let listed = t.get("/api/admin/list-admins?role=reviewer").bearer(&ada).send().await.ok();
    let read = &listed[0]["version"];
    assert!(read.is_u64() && *read == made["version"], "{listed}");
    let path = format!("/api/admin/change-role/{}", text(&made["id"]));
    let change = async |body| t.put(&path).bearer(&ada).json(body).send().await;
    let now = change(json!({"role": "staff", "version": read})).await.ok();
    let stale = change(json!({"role": "admin", "version": read})).await.refused(409, "changed_meanwhile");
    assert_eq!(stale["by"], "Ada Admin", "{stale}");
    let staff = t.get("/api/admin/list-admins?role=staff").bearer(&ada).send().await.ok();
    assert_eq!(staff[0]["version"], now["version"]);
    change(json!({"role": "admin", "version": now["version"]})).await.ok();
    // A call that names no version is based on any.
    change(json!({"role": "reviewer"})).await.ok();
}
