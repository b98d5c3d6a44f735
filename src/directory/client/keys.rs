//! The keys of a provider. They are read once at a time, by a task of their own: all who need them wait for it, and a caller
//! who leaves stops nothing.

use super::{CACHED_FOR, Cached, KeyOutcome, KeyRead, OidcClient};
use crate::{
    directory::{
        OidcFault,
        id_token::{Claims, TokenFault, TokenUse, verify},
    },
    domain::{
        Instant,
        time::{MINUTE, SignedDuration},
    },
    secrets::token,
};
use jsonwebtoken::jwk::JwkSet;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use tokio::sync::watch;

/// After a token with an unknown key, the keys are read again at most this often for each name of a key.
const FORCED_EVERY: SignedDuration = MINUTE;
/// Names of keys for which they are read again within that time: a provider may rotate its keys twice in a row, and anyone can
/// make up names.
const MAX_FORCED: usize = 4;
/// After a read of keys that failed, all who need them are refused for this long: a provider that is silent makes each wait
/// for its time limit otherwise.
const FAILED_FOR: SignedDuration = SignedDuration::from_secs(5);

impl Cached {
    fn fresh_keys(&self, now: Instant) -> Option<Arc<JwkSet>> {
        self.keys.as_ref().filter(|(at, _)| at.is_within(CACHED_FOR, now)).map(|(_, keys)| keys.clone())
    }

    /// The outcome of the last read, as long as it counts.
    fn known(&self, now: Instant) -> KeyOutcome {
        let failure = || self.failure.as_ref().filter(|(at, _)| at.is_within(FAILED_FOR, now));
        self.fresh_keys(now).map(Ok).or_else(|| failure().map(|(_, fault)| Err(fault.clone())))
    }

    /// Whether the keys may be read again because of a token with an unknown one of this name.
    fn may_force(&mut self, name: [u8; 32], now: Instant) -> bool {
        self.forced.retain(|(at, _)| at.is_within(FORCED_EVERY, now));
        let may = self.forced.len() < MAX_FORCED && self.forced.iter().all(|(_, known)| *known != name);
        if may {
            self.forced.push((now, name));
        }
        may
    }
}

async fn end_of(mut read: KeyRead) -> Result<Arc<JwkSet>, OidcFault> {
    let ended = read.wait_for(Option::is_some).await.ok().and_then(|outcome| outcome.clone());
    ended.unwrap_or_else(|| Err(OidcFault::Failed("Keys: they were not read".into())))
}

impl OidcClient {
    /// The provider's keys; `forced` reads them again.
    ///
    /// # Errors
    /// [`OidcFault::Failed`], also of a read shortly before.
    pub async fn keys(self: &Arc<Self>, now: Instant, forced: bool) -> Result<Arc<JwkSet>, OidcFault> {
        let known = |cached: &Cached| if forced { None } else { cached.known(now) };
        if let Some(outcome) = self.with_cached(|cached| known(cached)) {
            return outcome;
        }
        let mut found = None;
        let read = self.key_read(now, |cached| {
            // Read meanwhile.
            found = known(cached);
            found.is_none()
        });
        match (read, found) {
            (None, Some(outcome)) => outcome,
            (Some(read), _) => end_of(read).await,
            (None, None) => Err(OidcFault::Failed("Keys: they were not read".into())),
        }
    }

    /// Keys that may have what `known` lacks for this token: read since, or by the read that is under way, or by a new one if
    /// it is time for one.
    async fn newer_keys(
        self: &Arc<Self>,
        known: &Arc<JwkSet>,
        unsigned: &str,
        now: Instant,
    ) -> Result<Option<Arc<JwkSet>>, OidcFault> {
        let named = jsonwebtoken::decode_header(unsigned).ok().and_then(|header| header.kid);
        let name = token::hash(named.as_deref().unwrap_or_default());
        let mut found = None;
        let read = self.key_read(now, |cached| {
            found = cached.keys.as_ref().map(|(_, keys)| keys.clone()).filter(|keys| !Arc::ptr_eq(keys, known));
            found.is_none() && cached.may_force(name, now)
        });
        match read {
            Some(read) => end_of(read).await.map(Some),
            None => Ok(found),
        }
    }

    /// The read that is under way, else a new one if it `may_begin`.
    fn key_read(self: &Arc<Self>, now: Instant, may_begin: impl FnOnce(&mut Cached) -> bool) -> Option<KeyRead> {
        let (begun, read) = self.with_cached(|cached| {
            // One whose task has failed is not under way.
            let under_way = cached.key_read.clone().filter(|read| read.has_changed().is_ok());
            if under_way.is_some() || !may_begin(cached) {
                return (None, under_way);
            }
            let (ends, read) = watch::channel(None);
            cached.key_read = Some(read.clone());
            (Some(ends), Some(read))
        });
        if let Some(ends) = begun {
            tokio::spawn(self.clone().read_keys(now, ends));
        }
        read
    }

    async fn read_keys(self: Arc<Self>, now: Instant, ends: watch::Sender<KeyOutcome>) {
        let begun = std::time::Instant::now();
        let outcome = self.listed_keys(now).await;
        // A read may last longer than its failure counts.
        let ended = now.plus(SignedDuration::try_from(begun.elapsed()).unwrap_or_default());
        self.with_cached(|cached| {
            match &outcome {
                Ok(keys) => (cached.keys, cached.failure) = (Some((now, keys.clone())), None),
                Err(fault) => cached.failure = Some((ended, fault.clone())),
            }
            cached.key_read = None;
        });
        ends.send_replace(Some(outcome));
    }

    async fn listed_keys(&self, now: Instant) -> Result<Arc<JwkSet>, OidcFault> {
        let url = match &self.relation.keys_url {
            Some(url) => url.clone(),
            None => self.discover(now).await?.jwks_uri.clone(),
        };
        Ok(Arc::new(readable(self.get::<ListedKeys>(&url, "Keys").await?)))
    }

    /// The claims of a token of this provider.
    ///
    /// # Errors
    /// [`OidcFault::Token`] if it does not hold; [`OidcFault::Failed`].
    pub async fn verify(self: &Arc<Self>, token: &str, usage: TokenUse, now: Instant) -> Result<Claims, OidcFault> {
        let audience = self.audience(usage);
        // Anyone can send what no key makes valid: it must not have keys read from a provider that may be silent.
        let no_keys = JwkSet { keys: Vec::new() };
        if let Err(TokenFault::Invalid(why)) = verify(token, &no_keys, &audience, now) {
            return Err(OidcFault::Token(why));
        }
        let keys = self.keys(now, false).await?;
        let mut outcome = verify(token, &keys, &audience, now);
        // The provider may have new keys.
        if outcome == Err(TokenFault::UnknownKey)
            && let Some(keys) = self.newer_keys(&keys, token, now).await?
        {
            outcome = verify(token, &keys, &audience, now);
        }
        outcome.map_err(|fault| match fault {
            TokenFault::UnknownKey => {
                OidcFault::Token("the token is signed with a key that the provider does not list")
            }
            TokenFault::Invalid(why) => OidcFault::Token(why),
        })
    }
}

/// The keys of a provider as it lists them.
#[derive(Deserialize)]
struct ListedKeys {
    keys: Vec<Value>,
}

/// The keys that can be read: one that is malformed, or of a kind that is not known here, must not keep people from the
/// sign-in by the others (RFC 7517 section 5).
fn readable(listed: ListedKeys) -> JwkSet {
    let read = listed.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok());
    JwkSet { keys: read.collect() }
}

#[cfg(test)]
#[path = "keys_tests.rs"]
mod tests;
