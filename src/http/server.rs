//! Serves the router on a socket: HTTP/1.1, and HTTP/2 where TLS agrees on it. Built on hyper's own builders, because
//! a client that never finishes its headers must be cut off, which the stock server does not do.

use super::{proxy::Front, redirect, router::router};
use crate::app::App;
use axum::Router;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use ipnet::IpNet;
use std::{convert::Infallible, io, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;

/// A client has this long for a request's headers and for a TLS handshake, where nothing else is asked for.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// Requests under way have this long to end at a stop.
const DRAIN: Duration = Duration::from_secs(8);

pub struct Options {
    pub listen: SocketAddr,
    pub tls: Option<rustls::ServerConfig>,
    /// Guards `/metrics` beyond this machine.
    pub metrics_token: Option<String>,
    /// Networks of reverse proxies that are believed when they tell for whom they ask.
    pub trusted_proxies: Vec<IpNet>,
    /// Tell browsers that came over https to use nothing else for this host.
    pub strict_transport: bool,
    /// For a request's headers, an idle connection and a TLS handshake; 10 s but in tests.
    pub header_timeout: Duration,
}

impl Options {
    /// Plain HTTP on `listen`.
    #[must_use]
    pub const fn new(listen: SocketAddr) -> Self {
        Self {
            listen,
            tls: None,
            metrics_token: None,
            trusted_proxies: Vec::new(),
            strict_transport: false,
            header_timeout: HEADER_TIMEOUT,
        }
    }
}

pub struct Server {
    app: App,
    listener: TcpListener,
    address: SocketAddr,
    tls: Option<TlsAcceptor>,
    front: Front,
    router: Router,
    header_timeout: Duration,
}

impl Server {
    /// # Errors
    /// Where the address cannot be listened on.
    pub async fn bind(app: App, options: Options) -> io::Result<Self> {
        let listener = TcpListener::bind(options.listen).await?;
        let address = listener.local_addr()?;
        let tls = options.tls.map(|config| TlsAcceptor::from(Arc::new(config)));
        let trusted = options.trusted_proxies.into();
        let front = Front { trusted, tls: tls.is_some(), strict: options.strict_transport };
        let router = router(app.clone(), options.metrics_token);
        Ok(Self { app, listener, address, tls, front, router, header_timeout: options.header_timeout })
    }

    /// A second listener, plain, which sends everything on to `public_url`: an origin without a trailing slash.
    ///
    /// # Errors
    /// Where the address cannot be listened on.
    pub async fn redirecting(app: App, listen: SocketAddr, public_url: &str) -> io::Result<Self> {
        let listener = TcpListener::bind(listen).await?;
        let address = listener.local_addr()?;
        let (front, router) = (Front::default(), redirect::router(public_url));
        Ok(Self { app, listener, address, tls: None, front, router, header_timeout: HEADER_TIMEOUT })
    }

    /// The address listened on, with the real port where 0 was asked for.
    #[must_use]
    pub const fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop`, then lets requests under way end, for 8 s at most.
    pub async fn run(self, stop: CancellationToken) {
        let graceful = Arc::new(GracefulShutdown::new());
        loop {
            let (stream, peer) = tokio::select! {
                () = stop.cancelled() => break,
                accepted = self.listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        // Out of file descriptors, most likely: waiting lets some close.
                        tracing::warn!(%error, "cannot accept a connection");
                        tokio::time::sleep(Duration::from_millis(100)).await;
                        continue;
                    }
                },
            };
            self.spawn(stream, peer, &graceful);
        }
        drop(self.listener);
        self.app.hub.close();
        let Ok(graceful) = Arc::try_unwrap(graceful) else { return };
        if tokio::time::timeout(DRAIN, graceful.shutdown()).await.is_err() {
            tracing::warn!("some requests did not end in time");
        }
    }

    fn spawn(&self, stream: TcpStream, peer: SocketAddr, graceful: &Arc<GracefulShutdown>) {
        let _ = stream.set_nodelay(true);
        let (tls, watcher) = (self.tls.clone(), graceful.watcher());
        let (front, router) = (self.front.clone(), self.router.clone());
        let marked = tower::ServiceBuilder::new()
            .map_request(move |mut request: http::Request<hyper::body::Incoming>| {
                let mut extensions = std::mem::take(request.extensions_mut());
                front.mark(peer.ip(), request.headers(), &mut extensions);
                *request.extensions_mut() = extensions;
                request
            })
            .service(router);
        let limit = self.header_timeout;
        tokio::spawn(async move {
            let Some(tls) = tls else { return serve(stream, marked, watcher, Protocol::Http1(limit)).await };
            match tokio::time::timeout(limit, tls.accept(stream)).await {
                Ok(Ok(stream)) => {
                    let is_http2 = stream.get_ref().1.alpn_protocol() == Some(b"h2");
                    let protocol = if is_http2 { Protocol::Http2 } else { Protocol::Http1(limit) };
                    serve(stream, marked, watcher, protocol).await;
                }
                Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake failed"),
                Err(_) => tracing::debug!("a TLS handshake took too long"),
            }
        });
    }
}

enum Protocol {
    /// With the time for a request's headers.
    Http1(Duration),
    Http2,
}

async fn serve<S>(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    service: S,
    watcher: hyper_util::server::graceful::Watcher,
    protocol: Protocol,
) where
    S: tower::Service<http::Request<hyper::body::Incoming>, Response = axum::response::Response, Error = Infallible>
        + Clone
        + Send
        + 'static,
    S::Future: Send,
{
    let io = TokioIo::new(stream);
    let service = TowerToHyperService::new(service);
    let ended = match protocol {
        Protocol::Http2 => {
            let mut http = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
            http.timer(TokioTimer::new()).keep_alive_interval(Duration::from_secs(30)).max_concurrent_streams(128);
            watcher.watch(http.serve_connection(io, service)).await
        }
        Protocol::Http1(header_timeout) => {
            let mut http = hyper::server::conn::http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(header_timeout).max_buf_size(64 * 1024);
            watcher.watch(http.serve_connection(io, service)).await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}
