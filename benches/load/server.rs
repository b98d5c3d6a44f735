//! The real binary as a child process, with its CPU time and memory.

use crate::AnyError;
use serde_json::{Value, json};
use std::{
    ffi::OsStr,
    fs,
    io::{BufRead, BufReader, Write},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

pub const PASSWORD: &str = "correct horse";
pub const BINARY: &str = env!("CARGO_BIN_EXE_invigil");
/// Clock ticks a second in `/proc`, by the kernel's interface.
const TICKS: f64 = 100.0;

pub struct Server {
    child: Child,
    pub address: SocketAddr,
    /// Time from spawning the process to its ready line.
    pub start: Duration,
}

/// On the disk of the target folder, or where `INVIGIL_BENCH_DIR` says.
pub fn folder() -> std::io::Result<tempfile::TempDir> {
    let place = std::env::var_os("INVIGIL_BENCH_DIR");
    tempfile::tempdir_in(place.unwrap_or_else(|| env!("CARGO_TARGET_TMPDIR").into()))
}

pub fn add_admin(data: &Path) -> Result<(), AnyError> {
    add_admin_with(BINARY.as_ref(), data)
}

/// As [`add_admin`], for another binary.
pub fn add_admin_with(binary: &OsStr, data: &Path) -> Result<(), AnyError> {
    let mut command = Command::new(binary);
    command.args(["admin", "create", "--email", "ada@example.org", "--name", "Ada", "--password-stdin", "--data"]);
    let mut child = command.arg(data).stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
    child.stdin.take().ok_or("no input")?.write_all(format!("{PASSWORD}\n").as_bytes())?;
    if child.wait()?.success() { Ok(()) } else { Err("the administrator was not created".into()) }
}

fn serve(binary: &OsStr, data: &Path) -> Command {
    let mut command = Command::new(binary);
    command.args(["serve", "--listen", "127.0.0.1:0", "--log-level", "error", "--data"]).arg(data);
    command
}

impl Server {
    pub fn product(data: &Path) -> Result<Self, AnyError> {
        Self::of(BINARY.as_ref(), data)
    }

    /// As [`Self::product`], with its code runner.
    pub fn with_runner(data: &Path) -> Result<Self, AnyError> {
        Self::spawn(serve(BINARY.as_ref(), data))
    }

    /// As [`Self::product`], with webhooks to this network.
    pub fn calling(data: &Path, network: &str) -> Result<Self, AnyError> {
        let mut command = serve(BINARY.as_ref(), data);
        command.env("INVIGIL_RUNNER", "off").args(["--webhook-network", network]);
        Self::spawn(command)
    }

    /// As [`Self::product`], for another binary.
    pub fn of(binary: &OsStr, data: &Path) -> Result<Self, AnyError> {
        let mut command = serve(binary, data);
        // The code runner compiles a program in each language at the start, which takes longer than a round.
        command.env("INVIGIL_RUNNER", "off");
        Self::spawn(command)
    }

    /// This program again, as the bare server.
    pub fn bare(data: &Path) -> Result<Self, AnyError> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("--bare-server").arg(data);
        Self::spawn(command)
    }

    fn spawn(mut command: Command) -> Result<Self, AnyError> {
        let began = Instant::now();
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let start = began.elapsed();
        let address = line.trim().rsplit("//").next().unwrap_or_default().parse();
        let address = address.map_err(|_| format!("no ready line but {line:?}"))?;
        Ok(Self { child, address, start })
    }

    fn proc_file(&self, name: &str) -> PathBuf {
        PathBuf::from(format!("/proc/{}/{name}", self.child.id()))
    }

    /// Returns the resident memory in MiB: current, and peak.
    pub fn memory(&self) -> Result<(f64, f64), AnyError> {
        let status = fs::read_to_string(self.proc_file("status"))?;
        let field = |name: &str| -> Option<f64> {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse().ok()
        };
        let kib = |name| field(name).ok_or("no memory figures in /proc");
        Ok((kib("VmRSS:")? / 1024.0, kib("VmHWM:")? / 1024.0))
    }

    /// Returns the CPU time so far in seconds.
    pub fn processor(&self) -> Result<f64, AnyError> {
        let stat = fs::read_to_string(self.proc_file("stat"))?;
        let after_name = stat.rsplit(") ").next().unwrap_or_default();
        let ticks = after_name.split(' ').skip(11).take(2).filter_map(|n| n.parse::<f64>().ok());
        Ok(ticks.sum::<f64>() / TICKS)
    }
}

/// Kills the process, as `kill -9`.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A test of ten essays in eight hours.
pub fn exam() -> Value {
    let question = |n| json!({"id": format!("q{n}"), "type": "essay", "question": "Why?"});
    json!({"title": "Load", "duration_minutes": 480, "questions": (0..10).map(question).collect::<Vec<_>>()})
}
