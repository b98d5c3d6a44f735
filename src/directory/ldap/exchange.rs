//! Operations on one connection. Referrals are not followed: they would carry passwords to servers that no one configured.

use super::{LdapFault, entry::Entry, short};
use ldap3::{Ldap, LdapError, Scope, SearchOptions, parse_filter};

const SUCCESS: u32 = 0;
const SIZE_LIMIT_EXCEEDED: u32 = 4;
const REFERRAL: u32 = 10;
const NO_SUCH_OBJECT: u32 = 32;
const INVALID_DN: u32 = 34;
const INVALID_CREDENTIALS: u32 = 49;
const UNWILLING: u32 = 53;

/// Whether this is a filter (RFC 4515).
#[must_use]
pub fn is_filter(text: &str) -> bool {
    parse_filter(text).is_ok()
}

fn broken(error: &LdapError) -> LdapFault {
    LdapFault::Failed(short(&format!("the connection broke off ({error})")))
}

fn refused(what: &str, code: u32, text: &str) -> LdapFault {
    let why = match code {
        REFERRAL => "it refers to another server, which is not followed".to_owned(),
        _ => short(&format!("code {code} {text}")),
    };
    LdapFault::Refused(format!("{what}: {}", why.trim()))
}

/// Signs this connection in. Returns false for a wrong name or password.
///
/// # Errors
/// [`LdapFault::Failed`]; [`LdapFault::Refused`] for any other refusal.
pub(super) async fn bind(ldap: &mut Ldap, dn: &str, password: &str) -> Result<bool, LdapFault> {
    // A name without a password binds as no one, and succeeds (RFC 4513 section 5.1.2).
    if password.is_empty() && !dn.is_empty() {
        return Ok(false);
    }
    let result = ldap.simple_bind(dn, password).await.map_err(|error| broken(&error))?;
    match result.rc {
        SUCCESS => Ok(true),
        INVALID_CREDENTIALS | NO_SUCH_OBJECT | INVALID_DN | UNWILLING => Ok(false),
        code => Err(refused("The sign-in at the directory was refused", code, &result.text)),
    }
}

/// A search, and how much it may find.
pub(super) struct Search<'s> {
    pub base: &'s str,
    pub scope: Scope,
    pub filter: &'s str,
    pub attributes: Vec<&'s str>,
    /// More entries than this are an error, or cut off.
    pub limit: usize,
}

/// Entries that were found, and whether there are more than the limit.
pub(super) async fn search(ldap: &mut Ldap, search: Search<'_>) -> Result<(Vec<Entry>, bool), LdapFault> {
    let Search { base, scope, filter, attributes, limit } = search;
    let size = i32::try_from(limit).unwrap_or(i32::MAX);
    ldap.with_search_options(SearchOptions::new().sizelimit(size));
    let mut found = ldap.streaming_search(base, scope, filter, attributes).await.map_err(|error| broken(&error))?;
    let (mut entries, mut is_more) = (Vec::new(), false);
    while let Some(item) = found.next().await.map_err(|error| broken(&error))? {
        if item.is_ref() || item.is_intermediate() {
            continue;
        }
        if entries.len() >= limit {
            is_more = true;
            break;
        }
        let entry = Entry::of(item);
        entries.push(entry.ok_or_else(|| LdapFault::Failed("an entry of the directory is malformed".into()))?);
    }
    let result = found.finish().await;
    match result.rc {
        _ if is_more => Ok((entries, true)),
        SUCCESS => Ok((entries, false)),
        SIZE_LIMIT_EXCEEDED => Ok((entries, true)),
        NO_SUCH_OBJECT => Err(LdapFault::Refused(format!("The directory has no {base}"))),
        code => Err(refused("The search was refused", code, &result.text)),
    }
}
