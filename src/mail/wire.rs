//! Connection to a mail server with a limit on the bytes read: the client library reads a whole line before it checks
//! its length.

use std::{
    fmt, io,
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use lettre::transport::smtp::client::AsyncTokioStream;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::Instant,
};

/// Maximum bytes read from a server in one SMTP session, TLS handshake included.
pub(super) const MAX_REPLIES: usize = 256 * 1024;

/// Connects to the first of `addresses` that accepts.
pub(super) async fn connect(addresses: &[SocketAddr]) -> io::Result<Bounded<TcpStream>> {
    let stream = TcpStream::connect(addresses).await?;
    let (local, peer) = (stream.local_addr()?, stream.peer_addr()?);
    Ok(Bounded { stream, local, peer, left: MAX_REPLIES, progress: Progress::new() })
}

/// The client's last write, so that a deadline counts from the last block that the server took.
#[derive(Clone)]
pub(super) struct Progress(Arc<Written>);

struct Written {
    begun: Instant,
    /// Milliseconds from `begun` to the last write; 0 before it.
    last: AtomicU64,
    /// The last write is not finished: the server does not read.
    is_blocked: AtomicBool,
}

impl Progress {
    fn new() -> Self {
        let (begun, last, is_blocked) = (Instant::now(), AtomicU64::new(0), AtomicBool::new(false));
        Self(Arc::new(Written { begun, last, is_blocked }))
    }

    fn note(&self, is_done: bool) {
        self.0.is_blocked.store(!is_done, Ordering::Relaxed);
        if is_done {
            let ms = u64::try_from(self.0.begun.elapsed().as_millis()).unwrap_or(u64::MAX).max(1);
            self.0.last.store(ms, Ordering::Relaxed);
        }
    }

    /// The last write, if there was one.
    pub(super) fn last(&self) -> Option<Instant> {
        let ms = self.0.last.load(Ordering::Relaxed);
        (ms > 0).then(|| self.0.begun + Duration::from_millis(ms))
    }

    pub(super) fn is_blocked(&self) -> bool {
        self.0.is_blocked.load(Ordering::Relaxed)
    }
}

/// A stream with a limit on the bytes read.
pub(super) struct Bounded<S> {
    stream: S,
    local: SocketAddr,
    peer: SocketAddr,
    left: usize,
    progress: Progress,
}

impl<S> Bounded<S> {
    /// Wraps the stream in TLS; the plaintext is bounded by the ciphertext read from this stream.
    pub(super) async fn wrapped<T, F: Future<Output = io::Result<T>>>(
        self,
        wrap: impl FnOnce(Self) -> F,
    ) -> io::Result<Bounded<T>> {
        let (local, peer) = (self.local, self.peer);
        Ok(Bounded { stream: wrap(self).await?, local, peer, left: MAX_REPLIES, progress: Progress::new() })
    }

    /// The progress of the text of SMTP, or of its encryption by the client library.
    pub(super) fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// The client's end.
    pub(super) const fn local(&self) -> SocketAddr {
        self.local
    }
}

impl<S> fmt::Debug for Bounded<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bounded").field("peer", &self.peer).field("left", &self.left).finish_non_exhaustive()
    }
}

impl<S: AsyncRead + AsyncWrite + Send + Sync + Unpin> AsyncTokioStream for Bounded<S> {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.peer)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Bounded<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buf))?;
        let read = buf.filled().len() - before;
        match self.left.checked_sub(read) {
            Some(left) => self.left = left,
            None => return Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, "the server sends too much"))),
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Bounded<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.progress.note(written.is_ready());
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
