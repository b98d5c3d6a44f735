//! The product broken on purpose, so that a harness can show that it would notice. Debug builds only, and only where
//! `INVIGIL_SABOTAGE` asks for it; a release build holds none of this.

use std::sync::LazyLock;

/// One way to be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sabotage {
    /// Commits are acknowledged before the disk has them.
    NoSync,
    /// Writes are acknowledged although their commit failed.
    AckFailures,
}

static CHOSEN: LazyLock<Option<Sabotage>> = LazyLock::new(|| {
    let chosen = match std::env::var("INVIGIL_SABOTAGE").ok()?.as_str() {
        "no-sync" => Sabotage::NoSync,
        "ack-failures" => Sabotage::AckFailures,
        _ => return None,
    };
    tracing::error!("INVIGIL_SABOTAGE is set: this process loses data on purpose");
    Some(chosen)
});

/// Whether this process is to be wrong in that way.
pub(super) fn does(sabotage: Sabotage) -> bool {
    *CHOSEN == Some(sabotage)
}
