//! Limits concurrent exports: each has its own thread, which reads for as long as its client takes.

use crate::{
    domain::{Error, ErrorCode, ErrorKind, Result, UserId},
    sync::{Mutex, MutexGuard},
};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
};

/// Concurrent exports per account.
pub const MAX_PER_ACCOUNT: usize = 3;
/// Concurrent exports in total.
pub const MAX_TOTAL: usize = 12;
/// `Retry-After` of a rejected export, in seconds.
const RETRY_AFTER: u32 = 10;

type ExportCounts = HashMap<Option<UserId>, usize>;

#[derive(Clone, Default)]
pub struct Exports(Arc<Mutex<ExportCounts>>);

impl Exports {
    fn table(&self) -> MutexGuard<'_, ExportCounts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot for an export.
    ///
    /// # Errors
    /// 429 `too_many_exports`.
    pub fn begin(&self, by: Option<UserId>) -> Result<ExportSlot> {
        let mut table = self.table();
        if table.get(&by).is_some_and(|own| *own >= MAX_PER_ACCOUNT) || table.values().sum::<usize>() >= MAX_TOTAL {
            return Err(Error {
                retry_after: Some(RETRY_AFTER),
                ..Error::new(
                    ErrorKind::TooMany,
                    ErrorCode::TooManyExports,
                    "Too many exports are running. Please try again when one has finished.",
                )
            });
        }
        *table.entry(by).or_default() += 1;
        drop(table);
        Ok(ExportSlot { exports: self.clone(), by })
    }
}

/// A running export. Dropping it frees the slot.
pub struct ExportSlot {
    exports: Exports,
    by: Option<UserId>,
}

impl ExportSlot {
    #[must_use]
    pub const fn by(&self) -> Option<UserId> {
        self.by
    }
}

impl Drop for ExportSlot {
    fn drop(&mut self) {
        let mut table = self.exports.table();
        let Some(own) = table.get_mut(&self.by) else { return };
        *own -= 1;
        if *own == 0 {
            table.remove(&self.by);
        }
    }
}
