//! The reason why a source is refused.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RichTextFault {
    pub message: String,
    /// Line and column of the source, from 1; the column counts characters.
    pub position: Option<(usize, usize)>,
}

impl RichTextFault {
    /// `offset` counts bytes of `source`.
    pub(super) fn at(source: &str, offset: usize, message: String) -> Self {
        let before = &source[..source.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
        Self { message, position: Some((line, before[line_start..].chars().count() + 1)) }
    }
}

impl fmt::Display for RichTextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some((line, column)) => write!(f, "Line {line}, column {column}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}
