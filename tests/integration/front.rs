//! In front of the server: reverse proxies, the redirect to https, and HSTS.

use crate::support::{app::TestApp, listening::Listening};
use invigil::http::{Server, ServerOptions};

impl Listening {
    /// Sends one request on a new connection; returns the whole reply.
    async fn ask(&self, line: &str, headers: &str, body: &str) -> String {
        let length = body.len();
        let request =
            format!("{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}");
        self.converse(request.as_bytes()).await
    }

    async fn sign_in(&self, password: &str, headers: &str) -> String {
        let body = format!(r#"{{"email": "ada@example.org", "password": "{password}"}}"#);
        let headers = format!("Host: x\r\nContent-Type: application/json\r\n{headers}");
        let reply = self.ask("POST /api/auth/login", &headers, &body).await;
        reply.split(' ').nth(1).unwrap().to_owned()
    }
}

fn trust_loopback(options: &mut ServerOptions) {
    options.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
}

#[tokio::test]
async fn behind_a_trusted_proxy_only_the_guessing_client_is_throttled() {
    let server = Listening::start(trust_loopback);
    server.t.admin().await;
    for _ in 0..5 {
        assert_eq!(server.sign_in("wrong", "X-Forwarded-For: 192.0.2.7\r\n").await, "401");
    }
    assert_eq!(server.sign_in("correct horse", "X-Forwarded-For: 192.0.2.7\r\n").await, "429");
    // A forged entry in front of the client's address has no effect.
    assert_eq!(server.sign_in("correct horse", "X-Forwarded-For: 192.0.2.9, 192.0.2.7\r\n").await, "429");
    assert_eq!(server.sign_in("correct horse", "X-Forwarded-For: 192.0.2.8\r\n").await, "200");
}

#[tokio::test]
async fn forwarded_headers_of_other_clients_are_ignored() {
    let server = Listening::start(|_| {});
    server.t.admin().await;
    for n in 0..5 {
        assert_eq!(server.sign_in("wrong", &format!("X-Forwarded-For: 192.0.2.{n}\r\n")).await, "401");
    }
    for forged in ["X-Forwarded-For: 192.0.2.7\r\n", "Forwarded: for=192.0.2.7\r\n", ""] {
        assert_eq!(server.sign_in("correct horse", forged).await, "429", "{forged}");
    }
}

#[tokio::test]
async fn metrics_are_refused_through_a_trusted_proxy() {
    let server = Listening::start(trust_loopback);
    for header in ["X-Forwarded-For: 127.0.0.1\r\n", "X-Forwarded-For: 192.0.2.7\r\n", "Forwarded: for=127.0.0.1\r\n"] {
        let reply = server.ask("GET /metrics", &format!("Host: x\r\n{header}"), "").await;
        assert!(reply.starts_with("HTTP/1.1 403"), "{header}{reply}");
    }
    assert!(server.ask("GET /metrics", "Host: x\r\n", "").await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn hsts_is_sent_only_over_https() {
    let server = Listening::start(|options| {
        trust_loopback(options);
        options.strict_transport = true;
    });
    for (headers, sent) in [("", false), ("X-Forwarded-Proto: http\r\n", false), ("X-Forwarded-Proto: https\r\n", true)]
    {
        let reply = server.ask("GET /login", &format!("Host: x\r\n{headers}"), "").await.to_lowercase();
        assert_eq!(reply.contains("strict-transport-security: max-age=31536000\r\n"), sent, "{headers}");
    }
    let server = Listening::start(trust_loopback);
    let reply = server.ask("GET /login", "Host: x\r\nX-Forwarded-Proto: https\r\n", "").await.to_lowercase();
    assert!(!reply.contains("strict-transport"), "{reply}");
}

#[tokio::test]
async fn plain_http_redirects_only_to_the_public_url() {
    let t = TestApp::new();
    let any = ([127, 0, 0, 1], 0).into();
    let redirect = Server::redirecting(t.app.clone(), any, "https://tests.example.org").unwrap();
    let server = Listening::run(t, redirect);
    for (line, headers, target) in [
        ("GET /take-test/abc?x=1", "Host: evil.example\r\n", "/take-test/abc?x=1"),
        ("POST /api/auth/login", "Host: a\r\nX-Forwarded-Host: evil.example\r\n", "/api/auth/login"),
        ("GET //evil.example/", "Host: a\r\n", "//evil.example/"),
        ("GET http://evil.example/a", "Host: evil.example\r\n", "/a"),
    ] {
        let reply = server.ask(line, headers, "").await.to_lowercase();
        assert!(reply.starts_with("http/1.1 308"), "{line}: {reply}");
        assert!(reply.contains(&format!("location: https://tests.example.org{target}\r\n")), "{line}: {reply}");
    }
    let health = server.ask("GET /healthz", "Host: a\r\n", "").await;
    assert!(health.starts_with("HTTP/1.1 200") && health.ends_with("ok\n"), "{health}");
}
