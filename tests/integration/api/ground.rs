//! Properties of every call: envelope, methods, pages, numbers for operators, faults (docs/behaviour/calls.md#calls).

use crate::support::{
    app::TestApp,
    journey::{key, small_test, text},
};
use http::Method;
use invigil::http::PeerAddr;
use rust_embed::RustEmbed;
use serde_json::json;
use std::net::IpAddr;

#[tokio::test]
async fn what_is_no_call_has_the_envelope_too() {
    let t = TestApp::new();
    for path in [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/tests/a/b/c",
        "/api/tests/",
        "/api//tests",
        "/api/../tests",
        "/api/openapi.json/x",
    ] {
        for method in [Method::GET, Method::POST, Method::DELETE] {
            t.call(method, path).header("accept", "text/html").send().await.refused(404, "no_route");
        }
    }
}

#[tokio::test]
async fn a_wrong_method_is_told_which_ones_there_are() {
    let t = TestApp::new();
    for (method, path, allowed) in [
        (Method::PATCH, "/api/tests", "GET,HEAD,POST"),
        (Method::GET, "/api/auth/login", "POST"),
        (Method::POST, "/api/openapi.json", "GET,HEAD"),
        (Method::DELETE, "/api/take-test/x/answers", "PUT,POST"),
    ] {
        let reply = t.call(method, path).send().await;
        let sorted = |text: &str| {
            let mut names: Vec<String> = text.split(',').map(|n| n.trim().to_owned()).collect();
            names.sort();
            names
        };
        assert_eq!(sorted(reply.header("allow")), sorted(allowed), "{path}");
        reply.refused(405, "wrong_method");
    }
}

#[tokio::test]
async fn every_reply_has_an_id_of_its_own() {
    let t = TestApp::new();
    let (a, b) =
        (t.get("/api/auth/me").send().await, t.get("/api/auth/me").header("x-request-id", "mine").send().await);
    assert_ne!(a.header("x-request-id"), b.header("x-request-id"));
    assert_ne!(b.header("x-request-id"), "mine", "no caller writes into our log");
}

#[tokio::test]
async fn a_panic_is_a_fault_of_ours_and_tells_nothing() {
    let (t, admin) = TestApp::with_admin().await;
    t.clock.break_down();
    let refusal = t.get("/api/tests").bearer(&admin).may_fail().send().await.refused(500, "internal");
    assert!(!refusal.to_string().contains("secret words"), "{refusal}");
    // The server lives on.
    assert_eq!(t.get("/healthz").send().await.text, "ok\n");
    t.get("/api/admin/theme-settings").send().await.ok();
}

#[tokio::test]
async fn a_closed_store_is_told_as_a_pause() {
    let (t, admin) = TestApp::with_admin().await;
    assert_eq!((t.get("/readyz").send().await.status, t.get("/healthz").send().await.status), (200, 200));
    t.app.store.close().await;
    t.get("/api/tests").bearer(&admin).send().await.refused(503, "unavailable");
    t.post("/api/auth/login")
        .json(json!({"email": "a@b.org", "password": "x"}))
        .send()
        .await
        .refused(503, "unavailable");
    assert_eq!((t.get("/readyz").send().await.status, t.get("/healthz").send().await.status), (503, 200));
}

#[tokio::test]
async fn numbers_are_for_this_machine_or_with_the_token() {
    let from = |ip: &str| PeerAddr(ip.parse::<IpAddr>().unwrap());
    let (t, admin) = TestApp::with_admin().await;
    for (ip, status) in [("127.0.0.1", 200), ("::1", 200), ("10.0.0.1", 403), ("2001:db8::1", 403)] {
        assert_eq!(t.get("/metrics").extension(from(ip)).send().await.status, status, "{ip}");
    }
    assert_eq!(t.get("/metrics").bearer(&admin).extension(from("10.0.0.1")).send().await.status, 403);
    let t = TestApp::with_metrics_token("scrape-me");
    for (ip, token, status) in [
        ("10.0.0.1", "scrape-me", 200),
        ("10.0.0.1", "scrape-m", 403),
        ("127.0.0.1", "", 403),
        ("127.0.0.1", "scrape-me", 200),
    ] {
        assert_eq!(t.get("/metrics").bearer(token).extension(from(ip)).send().await.status, status, "{ip} {token}");
    }
}

#[tokio::test]
async fn numbers_name_routes_never_paths() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let invite = t.take(&admin, &test, "cora@example.org", &[("q1", "B")]).await;
    t.get(format!("/test-invite/{}", text(&invite["token"]))).send().await;
    t.get(format!("/api/nothing/{}", text(&invite["token"]))).send().await.expect(404);
    let told = t.get("/metrics").send().await;
    assert!(told.header("content-type").starts_with("application/openmetrics-text"));
    for line in [
        r#"invigil_http_requests_total{method="POST",route="/api/start-test/{token}",status="200"} 1"#,
        r#"invigil_http_requests_total{method="POST",route="/api/invites",status="201"} 1"#,
    ] {
        assert!(told.text.contains(line), "{line} is not in\n{}", told.text);
    }
    assert!(told.text.contains("invigil_store_commits"));
    for secret in [text(&invite["token"]), text(&invite["id"]), "cora", &key(1)] {
        assert!(!told.text.contains(secret), "{secret}");
    }
}

#[derive(RustEmbed)]
#[folder = "ui/dist/"]
#[allow_missing = true]
struct Page;

/// The page itself is tested in a browser; a checkout whose page was never built says so.
#[tokio::test]
async fn screens_get_the_shell_and_other_pages_get_it_with_404() {
    let t = TestApp::new();
    invigil::http::embed(Page::get);
    let built = Page::get("index.html").is_some();
    let screens = [
        "/",
        "/login",
        "/test-invite/x",
        "/take-test/x",
        "/admin",
        "/admin/create-test",
        "/applicant",
        "/monitor/x",
        "/monitoring",
        "/review",
        "/admin/",
    ];
    for (paths, status) in
        [(&screens[..], 200), (&["/nothing", "/admin/nothing", "/take-test", "/take-test/a/b"][..], 404)]
    {
        for path in paths {
            let page = t.get(*path).header("accept", "text/html,*/*;q=0.8").send().await;
            assert!(page.header("content-type").starts_with("text/html"), "{path}");
            if !built {
                assert_eq!(page.status, 503, "{path}");
                assert!(page.text.contains("not in this binary"), "{}", page.text);
                continue;
            }
            assert_eq!((page.status, page.header("cache-control")), (status, "no-store"), "{path}");
            let policy = page.header("content-security-policy");
            let nonce = policy.split("'nonce-").nth(1).and_then(|p| p.split('\'').next()).unwrap();
            assert!(
                page.text.contains(&format!("nonce=\"{nonce}\"")) && !policy.contains("unsafe"),
                "{path}: {policy}"
            );
            assert!(page.header("permissions-policy").contains("camera=(self)"));
            let again = t.get(*path).send().await;
            assert!(!again.text.contains(nonce), "a nonce is used once");
        }
    }
}

#[tokio::test]
async fn what_is_no_page_gets_none() {
    let t = TestApp::new();
    for path in ["/favicon.ico", "/assets/nothing.js", "/assets/../Cargo.toml", "/assets/", "/robots.txt", "/.env"] {
        let reply = t.get(path).send().await;
        assert!(reply.status == 404 || (path == "/.env" && reply.status == 503), "{path}: {}", reply.status);
        assert!(!reply.text.contains("invigil ="), "{path}");
    }
    assert_eq!(t.get("/login").header("accept", "application/json").send().await.status, 404);
    let post = t.post("/login").send().await;
    assert_eq!((post.status, post.header("allow")), (405, "GET, HEAD"));
}
