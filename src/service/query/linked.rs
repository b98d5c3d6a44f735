//! Records that an index links to another record.

use crate::{
    domain::Result,
    store::{Index, KeyRange, Read, Record, Tx},
};
use std::ops::ControlFlow;

/// The records under an index key.
pub(crate) fn linked<R: Record>(tx: &Tx<'_>, index: Index, index_key: &[u8]) -> Result<Vec<R>> {
    some_linked(tx, index, index_key, usize::MAX)
}

/// The first `limit` records under an index key.
pub(crate) fn some_linked<R: Record>(tx: &Tx<'_>, index: Index, index_key: &[u8], most: usize) -> Result<Vec<R>> {
    let mut keys = Vec::new();
    if most == 0 {
        return Ok(Vec::new());
    }
    tx.scan_index(index, KeyRange::prefix(index_key), false, &mut |_, primary| {
        keys.push(primary.to_vec());
        Ok(if keys.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    let mut found = Vec::with_capacity(keys.len());
    for key in keys {
        found.extend(tx.get::<R>(&key)?);
    }
    Ok(found)
}
