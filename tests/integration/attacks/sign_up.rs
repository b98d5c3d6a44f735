//! Signing up with another person's address grants no access, does not lock the owner out, and mails the owner no text
//! of the attacker.

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{PASSWORD, list, small_test, text},
};
use invigil::{
    domain::{
        audit::AuditEntry,
        time::{HOUR, MINUTE, SECOND},
    },
    http::PeerAddr,
    service::{
        actor,
        invite::link,
        mail::{deliver, verify},
    },
    store::Read,
};
use serde_json::{Value, json};

const CORA: &str = "cora@example.org";

async fn register(t: &TestApp, from: [u8; 4], email: &str, password: &str, name: &str) -> Reply {
    let form = json!({"email": email, "password": password, "full_name": name});
    t.post("/api/auth/register").json(form).extension(PeerAddr(from.into())).send().await
}

async fn sign_in(t: &TestApp, email: &str, password: &str) -> Reply {
    t.post("/api/auth/login").json(json!({"email": email, "password": password})).send().await
}

async fn me(t: &TestApp, account: &str) -> Reply {
    t.get("/api/auth/me").bearer(account).send().await
}

async fn ask_for_proof(t: &TestApp, account: &str) -> Reply {
    let from = PeerAddr([10, 0, 0, 1].into());
    t.post("/api/auth/verify-mailbox/request").bearer(account).extension(from).send().await
}

async fn applicants(t: &TestApp, admin: &str) -> Value {
    t.get("/api/admin/applicants").bearer(admin).send().await.ok()
}

/// A site with mail, its administrator's token and a test.
async fn site() -> (TestApp, String, Value) {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("T")).await;
    (t, admin, test)
}

#[tokio::test]
async fn a_verification_mail_contains_no_text_of_the_person_who_signed_up() {
    let (t, ..) = site().await;
    let name = "Claim your prize at https://evil.example.net/x";
    register(&t, [10, 0, 0, 1], "victim+free.prizes@example.org", PASSWORD, name).await.expect(201);
    deliver::run_once(&t.app).await.unwrap();
    let sent = t.mailer.sent();
    assert_eq!(sent.len(), 1);
    let mail = &sent[0];
    for text in [&mail.to_name, &mail.content.subject, &mail.content.text, &mail.content.html] {
        assert!(!text.contains("prize") && !text.contains("evil"), "{text}");
    }
    assert!(mail.content.text.contains("https://tests.example.org/verify/"), "the control");
}

#[tokio::test]
async fn registrations_per_network_are_limited() {
    let (t, ..) = site().await;
    let hall = [192, 0, 2, 1];
    for n in 0..500 {
        register(&t, hall, &format!("c{n}@example.org"), PASSWORD, "Cora").await.expect(201);
    }
    let refused = register(&t, hall, CORA, PASSWORD, "Cora").await;
    assert_eq!(refused.header("retry-after"), "36");
    let hashes = t.app.secrets.passwords.computed();
    register(&t, hall, CORA, PASSWORD, "Cora").await.refused(429, "too_many_registrations");
    assert_eq!(t.app.secrets.passwords.computed(), hashes, "no hash is computed");
    register(&t, [192, 0, 2, 2], "dan@example.org", PASSWORD, "Dan").await.expect(201);
    t.clock.advance(36 * SECOND);
    register(&t, hall, CORA, PASSWORD, "Cora").await.expect(201);
}

#[tokio::test]
async fn verification_mails_per_mailbox_are_limited() {
    let (t, ..) = site().await;
    let mails = async || {
        deliver::run_once(&t.app).await.unwrap();
        t.mailer.sent().len()
    };
    // Repeated sign-ups from one network, also with aliases of the same mailbox.
    for n in 0..10 {
        let email = if n % 2 == 0 { CORA.to_owned() } else { format!("Cora+{n}@example.org") };
        register(&t, [10, 0, 0, 1], &email, PASSWORD, "Cora").await.expect(201);
    }
    assert!((1..=3).contains(&mails().await), "{}", mails().await);
    // Requested from the account.
    let cora = text(&sign_in(&t, CORA, PASSWORD).await.ok()["access_token"]).to_owned();
    t.clock.advance(MINUTE);
    let refused = ask_for_proof(&t, &cora).await;
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 60);
    refused.refused(429, "mailed_already");
    // From many networks.
    for n in 0..30 {
        register(&t, [10, 1, n, 1], CORA, PASSWORD, "Cora").await.expect(201);
    }
    assert!(mails().await <= 12, "{}", mails().await);
}

#[tokio::test]
async fn a_mail_can_be_requested_after_the_clock_was_set_back() {
    let (t, ..) = site().await;
    let cora = t.applicant(CORA).await;
    t.clock.advance(-5 * HOUR);
    ask_for_proof(&t, &cora).await.ok();
}

#[tokio::test]
async fn the_owner_can_register_after_an_attacker_did() {
    let (t, admin, test) = site().await;
    let invite = t.invite(&admin, &test, CORA).await;
    register(&t, [10, 0, 0, 1], CORA, "mallory's", "Mallory").await.expect(201);
    let mallory = text(&sign_in(&t, CORA, "mallory's").await.ok()["access_token"]).to_owned();
    register(&t, [10, 0, 0, 2], CORA, PASSWORD, "Cora").await.expect(201);
    me(&t, &mallory).await.refused(401, "unauthorized");
    sign_in(&t, CORA, "mallory's").await.refused(401, "invalid_credentials");
    let cora = t.sign_in(CORA).await;
    t.get(format!("/api/invites/token/{}", text(&invite["token"]))).bearer(&cora).send().await.ok();
    assert_eq!(me(&t, &cora).await.ok()["mailbox_proven"], true);
    // A verified account cannot be replaced.
    register(&t, [10, 0, 0, 1], CORA, "mallory's", "Mallory").await.refused(409, "email_taken");
    me(&t, &cora).await.ok();
    let log: Vec<AuditEntry> = t.app.store.read().unwrap().records().unwrap();
    let notes: Vec<_> = log.iter().filter(|e| e.action == "account.register").map(|e| e.note.as_str()).collect();
    assert_eq!(notes, ["", "instead of one that was not confirmed"]);
    t.assert_sound();
}

#[tokio::test]
async fn replacing_a_registration_voids_its_link_and_queued_mail() {
    let (t, ..) = site().await;
    register(&t, [10, 0, 0, 1], CORA, "mallory's", "Mallory").await.expect(201);
    let first = deliver::run_once(&t.app).await.unwrap();
    register(&t, [10, 0, 0, 1], CORA, "mallory's", "Mallory").await.expect(201);
    register(&t, [10, 0, 0, 2], CORA, PASSWORD, "Cora").await.expect(201);
    let then = deliver::run_once(&t.app).await.unwrap();
    assert_eq!((first, then), (1, 1), "only the newest queued mail is sent");
    let cora = t.sign_in(CORA).await;
    let links: Vec<String> = t
        .mailer
        .sent()
        .iter()
        .map(|m| m.content.text.split_once("/verify/").unwrap().1.split_whitespace().next().unwrap().to_owned())
        .collect();
    let prove = |token: &str| t.post("/api/auth/verify-mailbox").bearer(&cora).json(json!({"token": token})).send();
    prove(&links[0]).await.refused(404, "unknown_link");
    prove(&links[1]).await.ok();
}

#[tokio::test]
async fn signing_up_with_an_address_does_not_rename_the_invited_person() {
    let (t, admin, test) = site().await;
    t.invite(&admin, &test, CORA).await;
    let made = register(&t, [10, 0, 0, 1], CORA, PASSWORD, "Mallory").await.expect(201);
    assert_eq!(made["full_name"], CORA, "the invited person's name is not disclosed");
    let account = t.sign_in(CORA).await;
    let rename = || t.put("/api/auth/me").bearer(&account).json(json!({"full_name": "Mallory"})).send();
    rename().await.refused(409, "mailbox_not_proven");
    let shown = me(&t, &account).await.ok();
    assert_eq!(shown["full_name"], CORA);
    assert_eq!(list(&applicants(&t, &admin).await)[0]["full_name"], "Cora Candidate");
    // A verified account can change its name.
    t.change_user(CORA, |user| user.mailbox_proven = true).await;
    assert_eq!(me(&t, &account).await.ok()["full_name"], "Cora Candidate");
    assert_eq!(rename().await.ok()["full_name"], "Mallory");
}

#[tokio::test]
async fn an_invitation_replaces_a_name_set_by_an_attacker() {
    let (t, admin, test) = site().await;
    register(&t, [10, 0, 0, 1], CORA, PASSWORD, "https://evil.example.net").await.expect(201);
    t.invite(&admin, &test, CORA).await;
    assert_eq!(list(&applicants(&t, &admin).await)[0]["full_name"], "Cora Candidate");
    assert!(t.mailer.sent().iter().all(|mail| !mail.to_name.contains("evil")));
}

/// Race: another registration replaces the account while its owner opens a link.
#[tokio::test]
async fn a_verification_counts_only_for_the_registration_that_it_was_opened_in() {
    let (t, admin, test) = site().await;
    let invite = t.invite(&admin, &test, CORA).await;
    let cora = t.applicant(CORA).await;
    deliver::run_once(&t.app).await.unwrap();
    let mail = t.mailer.sent().pop().unwrap().content.text;
    let link = mail.split_once("/verify/").unwrap().1.split_whitespace().next().unwrap().to_owned();
    let before = actor::authenticate(&t.app, Some(&cora)).unwrap();
    register(&t, [10, 0, 0, 1], CORA, "mallory's", "Mallory").await.expect(201);
    link::open(&t.app, &before, text(&invite["token"])).await.unwrap();
    verify::prove(&t.app, &before.require().unwrap(), &link).await.unwrap_err();
    let mallory = text(&sign_in(&t, CORA, "mallory's").await.ok()["access_token"]).to_owned();
    assert_eq!(me(&t, &mallory).await.ok()["mailbox_proven"], false);
}
