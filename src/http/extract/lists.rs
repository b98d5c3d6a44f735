//! Deserializers of lists with a maximum length: they reject or truncate longer lists without allocating more entries.

use serde::{
    Deserialize, Deserializer,
    de::{Error, IgnoredAny, SeqAccess, Visitor},
};
use std::{fmt, marker::PhantomData};

/// Rejects a list of more than `MAX` entries.
pub fn at_most<'de, const MAX: usize, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    from.deserialize_seq(Entries::<MAX, true, T>(PhantomData))
}

/// Ignores all entries after the first `MAX`.
pub fn first<'de, const MAX: usize, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    from.deserialize_seq(Entries::<MAX, false, T>(PhantomData))
}

struct Entries<const MAX: usize, const STRICT: bool, T>(PhantomData<T>);

impl<'de, const MAX: usize, const STRICT: bool, T: Deserialize<'de>> Visitor<'de> for Entries<MAX, STRICT, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Vec<T>, A::Error> {
        let mut kept = Vec::new();
        while kept.len() < MAX {
            let Some(entry) = entries.next_element()? else { return Ok(kept) };
            kept.push(entry);
        }
        while entries.next_element::<IgnoredAny>()?.is_some() {
            if STRICT {
                return Err(A::Error::custom(format_args!("expected a list of at most {MAX}")));
            }
        }
        Ok(kept)
    }
}
