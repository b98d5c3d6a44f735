//! Sentences of the server for staff, as keys and values for a page in another language.

use crate::{
    domain::sentence::{SentencePart, SentenceValue},
    http::wire::Timestamp,
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A text of the page's catalogue `serverSentences`, with its values.
#[derive(Serialize, ToSchema)]
#[schema(as = SentencePart)]
pub struct SentencePartBody {
    key: String,
    // Without it, the description of each would contain the other without end.
    #[schema(no_recursion)]
    values: BTreeMap<String, SentenceValueBody>,
}

/// A value of a sentence, in the form of its kind.
#[derive(Serialize, ToSchema)]
#[schema(as = SentenceValue)]
#[serde(untagged)]
pub enum SentenceValueBody {
    /// A name, or words of another program.
    Text {
        text: String,
    },
    Count {
        count: i64,
    },
    At {
        at: Timestamp,
        time_zone: Option<String>,
    },
    Seconds {
        seconds: i64,
    },
    Parts {
        parts: Vec<SentencePartBody>,
    },
}

impl From<SentencePart> for SentencePartBody {
    fn from(SentencePart { key, values }: SentencePart) -> Self {
        let values = values.into_iter().map(|(name, value)| (name.into_owned(), value.into())).collect();
        Self { key: key.into_owned(), values }
    }
}

impl From<SentenceValue> for SentenceValueBody {
    fn from(value: SentenceValue) -> Self {
        match value {
            SentenceValue::Text(text) => Self::Text { text },
            SentenceValue::Count(count) => Self::Count { count },
            SentenceValue::At(at, time_zone) => Self::At { at: at.into(), time_zone },
            SentenceValue::Seconds(seconds) => Self::Seconds { seconds },
            SentenceValue::Sentence(parts) => Self::Parts { parts: bodies(parts) },
        }
    }
}

pub fn bodies(parts: Vec<SentencePart>) -> Vec<SentencePartBody> {
    parts.into_iter().map(Into::into).collect()
}
