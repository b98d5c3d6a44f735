//! Replaces the database with the restored one, so that a database exists at every moment.

use crate::cli::failure::Failure;
use jiff::Timestamp;
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// Path under which a replaced file is kept: `NAME.before-restore-TIME` (UTC).
pub fn previous_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".before-restore-{}", Timestamp::now().strftime("%Y%m%dT%H%M%S%3fZ")));
    PathBuf::from(name)
}

/// Returns the path of the previous file, if there was one that was not empty.
pub fn replace(path: &Path, fresh: &Path) -> Result<Option<PathBuf>, Failure> {
    swap(path, fresh).map_err(|e| Failure::refused(format!("cannot replace {}: {e}", path.display())))
}

fn swap(path: &Path, fresh: &Path) -> io::Result<Option<PathBuf>> {
    let old = match fs::metadata(path) {
        Ok(meta) if meta.len() > 0 => Some(previous_name(path)),
        Ok(_) => None,
        Err(e) if e.kind() == io::ErrorKind::NotFound => None,
        Err(e) => return Err(e),
    };
    if let Some(old) = &old {
        // Linked before the rename: a server that starts in between finds the old data, never none.
        fs::hard_link(path, old).or_else(|_| fs::rename(path, old))?;
    }
    fs::rename(fresh, path)?;
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()?;
    Ok(old)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_previous_file_is_kept_under_a_timestamped_name() {
        let dir = tempfile::tempdir().unwrap();
        let (path, fresh) = (dir.path().join("invigil.redb"), dir.path().join("fresh"));
        fs::write(&fresh, "new").unwrap();
        assert_eq!(replace(&path, &fresh).ok().unwrap(), None);
        fs::write(&fresh, "newer").unwrap();
        let old = replace(&path, &fresh).ok().unwrap().unwrap();
        assert_eq!(
            (fs::read_to_string(&path).unwrap(), fs::read_to_string(&old).unwrap()),
            ("newer".into(), "new".into())
        );
        assert!(old.file_name().unwrap().to_string_lossy().starts_with("invigil.redb.before-restore-2"));
        assert!(!fresh.exists());
    }
}
