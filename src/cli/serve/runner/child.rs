//! The runner as a child process: started again whenever it ends, and ended with this server.

use crate::{
    runner::socket,
    sync::{Condvar, Mutex},
};
use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};
use std::{
    env, fs,
    io::{self, BufRead, BufReader, Read},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, ChildStderr, Command, Stdio},
    sync::{Arc, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use tracing::Level;

/// Path of this binary, which stays valid if its file is moved or replaced.
const OWN_BINARY: &str = "/proc/self/exe";
/// Variables that the runner may see: none that holds a secret of the server.
const PASSED: [&str; 9] = [
    "PATH",
    "LANG",
    "TMPDIR",
    "RUST_BACKTRACE",
    "CACHE_DIRECTORY",
    "INVIGIL_RUNNER_SLOTS",
    "INVIGIL_RUNNER_SANDBOX",
    "INVIGIL_RUNNER_LANGUAGES",
    "INVIGIL_SANDBOX_SABOTAGE",
];
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const MAX_PAUSE: Duration = Duration::from_mins(1);
/// A runner that lived this long is started again without a long pause.
const STABLE: Duration = Duration::from_mins(1);
const CHECK_INTERVAL: Duration = Duration::from_millis(500);
/// Time for the runner to end after SIGTERM.
const STOP_TIMEOUT: Duration = Duration::from_secs(3);
/// Time for the runner of a server that was killed to notice that, and the interval at which it is looked for.
const PREDECESSOR_TIMEOUT: Duration = Duration::from_secs(3);
const PREDECESSOR_INTERVAL: Duration = Duration::from_millis(50);
/// Longest line of its log that is passed on, in bytes.
const MAX_LINE: u64 = 4 << 10;

/// The start or the end of the process.
pub enum ChildNews {
    Started,
    /// The process has ended, for this reason.
    Ended(String),
}

type Report = Arc<dyn Fn(ChildNews) + Send + Sync>;
/// Set once it is to stop.
type Stop = Arc<(Mutex<bool>, Condvar)>;

pub struct Supervisor {
    stop: Stop,
    thread: JoinHandle<()>,
}

impl Supervisor {
    /// Starts the runner, and reports whenever it starts and why it ends.
    pub fn start(socket: PathBuf, report: impl Fn(ChildNews) + Send + Sync + 'static) -> io::Result<Self> {
        let stop = Stop::default();
        let (stopping, report) = (stop.clone(), Arc::new(report));
        let supervise = move || supervise(&socket, &stopping, &(report as Report));
        let thread = thread::Builder::new().name("runner-child".into()).spawn(supervise)?;
        Ok(Self { stop, thread })
    }

    /// Ends the runner and waits for its end.
    pub fn stop(self) {
        *self.stop.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.stop.1.notify_all();
        // Its panic was logged.
        let _ = self.thread.join();
    }
}

/// Waits; `false` if it is to stop.
fn pause(stop: &Stop, pause: Duration) -> bool {
    let guard = stop.0.lock().unwrap_or_else(PoisonError::into_inner);
    let waited = stop.1.wait_timeout_while(guard, pause, |is_stopping| !*is_stopping);
    !*waited.unwrap_or_else(PoisonError::into_inner).0
}

/// Waits until no other runner listens on the socket; `false` if this one is to stop.
fn await_predecessor(path: &Path, stop: &Stop) -> bool {
    let until = Instant::now() + PREDECESSOR_TIMEOUT;
    while Instant::now() < until && socket::connect(path).is_ok() {
        if !pause(stop, PREDECESSOR_INTERVAL) {
            return false;
        }
    }
    true
}

fn supervise(socket: &Path, stop: &Stop, report: &Report) {
    if !await_predecessor(socket, stop) {
        return;
    }
    let mut wait = FIRST_PAUSE;
    loop {
        let began = Instant::now();
        match spawn(socket) {
            Ok(child) => {
                report(ChildNews::Started);
                if !watch(child, stop, report) {
                    // One that had to be killed has left it behind.
                    let _ = fs::remove_file(socket);
                    return;
                }
            }
            Err(error) => report(ChildNews::Ended(format!("The code runner cannot be started: {error}."))),
        }
        if began.elapsed() >= STABLE {
            wait = FIRST_PAUSE;
        }
        tracing::warn!(seconds = wait.as_secs(), "the code runner ended and is started again");
        if !pause(stop, wait) {
            return;
        }
        wait = (wait * 2).min(MAX_PAUSE);
    }
}

fn spawn(socket: &Path) -> io::Result<Child> {
    let passed = PASSED.into_iter().filter_map(|name| Some((name, env::var_os(name)?)));
    Command::new(OWN_BINARY)
        .args(["runner", "--lifeline", "--socket"])
        .arg(socket)
        .env_clear()
        .envs(passed)
        // Its lifeline is standard output.
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // A Ctrl+C on the terminal is for the server, which ends the runner in its turn.
        .process_group(0)
        .spawn()
}

/// Waits for the runner's end, or ends it; `false` if the server stops.
fn watch(mut child: Child, stop: &Stop, report: &Report) -> bool {
    let log = child.stderr.take().map(|stderr| {
        let report = report.clone();
        thread::Builder::new().name("runner-log".into()).spawn(move || pass_on(stderr, &report))
    });
    let goes_on = loop {
        match child.try_wait() {
            Ok(None) => {}
            Ok(Some(status)) => {
                tracing::warn!(%status, "the code runner ended");
                break true;
            }
            Err(error) => {
                tracing::warn!(%error, "cannot wait for the code runner");
                break true;
            }
        }
        if !pause(stop, CHECK_INTERVAL) {
            end(&mut child);
            break false;
        }
    };
    // Ends with the runner's standard error.
    drop(log);
    goes_on
}

fn end(child: &mut Child) {
    let Ok(group) = i32::try_from(child.id()).map(Pid::from_raw) else { return };
    // Fails only if it has ended already.
    let _ = killpg(group, Signal::SIGTERM);
    let until = Instant::now() + STOP_TIMEOUT;
    while Instant::now() < until {
        if !matches!(child.try_wait(), Ok(None)) {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    let _ = killpg(group, Signal::SIGKILL);
    let _ = child.wait();
}

/// Passes the runner's log on. Its last line says why it ended, where it says so.
fn pass_on(stderr: ChildStderr, report: &Report) {
    let mut lines = BufReader::new(stderr);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut lines).take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end();
        log(text);
        if let Some(why) = text.strip_prefix("error: ") {
            report(ChildNews::Ended(format!("The code runner ended: {}.", why.trim_end_matches('.'))));
        }
    }
}

/// Logs a line of the runner's log at the level that it has there.
fn log(line: &str) {
    let (level, text) = levelled(line);
    match level {
        Level::ERROR => tracing::error!(target: "runner", "{text}"),
        Level::WARN => tracing::warn!(target: "runner", "{text}"),
        Level::DEBUG => tracing::debug!(target: "runner", "{text}"),
        Level::TRACE => tracing::trace!(target: "runner", "{text}"),
        _ => tracing::info!(target: "runner", "{text}"),
    }
}

/// The level of a line, and the line without its time and level, which the server's log writes itself. The line with
/// which a command fails is an error; any other without a level is part of the line before it, or not the log's.
fn levelled(line: &str) -> (Level, &str) {
    if line.starts_with("error: ") {
        return (Level::ERROR, line);
    }
    let has_level = || {
        let (time, rest) = line.split_once(' ')?;
        let (level, text) = rest.trim_start().split_once(' ')?;
        let is_time = time.ends_with('Z') && time.starts_with(|c: char| c.is_ascii_digit());
        is_time.then_some((level.parse().ok()?, text))
    };
    has_level().unwrap_or((Level::INFO, line))
}

#[cfg(test)]
mod tests {
    use super::{Arc, Instant, Level, PREDECESSOR_TIMEOUT, Stop, await_predecessor, levelled, thread};
    use std::os::unix::net::UnixListener;

    #[test]
    fn a_start_waits_for_the_runner_before_it() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("runner.sock");
        assert!(await_predecessor(&socket, &Stop::default()), "none ever listened");
        let other = UnixListener::bind(&socket).unwrap();
        let (stop, began) = (Stop::default(), Instant::now());
        let waiting = {
            let (socket, stop) = (socket.clone(), Arc::clone(&stop));
            thread::spawn(move || await_predecessor(&socket, &stop))
        };
        // It has asked twice before the other one ends.
        let _first = other.accept().unwrap();
        let _second = other.accept().unwrap();
        drop(other);
        assert!(waiting.join().unwrap());
        assert!(began.elapsed() < PREDECESSOR_TIMEOUT);
        let _other = UnixListener::bind(folder.path().join("other.sock")).unwrap();
        *stop.0.lock().unwrap() = true;
        assert!(!await_predecessor(&folder.path().join("other.sock"), &stop), "a stop ends the wait");
    }

    #[test]
    fn a_line_keeps_its_level() {
        let line = |level| format!("2026-11-24T15:41:27.670437Z {level} invigil::cli::runner: cgroup: missing");
        for (written, level) in [
            ("ERROR", Level::ERROR),
            (" WARN", Level::WARN),
            (" INFO", Level::INFO),
            ("DEBUG", Level::DEBUG),
            ("TRACE", Level::TRACE),
        ] {
            assert_eq!(levelled(&line(written)), (level, "invigil::cli::runner: cgroup: missing"), "{written}");
        }
        assert_eq!(levelled("error: no program can be run"), (Level::ERROR, "error: no program can be run"));
        for plain in ["", "WARN", "of the line before", "2026 WARN", "1Z", "note: WARN is a word", "Zoe WARN x"] {
            assert_eq!(levelled(plain), (Level::INFO, plain), "{plain:?}");
        }
    }
}
