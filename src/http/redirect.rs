//! Plain HTTP listener that redirects browsers to HTTPS.

use axum::{
    Router,
    http::{StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::get,
};

/// Redirects every request to the same path under `public_url`, an origin without a trailing slash. The target never
/// uses the request's `Host`, so this is not an open redirect. Also serves `/healthz`.
pub fn router(public_url: &str) -> Router {
    let public_url = public_url.to_owned();
    Router::new().route("/healthz", get(super::ops::healthz)).fallback(async move |uri: Uri| respond(&public_url, &uri))
}

fn respond(public_url: &str, uri: &Uri) -> Response {
    // `OPTIONS *` and a proxy's `CONNECT` have no path.
    let path = uri.path_and_query().map(http::uri::PathAndQuery::as_str).filter(|path| path.starts_with('/'));
    let target = format!("{public_url}{}", path.unwrap_or("/"));
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, target), (header::CACHE_CONTROL, "no-store".to_owned())])
        .into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_always_under_the_public_url() {
        for (asked, target) in [
            ("/", "https://tests.example.org/"),
            ("/take-test/abc?x=%20y", "https://tests.example.org/take-test/abc?x=%20y"),
            ("//evil.example/a", "https://tests.example.org//evil.example/a"),
            ("http://evil.example/a", "https://tests.example.org/a"),
            ("evil.example:80", "https://tests.example.org/"),
            ("*", "https://tests.example.org/"),
        ] {
            let response = respond("https://tests.example.org", &asked.parse().unwrap());
            assert_eq!(response.status(), 308);
            assert_eq!(response.headers()[header::LOCATION], target, "{asked}");
        }
    }
}
