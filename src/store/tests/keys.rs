//! Keys sort as their values do, and decode to the parts that were encoded.

use proptest::prelude::*;
use uuid::Uuid;

use crate::store::{Key, KeyRange, KeyReader, StoreError};

type Parts = (String, i64, u8, Vec<u8>, u64, u32, String);

fn parts() -> impl Strategy<Value = Parts> {
    // A small alphabet around the escape bytes makes common prefixes and NULs likely.
    let text = "[\u{0}\u{1}a\u{ff}]{0,4}";
    let id = proptest::collection::vec(any::<u8>(), 16);
    (text, any::<i64>(), any::<u8>(), id, any::<u64>(), any::<u32>(), text)
}

fn key((text, signed, byte, id, long, short, last): &Parts) -> Vec<u8> {
    let id = Uuid::from_slice(id).expect("16 bytes");
    let key = Key::new().text(text).i64(*signed).u8(*byte).id(id);
    key.u64(*long).u32(*short).text(last).build()
}

proptest! {
    #[test]
    fn order_is_preserved(a in parts(), b in parts(), same in 0..7_u8) {
        // Copy some leading parts, so that later ones decide the order too.
        let mut b = b;
        if same > 0 { b.0 = a.0.clone(); }
        if same > 1 { b.1 = a.1; }
        if same > 2 { b.2 = a.2; }
        if same > 3 { b.3 = a.3.clone(); }
        if same > 4 { b.4 = a.4; }
        if same > 5 { b.5 = a.5; }
        prop_assert_eq!(key(&a).cmp(&key(&b)), a.cmp(&b));
    }

    #[test]
    fn parts_round_trip(parts in parts()) {
        let key = key(&parts);
        let mut reader = KeyReader::new(&key);
        let read: Result<Parts, StoreError> = (|| Ok((
            reader.text()?, reader.i64()?, reader.u8()?, reader.id()?.as_bytes().to_vec(),
            reader.u64()?, reader.u32()?, reader.text()?,
        )))();
        prop_assert_eq!(read.expect("reads"), parts);
        prop_assert!(reader.finish().is_ok());
    }

    #[test]
    fn malformed_keys_are_rejected(key in proptest::collection::vec(any::<u8>(), 0..20)) {
        let text = KeyReader::new(&key).text();
        if let Ok(text) = text {
            prop_assert!(key.starts_with(&Key::new().text(&text).build()));
        }
        prop_assert_eq!(KeyReader::new(&key).id().is_ok(), key.len() >= 16);
    }

    #[test]
    fn a_prefix_range_contains_exactly_its_keys(prefix in proptest::collection::vec(250..=255_u8, 0..4),
                                                key in proptest::collection::vec(250..=255_u8, 0..6)) {
        use std::ops::RangeBounds;
        let range = KeyRange::prefix(&prefix);
        let inside = range.bounds().is_some_and(|b| RangeBounds::<[u8]>::contains(&b, &key[..]));
        prop_assert_eq!(inside, key.starts_with(&prefix));
    }
}

#[test]
fn every_part_has_its_stored_form() {
    // Deployed databases contain these bytes: a failure means that they are no longer readable.
    let key = Key::new().text("a\0b").i64(-1).u64(1).u32(2).u8(3).bytes32(&[7; 32]).id(Uuid::nil());
    let mut expected = b"a\x00\xFFb\x00\x01".to_vec();
    expected.extend([0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]);
    expected.extend([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 3]);
    expected.extend([7; 32]);
    expected.extend([0; 16]);
    assert_eq!(key.build(), expected);
    let bytes = Key::new().bytes32(&[9; 32]).build();
    assert_eq!(KeyReader::new(&bytes).bytes32().expect("32 bytes"), [9; 32]);
}
