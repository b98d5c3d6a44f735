//! `invigil twin token` and `invigil twin join`: how a machine becomes a member.

use super::{
    backup,
    failure::Failure,
    folder::{self, DropPrivileges, Folder},
    runner::remote::{
        self,
        link::{base_of, bearer, client_of, words_of},
    },
    sink::Sink,
    text,
    twin_member::{self, Done, LogFlags, head},
};
use crate::{
    app::{Machine, ThisMachine},
    secrets::{MasterKey, Vault, passphrase},
    service::{export::ExportOutput, operate::seeding},
    store::{Backup, BackupError, BackupManifest, BatchHead},
    twin::{DEFAULT_LEASE, Settings, setup},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use reqwest::{Client, Response, header::AUTHORIZATION};
use serde_json::json;
use std::{
    fs::{self, File},
    io::{self, BufReader, IsTerminal, Read, Write},
    path::{Path, PathBuf},
    sync::mpsc,
    time::Duration,
};
use tokio::runtime::Runtime;

/// A seed that is cut is asked for so many times in all.
const TRIES: u32 = 5;
const RETRY_PAUSE: Duration = Duration::from_secs(2);
/// The server may give nothing for this long.
const READ_TIMEOUT: Duration = Duration::from_mins(1);
/// Pieces of the seed that wait to be written.
const QUEUED: usize = 16;
const STAGE: &str = ".seed-";

#[derive(clap::Args)]
#[command(after_help = "\
With --from, the member that leads gives all its data over HTTPS to the holder of a token that 'invigil twin token' has made
there, and says how the log is reached. A transfer that is cut begins again by itself. Without it, --seed is a
backup that the leader has made since 'invigil twin init', with 'invigil backup --with-key'; its passphrase is read from a
prompt, from standard input with --passphrase-stdin, or from the file named by INVIGIL_BACKUP_PASSPHRASE_FILE. What has
happened since is read from the log when the server starts.

Examples:
  invigil twin join --from https://a.example.org --token-file t --name b
  invigil twin join --from https://a.example.org:8443 --token-file t --ca-file ca.pem
  invigil twin join --log postgres://invigil@db.example.org/invigil --seed invigil.backup")]
pub struct JoinArgs {
    /// Address of the member that leads
    #[arg(long, value_name = "URL", required_unless_present = "seed", requires = "token_file")]
    from: Option<String>,
    /// File with the token of 'invigil twin token'
    #[arg(long, value_name = "FILE", requires = "from")]
    token_file: Option<PathBuf>,
    /// Trust only the certificate authorities in this file, such as that of 'invigil tls ca'
    #[arg(long, value_name = "FILE", requires = "from")]
    ca_file: Option<PathBuf>,
    /// Backup to begin with; '-' for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "from", requires = "log")]
    seed: Option<PathBuf>,
    /// Database of the log, as in the examples, without a password
    #[arg(long, value_name = "URL", conflicts_with = "from")]
    log: Option<String>,
    /// Certificates (PEM) that the log's certificate must be issued by
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    log_ca: Option<PathBuf>,
    /// Name of this machine in the log [default: its host name]
    #[arg(long)]
    name: Option<String>,
    /// Read the passphrase from standard input
    #[arg(long, conflicts_with = "from")]
    passphrase_stdin: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl JoinArgs {
    pub fn run(self, data: &Path) -> Result<(), Failure> {
        let name = twin_member::name_or_host(self.name.clone())?;
        Settings::check_name(&name)?;
        // As the user who runs the command, who alone may be able to read it.
        let token = self.token_file.as_deref().map(remote::token).transpose()?;
        let json = self.json;
        let (Some(from), Some(token)) = (self.from, token) else {
            let flags = LogFlags { log: self.log.unwrap_or_default(), log_ca: self.log_ca, name: Some(name) };
            let settings = flags.settings(DEFAULT_LEASE)?;
            return from_file(data, settings, &self.seed.unwrap_or_default(), self.passphrase_stdin, json);
        };
        let base = base_of("--from", &from)?;
        let client = client_of(&base, self.ca_file.as_deref(), "twin")?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|e| Failure::refused(format!("cannot start: {e}")))?;
        Leader { client, base, token, name, runtime }.join(&Place::of(data)?, json)
    }
}

/// A data folder that a seed goes to.
struct Place {
    folder: Folder,
}

impl Place {
    /// Removes what an interrupted one has left. Data is never removed.
    fn of(data: &Path) -> Result<Self, Failure> {
        let folder = Folder::find(data, true, DropPrivileges::Temporarily)?;
        if folder.database().exists() {
            return Err(Failure::refused(format!(
                "{} has data already: join with an empty folder, or move invigil.redb aside, as 'invigil twin leave' does",
                data.display()
            )));
        }
        let cannot = |e: io::Error| Failure::refused(format!("{}: {e}", data.display()));
        for entry in fs::read_dir(folder.path()).map_err(cannot)? {
            let entry = entry.map_err(cannot)?;
            if entry.file_name().to_string_lossy().starts_with(STAGE) {
                fs::remove_dir_all(entry.path()).map_err(cannot)?;
            }
        }
        if folder.twin()?.is_some() {
            Settings::remove(folder.path())?;
        }
        Ok(Self { folder })
    }

    fn failed(&self, error: &io::Error) -> Failure {
        Failure::refused(format!("{}: {error}", self.folder.path().display()))
    }

    /// Writes the rows of a backup beside the data, and hands the file to `check` before it gets its name.
    fn fill<T: Read>(
        &self,
        backup: Backup<T>,
        check: impl FnOnce(&BatchHead) -> Result<(), Failure>,
    ) -> Result<(BackupManifest, BatchHead), Filling> {
        let stage = tempfile::Builder::new().prefix(STAGE).tempdir_in(self.folder.path());
        let stage = stage.map_err(|e| self.failed(&e))?;
        let fresh = stage.path().join("invigil.redb");
        let mut bar = Sink::open(None, self.folder.path())?;
        let manifest = backup.seed_to(&fresh, |done, all| bar.progress(done, all)).map_err(Filling::Backup)?;
        bar.finish()?;
        let head = head(&fresh)?;
        check(&head)?;
        let placed =
            fs::rename(&fresh, self.folder.database()).and_then(|()| File::open(self.folder.path())?.sync_all());
        placed.map_err(|e| self.failed(&e))?;
        Ok((manifest, head))
    }

    /// Writes key and settings before the data, so that no server takes an unfinished folder for a new one.
    fn prepare(&self, key: &MasterKey, settings: &Settings) -> Result<(), Failure> {
        self.install_key(key)?;
        if self.folder.twin()?.is_none() {
            settings.write_new(self.folder.path())?;
        }
        Ok(())
    }

    /// The members share one key: sessions, links and sealed secrets are valid on each of them.
    fn install_key(&self, key: &MasterKey) -> Result<(), Failure> {
        let path = folder::key_file(self.folder.path());
        if !path.exists() {
            return Ok(key.write_new(&path)?);
        }
        let same = MasterKey::read(&path)?.derive("same") == key.derive("same");
        if same { Ok(()) } else { Err(Failure::refused(format!("{} holds another key", path.display()))) }
    }
}

enum Filling {
    Backup(BackupError),
    Refused(Failure),
}

impl From<Failure> for Filling {
    fn from(failure: Failure) -> Self {
        Self::Refused(failure)
    }
}

fn from_file(data: &Path, mut settings: Settings, seed: &Path, from_stdin: bool, json: bool) -> Result<(), Failure> {
    let named = |why: &dyn std::fmt::Display| Failure::refused(format!("{}: {why}", seed.display()));
    let is_piped = seed == Path::new("-");
    if is_piped && from_stdin {
        return Err(Failure::refused("standard input cannot be the seed and the passphrase"));
    }
    let input: Box<dyn Read> =
        if is_piped { Box::new(io::stdin()) } else { Box::new(File::open(seed).map_err(|e| named(&e))?) };
    let place = Place::of(data)?;
    let backup = Backup::open(BufReader::with_capacity(1 << 20, input)).map_err(|e| named(&e))?;
    let key = key_of(backup.manifest().sealed_key.as_deref(), from_stdin, is_piped)?;
    let filled = place.fill(backup, |head| {
        settings.lease_ms = setup::check_seed(&settings, head).map_err(Failure::refused)?;
        place.install_key(&key)?;
        // First, so that no server opens the data as one that is alone.
        Ok(settings.write_new(place.folder.path())?)
    });
    let (manifest, head) = filled.map_err(|failed| match failed {
        Filling::Backup(error) => named(&error),
        Filling::Refused(failure) => failure,
    })?;
    joined(&settings.name, &manifest, &head, json)
}

fn joined(name: &str, manifest: &BackupManifest, head: &BatchHead, json: bool) -> Result<(), Failure> {
    let records = text::count(usize::try_from(manifest.records).unwrap_or(usize::MAX), "record");
    let words = format!("Joined as {name} with {records}, batch {}. Start the server.", head.batch);
    Done::at(name.to_owned(), head.batch).print(json, &words)
}

fn key_of(sealed: Option<&str>, from_stdin: bool, is_piped: bool) -> Result<MasterKey, Failure> {
    let sealed = sealed.ok_or_else(|| {
        Failure::refused("the seed does not contain the key: make it with 'invigil backup --with-key'")
    })?;
    let input = backup::passphrase(from_stdin);
    let given = match input.given()? {
        Some(given) => given,
        None if !is_piped && io::stdin().is_terminal() => input.once("Passphrase of the key in the seed: ")?,
        None => return Err(Failure::refused("a passphrase is required: see 'invigil twin join --help'")),
    };
    Ok(passphrase::open(sealed, &given)?)
}

/// The member that gives the seed.
struct Leader {
    client: Client,
    base: String,
    token: String,
    name: String,
    runtime: Runtime,
}

/// Why one transfer has failed.
enum Cut {
    /// Worth another one.
    Passing(String),
    Final(Failure),
}

impl From<Failure> for Cut {
    fn from(failure: Failure) -> Self {
        Self::Final(failure)
    }
}

impl Leader {
    fn join(&self, place: &Place, json: bool) -> Result<(), Failure> {
        let mut tries = 1;
        let (manifest, head) = loop {
            match self.transfer(place) {
                Ok(done) => break done,
                Err(Cut::Final(failure)) => return Err(failure),
                Err(Cut::Passing(why)) if tries < TRIES => {
                    writeln!(io::stderr(), "{why}; beginning again ({tries} of {} times)", TRIES - 1)?;
                    tries += 1;
                    std::thread::sleep(RETRY_PAUSE);
                }
                Err(Cut::Passing(why)) => return Err(Failure::refused(why)),
            }
        };
        // The token is spent; if this is not heard, it ends after its hour.
        let request = self.client.delete(format!("{}/twin/seed", self.base)).timeout(READ_TIMEOUT);
        let request = request.header(AUTHORIZATION, bearer(&self.token)?).header("x-twin-member", &self.name);
        // The time limit of the call begins within the runtime.
        let _ = self.runtime.block_on(async { request.send().await });
        joined(&self.name, &manifest, &head, json)
    }

    fn transfer(&self, place: &Place) -> Result<(BackupManifest, BatchHead), Cut> {
        let response = self.runtime.block_on(self.ask())?;
        let sealed = response.headers().get("x-twin-settings").and_then(|value| BASE64_STANDARD.decode(value).ok());
        let sealed = sealed.ok_or_else(|| Failure::refused(format!("{} answers what no leader does", self.base)))?;
        let backup = Backup::open(BufReader::with_capacity(1 << 20, self.reader(response)));
        let backup = backup.map_err(|error| self.cut(error))?;
        let manifest = backup.manifest();
        let key = passphrase::open(manifest.sealed_key.as_deref().unwrap_or_default(), &self.token);
        let key = key.map_err(Failure::from)?;
        let settings = self.settings(&key, &sealed)?;
        // What a person has to see to first is known before the rows are sent.
        let first = BatchHead { epoch: 0, batch: manifest.batch.unwrap_or_default(), hash: [0; 32] };
        setup::reserve(&settings, &first).map_err(Failure::refused)?;
        if let Err(failure) = place.prepare(&key, &settings) {
            let _ = setup::unreserve(&settings);
            return Err(failure.into());
        }
        let filled = place.fill(backup, |head| setup::check_seed(&settings, head).map(drop).map_err(Failure::refused));
        filled.map_err(|failed| match failed {
            Filling::Backup(error) => self.cut(error),
            Filling::Refused(failure) => {
                let _ = setup::unreserve(&settings);
                failure.into()
            }
        })
    }

    async fn ask(&self) -> Result<Response, Cut> {
        let request = self.client.get(format!("{}/twin/seed", self.base)).header("x-twin-member", &self.name);
        let sent = tokio::time::timeout(READ_TIMEOUT, request.header(AUTHORIZATION, bearer(&self.token)?).send()).await;
        let response = match sent {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => {
                return Err(Cut::Passing(format!("{} cannot be reached: {}", self.base, words_of(error))));
            }
            Err(_) => return Err(Cut::Passing(format!("{} does not answer", self.base))),
        };
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let body: serde_json::Value = response.json().await.unwrap_or_default();
        let detail = body["detail"].as_str().unwrap_or("it is no member of a twin that leads");
        let why = format!("{} refuses ({}): {detail}", self.base, status.as_u16());
        Err(if status.is_server_error() { Cut::Passing(why) } else { Failure::refused(why).into() })
    }

    /// The body, read by a task of its own.
    fn reader(&self, mut response: Response) -> Pieces {
        let (to_reader, pieces) = mpsc::sync_channel(QUEUED);
        self.runtime.spawn(async move {
            loop {
                let piece = match tokio::time::timeout(READ_TIMEOUT, response.chunk()).await {
                    Ok(Ok(Some(piece))) => Ok(piece),
                    Ok(Ok(None)) => break,
                    Ok(Err(error)) => Err(io::Error::other(words_of(error))),
                    Err(_) => Err(io::ErrorKind::TimedOut.into()),
                };
                let is_last = piece.is_err();
                if tokio::task::block_in_place(|| to_reader.send(piece)).is_err() || is_last {
                    break;
                }
            }
        });
        Pieces { from: pieces, rest: Bytes::new() }
    }

    /// How the log is reached, as the leader does, with this member's name.
    fn settings(&self, key: &MasterKey, sealed: &[u8]) -> Result<Settings, Failure> {
        let (table, row, version) = seeding::SEALED_FOR;
        let plain = Vault::new(key).open(table, row, version, sealed)?;
        let given: Settings = serde_json::from_slice(&plain)
            .map_err(|error| Failure::refused(format!("{} is of another version: {error}", self.base)))?;
        Ok(Settings::new(&self.name, &given.log, given.log_password.clone(), given.log_ca.clone(), given.lease())?)
    }

    fn cut(&self, error: BackupError) -> Cut {
        match error {
            BackupError::Io(_) | BackupError::Damaged(_) => Cut::Passing(format!("the seed was cut: {error}")),
            BackupError::Foreign => Failure::refused(format!("{} sends no seed", self.base)).into(),
            BackupError::Store(error) => Failure::refused(format!("the seed cannot be written: {error}")).into(),
        }
    }
}

/// A body as a reader that blocks.
struct Pieces {
    from: mpsc::Receiver<io::Result<Bytes>>,
    rest: Bytes,
}

impl Read for Pieces {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.from.recv() {
                Ok(piece) => self.rest = piece?,
                Err(mpsc::RecvError) => return Ok(0),
            }
        }
        let taken = self.rest.split_to(self.rest.len().min(out.len()));
        out[..taken.len()].copy_from_slice(&taken);
        Ok(taken.len())
    }
}

/// Makes a token on the machine whose server is to give the seed.
pub fn token(data: &Path, json: bool) -> Result<(), Failure> {
    let (folder, settings) = twin_member::settings(data)?;
    // A member joins by the log, too. Where no member leads, this one may be about to.
    let leader = setup::state(&settings).map_err(Failure::refused)?.leader;
    if let Some(leader) = leader.filter(|leader| *leader != settings.name) {
        return Err(folder::elsewhere(&settings.name, &leader));
    }
    let now = ThisMachine::from_environment().time_of_day();
    let (token, until) = seeding::issue(folder.path(), now)
        .map_err(|e| Failure::refused(format!("{}: {e}", folder.path().display())))?;
    if json {
        serde_json::to_writer(io::stdout(), &json!({ "token": token, "until": until.to_string() }))?;
        return Ok(writeln!(io::stdout())?);
    }
    // On standard error, so that the token alone goes into a file.
    let _ = writeln!(io::stderr(), "Valid until {until}, for one member, while this machine leads.");
    Ok(writeln!(io::stdout(), "{token}")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_has_the_settings_that_a_member_reads() {
        assert_eq!(seeding::SETTINGS_FILE, crate::twin::SETTINGS_FILE);
    }

    #[test]
    fn pieces_are_read_in_order_up_to_an_error() {
        let (send, from) = mpsc::sync_channel(4);
        for piece in [Ok(Bytes::from_static(b"abc")), Ok(Bytes::new()), Ok(Bytes::from_static(b"de"))] {
            send.send(piece).unwrap();
        }
        send.send(Err(io::ErrorKind::TimedOut.into())).unwrap();
        drop(send);
        let (mut read, mut pieces) = (Vec::new(), Pieces { from, rest: Bytes::new() });
        assert_eq!(pieces.read_to_end(&mut read).unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert_eq!(read, b"abcde");
    }
}
