use std::os::unix::fs::PermissionsExt;

use super::*;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn now() -> SystemTime {
    UNIX_EPOCH + Duration::from_mins(29_919_390)
}

fn contents(made: &SelfSigned) -> [String; 3] {
    [&made.ca_pem, &made.cert_pem, &made.key_pem].map(|path| fs::read_to_string(path).unwrap())
}

#[test]
fn a_client_that_trusts_the_ca_accepts_every_name_and_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let made = self_signed(dir.path(), &names(&["Exams.example.org", "192.0.2.7", "[2001:db8::7]"]), now()).unwrap();
    assert!(made.new_ca && made.new_cert);
    for name in ["exams.example.org", "192.0.2.7", "2001:db8::7", "localhost", "127.0.0.1", "::1"] {
        assert!(made.covers(&names(&[name]), now()), "{name}");
    }
    for name in ["example.org", "192.0.2.8"] {
        assert!(!made.covers(&names(&[name]), now()), "{name}");
    }
    assert!(super::super::server_config(&made.cert_pem, &made.key_pem).is_ok());
}

#[test]
fn keys_are_private() {
    let dir = tempfile::tempdir().unwrap();
    let made = self_signed(dir.path(), &[], now()).unwrap();
    let bits = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(bits(&dir.path().join("tls")), 0o700);
    assert_eq!(bits(&dir.path().join("tls/ca.key")), 0o600);
    assert_eq!(bits(&made.key_pem), 0o600);
    assert_eq!(bits(&made.ca_pem), 0o644);
    assert_eq!(fs::read_dir(dir.path().join("tls")).unwrap().count(), 4, "no temporary file is left");
}

#[test]
fn a_valid_certificate_is_reused() {
    let dir = tempfile::tempdir().unwrap();
    let first = self_signed(dir.path(), &names(&["a.example", "b.example"]), now()).unwrap();
    let before = contents(&first);
    let again = self_signed(dir.path(), &names(&["B.example"]), now() + SERVER_VALIDITY - RENEW_BEFORE - DAY).unwrap();
    assert!(!again.new_ca && !again.new_cert);
    assert_eq!(contents(&again), before);
}

#[test]
fn a_new_name_or_near_expiry_renews_the_certificate_but_not_the_ca() {
    let dir = tempfile::tempdir().unwrap();
    let [ca, first, _] = contents(&self_signed(dir.path(), &names(&["a.example"]), now()).unwrap());

    let broadened = self_signed(dir.path(), &names(&["c.example"]), now()).unwrap();
    let [same_ca, second, _] = contents(&broadened);
    assert!(broadened.new_cert && !broadened.new_ca && same_ca == ca && second != first);

    let later = now() + SERVER_VALIDITY - RENEW_BEFORE + DAY;
    let renewed = self_signed(dir.path(), &names(&["c.example"]), later).unwrap();
    let [same_ca, third, _] = contents(&renewed);
    assert!(renewed.new_cert && !renewed.new_ca && same_ca == ca && third != second);
    assert!(renewed.covers(&names(&["c.example"]), later + SERVER_VALIDITY - DAY));
    assert!(!renewed.covers(&names(&["c.example"]), later + SERVER_VALIDITY + DAY));
}

#[test]
fn a_mismatched_pair_is_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let made = self_signed(dir.path(), &[], now()).unwrap();
    fs::write(&made.key_pem, KeyPair::generate().unwrap().serialize_pem()).unwrap();
    let repaired = self_signed(dir.path(), &[], now()).unwrap();
    assert!(repaired.new_cert && !repaired.new_ca);
    assert!(super::super::server_config(&repaired.cert_pem, &repaired.key_pem).is_ok());
}

#[test]
fn a_trusted_ca_is_never_replaced_silently() {
    let dir = tempfile::tempdir().unwrap();
    let made = self_signed(dir.path(), &[], now()).unwrap();
    let ca = fs::read(&made.ca_pem).unwrap();
    let ca_key = dir.path().join("tls/ca.key");
    fs::remove_file(&ca_key).unwrap();
    assert!(
        !self_signed(dir.path(), &[], now()).unwrap().new_cert,
        "the key is not needed until something must be issued"
    );
    let missing = self_signed(dir.path(), &names(&["new.example"]), now()).unwrap_err();
    assert!(missing.to_string().contains("put it back"), "{missing}");

    fs::write(&ca_key, KeyPair::generate().unwrap().serialize_pem()).unwrap();
    let wrong = self_signed(dir.path(), &names(&["new.example"]), now()).unwrap_err();
    assert!(wrong.to_string().contains("does not belong"), "{wrong}");
    assert_eq!(fs::read(&made.ca_pem).unwrap(), ca);
}

#[test]
fn invalid_names_are_rejected() {
    let dir = tempfile::tempdir().unwrap();
    for bad in ["", "a b", "http://a", "*.example.org", "prüfung.example"] {
        let error = self_signed(dir.path(), &names(&[bad]), now()).unwrap_err().to_string();
        assert!(error.contains("neither a host name nor an address"), "{bad}: {error}");
    }
}
