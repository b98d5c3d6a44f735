//! Numbers and the description: as many as the server chooses, whatever is sent.

use crate::support::app::TestApp;
use http::Method;

#[tokio::test]
async fn methods_that_clients_make_up_are_one_label() {
    let t = TestApp::new();
    for n in 0..300 {
        let method = Method::from_bytes(format!("{}{n}", "A".repeat(1 + n * 20)).as_bytes()).unwrap();
        t.call(method.clone(), "/api/tests").send().await.refused(405, "wrong_method");
        t.call(method, format!("/nowhere/{n}")).send().await;
    }
    t.get("/healthz").send().await.expect(200);
    let numbers = t.get("/metrics").send().await.text;
    assert!(numbers.len() < 20_000, "{} bytes", numbers.len());
    assert!(!numbers.contains("AAAA"), "{numbers}");
    assert!(numbers.contains(r#"method="OTHER""#) && numbers.contains(r#"method="GET""#), "{numbers}");
}

#[tokio::test]
async fn the_description_is_made_once() {
    let t = TestApp::new();
    let first = t.get("/api/openapi.json").send().await;
    assert_eq!(first.header("content-type"), "application/json");
    assert_eq!(first.bytes, t.get("/api/openapi.json").send().await.bytes);
}
