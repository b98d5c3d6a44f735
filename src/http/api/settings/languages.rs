//! Languages of candidates and staff (docs/languages.md#translators).

use crate::{
    app::App,
    domain::translation::check::OFFERED_FROM,
    http::{error::ApiResult, extract::As, wire::Timestamp},
    service::{
        actor::SiteOperator,
        settings::languages::{self, LanguageState},
    },
};
use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

/// A language with how much of the texts there is in it.
#[derive(Serialize, ToSchema)]
#[schema(as = LanguageCoverage)]
pub struct LanguageBody {
    /// Tag (BCP 47).
    language: &'static str,
    /// Name of the language, in the language itself.
    name: &'static str,
    /// Whole percent of all texts for candidates; 100 only if none is missing.
    percent: usize,
    /// Texts of pages that there are, of `page_total`.
    page: usize,
    page_total: usize,
    mail: usize,
    mail_total: usize,
    /// Texts of staff's rooms that there are, of `staff_total`; `percent` does not count them.
    staff: usize,
    staff_total: usize,
    /// Texts that this site has of its own.
    own: usize,
    /// Candidates are offered it.
    offered: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    imported_at: Option<Timestamp>,
    /// Texts of the site whose English has changed since they were translated: part and key, or email.
    changed: Vec<String>,
}

impl From<LanguageState> for LanguageBody {
    fn from(state: LanguageState) -> Self {
        let LanguageState { language, coverage, own, is_offered, imported_at, problems } = state;
        Self {
            language: language.code(),
            name: language.name(),
            percent: coverage.percent(),
            page: coverage.page,
            page_total: coverage.page_total,
            mail: coverage.mail,
            mail_total: coverage.mail_total,
            staff: coverage.staff,
            staff_total: coverage.staff_total,
            own,
            offered: is_offered,
            imported_at: imported_at.map(Into::into),
            changed: problems.into_iter().map(|problem| problem.context).collect(),
        }
    }
}

/// The languages of pages and emails.
#[derive(Serialize, ToSchema)]
#[schema(as = Languages)]
pub struct LanguagesBody {
    languages: Vec<LanguageBody>,
    /// Percentage of the texts of pages from which a language of the site is offered, if it has all texts of emails;
    /// and of those of staff's rooms, for staff.
    offered_from: usize,
}

/// List the languages with how much of the texts there is in each.
#[utoipa::path(get, path = "/admin/languages", tag = "settings", operation_id = "languages",
    responses((status = 200, body = LanguagesBody)))]
pub async fn list(State(app): State<App>, As(by): As<SiteOperator>) -> ApiResult<Json<LanguagesBody>> {
    let languages = languages::list(&app, &by)?.into_iter().map(Into::into).collect();
    Ok(Json(LanguagesBody { languages, offered_from: OFFERED_FROM }))
}
