//! Lingering close: a socket that is closed while data of its client is unread is reset, and the client may lose the end of
//! the response with it, such as the reason of a refusal that was sent before the whole body had arrived (RFC 9112,
//! section 9.6).

use std::{
    future::Future,
    io::{self, IoSlice},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
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
    lingering: Option<Lingering>,
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
    pub const fn new(inner: S, rate: Arc<DiscardRate>) -> Self {
        Self { inner, rate, lingering: None }
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
        Pin::new(&mut self.get_mut().inner).poll_read(cx, into)
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
        }
        let lingering = this.lingering.get_or_insert_with(Lingering::new);
        lingering.poll(Pin::new(&mut this.inner), &this.rate, cx).map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
