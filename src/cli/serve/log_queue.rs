//! The way from the log to standard error, which may be a pipe that nobody reads, a closed one, or a file on a full disk.
//!
//! Whoever logs puts a line into a bounded queue and never waits; one thread writes. What does not fit or cannot be
//! written is dropped and counted, and the count is logged once lines go through again. The usual library for this,
//! `tracing-appender`, bounds lines instead of bytes, and at exit prints to the very pipe that hangs.

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

/// Lines that wait to be written.
const LOG_LINES: usize = 8_192;
/// Their bytes, together with the one that is being written.
const LOG_BYTES: usize = 4 << 20;
/// How long the end of the process waits for lines that wait.
pub const LOG_FLUSH: Duration = Duration::from_millis(500);

#[derive(Default)]
struct Counts {
    /// Bytes in the queue, and in the hands of the thread.
    bytes: AtomicUsize,
    /// Lines that were not written and not told of yet.
    lost: AtomicU64,
}

/// Puts lines into the queue.
#[derive(Clone)]
pub struct LogQueue {
    lines: SyncSender<Vec<u8>>,
    counts: Arc<Counts>,
}

impl LogQueue {
    /// Starts the thread that writes to standard error.
    ///
    /// # Errors
    /// Where there can be no thread.
    pub fn to_stderr() -> io::Result<Self> {
        // Past the standard library's own handle, whose lock a stuck write would hold.
        Self::to(File::from(io::stderr().as_fd().try_clone_to_owned()?))
    }

    fn to(out: impl Write + Send + 'static) -> io::Result<Self> {
        let (lines, waiting) = sync_channel(LOG_LINES);
        let counts = Arc::new(Counts::default());
        let counted = counts.clone();
        thread::Builder::new().name("log".into()).spawn(move || write(&waiting, out, &counted))?;
        Ok(Self { lines, counts })
    }

    fn put(&self, line: Vec<u8>) {
        let size = line.len();
        let fits = self.counts.bytes.fetch_add(size, AcqRel) + size <= LOG_BYTES;
        if !fits || self.lines.try_send(line).is_err() {
            self.counts.bytes.fetch_sub(size, AcqRel);
            self.counts.lost.fetch_add(1, Relaxed);
        }
    }

    /// Waits until what was logged has been written, for `limit` at most: a log that hangs holds nobody up.
    pub fn flush(&self, limit: Duration) {
        let until = Instant::now() + limit;
        while self.counts.bytes.load(Acquire) > 0 && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
    }
}

fn write(waiting: &Receiver<Vec<u8>>, mut out: impl Write, counts: &Counts) {
    while let Ok(line) = waiting.recv() {
        let written = out.write_all(&line);
        counts.bytes.fetch_sub(line.len(), AcqRel);
        if written.is_err() {
            counts.lost.fetch_add(1, Relaxed);
            continue;
        }
        let lost = counts.lost.swap(0, Relaxed);
        if lost > 0 {
            tracing::warn!(lost, "lines of the log are missing here: they could not be written, or came too fast");
        }
    }
}

/// One event of the log; it enters the queue as a whole.
pub struct Line {
    queue: LogQueue,
    bytes: Vec<u8>,
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if !self.bytes.is_empty() {
            self.queue.put(std::mem::take(&mut self.bytes));
        }
    }
}

impl MakeWriter<'_> for LogQueue {
    type Writer = Line;

    fn make_writer(&self) -> Line {
        Line { queue: self.clone(), bytes: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};

    /// Takes a line each time it is told to, and fails where it is told that.
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
        let (go, told) = channel();
        let (wrote, seen) = channel();
        (LogQueue::to(Slow(told, wrote)).unwrap(), go, seen)
    }

    #[test]
    fn a_log_that_nobody_reads_takes_bounded_memory_and_keeps_nobody_waiting() {
        let (queue, go, seen) = slow();
        for _ in 0..LOG_LINES * 3 {
            queue.put(vec![b'x'; 1_024]);
        }
        assert!(queue.counts.bytes.load(Acquire) <= LOG_BYTES);
        let waiting = LOG_BYTES / 1_024;
        assert_eq!(queue.counts.lost.load(Relaxed), (LOG_LINES * 3 - waiting) as u64);
        queue.flush(Duration::from_millis(5));
        for _ in 0..waiting {
            go.send(true).unwrap();
        }
        queue.flush(Duration::from_secs(20));
        assert_eq!((seen.try_iter().count(), queue.counts.lost.load(Relaxed)), (waiting, 0), "the rest is told of");
    }

    #[test]
    fn lines_that_cannot_be_written_are_counted_and_the_log_goes_on() {
        let (queue, go, seen) = slow();
        for (line, works) in [(&b"one"[..], false), (b"two", false)] {
            queue.put(line.to_vec());
            go.send(works).unwrap();
            queue.flush(Duration::from_secs(20));
        }
        while queue.counts.lost.load(Relaxed) < 2 {
            thread::yield_now();
        }
        queue.put(b"three".to_vec());
        go.send(true).unwrap();
        assert_eq!(seen.recv().unwrap(), b"three");
    }
}
