//! The company's sign-in beside the account, the tabs of a browser, and tokens of another use
//! (docs/behaviour/accounts.md#company-sign-in).

use super::oidc::{World, cookie, greta};
use crate::support::journey::text;
use serde_json::json;

/// Neither password nor second factor of this site are theirs, and the superadmin sees whose roles come from groups.
#[tokio::test]
async fn who_signs_in_by_a_provider_is_shown_as_such() {
    let w = World::new().await;
    let policy = json!({"forAdmins": true, "forReviewers": true, "graceDays": 7});
    w.t.put("/api/admin/second-factor-settings").bearer(&w.ada).json(policy).send().await.ok();
    let greta = w.sign_in().await.unwrap();
    assert_eq!(
        (&greta["user"]["provided_by"], &w.me(&greta).await.ok()["provided_by"]),
        (&json!("corp"), &json!("corp"))
    );
    let token = text(&greta["access_token"]);
    let factor = async |who: &str| w.t.get("/api/auth/totp").bearer(who).send().await.ok();
    assert_eq!(factor(token).await["due_at"], json!(null));
    assert!(factor(&w.ada).await["due_at"].is_string());
    let change = json!({"current_password": "a guess", "new_password": "another horse"});
    let refused =
        w.t.put("/api/auth/change-password").bearer(token).json(change).send().await.invalid("current_password");
    assert!(text(&refused["fields"]["current_password"]).contains("company's account"), "{refused}");
    let listed = async || w.t.get("/api/admin/list-admins?role=staff").bearer(&w.ada).send().await.ok();
    assert_eq!(listed().await[0]["provided_by"], "corp");
    assert_eq!(w.t.get("/api/auth/me").bearer(&w.ada).send().await.ok()["provided_by"], json!(null));
    let factors = w.t.get("/api/admin/second-factors").bearer(&w.ada).send().await.ok();
    assert_eq!((&factors[0]["provided_by"], &factors[1]["provided_by"]), (&json!(null), &json!("corp")));
    // After the provider is gone it is an account of this site.
    w.t.delete("/api/admin/oidc-providers/corp").bearer(&w.ada).send().await.expect(204);
    assert_eq!(listed().await[0]["provided_by"], json!(null));
}

/// The tabs of a browser share its cookie.
#[tokio::test]
async fn sign_ins_of_several_tabs_do_not_end_each_other() {
    let w = World::new().await;
    let next = async |carried: &str| {
        let begun = w.t.get("/api/auth/oidc/corp/start").header("cookie", carried).send().await;
        let back = w.idp.sign_in(begun.header("location"));
        (cookie(&begun), format!("/api/auth/oidc/corp/callback?{back}"))
    };
    let (carried, first) = w.at_provider().await;
    let (carried, second) = next(&carried).await;
    // Anyone can lead the browser to the callback: what the tabs have begun goes on.
    let strange = w.back(&carried, "/api/auth/oidc/corp/callback?code=a&state=b").await;
    assert_eq!(strange.header("location"), "/login?sign_in=sign_in_expired");
    assert!(strange.headers.get("set-cookie").is_none());
    let one = w.back(&carried, &first).await;
    assert_eq!(one.header("location"), "/login?sign_in=done");
    // The second is back before the page of the first has its session.
    let two = w.back(&cookie(&one), &second).await;
    assert_eq!(two.header("location"), "/login?sign_in=done");
    let redeemed = w.redeem(&cookie(&two)).await;
    let rest = cookie(&redeemed);
    redeemed.ok();
    let redeemed = w.redeem(&rest).await;
    assert_eq!(cookie(&redeemed), "invigil_oidc=");
    redeemed.ok();
    // A browser carries four.
    let (mut carried, first) = w.at_provider().await;
    let (mut last, mut second) = (String::new(), String::new());
    for number in 0..4 {
        (carried, last) = next(&carried).await;
        if number == 0 {
            second.clone_from(&last);
        }
    }
    let outcome = async |path: &str| w.back(&carried, path).await.header("location").to_owned();
    assert_eq!(outcome(&first).await, "/login?sign_in=sign_in_expired");
    assert_eq!(outcome(&second).await, "/login?sign_in=done");
    assert_eq!(outcome(&last).await, "/login?sign_in=done");
}

#[tokio::test]
async fn a_token_of_another_type_neither_ends_sessions_nor_signs_in() {
    let w = World::new().await;
    let logout_token = || w.idp.logout_token(&json!({"sub": "g-1"}));
    let one = w.sign_in().await.unwrap();
    for other in ["at+jwt", "id_token+jwt", "secevent+jwt"] {
        w.idp.set_token_type(Some(other));
        w.log_out(&logout_token()).await.refused(400, "token_refused");
    }
    // The ID token of the sign-in itself, as one who has overheard it would send it.
    w.idp.set_token_type(Some("JWT"));
    w.log_out(&w.idp.signed(greta())).await.refused(400, "token_refused");
    w.me(&one).await.ok();
    w.idp.set_token_type(Some("logout+jwt"));
    assert_eq!(w.refusal().await, "token_refused");
    for own in [Some("logout+jwt"), Some("application/Logout+JWT"), None] {
        w.idp.set_token_type(Some("JWT"));
        let session = w.sign_in().await.unwrap();
        w.idp.set_token_type(own);
        w.log_out(&logout_token()).await.expect(200);
        w.me(&session).await.refused(401, "unauthorized");
    }
}

/// Who is to give second scores sees no first ones: such a role waits, and keeps no other one from being given or taken.
#[tokio::test]
async fn a_role_that_waits_for_second_scores_keeps_no_other_one() {
    let w = World::new().await;
    let questions = json!([{"id": "q1", "type": "essay", "question": "Why?"}]);
    let create = async |title: &str| w.t.create_test(&w.ada, json!({"title": title, "questions": questions})).await;
    let (marked, other) = (create("Marked").await, create("Other").await);
    let roles = json!([
        {"group": "markers", "role": "reviewer"},
        {"group": "desk", "role": "proctor"},
        {"group": "hr", "role": "viewer", "tests": [marked["id"], other["id"]]},
        {"group": "board", "role": "hiring_manager"},
        {"group": "root", "role": "admin"},
    ]);
    w.set(json!({"roles": roles})).await.ok();
    let with = async |groups: &[&str]| {
        let mut person = greta();
        person["groups"] = json!(groups);
        w.idp.set_person(person);
        w.sign_in().await.unwrap()
    };
    let given =
        async || w.t.get("/api/admin/roles").bearer(&w.ada).send().await.ok().pointer("/0/roles").cloned().unwrap();
    let markers = with(&["markers", "desk"]).await;
    let own = w.t.get("/api/auth/me").bearer(&w.ada).send().await.ok();
    let assign = async |items: serde_json::Value| {
        let path = format!("/api/tests/{}/assignments", text(&marked["id"]));
        w.t.put(path).bearer(&w.ada).json(json!({"items": items})).send().await.ok();
    };
    assign(json!([{"reviewer_id": own["id"]}, {"reviewer_id": markers["user"]["id"], "second": true}])).await;
    w.t.take(&w.ada, &marked, "cora@example.org", &[("q1", "because")]).await;
    w.t.sweep().await;
    assert_eq!(given().await, json!([{"role": "proctor"}]));
    // The group of proctors was taken; of another role one test waits, and the whole site waits.
    with(&["markers", "hr", "board"]).await;
    assert_eq!(given().await, json!([{"role": "viewer", "tests": [other["id"]]}]));
    let waiting = with(&["root"]).await;
    assert_eq!(w.me(&waiting).await.ok()["role"], "reviewer");
    // Another person gives the second scores.
    assign(json!([{"reviewer_id": own["id"]}])).await;
    let admin = with(&["root"]).await;
    assert_eq!(w.me(&admin).await.ok()["role"], "admin");
    w.t.assert_sound();
}

/// Entra names none of the groups of a person who is in very many.
#[tokio::test]
async fn who_is_in_more_groups_than_a_token_names_loses_no_role() {
    let w = World::new().await;
    let greta = w.sign_in().await.unwrap();
    let without = |more: serde_json::Value| {
        let mut person = json!({"sub": "g-1", "email": "greta@example.org", "email_verified": true});
        person.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        w.idp.set_person(person);
    };
    w.idp.set_userinfo(json!({"sub": "g-1"}));
    without(
        json!({"_claim_names": {"groups": "src1"}, "_claim_sources": {"src1": {"endpoint": "https://example.org"}}}),
    );
    assert_eq!(w.refusal().await, "token_refused");
    assert_eq!(w.me(&greta).await.ok()["role"], "staff");
    // Without that word, it is a person in no group.
    without(json!({}));
    assert_eq!(w.refusal().await, "no_role");
    w.me(&greta).await.refused(401, "unauthorized");
}
