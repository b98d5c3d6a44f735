//! Serves the router on a socket: HTTP/1.1, and HTTP/2 where TLS negotiates it. Built on hyper's own builders, because
//! a client that never finishes its headers must be disconnected, which the stock server does not do.

use super::{
    body_budget::ConnectionId,
    bulkhead::{Lane, PendingReply},
    connections::{ConnectionGate, ConnectionLimits, ConnectionPermit, REFUSAL},
    lingering_close::{DiscardRate, LingeringClose, RequestProgress},
    proxy::Front,
    redirect,
    router::router,
    stall_timeout::{ConnectionWatch, WatchedBody, WriteTimeout},
    standby::{self, StandbyState},
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
    net::{TcpListener, TcpSocket, TcpStream},
    runtime::Handle,
};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;

/// Default timeout of a request's headers, an idle HTTP/1.1 connection and a TLS handshake.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// Default write timeout: disconnects a client that reads nothing of a response.
const WRITE_TIMEOUT: Duration = Duration::from_secs(45);
/// Idle timeout of an HTTP/2 connection, as a multiple of the header timeout.
const HTTP2_IDLE_FACTOR: u32 = 6;
/// Maximum concurrent streams of one HTTP/2 connection.
const MAX_STREAMS: u32 = 128;
/// HTTP/2 flow control windows of one stream and of one connection, in bytes.
const STREAM_WINDOW: u32 = 256 * 1024;
const CONNECTION_WINDOW: u32 = 1024 * 1024;
/// Send buffer of one HTTP/2 stream, in bytes.
const SEND_BUFFER: usize = 64 * 1024;
/// Maximum size of a request's headers, in bytes.
const MAX_HEADERS: usize = 64 * 1024;
const MAX_HEADERS_HTTP2: u32 = 32 * 1024;
/// Receive buffer of one connection in the kernel, in bytes (which doubles it for its own bookkeeping). By default it grows
/// to many megabytes for a client that sends faster than the server reads.
const RECEIVE_BUFFER: u32 = 256 * 1024;
/// Connections that wait to be accepted; the kernel's own limit (`net.core.somaxconn`) applies, too.
const BACKLOG: u32 = 4_096;
/// HTTP/2 streams that the client reset before they were accepted, and streams reset because of its errors; one more
/// closes the connection.
const MAX_PENDING_RESETS: usize = 20;
const MAX_ERROR_RESETS: usize = 256;
/// Connection limits of the listener that redirects to HTTPS.
const REDIRECT_BOUNDS: ConnectionLimits = ConnectionLimits { in_all: 1_024, per_address: 256 };
/// Graceful shutdown timeout of requests in progress.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(8);

/// Accepted connections inherit the receive buffer, which must be set before the handshake negotiates a window.
fn listen_on(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.set_reuseaddr(true)?;
    socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

pub struct ServerOptions {
    pub listen: SocketAddr,
    pub tls: Option<rustls::ServerConfig>,
    /// Bearer token of `/metrics`; without it only loopback callers may read them.
    pub metrics_token: Option<String>,
    /// Networks of reverse proxies whose forwarding headers are trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// Send HSTS to clients that connected over HTTPS.
    pub strict_transport: bool,
    /// Runtime of requests that are not part of an exam, see [`super::bulkhead`]; `None`: they run with all the others.
    pub low_priority: Option<Handle>,
    /// Timeout of a request's headers, an idle connection and a TLS handshake; 10 s except in tests.
    pub header_timeout: Duration,
    /// Timeout of a client that reads nothing of a response; 45 s except in tests.
    pub write_timeout: Duration,
    /// Connection limits; `None`: derived from the file descriptor limit.
    pub connections: Option<ConnectionLimits>,
}

impl ServerOptions {
    /// Returns the defaults: plain HTTP on `listen`.
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
    /// `None`: this server follows another one.
    app: Option<App>,
    listener: TcpListener,
    address: SocketAddr,
    tls: Option<TlsAcceptor>,
    front: Front,
    router: Router,
    low_priority: Option<Handle>,
    gate: ConnectionGate,
    header_timeout: Duration,
    write_timeout: Duration,
    discards: Arc<DiscardRate>,
}

impl Server {
    /// # Errors
    /// If the address cannot be bound.
    pub fn bind(app: App, options: ServerOptions) -> io::Result<Self> {
        let listener = listen_on(options.listen)?;
        let address = listener.local_addr()?;
        let tls = options.tls.map(|config| TlsAcceptor::from(Arc::new(config)));
        let trusted: Arc<[IpNet]> = options.trusted_proxies.into();
        let gate =
            ConnectionGate::new(options.connections.unwrap_or_else(ConnectionLimits::of_this_process), trusted.clone());
        let watch = app.watching.forwarding.clone();
        let front = Front { trusted, tls: tls.is_some(), strict: options.strict_transport, watch };
        let router = router(app.clone(), options.metrics_token);
        let ServerOptions { low_priority, header_timeout, write_timeout, .. } = options;
        let discards = Arc::new(DiscardRate::new());
        Ok(Self {
            app: Some(app),
            listener,
            address,
            tls,
            front,
            router,
            low_priority,
            gate,
            header_timeout,
            write_timeout,
            discards,
        })
    }

    /// Binds a plain listener that redirects everything to `public_url`, an origin without a trailing slash.
    ///
    /// # Errors
    /// If the address cannot be bound.
    pub fn redirecting(app: App, listen: SocketAddr, public_url: &str) -> io::Result<Self> {
        let listener = listen_on(listen)?;
        let address = listener.local_addr()?;
        let (front, router) = (Front::default(), redirect::router(public_url));
        let (tls, low_priority, gate) = (None, None, ConnectionGate::new(REDIRECT_BOUNDS, Arc::default()));
        Ok(Self {
            app: Some(app),
            listener,
            address,
            tls,
            front,
            router,
            low_priority,
            gate,
            header_timeout: HEADER_TIMEOUT,
            write_timeout: WRITE_TIMEOUT,
            discards: Arc::new(DiscardRate::new()),
        })
    }

    /// Binds a server without data: see [`standby`].
    ///
    /// # Errors
    /// If the address cannot be bound.
    pub fn standing_by(options: ServerOptions, state: impl StandbyState) -> io::Result<Self> {
        let listener = listen_on(options.listen)?;
        let address = listener.local_addr()?;
        let tls = options.tls.map(|config| TlsAcceptor::from(Arc::new(config)));
        let (front, router) = (Front::default(), standby::router(state));
        Ok(Self {
            app: None,
            listener,
            address,
            tls,
            front,
            router,
            low_priority: None,
            gate: ConnectionGate::new(REDIRECT_BOUNDS, Arc::default()),
            header_timeout: options.header_timeout,
            write_timeout: options.write_timeout,
            discards: Arc::new(DiscardRate::new()),
        })
    }

    /// Returns the bound address, with the actual port if port 0 was requested.
    #[must_use]
    pub const fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop`, then waits up to 8 s for requests in progress.
    pub async fn run(self, stop: CancellationToken) {
        let graceful = Arc::new(GracefulShutdown::new());
        loop {
            let (stream, peer) = tokio::select! {
                () = stop.cancelled() => break,
                accepted = self.listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        // Most likely out of file descriptors: wait for some to close.
                        tracing::warn!(%error, "cannot accept a connection");
                        tokio::time::sleep(Duration::from_millis(100)).await;
                        continue;
                    }
                },
            };
            self.spawn(stream, peer, &graceful);
        }
        drop(self.listener);
        if let Some(app) = &self.app {
            app.close_streams();
        }
        let Ok(graceful) = Arc::try_unwrap(graceful) else { return };
        if tokio::time::timeout(DRAIN_TIMEOUT, graceful.shutdown()).await.is_err() {
            tracing::warn!("graceful shutdown timed out with requests in progress");
        }
    }

    fn spawn(&self, stream: TcpStream, peer: SocketAddr, graceful: &Arc<GracefulShutdown>) {
        let Some(mut place) = self.gate.enter(peer.ip(), self.tls.is_some()) else {
            if self.tls.is_none() {
                // Only if it fits into the socket's send buffer: never block for a refused client.
                let _ = stream.try_write(REFUSAL);
            }
            tracing::debug!("too many connections");
            return;
        };
        let _ = stream.set_nodelay(true);
        let stream = WriteTimeout::new(stream, self.write_timeout);
        let progress = RequestProgress::default();
        let stream = LingeringClose::new(stream, self.discards.clone(), progress.clone());
        let (tls, watcher) = (self.tls.clone(), graceful.watcher());
        let (front, router, low_priority) = (self.front.clone(), self.router.clone(), self.low_priority.clone());
        let service = Http1Service { peer: peer.ip(), connection: place.id, progress, front, router, low_priority };
        let (limit, stall) = (self.header_timeout, self.write_timeout);
        let Some(tls) = tls else {
            tokio::spawn(http1(stream, service, watcher, limit, place));
            return;
        };
        tokio::spawn(async move {
            match tokio::time::timeout(limit, tls.accept(stream)).await {
                // In a separate task, so that the memory of the handshake and of the other protocol's future is freed.
                Ok(Ok(stream)) if stream.get_ref().1.alpn_protocol() == Some(b"h2") => {
                    place.finish_handshake();
                    // Its requests run side by side: that one was read to its end says nothing of the others.
                    let service = Http1Service { progress: RequestProgress::default(), ..service };
                    tokio::spawn(http2(stream, service, watcher, [limit * HTTP2_IDLE_FACTOR, stall], place));
                }
                Ok(Ok(stream)) => {
                    place.finish_handshake();
                    tokio::spawn(http1(stream, service, watcher, limit, place));
                }
                Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake failed"),
                Err(_) => tracing::debug!("a TLS handshake timed out"),
            }
        });
    }
}

/// Serves the requests of one connection.
struct Http1Service {
    peer: IpAddr,
    connection: ConnectionId,
    progress: RequestProgress,
    front: Front,
    router: Router,
    low_priority: Option<Handle>,
}

impl Service<Request<Incoming>> for Http1Service {
    type Response = Response;
    type Error = Infallible;
    type Future = PendingReply;

    fn call(&self, request: Request<Incoming>) -> PendingReply {
        let (mut parts, body) = request.into_parts();
        self.front.mark(self.peer, &parts.headers, &mut parts.extensions);
        parts.extensions.insert(self.connection);
        let lane = Lane::of(&parts);
        let request = Request::from_parts(parts, self.progress.observe(body));
        let reply = tower::Service::call(&mut self.router.clone(), request);
        lane.carry(reply, self.low_priority.as_ref())
    }
}

/// Adds the watch for idle connections and stalled responses that HTTP/2 needs.
struct Http2Service {
    inner: Http1Service,
    watch: ConnectionWatch,
}

impl Service<Request<Incoming>> for Http2Service {
    type Response = Response<WatchedBody>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response<WatchedBody>, Infallible>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let (under_way, reply) = (self.watch.begin(), self.inner.call(request));
        Box::pin(async move { Ok(reply.await?.map(|body| WatchedBody { body, under_way })) })
    }
}

async fn http1(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    service: Http1Service,
    watcher: Watcher,
    header_timeout: Duration,
    _permit: ConnectionPermit,
) {
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(header_timeout).max_buf_size(MAX_HEADERS);
    log_end(watcher.watch(http.serve_connection(TokioIo::new(stream), service)).await);
}

async fn http2(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    inner: Http1Service,
    watcher: Watcher,
    [idle, stall]: [Duration; 2],
    _permit: ConnectionPermit,
) {
    let mut http = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
    http.timer(TokioTimer::new())
        .keep_alive_interval(Duration::from_secs(30))
        .max_concurrent_streams(MAX_STREAMS)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_send_buf_size(SEND_BUFFER)
        .max_header_list_size(MAX_HEADERS_HTTP2)
        .max_pending_accept_reset_streams(MAX_PENDING_RESETS)
        .max_local_error_reset_streams(MAX_ERROR_RESETS);
    let watch = ConnectionWatch::new();
    let service = Http2Service { inner, watch: watch.clone() };
    let mut served = pin!(watcher.watch(http.serve_connection(TokioIo::new(stream), service)));
    let check_interval = idle.min(stall) / 3;
    loop {
        match tokio::time::timeout(check_interval, &mut served).await {
            Ok(ended) => return log_end(ended),
            Err(_) if watch.is_over(idle, stall) => return tracing::debug!("an HTTP/2 connection was idle or stalled"),
            Err(_) => {}
        }
    }
}

fn log_end(ended: hyper::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::sys::socket::{getsockopt, sockopt};

    /// The kernel's default grows to the megabytes of `net.ipv4.tcp_rmem`, times the number of connections.
    #[tokio::test]
    async fn a_connection_has_a_bounded_receive_buffer() {
        for address in ["127.0.0.1:0", "[::1]:0"] {
            // A machine may have no IPv6.
            let Ok(listener) = listen_on(address.parse().unwrap()) else { continue };
            let (client, accepted) =
                tokio::join!(TcpStream::connect(listener.local_addr().unwrap()), listener.accept());
            let buffer = getsockopt(&accepted.unwrap().0, sockopt::RcvBuf).unwrap();
            assert!(buffer <= 2 * RECEIVE_BUFFER as usize, "{buffer} bytes from {address}");
            drop(client);
        }
    }
}
