//! Questions with their labels of the bank, beside the fields of the content.

use crate::domain::bank::Labels;
use serde::{
    Deserialize, Deserializer,
    de::{
        DeserializeSeed, IntoDeserializer, MapAccess, Visitor, value::MapAccessDeserializer, value::StringDeserializer,
    },
};
use std::{fmt, marker::PhantomData};

/// A value, and the labels among its fields.
pub(super) struct Labelled<T> {
    pub value: T,
    pub labels: Labels,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Labelled<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct LabelledVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for LabelledVisitor<T> {
            type Value = Labelled<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Labelled<T>, A::Error> {
                let mut labels = Labels::default();
                let rest = MapAccessDeserializer::new(Rest { map, labels: &mut labels });
                let value = T::deserialize(rest)?;
                Ok(Labelled { value, labels })
            }
        }

        from.deserialize_map(LabelledVisitor(PhantomData))
    }
}

/// The fields that are no labels.
struct Rest<'l, A> {
    map: A,
    labels: &'l mut Labels,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Rest<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        while let Some(name) = self.map.next_key::<String>()? {
            match name.as_str() {
                "title" => self.labels.title = self.map.next_value::<Option<_>>()?.unwrap_or_default(),
                "difficulty" => self.labels.difficulty = self.map.next_value()?,
                "state" => self.labels.state = self.map.next_value()?,
                _ => {
                    let name: StringDeserializer<A::Error> = name.into_deserializer();
                    return seed.deserialize(name).map(Some);
                }
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}
