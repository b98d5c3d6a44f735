//! Names that an object of a template has twice: a parser keeps the last value, so that the other would not be sent.

use serde::{
    Deserializer,
    de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor},
};
use std::{collections::BTreeSet, fmt};

/// The first name of a JSON text that stands twice in one object.
pub(super) fn first_repeated(json: &str) -> Option<String> {
    let mut found = None;
    let mut reader = serde_json::Deserializer::from_str(json);
    // An error is a repeated name, which is noted; other JSON has been parsed before.
    let _ = Names(&mut found).deserialize(&mut reader);
    found
}

/// A value whose names are looked at.
struct Names<'f>(&'f mut Option<String>);

impl<'de> DeserializeSeed<'de> for Names<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Names<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(Names(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let mut names: BTreeSet<String> = BTreeSet::new();
        while let Some(name) = members.next_key::<String>()? {
            if names.contains(&name) {
                *self.0 = Some(name);
                return Err(A::Error::custom("a name stands twice"));
            }
            names.insert(name);
            members.next_value_seed(Names(self.0))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_stands_twice_in_one_object_is_found() {
        for kept in
            [r#"{"a": {"a": 1}, "b": [{"a": null}, {"a": -1.5}]}"#, r#"["a", "a", true]"#, r#"{"a": "a", "A": 2}"#]
        {
            assert_eq!(first_repeated(kept), None, "{kept}");
        }
        for (json, name) in [
            (r#"{"text": "{message}", "text": "x"}"#, "text"),
            (r#"[1, {"b": {"c": 1, "d": [], "c": {}}}]"#, "c"),
            (r#"{"é": 1, "\u00e9": 2}"#, "é"),
        ] {
            assert_eq!(first_repeated(json).as_deref(), Some(name), "{json}");
        }
    }
}
