//! Headers and values by which a browser proves its configuration (docs/behaviour/safe-exam-browser.md).

use crate::{domain::exam_browser::BrowserProof, service::settings::exam_browser::PresentedProof};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, request::Parts},
};
use std::convert::Infallible;

/// Headers of Safe Exam Browser, over the URL of the call.
const CONFIG_KEY: &str = "x-safeexambrowser-configkeyhash";
const EXAM_KEY: &str = "x-safeexambrowser-requesthash";
/// Values that the page read from the browser's JavaScript interface, over its own URL.
const PAGE: &str = "x-exam-browser-page";
const PAGE_CONFIG_KEY: &str = "x-exam-browser-config-key";
const PAGE_EXAM_KEY: &str = "x-exam-browser-exam-key";

/// Never refused by itself: the use case compares it with what the test asks for.
pub struct ExamBrowser(pub PresentedProof);

fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

impl<S: Send + Sync> FromRequestParts<S> for ExamBrowser {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        // The router takes the prefix of all calls away.
        let path =
            format!("/api{}", parts.uri.path_and_query().map_or("/", |path| path.as_str().trim_start_matches("/api")));
        let sent = |name: &str| header(&parts.headers, name);
        Ok(Self(PresentedProof {
            path,
            of_call: BrowserProof { url: String::new(), config: sent(CONFIG_KEY), exam: sent(EXAM_KEY) },
            of_page: BrowserProof {
                url: sent(PAGE).unwrap_or_default(),
                config: sent(PAGE_CONFIG_KEY),
                exam: sent(PAGE_EXAM_KEY),
            },
        }))
    }
}
