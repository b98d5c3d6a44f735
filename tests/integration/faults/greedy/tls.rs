//! Greedy clients over TLS: unfinished handshakes, unread replies, and HTTP/2 rapid reset (CVE-2023-44487).

use super::process::{Held, LONG, SPARE, back_to};
use crate::{
    faults::{
        load::{Exam, key_of, sign_in},
        oracle::Oracle,
    },
    support::{
        binary::{Place, Serving},
        client::{As, Http},
    },
};
use h2::{Reason, client};
use reqwest::Method;
use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, ServerName, pem::PemObject},
};
use serde_json::json;
use std::{
    fs::File,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    task::{JoinSet, yield_now},
    time::timeout,
};
use tokio_rustls::{TlsConnector, client::TlsStream};

const PROGRESS: Duration = Duration::from_secs(5);
const PHASE: Duration = Duration::from_millis(1_500);

fn connector(root: &CertificateDer<'static>) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    roots.add(root.clone()).unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let mut config = config.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec()];
    Arc::new(config).into()
}

async fn connect(address: SocketAddr, tls: &TlsConnector) -> std::io::Result<TlsStream<TcpStream>> {
    tls.connect(ServerName::try_from("localhost").unwrap(), TcpStream::connect(address).await?).await
}

fn get(path: &str) -> http::Request<()> {
    http::Request::get(format!("https://localhost{path}")).body(()).unwrap()
}

/// A handshake that is never completed.
async fn half_a_handshake(address: SocketAddr) {
    loop {
        if let Ok(mut stream) = TcpStream::connect(address).await {
            let _ = stream.write_all(&[22, 3, 1, 2, 0, 1]).await;
            let _ = stream.readable().await;
            std::future::pending::<()>().await;
        }
        yield_now().await;
    }
}

/// Resets each HTTP/2 stream as soon as it is opened.
async fn rapid_reset(address: SocketAddr, tls: TlsConnector) {
    loop {
        if let Ok(stream) = connect(address, &tls).await
            && let Ok((mut sender, connection)) = client::handshake(stream).await
        {
            let driver = tokio::spawn(connection);
            // Limited so that this client itself does not run out of memory.
            for _ in 0..500 {
                let Ok(Ok(ready)) = timeout(PHASE, sender.ready()).await else { break };
                sender = ready;
                let Ok((_reply, mut body)) = sender.send_request(get("/api/openapi.json"), false) else { break };
                body.send_reset(Reason::CANCEL);
                yield_now().await;
            }
            driver.abort();
        }
        yield_now().await;
    }
}

/// Opens the maximum number of streams and reads no reply.
async fn unread(address: SocketAddr, tls: TlsConnector) {
    loop {
        if let Ok(stream) = connect(address, &tls).await
            && let Ok((mut sender, connection)) = client::handshake(stream).await
        {
            let driver = tokio::spawn(connection);
            let mut replies = Vec::new();
            for _ in 0..500 {
                let Ok(Ok(ready)) = timeout(PHASE, sender.ready()).await else { break };
                sender = ready;
                let Ok((reply, _)) = sender.send_request(get("/api/openapi.json"), true) else { break };
                replies.push(reply);
            }
            driver.abort();
        }
        yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn greedy_tls_and_http2_clients_do_not_affect_others() {
    let place = Place::with_admin();
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0", "--tls-self-signed", "--log-level", "error"]);
    command.args(["--media-listen", "off"]);
    let serving = Serving::start(command);
    place.run(["tls", "ca", "-o", "ca.pem"]).done();
    let root = CertificateDer::from_pem_file(place.path().join("ca.pem")).unwrap();
    let (address, tls) = (SocketAddr::from((Ipv4Addr::LOCALHOST, serving.port())), connector(&root));
    let http = Http::trusting(&root);
    let url = format!("https://localhost:{}", serving.port());
    let admin = sign_in(&http, &url).await;
    let oracle = Oracle::new(File::create(place.path().join("acknowledged")).unwrap());
    let exam = Exam::set_up_with(http, &url, oracle).await;
    let token = exam.invite(&url, &admin, 1).await;
    exam.http.ok(Method::POST, &format!("{url}/api/start-test/{token}"), As::Key(&key_of(&token)), None).await;
    let (key, mut seq) = (key_of(&token), 0);
    for greedy in 0..3 {
        let before = Held::by(serving.id());
        let mut tasks = JoinSet::new();
        for _ in 0..[300, 8, 8][greedy] {
            let tls = tls.clone();
            match greedy {
                0 => tasks.spawn(half_a_handshake(address)),
                1 => tasks.spawn(rapid_reset(address, tls)),
                _ => tasks.spawn(unread(address, tls)),
            };
        }
        let until = Instant::now() + PHASE;
        while Instant::now() < until {
            seq += 1;
            let body = json!({"answers": [{"question_id": "q1", "answer": "calm", "seq": seq}]});
            let path = format!("{url}/api/take-test/{token}/answers");
            let save = exam.http.ask(Method::PUT, &path, As::Key(&key), Some(&body));
            let reply = timeout(PROGRESS, save).await.expect("a save made no progress").unwrap();
            assert_eq!((reply.status, &reply.json["acked_seq"]), (200, &json!(seq)), "{reply:?}");
        }
        tasks.shutdown().await;
        let back = back_to(before, SPARE, serving.id(), LONG).await;
        assert!(back.is_ok(), "greedy client {greedy}: {before:?} before, {back:?} a minute later");
    }
    serving.stop();
}
