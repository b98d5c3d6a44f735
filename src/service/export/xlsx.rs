//! The workbook. Its rows wait in a nameless temporary file, not in memory.

use super::{Failed, HEADING, status};
use crate::domain::{Instant, submission::Submission};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use std::io::{self, Seek, Write};

/// Rows of one sheet below its heading; a sheet ends at 1,048,576.
const SHEET_ROWS: u32 = 1_000_000;
/// Widths of the columns in characters, in the order of [`HEADING`].
const WIDTHS: [f64; 12] = [38.0, 32.0, 24.0, 32.0, 19.0, 19.0, 8.0, 11.0, 13.0, 11.0, 19.0, 13.0];

impl From<XlsxError> for Failed {
    fn from(error: XlsxError) -> Self {
        Self::Output(match error {
            XlsxError::IoError(error) => error,
            other => io::Error::other(other.to_string()),
        })
    }
}

pub(super) struct Book {
    book: Workbook,
    sheet: usize,
    row: u32,
    date: Format,
}

impl Book {
    pub fn begin() -> Result<Self, Failed> {
        let date = Format::new().set_num_format("yyyy-mm-dd hh:mm:ss");
        let mut book = Self { book: Workbook::new(), sheet: 0, row: 0, date };
        book.add_sheet(1)?;
        Ok(book)
    }

    fn add_sheet(&mut self, number: usize) -> Result<(), XlsxError> {
        let sheet = self.book.add_worksheet_with_constant_memory()?;
        let name = if number == 1 { "Results".to_owned() } else { format!("Results {number}") };
        sheet.set_name(name)?.set_freeze_panes(1, 0)?;
        let bold = Format::new().set_bold();
        for (column, (heading, width)) in (0..).zip(HEADING.into_iter().zip(WIDTHS)) {
            sheet.set_column_width(column, width)?;
            // A date in a cell has no zone of its own.
            let heading = if heading.ends_with("_at") { format!("{heading} (UTC)") } else { heading.to_owned() };
            sheet.write_string_with_format(0, column, heading, &bold)?;
        }
        (self.sheet, self.row) = (number - 1, 0);
        Ok(())
    }

    pub fn push(&mut self, result: &Submission) -> Result<(), Failed> {
        if self.row == SHEET_ROWS {
            self.add_sheet(self.sheet + 2)?;
        }
        self.row += 1;
        let (row, date) = (self.row, &self.date);
        let sheet = self.book.worksheet_from_index(self.sheet)?;
        // Strings are stored as such: what begins like a formula is shown, and never run.
        sheet.write_string(row, 0, result.id.to_string())?;
        sheet.write_string(row, 1, &result.test_title)?;
        sheet.write_string(row, 2, &result.applicant_name)?;
        sheet.write_string(row, 3, &result.applicant_email)?;
        write_instant(sheet, row, 4, result.started_at, date)?;
        write_instant(sheet, row, 5, result.submitted_at, date)?;
        sheet.write_number(row, 6, result.final_score())?;
        sheet.write_number(row, 7, result.auto_score())?;
        if let Some(score) = result.manual_score() {
            sheet.write_number(row, 8, score)?;
        }
        sheet.write_number(row, 9, result.final_score())?;
        sheet.write_string(row, 10, status(result.status))?;
        sheet.write_boolean(row, 11, result.is_monitored)?;
        Ok(())
    }

    pub fn write(mut self, out: &mut dyn Write) -> Result<(), Failed> {
        let mut file = tempfile::tempfile()?;
        self.book.save_to_writer(&mut file)?;
        file.rewind()?;
        io::copy(&mut file, out)?;
        Ok(())
    }
}

fn write_instant(sheet: &mut Worksheet, row: u32, column: u16, at: Instant, date: &Format) -> Result<(), XlsxError> {
    sheet.write_datetime_with_format(row, column, ExcelDateTime::from_timestamp(at.0.div_euclid(1_000))?, date)?;
    Ok(())
}
