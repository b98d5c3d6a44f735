//! A server on loopback that mishandles every connection, whatever protocol its clients speak.

use std::{
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
    sync::watch,
    task::JoinHandle,
    time::sleep,
};

/// How an external party misbehaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    Refuses,
    /// Accepts and sends nothing.
    Silent,
    OneByteASecond,
    /// Endless invalid data.
    Garbage,
    /// Starts normally and resets the connection in the middle of a reply.
    Resets,
}

impl Behaviour {
    pub const ALL: [Self; 5] = [Self::Refuses, Self::Garbage, Self::Resets, Self::OneByteASecond, Self::Silent];
}

/// Texts of a well-behaved server.
#[derive(Clone, Copy, Debug)]
pub struct Protocol {
    /// Sent before the client sends anything.
    pub greeting: &'static str,
    /// The first reply, without its end.
    pub answer: &'static str,
}

pub const SMTP: Protocol = Protocol { greeting: "220 sink.example ESMTP\r\n", answer: "250-sink.example\r\n250-8BITM" };
pub const HTTP: Protocol = Protocol {
    greeting: "",
    answer: "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{\"choices\": [",
};

/// Garbage per connection in bytes: more than any client should accept, less than a test machine's memory.
const MAX_GARBAGE: usize = 64 << 20;

/// Stops when dropped.
pub struct BadServer {
    address: SocketAddr,
    came: watch::Sender<usize>,
    task: Option<JoinHandle<()>>,
    /// Reserves the port of a server that refuses: bound, but not listening.
    _bound: Option<TcpSocket>,
}

impl BadServer {
    pub async fn start(behaviour: Behaviour, protocol: Protocol) -> Self {
        let came = watch::Sender::new(0);
        let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        if behaviour == Behaviour::Refuses {
            let socket = TcpSocket::new_v4().unwrap();
            socket.bind(anywhere).unwrap();
            return Self { address: socket.local_addr().unwrap(), came, task: None, _bound: Some(socket) };
        }
        let listener = TcpListener::bind(anywhere).await.unwrap();
        let address = listener.local_addr().unwrap();
        let counted = came.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counted.send_modify(|n| *n += 1);
                let count = *counted.borrow();
                tokio::spawn(mistreat(stream, behaviour, protocol, count));
            }
        });
        Self { address, came, task: Some(task), _bound: None }
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Number of connections so far; always 0 for a server that refuses.
    pub fn came(&self) -> usize {
        *self.came.borrow()
    }

    /// Waits for more than `before` connections.
    pub async fn when_asked(&self, before: usize) {
        self.came.subscribe().wait_for(|n| *n > before).await.unwrap();
    }
}

impl Drop for BadServer {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

/// Deterministic meaningless bytes.
pub fn noise(length: u32) -> Vec<u8> {
    (0..length / 4).flat_map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes()).collect()
}

/// Ends when the client disconnects or everything is sent.
async fn mistreat(mut stream: TcpStream, behaviour: Behaviour, protocol: Protocol, count: usize) -> Option<()> {
    let mut sink = vec![0; 16 * 1024];
    match behaviour {
        Behaviour::Refuses | Behaviour::Silent => {}
        Behaviour::OneByteASecond => {
            for byte in protocol.greeting.bytes().chain(protocol.answer.bytes()).chain(std::iter::repeat(b'x')) {
                stream.write_all(&[byte]).await.ok()?;
                sleep(Duration::from_secs(1)).await;
            }
        }
        Behaviour::Garbage if count.is_multiple_of(2) => {
            stream.write_all(&noise(64 * 1024)).await.ok()?;
        }
        Behaviour::Garbage => {
            // One line that never ends.
            for _ in 0..MAX_GARBAGE / (16 * 1024) {
                stream.write_all(&[b'x'; 16 * 1024]).await.ok()?;
            }
        }
        Behaviour::Resets => {
            stream.write_all(protocol.greeting.as_bytes()).await.ok()?;
            let _asked = stream.read(&mut sink).await.ok()?;
            stream.write_all(protocol.answer.as_bytes()).await.ok()?;
            stream.set_zero_linger().ok()?;
            return None;
        }
    }
    while stream.read(&mut sink).await.is_ok_and(|n| n > 0) {}
    None
}
