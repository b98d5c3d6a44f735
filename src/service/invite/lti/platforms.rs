//! The platforms of the site.

use super::{keys, stored};
use crate::{
    app::App,
    directory::{OidcClient, Relation, is_usable_url},
    domain::{
        Error, ErrorCode, Result, WebhookId,
        error::FieldChecker,
        grants::{MAX_GRANT_TESTS, Scope},
        lti::{LtiPlatform, LtiSettings, MAX_DEPLOYMENTS, MAX_PLATFORMS},
        test::Test,
        webhook::Webhook,
    },
    service::{actor::SiteOperator, settings, settings::version, webhook::receivers},
    store::Read,
};
use std::{collections::BTreeSet, sync::Arc};

/// The version of a platform that there must not be yet.
const NEW: u32 = 0;
/// Characters of a text of a platform.
const MAX_TEXT: usize = 500;

/// A change of a platform; `None` leaves a value unchanged.
#[derive(Clone, Debug, Default)]
pub struct PlatformChange {
    /// Version of the platform that the change is based on; 0 for one that must be new.
    pub version: Option<u32>,
    pub name: Option<String>,
    pub issuer: Option<String>,
    pub client_id: Option<String>,
    pub deployments: Option<Vec<String>>,
    pub auth_url: Option<String>,
    pub token_url: Option<String>,
    pub keys_url: Option<String>,
    pub scope: Option<Scope>,
}

/// The addresses of this server that a platform is to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolAddresses {
    pub login: String,
    pub launch: String,
    pub keys: String,
}

/// # Errors
/// Storage only.
pub fn addresses(app: &App) -> Result<ToolAddresses> {
    let base = settings::public_url(app)?;
    let at = |path: &str| format!("{base}/api/lti/{path}");
    Ok(ToolAddresses { login: at("login"), launch: at("launch"), keys: at("keys") })
}

/// # Errors
/// Storage only.
pub fn all(app: &App, _: &SiteOperator) -> Result<Vec<LtiPlatform>> {
    Ok(stored(&app.store.read()?)?.platforms)
}

fn unknown() -> Error {
    Error::not_found("learning platform")
}

/// Connections to a platform.
///
/// # Errors
/// 503 `provider_failed` if TLS cannot be set up.
pub(super) fn client(app: &App, platform: &LtiPlatform) -> Result<Arc<OidcClient>> {
    let relation = Relation {
        issuer: platform.issuer.clone(),
        client_id: platform.client_id.clone(),
        secret: None,
        ca: String::new(),
        keys_url: Some(platform.keys_url.clone()),
    };
    Ok(app.clients.oidc.of(relation)?)
}

/// Stores a platform, or changes it.
///
/// # Errors
/// 409 `changed_meanwhile`; 422 by field.
pub async fn set(app: &App, by: &SiteOperator, id: &str, change: PlatformChange) -> Result<LtiPlatform> {
    // The platform asks for it as soon as it knows this server.
    keys::signer(app).await?;
    let (id, fresh_hook): (_, WebhookId) = (id.to_owned(), app.new_id());
    app.write(by, move |w| {
        let mut settings = stored(&**w)?;
        let old = settings.get(&id).cloned();
        match &old {
            Some(_) if change.version == Some(NEW) => {
                return Err(Error::field("id", "Another platform has this id."));
            }
            Some(old) => version::check(&**w, change.version, old, setting(&id))?,
            None if change.version.is_some_and(|version| version != NEW) => return Err(gone_meanwhile()),
            None => {}
        }
        let is_new = old.is_none();
        let before = old.as_ref().map_or(Scope::All, |old| old.scope.clone());
        let new = changed(old.unwrap_or_else(|| blank(id, fresh_hook)), change);
        let mut check = FieldChecker::default();
        check_platform(&mut check, &new, &settings);
        // Tests that were deleted since do not keep anyone from changing the rest.
        let is_known = |test| before.names(test) || w.has::<Test>(test).unwrap_or_default();
        check_tests(&mut check, &new.scope, is_known);
        check.require(
            !is_new || settings.platforms.len() < MAX_PLATFORMS,
            "id",
            format!("A site has {MAX_PLATFORMS} platforms at most."),
        );
        check.finish(&["name", "issuer", "clientId"])?;
        // An administrator may have deleted it.
        match w.get::<Webhook>(new.webhook_id)? {
            None => receivers::of_platform(w, new.webhook_id, &new)?,
            Some(hook) if hook.url != new.token_url => {
                w.put(&Webhook { url: new.token_url.clone(), ..hook })?;
            }
            Some(_) => {}
        }
        settings.platforms.retain(|platform| platform.id != new.id);
        settings.platforms.push(new.clone());
        settings.platforms.sort_by(|a, b| a.id.cmp(&b.id));
        w.put(&settings)?;
        w.audit("settings.lti", &new.id, if is_new { "added" } else { "changed" })?;
        Ok(new)
    })
    .await
}

const fn setting(id: &str) -> version::Setting<'_> {
    version::Setting { action: "settings.lti", target: id, did: "has changed this platform in the meantime." }
}

fn gone_meanwhile() -> Error {
    Error::conflict(ErrorCode::ChangedMeanwhile, "Another administrator has removed this platform in the meantime.")
}

fn changed(old: LtiPlatform, change: PlatformChange) -> LtiPlatform {
    let clean = |new: Option<String>, old: String| new.map_or(old, |text| text.trim().to_owned());
    let deployments = change.deployments.map(|ids| {
        let ids = ids.into_iter().map(|id| id.trim().to_owned()).filter(|id| !id.is_empty());
        ids.collect::<BTreeSet<_>>().into_iter().collect()
    });
    LtiPlatform {
        name: clean(change.name, old.name),
        issuer: clean(change.issuer, old.issuer),
        client_id: clean(change.client_id, old.client_id),
        deployments: deployments.unwrap_or(old.deployments),
        auth_url: clean(change.auth_url, old.auth_url),
        token_url: clean(change.token_url, old.token_url),
        keys_url: clean(change.keys_url, old.keys_url),
        scope: change.scope.unwrap_or(old.scope),
        id: old.id,
        webhook_id: old.webhook_id,
    }
}

const fn blank(id: String, webhook_id: WebhookId) -> LtiPlatform {
    LtiPlatform {
        id,
        name: String::new(),
        issuer: String::new(),
        client_id: String::new(),
        deployments: Vec::new(),
        auth_url: String::new(),
        token_url: String::new(),
        keys_url: String::new(),
        scope: Scope::All,
        webhook_id,
    }
}

fn is_line(text: &str) -> bool {
    text.chars().count() <= MAX_TEXT && !text.chars().any(char::is_control)
}

fn check_platform(check: &mut FieldChecker, platform: &LtiPlatform, known: &LtiSettings) {
    let LtiPlatform { id, name, issuer, client_id, deployments, auth_url, token_url, keys_url, .. } = platform;
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_name = (1..=40).contains(&id.len()) && id.chars().all(is_plain);
    check.require(is_name, "id", "The id is 1 to 40 lower-case letters, digits and hyphens.");
    for (field, text, what) in
        [("name", name, "The name"), ("issuer", issuer, "The issuer"), ("clientId", client_id, "The client id")]
    {
        check.require(!text.is_empty(), field, format!("{what} is required."));
        check.require(is_line(text), field, format!("{what} must be one line of at most {MAX_TEXT} characters."));
    }
    for (field, text, what) in [
        ("authUrl", auth_url, "The address of the sign-in"),
        ("tokenUrl", token_url, "The address of tokens"),
        ("keysUrl", keys_url, "The address of keys"),
    ] {
        check.require(!text.is_empty(), field, format!("{what} is required."));
        let is_fine = text.is_empty() || is_line(text) && is_usable_url(text);
        check.require(is_fine, field, format!("{what} begins with https://, or with http:// on this machine."));
    }
    check.require(!deployments.is_empty(), "deployments", "At least one deployment id is required.");
    let are_fine = deployments.len() <= MAX_DEPLOYMENTS && deployments.iter().all(|one| is_line(one));
    let message = format!("A platform has {MAX_DEPLOYMENTS} deployments at most, each on one line.");
    check.require(are_fine, "deployments", message);
    let mut others = known.platforms.iter().filter(|other| other.id != *id);
    let is_taken = others.any(|other| other.issuer == *issuer && other.client_id == *client_id);
    check.require(!is_taken, "clientId", "Another platform has this issuer and client id.");
}

fn check_tests(check: &mut FieldChecker, scope: &Scope, is_test: impl Fn(crate::domain::TestId) -> bool) {
    let Scope::Tests(tests) = scope else { return };
    check.require(!tests.is_empty(), "tests", "Please choose at least one test, or all.");
    let message = format!("At most {MAX_GRANT_TESTS} tests can be chosen, or all.");
    check.require(tests.len() <= MAX_GRANT_TESTS, "tests", message);
    let are_known = tests.iter().take(MAX_GRANT_TESTS).all(|test| is_test(*test));
    check.require(are_known, "tests", "One of these tests does not exist.");
}

/// Removes a platform. Invites that it has made stay; their grades are not sent any more.
///
/// # Errors
/// 404; 409 `changed_meanwhile`.
pub async fn remove(app: &App, by: &SiteOperator, id: &str, read: Option<u32>) -> Result<()> {
    let id = id.to_owned();
    let webhook = app
        .write(by, move |w| {
            let mut settings = stored(&**w)?;
            let old = settings.get(&id).cloned().ok_or_else(unknown)?;
            version::check(&**w, read, &old, setting(&id))?;
            settings.platforms.retain(|platform| platform.id != id);
            w.put(&settings)?;
            // Before it is deleted: what it is still owed must not go out without the platform.
            if let Some(hook) = w.get::<Webhook>(old.webhook_id)? {
                w.put(&Webhook { is_enabled: false, ..hook })?;
            }
            w.audit("settings.lti", &id, "removed")?;
            Ok(old.webhook_id)
        })
        .await?;
    receivers::remove(app, by, webhook).await
}
