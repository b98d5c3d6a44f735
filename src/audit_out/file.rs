//! JSON lines in a file. It is opened for each batch, so that it may be rotated at any moment.

use crate::domain::audit_out::AuditRecord;
use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::{task::JoinHandle, time::timeout};

/// A disk that takes longer has hung. The thread that waits for it stays, and there is one at most.
const TIMEOUT: Duration = Duration::from_secs(30);

pub struct FileSink {
    path: PathBuf,
    /// A write that outlasted its time limit.
    hung: Option<JoinHandle<io::Result<()>>>,
}

impl FileSink {
    pub const fn new(path: PathBuf) -> Self {
        Self { path, hung: None }
    }

    pub async fn send(&mut self, records: &[AuditRecord]) -> io::Result<()> {
        let mut writing = match self.hung.take() {
            Some(hung) if !hung.is_finished() => {
                self.hung = Some(hung);
                return Err(timed_out());
            }
            _ => {
                let path = self.path.clone();
                let lines: String = records.iter().flat_map(|record| [record.json.as_str(), "\n"]).collect();
                tokio::task::spawn_blocking(move || append(&path, &lines))
            }
        };
        if let Ok(written) = timeout(TIMEOUT, &mut writing).await {
            return written.map_err(io::Error::other)?;
        }
        self.hung = Some(writing);
        Err(timed_out())
    }
}

fn timed_out() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the disk does not answer")
}

/// Ends a line that a crash has cut first: its entry is written again.
fn append(path: &Path, lines: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(path)?;
    if is_cut(&mut file)? {
        file.write_all(b"\n")?;
    }
    file.write_all(lines.as_bytes())?;
    file.sync_data()
}

fn is_cut(file: &mut File) -> io::Result<bool> {
    // A pipe has no length.
    if !file.metadata()?.is_file() || file.seek(SeekFrom::End(0))? == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[tokio::test]
    async fn lines_are_appended_to_whatever_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("audit.jsonl");
        let record = |json: &str| AuditRecord { at: String::new(), action: String::new(), json: json.into() };
        let mut sink = FileSink::new(path.clone());
        sink.send(&[record("{1}"), record("{2}")]).await.unwrap();
        // Cut by a crash.
        fs::write(&path, "{1}\n{2").unwrap();
        sink.send(&[record("{2}")]).await.unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "{1}\n{2\n{2}\n");
        fs::rename(&path, folder.path().join("audit.jsonl.1")).unwrap();
        sink.send(&[record("{3}")]).await.unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "{3}\n");
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(sink.send(&[record("{4}")]).await.is_err());
    }
}
