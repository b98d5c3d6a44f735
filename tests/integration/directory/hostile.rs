//! Servers that speak TLS with the right certificate, and then misbehave.

use super::slapd::Authority;
use crate::support::{
    app::TestApp,
    journey::{PASSWORD as LOCAL_PASSWORD, text},
};
use rustls::{
    ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use serde_json::{Value, json};
use std::{sync::Arc, time::Instant};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use tokio_rustls::TlsAcceptor;

/// The reply to each message, after which the connection stays open.
async fn server(authority: &Authority, reply: Vec<u8>, times: usize) -> u16 {
    let certs = vec![CertificateDer::from_pem_slice(authority.server_cert.as_bytes()).unwrap()];
    let key = PrivateKeyDer::from_pem_slice(authority.server_key.as_bytes()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(certs, key)
        .unwrap();
    let (acceptor, listener) = (TlsAcceptor::from(Arc::new(config)), TcpListener::bind("127.0.0.1:0").await.unwrap());
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, reply) = (acceptor.clone(), reply.clone());
            tokio::spawn(async move {
                let Ok(mut stream) = acceptor.accept(stream).await else { return };
                let mut asked = [0; 4096];
                while stream.read(&mut asked).await.is_ok_and(|n| n > 0) {
                    for _ in 0..times {
                        if stream.write_all(&reply).await.is_err() {
                            return;
                        }
                    }
                    let _ = stream.flush().await;
                }
            });
        }
    });
    port
}

async fn put(t: &TestApp, ada: &str, authority: &Authority, port: u16) -> Value {
    let body = json!({
        "servers": [format!("ldaps://localhost:{port}")], "baseDn": "dc=example", "ca": authority.pem, "timeoutSeconds": 1,
        "bindDn": "cn=invigil", "bindPassword": "x", "roles": [{"group": "cn=a", "role": "viewer"}],
    });
    t.put("/api/admin/ldap").bearer(ada).json(body).send().await.ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_misbehaves_is_not_waited_for_and_breaks_nothing() {
    let (t, authority) = (TestApp::new(), Authority::new());
    let ada = t.admin().await;
    // A bind response with a referral; one of an operation that was not asked for; what is no BER; a message of 2 GB.
    let referral = [&[0x30, 0x0c, 2, 1, 1, 0x61, 7, 10, 1, 10, 4, 0, 4, 0][..], &[]].concat();
    let success = vec![0x30, 0x0c, 2, 1, 1, 0x61, 7, 10, 1, 0, 4, 0, 4, 0];
    let odd = vec![0x30, 0x0c, 2, 1, 1, 0x7f, 7, 10, 1, 0, 4, 0, 4, 0];
    let garbage = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
    let endless = [vec![0x30, 0x84, 0x7f, 0xff, 0xff, 0xff], vec![0; 64 * 1024]].concat();
    for (name, reply, times, words) in [
        ("silent", Vec::new(), 0, "no reply in time"),
        ("referral", referral, 1, "refers to another server"),
        ("always message 1", success, 1, "no reply in time"),
        ("odd", odd, 1, ""),
        ("garbage", garbage, 1, ""),
        ("endless", endless, 1_000_000, ""),
    ] {
        let port = server(&authority, reply, times).await;
        put(&t, &ada, &authority, port).await;
        let begun = Instant::now();
        let refused =
            t.post("/api/auth/login").json(json!({"email": "greta", "password": "directory horse"})).send().await;
        refused.refused(503, "provider_failed");
        assert!(begun.elapsed().as_secs() < 10, "{name}");
        let steps = t.post("/api/admin/ldap/test").bearer(&ada).json(json!({})).send().await.ok();
        assert_eq!(steps["ok"], false, "{name}: {steps}");
        let last = steps["steps"].as_array().unwrap().last().unwrap();
        assert!(text(&last["said"]).contains(words), "{name}: {steps}");
    }
    t.post("/api/auth/login").json(json!({"email": "ada@example.org", "password": LOCAL_PASSWORD})).send().await.ok();
}
