//! Export of the audit log. Verifies its hash chain from the first entry on while reading
//! (`docs/behaviour/data.md#audit-log`).

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind,
        audit::AuditEntry,
        hex,
        time::{DAY, Span},
    },
    service::{
        actor::Custodian,
        export::{csv_text, export_error::Failed},
    },
    store::{Read, Snapshot, StoreError},
};
use serde::{Deserialize, Serialize};
use std::{io::Write, ops::ControlFlow};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AuditLogFormat {
    Jsonl,
    Csv,
}

#[derive(Serialize)]
struct AuditLogRow<'a> {
    number: u64,
    at: String,
    actor: Option<String>,
    action: &'a str,
    target: &'a str,
    note: &'a str,
    hash: String,
}

const HEADING: [&str; 7] = ["number", "at", "actor", "action", "target", "note", "hash"];

impl<'a> From<&'a AuditEntry> for AuditLogRow<'a> {
    fn from(entry: &'a AuditEntry) -> Self {
        Self {
            number: entry.number,
            at: entry.at.to_string(),
            actor: entry.actor.map(|id| id.to_string()),
            action: &entry.action,
            target: &entry.target,
            note: &entry.note,
            hash: hex::encode(&entry.hash),
        }
    }
}

/// An entry as a line of JSON, without its end. Its hash is the head of the chain up to it.
pub(super) fn line(entry: &AuditEntry) -> String {
    serde_json::to_string(&AuditLogRow::from(entry)).unwrap_or_default()
}

/// Verifies the hash chain, calling `each` for every valid entry. Returns a description of the first entry that does
/// not follow from its predecessor, or `None` if the chain is intact.
///
/// # Errors
/// Storage, and errors of `each`.
pub(crate) fn walk<E: From<Error>>(
    read: &Snapshot,
    mut each: impl FnMut(&AuditEntry) -> Result<(), E>,
) -> Result<Option<String>, E> {
    let (mut next, mut hash) = (1, [0; 32]);
    let mut broken = None;
    let mut stopped = Ok(());
    read.scan_records::<AuditEntry>(&mut |entry| {
        let entry = entry?;
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

/// The last entry of the log; its hash covers the whole log.
#[derive(Debug, Serialize)]
pub struct AuditLogHead {
    /// Number of entries.
    pub number: u64,
    /// `None` while the log is empty.
    pub at: Option<String>,
    pub hash: String,
}

/// Verifies the whole log.
///
/// # Errors
/// 409 `audit_broken` if the chain is broken; storage.
pub fn head(app: &App, _: &Custodian) -> Result<AuditLogHead, Error> {
    let mut head = AuditLogHead { number: 0, at: None, hash: hex::encode(&[0; 32]) };
    let broken = walk(&app.store.read()?, |entry| {
        head = AuditLogHead { number: entry.number, at: Some(entry.at.to_string()), hash: hex::encode(&entry.hash) };
        Ok::<_, Error>(())
    })?;
    broken.map_or(Ok(head), |detail| Err(Error::new(ErrorKind::Conflict, ErrorCode::AuditBroken, detail)))
}

/// The last entry, once a UTC day: the day is noted in `logged`. Where the log of the server is kept elsewhere, it shows
/// later whether this one was changed.
///
/// # Errors
/// Storage only.
pub fn daily_head(app: &App, logged: &mut Option<i64>) -> Result<Option<AuditEntry>, Error> {
    let today = app.now().period(DAY);
    if *logged == Some(today) {
        return Ok(None);
    }
    let last = app.store.read()?.last::<AuditEntry>()?;
    *logged = Some(today);
    Ok(last)
}

/// Writes the entries of `span` after the number `since`, oldest first. Blocks its thread while it reads and writes.
///
/// # Errors
/// 409 `audit_broken` if the chain is broken, whether inside `span` or not; storage; I/O errors of `out`.
pub fn write(
    app: &App,
    _: &Custodian,
    (span, since): (Option<Span>, u64),
    format: AuditLogFormat,
    out: &mut dyn Write,
) -> Result<(), Failed> {
    let read = app.store.read().map_err(Error::from)?;
    let wanted =
        |entry: &AuditEntry| entry.number > since && span.is_none_or(|span| (span.from..span.to).contains(&entry.at));
    let broken = match format {
        AuditLogFormat::Jsonl => walk(&read, |entry| {
            if wanted(entry) {
                serde_json::to_writer(&mut *out, &AuditLogRow::from(entry))?;
                out.write_all(b"\n")?;
            }
            Ok::<_, Failed>(())
        })?,
        AuditLogFormat::Csv => {
            let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
            csv.write_record(HEADING)?;
            let broken = walk(&read, |entry| {
                if wanted(entry) {
                    let row = AuditLogRow::from(entry);
                    let (number, actor) = (row.number.to_string(), row.actor.unwrap_or_default());
                    let (target, note) = (csv_text(row.target.into()), csv_text(row.note.into()));
                    csv.write_record([&*number, &row.at, &actor, row.action, &target, &note, &row.hash])?;
                }
                Ok::<_, Failed>(())
            })?;
            csv.flush()?;
            broken
        }
    };
    broken.map_or(Ok(()), |detail| Err(Error::new(ErrorKind::Conflict, ErrorCode::AuditBroken, detail).into()))
}
