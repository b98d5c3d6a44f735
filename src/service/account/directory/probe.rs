//! The test of a provider, step by step.

use super::flow::redirect_uri;
use crate::{
    app::App,
    directory::{OidcClient, OidcFault},
    domain::{
        Result,
        directory::{OidcProvider, Side},
    },
    service::{actor::StaffManager, settings::oidc},
    state::account_limits::SettingsTrial,
};

/// One step of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeStep {
    pub is_ok: bool,
    pub said: String,
}

pub(super) fn done(said: String) -> ProbeStep {
    ProbeStep { is_ok: true, said }
}

pub(super) fn failed(said: String) -> ProbeStep {
    ProbeStep { is_ok: false, said }
}

/// Asks the provider for all that a sign-in needs, but for a person. Ends at the first step that fails.
///
/// # Errors
/// 404; 429 `too_many_tests`.
pub async fn probe(app: &App, by: &StaffManager, id: &str) -> Result<Vec<ProbeStep>> {
    app.limits.accounts.tries(SettingsTrial::Provider, by.id(), app.now())?;
    of_provider(app, &oidc::get(app, id)?).await
}

pub(crate) async fn of_provider(app: &App, provider: &OidcProvider) -> Result<Vec<ProbeStep>> {
    let uri = redirect_uri(app, &provider.id)?;
    let client = oidc::client(app, provider)?;
    let mut steps = Vec::new();
    if let Err(fault) = walk(app, &client, &uri, &mut steps).await {
        steps.push(failed(format!("{fault}.")));
        return Ok(steps);
    }
    steps.push(match (provider.side, provider.roles.len()) {
        (Side::Applicants, _) => done("People who sign in are applicants.".into()),
        (Side::Staff, 0) => {
            failed("No group has a role, so no one can sign in. Name the groups and their roles.".into())
        }
        (Side::Staff, n) => {
            done(format!("Groups are read from the claim {}; {n} of them have roles.", provider.groups_claim))
        }
    });
    steps.push(done(format!("Register at the provider: redirect address {uri}")));
    Ok(steps)
}

async fn walk(app: &App, client: &OidcClient, uri: &str, steps: &mut Vec<ProbeStep>) -> Result<(), OidcFault> {
    let now = app.now();
    let discovered = client.discover(now).await?;
    steps.push(done(format!("Connected: people sign in at {}.", discovered.authorization_endpoint)));
    let keys = client.keys(now, true).await?;
    if keys.keys.is_empty() {
        return Err(OidcFault::Failed("The provider lists no keys".into()));
    }
    steps.push(done(format!("The provider lists {} keys.", keys.keys.len())));
    // A code that was never given out tells whether the provider knows this server.
    match client.exchange("invigil-test", "invigil-test-of-the-settings-without-a-person-0", uri, now).await {
        Err(OidcFault::Refused(error)) if error == "invalid_grant" => {
            steps.push(done("The provider accepts the client id and its secret.".into()));
            Ok(())
        }
        Err(OidcFault::Refused(error)) => {
            let detail =
                format!("The provider does not accept the client id, its secret, or the redirect address ({error})");
            Err(OidcFault::Refused(detail))
        }
        Err(fault) => Err(fault),
        Ok(_) => Err(OidcFault::Token("The provider accepts a code that it never gave out")),
    }
}
