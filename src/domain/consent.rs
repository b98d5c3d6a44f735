//! Consent: the text that a candidate accepts before a start, and the proof of it (`docs/behaviour/taking.md#consent`).

use super::{
    AttemptId, Error, ErrorCode, Instant, Result, TestId, UserId, hex,
    language::Language,
    question::{
        Tree,
        field::{is_text, longer},
    },
    rich_text::RichTextFormat,
    test_translation::MAX_LANGUAGES,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{collections::BTreeSet, fmt};

/// Maximum length of a text, in characters.
pub const MAX_CONSENT: usize = 10_000;

/// SHA-256 of a text in UTF-8; 64 hexadecimal digits as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ConsentHash(pub [u8; 32]);

impl ConsentHash {
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self(Sha256::digest(text).into())
    }
}

impl fmt::Display for ConsentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

/// A version of a text. A blank text asks for nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConsentText {
    /// Counts the stored changes from 1.
    pub version: u32,
    pub text: String,
    pub format: RichTextFormat,
    /// Set where the format is not plain.
    pub tree: Option<Tree>,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
    /// Translations of the text, in the order of their tags.
    pub translations: Vec<ConsentTranslation>,
}

/// A text in another language, in the format of the original.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConsentTranslation {
    pub language: Language,
    pub text: String,
    /// Set where the format is not plain.
    pub tree: Option<Tree>,
    /// The original that it translates. Candidates read it beside no other.
    pub of: ConsentHash,
}

impl ConsentTranslation {
    #[must_use]
    pub fn hash(&self) -> ConsentHash {
        ConsentHash::of(&self.text)
    }
}

impl ConsentText {
    #[must_use]
    pub const fn is_set(&self) -> bool {
        !self.text.is_empty()
    }

    #[must_use]
    pub fn hash(&self) -> ConsentHash {
        ConsentHash::of(&self.text)
    }

    /// The translations of the text as it is.
    pub fn current(&self) -> impl Iterator<Item = &ConsentTranslation> {
        let hash = self.hash();
        self.translations.iter().filter(move |translation| translation.of == hash)
    }

    /// The wording that a start names, with its hash and language. `None` if it is not asked for, or not in this format: the
    /// same characters say something else as plain text and as Markdown.
    #[must_use]
    pub fn named(&self, named: &NamedConsent) -> Option<(ConsentHash, &str, Option<Language>)> {
        if named.format.is_some_and(|format| format != self.format) {
            return None;
        }
        let hash = named.hash.as_deref().and_then(hex::decode32).map(ConsentHash)?;
        let (wording, language) = self.wording(hash)?;
        Some((hash, wording, language))
    }

    /// The wording with this hash, with its language: the text itself, which has none, or a translation of it.
    #[must_use]
    pub fn wording(&self, hash: ConsentHash) -> Option<(&str, Option<Language>)> {
        if self.hash() == hash {
            return Some((&self.text, None));
        }
        let found = self.current().find(|translation| translation.hash() == hash)?;
        Some((&found.text, Some(found.language)))
    }
}

/// The text of the site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteConsent(pub ConsentText);

/// The text of a test, which replaces the site's unless it is blank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestConsent {
    pub test_id: TestId,
    pub text: ConsentText,
}

/// A text that was accepted. Kept once, however many accept it, and for good: it holds no names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptedText {
    pub hash: ConsentHash,
    pub text: String,
    /// The format in which it was accepted first.
    pub format: RichTextFormat,
}

/// The proof that a candidate accepted a text at the start of an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consent {
    pub attempt_id: AttemptId,
    pub hash: ConsentHash,
    /// The version of the text at that time.
    pub version: u32,
    /// The text was the test's own, not the site's.
    pub is_of_test: bool,
    pub at: Instant,
    /// The language of the translation that was accepted; `None` for the text itself.
    pub language: Option<Language>,
    /// The format in which it was read; `None` from before it was noted: that of the kept text.
    pub format: Option<RichTextFormat>,
}

/// The text that a start names as read and accepted.
#[derive(Clone, Debug, Default)]
pub struct NamedConsent {
    /// The hash of the text that was read, in hexadecimal.
    pub hash: Option<String>,
    /// The format in which it was read; `None` if the browser does not say.
    pub format: Option<RichTextFormat>,
}

/// A text as it is entered.
#[derive(Clone, Debug, Default)]
pub struct ConsentDraft {
    pub text: String,
    pub format: RichTextFormat,
    /// Blank ones are removed. `None` leaves those that are stored as they are.
    pub translations: Option<Vec<TranslationDraft>>,
}

/// A translation as it is entered.
#[derive(Clone, Debug)]
pub struct TranslationDraft {
    pub language: Language,
    pub text: String,
    /// The original that it translates; `None` for the text beside it.
    pub of: Option<ConsentHash>,
}

/// A checked text with its translations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedConsent {
    /// Trimmed.
    pub text: String,
    pub tree: Option<Tree>,
    pub translations: Vec<ConsentTranslation>,
}

/// A wording, trimmed, with its tree.
fn checked(field: &str, text: &str, format: RichTextFormat) -> Result<(String, Option<Tree>)> {
    let text = text.trim().to_owned();
    let refused = |message: String| Error::field(field, message);
    if !is_text(&text) {
        return Err(refused("The text contains control characters.".into()));
    }
    if longer(&text, MAX_CONSENT) {
        return Err(refused(format!("The text is too long ({MAX_CONSENT} characters at most).")));
    }
    let tree = Tree::of(&text, format).map_err(|fault| refused(fault.to_string()))?;
    if tree.as_ref().is_some_and(|tree| !tree.pictures().is_empty()) {
        return Err(refused("A text to be accepted has no pictures: it must be readable without them.".into()));
    }
    Ok((text, tree))
}

impl ConsentDraft {
    /// # Errors
    /// 422 on `text`, on `translations`, and on `translations.<tag>`.
    pub fn check(self, stored: &[ConsentTranslation]) -> Result<CheckedConsent> {
        let (text, tree) = checked("text", &self.text, self.format)?;
        let kept = |translation: &ConsentTranslation| TranslationDraft {
            language: translation.language,
            text: translation.text.clone(),
            of: Some(translation.of),
        };
        let drafts = self.translations.unwrap_or_else(|| stored.iter().map(kept).collect());
        let (mut translations, mut seen) = (Vec::new(), BTreeSet::new());
        for draft in drafts {
            let tag = draft.language.code();
            let (wording, tree) = checked(&format!("translations.{tag}"), &draft.text, self.format)?;
            if !seen.insert(tag) {
                return Err(Error::field("translations", format!("The language '{tag}' is given twice.")));
            }
            if !wording.is_empty() {
                let of = draft.of.unwrap_or_else(|| ConsentHash::of(&text));
                translations.push(ConsentTranslation { language: draft.language, text: wording, tree, of });
            }
        }
        if translations.len() > MAX_LANGUAGES {
            return Err(Error::field("translations", "A text has at most 12 translations."));
        }
        translations.sort_by_key(|translation| translation.language.code());
        Ok(CheckedConsent { text, tree, translations })
    }
}

/// 409 `consent_changed`: the start names no text, or another one than the candidate has to accept by now.
#[must_use]
pub fn changed(named: &NamedConsent, text: &ConsentText) -> Error {
    let detail = if named.hash.is_some() {
        "The text that you accepted has changed. Please read the new one and accept it."
    } else {
        "Please read the text of this page and accept it before you start."
    };
    Error::conflict(ErrorCode::ConsentChanged, detail)
        .with("hash", text.hash().to_string().as_str())
        .with("version", text.version)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: RichTextFormat = RichTextFormat::Plain;
    const MARKDOWN: RichTextFormat = RichTextFormat::Markdown;

    fn draft(text: &str, format: RichTextFormat) -> ConsentDraft {
        ConsentDraft { text: text.into(), format, translations: None }
    }

    #[test]
    fn a_text_is_trimmed_and_its_faults_are_named() {
        assert_eq!(draft("  I agree.\n", PLAIN).check(&[]).unwrap().text, "I agree.");
        assert!(draft("I **agree**.", MARKDOWN).check(&[]).unwrap().tree.is_some());
        assert_eq!(draft(" ", PLAIN).check(&[]).unwrap().text, "");
        let long = "ä".repeat(MAX_CONSENT);
        draft(&long, PLAIN).check(&[]).unwrap();
        for text in [format!("{long}ä"), "a\u{7}b".into()] {
            let refused = draft(&text, PLAIN).check(&[]).unwrap_err();
            assert!(refused.fields.contains_key("text"), "{}", refused.detail);
        }
        let picture = format!("![x](/api/pictures/{})", "a".repeat(64));
        assert!(draft(&picture, MARKDOWN).check(&[]).is_err());
    }

    fn in_german(text: &str, of: Option<ConsentHash>) -> TranslationDraft {
        TranslationDraft { language: Language::German, text: text.into(), of }
    }

    fn stored(CheckedConsent { text, tree, translations }: CheckedConsent) -> ConsentText {
        let at = Instant::EPOCH;
        ConsentText { version: 1, text, format: PLAIN, tree, by: None, at, translations }
    }

    #[test]
    fn a_translation_is_read_beside_the_text_that_it_translates_alone() {
        let asked = |text: &str, translations| ConsentDraft { translations, ..draft(text, PLAIN) };
        let drafts = vec![in_german(" Ich stimme zu. ", None)];
        let first = stored(asked("I agree.", Some(drafts)).check(&[]).unwrap());
        let german = ConsentHash::of("Ich stimme zu.");
        assert_eq!(first.wording(german), Some(("Ich stimme zu.", Some(Language::German))));
        assert_eq!(first.wording(first.hash()), Some(("I agree.", None)));
        assert_eq!(first.wording(ConsentHash::of("no")), None);

        let changed = stored(asked("I agree to all.", None).check(&first.translations).unwrap());
        assert_eq!((changed.translations.len(), changed.wording(german)), (1, None), "kept, and not shown");
        let back = stored(asked("I agree.", None).check(&changed.translations).unwrap());
        assert!(back.wording(german).is_some());
        let confirmed = asked("I agree to all.", Some(vec![in_german("Ich stimme zu.", None)]));
        assert!(stored(confirmed.check(&[]).unwrap()).wording(german).is_some());
        let blank = asked("I agree.", Some(vec![in_german(" ", None)]));
        assert_eq!(blank.check(&first.translations).unwrap().translations, []);
    }

    #[test]
    fn a_text_is_accepted_in_the_format_in_which_it_was_read() {
        let text = stored(draft("I ~~agree~~.", PLAIN).check(&[]).unwrap());
        let hash = Some(text.hash().to_string());
        let named = |format| text.named(&NamedConsent { hash: hash.clone(), format }).map(|(found, ..)| found);
        assert_eq!((named(Some(PLAIN)), named(None)), (Some(text.hash()), Some(text.hash())));
        assert_eq!(named(Some(MARKDOWN)), None);
        for unknown in [None, Some("no".to_owned())] {
            assert_eq!(text.named(&NamedConsent { hash: unknown, format: None }), None);
        }
    }

    #[test]
    fn the_faults_of_translations_are_named() {
        let refused = |translations| {
            let draft = ConsentDraft { translations: Some(translations), ..draft("I agree.", PLAIN) };
            draft.check(&[]).unwrap_err().fields
        };
        assert!(refused(vec![in_german("a\u{7}b", None)]).contains_key("translations.de"));
        let twice = refused(vec![in_german("a", None), in_german("b", None)]);
        assert!(twice.contains_key("translations"), "{twice:?}");
        let added = Language::known_tags().filter_map(Language::of_tag).take(MAX_LANGUAGES + 1);
        let many = added.map(|language| TranslationDraft { language, ..in_german("a", None) }).collect();
        assert!(refused(many).contains_key("translations"));
    }

    #[test]
    fn the_hash_is_the_one_of_sha256sum() {
        let hash = ConsentHash::of("abc").to_string();
        assert_eq!(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
