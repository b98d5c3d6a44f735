//! The tokens of a person: exchanged for a code, renewed, and used to ask about the person.

use super::{OidcClient, Relation, StatusCode, encoded, pairs, short};
use crate::{
    directory::{OidcFault, id_token::Claims},
    domain::{
        Instant,
        time::{HOUR, SignedDuration},
    },
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};

/// The tokens that a provider gives for a code.
#[derive(Deserialize)]
pub struct Grant {
    pub id_token: String,
    #[serde(flatten)]
    pub tokens: Tokens,
}

/// The tokens of a provider with which it is asked about a person again.
#[derive(Default, Deserialize)]
pub struct Tokens {
    #[serde(default)]
    pub access_token: Option<String>,
    #[serde(default)]
    pub refresh_token: Option<String>,
    /// Seconds; some providers write them as a text.
    #[serde(default)]
    expires_in: Value,
}

/// The reply to a renewal. Not every provider adds an ID token to it.
#[derive(Deserialize)]
pub struct Renewed {
    #[serde(default)]
    pub id_token: Option<String>,
    #[serde(flatten)]
    pub tokens: Tokens,
}

impl Tokens {
    /// The end of the access token; `None` if the provider does not say.
    #[must_use]
    pub fn ends(&self, now: Instant) -> Option<Instant> {
        let seconds = self.expires_in.as_i64().or_else(|| self.expires_in.as_str()?.parse().ok())?;
        Some(now.plus(SignedDuration::from_secs(seconds.clamp(0, HOUR.as_secs() * 24))))
    }
}

impl OidcClient {
    /// Exchanges a code for tokens (RFC 6749 section 4.1.3, RFC 7636).
    ///
    /// # Errors
    /// [`OidcFault::Refused`] if the provider does not accept the code or this server; [`OidcFault::Failed`].
    pub async fn exchange(
        &self,
        code: &str,
        verifier: &str,
        redirect_uri: &str,
        now: Instant,
    ) -> Result<Grant, OidcFault> {
        let form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", redirect_uri),
            ("code_verifier", verifier),
        ];
        self.granted(form, "Code", now).await
    }

    /// Exchanges a refresh token for new tokens (RFC 6749 section 6).
    ///
    /// # Errors
    /// [`OidcFault::Refused`], with `invalid_grant` if the provider ended the session of the person or took the token back;
    /// [`OidcFault::Failed`].
    pub async fn renew(&self, refresh_token: &str, now: Instant) -> Result<Renewed, OidcFault> {
        let form = vec![("grant_type", "refresh_token"), ("refresh_token", refresh_token)];
        self.granted(form, "Renewal", now).await
    }

    async fn granted<'a, T: DeserializeOwned>(
        &'a self,
        mut form: Vec<(&'a str, &'a str)>,
        what: &str,
        now: Instant,
    ) -> Result<T, OidcFault> {
        let discovered = self.discover(now).await?;
        let Relation { client_id, secret, .. } = &self.relation;
        let methods = discovered.token_endpoint_auth_methods_supported.as_deref();
        let is_basic = methods.is_none_or(|all| all.iter().any(|method| method == "client_secret_basic"));
        let mut request = self.http.post(&discovered.token_endpoint);
        match secret {
            // Both are encoded before they are joined (RFC 6749 section 2.3.1).
            Some(secret) if is_basic => request = request.basic_auth(encoded(client_id), Some(encoded(secret))),
            Some(secret) => form.extend([("client_id", client_id.as_str()), ("client_secret", secret.as_str())]),
            None => form.push(("client_id", client_id.as_str())),
        }
        let body = pairs(&form);
        let request = request.header("content-type", "application/x-www-form-urlencoded").body(body);
        let (status, body) = self.ask(request, what).await?;
        if status.is_success() {
            return serde_json::from_slice(&body)
                .map_err(|_| OidcFault::Failed(format!("{what}: the reply holds no ID token")));
        }
        let said: Map<String, Value> = serde_json::from_slice(&body).unwrap_or_default();
        match said.get("error").and_then(Value::as_str) {
            Some(error) if status.is_client_error() => Err(OidcFault::Refused(short(error))),
            _ => Err(OidcFault::Failed(format!("{what}: the provider replied with status {}", status.as_u16()))),
        }
    }

    /// Claims about the owner of this access token; `None` where the provider has no such call.
    ///
    /// # Errors
    /// [`OidcFault::Refused`] for a token that is not accepted; [`OidcFault::Failed`].
    pub async fn userinfo(&self, access_token: &str, now: Instant) -> Result<Option<Claims>, OidcFault> {
        let discovered = self.discover(now).await?;
        let Some(url) = &discovered.userinfo_endpoint else { return Ok(None) };
        let (status, body) = self.ask(self.http.get(url).bearer_auth(access_token), "Userinfo").await?;
        if status == StatusCode::UNAUTHORIZED {
            return Err(OidcFault::Refused("Userinfo: the provider does not accept the access token".into()));
        }
        if !status.is_success() {
            return Err(OidcFault::Failed(format!("Userinfo: the provider replied with status {}", status.as_u16())));
        }
        let said: Map<String, Value> = serde_json::from_slice(&body)
            .map_err(|_| OidcFault::Failed("Userinfo: the reply cannot be read".into()))?;
        Ok(Some(Claims(said)))
    }

    /// Adds to the claims what only the provider's userinfo call says, where there is one.
    ///
    /// # Errors
    /// [`OidcFault::Token`] if it speaks of another person; [`OidcFault::Failed`].
    pub async fn complete(&self, claims: &mut Claims, tokens: &Tokens, now: Instant) -> Result<(), OidcFault> {
        let Some(access) = &tokens.access_token else { return Ok(()) };
        let said = self.userinfo(access, now).await.map_err(|fault| match fault {
            // It gave the token a moment ago.
            OidcFault::Refused(why) | OidcFault::Failed(why) => OidcFault::Failed(why),
            OidcFault::Token(why) => OidcFault::Token(why),
        })?;
        let Some(Claims(said)) = said else { return Ok(()) };
        if said.get("sub") != claims.0.get("sub") {
            return Err(OidcFault::Token("the userinfo is of another person"));
        }
        claims.complete(said);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_end_of_an_access_token_is_read_as_number_or_text() {
        let ends = |expires_in: Value| {
            let tokens = Tokens { expires_in, ..Tokens::default() };
            tokens.ends(Instant::EPOCH).map(Instant::as_secs)
        };
        assert_eq!((ends(json!(300)), ends(json!("300"))), (Some(300), Some(300)));
        assert_eq!((ends(Value::Null), ends(json!("soon"))), (None, None));
        assert_eq!((ends(json!(-1)), ends(json!(i64::MAX))), (Some(0), Some(86_400)));
    }
}
