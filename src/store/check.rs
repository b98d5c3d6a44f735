//! Integrity check: index rows and counters equal a rebuild from the records. Also the rebuild itself.

use std::{collections::BTreeMap, fmt::Write, ops::ControlFlow};

use redb::ReadableTableMetadata;

use super::{
    BatchHead, IndexEntry, KeyRange, Read, RecordKind, Snapshot, StoreError, Tx,
    error::storage,
    read::{COUNTERS, META},
    record::Derived,
};

/// Further problems are only counted.
const MAX_LISTED_PROBLEMS: usize = 100;
/// Records that a rebuild reads before it writes their index rows.
const REBUILD_BATCH_SIZE: usize = 1024;

/// Result of [`Store::check`](super::Store::check).
#[derive(Debug, Clone, Default)]
pub struct CheckReport {
    /// Number of records checked.
    pub records: u64,
    /// One sentence per problem, with the record's table and key in hexadecimal; empty if the data is consistent.
    pub problems: Vec<String>,
}

pub(super) fn check(snapshot: &Snapshot, kinds: &[RecordKind]) -> Result<CheckReport, StoreError> {
    let mut check =
        Check { snapshot, records: 0, rows: BTreeMap::new(), counted: BTreeMap::new(), problems: Problems::default() };
    for kind in kinds {
        check.kind(kind)?;
    }
    check.stale_rows(kinds)?;
    check.counters()?;
    check.batch_head()?;
    Ok(CheckReport { records: check.records, problems: check.problems.finish() })
}

struct Check<'s> {
    snapshot: &'s Snapshot,
    records: u64,
    /// Index rows by table that exist and match a record.
    rows: BTreeMap<&'static str, u64>,
    counted: BTreeMap<Vec<u8>, u64>,
    problems: Problems,
}

impl Check<'_> {
    fn kind(&mut self, kind: &RecordKind) -> Result<(), StoreError> {
        self.snapshot.raw_scan(kind.table, KeyRange::all(), false, &mut |key, value| {
            self.records += 1;
            match (kind.derive)(value) {
                Ok(derived) => self.record(kind, key, derived)?,
                Err(e) => self.problems.add(|| format!("{} {}: {e}", kind.name, hex(key))),
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    fn record(&mut self, kind: &RecordKind, key: &[u8], derived: Derived) -> Result<(), StoreError> {
        if derived.key != key {
            self.problems.add(|| format!("{} {}: stored under another key", kind.name, hex(key)));
        }
        for IndexEntry(index, index_key) in &derived.entries {
            let table = index.table.0;
            match self.snapshot.raw_get(index.table, &index.row(index_key, key))? {
                Some(primary) if primary == key => *self.rows.entry(table).or_default() += 1,
                Some(_) => self.problems.add(|| format!("{} {}: {table} points elsewhere", kind.name, hex(key))),
                None => self.problems.add(|| format!("{} {}: missing from {table}", kind.name, hex(key))),
            }
        }
        for counter in derived.counters {
            *self.counted.entry(counter).or_default() += 1;
        }
        Ok(())
    }

    /// The rows counted by [`Check::record`] are distinct, so any further row of an index is stale.
    fn stale_rows(&mut self, kinds: &[RecordKind]) -> Result<(), StoreError> {
        let tables = self.snapshot.tables();
        let failed = |e| self.snapshot.failed(e);
        for name in tables.names().map_err(|e| failed(storage(e)))? {
            if !is_derived(&name, kinds) || name == COUNTERS.0 {
                continue;
            }
            let table = tables.open_named(&name).map_err(|e| failed(storage(e)))?;
            let rows = table.len().map_err(|e| failed(storage(e)))?;
            let expected = self.rows.get(name.as_str()).copied().unwrap_or(0);
            if rows != expected {
                let stale = rows.saturating_sub(expected);
                self.problems.add(|| format!("{name}: {stale} stale rows"));
            }
        }
        Ok(())
    }

    fn counters(&mut self) -> Result<(), StoreError> {
        let mut expected = std::mem::take(&mut self.counted);
        self.snapshot.scan_counters(KeyRange::all(), false, &mut |counter, value| {
            let count = expected.remove(counter).unwrap_or(0);
            if count != value {
                self.problems.add(|| differs(counter, value, count));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        for (counter, count) in expected {
            self.problems.add(|| differs(&counter, 0, count));
        }
        Ok(())
    }

    /// The hash itself cannot be computed again: the changes of earlier batches are not kept.
    fn batch_head(&mut self) -> Result<(), StoreError> {
        match BatchHead::stored(self.snapshot) {
            Err(StoreError::Corrupt(what)) => self.problems.add(|| what),
            stored => drop(stored?),
        }
        Ok(())
    }
}

impl Tx<'_> {
    /// Rebuilds all index rows and counters from the records of `kinds`, which must be all record kinds. It scans the
    /// whole database.
    ///
    /// # Errors
    /// [`StoreError::Misused`] outside a migration, else as [`Tx::put`].
    pub fn rebuild(&mut self, kinds: &[RecordKind]) -> Result<(), StoreError> {
        self.delete_tables(|name| is_derived(name, kinds))?;
        for kind in kinds {
            let mut range = KeyRange::all();
            loop {
                let rows = self.rebuild_batch(kind, range)?;
                let Some((last, _)) = rows.last() else { break };
                range = KeyRange::all().after(last);
                for (key, derived) in &rows {
                    self.update_derived(key, None, Some(derived))?;
                }
            }
        }
        Ok(())
    }

    /// Reads in batches: redb does not allow writes while a scan is open.
    fn rebuild_batch(&self, kind: &RecordKind, range: KeyRange) -> Result<Vec<(Vec<u8>, Derived)>, StoreError> {
        let mut rows = Vec::with_capacity(REBUILD_BATCH_SIZE);
        self.raw_scan(kind.table, range, false, &mut |key, value| {
            rows.push((key.to_vec(), (kind.derive)(value)?));
            Ok(if rows.len() < REBUILD_BATCH_SIZE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        Ok(rows)
    }
}

/// Whether a table holds only derived data: index rows or counters.
fn is_derived(name: &str, kinds: &[RecordKind]) -> bool {
    name != META.0 && kinds.iter().all(|kind| kind.table.0 != name)
}

fn differs(counter: &[u8], actual: u64, expected: u64) -> String {
    format!("counter {}: {actual} instead of {expected}", hex(counter))
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[derive(Default)]
struct Problems {
    listed: Vec<String>,
    unlisted: usize,
}

impl Problems {
    fn add(&mut self, problem: impl FnOnce() -> String) {
        if self.listed.len() < MAX_LISTED_PROBLEMS {
            self.listed.push(problem());
        } else {
            self.unlisted += 1;
        }
    }

    fn finish(mut self) -> Vec<String> {
        if self.unlisted > 0 {
            self.listed.push(format!("and {} more", self.unlisted));
        }
        self.listed
    }
}
