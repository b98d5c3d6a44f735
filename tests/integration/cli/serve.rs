use crate::support::binary::{Place, Serving};
use std::{
    io::{Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

pub fn get(serving: &Serving, path: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", serving.port())).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn it_prints_a_ready_line_and_stops_on_a_signal() {
    let place = Place::with_admin();
    for signal in ["-TERM", "-INT"] {
        let mut serving = place.serve();
        assert!(serving.url.starts_with("http://127.0.0.1:") && serving.port() != 0);
        assert!(get(&serving, "/healthz").starts_with("HTTP/1.1 200"));
        serving.signal(signal);
        assert_eq!(serving.wait().code(), Some(0));
        assert_eq!(serving.next_line(), "", "nothing but the ready line");
    }
    assert!(place.run(["check"]).done().ends_with("no problems.\n"));
}

#[test]
fn a_setup_token_is_printed_while_there_is_no_administrator() {
    let place = Place::new();
    let mut serving = place.serve_with(&["--public-url", "https://tests.example.org"]);
    let line = serving.next_line();
    assert!(line.contains("https://tests.example.org/login") && line.trim_end().len() > 100, "{line}");
    serving.stop();
    place.add_admin("ada@example.org").done();
    let mut serving = place.serve();
    serving.signal("-TERM");
    assert_eq!(serving.next_line(), "");
}

#[test]
fn a_second_server_is_refused_on_the_same_data_or_port() {
    let place = Place::with_admin();
    let serving = place.serve();
    let line = place.run(["serve", "--listen", "127.0.0.1:0"]).refused();
    assert!(line.contains("in use by another Invigil process"), "{line}");
    let address = format!("127.0.0.1:{}", serving.port());
    let outcome = Place::new().run(["serve", "--listen", &address]);
    assert_eq!(outcome.refused(), format!("{address} is in use by another program; choose another with --listen"));
    serving.stop();
}

#[test]
fn a_demo_lists_its_accounts_and_refuses_other_data() {
    let place = Place::new();
    let mut command = place.command(["serve", "--demo", "--listen", "127.0.0.1:0"]);
    command.env_remove("INVIGIL_DATA");
    let serving = Serving::start(command);
    assert!(place.path().join("invigil-demo/invigil.redb").exists());
    assert!(get(&serving, "/api/admin/check-signup-restriction").contains("demo_accounts"));
    // The failed mails of its story are nothing to warn an operator of.
    let log = serving.stop();
    assert!(!log.contains("a mail did not go out"), "{log}");
    for place in [Place::with_admin(), with_test()] {
        let line = place.run(["serve", "--demo", "--listen", "127.0.0.1:0"]).refused();
        assert!(line.contains("needs its own folder"), "{line}");
    }
}

fn with_test() -> Place {
    let place = Place::new();
    place.write("t.json", r#"{"title": "T", "questions": [{"type": "essay", "question": "Why?"}]}"#);
    place.run(["test", "import", "t.json"]).done();
    place
}

#[test]
fn the_local_authority_is_created_once() {
    let place = Place::with_admin();
    let serving = place.serve_with(&["--tls-self-signed"]);
    assert!(serving.url.starts_with("https://127.0.0.1:"));
    assert!(serving.stop().contains("ca.pem"));
    let authority = std::fs::read(place.data().join("tls/ca.pem")).unwrap();
    let cert = place.data().join("tls/server.pem");
    let key = place.data().join("tls/server.key");
    let log = place.serve_with(&["--tls-self-signed"]).stop();
    assert!(!log.contains("ca.pem"), "{log}");
    assert_eq!(std::fs::read(place.data().join("tls/ca.pem")).unwrap(), authority);
    let given = ["--tls-cert", cert.to_str().unwrap(), "--tls-key", key.to_str().unwrap()];
    assert!(place.serve_with(&given).url.starts_with("https://"));
    let line = place.run(["serve", "--tls-cert", "none.pem", "--tls-key", "none.pem"]).refused();
    assert!(line.starts_with("none.pem: "), "{line}");
}

#[test]
fn the_json_log_never_contains_the_setup_token() {
    let place = Place::new();
    let mut serving = place.serve_with(&["--log-format", "json", "--log-level", "debug"]);
    let line = serving.next_line();
    let token = line.trim_end().rsplit(' ').next().unwrap();
    let log = serving.stop();
    assert!(!log.is_empty() && !log.contains(token));
    for line in log.lines() {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line}");
    }
}

/// A client in the middle of its request, which delays a stop.
fn half_a_request(serving: &Serving) -> TcpStream {
    let mut client = TcpStream::connect(("127.0.0.1", serving.port())).unwrap();
    let head = "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n";
    write!(client, "{head}Expect: 100-continue\r\n\r\n").unwrap();
    // The server asks for the body once the request is under way.
    let mut asked = [0; 12];
    client.read_exact(&mut asked).unwrap();
    assert_eq!(&asked, b"HTTP/1.1 100");
    client
}

#[test]
fn a_second_signal_ends_the_server_at_once() {
    let place = Place::with_admin();
    let mut serving = place.serve();
    let client = half_a_request(&serving);
    let start = Instant::now();
    while serving.poll().is_none() {
        serving.signal("-TERM");
        std::thread::yield_now();
    }
    assert_eq!(serving.wait().code(), Some(1));
    assert!(start.elapsed() < Duration::from_secs(4), "it drained: {:?}", start.elapsed());
    drop(client);
    assert!(place.run(["check"]).done().ends_with("no problems.\n"));
}

#[test]
fn a_command_waits_for_a_server_that_is_stopping() {
    let place = Place::with_admin();
    let serving = place.serve();
    let client = half_a_request(&serving);
    serving.signal("-TERM");
    let listing = std::thread::scope(|scope| {
        let listing = scope.spawn(|| place.run(["admin", "list"]));
        drop(client);
        listing.join().unwrap()
    });
    assert!(listing.done().contains("ada@example.org"));
}
