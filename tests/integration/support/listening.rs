//! The server on a real socket, inside the test process.

use super::app::TestApp;
use invigil::http::{Server, ServerOptions};
use std::net::SocketAddr;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinHandle,
};
use tokio_util::sync::{CancellationToken, DropGuard};

/// Stops when dropped.
pub struct Listening {
    pub address: SocketAddr,
    pub t: TestApp,
    pub stop: DropGuard,
    /// Ends with the server.
    pub task: JoinHandle<()>,
}

impl Listening {
    /// Starts on a free port, with options changed by the test.
    pub fn start(change: impl FnOnce(&mut ServerOptions)) -> Self {
        let t = TestApp::new();
        let mut options = ServerOptions::new(([127, 0, 0, 1], 0).into());
        change(&mut options);
        let server = Server::bind(t.app.clone(), options).unwrap();
        Self::run(t, server)
    }

    pub fn run(t: TestApp, server: Server) -> Self {
        let (address, stop) = (server.local_addr(), CancellationToken::new());
        let task = tokio::spawn(server.run(stop.clone()));
        Self { address, t, stop: stop.drop_guard(), task }
    }

    /// Sends `bytes` on a new connection, and reads until the server closes it.
    pub async fn converse(&self, bytes: &[u8]) -> String {
        converse(self.address, bytes).await
    }
}

/// Like [`Listening::converse`], with any server at `address`.
pub async fn converse(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut reply = Vec::new();
    // A reset counts as a close.
    let _ = stream.read_to_end(&mut reply).await;
    String::from_utf8_lossy(&reply).into_owned()
}
