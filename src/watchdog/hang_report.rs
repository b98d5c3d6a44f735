//! Reports a hang in one line and ends the process.

use super::pulse::Pulse;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use serde_json::json;
use std::{fmt::Write as _, io, os::fd::AsFd, sync::mpsc::channel, thread, time::Duration};

/// Exit code of a process ended by its watchdog: `EX_SOFTWARE` of `sysexits.h`, distinct from 1 for a rejected command.
/// systemd restarts the process (`Restart=on-failure`).
pub const EXIT: i32 = 70;

/// A log that is not read must not delay the end of the process.
const WRITE_TIMEOUT: Duration = Duration::from_secs(1);
/// Bytes that a ready pipe accepts without blocking (`PIPE_BUF`, pipe(7)).
const MAX_LINE: usize = 4_096;

/// Formats the line: which thread hangs or died, and where each of them was.
pub fn line(number: usize, stalled: Duration, pulses: &[&Pulse]) -> String {
    let (name, place) = pulses.get(number).map_or(("?", "?"), |pulse| (&*pulse.name, pulse.place().words()));
    let mut line = if stalled.is_zero() {
        format!("watchdog: the {name} has died ({place})")
    } else {
        format!("watchdog: the {name} has made no progress for {} s ({place})", stalled.as_secs_f32().round())
    };
    line += "; places:";
    for pulse in pulses {
        // Writing to a string does not fail.
        let _ = write!(line, " {}: {},", pulse.name, pulse.place().words());
    }
    let _ = write!(line, " ending the process with code {EXIT}");
    line
}

/// Writes `line` and ends the process. Runs no destructor and waits for nothing that could hang as well.
pub fn end(line: &str, json: bool) -> ! {
    let mut bytes = if json {
        json!({"level": "ERROR", "fields": {"message": line}, "target": "invigil::watchdog"}).to_string().into_bytes()
    } else {
        format!("ERROR invigil::watchdog: {line}").into_bytes()
    };
    bytes.truncate(MAX_LINE - 1);
    bytes.push(b'\n');
    let (written, done) = channel();
    // Another writer may fill the pipe between poll and write: then only this helper thread blocks.
    let writer = thread::Builder::new().spawn(move || {
        let error = io::stderr();
        let mut ready = [PollFd::new(error.as_fd(), PollFlags::POLLOUT)];
        let timeout = PollTimeout::try_from(WRITE_TIMEOUT).unwrap_or(PollTimeout::ZERO);
        if poll(&mut ready, timeout).is_ok_and(|ready| ready > 0) {
            // Bypasses the standard library's handle, whose lock may be what hangs.
            let _ = nix::unistd::write(error.as_fd(), &bytes);
        }
        let _ = written.send(());
    });
    if writer.is_ok() {
        let _ = done.recv_timeout(WRITE_TIMEOUT);
    }
    signal_hook::low_level::exit(EXIT)
}
