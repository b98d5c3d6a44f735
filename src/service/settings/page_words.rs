//! Texts of pages for pages, files and emails that the server writes itself: those of the site go before ours
//! (`docs/languages.md#translators`).

use super::languages;
use crate::{
    domain::{
        Result,
        language::Language,
        sentence::{Sentence, SentencePart, SentenceValue},
        translation::{
            LanguagePack, Readers, SourceText, TranslatedText,
            check::fits,
            message::{filled, shape_of},
            page_texts, part_and_key, staff_texts,
        },
    },
    store::Read,
};
use std::{borrow::Cow, collections::HashMap, sync::LazyLock};

/// Parts with texts of these.
const PARTS: [&str; 4] = ["launch", "refusals", "exportColumns", SENTENCES];
/// The part with sentences of the server for staff.
const SENTENCES: &str = "serverSentences";

type Texts = HashMap<String, SourceText>;

/// Our texts, by context.
static OURS: LazyLock<HashMap<Language, Texts>> =
    LazyLock::new(|| Language::ALL.into_iter().map(|language| (language, texts_of(language))).collect());

fn texts_of(language: Language) -> Texts {
    let is_shown = |text: &SourceText| part_and_key(&text.context).is_some_and(|(part, _)| PARTS.contains(&part));
    let texts = page_texts(language).into_iter().chain(staff_texts(language)).filter(is_shown);
    texts.map(|text| (text.context.clone(), text)).collect()
}

fn ours(language: Language, context: &str) -> Option<&'static SourceText> {
    OURS.get(&language)?.get(context)
}

/// The texts of a language.
pub struct PageWords {
    language: Language,
    /// The site's own texts, by context.
    own: HashMap<String, String>,
}

impl PageWords {
    #[must_use]
    pub fn english() -> Self {
        Self { language: Language::English, own: HashMap::new() }
    }

    /// # Errors
    /// Storage only.
    pub fn of(read: &impl Read, language: Language) -> Result<Self> {
        let has_own = languages::of_site(read)?.packs.iter().any(|pack| pack.language == language);
        let pack: Option<LanguagePack> = if has_own { read.get(language.code())? } else { None };
        let fitting = |text: TranslatedText| {
            let source = ours(Language::English, &text.context)?;
            fits(language, source, &text).then_some((text.context, text.text))
        };
        let texts = pack.map(|pack| pack.texts).unwrap_or_default();
        Ok(Self { language, own: texts.into_iter().filter_map(fitting).collect() })
    }

    #[must_use]
    pub const fn language(&self) -> Language {
        self.language
    }

    /// A text with its arguments; in English where the language lacks it.
    #[must_use]
    pub fn text(&self, context: &str, arguments: &[(&str, &str)]) -> String {
        let english = || ours(Language::English, context).map(|text| text.english.as_str());
        filled(self.translated(context).or_else(english).unwrap_or_default(), arguments)
    }

    /// The translation of a sentence that the server says in English; `None` without one.
    #[must_use]
    pub fn sentence(&self, english: &str) -> Option<String> {
        let is_it = |text: &&SourceText| text.english == english && Readers::of(&text.context) == Readers::Candidates;
        let found = OURS.get(&Language::English)?.values().find(is_it)?;
        self.translated(&found.context).map(|text| filled(text, &[]))
    }

    /// The sentence of a refusal's code; `None` without one, and for one that needs values.
    #[must_use]
    pub fn of_code(&self, code: &str) -> Option<String> {
        let text = self.translated(&format!("refusals.{code}")).filter(|text| !text.contains('{'))?;
        Some(filled(text, &[]))
    }

    /// A sentence for staff; in English where a part of it is not translated, as half a sentence in another language helps no
    /// one.
    #[must_use]
    pub fn said(&self, sentence: &Sentence) -> String {
        let own = if self.language == Language::English { None } else { self.joined(&sentence.parts) };
        own.unwrap_or_else(|| sentence.english.clone())
    }

    fn joined(&self, parts: &[SentencePart]) -> Option<String> {
        let words: Vec<String> = parts.iter().map(|part| self.part(part)).collect::<Option<_>>()?;
        (!words.is_empty()).then(|| words.join(" "))
    }

    fn part(&self, part: &SentencePart) -> Option<String> {
        let text = self.translated(&format!("staff/{SENTENCES}.{}", part.key))?;
        // Forms are for pages.
        shape_of(text).ok().filter(|shape| shape.plurals.is_empty() && shape.selects.is_empty())?;
        let value = |(name, value): (&Cow<'static, str>, &SentenceValue)| Some((name.to_string(), self.value(value)?));
        let values: Vec<(String, String)> = part.values.iter().map(value).collect::<Option<_>>()?;
        let values: Vec<(&str, &str)> = values.iter().map(|(name, own)| (name.as_str(), own.as_str())).collect();
        Some(filled(text, &values))
    }

    fn value(&self, value: &SentenceValue) -> Option<String> {
        match value {
            SentenceValue::Text(text) => Some(text.clone()),
            SentenceValue::Count(count) => Some(count.to_string()),
            SentenceValue::At(at, zone) => Some(at.in_words(zone.as_deref(), self.language)),
            // Only pages name lengths in each language.
            SentenceValue::Seconds(_) => None,
            SentenceValue::Sentence(parts) => self.joined(parts),
        }
    }

    fn translated(&self, context: &str) -> Option<&str> {
        let own = self.own.get(context).map(String::as_str);
        own.or_else(|| ours(self.language, context).map(|text| text.english.as_str()))
    }
}
