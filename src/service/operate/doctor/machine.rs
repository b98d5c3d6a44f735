//! The data folder, its disk, backups, and what the process may open.

use super::finding::Finding;
use crate::{
    app::App,
    domain::{
        Result,
        time::{DAY, HOUR},
    },
    service::operate::backup::{self, schedule},
    state::disk_gate::Hung,
};
use nix::{
    sys::{
        resource::{Resource, getrlimit},
        statvfs::statvfs,
    },
    unistd::geteuid,
};
use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
    time::Duration,
};

const GIB: u64 = 1 << 30;
const MIB: u64 = 1 << 20;
/// Below it a long test day may not find room.
const LITTLE_ROOM: u64 = GIB;
const NO_ROOM: u64 = 64 * MIB;
/// An exam hall holds a connection or two per candidate open, and every one is a file.
const ENOUGH_FILES: u64 = 4096;

fn is_open_to_others(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|meta| meta.permissions().mode() & 0o077 != 0)
}

pub fn data_folder(app: &App) -> Vec<Finding> {
    const TOPIC: &str = "data_folder";
    let Some(folder) = &app.config.host.data else { return Vec::new() };
    let shown = folder.display();
    let mut found = Vec::new();
    match fs::metadata(folder) {
        Err(error) => {
            found.push(Finding::problem(
                TOPIC,
                format!("{shown} cannot be read: {error}."),
                "Check the path and its owner.",
            ));
        }
        Ok(meta) => {
            if meta.uid() != geteuid().as_raw() {
                found.push(Finding::warning(
                    TOPIC,
                    format!("{shown} belongs to user {}, and this process is user {}.", meta.uid(), geteuid()),
                    format!("Give the folder to the server's user: chown -R USER {shown}"),
                ));
            }
            if is_open_to_others(folder) {
                found.push(Finding::warning(
                    TOPIC,
                    format!("Others on this machine may look into {shown}."),
                    format!("chmod 700 {shown}"),
                ));
            }
        }
    }
    if let Err(error) = tempfile::tempfile_in(folder) {
        found.push(Finding::problem(
            TOPIC,
            format!("No file can be made in {shown}: {error}."),
            "Check the folder's owner and whether its disk is mounted read-only.",
        ));
    }
    for name in ["invigil.redb", "secret.key"] {
        let path = folder.join(name);
        if is_open_to_others(&path) {
            found.push(Finding::problem(
                TOPIC,
                format!("Others on this machine may read {}.", path.display()),
                format!("chmod 600 {}", path.display()),
            ));
        }
    }
    if found.is_empty() {
        found.push(Finding::ok(TOPIC, format!("{shown} is private, and files can be made in it.")));
    }
    found
}

fn in_words(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "for people, who read one digit after the point")]
    let of = |unit: u64| bytes as f64 / unit as f64;
    if bytes >= GIB { format!("{:.1} GiB", of(GIB)) } else { format!("{:.1} MiB", of(MIB)) }
}

pub fn disk(app: &App) -> Option<Finding> {
    const TOPIC: &str = "disk";
    let folder = app.config.host.data.as_ref()?;
    let disk = statvfs(folder).ok()?;
    let free = disk.blocks_available().saturating_mul(disk.fragment_size());
    let file = || fs::metadata(folder.join("invigil.redb")).ok().map(|meta| meta.len());
    let size = in_words(app.store.size().or_else(file).unwrap_or_default());
    let said = format!("{} are free on the data's disk; the database has {size}.", in_words(free));
    let fix = "Make room on the disk, or move the data folder to a larger one.";
    Some(if free < NO_ROOM || !app.store.stats().reserve_held {
        Finding::problem(TOPIC, format!("{said} New tests cannot be started."), fix)
    } else if free < LITTLE_ROOM {
        Finding::warning(TOPIC, said, fix)
    } else {
        Finding::ok(TOPIC, said)
    })
}

/// The hard limit is what counts: the server takes all of it at its start.
pub fn files() -> Finding {
    const TOPIC: &str = "open_files";
    match getrlimit(Resource::RLIMIT_NOFILE) {
        Ok((_, hard)) if hard < ENOUGH_FILES => Finding::warning(
            TOPIC,
            format!("The server may open {hard} files at once, about as many as it can serve browsers."),
            "Raise the limit: LimitNOFILE=65536 in the systemd unit, or 'ulimit -n 65536' before the start.",
        ),
        Ok((_, hard)) => Finding::ok(TOPIC, format!("The server may open {hard} files at once.")),
        Err(error) => Finding::warning(
            TOPIC,
            format!("How many files this process may open is not told: {error}."),
            "Check 'ulimit -n'.",
        ),
    }
}

fn age(millis: i64) -> String {
    match millis {
        ..HOUR => "less than an hour ago".to_owned(),
        HOUR..DAY => format!("{} h ago", millis / HOUR),
        _ => format!("{} days ago", millis / DAY),
    }
}

/// Waits for the folder of the backups no longer than `patience`.
pub async fn backups(app: &App, patience: Duration) -> Result<Finding> {
    const TOPIC: &str = "backup";
    const BY_HAND: &str = "Make one with 'invigil backup FILE', or let 'serve --backup-dir DIR' make one a day.";
    let kept = backup::upkeep(&app.store.read()?)?;
    let plan = app.config.host.backups.as_ref();
    let in_folder = match plan.cloned() {
        None => None,
        Some(plan) => {
            let shown = plan.dir.display().to_string();
            match app.backup_folder.call(patience, move |_| schedule::newest(&plan.dir)).await {
                Ok(newest) => newest.flatten(),
                Err(Hung(silence)) => {
                    let said = format!("{shown}, where the backups go, has not answered for {} s.", silence.as_secs());
                    let fix = "Mend the folder or the network that it is on; no backup is made until it answers.";
                    return Ok(Finding::problem(TOPIC, said, fix));
                }
            }
        }
    };
    let newest = kept.last_backup_at.max(in_folder);
    let last = newest.map_or_else(
        || "No backup was ever made.".to_owned(),
        |at| format!("The last backup was made {}, at {at}.", age(app.now().since(at))),
    );
    if let Some((at, words)) = kept.backup_failed {
        let fix = "Mend that, or choose another folder by --backup-dir; the next try is within the hour.";
        return Ok(Finding::problem(TOPIC, format!("{last} The one of {at} failed: {words}."), fix));
    }
    let days = newest.map_or(i64::MAX, |at| app.now().since(at) / DAY);
    Ok(match plan {
        Some(plan) if days < 2 => {
            let (dir, keep) = (plan.dir.display(), plan.keep);
            Finding::ok(TOPIC, format!("{last} One a day goes to {dir}; the last {keep} stay."))
        }
        Some(plan) => Finding::warning(
            TOPIC,
            format!("{last} One a day should go to {}.", plan.dir.display()),
            "Look into the server's log for 'backup'.",
        ),
        None if days <= 7 => Finding::ok(TOPIC, last),
        None => Finding::warning(TOPIC, last, BY_HAND),
    })
}
