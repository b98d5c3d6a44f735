//! `invigil doctor`: diagnosis of the installation, with a fix for each problem.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
    serve::options::ServeOptions,
    text,
};
use crate::{
    app::App,
    service::{
        actor::SiteOperator,
        operate::doctor::{
            self,
            finding::{DoctorFinding, Severity},
        },
    },
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Checks the data folder, disk, open files, backups, clock, time zones, public URL and certificate, live video port, mail
server, AI service, and the members of a twin; changes nothing and sends no email. Each line is ok, a note, a warning or a problem, with a fix. A running
server diagnoses itself; without one, pass the flags and variables that it will be started with. The exit code is 1 if
there is a problem.

Examples:
  invigil doctor
  invigil doctor --public-url https://tests.example.org --tls-cert chain.pem --tls-key key.pem
  invigil doctor --json | jq '.[] | select(.state == \"problem\")'")]
pub struct Args {
    #[command(flatten)]
    options: ServeOptions,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, Deserialize)]
pub struct DoctorOp {
    json: bool,
}

impl Args {
    /// Returns the request and the data folder that it applies to.
    pub fn resolve(self, data: Option<PathBuf>) -> Result<(PathBuf, CliRequest<DoctorOp>), Failure> {
        let settings = self.options.resolve(data)?;
        let request = CliRequest::new(DoctorOp { json: self.json });
        Ok((settings.data.clone(), CliRequest { config: settings.config(), ..request }))
    }
}

pub async fn execute(app: &App, by: &SiteOperator, op: &DoctorOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    print(&doctor::examine(app, by).await?, op, out)
}

/// Diagnoses everything else when the data cannot be opened; `app` is wired without data.
pub async fn unopened(app: &App, op: &DoctorOp, why: Failure, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    match why {
        Failure::Refused(why) | Failure::Output(why) => print(&doctor::examine_without_data(app, &why).await?, op, out),
        why @ Failure::BrokenPipe => Err(why),
    }
}

fn print(found: &[DoctorFinding], op: &DoctorOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    if op.json {
        let row = |f: &DoctorFinding| json!({ "topic": f.topic, "state": f.state, "said": f.said.english, "fix": f.fix.as_ref().map(|fix| &fix.english) });
        serde_json::to_writer_pretty(&mut *out, &found.iter().map(row).collect::<Vec<_>>())?;
        writeln!(out)?;
    } else {
        for finding in found {
            let state = match finding.state {
                Severity::Ok => "ok",
                Severity::Note => "note",
                Severity::Warning => "warning",
                Severity::Problem => "PROBLEM",
            };
            writeln!(out, "{state:<9}{:<16}{}", finding.topic, text::one_line(&finding.said.english))?;
            if let Some(fix) = &finding.fix {
                writeln!(out, "{:25}-> {}", "", text::one_line(&fix.english))?;
            }
        }
    }
    match found.iter().filter(|f| f.state == Severity::Problem).count() {
        0 => Ok(()),
        n => Err(Failure::refused(format!("the doctor found {}", text::count(n, "problem")))),
    }
}
