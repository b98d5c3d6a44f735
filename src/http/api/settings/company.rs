//! The company as candidates see it (docs/behaviour/screens.md#company).

use crate::{
    app::App,
    domain::{PictureHash, company as domain, language::Language},
    http::{
        error::ApiResult,
        extract::{Anyone, As, FORM_LIMIT, Id, Query, UnreadBody},
        refusals::{Conflict, UnsupportedMedia},
        wire::{Confirmation, Timestamp},
    },
    service::{
        actor::SiteOperator,
        mail::sample::{self, TypedWords},
        settings::{
            company::{self, CompanyChange, WordsChange},
            languages,
        },
        test::pictures::MAX_UPLOAD,
    },
};
use axum::{Json, extract::State, http::header, response::IntoResponse};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// The logo, at `/api/company-logo/{hash}`.
#[derive(Serialize, ToSchema)]
#[schema(as = CompanyLogo)]
pub struct LogoBody {
    /// SHA-256 of the stored bytes, 64 hexadecimal digits.
    hash: String,
    /// Width in pixels.
    width: u32,
    height: u32,
}

impl From<domain::LogoFacts> for LogoBody {
    fn from(logo: domain::LogoFacts) -> Self {
        Self { hash: logo.hash.to_string(), width: logo.width, height: logo.height }
    }
}

/// Name and logo of the company.
#[derive(Serialize, ToSchema)]
#[schema(as = Brand)]
pub struct BrandBody {
    /// Blank if none is set.
    name: String,
    #[schema(required)]
    logo: Option<LogoBody>,
}

impl From<domain::Company> for BrandBody {
    fn from(company: domain::Company) -> Self {
        Self { name: company.name, logo: company.logo.map(Into::into) }
    }
}

/// Settings of what candidates see of the company. Empty texts mean the default ones.
#[derive(Serialize, ToSchema)]
pub struct CompanySettings {
    /// Counts the stored changes; 0 before the first.
    version: u32,
    name: String,
    /// Contact of candidates: an email address, a telephone number, a web page.
    contact: String,
    /// Address that replies to emails go to; empty for the sender's.
    reply_to: String,
    /// First slot of a day that candidates may choose, in their time zone, such as `09:00`.
    first_slot: String,
    last_slot: String,
    invitation_subject: String,
    /// Opens the invitation, instead of greeting and first sentence.
    invitation_text: String,
    /// Opens reminders, instead of the greeting.
    reminder_text: String,
    /// Shown before the start of a test.
    intro_text: String,
    /// Tag (BCP 47) of the language in which candidates are addressed, unless their test or invitation names another, and
    /// in which these texts are; absent where none is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    language: Option<&'static str>,
    /// The company's own words in languages beside that, by tag.
    translations: BTreeMap<&'static str, TranslatedWords>,
    /// Names for braces in the texts, such as `{test_title}`.
    placeholders: [&'static str; 4],
    logo: Option<LogoBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    updated_at: Option<Timestamp>,
}

/// The company's own words in a language; empty ones mean the default text.
#[derive(Serialize, ToSchema)]
#[schema(as = TranslatedCompanyWords)]
pub struct TranslatedWords {
    invitation_subject: String,
    invitation_text: String,
    reminder_text: String,
    intro_text: String,
}

impl From<domain::Words> for TranslatedWords {
    fn from(words: domain::Words) -> Self {
        let domain::Words { invitation_subject, invitation_text, reminder_text, intro_text } = words;
        Self { invitation_subject, invitation_text, reminder_text, intro_text }
    }
}

impl From<domain::Company> for CompanySettings {
    fn from(company: domain::Company) -> Self {
        let (first_slot, last_slot) = company.slots.shown();
        let domain::Words { invitation_subject, invitation_text, reminder_text, intro_text } = company.words;
        Self {
            version: company.version,
            name: company.name,
            contact: company.contact,
            reply_to: company.reply_to,
            first_slot,
            last_slot,
            invitation_subject,
            invitation_text,
            reminder_text,
            intro_text,
            language: company.language.map(Language::code),
            translations: company.translations.into_iter().map(|(tag, words)| (tag.code(), words.into())).collect(),
            placeholders: domain::PLACEHOLDERS,
            logo: company.logo.map(Into::into),
            updated_at: company.updated_at.map(Into::into),
        }
    }
}

/// Change of the company settings; omitted fields keep their value.
#[derive(Deserialize, ToSchema)]
pub struct CompanyInput {
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    version: Option<u32>,
    /// Name of the company, one line of at most 100 characters.
    name: Option<String>,
    /// Contact for candidates, one line of at most 200 characters.
    contact: Option<String>,
    reply_to: Option<String>,
    /// An hour or half hour, such as `07:30`.
    first_slot: Option<String>,
    last_slot: Option<String>,
    /// Tag (BCP 47); blank for none.
    language: Option<String>,
    /// Words in languages beside that, by tag: those of a language that is not named stay, `null` removes them.
    #[serde(default)]
    #[schema(required = false, value_type = BTreeMap<String, WordsInput>)]
    translations: BTreeMap<String, Option<WordsInput>>,
    #[serde(flatten)]
    words: WordsInput,
}

fn changes(translations: BTreeMap<String, Option<WordsInput>>) -> BTreeMap<String, Option<WordsChange>> {
    translations.into_iter().map(|(tag, words)| (tag, words.map(Into::into))).collect()
}

/// The company's own words. Placeholders: `{applicant_name}`, `{test_title}`, `{company}`, `{duration_minutes}`.
#[derive(Deserialize, ToSchema)]
#[schema(as = CompanyWords)]
pub struct WordsInput {
    /// Subject of the invitation, one line of at most 200 characters.
    invitation_subject: Option<String>,
    /// Text of the invitation, at most 3,000 characters.
    invitation_text: Option<String>,
    /// Text of the reminder, at most 3,000 characters.
    reminder_text: Option<String>,
    /// Text before the start of a test, at most 3,000 characters.
    intro_text: Option<String>,
}

impl From<WordsInput> for WordsChange {
    fn from(input: WordsInput) -> Self {
        let WordsInput { invitation_subject, invitation_text, reminder_text, intro_text } = input;
        Self { invitation_subject, invitation_text, reminder_text, intro_text }
    }
}

/// An email as its receivers read it.
#[derive(Serialize, ToSchema)]
pub struct MailSample {
    subject: String,
    /// The email as plain text.
    text: String,
}

/// Preview of the texts that candidates would read, with sample values.
#[derive(Serialize, ToSchema)]
pub struct CompanyPreview {
    invitation: MailSample,
    reminder: MailSample,
    intro: Option<String>,
}

/// Receiver of a sample email.
#[derive(Deserialize, ToSchema)]
pub struct SampleMailInput {
    email: String,
    /// Tag (BCP 47); the site's language by default.
    #[serde(default)]
    language: Option<String>,
}

/// Words to be shown, and the language of the email around them.
#[derive(Deserialize, ToSchema)]
#[schema(as = CompanyPreviewInput)]
pub struct PreviewInput {
    /// Tag (BCP 47); the site's language by default.
    #[serde(default)]
    language: Option<String>,
    /// Words in languages beside the site's, by tag.
    #[serde(default)]
    #[schema(required = false, value_type = BTreeMap<String, WordsInput>)]
    translations: BTreeMap<String, Option<WordsInput>>,
    #[serde(flatten)]
    words: WordsInput,
}

/// The company as candidates see it. Empty texts are not shown.
#[derive(Serialize, ToSchema)]
#[schema(as = Company)]
pub struct CompanyBody {
    name: String,
    contact: String,
    logo: Option<LogoBody>,
    /// The company's own words before the start.
    intro: Option<String>,
    /// Tag (BCP 47) of the language of these words; absent where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    intro_language: Option<&'static str>,
    /// First and last slot of a day, in the candidate's time zone, such as `09:00`.
    first_slot: String,
    last_slot: String,
}

impl From<company::CompanyView> for CompanyBody {
    fn from(shown: company::CompanyView) -> Self {
        let company::CompanyView { company, intro, intro_language } = shown;
        let (first_slot, last_slot) = company.slots.shown();
        Self {
            name: company.name,
            contact: company.contact,
            logo: company.logo.map(Into::into),
            intro,
            intro_language: intro_language.map(Language::code),
            first_slot,
            last_slot,
        }
    }
}

/// Get the company settings.
#[utoipa::path(get, path = "/admin/company-settings", tag = "settings", operation_id = "company",
    responses((status = 200, body = CompanySettings)))]
pub async fn get(State(app): State<App>, As(by): As<SiteOperator>) -> ApiResult<Json<CompanySettings>> {
    Ok(Json(company::get(&app, &by)?.into()))
}

/// Change the company settings.
#[utoipa::path(put, path = "/admin/company-settings", tag = "settings", operation_id = "set_company",
    request_body = CompanyInput, responses((status = 200, body = CompanySettings), Conflict))]
pub async fn set(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    body: UnreadBody,
) -> ApiResult<Json<CompanySettings>> {
    let input: CompanyInput = body.json(FORM_LIMIT).await?;
    let change = CompanyChange {
        version: input.version,
        name: input.name,
        contact: input.contact,
        reply_to: input.reply_to,
        first_slot: input.first_slot,
        last_slot: input.last_slot,
        words: input.words.into(),
        translations: changes(input.translations),
        language: input.language,
    };
    Ok(Json(company::set(&app, &by, change).await?.into()))
}

/// Show what candidates would read with these words, without storing them.
#[utoipa::path(post, path = "/admin/company-settings/preview", tag = "settings", operation_id = "preview_company",
    request_body = PreviewInput, responses((status = 200, body = CompanyPreview)))]
pub async fn preview(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    body: UnreadBody,
) -> ApiResult<Json<CompanyPreview>> {
    let input: PreviewInput = body.json(FORM_LIMIT).await?;
    let language = languages::given(&app, input.language.as_deref())?;
    let words = TypedWords { words: input.words.into(), translations: changes(input.translations) };
    let samples = sample::preview(&app, &by, words, language)?;
    let [invitation, reminder] =
        [samples.invitation, samples.reminder].map(|mail| MailSample { subject: mail.subject, text: mail.text });
    Ok(Json(CompanyPreview { invitation, reminder, intro: samples.intro }))
}

/// Send a sample invitation with the stored words.
#[utoipa::path(post, path = "/admin/company-settings/test", tag = "settings", operation_id = "test_company",
    request_body = SampleMailInput, responses((status = 200, body = Confirmation)))]
pub async fn test(State(app): State<App>, As(by): As<SiteOperator>, body: UnreadBody) -> ApiResult<Json<Confirmation>> {
    let input: SampleMailInput = body.json(FORM_LIMIT).await?;
    sample::send(&app, &by, &input.email, languages::given(&app, input.language.as_deref())?).await?;
    Ok(Confirmation::new("The sample invitation was sent."))
}

#[derive(Deserialize, IntoParams)]
pub struct LogoQuery {
    /// The `version` of the settings that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    version: Option<u32>,
}

/// Replace the logo: a PNG or JPEG of at most 2 MiB, stored without metadata in at most 200 KiB.
#[utoipa::path(put, path = "/admin/company-settings/logo", tag = "settings", operation_id = "set_company_logo",
    params(LogoQuery), request_body(content(("image/png"), ("image/jpeg"))),
    responses((status = 200, body = CompanySettings), Conflict, UnsupportedMedia))]
pub async fn set_logo(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    Query(query): Query<LogoQuery>,
    body: UnreadBody,
) -> ApiResult<Json<CompanySettings>> {
    let bytes = body.raw(MAX_UPLOAD, &["image/png", "image/jpeg"]).await?;
    Ok(Json(company::set_logo(&app, &by, bytes.to_vec(), query.version).await?.into()))
}

/// Remove the logo.
#[utoipa::path(delete, path = "/admin/company-settings/logo", tag = "settings", operation_id = "remove_company_logo",
    params(LogoQuery), responses((status = 200, body = CompanySettings), Conflict))]
pub async fn remove_logo(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    Query(query): Query<LogoQuery>,
) -> ApiResult<Json<CompanySettings>> {
    Ok(Json(company::remove_logo(&app, &by, query.version).await?.into()))
}

/// Get the company's logo. Public, because candidates' pages show it.
#[utoipa::path(get, path = "/company-logo/{hash}", tag = "candidates", operation_id = "company_logo",
    params(("hash" = String, Path)), responses((status = 200, content_type = "image/png", body = Vec<u8>)))]
pub async fn logo(State(app): State<App>, _: Anyone, Id(hash): Id<PictureHash>) -> ApiResult<impl IntoResponse> {
    let logo = company::logo(&app, hash)?;
    let kind = logo.facts.format.media_type();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, "inline")], logo.bytes))
}
