//! The proof of a mailbox by a mailed link (docs/behaviour/accounts.md#accounts).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{list, text},
};
use invigil::{
    domain::time::{DAY, MINUTE, SECOND},
    service::mail::deliver,
};
use serde_json::{Value, json};

async fn mails_to(t: &TestApp, address: &str) -> Vec<String> {
    deliver::run_once(&t.app).await.unwrap();
    t.mailer.sent().into_iter().filter(|m| m.to_email == address).map(|m| m.content.text).collect()
}

fn token_in(mail: &str) -> String {
    let (_, rest) = mail.split_once("/verify/").expect("a link");
    rest.split_whitespace().next().unwrap().to_owned()
}

async fn prove(t: &TestApp, account: &str, token: &str) -> Reply {
    t.post("/api/auth/verify-mailbox").bearer(account).json(json!({"token": token})).send().await
}

async fn ask(t: &TestApp, account: &str) -> Reply {
    t.post("/api/auth/verify-mailbox/request").bearer(account).send().await
}

async fn my_invites(t: &TestApp, account: &str) -> Vec<Value> {
    list(&t.get("/api/my-invites").bearer(account).send().await.ok()).to_vec()
}

#[tokio::test]
async fn the_mail_of_a_new_account_opens_its_invitations_once() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.test_with_all_types(&admin).await;
    t.invite(&admin, &test, "cora@example.org").await;
    let cora = t.applicant("Cora@example.org").await;
    assert!(my_invites(&t, &cora).await.is_empty());
    let mails = mails_to(&t, "cora@example.org").await;
    let mail = mails.iter().find(|m| m.contains("/verify/")).expect("a mail by itself");
    let token = token_in(mail);
    let me = prove(&t, &cora, &token).await.ok();
    assert_eq!((&me["email"], &me["mailbox_proven"]), (&json!("cora@example.org"), &json!(true)));
    assert_eq!(my_invites(&t, &cora).await.len(), 1);
    // Opened again, by the candidate: nothing is wrong.
    prove(&t, &cora, &token).await.ok();
    ask(&t, &cora).await.refused(409, "already_proven");
    t.assert_sound();
}

#[tokio::test]
async fn the_link_counts_only_in_a_session_of_its_account() {
    let (t, _) = TestApp::with_mail().await;
    let (mallory, cora) = (t.applicant("victim@example.org").await, t.applicant("cora@example.org").await);
    let token = token_in(&mails_to(&t, "victim@example.org").await[0]);
    prove(&t, &cora, &token).await.refused(403, "other_account");
    t.post("/api/auth/verify-mailbox").json(json!({"token": token})).send().await.refused(401, "unauthorized");
    let me = t.get("/api/auth/me").bearer(&mallory).send().await.ok();
    assert_eq!(me["mailbox_proven"], false, "the mail alone proves nothing");
    for bad in ["", "x", &"A".repeat(43)] {
        prove(&t, &cora, bad).await.refused(404, "unknown_link");
    }
}

#[tokio::test]
async fn a_newer_mail_voids_the_older_and_mails_are_limited() {
    let (t, admin) = TestApp::with_admin().await;
    let cora = t.applicant("cora@example.org").await;
    assert!(mails_to(&t, "cora@example.org").await.is_empty());
    ask(&t, &cora).await.refused(409, "mail_not_set_up");
    t.set_up_mail(&admin).await;
    let reply = ask(&t, &cora).await.ok();
    assert!(text(&reply["message"]).contains("cora@example.org"));
    t.clock.advance(15 * SECOND);
    let refused = ask(&t, &cora).await;
    assert_eq!(refused.header("retry-after"), "45");
    refused.refused(429, "mailed_already");
    let first = token_in(&mails_to(&t, "cora@example.org").await[0]);
    t.clock.advance(MINUTE);
    ask(&t, &cora).await.ok();
    let mails = mails_to(&t, "cora@example.org").await;
    assert_eq!(mails.len(), 2);
    prove(&t, &cora, &first).await.refused(404, "unknown_link");
    t.clock.advance(7 * DAY);
    let cora = t.sign_in("cora@example.org").await;
    prove(&t, &cora, &token_in(&mails[1])).await.refused(410, "expired");
    t.assert_sound();
}

#[tokio::test]
async fn erasing_a_person_takes_link_and_mails_along() {
    let (t, admin) = TestApp::with_mail().await;
    t.applicant("cora@example.org").await;
    let rows = t.get("/api/admin/applicants").bearer(&admin).send().await.ok();
    let path = format!("/api/admin/applicants/{}", text(&list(&rows)[0]["id"]));
    t.delete(path).bearer(&admin).send().await.ok();
    assert!(mails_to(&t, "cora@example.org").await.is_empty());
    t.assert_sound();
}

#[tokio::test]
async fn a_name_is_the_accounts_own_to_change() {
    let t = TestApp::new();
    let cora = t.applicant("cora@example.org").await;
    let rename =
        |name: &str| t.put("/api/auth/me").bearer(&cora).json(json!({"full_name": name, "role": "admin"})).send();
    let me = rename("  Cora Neu ").await.ok();
    assert_eq!((&me["full_name"], &me["role"]), (&json!("Cora Neu"), &json!("applicant")));
    for bad in ["", "  ", "two\nlines", &"x".repeat(201)] {
        rename(bad).await.invalid("full_name");
    }
    assert_eq!(t.get("/api/auth/me").bearer(&cora).send().await.ok()["full_name"], "Cora Neu");
}
