//! The file of a node, in memory.

use crate::{
    store::{BatchHead, ChangeSet, Changes},
    twin::{core::File, log::Unknown},
};
use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

pub type Rows = BTreeMap<Vec<u8>, Vec<u8>>;

/// A file: all that survives a crash.
#[derive(Clone)]
pub struct Disk {
    pub rows: Rows,
    pub head: BatchHead,
    /// The rows and the number that survive where commits are flushed some time after.
    flushed: (Rows, BatchHead),
}

impl Disk {
    /// An empty file that ends with this batch.
    pub const fn at(head: BatchHead) -> Self {
        Self { rows: Rows::new(), head, flushed: (Rows::new(), head) }
    }

    /// The last batch that a crash leaves.
    pub const fn flushed_batch(&self) -> u64 {
        self.flushed.1.batch
    }

    pub fn flush(&mut self) {
        self.flushed = (self.rows.clone(), self.head);
    }

    /// A crash takes back what was not flushed.
    pub fn fall_back(&mut self) {
        (self.rows, self.head) = self.flushed.clone();
    }
}

#[derive(Clone)]
pub struct OwnFile {
    pub disk: Rc<RefCell<Disk>>,
    /// The mistake: a crash between the number and the rows.
    pub number_alone: bool,
}

pub fn put(rows: &mut Rows, set: &ChangeSet) {
    if let Changes::Rows(log) = &set.changes {
        for row in log.iter() {
            match row.value {
                Some(value) => drop(rows.insert(row.key.to_vec(), value.to_vec())),
                None => drop(rows.remove(row.key)),
            }
        }
    }
}

impl File for OwnFile {
    fn head(&self) -> Result<BatchHead, Unknown> {
        Ok(self.disk.borrow().head)
    }

    fn apply(&mut self, sets: &[ChangeSet]) -> Result<(), Unknown> {
        let mut disk = self.disk.borrow_mut();
        for set in sets {
            if !self.number_alone {
                put(&mut disk.rows, set);
            }
            disk.head = set.head;
        }
        Ok(())
    }
}

/// A row as the store logs it.
pub fn row(key: &[u8], value: Option<&[u8]>) -> Vec<u8> {
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap().to_be_bytes();
    let value_length = value.map_or(u32::MAX.to_be_bytes(), length);
    [&1_u32.to_be_bytes()[..], &length(key), &value_length, b"t", key, value.unwrap_or_default()].concat()
}

/// Number of the last save of a candidate.
pub fn seq_of(rows: &Rows, candidate: usize) -> u64 {
    let value = rows.get(&vec![u8::try_from(candidate).unwrap()]);
    value.map_or(0, |value| u64::from_be_bytes(value[..8].try_into().unwrap()))
}
