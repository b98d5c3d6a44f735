//! Rich text: CommonMark with tables, highlighted code, formulas and pictures, as a small tree that pages draw. No HTML
//! survives: it is text.
//!
//! | file | role |
//! |---|---|
//! | `content.rs` | the tree |
//! | `markdown.rs` | CommonMark to the tree |
//! | `formula.rs`, `mathml.rs` | LaTeX to MathML; its elements and attributes |
//! | `dollars.rs` | dollar signs that were meant to delimit a formula |
//! | `highlight/` | tokens of code |
//! | `target.rs` | addresses of links and pictures |
//! | `plain.rs` | plain text of the tree |
//! | `limits.rs`, `fault.rs` | limits, and the sentence at each |

mod content;
mod dollars;
mod fault;
mod formula;
pub mod highlight;
mod limits;
mod markdown;
mod mathml;
mod plain;
mod target;

pub use content::{Align, Block, Class, CodeSpan, Content, Inline, TableBlock, TableCell};
pub use fault::RichTextFault;
pub use formula::MAX_FORMULA;
pub use limits::{MAX_CELLS, MAX_DEPTH, MAX_NODES, MAX_SOURCE};
pub use mathml::{Attribute, Element, Math, MathNode};

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RichTextFormat {
    #[default]
    Plain,
    Markdown,
}

/// Reads a source. A plain one is kept as it is.
///
/// # Errors
/// Sources over the limits, faulty formulas, addresses that are not permitted.
pub fn parse(source: &str, format: RichTextFormat) -> Result<Content, RichTextFault> {
    if source.chars().count() > MAX_SOURCE {
        return Err(RichTextFault {
            message: "The text is too long (65,536 characters at most).".into(),
            position: None,
        });
    }
    match format {
        RichTextFormat::Plain => Ok(Content::Plain(source.to_owned())),
        RichTextFormat::Markdown => markdown::read(source).map(Content::Rich),
    }
}

/// Plain text with the structure still visible: list marks, rows of tables, LaTeX sources.
#[must_use]
pub fn to_plain_text(content: &Content) -> String {
    match content {
        Content::Plain(text) => text.clone(),
        Content::Rich(blocks) => plain::blocks(blocks),
    }
}

/// One line for lists and mails: the first prose, or what comes first where there is none.
#[must_use]
pub fn first_line(content: &Content) -> String {
    match content {
        Content::Plain(text) => {
            text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned()
        }
        Content::Rich(blocks) => plain::first_line(blocks),
    }
}

/// Hashes and alternative texts of all pictures, in order.
#[must_use]
pub fn pictures(content: &Content) -> Vec<(&str, &str)> {
    match content {
        Content::Plain(_) => Vec::new(),
        Content::Rich(blocks) => plain::pictures(blocks),
    }
}

#[cfg(test)]
mod formula_tests;
#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod tests;
