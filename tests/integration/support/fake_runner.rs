//! A runner that judges nothing: it does what its test says, on the socket of the protocol.

use invigil::runner::{
    job::{Job, JobTest, Outcome, ProgramOutput, TestOutcome, Verdict},
    wire::{
        Hello, LanguageOffer, MAX_FRAME, MAX_HELLO, PROTOCOL, RunnerReply, RunnerRequest, Welcome, read_frame,
        write_frame,
    },
};
use std::{
    io::Write,
    os::unix::net::{UnixListener, UnixStream},
    path::PathBuf,
    sync::mpsc::{Receiver, Sender, channel},
    thread,
    time::Duration,
};
use tempfile::TempDir;
use uuid::Uuid;

/// Behaviour of the runner on a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Answers every job.
    Good,
    /// Takes jobs and answers none.
    Idle,
    /// Begins with jobs, and answers none.
    Begins,
    /// Accepts, and says nothing.
    Silent,
    Garbage,
    /// Closes at once.
    Resets,
    OtherVersion,
    /// A byte from time to time.
    Slow,
    /// Begins with a job, and closes.
    DiesAtWork,
    /// Has no verdict on any job.
    Fails,
}

/// Removed when dropped; its threads end with their connections.
pub struct FakeRunner {
    dir: TempDir,
    requests: Receiver<RunnerRequest>,
}

impl FakeRunner {
    /// Does `first` with the first connection, and `then` with all later ones.
    pub fn new(first: Manner, then: Manner) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let listener = UnixListener::bind(dir.path().join("runner.sock")).unwrap();
        let (seen, requests) = channel();
        thread::spawn(move || {
            for (n, stream) in listener.incoming().enumerate() {
                let (manner, seen) = (if n == 0 { first } else { then }, seen.clone());
                thread::spawn(move || drop(serve(stream.unwrap(), manner, &seen)));
            }
        });
        Self { dir, requests }
    }

    pub fn socket(&self) -> PathBuf {
        self.dir.path().join("runner.sock")
    }

    /// The next request other than a ping.
    pub fn request(&self) -> RunnerRequest {
        self.requests.recv_timeout(Duration::from_secs(20)).unwrap()
    }

    pub fn job(&self) -> Job {
        match self.request() {
            RunnerRequest::Run { job } => *job,
            other => panic!("{other:?}"),
        }
    }

    pub fn cancelled(&self) -> Uuid {
        match self.request() {
            RunnerRequest::Cancel { id } => id,
            other => panic!("{other:?}"),
        }
    }
}

fn welcome() -> Welcome {
    let offer = |name: &str| LanguageOffer { name: name.into(), toolchain: format!("{name} 1.0"), factor: 1 };
    Welcome {
        protocol: PROTOCOL,
        version: "0.0.0".into(),
        slots: 1,
        layers: vec!["landlock".into()],
        warnings: Vec::new(),
        languages: vec![offer("rust"), offer("python"), offer("lua")],
        ..Welcome::default()
    }
}

/// Ran, and printed its input. Code that begins with `broken` cannot be compiled, nor can what has a NUL character.
fn outcome(job: &Job) -> Outcome {
    if job.source.contains('\0') {
        return Outcome::untested(Verdict::Ce, "The source code contains a NUL character.");
    }
    if job.source == "broken class" {
        let compiler = "Main.java:1: error: class A is public".into();
        let note = "The source code does not compile. The public class must be called Main.";
        return Outcome { compiler, ..Outcome::untested(Verdict::Ce, note) };
    }
    if job.source.starts_with("broken") {
        let compiler = "main.rs:1:1: error: expected item".into();
        return Outcome { compiler, ..Outcome::untested(Verdict::Ce, "The source code does not compile.") };
    }
    let tests: Vec<_> = job.tests.iter().map(|test| printed(&job.source, test)).collect();
    let failed = tests.iter().find(|test| test.verdict != Verdict::Ac);
    let (verdict, note) = failed.map_or((Verdict::Ac, String::new()), |test| (test.verdict, test.note.clone()));
    Outcome { tests, toolchain: "rust 1.0".into(), ..Outcome::untested(verdict, note) }
}

/// Python's message about a program that it cannot read.
const UNREADABLE: &str = "  File \"/j/main.py\", line 1\n    def\n       ^\nSyntaxError: invalid syntax\n";

/// Prints its input, or nothing if the program is called `silent`. One called `crash` ends with a byte of its input as its
/// exit code, from the second test on, and one called `def` cannot be read.
fn printed(source: &str, test: &JobTest) -> TestOutcome {
    let ended = |code: u8, stderr: &str| TestOutcome {
        verdict: Verdict::Rte,
        note: format!("The program ended with exit code {code}."),
        cpu_ms: 3,
        wall_ms: 4,
        memory_kb: 5,
        output: Some(ProgramOutput { stderr: stderr.into(), ..ProgramOutput::default() }),
    };
    match source {
        "crash" if test.input.len() > 1 => return ended(test.input.as_bytes()[0], ""),
        "crash all" => return ended(test.input.as_bytes()[0], ""),
        "def" => return ended(1, UNREADABLE),
        _ => {}
    }
    let stdout = if source == "silent" { String::new() } else { test.input.clone() };
    let is_right = test.expected.as_ref().is_none_or(|expected| *expected == stdout);
    TestOutcome {
        verdict: if is_right { Verdict::Ac } else { Verdict::Wa },
        note: String::new(),
        cpu_ms: 3,
        wall_ms: 4,
        memory_kb: 5,
        output: Some(ProgramOutput { stdout, ..ProgramOutput::default() }),
    }
}

fn serve(mut stream: UnixStream, manner: Manner, seen: &Sender<RunnerRequest>) -> std::io::Result<()> {
    read_frame::<Hello>(&mut stream, MAX_HELLO)?;
    match manner {
        Manner::Silent => return stay(&mut stream),
        Manner::Garbage => {
            stream.write_all(&[0x7f; 4_096])?;
            return stay(&mut stream);
        }
        Manner::Resets => return Ok(()),
        Manner::OtherVersion => {
            let reason = "the server speaks protocol 1, this runner 2: use the same version".into();
            return write_frame(&mut stream, &RunnerReply::Closing { reason });
        }
        Manner::Slow => loop {
            stream.write_all(&[0])?;
            thread::sleep(Duration::from_millis(200));
        },
        Manner::Good | Manner::Idle | Manner::Begins | Manner::DiesAtWork | Manner::Fails => {
            write_frame(&mut stream, &RunnerReply::Welcome(welcome()))?;
        }
    }
    while let Some(request) = read_frame::<RunnerRequest>(&mut stream, MAX_FRAME)? {
        match &request {
            RunnerRequest::Ping => {
                write_frame(&mut stream, &RunnerReply::Pong)?;
                continue;
            }
            RunnerRequest::Run { job } if manner == Manner::Good => {
                write_frame(&mut stream, &RunnerReply::Started { id: job.id })?;
                write_frame(&mut stream, &RunnerReply::Done { id: job.id, outcome: outcome(job) })?;
            }
            RunnerRequest::Run { job } if manner == Manner::Fails => {
                let outcome = Outcome::untested(Verdict::Ie, "No memory.");
                write_frame(&mut stream, &RunnerReply::Done { id: job.id, outcome })?;
            }
            RunnerRequest::Run { job } if matches!(manner, Manner::DiesAtWork | Manner::Begins) => {
                write_frame(&mut stream, &RunnerReply::Started { id: job.id })?;
            }
            RunnerRequest::Run { .. } | RunnerRequest::Cancel { .. } => {}
        }
        let dies = manner == Manner::DiesAtWork;
        // The test may have ended.
        let _ = seen.send(request);
        if dies {
            return Ok(());
        }
    }
    Ok(())
}

/// Keeps the connection open until the peer closes it.
fn stay(stream: &mut UnixStream) -> std::io::Result<()> {
    while read_frame::<RunnerRequest>(stream, MAX_FRAME)?.is_some() {}
    Ok(())
}
