//! The server on a real socket: clients that are slow, silent or rude, and a graceful stop.

use crate::support::{
    ai_server::{AiServer, Mood},
    listening::Listening,
};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

#[tokio::test]
async fn a_client_that_never_finishes_its_headers_is_cut_off() {
    let server = Listening::start(|options| options.header_timeout = Duration::from_millis(100)).await;
    for bytes in [&b""[..], b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"GET /healthz HTTP/1.1\r\n"] {
        let reply = server.converse(bytes).await;
        assert!(!reply.contains("200 OK"), "{reply}");
    }
    let whole = server.converse(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    assert!(whole.starts_with("HTTP/1.1 200 OK") && whole.ends_with("ok\n"), "{whole}");
}

#[tokio::test]
async fn what_is_no_http_is_refused() {
    let server = Listening::start(|_| {}).await;
    let garbage = server.converse(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n").await;
    assert!(garbage.is_empty() || garbage.starts_with("HTTP/1.1 400"), "{garbage}");
    let huge = [b"GET / HTTP/1.1\r\nX: ".as_slice(), &vec![b'a'; 200 * 1024], b"\r\n\r\n"].concat();
    let refused = server.converse(&huge).await;
    assert!(refused.is_empty() || refused.starts_with("HTTP/1.1 431"), "{refused}");
}

#[tokio::test]
async fn a_stop_ends_open_streams_and_returns() {
    let server = Listening::start(|_| {}).await;
    let admin = server.t.admin().await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!("GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {admin}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut seen = String::new();
    let mut buffer = [0; 4096];
    while !seen.contains(": open") {
        let n = stream.read(&mut buffer).await.unwrap();
        seen.push_str(&String::from_utf8_lossy(&buffer[..n]));
    }
    assert!(seen.contains("text/event-stream"), "{seen}");

    server.t.test_with_all_types(&admin).await;
    drop(server.stop);
    let mut rest = String::new();
    stream.read_to_string(&mut rest).await.unwrap();
    assert!(rest.contains("event: reload"), "{rest}");
    server.task.await.unwrap();
    assert!(TcpStream::connect(server.address).await.is_err(), "nobody listens any more");
}

/// What an AI service is asked for costs money and time: nobody waits for it any more.
#[tokio::test]
async fn a_client_that_leaves_ends_its_question_to_the_ai() {
    let server = Listening::start(|_| {}).await;
    let (admin, ai) = (server.t.admin().await, AiServer::start(Mood::Silent).await);
    let settings = serde_json::json!({"provider": "openai", "baseUrl": ai.base_url(), "model": "m"});
    server.t.put("/api/admin/ai-settings").bearer(&admin).json(settings).send().await.ok();
    let body = r#"{"topic": "Rust"}"#;
    let request = format!(
        "POST /api/tests/auto-generate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {admin}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    ai.when_asked().await;
    drop(stream);
    // Far sooner than the service is given up.
    tokio::time::timeout(Duration::from_secs(30), ai.when_left()).await.unwrap();
}
