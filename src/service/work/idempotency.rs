//! Calls that create a record once, however often they are sent (`docs/behaviour/calls.md#calls`).

use super::Work;
use crate::{
    domain::{
        Result,
        idempotency::{Created, KeyedCall, check_key},
    },
    store::Read,
};
use sha2::{Digest, Sha256};

/// The key of a call, with a hash of what it asks for.
#[derive(Clone, Copy, Debug)]
pub struct Once {
    key: [u8; 32],
    request: [u8; 32],
}

impl Once {
    /// `call` names the operation: a key of one does not serve another.
    ///
    /// # Errors
    /// 422 for a malformed key.
    pub fn new(key: &str, call: &str, body: &[u8]) -> Result<Self> {
        check_key(key)?;
        let request = Sha256::new().chain_update(call).chain_update([0]).chain_update(body).finalize().into();
        Ok(Self { key: Sha256::digest(key).into(), request })
    }

    /// The key of one line of a call that creates a record per line.
    #[must_use]
    pub fn of_line(self, number: u64) -> Self {
        let key = Sha256::new().chain_update(self.key).chain_update(number.to_be_bytes()).finalize().into();
        Self { key, ..self }
    }
}

/// Returns the record that an earlier call of the same admin with this key created.
///
/// # Errors
/// 422 for a key that was used for something else.
pub fn earlier(w: &Work<'_, '_>, once: Option<Once>) -> Result<Option<Created>> {
    let (Some(Once { key, request }), Some(account)) = (once, w.by.account()) else { return Ok(None) };
    let call: Option<KeyedCall> = w.get((account, &key))?;
    call.map_or(Ok(None), |call| call.repeated(&request, w.now))
}

/// Returns the record that an earlier call of the same admin with this key created from this line.
///
/// # Errors
/// 422 for a key that was used for something else.
pub fn earlier_line(w: &Work<'_, '_>, once: Option<Once>, number: u64) -> Result<Option<Created>> {
    // The key itself covers all lines, so that another call with it is distinguished from a repeat.
    match earlier(w, once)? {
        Some(_) => earlier(w, once.map(|once| once.of_line(number))),
        None => Ok(None),
    }
}

/// Remembers what a line of this call created, in its own transaction.
///
/// # Errors
/// Storage only.
pub fn line_done(w: &mut Work<'_, '_>, once: Option<Once>, number: u64, created: Created) -> Result<()> {
    done(w, once, created)?;
    done(w, once.map(|once| once.of_line(number)), created)
}

/// Remembers what this call created, in its own transaction.
///
/// # Errors
/// Storage only.
pub fn done(w: &mut Work<'_, '_>, once: Option<Once>, created: Created) -> Result<()> {
    if let (Some(Once { key, request }), Some(account)) = (once, w.by.account()) {
        let call = KeyedCall { account, key, request, created, at: w.now };
        w.put(&call)?;
    }
    Ok(())
}
