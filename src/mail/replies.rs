//! A mail server's replies, read by their code whatever is said beside it. The client library takes neither a code without a
//! text (RFC 5321 section 4.2) nor a text that is not UTF-8; after the content that would leave it unknown whether the server
//! has the mail.

use lettre::transport::smtp::client::AsyncTokioStream;
use std::{
    collections::VecDeque,
    io,
    net::SocketAddr,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, ReadBuf},
    time::{Sleep, sleep},
};

/// Longest wait for the reply to QUIT; the outcome is known by then, and the client library reports a refusal only after it.
pub(super) const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
const QUIT: &[u8] = b"QUIT\r\n";

/// A line as the client library reads it.
fn readable(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    let Some(text) = line.strip_suffix('\n') else { return line.into_owned() };
    let text = text.strip_suffix('\r').unwrap_or(text);
    let is_bare = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    format!("{text}{}\r\n", if is_bare { " " } else { "" })
}

/// Sends a command, unless it is blank, and reads the reply: its code, and its text by lines; `None` for what is no reply.
pub(super) async fn ask<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut BufReader<S>,
    command: &str,
) -> io::Result<Option<(u16, String)>> {
    stream.write_all(command.as_bytes()).await?;
    stream.flush().await?;
    let mut texts = Vec::new();
    loop {
        let mut line = Vec::new();
        stream.read_until(b'\n', &mut line).await?;
        let line = readable(&line);
        let Some(line) = line.strip_suffix("\r\n") else { return Err(io::ErrorKind::UnexpectedEof.into()) };
        let reply = line.split_at_checked(3).and_then(|(code, rest)| Some((code.parse::<u16>().ok()?, rest)));
        let Some((code, rest)) = reply.filter(|(_, rest)| rest.starts_with([' ', '-'])) else { return Ok(None) };
        texts.push(rest.get(1..).unwrap_or_default().to_owned());
        if rest.starts_with(' ') {
            return Ok(Some((code, texts.join("\n"))));
        }
    }
}

/// A connection whose replies the client library can read.
#[derive(Debug)]
pub(super) struct Replies<S> {
    stream: S,
    /// The beginning of a line.
    line: Vec<u8>,
    /// Lines that were not read yet.
    ready: VecDeque<u8>,
    /// The server has spoken last: what is written next begins a command.
    is_our_turn: bool,
    /// The end of the wait for the reply to QUIT, once that was sent.
    end: Option<Pin<Box<Sleep>>>,
}

impl<S> Replies<S> {
    /// `first` is read before what the server sends.
    pub(super) fn after(first: &str, stream: S) -> Self {
        Self { stream, line: Vec::new(), ready: first.bytes().collect(), is_our_turn: true, end: None }
    }

    fn take(&mut self, read: &[u8]) {
        for piece in read.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.ready.extend(readable(&line).bytes());
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Replies<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        while this.ready.is_empty() {
            let mut block = [0; 1024];
            let mut read = ReadBuf::new(&mut block);
            if let Poll::Ready(done) = Pin::new(&mut this.stream).poll_read(context, &mut read) {
                done?;
            } else {
                // Without a reply to QUIT it ends as if the server had closed the connection.
                let Some(end) = &mut this.end else { return Poll::Pending };
                ready!(end.as_mut().poll(context));
            }
            this.is_our_turn = true;
            if read.filled().is_empty() {
                // The end of the connection; perhaps in the middle of a line.
                this.end_line();
                break;
            }
            this.take(read.filled());
        }
        let count = buf.remaining().min(this.ready.len());
        for byte in this.ready.drain(..count) {
            buf.put_slice(&[byte]);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Replies<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        let written = ready!(Pin::new(&mut this.stream).poll_write(context, bytes));
        if std::mem::replace(&mut this.is_our_turn, false) && bytes == QUIT {
            this.end = Some(Box::pin(sleep(QUIT_TIMEOUT)));
        }
        Poll::Ready(written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncTokioStream> AsyncTokioStream for Replies<S> {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.stream.peer_addr()
    }
}
