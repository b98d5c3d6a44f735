//! Timeouts of stalled and idle connections: write timeout per socket, idle and stall watch for HTTP/2.

use axum::body::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use std::{
    collections::HashMap,
    future::Future,
    io::{self, IoSlice},
    pin::Pin,
    sync::{Arc, PoisonError},
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

use crate::sync::{Mutex, MutexGuard};

/// A socket with a write timeout: fails if pending output makes no progress for `limit`.
pub struct WriteTimeout<S> {
    inner: S,
    limit: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    pub const fn new(inner: S, limit: Duration) -> Self {
        Self { inner, limit, stalled: None }
    }

    fn check<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let limit = self.limit;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().inner).poll_read(cx, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.inner).poll_write(cx, bytes);
        this.check(cx, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.inner).poll_write_vectored(cx, bytes);
        this.check(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let flushed = Pin::new(&mut this.inner).poll_flush(cx);
        this.check(cx, flushed)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let shut = Pin::new(&mut this.inner).poll_shutdown(cx);
        this.check(cx, shut)
    }
}

/// Tracks the requests of one HTTP/2 connection: a client may answer pings and yet read no response, or never send a
/// request.
#[derive(Clone)]
pub struct ConnectionWatch(Arc<Mutex<RequestTable>>);

struct RequestTable {
    last: u64,
    /// Requests in progress, each with the time since which the client has requested no more of its response.
    under_way: HashMap<u64, Option<Instant>>,
    idle_since: Instant,
}

impl ConnectionWatch {
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new(RequestTable { last: 0, under_way: HashMap::new(), idle_since: Instant::now() })))
    }

    fn table(&self) -> MutexGuard<'_, RequestTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers the start of a request.
    pub fn begin(&self) -> TrackedRequest {
        let mut table = self.table();
        table.last += 1;
        let id = table.last;
        table.under_way.insert(id, None);
        drop(table);
        TrackedRequest { watch: self.clone(), id }
    }

    /// Returns true if no request was in progress for `idle`, or a response made no progress for `stall`.
    pub fn is_over(&self, idle: Duration, stall: Duration) -> bool {
        let table = self.table();
        let stalled = table.under_way.values().flatten().any(|since| since.elapsed() >= stall);
        stalled || table.under_way.is_empty() && table.idle_since.elapsed() >= idle
    }
}

/// A request and then its response; deregisters on drop.
pub struct TrackedRequest {
    watch: ConnectionWatch,
    id: u64,
}

impl TrackedRequest {
    fn set_frame_sent(&self, at: Option<Instant>) {
        self.watch.table().under_way.insert(self.id, at);
    }
}

impl Drop for TrackedRequest {
    fn drop(&mut self) {
        let mut table = self.watch.table();
        table.under_way.remove(&self.id);
        table.idle_since = Instant::now();
    }
}

/// A response body that records when its client requests more.
pub struct WatchedBody {
    pub body: axum::body::Body,
    pub under_way: TrackedRequest,
}

impl Body for WatchedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = self.get_mut();
        let frame = Pin::new(&mut this.body).poll_frame(cx);
        this.under_way.set_frame_sent(matches!(frame, Poll::Ready(Some(Ok(_)))).then(Instant::now));
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
