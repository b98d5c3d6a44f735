//! Rows to people. A line that cannot be understood keeps its cells, with what is wrong as its fault.

use super::{
    damaged::restored,
    heading::Columns,
    last_first::reordered,
    table::{self, Row, angled, is_address, unquoted},
    written::{beside, plain},
};
use crate::{
    domain::{
        Instant,
        invisible::{is_joiner, without_invisible},
        mailbox,
    },
    service::import::capital,
};
use serde::{Deserialize, Serialize};

/// One person of a list.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedPerson {
    /// Line number in the list, from 1, header included.
    pub line: u64,
    pub name: String,
    pub email: String,
    /// Minutes of accommodation instead of the common one.
    #[serde(default)]
    pub extra_minutes: Option<i64>,
    /// Bounds of the start instead of the common ones.
    #[serde(default)]
    pub opens_at: Option<Instant>,
    #[serde(default)]
    pub closes_at: Option<Instant>,
    /// Tag of the language instead of the common one, as it is written.
    #[serde(default)]
    pub language: Option<String>,
    /// Why the line does not name a person that can be invited.
    pub fault: Option<String>,
    /// Changes that reading made, and doubts whether mail arrives.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// Reads the people of a list; adds what was not used, or removed, to the notes.
///
/// # Errors
/// A list without names or addresses.
pub fn read(text: &str, notes: &mut Vec<String>) -> Result<Vec<ListedPerson>, String> {
    let rows = table::rows(text)?;
    let Some((at, mut columns)) = table::header(&rows) else {
        if !rows.is_empty() && !rows.iter().any(|row| row.cells.iter().any(|cell| cell.contains('@'))) {
            return Err(missing("email", rows.first()));
        }
        return Ok(said(rows.iter().flat_map(|row| people(row)).collect(), notes));
    };
    let (above, below) = rows.split_at(at);
    let Some((header, below)) = below.split_first() else { return Ok(Vec::new()) };
    columns.email = columns.email.or_else(|| column_of_addresses(below, &columns));
    if columns.email.is_none() {
        return Err(missing("email", Some(header)));
    }
    if columns.name.is_empty() {
        return Err(missing("name", Some(header)));
    }
    if !above.is_empty() {
        let lines: Vec<u64> = above.iter().map(|row| row.line).collect();
        notes.push(format!("{} above the header {} not used.", capital(&numbered(&lines)), are(lines.len())));
    }
    unused(&columns, header, below, notes);
    Ok(said(below.iter().map(|row| person(row, Some(&columns))).collect(), notes))
}

fn missing(what: &str, header: Option<&Row<'_>>) -> String {
    let cells = header.into_iter().flat_map(|row| &row.cells).map(|cell| cell.trim()).filter(|cell| !cell.is_empty());
    let has = cells.take(12).map(|cell| format!("'{}'", shortened(cell))).collect::<Vec<_>>().join(", ");
    format!("the header row must name the columns name and email; there is no column '{what}', only {has}")
}

/// The only column without a known heading in which every cell that is filled holds an address.
fn column_of_addresses(rows: &[Row<'_>], columns: &Columns) -> Option<usize> {
    let holds_addresses = |column: &usize| {
        let mut filled = rows.iter().filter_map(|row| row.cells.get(*column)).filter(|cell| !cell.trim().is_empty());
        !columns.is_used(*column) && filled.clone().next().is_some() && filled.all(|cell| cell.contains('@'))
    };
    let mut found = (0..columns.width).filter(holds_addresses);
    found.next().filter(|_| found.next().is_none())
}

fn unused(columns: &Columns, header: &Row<'_>, rows: &[Row<'_>], notes: &mut Vec<String>) {
    let is_filled =
        |column: usize| rows.iter().any(|row| row.cells.get(column).is_some_and(|cell| !cell.trim().is_empty()));
    let heading = |column: usize| header.cells.get(column).map(|cell| cell.trim()).unwrap_or_default();
    let left = (0..columns.width.min(header.cells.len())).filter(|column| !columns.is_used(*column));
    let names: Vec<String> = left
        .filter(|column| !heading(*column).is_empty() || is_filled(*column))
        .map(|column| match heading(column) {
            "" => format!("{} (without a heading)", column + 1),
            text => format!("'{}'", shortened(text)),
        })
        .collect();
    match names.as_slice() {
        [] => {}
        [one] => notes.push(format!("Column {one} is not used.")),
        several => notes.push(format!("Columns {} are not used.", listed(several))),
    }
}

/// Says in the notes of the list what is said of several lines.
fn said(people: Vec<ListedPerson>, notes: &mut Vec<String>) -> Vec<ListedPerson> {
    // Several people may be on one line.
    let lines_with = |is_it: fn(&str) -> bool| {
        let of_it = people.iter().filter(|person| person.notes.iter().any(|note| is_it(note)));
        let mut lines: Vec<u64> = of_it.map(|person| person.line).collect();
        lines.dedup();
        (!lines.is_empty()).then(|| numbered(&lines))
    };
    let removed = lines_with(|note| note == REMOVED);
    notes.extend(removed.map(|lines| format!("Invisible characters were removed from {lines}.")));
    let ordered = lines_with(|note| note.ends_with(FIRST_LAST));
    notes.extend(ordered.map(|lines| format!("Names written as 'Last, First' are read as 'First Last': {lines}.")));
    people
}

const REMOVED: &str = "Invisible characters were removed.";
/// End of the sentence about a name in another order.
const FIRST_LAST: &str = "', first name first.";

#[derive(Default)]
struct Cells {
    name: String,
    email: String,
    extra: String,
    opens: String,
    closes: String,
    language: String,
    /// A wrong number of cells.
    fault: Option<String>,
    is_cleaned: bool,
    /// A name beside the address, other than that of the list.
    unused_name: Option<String>,
    /// The name as it is written, if it has the last one first.
    last_first: Option<String>,
}

impl Cells {
    fn take(&mut self, cell: &str) -> String {
        let visible = without_invisible(cell);
        let kept = visible.trim();
        let is_changed = visible.len() != cell.len() || kept.len() != visible.trim_ascii().len();
        self.is_cleaned |= is_changed && !kept.is_empty();
        // Programs write `="0042"` so that a spreadsheet keeps the text.
        let kept = kept.strip_prefix("=\"").and_then(|text| text.strip_suffix('"')).unwrap_or(kept);
        // A cell of several lines is one of words, as in a workbook.
        if kept.contains(['\n', '\r']) {
            return kept.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        kept.to_owned()
    }

    fn of(row: &Row<'_>, columns: Option<&Columns>) -> Self {
        let whole = columns.and_then(|columns| with_whole_name(row, columns));
        let (row, separator) = (whole.as_deref().unwrap_or(row.cells.as_slice()), row.separator);
        let mut cells = Self::default();
        let Some(columns) = columns else {
            let mut filled: Vec<String> =
                row.iter().map(|cell| cells.take(cell)).filter(|cell| !cell.is_empty()).collect();
            // Without a header, the third of three cells is the extra time if it is a number.
            let is_number = |cell: &String| cell.bytes().all(|b| b.is_ascii_digit());
            if row.len() == 3 && filled.len() == 3 && filled.last().is_some_and(is_number) {
                cells.extra = filled.pop().unwrap_or_default();
            }
            // The number of a line, as in a table that was copied without its header, is no part of a name.
            if filled.len() > 2 && filled.first().is_some_and(is_number) {
                filled.remove(0);
            }
            cells.fault = after_address(&filled);
            (cells.name, cells.email) = pair(&filled);
            // A comma within a name cut it: `Lovelace, Ada <ada@example.org>`.
            let is_cut = separator == b',' && matches!(filled.as_slice(), [before, _] if !before.contains('@'));
            let between = if is_cut { ", " } else { " " };
            let mut cells = cells.split_address(Some(between));
            let name = plain(&cells.name).to_owned();
            cells.name = name;
            return if filled.len() > 2 { cells } else { cells.with_first_name_first() };
        };
        let mut at = |column: Option<usize>| {
            let cell = column.and_then(|column| row.get(column));
            cell.map(|cell| cells.take(cell)).unwrap_or_default()
        };
        let [email, extra, opens, closes, language] =
            [columns.email, columns.extra, columns.opens, columns.closes, columns.language].map(&mut at);
        let parts: Vec<String> =
            columns.name.iter().map(|column| at(Some(*column))).filter(|part| !part.is_empty()).collect();
        let has_more = row.iter().skip(columns.width).any(|cell| !cell.trim().is_empty());
        let fault = has_more.then(|| format!("The line has {} cells, the header {}.", row.len(), columns.width));
        let cells =
            Self { name: parts.join(" "), email, extra, opens, closes, language, fault, ..cells }.split_address(None);
        // Of several columns, each is a part of the name.
        if columns.name.len() > 1 { cells } else { cells.with_first_name_first() }
    }

    fn with_first_name_first(self) -> Self {
        match reordered(&self.name) {
            Some(name) => Self { last_first: Some(self.name), name, ..self },
            None => self,
        }
    }

    /// `Ada Lovelace <ada@example.org>`, as mail clients write it, and `mailto:ada@example.org`. Without a header, a name in the
    /// cell before belongs to that beside the address: `between` stands between both.
    fn split_address(mut self, between: Option<&str>) -> Self {
        if let Some((name, address)) = self.email.strip_suffix('>').and_then(|text| text.rsplit_once('<'))
            && !address.is_empty()
        {
            let (name, address) = (unquoted(name).to_owned(), address.trim().to_owned());
            if self.name.is_empty() || between.is_some() && unquoted(&self.name).eq_ignore_ascii_case(&name) {
                self.name = name;
            } else if let Some(between) = between.filter(|_| !name.is_empty()) {
                self.name = format!("{}{between}{name}", unquoted(&self.name));
            } else if !name.is_empty() && !self.name.eq_ignore_ascii_case(&name) {
                self.unused_name = Some(name);
            }
            self.email = address;
        } else if let Some(between) = between
            && let Some((name, address)) = beside(&self.email)
            && (self.name.is_empty() || between == ", ")
        {
            self.name = if self.name.is_empty() { name } else { format!("{}{between}{name}", unquoted(&self.name)) };
            self.email = address;
        }
        if let Some(address) = self.email.get(7..).filter(|_| self.email.to_ascii_lowercase().starts_with("mailto:")) {
            self.email = address.to_owned();
        }
        // Joiners have no place in an address.
        if self.email.contains(is_joiner) {
            self.email.retain(|c| !is_joiner(c));
            self.is_cleaned = true;
        }
        self
    }

    fn fault(&self) -> Option<String> {
        if self.fault.is_some() {
            return self.fault.clone();
        }
        // An export may repeat the address as the name; a second address is another person.
        // A sign typed twice is a slip in one address.
        let addresses = self.name.matches('@').count() + self.email.replace("@@", "@").matches('@').count();
        if addresses > 1 && !self.name.eq_ignore_ascii_case(&self.email) {
            return Some("There is more than one address: put each person on a line of their own.".into());
        }
        if is_error(&self.name) {
            let name = shortened(&self.name);
            return Some(format!("'{name}' is an error of the spreadsheet, not a name."));
        }
        if !self.email.is_empty() && !is_address(&self.email) && holds_separated_address(&self.email) {
            return Some("Separate all parts of a line with the same character.".into());
        }
        None
    }
}

/// The cells of a row whose name a comma cut, as people write it without quotation marks below `name,email`:
/// `Lovelace, Ada <ada@example.org>`, or `Lovelace, Ada, ada@example.org`.
fn with_whole_name(row: &Row<'_>, columns: &Columns) -> Option<Vec<String>> {
    let (Some(email), &[name]) = (columns.email, columns.name.as_slice()) else { return None };
    if name + 1 != email || row.separator != b',' || row.is_quoted() {
        return None;
    }
    let cell = |column: usize| row.cells.get(column).map(|cell| cell.trim()).unwrap_or_default();
    let (last, first) = (cell(name), cell(email));
    if last.is_empty() || first.is_empty() || last.contains('@') {
        return None;
    }
    // A program that fills both columns writes no blank between them.
    let is_typed = row.cells.get(email).is_some_and(|cell| cell.starts_with(char::is_whitespace));
    let is_cut = |first: &str| (is_typed || !last.contains(' ')) && is_rest_of_name(last, first);
    let (first, address, rest) = match angled(first) {
        Some((first, address)) if is_cut(first) => (first, address, email + 1),
        None if !first.contains('@') && is_address(cell(email + 1)) && !columns.is_of_others(email + 1) => {
            (first, cell(email + 1), email + 2)
        }
        Some(_) | None => return None,
    };
    let (before, after) = (row.cells.get(..name)?, row.cells.get(rest..).unwrap_or_default());
    Some([before, &[format!("{last}, {first}"), address.to_owned()], after].concat())
}

/// Whether a name is no other form of what stands before it: they have no word in common.
fn is_rest_of_name(before: &str, name: &str) -> bool {
    let words = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect::<Vec<_>>()
    };
    let known = words(before);
    !name.is_empty() && !name.contains('@') && words(name).iter().all(|word| !known.contains(word))
}

/// Whether a cell says why a formula has no result: `#N/A`, `#REF!`, in German `#BEZUG!`.
fn is_error(cell: &str) -> bool {
    let is_of_it = |c: char| c.is_uppercase() || matches!(c, '/' | '0' | '!' | '?' | '¡' | '¿');
    cell.strip_prefix('#').is_some_and(|rest| rest.chars().all(is_of_it) && rest.contains(char::is_uppercase))
}

/// Whether one of several parts is a whole address: otherwise the separator is a slip within the address.
fn holds_separated_address(text: &str) -> bool {
    let mut parts = text.split([',', ';', '|', '\t']);
    parts.any(|part| is_address(part) && part.rsplit('@').next().is_some_and(|domain| domain.contains('.')))
}

/// Cells on both sides of an address cannot all be the name, nor can a number.
fn after_address(filled: &[String]) -> Option<String> {
    let at = filled.iter().position(|cell| cell.contains('@'))?;
    let is_after = |(n, cell): (usize, &String)| {
        !cell.contains('@') && n > at && (at > 0 || cell.starts_with(|c: char| c.is_ascii_digit()))
    };
    let after = filled.get(filled.iter().enumerate().position(is_after)?)?;
    Some(format!("'{}' after the address is not understood: name the columns in a header row.", shortened(after)))
}

/// Name and address in either order: the address is the cell with an @.
fn pair(filled: &[String]) -> (String, String) {
    let cell = |n: usize| filled.get(n).cloned().unwrap_or_default();
    let Some(at) = filled.iter().position(|cell| cell.contains('@')) else { return (cell(0), cell(1)) };
    let others: Vec<&str> = filled.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, c)| c.as_str()).collect();
    (others.join(" "), cell(at))
}

/// The people of a line without a header: several, where a mail program wrote its recipients on one line.
fn people(row: &Row<'_>) -> Vec<ListedPerson> {
    let several = row.readings().find_map(|reading| Some((recipients(&reading.cells)?, reading.separator)));
    let Some((groups, separator)) = several else { return vec![person(row, None)] };
    groups.into_iter().map(|cells| person(&row.with(cells, separator), None)).collect()
}

/// `Lovelace, Ada <ada@example.org>, bob@example.org` as the cells of each recipient; `None` for any other line.
fn recipients(cells: &[String]) -> Option<Vec<Vec<String>>> {
    let filled: Vec<&str> = cells.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).collect();
    let (mut groups, mut group) = (Vec::new(), Vec::new());
    for cell in filled {
        group.push(cell.to_owned());
        if !cell.contains('@') {
            continue;
        }
        // Beside a plain address, a name may be the one before or the one after.
        let is_recipient = angled(cell).is_some() || (group.len() == 1 && (is_address(cell) || beside(cell).is_some()));
        if !is_recipient {
            return None;
        }
        groups.push(std::mem::take(&mut group));
    }
    let [first, second, ..] = groups.as_slice() else { return None };
    // An export may repeat the address as the name.
    (group.is_empty() && first != second).then_some(groups)
}

/// `15`, or `15.0` as programs write the numbers of a column that has blanks.
fn whole_minutes(text: &str) -> Option<i64> {
    let is_zero = |rest: &str| rest.len() <= 2 && rest.bytes().all(|digit| digit == b'0');
    let whole = text.split_once(['.', ',']).filter(|(_, rest)| is_zero(rest)).map_or(text, |(whole, _)| whole);
    whole.parse().ok()
}

fn person(row: &Row<'_>, columns: Option<&Columns>) -> ListedPerson {
    let own = Cells::of(row, columns);
    let mut cells = if is_address(&own.email) {
        own
    } else {
        row.readings().map(|row| Cells::of(&row, columns)).find(|cells| is_address(&cells.email)).unwrap_or(own)
    };
    let mut fault = cells.fault();
    let minutes = (!cells.extra.is_empty()).then(|| whole_minutes(&cells.extra));
    if minutes == Some(None) {
        fault = fault.or_else(|| Some(format!("'{}' is not a number of extra minutes.", shortened(&cells.extra))));
    }
    let mut bound = |cell: &str| {
        let at = Instant::parse(cell);
        if at.is_none() && !cell.is_empty() {
            let words = format!("'{}' is not a time like 2027-03-01T10:00:00+01:00.", shortened(cell));
            fault = fault.take().or(Some(words));
        }
        at
    };
    let (opens_at, closes_at) = (bound(&cells.opens), bound(&cells.closes));
    let mut notes = Vec::new();
    if cells.is_cleaned {
        notes.push(REMOVED.to_owned());
    }
    if let Some(written) = &cells.last_first {
        notes.push(format!("'{}' is read as '{}{FIRST_LAST}", shortened(written), shortened(&cells.name)));
    }
    if let Some(name) = restored(&cells.name) {
        notes.push(format!("'{}' is read as '{}'.", shortened(&cells.name), shortened(&name)));
        cells.name = name;
    }
    if cells.name.contains(char::REPLACEMENT_CHARACTER) {
        let name = shortened(&cells.name);
        fault = fault.or_else(|| Some(format!("'{name}' has lost letters: save the list as 'CSV UTF-8'.")));
    } else if cells.name.contains('?') {
        notes.push(format!("'{}' has a question mark: a letter may be lost.", shortened(&cells.name)));
    }
    if !cells.name.is_empty() && !cells.name.contains(char::is_alphabetic) {
        notes.push(format!("The name '{}' has no letter.", shortened(&cells.name)));
    }
    if let Some(name) = &cells.unused_name {
        notes.push(format!("The name beside the address, '{}', is not used.", shortened(name)));
    }
    if let Some(c) = mailbox::beyond_ascii(&cells.email).filter(|_| is_address(&cells.email)) {
        notes.push(format!(
            "'{c}' before the @: mail arrives only where all mail servers support such addresses (SMTPUTF8)."
        ));
    }
    let extra_minutes = minutes.flatten();
    // An address is no name to greet a person by: the name is asked for.
    let name = if cells.name.eq_ignore_ascii_case(&cells.email) { String::new() } else { cells.name };
    ListedPerson {
        line: row.line,
        name,
        email: cells.email,
        extra_minutes,
        opens_at,
        closes_at,
        language: Some(cells.language).filter(|language| !language.is_empty()),
        fault,
        notes,
    }
}

/// "line 2", "lines 2, 5 and 9", "lines 2, 5, 9 and 40 more".
pub fn numbered(lines: &[u64]) -> String {
    const SHOWN: usize = 10;
    let mut shown: Vec<String> = lines.iter().take(SHOWN).map(ToString::to_string).collect();
    if lines.len() > SHOWN {
        shown.push(format!("{} more", lines.len() - SHOWN));
    }
    format!("{} {}", if lines.len() == 1 { "line" } else { "lines" }, listed(&shown))
}

/// "a", "a and b", "a, b and c".
pub fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

const fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// The beginning of a cell, for sentences.
pub fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    if text.chars().count() <= SHOWN { text.to_owned() } else { text.chars().take(SHOWN).chain(['…']).collect() }
}
