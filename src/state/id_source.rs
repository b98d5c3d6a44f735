//! Ids of new records.

use crate::{domain::Instant, sync::Mutex};
use std::sync::PoisonError;
use uuid::{Builder, Uuid};

/// Highest bit of the random part. It starts as 0, so that counting upwards never reaches the bits of the variant.
const CARRY: u128 = 1 << 61;
/// Bits below the time.
const TAIL: u32 = 80;

/// Source of UUIDs version 7. Within one millisecond each is greater than the one before, by a random step (RFC 9562,
/// section 6.2, method 2), so that records of one call keep their order.
#[derive(Debug, Default)]
pub struct IdSource(Mutex<u128>);

impl IdSource {
    /// `random` and `step` are random bytes: of the first id of a millisecond, and of the others.
    #[must_use]
    pub fn next(&self, at: Instant, random: &[u8; 10], step: [u8; 4]) -> Uuid {
        let millis = u64::try_from(at.as_millis()).unwrap_or_default();
        let first = Builder::from_unix_timestamp_millis(millis, random).into_uuid().as_u128() & !CARRY;
        let step = 1 + u128::from(u32::from_ne_bytes(step));
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *last = if *last >> TAIL == first >> TAIL { *last + step } else { first };
        Uuid::from_u128(*last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_one_millisecond_keep_their_order() {
        let (ids, at) = (IdSource::default(), Instant::parse("2026-03-02T10:00:00Z").unwrap());
        let many: Vec<Uuid> = (0..10_000_u32).map(|n| ids.next(at, &[255; 10], n.to_le_bytes())).collect();
        assert!(many.is_sorted_by(|a, b| a < b));
        let millis = u64::try_from(at.as_millis()).unwrap();
        for id in many {
            assert_eq!((id.get_version_num(), id.get_variant()), (7, uuid::Variant::RFC4122));
            let (seconds, nanos) = id.get_timestamp().unwrap().to_unix();
            assert_eq!(seconds * 1_000 + u64::from(nanos) / 1_000_000, millis);
        }
    }

    #[test]
    fn an_id_follows_a_clock_that_is_set_back() {
        let ids = IdSource::default();
        let (early, late) = (Instant::parse("2026-03-02T10:00:00Z"), Instant::parse("2030-01-01T00:00:00Z"));
        let [late, early] = [late, early].map(|at| ids.next(at.unwrap(), &[0; 10], [0; 4]));
        assert!(early < late);
    }
}
