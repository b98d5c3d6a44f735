//! Shared by the steps of `invigil twin`: the folder of a member, how the log is named, and their results.

use super::{
    failure::Failure,
    folder::{DropPrivileges, Folder},
    secret_input::SecretInput,
};
use crate::{
    store::{BatchHead, Follower, StoreError},
    twin::{SETTINGS_FILE, Settings, SettingsError, setup::LogReport},
};
use serde::Serialize;
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

/// Cache while the head of a file is read.
pub const CACHE_BYTES: usize = 8 << 20;

#[derive(clap::Args)]
pub struct LogFlags {
    /// Database of the log, as in the examples, without a password
    #[arg(long, value_name = "URL")]
    pub log: String,
    /// Certificates (PEM) that the log's certificate must be issued by; the connection is then encrypted
    #[arg(long, value_name = "FILE")]
    pub log_ca: Option<PathBuf>,
    /// Name of this machine in the log [default: its host name]
    #[arg(long)]
    pub name: Option<String>,
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        Self::refused(error.to_string())
    }
}

/// The result of a step, for programs.
#[derive(Serialize)]
pub struct Done {
    pub member: String,
    /// Nothing was changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<LogReport>,
}

impl Done {
    pub const fn of(member: String) -> Self {
        Self { member, dry_run: false, batch: None, took_ms: None, log: None }
    }

    /// Creates the record of a member whose data end with this batch.
    pub fn at(member: String, batch: u64) -> Self {
        Self { batch: Some(batch), ..Self::of(member) }
    }

    pub fn print(&self, json: bool, words: &str) -> Result<(), Failure> {
        let mut out = io::stdout();
        if json {
            serde_json::to_writer(&mut out, self)?;
            return Ok(writeln!(out)?);
        }
        Ok(writeln!(out, "{words}")?)
    }
}

impl LogFlags {
    pub fn settings(self, lease: Duration) -> Result<Settings, Failure> {
        let named = |path: &Path, e: io::Error| Failure::refused(format!("{}: {e}", path.display()));
        let ca = self.log_ca.map(|path| fs::read_to_string(&path).map_err(|e| named(&path, e))).transpose()?;
        let password =
            SecretInput { from_stdin: false, file_variable: "INVIGIL_LOG_PASSWORD_FILE", what: "password" }.given()?;
        let name = name_or_host(self.name)?;
        Ok(Settings::new(&name, &self.log, password, ca, lease)?)
    }
}

/// Returns the given name, or this machine's name.
pub fn name_or_host(given: Option<String>) -> Result<String, Failure> {
    let host = || {
        fs::read_to_string("/proc/sys/kernel/hostname")
            .map(|name| name.trim().to_owned())
            .map_err(|e| Failure::refused(format!("this machine's name cannot be read, give --name: {e}")))
    };
    given.map_or_else(host, Ok)
}

/// Prints a refusal as JSON, for programs that read nothing else.
pub fn as_json(failure: Failure) -> Failure {
    if let Failure::Refused(why) = &failure {
        let body = serde_json::json!({ "error": why });
        // Standard output may be closed; the refusal is on standard error, too.
        let _ = writeln!(io::stdout(), "{body}");
    }
    failure
}

/// The folder of a member, and its settings.
pub fn settings(data: &Path) -> Result<(Folder, Settings), Failure> {
    let folder = Folder::find(data, data.join(SETTINGS_FILE).exists(), DropPrivileges::Temporarily)?;
    let settings = folder.twin()?.ok_or_else(|| {
        Failure::refused(format!("the data in {} belongs to no twin: see 'invigil twin init'", data.display()))
    })?;
    Ok((folder, settings))
}

/// The last batch of a file that no server has open.
pub fn head(database: &Path) -> Result<BatchHead, Failure> {
    let refused = |error: StoreError| match error {
        StoreError::Locked => Failure::refused("the data is in use: stop the server first"),
        other => Failure::refused(format!("cannot read the data: {other}")),
    };
    let head = Follower::open(database, CACHE_BYTES).and_then(|file| file.head()).map_err(refused)?;
    head.ok_or_else(|| {
        Failure::refused("an older version has written this data: start and stop this version's server once")
    })
}
