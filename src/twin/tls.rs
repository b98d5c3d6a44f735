//! TLS to PostgreSQL, with the crypto of everything else.

use rustls::{ClientConfig, RootCertStore, pki_types::ServerName};
use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};

#[derive(Clone)]
pub struct Connector(Arc<ClientConfig>);

impl Connector {
    /// Trusts the certificates in `ca` (PEM), or else the well-known authorities.
    pub fn new(ca: Option<&str>) -> io::Result<Self> {
        use rustls::pki_types::{CertificateDer, pem::PemObject};
        let mut roots = RootCertStore::empty();
        match ca {
            None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
            Some(pem) => {
                for certificate in CertificateDer::pem_slice_iter(pem.as_bytes()) {
                    let certificate = certificate.map_err(io::Error::other)?;
                    roots.add(certificate).map_err(io::Error::other)?;
                }
                if roots.is_empty() {
                    return Err(io::Error::other("it contains no certificate"));
                }
            }
        }
        Ok(Self(Arc::new(ClientConfig::builder().with_root_certificates(roots).with_no_client_auth())))
    }
}

pub struct Connection {
    config: Arc<ClientConfig>,
    name: ServerName<'static>,
}

pub struct Stream<S>(tokio_rustls::client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Connector {
    type Stream = Stream<S>;
    type TlsConnect = Connection;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<Connection> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        Ok(Connection { config: self.0.clone(), name })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for Connection {
    type Stream = Stream<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Stream<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let connector = tokio_rustls::TlsConnector::from(self.config);
            Ok(Stream(connector.connect(self.name, stream).await?))
        })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Stream<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Stream<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buf)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Stream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
