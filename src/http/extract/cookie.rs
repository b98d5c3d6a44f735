//! The cookie of a sign-in by a provider: the one cookie that the server sets. Sessions are bearer tokens.

use axum::{
    extract::FromRequestParts,
    http::{HeaderValue, header, request::Parts},
};
use std::convert::Infallible;

const NAME: &str = "invigil_oidc";
/// It is sent with the calls of such a sign-in alone.
const PATH: &str = "/api/auth/oidc";

/// The value that the browser carries through a sign-in by a provider, if any.
pub struct CarriedSignIn(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for CarriedSignIn {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let all = parts.headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        Ok(Self(pairs.find(|(name, _)| *name == NAME).map(|(_, value)| value.to_owned())))
    }
}

/// The `Set-Cookie` header for what the browser is to carry; `None` takes it away. It comes back with a navigation from
/// the provider (`Lax`), and no script reads it.
pub fn carrying(value: Option<&str>, is_https: bool) -> Option<HeaderValue> {
    let (value, age) = value.map_or(("", 0), |value| (value, crate::service::account::directory::FLOW_TTL.as_secs()));
    let secure = if is_https { "; Secure" } else { "" };
    format!("{NAME}={value}; Path={PATH}; Max-Age={age}; HttpOnly; SameSite=Lax{secure}").try_into().ok()
}
