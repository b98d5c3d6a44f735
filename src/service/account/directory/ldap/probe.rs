//! The test of the directory's settings, step by step, with a person if one is named.

use super::person::roles;
use crate::{
    app::App,
    directory::ldap::LdapFault,
    domain::{Result, hex, ldap::LdapSettings, sentence::Sentence, user},
    sentence,
    service::{
        account::directory::probe::{ProbeStep, done, failed, no_group},
        actor::StaffManager,
        settings::ldap,
    },
    state::account_limits::SettingsTrial,
};

/// Groups that a step names; the others are counted.
const MAX_NAMED: usize = 20;

/// Asks each step of a sign-in of the directory, without a password. Ends at the first step that fails.
///
/// # Errors
/// 429 `too_many_tests`.
pub async fn probe(app: &App, by: &StaffManager, login: Option<&str>) -> Result<Vec<ProbeStep>> {
    app.limits.accounts.tries(SettingsTrial::Provider, by.id(), app.now())?;
    of_site(app, login).await
}

pub(crate) async fn of_site(app: &App, login: Option<&str>) -> Result<Vec<ProbeStep>> {
    let settings = ldap::stored(&app.store.read()?)?;
    if !settings.is_set_up() {
        return Ok(vec![failed(sentence!("probeNoDirectory": "No directory is set up."))]);
    }
    let mut steps = Vec::new();
    if let Err(fault) = walk(app, &settings, login, &mut steps).await? {
        steps.push(failed(Sentence::foreign(format!("{fault}."))));
    }
    Ok(steps)
}

/// The outer result is this server's own, the inner one the directory's.
async fn walk(
    app: &App,
    settings: &LdapSettings,
    login: Option<&str>,
    steps: &mut Vec<ProbeStep>,
) -> Result<Result<(), LdapFault>> {
    let client = ldap::client(app, settings.clone())?;
    let mut session = match client.open().await {
        Ok(session) => session,
        Err(fault) => return Ok(Err(fault)),
    };
    let server = session.server.clone();
    steps.push(done(sentence!("probeTls": "Connected to {server} in TLS.", server)));
    steps.push(done(match settings.bind_dn.as_str() {
        "" => sentence!("probeBoundAsNone": "Bound as no one."),
        dn => sentence!("probeBound": "Bound as {dn}.", dn),
    }));
    if let Err(fault) = client.check_base(&mut session).await {
        return Ok(Err(fault));
    }
    let base = &settings.base_dn;
    steps.push(done(sentence!("probeBase": "People are searched in {base}.", base)));
    if settings.roles.is_empty() {
        steps.push(failed(no_group()));
        return Ok(Ok(()));
    }
    let Some(login) = login.map(user::without_domain).map(str::trim).filter(|login| !login.is_empty()) else {
        let count = settings.roles.len();
        steps.push(done(sentence!("probeRoles": "{count} groups have roles. Name a person to see theirs.", count)));
        return Ok(Ok(()));
    };
    let person = match client.by_login(&mut session, login).await {
        Ok(person) => person,
        Err(fault) => return Ok(Err(fault)),
    };
    let Some(person) = person else {
        steps.push(failed(sentence!("probeNoPerson": "Found no person who is called {login}.", login)));
        return Ok(Ok(()));
    };
    steps.push(done(sentence!(
        "probePerson": "Found 1 person: {dn}, {attribute} {id}.",
        dn = &person.dn,
        attribute = &settings.id_attribute,
        id = in_words(&person.id),
    )));
    steps.push(match &person.email {
        Some(email) => {
            let name = person.name.as_deref().unwrap_or("(none)");
            done(sentence!("probeAddress": "Address {email}, name {name}.", email, name))
        }
        None => failed(sentence!(
            "probeNoAddress": "The person has no {attribute}, so no account can be made.",
            attribute = &settings.email_attribute,
        )),
    });
    if person.is_disabled {
        steps.push(failed(sentence!("probeDisabled": "The directory says that the person is disabled.")));
    }
    let named = person.groups.iter().take(MAX_NAMED).map(String::as_str).collect::<Vec<_>>().join("; ");
    let more = person.groups.len().saturating_sub(MAX_NAMED);
    steps.push(done(match person.groups.len() {
        0 => sentence!("probeNoGroups": "Groups: none."),
        _ if more == 0 => sentence!("probeOwnGroups": "Groups: {named}.", named),
        _ => sentence!("probeManyGroups": "Groups: {named}; {more} more.", named, more),
    }));
    steps.push(match roles(&person, settings) {
        None => failed(sentence!("probeNoRole": "None of the groups has a role here.")),
        Some((staff, given)) => {
            let given = given.iter().map(|grant| grant.role.name());
            let own = Some(staff.name()).filter(|name| given.len() == 0 || *name != "staff");
            let roles = own.into_iter().chain(given).collect::<Vec<_>>().join(", ");
            done(sentence!("probeRole": "Role: {roles}.", roles))
        }
    });
    Ok(Ok(()))
}

/// A text as it stands, other bytes in hexadecimal.
fn in_words(id: &[u8]) -> String {
    match str::from_utf8(id) {
        Ok(text) if !text.chars().any(char::is_control) => text.to_owned(),
        _ => hex::encode(id),
    }
}
