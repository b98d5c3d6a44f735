//! CSV files of people to invite.

use crate::{
    cli::{failure::Failure, text},
    domain::Instant,
    service::{import::LineCounter, invite::bulk::InviteLine},
};
use serde::{Deserialize, Serialize};
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// Enough for tens of thousands of people with names and addresses of maximum length.
const MAX_BYTES: u64 = 16 << 20;

/// One person of the list.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitee {
    /// Line number in the file, from 1, header included.
    line: u64,
    name: String,
    email: String,
    /// Minutes of accommodation instead of the common one.
    #[serde(default)]
    extra_minutes: Option<i64>,
    /// Bounds of the start instead of the common ones.
    #[serde(default)]
    opens_at: Option<Instant>,
    #[serde(default)]
    closes_at: Option<Instant>,
    /// Set if the row has too few or too many cells, so that none can be trusted.
    fault: Option<String>,
}

impl From<Invitee> for InviteLine {
    fn from(Invitee { line, name, email, extra_minutes, opens_at, closes_at, fault }: Invitee) -> Self {
        let line = Self::new(line, name, email, extra_minutes, None).within(opens_at, closes_at);
        Self { fault: fault.or(line.fault), ..line }
    }
}

/// Reads the people in line order.
///
/// # Errors
/// If the file cannot be read or lacks the columns.
pub fn read(path: &Path) -> Result<Vec<Invitee>, Failure> {
    let is_stdin = path == Path::new("-");
    let name = if is_stdin { "standard input".to_owned() } else { path.display().to_string() };
    let refused = |why: String| Failure::refused(format!("{name}: {why}"));
    let mut text = Vec::new();
    let taken = if is_stdin {
        io::stdin().take(MAX_BYTES + 1).read_to_end(&mut text)
    } else {
        File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut text))
    };
    taken.map_err(|e| refused(e.to_string()))?;
    if text.len() as u64 > MAX_BYTES {
        return Err(refused("the list is larger than 16 MiB".into()));
    }
    parse(&text).map_err(refused)
}

fn parse(text: &[u8]) -> Result<Vec<Invitee>, String> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let text = std::str::from_utf8(text).map_err(|_| "this is not UTF-8; save the list as 'CSV UTF-8'".to_owned())?;
    // Spreadsheets write semicolons in locales whose decimal separator is a comma.
    let heading = text.lines().next().unwrap_or_default();
    let delimiter = if heading.contains(';') && !heading.contains(',') { b';' } else { b',' };
    let mut options = csv::ReaderBuilder::new();
    let mut reader = options.trim(csv::Trim::All).delimiter(delimiter).flexible(true).from_reader(text.as_bytes());
    let headings = reader.headers().map_err(|e| csv_error(&e))?.clone();
    let column = |names: &[&str]| {
        headings.iter().position(|h| names.contains(&h.to_lowercase().as_str())).ok_or_else(|| {
            format!("the header row must name the columns name and email; there is no column '{}'", names[0])
        })
    };
    let (email, name) = (column(&["email", "e-mail"])?, column(&["name", "full_name", "full name"])?);
    let optional = |name: &str| headings.iter().position(|h| h.eq_ignore_ascii_case(name));
    let (extra, opens, closes) = (optional("extra_minutes"), optional("opens_at"), optional("closes_at"));
    let mut lines = LineCounter::of(text.as_bytes());
    let mut people = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|e| csv_error(&e))?;
        let cell = |at: usize| row.get(at).unwrap_or_default().to_owned();
        let fault = (row.len() != headings.len())
            .then(|| format!("The line has {}, the header {}.", cells(row.len()), cells(headings.len())));
        let minutes = extra.map(cell).filter(|cell| !cell.is_empty()).map(|cell| (cell.parse::<i64>(), cell));
        let unread = minutes.as_ref().filter(|(number, _)| number.is_err());
        let fault = fault.or_else(|| unread.map(|(_, cell)| format!("'{cell}' is not a number of extra minutes.")));
        let bound = |at: Option<usize>| Bound::of(at.map(cell));
        let (opens_at, closes_at) = (bound(opens), bound(closes));
        let fault = fault.or(opens_at.fault).or(closes_at.fault);
        people.push(Invitee {
            line: lines.of_row(&row),
            name: cell(name),
            email: cell(email),
            extra_minutes: minutes.and_then(|(number, _)| number.ok()),
            opens_at: opens_at.at,
            closes_at: closes_at.at,
            fault,
        });
    }
    Ok(people)
}

/// A cell with a bound of the start.
struct Bound {
    at: Option<Instant>,
    fault: Option<String>,
}

impl Bound {
    fn of(cell: Option<String>) -> Self {
        let cell = cell.filter(|cell| !cell.is_empty());
        let at = cell.as_deref().and_then(Instant::parse);
        let unread = cell.filter(|_| at.is_none());
        Self { at, fault: unread.map(|cell| format!("'{cell}' is not a time like 2027-03-01T10:00:00+01:00.")) }
    }
}

fn cells(count: usize) -> String {
    text::count(count, "cell")
}

fn csv_error(error: &csv::Error) -> String {
    format!("this is not CSV: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(line: u64, name: &str, email: &str, fault: Option<&str>) -> Invitee {
        Invitee {
            line,
            name: name.into(),
            email: email.into(),
            extra_minutes: None,
            opens_at: None,
            closes_at: None,
            fault: fault.map(Into::into),
        }
    }

    #[test]
    fn bounds_are_optional() {
        let rows = parse(b"name,email,opens_at,closes_at\nA,a@b.c,,\nB,b@b.c,2027-03-01T10:00:00+01:00,2027-03-02T09:00:00Z\nC,c@b.c,,Friday\n");
        let rows = rows.unwrap();
        let bounds: Vec<_> = rows.iter().map(|row| (row.opens_at, row.closes_at)).collect();
        let at = |text: &str| Instant::parse(text);
        assert_eq!(bounds, [(None, None), (at("2027-03-01T09:00:00Z"), at("2027-03-02T09:00:00Z")), (None, None)]);
        assert_eq!(rows[2].fault.as_deref(), Some("'Friday' is not a time like 2027-03-01T10:00:00+01:00."));
    }

    #[test]
    fn extra_minutes_are_optional() {
        let rows = parse(b"name,Extra_Minutes,email\nA,,a@b.c\nB,30,b@b.c\nC,much,c@b.c\nD,999,d@b.c\n").unwrap();
        let minutes: Vec<_> = rows.iter().map(|row| row.extra_minutes).collect();
        assert_eq!(minutes, [None, Some(30), None, Some(999)]);
        let faults: Vec<_> = rows.into_iter().map(|row| InviteLine::from(row).fault).collect();
        let reason = |n: usize| faults[n].as_deref().unwrap_or_default();
        assert_eq!((reason(0), reason(1), reason(2)), ("", "", "'much' is not a number of extra minutes."));
        assert!(reason(3).contains("between 0 and 480"));
    }

    #[test]
    fn columns_are_found_by_name() {
        let is = |text: &str| parse(text.as_bytes()).unwrap();
        let ada = vec![row(2, "Ada, Countess", "ada@example.org", None)];
        assert_eq!(is("name,email\n\"Ada, Countess\",ada@example.org\n"), ada);
        assert_eq!(is("\u{feff}id;E\u{2d}Mail;Full Name\r\n7; ada@example.org ;\"Ada, Countess\"\r\n\r\n"), ada);
        assert!(is("name,email\n").is_empty());
    }

    #[test]
    fn line_numbers_match_the_file_and_ragged_rows_are_reported() {
        let text = "name,email\r\n\"Ada\nCountess\",a@b.c\r\n\r\nBob\r\nEve,e@b.c,x\r\nIda,i@b.c\r\n";
        let people = [
            row(2, "Ada\nCountess", "a@b.c", None),
            row(5, "Bob", "", Some("The line has 1 cell, the header 2 cells.")),
            row(6, "Eve", "e@b.c", Some("The line has 3 cells, the header 2 cells.")),
            row(7, "Ida", "i@b.c", None),
        ];
        assert_eq!(parse(text.as_bytes()).unwrap(), people);
    }

    #[test]
    fn errors_name_the_missing_column_or_encoding() {
        let fault = |text: &[u8]| parse(text).unwrap_err();
        assert!(fault(b"").contains("no column 'email'"));
        assert!(fault(b"email\na@b.c\n").contains("no column 'name'"));
        assert!(fault(b"name,email\n\xff,a@b.c\n").contains("UTF-8"));
    }
}
