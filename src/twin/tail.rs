//! The records of the last minutes, in two files beside the database: what an asynchronous log has lost, `repair` can append
//! again from them. They outlive the process, not a loss of power; nothing else depends on them.

use super::{log::Hash, record};
use crate::store::{BatchHead, ChangeSet};
use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{self, BufReader, IoSlice, Read, Write},
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
        if let Err(error) = &written
            && !self.has_failed
        {
            tracing::warn!(%error, "the last records of the log cannot be kept for a repair");
        }
        self.has_failed = written.is_err();
    }

    fn write(&mut self, record: &[u8]) -> io::Result<()> {
        let is_old = |(_, size, began): &(File, u64, Instant)| *size >= TAIL_BYTES || began.elapsed() >= TAIL_AGE;
        if self.newest.as_ref().is_none_or(is_old) {
            let is_first = self.newest.take().is_none();
            let [newer, older] = FILES.map(|name| self.folder.join(name));
            self.newest = if is_first { continued(&newer, &older)? } else { None };
            if self.newest.is_none() {
                match fs::rename(&newer, older) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
                let file = OpenOptions::new().append(true).create(true).mode(0o600).open(newer)?;
                self.newest = Some((file, 0, Instant::now()));
            }
        }
        let Some((file, size, _)) = &mut self.newest else { return Ok(()) };
        let length = u32::try_from(record.len()).map_err(io::Error::other)?;
        let written = write_whole(file, &length.to_be_bytes(), record);
        if written.is_ok() {
            *size += 4 + record.len() as u64;
        } else if file.set_len(*size).is_err() {
            // Another record cannot follow a cut one.
            self.newest = None;
        }
        written
    }
}

/// Writes a record in one call if the file takes it, so that a crash leaves whole records before the last one. It may have many
/// megabytes, and is not copied.
fn write_whole(file: &mut impl Write, length: &[u8], record: &[u8]) -> io::Result<()> {
    let mut parts = [IoSlice::new(length), IoSlice::new(record)];
    let mut rest: &mut [IoSlice<'_>] = &mut parts;
    while !rest.is_empty() {
        match file.write_vectored(rest) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => IoSlice::advance_slices(&mut rest, written),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The newer file of the process before, cut after its last whole record, with its size and the time at which it began; `None`
/// if a new file is due. A server that is started again and again keeps as much as one that runs.
fn continued(newer: &Path, older: &Path) -> io::Result<Option<(File, u64, Instant)>> {
    let file = match OpenOptions::new().read(true).append(true).open(newer) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    // It began after the last record of the older one.
    let older = fs::metadata(older).and_then(|meta| meta.modified()).ok();
    let age = older.and_then(|ended| ended.elapsed().ok()).unwrap_or_default();
    if age >= TAIL_AGE || file.metadata()?.len() >= TAIL_BYTES {
        return Ok(None);
    }
    let (mut input, mut whole) = (BufReader::new(&file), 0);
    while let Some((bytes, _)) = next(&mut input) {
        whole += bytes;
    }
    file.set_len(whole)?;
    let now = Instant::now();
    Ok(Some((file, whole, now.checked_sub(age).unwrap_or(now))))
}

/// The kept batches after `from` up to `to`, in order; `None` if one of them is not kept. A batch that the log has lost may be
/// kept beside another one of its number.
pub fn between(folder: &Path, from: BatchHead, to: BatchHead) -> io::Result<Option<Vec<ChangeSet>>> {
    let mut kept: BTreeMap<Hash, ChangeSet> = BTreeMap::new();
    for name in FILES {
        let file = match File::open(folder.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            opened => opened?,
        };
        let mut input = BufReader::new(file);
        // A cut record is the last one of its file.
        while let Some((_, set)) = next(&mut input) {
            if set.head.batch > from.batch && set.head.batch <= to.batch {
                kept.insert(set.head.hash, set);
            }
        }
    }
    let (mut at, mut found) = (to, Vec::new());
    while (at.batch, at.hash) != (from.batch, from.hash) {
        // The hash is that of the whole history.
        let Some(set) = kept.remove(&at.hash) else { return Ok(None) };
        at = set.before;
        found.push(set);
    }
    found.reverse();
    Ok(Some(found))
}

/// The next record, and how many bytes of the file it has.
fn next(input: &mut impl Read) -> Option<(u64, ChangeSet)> {
    let mut length = [0; 4];
    input.read_exact(&mut length).ok()?;
    let (length, mut bytes) = (u64::from(u32::from_be_bytes(length)), Vec::new());
    input.take(length).read_to_end(&mut bytes).ok()?;
    // One that ends with a whole row would be another batch.
    let set = (bytes.len() as u64 == length).then(|| record::decode(&bytes)).flatten()?;
    Some((4 + length, set))
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
    use std::time::UNIX_EPOCH;

    fn chain(from: BatchHead, epoch: u64, length: usize) -> Vec<ChangeSet> {
        let (mut at, mut sets) = (from, Vec::new());
        for _ in 0..length {
            let set = ChangeSet::led(at, Changes::Reseed(Reseed::Rebuilt), epoch);
            at = set.head;
            sets.push(set);
        }
        sets
    }

    #[test]
    fn what_continues_a_batch_is_found_again_up_to_a_cut() {
        let folder = tempfile::tempdir().unwrap();
        let newest = folder.path().join(FILES[0]);
        let begin = BatchHead { epoch: 1, batch: 7, hash: [7; 32] };
        let sets = chain(begin, 2, 6);
        // Three processes, of which each died while it wrote, and one batch that the log has lost.
        let lost = chain(sets[3].head, 3, 1);
        for part in [&sets[..2], &sets[2..4], &lost[..], &sets[4..]] {
            let mut tail = Tail::beside(folder.path().to_owned());
            for set in part {
                tail.push(&record::encode(set).bytes);
            }
            let mut written = fs::read(&newest).unwrap();
            written.extend(&[0, 0, 0, 90, 1]);
            fs::write(&newest, written).unwrap();
        }
        let kept = |from: BatchHead, to: BatchHead| between(folder.path(), from, to).unwrap();
        assert_eq!(kept(begin, sets[5].head).as_ref(), Some(&sets));
        assert_eq!(kept(sets[3].head, sets[5].head).as_deref(), Some(&sets[4..]));
        assert_eq!(kept(sets[3].head, lost[0].head), Some(lost));
        assert_eq!(kept(BatchHead { hash: [8; 32], ..sets[3].head }, sets[5].head), None);
        let whole = fs::read(&newest).unwrap();
        fs::write(&newest, &whole[..whole.len() - 6]).unwrap();
        assert_eq!(kept(begin, sets[4].head).as_deref(), Some(&sets[..5]));
        assert_eq!(kept(begin, sets[5].head), None);
        forget(folder.path());
        assert_eq!(kept(begin, sets[0].head), None);
    }

    /// Takes three bytes at a time.
    struct Narrow(Vec<u8>);

    impl Write for Narrow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(3);
            self.0.extend(&bytes[..taken]);
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_record_is_written_whole_to_a_file_that_takes_less() {
        let mut file = Narrow(Vec::new());
        write_whole(&mut file, b"1234", b"a record").unwrap();
        write_whole(&mut file, b"5678", b"").unwrap();
        assert_eq!(file.0, b"1234a record5678");
    }

    #[test]
    fn an_old_file_ends_with_the_process() {
        let folder = tempfile::tempdir().unwrap();
        let sets = chain(BatchHead { epoch: 1, batch: 7, hash: [7; 32] }, 2, 3);
        for set in &sets {
            Tail::beside(folder.path().to_owned()).push(&record::encode(set).bytes);
        }
        let [newer, older] = FILES.map(|name| folder.path().join(name));
        assert!(!older.exists(), "one goes on");
        fs::write(&older, "").unwrap();
        File::options().write(true).open(&older).unwrap().set_modified(UNIX_EPOCH).unwrap();
        Tail::beside(folder.path().to_owned()).push(&record::encode(&sets[0]).bytes);
        assert!(fs::metadata(&older).unwrap().len() > fs::metadata(&newer).unwrap().len());
    }
}
