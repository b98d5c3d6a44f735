//! Serves the router on a socket: HTTP/1.1, and HTTP/2 where TLS agrees on it. Built on hyper's own builders, because
//! a client that never finishes its headers must be cut off, which the stock server does not do.

use super::{
    body_budget::ConnectionId,
    connections::{Bounds, Gate, Place, REFUSAL},
    lanes::{Lane, Reply},
    patience::{Impatient, Watch, Watched},
    proxy::Front,
    redirect,
    router::router,
};
use crate::app::App;
use axum::{Router, response::Response};
use futures_util::future::BoxFuture;
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
    pin::pin,
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
/// A client that takes nothing of a response for so long is cut off.
const WRITE_TIMEOUT: Duration = Duration::from_secs(45);
/// An HTTP/2 connection without a request is kept for so many times the header timeout.
const IDLE_HTTP2: u32 = 6;
/// Requests under way on one HTTP/2 connection.
const STREAMS: u32 = 128;
/// Bytes that one HTTP/2 connection may have sent ahead, of one request and of all.
const STREAM_WINDOW: u32 = 256 * 1024;
const CONNECTION_WINDOW: u32 = 1024 * 1024;
/// Bytes of one HTTP/2 response that wait for its client.
const SEND_BUFFER: usize = 64 * 1024;
/// Bytes of a request's headers.
const HEAD: usize = 64 * 1024;
const HEAD_HTTP2: u32 = 32 * 1024;
/// Requests that an HTTP/2 client took back before they were looked at, and that it was refused for its own faults: one
/// more ends the connection.
const TAKEN_BACK: usize = 20;
const FAULTY: usize = 256;
/// The listener that sends on to https needs no more connections than this.
const REDIRECTS: Bounds = Bounds { in_all: 1_024, per_address: 256 };
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
    /// For a client that takes nothing of a response; 45 s but in tests.
    pub write_timeout: Duration,
    /// Connections; what the process may open, but in tests.
    pub connections: Option<Bounds>,
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
            write_timeout: WRITE_TIMEOUT,
            connections: None,
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
    gate: Gate,
    header_timeout: Duration,
    write_timeout: Duration,
}

impl Server {
    /// # Errors
    /// Where the address cannot be listened on.
    pub async fn bind(app: App, options: Options) -> io::Result<Self> {
        let listener = TcpListener::bind(options.listen).await?;
        let address = listener.local_addr()?;
        let tls = options.tls.map(|config| TlsAcceptor::from(Arc::new(config)));
        let trusted: Arc<[IpNet]> = options.trusted_proxies.into();
        let gate = Gate::new(options.connections.unwrap_or_else(Bounds::of_this_process), trusted.clone());
        let front = Front { trusted, tls: tls.is_some(), strict: options.strict_transport };
        let router = router(app.clone(), options.metrics_token);
        let Options { low_priority, header_timeout, write_timeout, .. } = options;
        Ok(Self { app, listener, address, tls, front, router, low_priority, gate, header_timeout, write_timeout })
    }

    /// A second listener, plain, which sends everything on to `public_url`: an origin without a trailing slash.
    ///
    /// # Errors
    /// Where the address cannot be listened on.
    pub async fn redirecting(app: App, listen: SocketAddr, public_url: &str) -> io::Result<Self> {
        let listener = TcpListener::bind(listen).await?;
        let address = listener.local_addr()?;
        let (front, router) = (Front::default(), redirect::router(public_url));
        let (tls, low_priority, gate) = (None, None, Gate::new(REDIRECTS, Arc::default()));
        let (header_timeout, write_timeout) = (HEADER_TIMEOUT, WRITE_TIMEOUT);
        Ok(Self { app, listener, address, tls, front, router, low_priority, gate, header_timeout, write_timeout })
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
        let Some(mut place) = self.gate.enter(peer.ip(), self.tls.is_some()) else {
            if self.tls.is_none() {
                // Into the socket's own buffer, or not at all.
                let _ = stream.try_write(REFUSAL);
            }
            tracing::debug!("too many connections");
            return;
        };
        let _ = stream.set_nodelay(true);
        let stream = Impatient::new(stream, self.write_timeout);
        let (tls, watcher) = (self.tls.clone(), graceful.watcher());
        let (front, router, low_priority) = (self.front.clone(), self.router.clone(), self.low_priority.clone());
        let service = Answers { peer: peer.ip(), connection: place.id, front, router, low_priority };
        let (limit, stall) = (self.header_timeout, self.write_timeout);
        let Some(tls) = tls else {
            tokio::spawn(http1(stream, service, watcher, limit, place));
            return;
        };
        tokio::spawn(async move {
            match tokio::time::timeout(limit, tls.accept(stream)).await {
                // In a task of its own: the memory of the handshake, and of the other protocol, is not kept with it.
                Ok(Ok(stream)) if stream.get_ref().1.alpn_protocol() == Some(b"h2") => {
                    place.settle();
                    tokio::spawn(http2(stream, service, watcher, [limit * IDLE_HTTP2, stall], place));
                }
                Ok(Ok(stream)) => {
                    place.settle();
                    tokio::spawn(http1(stream, service, watcher, limit, place));
                }
                Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake failed"),
                Err(_) => tracing::debug!("a TLS handshake took too long"),
            }
        });
    }
}

/// Answers the requests of one connection.
struct Answers {
    peer: IpAddr,
    connection: ConnectionId,
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
        parts.extensions.insert(self.connection);
        let lane = Lane::of(&parts);
        let reply = tower::Service::call(&mut self.router.clone(), Request::from_parts(parts, body));
        lane.carry(reply, self.low_priority.as_ref())
    }
}

/// The same on HTTP/2, where more than the socket has to be watched.
struct Watching {
    answers: Answers,
    watch: Watch,
}

impl Service<Request<Incoming>> for Watching {
    type Response = Response<Watched>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response<Watched>, Infallible>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let (under_way, answer) = (self.watch.begin(), self.answers.call(request));
        Box::pin(async move { Ok(answer.await?.map(|body| Watched { body, under_way })) })
    }
}

async fn http1(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    service: Answers,
    watcher: Watcher,
    header_timeout: Duration,
    _place: Place,
) {
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(header_timeout).max_buf_size(HEAD);
    told(watcher.watch(http.serve_connection(TokioIo::new(stream), service)).await);
}

async fn http2(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    answers: Answers,
    watcher: Watcher,
    [idle, stall]: [Duration; 2],
    _place: Place,
) {
    let mut http = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
    http.timer(TokioTimer::new())
        .keep_alive_interval(Duration::from_secs(30))
        .max_concurrent_streams(STREAMS)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_send_buf_size(SEND_BUFFER)
        .max_header_list_size(HEAD_HTTP2)
        .max_pending_accept_reset_streams(TAKEN_BACK)
        .max_local_error_reset_streams(FAULTY);
    let watch = Watch::new();
    let service = Watching { answers, watch: watch.clone() };
    let mut served = pin!(watcher.watch(http.serve_connection(TokioIo::new(stream), service)));
    let look = idle.min(stall) / 3;
    loop {
        match tokio::time::timeout(look, &mut served).await {
            Ok(ended) => return told(ended),
            Err(_) if watch.is_over(idle, stall) => return tracing::debug!("an HTTP/2 connection was idle or stalled"),
            Err(_) => {}
        }
    }
}

fn told(ended: hyper::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}
