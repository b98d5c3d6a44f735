//! Connections, bodies and streams on a real socket.

use crate::support::{
    app::TestApp,
    journey::{key, text},
    listening::Listening,
};
use invigil::{
    domain::time::{MINUTE, SECOND},
    http::ConnectionLimits,
};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// Timeout for any wait; reached only by a defect.
const TIMEOUT: Duration = Duration::from_secs(20);
const HEALTH: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

async fn open(address: SocketAddr, first: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(first).await.unwrap();
    stream
}

/// Sends a request and reads to the end; empty if the connection was closed without a reply.
async fn ask(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = open(address, request).await;
    let mut reply = Vec::new();
    let _ = timeout(TIMEOUT, stream.read_to_end(&mut reply)).await.expect("the connection stays open");
    String::from_utf8_lossy(&reply).into_owned()
}

/// Retries until served: a slot is released a moment after its connection is closed.
async fn until_served(address: SocketAddr) {
    let served = async { while !ask(address, HEALTH).await.starts_with("HTTP/1.1 200") {} };
    timeout(TIMEOUT, served).await.expect("no slot was released");
}

#[tokio::test]
async fn connections_over_the_limit_get_503_and_slots_are_released() {
    for bounds in [ConnectionLimits { in_all: 3, per_address: 100 }, ConnectionLimits { in_all: 100, per_address: 3 }] {
        let server = Listening::start(|options| options.connections = Some(bounds));
        let mut held = Vec::new();
        for _ in 0..3 {
            let mut stream = open(server.address, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
            // Wait for a reply, so that the connection counts.
            assert!(stream.read(&mut [0; 64]).await.unwrap() > 0);
            held.push(stream);
        }
        let mut refused = TcpStream::connect(server.address).await.unwrap();
        let mut reply = String::new();
        timeout(TIMEOUT, refused.read_to_string(&mut reply)).await.unwrap().unwrap();
        assert!(reply.starts_with("HTTP/1.1 503") && reply.contains("Retry-After: 5"), "{reply}");
        let body: Value = serde_json::from_str(reply.split_once("\r\n\r\n").unwrap().1).unwrap();
        assert_eq!(body["code"], "unavailable");
        drop(held);
        until_served(server.address).await;
    }
}

#[tokio::test]
async fn a_trusted_proxy_is_exempt_from_the_limit_per_address() {
    let server = Listening::start(|options| {
        options.connections = Some(ConnectionLimits { in_all: 100, per_address: 3 });
        options.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    });
    let mut held = Vec::new();
    for _ in 0..20 {
        held.push(open(server.address, b"").await);
    }
    assert!(ask(server.address, HEALTH).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_client_that_does_not_read_its_response_is_disconnected() {
    let server = Listening::start(|options| options.write_timeout = Duration::from_millis(300));
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let (mut reader, mut writer) = stream.split();
    // Far more replies than the socket buffers hold.
    let asking = async {
        let request = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";
        while writer.write_all(request).await.is_ok() {}
    };
    timeout(TIMEOUT, asking).await.expect("a client that reads nothing is never disconnected");
    let _ = reader.read(&mut [0; 64]).await;
    until_served(server.address).await;
}

#[tokio::test]
async fn stalled_bodies_without_access_are_refused_at_once() {
    let server = Listening::start(|_| {});
    let t = &server.t;
    let admin = t.admin().await;
    let invite = t.invite(&admin, &t.test_with_all_types(&admin).await, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    let token = text(&invite["token"]);
    let head = |what: &str, length: usize, by: &str| {
        format!(
            "{what} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Attempt-Key: {by}\r\n\
             Content-Length: {length}\r\n\r\n{{\"answers\": ["
        )
    };
    let submit = format!("POST /api/submit-test/{token}");
    let save = format!("PUT /api/take-test/{}/answers", key(9));
    for (request, status) in [
        // Large bodies: before any of it is read. Small ones: when they stall.
        (head(&submit, 8_000_000, &key(2)), "409"),
        (head(&submit, 2_000, &key(2)), "409"),
        (head(&save, 200_000, &key(1)), "404"),
        (head(&save, 2_000, &key(1)), "404"),
    ] {
        let reply = ask_first_line(server.address, &request).await;
        assert!(reply.starts_with(&format!("HTTP/1.1 {status}")), "{request}{reply}");
    }
}

/// First bytes of the reply to a request whose body never ends.
async fn ask_first_line(address: SocketAddr, request: &str) -> String {
    let mut stream = open(address, request.as_bytes()).await;
    let mut buffer = [0; 512];
    let read = timeout(TIMEOUT, stream.read(&mut buffer)).await.expect("no reply").unwrap();
    String::from_utf8_lossy(&buffer[..read]).into_owned()
}

#[tokio::test]
async fn a_new_event_stream_replaces_the_oldest() {
    use invigil::live::{PER_ACCOUNT, PER_ATTEMPT};
    let (t, admin) = TestApp::with_admin().await;
    let invite = t.invite(&admin, &t.test_with_all_types(&admin).await, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    let path = format!("/api/take-test/{}/events", text(&invite["token"]));
    let mut of_page = Vec::new();
    for _ in 0..PER_ATTEMPT + 5 {
        of_page.push(t.get(&path).key(&key(1)).stream().await);
    }
    assert_eq!(t.app.hub.subscribers(), PER_ATTEMPT);
    // The oldest stream gets a reload event and ends.
    assert_eq!(of_page[0].next().await.unwrap().name, "attempt.changed");
    assert_eq!(of_page[0].next().await.unwrap().name, "reload");
    assert_eq!(of_page[0].next().await, None);
    let mut of_account = Vec::new();
    for _ in 0..PER_ACCOUNT + 5 {
        of_account.push(t.get("/api/events").bearer(&admin).stream().await);
    }
    assert_eq!(t.app.hub.subscribers(), PER_ATTEMPT + PER_ACCOUNT);
}

#[tokio::test]
async fn concurrent_exports_per_account_are_limited() {
    let (t, admin) = TestApp::with_admin().await;
    let user: invigil::service::actor::ResultReader = invigil::service::actor::Actor::Operator.require().unwrap();
    let held: Vec<_> = std::iter::from_fn(|| t.app.limits.exports.begin(user.id()).ok()).collect();
    assert_eq!(held.len(), 3);
    // The limit is per account.
    for _ in 0..10 {
        assert_eq!(t.get("/api/results/export").bearer(&admin).send().await.status, 200);
    }
    drop(held);
    t.app.limits.exports.begin(user.id()).unwrap();
}

/// A cascade delete of many attempts runs in batches of the writer.
#[tokio::test]
async fn a_large_cascade_delete_runs_in_batches() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    t.clock.advance(30 * MINUTE);
    let start = invigil::domain::Instant::parse("2026-03-02T08:00:00Z").unwrap();
    for n in 0..10 {
        let one = |k: i32| json!({"kind": "blur", "at": start.plus((n * 200 + k) * SECOND / 2).to_string()});
        let signals: Vec<_> = (0..200).map(one).collect();
        let path = format!("/api/take-test/{}/signals", text(&invite["token"]));
        t.post(path).key(&key(1)).json(json!({"signals": signals})).send().await.ok();
    }
    for n in 0..60 {
        t.take(&admin, &test, &format!("p{n}@example.org"), &[("q1", "B"), ("q2", "words")]).await;
    }
    let operations = || t.app.store.stats().operations;
    let before = operations();
    let reply = t.delete(format!("/api/tests/{}/force", text(&test["id"]))).bearer(&admin).send().await.ok();
    assert!(reply.to_string().contains("61"), "{reply}");
    assert!(operations() - before >= 8, "{} batches", operations() - before);
    t.get(format!("/api/tests/{}", text(&test["id"]))).bearer(&admin).send().await.expect(404);
    assert_eq!(t.overview(&admin).await["total_submissions"].as_u64().unwrap_or_default(), 0);
    t.assert_sound();
}

/// A cascade delete interrupted between two batches (simulated by aborting the call) leaves consistent data.
#[tokio::test]
async fn an_interrupted_cascade_delete_leaves_consistent_data() {
    let operator = invigil::service::actor::Actor::Operator.require().unwrap();
    for person in [false, true] {
        let (t, admin) = TestApp::with_admin().await;
        let mut test = json!({});
        for n in 0..60 {
            if n % 20 == 0 {
                test = t.test_with_all_types(&admin).await;
            }
            let email = if person { "p@example.org".to_owned() } else { format!("p{n}@example.org") };
            t.take(&admin, &test, &email, &[("q1", "B"), ("q2", "words")]).await;
            t.clock.advance(SECOND);
        }
        let rows = t.get("/api/admin/applicants?search=p@").bearer(&admin).send().await.ok();
        let path = if person {
            format!("/api/admin/applicants/{}", text(&rows[0]["id"]))
        } else {
            format!("/api/tests/{}/force", text(&test["id"]))
        };
        let mut breaks = 0;
        loop {
            let before = t.app.store.stats().operations;
            let call = tokio::spawn(t.delete(&path).bearer(&admin).send());
            while t.app.store.stats().operations == before && !call.is_finished() {
                tokio::task::yield_now().await;
            }
            call.abort();
            let report = invigil::service::operate::integrity_check::check(&t.app, &operator).unwrap();
            assert_eq!(report.problems, Vec::<String>::new(), "after {breaks} interruptions");
            if call.await.is_ok() || t.delete(&path).bearer(&admin).may_fail().send().await.status == 404 {
                break;
            }
            breaks += 1;
        }
        t.assert_sound();
    }
}
