//! The server on a real socket, within the test's own process.

use super::app::TestApp;
use invigil::http::{Options, Server};
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
    /// On a port of its own, with options that a test changes.
    pub async fn start(change: impl FnOnce(&mut Options)) -> Self {
        let t = TestApp::new();
        let mut options = Options::new(([127, 0, 0, 1], 0).into());
        change(&mut options);
        let server = Server::bind(t.app.clone(), options).await.unwrap();
        Self::run(t, server)
    }

    pub fn run(t: TestApp, server: Server) -> Self {
        let (address, stop) = (server.local_addr(), CancellationToken::new());
        let task = tokio::spawn(server.run(stop.clone()));
        Self { address, t, stop: stop.drop_guard(), task }
    }

    /// Sends `bytes` by a connection of their own, and reads until the server closes it.
    pub async fn converse(&self, bytes: &[u8]) -> String {
        converse(self.address, bytes).await
    }
}

/// As [`Listening::converse`], with whoever listens there.
pub async fn converse(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut reply = Vec::new();
    // A reset is a close as well.
    let _ = stream.read_to_end(&mut reply).await;
    String::from_utf8_lossy(&reply).into_owned()
}
