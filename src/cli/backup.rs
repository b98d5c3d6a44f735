//! `invigil backup`: all data in one file, with or without a running server.

use super::{
    failure::Failure,
    request::{CliRequest, CommandOutput},
    secret_input::SecretInput,
    sink::{Sink, measured},
    text,
};
use crate::{
    app::App,
    domain::Instant,
    service::{actor::Custodian, operate::backup},
    store::{Backup, BackupManifest},
};
use serde::{Deserialize, Serialize};
use std::{
    fs::File,
    io::{self, BufReader, IsTerminal, Write},
    path::{Path, PathBuf},
};

const PASSPHRASE_FILE: &str = "INVIGIL_BACKUP_PASSPHRASE_FILE";

#[derive(clap::Args)]
#[command(after_help = "\
The backup is a consistent snapshot, read back and verified before it appears under its name, with mode 0600. It
contains everything except the key in secret.key: keep a copy of that key apart from the backups, or use --with-key to
seal it into the file under a passphrase. The local certificate authority in tls/ is not included either: copy that
folder, or clients will have to trust a new authority. Restore a backup with 'invigil restore'. The passphrase is read
from a prompt, from standard input with --passphrase-stdin, or from the file named by INVIGIL_BACKUP_PASSPHRASE_FILE.

Examples:
  invigil backup /backup/invigil-monday.backup
  invigil backup --with-key /media/usb/invigil.backup
  invigil backup - | ssh vault 'cat > invigil.backup'")]
pub struct Args {
    /// Backup file to write; '-' for standard output
    file: PathBuf,
    /// Include the key of the data, sealed under a passphrase
    #[arg(long)]
    with_key: bool,
    /// Read the passphrase from standard input
    #[arg(long, requires = "with_key")]
    passphrase_stdin: bool,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

#[derive(Serialize, Deserialize)]
pub enum BackupOp {
    Write {
        passphrase: Option<String>,
    },
    /// Records that the backup file is complete and durable.
    Made {
        at: Instant,
    },
}

pub fn passphrase(from_stdin: bool) -> SecretInput {
    SecretInput { from_stdin, file_variable: PASSPHRASE_FILE, what: "passphrase" }
}

impl Args {
    /// `perform` executes an operation on the data folder, whose result goes to the sink.
    pub fn run(
        self,
        data: &Path,
        perform: impl Fn(CliRequest<BackupOp>, &mut Sink) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Self { file, with_key, passphrase_stdin, force } = self;
        let to_stdout = file == Path::new("-");
        if to_stdout && io::stdout().is_terminal() {
            return Err(Failure::refused("a backup cannot be written to a terminal: name a file, or pipe the output"));
        }
        let passphrase =
            if with_key { Some(passphrase(passphrase_stdin).required("Passphrase for the key")?) } else { None };
        passphrase.as_deref().map_or(Ok(()), backup::check_passphrase)?;
        let mut sink = if to_stdout { Sink::open(None, data)? } else { Sink::create(&file, force, data)? };
        sink.count_bytes();
        perform(CliRequest::new(BackupOp::Write { passphrase }), &mut sink)?;
        let Some(temporary) = sink.sync_temporary()? else { return sink.finish() };
        let manifest = verify(&temporary)?;
        sink.finish()?;
        // The backup is valid even if recording it fails, so that error is returned last.
        let recorded = perform(CliRequest::new(BackupOp::Made { at: manifest.made_at }), &mut Sink::open(None, data)?);
        let records = text::count(usize::try_from(manifest.records).unwrap_or(usize::MAX), "record");
        writeln!(
            io::stdout(),
            "Backed up {records} as of {} to {}, and verified it.",
            manifest.made_at,
            file.display()
        )?;
        if manifest.sealed_key.is_none() {
            writeln!(io::stdout(), "The backup does not include the key: keep a copy of secret.key in another place.")?;
        }
        recorded
    }
}

fn verify(path: &Path) -> Result<BackupManifest, Failure> {
    let wrong = |why: String| Failure::refused(format!("the written backup cannot be read back: {why}"));
    let (file, show) = File::open(path).and_then(measured).map_err(|e| wrong(e.to_string()))?;
    show();
    Backup::open(BufReader::new(file)).and_then(Backup::verify).map_err(|e| wrong(e.to_string()))
}

pub async fn execute(app: &App, by: &Custodian, op: BackupOp, out: &mut CommandOutput<'_>) -> Result<(), Failure> {
    match op {
        BackupOp::Write { passphrase } => {
            passphrase.as_deref().map_or(Ok(()), backup::check_passphrase)?;
            backup::write(app, passphrase.as_deref(), out)?;
        }
        // A member that follows changes nothing.
        BackupOp::Made { .. } if app.store.log_standing().is_some_and(|log| !log.leads()) => {}
        BackupOp::Made { at } => backup::note_made(app, by, at).await?,
    }
    Ok(())
}
