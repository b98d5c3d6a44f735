//! Entries of a directory.

use crate::domain::ldap::LdapSettings;
use ldap3::{ResultEntry, asn1::StructureTag};

/// A person of the directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LdapPerson {
    pub dn: String,
    /// Value of the attribute that identifies a person for ever.
    pub id: Vec<u8>,
    pub email: Option<String>,
    pub name: Option<String>,
    /// Locked or disabled in the directory.
    pub is_disabled: bool,
    /// Names of all groups, nested ones too, as [`crate::domain::ldap::comparable_dn`] makes them.
    pub groups: Vec<String>,
}

/// An entry as the directory sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub dn: String,
    attributes: Vec<(String, Vec<Vec<u8>>)>,
}

/// Attributes by which directories say that an account is disabled.
pub(super) const LOCKS: [&str; 3] = ["userAccountControl", "nsAccountLock", "pwdAccountLockedTime"];
/// The flag of a disabled account in `userAccountControl`.
const DISABLED: u32 = 2;

impl Entry {
    /// `None` for what is no entry: the library's own reader panics on malformed ones.
    pub fn of(found: ResultEntry) -> Option<Self> {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).ok();
        let mut parts = found.0.match_id(4)?.expect_constructed()?.into_iter();
        let dn = text(parts.next()?.expect_primitive()?)?;
        let mut attributes = Vec::new();
        for attribute in parts.next()?.expect_constructed()? {
            let mut parts = attribute.expect_constructed()?.into_iter();
            let name = text(parts.next()?.expect_primitive()?)?;
            let values = parts.next()?.expect_constructed()?.into_iter().map(StructureTag::expect_primitive);
            attributes.push((name, values.collect::<Option<Vec<_>>>()?));
        }
        Some(Self { dn, attributes })
    }

    /// The values of an attribute; its name may have options and any case.
    pub fn values(&self, name: &str) -> &[Vec<u8>] {
        let is_it = |held: &str| held.split(';').next().unwrap_or_default().eq_ignore_ascii_case(name);
        self.attributes.iter().find(|(held, _)| is_it(held)).map_or(&[], |(_, values)| values.as_slice())
    }

    /// The first value that is a text and not blank.
    pub fn text(&self, name: &str) -> Option<&str> {
        let texts = self.values(name).iter().filter_map(|value| str::from_utf8(value).ok());
        texts.map(str::trim).find(|text| !text.is_empty())
    }

    /// Whether the name that was typed is one of this entry, but for its case. Directories also take other spellings for
    /// the same, which the limit of failed sign-ins would take for other people.
    pub fn is_named(&self, login: &str, settings: &LdapSettings) -> bool {
        let login = login.to_lowercase();
        settings.login_attributes().into_iter().any(|attribute| {
            self.values(attribute)
                .iter()
                .any(|value| str::from_utf8(value).is_ok_and(|text| text.to_lowercase() == login))
        })
    }

    fn is_disabled(&self) -> bool {
        let flags = self.text("userAccountControl").and_then(|flags| flags.parse::<u32>().ok());
        flags.is_some_and(|flags| flags & DISABLED != 0)
            || self.text("nsAccountLock").is_some_and(|locked| locked.eq_ignore_ascii_case("true"))
            // Any other time ends by itself, and keeps people from a sign-in until then.
            || self.text("pwdAccountLockedTime") == Some("000001010000Z")
    }

    /// `None` where the attribute that identifies a person is missing, or has several values.
    pub fn person(&self, settings: &LdapSettings) -> Option<LdapPerson> {
        let [id] = self.values(&settings.id_attribute) else { return None };
        (!id.is_empty()).then(|| LdapPerson {
            dn: self.dn.clone(),
            id: id.clone(),
            email: self.text(&settings.email_attribute).map(str::to_owned),
            name: self.text(&settings.name_attribute).map(str::to_owned),
            is_disabled: self.is_disabled(),
            groups: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(attributes: &[(&str, &[&str])]) -> Entry {
        let values = |values: &[&str]| values.iter().map(|value| value.as_bytes().to_vec()).collect();
        let attributes = attributes.iter().map(|(name, held)| ((*name).to_owned(), values(held))).collect();
        Entry { dn: "uid=greta,dc=example".into(), attributes }
    }

    #[test]
    fn a_person_is_read_and_needs_one_id() {
        let settings = LdapSettings::default();
        let person =
            entry(&[("entryuuid", &["u-1"]), ("mail", &[" ", "greta@example.org"]), ("cn;lang-de", &["Greta"])]);
        let person = person.person(&settings).unwrap();
        assert_eq!((person.id.as_slice(), person.email.as_deref()), (b"u-1".as_slice(), Some("greta@example.org")));
        assert_eq!((person.name.as_deref(), person.is_disabled), (Some("Greta"), false));
        for ids in [&[][..], &[""], &["a", "b"]] {
            assert_eq!(entry(&[("entryUUID", ids)]).person(&settings), None);
        }
    }

    #[test]
    fn disabled_people_are_known_as_each_directory_says_it() {
        for (name, value, is_disabled) in [
            ("userAccountControl", "514", true),
            ("userAccountControl", "512", false),
            ("nsAccountLock", "TRUE", true),
            ("nsAccountLock", "FALSE", false),
            ("pwdAccountLockedTime", "000001010000Z", true),
            ("pwdAccountLockedTime", "20260101000000Z", false),
        ] {
            assert_eq!(entry(&[(name, &[value])]).is_disabled(), is_disabled, "{name} {value}");
        }
    }

    #[test]
    fn a_name_is_compared_as_it_stands() {
        let settings = LdapSettings::default();
        let found = entry(&[("uid", &["Greta"]), ("mail", &["greta@example.org"])]);
        for (login, is_named) in [
            ("GRETA", true),
            ("greta@example.org", true),
            ("*", false),
            ("gr\u{ad}eta", false),
            ("greta ", false),
            ("", false),
        ] {
            assert_eq!(found.is_named(login, &settings), is_named, "{login}");
        }
    }
}
