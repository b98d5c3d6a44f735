//! Schema version of a file, and the migrations that raise it.

use std::path::PathBuf;

use crate::watchdog::{Operation, long_operation};

use super::{
    Reseed, StoreError, Tx, copy, engine::StoreEngine, error::storage, handover::Handover, read::META,
    tables::ReadTables,
};

const VERSION_KEY: &[u8] = b"schema_version";
/// Schema version before any migration.
const FIRST: u32 = 1;

/// A numbered schema change.
///
/// Before the first pending one runs, the database is copied to `<file>.before-v<to>`. A migration is one transaction
/// together with the new version number, so that it runs exactly once or not at all.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// Target schema version, 2 or higher; each number is used once.
    pub to: u32,
    /// Name in messages.
    pub name: &'static str,
    /// The change itself. It must call [`Tx::rebuild`] if index rows or counters change.
    pub run: fn(&mut Tx<'_>) -> Result<(), StoreError>,
}

/// Initialises a new file at the latest version, migrates an older one, rejects a newer one.
pub(super) fn prepare(
    engine: &StoreEngine,
    migrations: &[Migration],
    handover: &mut Handover,
) -> Result<(), StoreError> {
    let supported = migrations.iter().map(|m| m.to).max().unwrap_or(FIRST);
    let Some(found) = version(engine)? else {
        return handover.reseed(engine, Reseed::Created, |tx| set_version(tx, supported));
    };
    if found > supported {
        return Err(StoreError::Newer { found, supported });
    }
    let mut pending: Vec<_> = migrations.iter().filter(|m| m.to > found).collect();
    pending.sort_by_key(|m| m.to);
    if let Some(first) = pending.first() {
        back_up(engine, first.to)?;
    }
    let _migrating = pending.first().map(|_| long_operation(Operation::Migration));
    for migration in pending {
        tracing::info!(to = migration.to, name = migration.name, "migrating the database");
        let migrated = handover.reseed(engine, Reseed::Migrated, |tx| {
            (migration.run)(tx)?;
            set_version(tx, migration.to)
        });
        migrated.map_err(|cause| StoreError::Migration {
            to: migration.to,
            name: migration.name,
            cause: Box::new(cause),
        })?;
    }
    Ok(())
}

/// Schema version of the file; `None` for a new file.
fn version(engine: &StoreEngine) -> Result<Option<u32>, StoreError> {
    of(&ReadTables::new(engine.begin_read()?.0))
}

/// Schema version that `tables` sees; `None` without any table.
pub(super) fn of(tables: &ReadTables) -> Result<Option<u32>, StoreError> {
    if let Some(meta) = tables.open(META).map_err(storage)? {
        let value = meta.get(VERSION_KEY).map_err(storage)?;
        let bytes = value.and_then(|v| v.value().try_into().ok());
        let version = bytes.map(u32::from_be_bytes);
        return version.map(Some).ok_or_else(|| foreign("it has no schema version"));
    }
    match tables.names().map_err(storage)?.as_slice() {
        [] => Ok(None),
        _ => Err(foreign("it has tables, but no schema version")),
    }
}

fn foreign(why: &str) -> StoreError {
    StoreError::Corrupt(format!("this is not an Invigil database: {why}"))
}

fn set_version(tx: &mut Tx<'_>, version: u32) -> Result<(), StoreError> {
    tx.raw_put(META, VERSION_KEY, &version.to_be_bytes())
}

fn back_up(engine: &StoreEngine, to: u32) -> Result<(), StoreError> {
    let Some(path) = engine.source().path() else {
        return Ok(());
    };
    let mut backup = path.as_os_str().to_owned();
    backup.push(format!(".before-v{to}"));
    let backup = PathBuf::from(backup);
    let rows = copy::copy(&ReadTables::new(engine.begin_read()?.0), &backup)?;
    tracing::info!(rows, backup = %backup.display(), "copied the database before migrating it");
    Ok(())
}
