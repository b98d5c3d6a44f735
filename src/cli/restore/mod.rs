//! `invigil restore`: replaces the data with a backup.

mod key;
mod swap;

use super::{
    backup::passphrase,
    failure::Failure,
    folder::{DropPrivileges, Folder},
    sink::measured,
    text,
};
use crate::{
    app::{App, Config},
    domain::{Error, ErrorCode},
    service::operate::backup,
    store::{Backup, BackupError, BackupManifest, FileLock, StoreError},
};
use key::RestoreKey;
use std::{
    fs::File,
    io::{self, BufReader, IsTerminal, Write},
    path::{Path, PathBuf},
};
use tempfile::TempDir;

#[derive(clap::Args)]
#[command(after_help = "\
The backup is verified, migrated to this version's layout and checked before anything is replaced; the previous data is
kept as invigil.redb.before-restore-TIME. Stop the server first. The key must be in the data folder (or at the path in
INVIGIL_SECRET_KEY_FILE), or in the backup under a passphrase, which is read from a prompt, from standard input with
--passphrase-stdin, or from the file named by INVIGIL_BACKUP_PASSPHRASE_FILE.

If the key is lost, --without-key starts with a new one: all users must sign in again, the passwords of the mail server
and the AI service must be entered again, and mailed links still work, but can no longer be shown.

Examples:
  invigil restore /backup/invigil-20261120T031500Z.backup
  invigil restore --dry-run invigil.backup
  invigil restore --data /srv/new-invigil --without-key invigil.backup")]
pub struct Args {
    /// Backup file
    file: PathBuf,
    /// Start with a new key; secrets sealed under the lost key are discarded
    #[arg(long, conflicts_with = "passphrase_stdin")]
    without_key: bool,
    /// Read the passphrase of the backup's key from standard input
    #[arg(long)]
    passphrase_stdin: bool,
    /// Verify and describe the backup, and change nothing
    #[arg(long)]
    dry_run: bool,
}

impl From<BackupError> for Failure {
    fn from(error: BackupError) -> Self {
        match error {
            BackupError::Store(error) => Error::from(error).into(),
            // From the output or the command socket.
            BackupError::Io(error) => error.into(),
            other => Self::refused(other.to_string()),
        }
    }
}

impl Args {
    pub fn run(self, data: &Path) -> Result<(), Failure> {
        let named = |why: String| Failure::refused(format!("{}: {why}", self.file.display()));
        let (file, show) = File::open(&self.file).and_then(measured).map_err(|e| named(e.to_string()))?;
        let backup = Backup::open(BufReader::with_capacity(1 << 20, file)).map_err(|e| named(e.to_string()))?;
        if self.dry_run {
            show();
            let manifest = backup.verify().map_err(|e| named(e.to_string()))?;
            return Ok(writeln!(io::stdout(), "The backup is intact: {}.", describe(&manifest))?);
        }
        let sealed = backup.manifest().sealed_key.clone().filter(|_| !self.without_key);
        let unsealed = self.unsealed(sealed.as_deref(), data)?;
        let folder = Folder::find(data, true, DropPrivileges::Temporarily)?;
        if folder.twin()?.is_some() {
            return Err(Failure::refused(
                "this machine is a member of a twin, and restored data is another history than its log's: stop all members, \
                 end this membership with 'invigil twin detach --i-am-alone', restore, and begin a new log",
            ));
        }
        let lock = FileLock::take(&folder.database()).map_err(|e| in_use(&folder, &e))?;
        let stage = stage(&folder)?;
        let fresh = stage.path().join("invigil.redb");
        show();
        let manifest = backup.restore_to(&fresh).map_err(|e| match e {
            BackupError::Store(error) => Failure::refused(format!("the data cannot be written: {error}")),
            other => named(other.to_string()),
        })?;
        let key = RestoreKey::choose(&folder, unsealed, self.without_key)?;
        prepare(&folder, &fresh, key.master(&folder)?, &manifest, self.without_key)?;
        let old_key = key.install(&folder)?;
        let old = swap::replace(&folder.database(), &fresh)?;
        drop((lock, stage));
        self.report(&manifest, old.as_deref(), old_key.as_deref())
    }

    /// Opens the key in the backup. Does not prompt if the folder has a key, which may be the right one.
    fn unsealed(&self, sealed: Option<&str>, data: &Path) -> Result<Option<crate::secrets::MasterKey>, Failure> {
        let input = passphrase(self.passphrase_stdin);
        let Some(sealed) = sealed else {
            if self.passphrase_stdin {
                return Err(Failure::refused("this backup contains no key: omit --passphrase-stdin"));
            }
            return Ok(None);
        };
        let given = match input.given()? {
            None if !key::exists(data) && io::stdin().is_terminal() => {
                Some(input.once("Passphrase of the key in the backup: ")?)
            }
            given => given,
        };
        given.map(|given| Ok(crate::secrets::passphrase::open(sealed, &given)?)).transpose()
    }

    fn report(&self, manifest: &BackupManifest, old: Option<&Path>, old_key: Option<&Path>) -> Result<(), Failure> {
        let mut out = io::stdout();
        writeln!(out, "Restored {}.", describe(manifest))?;
        if let Some(old) = old {
            writeln!(out, "The previous data is in {}; delete it once everything works.", old.display())?;
        }
        if let Some(old_key) = old_key {
            writeln!(out, "The previous key is in {}.", old_key.display())?;
        }
        if self.without_key {
            writeln!(
                out,
                "All users must sign in again, without a second factor until they set it up again. Enter again: the \
                 passwords and keys of the mail server, the AI service, the directory and the identity providers; the \
                 addresses of panels' calendars; addresses, headers and keys of webhooks. Mailed links still work; \
                 sending an invitation again creates a new one."
            )?;
        }
        Ok(())
    }
}

fn describe(manifest: &BackupManifest) -> String {
    let records = text::count(usize::try_from(manifest.records).unwrap_or(usize::MAX), "record");
    let key = if manifest.sealed_key.is_some() { "with its key under a passphrase" } else { "without its key" };
    format!(
        "{records} as of {}, by version {} in layout {}, {key}",
        manifest.made_at,
        text::one_line(&manifest.program),
        manifest.schema
    )
}

fn in_use(folder: &Folder, error: &StoreError) -> Failure {
    let path = folder.path().display();
    match error {
        StoreError::Locked => {
            Failure::refused(format!("the data in {path} is in use: stop the server first, then restore"))
        }
        other => Failure::refused(format!("cannot lock the data in {path}: {other}")),
    }
}

/// Creates a staging folder inside the data folder, removed on drop, and deletes leftovers of interrupted restores.
fn stage(folder: &Folder) -> Result<TempDir, Failure> {
    let refused = |e: io::Error| Failure::refused(format!("{}: {e}", folder.path().display()));
    for entry in std::fs::read_dir(folder.path()).map_err(refused)? {
        let entry = entry.map_err(refused)?;
        if entry.file_name().to_string_lossy().starts_with(".restore-") {
            std::fs::remove_dir_all(entry.path()).map_err(refused)?;
        }
    }
    tempfile::Builder::new().prefix(".restore-").tempdir_in(folder.path()).map_err(refused)
}

/// Opens the new data like a server would, which migrates it to the current layout, and checks it.
fn prepare(
    folder: &Folder,
    fresh: &Path,
    master: crate::secrets::MasterKey,
    manifest: &BackupManifest,
    without_key: bool,
) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| Failure::refused(format!("cannot start: {e}")))?;
    let app = folder.wire(fresh, master, Config::default())?;
    runtime.block_on(async {
        let result = check(&app, manifest, without_key).await;
        app.store.close().await;
        result
    })
}

async fn check(app: &App, manifest: &BackupManifest, without_key: bool) -> Result<(), Failure> {
    let problems = || -> Result<Vec<String>, Failure> { Ok(app.store.check().map_err(Error::from)?.problems) };
    if !problems()?.is_empty() {
        // Derived data (indexes, counters) can be rebuilt; a corrupt record cannot.
        app.store.rebuild().await.map_err(|e| Failure::refused(format!("the backup's data is damaged: {e}")))?;
        if let Some(first) = problems()?.first() {
            return Err(Failure::refused(format!("the backup's data is damaged: {first}")));
        }
    }
    if without_key {
        backup::forget_sealed(app).await?;
    }
    backup::settle(app, manifest.made_at).await.map_err(|error| match error.code {
        ErrorCode::WrongKey => Failure::refused(
            "the key here is not the one that the backup was made with: put that key in its place, give the passphrase \
             of a backup that contains it, or start with a new key (--without-key)",
        ),
        _ => error.into(),
    })
}
