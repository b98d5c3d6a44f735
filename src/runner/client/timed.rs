//! Reads with a deadline for a whole frame: a peer that sends a byte from time to time is as silent as one that sends none.

use std::{
    io::{self, Read},
    os::unix::net::UnixStream,
    time::{Duration, Instant},
};

/// After the deadline, what has arrived is still read: this process may have been stopped, and not the peer.
const LAST_LOOK: Duration = Duration::from_millis(1);

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
        self.stream.set_read_timeout(Some(left.max(LAST_LOOK)))?;
        let read = self.stream.read(buffer);
        // What a timeout of a socket is called (socket(7)).
        read.map_err(|e| if e.kind() == io::ErrorKind::WouldBlock { io::ErrorKind::TimedOut.into() } else { e })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn what_arrived_before_the_deadline_is_read_after_it() {
        let (mut peer, stream) = UnixStream::pair().unwrap();
        let mut late = Timed::new(&stream, Duration::ZERO);
        peer.write_all(b"ab").unwrap();
        let mut read = [0; 2];
        late.read_exact(&mut read).unwrap();
        assert_eq!(&read, b"ab");
        assert_eq!(late.read(&mut read).unwrap_err().kind(), io::ErrorKind::TimedOut);
    }
}
