//! `OpenAI`'s chat completions protocol, <https://platform.openai.com/docs/api-reference/chat>, also implemented by
//! llama.cpp, Ollama, vLLM and others.

use super::{AiError, Prompt, Service, failure};
use reqwest::{Client, RequestBuilder};
use serde::Deserialize;
use serde_json::json;

const DEFAULT_BASE_URL: &str = "https://api.openai.com/v1";

/// `json_mode` asks the server to constrain the model to JSON; not every server supports it.
pub(super) fn request(client: &Client, service: &Service, prompt: &Prompt, json_mode: bool) -> RequestBuilder {
    let base = if service.base_url.is_empty() { DEFAULT_BASE_URL } else { &service.base_url };
    let mut body = json!({
        "model": service.model,
        "messages": [
            {"role": "system", "content": prompt.instructions},
            {"role": "user", "content": prompt.data},
        ],
    });
    if json_mode {
        body["response_format"] = json!({"type": "json_object"});
    }
    let request = client.post(format!("{}/chat/completions", base.trim_end_matches('/'))).json(&body);
    match &service.key {
        Some(key) => request.bearer_auth(key),
        None => request,
    }
}

#[derive(Deserialize)]
struct ChatCompletion {
    choices: Vec<ChatChoice>,
}

#[derive(Deserialize)]
struct ChatChoice {
    message: ChatMessage,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct ChatMessage {
    content: Option<ChatContent>,
    refusal: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ChatContent {
    Text(String),
    Parts(Vec<ChatContentPart>),
}

#[derive(Deserialize)]
struct ChatContentPart {
    #[serde(default)]
    text: String,
}

pub(super) fn answer(service: &Service, body: &[u8]) -> Result<String, AiError> {
    let reply: ChatCompletion = serde_json::from_slice(body).map_err(|_| failure::not_understood(service))?;
    let choice = reply.choices.into_iter().next().ok_or_else(|| failure::not_understood(service))?;
    if let Some(why) = choice.message.refusal {
        return Err(failure::declined(service, &why));
    }
    let text = match choice.message.content {
        Some(ChatContent::Text(text)) => text,
        Some(ChatContent::Parts(parts)) => parts.into_iter().map(|part| part.text).collect(),
        None => String::new(),
    };
    match choice.finish_reason.as_deref() {
        Some("length") => Err(failure::cut_off(service)),
        Some("content_filter") => Err(failure::declined(service, "content filter")),
        _ if text.trim().is_empty() => Err(failure::no_text(service)),
        _ => Ok(text),
    }
}
