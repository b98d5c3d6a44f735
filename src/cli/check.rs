//! `invigil check`: integrity check of the stored data.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
    text,
};
use crate::{
    app::App,
    domain::Error,
    service::{
        actor::SiteOperator,
        operate::integrity_check::{self, IntegrityReport},
    },
    store::guard,
};
use serde::{Deserialize, Serialize};

#[derive(clap::Args)]
#[command(after_help = "\
Reads everything: every record must decode, indexes and counters must equal a rebuild, references between records must
hold, and the audit log's hash chain must be intact. Without a running server the checksum of every page in the file is
verified too. Changes nothing, unless --rebuild-indexes rebuilds indexes and counters; saves then wait for a moment, and
each other member of a twin needs a seed afterwards. The exit code is 1 if there is any problem.

Examples:
  invigil check
  invigil check --rebuild-indexes
  invigil check --json | jq .problems")]
pub struct Args {
    /// First rebuild all indexes and counters from the records
    #[arg(long)]
    rebuild_indexes: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, Deserialize)]
pub struct CheckOp {
    json: bool,
    rebuild: bool,
    /// The process that runs it has exclusive access to the data.
    exclusive: bool,
}

impl Args {
    pub fn resolve(self) -> CliRequest<CheckOp> {
        CliRequest::new(CheckOp { json: self.json, rebuild: self.rebuild_indexes, exclusive: false })
    }
}

impl CheckOp {
    /// Set by the process that has opened the data itself.
    pub const fn set_exclusive(&mut self) {
        self.exclusive = true;
    }

    pub const fn only_reads(&self) -> bool {
        !self.rebuild
    }

    fn print(&self, report: &IntegrityReport, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
        if self.json {
            let body = serde_json::json!({
                "records": report.records,
                "problems": report.problems,
                "unused_pictures": report.unused_pictures,
                "pages_verified": self.exclusive,
                "rebuilt": self.rebuild,
            });
            serde_json::to_writer_pretty(&mut *out, &body)?;
            writeln!(out)?;
        } else {
            if self.rebuild {
                writeln!(out, "Rebuilt indexes and counters.")?;
            }
            for problem in &report.problems {
                writeln!(out, "{}", text::one_line(problem))?;
            }
            if !self.exclusive {
                writeln!(out, "Page checksums were not verified: that requires the server to be stopped.")?;
            }
            if report.unused_pictures > 0 {
                let pictures = text::count(report.unused_pictures, "picture");
                writeln!(out, "{pictures} of no test or question paper; deleted after a week.")?;
            }
            if report.problems.is_empty() {
                let records = usize::try_from(report.records).unwrap_or(usize::MAX);
                writeln!(out, "{} checked, no problems.", text::count(records, "record"))?;
            }
        }
        if report.problems.is_empty() {
            return Ok(());
        }
        let found = text::count(report.problems.len(), "problem");
        Err(Failure::refused(format!("the check found {found} in {} records", report.records)))
    }
}

pub async fn execute(app: &App, by: &SiteOperator, op: &CheckOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    let damaged = if op.exclusive { app.store.verify_pages().map_err(Error::from)? } else { None };
    if op.rebuild {
        app.store.rebuild().await.map_err(|e| Failure::refused(format!("cannot rebuild the indexes: {e}")))?;
    }
    let found = match guard(|| Ok(integrity_check::check(app, by))) {
        Ok(found) => found.map_err(Failure::from),
        Err(damaged) => Err(Failure::refused(damaged.to_string())),
    };
    let mut report = match found {
        Ok(report) => report,
        Err(Failure::Refused(why)) => IntegrityReport { problems: vec![why], ..IntegrityReport::default() },
        Err(left) => return Err(left),
    };
    report.problems.splice(0..0, damaged);
    op.print(&report, out)
}

/// Reports data that cannot be opened, instead of a check report.
pub fn unopened(op: &CheckOp, why: Failure, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    match why {
        Failure::Refused(why) if op.json => {
            let op = CheckOp { rebuild: false, ..*op };
            match op.print(&IntegrityReport { problems: vec![why.clone()], ..IntegrityReport::default() }, out) {
                Err(Failure::BrokenPipe) => Err(Failure::BrokenPipe),
                _ => Err(Failure::Refused(why)),
            }
        }
        why => Err(why),
    }
}
