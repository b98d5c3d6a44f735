//! Writes a backup to a folder that may hang. Two threads share the work, because the database file grows while a read
//! transaction is open: the reader gives up if the writer to the folder makes no progress.

use super::write;
use crate::{
    app::App,
    state::disk_gate::DiskGateGuard,
    store::{BackupError, BackupManifest},
};
use std::{
    io::{self, Write},
    sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    thread,
    time::{Duration, Instant},
};

/// Bytes per chunk.
const CHUNK_SIZE: usize = 256 << 10;
/// Chunks queued between the threads.
const QUEUED_CHUNKS: usize = 8;
const POLL_INTERVAL: Duration = Duration::from_millis(10);

enum CopyMessage {
    Chunk(Vec<u8>),
    /// Everything was read.
    End(BackupManifest),
    Failed(String),
}

/// Writes a backup to `out`. Closes the read transaction once `out` has accepted no data for `timeout`.
pub fn copy(app: &App, timeout: Duration, guard: &DiskGateGuard, out: &mut impl Write) -> io::Result<BackupManifest> {
    let (chunks, arriving) = sync_channel(QUEUED_CHUNKS);
    let app = app.clone();
    thread::Builder::new().name("backup".into()).spawn(move || {
        let mut out = ChunkSender { chunks, timeout };
        let last = match write(&app, None, &mut out) {
            Ok(manifest) => CopyMessage::End(manifest),
            // The other thread has ended or hangs: no one to report to.
            Err(BackupError::Io(_)) => return,
            Err(error) => CopyMessage::Failed(error.to_string()),
        };
        // If the folder hangs after the last chunk, the end is lost, and the backup counts as failed.
        let _ = out.put(last);
    })?;
    receive(&arriving, guard, out)
}

fn receive(
    arriving: &Receiver<CopyMessage>,
    guard: &DiskGateGuard,
    out: &mut impl Write,
) -> io::Result<BackupManifest> {
    loop {
        guard.beat();
        match arriving.recv() {
            Ok(CopyMessage::Chunk(chunk)) => out.write_all(&chunk)?,
            Ok(CopyMessage::End(manifest)) => return Ok(manifest),
            Ok(CopyMessage::Failed(error)) => return Err(io::Error::other(error)),
            Err(_) => return Err(io::Error::new(io::ErrorKind::TimedOut, "the folder accepted no data for too long")),
        }
    }
}

struct ChunkSender {
    chunks: SyncSender<CopyMessage>,
    timeout: Duration,
}

impl ChunkSender {
    fn put(&self, mut message: CopyMessage) -> io::Result<()> {
        let deadline = Instant::now() + self.timeout;
        loop {
            message = match self.chunks.try_send(message) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Disconnected(_)) => return Err(io::ErrorKind::BrokenPipe.into()),
                Err(TrySendError::Full(message)) => message,
            };
            if Instant::now() >= deadline {
                return Err(io::ErrorKind::TimedOut.into());
            }
            thread::sleep(POLL_INTERVAL);
        }
    }
}

impl Write for ChunkSender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let chunk = bytes.get(..CHUNK_SIZE).unwrap_or(bytes);
        self.put(CopyMessage::Chunk(chunk.to_vec()))?;
        Ok(chunk.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_accepts_no_data_ends_the_reading() {
        let (chunks, arriving) = sync_channel(1);
        let mut out = ChunkSender { chunks, timeout: Duration::from_millis(30) };
        out.write_all(b"one").unwrap();
        assert_eq!(out.write_all(b"two").unwrap_err().kind(), io::ErrorKind::TimedOut);
        drop(arriving);
        assert_eq!(out.write_all(b"three").unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
