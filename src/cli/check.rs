//! `invigil check`: proof that the stored data is consistent.

use super::{
    failure::Failure,
    op::{self, Output, Request},
    text,
};
use crate::{app::App, domain::Error, service::actor::Admin};
use serde::{Deserialize, Serialize};

#[derive(clap::Args)]
#[command(after_help = "\
Reads everything: every record must decode, and indexes and counters must equal a rebuild. Changes nothing.
Ends with exit code 1 if anything is wrong.

Examples:
  invigil check
  invigil check --json | jq .problems")]
pub struct Args {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, Deserialize)]
pub struct Op {
    json: bool,
}

impl Args {
    pub fn resolve(self) -> Request {
        Request::new(op::Op::Check(Op { json: self.json }))
    }
}

pub fn execute(app: &App, _: &Admin, op: &Op, out: &mut Output<'_>) -> Result<(), Failure> {
    let report = app.store.check().map_err(Error::from)?;
    if op.json {
        let body = serde_json::json!({ "records": report.records, "problems": report.problems });
        serde_json::to_writer_pretty(&mut *out, &body)?;
        writeln!(out)?;
    } else {
        for problem in &report.problems {
            writeln!(out, "{}", text::one_line(problem))?;
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
