//! The test of a provider, step by step.

use super::flow::redirect_uri;
use crate::{
    app::App,
    directory::{OidcClient, OidcFault},
    domain::{
        Result,
        directory::{OidcProvider, Side},
        sentence::Sentence,
    },
    sentence,
    service::{actor::StaffManager, settings::oidc},
    state::account_limits::SettingsTrial,
};
use std::sync::Arc;

/// One step of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeStep {
    pub is_ok: bool,
    pub said: Sentence,
}

pub(super) fn done(said: Sentence) -> ProbeStep {
    ProbeStep { is_ok: true, said }
}

pub(super) fn failed(said: Sentence) -> ProbeStep {
    ProbeStep { is_ok: false, said }
}

pub(super) fn no_group() -> Sentence {
    sentence!("probeNoGroup": "No group has a role, so no one can sign in. Name the groups and their roles.")
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
        steps.push(failed(Sentence::foreign(format!("{fault}."))));
        return Ok(steps);
    }
    steps.push(match (provider.side, provider.roles.len()) {
        (Side::Applicants, _) => done(sentence!("probeApplicants": "People who sign in are applicants.")),
        (Side::Staff, 0) => failed(no_group()),
        (Side::Staff, n) => {
            let claim = &provider.groups_claim;
            done(sentence!("probeGroups": "Groups are read from the claim {claim}; {n} of them have roles.", claim, n))
        }
    });
    let renews = provider.scopes.split_whitespace().any(|scope| scope == "offline_access");
    if provider.side == Side::Staff && !renews {
        steps.push(done(sentence!(
            "probeOnce": "Without the scope offline_access, who loses a group is out within a minute only where the userinfo call \
             names groups, or the provider gives refresh tokens by itself."
        )));
    }
    steps.push(done(sentence!("probeRedirect": "Register at the provider: redirect address {uri}", uri)));
    Ok(steps)
}

async fn walk(app: &App, client: &Arc<OidcClient>, uri: &str, steps: &mut Vec<ProbeStep>) -> Result<(), OidcFault> {
    let now = app.now();
    let discovered = client.discover(now).await?;
    let at = &discovered.authorization_endpoint;
    steps.push(done(sentence!("probeConnected": "Connected: people sign in at {at}.", at)));
    let keys = client.keys(now, true).await?;
    if keys.keys.is_empty() {
        return Err(OidcFault::Failed("The provider lists no keys".into()));
    }
    steps.push(done(sentence!("probeKeys": "The provider lists {count} keys.", count = keys.keys.len())));
    // A code that was never given out shows whether the provider knows this server.
    match client.exchange("invigil-test", "invigil-test-of-the-settings-without-a-person-0", uri, now).await {
        Err(OidcFault::Refused(error)) if error == "invalid_grant" => {
            steps.push(done(sentence!("probeAccepted": "The provider accepts the client id and its secret.")));
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
