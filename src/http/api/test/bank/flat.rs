//! A question beside other fields: as an object in `question`, or with its own fields among them.

use crate::http::api::test::questions::QuestionInput;
use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::{Map, Value};
use std::{fmt, marker::PhantomData};

/// The `question` of an item: a question, or the text of one.
enum QuestionOrText {
    Question(Box<QuestionInput>),
    Text(String),
}

impl<'de> Deserialize<'de> for QuestionOrText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = QuestionOrText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<QuestionOrText, E> {
                Ok(QuestionOrText::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<QuestionOrText, A::Error> {
                let question = QuestionInput::deserialize(MapAccessDeserializer::new(map))?;
                Ok(QuestionOrText::Question(Box::new(question)))
            }
        }

        from.deserialize_any(Either)
    }
}

/// Fields of an object beside its question.
pub trait SiblingFields: Default {
    /// Reads the value of the field `name`. Returns false, without reading it, for any other field.
    fn take<'de, A: MapAccess<'de>>(&mut self, name: &str, map: &mut A) -> Result<bool, A::Error>;
}

/// Reads an object and its question, if it has one.
pub fn read<'de, T: SiblingFields, D: Deserializer<'de>>(from: D) -> Result<(T, Option<QuestionInput>), D::Error> {
    struct FlatVisitor<T>(PhantomData<T>);

    impl<'de, T: SiblingFields> Visitor<'de> for FlatVisitor<T> {
        type Value = (T, Option<QuestionInput>);

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let (mut beside, mut question, mut text, mut others) = (T::default(), None, None, Map::new());
            while let Some(name) = map.next_key::<String>()? {
                if beside.take(&name, &mut map)? {
                    continue;
                }
                if name != "question" {
                    others.insert(name, map.next_value()?);
                    continue;
                }
                match map.next_value::<Option<QuestionOrText>>()? {
                    Some(QuestionOrText::Question(whole)) => question = Some(*whole),
                    Some(QuestionOrText::Text(found)) => text = Some(found),
                    None => {}
                }
            }
            if let Some(text) = text {
                others.insert("question".to_owned(), text.into());
                question = Some(QuestionInput::deserialize(Value::Object(others)).map_err(de::Error::custom)?);
            }
            Ok((beside, question))
        }
    }

    from.deserialize_map(FlatVisitor(PhantomData))
}
