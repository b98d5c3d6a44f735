//! Who vouches for an account.

use crate::{
    domain::{Result, UserId, directory::DirectoryLink, ldap::DIRECTORY},
    service::settings::{ldap, oidc},
    store::Read,
};

/// The id of the provider, or of the directory, that vouches for a person and renews the roles at each sign-in; `None` for an
/// account of this site alone, also after the provider was removed.
///
/// # Errors
/// Storage only.
pub fn voucher_of(read: &impl Read, person: UserId) -> Result<Option<String>> {
    let Some(DirectoryLink { provider, .. }) = read.get::<DirectoryLink>(person)? else { return Ok(None) };
    let is_there = if provider == DIRECTORY {
        ldap::stored(read)?.is_set_up()
    } else {
        oidc::stored(read)?.get(&provider).is_some()
    };
    Ok(is_there.then_some(provider))
}
