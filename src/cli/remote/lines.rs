//! Connections of running commands. One whose client does not read is closed: it would occupy a thread, a slot and, for
//! a backup, a read snapshot that makes the database file grow.

use super::{MAX_FRAME, NOTE, OUT, PROGRESS, stall_timeout, write_frame};
use crate::{service::export::ExportOutput, sync::Mutex};
use std::{
    io::{self, Write},
    net::Shutdown,
    os::unix::net::UnixStream,
    sync::{
        Arc, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// A connection that carries one command, shared with those that may close it.
pub struct CommandConnection {
    stream: UnixStream,
    /// Whether its command may take long, see [`crate::cli::op::Op::is_long`].
    is_long: bool,
    began: Instant,
    /// Start of the blocked write, in ms after `began` plus 1; 0 while no write is blocked.
    blocked_since: AtomicU64,
}

impl CommandConnection {
    /// How long the client has blocked the current write.
    fn blocked_for(&self) -> Duration {
        match self.blocked_since.load(Relaxed) {
            0 => Duration::ZERO,
            since => self.began.elapsed().saturating_sub(Duration::from_millis(since - 1)),
        }
    }

    fn close(&self) {
        // Fails only if the connection is closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Connections of all running commands.
#[derive(Clone, Default)]
pub struct CommandConnections(Arc<Mutex<Vec<Arc<CommandConnection>>>>);

impl CommandConnections {
    /// Registers the connection of a command that starts; dropping the returned value removes it.
    pub fn begin(&self, stream: UnixStream, is_long: bool) -> io::Result<Frames> {
        stream.set_nonblocking(false)?;
        stream.set_write_timeout(Some(stall_timeout()))?;
        let line = CommandConnection { stream, is_long, began: Instant::now(), blocked_since: AtomicU64::new(0) };
        let line = Arc::new(line);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line.clone());
        Ok(Frames { line, lines: self.clone() })
    }

    /// Closes the connections that match `which`.
    fn close_where(&self, which: impl Fn(&CommandConnection) -> bool) {
        let found: Vec<_> = {
            let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            lines.iter().filter(|line| which(line)).cloned().collect()
        };
        for line in found {
            line.close();
        }
    }

    /// Closes the longest blocked connection of that kind, if it has been blocked for `least` or longer.
    pub fn close_longest(&self, is_long: bool, least: Duration) {
        let longest = {
            let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let of_kind = lines.iter().filter(|line| line.is_long == is_long);
            of_kind.max_by_key(|line| line.blocked_for()).cloned()
        };
        if let Some(line) = longest.filter(|line| line.blocked_for() >= least) {
            tracing::info!("ended a command whose output is not read, to free its slot for another one");
            line.close();
        }
    }

    /// Closes the connections that have been blocked for `least` or longer.
    pub fn close_blocked(&self, least: Duration) {
        self.close_where(|line| line.blocked_for() >= least);
    }

    /// Closes the connections of commands that may take long.
    pub fn close_long(&self) {
        self.close_where(|line| line.is_long);
    }
}

/// Writes the reply of one command, in frames.
pub struct Frames {
    line: Arc<CommandConnection>,
    lines: CommandConnections,
}

impl Frames {
    pub fn send(&mut self, kind: u8, content: &[u8]) -> io::Result<()> {
        write_frame(&mut TimedWriter(&self.line), kind, content)
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        let mut lines = self.lines.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.retain(|line| !Arc::ptr_eq(line, &self.line));
    }
}

/// Waits for the client for at most [`stall_timeout`].
struct TimedWriter<'a>(&'a CommandConnection);

impl Write for TimedWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let CommandConnection { stream, began, blocked_since, .. } = self.0;
        let now = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX - 1);
        blocked_since.store(now + 1, Relaxed);
        let written = (&*stream).write(bytes);
        blocked_since.store(0, Relaxed);
        written.map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                // Every later write fails at once.
                self.0.close();
                tracing::info!("ended a command, because its output was not read for {} s", stall_timeout().as_secs());
                io::ErrorKind::TimedOut.into()
            }
            _ => error,
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Write for Frames {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = bytes.get(..MAX_FRAME).unwrap_or(bytes);
        self.send(OUT, part)?;
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ExportOutput for Frames {
    fn progress(&mut self, done: u64, all: u64) {
        // A client that has left is noticed when the next part of the result is written.
        let _ = self.send(PROGRESS, &[done.to_be_bytes(), all.to_be_bytes()].concat());
    }

    fn note(&mut self, line: &str) -> io::Result<()> {
        self.send(NOTE, line.as_bytes())
    }
}
