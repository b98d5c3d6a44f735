//! Lingering close: a socket that is closed while data of its client is unread is reset, and the client may lose the end of
//! the response with it, such as the reason of a refusal that was sent before the whole body had arrived (RFC 9112,
//! section 9.6).

use std::{
    future::Future,
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

/// Longest time for which a closed connection is read.
const MAX_TIME: Duration = Duration::from_secs(2);
/// Most bytes that are read and discarded meanwhile.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// A socket that after its shutdown discards what still arrives, until the client closes it, too.
pub struct LingeringClose<S> {
    inner: S,
    lingering: Option<Lingering>,
}

struct Lingering {
    end: Pin<Box<Sleep>>,
    left: usize,
}

impl<S> LingeringClose<S> {
    pub const fn new(inner: S) -> Self {
        Self { inner, lingering: None }
    }
}

impl Lingering {
    fn poll(&mut self, inner: Pin<&mut (impl AsyncRead + Unpin)>, cx: &mut Context<'_>) -> Poll<()> {
        let (inner, mut space) = (inner.get_mut(), [0; 8192]);
        loop {
            let mut read = ReadBuf::new(&mut space);
            match Pin::new(&mut *inner).poll_read(cx, &mut read) {
                Poll::Ready(Ok(())) if !read.filled().is_empty() && self.left > 0 => {
                    self.left = self.left.saturating_sub(read.filled().len());
                }
                Poll::Ready(_) => return Poll::Ready(()),
                Poll::Pending => return self.end.as_mut().poll(cx),
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
        let lingering =
            this.lingering.get_or_insert_with(|| Lingering { end: Box::pin(sleep(MAX_TIME)), left: MAX_BYTES });
        lingering.poll(Pin::new(&mut this.inner), cx).map(Ok)
    }
}
