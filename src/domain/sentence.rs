//! Sentences of the server for staff: in English, and as keys and values from which a page words them in its reader's language
//! (`docs/languages.md`). Their translations are texts of the page: `ui/src/i18n/staff/en/server-sentences.ts` and beside it.

use super::{Instant, language::Language, time::SignedDuration};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, collections::BTreeMap, fmt};

/// One or more sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    pub english: String,
    pub parts: Vec<SentencePart>,
}

/// A text of the catalogue with its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentencePart {
    pub key: Cow<'static, str>,
    pub values: BTreeMap<Cow<'static, str>, SentenceValue>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SentenceValue {
    /// A name, or words of another program, in their own language.
    Text(String),
    Count(i64),
    /// An instant, with the time zone that its reader may want.
    At(Instant, Option<String>),
    /// A length in seconds.
    Seconds(i64),
    Sentence(Vec<SentencePart>),
}

/// A value as a sentence takes it: in English, and for other languages.
#[derive(Clone, Debug)]
pub struct Filled(String, SentenceValue);

/// An instant for people, in words.
#[derive(Clone, Debug)]
pub struct InWords<'a>(pub Instant, pub Option<&'a str>);

/// A sentence of the catalogue: its key, the English text with `{name}` for each value, and the values.
#[macro_export]
macro_rules! sentence {
    ($key:literal: $english:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::domain::sentence::Sentence::new(
            $key,
            $english,
            [$((stringify!($name), $crate::domain::sentence::Filled::from($crate::sentence!(@ $name $(= $value)?)))),*],
        )
    };
    (@ $name:ident = $value:expr) => { $value };
    (@ $name:ident) => { $name };
}

impl Sentence {
    #[must_use]
    pub fn new<const N: usize>(key: &'static str, template: &str, values: [(&'static str, Filled); N]) -> Self {
        let mut english = String::with_capacity(template.len());
        let mut rest = template;
        while let Some((before, (name, after))) = rest.split_once('{').and_then(|(b, r)| Some((b, r.split_once('}')?)))
        {
            english.push_str(before);
            if let Some((_, Filled(words, _))) = values.iter().find(|(own, _)| *own == name) {
                english.push_str(words);
            }
            rest = after;
        }
        english.push_str(rest);
        let values = values.into_iter().map(|(name, Filled(_, value))| (Cow::Borrowed(name), value)).collect();
        Self { english, parts: vec![SentencePart { key: Cow::Borrowed(key), values }] }
    }

    /// Words of another program, which stay as they are.
    #[must_use]
    pub fn foreign(words: impl Into<String>) -> Self {
        let words = words.into();
        crate::sentence!("foreign": "{words}", words)
    }

    /// Followed by another one.
    #[must_use]
    pub fn then(mut self, next: Self) -> Self {
        if !self.english.is_empty() && !next.english.is_empty() {
            self.english.push(' ');
        }
        self.english.push_str(&next.english);
        self.parts.extend(next.parts);
        self
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl From<&str> for Filled {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<&String> for Filled {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<String> for Filled {
    fn from(text: String) -> Self {
        Self(text.clone(), SentenceValue::Text(text))
    }
}

impl From<i64> for Filled {
    fn from(count: i64) -> Self {
        Self(count.to_string(), SentenceValue::Count(count))
    }
}

impl From<u64> for Filled {
    fn from(count: u64) -> Self {
        i64::try_from(count).unwrap_or(i64::MAX).into()
    }
}

impl From<usize> for Filled {
    fn from(count: usize) -> Self {
        i64::try_from(count).unwrap_or(i64::MAX).into()
    }
}

/// Writes the instant as RFC 3339 in English.
impl From<Instant> for Filled {
    fn from(at: Instant) -> Self {
        Self(at.to_string(), SentenceValue::At(at, None))
    }
}

impl From<InWords<'_>> for Filled {
    fn from(InWords(at, zone): InWords<'_>) -> Self {
        Self(at.in_words(zone, Language::English), SentenceValue::At(at, zone.map(str::to_owned)))
    }
}

/// The nearest unit of which there are two at least.
impl From<SignedDuration> for Filled {
    fn from(length: SignedDuration) -> Self {
        let seconds = length.abs().as_secs();
        let (number, unit) = match seconds {
            0..120 => (seconds, "second"),
            120..7_200 => ((seconds + 30) / 60, "minute"),
            7_200..172_800 => ((seconds + 1_800) / 3_600, "hour"),
            _ => ((seconds + 43_200) / 86_400, "day"),
        };
        let words = format!("{number} {unit}{}", if number == 1 { "" } else { "s" });
        Self(words, SentenceValue::Seconds(seconds))
    }
}

impl From<Sentence> for Filled {
    fn from(sentence: Sentence) -> Self {
        Self(sentence.english, SentenceValue::Sentence(sentence.parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_in_the_sentence_as_they_are() {
        let name = "{title} {";
        let said = sentence!("testStarted": "{name} has started the test '{title}'.", name, title = "A {name}");
        assert_eq!(said.english, "{title} { has started the test 'A {name}'.");
        assert_eq!(said.parts[0].values["title"], SentenceValue::Text("A {name}".into()));
    }

    #[test]
    fn sentences_follow_each_other_and_stand_in_each_other() {
        let inner = sentence!("flagCameraMuted": "the camera is muted.");
        let said = sentence!("flag": "{name}: {what}", name = "A", what = inner).then(Sentence::foreign("550 no"));
        assert_eq!((said.english.as_str(), said.parts.len()), ("A: the camera is muted. 550 no", 2));
        assert_eq!(Sentence::default().then(Sentence::foreign("x")).english, "x");
    }

    #[test]
    fn a_length_has_the_nearest_unit() {
        let said = |seconds| Filled::from(SignedDuration::from_secs(seconds)).0;
        assert_eq!(said(-86_399), "24 hours");
        assert_eq!(said(-119), "119 seconds");
        assert_eq!(said(3_599), "60 minutes");
        assert_eq!(said(3 * 86_400 - 1), "3 days");
        assert_eq!(said(1), "1 second");
    }
}
