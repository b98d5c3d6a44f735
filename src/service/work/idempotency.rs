//! Calls that create a record once, however often they are sent (`docs/behaviour/calls.md#calls`).

use super::Work;
use crate::{
    domain::{
        Result,
        idempotency::{Created, KeyedCall, UNANSWERED, check_key},
    },
    store::Read,
};
use sha2::{Digest, Sha256};

/// The key of a call, with a hash of what it asks for.
#[derive(Clone, Copy, Debug)]
pub struct Once {
    key: [u8; 32],
    request: [u8; 32],
    lines: Lines,
}

/// Distinguishes the lines of a call that creates a record per line from those of another call.
#[derive(Clone, Copy, Debug)]
enum Lines {
    /// The key of the call, until that is forgotten.
    Key,
    /// The record that the first line of a call without a key has created, once that is known. The same call is a repeat until an
    /// answer was given, and another call afterwards.
    First(Option<Created>),
}

impl Once {
    /// `call` names the operation: a key of one does not serve another.
    ///
    /// # Errors
    /// 422 for a malformed key.
    pub fn new(key: &str, call: &str, body: &[u8]) -> Result<Self> {
        check_key(key)?;
        let request = Sha256::new().chain_update(call).chain_update([0]).chain_update(body).finalize().into();
        Ok(Self { key: Sha256::digest(key).into(), request, lines: Lines::Key })
    }

    /// Creates the key of a call that was sent without one: programs repeat such a call if it had no answer.
    #[must_use]
    pub fn until_answered(call: &str, body: &[u8]) -> Self {
        let request: [u8; 32] = Sha256::new().chain_update(call).chain_update([0]).chain_update(body).finalize().into();
        // No given key has a zero byte.
        let key = Sha256::new().chain_update([0]).chain_update(request).finalize().into();
        Self { key, request, lines: Lines::First(None) }
    }

    /// The key of one line of a call that creates a record per line.
    #[must_use]
    pub fn of_line(self, number: u64) -> Self {
        let mut key = Sha256::new().chain_update(self.key).chain_update(number.to_be_bytes());
        if let Lines::First(Some(Created::Invite(first))) = self.lines {
            key.update(first.0.as_bytes());
        }
        Self { key: key.finalize().into(), ..self }
    }
}

/// Returns the record that an earlier call of the same admin with this key created.
///
/// # Errors
/// 422 for a key that was used for something else.
pub fn earlier(w: &Work<'_, '_>, once: Option<Once>) -> Result<Option<Created>> {
    let (Some(Once { key, request, .. }), Some(account)) = (once, w.by.account()) else { return Ok(None) };
    let call: Option<KeyedCall> = w.get((account, &key))?;
    call.map_or(Ok(None), |call| call.repeated(&request, w.now))
}

/// Returns the record that an earlier call of the same admin with this key created from this line.
///
/// # Errors
/// 422 for a key that was used for something else.
pub fn earlier_line(w: &Work<'_, '_>, once: &mut Option<Once>, number: u64) -> Result<Option<Created>> {
    let Some(known) = once else { return Ok(None) };
    // The key itself covers all lines, so that another call with it is distinguished from a repeat.
    let first = match known.lines {
        Lines::First(Some(first)) => Some(first),
        Lines::First(None) => unanswered(w, *known)?,
        Lines::Key => earlier(w, Some(*known))?,
    };
    if first.is_none() {
        return Ok(None);
    }
    // It stays, also when the first call is answered meanwhile.
    if matches!(known.lines, Lines::First(_)) {
        known.lines = Lines::First(first);
    }
    earlier(w, Some(known.of_line(number)))
}

/// The record that the first line of the same call has created, if that call had no key and no answer.
fn unanswered(w: &Work<'_, '_>, once: Once) -> Result<Option<Created>> {
    let Some(account) = w.by.account() else { return Ok(None) };
    let call: Option<KeyedCall> = w.get((account, &once.key))?;
    Ok(call.filter(|call| w.now < call.at.plus(UNANSWERED)).map(|call| call.created))
}

/// Remembers what a line of this call created, in its own transaction.
///
/// # Errors
/// Storage only.
pub fn line_done(w: &mut Work<'_, '_>, once: &mut Option<Once>, number: u64, created: Created) -> Result<()> {
    let Some(known) = once else { return Ok(()) };
    match known.lines {
        Lines::Key => done(w, Some(*known), created)?,
        Lines::First(Some(_)) => {}
        Lines::First(None) => {
            known.lines = Lines::First(Some(created));
            done(w, Some(*known), created)?;
        }
    }
    done(w, Some(known.of_line(number)), created)
}

/// Forgets a call without a key, since it is answered: the same call is another one from now on.
///
/// # Errors
/// Storage only.
pub fn answered(w: &mut Work<'_, '_>, once: Once) -> Result<()> {
    let (Lines::First(Some(first)), Some(account)) = (once.lines, w.by.account()) else { return Ok(()) };
    let known: Option<KeyedCall> = w.get((account, &once.key))?;
    if known.is_some_and(|call| call.created == first) {
        w.delete::<KeyedCall>((account, &once.key))?;
    }
    Ok(())
}

/// Remembers what this call created, in its own transaction.
///
/// # Errors
/// Storage only.
pub fn done(w: &mut Work<'_, '_>, once: Option<Once>, created: Created) -> Result<()> {
    if let (Some(Once { key, request, .. }), Some(account)) = (once, w.by.account()) {
        let call = KeyedCall { account, key, request, created, at: w.now };
        w.put(&call)?;
    }
    Ok(())
}
