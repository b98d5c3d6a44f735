//! `invigil backup`: all data as one file, while the server runs or not.

use super::{
    failure::Failure,
    request::{Output, Request},
    secret_input::SecretInput,
    sink::Sink,
    text,
};
use crate::{
    app::App,
    domain::Instant,
    service::{actor::Admin, operate::backup},
    store::{Backup, Manifest},
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
The file is a consistent picture of one moment, read back and verified before it appears under its name, with mode 0600.
It holds everything but the key in secret.key: keep a copy of that apart from the backups, or let --with-key seal it into
the file under a passphrase. The local authority in tls/ is not in it either: copy that folder, or clients must be made to
trust a new one. 'invigil restore' puts a backup back. The passphrase comes from a prompt, from standard
input with --passphrase-stdin, or from the file that INVIGIL_BACKUP_PASSPHRASE_FILE names.

Examples:
  invigil backup /backup/invigil-monday.backup
  invigil backup --with-key /media/usb/invigil.backup
  invigil backup - | ssh vault 'cat > invigil.backup'")]
pub struct Args {
    /// The file; '-' writes to standard output
    file: PathBuf,
    /// Seal the key of the data into the backup, under a passphrase
    #[arg(long)]
    with_key: bool,
    /// Read the passphrase from standard input
    #[arg(long, requires = "with_key")]
    passphrase_stdin: bool,
    /// Replace the file if it is there
    #[arg(long)]
    force: bool,
}

#[derive(Serialize, Deserialize)]
pub enum Op {
    Write {
        passphrase: Option<String>,
    },
    /// The file is whole and on the disk.
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
        perform: impl Fn(Request<Op>, &mut Sink) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Self { file, with_key, passphrase_stdin, force } = self;
        let to_stdout = file == Path::new("-");
        if to_stdout && io::stdout().is_terminal() {
            return Err(Failure::refused("a backup is nothing for a terminal: name a file, or pass it on with '|'"));
        }
        let passphrase =
            if with_key { Some(passphrase(passphrase_stdin).required("Passphrase for the key")?) } else { None };
        passphrase.as_deref().map_or(Ok(()), backup::check_passphrase)?;
        let mut sink = if to_stdout { Sink::open(None, data)? } else { Sink::fresh(&file, force, data)? };
        perform(Request::new(Op::Write { passphrase }), &mut sink)?;
        let Some(passing) = sink.passing()? else { return sink.finish() };
        let manifest = verified(&passing)?;
        sink.finish()?;
        // The file stands, whatever becomes of the note about it.
        let noted = perform(Request::new(Op::Made { at: manifest.made_at }), &mut Sink::open(None, data)?);
        let records = text::count(usize::try_from(manifest.records).unwrap_or(usize::MAX), "record");
        writeln!(
            io::stdout(),
            "Backed up {records} as of {} to {}, and verified it.",
            manifest.made_at,
            file.display()
        )?;
        if manifest.sealed_key.is_none() {
            writeln!(io::stdout(), "The key is not in it: keep a copy of secret.key in another place.")?;
        }
        noted
    }
}

fn verified(path: &Path) -> Result<Manifest, Failure> {
    let wrong = |why: String| Failure::refused(format!("what was written cannot be read back: {why}"));
    let file = File::open(path).map_err(|e| wrong(e.to_string()))?;
    Backup::open(BufReader::new(file)).and_then(Backup::verify).map_err(|e| wrong(e.to_string()))
}

pub async fn execute(app: &App, admin: &Admin, op: Op, out: &mut Output<'_>) -> Result<(), Failure> {
    match op {
        Op::Write { passphrase } => {
            passphrase.as_deref().map_or(Ok(()), backup::check_passphrase)?;
            backup::write(app, passphrase.as_deref(), out)?;
        }
        Op::Made { at } => backup::note_made(app, admin, at).await?,
    }
    Ok(())
}
