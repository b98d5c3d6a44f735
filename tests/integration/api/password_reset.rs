//! Forgotten passwords: the mailed link that sets a new one (docs/behaviour/accounts.md#accounts).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{PASSWORD, text},
};
use invigil::{
    domain::{
        password_reset::PasswordReset,
        time::{MINUTE, SECOND},
    },
    http::PeerAddr,
    service::{mail::deliver, operate::sweeper},
    store::{Read, StoreError, Tx},
};
use serde_json::json;
use std::{net::IpAddr, sync::mpsc, time::Duration};

const NEW: &str = "a new horse";

async fn ask(t: &TestApp, email: &str) -> Reply {
    t.post("/api/auth/forgot-password").json(json!({"email": email})).send().await
}

async fn redeem(t: &TestApp, token: &str, password: &str) -> Reply {
    let form = json!({"token": token, "new_password": password});
    t.post("/api/auth/reset-password").json(form).send().await
}

async fn sign_in(t: &TestApp, email: &str, password: &str) -> Reply {
    t.post("/api/auth/login").json(json!({"email": email, "password": password})).send().await
}

/// The tokens of the links that were mailed to an address.
async fn tokens(t: &TestApp, address: &str) -> Vec<String> {
    // A link is stored after the reply, by the store's queue.
    t.app.store.write(|_| Ok::<_, StoreError>(())).await.unwrap();
    deliver::run_once(&t.app).await.unwrap();
    let mails = t.mailer.sent().into_iter().filter(|mail| mail.to_email == address);
    let token = |text: &str| {
        let (_, rest) = text.split_once("/reset-password/")?;
        rest.split_whitespace().next().map(str::to_owned)
    };
    mails.filter_map(|mail| token(&mail.content.text)).collect()
}

async fn with_mail() -> (TestApp, String) {
    let (t, admin) = TestApp::with_mail().await;
    (t, admin)
}

#[tokio::test]
async fn a_mailed_link_sets_a_new_password_once_and_ends_all_sessions() {
    let (t, admin) = with_mail().await;
    let told = ask(&t, " ADA@example.org ").await.expect(202);
    assert!(text(&told["message"]).contains("30 minutes"));
    let sent = tokens(&t, "ada@example.org").await;
    let [token] = sent.as_slice() else { panic!("one mail: {sent:?}") };
    let mail = t.mailer.sent().pop().unwrap().content.text;
    assert!(!mail.contains("Ada"), "no name");
    // What the database holds does not open the account.
    let stored: Vec<PasswordReset> = t.app.store.read().unwrap().records_after::<PasswordReset>(None, 10).unwrap();
    assert_eq!(stored.len(), 1);
    assert!(!format!("{stored:?}").contains(token.as_str()));

    redeem(&t, token, "12345").await.invalid("new_password");
    redeem(&t, &format!(" {token} "), NEW).await.ok();
    t.get("/api/auth/me").bearer(&admin).send().await.refused(401, "unauthorized");
    sign_in(&t, "ada@example.org", PASSWORD).await.refused(401, "invalid_credentials");
    sign_in(&t, "ada@example.org", NEW).await.ok();
    let again = redeem(&t, token, "another horse").await.refused(404, "unknown_reset");
    assert!(text(&again["detail"]).contains("already used"));
    sign_in(&t, "ada@example.org", NEW).await.ok();
    assert!(t.app.store.read().unwrap().records_after::<PasswordReset>(None, 10).unwrap().is_empty());
    t.assert_sound();
}

#[tokio::test]
async fn every_address_is_told_the_same() {
    let (t, admin) = with_mail().await;
    let test = t.test_with_all_types(&admin).await;
    t.invite(&admin, &test, "invited@example.org").await;
    t.second_admin().await;
    t.change_user("bob@example.org", |user| user.is_active = false).await;
    let known = ask(&t, "ada@example.org").await;
    assert_eq!(known.status, 202);
    for unknown in ["mallory@example.org", "invited@example.org", "bob@example.org"] {
        let reply = ask(&t, unknown).await;
        assert_eq!((reply.status, &reply.text), (known.status, &known.text), "{unknown}");
        assert!(tokens(&t, unknown).await.is_empty(), "{unknown} has no account that can sign in");
    }
    assert_eq!(tokens(&t, "ada@example.org").await.len(), 1, "the control");
    ask(&t, "no address").await.invalid("email");
    // Without an account, too, it is refused after as many requests.
    for address in ["ada@example.org", "unknown@example.org"] {
        let mut refused = 0;
        for _ in 0..6 {
            refused += usize::from(ask(&t, address).await.status == 429);
        }
        assert_eq!(refused, if address.starts_with("ada") { 4 } else { 3 }, "{address}");
    }
    t.assert_sound();
}

/// Else the time of the reply would say who has an account.
#[tokio::test]
async fn no_reply_waits_for_the_link() {
    let (t, _) = with_mail().await;
    let (release, held) = mpsc::channel::<()>();
    let store = t.app.store.clone();
    let busy = tokio::spawn(async move {
        let wait = move |_: &mut Tx<'_>| {
            // Ends when the sender goes.
            let _ = held.recv();
            Ok::<_, StoreError>(())
        };
        store.write(wait).await
    });
    tokio::task::yield_now().await;
    for address in ["ada@example.org", "unknown@example.org"] {
        let reply = tokio::time::timeout(Duration::from_secs(20), ask(&t, address)).await;
        reply.expect("the reply does not wait for the store").expect(202);
    }
    drop(release);
    busy.await.unwrap().unwrap();
    assert_eq!(tokens(&t, "ada@example.org").await.len(), 1);
    t.assert_sound();
}

#[tokio::test]
async fn without_mail_the_page_says_whom_to_ask() {
    let (t, admin) = TestApp::with_admin().await;
    let check = || t.get("/api/admin/check-signup-restriction").send();
    assert_eq!(check().await.ok()["resets_by_mail"], false);
    for address in ["ada@example.org", "unknown@example.org"] {
        ask(&t, address).await.refused(409, "mail_not_set_up");
    }
    t.set_up_mail(&admin).await;
    let contact = json!({"contact": "the office, room 3"});
    t.put("/api/admin/company-settings").bearer(&admin).json(contact).send().await.ok();
    let told = check().await.ok();
    assert_eq!((&told["resets_by_mail"], &told["contact"]), (&json!(true), &json!("the office, room 3")));
}

#[tokio::test]
async fn a_newer_request_a_changed_password_and_time_void_the_link() {
    let (t, admin) = with_mail().await;
    ask(&t, "ada@example.org").await.expect(202);
    let first = tokens(&t, "ada@example.org").await.remove(0);
    ask(&t, "ada@example.org").await.expect(202);
    let second = tokens(&t, "ada@example.org").await.remove(1);
    redeem(&t, &first, NEW).await.refused(404, "unknown_reset");

    let form = json!({"current_password": PASSWORD, "new_password": "my own horse"});
    t.put("/api/auth/change-password").bearer(&admin).json(form).send().await.ok();
    let changed = redeem(&t, &second, NEW).await.refused(410, "expired");
    assert!(text(&changed["detail"]).contains("the account has changed"));

    t.clock.advance(20 * MINUTE);
    ask(&t, "ada@example.org").await.expect(202);
    let third = tokens(&t, "ada@example.org").await.remove(2);
    t.clock.advance(30 * MINUTE - SECOND);
    redeem(&t, &third, "12345").await.invalid("new_password");
    t.clock.advance(SECOND);
    let late = redeem(&t, &third, NEW).await.refused(410, "expired");
    assert!(text(&late["detail"]).contains("30 minutes"));
    sweeper::sweep(&t.app).await.unwrap();
    redeem(&t, &third, NEW).await.refused(404, "unknown_reset");
    sign_in(&t, "ada@example.org", "my own horse").await.ok();
    t.assert_sound();
}

#[tokio::test]
async fn a_mail_that_is_late_is_not_sent() {
    let (t, _) = with_mail().await;
    ask(&t, "ada@example.org").await.expect(202);
    t.clock.advance(30 * MINUTE);
    assert!(tokens(&t, "ada@example.org").await.is_empty());
}

#[tokio::test]
async fn two_tabs_with_one_link_set_one_password() {
    let (t, _) = with_mail().await;
    ask(&t, "ada@example.org").await.expect(202);
    let token = tokens(&t, "ada@example.org").await.remove(0);
    let (left, right) = tokio::join!(redeem(&t, &token, "left horse"), redeem(&t, &token, "right horse"));
    let (won, lost, password) =
        if left.status == 200 { (left, right, "left horse") } else { (right, left, "right horse") };
    won.ok();
    lost.refused(404, "unknown_reset");
    sign_in(&t, "ada@example.org", password).await.ok();
}

#[tokio::test]
async fn a_locked_out_owner_gets_in_again() {
    let (t, _) = with_mail().await;
    for _ in 0..6 {
        sign_in(&t, "ada@example.org", "wrong horse").await.refused(401, "invalid_credentials");
        t.clock.advance(SECOND);
    }
    sign_in(&t, "ada@example.org", PASSWORD).await.refused(429, "too_many_attempts");
    ask(&t, "ada@example.org").await.expect(202);
    let token = tokens(&t, "ada@example.org").await.remove(0);
    redeem(&t, &token, NEW).await.ok();
    sign_in(&t, "ada@example.org", NEW).await.ok();
}

#[tokio::test]
async fn an_applicant_gets_a_new_password_too_which_verifies_the_address() {
    let (t, _) = with_mail().await;
    t.applicant("cora@example.org").await;
    ask(&t, "cora@example.org").await.expect(202);
    let token = tokens(&t, "cora@example.org").await.remove(0);
    redeem(&t, &token, NEW).await.ok();
    let signed_in = sign_in(&t, "cora@example.org", NEW).await.ok();
    assert_eq!(signed_in["user"]["mailbox_proven"], true);
    t.assert_sound();
}

#[tokio::test]
async fn links_of_deleted_accounts_are_gone() {
    let (t, admin) = with_mail().await;
    t.second_admin().await;
    t.applicant("cora@example.org").await;
    for address in ["bob@example.org", "cora@example.org"] {
        ask(&t, address).await.expect(202);
    }
    let links = [tokens(&t, "bob@example.org").await.remove(0), tokens(&t, "cora@example.org").await.remove(0)];
    let rows = t.get("/api/admin/list-admins").bearer(&admin).send().await.ok();
    let bob = rows.as_array().unwrap().iter().find(|row| row["email"] == "bob@example.org").unwrap();
    t.delete(format!("/api/admin/delete-admin/{}", text(&bob["id"]))).bearer(&admin).send().await.ok();
    let rows = t.get("/api/admin/applicants").bearer(&admin).send().await.ok();
    t.delete(format!("/api/admin/applicants/{}", text(&rows[0]["id"]))).bearer(&admin).send().await.ok();
    for token in links {
        redeem(&t, &token, NEW).await.refused(404, "unknown_reset");
    }
    assert!(t.app.store.read().unwrap().records_after::<PasswordReset>(None, 10).unwrap().is_empty());
    t.assert_sound();
}

#[tokio::test]
async fn own_sessions_are_listed_and_ended() {
    const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
    let (t, here) = TestApp::with_admin().await;
    t.clock.advance(5 * MINUTE);
    let bob = t.second_admin().await;
    let away: IpAddr = "203.0.113.9".parse().unwrap();
    let form = json!({"email": "ada@example.org", "password": PASSWORD});
    let elsewhere = t.post("/api/auth/login").header("user-agent", FIREFOX).extension(PeerAddr(away)).json(form);
    let elsewhere = text(&elsewhere.send().await.ok()["access_token"]).to_owned();
    let list = |token: &str| t.get("/api/auth/sessions").bearer(token).send();
    let rows = list(&here).await.ok();
    let of = |current: bool| rows.as_array().unwrap().iter().find(|row| row["is_current"] == current).unwrap().clone();
    assert_eq!(rows.as_array().unwrap().len(), 2, "none of Bob's");
    let other = of(false);
    assert_eq!((text(&other["device"]), text(&other["network"])), ("Firefox on Windows", "203.0.113.0/24"));
    assert_eq!(other["signed_in_at"], "2026-03-02T08:05:00.000Z");
    assert_eq!(of(true)["signed_in_at"], "2026-03-02T08:00:00.000Z");

    let end = |token: &str, id: &str| t.delete(format!("/api/auth/sessions/{id}")).bearer(token).send();
    let id = text(&other["id"]).to_owned();
    end(&bob, &id).await.refused(404, "not_found");
    list(&elsewhere).await.ok();
    end(&here, &id).await.expect(204);
    list(&elsewhere).await.refused(401, "unauthorized");
    end(&here, &id).await.refused(404, "not_found");

    let others = [t.sign_in("ada@example.org").await, t.sign_in("ada@example.org").await];
    let ended = t.delete("/api/auth/sessions").bearer(&here).send().await.ok();
    assert_eq!(ended["ended"], 2);
    for token in &others {
        list(token).await.refused(401, "unauthorized");
    }
    assert_eq!(list(&here).await.ok().as_array().unwrap().len(), 1);
    list(&bob).await.ok();
    t.assert_sound();
}
