//! The same program outside of the sandbox: as the same user, with generous limits. An attack that does not work there
//! proves nothing.

use super::attack::{Attack, Control};
use crate::site::Site;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use std::{
    fs,
    io::Write,
    os::unix::process::ExitStatusExt,
    path::Path,
    process::{Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// For a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);
/// What only an endless program takes.
const ENDLESS: Duration = Duration::from_millis(1_500);
const CPU_SECONDS: u32 = 4;
/// For one that ends by itself, on a machine whose disk is busy too.
const TROPHY_CPU_SECONDS: u32 = 60;
const FLOOD: u64 = 16 << 20;
/// Output that is read of a control, in bytes.
const MAX_TEXT: usize = 1 << 16;

/// How a control ended.
struct Ended {
    text: String,
    size: u64,
    status: Option<ExitStatus>,
    took: Duration,
    left: Vec<i32>,
}

impl Ended {
    /// The shell reports a signal by a code above 128.
    fn is_signalled(&self) -> bool {
        self.status.is_some_and(|status| status.signal().is_some() || status.code().is_some_and(|code| code > 128))
    }
}

/// Runs the control and returns what is wrong with it.
pub fn run(site: &Site, attack: &Attack, source: &str, input: &str) -> Result<(), String> {
    let dir = tempfile::Builder::new().prefix("control-").tempdir_in(site.path()).unwrap();
    site.give(dir.path());
    let (file, compiler, program) = toolchain(attack.language);
    fs::write(dir.path().join(file), source).unwrap();
    site.give(&dir.path().join(file));
    if !compiler.is_empty() {
        let built = command(site, dir.path(), compiler, attack.control).output().unwrap();
        let messages = String::from_utf8_lossy(&built.stderr).into_owned();
        if attack.control == Control::Compiles {
            return if built.status.success() { Ok(()) } else { Err(messages) };
        }
        if !built.status.success() {
            let is_shown = attack.is_at_compiler && messages.contains(attack.trophy);
            return if is_shown { Ok(()) } else { Err(messages) };
        }
    }
    let ended = program_ended(site, dir.path(), program, input, attack.control);
    let is_shown = match attack.control {
        Control::Trophy => ended.text.contains(attack.trophy),
        Control::Flood => ended.size > FLOOD,
        Control::Endless => ended.took > ENDLESS || ended.is_signalled(),
        Control::LeavesProcess => !ended.left.is_empty(),
        Control::Signal => ended.is_signalled(),
        Control::Compiles | Control::None(_) => true,
    };
    if is_shown { Ok(()) } else { Err(format!("{:?} after {:?}: {}", ended.status, ended.took, ended.text)) }
}

fn toolchain(language: &str) -> (&str, &[&str], &[&str]) {
    match language.split('-').next().unwrap() {
        "python" => ("main.py", &[], &["/usr/bin/python3", "main.py"]),
        "javascript" => ("main.js", &[], &["/usr/bin/node", "main.js"]),
        "c++" => ("main.cpp", &["/usr/bin/g++", "-o", "main", "main.cpp"], &["./main"]),
        "java" => ("Main.java", &["/usr/bin/javac", "Main.java"], &["/usr/bin/java", "-Xmx2500m", "Main"]),
        "go" => ("main.go", &["/usr/bin/go", "build", "-o", "main", "main.go"], &["./main"]),
        "rust" => ("main.rs", &["/usr/bin/rustc", "-o", "main", "main.rs"], &["./main"]),
        other => panic!("{other} has no control"),
    }
}

fn command(site: &Site, dir: &Path, argv: &[&str], control: Control) -> Command {
    let cpu = if control == Control::Trophy { TROPHY_CPU_SECONDS } else { CPU_SECONDS };
    let mut command = site.command("prlimit");
    let limits = ["--nproc=400", &format!("--cpu={cpu}"), "--fsize=2147483648", "--data=8589934592"];
    // A shell of the same user is its parent.
    let shell = ["setsid", "--wait", "/bin/sh", "-c", "\"$@\"; exit $?", "sh"];
    command.args(limits).arg("--core=unlimited:unlimited").args(shell).args(argv).current_dir(dir);
    command.env("HOME", dir).env("LEAK", dir).env("GOCACHE", dir.join("go")).env("GO111MODULE", "off");
    command.env("OPENSSL_CONF", "/dev/null");
    command
}

fn program_ended(site: &Site, dir: &Path, program: &[&str], input: &str, control: Control) -> Ended {
    let timeout = if control == Control::Endless { ENDLESS } else { TIMEOUT };
    let before = site.processes();
    let out = fs::File::create(dir.join("out")).unwrap();
    site.give(&dir.join("out"));
    let mut command = command(site, dir, program, control);
    command.stdin(Stdio::piped()).stdout(out.try_clone().unwrap()).stderr(out);
    let began = Instant::now();
    let mut child = command.spawn().unwrap();
    // A program that does not read has ended.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break Some(status),
            None if began.elapsed() > timeout => break None,
            None => thread::sleep(Duration::from_millis(5)),
        }
    };
    let took = began.elapsed();
    let left = site.others(&before);
    while !site.others(&before).is_empty() {
        for pid in site.others(&before) {
            let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
        }
        let _ = child.try_wait();
        thread::sleep(Duration::from_millis(5));
    }
    child.wait().unwrap();
    let bytes = fs::read(dir.join("out")).unwrap();
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_TEXT)]).into_owned();
    Ended { text, size: bytes.len() as u64, status, took, left }
}
