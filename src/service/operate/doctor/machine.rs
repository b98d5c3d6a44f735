//! The data folder, its disk, the backups, and the open file limit.

use super::finding::DoctorFinding;
use crate::{
    app::App,
    domain::{
        Instant, Result,
        sentence::Sentence,
        time::{MINUTE, SignedDuration},
        upkeep::Upkeep,
    },
    sentence,
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
/// Free bytes below which a long test day may run out of space.
const LOW_SPACE: u64 = GIB;
const CRITICAL_SPACE: u64 = 64 * MIB;
/// An exam hall keeps one or two connections per candidate open, each of them a file descriptor.
const MIN_OPEN_FILES: u64 = 4096;

fn is_open_to_others(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|meta| meta.permissions().mode() & 0o077 != 0)
}

pub fn data_folder(app: &App) -> Vec<DoctorFinding> {
    const TOPIC: &str = "data_folder";
    let Some(folder) = &app.config.host.data else { return Vec::new() };
    let shown = folder.display().to_string();
    let mut found = Vec::new();
    match fs::metadata(folder) {
        Err(error) => {
            found.push(DoctorFinding::problem(
                TOPIC,
                sentence!("folderUnreadable": "{shown} cannot be read: {error}.", shown = &shown, error = error.to_string()),
                sentence!("folderUnreadableFix": "Check the path and its owner."),
            ));
        }
        Ok(meta) => {
            if meta.uid() != geteuid().as_raw() {
                found.push(DoctorFinding::warning(
                    TOPIC,
                    sentence!(
                        "folderOwner": "{shown} belongs to user {owner}, but this process runs as user {own}.",
                        shown = &shown,
                        owner = meta.uid().to_string(),
                        own = geteuid().to_string(),
                    ),
                    sentence!(
                        "folderOwnerFix": "Give the folder to the server's user: chown -R USER {shown}",
                        shown = &shown,
                    ),
                ));
            }
            if is_open_to_others(folder) {
                found.push(DoctorFinding::warning(
                    TOPIC,
                    sentence!("folderOpen": "Other users of this machine can access {shown}.", shown = &shown),
                    Sentence::foreign(format!("chmod 700 {shown}")),
                ));
            }
        }
    }
    if let Err(error) = tempfile::tempfile_in(folder) {
        found.push(DoctorFinding::problem(
            TOPIC,
            sentence!("folderNotWritable": "Cannot create files in {shown}: {error}.", shown = &shown, error = error.to_string()),
            sentence!("folderNotWritableFix": "Check the folder's owner and whether its disk is mounted read-only."),
        ));
    }
    for name in ["invigil.redb", "secret.key"] {
        let path = folder.join(name);
        if is_open_to_others(&path) {
            let path = path.display().to_string();
            found.push(DoctorFinding::problem(
                TOPIC,
                sentence!("fileOpen": "Other users of this machine can read {path}.", path = &path),
                Sentence::foreign(format!("chmod 600 {path}")),
            ));
        }
    }
    if found.is_empty() {
        found.push(DoctorFinding::ok(TOPIC, sentence!("folderFine": "{shown} is private and writable.", shown)));
    }
    found
}

fn human_size(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "for people, who read one digit after the point")]
    let of = |unit: u64| bytes as f64 / unit as f64;
    if bytes >= GIB { format!("{:.1} GiB", of(GIB)) } else { format!("{:.1} MiB", of(MIB)) }
}

pub fn disk(app: &App) -> Option<DoctorFinding> {
    const TOPIC: &str = "disk";
    let folder = app.config.host.data.as_ref()?;
    let disk = statvfs(folder).ok()?;
    let free = disk.blocks_available().saturating_mul(disk.fragment_size());
    let file = || fs::metadata(folder.join("invigil.redb")).ok().map(|meta| meta.len());
    let size = human_size(app.store.size().or_else(file).unwrap_or_default());
    let said = sentence!(
        "diskFree": "{free} are free on the data's disk; the database takes {size}.",
        free = human_size(free), size
    );
    let fix = sentence!("diskFreeFix": "Free up disk space, or move the data folder to a larger disk.");
    Some(if free < CRITICAL_SPACE || !app.store.stats().reserve_held {
        DoctorFinding::problem(TOPIC, said.then(sentence!("noNewTests": "New tests cannot be started.")), fix)
    } else if free < LOW_SPACE {
        DoctorFinding::warning(TOPIC, said, fix)
    } else {
        DoctorFinding::ok(TOPIC, said)
    })
}

/// Checks the hard limit: the server raises its soft limit to it at the start.
pub fn files() -> DoctorFinding {
    const TOPIC: &str = "open_files";
    match getrlimit(Resource::RLIMIT_NOFILE) {
        Ok((_, hard)) if hard < MIN_OPEN_FILES => DoctorFinding::warning(
            TOPIC,
            sentence!(
                "fewFiles": "The server may open {hard} files at once, which limits it to about as many browsers.",
                hard
            ),
            sentence!(
                "fewFilesFix": "Raise the limit: LimitNOFILE=65536 in the systemd unit, or 'ulimit -n 65536' before the start."
            ),
        ),
        Ok((_, hard)) => {
            DoctorFinding::ok(TOPIC, sentence!("files": "The server may open {hard} files at once.", hard))
        }
        Err(error) => DoctorFinding::warning(
            TOPIC,
            sentence!("filesUnknown": "The limit of open files cannot be read: {error}.", error = error.to_string()),
            sentence!("filesUnknownFix": "Check 'ulimit -n'."),
        ),
    }
}

fn last_backup_said(at: Instant, age: SignedDuration) -> Sentence {
    match age.as_hours() {
        ..1 => sentence!("lastBackupNow": "The last backup was made less than an hour ago, at {at}.", at),
        hours @ 1..24 => sentence!("lastBackupHours": "The last backup was made {hours} h ago, at {at}.", hours, at),
        24..48 => sentence!("lastBackupDay": "The last backup was made 1 day ago, at {at}.", at),
        hours => {
            sentence!("lastBackupDays": "The last backup was made {days} days ago, at {at}.", days = hours / 24, at)
        }
    }
}

/// Returns the time at which the newest backup was made, as far as this server knows.
async fn newest_backup(app: &App, kept: &Upkeep, timeout: Duration) -> Result<Option<Instant>, Hung> {
    let now = app.now();
    let in_folder = match app.config.host.backups.clone() {
        None => None,
        Some(plan) => {
            app.limits.backup_folder.call(timeout, move |_| schedule::newest(&plan.dir, now)).await?.flatten()
        }
    };
    Ok(kept.last_backup_at.filter(|at| *at <= now.plus(MINUTE)).max(in_folder))
}

/// Returns the time at which the last backup was made; `None` also while the folder of the backups does not respond.
///
/// # Errors
/// Storage only.
pub async fn last_backup(app: &App, timeout: Duration) -> Result<Option<Instant>> {
    let kept = backup::upkeep(&app.store.read()?)?;
    Ok(newest_backup(app, &kept, timeout).await.ok().flatten())
}

/// Waits for the backup folder no longer than `timeout`.
pub async fn backups(app: &App, timeout: Duration) -> Result<DoctorFinding> {
    const TOPIC: &str = "backup";
    let kept = backup::upkeep(&app.store.read()?)?;
    let now = app.now();
    let plan = app.config.host.backups.as_ref();
    let newest = match newest_backup(app, &kept, timeout).await {
        Ok(newest) => newest,
        Err(Hung(idle)) => {
            let shown = plan.map(|plan| plan.dir.display().to_string()).unwrap_or_default();
            let said = sentence!(
                "backupFolderHung": "The backup folder {shown} has not responded for {seconds} s.",
                shown,
                seconds = idle.as_secs(),
            );
            let fix = sentence!(
                "backupFolderHungFix": "Fix the folder, or the network that connects it; no backup is made until it responds."
            );
            return Ok(DoctorFinding::problem(TOPIC, said, fix));
        }
    };
    let last = newest.map_or_else(|| sentence!("noBackup": "No backup yet."), |at| last_backup_said(at, now.since(at)));
    if let Some((at, reason)) = kept.backup_failed {
        let fix = sentence!(
            "backupFailedFix": "Fix the cause, or choose another folder with --backup-dir; the next attempt is within an hour."
        );
        let failed = sentence!("backupFailed": "The backup at {at} failed: {reason}.", at, reason);
        return Ok(DoctorFinding::problem(TOPIC, last.then(failed), fix));
    }
    let days = newest.map_or(i64::MAX, |at| now.since(at).as_hours() / 24);
    Ok(match plan {
        Some(plan) if days < 2 => {
            let (dir, keep) = (plan.dir.display().to_string(), plan.keep.to_string());
            let plan = sentence!("backupPlan": "Daily backups go to {dir}; the last {keep} are kept.", dir, keep);
            DoctorFinding::ok(TOPIC, last.then(plan))
        }
        Some(plan) => DoctorFinding::warning(
            TOPIC,
            last.then(sentence!(
                "backupLate": "Daily backups should go to {dir}.",
                dir = plan.dir.display().to_string(),
            )),
            sentence!("backupLateFix": "Search the server's log for 'backup'."),
        ),
        None if days <= 7 => DoctorFinding::ok(TOPIC, last),
        None => DoctorFinding::warning(
            TOPIC,
            last,
            sentence!(
                "manualBackup": "Make one with 'invigil backup FILE', or daily backups with 'serve --backup-dir DIR'."
            ),
        ),
    })
}
