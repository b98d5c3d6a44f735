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
    let (read, target) = (app.store.read()?, target.to_string());
    let position: Option<AuditPosition> = read.get(target.as_str())?;
    let arrived = position.map_or(0, |position| position.number);
    let waits: Option<AuditEntry> = read.get(arrived + 1)?;
    let Some(entry) = waits.filter(|entry| app.now().since(entry.at) > ON_ITS_WAY) else {
        let said =
            sentence!("auditArrived": "Entries up to {arrived} have arrived at {target}.", arrived, target = target);
        return Ok(DoctorFinding::ok(TOPIC, said));
    };
    let said = match app.clients.audit_failures.of(&target) {
        Some(failure) => sentence!(
            "auditFails": "Entry {number} of {at} has not arrived at {target}: {failure}.",
            number = entry.number, at = entry.at, target = target, failure = failure
        ),
        None => sentence!(
            "auditWaits": "Entry {number} of {at} has not arrived at {target}.",
            number = entry.number, at = entry.at, target = target
        ),
    };
    let fix = sentence!("auditWaitsFix": "Check the receiver and the way to it. Nothing is lost meanwhile.");
    Ok(DoctorFinding::warning(TOPIC, said, fix))
}
