//! Applicants as administrators manage them: list, search, activate, confirm, erase (docs/behaviour/screens.md#screens).

use crate::support::{
    app::TestApp,
    journey::{PASSWORD, column, key, list, small_test, text},
};
use invigil::{
    domain::time::MINUTE,
    store::{KeyRange, Read, Table},
};
use serde_json::{Value, json};
use std::ops::ControlFlow;

async fn applicants(t: &TestApp, admin: &str, query: &str) -> Value {
    t.get(format!("/api/admin/applicants{query}")).bearer(admin).send().await.ok()
}

#[tokio::test]
async fn everybody_who_registered_or_was_invited_is_listed() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    t.applicant("cora@example.org").await;
    t.clock.advance(MINUTE);
    let name = json!({"applicant_name": "Dan Ångström"});
    t.invite_with(&admin, &test, "dan@example.org", name).await.expect(201);
    t.take(&admin, &test, "cora@example.org", &[]).await;
    let rows = applicants(&t, &admin, "").await;
    assert_eq!(column(&rows, "email"), ["dan@example.org", "cora@example.org"], "newest first, no administrators");
    let expected = |id: &Value| {
        json!({"id": id, "email": "dan@example.org", "full_name": "Dan Ångström", "role": "applicant", "is_active": true,
            "is_first_admin": false, "mailbox_proven": false, "created_at": t.now().to_string(), "has_account": false, "invites": 1, "submissions": 0,
            "erasure": null})
    };
    assert_eq!(rows[0], expected(&rows[0]["id"]));
    assert_eq!(
        (&rows[1]["has_account"], &rows[1]["invites"], &rows[1]["submissions"]),
        (&json!(true), &json!(1), &json!(1))
    );
    for (search, found) in [("ÅNGSTR", 1), ("cora@", 1), ("example.org", 2), ("nobody", 0), ("", 2)] {
        let search = search.replace('Å', "%C3%85");
        assert_eq!(list(&applicants(&t, &admin, &format!("?search={search}")).await).len(), found, "{search}");
    }
    let first = t.get("/api/admin/applicants?limit=1&search=example").bearer(&admin).send().await;
    let next = first.header("link").trim_start_matches('<').split('>').next().unwrap().to_owned();
    assert_eq!(column(&first.ok(), "email"), ["dan@example.org"]);
    assert_eq!(column(&t.get(next).bearer(&admin).send().await.ok(), "email"), ["cora@example.org"]);
}

#[tokio::test]
async fn an_inactive_applicant_is_out_until_activated() {
    let t = TestApp::new();
    let (admin, cora) = (t.admin().await, t.applicant("cora@example.org").await);
    let test = t.create_test(&admin, small_test("T")).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    let id = text(&applicants(&t, &admin, "").await[0]["id"]).to_owned();
    let set = async |status: &str| {
        let path = format!("/api/admin/applicants/{id}/status");
        t.put(path).bearer(&admin).json(json!({"status": status})).send().await
    };
    assert_eq!(set("inactive").await.ok()["is_active"], false);
    t.get("/api/auth/me").bearer(&cora).send().await.refused(401, "unauthorized");
    let form = json!({"email": "cora@example.org", "password": PASSWORD});
    t.post("/api/auth/login").json(&form).send().await.refused(403, "account_inactive");
    t.start(&invite["token"], &key(1)).await.refused(403, "account_inactive");
    let again = async || {
        let path = format!("/api/invites/{}/retry-email", text(&invite["id"]));
        t.post(path).bearer(&admin).send().await
    };
    again().await.refused(409, "account_inactive");
    assert_eq!(set("active").await.ok()["is_active"], true);
    t.start(&invite["token"], &key(1)).await.ok();
    // A test that runs continues, and its link may have to be sent again.
    set("inactive").await.ok();
    again().await.ok();
    set("active").await.ok();
    t.get("/api/auth/me").bearer(&cora).send().await.refused(401, "unauthorized");
    set("gone").await.invalid("status");

    let cora = t.sign_in("cora@example.org").await;
    assert_eq!(t.get("/api/my-invites").bearer(&cora).send().await.ok(), json!([]));
    let confirm = format!("/api/admin/applicants/{id}/confirm-mailbox");
    assert_eq!(t.post(confirm).bearer(&admin).send().await.ok()["mailbox_proven"], true);
    assert_eq!(list(&t.get("/api/my-invites").bearer(&cora).send().await.ok()).len(), 1);
}

/// Data of the person who is erased.
const WORDS: [&str; 3] = ["cora@example.org", "Cora Canary", "cora's"];

/// Stored rows that hold these words.
fn rows_with(t: &TestApp, table: &'static str, words: &str) -> usize {
    let mut rows = 0;
    let holds = |value: &[u8]| value.windows(words.len()).any(|window| window == words.as_bytes());
    let read = t.app.store.read().unwrap();
    let scanned = read.raw_scan(Table(table), KeyRange::all(), false, &mut |_, value| {
        rows += usize::from(holds(value));
        Ok(ControlFlow::Continue(()))
    });
    scanned.unwrap();
    rows
}

#[tokio::test]
async fn erasing_a_person_leaves_nothing_but_ids_in_the_audit_log() {
    let dir = tempfile::tempdir().unwrap();
    let t = TestApp::on_disk(dir.path());
    let admin = t.admin().await;
    t.set_up_mail(&admin).await;
    let test = t.test_with_all_types(&admin).await;
    let other = t.take(&admin, &test, "dan@example.org", &[("q2", "dan's words")]).await;
    let cora = t.applicant("cora@example.org").await;
    let name = json!({"applicant_name": "Cora Canary"});
    let done = t.invite_with(&admin, &test, "cora@example.org", name.clone()).await.expect(201);
    t.start(&done["token"], &key(1)).await.ok();
    t.submit(&done["token"], &key(1), &[("q2", "cora's words")]).await.ok();
    t.save(&done["token"], &key(1), &[("q2", "cora's late words", 99)]).await.ok();
    let running = t.invite_with(&admin, &test, "cora@example.org", name).await.expect(201);
    t.start(&running["token"], &key(2)).await.ok();
    let id = column(&applicants(&t, &admin, "?search=cora@").await, "id")[0].to_owned();

    let path = format!("/api/admin/applicants/{id}");
    assert!(t.delete(&path).bearer(&admin).send().await.ok()["message"].is_string());
    t.delete(&path).bearer(&admin).send().await.refused(404, "not_found");
    t.get("/api/auth/me").bearer(&cora).send().await.refused(401, "unauthorized");
    for invite in [&done, &running] {
        t.door(&invite["token"], Some(&key(2))).await.refused(404, "unknown_link");
    }
    t.save(&running["token"], &key(2), &[("q2", "more", 1)]).await.refused(404, "unknown_link");
    for list in
        ["/api/invites", "/api/results", "/api/admin/notifications", "/api/admin/applicants", "/api/admin/overview"]
    {
        let told = t.get(list).bearer(&admin).send().await;
        assert!(WORDS.iter().all(|word| !told.text.contains(word)), "{list}: {}", told.text);
    }
    assert_eq!(t.result_of(&admin, &other).await["answers"][1]["answer"], "dan's words");
    assert_eq!(t.overview(&admin).await["pending_reviews"], 1);
    t.assert_sound();
    let tables = [
        "users",
        "invites",
        "answers",
        "late_answers",
        "submissions",
        "outbox",
        "notifications",
        "audit",
        "history_log",
    ];
    let others: usize = tables.iter().map(|table| rows_with(&t, table, "dan@example.org")).sum();
    assert!(others > 0, "the search works");
    for (table, word) in tables.iter().flat_map(|table| WORDS.map(|word| (table, word))) {
        assert_eq!(rows_with(&t, table, word), 0, "{table} still knows {word}");
    }
}

#[tokio::test]
async fn administrators_are_no_applicants() {
    let (t, admin) = TestApp::with_admin().await;
    let own = t.get("/api/auth/me").bearer(&admin).send().await.ok();
    for id in [text(&own["id"]), "00000000-0000-7000-8000-000000000000", "x"] {
        let path = format!("/api/admin/applicants/{id}");
        t.delete(&path).bearer(&admin).send().await.refused(404, "not_found");
        t.post(format!("{path}/confirm-mailbox")).bearer(&admin).send().await.refused(404, "not_found");
        let status = json!({"status": "inactive"});
        t.put(format!("{path}/status")).bearer(&admin).json(status).send().await.refused(404, "not_found");
    }
    t.get("/api/auth/me").bearer(&admin).send().await.ok();
}
