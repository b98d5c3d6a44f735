//! The connections of commands that are being carried out. One whose other side does not read is ended: it would keep a
//! thread, a place and, for a backup, a view of the database that lets its file grow.

use super::{MAX_FRAME, OUT, PROGRESS, stall, write_frame};
use crate::{service::export::Output, sync::Mutex};
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

/// A connection, as those see it who may end it.
pub struct Line {
    stream: UnixStream,
    /// Takes long by its nature, see [`crate::cli::op::Op::is_long`].
    is_long: bool,
    began: Instant,
    /// Since when its write waits, in milliseconds after it began, and 1 more; 0 while none does.
    waits_since: AtomicU64,
}

impl Line {
    /// How long its other side has kept it waiting.
    fn kept_waiting(&self) -> Duration {
        match self.waits_since.load(Relaxed) {
            0 => Duration::ZERO,
            since => self.began.elapsed().saturating_sub(Duration::from_millis(since - 1)),
        }
    }

    fn end(&self) {
        // One that has gone by itself is as good.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// All connections whose commands are being carried out.
#[derive(Clone, Default)]
pub struct Lines(Arc<Mutex<Vec<Arc<Line>>>>);

impl Lines {
    /// The command begins; it has left when the answer is dropped.
    pub fn begin(&self, stream: UnixStream, is_long: bool) -> io::Result<Frames> {
        stream.set_nonblocking(false)?;
        stream.set_write_timeout(Some(stall()))?;
        let line = Line { stream, is_long, began: Instant::now(), waits_since: AtomicU64::new(0) };
        let line = Arc::new(line);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line.clone());
        Ok(Frames { line, lines: self.clone() })
    }

    /// Ends those that `which` names.
    fn end_where(&self, which: impl Fn(&Line) -> bool) {
        let found: Vec<_> = {
            let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            lines.iter().filter(|line| which(line)).cloned().collect()
        };
        for line in found {
            line.end();
        }
    }

    /// Ends the one of that kind that has kept waiting for longest, if that is longer than `least`.
    pub fn end_longest(&self, is_long: bool, least: Duration) {
        let longest = {
            let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let of_kind = lines.iter().filter(|line| line.is_long == is_long);
            of_kind.max_by_key(|line| line.kept_waiting()).cloned()
        };
        if let Some(line) = longest.filter(|line| line.kept_waiting() >= least) {
            tracing::info!("a command whose output nobody reads was ended to make room for another one");
            line.end();
        }
    }

    /// Ends those that have kept waiting for `least`.
    pub fn end_waiting(&self, least: Duration) {
        self.end_where(|line| line.kept_waiting() >= least);
    }

    /// Ends those that take long.
    pub fn end_long(&self) {
        self.end_where(|line| line.is_long);
    }
}

/// The answer of one command, in frames.
pub struct Frames {
    line: Arc<Line>,
    lines: Lines,
}

impl Frames {
    pub fn send(&mut self, kind: u8, content: &[u8]) -> io::Result<()> {
        write_frame(&mut Patient(&self.line), kind, content)
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        let mut lines = self.lines.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.retain(|line| !Arc::ptr_eq(line, &self.line));
    }
}

/// Waits for the other side as long as [`stall`] says.
struct Patient<'a>(&'a Line);

impl Write for Patient<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Line { stream, began, waits_since, .. } = self.0;
        let now = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX - 1);
        waits_since.store(now + 1, Relaxed);
        let written = (&*stream).write(bytes);
        waits_since.store(0, Relaxed);
        written.map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                // Whatever is written to it from now on fails at once.
                self.0.end();
                tracing::info!("a command was ended, because its output was not read for {} s", stall().as_secs());
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

impl Output for Frames {
    fn progress(&mut self, done: u64, all: u64) {
        // A reader that has gone is noticed by the next part of the result.
        let _ = self.send(PROGRESS, &[done.to_be_bytes(), all.to_be_bytes()].concat());
    }
}
