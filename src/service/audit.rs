//! Appends to the audit log, in the transaction of the recorded action (`docs/behaviour.md#audit-log`).

use crate::{
    domain::{Instant, Result, UserId, audit::AuditEntry},
    store::{Read, Tx},
};
use std::fmt::Display;

/// Appends one entry to the hash chain. `target` is an id, never a name or an address.
///
/// # Errors
/// Storage only.
pub fn record(
    tx: &mut Tx<'_>,
    now: Instant,
    actor: Option<UserId>,
    action: &str,
    target: impl Display,
    note: &str,
) -> Result<()> {
    let previous = tx.last::<AuditEntry>()?;
    let (number, hash) = previous.map_or((1, [0; 32]), |p| (p.number + 1, p.hash));
    let entry = AuditEntry {
        number,
        at: now,
        actor,
        action: action.into(),
        target: target.to_string(),
        note: note.into(),
        hash: [0; 32],
    };
    tx.put(&entry.chained(&hash))?;
    Ok(())
}
