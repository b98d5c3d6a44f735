//! The key for restored data.

use crate::{
    cli::{
        failure::Failure,
        folder::{self, Folder},
    },
    secrets::MasterKey,
};
use std::{
    fs,
    path::{Path, PathBuf},
};

pub enum RestoreKey {
    /// The key file that exists already.
    Present,
    /// A key that must be written.
    New(MasterKey),
}

/// Whether the key file exists.
pub fn exists(data: &Path) -> bool {
    folder::key_file(data).exists()
}

impl RestoreKey {
    pub fn choose(folder: &Folder, unsealed: Option<MasterKey>, without_key: bool) -> Result<Self, Failure> {
        let path = folder::key_file(folder.path());
        let present = if path.exists() { Some(MasterKey::read(&path)?) } else { None };
        let same = |a: &MasterKey, b: &MasterKey| a.derive("same") == b.derive("same");
        match (unsealed, present) {
            (Some(unsealed), Some(present)) if same(&unsealed, &present) => Ok(Self::Present),
            (Some(_), Some(_)) if path != folder.own_key_file() => Err(Failure::refused(format!(
                "the key in {} is not the one in the backup: put that key there, or unset INVIGIL_SECRET_KEY_FILE",
                path.display()
            ))),
            (Some(unsealed), _) => Ok(Self::New(unsealed)),
            (None, Some(_)) => Ok(Self::Present),
            (None, None) if without_key => Ok(Self::New(MasterKey::generate())),
            (None, None) => Err(Failure::refused(format!(
                "the key of the data is missing: put it into {}, give the passphrase of a backup that contains it, or \
                 start with a new key (--without-key)",
                path.display()
            ))),
        }
    }

    pub fn master(&self, folder: &Folder) -> Result<MasterKey, Failure> {
        match self {
            Self::Present => Ok(MasterKey::read(&folder::key_file(folder.path()))?),
            Self::New(key) => Ok(key.clone()),
        }
    }

    /// Writes a new key; returns the path of the previous key, if there was one.
    pub fn install(self, folder: &Folder) -> Result<Option<PathBuf>, Failure> {
        let Self::New(key) = self else { return Ok(None) };
        let path = folder::key_file(folder.path());
        let old = if path.exists() {
            let previous = super::swap::previous_name(&path);
            fs::rename(&path, &previous).map_err(|e| Failure::refused(format!("{}: {e}", path.display())))?;
            Some(previous)
        } else {
            None
        };
        key.write_new(&path)?;
        Ok(old)
    }
}
