//! Cursor pagination of lists that return bare arrays: `limit`, `after`, and a `Link` to the next page (RFC 8288).
//!
//! A cursor is a row of an index, which may hold ids, times and names that the list itself does not show: it leaves the
//! server sealed.

use crate::{
    app::App,
    domain::{Error, Result, UserId},
    http::error::ApiResult,
    service::query::page::{Page, Slice, bad_cursor},
};
use axum::{
    Json,
    http::{HeaderMap, HeaderValue, Uri, header},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Serialize;

/// Location of sealed cursors.
const SEALED_AS: (&str, &[u8], u8) = ("cursor", b"list", 1);

/// Validates `limit` (200 by default) and `after`.
///
/// # Errors
/// 422 for a limit outside 1 to 1,000, and for a bad cursor.
pub fn slice(app: &App, limit: Option<i64>, after: Option<String>) -> Result<Slice> {
    let limit = limit.unwrap_or(200);
    match usize::try_from(limit) {
        Ok(limit @ 1..=1_000) => {
            let after = after.filter(|cursor| !cursor.is_empty());
            Ok(Slice { limit, after: after.map(|cursor| open(app, &cursor)).transpose()? })
        }
        _ => Err(Error::field("limit", "limit must be between 1 and 1000.")),
    }
}

fn seal(app: &App, cursor: &str) -> String {
    let (table, key, version) = SEALED_AS;
    URL_SAFE_NO_PAD.encode(app.secrets.vault.seal(table, key, version, cursor.as_bytes()))
}

fn open(app: &App, sealed: &str) -> Result<String> {
    let (table, key, version) = SEALED_AS;
    let bytes = URL_SAFE_NO_PAD.decode(sealed).ok();
    let cursor = bytes.and_then(|bytes| app.secrets.vault.open(table, key, version, &bytes).ok());
    cursor.and_then(|cursor| String::from_utf8(cursor).ok()).ok_or_else(bad_cursor)
}

/// Validates a number of a query, such as `page`.
///
/// # Errors
/// 422 outside 1 to `max`.
pub fn positive(value: Option<i64>, default: u64, max: u64, field: &str) -> Result<u64> {
    let Some(value) = value else { return Ok(default) };
    let value = u64::try_from(value).ok().filter(|v| (1..=max).contains(v));
    value.ok_or_else(|| Error::field(field, format!("{field} must be between 1 and {max}.")))
}

/// Validates an account's id that a list is filtered by; an account that does not exist has nothing.
///
/// # Errors
/// 422 for what is not an id.
pub fn account(value: Option<&str>, field: &str) -> Result<Option<UserId>> {
    let id = value.map(|id| id.trim().parse().map_err(|_| Error::field(field, "This is not the id of an account.")));
    id.transpose()
}

/// Builds the reply: the items, and the `Link` header of the next page.
///
/// # Errors
/// None in practice: the link is built from the request's own URI.
pub fn reply<T: Serialize>(app: &App, page: Page<T>, uri: &Uri) -> ApiResult<(HeaderMap, Json<Vec<T>>)> {
    Ok((links(app, page.next.as_deref(), uri)?, Json(page.items)))
}

/// Builds the `Link` header of the next page; empty on the last one.
///
/// # Errors
/// None in practice: the link is built from the request's own URI.
pub fn links(app: &App, next: Option<&str>, uri: &Uri) -> Result<HeaderMap> {
    let mut headers = HeaderMap::new();
    if let Some(cursor) = next {
        let kept = uri.query().unwrap_or_default().split('&').filter(|p| !p.is_empty() && !p.starts_with("after="));
        let query =
            kept.map(str::to_owned).chain([format!("after={}", seal(app, cursor))]).collect::<Vec<_>>().join("&");
        let link = format!("</api{}?{query}>; rel=\"next\"", uri.path().trim_start_matches("/api"));
        headers.insert(header::LINK, HeaderValue::from_str(&link).map_err(Error::internal)?);
    }
    Ok(headers)
}
