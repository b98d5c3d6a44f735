//! Error messages for admins: they name the service, its own message, and a possible fix.

use super::{AiError, Service};
use crate::domain::settings::AiProvider;
use reqwest::StatusCode;
use serde_json::Value;
use std::{error::Error, time::Duration};

/// Maximum length of a service's own message that is quoted, in characters.
const MAX_QUOTED: usize = 300;

pub(super) fn name(service: &Service) -> &'static str {
    match service.provider {
        AiProvider::Gemini => "Gemini",
        AiProvider::OpenAi => "The AI service",
    }
}

pub(super) fn too_slow(service: &Service, limit: Duration) -> AiError {
    AiError::new(format!("{} did not answer within {} seconds.", name(service), limit.as_secs_f32()))
}

pub(super) fn too_long(service: &Service, max: usize) -> AiError {
    AiError::new(format!("{} returned more than {} KiB, which cannot be a valid answer.", name(service), max / 1024))
}

pub(super) fn cut_off(service: &Service) -> AiError {
    AiError::new(format!("The answer of {} was cut off at the model's limit. Ask for less at a time.", lower(service)))
}

pub(super) fn no_text(service: &Service) -> AiError {
    AiError::new(format!("{} returned an answer without any text.", name(service)))
}

pub(super) fn not_understood(service: &Service) -> AiError {
    AiError::new(format!("{} returned a reply that is not in its protocol. Check the base URL.", name(service)))
}

pub(super) fn declined(service: &Service, why: &str) -> AiError {
    AiError::new(format!("{} declined to answer: {}", name(service), sentence(service, why)))
}

fn lower(service: &Service) -> &'static str {
    match service.provider {
        AiProvider::Gemini => "Gemini",
        AiProvider::OpenAi => "the AI service",
    }
}

pub(super) fn unreachable(service: &Service, error: &reqwest::Error) -> AiError {
    if error.is_builder() {
        return AiError::new(
            "The AI service's base URL, model or key cannot be used in a request. Check the settings.",
        );
    }
    AiError::new(format!("{} cannot be reached: {}", name(service), sentence(service, &root_cause(error))))
}

pub(super) fn broken_off(service: &Service, error: &reqwest::Error) -> AiError {
    AiError::new(format!("The answer of {} is incomplete: {}", lower(service), sentence(service, &root_cause(error))))
}

/// Returns the innermost cause: the outer ones repeat the URL, which is in the settings.
fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}

pub(super) fn refused(service: &Service, status: StatusCode, body: &[u8]) -> AiError {
    let name = name(service);
    let what = match status.as_u16() {
        401 | 403 => format!("{name} refused the API key"),
        404 => format!("{name} does not know the model '{}', or the base URL is wrong", service.model),
        413 => format!("{name} rejected the request as too long"),
        429 => format!("{name} limits requests (too many, or the quota is used up); try again later"),
        300..=399 => format!("{name} redirects to another address; enter that one as the base URL"),
        500.. => format!("{name} has an internal error; try again later"),
        _ => format!("{name} refused the request"),
    };
    let words = own_words(body).map(|words| format!(": {}", sentence(service, &words)));
    AiError::new(format!("{what} ({}){}", status.as_u16(), words.unwrap_or_else(|| ".".into())))
}

/// Returns the error message of either protocol; Gemini sometimes wraps it in a list.
fn own_words(body: &[u8]) -> Option<String> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let error = body.get(0).unwrap_or(&body).get("error")?;
    let words = error.get("message").unwrap_or(error).as_str()?.trim();
    (!words.is_empty()).then(|| words.to_owned())
}

/// Returns one line of bounded length that ends like a sentence, with the API key masked: some services quote it.
fn sentence(service: &Service, words: &str) -> String {
    let words = match service.key.as_deref().filter(|key| !key.is_empty()) {
        Some(key) => words.replace(key, "***"),
        None => words.to_owned(),
    };
    let line = words.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty());
    let line: String = line.collect::<Vec<_>>().join(" ").chars().take(MAX_QUOTED).collect();
    if line.ends_with(['.', '!', '?']) { line } else { format!("{line}.") }
}
