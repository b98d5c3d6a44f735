//! TLS for the listener, from PEM files.

use std::{io, path::Path, sync::Arc};

use rustls::{
    ServerConfig,
    crypto::{CryptoProvider, aws_lc_rs},
    pki_types::{
        CertificateDer, PrivateKeyDer,
        pem::{self, PemObject},
    },
};

use super::SecretError;

/// A TLS 1.2 and 1.3 server with the certificate chain and private key of two PEM files, offering HTTP/2 and HTTP/1.1.
///
/// # Errors
/// [`SecretError::File`] for a file that cannot be read, [`SecretError::Tls`] for one without a certificate or key, with
/// a broken one, or for a key that does not belong to the certificate.
pub fn server_config(cert_pem: &Path, key_pem: &Path) -> Result<ServerConfig, SecretError> {
    let chain = read_chain(cert_pem)?;
    let key = PrivateKeyDer::from_pem_file(key_pem).map_err(|e| pem_error(key_pem, e, "private key"))?;
    let mut config = ServerConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .map_err(|e| SecretError::tls(cert_pem, e.to_string()))?
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .map_err(|e| match e {
            rustls::Error::InconsistentKeys(_) => SecretError::tls(
                key_pem,
                format!("this key does not belong to the certificate in {}", cert_pem.display()),
            ),
            rustls::Error::InvalidCertificate(e) => SecretError::tls(cert_pem, format!("broken certificate: {e}")),
            e => SecretError::tls(key_pem, format!("the key cannot be used: {e}")),
        })?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

pub(super) fn read_chain(cert_pem: &Path) -> Result<Vec<CertificateDer<'static>>, SecretError> {
    let chain: Vec<_> = CertificateDer::pem_file_iter(cert_pem)
        .and_then(Iterator::collect)
        .map_err(|e| pem_error(cert_pem, e, "certificate"))?;
    if chain.is_empty() {
        return Err(pem_error(cert_pem, pem::Error::NoItemsFound, "certificate"));
    }
    Ok(chain)
}

/// Named rather than the process default, so that nothing depends on who installed one first.
pub(super) fn provider() -> Arc<CryptoProvider> {
    Arc::new(aws_lc_rs::default_provider())
}

fn pem_error(path: &Path, error: pem::Error, wanted: &str) -> SecretError {
    match error {
        // Bytes that are no text are reported as such by the reader; that is a wrong file, not a failing disk.
        pem::Error::Io(e) if e.kind() != io::ErrorKind::InvalidData => SecretError::file(path, e),
        pem::Error::NoItemsFound => SecretError::tls(path, format!("there is no {wanted} in PEM form in this file")),
        e => SecretError::tls(path, format!("the {wanted} cannot be read: {e}")),
    }
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, KeyPair};

    use super::*;

    #[test]
    fn a_matching_pair_is_served_over_h2_and_http_1_1() {
        let (dir, cert, key) = pair();
        let config = server_config(&cert, &key).unwrap();
        assert_eq!(config.alpn_protocols, [b"h2".to_vec(), b"http/1.1".to_vec()]);
        drop(dir);
    }

    #[test]
    fn each_mistake_has_its_own_words() {
        let (dir, cert, key) = pair();
        let (_other_dir, _, other_key) = pair();
        let missing = dir.path().join("missing.pem");
        let noise = dir.path().join("noise.pem");
        std::fs::write(&noise, [0xff, 0xfe, 0, 1]).unwrap();
        let garbled = dir.path().join("garbled.pem");
        std::fs::write(&garbled, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").unwrap();
        for (cert, key, words) in [
            (&missing, &key, "missing.pem: No such file"),
            (&cert, &missing, "missing.pem: No such file"),
            (&key, &key, "there is no certificate"),
            (&noise, &key, "noise.pem: "),
            (&garbled, &key, "garbled.pem: broken certificate"),
            (&cert, &cert, "there is no private key"),
            (&cert, &other_key, "does not belong to the certificate"),
        ] {
            let error = server_config(cert, key).unwrap_err().to_string();
            assert!(error.contains(words), "{error} should say {words}");
        }
    }

    fn pair() -> (tempfile::TempDir, std::path::PathBuf, std::path::PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let key = KeyPair::generate().unwrap();
        let cert = CertificateParams::new(vec!["localhost".to_owned()]).unwrap().self_signed(&key).unwrap();
        let (cert_path, key_path) = (dir.path().join("cert.pem"), dir.path().join("key.pem"));
        std::fs::write(&cert_path, cert.pem()).unwrap();
        std::fs::write(&key_path, key.serialize_pem()).unwrap();
        (dir, cert_path, key_path)
    }
}
