//! `invigil rehearse`: plays candidates against a running server from this machine, and says go or no-go. It opens no data
//! folder.

use super::{
    failure::Failure,
    runner::remote::{
        self,
        link::{base_of, bearer, trusted},
    },
    text,
};
use crate::{
    domain::rehearsal::{MAX_CANDIDATES, Mark, RehearsalFinding, Verdict},
    rehearse::{self, Progress, RehearsalOrder, RehearsalReport, finding_json, verdict_name},
};
use indicatif::{ProgressBar, ProgressStyle};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use serde_json::json;
use std::{
    fs,
    io::{self, IsTerminal, Write},
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

/// Exit code of a rehearsal without a verdict.
const NO_VERDICT: u8 = 3;
const MAX_MINUTES: i64 = 55;
/// Files of each candidate: two connections, and those of its camera.
const FILES_EACH: u64 = 5;
const FILES: u64 = 100;
const TICK: Duration = Duration::from_millis(250);

#[derive(clap::Args)]
#[command(after_help = "\
Plays candidates of a session against a running server, from another machine of the hall or from the server's own: they open
the page, start together, type and save, lose the connection, send their cameras, and submit. The server agrees by a token
of someone who may act on the session ('invigil token create --role proctor'). Candidates are played in a store of their own on
the server's disk, which is removed at the end, or a minute after this command was killed. The outcome is shown on the
session's page.

Exit codes: 0 go; 1 no-go; 3 no verdict, also for an error; 2 usage error.

Examples:
  invigil rehearse --server https://tests.example.org --token-file t --session 0192... --candidates 400
  invigil rehearse --server https://10.0.0.7:8443 --ca-file ca.pem --token-file t --session 0192... --candidates 40 --minutes 5
  invigil rehearse --server http://127.0.0.1:8080 --token-file t --session 0192... --candidates 20 --json | jq .verdict")]
pub struct Args {
    /// Address of the server
    #[arg(long, value_name = "URL")]
    server: String,
    /// File with an API token of the server
    #[arg(long, value_name = "FILE")]
    token_file: PathBuf,
    /// Id of the exam session, from the address of its page
    #[arg(long, value_name = "ID")]
    session: String,
    /// Candidates to play, up to 2,000
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    candidates: String,
    /// How long they work, up to 55 minutes
    #[arg(long, value_name = "M", default_value = "2", allow_negative_numbers = true)]
    minutes: String,
    /// How long they work, in seconds
    #[arg(long, hide = true, conflicts_with = "minutes")]
    seconds: Option<u64>,
    /// Candidates that send their camera too [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    cameras: Option<String>,
    /// A network that lets live video through over TCP alone is no fault
    #[arg(long)]
    accept_tcp_video: bool,
    /// Trust only the certificate authorities in this file, such as that of 'invigil tls ca'
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn number(flag: &str, text: &str, (min, max): (i64, i64)) -> Result<i64, Failure> {
    let number = text.trim().parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| Failure::refused(format!("{flag} is a number from {min} to {max}, not '{text}'")))
}

impl Args {
    /// Returns the exit code of the process.
    pub fn run(self) -> ExitCode {
        match self.hold() {
            Ok(Verdict::Go) => ExitCode::SUCCESS,
            Ok(Verdict::NoGo) => ExitCode::FAILURE,
            Ok(Verdict::Undecided) => ExitCode::from(NO_VERDICT),
            Err(failure @ Failure::BrokenPipe) => failure.report(),
            Err(failure) => {
                let _ = failure.report();
                ExitCode::from(NO_VERDICT)
            }
        }
    }

    fn order(&self) -> Result<RehearsalOrder, Failure> {
        let max = i64::from(MAX_CANDIDATES);
        let candidates = number("--candidates", &self.candidates, (1, max))?;
        let minutes = number("--minutes", &self.minutes, (1, MAX_MINUTES))?;
        let cameras = match &self.cameras {
            Some(text) => number("--cameras", text, (0, max))?,
            None => candidates,
        };
        let session = self.session.trim();
        if session.is_empty() || !session.chars().all(|c| c.is_ascii_hexdigit() || c == '-') {
            return Err(Failure::refused(format!("--session is the id of an exam session, not '{session}'")));
        }
        let seconds = self.seconds.unwrap_or_else(|| minutes.unsigned_abs() * 60);
        let machine = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        Ok(RehearsalOrder {
            base: base_of("--server", &self.server)?,
            token: bearer(&remote::token(&self.token_file)?)?,
            session: session.to_owned(),
            candidates: u32::try_from(candidates).unwrap_or_default(),
            length: Duration::from_secs(seconds.max(6)),
            cameras: u32::try_from(cameras.min(candidates)).unwrap_or_default(),
            accepts_tcp: self.accept_tcp_video,
            trusted: trusted(self.ca_file.as_deref())?,
            machine: machine.trim().to_owned(),
        })
    }

    fn hold(self) -> Result<Verdict, Failure> {
        let order = self.order()?;
        raise_file_limit(order.candidates)?;
        let cannot = |e: io::Error| Failure::refused(format!("cannot start: {e}"));
        let runtime = Runtime::new().map_err(cannot)?;
        let progress = Arc::new(Progress::default());
        let stop = CancellationToken::new();
        let bar = Bar::of(&order);
        let report = runtime.block_on(async {
            let (shown, stopping) = (progress.clone(), stop.clone());
            let beside = tokio::spawn(async move {
                let mut ticks = tokio::time::interval(TICK);
                loop {
                    tokio::select! {
                        _ = tokio::signal::ctrl_c() => stopping.cancel(),
                        _ = ticks.tick() => bar.show(&shown),
                    }
                }
            });
            let report = rehearse::hold(order, progress, stop).await;
            beside.abort();
            let _ = beside.await;
            report
        });
        let report = report.map_err(Failure::refused)?;
        print(&report, self.json)?;
        Ok(report.judged.verdict)
    }
}

/// Every candidate takes several files. The soft limit is raised to the hard one.
fn raise_file_limit(candidates: u32) -> Result<(), Failure> {
    let need = u64::from(candidates) * FILES_EACH + FILES;
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else { return Ok(()) };
    if soft < hard {
        // What it was is checked below.
        let _ = setrlimit(Resource::RLIMIT_NOFILE, hard, hard);
    }
    if hard < need {
        return Err(Failure::refused(format!(
            "this machine lets a program open {hard} files, and {candidates} candidates need {need}: raise it with \
             'ulimit -n {need}', or play fewer"
        )));
    }
    Ok(())
}

/// Progress on a terminal: the share of the time that is over, and the number of saves.
struct Bar {
    shown: ProgressBar,
    began: Instant,
    steps: u64,
}

impl Bar {
    fn of(order: &RehearsalOrder) -> Self {
        let shown =
            if io::stderr().is_terminal() { ProgressBar::new(order.length.as_secs()) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} s  {msg}") {
            shown.set_style(style);
        }
        Self { shown, began: Instant::now(), steps: u64::from(order.candidates) * 3 }
    }

    fn show(&self, progress: &Progress) {
        let (done, saves) = progress.now();
        self.shown.set_position(self.began.elapsed().as_secs());
        self.shown.set_message(format!("{done} of {} pages opened, started and submitted; {saves} saves", self.steps));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.shown.finish_and_clear();
    }
}

fn headline(report: &RehearsalReport) -> String {
    let judged = &report.judged;
    let played = text::count(report.candidates as usize, "candidate");
    match judged.verdict {
        Verdict::Go => match judged.fits {
            Some(fits) if fits > report.candidates => format!("GO: {played} fit; as far as measured, {fits} would."),
            _ => format!("GO: {played} fit."),
        },
        Verdict::NoGo => format!("NO-GO for {played}."),
        Verdict::Undecided => format!("NO VERDICT: {}", judged.reason),
    }
}

fn print(report: &RehearsalReport, as_json: bool) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if as_json {
        let judged = &report.judged;
        serde_json::to_writer_pretty(
            &mut out,
            &json!({
                "verdict": verdict_name(judged.verdict),
                "reason": judged.reason,
                "candidates": report.candidates,
                "fits": judged.fits,
                "machine": report.machine,
                "posted": report.is_posted,
                "removed": report.is_removed,
                "findings": judged.findings.iter().map(finding_json).collect::<Vec<_>>(),
            }),
        )?;
        writeln!(out)?;
        return Ok(());
    }
    for finding in &report.judged.findings {
        line(&mut out, finding)?;
    }
    writeln!(out, "\n{}", headline(report))?;
    match report.is_removed {
        Some(true) => writeln!(out, "The server removed all that the rehearsal made.")?,
        Some(false) => {
            writeln!(out, "The server could not be asked to end the rehearsal: it ends by itself in a minute.")?;
        }
        None => writeln!(out, "Nothing was made on the server.")?,
    }
    if !report.is_posted {
        writeln!(out, "The session's page does not show this outcome.")?;
    }
    Ok(out.flush()?)
}

fn line(out: &mut impl Write, found: &RehearsalFinding) -> Result<(), Failure> {
    let mark = match found.mark {
        Mark::Ok => "ok",
        Mark::Warning => "warning",
        Mark::Fault => "FAULT",
        Mark::Unknown => "unknown",
    };
    let limit = if found.limit.is_empty() { String::new() } else { format!("limit {}", found.limit) };
    let margin = found.margin.map(|margin| format!("margin {margin} %")).unwrap_or_default();
    writeln!(out, "{mark:<9}{:<20}{:<12}{limit:<18}{margin}", found.measure, found.value)?;
    writeln!(out, "{:9}{}", "", text::one_line(&found.said))?;
    if !found.fix.is_empty() {
        writeln!(out, "{:9}-> {}", "", text::one_line(&found.fix))?;
    }
    Ok(())
}
