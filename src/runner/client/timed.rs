//! Reads with a deadline for a whole frame: a peer that sends a byte from time to time is as silent as one that sends none.

use std::{
    io::{self, Read},
    os::unix::net::UnixStream,
    time::{Duration, Instant},
};

pub struct Timed<'a> {
    stream: &'a UnixStream,
    until: Instant,
}

impl<'a> Timed<'a> {
    pub fn new(stream: &'a UnixStream, timeout: Duration) -> Self {
        Self { stream, until: Instant::now() + timeout }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        let read = self.stream.read(buffer);
        // What a timeout of a socket is called (socket(7)).
        read.map_err(|e| if e.kind() == io::ErrorKind::WouldBlock { io::ErrorKind::TimedOut.into() } else { e })
    }
}
