//! The keys with which this server signs for learning platforms, and their rotation (docs/lti.md#keys).

use super::{
    lti::{World, choices, choosing},
    webhooks::send,
};
use crate::support::journey::{key, list, text};
use invigil::{
    domain::{
        audit::AuditEntry,
        lti::{LtiSettings, PUBLISHED_FOR},
        time::{HOUR, MINUTE},
    },
    service::operate::backup,
    store::{Read, records::Single},
};
use serde_json::{Value, json};

impl World {
    /// As administrators see them: the one that signs first.
    async fn keys(&self) -> Vec<Value> {
        let ada = self.t.sign_in("ada@example.org").await;
        let shown = self.t.get("/api/admin/lti-platforms").bearer(&ada).send().await.ok();
        list(&shown["keys"]).to_vec()
    }

    /// Names of the keys that platforms read.
    async fn published(&self) -> Vec<Value> {
        let set = self.t.get("/api/lti/keys").send().await.ok();
        list(&set["keys"]).iter().map(|key| key["kid"].clone()).collect()
    }

    fn stored(&self) -> LtiSettings {
        self.t.app.store.read().unwrap().get(Single).unwrap().unwrap()
    }
}

#[tokio::test]
async fn a_new_key_signs_and_the_one_before_stays_published_for_a_day() {
    let w = World::new().await;
    let first = w.keys().await;
    assert_eq!(w.published().await, [first[0]["id"].clone()]);
    assert_eq!((first.len(), &first[0]["retiredAt"], &first[0]["publishedUntil"]), (1, &Value::Null, &Value::Null));
    let page = w.launch("tea", choosing(&w.platform)).await;
    let old_choice = choices(&page)[0].to_owned();
    w.t.clock.advance(HOUR - MINUTE);
    let ada = w.t.sign_in("ada@example.org").await;
    let rotate = |body: Value| w.t.post("/api/admin/lti-keys/rotate").bearer(&ada).json(body).send();
    let made = rotate(json!({"key": first[0]["id"]})).await.expect(201);
    assert!(made["retiredAt"].is_null() && made["id"] != first[0]["id"]);
    rotate(json!({"key": first[0]["id"]})).await.refused(409, "changed_meanwhile");
    let both = w.keys().await;
    assert_eq!((both.len(), &both[0], &both[1]["id"]), (2, &made, &first[0]["id"]));
    assert_eq!(both[1]["createdAt"], first[0]["createdAt"]);
    assert_eq!(both[1]["publishedUntil"], w.t.app.now().plus(PUBLISHED_FOR).to_string());
    assert_eq!(w.published().await, [made["id"].clone(), first[0]["id"].clone()]);
    // A choice that a teacher makes an hour after the page was opened.
    w.platform.read_keys(&w.t).await;
    assert!(w.platform.verified(&old_choice, &w.platform.issuer()).is_some());
    let page = w.launch("tea", choosing(&w.platform)).await;
    let new_choice = choices(&page)[0];
    assert_eq!(jsonwebtoken::decode_header(new_choice).unwrap().kid, made["id"].as_str().map(str::to_owned));
    assert!(w.platform.verified(new_choice, &w.platform.issuer()).is_some());
    w.t.clock.advance(PUBLISHED_FOR);
    assert_eq!(w.published().await, [made["id"].clone()]);
    assert_eq!(w.keys().await.len(), 1);
    assert_eq!(w.stored().retired.len(), 1, "until the next rotation");
    let ada = w.t.sign_in("ada@example.org").await;
    w.t.post("/api/admin/lti-keys/rotate").bearer(&ada).json(json!({})).send().await.expect(201);
    let retired: Vec<Value> = w.stored().retired.iter().map(|key| json!(key.name)).collect();
    assert_eq!(retired, [made["id"].clone()]);
    let entries: Vec<AuditEntry> = w.t.app.store.read().unwrap().records().unwrap();
    let made = entries.iter().filter(|entry| entry.action == "settings.lti_key");
    assert_eq!(made.map(|entry| entry.actor.is_some()).collect::<Vec<_>>(), [false, true, true]);
    w.t.assert_sound();
}

#[tokio::test]
async fn a_grade_is_signed_with_the_key_of_the_time_when_it_is_sent() {
    let w = World::new().await;
    let link = w.learner("ann").await;
    w.t.start(&link, &key(1)).await.ok();
    w.t.submit(&link, &key(1), &[("q1", "B")]).await.ok();
    let made = w.t.post("/api/admin/lti-keys/rotate").bearer(&w.ada).json(json!({})).send().await.expect(201);
    // A platform that has not read the keys again refuses this server for now.
    send(&w.t).await;
    assert_eq!((w.platform.scores().len(), w.platform.tokens()), (0, 0));
    w.platform.read_keys(&w.t).await;
    w.t.clock.advance(HOUR);
    send(&w.t).await;
    let scores = w.platform.scores();
    assert_eq!((scores.len(), scores[0].answered), (1, 200));
    assert_eq!(w.platform.vouched_by().as_deref(), Some(text(&made["id"])));
    w.t.assert_sound();
}

#[tokio::test]
async fn two_who_press_at_once_make_one_key() {
    let w = World::new().await;
    let first = w.keys().await.remove(0);
    let rotate = || {
        let call = w.t.post("/api/admin/lti-keys/rotate").bearer(&w.ada);
        call.json(json!({"key": first["id"]})).send()
    };
    let (one, other) = tokio::join!(rotate(), rotate());
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!((statuses, w.keys().await.len()), ([201, 409], 2));
}

/// As a restore without the master key does.
#[tokio::test]
async fn a_key_that_was_lost_with_the_master_key_is_not_published_and_the_next_is_new() {
    let w = World::new().await;
    w.t.post("/api/admin/lti-keys/rotate").bearer(&w.ada).json(json!({})).send().await.expect(201);
    let before = w.published().await;
    backup::forget_sealed(&w.t.app).await.unwrap();
    assert_eq!(w.published().await, before[1..], "what is retired has no secret");
    let ada = w.t.sign_in("ada@example.org").await;
    let rotate = |body: Value| w.t.post("/api/admin/lti-keys/rotate").bearer(&ada).json(body).send();
    rotate(json!({"key": before[0]})).await.refused(409, "changed_meanwhile");
    let made = rotate(json!({})).await.expect(201);
    assert_eq!(w.published().await, [made["id"].clone(), before[1].clone()]);
    w.t.assert_sound();
}
