//! The authorities of this machine, which may vouch for a server beside the well-known ones built in.
//!
//! A company's own mail or AI server often has a certificate from the company's own authority; its administrators
//! install that authority in the system's store, and expect it to count.

use std::{env, fs, path::Path};

use rustls::{
    RootCertStore,
    pki_types::{CertificateDer, pem::PemObject},
};

/// Where distributions keep all trusted authorities in one PEM file: Debian and Alpine, Fedora, openSUSE, the BSDs.
const BUNDLES: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// The authorities of the file named by `SSL_CERT_FILE`, or else of the first bundle found. None found is no error: the
/// built-in ones still count.
#[must_use]
pub fn of_this_machine() -> Vec<CertificateDer<'static>> {
    match env::var_os("SSL_CERT_FILE") {
        Some(file) => of_file(Path::new(&file)),
        None => BUNDLES.iter().map(Path::new).find(|path| path.exists()).map(of_file).unwrap_or_default(),
    }
}

/// The usable authorities of a PEM file. An entry that cannot be parsed is left out, as one odd certificate in a system's
/// store must not stop everything.
#[must_use]
pub fn of_file(path: &Path) -> Vec<CertificateDer<'static>> {
    let Ok(pem) = fs::read(path) else {
        return Vec::new();
    };
    CertificateDer::pem_slice_iter(&pem)
        .filter_map(Result::ok)
        .filter(|der| RootCertStore::empty().add(der.clone()).is_ok())
        .map(CertificateDer::into_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_entries_are_left_out_and_a_missing_file_is_empty() {
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
