//! Lingering close: a socket that is closed while data of its client is unread is reset, and the client may lose the end of
//! the response with it, such as the reason of a refusal that was sent before the whole body had arrived (RFC 9112,
//! section 9.6). A connection whose last request was read to its end is closed at once: an idle one must not delay a stop.

use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use std::{
    future::Future,
    io::{self, IoSlice},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

/// Longest time for which a closed connection is read.
const MAX_TIME: Duration = Duration::from_secs(2);
/// Most bytes that are read and discarded meanwhile.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// Bytes a second that all closed connections together may make the server read: hundreds of clients with bodies of the
/// largest size would slow all others down.
const MAX_RATE: u64 = 64 * 1024 * 1024;
/// How far ahead of the rate reads may be, and how long a connection waits when they are.
const PAUSE: Duration = Duration::from_millis(50);
const CHUNK: usize = 8 * 1024;

/// A socket that after its shutdown discards what still arrives, until the client closes it, too.
pub struct LingeringClose<S> {
    inner: S,
    rate: Arc<DiscardRate>,
    progress: RequestProgress,
    lingering: Option<Lingering>,
}

/// Whether a request has begun to arrive and was not read to its end. Shared by a connection's socket, which sees it begin,
/// and the bodies of its requests.
#[derive(Clone, Default)]
pub struct RequestProgress(Arc<AtomicBool>);

/// The body of a request, which reports its end.
pub struct ObservedBody {
    inner: Incoming,
    progress: RequestProgress,
}

/// The rate limit of all closed connections (generic cell rate algorithm).
pub struct DiscardRate {
    began: Instant,
    /// Nanoseconds since then at which all that was read is within the rate.
    paid: AtomicU64,
}

struct Lingering {
    end: Pin<Box<Sleep>>,
    pause: Option<Pin<Box<Sleep>>>,
    left: usize,
}

impl<S> LingeringClose<S> {
    pub const fn new(inner: S, rate: Arc<DiscardRate>, progress: RequestProgress) -> Self {
        Self { inner, rate, progress, lingering: None }
    }
}

impl RequestProgress {
    pub fn observe(&self, inner: Incoming) -> ObservedBody {
        self.set_partial(!inner.is_end_stream());
        ObservedBody { inner, progress: self.clone() }
    }

    fn set_partial(&self, is_partial: bool) {
        self.0.store(is_partial, Ordering::Relaxed);
    }

    fn is_partial(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Body for ObservedBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<hyper::Result<Frame<Bytes>>>> {
        let this = self.get_mut();
        let frame = ready!(Pin::new(&mut this.inner).poll_frame(cx));
        let is_end = match &frame {
            Some(Ok(_)) => this.inner.is_end_stream(),
            Some(Err(_)) => false,
            None => true,
        };
        if is_end {
            this.progress.set_partial(false);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl DiscardRate {
    pub fn new() -> Self {
        Self { began: Instant::now(), paid: AtomicU64::new(0) }
    }

    /// Whether a chunk may be read now; counts it if so.
    fn admits(&self) -> bool {
        self.admits_at(self.began.elapsed())
    }

    fn admits_at(&self, now: Duration) -> bool {
        const COST: u64 = CHUNK as u64 * 1_000_000_000 / MAX_RATE;
        let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let now = nanos(now);
        let next = |paid: u64| Some(paid.max(now) + COST).filter(|paid| *paid <= now + nanos(PAUSE));
        self.paid.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).is_ok()
    }
}

impl Lingering {
    fn new() -> Self {
        Self { end: Box::pin(sleep(MAX_TIME)), pause: None, left: MAX_BYTES }
    }

    fn poll(
        &mut self,
        inner: Pin<&mut (impl AsyncRead + Unpin)>,
        rate: &DiscardRate,
        cx: &mut Context<'_>,
    ) -> Poll<()> {
        let (inner, mut space) = (inner.get_mut(), [0; CHUNK]);
        loop {
            if self.end.as_mut().poll(cx).is_ready() {
                return Poll::Ready(());
            }
            if let Some(pause) = &mut self.pause {
                ready!(pause.as_mut().poll(cx));
                self.pause = None;
            }
            if !rate.admits() {
                self.pause = Some(Box::pin(sleep(PAUSE)));
                continue;
            }
            let mut read = ReadBuf::new(&mut space);
            match ready!(Pin::new(&mut *inner).poll_read(cx, &mut read)) {
                Ok(()) if !read.filled().is_empty() && self.left > 0 => {
                    self.left = self.left.saturating_sub(read.filled().len());
                }
                _ => return Poll::Ready(()),
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for LingeringClose<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let (this, before) = (self.get_mut(), into.filled().len());
        let read = Pin::new(&mut this.inner).poll_read(cx, into);
        if into.filled().len() > before {
            this.progress.set_partial(true);
        }
        read
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for LingeringClose<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().inner).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().inner).poll_write_vectored(cx, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().inner).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.lingering.is_none() {
            ready!(Pin::new(&mut this.inner).poll_shutdown(cx))?;
            if !this.progress.is_partial() {
                return Poll::Ready(Ok(()));
            }
        }
        let lingering = this.lingering.get_or_insert_with(Lingering::new);
        lingering.poll(Pin::new(&mut this.inner), &this.rate, cx).map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::task::Waker;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    /// A connection whose client stays: open, and silent after what it has sent.
    async fn closes_at_once(sent: &[u8], progress: &RequestProgress, read: impl FnOnce()) -> bool {
        let (mut client, socket) = tokio::io::duplex(64);
        let mut socket = LingeringClose::new(socket, Arc::new(DiscardRate::new()), progress.clone());
        client.write_all(sent).await.unwrap();
        let mut received = vec![0; sent.len()];
        socket.read_exact(&mut received).await.unwrap();
        read();
        Pin::new(&mut socket).poll_shutdown(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    #[tokio::test]
    async fn only_a_request_that_was_not_read_to_its_end_delays_the_close() {
        let progress = RequestProgress::default();
        assert!(closes_at_once(b"", &progress, || ()).await, "nothing was sent");
        assert!(!closes_at_once(b"GET /", &progress, || ()).await, "a part of the headers");
        assert!(closes_at_once(b"GET / HTTP/1.1\r\n\r\n", &progress, || progress.set_partial(false)).await);
    }

    #[test]
    fn all_connections_share_the_rate() {
        let rate = DiscardRate::new();
        let admitted =
            |ms: u64| (0..1_000_000).take_while(|_| rate.admits_at(Duration::from_millis(ms))).count() as u64;
        let burst = MAX_RATE / 20 / CHUNK as u64;
        assert_eq!(admitted(1_000), burst);
        // What was left of the burst adds a part of a chunk.
        assert!((burst / 5..=burst / 5 + 1).contains(&admitted(1_010)));
        assert_eq!(admitted(60_000), burst, "an idle time earns no more than the burst");
    }
}
