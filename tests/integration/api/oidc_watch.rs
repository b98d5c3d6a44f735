//! People who are signed in by a provider, and what it says of them since (docs/behaviour/accounts.md#company-sign-in-8).

use super::oidc::{World, greta};
use crate::support::{journey::text, oidc_provider::Flaw};
use invigil::{
    domain::{time::MINUTE, user::Session},
    service::account::directory::{Watched, providers::look},
    store::Read,
};
use serde_json::{Value, json};

struct Watch {
    w: World,
    watched: Watched,
}

impl Watch {
    /// A provider whose userinfo call says this.
    async fn new(userinfo: Value) -> Self {
        let w = World::new().await;
        w.idp.set_userinfo(userinfo);
        Self { w, watched: Watched::default() }
    }

    async fn look(&mut self) -> usize {
        look(&self.w.t.app, "corp", &mut self.watched).await.unwrap()
    }

    async fn look_a_minute_later(&mut self) -> usize {
        self.w.t.clock.advance(MINUTE);
        self.look().await
    }

    /// Whether the provider can be asked about anyone who is signed in.
    fn can_ask(&self) -> bool {
        let sessions = self.w.t.app.store.read().unwrap().records::<Session>().unwrap();
        sessions.iter().any(|session| session.tokens_sealed.is_some())
    }
}

fn without_groups() -> Value {
    json!({"sub": "g-1", "email": "greta@example.org"})
}

#[tokio::test]
async fn a_group_that_was_taken_ends_roles_sessions_and_streams() {
    let mut s = Watch::new(greta()).await;
    let greta = s.w.sign_in().await.unwrap();
    assert_eq!(s.look().await, 0);
    let mut events = s.w.t.get("/api/events").bearer(text(&greta["access_token"])).stream().await;
    // It is not asked again within the minute, and the userinfo of someone else says nothing.
    s.w.idp.set_userinfo(json!({"sub": "other", "groups": []}));
    assert_eq!((s.look().await, s.look_a_minute_later().await), (0, 0));
    s.w.me(&greta).await.ok();
    s.w.idp.set_userinfo(json!({"sub": "g-1", "groups": ["all"]}));
    assert_eq!((s.look().await, s.look_a_minute_later().await), (0, 1));
    s.w.me(&greta).await.refused(401, "unauthorized");
    while events.next().await.is_some() {}
    s.w.t.assert_sound();
}

#[tokio::test]
async fn another_group_renews_the_roles() {
    let mut s = Watch::new(greta()).await;
    let greta = s.w.sign_in().await.unwrap();
    let roles = json!([{"group": "hr", "role": "proctor"}, {"group": "all", "role": "viewer"}]);
    s.w.set(json!({"roles": roles})).await.ok();
    assert_eq!(s.look().await, 1);
    let me = s.w.me(&greta).await.ok();
    let capabilities = me["capabilities"].as_array().unwrap();
    assert!(capabilities.contains(&json!("watch")) && !capabilities.contains(&json!("invite")), "{me}");
    assert_eq!(s.look_a_minute_later().await, 0);
}

/// It says groups in the ID token alone, and gives refresh tokens that serve once.
#[tokio::test]
async fn a_renewed_token_names_the_groups_of_now() {
    let mut s = Watch::new(without_groups()).await;
    s.w.idp.set_renewal(true);
    let greta = s.w.sign_in().await.unwrap();
    for _ in 0..3 {
        assert_eq!(s.look_a_minute_later().await, 0);
    }
    // A provider that is down, or whose token does not hold, changes nothing.
    for flaw in [Flaw::Broken, Flaw::OtherAudience, Flaw::None] {
        s.w.idp.set_flaw(flaw);
        assert_eq!(s.look_a_minute_later().await, 0, "{flaw:?}");
        s.w.me(&greta).await.ok();
    }
    s.w.idp.set_person(without_groups());
    assert_eq!(s.look_a_minute_later().await, 1);
    s.w.me(&greta).await.refused(401, "unauthorized");
    assert_eq!(s.w.refusal().await, "no_role");
}

#[tokio::test]
async fn tokens_that_the_provider_takes_back_end_the_session() {
    for renews in [false, true] {
        let mut s = Watch::new(greta()).await;
        if renews {
            s.w.idp.set_renewal(true);
        }
        let greta = s.w.sign_in().await.unwrap();
        assert_eq!(s.look().await, 0);
        s.w.idp.revoke();
        assert_eq!(s.look_a_minute_later().await, 1);
        s.w.me(&greta).await.refused(401, "unauthorized");
        s.w.t.get("/api/auth/me").bearer(&s.w.ada).send().await.ok();
        s.w.sign_in().await.unwrap();
    }
}

/// Otherwise people would lose their roles because of what a provider never says.
#[tokio::test]
async fn a_source_that_never_named_groups_ends_no_role() {
    for renewal in [None, Some(false), Some(true)] {
        let mut s = Watch::new(without_groups()).await;
        if let Some(names_again) = renewal {
            s.w.idp.set_renewal(names_again);
        }
        let greta = s.w.sign_in().await.unwrap();
        assert!(s.can_ask());
        s.w.idp.set_person(without_groups());
        assert_eq!(s.look().await, 0);
        assert!(!s.can_ask(), "{renewal:?}");
        assert_eq!(s.look_a_minute_later().await, 0);
        assert_eq!(s.w.me(&greta).await.ok()["role"], "staff");
    }
}

#[tokio::test]
async fn an_access_token_that_has_ended_says_nothing() {
    let mut s = Watch::new(greta()).await;
    let greta = s.w.sign_in().await.unwrap();
    assert_eq!(s.look().await, 0);
    s.w.t.clock.advance(5 * MINUTE);
    s.w.idp.revoke();
    assert_eq!(s.look().await, 0);
    s.w.me(&greta).await.ok();
    assert!(!s.can_ask());
}

#[tokio::test]
async fn a_session_that_is_never_fetched_ends_after_the_minute() {
    let w = World::new().await;
    let (carried, path) = w.at_provider().await;
    assert_eq!(w.back(&carried, &path).await.header("location"), "/login?sign_in=done");
    let fetched = w.sign_in().await.unwrap();
    let count = async || {
        let listed = w.t.get("/api/auth/sessions").bearer(text(&fetched["access_token"])).send().await.ok();
        listed.as_array().unwrap().len()
    };
    assert_eq!(count().await, 2);
    w.t.clock.advance(MINUTE);
    assert_eq!(count().await, 1);
    w.t.clock.advance(58 * MINUTE);
    w.me(&fetched).await.ok();
}

#[tokio::test]
async fn another_issuer_or_side_ends_the_sessions_of_before() {
    for change in [json!({"issuer": "https://other.example.org"}), json!({"side": "applicants", "roles": []})] {
        let w = World::new().await;
        let greta = w.sign_in().await.unwrap();
        w.set(json!({"label": "Another name"})).await.ok();
        w.me(&greta).await.ok();
        w.set(change).await.ok();
        w.me(&greta).await.refused(401, "unauthorized");
    }
}
