//! How many exports are under way: each has a thread of its own, which reads for as long as its client takes.

use crate::{
    domain::{Error, Kind, Result, UserId},
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
};

/// Exports of one account under way at once.
pub const PER_ACCOUNT: usize = 3;
/// Exports under way at once.
pub const IN_ALL: usize = 12;
/// Seconds after which one that was refused may be tried again.
const RETRY: u32 = 10;

type Table = HashMap<Option<UserId>, usize>;

#[derive(Clone, Default)]
pub struct Exports(Arc<Mutex<Table>>);

impl Exports {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// # Errors
    /// 429 `too_many_exports`.
    pub fn begin(&self, by: Option<UserId>) -> Result<Slot> {
        let mut table = self.table();
        if table.get(&by).is_some_and(|own| *own >= PER_ACCOUNT) || table.values().sum::<usize>() >= IN_ALL {
            return Err(Error {
                retry_after: Some(RETRY),
                ..Error::new(
                    Kind::TooMany,
                    "too_many_exports",
                    "Other exports are being made. Please try again when one is done.",
                )
            });
        }
        *table.entry(by).or_default() += 1;
        drop(table);
        Ok(Slot { exports: self.clone(), by })
    }
}

/// One export; its place is free again when this goes.
pub struct Slot {
    exports: Exports,
    by: Option<UserId>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut table = self.exports.table();
        let Some(own) = table.get_mut(&self.by) else { return };
        *own -= 1;
        if *own == 0 {
            table.remove(&self.by);
        }
    }
}
