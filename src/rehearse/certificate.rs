//! The certificate that the server shows, before any token is sent to it.

use super::measures::CertificateFigures;
use crate::domain::Instant;
use rustls::{
    ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::{CryptoProvider, aws_lc_rs},
    pki_types::{CertificateDer, ServerName, UnixTime},
};
use std::{
    sync::{Arc, OnceLock},
    time::{Duration, SystemTime},
};
use tokio::{net::TcpStream, time::timeout};
use tokio_rustls::TlsConnector;
use x509_cert::{Certificate, der::Decode};

const TIMEOUT: Duration = Duration::from_secs(10);

/// Notes the certificate and whether it is accepted, and lets the handshake go on: nothing is sent over it.
#[derive(Debug)]
struct Noting {
    inner: Arc<WebPkiServerVerifier>,
    provider: Arc<CryptoProvider>,
    noted: OnceLock<(Vec<u8>, Option<String>)>,
}

impl ServerCertVerifier for Noting {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let checked = self.inner.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        let _ = self.noted.set((end_entity.to_vec(), checked.err().map(|error| error.to_string())));
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        rustls::crypto::verify_tls12_signature(message, cert, dss, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        rustls::crypto::verify_tls13_signature(message, cert, dss, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// Examines the certificate of a host.
///
/// # Errors
/// In words, if there is no TLS server.
pub async fn examine(host: &str, port: u16, trusted: RootCertStore) -> Result<CertificateFigures, String> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let words = |error: &dyn std::fmt::Display| format!("{host}:{port} cannot be reached by TLS: {error}");
    let inner = WebPkiServerVerifier::builder_with_provider(Arc::new(trusted), provider.clone());
    let inner = inner.build().map_err(|e| words(&e))?;
    let noting = Arc::new(Noting { inner, provider: provider.clone(), noted: OnceLock::new() });
    let tls =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().map_err(|e| words(&e))?;
    let tls = tls.dangerous().with_custom_certificate_verifier(noting.clone()).with_no_client_auth();
    let name = ServerName::try_from(host.to_owned()).map_err(|e| words(&e))?;
    let handshake = async {
        let stream = TcpStream::connect((host, port)).await?;
        TlsConnector::from(Arc::new(tls)).connect(name, stream).await.map(drop)
    };
    let done = timeout(TIMEOUT, handshake).await.map_err(|_| words(&"no answer"))?;
    match (noting.noted.get(), done) {
        (Some((der, refused)), _) => Ok(CertificateFigures { refused: refused.clone(), expires_at: expiry(der) }),
        (None, Err(error)) => Err(words(&error)),
        (None, Ok(())) => Err(words(&"it shows no certificate")),
    }
}

fn expiry(der: &[u8]) -> Option<Instant> {
    let certificate = Certificate::from_der(der).ok()?;
    let until = certificate.tbs_certificate().validity().not_after.to_unix_duration();
    Some(Instant::from(SystemTime::UNIX_EPOCH + until))
}
