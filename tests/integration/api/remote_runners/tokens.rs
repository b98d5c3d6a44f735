//! Tokens of code runners: their names, their owner, and how often they may call.

use super::Site;
use crate::support::journey::{PASSWORD, list, text};
use invigil::service::{account::admins, actor::Actor};
use serde_json::json;

#[tokio::test]
async fn tokens_have_names_and_belong_to_the_first_administrator() {
    let site = Site::new().await;
    let make = |name: &str| site.t.post("/api/admin/runners").bearer(&site.admin).json(json!({"name": name}));
    make("two words").send().await.invalid("name");
    let first = make("judge-1").send().await.expect(201);
    make("judge-1").send().await.refused(409, "name_taken");
    let operator = Actor::Operator.require().unwrap();
    admins::create(&site.t.app, &operator, "bob@example.org", PASSWORD.into(), "Bob").await.unwrap();
    let bob = site.t.sign_in("bob@example.org").await;
    site.t.get("/api/admin/runners").bearer(&bob).send().await.refused(403, "superadmin_only");
    let revoke = format!("/api/admin/runners/{}/revoke", text(&first["id"]));
    site.t.post(&revoke).bearer(&site.admin).send().await.ok();
    site.t.post(&revoke).bearer(&site.admin).send().await.ok();
    // The name is free again.
    make("judge-1").send().await.expect(201);
    let tokens = site.t.get("/api/admin/runners").bearer(&site.admin).send().await.ok();
    let states: Vec<_> = list(&tokens["tokens"]).iter().map(|token| token["revoked_at"].is_null()).collect();
    assert_eq!(states, [true, false]);
    let log = site.t.get("/metrics").send().await.text;
    assert!(!log.contains(text(&first["token"])));
}

#[tokio::test]
async fn the_calls_of_a_token_are_limited() {
    let site = Site::new().await;
    let machine = site.machine("judge-1", &["rust"]).await;
    let mut refused = None;
    for n in 0..400 {
        let reply = machine.asks(0).await;
        if reply.status == 429 {
            refused = Some((n, reply));
            break;
        }
    }
    let (n, reply) = refused.unwrap();
    assert!(n > 250, "{n}");
    reply.refused(429, "too_many_calls");
    let other = site.machine("judge-2", &["rust"]).await;
    other.asks(0).await.ok();
}
