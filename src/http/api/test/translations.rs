//! Translations of a test's own texts (docs/behaviour/tests.md#translations).

use crate::{
    app::App,
    domain::{
        TestId, hex,
        language::Language,
        rich_text::RichTextFormat,
        test_translation::{Place, SourceDigest, SourceText, State as TextState, TextDraft},
    },
    http::{
        error::ApiResult,
        extract::{JSON_LIMIT, Of, Query, UnreadBody, at_most},
        refusals::Conflict,
        wire::{TextFormat, TextPart, Timestamp},
    },
    service::{
        actor::{Author, TestReader},
        test::{
            authoring,
            translations::{self, Translated},
        },
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// Texts of one language: more than a test can have.
const MAX_TEXTS: usize = 30_000;

/// The texts of a test, and their translations.
#[derive(Serialize, ToSchema)]
#[schema(as = TestTranslations)]
pub struct TranslationsBody {
    /// Tag (BCP 47) of the language of the originals; absent where the test names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    language: Option<&'static str>,
    /// Languages that the test is translated into.
    languages: Vec<TranslationSummary>,
    /// The originals, in the order of the test, with all questions that its pools may draw.
    texts: Vec<SourceTextBody>,
    /// Translations whose original is gone. The next save of their language removes them.
    unused: Vec<UnusedTranslation>,
}

/// A language of a test.
#[derive(Serialize, ToSchema)]
pub struct TranslationSummary {
    /// Tag (BCP 47).
    language: &'static str,
    /// Name of the language, in the language itself.
    name: &'static str,
    /// Number of the stored version, which the next change of this language sends.
    version: u32,
    updated_at: Timestamp,
    /// Name of who changed it last.
    updated_by: String,
    /// Numbers of texts: translated, translated before the original changed, and not translated.
    translated: usize,
    changed: usize,
    missing: usize,
}

/// An original with its translations.
#[derive(Serialize, ToSchema)]
#[schema(as = SourceText)]
pub struct SourceTextBody {
    part: TextPart,
    /// Id of the question or passage, or number of the section from 0; blank for texts of the test itself.
    of: String,
    /// Which option, prompt or option of a gap; blank for other texts.
    at: String,
    /// Number of its question, from 1; absent for texts of no question.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    number: Option<usize>,
    source: String,
    /// 16 hex digits, to be sent with a translation of this original.
    source_hash: String,
    /// Absent where it is `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    format: Option<TextFormat>,
    /// Maximum length of a translation.
    max_characters: usize,
    /// Translations of the text by language tag.
    translations: BTreeMap<&'static str, TranslationBody>,
    /// Texts of other tests for the same question of the bank, by language tag, where this test has none of this original;
    /// absent without any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    offered: BTreeMap<&'static str, String>,
}

/// A text in another language.
#[derive(Serialize, ToSchema)]
#[schema(as = TranslationOfText)]
pub struct TranslationBody {
    text: String,
    state: TranslationState,
}

/// Whether the original is still the one that was translated: candidates do not see a translation that is not `current`.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TranslationState {
    Current,
    Changed,
}

/// A translation whose original is gone.
#[derive(Serialize, ToSchema)]
pub struct UnusedTranslation {
    language: &'static str,
    part: TextPart,
    of: String,
    at: String,
    text: String,
}

/// All texts of a language of a test.
#[derive(Deserialize, ToSchema)]
pub struct TranslationInput {
    /// The `version` of the language that was read, 0 for a new one (optimistic concurrency): 409 `changed_meanwhile` if it is
    /// no longer current.
    version: u32,
    /// Texts of the language; those that are left out, and blank ones, are removed.
    #[serde(deserialize_with = "at_most::<MAX_TEXTS, _, _>")]
    #[schema(max_items = 30_000)]
    texts: Vec<TranslatedTextInput>,
}

/// A translated text.
#[derive(Deserialize, ToSchema)]
pub struct TranslatedTextInput {
    part: TextPart,
    #[serde(default)]
    of: String,
    #[serde(default)]
    at: String,
    /// Hash of the original that was translated.
    source_hash: String,
    text: String,
}

#[derive(Deserialize, IntoParams)]
pub struct VersionQuery {
    /// The `version` of the language that was read.
    version: u32,
}

fn digest(text: &str) -> SourceDigest {
    let mut digest = SourceDigest::default();
    // A malformed one is that of no original: its text counts as changed.
    let read = hex::decode(text.trim()).unwrap_or_default();
    digest.iter_mut().zip(read).for_each(|(to, from)| *to = from);
    digest
}

impl From<TranslatedTextInput> for TextDraft {
    fn from(TranslatedTextInput { part, of, at, source_hash, text }: TranslatedTextInput) -> Self {
        Self { place: Place { part: part.into(), of, at }, source: digest(&source_hash), text }
    }
}

impl From<Translated> for TranslationsBody {
    fn from(translated: Translated) -> Self {
        let sources = translated.sources();
        let list = &translated.test.translations.list;
        let mut unused = Vec::new();
        for translation in list {
            unused.extend(translation.unused(&sources).into_iter().map(|text| UnusedTranslation {
                language: translation.language.code(),
                part: text.place.part.into(),
                of: text.place.of.clone(),
                at: text.place.at.clone(),
                text: text.text.clone(),
            }));
        }
        let languages = list.iter().zip(&translated.by).map(|(translation, by)| {
            let translations::Coverage { translated, changed, missing } = translations::coverage(translation, &sources);
            TranslationSummary {
                language: translation.language.code(),
                name: translation.language.name(),
                version: translation.version,
                updated_at: translation.updated_at.into(),
                updated_by: by.clone(),
                translated,
                changed,
                missing,
            }
        });
        let text = |source: &SourceText<'_>| {
            let found = list.iter().filter_map(|translation| {
                let (text, state) = match translation.state(source) {
                    TextState::Current(text) => (text, TranslationState::Current),
                    TextState::Changed(text) => (text, TranslationState::Changed),
                    TextState::Missing => return None,
                };
                Some((translation.language.code(), TranslationBody { text: text.text.clone(), state }))
            });
            let offered = translated.offers.get(&source.place).into_iter().flatten();
            SourceTextBody {
                offered: offered.map(|(language, text)| (language.code(), text.clone())).collect(),
                part: source.place.part.into(),
                of: source.place.of.clone(),
                at: source.place.at.clone(),
                number: source.number,
                source: source.text.to_owned(),
                source_hash: hex::encode(&source.digest()),
                format: Some(source.format).filter(|format| *format != RichTextFormat::Plain).map(Into::into),
                max_characters: source.limit,
                translations: found.collect(),
            }
        };
        Self {
            language: translated.test.language.map(Language::code),
            languages: languages.collect(),
            texts: sources.iter().map(text).collect(),
            unused,
        }
    }
}

/// Get the texts of a test with their translations.
#[utoipa::path(get, path = "/tests/{id}/translations", tag = "tests", operation_id = "test_translations",
    params(("id" = String, Path)), responses((status = 200, body = TranslationsBody)))]
pub async fn of_test(State(app): State<App>, Of(by, id): Of<TestReader, TestId>) -> ApiResult<Json<TranslationsBody>> {
    Ok(Json(translations::of_test(&app, &by, id)?.into()))
}

/// Replace the texts of one language. Attempts that have started keep theirs.
#[utoipa::path(put, path = "/tests/{id}/translations/{language}", tag = "tests", operation_id = "put_test_translation",
    params(("id" = String, Path), ("language" = String, Path)), request_body = TranslationInput,
    responses((status = 200, body = TranslationsBody), Conflict))]
pub async fn put(
    State(app): State<App>,
    Of(by, (id, tag)): Of<Author, (TestId, String)>,
    body: UnreadBody,
) -> ApiResult<Json<TranslationsBody>> {
    let test = authoring::get(&app, &(&by).into(), id)?;
    let TranslationInput { version, texts } = body.json(JSON_LIMIT).await?;
    let language = translations::language(&app, &test, &tag)?;
    let texts = texts.into_iter().map(Into::into).collect();
    Ok(Json(translations::put(&app, &by, id, language, (version, texts)).await?.into()))
}

/// Remove the translations into one language.
#[utoipa::path(delete, path = "/tests/{id}/translations/{language}", tag = "tests",
    operation_id = "delete_test_translation",
    params(("id" = String, Path), ("language" = String, Path), VersionQuery),
    responses((status = 200, body = TranslationsBody), Conflict))]
pub async fn delete(
    State(app): State<App>,
    Of(by, (id, tag)): Of<Author, (TestId, String)>,
    Query(VersionQuery { version }): Query<VersionQuery>,
) -> ApiResult<Json<TranslationsBody>> {
    let test = authoring::get(&app, &(&by).into(), id)?;
    let language = translations::language(&app, &test, &tag)?;
    Ok(Json(translations::delete(&app, &by, id, language, version).await?.into()))
}
