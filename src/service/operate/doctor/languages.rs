//! Texts that the site has of languages.

use super::finding::DoctorFinding;
use crate::{app::App, domain::Result, sentence, service::settings::languages};

const TOPIC: &str = "languages";

/// A finding for each language with texts whose English has changed since they were translated.
pub fn outdated(app: &App) -> Result<Vec<DoctorFinding>> {
    let found = languages::outdated(app)?.into_iter().map(|(language, count)| {
        let code = language.code();
        let name = language.name();
        let said = if count == 1 {
            sentence!(
                "languageOutdatedOne": "{name} ({code}): 1 text of your own was translated from another English than that of today.",
                name, code
            )
        } else {
            sentence!(
                "languageOutdated": "{name} ({code}): {count} texts of your own were translated from another English than that of today.",
                name, code, count
            )
        };
        let fix = sentence!(
            "languageOutdatedFix": "See which with 'invigil language list', and import a new file: invigil language export {code}.",
            code
        );
        DoctorFinding::warning(TOPIC, said, fix)
    });
    Ok(found.collect())
}
