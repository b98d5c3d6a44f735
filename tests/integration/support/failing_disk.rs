//! An in-memory disk whose writes fail on request.

use invigil::store::Backing;
use redb::{StorageBackend, backends::InMemoryBackend};
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
};

#[derive(Clone, Debug, Default)]
pub struct FailingDisk {
    memory: Arc<InMemoryBackend>,
    fails: Arc<AtomicBool>,
}

impl FailingDisk {
    pub fn backing(&self) -> Backing {
        let disk = self.clone();
        Backing::Custom(Arc::new(move || Ok(Box::new(disk.clone()))))
    }

    pub fn fail(&self, fails: bool) {
        self.fails.store(fails, SeqCst);
    }

    fn works(&self) -> io::Result<()> {
        if self.fails.load(SeqCst) { Err(io::Error::other("the disk fails")) } else { Ok(()) }
    }
}

// No lock methods: one process, one open database at a time.
impl StorageBackend for FailingDisk {
    fn len(&self) -> io::Result<u64> {
        self.memory.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.memory.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.works()?;
        self.memory.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.works()?;
        self.memory.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.works()?;
        self.memory.write(offset, data)
    }
}
