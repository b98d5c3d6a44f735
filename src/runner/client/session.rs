//! One connection, from the hello to its end.

use super::{
    state::{JobNotice, JudgingOrigin, MAX_IN_FLIGHT, RunnerConnection, RunnerStatus},
    timed::Timed,
};
use crate::runner::{
    socket,
    wire::{self, Hello, MAX_FRAME, MAX_HELLO, PROTOCOL, RunnerReply, RunnerRequest, Welcome},
};
use nix::{
    sys::socket::{getsockopt, sockopt},
    unistd::{Uid, geteuid},
};
use std::{
    io,
    net::Shutdown,
    os::unix::net::UnixStream,
    path::Path,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    thread,
    time::Duration,
};

/// A runner that starts probes every language before it answers.
const WELCOME_TIMEOUT: Duration = Duration::from_secs(150);
const PING_INTERVAL: Duration = Duration::from_secs(10);
/// A connected runner that sends no whole frame for this long is silent.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(30);
/// Requests that wait to be written: every job, and as many ends of jobs.
const MAX_REQUESTS: usize = 2 * MAX_IN_FLIGHT;

/// Connects and stays until the connection ends. Returns whether there was a runner, and why it left.
pub(super) fn hold(shared: &Arc<RunnerConnection>, socket: &Path, notify: &dyn Fn(JobNotice)) -> (bool, String) {
    let connected = connect(shared, socket);
    let (stream, welcome) = match connected {
        Ok(connected) => connected,
        Err(why) => return (false, why),
    };
    tracing::info!(version = welcome.version, slots = welcome.slots, "a runner is connected");
    let (requests, outgoing) = sync_channel(MAX_REQUESTS);
    let writing = stream.try_clone().and_then(|stream| {
        thread::Builder::new().name("runner-requests".into()).spawn(move || write(&stream, &outgoing))
    });
    let writing = match writing {
        Ok(writing) => writing,
        Err(error) => return (false, format!("The connection to the runner cannot be used: {error}.")),
    };
    let origin = JudgingOrigin { shown: welcome.version.chars().take(100).collect(), machine: None };
    {
        let mut state = shared.state();
        if !state.is_closed {
            state.requests = Some(requests);
            state.status = RunnerStatus::Ready(Arc::new(welcome));
            state.cause = None;
        }
    }
    let why = read(shared, &stream, &origin, notify);
    // The writer ends with its channel, and with a stream that no longer takes anything.
    shared.state().disconnect();
    let _ = stream.shutdown(Shutdown::Both);
    let _ = writing.join();
    (true, why)
}

fn connect(shared: &RunnerConnection, path: &Path) -> Result<(UnixStream, Welcome), String> {
    let shown = path.display();
    let failed = |error: io::Error| format!("The runner at {shown} cannot be reached: {error}.");
    let mut stream = socket::connect(path).map_err(failed)?;
    let peer = getsockopt(&stream, sockopt::PeerCredentials).map_err(|e| failed(e.into()))?;
    let peer = Uid::from_raw(peer.uid());
    if !peer.is_root() && peer != geteuid() {
        return Err(format!("The socket {shown} belongs to another user ({peer})."));
    }
    stream.set_write_timeout(Some(SILENCE_TIMEOUT)).map_err(failed)?;
    {
        let mut state = shared.state();
        if state.is_closed {
            return Err("The server stops.".to_owned());
        }
        state.stream = Some(stream.try_clone().map_err(failed)?);
    }
    wire::write_frame(&mut stream, &Hello::own()).map_err(failed)?;
    match wire::read_frame(&mut Timed::new(&stream, WELCOME_TIMEOUT), MAX_HELLO) {
        Ok(Some(RunnerReply::Welcome(welcome))) if welcome.protocol == PROTOCOL => Ok((stream, welcome.clamped())),
        Ok(Some(RunnerReply::Welcome(welcome))) => Err(format!(
            "The runner at {shown} is of another version, {}, and cannot be used.",
            short(&welcome.version)
        )),
        Ok(Some(RunnerReply::Closing { reason })) => {
            Err(format!("The runner refuses this server: {}.", short(&reason)))
        }
        Ok(Some(_)) => Err(format!("The process that listens on {shown} is not a code runner.")),
        Ok(None) => Err("The runner closed the connection.".to_owned()),
        Err(error) => Err(format!("The runner at {shown} does not answer: {}.", short(&error.to_string()))),
    }
}

fn short(text: &str) -> String {
    text.trim_end_matches('.').chars().take(200).collect()
}

/// Writes requests, and a ping whenever there was none for a while, until the connection ends.
fn write(mut stream: &UnixStream, outgoing: &Receiver<RunnerRequest>) {
    loop {
        let request = match outgoing.recv_timeout(PING_INTERVAL) {
            Ok(request) => request,
            Err(RecvTimeoutError::Timeout) => RunnerRequest::Ping,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if wire::write_frame(&mut stream, &request).is_err() {
            // The reader ends with it.
            let _ = stream.shutdown(Shutdown::Both);
            return;
        }
    }
}

/// Reads replies until the connection ends; returns why it did.
fn read(shared: &RunnerConnection, stream: &UnixStream, origin: &JudgingOrigin, notify: &dyn Fn(JobNotice)) -> String {
    loop {
        let reply = match wire::read_frame(&mut Timed::new(stream, SILENCE_TIMEOUT), MAX_FRAME) {
            Ok(Some(reply)) => reply,
            Ok(None) => return "The runner closed the connection.".to_owned(),
            Err(error) => return format!("The connection to the runner failed: {}.", short(&error.to_string())),
        };
        let ends = |id| shared.state().in_flight.remove(&id);
        match reply {
            RunnerReply::Started { id } => {
                let is_known = shared.state().in_flight.contains(&id);
                if is_known {
                    notify(JobNotice::Started(id));
                }
            }
            RunnerReply::Paused { id } => {
                let is_known = shared.state().in_flight.contains(&id);
                if is_known {
                    notify(JobNotice::Returned(id));
                }
            }
            RunnerReply::Done { id, outcome } => {
                if ends(id) {
                    notify(JobNotice::Done(id, outcome.clamped(), origin.clone()));
                }
            }
            RunnerReply::Refused { id, reason, .. } => {
                if ends(id) {
                    notify(JobNotice::Refused(id, short(&reason)));
                }
            }
            RunnerReply::Queued { .. } | RunnerReply::Pong => {}
            RunnerReply::Closing { reason } => return format!("The runner closed the connection: {}.", short(&reason)),
            RunnerReply::Welcome(welcome) => shared.learn(welcome.clamped()),
        }
    }
}
