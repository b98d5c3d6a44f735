//! The audit log on its way to a file and to syslog servers (docs/behaviour/data.md#audit-log-out).

use crate::support::app::TestApp;
use invigil::{
    app::{Config, Host},
    audit_out::AuditSink,
    domain::{
        audit::AuditEntry,
        audit_out::{AuditPosition, AuditTarget},
        hex,
        notification::{Notification, NotificationKind},
        time::{DAY, MINUTE, SECOND},
    },
    service::{operate::audit_shipping::AuditShipping, work::By},
    store::Read,
};
use rustls::{
    ServerConfig,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, PrivateKeyDer},
};
use serde_json::Value;
use std::{fs, sync::Arc};
use tokio::{
    io::{AsyncRead, AsyncReadExt},
    net::{TcpListener, TcpStream, UdpSocket},
};
use tokio_rustls::TlsAcceptor;

/// Entries by number and hash, as a receiver understands them.
type Received = Vec<(u64, String)>;

struct Site {
    t: TestApp,
}

impl Site {
    async fn new() -> Self {
        let t = TestApp::new();
        t.admin().await;
        Self { t }
    }

    async fn note(&self, count: usize) {
        for _ in 0..count {
            self.t.app.write(By::Operator, |w| w.audit("test.note", "target", "a note")).await.unwrap();
        }
    }

    fn log(&self) -> Received {
        let entries = self.t.app.store.read().unwrap().records::<AuditEntry>().unwrap();
        entries.iter().map(|entry| (entry.number, hex::encode(&entry.hash))).collect()
    }

    fn arrived(&self, target: &AuditTarget) -> u64 {
        let position: Option<AuditPosition> =
            self.t.app.store.read().unwrap().get(target.to_string().as_str()).unwrap();
        position.map_or(0, |position| position.number)
    }

    fn reported(&self) -> usize {
        let all: Vec<Notification> = self.t.app.store.read().unwrap().records().unwrap();
        all.iter().filter(|one| one.kind == NotificationKind::AuditLogWaits).count()
    }
}

fn shipping(target: &AuditTarget) -> AuditShipping {
    AuditShipping::new(target.clone(), AuditSink::new(target, Vec::new()))
}

fn understood(json: &str) -> (u64, String) {
    let entry: Value = serde_json::from_str(json).unwrap();
    (entry["number"].as_u64().unwrap(), entry["hash"].as_str().unwrap().to_owned())
}

/// Reads `count` messages with their lengths before them.
async fn read(stream: &mut (impl AsyncRead + Unpin), count: usize) -> Received {
    let mut received = Vec::new();
    for _ in 0..count {
        let mut length = String::new();
        loop {
            match stream.read_u8().await.unwrap() {
                b' ' => break,
                digit => length.push(char::from(digit)),
            }
        }
        let mut message = vec![0; length.parse().unwrap()];
        stream.read_exact(&mut message).await.unwrap();
        let message = String::from_utf8(message).unwrap();
        assert!(message.starts_with("<109>1 2026-"), "{message}");
        let (head, json) = message.split_at(message.find('{').unwrap());
        assert_eq!(head.split(' ').nth(3), Some("invigil"), "{message}");
        received.push(understood(json));
    }
    received
}

async fn listen() -> (TcpListener, AuditTarget) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("tcp://{}", listener.local_addr().unwrap());
    (listener, AuditTarget::Syslog(url.parse().unwrap()))
}

async fn accepted(listener: &TcpListener) -> TcpStream {
    listener.accept().await.unwrap().0
}

/// The doctor names what waits, and why.
#[tokio::test]
async fn the_doctor_says_why_the_log_does_not_arrive() {
    let (listener, target) = listen().await;
    let host = Host { audit: vec![target.clone()], ..Host::default() };
    let t = TestApp::with_config(Config { host, ..Config::default() });
    let ada = t.admin().await;
    let said = async || {
        let report = t.get("/api/admin/doctor").bearer(&ada).send().await.ok();
        let findings = report["findings"].as_array().unwrap();
        let finding = findings.iter().find(|one| one["topic"] == "audit log").unwrap();
        (finding["state"].clone(), finding["said"].as_str().unwrap().to_owned())
    };
    let mut shipping = shipping(&target);
    drop(listener);
    shipping.step(&t.app).await.unwrap_err();
    assert_eq!(said().await.0, "ok", "it is on its way");
    t.clock.advance(2 * MINUTE);
    let (state, words) = said().await;
    assert_eq!(state, "warning");
    assert!(words.contains("has not arrived at tcp://127.0.0.1:") && words.contains("refused"), "{words}");
}

#[tokio::test]
async fn a_file_has_each_entry_once_over_rotation_and_restart() {
    let s = Site::new().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("audit.jsonl");
    let target = AuditTarget::File(path.clone());
    let lines = |name: &str| -> Received {
        fs::read_to_string(folder.path().join(name)).unwrap().lines().map(understood).collect()
    };
    let mut first = shipping(&target);
    assert!(!first.step(&s.t.app).await.unwrap());
    assert_eq!(lines("audit.jsonl"), s.log());
    fs::rename(&path, folder.path().join("audit.1")).unwrap();
    s.note(3).await;
    // Another process goes on from the stored position.
    shipping(&target).step(&s.t.app).await.unwrap();
    assert_eq!([lines("audit.1"), lines("audit.jsonl")].concat(), s.log());
    assert_eq!(s.arrived(&target), s.log().len() as u64);
    // More than a batch.
    s.note(501).await;
    let mut second = shipping(&target);
    assert!(second.step(&s.t.app).await.unwrap());
    assert!(!second.step(&s.t.app).await.unwrap());
    assert_eq!([lines("audit.1"), lines("audit.jsonl")].concat(), s.log());
}

#[tokio::test]
async fn what_was_sent_before_a_kill_is_sent_again_until_it_has_settled() {
    let s = Site::new().await;
    let (listener, target) = listen().await;
    let mut first = shipping(&target);
    first.step(&s.t.app).await.unwrap();
    let mut stream = accepted(&listener).await;
    assert_eq!(read(&mut stream, s.log().len()).await, s.log());
    assert_eq!(s.arrived(&target), 0, "it may still be lost");
    // Killed between send and position.
    drop((first, stream));
    let mut second = shipping(&target);
    second.step(&s.t.app).await.unwrap();
    let mut stream = accepted(&listener).await;
    assert_eq!(read(&mut stream, s.log().len()).await, s.log());
    s.t.clock.advance(SECOND * 30);
    second.step(&s.t.app).await.unwrap();
    let settled = s.log().len();
    assert_eq!(s.arrived(&target), settled as u64);
    s.note(2).await;
    second.step(&s.t.app).await.unwrap();
    assert_eq!(read(&mut stream, 2).await, s.log()[settled..]);
    // Killed again: only these two come twice.
    drop((second, stream));
    let mut third = shipping(&target);
    third.step(&s.t.app).await.unwrap();
    let mut stream = accepted(&listener).await;
    assert_eq!(read(&mut stream, 2).await, s.log()[settled..]);
}

#[tokio::test]
async fn a_receiver_that_is_away_for_a_day_is_reported_once_and_gets_all() {
    let s = Site::new().await;
    let (listener, target) = listen().await;
    let address = listener.local_addr().unwrap();
    drop(listener);
    let mut shipping = shipping(&target);
    shipping.step(&s.t.app).await.unwrap_err();
    assert_eq!(s.reported(), 0);
    s.t.clock.advance(DAY);
    s.note(1).await;
    for _ in 0..3 {
        shipping.step(&s.t.app).await.unwrap_err();
    }
    assert_eq!(s.reported(), 1);
    let listener = TcpListener::bind(address).await.unwrap();
    shipping.step(&s.t.app).await.unwrap();
    let mut stream = accepted(&listener).await;
    assert_eq!(read(&mut stream, s.log().len()).await, s.log());
    // It closes in order, having read all: that has arrived.
    drop(stream);
    let closed = tokio::time::timeout(std::time::Duration::from_secs(10), async {
        while s.arrived(&target) == 0 {
            shipping.step(&s.t.app).await.unwrap();
            tokio::task::yield_now().await;
        }
    });
    closed.await.unwrap();
    assert_eq!(s.arrived(&target), s.log().len() as u64);
    s.note(1).await;
    shipping.step(&s.t.app).await.unwrap();
    let mut stream = accepted(&listener).await;
    assert_eq!(read(&mut stream, 1).await, s.log()[s.log().len() - 1..]);
}

#[tokio::test]
async fn a_position_of_another_log_is_not_used() {
    let s = Site::new().await;
    let folder = tempfile::tempdir().unwrap();
    let target = AuditTarget::File(folder.path().join("audit.jsonl"));
    let at = s.t.app.now();
    let foreign = AuditPosition { target: target.to_string(), number: 1, hash: [9; 32], at };
    s.t.app.write(By::Operator, move |w| Ok(w.put(&foreign)?)).await.unwrap();
    shipping(&target).step(&s.t.app).await.unwrap();
    assert_eq!(s.arrived(&target), s.log().len() as u64);
    let text = fs::read_to_string(folder.path().join("audit.jsonl")).unwrap();
    assert_eq!(text.lines().map(understood).collect::<Received>(), s.log());
}

#[tokio::test]
async fn datagrams_hold_one_message_each() {
    let s = Site::new().await;
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let target = AuditTarget::Syslog(format!("udp://{}", socket.local_addr().unwrap()).parse().unwrap());
    shipping(&target).step(&s.t.app).await.unwrap();
    let mut space = vec![0; 70_000];
    for expected in s.log() {
        let size = socket.recv(&mut space).await.unwrap();
        let message = String::from_utf8(space[..size].to_vec()).unwrap();
        assert_eq!(understood(&message[message.find('{').unwrap()..]), expected);
    }
}

/// A server with a certificate for these names.
fn tls(names: &[&str]) -> (TlsAcceptor, CertificateDer<'static>) {
    let key = rcgen::KeyPair::generate().unwrap();
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let certificate = rcgen::CertificateParams::new(names).unwrap().self_signed(&key).unwrap();
    let der = certificate.der().clone();
    let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![der.clone()], PrivateKeyDer::try_from(key.serialize_der()).unwrap())
        .unwrap();
    (TlsAcceptor::from(Arc::new(config)), der)
}

#[tokio::test]
async fn a_certificate_of_another_name_or_authority_gets_nothing() {
    for (names, is_trusted, arrives) in
        [(["localhost"], true, true), (["elsewhere.example.org"], true, false), (["localhost"], false, false)]
    {
        let s = Site::new().await;
        let (acceptor, certificate) = tls(&names);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("tcp+tls://localhost:{}", listener.local_addr().unwrap().port());
        let target = AuditTarget::Syslog(url.parse().unwrap());
        let extra = if is_trusted { vec![certificate] } else { Vec::new() };
        let mut shipping = AuditShipping::new(target.clone(), AuditSink::new(&target, extra));
        let count = s.log().len();
        let arrived = tokio::spawn(async move {
            let stream = listener.accept().await.unwrap().0;
            let mut stream = acceptor.accept(stream).await.ok()?;
            Some(read(&mut stream, count).await)
        });
        let shipped = shipping.step(&s.t.app).await;
        assert_eq!(
            (shipped.is_ok(), arrived.await.unwrap()),
            (arrives, arrives.then(|| s.log())),
            "{names:?} {is_trusted}"
        );
    }
}
