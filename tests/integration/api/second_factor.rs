//! The second factor, and the rules for passwords (docs/behaviour/accounts.md#second-factor).

use crate::support::{
    app::TestApp,
    call::Reply,
    held_writer::behind,
    journey::{PASSWORD, text},
};
use invigil::{
    domain::{
        second_factor::SecondFactor,
        time::{DAY, MINUTE, SECOND},
    },
    secrets::totp::TotpSecret,
    service::{
        account::{second_factor, sessions},
        actor::Actor,
    },
    store::{Read, Record},
};
use serde_json::{Value, json};

const ADA: &str = "ada@example.org";

async fn login(t: &TestApp, email: &str, password: &str, code: Option<&str>) -> Reply {
    t.post("/api/auth/login").json(json!({"email": email, "password": password, "totp": code})).send().await
}

/// The secret that the app of an account would hold.
fn secret(t: &TestApp, email: &str) -> TotpSecret {
    let read = t.app.store.read().unwrap();
    let factors = read.records_after::<SecondFactor>(None, 100).unwrap();
    let of = |factor: &&SecondFactor| {
        let user: Option<invigil::domain::user::User> = read.get(factor.user_id).unwrap();
        user.is_some_and(|user| user.email == email)
    };
    let factor = factors.iter().find(of).expect("a second factor");
    let key = SecondFactor::key_of(factor.user_id);
    TotpSecret::read(&t.app.secrets.vault.open("second_factors", &key, 1, &factor.secret_sealed).unwrap()).unwrap()
}

fn code(t: &TestApp, email: &str) -> String {
    secret(t, email).code_at(t.app.now())
}

async fn begin(t: &TestApp, email: &str, password: &str) -> Reply {
    t.post("/api/auth/totp/begin").json(json!({"email": email, "password": password})).send().await
}

async fn confirm(t: &TestApp, email: &str, code: &str) -> Reply {
    let form = json!({"email": email, "password": PASSWORD, "code": code});
    t.post("/api/auth/totp/confirm").json(form).send().await
}

/// Sets one up and returns the recovery codes. The step of the present code is used up.
async fn enrol(t: &TestApp, email: &str) -> Vec<String> {
    begin(t, email, PASSWORD).await.ok();
    let told = confirm(t, email, &code(t, email)).await.ok();
    told["codes"].as_array().unwrap().iter().map(|code| text(code).to_owned()).collect()
}

async fn demand(t: &TestApp, admin: &str, settings: Value) -> Reply {
    t.put("/api/admin/second-factor-settings").bearer(admin).json(settings).send().await
}

#[tokio::test]
async fn a_second_factor_is_set_up_and_then_asked_for() {
    let (t, ada) = TestApp::with_admin().await;
    let standing = || t.get("/api/auth/totp").bearer(&ada).send();
    assert_eq!(standing().await.ok(), json!({"recovery_codes_left": 0}));
    begin(&t, ADA, "wrong horse").await.invalid("password");
    begin(&t, "unknown@example.org", PASSWORD).await.invalid("password");
    confirm(&t, ADA, "123456").await.refused(409, "not_started");
    let made = begin(&t, ADA, PASSWORD).await.ok();
    assert!(text(&made["uri"]).starts_with("otpauth://totp/Invigil:ada%40example%2Eorg?secret="));
    assert!(text(&made["uri"]).contains(text(&made["secret"])));
    assert!(text(&made["qr_path"]).starts_with("M0 0h7v1h-7z"), "the finder in the corner");
    // Until it is confirmed, it is not asked for.
    login(&t, ADA, PASSWORD, None).await.ok();
    confirm(&t, ADA, "000000").await.invalid("code");
    let told = confirm(&t, ADA, &code(&t, ADA)).await.ok();
    assert_eq!(told["codes"].as_array().unwrap().len(), 10);
    begin(&t, ADA, PASSWORD).await.refused(409, "second_factor_on");
    let now = standing().await.ok();
    assert_eq!((&now["on_since"], &now["recovery_codes_left"]), (&json!("2026-03-02T08:00:00.000Z"), &json!(10)));

    login(&t, ADA, PASSWORD, None).await.refused(401, "totp_required");
    login(&t, ADA, PASSWORD, Some(" ")).await.refused(401, "totp_required");
    login(&t, ADA, "wrong horse", Some(&code(&t, ADA))).await.refused(401, "invalid_credentials");
    // The code of the confirmation was used.
    login(&t, ADA, PASSWORD, Some(&code(&t, ADA))).await.refused(401, "wrong_code");
    t.clock.advance(30 * SECOND);
    let fresh = code(&t, ADA);
    login(&t, ADA, PASSWORD, Some(&format!("{} {}", &fresh[..3], &fresh[3..]))).await.ok();
    login(&t, ADA, PASSWORD, Some(&fresh)).await.refused(401, "wrong_code");
    // The database holds neither the secret nor a recovery code.
    let stored = t.app.store.read().unwrap().records_after::<SecondFactor>(None, 9).unwrap();
    assert!(stored[0].secret_sealed.len() > 20);
    t.assert_sound();
}

#[tokio::test]
async fn one_code_serves_one_of_two_sign_ins() {
    let t = TestApp::new();
    t.admin().await;
    enrol(&t, ADA).await;
    t.clock.advance(30 * SECOND);
    let fresh = code(&t, ADA);
    let (a, b) = tokio::join!(login(&t, ADA, PASSWORD, Some(&fresh)), login(&t, ADA, PASSWORD, Some(&fresh)));
    let mut statuses = [a.status, b.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
}

#[tokio::test]
async fn a_recovery_code_replaces_the_app_once() {
    let (t, ada) = TestApp::with_admin().await;
    let codes = enrol(&t, ADA).await;
    login(&t, ADA, PASSWORD, Some(&codes[0].to_lowercase())).await.ok();
    login(&t, ADA, PASSWORD, Some(&codes[0])).await.refused(401, "wrong_code");
    login(&t, ADA, PASSWORD, Some(&codes[1])).await.ok();
    let standing = t.get("/api/auth/totp").bearer(&ada).send().await.ok();
    assert_eq!(standing["recovery_codes_left"], 8);
    let change = |path: &str, password: &str, code: &str| {
        let form = json!({"password": password, "code": code});
        t.post(format!("/api/auth/totp/{path}")).bearer(&ada).json(form).send()
    };
    change("recovery-codes", "wrong horse", &codes[2]).await.invalid("password");
    change("recovery-codes", PASSWORD, "123").await.invalid("code");
    let renewed = change("recovery-codes", PASSWORD, &codes[2]).await.ok();
    login(&t, ADA, PASSWORD, Some(&codes[3])).await.refused(401, "wrong_code");
    login(&t, ADA, PASSWORD, Some(text(&renewed["codes"][0]))).await.ok();
    change("disable", PASSWORD, text(&renewed["codes"][1])).await.ok();
    login(&t, ADA, PASSWORD, None).await.ok();
    change("disable", PASSWORD, text(&renewed["codes"][2])).await.refused(404, "not_found");
    t.assert_sound();
}

/// It is turned on after the password was checked, and before the session that this permits.
#[tokio::test]
async fn a_second_factor_that_is_turned_on_in_mid_sign_in_is_asked_for() {
    let t = TestApp::new();
    t.admin().await;
    begin(&t, ADA, PASSWORD).await.ok();
    let begun: Vec<SecondFactor> = t.app.store.read().unwrap().records().unwrap();
    let on = SecondFactor { confirmed_at: Some(t.app.now()), ..begun[0].clone() };
    let reply = behind(&t, move |tx| tx.put(&on), login(&t, ADA, PASSWORD, None)).await;
    reply.refused(401, "totp_required");
    login(&t, ADA, PASSWORD, Some(&code(&t, ADA))).await.ok();
}

#[tokio::test]
async fn codes_are_not_guessed() {
    let t = TestApp::new();
    t.admin().await;
    enrol(&t, ADA).await;
    t.clock.advance(30 * SECOND);
    let mut tried = 0;
    for _ in 0..40 {
        tried += usize::from(login(&t, ADA, PASSWORD, Some("000000")).await.status == 401);
        t.clock.advance(SECOND);
    }
    assert!((5..=10).contains(&tried), "{tried}");
    t.clock.advance(15 * MINUTE);
    login(&t, ADA, PASSWORD, Some(&code(&t, ADA))).await.ok();
}

/// Phones have the right time: where the server has not, all their codes are refused.
#[tokio::test]
async fn the_doctor_says_that_the_clock_is_off_by_the_codes_that_come() {
    for (ahead, said) in [(MINUTE, "some 60 s ahead of this one"), (-2 * MINUTE, "some 120 s behind this one")] {
        let t = TestApp::new();
        let ada = t.admin().await;
        enrol(&t, ADA).await;
        let report = async || t.get("/api/admin/doctor").bearer(&ada).send().await.ok().to_string();
        for _ in 0..3 {
            assert!(!report().await.contains("Codes of second factors"));
            let of_phone = secret(&t, ADA).code_at(t.app.now().plus(ahead));
            login(&t, ADA, PASSWORD, Some(&of_phone)).await.refused(401, "wrong_code");
            t.clock.advance(MINUTE);
        }
        assert!(report().await.contains(said), "{said}: {}", report().await);
    }
}

#[tokio::test]
async fn a_demanded_second_factor_is_set_up_within_the_grace_period() {
    let (t, ada) = TestApp::with_admin().await;
    let bob = t.second_admin().await;
    demand(&t, &bob, json!({"forAdmins": true})).await.refused(403, "superadmin_only");
    demand(&t, &ada, json!({"graceDays": 91})).await.invalid("graceDays");
    let read = t.get("/api/admin/second-factor-settings").bearer(&bob).send().await.ok();
    let change = json!({"forAdmins": true, "graceDays": 7, "version": read["version"]});
    demand(&t, &ada, change.clone()).await.ok();
    demand(&t, &ada, change).await.refused(409, "changed_meanwhile");
    enrol(&t, ADA).await;
    let told = login(&t, "bob@example.org", PASSWORD, None).await.ok();
    assert_eq!(told["second_factor_due"], "2026-03-09T08:00:00.000Z");
    t.clock.advance(7 * DAY);
    // A change of something else does not extend the period.
    let ada = text(&login(&t, ADA, PASSWORD, Some(&code(&t, ADA))).await.ok()["access_token"]).to_owned();
    demand(&t, &ada, json!({"forReviewers": true})).await.ok();
    login(&t, "bob@example.org", PASSWORD, None).await.refused(403, "second_factor_due");
    login(&t, "bob@example.org", "wrong horse", None).await.refused(401, "invalid_credentials");
    enrol(&t, "bob@example.org").await;
    t.clock.advance(30 * SECOND);
    login(&t, "bob@example.org", PASSWORD, Some(&code(&t, "bob@example.org"))).await.ok();
    // Applicants are never asked.
    t.applicant("cora@example.org").await;
    t.assert_sound();
}

#[tokio::test]
async fn a_lost_second_factor_is_taken_off_by_the_superadmin_or_the_operator() {
    let (t, ada) = TestApp::with_admin().await;
    let bob = t.second_admin().await;
    enrol(&t, "bob@example.org").await;
    let rows = t.get("/api/admin/second-factors").bearer(&bob).send().await.ok();
    let of = |email: &str| rows.as_array().unwrap().iter().find(|row| row["email"] == email).unwrap().clone();
    assert!(of(ADA).get("on_since").is_none());
    assert_eq!(of("bob@example.org")["on_since"], "2026-03-02T08:00:00.000Z");
    let path = format!("/api/admin/second-factors/{}/reset", text(&of("bob@example.org")["id"]));
    t.post(&path).bearer(&bob).send().await.refused(403, "superadmin_only");
    t.post(&path).bearer(&ada).send().await.ok();
    t.post(&path).bearer(&ada).send().await.refused(404, "not_found");
    t.get("/api/auth/me").bearer(&bob).send().await.refused(401, "unauthorized");
    login(&t, "bob@example.org", PASSWORD, None).await.ok();

    enrol(&t, ADA).await;
    let operator = Actor::Operator.require().unwrap();
    second_factor::reset_by_email(&t.app, &operator, "ADA@example.org").await.unwrap();
    login(&t, ADA, PASSWORD, None).await.ok();
    t.get("/api/auth/me").bearer(&ada).send().await.refused(401, "unauthorized");
    t.assert_sound();
}

#[tokio::test]
async fn a_second_factor_goes_with_its_account() {
    let (t, ada) = TestApp::with_admin().await;
    t.applicant("cora@example.org").await;
    enrol(&t, "cora@example.org").await;
    // Until the address is verified, another sign-up replaces the account, and must not be asked for a stranger's app.
    t.applicant("cora@example.org").await;
    enrol(&t, "cora@example.org").await;
    let rows = t.get("/api/admin/applicants").bearer(&ada).send().await.ok();
    t.delete(format!("/api/admin/applicants/{}", text(&rows[0]["id"]))).bearer(&ada).send().await.ok();
    assert!(t.app.store.read().unwrap().records_after::<SecondFactor>(None, 9).unwrap().is_empty());
    t.assert_sound();
}

#[tokio::test]
async fn common_and_short_passwords_are_refused_as_the_site_says() {
    let (t, ada) = TestApp::with_admin().await;
    let register = |email: &str, password: &str| {
        let form = json!({"email": email, "password": password, "full_name": "Cora"});
        t.post("/api/auth/register").json(form).send()
    };
    register("nils@example.org", "Password1").await.expect(201);
    let create = json!({"email": "bob@example.org", "password": "qwerty123", "full_name": "Bob"});
    let refused = t.post("/api/admin/create-admin").bearer(&ada).json(create).send().await.invalid("password");
    assert!(text(&refused["detail"]).contains("most common passwords"));
    let own = json!({"current_password": PASSWORD, "new_password": "iloveyou"});
    t.put("/api/auth/change-password").bearer(&ada).json(own).send().await.invalid("new_password");

    let set = |settings: Value| t.put("/api/admin/password-settings").bearer(&ada).json(settings).send();
    for bad in [5, 65] {
        set(json!({"minLength": bad})).await.invalid("minLength");
    }
    let read = t.get("/api/admin/password-settings").bearer(&ada).send().await.ok();
    assert_eq!((&read["minLength"], &read["refuseCommon"]), (&json!(6), &json!(true)));
    let change = json!({"minLength": 14, "refuseCommon": false, "version": read["version"]});
    set(change.clone()).await.ok();
    set(change).await.refused(409, "changed_meanwhile");
    let short = register("cora@example.org", "correct horse").await.invalid("password");
    assert_eq!(short["detail"], "Password must be at least 14 characters long");
    // Passwords that were set before stay.
    login(&t, ADA, PASSWORD, None).await.ok();
    set(json!({"minLength": 6})).await.ok();
    register("cora@example.org", "password").await.expect(201);
    t.assert_sound();
}

#[tokio::test]
async fn the_operator_ends_the_sessions_of_one_account_or_of_all() {
    let (t, ada) = TestApp::with_admin().await;
    let bob = t.second_admin().await;
    let operator = Actor::Operator.require().unwrap();
    let me = |token: &str| t.get("/api/auth/me").bearer(token).send();
    assert!(sessions::end_for(&t.app, &operator, Some("unknown@example.org")).await.is_err());
    assert_eq!(sessions::end_for(&t.app, &operator, Some("Bob@example.org")).await.unwrap(), 1);
    me(&bob).await.refused(401, "unauthorized");
    me(&ada).await.ok();
    let more = [t.sign_in(ADA).await, t.sign_in("bob@example.org").await];
    assert_eq!(sessions::end_for(&t.app, &operator, None).await.unwrap(), 3);
    for token in [&ada, &more[0], &more[1]] {
        me(token).await.refused(401, "unauthorized");
    }
    t.assert_sound();
}
