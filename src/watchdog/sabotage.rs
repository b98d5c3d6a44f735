//! Hangs on purpose, so that the controls can show that the watchdog notices, and what it must not take for a hang.
//! Debug builds only, and only where `INVIGIL_SABOTAGE` asks for one; each begins when the file named by
//! `INVIGIL_SABOTAGE_TRIGGER` appears.

use std::{env, path::PathBuf, sync::LazyLock, thread, time::Duration};

/// One way to get no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hang {
    Runtime,
    Writer,
    Media,
    /// The writer panics where nothing catches it.
    WriterDeath,
    /// No call to the disk returns as long as the file is there.
    Disk,
    /// No rebuild ends as long as the file is there.
    Rebuild,
}

static CHOSEN: LazyLock<Option<(Hang, PathBuf)>> = LazyLock::new(|| {
    let hang = match env::var("INVIGIL_SABOTAGE").ok()?.as_str() {
        "runtime-hang" => Hang::Runtime,
        "writer-hang" => Hang::Writer,
        "media-hang" => Hang::Media,
        "writer-death" => Hang::WriterDeath,
        "disk-stall" => Hang::Disk,
        "slow-rebuild" => Hang::Rebuild,
        _ => return None,
    };
    Some((hang, env::var_os("INVIGIL_SABOTAGE_TRIGGER")?.into()))
});

/// A time in milliseconds from a variable.
pub fn millis(variable: &str) -> Option<Duration> {
    env::var(variable).ok()?.parse().ok().map(Duration::from_millis)
}

/// Whether it is time for that one.
pub fn is_due(hang: Hang) -> bool {
    CHOSEN.as_ref().is_some_and(|(chosen, trigger)| *chosen == hang && trigger.exists())
}

/// Where the calling thread hangs, if it is time: for ever, by taking a lock that it holds. Not one of `crate::sync`, which
/// would tell.
pub fn deadlock_if_due(hang: Hang) {
    if is_due(hang) {
        let lock = std::sync::Mutex::new(());
        let _first = lock.lock();
        let _second = lock.lock();
    }
}

/// Waits while it is time.
pub fn stall_while_due(hang: Hang) {
    while is_due(hang) {
        thread::sleep(Duration::from_millis(20));
    }
}

/// Blocks every worker of the runtime once it is time.
pub async fn hang_runtime() {
    while !is_due(Hang::Runtime) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for _ in 0..256 {
        tokio::spawn(async { deadlock_if_due(Hang::Runtime) });
    }
}
