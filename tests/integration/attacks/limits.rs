//! Limits on what anonymous clients may send or keep open, each reached exactly: slow and endless bodies, silent and
//! idle connections, headers and bodies that are too large or nested too deep. `cargo bench --bench load` adds ten
//! thousand connections.

use crate::support::{
    app::TestApp,
    journey::small_test,
    listening::{Listening, converse},
};
use axum::body::Body;
use futures_util::{future::join_all, stream};
use http::{Request, StatusCode};
use invigil::{http::TimeLimit, secrets};
use std::{
    convert::Infallible,
    net::SocketAddr,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::{sleep, timeout},
};
use tower::ServiceExt;

/// Limit under test: long enough for a busy machine to reply, short enough to wait for.
const SHORT: Duration = Duration::from_millis(300);
/// A connection still open after this counts as open forever.
const TIMEOUT: Duration = Duration::from_secs(3);
/// No limit, for the controls.
const NEVER: Duration = Duration::from_hours(1);

/// A client that holds a connection open: sends `first` at once, then `then` repeatedly without end.
struct Idler {
    name: &'static str,
    first: &'static [u8],
    then: &'static [u8],
}

const IDLERS: [Idler; 5] = [
    Idler { name: "silent from the start", first: b"", then: b"" },
    Idler { name: "half a line", first: b"GET /healthz HTT", then: b"" },
    Idler { name: "half a head", first: b"GET /healthz HTTP/1.1\r\nHost: x\r\n", then: b"" },
    // Each line is well below the size limit.
    Idler { name: "a head without end", first: b"GET /healthz HTTP/1.1\r\nHost: x\r\n", then: b"X: y\r\n" },
    Idler { name: "asked once", first: b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", then: b"" },
];

/// The same before the TLS handshake is complete.
const HANDSHAKES: [Idler; 3] = [
    Idler { name: "silent before a handshake", first: b"", then: b"" },
    Idler { name: "half a handshake", first: b"\x16\x03\x01\x02\x00\x01", then: b"" },
    Idler { name: "a handshake without end", first: b"\x16\x03\x01\x40\x00\x01", then: b"\x00" },
];

impl Idler {
    /// Time until the server closes the connection; `None` if it is still open after `TIMEOUT`.
    async fn lifetime(&self, address: SocketAddr) -> Option<Duration> {
        let stream = TcpStream::connect(address).await.unwrap();
        let (mut reader, mut writer) = stream.into_split();
        let began = Instant::now();
        writer.write_all(self.first).await.unwrap();
        let trickle = async {
            // Ends with the connection, which the reader notices.
            while !self.then.is_empty() && writer.write_all(self.then).await.is_ok() {
                sleep(SHORT / 10).await;
            }
            std::future::pending::<()>().await;
        };
        let mut reply = Vec::new();
        let closed = async { drop(reader.read_to_end(&mut reply).await) };
        let is_closed = timeout(TIMEOUT, async {
            tokio::select! { () = trickle => {}, () = closed => {} }
        })
        .await;
        is_closed.ok().map(|()| began.elapsed())
    }
}

fn tls() -> rustls::ServerConfig {
    let folder = tempfile::tempdir().unwrap();
    let issued = secrets::self_signed(folder.path(), &["localhost".to_owned()], std::time::SystemTime::now()).unwrap();
    secrets::server_config(&issued.cert_pem, &issued.key_pem).unwrap()
}

/// Time to close of each idler on a server with this limit.
async fn lifetimes(limit: Duration) -> Vec<(&'static str, Option<Duration>)> {
    let plain = Listening::start(|options| options.header_timeout = limit);
    let secure = Listening::start(|options| {
        options.header_timeout = limit;
        options.tls = Some(tls());
    });
    let to = |server: &Listening, idlers: &'static [Idler]| {
        let address = server.address;
        idlers.iter().map(move |idler| async move { (idler.name, idler.lifetime(address).await) }).collect::<Vec<_>>()
    };
    let (plain, secure) = tokio::join!(join_all(to(&plain, &IDLERS)), join_all(to(&secure, &HANDSHAKES)));
    [plain, secure].concat()
}

#[tokio::test]
async fn idle_connections_are_closed() {
    for (name, closed) in lifetimes(SHORT).await {
        assert!(closed.is_some_and(|time| time >= SHORT), "{name}: {closed:?}");
    }
}

#[tokio::test]
async fn a_server_without_idle_timeout_is_detected() {
    for (name, closed) in lifetimes(NEVER).await {
        assert_eq!(closed, None, "{name}");
    }
}

#[tokio::test]
async fn plain_http_to_a_tls_port_gets_no_reply() {
    let request = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let secure = Listening::start(|options| options.tls = Some(tls()));
    assert!(!secure.converse(request).await.contains("HTTP/1.1 200"));
    // The control.
    assert!(Listening::start(|_| {}).converse(request).await.contains("HTTP/1.1 200"));
}

#[tokio::test]
async fn oversized_request_heads_are_refused() {
    let server = Listening::start(|_| {});
    let long = "a".repeat(200 * 1024);
    let many = "X: y\r\n".repeat(500);
    for head in [
        format!("GET /{long} HTTP/1.1\r\nHost: x\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: x\r\nX: {long}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: x\r\n{many}\r\n"),
        format!("{long} / HTTP/1.1\r\nHost: x\r\n\r\n"),
    ] {
        let reply = server.converse(head.as_bytes()).await;
        let status = reply.split(' ').nth(1).unwrap_or_default();
        assert!(["", "400", "414", "431"].contains(&status), "{reply}");
    }
    // The control: a head of normal size is accepted.
    let fine = format!("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: {}\r\n\r\n", &long[..4 * 1024]);
    assert!(server.converse(fine.as_bytes()).await.starts_with("HTTP/1.1 200"));
}

/// Request smuggling: conflicting body lengths could hide a request behind another one.
#[tokio::test]
async fn a_body_with_conflicting_lengths_is_refused() {
    let server = Listening::start(|options| options.header_timeout = SHORT);
    let hidden = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n";
    let answers_both = async |lengths: &str| {
        let request = format!("POST /api/auth/login HTTP/1.1\r\nHost: x\r\n{lengths}\r\n\r\n{hidden}");
        server.converse(request.as_bytes()).await.contains("invigil_http_requests")
    };
    for lengths in [
        "Content-Length: 0\r\nTransfer-Encoding: chunked",
        "Content-Length: 0\r\nContent-Length: 35",
        "Content-Length: 0, 35",
        "Content-Length: +35",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    ] {
        assert!(!answers_both(lengths).await, "{lengths}");
    }
    // The control: two requests with correct lengths.
    assert!(answers_both("Content-Length: 0").await);
}

/// Status of a request whose body never ends; `None` if it is still read after `TIMEOUT`.
async fn trickle(limit: Duration) -> Option<StatusCode> {
    let t = TestApp::new();
    let drops = stream::unfold((), |()| async {
        sleep(SHORT / 10).await;
        Some((Ok::<_, Infallible>(" "), ()))
    });
    let request = Request::post("/api/auth/login").header("content-type", "application/json");
    let request = request.extension(TimeLimit(limit)).body(Body::from_stream(drops)).unwrap();
    timeout(TIMEOUT, t.router.clone().oneshot(request)).await.ok().map(|reply| reply.unwrap().status())
}

#[tokio::test]
async fn a_trickling_body_times_out() {
    let began = Instant::now();
    assert_eq!(trickle(SHORT).await, Some(StatusCode::SERVICE_UNAVAILABLE));
    assert!(began.elapsed() >= SHORT);
    // The control: a server without a limit.
    assert_eq!(trickle(NEVER).await, None);
}

/// Exactly to the byte, with and without a `Content-Length`.
#[tokio::test]
async fn a_body_is_read_up_to_its_limit() {
    let (t, admin) = TestApp::with_admin().await;
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

/// Deep enough to overflow the stack of a recursive parser; each parser has its own limit.
#[tokio::test]
async fn deeply_nested_input_is_refused() {
    let (t, admin) = TestApp::with_admin().await;
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
    // The control: normal nesting is accepted.
    let file = small_test("T").to_string();
    let reply = t.post("/api/tests/import?filename=t.json").bearer(&admin).body("application/octet-stream", file);
    reply.send().await.expect(201);
}

/// Whether a request gets a reply while 300 other clients hold a connection each.
async fn is_served(address: SocketAddr, request: &str) -> bool {
    let reply = async {
        let mut silent = Vec::new();
        for n in 0..300 {
            let mut stream = TcpStream::connect(address).await.unwrap();
            if n % 2 == 0 {
                let begun = b"PUT /api/tests HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{";
                stream.write_all(begun).await.unwrap();
            }
            silent.push(stream);
        }
        converse(address, request.as_bytes()).await
    };
    timeout(TIMEOUT, reply).await.is_ok_and(|reply| reply.starts_with("HTTP/1.1 200"))
}

#[tokio::test]
async fn many_silent_connections_block_no_request() {
    let server = Listening::start(|_| {});
    let admin = server.t.admin().await;
    let request =
        format!("GET /api/tests HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {admin}\r\n\r\n");
    assert!(is_served(server.address, &request).await);
}

#[tokio::test]
async fn a_sequential_server_is_detected() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 4096];
            let mut read = 0;
            while !request[..read].ends_with(b"\r\n\r\n") {
                read += stream.read(&mut request[read..]).await.unwrap();
            }
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").await.unwrap();
        }
    });
    let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    assert!(converse(address, request.as_bytes()).await.starts_with("HTTP/1.1 200"), "a single request is served");
    assert!(!is_served(address, request).await);
}
