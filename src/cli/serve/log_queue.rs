//! Non-blocking log writer to standard error, which may be a pipe without a reader, a closed pipe, or a file on a full
//! disk.
//!
//! Callers put lines into a bounded queue and never wait; one thread writes. Lines that do not fit or cannot be written
//! are dropped and counted, and the count is logged once writing works again. `tracing-appender` is not used because it
//! bounds lines instead of bytes, and at exit prints to the very pipe that hangs.

use std::{
    fs::File,
    io::{self, Write},
    os::fd::AsFd,
    sync::{
        Arc,
        atomic::{
            AtomicU64, AtomicUsize,
            Ordering::{AcqRel, Acquire, Relaxed},
        },
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};
use tracing_subscriber::fmt::MakeWriter;

/// Capacity of the queue in lines.
const LOG_LINES: usize = 8_192;
/// Capacity of the queue in bytes, including the line that is being written.
const LOG_BYTES: usize = 4 << 20;
/// How long the exiting process waits for the queue to drain.
pub const LOG_FLUSH_TIMEOUT: Duration = Duration::from_millis(500);

#[derive(Default)]
struct LogCounts {
    /// Bytes in the queue and in the line that is being written.
    bytes: AtomicUsize,
    /// Lines dropped since the last warning about it.
    dropped: AtomicU64,
}

/// Sender side of the queue.
#[derive(Clone)]
pub struct LogQueue {
    lines: SyncSender<Vec<u8>>,
    counts: Arc<LogCounts>,
}

impl LogQueue {
    /// Starts the thread that writes to standard error.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn to_stderr() -> io::Result<Self> {
        // Bypasses the standard library's handle, whose lock a stuck write would hold.
        Self::to(File::from(io::stderr().as_fd().try_clone_to_owned()?))
    }

    fn to(out: impl Write + Send + 'static) -> io::Result<Self> {
        let (lines, waiting) = sync_channel(LOG_LINES);
        let counts = Arc::new(LogCounts::default());
        let counted = counts.clone();
        thread::Builder::new().name("log".into()).spawn(move || write(&waiting, out, &counted))?;
        Ok(Self { lines, counts })
    }

    fn put(&self, line: Vec<u8>) {
        let size = line.len();
        let fits = self.counts.bytes.fetch_add(size, AcqRel) + size <= LOG_BYTES;
        if !fits || self.lines.try_send(line).is_err() {
            self.counts.bytes.fetch_sub(size, AcqRel);
            self.counts.dropped.fetch_add(1, Relaxed);
        }
    }

    /// Waits until the queue is written, for at most `limit`, so that a log that hangs does not block the exit.
    pub fn flush(&self, limit: Duration) {
        let deadline = Instant::now() + limit;
        while self.counts.bytes.load(Acquire) > 0 && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
    }
}

fn write(waiting: &Receiver<Vec<u8>>, mut out: impl Write, counts: &LogCounts) {
    while let Ok(line) = waiting.recv() {
        let written = out.write_all(&line);
        counts.bytes.fetch_sub(line.len(), AcqRel);
        if written.is_err() {
            counts.dropped.fetch_add(1, Relaxed);
            continue;
        }
        let dropped = counts.dropped.swap(0, Relaxed);
        if dropped > 0 {
            tracing::warn!(lost = dropped, "log lines were dropped: they could not be written, or came too fast");
        }
    }
}

/// One log event, queued as a whole line on drop.
pub struct LogLine {
    queue: LogQueue,
    bytes: Vec<u8>,
}

impl Write for LogLine {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for LogLine {
    fn drop(&mut self) {
        if !self.bytes.is_empty() {
            self.queue.put(std::mem::take(&mut self.bytes));
        }
    }
}

impl MakeWriter<'_> for LogQueue {
    type Writer = LogLine;

    fn make_writer(&self) -> LogLine {
        LogLine { queue: self.clone(), bytes: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};

    /// Writes one line per `true` that it receives, and fails on `false`.
    struct Slow(Receiver<bool>, Sender<Vec<u8>>);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if !self.0.recv().unwrap_or(false) {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            self.1.send(bytes.to_vec()).unwrap();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn slow() -> (LogQueue, Sender<bool>, Receiver<Vec<u8>>) {
        let (go, gate) = channel();
        let (wrote, seen) = channel();
        (LogQueue::to(Slow(gate, wrote)).unwrap(), go, seen)
    }

    #[test]
    fn an_unread_log_takes_bounded_memory_and_blocks_no_caller() {
        let (queue, go, seen) = slow();
        for _ in 0..LOG_LINES * 3 {
            queue.put(vec![b'x'; 1_024]);
        }
        assert!(queue.counts.bytes.load(Acquire) <= LOG_BYTES);
        let waiting = LOG_BYTES / 1_024;
        assert_eq!(queue.counts.dropped.load(Relaxed), (LOG_LINES * 3 - waiting) as u64);
        queue.flush(Duration::from_millis(5));
        for _ in 0..waiting {
            go.send(true).unwrap();
        }
        queue.flush(Duration::from_secs(20));
        assert_eq!((seen.try_iter().count(), queue.counts.dropped.load(Relaxed)), (waiting, 0), "the rest is reported");
    }

    #[test]
    fn failed_writes_are_counted_and_logging_continues() {
        let (queue, go, seen) = slow();
        for (line, works) in [(&b"one"[..], false), (b"two", false)] {
            queue.put(line.to_vec());
            go.send(works).unwrap();
            queue.flush(Duration::from_secs(20));
        }
        while queue.counts.dropped.load(Relaxed) < 2 {
            thread::yield_now();
        }
        queue.put(b"three".to_vec());
        go.send(true).unwrap();
        assert_eq!(seen.recv().unwrap(), b"three");
    }
}
