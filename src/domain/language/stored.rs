//! How a language is written: by its tag in JSON, by its position in the store.

use super::{AddedLanguage, Language};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Stored by position.
#[derive(Serialize, Deserialize)]
enum StoredLanguage {
    English,
    German,
    French,
    Spanish,
    Portuguese,
    Polish,
    Arabic,
    Japanese,
    Added(String),
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.serialize_str(self.code());
        }
        let stored = match self {
            Self::English => StoredLanguage::English,
            Self::German => StoredLanguage::German,
            Self::French => StoredLanguage::French,
            Self::Spanish => StoredLanguage::Spanish,
            Self::Portuguese => StoredLanguage::Portuguese,
            Self::Polish => StoredLanguage::Polish,
            Self::Arabic => StoredLanguage::Arabic,
            Self::Japanese => StoredLanguage::Japanese,
            Self::Added(_) => StoredLanguage::Added(self.code().to_owned()),
        };
        stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let tag = String::deserialize(deserializer)?;
            let exact = Self::of_tag(&tag).filter(|language| language.code() == tag);
            return exact.ok_or_else(|| de::Error::custom(format!("unknown language `{tag}`")));
        }
        Ok(match StoredLanguage::deserialize(deserializer)? {
            StoredLanguage::English => Self::English,
            StoredLanguage::German => Self::German,
            StoredLanguage::French => Self::French,
            StoredLanguage::Spanish => Self::Spanish,
            StoredLanguage::Portuguese => Self::Portuguese,
            StoredLanguage::Polish => Self::Polish,
            StoredLanguage::Arabic => Self::Arabic,
            StoredLanguage::Japanese => Self::Japanese,
            StoredLanguage::Added(tag) => {
                let unknown = || de::Error::custom(format!("unknown language `{tag}`"));
                Self::Added(AddedLanguage::of_tag(&tag).ok_or_else(unknown)?)
            }
        })
    }
}
