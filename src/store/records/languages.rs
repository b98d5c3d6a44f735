//! Texts that a site has of languages.

use super::{Record, Single, Table};
use crate::{
    domain::{
        language::Language,
        translation::{LanguagePack, PackFacts, SiteLanguages},
    },
    store::{StoreError, decode_body},
};
use serde::Deserialize;

impl Record for LanguagePack {
    const TABLE: Table = Table("language_packs");
    const VERSION: u8 = 1;
    type Id<'k> = &'k str;
    fn id(&self) -> Self::Id<'_> {
        self.language.code()
    }
}

/// Before texts for staff.
#[derive(Deserialize)]
struct SiteLanguagesV1 {
    packs: Vec<PackFactsV1>,
}

#[derive(Deserialize)]
struct PackFactsV1 {
    language: Language,
    hash: String,
    is_offered: bool,
}

impl Record for SiteLanguages {
    const TABLE: Table = Table("settings_languages");
    const VERSION: u8 = 2;
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        if version != 1 {
            return Err(StoreError::unknown_version(version));
        }
        let facts = |PackFactsV1 { language, hash, is_offered }: PackFactsV1| PackFacts {
            language,
            hash,
            is_offered,
            is_for_staff: false,
        };
        let SiteLanguagesV1 { packs } = decode_body(body)?;
        Ok(Self { packs: packs.into_iter().map(facts).collect() })
    }
    type Id<'k> = Single;
    fn id(&self) -> Single {
        Single
    }
}
