//! Golden bytes of the texts that a site has of languages.

use super::tests::{AT, Sample, id, sample};
use crate::domain::{
    language::Language,
    translation::{LanguagePack, PackFacts, SiteLanguages, TranslatedText},
};

pub(super) fn samples() -> Vec<Sample> {
    let italian = Language::of_tag("it").unwrap();
    let text = TranslatedText { context: "take.next".into(), english: "Next".into(), text: "Avanti".into() };
    let pack = LanguagePack {
        language: italian,
        texts: vec![text],
        is_offered: true,
        hash: "0123".into(),
        imported_at: AT,
        imported_by: Some(id(1)),
    };
    let facts = |language| PackFacts { language, hash: "0123".into(), is_offered: true, is_for_staff: false };
    let site = SiteLanguages { packs: vec![facts(Language::German), facts(italian)] };
    vec![sample("language packs", &pack), sample("site languages", &site)]
}
