//! Connection to a mail server with a limit on the bytes read: the client library reads a whole line before it checks
//! its length.

use std::{
    fmt, io,
    net::SocketAddr,
    pin::Pin,
    task::{Context, Poll, ready},
};

use lettre::transport::smtp::client::AsyncTokioStream;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

/// Maximum bytes read from a server in one SMTP session, TLS handshake included.
pub(super) const MAX_REPLIES: usize = 256 * 1024;

/// Connects to the first of `addresses` that accepts.
pub(super) async fn connect(addresses: &[SocketAddr]) -> io::Result<Bounded<TcpStream>> {
    let stream = TcpStream::connect(addresses).await?;
    let peer = stream.peer_addr()?;
    Ok(Bounded { stream, peer, left: MAX_REPLIES })
}

/// A stream with a limit on the bytes read.
pub(super) struct Bounded<S> {
    stream: S,
    peer: SocketAddr,
    left: usize,
}

impl<S> Bounded<S> {
    /// Wraps the stream in TLS; the plaintext is bounded by the ciphertext read from this stream.
    pub(super) async fn wrapped<T, F: Future<Output = io::Result<T>>>(
        self,
        wrap: impl FnOnce(Self) -> F,
    ) -> io::Result<Bounded<T>> {
        let peer = self.peer;
        Ok(Bounded { stream: wrap(self).await?, peer, left: MAX_REPLIES })
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
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
