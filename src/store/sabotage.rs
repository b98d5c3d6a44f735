//! The product broken on purpose, so that a harness can show that it would notice. Debug builds only, and only where
//! `INVIGIL_SABOTAGE` asks for it; a release build holds none of this.

use std::sync::LazyLock;

/// One way to be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sabotage {
    /// Commits are acknowledged before the disk has them.
    NoSync,
    /// Writes are acknowledged although their commit failed.
    AckFailures,
    /// A mail is handed over inside a write.
    MailInTheWrite,
    /// Who asks for a mail that is being sent takes a lock twice.
    ClaimLocksTwice,
}

static CHOSEN: LazyLock<Option<Sabotage>> = LazyLock::new(|| {
    let chosen = match std::env::var("INVIGIL_SABOTAGE").ok()?.as_str() {
        "no-sync" => Sabotage::NoSync,
        "ack-failures" => Sabotage::AckFailures,
        "mail-in-the-write" => Sabotage::MailInTheWrite,
        "claim-locks-twice" => Sabotage::ClaimLocksTwice,
        _ => return None,
    };
    tracing::error!("INVIGIL_SABOTAGE is set: this process is wrong on purpose");
    Some(chosen)
});

/// Whether this process is to be wrong in that way.
pub(crate) fn does(sabotage: Sabotage) -> bool {
    *CHOSEN == Some(sabotage)
}

/// Never returns, as a thread that takes a lock twice: the project's own locks would tell, this tells nobody.
pub(crate) fn lock_twice() {
    let (_other, wait) = std::sync::mpsc::channel::<()>();
    let _ = wait.recv();
}
