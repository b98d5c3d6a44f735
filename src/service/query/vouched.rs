//! Whether a provider has vouched lately for the owner of a program's token (`docs/behaviour/accounts.md#company-sign-in`).

use crate::{
    domain::{Error, ErrorCode, ErrorKind, Instant, Result, UserId, directory::DirectoryLink},
    store::Read,
};

/// Requires that the owner has an account of this site, or has signed in by the provider lately: no one says when a person
/// who does not sign in has left the company.
///
/// # Errors
/// 401.
pub(crate) fn require(read: &impl Read, owner: UserId, now: Instant) -> Result<()> {
    let link: Option<DirectoryLink> = read.get(owner)?;
    if link.is_none_or(|link| link.vouches(now)) {
        return Ok(());
    }
    let detail = "The owner of this API token has not signed in at the company for 30 days. It works again after the next sign-in.";
    Err(Error::new(ErrorKind::Unauthorized, ErrorCode::Unauthorized, detail))
}
