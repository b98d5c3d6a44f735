//! The rows of a workbook (.xlsx, ECMA-376) as text. Only names of sheets, shared texts and cells are read; formulas count
//! by their stored values. Read here, within the bounds of a package and of a list: libraries for workbooks allocate as
//! many cells or texts as a file declares, and cells that share a text can repeat it thousands of times.

use super::{
    dates::Styles,
    merged::{Cells, MAX_MERGED, Merged, spread},
    parts::{Node, UNREADABLE, attribute, column_of, each, name_of},
    people::{listed, numbered},
    table::{self, MAX_CELLS, MAX_LINES, MAX_LIST},
};
use crate::service::import::{Package, decode, with_usual_ends};
use quick_xml::{XmlVersion, events::BytesStart};
use std::{borrow::Cow, collections::BTreeSet};

/// Maximum number of sheets of a workbook that are searched for addresses.
const MAX_SHEETS: usize = 50;

/// A sheet of cells in a workbook.
struct SheetPart {
    name: String,
    path: String,
    is_hidden: bool,
}

pub struct Sheet {
    /// Cells with commas between them; the line number is that of the row.
    pub text: String,
    pub notes: Vec<String>,
}

/// Reads the first sheet with a column of addresses, or else the first with an address; `None` for bytes that are no zip. Sheets
/// that the workbook hides come last.
///
/// # Errors
/// A zip that is no workbook; a workbook without addresses.
pub fn read(bytes: &[u8]) -> Result<Option<Sheet>, String> {
    if !bytes.starts_with(b"PK\x03\x04") {
        return Ok(None);
    }
    let mut package = Package::open(bytes).map_err(|_| UNREADABLE.to_owned())?;
    let names = package.names();
    if !names.iter().any(|name| name == "xl/workbook.xml") {
        return Err(foreign(&names).into());
    }
    let sheets = sheets(&mut package)?;
    let shared = if package.has(SHARED) { shared_texts(&part(&mut package, SHARED)?)? } else { Vec::new() };
    let styles = if package.has(STYLES) { Some(part(&mut package, STYLES)?) } else { None };
    let styles = Styles::read(styles.as_deref(), &part(&mut package, "xl/workbook.xml")?)?;
    let mut fallback = None;
    for sheet in sheets.iter().take(MAX_SHEETS) {
        let found = rows_of(&part(&mut package, &sheet.path)?, &shared, &styles)?;
        let text = found.written();
        let rows = table::rows(&text)?;
        let has_column = table::header(&rows).is_some_and(|(_, columns)| columns.email.is_some());
        let has_address = rows.iter().any(|row| row.cells.iter().any(|cell| cell.contains('@')));
        if has_column {
            return Ok(Some(Sheet { text, notes: notes(&sheets, sheet, &found) }));
        }
        if has_address && fallback.is_none() {
            fallback = Some(Sheet { text, notes: notes(&sheets, sheet, &found) });
        }
    }
    fallback.map(Some).ok_or_else(|| "no sheet of this workbook has a column of email addresses".into())
}

const SHARED: &str = "xl/sharedStrings.xml";
const STYLES: &str = "xl/styles.xml";

fn foreign(names: &[String]) -> &'static str {
    if names.iter().any(|name| name == "xl/workbook.bin") {
        return "this is a binary Excel file (.xlsb); save it as .xlsx or as 'CSV UTF-8'";
    }
    if names.iter().any(|name| name == "content.xml") {
        return "this is an OpenDocument file; save it as .xlsx or as 'CSV UTF-8'";
    }
    "this zip is not a workbook; save the list as .xlsx or as 'CSV UTF-8'"
}

fn notes(sheets: &[SheetPart], read: &SheetPart, found: &Rows) -> Vec<String> {
    let mut notes = others(sheets, &read.name);
    if read.is_hidden {
        notes.push(format!("The workbook hides the sheet {}, which was read.", quoted(&read.name)));
    }
    if found.hidden > 0 {
        notes.push(format!("The list has rows that the workbook hides: {}.", found.hidden));
    }
    if !found.hidden_columns.is_empty() {
        let names: Vec<String> = found.hidden_columns.iter().map(|column| letters(*column)).collect();
        notes.push(format!("The list has columns that the workbook hides: {}.", listed(&names)));
    }
    notes.extend_from_slice(&found.spread);
    if let Some((_, first)) = found.dates.first() {
        let lines: Vec<u64> = found.dates.iter().map(|(line, _)| *line).collect();
        notes.push(format!("Dates of the workbook are read as text, such as '{first}': {}.", numbered(&lines)));
    }
    if !found.unstored.is_empty() {
        let lines = numbered(&found.unstored);
        notes.push(format!(
            "Formulas without a stored value are read as blank: {lines}. Open the workbook in Excel and save it."
        ));
    }
    notes
}

fn quoted(name: &str) -> String {
    format!("'{}'", super::people::shortened(name))
}

fn others(sheets: &[SheetPart], read: &str) -> Vec<String> {
    let left: Vec<String> = sheets.iter().filter(|sheet| sheet.name != read).map(|sheet| quoted(&sheet.name)).collect();
    let verb = if left.len() == 1 { "is" } else { "are" };
    let noun = if left.len() == 1 { "sheet" } else { "sheets" };
    if left.is_empty() {
        return Vec::new();
    }
    vec![format!("Sheet {} was read; {noun} {} {verb} not used.", quoted(read), listed(&left))]
}

/// A part of the workbook as text.
fn part(package: &mut Package<'_>, name: &str) -> Result<String, String> {
    let bytes = package.bytes(name).map_err(|why| {
        if why.contains("too large") {
            "this workbook is too large unpacked; save the list as 'CSV UTF-8'".to_owned()
        } else {
            UNREADABLE.to_owned()
        }
    })?;
    decode(&bytes).map(|(text, _)| with_usual_ends(text)).map_err(|_| UNREADABLE.to_owned())
}

/// The sheets in their order, those last that the workbook hides.
fn sheets(package: &mut Package<'_>) -> Result<Vec<SheetPart>, String> {
    let mut targets = Vec::new();
    let relations = part(package, "xl/_rels/workbook.xml.rels")?;
    each(&relations, |event, _| {
        if let Node::Start(start) = event
            && name_of(start) == "relationship"
            && let (Some(id), Some(target)) = (attribute(start, "id"), attribute(start, "target"))
        {
            targets.push((id, target));
        }
        Ok(())
    })?;
    let mut sheets = Vec::new();
    let workbook = part(package, "xl/workbook.xml")?;
    each(&workbook, |event, _| {
        if let Node::Start(start) = event
            && name_of(start) == "sheet"
            && let (Some(name), Some(id)) = (attribute(start, "name"), relation(start))
            && let Some((_, target)) = targets.iter().find(|(known, _)| *known == id)
        {
            let path = target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned);
            // `hidden` or `veryHidden`
            let is_hidden =
                attribute(start, "state").is_some_and(|state| state.to_ascii_lowercase().contains("hidden"));
            sheets.push(SheetPart { name, path, is_hidden });
        }
        Ok(())
    })?;
    // A sheet of charts has no part of cells.
    sheets.retain(|sheet| package.has(&sheet.path) && sheet.path.contains("worksheets/"));
    sheets.sort_by_key(|sheet| sheet.is_hidden);
    if sheets.is_empty() { Err(UNREADABLE.into()) } else { Ok(sheets) }
}

/// Texts that cells refer to by number, without phonetic guides.
fn shared_texts(xml: &str) -> Result<Vec<String>, String> {
    let mut texts = Vec::new();
    let mut current = None;
    each(xml, |event, path| {
        match event {
            Node::Start(start) if name_of(start) == "si" => current = Some(String::new()),
            Node::End if path.last().is_some_and(|name| name == "si") => texts.extend(current.take()),
            Node::Text(text) if is_text(path) => {
                if let Some(current) = &mut current {
                    current.push_str(text);
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(texts)
}

fn is_text(path: &[String]) -> bool {
    path.last().is_some_and(|name| name == "t") && !path.iter().any(|name| name == "rph")
}

fn rows_of(xml: &str, shared: &[String], styles: &Styles) -> Result<Rows, String> {
    let mut rows = Rows::default();
    let (mut row, mut column) = (0, 0);
    let (mut kind, mut style, mut has_formula) = (String::new(), 0, false);
    let mut value = String::new();
    let mut merged = Vec::new();
    each(xml, |event, path| {
        let name = path.last().map_or("", String::as_str);
        match event {
            Node::Start(start) => match name_of(start).as_str() {
                "col" if is_hidden(start) => {
                    let place = |name: &str| attribute(start, name).and_then(|place| place.parse::<usize>().ok());
                    let (first, last) = (place("min").unwrap_or(1), place("max").unwrap_or_default());
                    rows.not_shown.extend((first..=last.min(MAX_CELLS)).map(|place| place.saturating_sub(1)));
                }
                "row" => {
                    rows.is_hidden = is_hidden(start);
                    let before = row;
                    row = attribute(start, "r").and_then(|r| r.parse().ok()).unwrap_or(row + 1);
                    if row <= before {
                        return Err("the rows of this sheet are out of order; save the list as 'CSV UTF-8'".into());
                    }
                    column = 0;
                }
                "c" => {
                    column = attribute(start, "r").map_or(column, |place| column_of(&place));
                    kind = attribute(start, "t").unwrap_or_default();
                    style = attribute(start, "s").and_then(|s| s.parse().ok()).unwrap_or_default();
                    value.clear();
                    has_formula = false;
                }
                "f" => has_formula = true,
                "mergecell" if merged.len() < MAX_MERGED => {
                    merged.extend(attribute(start, "ref").and_then(|cells| Merged::of(&cells)));
                }
                _ => {}
            },
            Node::Text(text) if name == "v" || is_text(path) => value.push_str(text),
            Node::End if name == "c" => {
                let date = match kind.as_str() {
                    "" | "n" => styles.date(style, value.trim()),
                    "d" => Some(value.trim().to_owned()),
                    _ => None,
                };
                let text = match (kind.as_str(), value.trim()) {
                    ("s", number) => {
                        number.parse().ok().and_then(|n: usize| shared.get(n)).map_or(NO_SUCH_TEXT, String::as_str)
                    }
                    // Also the name of an error, such as #N/A: what is not known must not look like what was left empty.
                    (_, text) => date.as_deref().unwrap_or(text),
                };
                rows.add(row, column, text)?;
                // A text may be blank. Of other kinds, a program that computes nothing stores no value.
                if has_formula && kind != "str" && value.is_empty() && rows.unstored.last() != Some(&row) {
                    rows.unstored.push(row);
                }
                if rows.dates.last().is_none_or(|(last, _)| *last < row) {
                    rows.dates.extend(date.map(|date| (row, date)));
                }
                column += 1;
            }
            Node::Text(_) | Node::End => {}
        }
        Ok(())
    })?;
    rows.spread = spread(&mut rows.read, &merged);
    Ok(rows)
}

/// Whether the workbook hides a row, or columns.
fn is_hidden(start: &BytesStart<'_>) -> bool {
    attribute(start, "hidden").is_some_and(|is| is == "1" || is == "true")
}

/// The text by which spreadsheets show a reference that leads nowhere.
const NO_SUCH_TEXT: &str = "#REF!";

/// Cells that are not empty, by row and column.
#[derive(Default)]
struct Rows {
    read: Vec<(u64, Cells)>,
    /// The workbook does not show the row that is read.
    is_hidden: bool,
    hidden: usize,
    /// Columns that the workbook does not show, and those of them that have a text.
    not_shown: BTreeSet<usize>,
    hidden_columns: BTreeSet<usize>,
    /// The findings about headings over several cells.
    spread: Vec<String>,
    /// Rows with a formula whose value is not stored.
    unstored: Vec<u64>,
    /// The first date of each row that has one.
    dates: Vec<(u64, String)>,
    /// Bytes of their text, at least.
    size: usize,
}

impl Rows {
    fn add(&mut self, row: u64, column: usize, text: &str) -> Result<(), String> {
        // Blanks are read, too.
        self.size += text.len();
        let text = unescaped(text).split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return self.check();
        }
        if row > MAX_LINES {
            return Err(format!("the sheet has more than {MAX_LINES} rows"));
        }
        if column >= MAX_CELLS {
            return Err(format!("row {row} has more than {MAX_CELLS} cells"));
        }
        if self.not_shown.contains(&column) {
            self.hidden_columns.insert(column);
        }
        if self.read.last().is_none_or(|(last, _)| *last < row) {
            self.read.push((row, Vec::new()));
            self.hidden += usize::from(self.is_hidden);
        }
        if let Some((_, cells)) = self.read.last_mut() {
            let next = cells.last().map_or(0, |(last, _)| last + 1);
            if column < next {
                return Err(format!("the cells of row {row} are out of order; save the list as 'CSV UTF-8'"));
            }
            self.size += column - next + 1;
            cells.push((column, text));
        }
        self.check()
    }

    fn check(&self) -> Result<(), String> {
        if self.size > MAX_LIST { Err("the list is larger than 16 MiB".into()) } else { Ok(()) }
    }

    fn written(&self) -> String {
        let mut text = String::new();
        let mut line = 1;
        for (row, cells) in &self.read {
            // The number of a line is that of its row.
            text.extend(std::iter::repeat_n('\n', usize::try_from(row.saturating_sub(line)).unwrap_or_default()));
            let mut commas = 0;
            for (column, cell) in cells {
                text.extend(std::iter::repeat_n(',', column - commas));
                commas = *column;
                if cell.contains([',', ';', '|', '"']) {
                    text.extend(["\"", cell.replace('"', "\"\"").as_str(), "\""]);
                } else {
                    text.push_str(cell);
                }
            }
            text.push('\n');
            line = row + 1;
        }
        text
    }
}

/// A text whose control characters are written as in workbooks: `_x000D_` (ECMA-376, `ST_Xstring`).
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains("_x") {
        return Cow::Borrowed(text);
    }
    let mut made = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("_x") {
        made.push_str(before);
        let code = after.get(..4).filter(|_| after.get(4..5) == Some("_"));
        let c = code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
        if let (Some(c), Some(next)) = (c, after.get(5..)) {
            made.push(c);
            rest = next;
        } else {
            made.push_str("_x");
            rest = after;
        }
    }
    made.push_str(rest);
    Cow::Owned(made)
}

/// The letters of a column, counted from 0.
fn letters(column: usize) -> String {
    let (mut rest, mut letters) = (column + 1, Vec::new());
    while rest > 0 {
        letters.push(char::from(b'A' + u8::try_from((rest - 1) % 26).unwrap_or_default()));
        rest = (rest - 1) / 26;
    }
    letters.into_iter().rev().collect()
}

/// The id of the relation, which has a prefix: a sheet also has a number named `sheetId`.
fn relation(start: &BytesStart<'_>) -> Option<String> {
    let mut attributes = start.attributes().filter_map(Result::ok);
    let found = attributes.find(|attribute| attribute.key.as_ref().ends_with(":id"))?;
    found.normalized_value(XmlVersion::Explicit1_0).ok().map(Into::into)
}
