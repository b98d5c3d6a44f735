//! Which key restored data works under.

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

pub enum Key {
    /// The one that is in its place already.
    Present,
    /// To be put into its place.
    New(MasterKey),
}

/// Whether a key is in its place already.
pub fn is_there(data: &Path) -> bool {
    folder::key_file(data).exists()
}

impl Key {
    pub fn choose(folder: &Folder, unsealed: Option<MasterKey>, without_key: bool) -> Result<Self, Failure> {
        let path = folder::key_file(folder.path());
        let present = if path.exists() { Some(MasterKey::read(&path)?) } else { None };
        let same = |a: &MasterKey, b: &MasterKey| a.derive("same") == b.derive("same");
        match (unsealed, present) {
            (Some(unsealed), Some(present)) if same(&unsealed, &present) => Ok(Self::Present),
            (Some(_), Some(_)) if path != folder.own_key_file() => Err(Failure::refused(format!(
                "the key in {} is not the one in the backup: put that one there, or leave the variable out",
                path.display()
            ))),
            (Some(unsealed), _) => Ok(Self::New(unsealed)),
            (None, Some(_)) => Ok(Self::Present),
            (None, None) if without_key => Ok(Self::New(MasterKey::generate())),
            (None, None) => Err(Failure::refused(format!(
                "the key of the data is missing: put it into {}, give the passphrase of a backup that holds it, or begin \
                 with another key by --without-key",
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

    /// Puts a new key into its place; answers where the one from before is, if there was one.
    pub fn put(self, folder: &Folder) -> Result<Option<PathBuf>, Failure> {
        let Self::New(key) = self else { return Ok(None) };
        let path = folder::key_file(folder.path());
        let old = if path.exists() {
            let kept = super::swap::kept_name(&path);
            fs::rename(&path, &kept).map_err(|e| Failure::refused(format!("{}: {e}", path.display())))?;
            Some(kept)
        } else {
            None
        };
        key.write_new(&path)?;
        Ok(old)
    }
}
