//! The keys that sign evidence: one at a time, made at the first need (`docs/evidence.md#keys`).

use crate::{
    app::App,
    domain::{
        Error, Instant, Result,
        evidence::{EvidenceKey, Fingerprint},
    },
    secrets::signing::SigningKey,
    service::{
        actor::{Custodian, ResultReader},
        work::Work,
    },
    store::{Read, Record, Tx},
};

/// The public keys, newest first.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, _: &ResultReader) -> Result<Vec<EvidenceKey>> {
    let mut keys: Vec<EvidenceKey> = app.store.read()?.records()?;
    keys.sort_by_key(|key| (key.retired_at.is_some(), std::cmp::Reverse(key.created_at)));
    Ok(keys)
}

/// Retires the present key and creates a new one; `read` is the present one as the caller knows it.
///
/// # Errors
/// 409 `changed_meanwhile` if there is another one meanwhile, with the time of that.
pub async fn rotate(app: &App, custodian: &Custodian, read: Option<Fingerprint>) -> Result<EvidenceKey> {
    app.write(custodian, move |w| {
        let keys: Vec<EvidenceKey> = w.records()?;
        match keys.iter().find(|key| key.retired_at.is_none()) {
            Some(key) if read.is_some_and(|read| read != key.fingerprint) => {
                let by = "The first administrator".to_owned();
                Err(Error::changed_meanwhile(by, key.created_at, "has made a new key in the meantime."))
            }
            None if read.is_some() => Err(Error::never_stored()),
            _ => renew(w).map(|(key, _)| key),
        }
    })
    .await
}

/// The key that signs now.
///
/// # Errors
/// Storage only.
pub(super) async fn current(app: &App, by: &Custodian) -> Result<SigningKey> {
    app.write(by, |w| {
        let keys: Vec<EvidenceKey> = w.records()?;
        match keys.iter().find_map(|key| opened(w.app, key)) {
            Some(key) => Ok(key),
            None => renew(w).map(|(_, key)| key),
        }
    })
    .await
}

/// The private key; `None` if it is retired, or sealed under another master key.
fn opened(app: &App, key: &EvidenceKey) -> Option<SigningKey> {
    let sealed = key.sealed.as_ref().filter(|_| key.retired_at.is_none())?;
    let seed = app.secrets.vault.open(EvidenceKey::TABLE.0, &EvidenceKey::key_of(key.id()), 1, sealed).ok()?;
    SigningKey::of_seed(&seed).filter(|signing| signing.public() == key.public)
}

fn renew(w: &mut Work<'_, '_>) -> Result<(EvidenceKey, SigningKey)> {
    let now = w.now;
    retire_all(w, now)?;
    let (signing, seed) = SigningKey::generate();
    let mut key = EvidenceKey::new(signing.public(), Vec::new(), now);
    key.sealed = Some(w.app.secrets.vault.seal(EvidenceKey::TABLE.0, &EvidenceKey::key_of(key.id()), 1, &seed));
    w.put(&key)?;
    w.audit("evidence.key", key.fingerprint, "")?;
    Ok((key, signing))
}

/// Forgets the private keys; the public ones stay.
///
/// # Errors
/// Storage only.
pub fn retire_all(tx: &mut Tx<'_>, now: Instant) -> Result<()> {
    for key in tx.records::<EvidenceKey>()?.into_iter().filter(|key| key.retired_at.is_none()) {
        tx.put(&key.retired(now))?;
    }
    Ok(())
}
