//! The server on a real socket: invalid HTTP, graceful stop, clients that disconnect. Slow clients are in
//! `attacks/limits.rs`.

use crate::support::{
    ai_server::{AiServer, Mood},
    journey::{key, list, text},
    listening::Listening,
};
use serde_json::json;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

#[tokio::test]
async fn invalid_http_is_refused() {
    let server = Listening::start(|_| {});
    let garbage = server.converse(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n").await;
    assert!(garbage.is_empty() || garbage.starts_with("HTTP/1.1 400"), "{garbage}");
}

/// A socket that is closed with unread data is reset, and what the client has not read yet is lost.
#[tokio::test]
async fn a_refusal_that_precedes_the_body_reaches_its_client() {
    const BODY: usize = 4 << 20;
    let server = Listening::start(|_| {});
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "POST /api/tests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {BODY}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&vec![b' '; BODY]).await.unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.unwrap();
    assert!(reply.starts_with("HTTP/1.1 401") && reply.contains("\"code\""), "{reply}");
}

#[tokio::test]
async fn a_response_is_whole_although_an_unread_body_arrives_after_it() {
    let server = Listening::start(|_| {});
    for _ in 0..20 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let head = "GET /api/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n";
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut reply = vec![0; 256];
        stream.read_exact(&mut reply).await.unwrap();
        stream.write_all(b"{}").await.unwrap();
        stream.read_to_end(&mut reply).await.unwrap();
        let reply = String::from_utf8(reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        assert_eq!(body.len().to_string(), length);
    }
}

#[tokio::test]
async fn a_stop_ends_open_streams_and_returns() {
    let server = Listening::start(|_| {});
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
    assert!(TcpStream::connect(server.address).await.is_err(), "the port is closed");
}

/// Writes until the server's socket is closed: while it lingers, it still reads.
async fn until_closed(mut stream: TcpStream) {
    while stream.write_all(b" ").await.is_ok() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Browsers keep connections open that they may need again, and do not notice for seconds that a server has closed them.
#[tokio::test]
async fn a_stop_waits_for_no_idle_connection() {
    let server = Listening::start(|_| {});
    let unused = TcpStream::connect(server.address).await.unwrap();
    let mut idle = TcpStream::connect(server.address).await.unwrap();
    for body in ["", "{}"] {
        let length = body.len();
        let head = format!(
            "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        idle.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
        let mut reply = String::new();
        while !reply.ends_with('}') {
            let mut bytes = [0; 4096];
            let n = idle.read(&mut bytes).await.unwrap();
            reply.push_str(std::str::from_utf8(&bytes[..n]).unwrap());
        }
        assert!(reply.starts_with("HTTP/1.1 4") && !reply.contains("connection: close"), "{reply}");
    }
    let mut refused = TcpStream::connect(server.address).await.unwrap();
    refused.write_all(b"POST /api/tests HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n").await.unwrap();
    refused.read_to_string(&mut String::new()).await.unwrap();
    drop(server.stop);
    let idle = async { tokio::join!(until_closed(unused), until_closed(idle)) };
    tokio::select! {
        _ = idle => {}
        () = until_closed(refused) => panic!("idle connections were closed after one whose body was not read"),
    }
}

/// AI calls cost money and time, so a call that no client waits for is cancelled.
#[tokio::test]
async fn a_client_that_disconnects_cancels_its_ai_call() {
    let server = Listening::start(|_| {});
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
    // Well before the timeout of an AI call.
    tokio::time::timeout(Duration::from_secs(30), ai.when_left()).await.unwrap();
}

/// A page that is closed sends its last answers and hangs up: a complete request is executed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_save_is_executed_although_its_sender_hangs_up() {
    let server = Listening::start(|_| {});
    let admin = server.t.admin().await;
    let test = server.t.test_with_all_types(&admin).await;
    let mut token = String::new();
    for round in 0..40_u64 {
        if round % 10 == 0 {
            let invite = server.t.invite(&admin, &test, &format!("c{round}@example.org")).await;
            token = text(&invite["token"]).to_owned();
            server.t.start(&invite["token"], &key(1)).await.ok();
        }
        let body = format!(r#"{{"answers": [{{"question_id": "q2", "answer": "{round}", "seq": {}}}]}}"#, round + 1);
        // Like the page's save, or like its beacon.
        let method = if round % 2 == 0 { "PUT" } else { "POST" };
        let request = format!(
            "{method} /api/take-test/{token}/answers HTTP/1.1\r\nHost: x\r\nX-Attempt-Key: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            key(1),
            body.len()
        );
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        drop(stream);
        let saved = async {
            loop {
                let door = server.t.door(&json!(token), Some(&key(1))).await.ok();
                let (answers, wanted) = (&door["attempt"]["answers"], round.to_string());
                if list(answers).iter().any(|a| text(&a["answer"]) == wanted) {
                    return;
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), saved).await.unwrap_or_else(|_| panic!("save {round} is lost"));
    }
}
