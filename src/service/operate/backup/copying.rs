//! A backup on its way to a folder that may hang. Two threads share the work, because a view of the database lets its file
//! grow: the one that reads gives up when the one that writes to the folder gets no further.

use super::write;
use crate::{
    app::App,
    state::disk_gate::Under,
    store::{BackupError, Manifest},
};
use std::{
    io::{self, Write},
    sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    thread,
    time::{Duration, Instant},
};

/// Bytes handed over at a time.
const PART: usize = 256 << 10;
/// Parts under way.
const PARTS: usize = 8;
const NAP: Duration = Duration::from_millis(10);

enum Message {
    Part(Vec<u8>),
    /// All of it was read.
    End(Manifest),
    Failed(String),
}

/// Writes a backup to `out`. The view of the database is given up once `out` has taken nothing for `patience`.
pub fn copy(app: &App, patience: Duration, under: &Under, out: &mut impl Write) -> io::Result<Manifest> {
    let (parts, arriving) = sync_channel(PARTS);
    let app = app.clone();
    thread::Builder::new().name("backup".into()).spawn(move || {
        let mut out = Parts { parts, patience };
        let last = match write(&app, None, &mut out) {
            Ok(manifest) => Message::End(manifest),
            // The other thread has gone, or hangs: nobody to tell.
            Err(BackupError::Io(_)) => return,
            Err(error) => Message::Failed(error.to_string()),
        };
        // A folder that hangs with all parts written loses the end; the backup then counts as not made.
        let _ = out.put(last);
    })?;
    receive(&arriving, under, out)
}

fn receive(arriving: &Receiver<Message>, under: &Under, out: &mut impl Write) -> io::Result<Manifest> {
    loop {
        under.beat();
        match arriving.recv() {
            Ok(Message::Part(part)) => out.write_all(&part)?,
            Ok(Message::End(manifest)) => return Ok(manifest),
            Ok(Message::Failed(words)) => return Err(io::Error::other(words)),
            Err(_) => return Err(io::Error::new(io::ErrorKind::TimedOut, "the folder took nothing for too long")),
        }
    }
}

struct Parts {
    parts: SyncSender<Message>,
    patience: Duration,
}

impl Parts {
    fn put(&self, mut message: Message) -> io::Result<()> {
        let until = Instant::now() + self.patience;
        loop {
            message = match self.parts.try_send(message) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Disconnected(_)) => return Err(io::ErrorKind::BrokenPipe.into()),
                Err(TrySendError::Full(message)) => message,
            };
            if Instant::now() >= until {
                return Err(io::ErrorKind::TimedOut.into());
            }
            thread::sleep(NAP);
        }
    }
}

impl Write for Parts {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = bytes.get(..PART).unwrap_or(bytes);
        self.put(Message::Part(part.to_vec()))?;
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_takes_nothing_ends_the_reading() {
        let (parts, arriving) = sync_channel(1);
        let mut out = Parts { parts, patience: Duration::from_millis(30) };
        out.write_all(b"one").unwrap();
        assert_eq!(out.write_all(b"two").unwrap_err().kind(), io::ErrorKind::TimedOut);
        drop(arriving);
        assert_eq!(out.write_all(b"three").unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
