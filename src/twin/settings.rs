//! The file that makes a machine a member: beside the database, because it is read before that is opened, differs from
//! machine to machine, and must not be in a backup. It is as private as `secret.key`, since it may hold a password.

use super::connection;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    os::unix::fs::{MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
    time::Duration,
};
use tokio_postgres::Config;

pub const SETTINGS_FILE: &str = "twin.json";

/// The shortest lease. On a busy machine a leader with less loses it without a fault of any machine.
pub const MIN_LEASE: Duration = Duration::from_secs(3);
pub const DEFAULT_LEASE: Duration = Duration::from_secs(6);
const MAX_LEASE: Duration = Duration::from_mins(1);
const MAX_NAME: usize = 64;

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Name of this member, unique in the log.
    pub name: String,
    /// `postgres://` URL of the log; it may name several hosts, of which the writable one is used.
    pub log: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_password: Option<String>,
    /// Certificates (PEM) that the log's certificate must be issued by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_ca: Option<String>,
    /// Length of the lease, in ms.
    pub lease_ms: u64,
    /// This data folder on this machine since it was started: another one of the same name, such as a copy, differs.
    #[serde(skip)]
    pub instance: i32,
}

#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    #[error("{path}: {source}")]
    File { path: PathBuf, source: io::Error },
    #[error("{0}")]
    Invalid(String),
}

impl Settings {
    /// # Errors
    /// [`SettingsError::Invalid`].
    pub fn new(
        name: &str,
        log: &str,
        log_password: Option<String>,
        log_ca: Option<String>,
        lease: Duration,
    ) -> Result<Self, SettingsError> {
        Self::check_name(name)?;
        if !(MIN_LEASE..=MAX_LEASE).contains(&lease) {
            return Err(SettingsError::Invalid("a lease has 3 to 60 seconds".into()));
        }
        let lease_ms = u64::try_from(lease.as_millis()).unwrap_or(u64::MAX);
        let settings = Self { name: name.to_owned(), log: log.to_owned(), log_password, log_ca, lease_ms, instance: 0 };
        settings.connection().map_err(SettingsError::Invalid)?;
        Ok(settings)
    }

    /// # Errors
    /// [`SettingsError::Invalid`].
    pub fn check_name(name: &str) -> Result<(), SettingsError> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || name.len() > MAX_NAME || !name.chars().all(is_plain) {
            let why = "a member's name has 1 to 64 letters, digits, dots, hyphens and underscores";
            return Err(SettingsError::Invalid(why.into()));
        }
        Ok(())
    }

    /// How the log is reached; else why it cannot be, in words.
    pub(super) fn connection(&self) -> Result<Config, String> {
        connection::config(&self.log, self.log_password.as_deref(), self.log_ca.is_some())
    }

    /// The instance as it is after the version in a member's row.
    pub(super) fn instance_text(&self) -> String {
        instance_text(self.instance)
    }

    pub const fn lease(&self) -> Duration {
        Duration::from_millis(self.lease_ms)
    }

    /// The settings in a data folder; `None` if its machine is no member.
    ///
    /// # Errors
    /// [`SettingsError::File`].
    pub fn read(folder: &Path) -> Result<Option<Self>, SettingsError> {
        let path = folder.join(SETTINGS_FILE);
        let wrong = |source| SettingsError::File { path: path.clone(), source };
        match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(wrong(error)),
            Ok(bytes) => {
                let settings: Self = serde_json::from_slice(&bytes).map_err(|error| wrong(error.into()))?;
                Ok(Some(Self { instance: instance(folder), ..settings }))
            }
        }
    }

    /// Writes the file, which must not exist.
    ///
    /// # Errors
    /// [`SettingsError::File`].
    pub fn write_new(&self, folder: &Path) -> Result<(), SettingsError> {
        let path = folder.join(SETTINGS_FILE);
        if path.exists() {
            return Err(SettingsError::File { path, source: io::ErrorKind::AlreadyExists.into() });
        }
        self.write(folder)
    }

    /// Writes the file, which replaces one that may be there: whole, or not at all.
    ///
    /// # Errors
    /// [`SettingsError::File`].
    pub fn write(&self, folder: &Path) -> Result<(), SettingsError> {
        let path = folder.join(SETTINGS_FILE);
        let fresh = path.with_extension("json.new");
        let write = || -> io::Result<()> {
            match fs::remove_file(&fresh) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&fresh)?;
            file.write_all(&serde_json::to_vec_pretty(self)?)?;
            file.sync_all()?;
            fs::rename(&fresh, &path)?;
            fs::File::open(folder)?.sync_all()
        };
        write().map_err(|source| SettingsError::File { path: path.clone(), source })
    }

    /// # Errors
    /// [`SettingsError::File`].
    pub fn remove(folder: &Path) -> Result<(), SettingsError> {
        let path = folder.join(SETTINGS_FILE);
        fs::remove_file(&path).map_err(|source| SettingsError::File { path, source })
    }
}

/// Stays when the server is killed and started again, so that it takes its own lease back at once. Nothing of it is stored:
/// what is in the folder would be copied with it.
fn instance(folder: &Path) -> i32 {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let place = fs::metadata(folder).map(|found| (found.dev(), found.ino())).unwrap_or_default();
    instance_of(boot.trim(), place)
}

pub(super) fn instance_text(instance: i32) -> String {
    format!("{instance:08x}")
}

fn instance_of(boot: &str, (device, number): (u64, u64)) -> i32 {
    let [a, b, c, d, ..]: [u8; 32] = Sha256::digest(format!("{boot} {device} {number}")).into();
    i32::from_be_bytes([a, b, c, d])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_a_members_folder_is_another_instance() {
        let (own, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let settings = Settings::new("a", "postgres://invigil@db/invigil", None, None, DEFAULT_LEASE).unwrap();
        settings.write_new(own.path()).unwrap();
        assert!(settings.write_new(own.path()).is_err(), "it is there");
        settings.write(own.path()).unwrap();
        fs::copy(own.path().join(SETTINGS_FILE), copy.path().join(SETTINGS_FILE)).unwrap();
        let read = |folder: &Path| Settings::read(folder).unwrap().unwrap();
        assert_eq!(read(own.path()), read(own.path()), "a restart");
        assert_ne!(read(own.path()).instance, read(copy.path()).instance);
        assert_eq!(Settings { instance: 0, ..read(copy.path()) }, settings);
    }

    #[test]
    fn a_cloned_machine_is_another_instance() {
        let place = (2049, 131_074);
        assert_eq!(instance_of("6f1c", place), instance_of("6f1c", place));
        assert_ne!(instance_of("6f1c", place), instance_of("93ad", place));
    }
}
