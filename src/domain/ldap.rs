//! The company's directory, which is asked by LDAP (`docs/behaviour/accounts.md#directory`).

use super::directory::GroupRole;
use serde::{Deserialize, Serialize};

/// How sessions and links name the directory. No identity provider can have this id, which has capitals.
pub const DIRECTORY: &str = "LDAP";
/// Servers of one directory.
pub const MAX_SERVERS: usize = 5;
/// How long people stay signed in while the directory does not answer, in minutes, unless it is set.
pub const DEFAULT_STAY: u16 = 1;
/// Stands in the filter of people for the name that was typed.
pub const LOGIN: &str = "{login}";
/// Stands in the filter of groups for the name of a person or a group.
pub const MEMBER: &str = "{dn}";

/// How a person's groups are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DirectoryKind {
    /// Groups are read from `tokenGroups`, in which the directory has resolved nested groups.
    ActiveDirectory,
    /// Groups are searched, level by level.
    Other,
}

impl DirectoryKind {
    /// Its name on the wire and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ActiveDirectory => "active_directory",
            Self::Other => "other",
        }
    }
}

/// The directory of the site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LdapSettings {
    /// `ldaps://host`, or `ldap://host` with `StartTLS`, in the order in which they are asked. Empty: there is no directory.
    pub servers: Vec<String>,
    pub kind: DirectoryKind,
    /// Distinguished name that searches for people; blank for anonymous searches.
    pub bind_dn: String,
    /// Encrypted with a key derived from the master key.
    pub password_sealed: Option<Vec<u8>>,
    /// Where people are.
    pub base_dn: String,
    pub user_filter: String,
    /// Identifies a person for ever.
    pub id_attribute: String,
    pub email_attribute: String,
    pub name_attribute: String,
    /// Where groups are; blank: where people are.
    pub group_base: String,
    /// Not used for Active Directory.
    pub group_filter: String,
    pub roles: Vec<GroupRole>,
    /// Whether the address of a person leads to an account that exists here.
    pub links_accounts: bool,
    /// Certificates in PEM that are trusted beside the machine's; may be blank.
    pub ca: String,
    /// Time limit for each server.
    pub timeout_seconds: u8,
    /// How long sessions last while no server answers.
    pub stay_minutes: u16,
}

impl Default for LdapSettings {
    fn default() -> Self {
        Self {
            servers: Vec::new(),
            kind: DirectoryKind::Other,
            bind_dn: String::new(),
            password_sealed: None,
            base_dn: String::new(),
            user_filter: "(&(objectClass=person)(|(uid={login})(mail={login})))".into(),
            id_attribute: "entryUUID".into(),
            email_attribute: "mail".into(),
            name_attribute: "cn".into(),
            group_base: String::new(),
            group_filter: "(|(member={dn})(uniqueMember={dn}))".into(),
            roles: Vec::new(),
            links_accounts: false,
            ca: String::new(),
            timeout_seconds: 5,
            stay_minutes: DEFAULT_STAY,
        }
    }
}

impl LdapSettings {
    /// The defaults for a directory of this kind.
    #[must_use]
    pub fn of_kind(kind: DirectoryKind) -> Self {
        match kind {
            DirectoryKind::Other => Self::default(),
            DirectoryKind::ActiveDirectory => Self {
                kind,
                user_filter: "(&(objectCategory=person)(objectClass=user)(|(sAMAccountName={login})\
                              (userPrincipalName={login})(mail={login})))"
                    .into(),
                id_attribute: "objectGUID".into(),
                name_attribute: "displayName".into(),
                ..Self::default()
            },
        }
    }

    #[must_use]
    pub const fn is_set_up(&self) -> bool {
        !self.servers.is_empty()
    }

    /// The attributes that the filter of people compares with the name that was typed.
    #[must_use]
    pub fn login_attributes(&self) -> Vec<&str> {
        let before = self.user_filter.split(LOGIN);
        let of = |text: &'_ str| text.rfind('(').map(|at| at + 1);
        let named = before.filter_map(|text| {
            let name = text.get(of(text)?..)?.strip_suffix('=')?;
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-.;".contains(c));
            is_name.then_some(name)
        });
        named.collect()
    }
}

/// A distinguished name in one form for all its spellings (RFC 4514): lower case, no blanks around separators, one kind of
/// escape. For comparison alone.
#[must_use]
pub fn comparable_dn(name: &str) -> String {
    let (mut out, mut value) = (Vec::new(), Vec::new());
    let mut bytes = name.trim().bytes().peekable();
    // Blanks at the end of a value count only where they are escaped.
    let mut kept = 0;
    let end = |out: &mut Vec<u8>, value: &mut Vec<u8>, kept: &mut usize| {
        while value.len() > *kept && value.last() == Some(&b' ') {
            value.pop();
        }
        out.append(value);
        *kept = 0;
    };
    let hex = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16)).and_then(|n| u8::try_from(n).ok());
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => {
                let Some(first) = bytes.next() else { break };
                let second = bytes.peek().copied();
                let literal = match (hex(Some(first)), hex(second)) {
                    (Some(high), Some(low)) => {
                        bytes.next();
                        high * 16 + low
                    }
                    _ => first,
                };
                if literal.is_ascii() && !literal.is_ascii_alphanumeric() && literal != b' ' {
                    value.push(b'\\');
                }
                value.push(literal);
                kept = value.len();
            }
            b',' | b';' | b'=' | b'+' => {
                end(&mut out, &mut value, &mut kept);
                out.push(if byte == b';' { b',' } else { byte });
            }
            b' ' if value.is_empty() => {}
            _ => value.push(byte),
        }
    }
    end(&mut out, &mut value, &mut kept);
    String::from_utf8_lossy(&out).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_name_are_one() {
        let same = |a: &str, b: &str| comparable_dn(a) == comparable_dn(b);
        assert!(same("CN=Exam Desk,OU=Groups,DC=example,DC=org", " cn = exam desk , ou=groups;dc=example,dc=ORG "));
        assert!(same("cn=Hr\\2C Berlin,dc=a", "cn=HR\\, berlin,dc=a"));
        assert!(same("cn=M\\C3\\BCller,dc=a", "cn=müller,dc=a"));
        assert!(!same("cn=a\\,ou=b,dc=c", "cn=a,ou=b,dc=c"), "an escaped comma does not separate");
        assert!(!same("cn=a\\=b", "cn=a=b"));
        assert!(!same("cn=a\\ ,dc=b", "cn=a,dc=b"));
        assert!(same("Exam Desk", "exam desk"));
        assert!(!same("cn=exam  desk", "cn=examdesk"));
        for odd in ["", "\\", "cn=\\4", "=,=", "cn=\\zz"] {
            let _ = comparable_dn(odd);
        }
    }

    #[test]
    fn attributes_of_the_login_are_read_from_the_filter() {
        assert_eq!(LdapSettings::default().login_attributes(), ["uid", "mail"]);
        let active = LdapSettings::of_kind(DirectoryKind::ActiveDirectory);
        assert_eq!(active.login_attributes(), ["sAMAccountName", "userPrincipalName", "mail"]);
        let odd = LdapSettings { user_filter: "(cn=a{login})".into(), ..Default::default() };
        assert_eq!(odd.login_attributes(), Vec::<&str>::new());
    }
}
