//! A provider ends the sessions that it began (`OpenID` Connect Back-Channel Logout 1.0).

use super::flow::subject_hash;
use crate::{
    app::App,
    directory::{LEEWAY, TokenUse},
    domain::{Error, ErrorCode, ErrorKind, Result, directory::DirectoryLink, user::Session},
    secrets::token,
    service::{settings::oidc, work::By},
    store::{Read, records},
};

use serde_json::Value;
use std::net::IpAddr;

const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

/// Ends the sessions that the token names: all of a person, or one of the provider's own sessions. Those that began after the
/// token was made stay, and a token that was carried out does nothing more.
///
/// # Errors
/// 404 for an unknown provider; 400 `token_refused`; 503 `provider_failed`; 429.
pub async fn by_provider(app: &App, id: &str, logout_token: &str, from: IpAddr) -> Result<()> {
    let provider = oidc::get(app, id)?;
    app.limits.accounts.asks_logout(from, app.now())?;
    let claims =
        oidc::client(app, &provider)?.verify(logout_token, TokenUse::Logout, app.now()).await.map_err(|fault| {
            tracing::warn!(provider = provider.id, %fault, "a provider's request to end sessions was refused");
            Error::from(fault)
        });
    let claims = claims.map_err(|error| match error.code {
        ErrorCode::TokenRefused => refused(),
        _ => error,
    })?;
    let is_logout = claims.0.get("events").and_then(|events| events.get(EVENT)).is_some_and(Value::is_object);
    // An ID token has a nonce and no such event: it must not serve to end sessions.
    let (subject, sid) = (claims.subject(), claims.text("sid"));
    if !is_logout || claims.0.contains_key("nonce") || (subject.is_none() && sid.is_none()) {
        return Err(refused());
    }
    let (issued, name) = claims.issued().zip(claims.text("jti")).ok_or_else(refused)?;
    let used = token::hash(&serde_json::json!([provider.issuer, name]).to_string());
    // Sent again, because the reply was lost or by someone who overheard it: who has signed in since stays.
    if app.limits.accounts.has_logged_out(&used) {
        return Ok(());
    }
    let subject = subject.map(|subject| subject_hash(&provider.issuer, subject));
    let sid = sid.map(str::to_owned);
    app.write(By::Server, move |w| {
        let person = match subject {
            None => None,
            Some(hash) => match w.find::<DirectoryLink, _>(records::LINKS_BY_SUBJECT, hash)? {
                Some(link) => Some(link.user_id),
                None => return Ok(()),
            },
        };
        let chosen = |session: &Session| {
            let Some(by) = &session.provided else { return false };
            by.provider == provider.id
                && session.created_at < issued.plus(LEEWAY)
                && sid.as_ref().is_none_or(|sid| *sid == by.sid)
        };
        oidc::end_sessions(w, person, "by the provider", chosen).map(drop)
    })
    .await?;
    app.limits.accounts.logged_out(used, from);
    Ok(())
}

fn refused() -> Error {
    Error::new(ErrorKind::Malformed, ErrorCode::TokenRefused, "This is not a logout token for this server.")
}
