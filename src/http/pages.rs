//! The page's shell: one HTML document for every screen, with a fresh CSP nonce and the colours of the theme.

use super::{HttpState, assets, error::no_route};
use crate::{
    app::App,
    domain::theme,
    secrets::token,
    service::settings::{
        self,
        languages::{self, SiteCatalogue},
    },
};
use axum::{
    Json,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{Html, IntoResponse, Response},
};

/// Routes of the page (docs/behaviour/screens.md#screens); `{}` is one segment.
const SCREENS: [&str; 29] = [
    "/",
    "/login",
    "/test-invite/{}",
    "/stop-reminders/{}",
    "/verify/{}",
    "/forgot-password",
    "/reset-password/{}",
    "/security",
    "/shared/{}",
    "/receipt/{}",
    "/take-test/{}",
    "/evidence",
    "/admin",
    "/admin/api-tokens",
    "/admin/create-test",
    "/admin/sessions",
    "/admin/sessions/{}",
    "/admin/tests/{}",
    "/admin/tests/{}/questions",
    "/admin/tests/{}/translations",
    "/admin/tests/{}/people",
    "/admin/tests/{}/results",
    "/admin/tests/{}/statistics",
    "/admin/tests/{}/settings",
    "/admin/trials/{}",
    "/applicant",
    "/monitor/{}",
    "/monitoring",
    "/review",
];

fn is_screen(path: &str) -> bool {
    let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
    SCREENS.iter().any(|screen| {
        screen.split('/').count() == path.split('/').count()
            && screen
                .split('/')
                .zip(path.split('/'))
                .all(|(wanted, part)| wanted == part || (wanted == "{}" && !part.is_empty()))
    })
}

fn wants_page(headers: &HeaderMap) -> bool {
    match headers.get(header::ACCEPT).and_then(|v| v.to_str().ok()) {
        None => true,
        Some(accept) => accept.contains("text/html") || accept.contains("*/*"),
    }
}

/// Serves everything outside the API: assets, then the shell. An unknown page gets the shell with 404, and the page
/// shows its fallback.
pub async fn serve(State(state): State<HttpState>, request: Request) -> Response {
    let path = request.uri().path();
    if path.starts_with("/api/") {
        return no_route().await;
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")], "not allowed\n").into_response();
    }
    if let Some(file) = path.strip_prefix("/assets/languages/") {
        return language_file(&state, &format!("languages/{file}"));
    }
    if let Some(file) = path.strip_prefix("/assets/") {
        return assets::serve(&format!("assets/{file}"), request.headers());
    }
    if path == "/sw.js" {
        return assets::worker(request.headers());
    }
    if !wants_page(request.headers()) || looks_like_a_file(path) {
        return assets::not_found();
    }
    let status = if is_screen(path) { StatusCode::OK } else { StatusCode::NOT_FOUND };
    shell(&state, status, !path.starts_with("/take-test/"))
}

/// Paths such as `/favicon.ico` are not pages, whatever the browser accepts.
fn looks_like_a_file(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    !is_screen(path) && last.rsplit_once('.').is_some_and(|(name, ending)| !name.is_empty() && ending.len() <= 5)
}

/// `has_router`: the document names the scripts of the router, for them to load beside the first one.
fn shell(state: &HttpState, status: StatusCode, has_router: bool) -> Response {
    let Some(template) = assets::shell() else {
        let text = "<!doctype html><title>Invigil</title><h1>The user interface is not in this binary</h1>\
            <p>It was built without the page. Build the page first (<code>make run</code> or <code>make release</code> does), \
            then build again. The API under <code>/api</code> works.</p>";
        return (StatusCode::SERVICE_UNAVAILABLE, Html(text)).into_response();
    };
    let theme = settings::theme(&state.app).unwrap_or_default();
    let nonce = token::new();
    let name = theme::named(&theme.name).map_or("classic", |t| t.name.as_str());
    let template = String::from_utf8_lossy(&template);
    let template = if has_router { template.into_owned() } else { without_router(&template) };
    let html = template
        .replacen("</head>", &format!("{}</head>", languages_tag(&state.app)), 1)
        .replace("__NONCE__", &nonce)
        .replace("__THEME_CLASS__", &format!("theme-{name}"))
        .replace("/*__THEME__*/", &theme::css(&theme));
    let mut response = (status, Html(html)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(policy) = HeaderValue::from_str(&policy(&nonce)) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    let permissions = "camera=(self), microphone=(self), fullscreen=(self), display-capture=(), geolocation=(), payment=(), usb=(), \
        serial=(), hid=(), midi=(), accelerometer=(), gyroscope=(), magnetometer=()";
    headers.insert("permissions-policy", HeaderValue::from_static(permissions));
    response
}

/// The texts that the site has of a language, in which the page shows them over ours. Its name has a hash, so that it is cached
/// as the files of the build are; the page that names it is not.
fn language_file(state: &HttpState, file: &str) -> Response {
    match languages::catalogue(&state.app, file) {
        Ok(Some(texts)) => {
            let cache = "public, max-age=31536000, immutable";
            let tag = format!("\"{}\"", file.trim_start_matches("languages/"));
            ([(header::CACHE_CONTROL, cache), (header::ETAG, tag.as_str())], Json(texts)).into_response()
        }
        Ok(None) => assets::not_found(),
        Err(error) => super::error::ApiError::from(error).into_response(),
    }
}

/// Names the languages of the site in the document, for its scripts. It is empty for a site without any.
fn languages_tag(app: &App) -> String {
    let site = languages::catalogues(app).unwrap_or_default();
    if site.is_empty() {
        return String::new();
    }
    let named = |site: SiteCatalogue| {
        let SiteCatalogue { language, is_offered, is_for_staff, file } = site;
        let direction = if language.is_rtl() { "rtl" } else { "ltr" };
        let is_named = is_offered && !language.is_ours();
        let name = if is_named { language.name() } else { "" };
        // Tags and hashes have no character that a document would read as its own; names have none either.
        let for_staff = if is_for_staff { language.name() } else { "" };
        format!("{}|{file}|{direction}|{name}|{for_staff}", language.code())
    };
    let named: Vec<_> = site.into_iter().map(named).collect();
    format!("<meta name=\"invigil-languages\" content=\"{}\">", named.join(";"))
}

/// The page of a test has no router (`preloadedRouter` in `ui/vite.config.ts`).
fn without_router(template: &str) -> String {
    let parts = template.split_once("<!--routed-->").zip(template.split_once("<!--/routed-->"));
    parts.map_or_else(|| template.to_owned(), |((before, _), (_, after))| format!("{before}{after}"))
}

/// Content Security Policy: same origin only; styles only from files or with this response's nonce.
fn policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' blob: data:; font-src 'self'; \
         connect-src 'self'; media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types invigil"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_a_test_does_not_load_the_router() {
        let page =
            r#"<head><link a><!--routed--><link rel="modulepreload" href="/assets/router.js"><!--/routed--></head>"#;
        assert_eq!(without_router(page), "<head><link a></head>");
        assert_eq!(without_router("<head></head>"), "<head></head>");
    }

    #[test]
    fn every_page_of_the_router_is_known() {
        let router = include_str!("../../ui/src/app/router.tsx");
        let paths: Vec<_> = router.split("path: \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(paths.len() > 20, "{paths:?}");
        for path in paths {
            // A parameter that may be missing names a tab, below.
            let parts = path.split('/').filter(|part| !part.ends_with('?'));
            let page: Vec<_> = parts.map(|part| if part.starts_with(':') { "x" } else { part }).collect();
            assert!(is_screen(&format!("/{}", page.join("/"))), "{path}");
        }
    }

    #[test]
    fn every_tab_of_a_test_is_known() {
        let source = include_str!("../../ui/src/features/staff-shared/test-path.ts");
        let (_, list) = source.split_once("TEST_TABS = [").unwrap();
        let (list, _) = list.split_once(']').unwrap();
        let tabs: Vec<_> = list.split('"').skip(1).step_by(2).collect();
        assert!(tabs.len() >= 6, "{tabs:?}");
        for tab in tabs {
            assert!(is_screen(&format!("/admin/tests/t-1/{tab}")), "{tab}");
        }
    }

    #[test]
    fn only_the_screens_of_the_route_table_are_known() {
        for known in [
            "/",
            "/login",
            "/login/",
            "/test-invite/abc",
            "/take-test/a.b",
            "/monitor/1",
            "/admin/api-tokens",
            "/admin/create-test",
            "/admin/sessions",
            "/admin/sessions/s-1",
            "/admin/tests/t-1",
            "/admin/tests/t-1/results",
            "/admin/tests/t-1/settings",
            "/admin/trials/t-1",
        ] {
            assert!(is_screen(known), "{known}");
        }
        for unknown in [
            "/test-invite",
            "/test-invite/",
            "/test-invite/a/b",
            "/admin/x",
            "/admin/tests//results",
            "/admin/tests/t-1/x",
            "/nothing",
        ] {
            assert!(!is_screen(unknown), "{unknown}");
        }
        assert!(
            looks_like_a_file("/favicon.ico") && !looks_like_a_file("/nothing") && !looks_like_a_file("/take-test/a.b")
        );
    }
}
