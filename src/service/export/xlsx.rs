//! The XLSX workbook. Its rows are buffered in an unnamed temporary file, not in memory.

use super::{
    export_error::Failed,
    rows::{ExportCell, ExportColumn},
};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, XlsxError};
use std::{
    borrow::Cow,
    io::{self, Seek, Write},
};

/// Rows per sheet below the heading; a sheet holds at most 1,048,576.
const SHEET_ROWS: u32 = 1_000_000;
/// UTF-16 code units per cell (Excel's limit).
const MAX_CELL: usize = 32_767;
const CUT_MARK: &str = " [cut: a cell holds no more]";

impl From<XlsxError> for Failed {
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other errors are written alike")]
    fn from(error: XlsxError) -> Self {
        Self::Output(match error {
            XlsxError::IoError(error) => error,
            other => io::Error::other(other.to_string()),
        })
    }
}

pub(super) struct Book {
    workbook: Workbook,
    columns: &'static [ExportColumn],
    /// The headings of the columns, in words.
    headings: Vec<Cow<'static, str>>,
    name: &'static str,
    sheet: usize,
    row: u32,
    date: Format,
}

impl Book {
    /// Columns with a heading for each.
    pub fn begin(
        (columns, headings): (&'static [ExportColumn], Vec<Cow<'static, str>>),
        name: &'static str,
    ) -> Result<Self, Failed> {
        let date = Format::new().set_num_format("yyyy-mm-dd hh:mm:ss");
        let mut book = Self { workbook: Workbook::new(), columns, headings, name, sheet: 0, row: 0, date };
        book.add_sheet(1)?;
        Ok(book)
    }

    fn add_sheet(&mut self, number: usize) -> Result<(), XlsxError> {
        let sheet = self.workbook.add_worksheet_with_constant_memory()?;
        let name = if number == 1 { self.name.to_owned() } else { format!("{} {number}", self.name) };
        sheet.set_name(name)?.set_freeze_panes(1, 0)?;
        let bold = Format::new().set_bold();
        for (column, (heading, (name, width))) in (0..).zip(self.headings.iter().zip(self.columns)) {
            sheet.set_column_width(column, *width)?;
            // A date cell has no time zone.
            let heading = if name.ends_with("_at") { format!("{heading} (UTC)") } else { heading.to_string() };
            sheet.write_string_with_format(0, column, heading, &bold)?;
        }
        (self.sheet, self.row) = (number - 1, 0);
        Ok(())
    }

    pub fn push(&mut self, cells: Vec<ExportCell<'_>>) -> Result<(), Failed> {
        if self.row == SHEET_ROWS {
            self.add_sheet(self.sheet + 2)?;
        }
        self.row += 1;
        let row = self.row;
        let sheet = self.workbook.worksheet_from_index(self.sheet)?;
        for (column, cell) in (0..).zip(cells) {
            match cell {
                // Stored as strings: text that begins like a formula is shown, never evaluated.
                ExportCell::Text(text) | ExportCell::Word(text) => sheet.write_string(row, column, fitting(text))?,
                ExportCell::Number(number) => sheet.write_number(row, column, number)?,
                ExportCell::Time(at) => {
                    let at = ExcelDateTime::from_timestamp(at.as_secs())?;
                    sheet.write_datetime_with_format(row, column, at, &self.date)?
                }
                ExportCell::Flag(flag) => sheet.write_boolean(row, column, flag)?,
                ExportCell::Nothing => sheet,
            };
        }
        Ok(())
    }

    pub fn write(mut self, out: &mut dyn Write) -> Result<(), Failed> {
        let mut file = tempfile::tempfile()?;
        self.workbook.save_to_writer(&mut file)?;
        file.rewind()?;
        io::copy(&mut file, out)?;
        Ok(())
    }
}

/// Truncates a text that is too long for a cell, and marks it.
fn fitting(text: Cow<'_, str>) -> String {
    let units = |text: &str| text.chars().map(char::len_utf16).sum::<usize>();
    if text.len() <= MAX_CELL || units(&text) <= MAX_CELL {
        return text.into_owned();
    }
    let mut budget = MAX_CELL - CUT_MARK.len();
    let kept = text.chars().take_while(|c| {
        let fits = c.len_utf16() <= budget;
        budget = budget.saturating_sub(c.len_utf16());
        fits
    });
    kept.chain(CUT_MARK.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_too_long_for_a_cell_is_cut_and_marked() {
        assert_eq!(fitting("short".into()), "short");
        let full = "ä".repeat(MAX_CELL);
        assert_eq!(fitting(full.as_str().into()), full);
        for c in ["x", "🦀"] {
            let cut = fitting(c.repeat(MAX_CELL + 1).into());
            assert!(cut.ends_with(CUT_MARK) && cut.encode_utf16().count() <= MAX_CELL, "{}", cut.len());
            assert!(cut.encode_utf16().count() > MAX_CELL - 3);
        }
    }
}
