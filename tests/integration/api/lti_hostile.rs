//! Launches that do not hold: each is refused with a page, and nothing is written (docs/lti.md#what-is-checked).

use super::lti::World;
use crate::support::{
    app::PUBLIC_URL,
    journey::{list, small_test, text},
    lti_platform::{CLIENT, LtiPlatform, claim, launching, post_launch},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use invigil::domain::time::{MINUTE, SECOND};
use serde_json::{Value, json};

type Change = fn(&mut Value, i64);

/// Claims that are changed before they are signed.
const CLAIMS: [(&str, Change); 22] = [
    ("other audience", |claims, _| claims["aud"] = json!("another")),
    ("several audiences", |claims, _| claims["aud"] = json!([CLIENT, "another"])),
    ("other party", |claims, _| claims["azp"] = json!("another")),
    ("other issuer", |claims, _| claims["iss"] = json!("https://other.example.org")),
    ("expired", |claims, now| claims["exp"] = json!(now - 61)),
    ("endless", |claims, _| drop(claims.as_object_mut().unwrap().remove("exp"))),
    ("without a time", |claims, _| drop(claims.as_object_mut().unwrap().remove("iat"))),
    ("from the future", |claims, now| claims["iat"] = json!(now + 120)),
    ("other nonce", |claims, _| claims["nonce"] = json!("another")),
    ("without a nonce", |claims, _| drop(claims.as_object_mut().unwrap().remove("nonce"))),
    ("anonymous", |claims, _| drop(claims.as_object_mut().unwrap().remove("sub"))),
    ("other deployment", |claims, _| claims[claim("deployment_id")] = json!("2")),
    ("other version", |claims, _| claims[claim("version")] = json!("1.1")),
    ("other message", |claims, _| claims[claim("message_type")] = json!("LtiSubmissionReviewRequest")),
    ("without a role", |claims, _| claims[claim("roles")] = json!([])),
    ("role elsewhere", |claims, _| {
        claims[claim("roles")] = json!(["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Student"]);
    }),
    ("without an activity", |claims, _| claims[claim("resource_link")] = json!({})),
    ("no test", |claims, _| {
        claims[claim("custom")] = json!({});
        claims[claim("target_link_uri")] = json!(PUBLIC_URL);
    }),
    ("odd test", |claims, _| claims[claim("custom")] = json!({"test": "../../etc"})),
    ("two tests", |claims, _| claims[claim("custom")] = json!({"test": "0192b4a0-0000-7000-8000-000000000001"})),
    ("choice by a learner", |claims, _| {
        claims[claim("message_type")] = json!("LtiDeepLinkingRequest");
    }),
    ("oversized", |claims, _| claims["name"] = json!("a".repeat(66_000))),
];

#[tokio::test]
async fn claims_that_do_not_hold_are_refused() {
    let w = World::new().await;
    let now = w.t.now().as_secs();
    for (name, change) in CLAIMS {
        let reply = w.launch("ann", |claims| change(claims, now)).await;
        assert!(matches!(reply.status, 401 | 403 | 413), "{name}: {} {}", reply.status, reply.text);
        assert_eq!(list(&w.invites().await).len(), 0, "{name}");
    }
    assert_eq!(w.launch("ann", |_| {}).await.status, 303, "the control");
    w.t.assert_sound();
}

#[tokio::test]
async fn signatures_that_do_not_hold_are_refused_and_the_keys_are_read_again_once_a_minute() {
    let w = World::new().await;
    let stranger = LtiPlatform::start(&w.t.app).await;
    let sent = async |sign: &dyn Fn(&Value) -> String| {
        let (cookie, asked) = w.platform.begin(&w.t, &w.target()).await;
        let claims = w.platform.learner(&asked["nonce"], "ann", w.id(), &w.target());
        post_launch(&w.t, &cookie, &asked["state"], &sign(&claims)).await
    };
    let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    let unsigned = |claims: &Value| format!("{}.{}.", part(&json!({"alg": "none", "kid": "one"})), part(claims));
    sent(&unsigned).await.refused(401, "token_refused");
    sent(&|claims| w.platform.sign_with_public_key(claims)).await.refused(401, "token_refused");
    sent(&|claims| stranger.sign(claims)).await.refused(401, "token_refused");
    sent(&|_| "a.b.c".into()).await.refused(401, "token_refused");
    sent(&|_| String::new()).await.refused(401, "token_refused");
    sent(&|_| "a".repeat(80_000)).await.refused(413, "too_large");
    stranger.rotate("unlisted");
    for _ in 0..3 {
        sent(&|claims| stranger.sign(claims)).await.refused(401, "token_refused");
    }
    assert_eq!(w.platform.key_reads(), 3, "once, once for the replaced key, and once for the unknown one");
    // The platform has a new key.
    w.t.clock.advance(MINUTE + SECOND);
    w.platform.rotate("two");
    let sign = |claims: &Value| w.platform.sign(claims);
    let all = tokio::join!(sent(&sign), sent(&sign), sent(&sign));
    assert_eq!([all.0.status, all.1.status, all.2.status], [303; 3], "{} {} {}", all.0.text, all.1.text, all.2.text);
    assert_eq!(w.platform.key_reads(), 4, "once for all that wait");
    assert_eq!(list(&w.invites().await).len(), 1);
}

#[tokio::test]
async fn a_launch_is_of_one_browser_and_is_used_once() {
    let w = World::new().await;
    let (cookie, asked) = w.platform.begin(&w.t, &w.target()).await;
    let token = w.platform.sign(&w.platform.learner(&asked["nonce"], "ann", w.id(), &w.target()));
    let (other_cookie, other) = w.platform.begin(&w.t, &w.target()).await;
    post_launch(&w.t, "a=b", &asked["state"], &token).await.refused(401, "sign_in_expired");
    post_launch(&w.t, &other_cookie, &asked["state"], &token).await.refused(401, "sign_in_expired");
    post_launch(&w.t, &cookie, "made up", &token).await.refused(401, "sign_in_expired");
    post_launch(&w.t, &cookie, "", &token).await.refused(401, "sign_in_expired");
    post_launch(&w.t, &other_cookie, &other["state"], &token).await.refused(401, "token_refused");
    assert_eq!(post_launch(&w.t, &cookie, &asked["state"], &token).await.status, 303);
    post_launch(&w.t, &cookie, &asked["state"], &token).await.refused(401, "sign_in_expired");
    let (cookie, asked) = w.platform.begin(&w.t, &w.target()).await;
    w.t.clock.advance(MINUTE * 10);
    let token = w.platform.sign(&w.platform.learner(&asked["nonce"], "ann", w.id(), &w.target()));
    post_launch(&w.t, &cookie, &asked["state"], &token).await.refused(401, "sign_in_expired");
    assert_eq!(list(&w.invites().await).len(), 1);
}

#[tokio::test]
async fn a_launch_that_began_before_the_server_is_not_used_again() {
    let w = World::new().await;
    let (cookie, asked) = w.platform.begin(&w.t, &w.target()).await;
    let token = w.platform.sign(&w.platform.learner(&asked["nonce"], "ann", w.id(), &w.target()));
    assert_eq!(post_launch(&w.t, &cookie, &asked["state"], &token).await.status, 303);
    let (unused_cookie, unused) = w.platform.begin(&w.t, &w.target()).await;
    let unused_token = w.platform.sign(&w.platform.learner(&unused["nonce"], "ann", w.id(), &w.target()));
    w.t.clock.advance(SECOND);
    w.t.app.begin_leading();
    post_launch(&w.t, &cookie, &asked["state"], &token).await.refused(401, "sign_in_expired");
    post_launch(&w.t, &unused_cookie, &unused["state"], &unused_token).await.refused(401, "sign_in_expired");
    assert_eq!(w.launch("ann", |_| {}).await.status, 303);
}

#[tokio::test]
async fn a_test_of_others_is_not_opened() {
    let w = World::new().await;
    let other = w.t.create_test(&w.ada, small_test("Secret")).await;
    let other = text(&other["id"]).to_owned();
    let target = format!("{PUBLIC_URL}/api/lti/launch?test={other}");
    let named = |claims: &mut Value| {
        claims[claim("custom")] = json!({"test": other});
        claims[claim("target_link_uri")] = json!(target);
    };
    w.launch("ann", named).await.refused(401, "token_refused");
    w.set(json!({"tests": [w.id()]})).await.ok();
    let (cookie, asked) = w.platform.begin(&w.t, &target).await;
    let token = w.platform.sign(&w.platform.learner(&asked["nonce"], "ann", &other, &target));
    post_launch(&w.t, &cookie, &asked["state"], &token).await.refused(403, "forbidden");
    assert_eq!(list(&w.invites().await).len(), 0);
}

#[tokio::test]
async fn a_start_of_strangers_is_refused_and_people_see_a_page() {
    let w = World::new().await;
    let issuer = w.platform.issuer();
    let ours = format!("{PUBLIC_URL}/api/lti/launch");
    for (name, iss, client, target) in [
        ("issuer", "https://other.example.org", CLIENT, ours.as_str()),
        ("client", issuer.as_str(), "another", ours.as_str()),
        ("target", issuer.as_str(), CLIENT, "https://evil.example.org/"),
        ("target with our name", issuer.as_str(), CLIENT, "https://evil.example.org/?https://tests.example.com"),
        ("no target", issuer.as_str(), CLIENT, ""),
    ] {
        let query = format!("iss={iss}&client_id={client}&login_hint=a&target_link_uri={target}");
        let reply = w.t.get(format!("/api/lti/login?{query}")).send().await;
        assert!(reply.headers.get("set-cookie").is_none(), "{name}");
        reply.refused(401, "token_refused");
        let body = w.t.post("/api/lti/login").body("application/x-www-form-urlencoded", query);
        body.send().await.refused(401, "token_refused");
    }
    let (cookie, asked) = w.platform.begin(&w.t, &w.target()).await;
    let page = launching(&w.t, &cookie, &asked["state"], "a.b.c").header("accept", "text/html,*/*").send().await;
    assert_eq!(page.status, 401);
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(page.text.contains("This test cannot be opened"), "{}", page.text);
}
