//! Cursor pagination of lists that return bare arrays: `limit`, `after`, and a `Link` to the next page (RFC 8288).

use crate::{
    domain::{Error, Result},
    http::error::ApiResult,
    service::query::page::{Page, Slice},
};
use axum::{
    Json,
    http::{HeaderMap, HeaderValue, Uri, header},
};
use serde::Serialize;

/// Validates `limit` (200 by default) and `after`.
///
/// # Errors
/// 422 for a limit outside 1 to 1,000.
pub fn slice(limit: Option<i64>, after: Option<String>) -> Result<Slice> {
    let limit = limit.unwrap_or(200);
    match usize::try_from(limit) {
        Ok(limit @ 1..=1_000) => Ok(Slice { limit, after: after.filter(|a| !a.is_empty()) }),
        _ => Err(Error::field("limit", "limit must be between 1 and 1000.")),
    }
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

/// Builds the reply: the items, and the `Link` header of the next page.
///
/// # Errors
/// None in practice: the link is built from the request's own URI.
pub fn reply<T: Serialize>(page: Page<T>, uri: &Uri) -> ApiResult<(HeaderMap, Json<Vec<T>>)> {
    Ok((links(page.next.as_deref(), uri)?, Json(page.items)))
}

/// Builds the `Link` header of the next page; empty on the last one.
///
/// # Errors
/// None in practice: the link is built from the request's own URI.
pub fn links(next: Option<&str>, uri: &Uri) -> Result<HeaderMap> {
    let mut headers = HeaderMap::new();
    if let Some(cursor) = next {
        let kept = uri.query().unwrap_or_default().split('&').filter(|p| !p.is_empty() && !p.starts_with("after="));
        let query = kept.map(str::to_owned).chain([format!("after={cursor}")]).collect::<Vec<_>>().join("&");
        let link = format!("</api{}?{query}>; rel=\"next\"", uri.path().trim_start_matches("/api"));
        headers.insert(header::LINK, HeaderValue::from_str(&link).map_err(Error::internal)?);
    }
    Ok(headers)
}
