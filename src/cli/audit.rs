//! `invigil audit`: who did what, when.

use super::{
    failure::Failure,
    request::{Output, Request},
};
use crate::{
    app::App,
    domain::time::{self, Instant, Span},
    service::{actor::Admin, operate::audit_log},
};
use clap::{Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

#[derive(Subcommand)]
pub enum Command {
    /// Write the audit log, oldest first, and verify that nothing was removed or changed
    #[command(after_help = "\
Each entry's hash covers the one before it. The whole chain is verified on the way, whatever days are asked for: a
break ends the export with exit code 1. The log holds ids, never names or addresses. With -o the verdict stands on
standard output, else on standard error.

Examples:
  invigil audit export -o audit.jsonl
  invigil audit export --format csv --from 2026-11-01 --to 2026-11-30 --tz Europe/Berlin -o november.csv")]
    Export {
        /// Format of the result
        #[arg(long, default_value = "jsonl")]
        format: Format,
        /// First day, as YYYY-MM-DD
        #[arg(long, value_name = "DATE")]
        from: Option<String>,
        /// Last day, as YYYY-MM-DD
        #[arg(long, value_name = "DATE")]
        to: Option<String>,
        /// Time zone of the days, such as Europe/Berlin
        #[arg(long, value_name = "ZONE", default_value = "UTC")]
        tz: String,
        /// File in place of standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    /// One JSON object a line
    Jsonl,
    Csv,
}

#[derive(Serialize, Deserialize)]
pub struct Op {
    format: audit_log::Format,
    /// From the first instant up to the second, in milliseconds.
    span: Option<(Instant, Instant)>,
}

impl Command {
    pub fn run(self, perform: impl FnOnce(Request<Op>) -> Result<(), Failure>) -> Result<(), Failure> {
        let Self::Export { format, from, to, tz, output } = self;
        let span = time::days(from.as_deref(), to.as_deref(), &tz).map_err(Failure::refused)?;
        if span.is_some_and(|span| span.from >= span.to) {
            return Err(Failure::refused("--from is after --to"));
        }
        let format = match format {
            Format::Jsonl => audit_log::Format::Jsonl,
            Format::Csv => audit_log::Format::Csv,
        };
        let op = Op { format, span: span.map(|span| (span.from, span.to)) };
        let to_file = output.as_deref().is_some_and(|path| path != Path::new("-"));
        perform(Request { output, ..Request::new(op) })?;
        let verdict = "The chain of the audit log is whole, from its first entry to its last.";
        // The result is written: a closed standard error changes nothing.
        let _ = if to_file { writeln!(io::stdout(), "{verdict}") } else { writeln!(io::stderr(), "{verdict}") };
        Ok(())
    }
}

pub fn execute(app: &App, admin: &Admin, op: &Op, out: &mut Output<'_>) -> Result<(), Failure> {
    let span = op.span.map(|(from, to)| Span { from, to });
    Ok(audit_log::write(app, admin, span, op.format, out)?)
}
