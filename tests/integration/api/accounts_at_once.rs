//! Two of everything about accounts: two superadmins on one person, a role that ends while its owner scores, a sign-in at the
//! moment of a password change.

use super::{reviewing::Site, roles::slowly};
use crate::support::{
    app::TestApp,
    held_writer::behind,
    journey::{PASSWORD, text},
};
use http::Request;
use invigil::{
    domain::{
        grants::Grants,
        user::{StaffRole, User},
    },
    service::{account::admins, actor::Actor},
    store::Read,
};
use serde_json::{Value, json};

const ADA: &str = "ada@example.org";

#[tokio::test]
async fn a_password_that_changes_in_mid_sign_in_permits_no_session() {
    let t = TestApp::new();
    t.admin().await;
    let ada: User = t.app.store.read().unwrap().records().unwrap().remove(0);
    let hash = t.app.secrets.passwords.hash("another horse".into()).await.unwrap();
    let changed = User { password_hash: Some(hash), ..ada };
    let login = |password: &str| t.post("/api/auth/login").json(json!({"email": ADA, "password": password})).send();
    // The control.
    login(PASSWORD).await.ok();
    let reply = behind(&t, move |tx| tx.put(&changed), login(PASSWORD)).await;
    reply.refused(401, "invalid_credentials");
    login("another horse").await.ok();
    t.assert_sound();
}

/// Two windows of the superadmin.
#[tokio::test]
async fn one_of_two_who_give_roles_at_once_is_asked_to_look_again() {
    let (t, ada) = TestApp::with_admin().await;
    let operator = Actor::Operator.require().unwrap();
    let made = admins::create_as(&t.app, &operator, StaffRole::Staff, "sam@site.example", PASSWORD.into(), "Sam");
    let sam = made.await.unwrap().id;
    let roles = format!("/api/admin/roles/{sam}");
    let give = |body: Value| t.put(&roles).bearer(&ada).json(body).send();
    for version in 0..5 {
        let (one, two) = tokio::join!(
            give(json!({"roles": [{"role": "proctor"}], "version": 2 * version})),
            give(json!({"roles": [{"role": "author"}], "version": 2 * version})),
        );
        let (won, lost) = if one.status == 200 { (one, two) } else { (two, one) };
        let won = won.ok();
        assert_eq!(won["version"], 2 * version + 1);
        lost.refused(409, "changed_meanwhile");
        let listed = t.get("/api/admin/roles").bearer(&ada).send().await.ok();
        assert_eq!(listed, json!([won]), "one of the two, whole");
        give(json!({"roles": [], "version": 2 * version + 1})).await.ok();
    }
    // One gives, and the other deletes the account.
    let delete = t.delete(format!("/api/admin/delete-admin/{sam}")).bearer(&ada).send();
    let (given, deleted) = tokio::join!(give(json!({"roles": [{"role": "author"}]})), delete);
    assert!(given.status == 200 || given.status == 404, "{}", given.text);
    deleted.ok();
    assert_eq!(t.app.store.read().unwrap().records::<Grants>().unwrap(), []);
    t.assert_sound();
}

#[tokio::test]
async fn a_score_of_who_reviews_no_more_is_not_taken() {
    for is_taken in [false, true] {
        let s = Site::new().await;
        s.take(0).await;
        let (rita, id) = &s.reviewers[0];
        s.assign(json!([{"reviewer_id": id}])).await.ok();
        let answer = s.queue(0, "q1", "waiting").await.remove(0);
        let path = format!("/api/reviewing/answers/{}", text(&answer["marking_id"]));
        let score = json!({"score_status": "partial", "manual_score": 2.0, "version": answer["version"]});
        let call = Request::builder().method("POST").uri(path).header("authorization", format!("Bearer {rita}"));
        let meanwhile = async {
            if is_taken {
                let change = s.t.put(format!("/api/admin/change-role/{id}")).bearer(&s.ada);
                change.json(json!({"role": "staff"})).send().await.ok();
            }
        };
        let status = slowly(&s.t, call, &score, meanwhile).await;
        assert_eq!(status, if is_taken { 401 } else { 200 });
        let scores = s.t.get("/api/results/export?format=jsonl&answers=true").bearer(&s.ada).send().await.text;
        let pending = scores.lines().filter(|row| row.contains("\"status\":\"pending\"")).count();
        assert_eq!(pending, if is_taken { 2 } else { 1 }, "{scores}");
        s.t.assert_sound();
    }
}
