//! Line numbers of a text, as in an editor.

use crate::domain::Result;

/// Converts byte offsets to line numbers; offsets must be requested in ascending order.
pub struct LineCounter<'t> {
    text: &'t [u8],
    at: usize,
    pub(super) line: u64,
}

impl<'t> LineCounter<'t> {
    #[must_use]
    pub const fn of(text: &'t [u8]) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// The line of this byte, from 1.
    pub fn at(&mut self, place: usize) -> u64 {
        let place = place.min(self.text.len());
        let between = self.text.get(self.at..place).unwrap_or_default();
        self.line += between.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.at = self.at.max(place);
        self.line
    }

    /// The text from a table's row on.
    #[must_use]
    pub fn rest_at(&self, row: &csv::StringRecord) -> &'t [u8] {
        let byte = row.position().map_or(0, csv::Position::byte);
        usize::try_from(byte).ok().and_then(|at| self.text.get(at..)).unwrap_or_default()
    }

    /// The line of a table's row. The CSV reader's count is off: its rows begin with the preceding line breaks.
    pub fn of_row(&mut self, row: &csv::StringRecord) -> u64 {
        let rest = self.rest_at(row);
        let at = self.text.len() - rest.len();
        self.at(at + rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count())
    }
}

/// Whether a row of a table, as it is written, reaches over lines because of a quotation mark that is not closed. Only the last
/// row of a table can.
#[must_use]
pub fn is_open(raw: &[u8]) -> bool {
    raw.trim_ascii().contains(&b'\n') && raw.iter().filter(|byte| **byte == b'"').count() % 2 == 1
}

/// The text without a byte order mark, or the line of the first invalid byte.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, u64> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| LineCounter::of(bytes).at(error.valid_up_to()))
}
