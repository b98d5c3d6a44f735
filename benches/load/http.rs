//! Minimal HTTP/1.1 client: one connection, sequential requests, replies with a content length. A full client would use
//! CPU time that the server under load needs.

use std::{io, net::SocketAddr};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

pub struct Connection {
    address: SocketAddr,
    stream: TcpStream,
    buffer: Vec<u8>,
}

pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

fn broken(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

impl Connection {
    pub async fn open(address: SocketAddr) -> io::Result<Self> {
        Ok(Self { address, stream: connect(address).await?, buffer: Vec::with_capacity(1024) })
    }

    /// Sends a request with a body of JSON. `headers` are whole lines, each with its line end.
    pub async fn ask(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> io::Result<Reply> {
        self.send(method, path, headers, "application/json", body).await
    }

    /// As [`Self::ask`], with a body of another type.
    pub async fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &str,
        content_type: &str,
        body: &[u8],
    ) -> io::Result<Reply> {
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: bench\r\n{headers}Content-Type: {content_type}\r\nContent-Length: {length}\r\n\r\n"
        );
        let request = [head.as_bytes(), body].concat();
        if let Some(reply) = self.exchange(&request).await? {
            return Ok(reply);
        }
        // A server closes idle connections, and a browser reconnects.
        self.stream = connect(self.address).await?;
        self.exchange(&request).await?.ok_or_else(|| broken("closed before a reply"))
    }

    /// Sends a request and returns its reply; `None` if the connection was closed before the reply began.
    async fn exchange(&mut self, request: &[u8]) -> io::Result<Option<Reply>> {
        let closed = |e: &io::Error| matches!(e.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset);
        self.buffer.clear();
        match self.stream.write_all(request).await {
            Err(error) if closed(&error) => return Ok(None),
            done => done?,
        }
        let head_end = loop {
            if let Some(at) = self.buffer.windows(4).position(|w| w == b"\r\n\r\n") {
                break at + 4;
            }
            match self.stream.read_buf(&mut self.buffer).await {
                Ok(0) if self.buffer.is_empty() => return Ok(None),
                Ok(0) => return Err(broken("closed in the middle of a reply")),
                Err(error) if closed(&error) && self.buffer.is_empty() => return Ok(None),
                Ok(_) => {}
                Err(error) => return Err(error),
            }
        };
        // This server writes header names in lower case; values, such as cursors, keep their case.
        let head = String::from_utf8_lossy(&self.buffer[..head_end]).into_owned();
        let status = head.get(9..12).and_then(|s| s.parse().ok()).ok_or_else(|| broken("no status"))?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse::<usize>().ok());
        let whole = head_end + length.unwrap_or(0);
        while self.buffer.len() < whole {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(broken("closed in the middle of a reply"));
            }
        }
        Ok(Some(Reply { status, head, body: self.buffer[head_end..whole].to_vec() }))
    }
}

async fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

impl Reply {
    /// Returns the URL of the next page (RFC 8288).
    pub fn next(&self) -> Option<String> {
        let link = self.head.lines().find_map(|line| line.strip_prefix("link: "))?;
        Some(link.split_once('<')?.1.split_once('>')?.0.to_owned())
    }
}
