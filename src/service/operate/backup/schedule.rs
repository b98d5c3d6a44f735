//! Scheduled backups of a running server: one a day; the oldest are deleted. A backup that was missed while the server
//! was off is made at the start. Never stops the server or delays a candidate (`docs/behaviour/data.md#backup`).

use super::{copying, note_failed, note_made, upkeep};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Instant, Result,
        background_job::{JobKind, JobState, cut},
        backup_plan::BackupPlan,
        time::MINUTE,
    },
    service::{
        actor::{Actor, Custodian},
        operate::background_jobs::{self, NewJob},
    },
    state::disk_gate::{DiskGateGuard, Hung, hang_timeout},
};
use jiff::tz::TimeZone;
use nix::sys::statvfs::statvfs;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio_util::sync::CancellationToken;

const PREFIX: &str = "invigil-";
const SUFFIX: &str = ".backup";
/// Time between two checks of the folder.
const INTERVAL: Duration = Duration::from_mins(1);
/// Time until the retry after a failure.
const RETRY_AFTER: Duration = Duration::from_hours(1);
/// A folder that accepts or returns nothing for this long has hung; the thread that waits for it is abandoned.
pub const FOLDER_TIMEOUT: Duration = Duration::from_mins(1);
/// Bytes left free on the backups' disk, which may be the data's too.
const SPARE_BYTES: u64 = 256 << 20;

/// File name of a backup that was made at this time.
#[must_use]
pub fn name(at: Instant) -> String {
    format!("{PREFIX}{}{SUFFIX}", at.timestamp().strftime("%Y%m%dT%H%M%SZ"))
}

/// Our backups in the folder with their creation times, oldest first.
fn list(dir: &Path) -> io::Result<Vec<(Instant, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let made = path.file_name().and_then(|name| name.to_str()).and_then(|name| {
            let stamp = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
            let at = jiff::civil::DateTime::strptime("%Y%m%dT%H%M%SZ", stamp).ok()?;
            Some(at.to_zoned(TimeZone::UTC).ok()?.timestamp().into())
        });
        found.extend(made.map(|made| (made, path)));
    }
    found.sort();
    Ok(found)
}

/// Creation time of the newest backup in the folder; `None` without one, or if the folder cannot be read. One from the
/// future, of a clock that was ahead, says nothing about today.
#[must_use]
pub fn newest(dir: &Path, now: Instant) -> Option<Instant> {
    list(dir).ok()?.iter().rev().map(|(made, _)| *made).find(|made| *made <= now.plus(MINUTE))
}

/// Writes a backup that appears under its name only once it is complete and durable.
///
/// # Errors
/// A message for the log, naming the folder.
fn create(app: &App, plan: &BackupPlan, guard: &DiskGateGuard) -> Result<Instant, String> {
    let dir = plan.dir.display();
    let said = |e: io::Error| format!("{dir}: {e}");
    if plan.dir.exists() && !plan.dir.is_dir() {
        return Err(format!("{dir}: not a folder"));
    }
    fs::create_dir_all(&plan.dir).map_err(said)?;
    let free = statvfs(&plan.dir).map(|disk| disk.blocks_available().saturating_mul(disk.fragment_size()));
    let needed = app.store.size().unwrap_or_default().saturating_add(SPARE_BYTES);
    if free.is_ok_and(|free| free < needed) {
        return Err(format!("{dir}: not enough free space: a backup may need {} MiB", needed >> 20));
    }
    let partial = plan.dir.join(format!(".{PREFIX}unfinished.tmp"));
    let written = fill(app, &partial, guard);
    let made = written.and_then(|made_at| {
        fs::rename(&partial, plan.dir.join(name(made_at)))?;
        File::open(&plan.dir)?.sync_all()?;
        Ok(made_at)
    });
    if made.is_err() {
        // Best effort: the next backup overwrites a leftover.
        let _ = fs::remove_file(&partial);
    }
    made.map_err(said)
}

fn fill(app: &App, path: &Path, guard: &DiskGateGuard) -> io::Result<Instant> {
    let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    let mut out = BufWriter::new(file);
    let manifest = copying::copy(app, hang_timeout(FOLDER_TIMEOUT), guard, &mut out)?;
    out.flush()?;
    out.get_ref().sync_all()?;
    Ok(manifest.made_at)
}

/// Deletes our oldest backups beyond `keep`, and no other files, nor those from the future: by a clock that was ahead,
/// or because it is behind now. Returns the number of deleted backups.
fn prune(plan: &BackupPlan, now: Instant) -> io::Result<usize> {
    let mut found = list(&plan.dir)?;
    found.retain(|(made, _)| *made <= now.plus(MINUTE));
    let surplus = found.len().saturating_sub(plan.keep.max(1));
    for (_, path) in found.iter().take(surplus) {
        fs::remove_file(path)?;
    }
    Ok(surplus)
}

/// Result of one check of the folder.
enum Round {
    /// The newest backup is recent enough.
    UpToDate(Instant),
    /// A backup was created; with the result of [`prune`].
    Created(Instant, io::Result<usize>),
    Failed(String),
}

/// All access to the folder, in one blocking call: any of it may hang.
fn round(app: &App, plan: &BackupPlan, due: Instant, guard: &DiskGateGuard) -> Round {
    let now = app.now();
    if let Some(made) = newest(&plan.dir, now).filter(|made| *made >= due) {
        return Round::UpToDate(made);
    }
    guard.beat();
    match create(app, plan, guard) {
        Ok(made) => Round::Created(made, prune(plan, now.max(made))),
        Err(reason) => Round::Failed(reason),
    }
}

/// Asks for a backup now, beside the daily ones. It is made in the background; the doctor reports it.
///
/// # Errors
/// 409 `no_backup_folder`.
pub fn ask(app: &App, by: &Custodian) -> Result<()> {
    if app.config.host.backups.is_none() {
        let detail = "The server has no folder for backups: start it with --backup-dir, or run 'invigil backup FILE'.";
        return Err(Error::conflict(ErrorCode::NoBackupFolder, detail));
    }
    if let Some(by) = by.id() {
        app.jobs.background.ask_backup(by);
    }
    app.wakeups.backups.notify();
    Ok(())
}

/// Creates a backup that people asked for, noted for each of them.
async fn run_asked(app: &App, plan: &BackupPlan, due: Instant) -> Duration {
    let mut jobs = Vec::new();
    for by in app.jobs.background.take_backups() {
        let new = NewJob { kind: JobKind::Backup, test: None, subject: String::new() };
        jobs.push(background_jobs::begin_noted(app, Some(by), new, (Arc::default(), CancellationToken::new())).await);
    }
    let made = run_if_due(app, plan, due).await;
    let (pause, state) = match made {
        Ok(()) => (INTERVAL, JobState::Done),
        Err(reason) => (RETRY_AFTER, JobState::Failed(cut(&reason))),
    };
    for job in jobs {
        background_jobs::end(app, job, state.clone()).await;
    }
    pause
}

/// Creates a backup if the newest is older than `due`. Returns why it failed.
async fn run_if_due(app: &App, plan: &BackupPlan, due: Instant) -> Result<(), String> {
    let (handle, task) = (app.clone(), plan.clone());
    let called = app
        .limits
        .backup_folder
        .call(hang_timeout(FOLDER_TIMEOUT), move |guard| round(&handle, &task, due, guard))
        .await;
    let failed = match called {
        // Completed after its call had timed out: record it now.
        Ok(Some(Round::UpToDate(made))) if ends_failure(app, made) => note(app, made).await,
        Ok(Some(Round::UpToDate(_))) => None,
        Ok(Some(Round::Created(made, pruned))) => {
            match pruned {
                Ok(deleted) => tracing::info!(dir = %plan.dir.display(), deleted, "created a backup"),
                Err(error) => tracing::warn!(dir = %plan.dir.display(), %error, "cannot delete old backups"),
            }
            note(app, made).await
        }
        Ok(Some(Round::Failed(reason))) => Some(reason),
        Ok(None) => Some("the backup task panicked; see the log".to_owned()),
        Err(Hung(idle)) => Some(format!("{} has not responded for {} s", plan.dir.display(), idle.as_secs())),
    };
    let Some(reason) = failed else { return Ok(()) };
    tracing::warn!(%reason, "the daily backup failed; retrying in an hour");
    if let Err(error) = note_failed(app, reason.clone()).await {
        tracing::warn!(%error, "cannot record the failed backup");
    }
    Err(reason)
}

/// Returns true if a failure from before this backup is still recorded.
fn ends_failure(app: &App, made: Instant) -> bool {
    let stored = app.store.read().ok().and_then(|read| upkeep(&read).ok());
    stored.is_some_and(|stored| stored.backup_failed.is_some() && stored.last_backup_at < Some(made))
}

async fn note(app: &App, made: Instant) -> Option<String> {
    let recorded = match Actor::Operator.require() {
        Ok(operator) => note_made(app, &operator, made).await,
        Err(error) => Err(error),
    };
    recorded.err().map(|error| error.detail)
}

/// Checks every minute, until `stop`.
pub async fn work(app: App, plan: BackupPlan, stop: CancellationToken) {
    let zone = TimeZone::system();
    let mut is_asked = false;
    loop {
        let now = app.now();
        let due = if is_asked { now } else { plan.latest(&zone, now) };
        let pause = tokio::select! {
            () = stop.cancelled() => return,
            pause = async {
                // Whether one is due, and which are the oldest, follows from the time.
                if is_asked || app.clock_watch.judge.is_steady() { run_asked(&app, &plan, due).await } else { INTERVAL }
            } => pause,
        };
        is_asked = tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(pause) => false,
            () = app.wakeups.backups.notified() => true,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::DAY;
    use jiff::civil::Time;

    fn plan(dir: &Path) -> BackupPlan {
        BackupPlan { dir: dir.to_owned(), at: Time::constant(3, 15, 0, 0), keep: 2 }
    }

    #[test]
    fn a_backup_is_due_from_its_time_of_day_on_in_the_zone() {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let at = |text| Instant::parse(text).unwrap();
        let latest = |now| plan(Path::new("x")).latest(&zone, at(now));
        assert_eq!(latest("2026-11-20T02:14:59Z"), at("2026-11-19T02:15:00Z"));
        assert_eq!(latest("2026-11-20T02:15:00Z"), at("2026-11-20T02:15:00Z"));
        assert_eq!(latest("2026-07-20T23:00:00Z"), at("2026-07-20T01:15:00Z"), "summer time");
    }

    #[test]
    fn only_our_oldest_backups_are_deleted() {
        let dir = tempfile::tempdir().unwrap();
        let at = |day: i32| Instant::from_millis(1_772_438_400_000).plus(day * DAY);
        for day in 0..4 {
            fs::write(dir.path().join(name(at(day))), "x").unwrap();
        }
        for foreign in ["invigil-mine.backup", "invigil.redb", "invigil-20260302T080000Z.backup.txt"] {
            fs::write(dir.path().join(foreign), "x").unwrap();
        }
        assert_eq!(newest(dir.path(), at(9)), Some(at(3)));
        fs::write(dir.path().join(name(at(400))), "x").unwrap();
        assert_eq!(newest(dir.path(), at(3)), Some(at(3)));
        assert_eq!(prune(&plan(dir.path()), at(3)).unwrap(), 2);
        let left: Vec<_> = list(dir.path()).unwrap().into_iter().map(|(made, _)| made).collect();
        assert_eq!(left, [at(2), at(3), at(400)], "one from the future says nothing about the others");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 6);
    }
}
