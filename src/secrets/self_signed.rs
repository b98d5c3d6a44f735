//! A local certificate authority (CA) for networks without one: cameras work only in a secure context, so even a server
//! on a closed network needs a certificate that browsers can be configured to trust.

use std::{
    fmt::Write as _,
    fs::{self, DirBuilder},
    io,
    net::IpAddr,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    PublicKeyData,
};
use rustls::{
    RootCertStore,
    client::{WebPkiServerVerifier, danger::ServerCertVerifier},
    pki_types::{ServerName, UnixTime},
};
use sha2::{Digest, Sha256};

use super::{SecretError, files, tls};

const DAY: Duration = Duration::from_hours(24);
/// Validity of the CA: trusting it takes work on every machine, so it outlives the installation.
const CA_VALIDITY: Duration = Duration::from_hours(20 * 365 * 24);
/// Validity of the server certificate: browsers accept 398 days at most.
const SERVER_VALIDITY: Duration = Duration::from_hours(397 * 24);
/// A certificate is renewed at the first check, at startup or hourly, within this time before its expiry.
const RENEW_BEFORE: Duration = Duration::from_hours(60 * 24);
/// Backdates `notBefore`, for clients whose clock is slow.
const BACKDATE: Duration = DAY;
/// Names of the server's own machine, always covered.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// The files of a local CA and the server certificate that it issued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfSigned {
    /// The CA certificate, which browsers must be configured to trust.
    pub ca_pem: PathBuf,
    /// The server certificate with its chain, and its key, for [`super::server_config`].
    pub cert_pem: PathBuf,
    pub key_pem: PathBuf,
    /// The CA is new, so no browser trusts it yet.
    pub new_ca: bool,
    /// The server certificate is new.
    pub new_cert: bool,
}

/// Start of the validity of every CA (2025-01-01), before the first release: one that was created by a clock ahead of its
/// time is valid nevertheless.
const CA_BEGINS: Duration = Duration::from_hours(482_136);

/// Returns a certificate for `names` (host names and addresses; loopback is added) from a local CA, both stored in
/// `dir/tls`, at the time `now`. An existing certificate is reused while it covers the names and is not close to expiry; an
/// existing CA always is.
///
/// # Errors
/// [`SecretError::Tls`] for an invalid name, or if the CA's key and certificate do not match; [`SecretError::File`] if
/// the folder cannot be read or written.
pub fn self_signed(dir: &Path, names: &[String], now: SystemTime) -> Result<SelfSigned, SecretError> {
    let dir = dir.join("tls");
    DirBuilder::new().recursive(true).mode(0o700).create(&dir).map_err(|e| SecretError::file(&dir, e))?;
    let (ca_pem, ca_key) = (dir.join("ca.pem"), dir.join("ca.key"));
    let (cert_pem, key_pem) = (dir.join("server.pem"), dir.join("server.key"));
    let names = normalized(&dir, names)?;
    let mut made = SelfSigned { ca_pem, cert_pem, key_pem, new_ca: false, new_cert: false };
    if made.ca_pem.exists() && made.covers(&names, now + RENEW_BEFORE) {
        return Ok(made);
    }
    let ca = made.authority(&ca_key, now)?;
    made.issue(&ca, &names, now)?;
    if made.covers(&names, now) {
        Ok(made)
    } else {
        Err(SecretError::tls(&ca_key, format!("this key does not belong to {}", made.ca_pem.display())))
    }
}

impl SelfSigned {
    /// Returns true if a client that trusts the CA accepts the server under each of the names at that time, checked
    /// with rustls' own verifier.
    fn covers(&self, names: &[String], at: SystemTime) -> bool {
        let check = || {
            super::server_config(&self.cert_pem, &self.key_pem).ok()?;
            let mut roots = RootCertStore::empty();
            roots.add(tls::read_chain(&self.ca_pem).ok()?.first()?.clone()).ok()?;
            let verifier =
                WebPkiServerVerifier::builder_with_provider(Arc::new(roots), tls::provider()).build().ok()?;
            let chain = tls::read_chain(&self.cert_pem).ok()?;
            let (server, rest) = chain.split_first()?;
            let at = UnixTime::since_unix_epoch(at.duration_since(UNIX_EPOCH).ok()?);
            names
                .iter()
                .all(|name| {
                    ServerName::try_from(name.as_str())
                        .is_ok_and(|name| verifier.verify_server_cert(server, rest, &name, &[], at).is_ok())
                })
                .then_some(())
        };
        check().is_some()
    }

    /// Returns the CA, created at the first call. Its certificate is never replaced: people were asked to trust it.
    fn authority(&mut self, ca_key: &Path, now: SystemTime) -> Result<Issuer<'static, KeyPair>, SecretError> {
        let key = match fs::read_to_string(ca_key) {
            Ok(pem) => KeyPair::from_pem(&pem).map_err(|e| SecretError::tls(ca_key, format!("not a key: {e}")))?,
            Err(e) if e.kind() == io::ErrorKind::NotFound && !self.ca_pem.exists() => {
                let key = generated(ca_key)?;
                write(ca_key, files::PRIVATE, &key.serialize_pem())?;
                key
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                let why = "the authority's key is needed to renew the server's certificate: put it back, or remove the \
                           folder to start with a new authority";
                return Err(SecretError::tls(ca_key, why));
            }
            Err(e) => return Err(SecretError::file(ca_key, e)),
        };
        let mut params = CertificateParams::default();
        // The name is derived from the key, because issuer and subject name link a certificate to its CA.
        let mut name = "Invigil local CA ".to_owned();
        for byte in &Sha256::digest(key.der_bytes())[..4] {
            let _ = write!(name, "{byte:02x}");
        }
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        params.not_before = (UNIX_EPOCH + CA_BEGINS).min(now - BACKDATE).into();
        params.not_after = (now + CA_VALIDITY).into();
        if !self.ca_pem.exists() {
            let certificate = params.self_signed(&key).map_err(|e| SecretError::tls(&self.ca_pem, e.to_string()))?;
            write(&self.ca_pem, files::PUBLIC, &certificate.pem())?;
            self.new_ca = true;
        }
        Ok(Issuer::new(params, key))
    }

    /// Issues a new server key and certificate. The key is written first: a crash between the two leaves a mismatched
    /// pair, which the next start detects and replaces.
    fn issue(&mut self, ca: &Issuer<'static, KeyPair>, names: &[String], now: SystemTime) -> Result<(), SecretError> {
        let refused = |e: rcgen::Error| SecretError::tls(&self.cert_pem, e.to_string());
        let key = generated(&self.key_pem)?;
        let mut params = CertificateParams::new(names).map_err(refused)?;
        params.distinguished_name.push(DnType::CommonName, "Invigil server");
        params.is_ca = IsCa::ExplicitNoCa;
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        params.use_authority_key_identifier_extension = true;
        params.not_before = (now - BACKDATE).into();
        params.not_after = (now + SERVER_VALIDITY).into();
        let certificate = params.signed_by(&key, ca).map_err(refused)?;
        let authority = fs::read_to_string(&self.ca_pem).map_err(|e| SecretError::file(&self.ca_pem, e))?;
        write(&self.key_pem, files::PRIVATE, &key.serialize_pem())?;
        write(&self.cert_pem, files::PUBLIC, &(certificate.pem() + &authority))?;
        self.new_cert = true;
        Ok(())
    }
}

/// Normalizes and deduplicates the names: addresses without the brackets of URLs, host names in lower case.
fn normalized(dir: &Path, names: &[String]) -> Result<Vec<String>, SecretError> {
    let mut normalized: Vec<String> = Vec::new();
    for given in names.iter().map(String::as_str).chain(LOOPBACK) {
        let bare = given.trim().trim_start_matches('[').trim_end_matches(']');
        let name = bare.parse::<IpAddr>().map_or_else(|_| bare.to_lowercase(), |address| address.to_string());
        if ServerName::try_from(name.as_str()).is_err() {
            return Err(SecretError::tls(dir, format!("'{given}' is neither a host name nor an address")));
        }
        if !normalized.contains(&name) {
            normalized.push(name);
        }
    }
    Ok(normalized)
}

fn generated(path: &Path) -> Result<KeyPair, SecretError> {
    KeyPair::generate().map_err(|e| SecretError::tls(path, format!("cannot generate a key: {e}")))
}

fn write(path: &Path, mode: u32, pem: &str) -> Result<(), SecretError> {
    files::replace(path, mode, pem.as_bytes()).map_err(|e| SecretError::file(path, e))
}

#[cfg(test)]
#[path = "self_signed_tests.rs"]
mod tests;
