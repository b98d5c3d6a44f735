//! Text to rows. The separator is that of the header, outside of quotation marks; each pasted line may have its own.

use super::heading::Columns;
use crate::service::import::{LineCounter, is_open, named_separator};

/// Maximum size of a list as text, in bytes: enough for tens of thousands of people.
pub const MAX_LIST: usize = 16 << 20;
/// Maximum number of lines of a list.
pub const MAX_LINES: u64 = 100_000;
/// Maximum number of cells of a line.
pub const MAX_CELLS: usize = 200;
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// Rows that are searched for the header: lists may begin with a title.
const TOP: usize = 10;
/// Bytes that are searched for it.
const TOP_BYTES: usize = 64 << 10;

pub struct Row<'t> {
    /// Line number in the text, from 1.
    pub line: u64,
    pub cells: Vec<String>,
    raw: &'t str,
    /// Separator between the cells.
    pub separator: u8,
}

impl Row<'_> {
    /// The row with some of the cells that a separator makes of it.
    pub fn with(&self, cells: Vec<String>, separator: u8) -> Self {
        Self { cells, separator, ..*self }
    }

    pub fn is_quoted(&self) -> bool {
        self.raw.contains('"')
    }

    /// The row as it is with each separator in turn, that of the list first: a list may be built from several.
    pub fn readings(&self) -> impl Iterator<Item = Self> {
        let others =
            SEPARATORS.into_iter().filter(|mark| *mark != self.separator && self.raw.contains(char::from(*mark)));
        let own = self.with(self.cells.clone(), self.separator);
        std::iter::once(own).chain(others.map(|mark| self.with(first_row(self.raw, mark), mark)))
    }
}

/// The rows that are not blank.
///
/// # Errors
/// A quotation mark that is not closed; too many lines or cells.
pub fn rows(text: &str) -> Result<Vec<Row<'_>>, String> {
    let (rest, separator, skipped) = match named_separator(text) {
        Some((separator, rest)) => (rest, separator, 1),
        None => (text, likely_separator(text), 0),
    };
    split(rest, separator, skipped)
}

/// Place and content of the header among the rows, if there is one.
pub fn header(rows: &[Row<'_>]) -> Option<(usize, Columns)> {
    let top = rows.iter().take(TOP).take_while(|row| !row.cells.iter().any(|cell| cell.contains('@')));
    let found = |(at, row): (usize, &Row<'_>)| {
        let own = Columns::of(row.cells.iter().map(String::as_str));
        // The header may have another separator than most lines.
        let columns =
            own.or_else(|| row.readings().find_map(|row| Columns::of(row.cells.iter().map(String::as_str))))?;
        Some((at, columns))
    };
    let all: Vec<_> = top.enumerate().filter_map(found).collect();
    // Headings may be in several rows, of which the last one is next to the people.
    let best = all.iter().rposition(|(_, columns)| columns.email.is_some()).unwrap_or(0);
    all.into_iter().nth(best)
}

/// The separator with which the top has a header, or else the most addresses that stand alone, or with a name before them.
fn likely_separator(text: &str) -> u8 {
    let top = text.get(..text.floor_char_boundary(TOP_BYTES)).unwrap_or(text);
    let rank = |separator: u8| {
        let rows: Vec<Row<'_>> = Records::of(top, separator, 0).take(50).collect();
        let header = rows.iter().take(TOP).find_map(|row| Columns::of(row.cells.iter().map(String::as_str)));
        let width = header.as_ref().map_or(0, |columns| columns.width);
        let named = header.is_some_and(|columns| columns.email.is_some() && columns.width > 1);
        let alone =
            rows.iter().filter(|row| row.cells.len() > 1 && row.cells.iter().any(|cell| is_address(cell))).count();
        let recipients = rows.iter().flat_map(|row| &row.cells).filter(|cell| angled(cell).is_some()).count();
        (named, if named { width } else { 0 }, alone, recipients)
    };
    // Of equals, the first is wanted.
    SEPARATORS.into_iter().rev().max_by_key(|separator| rank(*separator)).unwrap_or(b',')
}

/// Whether a cell is an address and nothing else.
pub fn is_address(cell: &str) -> bool {
    let part = |text: &str| !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || "@<>,;|\"".contains(c));
    cell.trim().split_once('@').is_some_and(|(local, domain)| part(local) && part(domain))
}

/// Name and address of `Ada Lovelace <ada@example.org>`, as mail programs write a recipient. The name may be the address again.
pub fn angled(cell: &str) -> Option<(&str, &str)> {
    let (name, address) = cell.trim().strip_suffix('>')?.rsplit_once('<')?;
    let (name, address) = (unquoted(name), address.trim());
    (is_address(address) && (!name.contains('@') || name.eq_ignore_ascii_case(address))).then_some((name, address))
}

/// A name without the quotation marks around it, of which a separator within may have left one.
pub fn unquoted(name: &str) -> &str {
    let name = name.trim().trim_matches('"').trim();
    name.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).map_or(name, str::trim)
}

struct Records<'t> {
    reader: csv::Reader<&'t [u8]>,
    text: &'t str,
    lines: LineCounter<'t>,
    skipped: u64,
    separator: u8,
}

impl<'t> Records<'t> {
    fn of(text: &'t str, separator: u8, skipped: u64) -> Self {
        let mut options = csv::ReaderBuilder::new();
        let options = options.delimiter(separator).flexible(true).has_headers(false);
        let (reader, lines) = (options.from_reader(text.as_bytes()), LineCounter::of(text.as_bytes()));
        Self { reader, text, lines, skipped, separator }
    }
}

impl<'t> Iterator for Records<'t> {
    type Item = Row<'t>;

    fn next(&mut self) -> Option<Row<'t>> {
        let mut record = csv::StringRecord::new();
        // Reading from memory fails only for text that is not UTF-8.
        self.reader.read_record(&mut record).ok().filter(|more| *more)?;
        let line = self.skipped + self.lines.of_row(&record);
        let place = |position: &csv::Position| usize::try_from(position.byte()).unwrap_or(usize::MAX);
        let start = record.position().map_or(0, place);
        let raw = self.text.get(start..place(self.reader.position())).unwrap_or_default();
        let raw = raw.trim_matches(['\r', '\n']);
        Some(Row { line, cells: record.iter().map(str::to_owned).collect(), raw, separator: self.separator })
    }
}

fn first_row(raw: &str, separator: u8) -> Vec<String> {
    Records::of(raw, separator, 0).next().map(|row| row.cells).unwrap_or_default()
}

fn split(text: &str, separator: u8, skipped: u64) -> Result<Vec<Row<'_>>, String> {
    let mut rows = Vec::new();
    let mut records = Records::of(text, separator, skipped).peekable();
    while let Some(row) = records.next() {
        if row.line > MAX_LINES {
            return Err(format!("the list has more than {MAX_LINES} lines"));
        }
        if row.cells.len() > MAX_CELLS {
            return Err(format!("line {} has more than {MAX_CELLS} cells", row.line));
        }
        if is_open(row.raw.as_bytes()) && records.peek().is_none() {
            return Err(format!("a quotation mark in line {} is not closed", row.line));
        }
        if row.cells.iter().any(|cell| !cell.trim().is_empty()) {
            rows.push(row);
        }
    }
    Ok(rows)
}
