//! Static files of the built page: hashed names, precompressed at build time, cached as immutable.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use rust_embed::EmbeddedFile;
use std::{borrow::Cow, sync::OnceLock};

/// Returns a file of the built page by its path below `ui/dist/`.
type PageFiles = fn(&str) -> Option<EmbeddedFile>;

static FILES: OnceLock<PageFiles> = OnceLock::new();

/// Sets the files of the page, once for the process. The binary embeds them, not this library, which is therefore compiled
/// while the page is built.
pub fn embed(files: PageFiles) {
    // Set already, by another test of the process.
    let _ = FILES.set(files);
}

fn file(path: &str) -> Option<EmbeddedFile> {
    FILES.get().and_then(|files| files(path))
}

/// Returns the HTML template of the page's shell; `None` if the binary was built without the page.
pub fn shell() -> Option<Cow<'static, [u8]>> {
    file("index.html").map(|file| file.data)
}

fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|v| v.to_str().ok());
    values.flat_map(|v| v.split(',')).any(|offer| {
        let mut parts = offer.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
        let refused = parts.any(|p| p.trim_start_matches("q=").parse::<f32>().is_ok_and(|q| q == 0.0));
        named && !refused
    })
}

/// Serves a file of the build in the best content encoding that the client accepts.
pub fn serve(path: &str, headers: &HeaderMap) -> Response {
    if path.ends_with(".br") || path.ends_with(".gz") {
        return not_found();
    }
    let Some(plain) = file(path) else { return not_found() };
    let compressed = [("br", "br"), ("gzip", "gz")].into_iter().find_map(|(coding, ending)| {
        let found = accepts(headers, coding).then(|| file(&format!("{path}.{ending}"))).flatten();
        found.map(|found| (coding, found))
    });
    let (coding, data) = match compressed {
        Some((coding, file)) => (Some(coding), file.data),
        None => (None, plain.data),
    };
    let mut response = Response::new(match data {
        Cow::Borrowed(bytes) => Body::from(bytes),
        Cow::Owned(bytes) => Body::from(bytes),
    });
    let out = response.headers_mut();
    let kind = plain.metadata.mimetype();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind.to_owned() };
    if let Ok(kind) = HeaderValue::from_str(&kind) {
        out.insert(header::CONTENT_TYPE, kind);
    }
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(coding) = coding {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response
}

/// Serves the service worker of the take page: at the root, because a worker's scope is limited to paths below its own,
/// and with `no-cache`, because its name carries no hash.
pub fn worker(headers: &HeaderMap) -> Response {
    let mut response = serve("sw.js", headers);
    if response.status().is_success() {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    }
    response
}

pub fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "not found\n").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_is_used_only_where_it_is_accepted() {
        let headers =
            |text: &'static str| HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(text))]);
        assert!(accepts(&headers("gzip, deflate, br"), "br"));
        assert!(accepts(&headers("BR;q=0.5"), "br"));
        assert!(!accepts(&headers("br;q=0, gzip"), "br"));
        assert!(!accepts(&HeaderMap::new(), "br"));
    }
}
