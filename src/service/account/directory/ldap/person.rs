//! Who a person of the directory is here.

use crate::{
    directory::ldap::LdapPerson,
    domain::{
        directory::{GroupRole, roles_of},
        hex,
        ldap::{DIRECTORY, LdapSettings, comparable_dn},
        user,
    },
    secrets::token,
    service::account::directory::admit::{Identity, Roles, Voucher},
};

/// A person's name at the directory. It is unique everywhere, so no server is named.
pub(super) fn subject_hash(id: &[u8]) -> [u8; 32] {
    token::hash(&serde_json::json!([DIRECTORY, hex::encode(id)]).to_string())
}

/// The roles of the groups, whose names are compared in all their spellings.
pub(super) fn roles(person: &LdapPerson, settings: &LdapSettings) -> Roles {
    let comparable = |row: &GroupRole| GroupRole { group: comparable_dn(&row.group), ..row.clone() };
    roles_of(&person.groups, &settings.roles.iter().map(comparable).collect::<Vec<_>>())
}

pub(super) fn identity(person: &LdapPerson, settings: &LdapSettings) -> Identity {
    Identity {
        voucher: Voucher::Directory(Box::new(settings.clone())),
        subject_hash: subject_hash(&person.id),
        email: person.email.as_deref().map(user::normalise_email),
        email_is_verified: true,
        name: person.name.clone(),
        roles: roles(person, settings),
    }
}
