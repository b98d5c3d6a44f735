//! Serves the router on a socket: HTTP/1.1, and HTTP/2 where TLS agrees on it. Built on hyper's own builders, because
//! a client that never finishes its headers must be cut off, which the stock server does not do.

use super::{
    lanes::{Lane, Reply},
    proxy::Front,
    redirect,
    router::router,
};
use crate::app::App;
use axum::{Router, response::Response};
use hyper::{Request, body::Incoming, service::Service};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::graceful::{GracefulShutdown, Watcher},
};
use ipnet::IpNet;
use std::{
    convert::Infallible,
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    runtime::Handle,
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
    /// Where requests run that are not part of an exam, see [`super::lanes`]; without it, with all the others.
    pub low_priority: Option<Handle>,
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
            low_priority: None,
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
    low_priority: Option<Handle>,
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
        let (low_priority, header_timeout) = (options.low_priority, options.header_timeout);
        Ok(Self { app, listener, address, tls, front, router, low_priority, header_timeout })
    }

    /// A second listener, plain, which sends everything on to `public_url`: an origin without a trailing slash.
    ///
    /// # Errors
    /// Where the address cannot be listened on.
    pub async fn redirecting(app: App, listen: SocketAddr, public_url: &str) -> io::Result<Self> {
        let listener = TcpListener::bind(listen).await?;
        let address = listener.local_addr()?;
        let (front, router) = (Front::default(), redirect::router(public_url));
        let (tls, low_priority, header_timeout) = (None, None, HEADER_TIMEOUT);
        Ok(Self { app, listener, address, tls, front, router, low_priority, header_timeout })
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
        let (front, router, low_priority) = (self.front.clone(), self.router.clone(), self.low_priority.clone());
        let service = Answers { peer: peer.ip(), front, router, low_priority };
        let limit = self.header_timeout;
        let Some(tls) = tls else {
            tokio::spawn(http1(stream, service, watcher, limit));
            return;
        };
        tokio::spawn(async move {
            match tokio::time::timeout(limit, tls.accept(stream)).await {
                // In a task of its own: the memory of the handshake, and of the other protocol, is not kept with it.
                Ok(Ok(stream)) if stream.get_ref().1.alpn_protocol() == Some(b"h2") => {
                    tokio::spawn(http2(stream, service, watcher));
                }
                Ok(Ok(stream)) => drop(tokio::spawn(http1(stream, service, watcher, limit))),
                Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake failed"),
                Err(_) => tracing::debug!("a TLS handshake took too long"),
            }
        });
    }
}

/// Answers the requests of one connection.
struct Answers {
    peer: IpAddr,
    front: Front,
    router: Router,
    low_priority: Option<Handle>,
}

impl Service<Request<Incoming>> for Answers {
    type Response = Response;
    type Error = Infallible;
    type Future = Reply;

    fn call(&self, request: Request<Incoming>) -> Reply {
        let (mut parts, body) = request.into_parts();
        self.front.mark(self.peer, &parts.headers, &mut parts.extensions);
        let lane = Lane::of(&parts);
        let reply = tower::Service::call(&mut self.router.clone(), Request::from_parts(parts, body));
        lane.carry(reply, self.low_priority.as_ref())
    }
}

async fn http1(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    service: Answers,
    watcher: Watcher,
    header_timeout: Duration,
) {
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(header_timeout).max_buf_size(64 * 1024);
    told(watcher.watch(http.serve_connection(TokioIo::new(stream), service)).await);
}

async fn http2(stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static, service: Answers, watcher: Watcher) {
    let mut http = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
    http.timer(TokioTimer::new()).keep_alive_interval(Duration::from_secs(30)).max_concurrent_streams(128);
    told(watcher.watch(http.serve_connection(TokioIo::new(stream), service)).await);
}

fn told(ended: hyper::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}
