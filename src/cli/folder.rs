//! The data folder: finding or creating it, its key, and opening the database.

use super::{failure::Failure, owner};
use crate::{
    ai::HttpProvider,
    app::{App, AppParts, Config, ThisMachine},
    domain::ErrorCode,
    mail::SmtpMailer,
    secrets::{MasterKey, Passwords, SecretError},
    service::{operate::clock, settings},
    store::{Backing, FileLock, Follower, LogStanding, Replica, Store, StoreError, StoreOptions, records},
    twin,
};
use std::{
    fs::{self, DirBuilder, File, OpenOptions, Permissions},
    io,
    os::{
        fd::AsRawFd,
        unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    },
    path::{Path, PathBuf},
    sync::Arc,
};

/// Data folder used without `--data` and `INVIGIL_DATA`.
pub const DEFAULT: &str = "./invigil-data";
const KEY_FILE: &str = "secret.key";
/// Name of the data of a machine that has left a twin, without its last batch.
pub const LEFT: &str = "invigil.redb.left-";
const KEY_VARIABLE: &str = "INVIGIL_SECRET_KEY_FILE";

pub struct Folder {
    path: PathBuf,
    /// Open handle of the folder: a socket address is limited to 108 bytes, a folder's path is not.
    handle: File,
    /// Dropped last, so that everything in the folder is closed as its owner.
    _owner: Option<owner::ActingAs>,
}

/// How root drops its privileges on another user's folder.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum DropPrivileges {
    Temporarily,
    Permanently,
}

/// Result of opening the folder.
pub enum OpenedFolder {
    Here(App),
    /// Another process holds the database's file lock.
    Locked,
}

/// Path of the key of the data in `folder`.
pub fn key_file(folder: &Path) -> PathBuf {
    match std::env::var_os(KEY_VARIABLE).filter(|v| !v.is_empty()) {
        Some(path) => path.into(),
        None => folder.join(KEY_FILE),
    }
}

fn store_of(backing: Backing, log: Option<Replica>) -> Result<Store, StoreError> {
    let options = StoreOptions { log, ..StoreOptions::new(backing) };
    Store::open(options, records::KINDS, records::MIGRATIONS)
}

fn parts(store: Store, master: MasterKey, config: Config) -> AppParts {
    AppParts {
        clock: Arc::new(clock::of(ThisMachine::from_environment(), &store)),
        store,
        master,
        passwords: Passwords::new(),
        mailer: Arc::new(SmtpMailer::new()),
        ai: Arc::new(HttpProvider::new()),
        config,
    }
}

/// Cache while the schema of a file is read.
const PROBE_CACHE: usize = 1 << 20;

/// Wires the application around the data of a member that follows: it can be read, and refuses every change.
pub fn reading(folder: &Path, file: Backing, standing: LogStanding, config: Config) -> Result<App, Failure> {
    let master = MasterKey::read(&key_file(folder))?;
    let store = store_of(file, Some(Replica::read_only(standing)))
        .map_err(|error| Failure::refused(format!("cannot read the data in {}: {error}", folder.display())))?;
    Ok(App::new(parts(store, master, config)))
}

/// Why data of an earlier version are not read. They are migrated by the member that leads: a migration is no part of the log.
pub fn unmigrated(member: &str) -> Failure {
    Failure::refused(format!(
        "the data of the member {member} of the twin are of an earlier version: this program migrates them when this machine leads, \
         and each other member needs a seed then"
    ))
}

/// Why a command does not run here, and where it does.
pub fn elsewhere(member: &str, leader: &str) -> Failure {
    let place = match leader {
        "" => "the machine that leads (see 'invigil twin status')".to_owned(),
        leader => format!("{leader}, which leads"),
    };
    Failure::refused(format!("the member {member} of the twin does not lead: run the command on {place}"))
}

impl Folder {
    /// Returns the folder at `path`; with `create`, one without data is accepted, or created.
    pub fn find(path: &Path, create: bool, root: DropPrivileges) -> Result<Self, Failure> {
        let cannot = |e: io::Error| Failure::refused(format!("cannot use the data folder {}: {e}", path.display()));
        let no_data = || {
            Failure::refused(format!(
                "no data in {}; name the folder with --data, or create one with 'invigil admin create'",
                path.display()
            ))
        };
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => {}
            Ok(_) => return Err(Failure::refused(format!("{} is not a folder", path.display()))),
            Err(e) if e.kind() == io::ErrorKind::NotFound && create => {
                DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(cannot)?;
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Err(no_data()),
            Err(e) => return Err(cannot(e)),
        }
        let handle = OpenOptions::new()
            .read(true)
            .custom_flags(nix::fcntl::OFlag::O_DIRECTORY.bits())
            .open(path)
            .map_err(cannot)?;
        let meta = handle.metadata().map_err(cannot)?;
        let owner = match root {
            DropPrivileges::Temporarily => owner::temporarily(&meta)?,
            DropPrivileges::Permanently => owner::permanently(&meta).map(|()| None)?,
        };
        let folder = Self { path: path.to_owned(), handle, _owner: owner };
        if !folder.has_data().map_err(cannot)? {
            if !create {
                return Err(no_data());
            }
            folder.make_private().map_err(cannot)?;
        }
        Ok(folder)
    }

    /// Whether there is no database at `path`, so that a command may begin one.
    pub fn would_be_new(path: &Path) -> bool {
        fs::metadata(path.join("invigil.redb")).is_err_and(|e| e.kind() == io::ErrorKind::NotFound)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn database(&self) -> PathBuf {
        self.path.join("invigil.redb")
    }

    fn has_data(&self) -> io::Result<bool> {
        // An interrupted start may have left an empty file.
        match fs::metadata(self.database()) {
            Ok(meta) if meta.len() > 0 => Ok(true),
            // The disk reserve is created once a database has been opened, so an empty file beside it is a lost
            // database. It counts as data, so that no new database replaces it; [`Folder::open`] reports it.
            Ok(_) if self.has_reserve() => Ok(true),
            Ok(_) => Ok(false),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(e) => Err(e),
        }
    }

    /// The data of a machine that has left a twin. At the one address, an empty site that began beside it would be ready.
    fn left(&self) -> Option<PathBuf> {
        let entries = fs::read_dir(&self.path).ok()?;
        let found = entries.flatten().find(|entry| entry.file_name().to_string_lossy().starts_with(LEFT));
        found.map(|entry| entry.path())
    }

    fn has_reserve(&self) -> bool {
        self.path.join("invigil.reserve").exists()
    }

    /// Removes access for others from a folder that is ours alone. A folder with other files keeps its mode: our own
    /// files are private anyway.
    fn make_private(&self) -> io::Result<()> {
        let empty = fs::read_dir(&self.path)?.next().is_none();
        if empty && self.handle.metadata()?.permissions().mode() & 0o077 != 0 {
            self.handle.set_permissions(Permissions::from_mode(0o700))?;
        }
        Ok(())
    }

    /// Address of the server's socket, short whatever the length of the folder's path.
    pub fn socket(&self) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}/invigil.sock", self.handle.as_raw_fd()))
    }

    /// Opens the database and wires the application around it. The data of a member of a twin is opened by the server
    /// that leads alone, see [`Folder::open_leading`].
    pub fn open(&self, config: Config) -> Result<OpenedFolder, Failure> {
        match self.twin()? {
            None => self.open_with(config, None),
            Some(_) if self.is_in_use() => Ok(OpenedFolder::Locked),
            Some(member) => {
                let leader = twin::setup::state(&member).ok().and_then(|state| state.leader);
                Err(elsewhere(&member.name, &leader.unwrap_or_default()))
            }
        }
    }

    /// Opens the data of a member whose server does not run, to be read. `None` for a machine that is alone, and while a
    /// server has it open.
    pub fn open_reading(&self, config: &Config) -> Result<Option<App>, Failure> {
        let Some(standing) = self.readable()? else { return Ok(None) };
        reading(&self.path, Backing::File(self.database()), standing, config.clone()).map(Some)
    }

    /// The standing of a member whose file can be read here; `None` as of [`Folder::open_reading`].
    fn readable(&self) -> Result<Option<LogStanding>, Failure> {
        let Some(member) = self.twin()?.filter(|_| !self.is_in_use()) else { return Ok(None) };
        if !self.database().exists() {
            let name = member.name;
            return Err(Failure::refused(format!(
                "the member {name} of the twin has no data: see 'invigil twin join'"
            )));
        }
        let supported = records::MIGRATIONS.iter().map(|migration| migration.to).max().unwrap_or(1);
        let found = Follower::open(&self.database(), PROBE_CACHE).and_then(|file| file.schema());
        match found.map_err(|error| self.cannot_open(&error))? {
            Some(found) if found > supported => return Err(self.cannot_open(&StoreError::Newer { found, supported })),
            Some(found) if found == supported => {}
            _ => return Err(unmigrated(&member.name)),
        }
        Ok(Some(LogStanding { name: member.name, state: "stopped", ..LogStanding::default() }))
    }

    /// Refuses to follow without the key of the data: that would be noticed only when this machine has to lead. The
    /// application is not wired for it: what that needs would stay in the memory of a process that follows for weeks.
    pub async fn check_key_of_member(&self) -> Result<(), Failure> {
        if !self.database().exists() {
            return Ok(());
        }
        let master = self.master_key(false)?;
        // What is wrong with the data themselves is reported while they are followed with.
        let Ok(Some(standing)) = self.readable() else { return Ok(()) };
        let opened = store_of(Backing::File(self.database()), Some(Replica::read_only(standing)));
        let Ok(store) = opened else { return Ok(()) };
        let compared = settings::compare_key(&store, &master);
        store.close().await;
        match compared {
            Err(wrong) if wrong.code == ErrorCode::WrongKey => Err(wrong.into()),
            _ => Ok(()),
        }
    }

    /// Opens the data of a member that leads: its commits go to `log` first.
    pub fn open_leading(&self, config: Config, log: Replica) -> Result<OpenedFolder, Failure> {
        self.open_with(config, Some(log))
    }

    /// The settings of a member of a twin; `None` for a machine that is alone.
    pub fn twin(&self) -> Result<Option<twin::Settings>, Failure> {
        twin::Settings::read(&self.path).map_err(|error| Failure::refused(error.to_string()))
    }

    fn is_in_use(&self) -> bool {
        matches!(FileLock::take(&self.database()), Err(StoreError::Locked))
    }

    fn open_with(&self, config: Config, log: Option<Replica>) -> Result<OpenedFolder, Failure> {
        let is_new = !self.has_data()?;
        if let Some(left) = self.left().filter(|_| is_new) {
            return Err(Failure::refused(format!(
                "this machine has left a twin: join it again with 'invigil twin join', or move {} to another place to begin \
                 an empty site",
                left.display()
            )));
        }
        // The key comes first: a database never exists without its key, and none is migrated without it.
        let key = self.master_key(is_new);
        if fs::metadata(self.database()).is_ok_and(|meta| meta.len() == 0) && self.has_reserve() {
            return Err(Failure::refused(format!(
                "the database in {} is empty although it contained data; restore a backup",
                self.path.display()
            )));
        }
        // The server that has it open may have its key elsewhere.
        if key.is_err() && !is_new && self.is_in_use() {
            return Ok(OpenedFolder::Locked);
        }
        let master = key?;
        let store = match store_of(Backing::File(self.database()), log) {
            Ok(store) => store,
            Err(StoreError::Locked) => return Ok(OpenedFolder::Locked),
            Err(error) => return Err(self.cannot_open(&error)),
        };
        Ok(OpenedFolder::Here(App::new(parts(store, master, config))))
    }

    /// Removes the database and its reserve; the key stays.
    pub fn discard(&self) -> Result<(), Failure> {
        let files = [self.database(), self.path.join("invigil.reserve")];
        files.iter().filter(|file| file.exists()).try_for_each(fs::remove_file).map_err(|error| {
            Failure::refused(format!("cannot remove the old demo in {}: {error}", self.path.display()))
        })
    }

    /// Wires the application around a database that is not in place yet.
    pub fn wire(&self, database: &Path, master: MasterKey, config: Config) -> Result<App, Failure> {
        let store = store_of(Backing::File(database.to_owned()), None).map_err(|error| self.cannot_open(&error))?;
        Ok(App::new(parts(store, master, config)))
    }

    /// Wires the application around an empty in-memory store, for diagnoses that need no data.
    pub fn without_data(config: Config) -> Result<App, Failure> {
        let store = Store::open(StoreOptions::new(Backing::Memory), records::KINDS, records::MIGRATIONS);
        let store = store.map_err(|error| Failure::refused(error.to_string()))?;
        Ok(App::new(parts(store, MasterKey::generate(), config)))
    }

    /// Default path of the key, used unless a variable names another.
    pub fn own_key_file(&self) -> PathBuf {
        self.path.join(KEY_FILE)
    }

    fn cannot_open(&self, error: &StoreError) -> Failure {
        let path = self.path.display();
        match error {
            StoreError::Newer { .. } => {
                Failure::refused(format!("{path} was written by a newer version of Invigil: {error}"))
            }
            StoreError::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
                Failure::refused(format!("the database in {path} is damaged: {error}; restore a backup"))
            }
            StoreError::Damaged(what) => {
                Failure::refused(format!("the database in {path} is damaged: {what}; restore a backup"))
            }
            StoreError::Io(error) => Failure::refused(format!("cannot open the data in {path}: {error}")),
            error => Failure::refused(format!("cannot open the data in {path}: {error}")),
        }
    }

    fn master_key(&self, create: bool) -> Result<MasterKey, Failure> {
        let path = key_file(&self.path);
        if path != self.own_key_file() {
            return Ok(MasterKey::read(&path)?);
        }
        match MasterKey::read(&path) {
            Err(SecretError::File { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                if !create {
                    return Err(Failure::refused(format!(
                        "the key of the data in {} is missing: put {} back, or set {KEY_VARIABLE} to its path",
                        self.path.display(),
                        path.display()
                    )));
                }
                let fresh = MasterKey::generate();
                match fresh.write_new(&path) {
                    Ok(()) => Ok(fresh),
                    // Lost a race with another command that created it.
                    Err(SecretError::KeyExists(_)) => Ok(MasterKey::read(&path)?),
                    Err(error) => Err(error.into()),
                }
            }
            other => Ok(other?),
        }
    }
}
