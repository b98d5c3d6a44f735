//! Each limit on what a stranger may send, or hold open, met exactly: slow and endless bodies, silent and idle
//! connections, heads and bodies that are too large or too deep. `cargo bench --bench load` adds ten thousand connections.

use crate::support::app::TestApp;
use axum::body::Body;
use futures_util::stream;
use http::{Request, StatusCode};
use invigil::{
    http::{Options, Server, TimeLimit},
    secrets,
};
use std::{
    convert::Infallible,
    net::SocketAddr,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_util::sync::{CancellationToken, DropGuard};
use tower::ServiceExt;

/// Long enough for a busy machine to answer within, short enough to wait for.
const SOON: Duration = Duration::from_millis(300);

struct Running {
    address: SocketAddr,
    t: TestApp,
    _stop: DropGuard,
}

async fn serve(change: impl FnOnce(&mut Options)) -> Running {
    let t = TestApp::new();
    let mut options = Options::new(([127, 0, 0, 1], 0).into());
    change(&mut options);
    let server = Server::bind(t.app.clone(), options).await.unwrap();
    let (address, stop) = (server.local_addr(), CancellationToken::new());
    tokio::spawn(server.run(stop.clone()));
    Running { address, t, _stop: stop.drop_guard() }
}

/// What comes back until the other end closes, and how long that took.
async fn converse(address: SocketAddr, bytes: &[u8]) -> (String, Duration) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let (began, mut reply) = (Instant::now(), Vec::new());
    // A reset is a close as well.
    let _ = stream.read_to_end(&mut reply).await;
    (String::from_utf8_lossy(&reply).into_owned(), began.elapsed())
}

#[tokio::test]
async fn a_connection_that_asked_once_and_falls_silent_is_closed() {
    let server = serve(|options| options.header_timeout = SOON).await;
    let (reply, took) = converse(server.address, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(reply.starts_with("HTTP/1.1 200") && reply.ends_with("ok\n"), "{reply}");
    assert!(took >= SOON, "it may ask again meanwhile: {took:?}");
}

#[tokio::test]
async fn headers_that_trickle_in_do_not_prolong_their_time() {
    let server = serve(|options| options.header_timeout = SOON).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n").await.unwrap();
    let began = Instant::now();
    // A letter at a time, each well within the limit.
    while stream.write_all(b"X: y\r\n").await.is_ok() {
        tokio::time::sleep(SOON / 10).await;
        assert!(began.elapsed() < SOON * 30, "the limit is of each line, not of all");
    }
    assert!(began.elapsed() >= SOON);
}

#[tokio::test]
async fn a_handshake_that_is_never_ended_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let made = secrets::self_signed(folder.path(), &["localhost".to_owned()]).unwrap();
    let tls = secrets::server_config(&made.cert_pem, &made.key_pem).unwrap();
    let server = serve(|options| {
        options.header_timeout = SOON;
        options.tls = Some(tls);
    })
    .await;
    for bytes in [&b""[..], b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/1.1\r\n\r\n"] {
        let (reply, _) = converse(server.address, bytes).await;
        assert!(!reply.contains("HTTP/1.1 200"), "{reply}");
    }
}

#[tokio::test]
async fn a_head_that_is_too_large_in_any_way_is_refused() {
    let server = serve(|_| {}).await;
    let long = "a".repeat(200 * 1024);
    let many = "X: y\r\n".repeat(500);
    for head in [
        format!("GET /{long} HTTP/1.1\r\nHost: x\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: x\r\nX: {long}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: x\r\n{many}\r\n"),
        format!("{long} / HTTP/1.1\r\nHost: x\r\n\r\n"),
    ] {
        let (reply, _) = converse(server.address, head.as_bytes()).await;
        let status = reply.split(' ').nth(1).unwrap_or_default();
        assert!(["", "400", "414", "431"].contains(&status), "{reply}");
    }
    // The control: a head of an ordinary size is none of these.
    let fine = format!("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: {}\r\n\r\n", &long[..4 * 1024]);
    assert!(converse(server.address, fine.as_bytes()).await.0.starts_with("HTTP/1.1 200"));
}

/// Two ways to say where a body ends are a way to hide a request behind another one.
#[tokio::test]
async fn a_body_of_two_lengths_is_refused() {
    let server = serve(|_| {}).await;
    let hidden = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n";
    for lengths in [
        "Content-Length: 0\r\nTransfer-Encoding: chunked",
        "Content-Length: 0\r\nContent-Length: 35",
        "Content-Length: 0, 35",
        "Content-Length: +35",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    ] {
        let request =
            format!("POST /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{lengths}\r\n\r\n{hidden}");
        let (reply, _) = converse(server.address, request.as_bytes()).await;
        assert!(!reply.contains("invigil_http_requests"), "{lengths}: {reply}");
    }
}

/// The body never ends.
#[tokio::test]
async fn a_body_that_trickles_in_is_given_up() {
    let t = TestApp::new();
    let drops = stream::unfold((), |()| async {
        tokio::time::sleep(SOON / 10).await;
        Some((Ok::<_, Infallible>(" "), ()))
    });
    let request = Request::post("/api/auth/login").header("content-type", "application/json");
    let request = request.extension(TimeLimit(SOON)).body(Body::from_stream(drops)).unwrap();
    let began = Instant::now();
    let reply = t.router.clone().oneshot(request).await.unwrap();
    assert_eq!(reply.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(began.elapsed() >= SOON);
}

/// As much as is allowed and not a byte more, whether or not the length is told beforehand.
#[tokio::test]
async fn a_body_is_read_up_to_its_limit() {
    let t = TestApp::new();
    let admin = t.admin().await;
    let padded = |size: usize| {
        let head = br#"{"email": "a@example.org", "password": "x"}"#;
        [head.as_slice(), &vec![b' '; size - head.len()]].concat()
    };
    for (path, limit) in [("/api/auth/login", 4 << 10), ("/api/tests", 2 << 20), ("/api/tests/import", 10 << 20)] {
        for (size, is_refused) in [(limit, false), (limit + 1, true)] {
            let call = || t.post(path).bearer(&admin).body("application/json", padded(size));
            assert_eq!(call().send().await.status == 413, is_refused, "{path} {size}");
            assert_eq!(call().chunked().send().await.status == 413, is_refused, "{path} {size}, of unknown length");
        }
    }
}

/// Deep enough to overflow a stack that follows it down; each reader has its own limit.
#[tokio::test]
async fn what_is_nested_without_end_is_refused() {
    let t = TestApp::new();
    let admin = t.admin().await;
    let deep = 200_000;
    let nested = |open: &str, close: &str| open.repeat(deep) + &close.repeat(deep);
    let json = format!(r#"{{"x": {}}}"#, nested("[", "]"));
    for field in ["x", "title", "questions"] {
        let body = json.replace("\"x\"", &format!("\"{field}\""));
        let reply = t.post("/api/tests").bearer(&admin).body("application/json", body).send().await;
        assert!(matches!(reply.status, 400 | 422), "{field}: {}", reply.text);
    }
    let xml = format!("<?xml version=\"1.0\"?>{}", nested("<a>", "</a>"));
    for (name, file) in [
        ("t.json", nested("[", "]")),
        ("t.json", json),
        ("t.yaml", nested("[", "]")),
        ("t.yaml", nested("{a: ", "}")),
        ("t.xml", xml),
        ("t.gift", nested("{", "}")),
        ("t.csv", nested("\"", "\"")),
    ] {
        let path = format!("/api/tests/import?filename={name}&dry_run=true");
        let reply = t.post(path).bearer(&admin).body("application/octet-stream", file).send().await;
        assert!(reply.status == 422 || reply.json["importable"] == false, "{name}: {}", reply.text);
    }
    // The control: what is nested like anything is, comes in.
    let file = crate::support::journey::small_test("T").to_string();
    let reply = t.post("/api/tests/import?filename=t.json").bearer(&admin).body("application/octet-stream", file);
    reply.send().await.expect(201);
}

#[tokio::test]
async fn many_silent_connections_keep_nobody_waiting() {
    let server = serve(|_| {}).await;
    let admin = server.t.admin().await;
    let mut silent = Vec::new();
    for n in 0..300 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        if n % 2 == 0 {
            stream.write_all(b"PUT /api/tests HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{").await.unwrap();
        }
        silent.push(stream);
    }
    let request =
        format!("GET /api/tests HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {admin}\r\n\r\n");
    let answer = tokio::time::timeout(Duration::from_secs(5), converse(server.address, request.as_bytes())).await;
    assert!(answer.unwrap().0.starts_with("HTTP/1.1 200"));
}
