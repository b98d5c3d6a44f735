//! A question beside other fields: as an object in `question`, or with its own fields among them.

use crate::http::api::questions::QuestionInput;
use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::{Map, Value};
use std::fmt;

/// What `question` of an item is: a question, or the text of one.
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

/// The fields of an object that may belong to a question.
#[derive(Default)]
pub struct Parts {
    question: Option<Box<QuestionInput>>,
    text: Option<String>,
    others: Map<String, Value>,
}

impl Parts {
    /// Reads the value of a field.
    pub fn take<'de, A: MapAccess<'de>>(&mut self, name: String, map: &mut A) -> Result<(), A::Error> {
        if name != "question" {
            self.others.insert(name, map.next_value()?);
            return Ok(());
        }
        match map.next_value::<Option<QuestionOrText>>()? {
            Some(QuestionOrText::Question(question)) => self.question = Some(question),
            Some(QuestionOrText::Text(text)) => self.text = Some(text),
            None => {}
        }
        Ok(())
    }

    /// The question, if there is one.
    pub fn question<E: de::Error>(mut self) -> Result<Option<QuestionInput>, E> {
        let Some(text) = self.text else { return Ok(self.question.map(|question| *question)) };
        self.others.insert("question".to_owned(), text.into());
        QuestionInput::deserialize(Value::Object(self.others)).map(Some).map_err(E::custom)
    }
}
