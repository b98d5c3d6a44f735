//! Certificates as clients see them.

use crate::support::binary::{Place, Serving};
use rcgen::{CertificateParams, KeyPair};
use rustls::{
    ClientConfig, ClientConnection, RootCertStore,
    pki_types::{CertificateDer, ServerName, pem::PemObject},
};
use std::{
    io::Write,
    net::TcpStream,
    os::unix::fs::PermissionsExt,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

/// Timeout for a changed file to be noticed; the server checks every 3 s.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Writes a new certificate and key for localhost; returns the certificate.
fn renew(place: &Place) -> CertificateDer<'static> {
    let key = KeyPair::generate().unwrap();
    let cert = CertificateParams::new(vec!["localhost".to_owned()]).unwrap().self_signed(&key).unwrap();
    place.write("chain.pem", &cert.pem());
    place.write("key.pem", &key.serialize_pem());
    cert.der().clone()
}

/// Performs a handshake as a client that trusts only `root`; returns why it failed.
fn connect(serving: &Serving, root: &CertificateDer<'static>, name: &str) -> Result<(), String> {
    let mut roots = RootCertStore::empty();
    roots.add(root.clone()).unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(name.to_owned()).unwrap();
    let mut client = ClientConnection::new(Arc::new(config), name).unwrap();
    let mut stream = TcpStream::connect(("127.0.0.1", serving.port())).unwrap();
    while client.is_handshaking() {
        client.complete_io(&mut stream).map_err(|e| e.to_string())?;
    }
    client.send_close_notify();
    while client.wants_write() {
        client.write_tls(&mut stream).map_err(|e| e.to_string())?;
    }
    stream.flush().map_err(|e| e.to_string())
}

#[test]
fn a_renewed_certificate_is_reloaded_and_a_broken_one_ignored() {
    let place = Place::with_admin();
    let first = renew(&place);
    let serving = place.serve_with(&["--tls-cert", "chain.pem", "--tls-key", "key.pem"]);
    connect(&serving, &first, "localhost").unwrap();
    place.write("key.pem", "nothing");
    connect(&serving, &first, "localhost").unwrap();
    let second = renew(&place);
    let deadline = Instant::now() + TIMEOUT;
    while let Err(error) = connect(&serving, &second, "localhost") {
        assert!(error.contains("certificate"), "no other failure meanwhile: {error}");
        assert!(Instant::now() < deadline, "the renewed certificate is not served");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(serving.stop().contains("serving a renewed certificate"));
}

fn authority(pem: &Path) -> CertificateDer<'static> {
    CertificateDer::from_pem_file(pem).unwrap()
}

#[test]
fn a_client_that_trusts_the_authority_accepts_all_server_names() {
    let place = Place::with_admin();
    let line = place.run(["tls", "ca"]).refused();
    assert!(line.contains("--tls-self-signed"), "{line}");
    let mut command = place.command(["serve", "--listen", "0.0.0.0:0", "--tls-self-signed"]);
    command.args(["--public-url", "https://tests.lan:8443"]);
    let serving = Serving::start(command);
    let output = place.run(["tls", "ca", "-o", "ca.pem"]).done();
    let pem = std::fs::read_to_string(place.path().join("ca.pem")).unwrap();
    // Others than its owner read it: a browser's user, a code runner.
    let mode = std::fs::metadata(place.path().join("ca.pem")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o644);
    assert_eq!(place.run(["tls", "ca"]).done(), pem);
    assert!(output.starts_with("SHA-256 fingerprint ") && output.trim_end().len() == 20 + 95, "{output}");
    assert!(!pem.contains("PRIVATE"));

    let ca = authority(&place.path().join("ca.pem"));
    let addresses = nix::ifaddrs::getifaddrs().unwrap().filter_map(|i| Some(i.address?.as_sockaddr_in()?.ip()));
    let own = addresses.filter(|ip| !ip.is_link_local()).map(|ip| ip.to_string());
    for name in ["tests.lan", "localhost", "127.0.0.1"].map(String::from).into_iter().chain(own) {
        connect(&serving, &ca, &name).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
    assert!(connect(&serving, &ca, "elsewhere.lan").is_err());
    let untrusted = renew(&place);
    assert!(connect(&serving, &untrusted, "tests.lan").is_err());
}

#[test]
fn a_redirect_requires_an_https_public_url() {
    let place = Place::with_admin();
    for public in [&[][..], &["--public-url", "http://tests.example.org"]] {
        let args = [&["serve", "--redirect-http", "127.0.0.1:0"], public].concat();
        assert!(place.run(&args).refused().contains("https://"));
    }
    let serving = place.serve();
    let taken = format!("127.0.0.1:{}", serving.port());
    let other = Place::with_admin();
    let args = ["serve", "--listen", "127.0.0.1:0", "--tls-self-signed", "--redirect-http", &taken];
    let outcome = other.run(args);
    assert_eq!(outcome.code, Some(1));
    // The log has reported the new authority before.
    assert!(outcome.stderr.ends_with("choose another with --redirect-http\n"), "{}", outcome.stderr);
}
