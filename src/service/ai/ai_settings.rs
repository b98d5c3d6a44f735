//! Settings of the AI service, and the calls to it (`docs/behaviour/results.md#ai`).

use crate::{
    ai::{self, Prompt, Service},
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Result, UserId,
        error::FieldChecker,
        model_verdict::{Model, ReviewPolicy},
        settings::{AiProvider, AiSettings},
    },
    service::{
        actor::{SiteOperator, StillHeld},
        query::person::require_held,
        settings::{Secret, version},
    },
    state::account_limits::SettingsTrial,
    store::{Read, Record, records::Single},
};

/// Google's alias for its current model of this size, so that a retired model breaks nothing.
const GEMINI_MODEL: &str = "gemini-flash-latest";
const MAX_KEY: usize = 500;
const MAX_MODEL: usize = 200;
const MAX_URL: usize = 500;
/// A partial update of the settings; `None` keeps the value.
#[derive(Clone, Debug, Default)]
pub struct AiChange {
    /// The version of the settings which the change is based on.
    pub version: Option<u32>,
    pub provider: Option<AiProvider>,
    pub base_url: Option<String>,
    pub model: Option<String>,
    pub key: Secret,
    pub review_needs_person: Option<bool>,
    pub min_agreement: Option<f64>,
}

fn stored(read: &impl Read) -> Result<AiSettings> {
    let mut settings: AiSettings = read.get(Single)?.unwrap_or_default();
    if settings.model.is_empty() && settings.provider == AiProvider::Gemini {
        settings.model = GEMINI_MODEL.into();
    }
    Ok(settings)
}

/// Returns the settings, with the default model filled in.
///
/// # Errors
/// Storage only.
pub fn get(app: &App, _: &SiteOperator) -> Result<AiSettings> {
    stored(&app.store.read()?)
}

/// When an AI may score automatically.
///
/// # Errors
/// Storage only.
pub fn policy(app: &App, _: &SiteOperator) -> Result<ReviewPolicy> {
    Ok(app.store.read()?.get(Single)?.unwrap_or_default())
}

/// Version of the settings with their policy.
///
/// # Errors
/// Never for settings, which are plain data.
pub fn version_of(settings: &AiSettings, policy: &ReviewPolicy) -> Result<u32> {
    version::of(&(settings, policy))
}

/// Whether all scores of an AI wait for a person.
///
/// # Errors
/// Storage only.
pub fn needs_person(read: &impl Read) -> Result<bool> {
    Ok(stored(read)?.review_needs_person)
}

/// The configured model with the prompt of reviews.
///
/// # Errors
/// Storage only.
pub fn model(read: &impl Read) -> Result<Model> {
    Ok(Model { name: stored(read)?.model, prompt: ai::review::PROMPT_VERSION })
}

/// Updates the settings. Another provider resets address and model to its defaults, unless they are given.
///
/// # Errors
/// 409 `changed_meanwhile`; 422 by field. If the provider or its address changes, a stored key must be entered again, so that no admin can have
/// it sent to another server.
pub async fn set(app: &App, by: &SiteOperator, change: AiChange) -> Result<AiSettings> {
    app.write(by, move |w| {
        let old = stored(w)?;
        let policy: ReviewPolicy = w.get(Single)?.unwrap_or_default();
        let setting =
            version::Setting { action: "settings.ai", target: "", did: "has changed the AI settings in the meantime." };
        version::check(&**w, change.version, &(&old, &policy), setting)?;
        let provider = change.provider.unwrap_or(old.provider);
        let chosen = |new: Option<String>, old: &String, stays: bool| match new {
            Some(text) => text.trim().to_owned(),
            None if stays => old.clone(),
            None => String::new(),
        };
        let same = provider == old.provider;
        let base_url = chosen(change.base_url, &old.base_url, same).trim_end_matches('/').to_owned();
        let model = chosen(change.model, &old.model, same);

        let mut check = FieldChecker::default();
        let url_ok = base_url.is_empty() || (base_url.len() <= MAX_URL && ai::is_base_url(&base_url));
        check.require(
            url_ok,
            "baseUrl",
            "This is not the address of an AI service, such as https://ai.example.org/v1.",
        );
        let named = provider == AiProvider::Gemini || !model.is_empty();
        check.require(named, "model", "Please name the model to use.");
        check.require(is_model(&model), "model", "This is not the name of a model.");
        if let Secret::Set(key) = &change.key {
            check.require(is_key(key), "apiKey", "Please enter a valid API key");
        }
        let key_needed_again = old.key_sealed.is_some() && (!same || base_url != old.base_url);
        check.require(
            !(key_needed_again && change.key == Secret::Keep),
            "apiKey",
            "Please enter the API key again: the provider or its address has changed.",
        );
        let is_kappa = change.min_agreement.is_none_or(|kappa| (0.0..=1.0).contains(&kappa));
        check.require(is_kappa, "minAgreement", "The agreement must be from 0 to 1.");
        check.finish(&["baseUrl", "model", "apiKey", "minAgreement"])?;

        let key_sealed = match &change.key {
            Secret::Keep => old.key_sealed.clone(),
            Secret::Clear => None,
            Secret::Set(key) => Some(seal(w.app, key.trim())),
        };
        let review_needs_person = change.review_needs_person.unwrap_or(old.review_needs_person);
        w.put(&AiSettings { provider, base_url, model, key_sealed, review_needs_person })?;
        if let Some(min_agreement) = change.min_agreement {
            w.put(&ReviewPolicy { min_agreement })?;
        }
        w.audit("settings.ai", "", "")?;
        stored(w)
    })
    .await
}

fn is_model(name: &str) -> bool {
    let known = |c: char| c.is_ascii_alphanumeric() || "._:/@+-".contains(c);
    name.len() <= MAX_MODEL && name.chars().all(known) && !name.contains("..")
}

/// Accepts only what is valid in an HTTP header.
fn is_key(key: &str) -> bool {
    let key = key.trim();
    (1..=MAX_KEY).contains(&key.len()) && key.chars().all(|c| c.is_ascii_graphic())
}

fn seal(app: &App, key: &str) -> Vec<u8> {
    app.secrets.vault.seal(AiSettings::TABLE.0, &AiSettings::key_of(Single), AiSettings::VERSION, key.as_bytes())
}

/// The service to call. `given` is the key that the browser sent: a Gemini key, never sent to another provider.
///
/// # Errors
/// 422 `ai_not_configured` if a required key is missing: a self-hosted service may need none.
pub fn service(app: &App, given: Option<&str>) -> Result<Service> {
    let stored = stored(&app.store.read()?)?;
    let given = given.map(str::trim).filter(|key| !key.is_empty() && stored.provider == AiProvider::Gemini);
    if given.is_some_and(|key| !is_key(key)) {
        return Err(Error::field("geminiApiKey", "Please enter a valid API key"));
    }
    let key = match (given, &stored.key_sealed) {
        (Some(key), _) => Some(key.to_owned()),
        (None, None) => None,
        (None, Some(sealed)) => {
            let opened = app.secrets.vault.open(
                AiSettings::TABLE.0,
                &AiSettings::key_of(Single),
                AiSettings::VERSION,
                sealed,
            )?;
            Some(String::from_utf8(opened).map_err(Error::internal)?)
        }
    };
    let needs_key = stored.provider == AiProvider::Gemini || stored.base_url.is_empty();
    if needs_key && key.is_none() {
        let detail = match stored.provider {
            AiProvider::Gemini => "Please configure your Gemini API key in Settings first",
            AiProvider::OpenAi => "Please configure the API key of the AI service in Settings first",
        };
        return Err(Error::new(ErrorKind::Invalid, ErrorCode::AiNotConfigured, detail));
    }
    Ok(Service { provider: stored.provider, base_url: stored.base_url, model: stored.model, key })
}

/// Sends a prompt of this account, or of the operator, to the service, which may take minutes: nothing comes of
/// the reply once the permission has ended.
///
/// # Errors
/// 429 while too many requests are in progress; 403. A failure of the service is the inner error.
pub async fn ask(
    app: &App,
    (asker, still_held): (Option<UserId>, StillHeld),
    service: &Service,
    prompt: &Prompt,
) -> Result<Result<String, ai::AiError>> {
    let full = "Too many requests to the AI service are under way. Please wait until some are answered.";
    let _place = app.clients.ai_places.take(asker, full)?;
    let reply = app.clients.ai.ask(service, prompt).await;
    require_held(app, &still_held)?;
    Ok(reply)
}

/// Sends a minimal prompt, by the same path as question generation.
///
/// # Errors
/// 422 `ai_not_configured`, and `ai_failed` with the service's error text; 429.
pub async fn test(app: &App, by: &SiteOperator) -> Result<()> {
    let service = service(app, None)?;
    app.limits.accounts.tries(SettingsTrial::Ai, by.id(), app.now())?;
    let prompt = Prompt {
        instructions: "Answer with this JSON object and nothing else: {\"ok\": true}".into(),
        data: "{}".into(),
    };
    let asked = ask(app, (by.id(), by.without_session().still_held()), &service, &prompt).await?;
    asked.map(drop).map_err(|error| Error::new(ErrorKind::Invalid, ErrorCode::AiFailed, error.words))
}
