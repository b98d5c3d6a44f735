//! Optimistic concurrency: the version that a change is based on, compared with the stored one.

use super::person;
use crate::{
    domain::{Error, Instant, Result, UserId},
    store::Read,
};

/// Checks that a change is based on the stored version of `what`, such as "the pass mark". A caller that names no version
/// overwrites any. `stored` is the version's number, who stored it and when; `None` before the first one, which is version 0.
///
/// # Errors
/// 409 `changed_meanwhile`.
pub(crate) fn require_version(
    read: &impl Read,
    known: Option<u32>,
    stored: Option<(u32, Option<UserId>, Instant)>,
    what: &str,
) -> Result<()> {
    if known.is_none_or(|known| known == stored.map_or(0, |(number, ..)| number)) {
        return Ok(());
    }
    let Some((_, by, at)) = stored else { return Err(Error::never_stored()) };
    let by = person::name_of(read, by)?;
    Err(Error::changed_version(by, at, what))
}
