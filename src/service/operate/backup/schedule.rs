//! Backups of a running server: one a day, the oldest go. A server that was off at the time makes up for it when it
//! starts. Nothing here ever stops the server or keeps a candidate waiting.

use super::{copying, note_failed, note_made, upkeep};
use crate::{
    app::App,
    domain::{
        Instant, Result,
        backup_plan::{self, BackupPlan},
        time::{HOUR, MINUTE},
    },
    service::actor::Actor,
    state::disk_gate::{Hung, Under, patience},
};
use jiff::tz::TimeZone;
use nix::sys::statvfs::statvfs;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio_util::sync::CancellationToken;

const BEFORE: &str = "invigil-";
const AFTER: &str = ".backup";
/// After a failure the next try is not tomorrow's.
const RETRY: i64 = HOUR;
/// A folder that takes or tells nothing for that long hangs; the thread that waits for it is left to itself.
pub const FOLDER_PATIENCE: Duration = Duration::from_mins(1);
/// Left free on the backups' disk, which may be the data's too.
const SPARE: u64 = 256 << 20;

fn name(at: Instant) -> String {
    format!("{BEFORE}{}{AFTER}", backup_plan::timestamp(at).strftime("%Y%m%dT%H%M%SZ"))
}

/// Ours, and when they were made; oldest first.
fn present(dir: &Path) -> io::Result<Vec<(Instant, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let made = path.file_name().and_then(|name| name.to_str()).and_then(|name| {
            let stamp = name.strip_prefix(BEFORE)?.strip_suffix(AFTER)?;
            let at = jiff::civil::DateTime::strptime("%Y%m%dT%H%M%SZ", stamp).ok()?;
            Some(Instant(at.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond()))
        });
        found.extend(made.map(|made| (made, path)));
    }
    found.sort();
    Ok(found)
}

/// When the newest backup in the folder was made; `None` without one, and where the folder cannot be read.
#[must_use]
pub fn newest(dir: &Path) -> Option<Instant> {
    present(dir).ok()?.last().map(|(made, _)| *made)
}

/// Writes a backup that appears under its name only when it is whole and durable.
///
/// # Errors
/// In words for the log, naming the folder.
fn make(app: &App, plan: &BackupPlan, under: &Under) -> Result<Instant, String> {
    let dir = plan.dir.display();
    let said = |e: io::Error| format!("{dir}: {e}");
    fs::create_dir_all(&plan.dir).map_err(said)?;
    let free = statvfs(&plan.dir).map(|disk| disk.blocks_available().saturating_mul(disk.fragment_size()));
    let needed = app.store.size().unwrap_or_default().saturating_add(SPARE);
    if free.is_ok_and(|free| free < needed) {
        return Err(format!("{dir}: a backup may need {} MiB, and that much is not free", needed >> 20));
    }
    let passing = plan.dir.join(format!(".{BEFORE}unfinished.tmp"));
    let written = fill(app, &passing, under);
    let made = written.and_then(|made_at| {
        fs::rename(&passing, plan.dir.join(name(made_at)))?;
        File::open(&plan.dir)?.sync_all()?;
        Ok(made_at)
    });
    if made.is_err() {
        // Best effort: what is left is overwritten by the next one.
        let _ = fs::remove_file(&passing);
    }
    made.map_err(said)
}

fn fill(app: &App, path: &Path, under: &Under) -> io::Result<Instant> {
    let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    let mut out = BufWriter::new(file);
    let manifest = copying::copy(app, patience(FOLDER_PATIENCE), under, &mut out)?;
    out.flush()?;
    out.get_ref().sync_all()?;
    Ok(manifest.made_at)
}

/// Removes the oldest beyond `keep`, and nothing that is not ours.
fn prune(plan: &BackupPlan) -> io::Result<usize> {
    let found = present(&plan.dir)?;
    let surplus = found.len().saturating_sub(plan.keep.max(1));
    for (_, path) in found.iter().take(surplus) {
        fs::remove_file(path)?;
    }
    Ok(surplus)
}

/// What a look at the folder came to.
enum Round {
    /// The newest backup is young enough.
    Kept(Instant),
    /// Made, and the oldest removed or not.
    Made(Instant, io::Result<usize>),
    Failed(String),
}

/// Everything that touches the folder, in one piece: it may hang anywhere.
fn round(app: &App, plan: &BackupPlan, due: Instant, under: &Under) -> Round {
    if let Some(made) = newest(&plan.dir).filter(|made| *made >= due) {
        return Round::Kept(made);
    }
    under.beat();
    match make(app, plan, under) {
        Ok(made) => Round::Made(made, prune(plan)),
        Err(words) => Round::Failed(words),
    }
}

/// Makes the backup that is due, if one is; answers when to look again, in milliseconds.
pub async fn look(app: &App, plan: &BackupPlan, zone: &TimeZone) -> i64 {
    let due = plan.latest(zone, app.now());
    let (handle, task) = (app.clone(), plan.clone());
    let called =
        app.backup_folder.call(patience(FOLDER_PATIENCE), move |under| round(&handle, &task, due, under)).await;
    let failed = match called {
        // One that came after it had been given up counts all the same.
        Ok(Some(Round::Kept(made))) if late(app, made) => note(app, made).await,
        Ok(Some(Round::Kept(_))) => None,
        Ok(Some(Round::Made(made, gone))) => {
            match gone {
                Ok(gone) => tracing::info!(dir = %plan.dir.display(), gone, "made a backup"),
                Err(error) => tracing::warn!(dir = %plan.dir.display(), %error, "old backups cannot be removed"),
            }
            note(app, made).await
        }
        Ok(Some(Round::Failed(words))) => Some(words),
        Ok(None) => Some("making it failed; the log says more".to_owned()),
        Err(Hung(silence)) => Some(format!("{} has not answered for {} s", plan.dir.display(), silence.as_secs())),
    };
    let Some(words) = failed else { return MINUTE };
    tracing::warn!(%words, "the daily backup was not made; the next try is in an hour");
    if let Err(error) = note_failed(app, words).await {
        tracing::warn!(%error, "that a backup failed could not be noted");
    }
    RETRY
}

/// Whether a failure is noted that this backup came after.
fn late(app: &App, made: Instant) -> bool {
    let noted = app.store.read().ok().and_then(|read| upkeep(&read).ok());
    noted.is_some_and(|noted| noted.backup_failed.is_some() && noted.last_backup_at < Some(made))
}

async fn note(app: &App, made: Instant) -> Option<String> {
    let noted = match Actor::Operator.require_admin() {
        Ok(operator) => note_made(app, &operator, made).await,
        Err(error) => Err(error),
    };
    noted.err().map(|error| error.detail)
}

/// Looks every minute, until `stop`.
pub async fn work(app: App, plan: BackupPlan, stop: CancellationToken) {
    let zone = TimeZone::system();
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            pause = look(&app, &plan, &zone) => tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(Duration::from_millis(pause.unsigned_abs())) => {}
            },
        }
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
    fn only_the_oldest_of_ours_go() {
        let dir = tempfile::tempdir().unwrap();
        let at = |day: i64| Instant(1_772_438_400_000 + day * DAY);
        for day in 0..4 {
            fs::write(dir.path().join(name(at(day))), "x").unwrap();
        }
        for foreign in ["invigil-mine.backup", "invigil.redb", "invigil-20260302T080000Z.backup.txt"] {
            fs::write(dir.path().join(foreign), "x").unwrap();
        }
        assert_eq!(newest(dir.path()), Some(at(3)));
        assert_eq!(prune(&plan(dir.path())).unwrap(), 2);
        let left: Vec<_> = present(dir.path()).unwrap().into_iter().map(|(made, _)| made).collect();
        assert_eq!(left, [at(2), at(3)]);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 5);
    }
}
