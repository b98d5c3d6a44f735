//! Sign-in by the company's identity provider (docs/behaviour/accounts.md#company-sign-in).

use crate::support::{
    app::{PUBLIC_URL, TestApp},
    call::Reply,
    journey::{PASSWORD, text},
    oidc_provider::{CLIENT, Flaw, OidcProvider, SECRET},
};
use invigil::domain::time::{DAY, HOUR, MINUTE, SECOND};
use serde_json::{Value, json};

const GRETA: &str = "greta@example.org";

pub(super) struct World {
    pub t: TestApp,
    pub idp: OidcProvider,
    pub ada: String,
}

/// What the browser carries.
pub(super) fn cookie(reply: &Reply) -> String {
    let set = reply.header("set-cookie").to_owned();
    assert!(set.contains("; Path=/api/auth/oidc; ") && set.ends_with("; HttpOnly; SameSite=Lax; Secure"), "{set}");
    set.split(';').next().unwrap().to_owned()
}

pub(super) fn greta() -> Value {
    json!({"sub": "g-1", "email": GRETA, "email_verified": true, "name": "Greta Graf", "groups": ["hr", "all"], "sid": "s-1"})
}

impl World {
    pub async fn new() -> Self {
        let (t, ada) = TestApp::with_admin().await;
        let idp = OidcProvider::start(&t.app).await;
        idp.set_person(greta());
        let w = Self { t, idp, ada };
        w.set(json!({"roles": [{"group": "hr", "role": "recruiter"}, {"group": "root", "role": "admin"}]})).await.ok();
        w
    }

    pub async fn set(&self, more: Value) -> Reply {
        let mut body = json!({
            "label": "Example Corp", "issuer": self.idp.issuer(), "clientId": CLIENT, "clientSecret": SECRET,
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.t.put("/api/admin/oidc-providers/corp").bearer(&self.ada).json(body).send().await
    }

    /// To the provider and back: the cookie, and the path of the callback.
    pub async fn at_provider(&self) -> (String, String) {
        let begun = self.t.get("/api/auth/oidc/corp/start").send().await;
        assert_eq!(begun.status, 303, "{}", begun.text);
        let back = self.idp.sign_in(begun.header("location"));
        (cookie(&begun), format!("/api/auth/oidc/corp/callback?{back}"))
    }

    pub async fn back(&self, carried: &str, path: &str) -> Reply {
        let reply = self.t.get(path).header("cookie", carried).send().await;
        assert_eq!(reply.status, 303, "{}", reply.text);
        reply
    }

    pub async fn redeem(&self, carried: &str) -> Reply {
        self.t.post("/api/auth/oidc/complete").header("cookie", carried).send().await
    }

    /// The whole way: the session, or the code of the refusal.
    pub async fn sign_in(&self) -> Result<Value, String> {
        let (carried, path) = self.at_provider().await;
        let reply = self.back(&carried, &path).await;
        match reply.header("location").strip_prefix("/login?sign_in=").unwrap() {
            "done" => Ok(self.redeem(&cookie(&reply)).await.ok()),
            code => Err(code.to_owned()),
        }
    }

    pub async fn refusal(&self) -> String {
        self.sign_in().await.expect_err("a refusal")
    }

    pub async fn log_out(&self, token: &str) -> Reply {
        let call = self.t.post("/api/auth/oidc/corp/backchannel-logout");
        call.body("application/x-www-form-urlencoded", format!("logout_token={token}")).send().await
    }

    pub async fn me(&self, session: &Value) -> Reply {
        self.t.get("/api/auth/me").bearer(text(&session["access_token"])).send().await
    }
}

#[tokio::test]
async fn a_person_signs_in_with_the_roles_of_their_groups() {
    let w = World::new().await;
    let offered = w.t.get("/api/auth/providers").send().await.ok();
    assert_eq!(
        offered,
        json!([{"id": "corp", "label": "Example Corp", "side": "staff", "start": "/api/auth/oidc/corp/start"}])
    );
    let first = w.sign_in().await.unwrap();
    assert_eq!((&first["user"]["email"], &first["user"]["full_name"]), (&json!(GRETA), &json!("Greta Graf")));
    let me = w.me(&first).await.ok();
    assert_eq!(me["role"], "staff");
    assert!(me["capabilities"].as_array().unwrap().contains(&json!("invite")), "{me}");
    // The second time it is the same account, with the roles of now.
    w.idp.set_person(json!({"sub": "g-1", "email": "other@example.org", "groups": "root"}));
    let second = w.sign_in().await.unwrap();
    assert_eq!(second["user"]["id"], first["user"]["id"]);
    assert_eq!(w.me(&second).await.ok()["role"], "admin");
    w.me(&first).await.refused(401, "unauthorized");
    // No group, no role: sessions end with the attempt.
    w.idp.set_person(json!({"sub": "g-1", "email": GRETA, "groups": ["all"]}));
    assert_eq!(w.refusal().await, "no_role");
    w.me(&second).await.refused(401, "unauthorized");
    // The password of such an account is known to no one, and cannot be set by mail.
    w.t.post("/api/auth/login").json(json!({"email": GRETA, "password": PASSWORD})).send().await.expect(401);
}

#[tokio::test]
async fn a_local_administrator_always_gets_in_and_is_never_given_away() {
    let w = World::new().await;
    w.set(json!({"linksAccounts": true, "trustsEmail": true})).await.ok();
    w.idp.set_person(json!({"sub": "evil", "email": "ada@example.org", "email_verified": true, "groups": ["root"]}));
    assert_eq!(w.refusal().await, "email_taken");
    w.idp.set_flaw(Flaw::Broken);
    w.t.sign_in("ada@example.org").await;
    assert_eq!(w.refusal().await, "provider_failed");
}

#[tokio::test]
async fn an_account_is_linked_by_a_verified_address_where_that_is_permitted() {
    let w = World::new().await;
    let bob = w.t.second_admin().await;
    let person = |verified: bool| json!({"sub": "b", "email": "bob@example.org", "email_verified": verified, "groups": ["root"]});
    w.idp.set_person(person(true));
    assert_eq!(w.refusal().await, "email_taken");
    w.set(json!({"linksAccounts": true})).await.ok();
    w.idp.set_person(person(false));
    assert_eq!(w.refusal().await, "email_not_verified");
    w.idp.set_person(person(true));
    let linked = w.sign_in().await.unwrap();
    assert_eq!(linked["user"]["full_name"], "Bob Admin");
    // From now on the provider alone signs Bob in.
    w.t.get("/api/auth/me").bearer(&bob).send().await.refused(401, "unauthorized");
    let form = json!({"email": "bob@example.org", "password": PASSWORD});
    w.t.post("/api/auth/login").json(form.clone()).send().await.refused(401, "invalid_credentials");
    // A password that the superadmin sets makes it a local account again.
    let path = format!("/api/admin/change-password/{}", text(&linked["user"]["id"]));
    w.t.put(&path).bearer(&w.ada).json(json!({"new_password": PASSWORD})).send().await.ok();
    w.t.post("/api/auth/login").json(form).send().await.ok();
}

#[tokio::test]
async fn whoever_had_a_linked_account_before_keeps_no_token_of_it() {
    let w = World::new().await;
    let bob = w.t.second_admin().await;
    let form = json!({"name": "nightly", "role": "viewer"});
    let made = w.t.post("/api/tokens").bearer(&bob).json(form).send().await.expect(201);
    w.set(json!({"linksAccounts": true})).await.ok();
    w.idp.set_person(json!({"sub": "b", "email": "bob@example.org", "email_verified": true, "groups": ["root"]}));
    w.sign_in().await.unwrap();
    w.t.get("/api/tests").bearer(text(&made["token"])).send().await.refused(401, "unauthorized");
}

/// No provider says that a person who does not sign in has left the company.
#[tokio::test]
async fn programs_of_a_person_end_with_the_providers_word() {
    let w = World::new().await;
    let greta = w.sign_in().await.unwrap();
    let form = json!({"name": "nightly", "role": "recruiter"});
    let made = w.t.post("/api/tokens").bearer(text(&greta["access_token"])).json(form).send().await.expect(201);
    let call = || w.t.get("/api/invites").bearer(text(&made["token"])).send();
    w.t.clock.advance(30 * DAY - MINUTE);
    call().await.ok();
    w.t.clock.advance(MINUTE);
    let refused = call().await.refused(401, "unauthorized");
    assert!(text(&refused["detail"]).contains("has not signed in at the company"), "{refused}");
    w.sign_in().await.unwrap();
    call().await.ok();
    // With a password that the superadmin sets it is an account of this site.
    let path = format!("/api/admin/change-password/{}", text(&greta["user"]["id"]));
    let ada = w.t.sign_in("ada@example.org").await;
    w.t.put(path).bearer(&ada).json(json!({"new_password": "a new horse"})).send().await.ok();
    w.t.clock.advance(31 * DAY);
    call().await.ok();
}

/// The provider takes its time, and an administrator changes or removes it meanwhile.
#[tokio::test]
async fn settings_that_change_while_a_provider_is_asked_begin_no_session() {
    for is_removed in [false, true] {
        let w = World::new().await;
        let (carried, path) = w.at_provider().await;
        let (has_begun, go_on) = w.idp.pause();
        let change = async {
            has_begun.await.unwrap();
            if is_removed {
                w.t.delete("/api/admin/oidc-providers/corp").bearer(&w.ada).send().await.expect(204);
            } else {
                w.set(json!({"roles": [{"group": "root", "role": "admin"}]})).await.ok();
            }
            go_on.send(()).unwrap();
        };
        let (reply, ()) = tokio::join!(w.back(&carried, &path), change);
        assert_eq!(reply.header("location"), "/login?sign_in=sign_in_expired");
        let staff = w.t.get("/api/admin/list-admins?role=staff").bearer(&w.ada).send().await.ok();
        assert_eq!(staff, json!([]));
    }
}

#[tokio::test]
async fn people_come_back_after_another_issuer_or_another_provider() {
    let w = World::new().await;
    let roles = json!([{"group": "hr", "role": "recruiter"}]);
    w.set(json!({"roles": roles})).await.ok();
    let before = w.sign_in().await.unwrap();
    // By another name, the account is that of someone else, as far as this server knows.
    let mut renamed = greta();
    renamed["sub"] = json!("other");
    w.idp.set_person(renamed);
    w.set(json!({"linksAccounts": true})).await.ok();
    assert_eq!(w.refusal().await, "email_taken");
    w.t.delete("/api/admin/oidc-providers/corp").bearer(&w.ada).send().await.expect(204);
    let of_site = json!({"label": "New", "issuer": w.idp.issuer(), "clientId": CLIENT, "clientSecret": SECRET,
        "roles": roles, "linksAccounts": true});
    w.t.put("/api/admin/oidc-providers/corp2").bearer(&w.ada).json(of_site).send().await.ok();
    let begun = w.t.get("/api/auth/oidc/corp2/start").send().await;
    let back = w.idp.sign_in(begun.header("location"));
    let reply = w.back(&cookie(&begun), &format!("/api/auth/oidc/corp2/callback?{back}")).await;
    assert_eq!(reply.header("location"), "/login?sign_in=done");
    let after = w.redeem(&cookie(&reply)).await.ok();
    assert_eq!(after["user"]["id"], before["user"]["id"]);
}

/// Some providers keep the name of a key, or give none.
#[tokio::test]
async fn a_key_that_is_replaced_under_its_name_is_read_again() {
    let w = World::new().await;
    w.sign_in().await.unwrap();
    w.idp.rotate("one");
    w.sign_in().await.unwrap();
    assert_eq!(w.idp.key_reads(), 2);
}

#[tokio::test]
async fn applicants_sign_in_by_a_provider_of_theirs() {
    let w = World::new().await;
    w.set(json!({"side": "applicants", "roles": []})).await.ok();
    w.idp.set_person(json!({"sub": "c", "email": "cora@example.org", "name": "Cora"}));
    assert_eq!(w.refusal().await, "email_not_verified");
    w.idp.set_person(json!({"sub": "c", "email": "cora@example.org", "email_verified": true, "name": "Cora"}));
    let session = w.sign_in().await.unwrap();
    assert_eq!(session["user"]["role"], "applicant");
    // Another person with this address, and a staff member, are others.
    w.idp.set_person(json!({"sub": "d", "email": "cora@example.org", "email_verified": true}));
    assert_eq!(w.refusal().await, "email_taken");
    w.idp.set_person(json!({"sub": "a", "email": "ada@example.org", "email_verified": true}));
    assert_eq!(w.refusal().await, "email_taken");
}

#[tokio::test]
async fn claims_may_come_from_the_userinfo_call() {
    let w = World::new().await;
    w.set(json!({"groupsClaim": "realm.groups"})).await.ok();
    w.idp.set_person(json!({"sub": "g-1"}));
    w.idp.set_userinfo(json!({"sub": "other", "email": GRETA}));
    assert_eq!(w.refusal().await, "token_refused");
    w.idp.set_userinfo(json!({"sub": "g-1", "email": GRETA, "realm": {"groups": ["hr"]}}));
    assert_eq!(w.sign_in().await.unwrap()["user"]["email"], GRETA);
}

#[tokio::test]
async fn tokens_that_do_not_hold_are_refused() {
    let w = World::new().await;
    for (flaw, code) in [
        (Flaw::Unsigned, "token_refused"),
        (Flaw::PublicKeyAsSecret, "token_refused"),
        (Flaw::OtherAudience, "token_refused"),
        (Flaw::SeveralAudiences, "token_refused"),
        (Flaw::OtherIssuer, "token_refused"),
        (Flaw::Expired, "token_refused"),
        (Flaw::Endless, "token_refused"),
        (Flaw::NotYet, "token_refused"),
        (Flaw::OtherNonce, "token_refused"),
        (Flaw::WithoutNonce, "token_refused"),
        (Flaw::UnknownKey, "token_refused"),
        (Flaw::OtherKey, "token_refused"),
        (Flaw::WithoutSubject, "token_refused"),
        (Flaw::Garbage, "token_refused"),
        (Flaw::Oversized, "provider_failed"),
        (Flaw::Broken, "provider_failed"),
    ] {
        w.idp.set_flaw(flaw);
        assert_eq!(w.refusal().await, code, "{flaw:?}");
    }
    // The control: without a flaw the same person gets in.
    w.idp.set_flaw(Flaw::None);
    w.sign_in().await.unwrap();
}

#[tokio::test]
async fn a_sign_in_belongs_to_one_browser_and_is_used_once() {
    let w = World::new().await;
    let outcome = |reply: &Reply| reply.header("location").to_owned();
    let (carried, path) = w.at_provider().await;
    let (other, other_path) = w.at_provider().await;
    for (carried, path) in
        [("", &path), (other.as_str(), &path), ("invigil_oidc=AAAA", &path), (carried.as_str(), &other_path)]
    {
        assert_eq!(outcome(&w.back(carried, path).await), "/login?sign_in=sign_in_expired");
    }
    let done = w.back(&carried, &path).await;
    assert_eq!(outcome(&done), "/login?sign_in=done");
    assert_ne!(outcome(&w.back(&carried, &path).await), "/login?sign_in=done", "the code was used");
    // The page gets its session once, and not with what belongs to another step.
    w.redeem(&carried).await.refused(401, "sign_in_expired");
    w.redeem("").await.refused(401, "sign_in_expired");
    w.redeem(&cookie(&done)).await.ok();
    w.redeem(&cookie(&done)).await.refused(401, "sign_in_expired");
    // Who takes too long begins again.
    let (carried, path) = w.at_provider().await;
    w.t.clock.advance(MINUTE.saturating_mul(10));
    assert_eq!(outcome(&w.back(&carried, &path).await), "/login?sign_in=sign_in_expired");
    let (carried, path) = w.at_provider().await;
    let done = w.back(&carried, &path).await;
    w.t.clock.advance(MINUTE);
    w.redeem(&cookie(&done)).await.refused(401, "sign_in_expired");
    // The person declined at the provider.
    let (carried, path) = w.at_provider().await;
    let state = path.split("state=").nth(1).unwrap();
    let declined = format!("/api/auth/oidc/corp/callback?error=access_denied&state={state}");
    assert_eq!(outcome(&w.back(&carried, &declined).await), "/login?sign_in=provider_refused");
    let mixed_up = format!("{path}&iss=https%3A%2F%2Fanother.example.org");
    assert_eq!(outcome(&w.back(&carried, &mixed_up).await), "/login?sign_in=token_refused");
    w.t.get("/api/auth/oidc/other/start").send().await.refused(404, "not_found");
}

#[tokio::test]
async fn new_keys_are_read_once_a_minute_for_each_name_of_a_key() {
    let w = World::new().await;
    w.sign_in().await.unwrap();
    assert_eq!(w.idp.key_reads(), 1);
    w.idp.rotate("two");
    w.sign_in().await.unwrap();
    assert_eq!(w.idp.key_reads(), 2);
    w.idp.set_flaw(Flaw::UnknownKey);
    assert_eq!((w.refusal().await.as_str(), w.refusal().await.as_str()), ("token_refused", "token_refused"));
    assert_eq!(w.idp.key_reads(), 3, "not again within the minute");
    w.t.clock.advance(MINUTE);
    assert_eq!((w.refusal().await.as_str(), w.refusal().await.as_str()), ("token_refused", "token_refused"));
    assert_eq!(w.idp.key_reads(), 4);
    w.idp.set_flaw(Flaw::None);
    // Twice in a row.
    for (name, reads) in [("three", 5), ("four", 6)] {
        w.idp.rotate(name);
        w.sign_in().await.unwrap();
        assert_eq!(w.idp.key_reads(), reads);
    }
    // However many names someone makes up.
    w.idp.rotate("five");
    let (known, made_up) = (w.idp.logout_token(&json!({"sub": "g-1"})), "six seven eight nine".split(' '));
    for name in made_up {
        let other = OidcProvider::start(&w.t.app).await;
        other.rotate(name);
        w.log_out(&other.logout_token(&json!({"sub": "g-1"}))).await.refused(400, "token_refused");
    }
    assert_eq!(w.idp.key_reads(), 7, "four names a minute");
    w.log_out(&known).await.expect(200);
    w.t.clock.advance(HOUR + SECOND);
    w.sign_in().await.unwrap();
    assert_eq!(w.idp.key_reads(), 8, "an hour later they are read again");
}

#[tokio::test]
async fn the_provider_ends_the_sessions_that_it_began() {
    let w = World::new().await;
    let (one, two) = (w.sign_in().await.unwrap(), w.sign_in().await.unwrap());
    let event = json!({"http://schemas.openid.net/event/backchannel-logout": []});
    for wrong in [
        json!({"sub": "g-1", "events": {}}),
        json!({"sub": "g-1", "events": event}),
        json!({"sub": "g-1", "nonce": "n"}),
        json!({}),
        json!({"sub": "g-1", "aud": "another client"}),
        json!({"sub": "g-1", "jti": ""}),
        json!({"sub": "g-1", "jti": 7}),
        json!({"sub": "g-1", "iat": null}),
        json!({"sub": "g-1", "iat": w.t.app.now().as_secs() + 61}),
        json!({"sub": "g-1", "exp": null}),
        json!({"sub": "g-1", "exp": w.t.app.now().as_secs() - 60}),
    ] {
        w.log_out(&w.idp.logout_token(&wrong)).await.refused(400, "token_refused");
    }
    w.log_out("a.b.c").await.refused(400, "token_refused");
    w.log_out(&w.idp.logout_token(&json!({"sub": "g-1", "sid": "s-2"}))).await.expect(200);
    w.log_out(&w.idp.logout_token(&json!({"sub": "stranger"}))).await.expect(200);
    w.me(&one).await.ok();
    w.log_out(&w.idp.logout_token(&json!({"sid": "s-1"}))).await.expect(200);
    w.me(&one).await.refused(401, "unauthorized");
    w.me(&two).await.refused(401, "unauthorized");
    w.t.get("/api/auth/me").bearer(&w.ada).send().await.ok();
}

#[tokio::test]
async fn a_logout_token_that_comes_again_or_late_ends_no_session_that_was_begun_since() {
    let w = World::new().await;
    let first = w.sign_in().await.unwrap();
    let token = w.idp.logout_token(&json!({"sub": "g-1"}));
    w.log_out(&token).await.expect(200);
    w.me(&first).await.refused(401, "unauthorized");
    let second = w.sign_in().await.unwrap();
    w.log_out(&token).await.expect(200);
    w.me(&second).await.ok();
    // The provider comes with one that it has made before the person signed in again.
    let late = w.idp.logout_token(&json!({"sub": "g-1"}));
    w.t.clock.advance(MINUTE);
    let third = w.sign_in().await.unwrap();
    w.log_out(&late).await.expect(200);
    w.me(&second).await.refused(401, "unauthorized");
    w.me(&third).await.ok();
}

#[tokio::test]
async fn the_settings_keep_their_secret_and_say_what_is_wrong() {
    let w = World::new().await;
    let list = w.t.get("/api/admin/oidc-providers").bearer(&w.ada).send().await;
    assert!(!list.text.contains(SECRET), "{}", list.text);
    let known = list.ok()[0].clone();
    assert_eq!(known["redirectUri"], format!("{PUBLIC_URL}/api/auth/oidc/corp/callback"));
    assert_eq!(known["hasSecret"], true);
    let put = async |id: &str, body: Value| {
        w.t.put(format!("/api/admin/oidc-providers/{id}")).bearer(&w.ada).json(body).send().await
    };
    for (field, body) in [
        ("issuer", json!({"issuer": "http://id.example.org", "clientSecret": "x"})),
        ("clientSecret", json!({"issuer": "https://other.example.org"})),
        ("scopes", json!({"scopes": "email"})),
        ("ca", json!({"ca": "no certificate"})),
        ("roles[0].group", json!({"roles": [{"group": "", "role": "viewer"}]})),
        ("roles[0].tests", json!({"roles": [{"group": "a", "role": "admin", "tests": []}]})),
        ("roles[0].tests", json!({"roles": [{"group": "a", "role": "viewer", "tests": [known["redirectUri"]]}]})),
    ] {
        put("corp", body).await.invalid(field);
    }
    put("Bad_Id", json!({"label": "x", "issuer": "https://a.example.org", "clientId": "x"})).await.invalid("id");
    put("corp", json!({"label": "Other", "version": 7})).await.refused(409, "changed_meanwhile");
    put("corp", json!({"label": "Other", "version": known["version"]})).await.ok();
    // The test of the settings, without a person.
    let test = async || w.t.post("/api/admin/oidc-providers/corp/test").bearer(&w.ada).send().await.ok();
    assert_eq!(test().await["ok"], true, "{}", test().await);
    put("corp", json!({"clientSecret": "wrong"})).await.ok();
    let failed = test().await;
    assert_eq!(failed["ok"], false);
    assert!(text(&failed["steps"][2]["said"]).contains("invalid_client"), "{failed}");
    put("corp", json!({"clientSecret": SECRET})).await.ok();
    // With the provider go the sessions that it began.
    let session = w.sign_in().await.unwrap();
    w.t.delete("/api/admin/oidc-providers/corp").bearer(&w.ada).send().await.expect(204);
    w.me(&session).await.refused(401, "unauthorized");
    assert_eq!(w.t.get("/api/auth/providers").send().await.ok(), json!([]));
}
