//! The sign-in tells nobody which addresses have an account: not in words, not in headers, not by the work it does, and
//! not by how it slows guessing down. `node benches/sign-in.mjs` measures the time itself.

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{PASSWORD, small_test},
};
use serde_json::json;

/// Two administrators' site with every kind of address.
async fn site() -> TestApp {
    let t = TestApp::new();
    let ada = t.admin().await;
    t.applicant("cora@example.org").await;
    t.applicant("gone@example.org").await;
    t.change_user("gone@example.org", |user| user.is_active = false).await;
    let test = t.create_test(&ada, small_test("T")).await;
    t.invite(&ada, &test, "invited@example.org").await;
    t
}

const KNOWN: [&str; 4] = ["ada@example.org", "cora@example.org", "gone@example.org", "invited@example.org"];
const UNKNOWN: [&str; 3] = ["nobody@example.org", "nobody", ""];

async fn guess(t: &TestApp, email: &str, password: &str) -> Reply {
    t.post("/api/auth/login").json(json!({"email": email, "password": password})).send().await
}

/// All of a reply that could tell one address from another.
fn told(reply: &Reply) -> String {
    let mut body = reply.json.clone();
    body["request_id"] = json!(null);
    let mut headers = reply.headers.clone();
    headers.remove("x-request-id");
    format!("{} {headers:?} {body}", reply.status)
}

/// What differs between addresses: replies, and the hashes that were computed.
async fn differences(t: &TestApp, password: &str) -> Vec<String> {
    let mut seen: Vec<(String, String)> = Vec::new();
    for email in UNKNOWN.into_iter().chain(KNOWN) {
        let before = t.app.passwords.computed();
        let reply = guess(t, email, password).await;
        let work = t.app.passwords.computed() - before;
        seen.push((email.to_owned(), format!("{} after {work} hashes", told(&reply))));
    }
    let first = seen[0].1.clone();
    seen.into_iter().filter(|(_, told)| *told != first).map(|(email, told)| format!("{email}: {told}")).collect()
}

#[tokio::test]
async fn a_wrong_password_is_told_and_worked_on_alike_for_everybody() {
    let t = site().await;
    for wrong in ["a wrong horse", "", &"x".repeat(129)] {
        assert_eq!(differences(&t, wrong).await, Vec::<String>::new(), "{wrong}");
    }
    let before = t.app.passwords.computed();
    guess(&t, "nobody@example.org", "a wrong horse").await.refused(401, "invalid_credentials");
    assert_eq!(t.app.passwords.computed() - before, 1, "and it is work");
    // The control: whoever has the password is told more, and the harness sees it.
    assert_eq!(differences(&t, PASSWORD).await.len(), 3);
}

#[tokio::test]
async fn guessing_is_slowed_down_alike_whether_or_not_there_is_an_account() {
    let t = site().await;
    let mut told_of = Vec::new();
    for email in ["cora@example.org", "nobody@example.org"] {
        let mut replies = Vec::new();
        for _ in 0..30 {
            replies.push(told(&guess(&t, email, "a wrong horse").await));
            t.clock.advance(700);
        }
        assert!(replies.iter().any(|reply| reply.contains("too_many_attempts")), "{replies:?}");
        told_of.push(replies);
    }
    assert_eq!(told_of[0], told_of[1]);
}
