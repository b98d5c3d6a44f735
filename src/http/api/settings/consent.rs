//! The texts that candidates accept before a start (docs/behaviour/taking.md#consent).

use crate::{
    app::App,
    domain::{
        self, Error, TestId,
        consent::{AcceptedText, ConsentDraft, ConsentHash, ConsentText, ConsentTranslation, TranslationDraft},
        hex,
        language::Language,
        question::Tree,
    },
    http::{
        api::test::questions::{RichContent, unless_plain},
        error::ApiResult,
        extract::{As, JSON_LIMIT, Of, UnreadBody},
        refusals::Conflict,
        wire::{TextFormat, Timestamp},
    },
    service::{
        actor::{Author, SiteOperator, TestReader},
        attempt::consent::GivenConsent,
        settings::consent::{self, StoredConsent},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The text that candidates accept before a start, with who stored it.
#[derive(Serialize, ToSchema)]
pub struct ConsentSettings {
    /// Number of the stored version, which the next change sends; 0 before the first one.
    version: u32,
    /// Blank if candidates are asked for nothing, and of a test also if it follows the site.
    text: String,
    format: TextFormat,
    /// SHA-256 of the text, 64 hex digits; `null` for a blank one.
    #[schema(required)]
    hash: Option<String>,
    /// Name of the administrator who stored it; `null` before the first one.
    #[schema(required)]
    by: Option<String>,
    #[schema(required)]
    at: Option<Timestamp>,
    /// Translations of the text by language tag (BCP 47).
    translations: BTreeMap<&'static str, ConsentTranslationBody>,
}

/// A text to be accepted, in another language.
#[derive(Serialize, ToSchema)]
#[schema(as = ConsentTranslation)]
pub struct ConsentTranslationBody {
    text: String,
    /// SHA-256 of this text, 64 hex digits.
    hash: String,
    /// `hash` of the text that it translates. Candidates do not see it unless that is the present one.
    source_hash: String,
}

/// A text to be accepted.
#[derive(Deserialize, ToSchema)]
pub struct ConsentInput {
    /// The text, at most 10,000 characters. If it is blank, the site asks candidates for nothing, and a test asks for
    /// what the site does.
    text: String,
    /// `plain` by default.
    #[serde(default)]
    format: Option<TextFormat>,
    /// The `version` that was read (optimistic concurrency): 409 `changed_meanwhile` if it is no longer current.
    #[serde(default)]
    version: Option<u32>,
    /// Translations by language tag (BCP 47), 12 at most; those that are left out, and blank ones, are removed. Without
    /// the field all stay as they are.
    #[serde(default)]
    translations: Option<BTreeMap<String, ConsentTranslationInput>>,
}

/// A text to be accepted, in another language.
#[derive(Deserialize, ToSchema)]
pub struct ConsentTranslationInput {
    /// The translated text, at most 10,000 characters, in the `format` of the text that it translates.
    text: String,
    /// `hash` of the text that it translates; if omitted, of the `text` beside it.
    #[serde(default)]
    source_hash: Option<String>,
}

/// The text that a candidate has to accept before the start.
#[derive(Serialize, ToSchema)]
#[schema(as = ConsentToAccept)]
pub struct AskedConsent {
    version: u32,
    text: String,
    /// Absent where it is `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    format: Option<TextFormat>,
    /// Tree of the text, where its format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    content: Option<RichContent>,
    /// SHA-256 of the text, 64 hex digits: the `consent_hash` of the start.
    hash: String,
    /// Translations of the text by language tag (BCP 47); absent without any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    translations: BTreeMap<&'static str, AskedTranslation>,
}

/// The text in another language: a candidate accepts one of them.
#[derive(Serialize, ToSchema)]
#[schema(as = TranslatedConsent)]
pub struct AskedTranslation {
    text: String,
    /// Tree of the text, where its format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    content: Option<RichContent>,
    /// SHA-256 of this text, 64 hex digits: the `consent_hash` of the start.
    hash: String,
}

/// The text that a candidate accepted at the start.
#[derive(Serialize, ToSchema)]
#[schema(as = GivenConsent)]
pub struct GivenConsentBody {
    version: u32,
    text: String,
    /// Absent where it is `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    format: Option<TextFormat>,
    /// Tree of the text, where its format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    content: Option<RichContent>,
    /// SHA-256 of the text, 64 hex digits.
    hash: String,
    accepted_at: Timestamp,
    /// Tag (BCP 47) of the translation that was accepted; absent for the text itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    language: Option<&'static str>,
}

impl From<ConsentText> for AskedConsent {
    fn from(text: ConsentText) -> Self {
        Self {
            version: text.version,
            hash: text.hash().to_string(),
            format: unless_plain(text.format),
            content: text.tree.as_ref().and_then(RichContent::of),
            translations: text.current().map(|one| (one.language.code(), one.into())).collect(),
            text: text.text,
        }
    }
}

impl From<&ConsentTranslation> for AskedTranslation {
    fn from(translation: &ConsentTranslation) -> Self {
        Self {
            text: translation.text.clone(),
            content: translation.tree.as_ref().and_then(RichContent::of),
            hash: translation.hash().to_string(),
        }
    }
}

impl From<ConsentTranslation> for ConsentTranslationBody {
    fn from(translation: ConsentTranslation) -> Self {
        let (hash, source_hash) = (translation.hash().to_string(), translation.of.to_string());
        Self { text: translation.text, hash, source_hash }
    }
}

impl From<GivenConsent> for GivenConsentBody {
    fn from(GivenConsent { proof, text: AcceptedText { hash, text, format } }: GivenConsent) -> Self {
        let tree = Tree::of(&text, format).ok().flatten();
        Self {
            version: proof.version,
            hash: hash.to_string(),
            format: unless_plain(format),
            content: tree.as_ref().and_then(RichContent::of),
            text,
            accepted_at: proof.at.into(),
            language: proof.language.map(Language::code),
        }
    }
}

impl From<StoredConsent> for ConsentSettings {
    fn from(StoredConsent { text, by }: StoredConsent) -> Self {
        let hash = text.as_ref().filter(|text| text.is_set()).map(|text| text.hash().to_string());
        let at = text.as_ref().map(|text| text.at.into());
        let (version, text, format, translations) =
            text.map_or_else(Default::default, |text| (text.version, text.text, text.format, text.translations));
        let translations = translations.into_iter().map(|one| (one.language.code(), one.into())).collect();
        Self { version, text, format: format.into(), hash, by, at, translations }
    }
}

impl ConsentInput {
    fn draft(self) -> domain::Result<ConsentDraft> {
        let Self { text, format, translations, .. } = self;
        let translations = translations.map(|all| all.into_iter().map(translation).collect()).transpose()?;
        Ok(ConsentDraft { text, format: format.map(Into::into).unwrap_or_default(), translations })
    }
}

fn translation((tag, input): (String, ConsentTranslationInput)) -> domain::Result<TranslationDraft> {
    let refused = |message: &str| Error::field(format!("translations.{tag}"), message);
    let language = Language::of_tag(&tag).ok_or_else(|| refused("The language is not known."))?;
    let digest = |hash: String| {
        hex::decode32(&hash).map(ConsentHash).ok_or_else(|| refused("The source hash must have 64 hex digits."))
    };
    let of = input.source_hash.map(digest).transpose()?;
    Ok(TranslationDraft { language, text: input.text, of })
}

/// Get the text that candidates of this site accept before a start.
#[utoipa::path(get, path = "/admin/consent", tag = "settings", responses((status = 200, body = ConsentSettings)))]
pub async fn site_consent(State(app): State<App>, As(by): As<SiteOperator>) -> ApiResult<Json<ConsentSettings>> {
    Ok(Json(consent::site(&app, &by)?.into()))
}

/// Change the text that candidates of this site accept before a start.
#[utoipa::path(put, path = "/admin/consent", tag = "settings", request_body = ConsentInput,
    responses((status = 200, body = ConsentSettings), Conflict))]
pub async fn set_site_consent(
    State(app): State<App>,
    As(by): As<SiteOperator>,
    body: UnreadBody,
) -> ApiResult<Json<ConsentSettings>> {
    let input: ConsentInput = body.json(JSON_LIMIT).await?;
    let version = input.version;
    Ok(Json(consent::set_site(&app, &by, input.draft()?, version).await?.into()))
}

/// Get the text that candidates of a test accept instead of the site's.
#[utoipa::path(get, path = "/tests/{id}/consent", tag = "tests", params(("id" = String, Path)),
    responses((status = 200, body = ConsentSettings)))]
pub async fn test_consent(
    State(app): State<App>,
    Of(by, id): Of<TestReader, TestId>,
) -> ApiResult<Json<ConsentSettings>> {
    Ok(Json(consent::test(&app, &by, id)?.into()))
}

/// Change the text that candidates of a test accept instead of the site's.
#[utoipa::path(put, path = "/tests/{id}/consent", tag = "tests", params(("id" = String, Path)),
    request_body = ConsentInput, responses((status = 200, body = ConsentSettings), Conflict))]
pub async fn set_test_consent(
    State(app): State<App>,
    Of(by, id): Of<Author, TestId>,
    body: UnreadBody,
) -> ApiResult<Json<ConsentSettings>> {
    // An unknown test is reported before a bad body.
    consent::test(&app, &(&by).into(), id)?;
    let input: ConsentInput = body.json(JSON_LIMIT).await?;
    let version = input.version;
    Ok(Json(consent::set_test(&app, &by, id, input.draft()?, version).await?.into()))
}
