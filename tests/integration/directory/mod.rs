//! Sign-in by a real `OpenLDAP`, and by the Active Directory of Samba (docs/behaviour/accounts.md#directory). Skipped where
//! there is none; `tools.sh` installs them.

mod active;
mod hostile;
mod samba;
mod slapd;
mod slow;

use crate::support::{
    app::TestApp,
    call::Reply,
    free_port::free_port,
    journey::{PASSWORD as LOCAL_PASSWORD, text},
};
use invigil::{
    domain::time::MINUTE,
    service::account::directory::{Watched, ldap::look},
};
use serde_json::{Value, json};
use slapd::{PASSWORD, SITE, SITE_PASSWORD, Slapd};

const GRETA: &str = "greta@example.org";
const STAFFING: &str = "cn=staffing,ou=groups,dc=example,dc=org";

struct World {
    t: TestApp,
    directory: Slapd,
    ada: String,
}

/// `None`, with a message, where no directory can be started.
async fn world() -> Option<World> {
    if let Some(why) = slapd::missing() {
        eprintln!("skipped: {why}");
        return None;
    }
    let (t, ada) = TestApp::with_admin().await;
    let w = World { t, directory: Slapd::start(), ada };
    w.set(json!({})).await.ok();
    Some(w)
}

impl World {
    async fn set(&self, more: Value) -> Reply {
        let mut body = json!({
            "servers": [self.directory.ldaps()], "bindDn": SITE, "bindPassword": SITE_PASSWORD,
            "baseDn": "dc=example,dc=org", "ca": self.directory.authority.pem, "timeoutSeconds": 5,
            "roles": [
                {"group": "CN=HR, OU=Groups, DC=example, DC=org", "role": "recruiter"},
                {"group": "cn=it\\2c ALL,ou=groups,dc=example,dc=org", "role": "admin"},
            ],
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.t.put("/api/admin/ldap").bearer(&self.ada).json(body).send().await
    }

    async fn login(&self, email: &str, password: &str) -> Reply {
        self.t.post("/api/auth/login").json(json!({"email": email, "password": password})).send().await
    }

    async fn me(&self, session: &Value) -> Reply {
        self.t.get("/api/auth/me").bearer(text(&session["access_token"])).send().await
    }

    async fn test(&self, login: &str) -> Value {
        self.t.post("/api/admin/ldap/test").bearer(&self.ada).json(json!({"login": login})).send().await.ok()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_signs_in_with_the_roles_of_nested_groups() {
    let Some(w) = world().await else { return };
    let first = w.login(GRETA, PASSWORD).await.ok();
    assert_eq!((&first["user"]["email"], &first["user"]["full_name"]), (&json!(GRETA), &json!("Greta Graf")));
    let me = w.me(&first).await.ok();
    assert_eq!(me["role"], "staff");
    assert!(me["capabilities"].as_array().unwrap().contains(&json!("invite")), "{me}");
    // By another name it is the same account, and two at once are no two accounts.
    let (one, two) = tokio::join!(w.login("Greta", PASSWORD), w.login("greta", PASSWORD));
    assert_eq!((&one.ok()["user"]["id"], &two.ok()["user"]["id"]), (&first["user"]["id"], &first["user"]["id"]));
    // A name with all that a filter could trip over.
    let kurt = w.login("kurt", PASSWORD).await.ok();
    assert_eq!(
        (&kurt["user"]["email"], &w.me(&kurt).await.ok()["role"]),
        (&json!("kurt@example.org"), &json!("admin"))
    );
    w.login("nemo", PASSWORD).await.refused(403, "no_role");
    // The password is the directory's.
    let change = json!({"current_password": PASSWORD, "new_password": "a new horse"});
    let changed = w.t.put("/api/auth/change-password").bearer(text(&first["access_token"])).json(change).send().await;
    assert!(changed.invalid("current_password").to_string().contains("company's account"));
    w.t.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_names_and_passwords_are_refused_alike() {
    let Some(w) = world().await else { return };
    for (login, password) in [
        (GRETA, "a guess"),
        (GRETA, ""),
        ("nobody", PASSWORD),
        ("*", PASSWORD),
        ("gret*", PASSWORD),
        (")(uid=*", PASSWORD),
        ("greta)(objectClass=*", PASSWORD),
        ("greta\0", PASSWORD),
        ("greta@example.org)(|(uid=*", PASSWORD),
        ("twins@example.org", PASSWORD),
        ("cn=root,dc=example,dc=org", PASSWORD),
        ("{login}", PASSWORD),
        ("{dn}", PASSWORD),
    ] {
        let refused = w.login(login, password).await;
        assert_eq!(
            refused.refused(401, "invalid_credentials")["detail"],
            "The email address or the password is wrong.",
            "{login}"
        );
    }
    // The directory does not give away an account of this site, nor see its password.
    w.login("ada@example.org", PASSWORD).await.refused(401, "invalid_credentials");
    w.login("ada@example.org", LOCAL_PASSWORD).await.ok();
    // By another name it is another person, whose address is taken.
    w.login("ada", PASSWORD).await.refused(409, "email_taken");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_sign_ins_are_limited() {
    let Some(w) = world().await else { return };
    let mut last = 0;
    for _ in 0..30 {
        last = w.login("greta", "a guess").await.status;
        if last == 429 {
            break;
        }
    }
    assert_eq!(last, 429);
    w.login("greta", PASSWORD).await.refused(429, "too_many_attempts");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_are_protected_and_the_next_server_is_asked() {
    let Some(mut w) = world().await else { return };
    let down = format!("ldaps://localhost:{}", free_port());
    w.set(json!({"servers": [down.clone(), w.directory.ldap()]})).await.ok();
    w.login("greta", PASSWORD).await.ok();
    let steps = w.test("greta").await;
    assert_eq!(steps["ok"], true, "{steps}");
    let said = steps["steps"].to_string();
    for words in
        ["Connected to ldap://", "Bound as cn=invigil", "Found 1 person: uid=greta", "cn=staffing", "Role: recruiter"]
    {
        assert!(said.contains(words), "{words}: {said}");
    }
    for (more, words) in [
        (json!({"ca": slapd::Authority::new().pem}), "TLS failed"),
        (json!({"servers": [w.directory.ldaps().replace("localhost", "127.0.0.1")]}), "TLS failed"),
        (json!({"servers": [format!("ldap://localhost:{}", w.directory.tls)]}), "broke off"),
        (json!({"servers": [down.clone()]}), "cannot be reached"),
        // The fault of the first one too.
        (json!({"servers": [format!("ldap://localhost:{}", w.directory.tls), down.clone()]}), "broke off"),
        (json!({"bindPassword": "wrong"}), "does not accept cn=invigil"),
        (json!({"baseDn": "dc=elsewhere"}), "has no dc=elsewhere"),
    ] {
        w.set(more).await.ok();
        let steps = w.test("greta").await;
        assert_eq!(steps["ok"], false, "{words}");
        assert!(steps["steps"].to_string().contains(words), "{words}: {steps}");
        w.login("greta", PASSWORD).await.refused(503, "provider_failed");
        w.login("ada@example.org", LOCAL_PASSWORD).await.ok();
    }
    w.set(json!({})).await.ok();
    w.directory.stop();
    w.login("greta", PASSWORD).await.refused(503, "provider_failed");
    // A wrong password of this site looks the same, and does not disclose that there is an account.
    w.login("ada@example.org", "a guess").await.refused(503, "provider_failed");
    w.login("ada@example.org", LOCAL_PASSWORD).await.ok();
    w.directory.resume();
    w.login("greta", PASSWORD).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_that_was_taken_ends_roles_sessions_and_streams() {
    let Some(mut w) = world().await else { return };
    let mut watched = Watched::default();
    let greta = w.login("greta", PASSWORD).await.ok();
    let token = text(&greta["access_token"]).to_owned();
    assert_eq!(look(&w.t.app, &mut watched).await.unwrap(), 0);
    // A directory that is down for a moment changes nothing.
    w.directory.stop();
    w.t.clock.advance(MINUTE);
    assert_eq!(look(&w.t.app, &mut watched).await.unwrap(), 0);
    w.me(&greta).await.ok();
    w.directory.resume();
    assert_eq!(look(&w.t.app, &mut watched).await.unwrap(), 0);
    w.t.clock.advance(MINUTE);
    // Another role: she reviews from now on.
    let reviewer = json!([{"group": STAFFING, "role": "reviewer"}]);
    w.set(json!({"roles": reviewer})).await.ok();
    assert_eq!(look(&w.t.app, &mut watched).await.unwrap(), 1);
    w.me(&greta).await.refused(401, "unauthorized");
    let greta = w.login("greta", PASSWORD).await.ok();
    assert_eq!(w.me(&greta).await.ok()["role"], "reviewer");
    let token_now = text(&greta["access_token"]).to_owned();
    assert_ne!(token, token_now);
    let mut events = w.t.get("/api/events").bearer(&token_now).stream().await;
    // Within a minute she is not asked about again.
    w.directory.replace(STAFFING, "member", &["uid=nemo,ou=people,dc=example,dc=org"]).await;
    assert_eq!(look(&w.t.app, &mut watched).await.unwrap(), 0);
    w.t.clock.advance(MINUTE);
    assert_eq!(look(&w.t.app, &mut watched).await.unwrap(), 1);
    w.me(&greta).await.refused(401, "unauthorized");
    while events.next().await.is_some() {}
    w.login("greta", PASSWORD).await.refused(403, "no_role");
    // Disabled, and gone.
    for is_gone in [false, true] {
        let nemo = w.login("nemo", PASSWORD).await.ok();
        let dn = "uid=nemo,ou=people,dc=example,dc=org";
        if is_gone {
            w.directory.delete(dn).await;
        } else {
            w.directory.replace(dn, "pwdAccountLockedTime", &["000001010000Z"]).await;
        }
        w.t.clock.advance(MINUTE);
        assert_eq!(look(&w.t.app, &mut watched).await.unwrap(), 1);
        w.me(&nemo).await.refused(401, "unauthorized");
        w.login("nemo", PASSWORD).await.refused(401, "invalid_credentials");
        if !is_gone {
            w.directory.replace(dn, "pwdAccountLockedTime", &[]).await;
        }
    }
    w.t.get("/api/auth/me").bearer(&w.ada).send().await.ok();
    w.t.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_directory_that_shows_no_person_ends_no_role() {
    let Some(w) = world().await else { return };
    let greta = w.login("greta", PASSWORD).await.ok();
    for name in ["uid=greta", "cn=Kern\\, Kurt (IT)*", "uid=nemo", "uid=ada", "uid=twin1", "uid=twin2"] {
        w.directory.delete(&format!("{name},ou=people,dc=example,dc=org")).await;
    }
    w.t.clock.advance(MINUTE);
    assert_eq!(look(&w.t.app, &mut Watched::default()).await.unwrap(), 0);
    w.me(&greta).await.ok();
}

/// Each person of an Active Directory is in a group: without any, the service account may not read them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn groups_that_cannot_be_read_end_no_role() {
    let Some(w) = world().await else { return };
    let greta = w.login("greta", PASSWORD).await.ok();
    // This directory has no such attribute.
    let active = json!({
        "kind": "active_directory", "userFilter": "(uid={login})", "idAttribute": "entryUUID", "nameAttribute": "cn",
    });
    w.set(active).await.ok();
    assert_eq!(look(&w.t.app, &mut Watched::default()).await.unwrap(), 0);
    assert_eq!(w.me(&greta).await.ok()["role"], "staff");
    w.login("greta", PASSWORD).await.refused(503, "provider_failed");
    let steps = w.test("greta").await["steps"].to_string();
    assert!(steps.contains("tokenGroups"), "{steps}");
}

/// Who is to give second scores sees no first ones: a role that shows them waits, and one whose group was taken ends.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_role_that_waits_keeps_no_role_that_was_taken() {
    let Some(w) = world().await else { return };
    let test = json!({"title": "T", "questions": [{"id": "q1", "type": "essay", "question": "Why?"}]});
    let test = w.t.create_test(&w.ada, test).await;
    let roles = async |other: &str| {
        let roles = json!([{"group": STAFFING, "role": "reviewer"}, {"group": STAFFING, "role": other}]);
        w.set(json!({"roles": roles})).await.ok();
    };
    roles("proctor").await;
    let greta = w.login("greta", PASSWORD).await.ok();
    let own = w.t.get("/api/auth/me").bearer(&w.ada).send().await.ok();
    let assign = async |items: Value| {
        let path = format!("/api/tests/{}/assignments", text(&test["id"]));
        w.t.put(path).bearer(&w.ada).json(json!({"items": items})).send().await.ok();
    };
    assign(json!([{"reviewer_id": own["id"]}, {"reviewer_id": greta["user"]["id"], "second": true}])).await;
    w.t.take(&w.ada, &test, "cora@example.org", &[("q1", "because")]).await;
    w.t.sweep().await;
    let mut watched = Watched::default();
    let may = async |what: &str| w.me(&greta).await.ok()["capabilities"].as_array().unwrap().contains(&json!(what));
    assert!(may("watch").await);
    roles("viewer").await;
    assert_eq!(look(&w.t.app, &mut watched).await.unwrap(), 1);
    assert!(!may("watch").await && !may("read_results").await);
    w.t.clock.advance(MINUTE);
    assert_eq!(look(&w.t.app, &mut watched).await.unwrap(), 0, "what waits is no change");
    assign(json!([{"reviewer_id": own["id"]}])).await;
    w.t.clock.advance(MINUTE);
    assert_eq!(look(&w.t.app, &mut watched).await.unwrap(), 1);
    assert!(may("read_results").await);
    w.t.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accounts_are_linked_where_the_site_wants_it() {
    let Some(w) = world().await else { return };
    let body = json!({"email": GRETA, "password": LOCAL_PASSWORD, "full_name": "Greta", "role": "reviewer"});
    let made = w.t.post("/api/admin/create-admin").bearer(&w.ada).json(body).send().await;
    assert!((200..300).contains(&made.status), "{}", made.text);
    let before = w.login(GRETA, LOCAL_PASSWORD).await.ok();
    w.login("greta", PASSWORD).await.refused(409, "email_taken");
    w.login(GRETA, PASSWORD).await.refused(401, "invalid_credentials");
    w.set(json!({"linksAccounts": true})).await.ok();
    let linked = w.login(GRETA, PASSWORD).await.ok();
    assert_eq!(linked["user"]["id"], before["user"]["id"]);
    w.me(&before).await.refused(401, "unauthorized");
    w.login(GRETA, LOCAL_PASSWORD).await.refused(401, "invalid_credentials");
    // The first administrator is never linked.
    w.login("ada@example.org", PASSWORD).await.refused(401, "invalid_credentials");
    w.login("ada", PASSWORD).await.refused(409, "email_taken");
    // Without the directory its sessions end, and passwords of this site work.
    w.set(json!({"servers": []})).await.ok();
    w.me(&linked).await.refused(401, "unauthorized");
    w.login(GRETA, PASSWORD).await.refused(401, "invalid_credentials");
    w.login("ada@example.org", LOCAL_PASSWORD).await.ok();
}

#[tokio::test]
async fn the_settings_keep_their_password_and_say_what_is_wrong() {
    let (t, ada) = TestApp::with_admin().await;
    let put = async |body: Value| t.put("/api/admin/ldap").bearer(&ada).json(body).send().await;
    let good = json!({
        "servers": ["ldaps://dc1.example.org"], "kind": "active_directory", "baseDn": "dc=example,dc=org",
        "bindDn": "cn=invigil", "bindPassword": "service words",
    });
    let kept = put(good).await.ok();
    assert_eq!((&kept["hasPassword"], &kept["idAttribute"]), (&json!(true), &json!("objectGUID")));
    let read = t.get("/api/admin/ldap").bearer(&ada).send().await;
    assert!(!read.text.contains("service words"), "{}", read.text);
    for (field, body) in [
        ("servers", json!({"servers": ["http://dc1.example.org"], "bindPassword": "x"})),
        ("servers", json!({"servers": ["ldaps://169.254.169.254"], "bindPassword": "x"})),
        ("bindPassword", json!({"servers": ["ldaps://evil.example.org"]})),
        ("bindPassword", json!({"bindPassword": null})),
        ("bindPassword", json!({"ca": "", "bindDn": "cn=other"})),
        ("baseDn", json!({"baseDn": " "})),
        ("userFilter", json!({"userFilter": "(uid=greta)"})),
        ("userFilter", json!({"userFilter": "(uid={login}"})),
        ("groupFilter", json!({"groupFilter": "(member=x)"})),
        ("idAttribute", json!({"idAttribute": "a)(b"})),
        ("timeoutSeconds", json!({"timeoutSeconds": 0})),
        ("stayMinutes", json!({"stayMinutes": 0})),
        ("stayMinutes", json!({"stayMinutes": 1441})),
        ("ca", json!({"ca": "no certificate", "bindPassword": "x"})),
        ("roles[0].group", json!({"roles": [{"group": "", "role": "viewer"}]})),
    ] {
        put(body).await.invalid(field);
    }
    put(json!({"timeoutSeconds": 7, "version": 7})).await.refused(409, "changed_meanwhile");
    let changed = put(json!({"timeoutSeconds": 7, "version": kept["version"]})).await.ok();
    assert_eq!((&changed["timeoutSeconds"], &changed["hasPassword"]), (&json!(7), &json!(true)));
    // A filter of one's own survives another kind.
    let other = put(json!({"kind": "other", "userFilter": "(mail={login})"})).await.ok();
    assert_eq!((&other["userFilter"], &other["idAttribute"]), (&json!("(mail={login})"), &json!("entryUUID")));
}
