//! `invigil audit`: export and verification of the audit log.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
};
use crate::{
    app::App,
    domain::time::{self, Instant, Span},
    service::{actor::Custodian, operate::audit_log},
};
use clap::{Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

#[derive(Subcommand)]
pub enum Command {
    /// Export the audit log, oldest first, and verify that no entry was deleted or changed
    #[command(after_help = "\
Each entry's hash covers the entry before it (hash chain). The export verifies the whole chain, whatever days are
selected; a broken chain ends it with exit code 1. The log contains ids, never names or addresses. The verdict is
printed on standard output with -o, otherwise on standard error.

Examples:
  invigil audit export -o audit.jsonl
  invigil audit export --since 1200 -o newer.jsonl
  invigil audit export --format csv --from 2026-11-01 --to 2026-11-30 --tz Europe/Berlin -o november.csv")]
    Export {
        /// Output format
        #[arg(long, default_value = "jsonl")]
        format: AuditLogFormatArg,
        /// First day, YYYY-MM-DD
        #[arg(long, value_name = "DATE")]
        from: Option<String>,
        /// Last day (inclusive), YYYY-MM-DD
        #[arg(long, value_name = "DATE")]
        to: Option<String>,
        /// Time zone of --from and --to, such as Europe/Berlin
        #[arg(long, value_name = "ZONE", default_value = "UTC")]
        tz: String,
        /// Export only entries after the one with this number
        #[arg(long, value_name = "NUMBER", default_value_t = 0)]
        since: u64,
        /// Write to this file instead of standard output
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Print the last entry's hash, which covers the whole log
    #[command(after_help = "\
Keep it elsewhere, such as in an email to yourself or on paper: a log that was changed or cut later no longer leads to it.
The whole hash chain is verified first.

Examples:
  invigil audit head
  invigil audit head --json")]
    Head {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub enum AuditLogFormatArg {
    /// JSON lines: one object per line
    Jsonl,
    Csv,
}

#[derive(Serialize, Deserialize)]
pub enum AuditOp {
    Export {
        format: audit_log::AuditLogFormat,
        /// Half-open: from the first instant up to the second (ms, UTC).
        span: Option<(Instant, Instant)>,
        /// Number of the last entry that is not wanted.
        since: u64,
    },
    Head {
        json: bool,
    },
}

impl Command {
    pub fn run(self, perform: impl FnOnce(CliRequest<AuditOp>) -> Result<(), Failure>) -> Result<(), Failure> {
        let (format, from, to, tz, since, output) = match self {
            Self::Export { format, from, to, tz, since, output } => (format, from, to, tz, since, output),
            Self::Head { json } => return perform(CliRequest::new(AuditOp::Head { json })),
        };
        let span = time::days(from.as_deref(), to.as_deref(), &tz).map_err(Failure::refused)?;
        if span.is_some_and(|span| span.from >= span.to) {
            return Err(Failure::refused("--from is after --to"));
        }
        let format = match format {
            AuditLogFormatArg::Jsonl => audit_log::AuditLogFormat::Jsonl,
            AuditLogFormatArg::Csv => audit_log::AuditLogFormat::Csv,
        };
        let op = AuditOp::Export { format, span: span.map(|span| (span.from, span.to)), since };
        let to_file = output.as_deref().is_some_and(|path| path != Path::new("-"));
        perform(CliRequest { output, ..CliRequest::new(op) })?;
        let verdict = "The audit log's hash chain is intact, from the first entry to the last.";
        // The result is already written: a closed standard error must not fail the command.
        let _ = if to_file { writeln!(io::stdout(), "{verdict}") } else { writeln!(io::stderr(), "{verdict}") };
        Ok(())
    }
}

pub fn execute(app: &App, by: &Custodian, op: &AuditOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    match *op {
        AuditOp::Export { format, span, since } => {
            let span = span.map(|(from, to)| Span { from, to });
            Ok(audit_log::write(app, by, (span, since), format, out)?)
        }
        AuditOp::Head { json } => {
            let head = audit_log::head(app, by)?;
            if json {
                serde_json::to_writer_pretty(&mut *out, &head)?;
                writeln!(out)?;
            } else {
                writeln!(out, "{}", head.hash)?;
            }
            Ok(())
        }
    }
}
