//! Deliberate hangs, for tests that the watchdog detects them, and of stalls that it must not take for a hang. Debug
//! builds only, selected by `INVIGIL_SABOTAGE`; each starts when the file named by `INVIGIL_SABOTAGE_TRIGGER` exists.

use std::{env, path::PathBuf, sync::LazyLock, thread, time::Duration};

/// A way to hang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hang {
    Runtime,
    Writer,
    /// The last of the media threads.
    Media,
    /// The thread that reads the media port for several media threads.
    MediaPort,
    /// The same thread panics while the file exists.
    MediaPortDeath,
    /// The writer panics where nothing catches it.
    WriterDeath,
    /// No disk call returns while the file exists.
    Disk,
    /// No rebuild ends while the file exists.
    Rebuild,
}

static CHOSEN: LazyLock<Option<(Hang, PathBuf)>> = LazyLock::new(|| {
    let hang = match env::var("INVIGIL_SABOTAGE").ok()?.as_str() {
        "runtime-hang" => Hang::Runtime,
        "writer-hang" => Hang::Writer,
        "media-hang" => Hang::Media,
        "media-port-hang" => Hang::MediaPort,
        "media-port-death" => Hang::MediaPortDeath,
        "writer-death" => Hang::WriterDeath,
        "disk-stall" => Hang::Disk,
        "slow-rebuild" => Hang::Rebuild,
        _ => return None,
    };
    Some((hang, env::var_os("INVIGIL_SABOTAGE_TRIGGER")?.into()))
});

/// Reads a duration in ms from an environment variable.
pub fn millis(variable: &str) -> Option<Duration> {
    env::var(variable).ok()?.parse().ok().map(Duration::from_millis)
}

/// Returns true if this hang is selected and triggered.
pub fn is_due(hang: Hang) -> bool {
    CHOSEN.as_ref().is_some_and(|(chosen, trigger)| *chosen == hang && trigger.exists())
}

/// Deadlocks the calling thread, if due, by taking a lock that it holds. Not a lock of `crate::sync`, which would
/// detect it.
pub fn deadlock_if_due(hang: Hang) {
    if is_due(hang) {
        let lock = std::sync::Mutex::new(());
        let _first = lock.lock();
        let _second = lock.lock();
    }
}

/// Blocks while due.
pub fn stall_while_due(hang: Hang) {
    while is_due(hang) {
        thread::sleep(Duration::from_millis(20));
    }
}

/// Blocks every worker of the runtime once due.
pub async fn hang_runtime() {
    while !is_due(Hang::Runtime) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for _ in 0..256 {
        tokio::spawn(async { deadlock_if_due(Hang::Runtime) });
    }
}

/// How long every durable write is delayed: a slow disk, for rehearsals (`INVIGIL_SLOW_SYNC_MS`).
static SLOW_SYNC: LazyLock<Option<Duration>> = LazyLock::new(|| millis("INVIGIL_SLOW_SYNC_MS"));

/// Delays a durable write, if chosen.
pub fn slow_sync() {
    if let Some(delay) = *SLOW_SYNC {
        thread::sleep(delay);
    }
}
