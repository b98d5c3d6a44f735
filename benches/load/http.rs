//! The least of HTTP/1.1 that a load needs: one connection, one request after the other, replies with a length. A full
//! client would take the processor time that the server under load should have.

use std::{io, net::SocketAddr};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

pub struct Connection {
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
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(1024) })
    }

    /// `headers` are whole lines, each with its line end.
    pub async fn ask(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> io::Result<Reply> {
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: bench\r\n{headers}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        self.buffer.clear();
        self.buffer.extend_from_slice(head.as_bytes());
        self.buffer.extend_from_slice(body);
        self.stream.write_all(&self.buffer).await?;
        self.reply().await
    }

    async fn reply(&mut self) -> io::Result<Reply> {
        self.buffer.clear();
        let head_end = loop {
            if let Some(at) = self.buffer.windows(4).position(|w| w == b"\r\n\r\n") {
                break at + 4;
            }
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(broken("closed before a reply"));
            }
        };
        let head = String::from_utf8_lossy(&self.buffer[..head_end]).to_lowercase();
        let status = head.get(9..12).and_then(|s| s.parse().ok()).ok_or_else(|| broken("no status"))?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse::<usize>().ok());
        let whole = head_end + length.unwrap_or(0);
        while self.buffer.len() < whole {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(broken("closed in the middle of a reply"));
            }
        }
        Ok(Reply { status, head, body: self.buffer[head_end..whole].to_vec() })
    }
}

impl Reply {
    /// The address of the next page (RFC 8288).
    pub fn next(&self) -> Option<String> {
        let link = self.head.lines().find_map(|line| line.strip_prefix("link: "))?;
        Some(link.split_once('<')?.1.split_once('>')?.0.to_owned())
    }
}
