//! Texts that a site has of languages.

use super::{Record, Single, Table};
use crate::domain::translation::{LanguagePack, SiteLanguages};

impl Record for LanguagePack {
    const TABLE: Table = Table("language_packs");
    const VERSION: u8 = 1;
    type Id<'k> = &'k str;
    fn id(&self) -> Self::Id<'_> {
        self.language.code()
    }
}

impl Record for SiteLanguages {
    const TABLE: Table = Table("settings_languages");
    const VERSION: u8 = 1;
    type Id<'k> = Single;
    fn id(&self) -> Single {
        Single
    }
}
