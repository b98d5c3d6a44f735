//! Sign-in by an Active Directory.

use super::{
    LOCAL_PASSWORD,
    samba::{self, BASE, PASSWORD, Samba},
};
use crate::support::{app::TestApp, journey::text};
use invigil::{
    domain::time::MINUTE,
    service::account::directory::{Watched, ldap::look},
};
use serde_json::{Value, json};

/// People of nested groups, one of a primary group, one who is disabled.
fn populated() -> Samba {
    let samba = Samba::start();
    for (name, given, surname) in
        [("invigil", "Service", "Account"), ("greta", "Greta", "Graf"), ("kurt", "Kurt", "Kern"), ("nemo", "Nemo", "N")]
    {
        samba.user(name, given, surname);
    }
    for group in ["hr", "staffing", "deep"] {
        samba.tool(&["group", "add", group]);
    }
    for (group, member) in [("hr", "staffing"), ("staffing", "deep"), ("deep", "hr"), ("deep", "greta")] {
        samba.tool(&["group", "addmembers", group, member]);
    }
    samba
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_of_an_active_directory_signs_in() {
    if let Some(why) = samba::missing() {
        eprintln!("skipped: {why}");
        return;
    }
    let samba = tokio::task::spawn_blocking(populated).await.unwrap();
    let (t, ada) = TestApp::with_admin().await;
    let set = async |more: Value| {
        let mut body = json!({
            "kind": "active_directory", "servers": [format!("ldaps://{}", samba.address)],
            "bindDn": "invigil@ad.example.org", "bindPassword": PASSWORD, "baseDn": BASE,
            "ca": samba.authority.pem, "timeoutSeconds": 20,
            "roles": [{"group": format!("CN=hr,CN=Users,{BASE}"), "role": "recruiter"}],
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        t.put("/api/admin/ldap").bearer(&ada).json(body).send().await.ok()
    };
    let login = async |email: &str, password: &str| {
        t.post("/api/auth/login").json(json!({"email": email, "password": password})).send().await
    };
    set(json!({})).await;
    let first = login("greta", PASSWORD).await.ok();
    assert_eq!(
        (&first["user"]["email"], &first["user"]["full_name"]),
        (&json!("greta@example.org"), &json!("Greta Graf"))
    );
    // All her names lead to one account, also as Windows writes them.
    for name in ["GRETA", "greta@ad.example.org", "greta@example.org", "EXAMPLE\\greta", "example\\Greta"] {
        assert_eq!(login(name, PASSWORD).await.ok()["user"]["id"], first["user"]["id"], "{name}");
    }
    for (name, password) in [("greta", "a guess"), ("greta", ""), ("gret*", PASSWORD), ("EXAMPLE\\nobody", PASSWORD)] {
        login(name, password).await.refused(401, "invalid_credentials");
    }
    login("kurt", PASSWORD).await.refused(403, "no_role");
    // By StartTLS, and by the SID of the primary group, which no `member` names.
    let tested = t.post("/api/admin/ldap/test").bearer(&ada).json(json!({"login": "EXAMPLE\\kurt"})).send().await.ok();
    assert!(tested["steps"].to_string().contains("Found 1 person"), "{tested}");
    let users = format!("{}-513", samba.sid);
    let by_sid = json!({
        "servers": [format!("ldap://{}", samba.address)], "roles": [{"group": users, "role": "proctor"}],
    });
    set(by_sid).await;
    let kurt = login("kurt", PASSWORD).await.ok();
    let me = t.get("/api/auth/me").bearer(text(&kurt["access_token"])).send().await.ok();
    assert!(me["capabilities"].as_array().unwrap().contains(&json!("watch")), "{me}");
    // Who is disabled is out within a minute, and cannot come back.
    let mut watched = Watched::default();
    look(&t.app, &mut watched).await.unwrap();
    samba.tool(&["user", "disable", "kurt"]);
    t.clock.advance(MINUTE);
    look(&t.app, &mut watched).await.unwrap();
    t.get("/api/auth/me").bearer(text(&kurt["access_token"])).send().await.refused(401, "unauthorized");
    login("kurt", PASSWORD).await.refused(401, "invalid_credentials");
    login("ada@example.org", LOCAL_PASSWORD).await.ok();
    t.assert_sound();
}
