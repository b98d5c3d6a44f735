//! The client side of the command socket.

use super::{DONE, MAX_REQUEST, NOTE, OUT, PROGRESS, REFUSED, VERSION, read_frame, stall_timeout};
use crate::cli::{failure::Failure, op::Op, request::CommandOutput};
use serde::Serialize;
use std::{
    io::{self, BufReader, Write},
    os::unix::net::UnixStream,
    path::Path,
    time::{Duration, Instant},
};

#[derive(Serialize)]
struct CommandRequest<'a> {
    version: &'a str,
    op: &'a Op,
}

/// Connects to the server that has the data open; `None` if it accepts no commands.
pub fn connect(socket: &Path) -> Option<UnixStream> {
    UnixStream::connect(socket).ok()
}

/// Sends the operation and streams its result to `out`.
pub fn send(mut server: UnixStream, op: &Op, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let request = serde_json::to_vec(&CommandRequest { version: VERSION, op })?;
    let length = u32::try_from(request.len()).ok().filter(|_| request.len() <= MAX_REQUEST);
    let Some(length) = length else {
        return Err(Failure::refused("the request is too large for one command: give fewer files at a time"));
    };
    // A write error is ignored: a server that refuses before it has read everything has sent its reason.
    let _ = server.write_all(&length.to_be_bytes()).and_then(|()| server.write_all(&request));
    let mut frames = BufReader::new(server);
    // Longest time between two frames of a result: this process was suspended, or its reader did not read.
    let (mut last, mut longest) = (None::<Instant>, Duration::ZERO);
    loop {
        let frame = read_frame(&mut frames);
        longest = longest.max(last.map_or(Duration::ZERO, |last| last.elapsed()));
        match frame.map_err(|e| lost(&e, longest))? {
            (OUT, part) => {
                last = Some(Instant::now());
                out.write_all(&part)?;
            }
            (PROGRESS, at) => {
                if let Some((done, all)) = progress(&at) {
                    out.progress(done, all);
                }
            }
            (NOTE, line) => {
                last = Some(Instant::now());
                out.note(&String::from_utf8_lossy(&line))?;
            }
            (DONE, _) => return Ok(()),
            (REFUSED, message) => return Err(Failure::refused(String::from_utf8_lossy(&message))),
            _ => return Err(lost(&io::ErrorKind::InvalidData.into(), longest)),
        }
    }
}

/// Decodes a progress frame: done and total.
fn progress(content: &[u8]) -> Option<(u64, u64)> {
    let (done, all) = content.split_first_chunk()?;
    Some((u64::from_be_bytes(*done), u64::from_be_bytes(*all.first_chunk()?)))
}

fn lost(error: &io::Error, unread: Duration) -> Failure {
    if unread >= stall_timeout() {
        return Failure::refused(format!(
            "the server ended this command, because its output was not read for {} s (limit: {} s); run it again",
            unread.as_secs(),
            stall_timeout().as_secs()
        ));
    }
    let why = match error.kind() {
        io::ErrorKind::UnexpectedEof => "it has stopped".to_owned(),
        _ => error.to_string(),
    };
    Failure::refused(format!("lost the connection to the server ({why}); check whether the command took effect"))
}
