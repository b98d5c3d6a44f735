//! The server's end of the socket.

use invigil::runner::{
    checker::Checker,
    job::{Job, JobTest, Limits, Outcome},
    wire::{Hello, MAX_FRAME, RunnerReply, RunnerRequest, Welcome, read_frame, write_frame},
};
use std::{os::unix::net::UnixStream, path::Path, time::Duration};
use uuid::Uuid;

/// Longer than any job of the tests takes.
const TIMEOUT: Duration = Duration::from_secs(150);

pub struct Client {
    pub stream: UnixStream,
    pub welcome: Welcome,
}

impl Client {
    pub fn connect(socket: &Path) -> std::io::Result<Self> {
        let mut stream = UnixStream::connect(socket)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        write_frame(&mut stream, &Hello::own())?;
        // Until all languages are known.
        loop {
            match read_frame(&mut stream, MAX_FRAME)? {
                Some(RunnerReply::Welcome(welcome)) if welcome.survey.pending.is_empty() => {
                    return Ok(Self { stream, welcome });
                }
                Some(RunnerReply::Welcome(_)) => {}
                other => return Err(std::io::Error::other(format!("{other:?}"))),
            }
        }
    }

    pub fn send(&mut self, job: Job) {
        write_frame(&mut self.stream, &RunnerRequest::Run { job: Box::new(job) }).unwrap();
    }

    /// The next one about a job. A survey that ended while the runner greeted may come twice.
    pub fn reply(&mut self) -> RunnerReply {
        loop {
            match read_frame(&mut self.stream, MAX_FRAME).unwrap().expect("the runner is connected") {
                RunnerReply::Welcome(_) => {}
                reply => return reply,
            }
        }
    }

    /// Runs a job to its end.
    pub fn run(&mut self, job: Job) -> Outcome {
        let wanted = job.id;
        self.send(job);
        loop {
            match self.reply() {
                RunnerReply::Done { id, outcome } if id == wanted => return outcome,
                RunnerReply::Queued { .. } | RunnerReply::Started { .. } | RunnerReply::Paused { .. } => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

/// A job with one test, whose output is reported.
pub fn job(language: &str, source: &str, input: &str, expected: Option<&str>) -> Job {
    let test = JobTest { input: input.into(), expected: expected.map(Into::into), report_output: true };
    Job {
        id: Uuid::from_u128(rand()),
        candidate: "candidate".into(),
        language: language.into(),
        source: source.into(),
        tests: vec![test],
        checker: Checker::Exact,
        limits: Limits::default(),
        stops_at_failure: false,
    }
}

fn rand() -> u128 {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Relaxed).into()
}
