//! Injected faults, so that a test harness can prove that it would detect them. Debug builds only, and only if
//! `INVIGIL_SABOTAGE` selects one; release builds contain none of this.

use std::sync::LazyLock;

/// A fault to inject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoreSabotage {
    /// Commits are acknowledged without fsync.
    NoSync,
    /// Writes are acknowledged although their commit failed.
    AckFailures,
    /// Commits are acknowledged before they are appended to the log of a twin.
    LogLater,
    /// A mail is delivered inside a write closure.
    MailInTheWrite,
    /// A claim of a mail that is being sent takes the same lock twice (deadlock).
    ClaimLocksTwice,
}

static CHOSEN: LazyLock<Option<StoreSabotage>> = LazyLock::new(|| {
    let chosen = match std::env::var("INVIGIL_SABOTAGE").ok()?.as_str() {
        "no-sync" => StoreSabotage::NoSync,
        "ack-failures" => StoreSabotage::AckFailures,
        "log-later" => StoreSabotage::LogLater,
        "mail-in-the-write" => StoreSabotage::MailInTheWrite,
        "claim-locks-twice" => StoreSabotage::ClaimLocksTwice,
        _ => return None,
    };
    tracing::error!("INVIGIL_SABOTAGE is set: this process misbehaves on purpose");
    Some(chosen)
});

/// Whether this fault is selected.
pub(crate) fn does(sabotage: StoreSabotage) -> bool {
    *CHOSEN == Some(sabotage)
}

/// Never returns, like a thread that takes a lock twice. The project's own locks would panic; this deadlock is silent.
pub(crate) fn lock_twice() {
    let (_other, wait) = std::sync::mpsc::channel::<()>();
    let _ = wait.recv();
}
