//! The audit log for other programs. Its chain of hashes is verified on the way, from the first entry on.

use crate::{
    app::App,
    domain::{Error, Kind, audit::AuditEntry, time::Span},
    service::{
        actor::Admin,
        export::{failed::Failed, shown},
    },
    store::{KeyRange, Read, Record, Snapshot, StoreError, decode},
};
use serde::{Deserialize, Serialize};
use std::{fmt::Write as _, io::Write, ops::ControlFlow};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    Jsonl,
    Csv,
}

#[derive(Serialize)]
struct Row<'a> {
    number: u64,
    at: String,
    actor: Option<String>,
    action: &'a str,
    target: &'a str,
    note: &'a str,
    hash: String,
}

const HEADING: [&str; 7] = ["number", "at", "actor", "action", "target", "note", "hash"];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl<'a> From<&'a AuditEntry> for Row<'a> {
    fn from(entry: &'a AuditEntry) -> Self {
        Self {
            number: entry.number,
            at: entry.at.to_string(),
            actor: entry.actor.map(|id| id.to_string()),
            action: &entry.action,
            target: &entry.target,
            note: &entry.note,
            hash: hex(&entry.hash),
        }
    }
}

/// What is wrong with the log, naming the first entry that does not follow from the one before it; `None` where the
/// chain is whole. `each` takes every entry that is.
///
/// # Errors
/// Storage, and what `each` answers.
pub(crate) fn walk<E: From<Error>>(
    read: &Snapshot,
    mut each: impl FnMut(&AuditEntry) -> Result<(), E>,
) -> Result<Option<String>, E> {
    let (mut next, mut hash) = (1, [0; 32]);
    let mut broken = None;
    let mut stopped = Ok(());
    read.raw_scan(AuditEntry::TABLE, KeyRange::all(), false, &mut |_, value| {
        let entry: AuditEntry = decode(value)?;
        if entry.number != next {
            broken = Some(format!("entry {next} is missing from the audit log"));
        } else if entry.clone().chained(&hash).hash != entry.hash {
            broken = Some(format!("entry {next} of the audit log was changed, or the one before it was"));
        } else {
            stopped = each(&entry);
            (next, hash) = (next + 1, entry.hash);
        }
        let go_on = broken.is_none() && stopped.is_ok();
        Ok::<_, StoreError>(if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })
    .map_err(Error::from)?;
    stopped.map(|()| broken)
}

/// Writes the entries of `span`, oldest first. Blocks its thread while it reads and writes.
///
/// # Errors
/// 409 `audit_broken` where the chain does not hold, whether inside `span` or not; storage; whatever `out` answers.
pub fn write(app: &App, _: &Admin, span: Option<Span>, format: Format, out: &mut dyn Write) -> Result<(), Failed> {
    let read = app.store.read().map_err(Error::from)?;
    let wanted = |entry: &AuditEntry| span.is_none_or(|span| (span.from..span.to).contains(&entry.at));
    let broken = match format {
        Format::Jsonl => walk(&read, |entry| {
            if wanted(entry) {
                serde_json::to_writer(&mut *out, &Row::from(entry))?;
                out.write_all(b"\n")?;
            }
            Ok::<_, Failed>(())
        })?,
        Format::Csv => {
            let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
            csv.write_record(HEADING)?;
            let broken = walk(&read, |entry| {
                if wanted(entry) {
                    let row = Row::from(entry);
                    let (number, actor) = (row.number.to_string(), row.actor.unwrap_or_default());
                    let (target, note) = (shown(row.target.into()), shown(row.note.into()));
                    csv.write_record([&*number, &row.at, &actor, row.action, &target, &note, &row.hash])?;
                }
                Ok::<_, Failed>(())
            })?;
            csv.flush()?;
            broken
        }
    };
    broken.map_or(Ok(()), |why| Err(Error::new(Kind::Conflict, "audit_broken", why).into()))
}
