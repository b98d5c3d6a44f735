//! Sign-in by the company over a kill: the session stays, and its provider is asked again with the tokens that were kept.

use super::site::{Call, Site, Who, now};
use crate::support::{
    client::Http,
    journey::text,
    oidc_provider::{CLIENT, OidcProvider, SECRET},
};
use reqwest::{Method, Response};
use serde_json::{Value, json};
use std::time::{Duration, Instant as Moment};

fn greta(groups: &[&str]) -> Value {
    json!({"sub": "g-1", "email": "greta@example.org", "email_verified": true, "name": "Greta", "groups": groups})
}

fn header(reply: &Response, name: &str) -> String {
    reply.headers()[name].to_str().unwrap().to_owned()
}

fn cookie(reply: &Response) -> String {
    header(reply, "set-cookie").split(';').next().unwrap().to_owned()
}

/// To the provider and back, as a browser goes; with what it carries in the end.
async fn sign_in(site: &Site, idp: &OidcProvider) -> (Who, String) {
    let (browser, corp) = (Http::without_redirects(), format!("{}/api/auth/oidc/corp", site.url()));
    let begun = browser.raw(Method::GET, &format!("{corp}/start"), "").await;
    let back = idp.sign_in(&header(&begun, "location"));
    let done = browser.raw(Method::GET, &format!("{corp}/callback?{back}"), &cookie(&begun)).await;
    assert_eq!(header(&done, "location"), "/login?sign_in=done");
    let carried = cookie(&done);
    let session = browser.raw(Method::POST, &format!("{}/api/auth/oidc/complete", site.url()), &carried).await;
    let session: Value = session.json().await.unwrap();
    (Who::Account(text(&session["access_token"]).to_owned()), carried)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_of_a_provider_survives_a_kill_and_ends_with_its_group() {
    let idp = OidcProvider::start_by(now).await;
    idp.set_person(greta(&["hr"]));
    idp.set_userinfo(greta(&["hr"]));
    let mut site = Site::new(false, &[]).await;
    let corp = json!({"label": "Corp", "issuer": idp.issuer(), "clientId": CLIENT, "clientSecret": SECRET,
        "roles": [{"group": "hr", "role": "recruiter"}]});
    site.ok(&Call::put("/api/admin/oidc-providers/corp", &site.ada, corp)).await;
    let (session, carried) = sign_in(&site, &idp).await;
    site.kill();
    site.start();
    let me = Call::get("/api/auth/me", &session);
    assert_eq!(site.ok(&me).await["email"], "greta@example.org");
    let again = format!("{}/api/auth/oidc/complete", site.url());
    assert_eq!(Http::new().raw(Method::POST, &again, &carried).await.status(), 401, "it was fetched");
    // The group is taken while no server runs.
    site.kill();
    idp.set_userinfo(greta(&[]));
    site.start();
    let begun = Moment::now();
    while site.status(&me).await == 200 {
        assert!(begun.elapsed() < Duration::from_mins(1), "the group is still there");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(site.status(&me).await, 401);
    site.stop();
}
