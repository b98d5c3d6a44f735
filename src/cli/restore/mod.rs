//! `invigil restore`: a backup takes the place of the data.

mod key;
mod swap;

use super::{
    backup::passphrase,
    failure::Failure,
    folder::{Become, Folder},
    text,
};
use crate::{
    app::{App, Config},
    domain::Error,
    service::operate::backup,
    store::{Backup, BackupError, Hold, Manifest, StoreError},
};
use key::Key;
use std::{
    fs::File,
    io::{self, BufReader, IsTerminal, Write},
    path::{Path, PathBuf},
};
use tempfile::TempDir;

#[derive(clap::Args)]
#[command(after_help = "\
The backup is verified, brought to this version's layout and checked before anything is replaced; the data that was there
stays beside it as invigil.redb.before-restore-TIME. Stop the server first. The key must be in the data folder (or where
INVIGIL_SECRET_KEY_FILE says), or in the backup under a passphrase, which comes from a prompt, from standard input with
--passphrase-stdin, or from the file that INVIGIL_BACKUP_PASSPHRASE_FILE names.

Where the key is lost, --without-key begins with another one: everybody signs in again, the passwords of the mail server
and the AI service must be entered anew, and links that were mailed work, but can no longer be shown.

Examples:
  invigil restore /backup/invigil-20261120T031500Z.backup
  invigil restore --dry-run invigil.backup
  invigil restore --data /srv/new-invigil --without-key invigil.backup")]
pub struct Args {
    /// The backup
    file: PathBuf,
    /// Begin with another key, giving up what is sealed under the lost one
    #[arg(long, conflicts_with = "passphrase_stdin")]
    without_key: bool,
    /// Read the passphrase of the key in the backup from standard input
    #[arg(long)]
    passphrase_stdin: bool,
    /// Only verify the backup and say what it is
    #[arg(long)]
    dry_run: bool,
}

impl From<BackupError> for Failure {
    fn from(error: BackupError) -> Self {
        match error {
            BackupError::Store(error) => Error::from(error).into(),
            // The sink, or the socket, which has said why.
            BackupError::Io(error) => error.into(),
            other => Self::refused(other.to_string()),
        }
    }
}

impl Args {
    pub fn run(self, data: &Path) -> Result<(), Failure> {
        let named = |why: String| Failure::refused(format!("{}: {why}", self.file.display()));
        let backup = File::open(&self.file).map_err(|e| named(e.to_string()))?;
        let backup = Backup::open(BufReader::with_capacity(1 << 20, backup)).map_err(|e| named(e.to_string()))?;
        if self.dry_run {
            let manifest = backup.verify().map_err(|e| named(e.to_string()))?;
            return Ok(writeln!(io::stdout(), "The backup is whole: {}.", described(&manifest))?);
        }
        let sealed = backup.manifest().sealed_key.clone().filter(|_| !self.without_key);
        let unsealed = self.unsealed(sealed.as_deref(), data)?;
        let folder = Folder::find(data, true, Become::OwnerForNow)?;
        let hold = Hold::take(&folder.database()).map_err(|e| in_use(&folder, &e))?;
        let stage = stage(&folder)?;
        let fresh = stage.path().join("invigil.redb");
        let manifest = backup.restore_to(&fresh).map_err(|e| match e {
            BackupError::Store(error) => Failure::refused(format!("the data cannot be written: {error}")),
            other => named(other.to_string()),
        })?;
        let key = Key::choose(&folder, unsealed, self.without_key)?;
        prepare(&folder, &fresh, key.master(&folder)?, &manifest, self.without_key)?;
        let old_key = key.put(&folder)?;
        let old = swap::replace(&folder.database(), &fresh)?;
        drop((hold, stage));
        self.told(&manifest, old.as_deref(), old_key.as_deref())
    }

    /// The key in the backup. It is not asked for where the folder has a key that may fit.
    fn unsealed(&self, sealed: Option<&str>, data: &Path) -> Result<Option<crate::secrets::MasterKey>, Failure> {
        let input = passphrase(self.passphrase_stdin);
        let Some(sealed) = sealed else {
            if self.passphrase_stdin {
                return Err(Failure::refused("this backup holds no key: leave --passphrase-stdin out"));
            }
            return Ok(None);
        };
        let given = match input.given()? {
            None if !key::is_there(data) && io::stdin().is_terminal() => {
                Some(input.once("Passphrase of the key in the backup: ")?)
            }
            given => given,
        };
        given.map(|given| Ok(crate::secrets::passphrase::open(sealed, &given)?)).transpose()
    }

    fn told(&self, manifest: &Manifest, old: Option<&Path>, old_key: Option<&Path>) -> Result<(), Failure> {
        let mut out = io::stdout();
        writeln!(out, "Restored {}.", described(manifest))?;
        if let Some(old) = old {
            writeln!(out, "The data from before is in {}; remove it when all is well.", old.display())?;
        }
        if let Some(old_key) = old_key {
            writeln!(out, "Its key is in {}.", old_key.display())?;
        }
        if self.without_key {
            writeln!(
                out,
                "Everybody signs in again. Enter the passwords of the mail server and the AI service anew. Links that were \
                 mailed still work; sending an invitation again makes a new one."
            )?;
        }
        Ok(())
    }
}

fn described(manifest: &Manifest) -> String {
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
        other => Failure::refused(format!("cannot look at the data in {path}: {other}")),
    }
}

/// A folder of its own beside the data, removed in the end whatever happens; what an interrupted restore left goes too.
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

/// Opens the new data the way a server would, which brings it to today's layout, and proves it.
fn prepare(
    folder: &Folder,
    fresh: &Path,
    master: crate::secrets::MasterKey,
    manifest: &Manifest,
    without_key: bool,
) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| Failure::refused(format!("cannot start: {e}")))?;
    let app = folder.wire(fresh, master, Config::default())?;
    runtime.block_on(async {
        let result = settle(&app, manifest, without_key).await;
        app.store.close().await;
        result
    })
}

async fn settle(app: &App, manifest: &Manifest, without_key: bool) -> Result<(), Failure> {
    let sound = || -> Result<Vec<String>, Failure> { Ok(app.store.check().map_err(Error::from)?.problems) };
    if !sound()?.is_empty() {
        // What follows from the records can be made anew; what is wrong with a record cannot.
        app.store.rebuild().await.map_err(|e| Failure::refused(format!("the backup's data is damaged: {e}")))?;
        if let Some(first) = sound()?.first() {
            return Err(Failure::refused(format!("the backup's data is damaged: {first}")));
        }
    }
    if without_key {
        backup::forget_sealed(app).await?;
    }
    backup::settle(app, manifest.made_at).await.map_err(|error| match error.code {
        "wrong_key" => Failure::refused(
            "the key here is not the one that the backup was made with: put that one in its place, give the passphrase \
             of a backup that holds it, or begin with another key by --without-key",
        ),
        _ => error.into(),
    })
}
