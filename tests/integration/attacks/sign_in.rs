//! Account enumeration: sign-in does not disclose which addresses have an account, neither by text, headers and work
//! nor by its rate limit. `node benches/sign-in.mjs` measures the timing.

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{PASSWORD, small_test},
};
use invigil::domain::time::MILLISECOND;
use serde_json::json;

/// A site with every kind of address.
async fn site() -> TestApp {
    let (t, ada) = TestApp::with_admin().await;
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

/// All parts of a reply that could distinguish two addresses.
fn fingerprint(reply: &Reply) -> String {
    let mut body = reply.json.clone();
    body["request_id"] = json!(null);
    let mut headers = reply.headers.clone();
    headers.remove("x-request-id");
    format!("{} {headers:?} {body}", reply.status)
}

/// Differences between addresses, in replies and in the number of hashes computed.
async fn differences(t: &TestApp, password: &str) -> Vec<String> {
    let mut seen: Vec<(String, String)> = Vec::new();
    for email in UNKNOWN.into_iter().chain(KNOWN) {
        let before = t.app.secrets.passwords.computed();
        let reply = guess(t, email, password).await;
        let work = t.app.secrets.passwords.computed() - before;
        seen.push((email.to_owned(), format!("{} after {work} hashes", fingerprint(&reply))));
    }
    let first = seen[0].1.clone();
    seen.into_iter().filter(|(_, reply)| *reply != first).map(|(email, reply)| format!("{email}: {reply}")).collect()
}

#[tokio::test]
async fn a_wrong_password_gets_the_same_reply_and_work_for_every_address() {
    let t = site().await;
    for wrong in ["a wrong horse", "", &"x".repeat(129)] {
        assert_eq!(differences(&t, wrong).await, Vec::<String>::new(), "{wrong}");
    }
    let before = t.app.secrets.passwords.computed();
    guess(&t, "nobody@example.org", "a wrong horse").await.refused(401, "invalid_credentials");
    assert_eq!(t.app.secrets.passwords.computed() - before, 1, "a hash is computed");
    // The control: the right password gets another reply, and the harness detects it.
    assert_eq!(differences(&t, PASSWORD).await.len(), 3);
}

#[tokio::test]
async fn the_rate_limit_is_the_same_with_and_without_an_account() {
    let t = site().await;
    let mut by_address = Vec::new();
    for email in ["cora@example.org", "nobody@example.org"] {
        let mut replies = Vec::new();
        for _ in 0..30 {
            replies.push(fingerprint(&guess(&t, email, "a wrong horse").await));
            t.clock.advance(700 * MILLISECOND);
        }
        assert!(replies.iter().any(|reply| reply.contains("too_many_attempts")), "{replies:?}");
        by_address.push(replies);
    }
    assert_eq!(by_address[0], by_address[1]);
}
