//! Lists that answer bare arrays, page by page: `limit`, `after`, and a `Link` to the next page (RFC 8288).

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

/// Turns `limit` and `after` into a slice.
///
/// # Errors
/// 422 outside 1 to 1,000.
pub fn slice(limit: Option<i64>, after: Option<String>) -> Result<Slice> {
    let limit = limit.unwrap_or(200);
    match usize::try_from(limit) {
        Ok(limit @ 1..=1_000) => Ok(Slice { limit, after: after.filter(|a| !a.is_empty()) }),
        _ => Err(Error::field("limit", "limit must be between 1 and 1000.")),
    }
}

/// The reply: the items, and where the next page is.
///
/// # Errors
/// None in practice: the link is made of the request's own address.
pub fn reply<T: Serialize>(page: Page<T>, uri: &Uri) -> ApiResult<(HeaderMap, Json<Vec<T>>)> {
    Ok((links(page.next.as_deref(), uri)?, Json(page.items)))
}

/// The header that leads to the next page.
///
/// # Errors
/// None in practice: the link is made of the request's own address.
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
