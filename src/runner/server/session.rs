//! Requests of one connection.

use super::{
    connection::Connection,
    state::{Queued, ServerState},
};
use crate::runner::{
    job::Job,
    wire::{self, Hello, MAX_FRAME, MAX_HELLO, PROTOCOL, RunnerReply, RunnerRequest},
};
use serde::Deserialize;
use std::{
    io,
    os::unix::net::UnixStream,
    sync::Arc,
    time::{Duration, Instant},
};
use uuid::Uuid;

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
    let hello: Option<Hello> = or_report(wire::read_frame(&mut stream, MAX_HELLO), &connection)?;
    let Some(hello) = hello else { return Ok(()) };
    if hello.protocol != PROTOCOL {
        let reason =
            format!("the server speaks protocol {}, this runner {PROTOCOL}: use the same version", hello.protocol);
        tracing::warn!(version = hello.version, "{reason}");
        connection.send(&RunnerReply::Closing { reason });
        return Ok(());
    }
    stream.set_read_timeout(None)?;
    // In this order: a survey that ends between the two is sent twice, and none is missed.
    shared.send_surveys(&connection);
    connection.send(&RunnerReply::Welcome(shared.offered.welcome()));
    tracing::info!(version = hello.version, "a server is connected");
    while let Some(content) = or_report(wire::read_content(&mut stream, MAX_FRAME), &connection)? {
        let request = wire::parse(&content);
        if let (Err(error), Ok(UnreadableRun { job })) = (&request, wire::parse(&content)) {
            // Closing would take all other jobs back, and this one would come again.
            connection.send(&RunnerReply::Refused {
                id: job.id,
                reason: format!("it cannot be read: {error}"),
                is_busy: false,
            });
            continue;
        }
        match or_report(request, &connection)? {
            RunnerRequest::Run { job } => queue(shared, &connection, *job),
            RunnerRequest::Cancel { id: job } => {
                shared.cancel_where(|queued| queued.connection.id == id && queued.job.id == job);
            }
            RunnerRequest::Ping => connection.send(&RunnerReply::Pong),
        }
    }
    Ok(())
}

/// The least of a [`RunnerRequest::Run`] that has to be known to refuse it.
#[derive(Deserialize)]
struct UnreadableRun {
    job: UnreadableJob,
}

#[derive(Deserialize)]
struct UnreadableJob {
    id: Uuid,
}

/// Reports to the peer why its frame is refused.
fn or_report<T>(read: io::Result<T>, to: &Connection) -> io::Result<T> {
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
    if shared.offered.get(&job.language).is_none() {
        return refused(format!("this runner does not offer the language '{}'", job.language), false);
    }
    let queued = Queued { connection: connection.clone(), job, since: Instant::now(), cancel: Arc::default() };
    if !shared.push(queued) {
        refused("too many jobs wait".to_owned(), true);
    }
}
