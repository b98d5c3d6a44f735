//! Minimal HTTP/1.1 client for load: a full client would take processor time from the server.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};

pub struct Wire {
    from: Ipv4Addr,
    address: SocketAddr,
    stream: TcpStream,
    buffer: Vec<u8>,
}

pub struct Reply {
    pub status: u16,
    pub body: Vec<u8>,
}

/// Source addresses: normal and greedy clients have different ones, like on different machines.
pub const CALM: Ipv4Addr = Ipv4Addr::LOCALHOST;
pub const GREEDY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// Send buffer of a greedy client's connection, in bytes. On another machine the megabytes that its kernel would copy
/// into one would not take the server's processor.
const GREEDY_SEND_BUFFER: u32 = 64 * 1024;

pub async fn connect(from: Ipv4Addr, address: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if from == GREEDY {
        socket.set_send_buffer_size(GREEDY_SEND_BUFFER)?;
    }
    socket.bind((from, 0).into())?;
    let stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Builds a request; `headers` are complete lines with line endings.
pub fn request(method: &str, path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    [head(method, path, headers, body.len()).as_bytes(), body].concat()
}

/// The head of a request with a body of `length` bytes.
pub fn head(method: &str, path: &str, headers: &str, length: usize) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: x\r\n{headers}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
}

impl Wire {
    pub async fn open(from: Ipv4Addr, address: SocketAddr) -> io::Result<Self> {
        Ok(Self { from, address, stream: connect(from, address).await?, buffer: Vec::new() })
    }

    /// Sends one request and reads its reply; reconnects if the server has closed the connection.
    pub async fn ask(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> io::Result<Reply> {
        let request = request(method, path, headers, body);
        if let Ok(reply) = self.exchange(&request).await {
            return Ok(reply);
        }
        self.stream = connect(self.from, self.address).await?;
        self.exchange(&request).await
    }

    async fn exchange(&mut self, request: &[u8]) -> io::Result<Reply> {
        self.buffer.clear();
        self.stream.write_all(request).await?;
        let head_end = loop {
            if let Some(at) = self.buffer.windows(4).position(|w| w == b"\r\n\r\n") {
                break at + 4;
            }
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        };
        let head = String::from_utf8_lossy(&self.buffer[..head_end]).into_owned();
        let status = head.get(9..12).and_then(|s| s.parse().ok()).ok_or(io::ErrorKind::InvalidData)?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse::<usize>().ok());
        let whole = head_end + length.unwrap_or(0);
        while self.buffer.len() < whole {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(Reply { status, body: self.buffer[head_end..whole].to_vec() })
    }
}
