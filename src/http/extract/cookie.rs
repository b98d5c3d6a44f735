//! The cookies of a sign-in by a provider and of a launch by a learning platform: the server sets no others. Sessions are
//! bearer tokens.

use axum::{
    extract::FromRequestParts,
    http::{HeaderValue, header, request::Parts},
};
use std::convert::Infallible;

const NAME: &str = "invigil_oidc";
/// Path of the cookie: only the calls of such a sign-in send it.
const PATH: &str = "/api/auth/oidc";

/// The value that the browser carries through a sign-in by a provider, if any.
pub struct CarriedSignIn(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for CarriedSignIn {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(cookie(parts, NAME)))
    }
}

fn cookie(parts: &Parts, wanted: &str) -> Option<String> {
    let all = parts.headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == wanted).map(|(_, value)| value.to_owned())
}

/// The `Set-Cookie` header for what the browser is to carry; `None` takes it away. It comes back with a navigation from
/// the provider (`Lax`), and no script reads it.
pub fn carrying(value: Option<&str>, is_https: bool) -> Option<HeaderValue> {
    let (value, age) = value.map_or(("", 0), |value| (value, crate::service::account::directory::FLOW_TTL.as_secs()));
    let secure = if is_https { "; Secure" } else { "" };
    format!("{NAME}={value}; Path={PATH}; Max-Age={age}; HttpOnly; SameSite=Lax{secure}").try_into().ok()
}

const LAUNCH: &str = "invigil_lti";

/// The browser that a learning platform sends here.
pub struct Launching {
    /// The word that it carries through the launch, if any.
    pub word: Option<String>,
    /// Whether the browser asks for a page, and not for data.
    pub wants_page: bool,
    /// Whether the page is in a frame of another page.
    pub is_framed: bool,
    /// The header `Accept-Language`.
    pub languages: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Launching {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let header = |name| parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Ok(Self {
            word: cookie(parts, LAUNCH),
            wants_page: header("accept").contains("text/html"),
            is_framed: matches!(header("sec-fetch-dest"), "iframe" | "frame"),
            languages: header("accept-language").to_owned(),
        })
    }
}

/// The `Set-Cookie` header for the word of a launch. It comes back with a form that another site posts (`None`), also where
/// both pages are in a frame of that site (`Partitioned`). Browsers demand `Secure` for both.
pub fn carrying_launch(word: &str) -> Option<HeaderValue> {
    let age = crate::service::invite::lti::FLOW_TTL.as_secs();
    let rules = "HttpOnly; Secure; SameSite=None; Partitioned";
    format!("{LAUNCH}={word}; Path=/api/lti; Max-Age={age}; {rules}").try_into().ok()
}
