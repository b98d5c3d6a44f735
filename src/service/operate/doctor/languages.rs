//! Texts that the site has of languages.

use super::finding::DoctorFinding;
use crate::{app::App, domain::Result, service::settings::languages};

const TOPIC: &str = "languages";

/// A finding for each language with texts whose English has changed since they were translated.
pub fn outdated(app: &App) -> Result<Vec<DoctorFinding>> {
    let found = languages::outdated(app)?.into_iter().map(|(language, count)| {
        let code = language.code();
        let texts =
            if count == 1 { "1 text of your own was".to_owned() } else { format!("{count} texts of your own were") };
        let said = format!("{} ({code}): {texts} translated from another English than that of today.", language.name());
        let fix =
            format!("See which with 'invigil language list', and import a new file: invigil language export {code}.");
        DoctorFinding::warning(TOPIC, said, fix)
    });
    Ok(found.collect())
}
