//! Every kind of token, altered, truncated, extended, used for another purpose, and expired: none is accepted.

use super::world::{World, no_token};
use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{key, text},
};
use invigil::{domain::time::DAY, service::account::accounts};
use serde_json::json;

/// Purpose of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Session,
    Link,
    AttemptKey,
    /// The attempt key in a candidate's answers file.
    FileKey,
    /// The email verification link.
    Proof,
}

const KINDS: [Kind; 5] = [Kind::Session, Kind::Link, Kind::AttemptKey, Kind::FileKey, Kind::Proof];

impl Kind {
    fn good(self, w: &World) -> String {
        match self {
            Self::Session => w.ada.clone(),
            Self::Link => text(&w.invite["token"]).to_owned(),
            Self::AttemptKey => key(1),
            Self::FileKey => key(9),
            Self::Proof => w.una_proof.clone(),
        }
    }

    async fn present(self, w: &World, token: &str) -> Reply {
        let t = &w.t;
        match self {
            Self::Session => t.get("/api/auth/me").header("authorization", &format!("Bearer {token}")).send().await,
            Self::Link => t.get(format!("/api/invites/token/{token}")).send().await,
            Self::AttemptKey => {
                let path = format!("/api/take-test/{}/answers", text(&w.invite["token"]));
                t.put(path).key(token).json(json!({"answers": []})).send().await
            }
            Self::FileKey => {
                let path = format!("/api/attempts/{}/answers-file", w.ended_attempt);
                let answers = json!([{"question_id": "q2", "answer": "words", "seq": 1}]);
                t.post(path).bearer(&w.ada).json(json!({"attempt_key": token, "answers": answers})).send().await
            }
            Self::Proof => t.post("/api/auth/verify-mailbox").bearer(&w.una).json(json!({"token": token})).send().await,
        }
    }

    /// The accepted tokens, in the given order.
    async fn accepted(self, w: &World, tokens: impl IntoIterator<Item = String>) -> Vec<String> {
        let mut accepted = Vec::new();
        for token in tokens {
            let reply = self.present(w, &token).await;
            assert!(reply.status < 500, "{self:?} {token}: {}", reply.text);
            if reply.status < 400 {
                accepted.push(token);
            }
        }
        accepted
    }
}

/// All near misses of a token: each letter replaced, each truncation, additions, another case.
fn near_misses(good: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for (at, letter) in good.char_indices() {
        // The last base64 letter has unused bits: its neighbour decodes to the same bytes if they are ignored.
        for other in ['A', 'B', 'z', '_', char::from(letter as u8 ^ 1)] {
            let plain = other.is_ascii_alphanumeric() || "-_.".contains(other);
            if other != letter && plain {
                all.push(format!("{}{other}{}", &good[..at], &good[at + 1..]));
            }
        }
        all.push(good[..at].to_owned());
        all.push(good[at + 1..].to_owned());
    }
    all.extend(["=", "A", ".", "..", "==", "%00", "%20x", "%0d%0a", "%2F"].map(|tail| format!("{good}{tail}")));
    all.extend([good.to_ascii_lowercase(), good.to_ascii_uppercase(), format!("{good}{good}"), format!("-{good}")]);
    all.extend(["null".into(), "undefined".into(), "0".into(), no_token(), "A".repeat(10_000)]);
    all.retain(|token| token != good && !token.is_empty());
    all
}

#[tokio::test]
async fn altered_tokens_are_refused() {
    let w = World::new().await;
    for kind in KINDS {
        assert_eq!(kind.accepted(&w, near_misses(&kind.good(&w))).await, Vec::<String>::new(), "{kind:?}");
        // The control: the unaltered token is accepted.
        let good = kind.good(&w);
        assert_eq!(kind.accepted(&w, [good.clone()]).await, [good], "{kind:?}");
    }
    w.t.assert_sound();
}

#[tokio::test]
async fn a_token_is_valid_for_one_purpose_only() {
    let w = World::new().await;
    for kind in KINDS {
        // Well-formed tokens of the same site, but of others or for another purpose.
        let others = KINDS.into_iter().filter(|other| *other != kind).map(|other| other.good(&w));
        let of_others: Vec<String> = match kind {
            Kind::Session => vec![w.inactive[0].clone(), w.inactive[1].clone()],
            Kind::AttemptKey | Kind::FileKey => vec![key(2), text(&w.other_invite["token"]).to_owned()],
            Kind::Link | Kind::Proof => vec![key(2)],
        };
        let tokens = others.chain(of_others).collect::<Vec<_>>();
        assert_eq!(kind.accepted(&w, tokens).await, Vec::<String>::new(), "{kind:?}");
    }
}

#[tokio::test]
async fn expired_tokens_are_refused() {
    let w = World::new().await;
    // The key of an answers file does not expire: late answers are accepted at any time.
    let expiring = [Kind::Session, Kind::Link, Kind::Proof];
    let unstarted = text(&w.spare_invite["token"]).to_owned();
    assert_eq!(Kind::Link.accepted(&w, [unstarted.clone()]).await.len(), 1);
    w.t.clock.advance(15 * DAY);
    let una = w.t.sign_in("canary-una@example.org").await;
    let w = World { una, ..w };
    for kind in expiring {
        let old = if kind == Kind::Link { unstarted.clone() } else { kind.good(&w) };
        assert_eq!(kind.accepted(&w, [old]).await, Vec::<String>::new(), "{kind:?}");
    }
    // The attempt ended at its deadline; late answers are kept but acknowledged as nothing.
    let late = Kind::AttemptKey.present(&w, &key(1)).await.ok();
    assert_eq!((&late["submitted"], &late["acked"]), (&json!(true), &json!([])));
}

#[tokio::test]
async fn altered_setup_tokens_are_refused() {
    let t = TestApp::new();
    let good = accounts::open_setup(&t.app).unwrap().unwrap();
    let set_up = |token: String| {
        let form =
            json!({"setup_token": token, "email": "a@example.org", "password": "a good horse", "full_name": "A"});
        t.post("/api/auth/setup").json(form).send()
    };
    for token in near_misses(&good).into_iter().filter(|token| token.len() < 1_000) {
        set_up(token).await.refused(403, "wrong_setup_token");
    }
    set_up(good.clone()).await.expect(201);
    set_up(good).await.refused(409, "admin_exists");
}
