//! The test of the directory's settings, step by step, with a person if one is named.

use super::person::roles;
use crate::{
    app::App,
    directory::ldap::LdapFault,
    domain::{Result, hex, ldap::LdapSettings, user},
    service::{
        account::directory::probe::{ProbeStep, done, failed},
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
        return Ok(vec![failed("No directory is set up.".into())]);
    }
    let mut steps = Vec::new();
    if let Err(fault) = walk(app, &settings, login, &mut steps).await? {
        steps.push(failed(format!("{fault}.")));
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
    steps.push(done(format!("Connected to {} in TLS.", session.server)));
    steps.push(done(match settings.bind_dn.as_str() {
        "" => "Bound as no one.".into(),
        dn => format!("Bound as {dn}."),
    }));
    if let Err(fault) = client.check_base(&mut session).await {
        return Ok(Err(fault));
    }
    steps.push(done(format!("People are searched in {}.", settings.base_dn)));
    if settings.roles.is_empty() {
        steps.push(failed("No group has a role, so no one can sign in. Name the groups and their roles.".into()));
        return Ok(Ok(()));
    }
    let Some(login) = login.map(user::without_domain).map(str::trim).filter(|login| !login.is_empty()) else {
        steps.push(done(format!("{} groups have roles. Name a person to see theirs.", settings.roles.len())));
        return Ok(Ok(()));
    };
    let person = match client.by_login(&mut session, login).await {
        Ok(person) => person,
        Err(fault) => return Ok(Err(fault)),
    };
    let Some(person) = person else {
        steps.push(failed(format!("Found no person who is called {login}.")));
        return Ok(Ok(()));
    };
    steps.push(done(format!("Found 1 person: {}, {} {}.", person.dn, settings.id_attribute, in_words(&person.id))));
    steps.push(match &person.email {
        Some(email) => done(format!("Address {email}, name {}.", person.name.as_deref().unwrap_or("(none)"))),
        None => failed(format!("The person has no {}, so no account can be made.", settings.email_attribute)),
    });
    if person.is_disabled {
        steps.push(failed("The directory says that the person is disabled.".into()));
    }
    let named = person.groups.iter().take(MAX_NAMED).map(String::as_str).collect::<Vec<_>>().join("; ");
    let more = person.groups.len().saturating_sub(MAX_NAMED);
    let more = if more > 0 { format!("; {more} more") } else { String::new() };
    steps.push(done(match person.groups.len() {
        0 => "Groups: none.".into(),
        _ => format!("Groups: {named}{more}."),
    }));
    steps.push(match roles(&person, settings) {
        None => failed("None of the groups has a role here.".into()),
        Some((staff, given)) => {
            let given = given.iter().map(|grant| grant.role.name());
            let own = Some(staff.name()).filter(|name| given.len() == 0 || *name != "staff");
            done(format!("Role: {}.", own.into_iter().chain(given).collect::<Vec<_>>().join(", ")))
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
