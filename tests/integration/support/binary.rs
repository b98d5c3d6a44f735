//! Runs the real binary, each test in its own folder.

use serde_json::Value;
use std::{
    ffi::OsStr,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// Timeout for a process; reached only by a defect.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A working folder. The data folder is `data` in it, which does not exist yet.
pub struct Place {
    dir: TempDir,
    data: PathBuf,
}

/// Exit code and output of a command.
#[derive(Debug)]
pub struct Outcome {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Place {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("data");
        Self { dir, data }
    }

    /// With another path of the data folder.
    pub fn with_data(name: impl AsRef<Path>) -> Self {
        let place = Self::new();
        let data = place.dir.path().join(name);
        Self { data, ..place }
    }

    /// With an administrator, ada@example.org.
    pub fn with_admin() -> Self {
        let place = Self::new();
        place.add_admin("ada@example.org").done();
        place
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    pub fn data(&self) -> &Path {
        &self.data
    }

    pub fn write(&self, name: &str, content: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    pub fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_invigil"));
        command.args(args).current_dir(self.path()).env_clear();
        // A runner of its own would probe every language at the start of every server.
        command.env("INVIGIL_DATA", &self.data).env("INVIGIL_RUNNER", "off");
        command
    }

    pub fn run<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Outcome {
        finish(self.command(args), "")
    }

    pub fn run_with_input<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>, input: &str) -> Outcome {
        finish(self.command(args), input)
    }

    pub fn add_admin(&self, email: &str) -> Outcome {
        let args = ["admin", "create", "--email", email, "--name", "Ada Lovelace", "--password-stdin"];
        self.run_with_input(args, "correct horse\n")
    }

    pub fn serve(&self) -> Serving {
        self.serve_with(&[])
    }

    pub fn serve_with(&self, args: &[&str]) -> Serving {
        let mut command = self.command(["serve", "--listen", "127.0.0.1:0"]);
        command.args(args);
        Serving::start(command)
    }
}

/// Runs a command until it exits.
pub fn finish(mut command: Command, input: &str) -> Outcome {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that does not read its input may have exited already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Outcome { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

impl Outcome {
    /// Standard output of a command that succeeded with empty standard error.
    #[track_caller]
    pub fn done(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""), "{}", self.stdout);
        self.stdout
    }

    #[track_caller]
    pub fn json(self) -> Value {
        serde_json::from_str(&self.done()).unwrap()
    }

    /// The one error line of a command that failed with exit code 1, without its prefix.
    #[track_caller]
    pub fn refused(self) -> String {
        assert_eq!(self.code, Some(1), "{self:?}");
        let line = self.stderr.strip_suffix('\n').unwrap_or_default();
        assert!(!line.contains('\n'), "more than one line: {line}");
        line.strip_prefix("error: ").unwrap_or_else(|| panic!("not a refusal: {line:?}")).to_owned()
    }
}

/// A running server; killed when dropped.
pub struct Serving {
    child: Child,
    stdout: BufReader<ChildStdout>,
    /// Reads the log continuously, so that its pipe never fills up.
    log: Option<thread::JoinHandle<String>>,
    logged: Arc<Mutex<String>>,
    /// From the ready line.
    pub url: String,
}

impl Serving {
    pub fn start(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let logged = Arc::<Mutex<String>>::default();
        let into = logged.clone();
        let log = thread::spawn(move || {
            for line in stderr.lines() {
                *into.lock().unwrap() += &(line.unwrap() + "\n");
            }
            into.lock().unwrap().clone()
        });
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let Some(url) = line.trim_end().strip_prefix("Invigil is ready on ").map(str::to_owned) else {
            let _ = child.kill();
            panic!("no ready line but {line:?}; {}", log.join().unwrap());
        };
        Self { child, stdout, log: Some(log), logged, url }
    }

    /// Waits until the log contains this text.
    #[track_caller]
    pub fn until_logged(&self, words: &str) {
        let deadline = Instant::now() + TIMEOUT;
        while !self.logged.lock().unwrap().contains(words) {
            assert!(Instant::now() < deadline, "not logged: {words}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    pub fn port(&self) -> u16 {
        self.url.rsplit(':').next().unwrap().parse().unwrap()
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn next_line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line
    }

    pub fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    }

    /// Kills the server, like a crash.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Exit status, if it has exited.
    pub fn poll(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    pub fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            if let Some(status) = self.poll() {
                return status;
            }
            assert!(Instant::now() < deadline, "the server does not exit");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until it exits; returns its exit code and its log.
    pub fn end(mut self) -> (Option<i32>, String) {
        let code = self.wait().code();
        (code, self.log.take().unwrap().join().unwrap())
    }

    /// Stops it gracefully; returns its log.
    pub fn stop(self) -> String {
        self.signal("-TERM");
        self.stopped()
    }

    /// Waits for a clean exit of a server that was signalled to stop; returns its log.
    pub fn stopped(mut self) -> String {
        assert_eq!(self.wait().code(), Some(0));
        self.log.take().unwrap().join().unwrap()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
