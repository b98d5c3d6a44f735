//! The seed of a machine that joins a twin, for the holder of a join token: all data with the master key, sealed under the
//! token, and what the machine needs to follow.
//!
//! The token is a file in the data folder of the server that gives the seed: it is no data of the site, and must not be in
//! the seed itself. It is valid for one hour and for the member that has first used it, until that one has its data.

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result,
        time::{HOUR, SignedDuration},
    },
    secrets::{self, token},
    service::{operate::backup, work::By},
    store::{BackupError, BackupManifest},
};
use serde::{Deserialize, Serialize};
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

const TOKEN_FILE: &str = "twin.token";
/// Settings of a member: how it reaches the log.
pub const SETTINGS_FILE: &str = "twin.json";
/// Place of the settings, for which they are sealed.
pub const SEALED_FOR: (&str, &[u8], u8) = ("twin", b"settings", 1);
/// How long a join token is valid.
pub const TOKEN_LIFE: SignedDuration = HOUR;
const MAX_NAME: usize = 64;

#[derive(Serialize, Deserialize)]
struct JoinToken {
    /// SHA-256.
    hash: [u8; 32],
    until: Instant,
    /// The member that has used it.
    member: Option<String>,
}

fn refused() -> Error {
    let why = "The join token is not valid: it is wrong, older than an hour, or was used for another member. \
               'invigil twin token' makes a new one.";
    Error::new(ErrorKind::Unauthorized, ErrorCode::Unauthorized, why)
}

impl JoinToken {
    fn read(folder: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(folder.join(TOKEN_FILE)).ok()?).ok()
    }

    fn write(&self, folder: &Path) -> io::Result<()> {
        secrets::replace_private(&folder.join(TOKEN_FILE), &serde_json::to_vec(self)?)
    }
}

/// Makes a token; the one before is not valid any more.
///
/// # Errors
/// If the folder cannot be written to.
pub fn issue(folder: &Path, now: Instant) -> io::Result<(String, Instant)> {
    let (token, until) = (token::new(), now.plus(TOKEN_LIFE));
    JoinToken { hash: token::hash(&token), until, member: None }.write(folder)?;
    Ok((token, until))
}

/// A token that was accepted.
pub struct SeedGrant {
    token: String,
    member: String,
    folder: PathBuf,
}

/// Checks the token of a member.
///
/// # Errors
/// 404 if this machine is alone, 401, 409 `name_taken`, and errors of the disk.
pub fn accept(app: &App, token: &str, member: &str) -> Result<SeedGrant> {
    let (Some(folder), Some(log)) = (app.config.host.data.clone(), app.store.log_standing()) else {
        return Err(Error::absent("This machine belongs to no twin."));
    };
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let is_named = !member.is_empty() && member.len() <= MAX_NAME && member.chars().all(is_name);
    let mut stored = JoinToken::read(&folder).filter(|_| is_named && token::well_formed(token)).ok_or_else(refused)?;
    // Hashes are compared, so that the time reveals nothing of the token.
    if stored.hash != token::hash(token) || app.now() >= stored.until {
        return Err(refused());
    }
    match &stored.member {
        Some(bound) if bound != member => return Err(refused()),
        Some(_) => {}
        // The token is still valid for another name.
        None if log.name == member || log.members.iter().any(|one| one.name == member && one.state != "joining") => {
            let why = format!("The log has a member '{member}' already: choose another --name, or let that one leave.");
            return Err(Error::conflict(ErrorCode::NameTaken, why));
        }
        None => {
            stored.member = Some(member.to_owned());
            stored
                .write(&folder)
                .map_err(|error| Error::internal(format!("the join token cannot be bound: {error}")))?;
        }
    }
    Ok(SeedGrant { token: token.to_owned(), member: member.to_owned(), folder })
}

impl SeedGrant {
    /// The settings of this member, sealed under the master key.
    ///
    /// # Errors
    /// Errors of the disk.
    pub fn settings(&self, app: &App) -> Result<Vec<u8>> {
        let plain = fs::read(self.folder.join(SETTINGS_FILE))
            .map_err(|error| Error::internal(format!("{SETTINGS_FILE} cannot be read: {error}")))?;
        let (table, key, version) = SEALED_FOR;
        Ok(app.secrets.vault.seal(table, key, version, &plain))
    }

    /// Records that all data leaves, before the first byte does.
    ///
    /// # Errors
    /// Storage only.
    pub async fn note(&self, app: &App) -> Result<()> {
        let member = self.member.clone();
        app.write(By::Server, move |w| w.audit("data.seed", &member, "")).await
    }

    /// Writes the seed. Blocks its thread.
    ///
    /// # Errors
    /// Storage; I/O errors of `out`.
    pub fn write(&self, app: &App, out: &mut dyn Write) -> std::result::Result<BackupManifest, BackupError> {
        backup::write(app, Some(&self.token), out)
    }

    /// The member has its data: the token ends.
    ///
    /// # Errors
    /// Errors of the disk.
    pub fn finish(self) -> Result<()> {
        fs::remove_file(self.folder.join(TOKEN_FILE))
            .map_err(|error| Error::internal(format!("the join token cannot be removed: {error}")))
    }
}
