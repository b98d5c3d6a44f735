//! Lists in bodies that are given up, or cut, where they get too long: not one entry more is made.

use serde::{
    Deserialize, Deserializer,
    de::{Error, IgnoredAny, SeqAccess, Visitor},
};
use std::{fmt, marker::PhantomData};

/// Refuses a list of more than `MOST` entries.
pub fn at_most<'de, const MOST: usize, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    from.deserialize_seq(Entries::<MOST, true, T>(PhantomData))
}

/// Passes over whatever comes after `MOST` entries.
pub fn first<'de, const MOST: usize, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    from.deserialize_seq(Entries::<MOST, false, T>(PhantomData))
}

struct Entries<const MOST: usize, const STRICT: bool, T>(PhantomData<T>);

impl<'de, const MOST: usize, const STRICT: bool, T: Deserialize<'de>> Visitor<'de> for Entries<MOST, STRICT, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Vec<T>, A::Error> {
        let mut kept = Vec::new();
        while kept.len() < MOST {
            let Some(entry) = entries.next_element()? else { return Ok(kept) };
            kept.push(entry);
        }
        while entries.next_element::<IgnoredAny>()?.is_some() {
            if STRICT {
                return Err(A::Error::custom(format_args!("expected a list of at most {MOST}")));
            }
        }
        Ok(kept)
    }
}
