//! Unknown fields: serde ignores them silently, and a misspelt one would be lost.

use super::lost::Lost;
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, IntoDeserializer, MapAccess, Visitor, value::StringDeserializer},
    forward_to_deserialize_any,
};
use std::{fmt, marker::PhantomData};

/// Maximum length of a reported name, in characters.
const MAX_NAME: usize = 60;

/// A deserialized value with the names of unknown fields.
pub(super) struct WithUnknown<T> {
    pub value: T,
    unknown: Vec<String>,
}

impl<T> WithUnknown<T> {
    /// Messages about the unknown fields, except those in `also`.
    pub fn unknown(&self, also: &'static [&'static str]) -> impl Iterator<Item = Lost> {
        self.unknown.iter().filter(|name| !also.contains(&name.as_str())).map(|name| {
            let name: String = name.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
            Lost::reads(format!("Unknown field '{name}'.")).unread(name)
        })
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for WithUnknown<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct WithUnknownVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for WithUnknownVisitor<T> {
            type Value = WithUnknown<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<WithUnknown<T>, A::Error> {
                let mut unknown = Vec::new();
                let value = T::deserialize(FieldNamesReader { map, known: &[], unknown: &mut unknown })?;
                Ok(WithUnknown { value, unknown })
            }
        }

        from.deserialize_map(WithUnknownVisitor(PhantomData))
    }
}

/// Forwards the map to a struct, which reports its field names.
struct FieldNamesReader<'u, A> {
    map: A,
    known: &'static [&'static str],
    unknown: &'u mut Vec<String>,
}

impl<'de, A: MapAccess<'de>> Deserializer<'de> for FieldNamesReader<'_, A> {
    type Error = A::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_map(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        visitor.visit_map(Self { known, ..self })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for FieldNamesReader<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let Some(name) = self.map.next_key::<String>()? else {
            return Ok(None);
        };
        if !self.known.contains(&name.as_str()) {
            self.unknown.push(name.clone());
        }
        let name: StringDeserializer<A::Error> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}
