//! Gemini's REST protocol: `models/{model}:generateContent`, <https://ai.google.dev/api/generate-content>.

use super::{AiError, Prompt, Service, failure};
use reqwest::{Client, RequestBuilder};
use serde::Deserialize;
use serde_json::json;

const DEFAULT_BASE_URL: &str = "https://generativelanguage.googleapis.com/v1beta";

/// Sends the key in a header, never in the URL, which proxies log.
pub(super) fn request(client: &Client, service: &Service, prompt: &Prompt) -> RequestBuilder {
    let base = if service.base_url.is_empty() { DEFAULT_BASE_URL } else { &service.base_url };
    let model = service.model.trim_start_matches("models/");
    let body = json!({
        "systemInstruction": {"parts": [{"text": prompt.instructions}]},
        "contents": [{"role": "user", "parts": [{"text": prompt.data}]}],
        "generationConfig": {"responseMimeType": "application/json"},
    });
    let request = client.post(format!("{}/models/{model}:generateContent", base.trim_end_matches('/'))).json(&body);
    match &service.key {
        Some(key) => request.header("x-goog-api-key", key),
        None => request,
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GeminiReply {
    #[serde(default)]
    candidates: Vec<GeminiCandidate>,
    prompt_feedback: Option<Feedback>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Feedback {
    block_reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GeminiCandidate {
    content: Option<GeminiContent>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct GeminiContent {
    #[serde(default)]
    parts: Vec<GeminiPart>,
}

#[derive(Deserialize)]
struct GeminiPart {
    #[serde(default)]
    text: String,
    /// Part of the model's reasoning, not of its answer.
    #[serde(default)]
    thought: bool,
}

pub(super) fn answer(service: &Service, body: &[u8]) -> Result<String, AiError> {
    let reply: GeminiReply = serde_json::from_slice(body).map_err(|_| failure::not_understood(service))?;
    let Some(candidate) = reply.candidates.into_iter().next() else {
        let reason = reply.prompt_feedback.and_then(|feedback| feedback.block_reason);
        return Err(reason.map_or_else(|| failure::not_understood(service), |why| failure::declined(service, &why)));
    };
    let parts = candidate.content.map(|content| content.parts).unwrap_or_default();
    let text: String = parts.into_iter().filter(|part| !part.thought).map(|part| part.text).collect();
    match candidate.finish_reason.as_deref() {
        Some("MAX_TOKENS") => Err(failure::cut_off(service)),
        Some(reason) if reason != "STOP" && text.trim().is_empty() => Err(failure::declined(service, reason)),
        _ if text.trim().is_empty() => Err(failure::no_text(service)),
        _ => Ok(text),
    }
}
