//! The one line of a process that hangs, and its end.

use super::pulse::Pulse;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use serde_json::json;
use std::{fmt::Write as _, io, os::fd::AsFd, sync::mpsc::channel, thread, time::Duration};

/// Exit code of a process that its watchdog ended: an internal software error (`sysexits.h`), unlike 1 for what was
/// refused. systemd starts it again (`Restart=on-failure`).
pub const EXIT: i32 = 70;

/// A log that takes nothing must not keep the process from its end.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// A pipe that is ready takes that much without waiting (`PIPE_BUF`, pipe(7)).
const AT_ONCE: usize = 4_096;

pub fn line(number: usize, stalled: Duration, pulses: &[&Pulse]) -> String {
    let (name, place) = pulses.get(number).map_or(("?", "?"), |pulse| (pulse.name, pulse.place().words()));
    let mut line = if stalled.is_zero() {
        format!("watchdog: the {name} is gone ({place})")
    } else {
        format!("watchdog: the {name} gets no further for {} s ({place})", stalled.as_secs_f32().round())
    };
    line += "; places:";
    for pulse in pulses {
        // Writing to a string does not fail.
        let _ = write!(line, " {}: {},", pulse.name, pulse.place().words());
    }
    let _ = write!(line, " ending the process with code {EXIT}");
    line
}

/// Says why and ends the process: no destructor runs and nothing is waited for that could hang in its turn.
pub fn end(line: &str, json: bool) -> ! {
    let mut bytes = if json {
        json!({"level": "ERROR", "fields": {"message": line}, "target": "invigil::watchdog"}).to_string().into_bytes()
    } else {
        format!("ERROR invigil::watchdog: {line}").into_bytes()
    };
    bytes.truncate(AT_ONCE - 1);
    bytes.push(b'\n');
    let (told, done) = channel();
    // Another writer may fill the pipe between the question and the answer: only this thread would wait then.
    let telling = thread::Builder::new().spawn(move || {
        let error = io::stderr();
        let mut ready = [PollFd::new(error.as_fd(), PollFlags::POLLOUT)];
        let patience = PollTimeout::try_from(LAST_WORDS).unwrap_or(PollTimeout::ZERO);
        if poll(&mut ready, patience).is_ok_and(|ready| ready > 0) {
            // Past the standard library's handle, whose lock may be what hangs.
            let _ = nix::unistd::write(error.as_fd(), &bytes);
        }
        let _ = told.send(());
    });
    if telling.is_ok() {
        let _ = done.recv_timeout(LAST_WORDS);
    }
    signal_hook::low_level::exit(EXIT)
}
