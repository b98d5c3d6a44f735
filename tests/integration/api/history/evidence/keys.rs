//! The keys that sign evidence.

use super::{Taken, digits};
use crate::support::journey::list;
use invigil::{
    domain::evidence::{EvidenceKey, Fingerprint},
    service::{
        actor::Actor,
        operate::backup,
        result::evidence::{
            keys,
            verify::{TrustAnchors, verify},
        },
    },
    store::Read,
};
use serde_json::{Value, json};

impl Taken {
    async fn keys(&self) -> Vec<Value> {
        list(&self.t.get("/api/evidence-keys").bearer(&self.admin).send().await.ok()["keys"]).to_vec()
    }

    fn stored(&self) -> Vec<EvidenceKey> {
        self.t.app.store.read().unwrap().records().unwrap()
    }
}

fn is_valid(bundle: &[u8], key: &Value) -> bool {
    let signer = Some(Fingerprint(digits(&key["fingerprint"])));
    verify(bundle, TrustAnchors { signer, receipt: None }).valid
}

#[tokio::test]
async fn a_key_is_made_at_need_and_a_rotated_one_still_verifies() {
    let r = Taken::answered().await;
    r.submit().await;
    assert_eq!(r.keys().await, Vec::<Value>::new());
    let old = r.bundle().await;
    let first = r.keys().await;
    assert_eq!((first.len(), &first[0]["retired_at"]), (1, &Value::Null));
    assert!(is_valid(&r.bundle().await, &first[0]), "the same key signs again");
    keys::rotate(&r.t.app, &Actor::Operator.require().unwrap(), None).await.unwrap();
    let both = r.keys().await;
    assert_eq!((both.len(), &both[1]["fingerprint"]), (2, &first[0]["fingerprint"]));
    assert!(both[0]["retired_at"].is_null() && !both[1]["retired_at"].is_null());
    let new = r.bundle().await;
    assert!(is_valid(&old, &both[1]) && is_valid(&new, &both[0]));
    assert!(!is_valid(&old, &both[0]) && !is_valid(&new, &both[1]));
    assert_eq!(
        r.stored().iter().filter(|key| key.sealed.is_some()).count(),
        1,
        "private keys of retired ones are gone"
    );
}

/// As a restore without the master key does.
#[tokio::test]
async fn a_lost_master_key_costs_the_private_key_alone() {
    let r = Taken::answered().await;
    r.submit().await;
    let old = r.bundle().await;
    backup::forget_sealed(&r.t.app).await.unwrap();
    assert!(r.stored().iter().all(|key| key.sealed.is_none() && key.retired_at.is_some()));
    r.t.assert_sound();
    // Sessions have ended, too.
    let admin = r.t.sign_in("ada@example.org").await;
    let r = Taken { admin, ..r };
    let new = r.bundle().await;
    let keys = r.keys().await;
    assert!(is_valid(&old, &keys[1]) && is_valid(&new, &keys[0]));
}

/// Sealed bytes that another master key sealed, or that were changed, sign nothing.
#[tokio::test]
async fn a_private_key_that_does_not_open_is_replaced() {
    let r = Taken::answered().await;
    r.submit().await;
    r.bundle().await;
    let mut key = r.stored().remove(0);
    key.sealed.as_mut().unwrap()[50] ^= 1;
    r.t.app.store.write(move |tx| Ok::<_, invigil::domain::Error>(tx.put(&key)?)).await.unwrap();
    let new = r.bundle().await;
    let keys = r.keys().await;
    assert_eq!((keys.len(), is_valid(&new, &keys[0])), (2, true));
}

#[tokio::test]
async fn the_first_administrator_rotates_the_key_once_however_often_they_press() {
    let r = Taken::answered().await;
    r.submit().await;
    let old = r.bundle().await;
    let first = r.keys().await.remove(0);
    let rotate = |body: Value| r.t.post("/api/evidence-keys/rotate").bearer(&r.admin).json(body).send();
    let body = json!({"fingerprint": first["fingerprint"]});
    let made = rotate(body.clone()).await.expect(201);
    assert!(made["retired_at"].is_null() && made["fingerprint"] != first["fingerprint"]);
    rotate(body).await.refused(409, "changed_meanwhile");
    rotate(json!({"fingerprint": "short"})).await.invalid("fingerprint");
    assert_eq!(r.keys().await.len(), 2);
    assert!(is_valid(&old, &r.keys().await[1]));
}
