//! A runner that a server started ends with that server, however it ends: nothing reads standard output any more then.

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::{
    io::{self, Write},
    os::{fd::AsFd, unix::net::UnixStream},
    thread,
};

/// Writes to `stopping` once the pipe that is standard output has no reader (`POLLERR`, poll(2)).
pub fn watch(mut stopping: UnixStream) -> io::Result<()> {
    let wait = move || {
        let stdout = io::stdout();
        loop {
            let mut ends = [PollFd::new(stdout.as_fd(), PollFlags::empty())];
            match poll(&mut ends, PollTimeout::NONE) {
                Ok(0) | Err(nix::errno::Errno::EINTR) => {}
                Ok(_) | Err(_) => break,
            }
        }
        tracing::warn!("the server is gone");
        // The runner stops already if nothing reads this.
        let _ = stopping.write_all(&[0]);
    };
    thread::Builder::new().name("lifeline".into()).spawn(wait).map(drop)
}
