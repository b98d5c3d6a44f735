//! Requests of one connection.

use super::{
    connection::Connection,
    state::{Queued, ServerState},
};
use crate::runner::{
    job::Job,
    wire::{self, Hello, MAX_FRAME, MAX_HELLO, PROTOCOL, RunnerReply, RunnerRequest},
};
use std::{
    io,
    os::unix::net::UnixStream,
    sync::Arc,
    time::{Duration, Instant},
};

const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
/// A server that does not read an outcome for this long is disconnected.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// Serves a connection until it ends, and then cancels its jobs.
pub(super) fn serve(shared: &Arc<ServerState>, stream: UnixStream, id: u64) {
    if let Err(error) = try_serve(shared, stream, id) {
        tracing::warn!(%error, "a connection ended");
    }
    shared.cancel_where(|queued| queued.connection.id == id);
}

fn try_serve(shared: &Arc<ServerState>, mut stream: UnixStream, id: u64) -> io::Result<()> {
    stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
    stream.set_read_timeout(Some(HELLO_TIMEOUT))?;
    let connection = Arc::new(Connection::new(id, stream.try_clone()?));
    let hello: Option<Hello> = read(&mut stream, &connection, MAX_HELLO)?;
    let Some(hello) = hello else { return Ok(()) };
    if hello.protocol != PROTOCOL {
        let reason =
            format!("the server speaks protocol {}, this runner {PROTOCOL}: use the same version", hello.protocol);
        tracing::warn!(version = hello.version, "{reason}");
        connection.send(&RunnerReply::Closing { reason });
        return Ok(());
    }
    stream.set_read_timeout(None)?;
    connection.send(&RunnerReply::Welcome(shared.welcome.clone()));
    tracing::info!(version = hello.version, "a server is connected");
    while let Some(request) = read(&mut stream, &connection, MAX_FRAME)? {
        match request {
            RunnerRequest::Run { job } => queue(shared, &connection, *job),
            RunnerRequest::Cancel { id: job } => {
                shared.cancel_where(|queued| queued.connection.id == id && queued.job.id == job);
            }
            RunnerRequest::Ping => connection.send(&RunnerReply::Pong),
        }
    }
    Ok(())
}

/// Reads a frame; the peer learns why one is refused.
fn read<T: serde::de::DeserializeOwned>(from: &mut UnixStream, to: &Connection, max: usize) -> io::Result<Option<T>> {
    let read = wire::read_frame(from, max);
    if let Err(error) = &read {
        to.send(&RunnerReply::Closing { reason: format!("this frame is refused: {error}") });
    }
    read
}

fn queue(shared: &Arc<ServerState>, connection: &Arc<Connection>, job: Job) {
    let id = job.id;
    let refused = |reason, is_busy| connection.send(&RunnerReply::Refused { id, reason, is_busy });
    if let Err(reason) = job.check() {
        return refused(reason, false);
    }
    if !shared.languages.contains_key(&job.language) {
        return refused(format!("this runner does not offer the language '{}'", job.language), false);
    }
    let queued = Queued { connection: connection.clone(), job, since: Instant::now(), cancel: Arc::default() };
    if !shared.push(queued) {
        refused("too many jobs wait".to_owned(), true);
    }
}
