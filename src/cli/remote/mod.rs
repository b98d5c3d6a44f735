//! The command socket: while a server has the data open, commands reach it through a Unix socket in the data folder.
//!
//! A request is a length (4 bytes) and JSON. The reply is a stream of frames: kind (1 byte), length (4 bytes), content.
//! `OUT` carries a part of the result, `PROGRESS` two counters (done and total, 8 bytes each), `NOTE` a line to print when
//! the result is complete. `DONE`, which is empty, or `REFUSED`, with one line for the operator, ends the reply. Numbers are
//! big-endian. Only bytes cross the socket: files and the terminal stay with the command's process.

pub mod client;
mod lines;
pub mod server;

use crate::runner::wire;
use std::{
    io::{self, Read, Write},
    time::Duration,
};

const OUT: u8 = 1;
const DONE: u8 = 2;
const REFUSED: u8 = 3;
const PROGRESS: u8 = 4;
const NOTE: u8 = 5;

/// Largest request in bytes: room for several imports of maximum size.
const MAX_REQUEST: usize = 64 << 20;
/// Largest frame in bytes.
const MAX_FRAME: usize = 1 << 20;
/// The server waits this long for a client that does not read the result, then ends the command.
const STALL_TIMEOUT: Duration = Duration::from_mins(1);
/// Client and server must be the same version: the request format is not stable. Raise the number after the plus sign
/// with each change of the frames or of a request between two releases.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+2");

/// [`STALL_TIMEOUT`], which tests of a debug build may shorten.
fn stall_timeout() -> Duration {
    #[cfg(debug_assertions)]
    if let Some(timeout) = crate::watchdog::sabotage::millis("INVIGIL_COMMAND_STALL_MS") {
        return timeout;
    }
    STALL_TIMEOUT
}

fn write_frame(to: &mut impl Write, kind: u8, content: &[u8]) -> io::Result<()> {
    let length = u32::try_from(content.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
    to.write_all(&[kind])?;
    to.write_all(&length.to_be_bytes())?;
    to.write_all(content)
}

fn read_frame(from: &mut impl Read) -> io::Result<(u8, Vec<u8>)> {
    let mut kind = [0];
    from.read_exact(&mut kind)?;
    let content = wire::read_content(from, MAX_FRAME)?.ok_or(io::ErrorKind::UnexpectedEof)?;
    Ok((kind[0], content))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_round_trip_and_a_claimed_length_is_not_trusted() {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, OUT, b"hello").unwrap();
        assert_eq!(read_frame(&mut bytes.as_slice()).unwrap(), (OUT, b"hello".to_vec()));
        let short = [OUT, 0, 0, 0, 9, 1];
        assert_eq!(read_frame(&mut short.as_slice()).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        let huge = [OUT, 0xff, 0xff, 0xff, 0xff];
        assert_eq!(read_frame(&mut huge.as_slice()).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
