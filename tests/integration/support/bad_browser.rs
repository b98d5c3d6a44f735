//! Browsers that send a request and mishandle the response.

use super::bad_server::{Behaviour, noise};
use std::{net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpSocket,
    time::sleep,
};

/// Size in bytes of a receive buffer that holds almost no unread data.
const SMALL_BUFFER: u32 = 4096;

/// A request of one browser.
#[derive(Clone, Debug)]
pub struct Asked {
    pub path: String,
    pub token: String,
}

/// Sends a request from the address `from` and calls `sent` once it is sent. Without a behaviour, reads everything.
/// Ends with the server or the task.
pub async fn ask(
    to: SocketAddr,
    from: SocketAddr,
    asked: Asked,
    behaviour: Option<Behaviour>,
    sent: impl FnOnce(),
) -> Option<()> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.set_recv_buffer_size(SMALL_BUFFER).ok()?;
    socket.bind(from).ok()?;
    let mut stream = socket.connect(to).await.ok()?;
    let request = format!(
        "GET {} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\naccept: */*\r\n\r\n",
        asked.path, asked.token
    );
    let mut bytes = request.into_bytes();
    if behaviour == Some(Behaviour::Garbage) {
        bytes.extend(noise(64 * 1024));
    }
    let written = stream.write_all(&bytes).await;
    sent();
    written.ok()?;
    let mut byte = [0];
    match behaviour {
        None => while stream.read(&mut [0; 16 * 1024]).await.is_ok_and(|n| n > 0) {},
        // Leaves before a byte of the response.
        Some(Behaviour::Refuses) => return None,
        Some(Behaviour::Silent | Behaviour::Garbage) => std::future::pending().await,
        Some(Behaviour::OneByteASecond) => {
            while stream.read(&mut byte).await.is_ok_and(|n| n > 0) {
                sleep(Duration::from_secs(1)).await;
            }
        }
        Some(Behaviour::Resets) => {
            stream.read_exact(&mut byte).await.ok()?;
            stream.set_zero_linger().ok()?;
        }
    }
    None
}
