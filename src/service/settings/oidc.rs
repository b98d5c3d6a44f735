//! The identity providers of the site (`docs/behaviour/accounts.md#company-sign-in`).

use super::{Secret, version};
use crate::{
    app::App,
    directory::{OidcClient, Relation, is_usable_url},
    domain::{
        Error, ErrorCode, Result, TestId, UserId,
        directory::{
            DirectoryLink, GroupRole, GroupRoleKind, MAX_GROUP_ROLES, MAX_PROVIDERS, OidcProvider, OidcSettings, Side,
        },
        error::FieldChecker,
        grants::{MAX_GRANT_TESTS, Scope},
        test::Test,
        user::Session,
    },
    secrets::roots,
    service::{
        actor::{StaffManager, StaffReader},
        events,
        work::Work,
    },
    store::{
        Read,
        records::{self, Single},
    },
};
use std::{collections::BTreeSet, sync::Arc};

const TABLE: &str = "settings_oidc";
pub(super) const MAX_TEXT: usize = 500;
/// Longest text of certificates, in bytes.
pub(super) const MAX_CA: usize = 32 * 1024;

/// A change of a provider; `None` leaves a value unchanged.
#[derive(Clone, Debug, Default)]
pub struct OidcChange {
    /// The version of the provider which the change is based on.
    pub version: Option<u32>,
    pub label: Option<String>,
    pub issuer: Option<String>,
    pub client_id: Option<String>,
    pub secret: Secret,
    pub scopes: Option<String>,
    pub groups_claim: Option<String>,
    pub side: Option<Side>,
    pub roles: Option<Vec<GroupRole>>,
    pub trusts_email: Option<bool>,
    pub links_accounts: Option<bool>,
    pub ca: Option<String>,
}

/// # Errors
/// Storage only.
pub(crate) fn stored(read: &impl Read) -> Result<OidcSettings> {
    Ok(read.get(Single)?.unwrap_or_default())
}

/// # Errors
/// Storage only.
pub fn all(app: &App, _: &StaffReader) -> Result<Vec<OidcProvider>> {
    Ok(stored(&app.store.read()?)?.providers)
}

/// # Errors
/// 404.
pub(crate) fn get(app: &App, id: &str) -> Result<OidcProvider> {
    stored(&app.store.read()?)?.get(id).cloned().ok_or_else(unknown)
}

fn unknown() -> Error {
    Error::not_found("identity provider")
}

/// Connections to the provider, with its secret decrypted.
///
/// # Errors
/// 503 `provider_failed` if TLS cannot be set up; a secret that does not open (another master key).
pub(crate) fn client(app: &App, provider: &OidcProvider) -> Result<Arc<OidcClient>> {
    let open = |sealed: &Vec<u8>| -> Result<String> {
        let plain = app.secrets.vault.open(TABLE, provider.id.as_bytes(), 1, sealed)?;
        String::from_utf8(plain).map_err(Error::internal)
    };
    let relation = Relation {
        issuer: provider.issuer.clone(),
        client_id: provider.client_id.clone(),
        secret: provider.secret_sealed.as_ref().map(open).transpose()?,
        ca: provider.ca.clone(),
        keys_url: None,
    };
    Ok(app.clients.oidc.of(relation)?)
}

/// Stores a provider, or changes it.
///
/// # Errors
/// 409 `changed_meanwhile`; 422 by field. If the issuer changes, the stored secret must be entered again: otherwise it
/// would be sent to a different server.
pub async fn set(app: &App, by: &StaffManager, id: &str, change: OidcChange) -> Result<OidcProvider> {
    let id = id.to_owned();
    app.write(by, move |w| {
        let mut settings = stored(&**w)?;
        let old = settings.get(&id).cloned();
        match &old {
            Some(old) => version::check(&**w, change.version, old, setting(&id))?,
            None if change.version.is_some() => return Err(gone_meanwhile()),
            None => {}
        }
        let is_new = old.is_none();
        let old = old.unwrap_or_else(|| fresh(id));
        let clean =
            |new: &Option<String>, old: &String| new.as_ref().map_or_else(|| old.clone(), |t| t.trim().to_owned());
        let mut new = OidcProvider {
            label: clean(&change.label, &old.label),
            issuer: clean(&change.issuer, &old.issuer),
            client_id: clean(&change.client_id, &old.client_id),
            secret_sealed: old.secret_sealed.clone(),
            scopes: clean(&change.scopes, &old.scopes),
            groups_claim: clean(&change.groups_claim, &old.groups_claim),
            side: change.side.unwrap_or(old.side),
            roles: change.roles.unwrap_or_else(|| old.roles.clone()),
            trusts_email: change.trusts_email.unwrap_or(old.trusts_email),
            links_accounts: change.links_accounts.unwrap_or(old.links_accounts),
            ca: clean(&change.ca, &old.ca),
            id: old.id.clone(),
        };
        let mut check = FieldChecker::default();
        check_provider(&mut check, &new);
        check_roles(&mut check, &**w, &new.roles, &old.roles);
        let has_room = !is_new || settings.providers.len() < MAX_PROVIDERS;
        check.require(has_room, "id", format!("A site has {MAX_PROVIDERS} providers at most."));
        let asked_again = old.secret_sealed.is_some() && new.issuer != old.issuer && change.secret == Secret::Keep;
        let message = "Please enter the client secret again: the issuer has changed.";
        check.require(!asked_again, "clientSecret", message);
        check.finish(&["label", "issuer", "clientId"])?;
        match &change.secret {
            Secret::Keep => {}
            Secret::Clear => new.secret_sealed = None,
            Secret::Set(secret) => {
                new.secret_sealed = Some(w.app.secrets.vault.seal(TABLE, new.id.as_bytes(), 1, secret.as_bytes()));
            }
        }
        let ended = if is_new || (&new.issuer, new.side) == (&old.issuer, old.side) {
            0
        } else {
            // The provider that began them is there no more.
            end_sessions(w, None, "another issuer", began_by(&new.id))?
        };
        if new.issuer != old.issuer {
            // Another issuer has other names for all people.
            let of_before = w.records::<DirectoryLink>()?.into_iter().filter(|link| link.provider == new.id);
            for link in of_before.collect::<Vec<_>>() {
                w.delete::<DirectoryLink>(link.user_id)?;
            }
        }
        settings.providers.retain(|provider| provider.id != new.id);
        settings.providers.push(new.clone());
        settings.providers.sort_by(|a, b| a.id.cmp(&b.id));
        w.put(&settings)?;
        let note = match (is_new, ended) {
            (true, _) => "added".to_owned(),
            (false, 0) => "changed".to_owned(),
            (false, ended) => format!("changed, {ended} sessions ended"),
        };
        w.audit("settings.oidc", &new.id, &note)?;
        Ok(new)
    })
    .await
}

const fn setting(id: &str) -> version::Setting<'_> {
    version::Setting { action: "settings.oidc", target: id, did: "has changed this provider in the meantime." }
}

fn gone_meanwhile() -> Error {
    Error::conflict(ErrorCode::ChangedMeanwhile, "Another administrator has removed this provider in the meantime.")
}

/// Removes a provider, and ends the sessions that it began. The accounts stay.
///
/// # Errors
/// 404; 409 `changed_meanwhile`.
pub async fn remove(app: &App, by: &StaffManager, id: &str, read: Option<u32>) -> Result<()> {
    let id = id.to_owned();
    app.write(by, move |w| {
        let mut settings = stored(&**w)?;
        version::check(&**w, read, settings.get(&id).ok_or_else(unknown)?, setting(&id))?;
        settings.providers.retain(|provider| provider.id != id);
        w.put(&settings)?;
        let ended = end_sessions(w, None, "the provider is removed", began_by(&id))?;
        w.audit("settings.oidc", &id, &format!("removed, {ended} sessions ended"))
    })
    .await
}

pub(crate) fn began_by(id: &str) -> impl Fn(&Session) -> bool {
    move |session| session.provided.as_ref().is_some_and(|by| by.provider == id)
}

/// Ends all sessions that are `chosen`, of one person if it is named. Returns how many.
///
/// # Errors
/// Storage only.
pub(crate) fn end_sessions(
    w: &mut Work<'_, '_>,
    of: Option<UserId>,
    why: &str,
    chosen: impl Fn(&Session) -> bool,
) -> Result<usize> {
    let mut sessions: Vec<Session> = match of {
        Some(person) => w.linked(records::SESSIONS_BY_USER.under(person))?,
        None => w.records()?,
    };
    sessions.retain(chosen);
    for session in &sessions {
        w.delete::<Session>(session.id)?;
        events::sessions_ended(w, session.user_id);
        w.audit("session.end", session.id, why)?;
    }
    Ok(sessions.len())
}

fn fresh(id: String) -> OidcProvider {
    OidcProvider {
        id,
        label: String::new(),
        issuer: String::new(),
        client_id: String::new(),
        secret_sealed: None,
        scopes: "openid profile email".into(),
        groups_claim: "groups".into(),
        side: Side::Staff,
        roles: Vec::new(),
        trusts_email: false,
        links_accounts: false,
        ca: String::new(),
    }
}

fn check_provider(check: &mut FieldChecker, provider: &OidcProvider) {
    let OidcProvider { id, label, issuer, client_id, scopes, groups_claim, ca, .. } = provider;
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_name = (1..=40).contains(&id.len()) && id.chars().all(is_plain);
    check.require(is_name, "id", "The id is 1 to 40 lower-case letters, digits and hyphens.");
    for (field, text, what) in [
        ("label", label, "The name on the sign-in page"),
        ("issuer", issuer, "The issuer"),
        ("clientId", client_id, "The client id"),
        ("scopes", scopes, "The list of scopes"),
        ("groupsClaim", groups_claim, "The claim of groups"),
    ] {
        check.require(!text.is_empty(), field, format!("{what} is required."));
        let is_line = text.chars().count() <= MAX_TEXT && !text.chars().any(char::is_control);
        check.require(is_line, field, format!("{what} must be one line of at most {MAX_TEXT} characters."));
    }
    let message = "The issuer must be an address with https, or with http on this machine.";
    check.require(issuer.is_empty() || is_usable_url(issuer) && !issuer.contains('?'), "issuer", message);
    let has_openid = scopes.is_empty() || scopes.split_whitespace().any(|scope| scope == "openid");
    check.require(has_openid, "scopes", "The scopes must contain openid.");
    check.require(ca.len() <= MAX_CA, "ca", "The certificates are too long (32 KiB at most).");
    let is_pem = ca.is_empty() || !roots::of_pem(ca.as_bytes()).is_empty();
    check.require(is_pem, "ca", "This holds no certificate in PEM.");
}

/// A test that was deleted since the roles were stored keeps no one from changing the rest.
pub(super) fn check_roles(check: &mut FieldChecker, read: &impl Read, roles: &[GroupRole], stored: &[GroupRole]) {
    let was_named = |test| stored.iter().any(|row| row.scope.names(test));
    let is_known = |test: &TestId| was_named(*test) || read.has::<Test>(*test).unwrap_or_default();
    let message = format!("At most {MAX_GROUP_ROLES} groups have roles.");
    check.require(roles.len() <= MAX_GROUP_ROLES, "roles", message);
    let mut named = BTreeSet::new();
    for (n, GroupRole { group, role, scope }) in roles.iter().enumerate().take(MAX_GROUP_ROLES) {
        let is_line = (1..=MAX_TEXT).contains(&group.chars().count()) && !group.chars().any(char::is_control);
        check.require(is_line, format!("roles[{n}].group"), "The name of a group is required, on one line.");
        let Scope::Tests(tests) = scope else { continue };
        let field = || format!("roles[{n}].tests");
        let is_given = matches!(role, GroupRoleKind::Given(_));
        check.require(is_given, field(), "This role is not for single tests.");
        check.require(!tests.is_empty(), field(), "Please choose at least one test, or the whole site.");
        named.extend(tests.iter().copied());
        let are_known = tests.iter().take(MAX_GRANT_TESTS).all(is_known);
        check.require(are_known, field(), "One of these tests does not exist.");
    }
    let message = format!("Roles are for {MAX_GRANT_TESTS} tests at most, or for the whole site.");
    check.require(named.len() <= MAX_GRANT_TESTS, "roles", message);
}
