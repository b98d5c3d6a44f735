//! `invigil check`: proof that the stored data is consistent.

use super::{
    failure::Failure,
    request::{Output, Request},
    text,
};
use crate::{
    app::App,
    domain::Error,
    service::{actor::Admin, operate::integrity_check},
    store::{CheckReport, guard},
};
use serde::{Deserialize, Serialize};

#[derive(clap::Args)]
#[command(after_help = "\
Reads everything: every record must decode, indexes and counters must equal a rebuild, what records say of each other
must hold, and the audit log must be whole. Without a running server the checksum of every page in the file is verified
too. Changes nothing, unless --rebuild-indexes asks to make indexes and counters anew; then saving waits for a moment.
Ends with exit code 1 if anything is wrong.

Examples:
  invigil check
  invigil check --rebuild-indexes
  invigil check --json | jq .problems")]
pub struct Args {
    /// Make all indexes and counters anew from the records first
    #[arg(long)]
    rebuild_indexes: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, Deserialize)]
pub struct Op {
    json: bool,
    rebuild: bool,
    /// The process that carries it out has the data for itself.
    alone: bool,
}

impl Args {
    pub fn resolve(self) -> Request<Op> {
        Request::new(Op { json: self.json, rebuild: self.rebuild_indexes, alone: false })
    }
}

impl Op {
    /// Told by the process that has opened the data itself.
    pub const fn alone(&mut self) {
        self.alone = true;
    }

    fn tell(&self, report: &CheckReport, out: &mut Output<'_>) -> Result<(), Failure> {
        if self.json {
            let body = serde_json::json!({
                "records": report.records,
                "problems": report.problems,
                "pages_verified": self.alone,
                "rebuilt": self.rebuild,
            });
            serde_json::to_writer_pretty(&mut *out, &body)?;
            writeln!(out)?;
        } else {
            if self.rebuild {
                writeln!(out, "Indexes and counters were made anew.")?;
            }
            for problem in &report.problems {
                writeln!(out, "{}", text::one_line(problem))?;
            }
            if !self.alone {
                writeln!(out, "The checksums of the file's pages were left out: they need the server stopped.")?;
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

pub async fn execute(app: &App, admin: &Admin, op: &Op, out: &mut Output<'_>) -> Result<(), Failure> {
    let damaged = if op.alone { app.store.verify_pages().map_err(Error::from)? } else { None };
    if op.rebuild {
        app.store.rebuild().await.map_err(|e| Failure::refused(format!("the indexes cannot be made anew: {e}")))?;
    }
    let found = match guard(|| Ok(integrity_check::check(app, admin))) {
        Ok(found) => found.map_err(Failure::from),
        Err(damaged) => Err(Failure::refused(damaged.to_string())),
    };
    let mut report = match found {
        Ok(report) => report,
        Err(Failure::Refused(why)) => CheckReport { records: 0, problems: vec![why] },
        Err(left) => return Err(left),
    };
    report.problems.splice(0..0, damaged);
    op.tell(&report, out)
}

/// In place of a report: the data cannot even be opened.
pub fn unopened(op: &Op, why: Failure, out: &mut Output<'_>) -> Result<(), Failure> {
    match why {
        Failure::Refused(why) if op.json => {
            let op = Op { rebuild: false, ..*op };
            match op.tell(&CheckReport { records: 0, problems: vec![why.clone()] }, out) {
                Err(Failure::ReaderLeft) => Err(Failure::ReaderLeft),
                _ => Err(Failure::Refused(why)),
            }
        }
        why => Err(why),
    }
}
