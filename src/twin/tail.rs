//! The records of the last minutes, in two files beside the database: what an asynchronous log has lost, `repair` can append
//! again from them. They outlive the process, not a loss of power; nothing else depends on them.

use super::record;
use crate::store::{BatchHead, ChangeSet};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufReader, Read, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// The newer file begins again at this size, or at this age.
const TAIL_BYTES: u64 = 64 << 20;
const TAIL_AGE: Duration = Duration::from_mins(10);
/// The newer file, and the older one.
const FILES: [&str; 2] = ["twin.tail", "twin.tail.1"];

/// Remembers records.
pub struct Tail {
    folder: PathBuf,
    /// The newer file, its size, and when it began.
    newest: Option<(File, u64, Instant)>,
    has_failed: bool,
}

impl Tail {
    pub const fn beside(folder: PathBuf) -> Self {
        Self { folder, newest: None, has_failed: false }
    }

    /// A failure is logged once: a full disk must not stop what the log has taken.
    pub fn push(&mut self, record: &[u8]) {
        let written = self.write(record);
        if let Err(error) = &written {
            self.newest = None;
            if !self.has_failed {
                tracing::warn!(%error, "the last records of the log cannot be kept for a repair");
            }
        }
        self.has_failed = written.is_err();
    }

    fn write(&mut self, record: &[u8]) -> io::Result<()> {
        let is_old = |(_, size, began): &(File, u64, Instant)| *size >= TAIL_BYTES || began.elapsed() >= TAIL_AGE;
        if self.newest.as_ref().is_none_or(is_old) {
            self.newest = None;
            let [newer, older] = FILES.map(|name| self.folder.join(name));
            match fs::rename(&newer, older) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let file = OpenOptions::new().append(true).create(true).mode(0o600).open(newer)?;
            self.newest = Some((file, 0, Instant::now()));
        }
        let Some((file, size, _)) = &mut self.newest else { return Ok(()) };
        let length = u32::try_from(record.len()).map_err(io::Error::other)?;
        // In one call, so that a crash leaves whole records before the last one.
        file.write_all(&[&length.to_be_bytes(), record].concat())?;
        *size += 4 + record.len() as u64;
        Ok(())
    }
}

/// The kept batches after `from`, in order, each continuing the one before.
pub fn after(folder: &Path, from: BatchHead) -> io::Result<Vec<ChangeSet>> {
    let (mut at, mut found) = (from, Vec::new());
    for name in FILES.iter().rev() {
        let file = match File::open(folder.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            opened => opened?,
        };
        let mut input = BufReader::new(file);
        // A cut record is the last one of its file.
        while let Some(set) = next(&mut input) {
            if set.before.batch == at.batch && set.before.hash == at.hash {
                at = set.head;
                found.push(set);
            }
        }
    }
    Ok(found)
}

fn next(input: &mut impl Read) -> Option<ChangeSet> {
    let mut length = [0; 4];
    input.read_exact(&mut length).ok()?;
    let mut bytes = Vec::new();
    input.take(u64::from(u32::from_be_bytes(length))).read_to_end(&mut bytes).ok()?;
    record::decode(&bytes)
}

/// Forgets all of them: they belong to a history that this machine has left.
pub fn forget(folder: &Path) {
    for name in FILES {
        let _ = fs::remove_file(folder.join(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Changes, Reseed};

    fn chain(length: usize) -> Vec<ChangeSet> {
        let mut at = BatchHead { epoch: 1, batch: 7, hash: [7; 32] };
        let mut sets = Vec::new();
        for _ in 0..length {
            let set = ChangeSet::led(at, Changes::Reseed(Reseed::Rebuilt), 2);
            at = set.head;
            sets.push(set);
        }
        sets
    }

    #[test]
    fn what_continues_a_batch_is_found_again_up_to_a_cut() {
        let folder = tempfile::tempdir().unwrap();
        let sets = chain(6);
        // Two processes: the second one begins a file of its own.
        for part in sets.chunks(3) {
            let mut tail = Tail::beside(folder.path().to_owned());
            for set in part {
                tail.push(&record::encode(set).bytes);
            }
        }
        assert_eq!(after(folder.path(), sets[0].before).unwrap(), sets);
        assert_eq!(after(folder.path(), sets[3].head).unwrap(), sets[4..]);
        assert_eq!(after(folder.path(), BatchHead { hash: [8; 32], ..sets[3].head }).unwrap(), []);
        let newest = folder.path().join(FILES[0]);
        let whole = fs::read(&newest).unwrap();
        fs::write(&newest, &whole[..whole.len() - 1]).unwrap();
        assert_eq!(after(folder.path(), sets[0].before).unwrap(), sets[..5]);
        forget(folder.path());
        assert_eq!(after(folder.path(), sets[0].before).unwrap(), []);
    }
}
