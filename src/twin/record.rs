//! The bytes of a record: a batch with its place in the chain of the store, whose hash covers all of it.
//!
//! | bytes | |
//! |---|---|
//! | 1 | format: 1 |
//! | 1 | codec of the rows: 0, as they are |
//! | 8 + 8 + 32 | epoch, number and hash of the batch before |
//! | 8 | epoch |
//! | 1 | kind of changes, as it is hashed |
//! | rest | rows, as they are hashed |
//!
//! Numbers are big-endian. The number of the batch follows from the one before, and its hash from the rest.

use super::log::Record;
use crate::store::{BatchHead, ChangeSet, Changes};

const FORMAT: u8 = 1;
const PLAIN: u8 = 0;
const HEADER_BYTES: usize = 2 + 8 + 8 + 32 + 8 + 1;

pub fn encode(set: &ChangeSet) -> Record {
    let (kind, rows) = set.changes.parts();
    let mut bytes = Vec::with_capacity(HEADER_BYTES + rows.len());
    bytes.extend_from_slice(&[FORMAT, PLAIN]);
    bytes.extend_from_slice(&set.before.epoch.to_be_bytes());
    bytes.extend_from_slice(&set.before.batch.to_be_bytes());
    bytes.extend_from_slice(&set.before.hash);
    bytes.extend_from_slice(&set.head.epoch.to_be_bytes());
    bytes.push(kind);
    bytes.extend_from_slice(rows);
    Record { number: set.head.batch, before: set.before.hash, hash: set.head.hash, bytes }
}

/// The batch of a record. Its hash is computed from the bytes; compare it with the one in the log.
pub fn decode(bytes: &[u8]) -> Option<ChangeSet> {
    let (head, rows) = bytes.split_at_checked(HEADER_BYTES)?;
    let (formats, head) = head.split_first_chunk::<2>()?;
    let (before_epoch, head) = head.split_first_chunk()?;
    let (before_batch, head) = head.split_first_chunk()?;
    let (before_hash, head) = head.split_first_chunk::<32>()?;
    let (epoch, kind) = head.split_first_chunk()?;
    let before = BatchHead {
        epoch: u64::from_be_bytes(*before_epoch),
        batch: u64::from_be_bytes(*before_batch),
        hash: *before_hash,
    };
    let epoch = u64::from_be_bytes(*epoch);
    if *formats != [FORMAT, PLAIN] || epoch < before.epoch {
        return None;
    }
    let set = ChangeSet::led(before, Changes::of_parts(*kind.first()?, rows)?, epoch);
    (set.head.epoch == epoch).then_some(set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Reseed;

    /// Rows in the layout of the store: lengths of table, key and value, and their bytes; the second one is deleted.
    const ROWS: &[u8] = b"\0\0\0\x05\0\0\0\x02\0\0\0\x03testsk1abc\0\0\0\x05\0\0\0\x02\xff\xff\xff\xfftestsk2";

    fn set() -> ChangeSet {
        let before = BatchHead { epoch: 3, batch: 41, hash: [7; 32] };
        ChangeSet::led(before, Changes::of_parts(0, ROWS).unwrap(), 5)
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
    }

    /// Golden bytes: a member of the next version reads the records of this one.
    #[test]
    fn records_are_read_for_ever() {
        let record = encode(&set());
        assert_eq!(record.number, 42);
        let golden =
            format!("01000000000000000003000000000000002{}{}000000000000000500{}", "9", "07".repeat(32), hex(ROWS));
        assert_eq!(hex(&record.bytes), golden);
        assert_eq!(hex(&record.hash), include_str!("golden/record-1.hash").trim());
        assert_eq!(decode(&record.bytes), Some(set()));
    }

    #[test]
    fn a_bulk_change_has_no_rows() {
        let bulk = ChangeSet::led(set().head, Changes::Reseed(Reseed::Migrated), 5);
        assert_eq!(decode(&encode(&bulk).bytes), Some(bulk));
    }

    /// No change of a byte gives the same batch, and no cut is read as a shorter one.
    #[test]
    fn a_damaged_record_is_another_one_or_none() {
        let record = encode(&set());
        for at in 0..record.bytes.len() {
            let mut bytes = record.bytes.clone();
            bytes[at] ^= 1;
            // What a follower compares: the batch before with its own, and the hash with the one in the log.
            let is_other = |bytes: &[u8]| {
                decode(bytes).is_none_or(|other| (other.before, other.head.hash) != (set().before, record.hash))
            };
            assert!(is_other(&bytes), "byte {at}");
            assert!(is_other(&record.bytes[..at]), "cut at {at}");
        }
    }
}
