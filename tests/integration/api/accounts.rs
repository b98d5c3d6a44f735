//! Sign-in, sign-up, sessions and the first-run setup (docs/behaviour/accounts.md#accounts).

use crate::support::{
    app::TestApp,
    journey::{PASSWORD, text},
};
use invigil::{
    app::{Config, DemoAccount},
    domain::{
        time::{MILLISECOND, MINUTE, SECOND},
        user::Role,
    },
    http::PeerAddr,
    service::{
        account::{accounts, admins},
        actor::Actor,
    },
};
use serde_json::{Value, json};
use std::net::IpAddr;

fn login(t: &TestApp, email: &str, password: &str) -> crate::support::call::Call {
    t.post("/api/auth/login").json(json!({"email": email, "password": password}))
}

#[tokio::test]
async fn a_registered_applicant_signs_in_and_is_told_who_they_are() {
    let t = TestApp::new();
    let form = json!({"email": " Cora@Example.org ", "password": PASSWORD, "full_name": " Cora Candidate ", "role": "admin", "is_first_admin": true});
    let user = t.post("/api/auth/register").json(form).send().await.expect(201);
    let expected = json!({"id": user["id"], "email": "cora@example.org", "full_name": "Cora Candidate", "role": "applicant",
        "created_at": "2026-03-02T08:00:00.000Z", "is_active": true, "is_first_admin": false, "mailbox_proven": false});
    assert_eq!(user, expected, "the role that was sent counts for nothing, and nothing of the password is told");

    let reply = login(&t, "CORA@example.org", PASSWORD).send().await.ok();
    assert_eq!(reply["user"], expected);
    assert_eq!(reply["token_type"], "bearer");
    assert_eq!(reply["expires_at"], "2026-03-02T20:00:00.000Z");
    let me = t.get("/api/auth/me").bearer(text(&reply["access_token"])).send().await.ok();
    let mut own = expected.clone();
    (own["capabilities"], own["tests"]) = (json!([]), json!([]));
    assert_eq!(me, own);
    t.assert_sound();
}

#[tokio::test]
async fn registration_refuses_what_will_not_do() {
    let t = TestApp::new();
    let good = || json!({"email": "cora@example.org", "password": PASSWORD, "full_name": "Cora"});
    let with = |field: &str, value: Value| {
        let mut form = good();
        form[field] = value;
        t.post("/api/auth/register").json(form).send()
    };
    for bad in ["", "cora", "cora@", "@example.org", "cora@exa mple.org", "a@b\u{0}.org", "x\r\nBcc: y@z.org"] {
        with("email", bad.into()).await.invalid("email");
    }
    let short = with("password", "12345".into()).await.invalid("password");
    assert_eq!(short["detail"], "Password must be at least 6 characters long");
    with("password", "ö".repeat(129).into()).await.invalid("password");
    with("full_name", "  ".into()).await.invalid("full_name");
    with("full_name", "x".repeat(201).into()).await.invalid("full_name");
    with("full_name", "a\nb".into()).await.invalid("full_name");
    with("email", 5.into()).await.invalid("email");
    let missing = t.post("/api/auth/register").json(json!({"email": "a@b.org"})).send().await;
    missing.invalid("password");
    with("password", "p".repeat(5000).into()).await.refused(413, "too_large");

    with("full_name", "Cora".into()).await.expect(201);
    t.change_user("cora@example.org", |user| user.mailbox_proven = true).await;
    with("email", "CORA@EXAMPLE.ORG".into()).await.refused(409, "email_taken");
    let all = t.post("/api/auth/register").json(json!({"email": "x", "password": "1", "full_name": ""})).send().await;
    let fields = all.invalid("email")["fields"].clone();
    assert_eq!(fields.as_object().unwrap().len(), 3, "a form learns of all its faults at once");
}

#[tokio::test]
async fn a_password_of_six_characters_in_any_script_will_do() {
    let t = TestApp::new();
    for (n, password) in ["4q!x7_", "пароль", &"ü".repeat(128)].into_iter().enumerate() {
        let email = format!("c{n}@example.org");
        let form = json!({"email": email, "password": password, "full_name": "Cora"});
        t.post("/api/auth/register").json(form).send().await.expect(201);
        login(&t, &email, password).send().await.ok();
    }
}

#[tokio::test]
async fn wrong_credentials_are_told_in_the_same_words() {
    let t = TestApp::new();
    t.admin().await;
    let wrong = login(&t, "ada@example.org", "wrong horse").send().await.refused(401, "invalid_credentials");
    let unknown = login(&t, "nobody@example.org", "wrong horse").send().await.refused(401, "invalid_credentials");
    assert_eq!(wrong["detail"], unknown["detail"]);
    let long = login(&t, "ada@example.org", &"x".repeat(200)).send().await.refused(401, "invalid_credentials");
    assert_eq!(long["detail"], wrong["detail"]);
    // A person who was invited and never registered has no password that could be right.
    let admin = t.sign_in("ada@example.org").await;
    let test = t.test_with_all_types(&admin).await;
    t.invite(&admin, &test, "invited@example.org").await;
    login(&t, "invited@example.org", "").send().await.refused(401, "invalid_credentials");
}

#[tokio::test]
async fn the_sign_in_form_is_typed() {
    let t = TestApp::new();
    let post = || t.post("/api/auth/login");
    post().json(json!({"email": "a@b.org"})).send().await.invalid("password");
    post().json(json!({"email": ["a"], "password": "x"})).send().await.invalid("email");
    post().json(json!([])).send().await.invalid("body");
    post().body("application/json", "{").send().await.refused(400, "malformed");
    post().body("application/json", "").send().await.refused(400, "malformed");
    post().body("application/json", b"\xff\xfe".to_vec()).send().await.refused(400, "malformed");
    post().body("text/plain", "{}").send().await.refused(415, "not_json");
    post().send().await.refused(415, "not_json");
    post().body("text/plain", vec![b' '; 5000]).send().await.refused(413, "too_large");
}

#[tokio::test]
async fn whatever_is_wrong_with_a_token_the_caller_is_nobody() {
    let (t, token) = TestApp::with_admin().await;
    let me = |header: String| t.get("/api/auth/me").header("authorization", &header).send();
    me(format!("bearer {token}")).await.ok();
    let (head, signature) = token.rsplit_once('.').unwrap();
    let none = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0";
    let claims = head.split_once('.').unwrap().1;
    for bad in [
        String::new(),
        token.clone(),
        format!("Basic {token}"),
        format!("Bearer {token}x"),
        format!("Bearer {head}.AAAA{}", &signature[4..]),
        format!("Bearer {none}.{claims}."),
        "Bearer".into(),
    ] {
        me(bad).await.refused(401, "unauthorized");
    }
    // Another server's token, although the same account.
    let other = TestApp::new().admin().await;
    me(format!("Bearer {other}")).await.refused(401, "unauthorized");
}

#[tokio::test]
async fn signing_out_ends_this_session_alone() {
    let t = TestApp::new();
    let (first, second) = (t.admin().await, t.sign_in("ada@example.org").await);
    let reply = t.post("/api/auth/logout").bearer(&first).send().await;
    assert_eq!((reply.status, reply.text.as_str()), (204, ""));
    t.get("/api/auth/me").bearer(&first).send().await.refused(401, "unauthorized");
    t.post("/api/auth/logout").bearer(&first).send().await.refused(401, "unauthorized");
    t.get("/api/auth/me").bearer(&second).send().await.ok();
    t.post("/api/auth/logout").send().await.refused(401, "unauthorized");
}

#[tokio::test]
async fn a_session_ends_after_an_idle_hour() {
    let (t, token) = TestApp::with_admin().await;
    t.clock.advance(59 * MINUTE);
    t.get("/api/auth/me").bearer(&token).send().await.ok();
    t.settle().await;
    t.clock.advance(60 * MINUTE - MILLISECOND);
    t.get("/api/auth/me").bearer(&token).send().await.ok();
    t.settle().await;
    t.clock.advance(60 * MINUTE);
    t.get("/api/auth/me").bearer(&token).send().await.refused(401, "unauthorized");
}

#[tokio::test]
async fn activity_is_written_at_most_once_a_minute() {
    let (t, token) = TestApp::with_admin().await;
    let writes = || t.app.store.stats().operations;
    let call = || t.get("/api/auth/me").bearer(&token).send();
    let before = writes();
    for _ in 0..20 {
        t.clock.advance(SECOND);
        call().await.ok();
    }
    t.settle().await;
    let settling = 4;
    assert_eq!(writes() - before, settling, "twenty calls in twenty seconds write nothing");
    t.clock.advance(MINUTE);
    call().await.ok();
    t.settle().await;
    assert_eq!(writes() - before, 2 * settling + 1);
}

#[tokio::test]
async fn a_session_ends_after_twelve_hours_whatever_happens_in_it() {
    let (t, token) = TestApp::with_admin().await;
    for _ in 0..23 {
        t.clock.advance(30 * MINUTE);
        t.get("/api/auth/me").bearer(&token).send().await.ok();
        t.settle().await;
    }
    t.clock.advance(30 * MINUTE - SECOND);
    t.get("/api/auth/me").bearer(&token).send().await.ok();
    t.clock.advance(SECOND);
    t.get("/api/auth/me").bearer(&token).send().await.refused(401, "unauthorized");
    t.sweep().await;
    t.assert_sound();
}

#[tokio::test]
async fn a_reset_password_ends_every_session() {
    let t = TestApp::new();
    let (first, second) = (t.admin().await, t.sign_in("ada@example.org").await);
    let operator = Actor::Operator.require().unwrap();
    admins::reset_password(&t.app, &operator, "ADA@example.org", "another horse".into()).await.unwrap();
    for token in [first, second] {
        t.get("/api/auth/me").bearer(&token).send().await.refused(401, "unauthorized");
    }
    login(&t, "ada@example.org", PASSWORD).send().await.refused(401, "invalid_credentials");
    login(&t, "ada@example.org", "another horse").send().await.ok();
}

#[tokio::test]
async fn a_deactivated_account_is_out_at_once() {
    let t = TestApp::new();
    let token = t.applicant("cora@example.org").await;
    t.change_user("cora@example.org", |user| user.is_active = false).await;
    t.get("/api/auth/me").bearer(&token).send().await.refused(401, "unauthorized");
    login(&t, "cora@example.org", PASSWORD).send().await.refused(403, "account_inactive");
    // Only who knows the password learns of it.
    login(&t, "cora@example.org", "wrong").send().await.refused(401, "invalid_credentials");
}

#[tokio::test]
async fn guessing_is_slowed_down_and_a_hall_behind_one_address_is_not() {
    let t = TestApp::new();
    t.admin().await;
    let from = |ip: &str| PeerAddr(ip.parse::<IpAddr>().unwrap());
    let wrong = |ip: &'static str| login(&t, "ada@example.org", "wrong").extension(from(ip)).send();
    for _ in 0..5 {
        wrong("10.0.0.1").await.refused(401, "invalid_credentials");
    }
    let slowed = wrong("10.0.0.1").await;
    assert_eq!(slowed.header("retry-after"), "1");
    slowed.refused(429, "too_many_attempts");
    let right = || login(&t, "ada@example.org", PASSWORD);
    right().extension(from("10.0.0.1")).send().await.refused(429, "too_many_attempts");
    right().extension(from("10.0.0.2")).send().await.ok();
    // Everyone else behind the slowed address.
    t.applicant("cora@example.org").await;
    login(&t, "cora@example.org", PASSWORD).extension(from("10.0.0.1")).send().await.ok();
    t.clock.advance(SECOND);
    right().extension(from("10.0.0.1")).send().await.ok();
    // A success clears the account.
    for _ in 0..5 {
        wrong("10.0.0.1").await.refused(401, "invalid_credentials");
    }
}

#[tokio::test]
async fn guesses_that_come_all_at_once_are_counted_like_any_others() {
    let t = TestApp::new();
    t.admin().await;
    let guesses = (0..40).map(|_| login(&t, "ada@example.org", "wrong").send());
    let replies = futures_util::future::join_all(guesses).await;
    let checked = replies.iter().filter(|reply| reply.status == 401).count();
    assert_eq!(checked, 5, "the rest must wait");
    assert!(replies.iter().all(|reply| matches!(reply.status, 401 | 429)));
    // A person who presses the button twice is no guesser.
    t.clock.advance(60 * MINUTE);
    for _ in 0..20 {
        let (a, b) =
            tokio::join!(login(&t, "ada@example.org", PASSWORD).send(), login(&t, "ada@example.org", PASSWORD).send());
        assert_eq!((a.status, b.status), (200, 200));
    }
    // Nor are eight tabs, two of which mistype it.
    let several = ["wrong", PASSWORD, PASSWORD, PASSWORD, PASSWORD, PASSWORD, "wrong", PASSWORD];
    let replies = several.map(|password| login(&t, "ada@example.org", password).send());
    let statuses: Vec<_> = futures_util::future::join_all(replies).await.iter().map(|reply| reply.status).collect();
    assert_eq!(statuses, [401, 200, 200, 200, 200, 200, 401, 200]);
}

#[tokio::test]
async fn nobody_can_lock_an_account_for_longer_than_half_a_minute() {
    let t = TestApp::new();
    t.admin().await;
    let home = PeerAddr(IpAddr::from([192, 168, 0, 1]));
    for _ in 0..3 {
        login(&t, "ada@example.org", "mistyped").extension(home).send().await;
    }
    for n in 0..80_u8 {
        let ip = PeerAddr(IpAddr::from([10, 0, 1, n]));
        login(&t, "ada@example.org", "wrong").extension(ip).send().await;
        t.clock.advance(31 * SECOND);
    }
    t.clock.advance(-2 * SECOND);
    let early = login(&t, "ada@example.org", PASSWORD).extension(home).send().await;
    assert_eq!(early.header("retry-after"), "1", "{}", early.text);
    t.clock.advance(2 * SECOND);
    login(&t, "ada@example.org", PASSWORD).extension(home).send().await.ok();
}

#[tokio::test]
async fn the_first_admin_is_made_once_with_the_printed_token() {
    let t = TestApp::new();
    let restriction = t.get("/api/admin/check-signup-restriction").send().await.ok();
    let expected = json!({"admin_exists": false, "resets_by_mail": false, "contact": ""});
    assert_eq!(restriction, expected, "no demo accounts on a real server");
    let set_up = |token: &str| {
        let form = json!({"setup_token": token, "email": "ada@example.org", "password": PASSWORD, "full_name": "Ada"});
        t.post("/api/auth/setup").json(form).send()
    };
    set_up("guess").await.refused(403, "wrong_setup_token");
    let token = accounts::open_setup(&t.app).unwrap().unwrap();
    set_up("").await.refused(403, "wrong_setup_token");
    set_up(&format!("{token}x")).await.refused(403, "wrong_setup_token");
    let bad = json!({"setup_token": token, "email": "ada", "password": "1", "full_name": "Ada"});
    t.post("/api/auth/setup").json(bad).send().await.invalid("email");
    let user = set_up(&format!(" {token}\n")).await.expect(201);
    assert_eq!((&user["role"], &user["is_first_admin"]), (&json!("admin"), &json!(true)));
    set_up(&token).await.refused(409, "admin_exists");
    assert_eq!(t.get("/api/admin/check-signup-restriction").send().await.ok()["admin_exists"], true);
    assert_eq!(accounts::open_setup(&t.app).unwrap(), None);
    t.sign_in("ada@example.org").await;
    // Later administrators are no superadmins.
    let operator = Actor::Operator.require().unwrap();
    let second = admins::create(&t.app, &operator, "bob@example.org", PASSWORD.into(), "Bob").await.unwrap();
    assert!(!second.is_first_admin);
    t.assert_sound();
}

#[tokio::test]
async fn two_browsers_with_the_setup_token_make_one_admin() {
    let t = TestApp::new();
    let token = accounts::open_setup(&t.app).unwrap().unwrap();
    let set_up = |email: &str| {
        let form = json!({"setup_token": token, "email": email, "password": PASSWORD, "full_name": "Ada"});
        t.post("/api/auth/setup").json(form).send()
    };
    let (a, b) = tokio::join!(set_up("a@example.org"), set_up("b@example.org"));
    let mut statuses = [a.status, b.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
}

#[tokio::test]
async fn only_a_demo_shows_its_accounts() {
    let demo_accounts =
        vec![DemoAccount { role: Role::Admin, email: "demo@example.org".into(), password: "demo-admin".into() }];
    let t = TestApp::with_config(Config { demo_accounts, ..Config::default() });
    let told = t.get("/api/admin/check-signup-restriction").send().await.ok();
    assert_eq!(
        told["demo_accounts"],
        json!([{"role": "admin", "email": "demo@example.org", "password": "demo-admin"}])
    );
}

#[tokio::test]
async fn registering_with_an_invited_address_keeps_the_record_and_proves_nothing() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "Cora@Example.org").await;
    let token = t.applicant("cora@example.org").await;
    let mine = t.get("/api/my-invites").bearer(&token).send().await.ok();
    assert_eq!(mine, json!([]), "any person could have registered with that address");
    // An admin's address is taken.
    let form = json!({"email": "ada@example.org", "password": PASSWORD, "full_name": "Eve"});
    t.post("/api/auth/register").json(form).send().await.refused(409, "email_taken");
    // The link was mailed there: opening it while signed in is the proof.
    t.get(format!("/api/invites/token/{}", text(&invite["token"]))).bearer(&token).send().await.ok();
    assert_eq!(t.get("/api/auth/me").bearer(&token).send().await.ok()["mailbox_proven"], true);
    t.assert_sound();
}

#[tokio::test]
async fn a_sign_in_that_the_server_could_not_judge_is_no_failure() {
    let t = TestApp::new();
    t.admin().await;
    t.app.store.close().await;
    for _ in 0..30 {
        let form = json!({"email": "ada@example.org", "password": PASSWORD});
        t.post("/api/auth/login").json(form).send().await.refused(503, "unavailable");
    }
}
