//! Consent: the text that a candidate accepts before a start, and the proof of it (`docs/behaviour/taking.md#consent`).

use super::{
    AttemptId, Error, ErrorCode, Instant, Result, TestId, UserId,
    error::FieldChecker,
    hex,
    question::{
        Tree,
        field::{is_text, longer},
    },
    rich_text::RichTextFormat,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

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
    pub format: RichTextFormat,
}

/// The proof that a candidate accepted a text at the start of an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consent {
    pub attempt_id: AttemptId,
    pub hash: ConsentHash,
    /// Of the text at that time.
    pub version: u32,
    /// The text was the test's own, not the site's.
    pub is_of_test: bool,
    pub at: Instant,
}

/// A text as it is entered.
#[derive(Clone, Debug, Default)]
pub struct ConsentDraft {
    pub text: String,
    pub format: RichTextFormat,
}

impl ConsentDraft {
    /// The text, trimmed, with its tree.
    ///
    /// # Errors
    /// 422 on `text`.
    pub fn check(self) -> Result<(String, Option<Tree>)> {
        let text = self.text.trim().to_owned();
        let mut check = FieldChecker::default();
        check.require(is_text(&text), "text", "The text contains control characters.");
        let message = format!("The text is too long ({MAX_CONSENT} characters at most).");
        check.require(!longer(&text, MAX_CONSENT), "text", message);
        check.finish(&["text"])?;
        let tree = Tree::of(&text, self.format).map_err(|fault| Error::field("text", fault.to_string()))?;
        if tree.as_ref().is_some_and(|tree| !tree.pictures().is_empty()) {
            return Err(Error::field(
                "text",
                "A text to be accepted has no pictures: it must be readable without them.",
            ));
        }
        Ok((text, tree))
    }
}

/// 409 `consent_changed`: the start names no text, or another one than the candidate has to accept by now.
#[must_use]
pub fn changed(named: Option<&str>, text: &ConsentText) -> Error {
    let detail = if named.is_some() {
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

    #[test]
    fn a_text_is_trimmed_and_its_faults_are_named() {
        let draft = |text: &str, format| ConsentDraft { text: text.into(), format };
        assert_eq!(draft("  I agree.\n", RichTextFormat::Plain).check().unwrap(), ("I agree.".into(), None));
        assert!(draft("I **agree**.", RichTextFormat::Markdown).check().unwrap().1.is_some());
        assert_eq!(draft(" ", RichTextFormat::Plain).check().unwrap().0, "");
        let long = "ä".repeat(MAX_CONSENT);
        draft(&long, RichTextFormat::Plain).check().unwrap();
        for text in [format!("{long}ä"), "a\u{7}b".into()] {
            let refused = draft(&text, RichTextFormat::Plain).check().unwrap_err();
            assert!(refused.fields.contains_key("text"), "{}", refused.detail);
        }
        let picture = format!("![x](/api/pictures/{})", "a".repeat(64));
        assert!(draft(&picture, RichTextFormat::Markdown).check().is_err());
    }

    #[test]
    fn the_hash_is_the_one_of_sha256sum() {
        let hash = ConsentHash::of("abc").to_string();
        assert_eq!(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
