//! `invigil runner doctor`: which layers of the sandbox hold, and which languages work.

use super::{
    options::RunnerOptions,
    scratch_root::{self, ScratchRoot},
};
use crate::{
    cli::{failure::Failure, text},
    runner::{
        client::survey_of,
        judge::Judge,
        language::probe::{self, Probe},
        privileges,
        sandbox::Cancel,
        wire::{RunnerSurvey, Welcome},
    },
};
use serde_json::json;
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

const NONE_TO_ASK: [io::ErrorKind; 3] =
    [io::ErrorKind::NotFound, io::ErrorKind::ConnectionRefused, io::ErrorKind::PermissionDenied];
/// Time limit for each frame of a runner that is asked: it may be trying its languages on a busy machine.
const ASK_TIMEOUT: Duration = Duration::from_mins(1);

#[derive(clap::Args)]
#[command(after_help = "\
Asks the runner that runs for what it found: which layers of the sandbox hold, and which languages it offers. Without one, or
with --fresh, it tries every layer from inside and runs a small program in every language, as a server's runner does. Changes
nothing. Started by root, it does so as an unprivileged user. The exit code is 1 if a required layer does not hold.

Examples:
  invigil runner doctor
  invigil runner doctor --fresh --sandbox require
  invigil runner doctor --json | jq '.languages[] | select(.works)'")]
pub struct Args {
    #[command(flatten)]
    options: RunnerOptions,
    /// Socket of the runner to ask [default: runner.sock in the data folder]
    #[arg(long, env = "INVIGIL_RUNNER_SOCKET", value_name = "PATH")]
    socket: Option<PathBuf>,
    /// Try everything again, also where a runner can be asked
    #[arg(long)]
    fresh: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Findings of a runner.
struct Found {
    survey: RunnerSurvey,
    /// The running one that said so; without it, this process has found out as one that a server starts.
    of: Option<Welcome>,
}

impl Args {
    /// `data` is the data folder, where the runner of its server listens.
    pub fn run(self, data: &Path) -> Result<(), Failure> {
        let socket = self.socket.clone().filter(|path| !path.as_os_str().is_empty());
        let socket = socket.unwrap_or_else(|| data.join("runner.sock"));
        // Root may ask any runner, and so asks before it becomes another user.
        let asked = if self.fresh { None } else { running(&socket) };
        let found = match asked {
            Some(welcome) => Found { survey: welcome.survey.clone(), of: Some(welcome) },
            None => self.find_out()?,
        };
        print(&mut io::stdout().lock(), self.json, &found, &socket)?;
        match found.survey.sandbox.iter().filter(|layer| layer.is_required && !layer.holds).count() {
            0 => Ok(()),
            n => Err(Failure::refused(format!(
                "{} of the sandbox that no program runs without",
                text::count(n, "layer")
            ))),
        }
    }

    fn find_out(&self) -> Result<Found, Failure> {
        privileges::drop_root(|| Ok(Stdio::null()), scratch_root::cannot_drop)?;
        let languages = self.options.languages()?;
        let mut found = ScratchRoot::find()?.survey(self.options.mode())?;
        // The policy decides which languages work.
        found.yield_to_server();
        let mut survey = RunnerSurvey { sandbox: found.survey.layers, ..RunnerSurvey::default() };
        if let Some(sandbox) = found.survey.sandbox {
            let judge = Judge::new(sandbox, found.scratch);
            let probe = |language| probe::probe(&judge, language, &Cancel::default());
            survey.probes = languages.iter().map(probe).collect();
        }
        Ok(Found { survey, of: None })
    }
}

/// The findings of the runner that listens there, if one does.
fn running(socket: &Path) -> Option<Welcome> {
    match survey_of(socket, ASK_TIMEOUT) {
        Ok(welcome) => Some(welcome),
        // Not there, or that of another user.
        Err(error) if NONE_TO_ASK.contains(&error.kind()) => None,
        Err(error) => {
            // Everything is tried again, which says as much about this machine.
            let _ = writeln!(io::stderr(), "the runner at {} cannot be asked: {error}", socket.display());
            None
        }
    }
}

fn print(out: &mut impl Write, as_json: bool, found: &Found, socket: &Path) -> Result<(), Failure> {
    let RunnerSurvey { sandbox: layers, probes, pending: _ } = &found.survey;
    if as_json {
        let of = found.of.as_ref().map(|of| json!({ "socket": socket, "version": of.version, "slots": of.slots }));
        serde_json::to_writer_pretty(&mut *out, &json!({ "layers": layers, "languages": probes, "runner": of }))?;
        writeln!(out)?;
        return Ok(());
    }
    if let Some(of) = &found.of {
        let said = format!("runs at {}, {} at a time; what follows is what it found", socket.display(), of.slots);
        line(out, "ok", "runner", &said, None)?;
    }
    for layer in layers {
        let state = match (layer.holds, layer.is_required) {
            (true, _) => "ok",
            (false, false) => "missing",
            (false, true) => "PROBLEM",
        };
        line(out, state, &layer.name, &layer.detail, layer.fix.as_deref())?;
    }
    for probe in probes {
        let how = if probe.only_nice { "; yields by niceness alone" } else { "" };
        let Probe { version, compile_ms, run_ms, .. } = probe;
        let works = format!("{version} (compiled in {compile_ms} ms, ran in {run_ms} ms{how})");
        let state = if probe.works { "ok" } else { "missing" };
        line(out, state, &probe.name, probe.problem.as_deref().unwrap_or(&works), probe.fix.as_deref())?;
    }
    Ok(())
}

fn line(out: &mut impl Write, state: &str, name: &str, said: &str, fix: Option<&str>) -> io::Result<()> {
    writeln!(out, "{state:<9}{name:<16}{}", text::one_line(said))?;
    match fix {
        Some(fix) => writeln!(out, "{:25}-> {}", "", text::one_line(fix)),
        None => Ok(()),
    }
}
