//! The writing half of a connection.

use crate::{
    runner::wire::{self, RunnerReply},
    sync::Mutex,
};
use std::{net::Shutdown, os::unix::net::UnixStream, sync::PoisonError};

/// The writing half, shared with the slots.
#[derive(Debug)]
pub(super) struct Connection {
    pub id: u64,
    stream: Mutex<UnixStream>,
}

impl Connection {
    pub const fn new(id: u64, stream: UnixStream) -> Self {
        Self { id, stream: Mutex::new(stream) }
    }

    /// Sends a reply; a connection that fails is closed, which its reader notices.
    pub fn send(&self, reply: &RunnerReply) {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        if wire::write_frame(&mut *stream, reply).is_err() {
            // Fails only if it is closed already.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}
