//! Texts of pages and mails in the languages of translators: catalogues as PO files, and their checks
//! (`docs/languages.md#translators`).

pub mod check;
pub mod message;
mod page;
pub mod po;
mod po_reader;

pub use page::{STAFF_LANGUAGES, page_texts, staff_texts};
pub use po_reader::read as read_po;

use super::{Instant, UserId, language::Language};
use serde::{Deserialize, Serialize};

/// A text of ours in English, which translators start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// Part and key of a page's text, `take.start`; the same after `staff/` in staff's rooms; `mail/<template>` for a text of a
    /// mail, of which its English is the key.
    pub context: String,
    /// The English text in the syntax of ICU: arguments in braces, tags as `<b>`.
    pub english: String,
    /// Note to translators.
    pub note: String,
}

impl SourceText {
    #[must_use]
    pub fn is_of_mail(&self) -> bool {
        is_of_mail(&self.context)
    }
}

/// Whether a context is that of a mail's text.
#[must_use]
pub fn is_of_mail(context: &str) -> bool {
    context.starts_with("mail/")
}

const STAFF: &str = "staff/";

/// Who reads a text. A file of translators has the texts of one of them, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    Candidates,
    Staff,
}

impl Readers {
    /// The readers of the text with this context.
    #[must_use]
    pub fn of(context: &str) -> Self {
        if context.starts_with(STAFF) { Self::Staff } else { Self::Candidates }
    }
}

/// Part and key of a page's text; `None` for one of a mail.
#[must_use]
pub fn part_and_key(context: &str) -> Option<(&str, &str)> {
    let of_page = context.strip_prefix(STAFF).unwrap_or(context);
    of_page.split_once('.').filter(|_| !is_of_mail(context))
}

/// A text in another language, with the English that it was translated from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranslatedText {
    pub context: String,
    pub english: String,
    pub text: String,
}

/// The texts that a site has of a language: they override ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguagePack {
    pub language: Language,
    /// Texts in the order of the catalogue.
    pub texts: Vec<TranslatedText>,
    /// Complete enough for candidates when it was imported. A language with texts of ours always is.
    pub is_offered: bool,
    /// SHA-256 of the texts, hexadecimal.
    pub hash: String,
    pub imported_at: Instant,
    /// `None` for the command line.
    pub imported_by: Option<UserId>,
}

/// The languages that a site has texts of, without these.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteLanguages {
    pub packs: Vec<PackFacts>,
}

/// Facts of a pack for every page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackFacts {
    pub language: Language,
    pub hash: String,
    pub is_offered: bool,
    /// Complete enough for staff when it was imported.
    pub is_for_staff: bool,
}

impl SiteLanguages {
    /// Whether candidates may be addressed in it.
    #[must_use]
    pub fn offers(&self, language: Language) -> bool {
        language.is_ours() || self.packs.iter().any(|pack| pack.language == language && pack.is_offered)
    }

    /// All that candidates may choose: ours, then the site's.
    #[must_use]
    pub fn offered(&self) -> Vec<Language> {
        let added = self.packs.iter().filter(|pack| pack.is_offered && !pack.language.is_ours());
        Language::ALL.into_iter().chain(added.map(|pack| pack.language)).collect()
    }

    /// All that staff may choose: ours, then the site's.
    #[must_use]
    pub fn for_staff(&self) -> Vec<Language> {
        let is_added = |pack: &&PackFacts| pack.is_for_staff && !STAFF_LANGUAGES.contains(&pack.language);
        STAFF_LANGUAGES.into_iter().chain(self.packs.iter().filter(is_added).map(|pack| pack.language)).collect()
    }
}
