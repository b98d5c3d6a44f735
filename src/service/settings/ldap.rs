//! The directory of the site (`docs/behaviour/accounts.md#directory`).

use super::{
    Secret,
    oidc::{self, MAX_CA, MAX_TEXT},
    version,
};
use crate::{
    app::App,
    directory::ldap::{LdapClient, LdapRelation, is_filter, is_usable},
    domain::{
        Error, Result,
        directory::{DirectoryLink, GroupRole},
        error::FieldChecker,
        ldap::{DIRECTORY, DirectoryKind, LOGIN, LdapSettings, MAX_SERVERS, MEMBER},
    },
    secrets::roots,
    service::actor::{StaffManager, StaffReader},
    store::{Read, records::Single},
};
use std::sync::Arc;

const TABLE: &str = "settings_ldap";
/// Longest time limit of a server, in seconds.
const MAX_TIMEOUT: u8 = 30;
/// Longest time for which people stay signed in while the directory does not answer, in minutes: a day.
const MAX_STAY: u16 = 1440;

/// A change of the directory; `None` leaves a value unchanged.
#[derive(Clone, Debug, Default)]
pub struct LdapChange {
    /// The version of the settings which the change is based on.
    pub version: Option<u32>,
    /// None of them removes the directory.
    pub servers: Option<Vec<String>>,
    pub kind: Option<DirectoryKind>,
    pub bind_dn: Option<String>,
    pub password: Secret,
    pub base_dn: Option<String>,
    pub user_filter: Option<String>,
    pub id_attribute: Option<String>,
    pub email_attribute: Option<String>,
    pub name_attribute: Option<String>,
    pub group_base: Option<String>,
    pub group_filter: Option<String>,
    pub roles: Option<Vec<GroupRole>>,
    pub links_accounts: Option<bool>,
    pub ca: Option<String>,
    pub timeout_seconds: Option<i64>,
    pub stay_minutes: Option<i64>,
}

/// # Errors
/// Storage only.
pub(crate) fn stored(read: &impl Read) -> Result<LdapSettings> {
    Ok(read.get(Single)?.unwrap_or_default())
}

/// # Errors
/// Storage only.
pub fn get(app: &App, _: &StaffReader) -> Result<LdapSettings> {
    stored(&app.store.read()?)
}

/// Connections to the directory, with its password decrypted.
///
/// # Errors
/// 503 `provider_failed` if TLS cannot be set up; a password that does not open (another master key).
pub(crate) fn client(app: &App, settings: LdapSettings) -> Result<Arc<LdapClient>> {
    let open = |sealed: &Vec<u8>| -> Result<String> {
        String::from_utf8(app.secrets.vault.open(TABLE, b"", 1, sealed)?).map_err(Error::internal)
    };
    let password = settings.password_sealed.as_ref().map(open).transpose()?.unwrap_or_default();
    Ok(app.clients.ldap.of(LdapRelation { settings, password })?)
}

/// The settings after a change, unchecked.
fn changed(old: &LdapSettings, change: &LdapChange) -> LdapSettings {
    let kind = change.kind.unwrap_or(old.kind);
    // Another kind of directory has other filters and attributes, unless they are given.
    let base = if kind == old.kind { old.clone() } else { LdapSettings { kind, ..LdapSettings::of_kind(kind) } };
    let clean = |new: &Option<String>, old: &String| new.as_ref().map_or_else(|| old.clone(), |t| t.trim().to_owned());
    let servers = change.servers.as_ref().map(|all| all.iter().map(|one| one.trim().to_owned()));
    LdapSettings {
        servers: servers.map_or_else(|| old.servers.clone(), |all| all.filter(|one| !one.is_empty()).collect()),
        kind,
        bind_dn: clean(&change.bind_dn, &old.bind_dn),
        password_sealed: old.password_sealed.clone(),
        base_dn: clean(&change.base_dn, &old.base_dn),
        user_filter: clean(&change.user_filter, &base.user_filter),
        id_attribute: clean(&change.id_attribute, &base.id_attribute),
        email_attribute: clean(&change.email_attribute, &base.email_attribute),
        name_attribute: clean(&change.name_attribute, &base.name_attribute),
        group_base: clean(&change.group_base, &old.group_base),
        group_filter: clean(&change.group_filter, &base.group_filter),
        roles: change.roles.clone().unwrap_or_else(|| old.roles.clone()),
        links_accounts: change.links_accounts.unwrap_or(old.links_accounts),
        ca: clean(&change.ca, &old.ca),
        timeout_seconds: change.timeout_seconds.and_then(|n| u8::try_from(n).ok()).unwrap_or(old.timeout_seconds),
        stay_minutes: change.stay_minutes.and_then(|n| u16::try_from(n).ok()).unwrap_or(old.stay_minutes),
    }
}

fn check_settings(check: &mut FieldChecker, new: &LdapSettings, change: &LdapChange) {
    let LdapSettings { servers, bind_dn, base_dn, user_filter, group_base, group_filter, ca, .. } = new;
    check.require(servers.len() <= MAX_SERVERS, "servers", format!("A directory has {MAX_SERVERS} servers at most."));
    let is_address = |text: &String| text.chars().count() <= MAX_TEXT && is_usable(text);
    let message = "A server is ldaps://host or ldap://host (with StartTLS), with a port if it is not the usual one.";
    check.require(servers.iter().all(is_address), "servers", message);
    for (field, text, is_needed, what) in [
        ("baseDn", base_dn, true, "The base of people"),
        ("bindDn", bind_dn, false, "The name of the service account"),
        ("groupBase", group_base, false, "The base of groups"),
        ("userFilter", user_filter, true, "The filter of people"),
        ("groupFilter", group_filter, true, "The filter of groups"),
    ] {
        check.require(!is_needed || !text.is_empty(), field, format!("{what} is required."));
        let is_line = text.chars().count() <= MAX_TEXT && !text.chars().any(char::is_control);
        check.require(is_line, field, format!("{what} must be one line of at most {MAX_TEXT} characters."));
    }
    let is_sound = |filter: &str| is_filter(&filter.replace(LOGIN, "x").replace(MEMBER, "x"));
    let message = format!("The filter of people must compare an attribute with {LOGIN}, such as (uid={LOGIN}).");
    check.require(is_sound(user_filter) && !new.login_attributes().is_empty(), "userFilter", message);
    let has_place = group_filter.contains(MEMBER) || group_filter.contains(LOGIN);
    let message = format!("The filter of groups must name {MEMBER} or {LOGIN}, such as (member={MEMBER}).");
    check.require(is_sound(group_filter) && has_place, "groupFilter", message);
    for (field, name) in [
        ("idAttribute", &new.id_attribute),
        ("emailAttribute", &new.email_attribute),
        ("nameAttribute", &new.name_attribute),
    ] {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        let is_name = (1..=100).contains(&name.len()) && name.chars().all(is_plain);
        check.require(is_name, field, "An attribute is named by letters, digits, hyphens and dots.");
    }
    let message = format!("The time limit is 1 to {MAX_TIMEOUT} seconds.");
    let is_within = |n: Option<i64>, max: i64| n.is_none_or(|n| (1..=max).contains(&n));
    check.require(is_within(change.timeout_seconds, MAX_TIMEOUT.into()), "timeoutSeconds", message);
    let message = format!("People stay signed in for 1 to {MAX_STAY} minutes.");
    check.require(is_within(change.stay_minutes, MAX_STAY.into()), "stayMinutes", message);
    check.require(ca.len() <= MAX_CA, "ca", "The certificates are too long (32 KiB at most).");
    let is_pem = ca.is_empty() || !roots::of_pem(ca.as_bytes()).is_empty();
    check.require(is_pem, "ca", "This holds no certificate in PEM.");
}

/// Stores the directory, or removes it: then the sessions that it began end.
///
/// # Errors
/// 409 `changed_meanwhile`; 422 by field. If servers or authorities change, the stored password must be entered again:
/// otherwise it would be sent to a different server.
pub async fn set(app: &App, by: &StaffManager, change: LdapChange) -> Result<LdapSettings> {
    app.write(by, move |w| {
        let old = stored(&**w)?;
        let setting =
            version::Setting { action: "settings.ldap", target: "", did: "has changed the directory in the meantime." };
        version::check(&**w, change.version, &old, setting)?;
        let mut new = changed(&old, &change);
        if !new.is_set_up() {
            w.delete::<LdapSettings>(Single)?;
            let ended = oidc::end_sessions(w, None, "the directory is removed", oidc::began_by(DIRECTORY))?;
            w.audit("settings.ldap", "", &format!("removed, {ended} sessions ended"))?;
            return Ok(LdapSettings::default());
        }
        let mut check = FieldChecker::default();
        check_settings(&mut check, &new, &change);
        oidc::check_roles(&mut check, &**w, &new.roles, &old.roles);
        let is_elsewhere = new.servers != old.servers || new.ca != old.ca || new.bind_dn != old.bind_dn;
        let asked_again = old.password_sealed.is_some() && is_elsewhere && change.password == Secret::Keep;
        let message = "Please enter the password again: servers, authorities or the service account have changed.";
        check.require(!asked_again, "bindPassword", message);
        let is_given = match &change.password {
            Secret::Keep => old.password_sealed.is_some(),
            Secret::Clear => false,
            Secret::Set(password) => !password.is_empty(),
        };
        let message = "A service account needs its password: without one, the directory would take it for no one.";
        check.require(new.bind_dn.is_empty() || is_given, "bindPassword", message);
        check.finish(&["servers", "baseDn", "bindDn", "bindPassword"])?;
        match &change.password {
            Secret::Keep => {}
            Secret::Clear => new.password_sealed = None,
            Secret::Set(password) => {
                new.password_sealed = Some(w.app.secrets.vault.seal(TABLE, b"", 1, password.as_bytes()));
            }
        }
        if new.id_attribute != old.id_attribute {
            // Another attribute has other names for all people.
            let of_before = w.records::<DirectoryLink>()?.into_iter().filter(|link| link.provider == DIRECTORY);
            for link in of_before.collect::<Vec<_>>() {
                w.delete::<DirectoryLink>(link.user_id)?;
            }
        }
        w.put(&new)?;
        w.audit("settings.ldap", "", if old.is_set_up() { "changed" } else { "added" })?;
        Ok(new)
    })
    .await
}
