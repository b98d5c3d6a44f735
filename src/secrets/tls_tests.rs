use rcgen::{CertificateParams, KeyPair};

use super::*;

#[test]
fn a_matching_pair_is_served_over_h2_and_http_1_1() {
    let files = Files::new();
    let config = server_config(&files.cert, &files.key).unwrap();
    assert_eq!(config.alpn_protocols, [b"h2".to_vec(), b"http/1.1".to_vec()]);
}

#[test]
fn each_mistake_has_its_own_message() {
    let files = Files::new();
    let (cert, key) = (files.cert.clone(), files.key.clone());
    let other = Files::new();
    let missing = files.dir.path().join("missing.pem");
    let noise = files.dir.path().join("noise.pem");
    fs::write(&noise, [0xff, 0xfe, 0, 1]).unwrap();
    let garbled = files.dir.path().join("garbled.pem");
    fs::write(&garbled, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").unwrap();
    for (cert, key, words) in [
        (&missing, &key, "missing.pem: No such file"),
        (&cert, &missing, "missing.pem: No such file"),
        (&key, &key, "there is no certificate"),
        (&noise, &key, "noise.pem: "),
        (&garbled, &key, "garbled.pem: broken certificate"),
        (&cert, &cert, "there is no private key"),
        (&cert, &other.key, "does not belong to the certificate"),
    ] {
        let error = server_config(cert, key).unwrap_err().to_string();
        assert!(error.contains(words), "{error} should say {words}");
    }
}

#[test]
fn a_renewed_pair_is_served() {
    let files = Files::new();
    let certificate = Certificate::open(&files.cert, &files.key).unwrap();
    let before = served(&certificate);
    assert!(matches!(certificate.look(), Look::Same));
    files.renew();
    assert!(matches!(certificate.look(), Look::Renewed));
    assert_ne!(served(&certificate), before);
    assert_eq!(served(&certificate), read_chain(&files.cert).unwrap());
    assert!(matches!(certificate.look(), Look::Same));
}

#[test]
fn a_pair_replaced_one_file_after_the_other_is_not_reported() {
    let (files, fresh) = (Files::new(), Files::new());
    let certificate = Certificate::open(&files.cert, &files.key).unwrap();
    fs::copy(&fresh.cert, &files.cert).unwrap();
    assert!(matches!(certificate.look(), Look::Same));
    fs::copy(&fresh.key, &files.key).unwrap();
    assert!(matches!(certificate.look(), Look::Renewed));
}

#[test]
fn a_broken_file_keeps_the_old_certificate_and_is_reported_once() {
    let files = Files::new();
    let certificate = Certificate::open(&files.cert, &files.key).unwrap();
    let before = served(&certificate);
    for (breaking, words) in [
        (Box::new(|| fs::write(&files.cert, "nothing").unwrap()) as Box<dyn Fn()>, "there is no certificate"),
        (Box::new(|| fs::remove_file(&files.key).unwrap()), "No such file"),
    ] {
        breaking();
        assert!(matches!(certificate.look(), Look::Same), "it may be half written");
        let Look::Broken(error) = certificate.look() else { panic!("not reported") };
        assert!(error.to_string().contains(words), "{error}");
        assert!(matches!(certificate.look(), Look::Same), "reported once");
        assert_eq!(served(&certificate), before);
    }
    files.renew();
    assert!(matches!(certificate.look(), Look::Renewed), "a matching pair repairs it");
}

#[test]
fn a_fingerprint_is_formatted_as_in_a_browser() {
    let files = Files::new();
    let shown = fingerprint(&files.cert).unwrap();
    assert_eq!(shown.len(), 32 * 3 - 1);
    assert!(shown.split(':').all(|pair| u8::from_str_radix(pair, 16).is_ok()), "{shown}");
}

fn served(certificate: &Certificate) -> Vec<CertificateDer<'static>> {
    certificate.serving.read().unwrap().cert.clone()
}

struct Files {
    dir: tempfile::TempDir,
    cert: PathBuf,
    key: PathBuf,
}

impl Files {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let files = Self { cert: dir.path().join("cert.pem"), key: dir.path().join("key.pem"), dir };
        files.renew();
        files
    }

    fn renew(&self) {
        let key = KeyPair::generate().unwrap();
        let cert = CertificateParams::new(vec!["localhost".to_owned()]).unwrap().self_signed(&key).unwrap();
        fs::write(&self.cert, cert.pem()).unwrap();
        fs::write(&self.key, key.serialize_pem()).unwrap();
    }
}
