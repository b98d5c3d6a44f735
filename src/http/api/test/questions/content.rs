//! Trees of rich text, and the preview of an editor.

use crate::{
    domain::{
        Error,
        question::{Tree, Trees},
        rich_text::{Content, RichTextFormat},
    },
    http::{
        error::ApiResult,
        extract::{UnreadBody, Within},
        wire::TextFormat,
    },
    service::actor::Author,
};
use axum::Json;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

/// Maximum body of a preview, in bytes: the longest text, with escapes.
const PREVIEW_LIMIT: usize = 512 * 1024;

/// The tree of a text in Markdown, for pages to draw: an object with `plain` (a text) or `rich` (a list of blocks).
#[derive(Clone, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = Object)]
pub struct RichContent(Box<RawValue>);

impl RichContent {
    /// `None` for a stored text that is not JSON.
    pub fn of(tree: &Tree) -> Option<Self> {
        RawValue::from_string(tree.json().to_owned()).ok().map(Self)
    }

    pub fn of_text(trees: Option<&Trees>) -> Option<Self> {
        Self::of(&trees?.text)
    }

    pub fn of_explanation(trees: Option<&Trees>) -> Option<Self> {
        Self::of(trees?.explanation.as_ref()?)
    }

    pub fn of_option(trees: Option<&Trees>, place: usize) -> Option<Self> {
        Self::of(trees?.options.get(place)?)
    }

    pub fn of_prompt(trees: Option<&Trees>, place: usize) -> Option<Self> {
        Self::of(trees?.prompts.get(place)?)
    }

    pub fn of_options(trees: Option<&Trees>) -> Option<Vec<Self>> {
        trees?.options.iter().map(Self::of).collect()
    }
}

/// A text to be read.
#[derive(Deserialize, ToSchema)]
pub struct ContentInput {
    format: TextFormat,
    /// The text, at most 65,536 characters.
    text: String,
}

/// The tree that pages draw.
#[derive(Serialize, ToSchema)]
pub struct ContentReply {
    content: RichContent,
}

/// Read a text as it would be stored, for a preview. Stores nothing.
#[utoipa::path(post, path = "/tests/content", tag = "tests", request_body = ContentInput,
    responses((status = 200, body = ContentReply)))]
pub async fn preview(_: Within<Author>, body: UnreadBody) -> ApiResult<Json<ContentReply>> {
    let ContentInput { format, text } = body.json(PREVIEW_LIMIT).await?;
    let tree = Tree::of(&text, format.into()).map_err(|fault| Error::field("text", fault.to_string()))?;
    let content = match tree {
        Some(tree) => RichContent::of(&tree),
        None => serde_json::value::to_raw_value(&Content::Plain(text)).ok().map(RichContent),
    };
    let content = content.ok_or_else(|| Error::field("text", "This text cannot be shown."))?;
    Ok(Json(ContentReply { content }))
}

/// The format in a reply: absent where it is plain.
pub fn unless_plain(format: RichTextFormat) -> Option<TextFormat> {
    Some(format).filter(|format| *format != RichTextFormat::Plain).map(Into::into)
}
