//! TLS for the listener from PEM files, reloaded when they change: renewing a certificate needs no restart.

use crate::sync::{Mutex, RwLock};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError},
};

use rustls::{
    ServerConfig,
    crypto::{CryptoProvider, aws_lc_rs},
    pki_types::{
        CertificateDer, PrivateKeyDer,
        pem::{self, PemObject},
    },
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};
use sha2::{Digest, Sha256};

use super::SecretError;

type FilesHash = [u8; 32];

/// A certificate chain and its private key from two PEM files, as of the last time they matched.
#[derive(Debug)]
pub struct Certificate {
    cert_pem: PathBuf,
    key_pem: PathBuf,
    serving: RwLock<Arc<CertifiedKey>>,
    seen: Mutex<SeenFiles>,
}

#[derive(Debug)]
struct SeenFiles {
    /// Hash of the files being served.
    served: FilesHash,
    /// Hash of files that cannot be served (`None` if unreadable), and whether that was reported.
    broken: Option<(Option<FilesHash>, bool)>,
}

/// Result of checking the files.
#[derive(Debug)]
pub enum Look {
    Same,
    /// New connections get the new certificate.
    Renewed,
    /// The old certificate stays. Reported once per broken state, and only if it persists for two checks: two files
    /// cannot be replaced atomically.
    Broken(SecretError),
}

impl Certificate {
    /// Loads both files.
    ///
    /// # Errors
    /// [`SecretError::File`] for a file that cannot be read, [`SecretError::Tls`] for a file without a valid
    /// certificate or key, or for a key that does not belong to the certificate.
    pub fn open(cert_pem: &Path, key_pem: &Path) -> Result<Arc<Self>, SecretError> {
        let (cert, key) = read(cert_pem, key_pem)?;
        let serving = certified(cert_pem, &cert, key_pem, &key)?;
        Ok(Arc::new(Self {
            cert_pem: cert_pem.to_owned(),
            key_pem: key_pem.to_owned(),
            serving: RwLock::new(Arc::new(serving)),
            seen: Mutex::new(SeenFiles { served: hash(&cert, &key), broken: None }),
        }))
    }

    /// Returns a TLS 1.2 and 1.3 server configuration with this certificate; ALPN offers HTTP/2 and HTTP/1.1.
    ///
    /// # Errors
    /// [`SecretError::Tls`] if the crypto library does not support these versions.
    pub fn config(self: &Arc<Self>) -> Result<ServerConfig, SecretError> {
        let mut config = ServerConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()
            .map_err(|e| SecretError::tls(&self.cert_pem, e.to_string()))?
            .with_no_client_auth()
            .with_cert_resolver(self.clone());
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(config)
    }

    /// Reads the files and serves them from now on if they changed and match. Blocks on disk reads.
    pub fn look(&self) -> Look {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let (found, outcome) = match read(&self.cert_pem, &self.key_pem) {
            Ok((cert, key)) => {
                let found = hash(&cert, &key);
                if found == seen.served {
                    seen.broken = None;
                    return Look::Same;
                }
                if seen.broken == Some((Some(found), true)) {
                    return Look::Same;
                }
                (Some(found), certified(&self.cert_pem, &cert, &self.key_pem, &key))
            }
            Err(error) => (None, Err(error)),
        };
        match (found, outcome) {
            (Some(found), Ok(fresh)) => {
                *seen = SeenFiles { served: found, broken: None };
                *self.serving.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(fresh);
                Look::Renewed
            }
            (found, Err(error)) => match seen.broken {
                Some((before, true)) if before == found => Look::Same,
                Some((before, false)) if before == found => {
                    seen.broken = Some((found, true));
                    Look::Broken(error)
                }
                _ => {
                    seen.broken = Some((found, false));
                    Look::Same
                }
            },
            (None, Ok(_)) => Look::Same,
        }
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.serving.read().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

/// [`Certificate::config`] of files that are never reloaded.
///
/// # Errors
/// Those of [`Certificate::open`] and [`Certificate::config`].
pub fn server_config(cert_pem: &Path, key_pem: &Path) -> Result<ServerConfig, SecretError> {
    Certificate::open(cert_pem, key_pem)?.config()
}

/// Returns the SHA-256 of the first certificate of a PEM file as browsers show it: hex bytes separated by colons.
///
/// # Errors
/// Those of [`Certificate::open`].
pub fn fingerprint(cert_pem: &Path) -> Result<String, SecretError> {
    let chain = read_chain(cert_pem)?;
    let digest = chain.first().map(Sha256::digest).unwrap_or_default();
    Ok(digest.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(":"))
}

pub(super) fn read_chain(cert_pem: &Path) -> Result<Vec<CertificateDer<'static>>, SecretError> {
    chain(cert_pem, &fs::read(cert_pem).map_err(|e| SecretError::file(cert_pem, e))?)
}

/// Explicit instead of the process default, so that nothing depends on which code installed one first.
pub(super) fn provider() -> Arc<CryptoProvider> {
    Arc::new(aws_lc_rs::default_provider())
}

fn read(cert_pem: &Path, key_pem: &Path) -> Result<(Vec<u8>, Vec<u8>), SecretError> {
    let read = |path: &Path| fs::read(path).map_err(|e| SecretError::file(path, e));
    Ok((read(cert_pem)?, read(key_pem)?))
}

fn hash(cert: &[u8], key: &[u8]) -> FilesHash {
    // Hashed separately, so that moving bytes from one file to the other changes the result.
    Sha256::digest([Sha256::digest(cert), Sha256::digest(key)].concat()).into()
}

fn certified(cert_pem: &Path, cert: &[u8], key_pem: &Path, key: &[u8]) -> Result<CertifiedKey, SecretError> {
    let chain = chain(cert_pem, cert)?;
    let key = PrivateKeyDer::from_pem_slice(key).map_err(|e| pem_error(key_pem, &e, "private key"))?;
    CertifiedKey::from_der(chain, key, &provider()).map_err(|e| match e {
        rustls::Error::InconsistentKeys(_) => {
            SecretError::tls(key_pem, format!("this key does not belong to the certificate in {}", cert_pem.display()))
        }
        rustls::Error::InvalidCertificate(e) => SecretError::tls(cert_pem, format!("broken certificate: {e}")),
        e => SecretError::tls(key_pem, format!("the key cannot be used: {e}")),
    })
}

fn chain(path: &Path, pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, SecretError> {
    let chain: Vec<_> = CertificateDer::pem_slice_iter(pem)
        .collect::<Result<_, _>>()
        .map_err(|e| pem_error(path, &e, "certificate"))?;
    if chain.is_empty() {
        return Err(pem_error(path, &pem::Error::NoItemsFound, "certificate"));
    }
    Ok(chain)
}

fn pem_error(path: &Path, error: &pem::Error, wanted: &str) -> SecretError {
    match error {
        pem::Error::NoItemsFound => SecretError::tls(path, format!("there is no {wanted} in PEM format in this file")),
        e => SecretError::tls(path, format!("the {wanted} cannot be read: {e}")),
    }
}

#[cfg(test)]
#[path = "tls_tests.rs"]
mod tests;
