//! The tree of a rich text. Its JSON is the form that is stored and sent to pages: enums are tagged by short names, and
//! elements that occur often are arrays.

use super::mathml::Math;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Content {
    /// Shown character by character, line breaks included.
    Plain(String),
    Rich(Vec<Block>),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Block {
    #[serde(rename = "p")]
    Paragraph(Vec<Inline>),
    /// Text of a tight list's item, without a paragraph's margins.
    #[serde(rename = "line")]
    Line(Vec<Inline>),
    /// Level, 1 to 6.
    #[serde(rename = "h")]
    Heading(u8, Vec<Inline>),
    #[serde(rename = "quote")]
    Quote(Vec<Block>),
    #[serde(rename = "ul")]
    Bullets(Vec<Vec<Block>>),
    /// The first item's number, and the items.
    #[serde(rename = "ol")]
    Numbered(u32, Vec<Vec<Block>>),
    /// The language's name for people, and the text in pieces.
    #[serde(rename = "code")]
    Code(Option<String>, Vec<CodeSpan>),
    #[serde(rename = "table")]
    Table(TableBlock),
    #[serde(rename = "hr")]
    Rule,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Inline {
    #[serde(rename = "t")]
    Text(String),
    #[serde(rename = "em")]
    Emphasis(Vec<Inline>),
    #[serde(rename = "strong")]
    Strong(Vec<Inline>),
    #[serde(rename = "code")]
    Code(String),
    /// An address that starts with `https://`, `http://` or `mailto:`, and the text.
    #[serde(rename = "a")]
    Link(String, Vec<Inline>),
    /// The SHA-256 of a stored picture, 64 hexadecimal digits, and its alternative text.
    #[serde(rename = "img")]
    Picture(String, String),
    #[serde(rename = "math")]
    Math(Math),
    #[serde(rename = "br")]
    Break,
}

pub type TableCell = Vec<Inline>;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableBlock {
    pub align: Vec<Align>,
    pub head: Vec<TableCell>,
    pub rows: Vec<Vec<TableCell>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Align {
    Start,
    Left,
    Center,
    Right,
}

/// A piece of code; `None` has no colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeSpan(pub Option<Class>, pub String);

/// The kind of a token. Pages choose its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Class {
    #[serde(rename = "k")]
    Keyword,
    #[serde(rename = "t")]
    Type,
    #[serde(rename = "l")]
    Literal,
    #[serde(rename = "f")]
    Function,
    #[serde(rename = "n")]
    Number,
    #[serde(rename = "s")]
    String,
    #[serde(rename = "c")]
    Comment,
}
