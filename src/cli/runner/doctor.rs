//! `invigil runner doctor`: which layers of the sandbox hold, and which languages work.

use super::{
    options::RunnerOptions,
    scratch_root::{self, ScratchRoot},
};
use crate::{
    cli::{failure::Failure, text},
    runner::{
        judge::Judge,
        language::probe::{self, Probe},
        privileges,
        sandbox::survey::SandboxLayer,
    },
};
use serde_json::json;
use std::{
    io::{self, Write},
    process::Stdio,
};

#[derive(clap::Args)]
#[command(after_help = "\
Tries every layer of the sandbox from inside it, and compiles and runs a small program in every language. Changes nothing.
Started by root, it does so as an unprivileged user. The exit code is 1 if a required layer does not hold.

Examples:
  invigil runner doctor
  invigil runner doctor --sandbox require
  invigil runner doctor --json | jq '.languages[] | select(.works)'")]
pub struct Args {
    #[command(flatten)]
    options: RunnerOptions,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self) -> Result<(), Failure> {
        privileges::drop_root(|| Ok(Stdio::null()), scratch_root::cannot_drop)?;
        let languages = self.options.languages()?;
        let found = ScratchRoot::find()?.survey(self.options.mode())?;
        let layers = found.survey.layers;
        let probes = found.survey.sandbox.map(|sandbox| {
            let judge = Judge::new(sandbox, found.scratch);
            languages.iter().map(|language| probe::probe(&judge, language)).collect::<Vec<_>>()
        });
        print(&mut io::stdout().lock(), self.json, &layers, probes.as_deref())?;
        match layers.iter().filter(|layer| layer.is_required && !layer.holds).count() {
            0 => Ok(()),
            n => Err(Failure::refused(format!(
                "{} of the sandbox that no program runs without",
                text::count(n, "layer")
            ))),
        }
    }
}

fn print(
    out: &mut impl Write,
    as_json: bool,
    layers: &[SandboxLayer],
    probes: Option<&[Probe]>,
) -> Result<(), Failure> {
    if as_json {
        serde_json::to_writer_pretty(&mut *out, &json!({ "layers": layers, "languages": probes.unwrap_or_default() }))?;
        writeln!(out)?;
        return Ok(());
    }
    for layer in layers {
        let state = match (layer.holds, layer.is_required) {
            (true, _) => "ok",
            (false, false) => "missing",
            (false, true) => "PROBLEM",
        };
        line(out, state, layer.name, &layer.detail, layer.fix)?;
    }
    for probe in probes.unwrap_or_default() {
        let works = format!("{} (compiled in {} ms, ran in {} ms)", probe.version, probe.compile_ms, probe.run_ms);
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
