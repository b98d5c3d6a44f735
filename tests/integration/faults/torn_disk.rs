//! Simulates a disk after a power cut: synced writes are stored; of unsynced writes any sectors may be stored, in any
//! order.

use redb::StorageBackend;
use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Size of an atomic disk write in bytes.
const SECTOR: usize = 512;

#[derive(Clone, Debug)]
pub enum Operation {
    Write(u64, Arc<[u8]>),
    SetLen(u64),
    Sync,
}

#[derive(Debug, Default)]
struct Recording {
    bytes: Vec<u8>,
    log: Vec<Operation>,
}

/// Records all operations in order.
#[derive(Clone, Debug, Default)]
pub struct RecordedDisk(Arc<Mutex<Recording>>);

impl RecordedDisk {
    fn recording(&self) -> MutexGuard<'_, Recording> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of operations so far, used as the moment of an acknowledgement.
    pub fn moment(&self) -> usize {
        self.recording().log.len()
    }

    pub fn log(&self) -> Vec<Operation> {
        self.recording().log.clone()
    }
}

fn index(offset: u64) -> io::Result<usize> {
    usize::try_from(offset).map_err(io::Error::other)
}

fn put(bytes: &mut [u8], offset: usize, data: &[u8]) -> io::Result<()> {
    let span = bytes.get_mut(offset..offset + data.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
    span.copy_from_slice(data);
    Ok(())
}

// No lock methods: one process, one open database at a time.
impl StorageBackend for RecordedDisk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.recording().bytes.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let offset = index(offset)?;
        let recording = self.recording();
        out.copy_from_slice(recording.bytes.get(offset..offset + out.len()).ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut recording = self.recording();
        recording.bytes.resize(index(len)?, 0);
        recording.log.push(Operation::SetLen(len));
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        self.recording().log.push(Operation::Sync);
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut recording = self.recording();
        put(&mut recording.bytes, index(offset)?, data)?;
        recording.log.push(Operation::Write(offset, data.into()));
        Ok(())
    }
}

/// A disk image after the power cut; later writes stay in memory.
#[derive(Debug)]
pub struct Plate(pub Mutex<Vec<u8>>);

impl Plate {
    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StorageBackend for Plate {
    fn len(&self) -> io::Result<u64> {
        Ok(self.bytes().len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let offset = index(offset)?;
        out.copy_from_slice(self.bytes().get(offset..offset + out.len()).ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.bytes().resize(index(len)?, 0);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        put(&mut self.bytes(), index(offset)?, data)
    }
}

/// Reproducible random numbers (xorshift64*).
#[derive(Clone)]
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.roll() % n.max(1) as u64).unwrap_or(0)
    }
}

/// Replays a recording and cuts the power at given moments.
pub struct Cutter {
    log: Vec<Operation>,
    /// Disk contents up to the last sync.
    synced: Vec<u8>,
    /// Number of operations included in `synced`.
    done: usize,
    /// Whether syncs are honoured; the control's disk ignores them.
    honest: bool,
}

impl Cutter {
    pub fn new(log: Vec<Operation>, honest: bool) -> Self {
        Self { log, synced: Vec::new(), done: 0, honest }
    }

    /// Disk contents after a power cut after `moment` operations; moments must not decrease.
    pub fn cut(&mut self, moment: usize, dice: &mut Dice) -> Vec<u8> {
        let until = (self.done..moment).rev().find(|i| matches!(self.log[*i], Operation::Sync));
        if let Some(sync) = until.filter(|_| self.honest) {
            for operation in &self.log[self.done..sync] {
                apply(&mut self.synced, operation);
            }
            self.done = sync + 1;
        }
        let mut plate = self.synced.clone();
        let pending = &self.log[self.done..moment];
        // The length first: a file system commits it before data beyond the old end, or loses both.
        for operation in pending {
            match operation {
                Operation::SetLen(_) if dice.below(4) > 0 => apply(&mut plate, operation),
                _ => {}
            }
        }
        let mut order: Vec<usize> = (0..pending.len()).collect();
        match dice.below(3) {
            // Completely, partly, in another order, or not at all.
            0 => order.truncate(dice.below(pending.len() + 1)),
            1 => (1..order.len()).rev().for_each(|i| order.swap(i, dice.below(i + 1))),
            _ => order.retain(|_| dice.below(2) == 0),
        }
        for at in order {
            if let Operation::Write(offset, data) = &pending[at] {
                tear(&mut plate, *offset, data, dice);
            }
        }
        plate
    }
}

fn apply(bytes: &mut Vec<u8>, operation: &Operation) {
    match operation {
        Operation::SetLen(len) => bytes.resize(index(*len).unwrap(), 0),
        Operation::Write(offset, data) => {
            let offset = index(*offset).unwrap();
            if bytes.len() < offset + data.len() {
                bytes.resize(offset + data.len(), 0);
            }
            put(bytes, offset, data).unwrap();
        }
        Operation::Sync => {}
    }
}

/// Applies a write completely, partly, or only some of its sectors.
fn tear(plate: &mut [u8], offset: u64, data: &[u8], dice: &mut Dice) {
    let mood = dice.below(4);
    let keep_until = dice.below(data.len() / SECTOR + 1);
    for (n, sector) in data.chunks(SECTOR).enumerate() {
        let kept = match mood {
            0 | 1 => true,
            2 => n < keep_until,
            _ => dice.below(2) == 0,
        };
        let at = index(offset).unwrap() + n * SECTOR;
        if kept && at < plate.len() {
            let end = plate.len().min(at + sector.len());
            plate[at..end].copy_from_slice(&sector[..end - at]);
        }
    }
}
