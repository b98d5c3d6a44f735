//! Serves the router on a socket: HTTP/1.1, and HTTP/2 where TLS agrees on it. Built on hyper's own builders, because
//! a client that never finishes its headers must be cut off, which the stock server does not do.

use super::{proxy::Front, redirect, router::router};
use crate::app::App;
use axum::{
    Router,
    response::{IntoResponse, Response},
    routing::future::RouteFuture,
};
use http::request::Parts;
use hyper::{Request, StatusCode, body::Incoming, service::Service};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::graceful::{GracefulShutdown, Watcher},
};
use ipnet::IpNet;
use std::{
    convert::Infallible,
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
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
        let service = Answers { peer: peer.ip(), front: self.front.clone(), router: self.router.clone() };
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
}

impl Service<Request<Incoming>> for Answers {
    type Response = Response;
    type Error = Infallible;
    type Future = Reply;

    fn call(&self, request: Request<Incoming>) -> Reply {
        let (mut parts, body) = request.into_parts();
        self.front.mark(self.peer, &parts.headers, &mut parts.extensions);
        let apart = is_candidates_write(&parts);
        let reply = tower::Service::call(&mut self.router.clone(), Request::from_parts(parts, body));
        if apart { Reply::Apart(tokio::spawn(reply)) } else { Reply::Here(reply) }
    }
}

/// A connection that closes drops what it waits for. What a candidate's page sends is carried out to its end all the same:
/// a page that is being left sends its last answers and waits for no reply.
fn is_candidates_write(request: &Parts) -> bool {
    let path = request.uri.path();
    !request.method.is_safe() && ["/api/take-test/", "/api/submit-test/"].iter().any(|p| path.starts_with(p))
}

/// The reply of a request: made on the connection's task, or on one of its own.
enum Reply {
    Here(RouteFuture<Infallible>),
    Apart(JoinHandle<Result<Response, Infallible>>),
}

impl Future for Reply {
    type Output = Result<Response, Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Self::Here(reply) => Pin::new(reply).poll(context),
            Self::Apart(task) => Pin::new(task).poll(context).map(|ended| {
                // Panics are answered within; a task is cancelled only when the process ends.
                ended.unwrap_or_else(|_| Ok(StatusCode::SERVICE_UNAVAILABLE.into_response()))
            }),
        }
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
