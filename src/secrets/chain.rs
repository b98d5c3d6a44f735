//! Checks of a certificate chain as a client does them, with rustls' own verifier.

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use rustls::{
    RootCertStore,
    client::{WebPkiServerVerifier, danger::ServerCertVerifier, verify_server_name},
    pki_types::{CertificateDer, ServerName, UnixTime},
    server::ParsedCertificate,
};
use x509_cert::{Certificate, der::Decode};

use super::{SecretError, roots, tls};

/// A server certificate with its intermediates.
pub struct CertificateChain {
    certificates: Vec<CertificateDer<'static>>,
    begins: SystemTime,
    ends: SystemTime,
}

impl CertificateChain {
    /// Reads a chain and checks that the key belongs to it.
    ///
    /// # Errors
    /// Those of [`super::server_config`].
    pub fn read(cert_pem: &Path, key_pem: &Path) -> Result<Self, SecretError> {
        super::server_config(cert_pem, key_pem)?;
        let certificates = tls::read_chain(cert_pem)?;
        let broken = || SecretError::tls(cert_pem, "the certificate cannot be read");
        let first = certificates.first().ok_or_else(broken)?;
        let parsed = Certificate::from_der(first).map_err(|_| broken())?;
        let validity = parsed.tbs_certificate().validity();
        let at = |since: Duration| UNIX_EPOCH + since;
        let (begins, ends) = (at(validity.not_before.to_unix_duration()), at(validity.not_after.to_unix_duration()));
        Ok(Self { certificates, begins, ends })
    }

    /// Start of validity (`notBefore`).
    #[must_use]
    pub const fn begins(&self) -> SystemTime {
        self.begins
    }

    /// End of validity (`notAfter`).
    #[must_use]
    pub const fn ends(&self) -> SystemTime {
        self.ends
    }

    /// Returns true if the certificate covers this host name or address.
    #[must_use]
    pub fn covers(&self, host: &str) -> bool {
        let host = host.trim_matches(['[', ']']);
        let (Some(leaf), Ok(name)) = (self.certificates.first(), ServerName::try_from(host)) else { return false };
        ParsedCertificate::try_from(leaf).is_ok_and(|leaf| verify_server_name(&leaf, &name).is_ok())
    }

    /// Returns true if a client that trusts the public CAs and those of this machine accepts the chain at that time.
    #[must_use]
    pub fn is_trusted(&self, host: &str, at: SystemTime) -> bool {
        let mut store = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        for root in roots::of_this_machine() {
            // Skips unusable certificates in the system's store.
            let _ = store.add(root);
        }
        let check = || {
            let verifier =
                WebPkiServerVerifier::builder_with_provider(Arc::new(store), tls::provider()).build().ok()?;
            let (leaf, rest) = self.certificates.split_first()?;
            let name = ServerName::try_from(host.trim_matches(['[', ']'])).ok()?;
            let at = UnixTime::since_unix_epoch(at.duration_since(UNIX_EPOCH).ok()?);
            verifier.verify_server_cert(leaf, rest, &name, &[], at).ok()
        };
        check().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secrets::self_signed;

    #[test]
    fn a_certificate_of_a_local_ca_covers_its_names_and_is_not_trusted_yet() {
        let dir = tempfile::tempdir().unwrap();
        let made =
            self_signed(dir.path(), &["tests.lan".to_owned(), "192.0.2.7".to_owned()], SystemTime::now()).unwrap();
        let chain = CertificateChain::read(&made.cert_pem, &made.key_pem).unwrap();
        assert!(chain.covers("tests.lan") && chain.covers("192.0.2.7") && chain.covers("[::1]"));
        assert!(!chain.covers("example.org") && !chain.covers("not a host"));
        let now = SystemTime::now();
        assert!(chain.begins() < now && chain.ends() > now + Duration::from_hours(396 * 24));
        assert!(!chain.is_trusted("tests.lan", now));
        assert!(CertificateChain::read(&made.cert_pem, &made.ca_pem).is_err());
    }
}
