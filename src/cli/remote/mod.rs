//! Commands while a server has the data open: they go to it through a Unix socket in the data folder.
//!
//! A request is its length (4 bytes, big-endian) and JSON. The answer is a stream of frames: kind (1 byte), length
//! (4 bytes, big-endian), content. `OUT` carries a part of the result, `PROGRESS` how far it is
//! (done and all, 8 bytes each), `DONE` ends it with nothing in it, `REFUSED`
//! with one line for a person. Only bytes cross the socket: files and the terminal stay with the command's process.

pub mod client;
mod lines;
pub mod server;

use std::{
    io::{self, Read, Write},
    time::Duration,
};

const OUT: u8 = 1;
const DONE: u8 = 2;
const REFUSED: u8 = 3;
const PROGRESS: u8 = 4;

/// Largest request in bytes: several imports of full size at once.
const MAX_REQUEST: usize = 64 << 20;
/// Largest frame in bytes.
const MAX_FRAME: usize = 1 << 20;
/// The server waits that long for a client that reads nothing of a result, then ends the command.
const STALL: Duration = Duration::from_mins(1);
/// Both sides must be the same program, since a request is not made to be read by another version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Shorter only where a test of a debug build asks for it.
fn stall() -> Duration {
    #[cfg(debug_assertions)]
    if let Some(stall) = crate::watchdog::sabotage::millis("INVIGIL_COMMAND_STALL_MS") {
        return stall;
    }
    STALL
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
    Ok((kind[0], read_sized(from, MAX_FRAME)?))
}

fn read_sized(from: &mut impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX);
    if length > most {
        return Err(io::ErrorKind::InvalidData.into());
    }
    // Grows with what really arrives: a length alone reserves nothing.
    let mut content = Vec::new();
    from.take(length as u64).read_to_end(&mut content)?;
    if content.len() < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_read_back_and_a_length_is_not_believed() {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, OUT, b"hello").unwrap();
        assert_eq!(read_frame(&mut bytes.as_slice()).unwrap(), (OUT, b"hello".to_vec()));
        let short = [OUT, 0, 0, 0, 9, 1];
        assert_eq!(read_frame(&mut short.as_slice()).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        let huge = [OUT, 0xff, 0xff, 0xff, 0xff];
        assert_eq!(read_frame(&mut huge.as_slice()).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
