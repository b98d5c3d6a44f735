//! The groups of a person, with those that these are in.

use super::{
    LdapFault,
    exchange::{Search, search},
};
use crate::domain::ldap::{DirectoryKind, LOGIN, LdapSettings, MEMBER, comparable_dn};
use ldap3::{Ldap, Scope, ldap_escape};
use std::{collections::HashSet, fmt::Write};

/// Levels of groups in groups.
const MAX_LEVELS: usize = 10;
/// Groups of one person.
const MAX_GROUPS: usize = 2_000;
/// Names in one filter.
const NAMES_AT_ONCE: usize = 50;

/// All groups of the person, by comparable names; for Active Directory by their SID too.
pub(super) async fn of(
    ldap: &mut Ldap,
    settings: &LdapSettings,
    dn: &str,
    login: &str,
) -> Result<Vec<String>, LdapFault> {
    match settings.kind {
        DirectoryKind::ActiveDirectory => by_token(ldap, settings, dn).await,
        DirectoryKind::Other => by_level(ldap, settings, dn, login).await,
    }
}

fn too_many() -> LdapFault {
    LdapFault::Refused(format!("the person is in more than {MAX_GROUPS} groups"))
}

const fn base(settings: &LdapSettings) -> &str {
    if settings.group_base.is_empty() { settings.base_dn.as_str() } else { settings.group_base.as_str() }
}

/// `{dn}` and `{login}` in one pass, so that no name is read as a place for another.
fn filled(filter: &str, dn: &str, login: &str) -> String {
    let mut parts = filter.split(MEMBER).map(|part| part.replace(LOGIN, &ldap_escape(login)));
    let first = parts.next().unwrap_or_default();
    parts.fold(first, |done, part| done + &ldap_escape(dn) + &part)
}

async fn by_level(ldap: &mut Ldap, settings: &LdapSettings, dn: &str, login: &str) -> Result<Vec<String>, LdapFault> {
    let mut seen = HashSet::from([comparable_dn(dn)]);
    let (mut level, mut groups) = (vec![dn.to_owned()], Vec::new());
    let is_nested = settings.group_filter.contains(MEMBER);
    for depth in 0..MAX_LEVELS {
        let mut next = Vec::new();
        for names in level.chunks(NAMES_AT_ONCE) {
            let mut filter = "(|".to_owned();
            // Only the person has a login.
            for name in names {
                filter += &filled(&settings.group_filter, name, if depth == 0 { login } else { name });
            }
            filter.push(')');
            // No attributes: the name is enough (RFC 4511 section 4.5.1.8).
            let attributes = vec!["1.1"];
            let asked =
                Search { base: base(settings), scope: Scope::Subtree, filter: &filter, attributes, limit: MAX_GROUPS };
            let (found, is_more) = search(ldap, asked).await?;
            for group in found {
                let name = comparable_dn(&group.dn);
                if seen.insert(name.clone()) {
                    groups.push(name);
                    next.push(group.dn);
                }
            }
            if is_more || groups.len() > MAX_GROUPS {
                return Err(too_many());
            }
        }
        if next.is_empty() || !is_nested {
            break;
        }
        level = next;
    }
    Ok(groups)
}

/// Active Directory has resolved the groups, the primary one too, and names them by SID.
async fn by_token(ldap: &mut Ldap, settings: &LdapSettings, dn: &str) -> Result<Vec<String>, LdapFault> {
    let attributes = vec!["tokenGroups"];
    let asked = Search { base: dn, scope: Scope::Base, filter: "(objectClass=*)", attributes, limit: 1 };
    let (found, _) = search(ldap, asked).await?;
    let sids = found.first().map(|entry| entry.values("tokenGroups")).unwrap_or_default();
    if sids.len() > MAX_GROUPS {
        return Err(too_many());
    }
    // Each person has a primary group at least. Who may not be read is not in no group, and loses no role.
    if sids.is_empty() {
        let why = "The groups of people cannot be read (tokenGroups): let the service account read them";
        return Err(LdapFault::Refused(why.into()));
    }
    let mut groups: Vec<String> =
        sids.iter().filter_map(|sid| sid_in_words(sid)).map(|sid| comparable_dn(&sid)).collect();
    for some in sids.chunks(NAMES_AT_ONCE) {
        let mut filter = "(|".to_owned();
        for sid in some {
            let _ = write!(filter, "(objectSid={})", escaped(sid));
        }
        filter.push(')');
        let attributes = vec!["1.1"];
        let asked =
            Search { base: base(settings), scope: Scope::Subtree, filter: &filter, attributes, limit: MAX_GROUPS };
        let (found, _) = search(ldap, asked).await?;
        groups.extend(found.iter().map(|group| comparable_dn(&group.dn)));
    }
    Ok(groups)
}

/// Bytes for a filter.
pub(super) fn escaped(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "\\{byte:02x}");
        text
    })
}

/// `S-1-5-21-..`.
fn sid_in_words(sid: &[u8]) -> Option<String> {
    let (head, rest) = sid.split_at_checked(8)?;
    let [revision, count, authority @ ..] = head else { return None };
    if rest.len() != usize::from(*count) * 4 {
        return None;
    }
    let authority = authority.iter().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    let mut text = format!("S-{revision}-{authority}");
    for part in rest.chunks_exact(4) {
        let _ = write!(text, "-{}", u32::from_le_bytes(part.try_into().ok()?));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sid_is_read() {
        let sid = [1, 5, 0, 0, 0, 0, 0, 5, 21, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 2, 0, 0];
        assert_eq!(sid_in_words(&sid).as_deref(), Some("S-1-5-21-1-2-3-512"));
        assert_eq!((sid_in_words(&sid[..20]), sid_in_words(&[])), (None, None));
        assert_eq!(escaped(&[0, 255, b'*']), "\\00\\ff\\2a");
    }

    #[test]
    fn names_in_a_filter_are_escaped_once() {
        assert_eq!(filled("(member={dn})", "cn=a*(b)\\,c", "x"), "(member=cn=a\\2a\\28b\\29\\5c,c)");
        assert_eq!(filled("(|(m={dn})(u={login}))", "cn={login}", "{dn}"), "(|(m=cn={login})(u={dn}))");
        assert_eq!(filled("(u={login})", "a", "*)(uid=\0"), "(u=\\2a\\29\\28uid=\\00)");
    }
}
