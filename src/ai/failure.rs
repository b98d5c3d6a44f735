//! What went wrong, in words that name the service, what it said, and what an admin can do.

use super::{AiError, Service};
use crate::domain::settings::AiProvider;
use reqwest::StatusCode;
use serde_json::Value;
use std::{error::Error, time::Duration};

/// Most of a service's own words that are passed on, in characters.
const MOST_WORDS: usize = 300;

pub(super) fn name(service: &Service) -> &'static str {
    match service.provider {
        AiProvider::Gemini => "Gemini",
        AiProvider::OpenAi => "The AI service",
    }
}

pub(super) fn too_slow(service: &Service, limit: Duration) -> AiError {
    AiError::new(format!("{} did not answer within {} seconds.", name(service), limit.as_secs_f32()))
}

pub(super) fn too_long(service: &Service, most: usize) -> AiError {
    AiError::new(format!("{} answered with more than {} KiB, which is no answer.", name(service), most / 1024))
}

pub(super) fn cut_off(service: &Service) -> AiError {
    AiError::new(format!("The answer of {} was cut off at the model's limit. Ask for less at a time.", lower(service)))
}

pub(super) fn no_text(service: &Service) -> AiError {
    AiError::new(format!("{} gave an answer without any text.", name(service)))
}

pub(super) fn not_understood(service: &Service) -> AiError {
    AiError::new(format!("{} gave an answer that is not in its protocol. Check the base URL.", name(service)))
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
    AiError::new(format!("The answer of {} broke off: {}", lower(service), sentence(service, &root_cause(error))))
}

/// The innermost cause: the outer ones repeat the address, which is in the settings.
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
        413 => format!("{name} finds the request too long"),
        429 => format!("{name} takes no more requests for now (too many, or the quota is used up); try again later"),
        300..=399 => format!("{name} points to another address; enter that one as the base URL"),
        500.. => format!("{name} has a fault of its own at the moment; try again later"),
        _ => format!("{name} refused the request"),
    };
    let words = own_words(body).map(|words| format!(": {}", sentence(service, &words)));
    AiError::new(format!("{what} ({}){}", status.as_u16(), words.unwrap_or_else(|| ".".into())))
}

/// The message of an error in either protocol; Gemini wraps it into a list at times.
fn own_words(body: &[u8]) -> Option<String> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let error = body.get(0).unwrap_or(&body).get("error")?;
    let words = error.get("message").unwrap_or(error).as_str()?.trim();
    (!words.is_empty()).then(|| words.to_owned())
}

/// One line of bounded length that ends like a sentence, without the key: some services quote it.
fn sentence(service: &Service, words: &str) -> String {
    let words = match service.key.as_deref().filter(|key| !key.is_empty()) {
        Some(key) => words.replace(key, "***"),
        None => words.to_owned(),
    };
    let line = words.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty());
    let line: String = line.collect::<Vec<_>>().join(" ").chars().take(MOST_WORDS).collect();
    if line.ends_with(['.', '!', '?']) { line } else { format!("{line}.") }
}
