//! Proof that what was derived from records equals a rebuild, and the rebuild itself.

use std::{collections::BTreeMap, fmt::Write, ops::ControlFlow};

use redb::ReadableTableMetadata;

use super::{
    KeyRange, Kind, Read, Snapshot, StoreError, Tx, error::storage, read::COUNTERS, record::Trace, schema::META,
};

/// Problems listed at most; more are only counted.
const LISTED: usize = 100;
/// Rows that a rebuild takes at once.
const CHUNK: usize = 1024;

/// What [`Store::check`](super::Store::check) found.
#[derive(Debug, Clone, Default)]
pub struct CheckReport {
    /// Records seen.
    pub records: u64,
    /// One sentence each, naming records by table and key in hexadecimal; empty when all is well.
    pub problems: Vec<String>,
}

pub(super) fn check(snapshot: &Snapshot, kinds: &[Kind]) -> Result<CheckReport, StoreError> {
    let mut audit =
        Audit { snapshot, records: 0, rows: BTreeMap::new(), counted: BTreeMap::new(), problems: Problems::default() };
    for kind in kinds {
        audit.kind(kind)?;
    }
    audit.surplus(kinds)?;
    audit.counters()?;
    Ok(CheckReport { records: audit.records, problems: audit.problems.finish() })
}

struct Audit<'s> {
    snapshot: &'s Snapshot,
    records: u64,
    /// Index rows that some record asks for and that are there.
    rows: BTreeMap<&'static str, u64>,
    counted: BTreeMap<Vec<u8>, u64>,
    problems: Problems,
}

impl Audit<'_> {
    fn kind(&mut self, kind: &Kind) -> Result<(), StoreError> {
        self.snapshot.raw_scan(kind.table, KeyRange::all(), false, &mut |key, value| {
            self.records += 1;
            match (kind.trace)(value) {
                Ok(trace) => self.record(kind, key, trace)?,
                Err(e) => self.problems.add(|| format!("{} {}: {e}", kind.name, hex(key))),
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    fn record(&mut self, kind: &Kind, key: &[u8], trace: Trace) -> Result<(), StoreError> {
        if trace.key != key {
            self.problems.add(|| format!("{} {}: stored under another key", kind.name, hex(key)));
        }
        for (index, index_key) in &trace.entries {
            let table = index.table.0;
            match self.snapshot.raw_get(index.table, &index.row(index_key, key))? {
                Some(primary) if primary == key => *self.rows.entry(table).or_default() += 1,
                Some(_) => self.problems.add(|| format!("{} {}: {table} leads elsewhere", kind.name, hex(key))),
                None => self.problems.add(|| format!("{} {}: missing in {table}", kind.name, hex(key))),
            }
        }
        for counter in trace.counters {
            *self.counted.entry(counter).or_default() += 1;
        }
        Ok(())
    }

    /// The rows found above are all different, so whatever an index holds beyond them is stale.
    fn surplus(&mut self, kinds: &[Kind]) -> Result<(), StoreError> {
        let tables = self.snapshot.tables();
        let failed = |e| self.snapshot.failed(e);
        for name in tables.names().map_err(|e| failed(storage(e)))? {
            if !is_derived(&name, kinds) || name == COUNTERS.0 {
                continue;
            }
            let table = tables.open_named(&name).map_err(|e| failed(storage(e)))?;
            let rows = table.len().map_err(|e| failed(storage(e)))?;
            let asked = self.rows.get(name.as_str()).copied().unwrap_or(0);
            if rows != asked {
                let stale = rows.saturating_sub(asked);
                self.problems.add(|| format!("{name}: {stale} rows that no record asks for"));
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
}

impl Tx<'_> {
    /// Makes all index rows and counters anew from the records of `kinds`, which must be all there
    /// are. It walks the whole database.
    ///
    /// # Errors
    /// [`StoreError::Misused`] outside a migration, else as [`Tx::put`].
    pub fn rebuild(&mut self, kinds: &[Kind]) -> Result<(), StoreError> {
        self.delete_tables(|name| is_derived(name, kinds))?;
        for kind in kinds {
            let mut range = KeyRange::all();
            loop {
                let rows = self.chunk(kind, range)?;
                let Some((last, _)) = rows.last() else { break };
                range = KeyRange::all().after(last);
                for (key, trace) in &rows {
                    self.follow(key, None, Some(trace))?;
                }
            }
        }
        Ok(())
    }

    /// Some rows at a time: what is being scanned cannot be written to in the same breath.
    fn chunk(&self, kind: &Kind, range: KeyRange) -> Result<Vec<(Vec<u8>, Trace)>, StoreError> {
        let mut rows = Vec::with_capacity(CHUNK);
        self.raw_scan(kind.table, range, false, &mut |key, value| {
            rows.push((key.to_vec(), (kind.trace)(value)?));
            Ok(if rows.len() < CHUNK { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        Ok(rows)
    }
}

/// Whether a table holds nothing but what follows from records.
fn is_derived(name: &str, kinds: &[Kind]) -> bool {
    name != META.0 && kinds.iter().all(|kind| kind.table.0 != name)
}

fn differs(counter: &[u8], is: u64, should: u64) -> String {
    format!("counter {}: {is} instead of {should}", hex(counter))
}

fn hex(bytes: &[u8]) -> String {
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
        if self.listed.len() < LISTED {
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
