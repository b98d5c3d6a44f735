//! Root certificates of this machine, trusted in addition to the built-in public ones.
//!
//! A company's mail or AI server often has a certificate of the company's own CA. Its administrators install that CA in
//! the system's store and expect it to be trusted.

use std::{env, fs, path::Path};

use rustls::{
    RootCertStore,
    pki_types::{CertificateDer, pem::PemObject},
};

/// CA bundles of the distributions, as one PEM file: Debian and Alpine, Fedora, openSUSE, the BSDs.
const BUNDLES: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// Returns the roots in the file named by `SSL_CERT_FILE`, or else in the first bundle found. No bundle is not an
/// error: the built-in roots still apply.
#[must_use]
pub fn of_this_machine() -> Vec<CertificateDer<'static>> {
    match env::var_os("SSL_CERT_FILE") {
        Some(file) => of_file(Path::new(&file)),
        None => BUNDLES.iter().map(Path::new).find(|path| path.exists()).map(of_file).unwrap_or_default(),
    }
}

/// Returns the usable roots of a PEM file. Skips entries that cannot be parsed: one bad certificate in a system's store
/// must not disable TLS.
#[must_use]
pub fn of_file(path: &Path) -> Vec<CertificateDer<'static>> {
    fs::read(path).map(|pem| of_pem(&pem)).unwrap_or_default()
}

/// The usable roots of a text in PEM.
#[must_use]
pub fn of_pem(pem: &[u8]) -> Vec<CertificateDer<'static>> {
    CertificateDer::pem_slice_iter(pem)
        .filter_map(Result::ok)
        .filter(|der| RootCertStore::empty().add(der.clone()).is_ok())
        .map(CertificateDer::into_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_entries_are_skipped_and_a_missing_file_is_empty() {
        let dir = tempfile::tempdir().unwrap();
        let key = rcgen::KeyPair::generate().unwrap();
        let good = rcgen::CertificateParams::new(vec!["a".into()]).unwrap().self_signed(&key).unwrap().pem();
        let odd = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        let file = dir.path().join("bundle.pem");
        fs::write(&file, format!("{odd}{good}# note\n{good}")).unwrap();
        assert_eq!(of_file(&file).len(), 2);
        assert_eq!(of_file(&dir.path().join("none")).len(), 0);
    }
}
