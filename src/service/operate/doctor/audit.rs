//! The audit log on its way to its receivers.

use super::finding::DoctorFinding;
use crate::{
    app::App,
    domain::{
        Result,
        audit::AuditEntry,
        audit_out::{AuditPosition, AuditTarget},
        time::{MINUTE, SignedDuration},
    },
    sentence,
    store::Read,
};

const TOPIC: &str = "audit log";
/// An entry that waits for less is on its way.
const ON_ITS_WAY: SignedDuration = MINUTE;

/// A finding for each place that receives the log; none without one.
pub fn receivers(app: &App) -> Result<Vec<DoctorFinding>> {
    app.config.host.audit.iter().map(|target| receiver(app, target)).collect()
}

fn receiver(app: &App, target: &AuditTarget) -> Result<DoctorFinding> {
    let read = app.store.read()?;
    let position: Option<AuditPosition> = read.get(target.to_string().as_str())?;
    let arrived = position.map_or(0, |position| position.number);
    let waits: Option<AuditEntry> = read.get(arrived + 1)?;
    Ok(match waits.filter(|entry| app.now().since(entry.at) > ON_ITS_WAY) {
        None => DoctorFinding::ok(
            TOPIC,
            sentence!("auditArrived": "Entries up to {arrived} have arrived at {target}.", arrived, target = target.to_string()),
        ),
        Some(entry) => DoctorFinding::warning(
            TOPIC,
            sentence!(
                "auditWaits": "Entry {number} of {at} has not arrived at {target}.",
                number = entry.number, at = entry.at, target = target.to_string()
            ),
            sentence!(
                "auditWaitsFix": "Check the receiver and the way to it; the log of this server has the reason. Nothing is lost meanwhile."
            ),
        ),
    })
}
