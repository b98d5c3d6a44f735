//! A search of packed rows finds the same rows as a plain filter.

use super::*;
use crate::store::Key;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Numbers whose bytes look like letters, so that matches outside of texts occur too.
const NUMBERS: [u64; 4] = [0x6161_6161_6161_6161, 0x6161_6162_6162_6162, 0x6162_6163_6161_6263, 7];
const TEXT_AT: usize = 1 + size_of::<u64>();

fn row(class: u8, at: usize, text: &str, id: u8) -> Vec<u8> {
    Key::new().u8(class).u64(NUMBERS[at]).text(text).u8(b'a' + id).u8(b'a').u8(1).u8(b'b').build()
}

fn prefix(class: u8) -> KeyRange {
    KeyRange::prefix(&[class])
}

/// All matches of a search, page by page.
fn found(rows: &PackedRows, range: &KeyRange, part: &str, limit: usize) -> Vec<Vec<u8>> {
    let (mut found, mut rest) = (Vec::new(), range.clone());
    loop {
        let page = rows.find(&rest, part, limit);
        assert!(page.len() <= limit);
        let Some(last) = page.last() else { return found };
        rest = rest.before(last);
        found.extend(page);
    }
}

fn expected(rows: &BTreeSet<Vec<u8>>, range: &KeyRange, part: &str) -> Vec<Vec<u8>> {
    let inside = |row: &&Vec<u8>| range.bounds().is_some_and(|b| RangeBounds::<[u8]>::contains(&b, row.as_slice()));
    let has = |row: &&Vec<u8>| str::from_utf8(key::text_at(row, TEXT_AT)).unwrap().contains(part);
    rows.iter().rev().filter(inside).filter(has).cloned().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_search_finds_what_a_filter_finds(
        changes in proptest::collection::vec((any::<bool>(), 0..3_u8, 0..4_usize, "[abcü@\n]{0,7}", 0..3_u8), 0..250),
        parts in proptest::collection::vec("[abcü@]{1,6}", 6),
        chunk in 40..600_usize,
        limit in 1..9_usize,
    ) {
        let (mut packed, mut plain) = (PackedRows::with_chunk_bytes(TEXT_AT, chunk), BTreeSet::new());
        for (present, class, at, text, id) in &changes {
            let row = row(*class, *at, text, *id);
            if *present {
                packed.insert(&row);
                plain.insert(row);
            } else {
                // An existing row, if there is one.
                let row = plain.range(row.clone()..).next().cloned().unwrap_or(row);
                packed.remove(&row);
                plain.remove(&row);
            }
        }
        let cursor = plain.iter().nth(plain.len() / 2).cloned().unwrap_or_default();
        let between = KeyRange::between(&row(1, 0, "", 0), &row(1, 2, "", 0));
        for part in &parts {
            for range in [KeyRange::all(), prefix(0), prefix(1), prefix(9), prefix(1).before(&cursor), between.clone()] {
                prop_assert_eq!(found(&packed, &range, part, limit), expected(&plain, &range, part), "{} {:?}", part, range);
            }
        }
    }
}

/// Texts longer than an n-gram, and enough of them to fill several chunks of the real size.
#[test]
fn full_chunks_are_searched() {
    let (mut packed, mut plain) = (PackedRows::new(TEXT_AT), BTreeSet::new());
    for n in 0..3_000_u32 {
        let spread = n.wrapping_mul(2_654_435_761);
        let text = format!("person{spread:08x}@example.org\nperson {n}");
        let row = Key::new().u8(1).u64(u64::from(n % 7)).text(&text).u32(n).build();
        packed.insert(&row);
        packed.insert(&row);
        plain.insert(row);
    }
    assert!(packed.chunks.len() > 5, "{}", packed.chunks.len());
    for part in ["person 2718", "person 27", "00", "@example.org\nperson 1", "nobody-like-this", "xample.orgx"] {
        let all = KeyRange::all();
        assert_eq!(found(&packed, &all, part, 100), expected(&plain, &all, part), "{part}");
    }
    for row in &plain {
        packed.remove(row);
    }
    assert_eq!((found(&packed, &KeyRange::all(), "p", 9).len(), packed.chunks.len()), (0, 0));
}
