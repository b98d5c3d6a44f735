//! Flags, screenshots and signals begin clips (`docs/behaviour/monitoring.md#clips-around-flags`).

use crate::{
    domain::{
        Result,
        attempt::Attempt,
        clip::{AgreedClips, ClipCause},
        signal::SignalKind,
    },
    service::work::Work,
    store::Read,
};

/// A flag or screenshot begins a clip once it is stored, if the attempt keeps clips.
pub(in crate::service) fn mark(w: &mut Work<'_, '_>, attempt: &Attempt, cause: ClipCause) {
    let (app, invite) = (w.app.clone(), attempt.invite_id);
    if attempt.is_running() {
        w.after_commit(move || app.media.mark_clip(invite, cause));
    }
}

/// Like [`mark`], for new signals, of which the attempt's test has chosen some.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn mark_signals(w: &mut Work<'_, '_>, attempt: &Attempt, new: &[SignalKind]) -> Result<()> {
    if new.is_empty() || !attempt.is_running() {
        return Ok(());
    }
    let Some(agreed) = w.get::<AgreedClips>(attempt.id)? else { return Ok(()) };
    if let Some(kind) = new.iter().find(|kind| agreed.signals.contains(kind)) {
        mark(w, attempt, ClipCause::Signal(*kind));
    }
    Ok(())
}
