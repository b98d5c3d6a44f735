//! The signals that stop a runner, as a socket that becomes readable.

use crate::cli::failure::Failure;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::{
    io::{self, Read},
    os::{fd::AsFd, unix::net::UnixStream},
};

/// A pair of sockets: the second is written to by SIGTERM and SIGINT.
pub fn pair() -> Result<(UnixStream, UnixStream), Failure> {
    let install = || {
        let (reading, writing) = UnixStream::pair()?;
        for signal in [nix::libc::SIGTERM, nix::libc::SIGINT] {
            signal_hook::low_level::pipe::register(signal, writing.try_clone()?)?;
        }
        Ok((reading, writing))
    };
    install().map_err(|e: io::Error| Failure::refused(format!("cannot install signal handlers: {e}")))
}

pub fn wait_for(mut stop: UnixStream) {
    // An error, too, is a reason to stop.
    let _ = stop.read(&mut [0]);
}

/// Whether a signal has come.
pub fn have_come(stop: &UnixStream) -> bool {
    let mut ends = [PollFd::new(stop.as_fd(), PollFlags::POLLIN)];
    poll(&mut ends, PollTimeout::ZERO).is_ok_and(|ready| ready > 0)
}
