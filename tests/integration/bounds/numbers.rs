//! Metrics and the OpenAPI document have a bounded size, whatever clients send.

use crate::support::app::TestApp;
use http::Method;

#[tokio::test]
async fn unknown_methods_share_one_metric_label() {
    let t = TestApp::new();
    for n in 0..300 {
        let method = Method::from_bytes(format!("{}{n}", "A".repeat(1 + n * 20)).as_bytes()).unwrap();
        t.call(method.clone(), "/api/tests").send().await.refused(405, "wrong_method");
        t.call(method, format!("/nowhere/{n}")).send().await;
    }
    t.get("/healthz").send().await.expect(200);
    let metrics = t.get("/metrics").send().await.text;
    assert!(metrics.len() < 20_000, "{} bytes", metrics.len());
    assert!(!metrics.contains("AAAA"), "{metrics}");
    assert!(metrics.contains(r#"method="OTHER""#) && metrics.contains(r#"method="GET""#), "{metrics}");
}

#[tokio::test]
async fn the_openapi_document_is_stable() {
    let t = TestApp::new();
    let first = t.get("/api/openapi.json").send().await;
    assert_eq!(first.header("content-type"), "application/json");
    assert_eq!(first.bytes, t.get("/api/openapi.json").send().await.bytes);
}
