//! Lists of people as CSV.

use crate::cli::failure::Failure;
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// Tens of thousands of people with the longest names and addresses that are taken.
const MOST_BYTES: u64 = 16 << 20;

/// Names and addresses, in the order of the lines.
///
/// # Errors
/// Where the file cannot be read, has no such columns, or a row has fewer cells.
pub fn read(path: &Path) -> Result<Vec<(String, String)>, Failure> {
    let name = path.display();
    let refused = |why: String| Failure::refused(format!("{name}: {why}"));
    let mut text = Vec::new();
    let taken = if path == Path::new("-") {
        io::stdin().take(MOST_BYTES + 1).read_to_end(&mut text)
    } else {
        File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut text))
    };
    taken.map_err(|e| refused(e.to_string()))?;
    if text.len() as u64 > MOST_BYTES {
        return Err(refused("this is too much for a list of people; it may have 16 MiB".into()));
    }
    parse(&text).map_err(refused)
}

fn parse(text: &[u8]) -> Result<Vec<(String, String)>, String> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let text = std::str::from_utf8(text).map_err(|_| "this is not UTF-8; save the list as 'CSV UTF-8'".to_owned())?;
    // Spreadsheets of many countries write semicolons, since their comma is the decimal one.
    let heading = text.lines().next().unwrap_or_default();
    let delimiter = if heading.contains(';') && !heading.contains(',') { b';' } else { b',' };
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).delimiter(delimiter).from_reader(text.as_bytes());
    let headings = reader.headers().map_err(|e| in_words(&e))?.clone();
    let column = |names: &[&str]| {
        headings.iter().position(|h| names.contains(&h.to_lowercase().as_str())).ok_or_else(|| {
            format!("the first row must name the columns name and email; there is no column '{}'", names[0])
        })
    };
    let (email, name) = (column(&["email", "e-mail"])?, column(&["name", "full_name", "full name"])?);
    let mut lines = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|e| in_words(&e))?;
        let cell = |at: usize| row.get(at).unwrap_or_default().to_owned();
        lines.push((cell(name), cell(email)));
    }
    Ok(lines)
}

fn in_words(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => {
            let line = pos.as_ref().map_or(0, csv::Position::line);
            format!("line {line} has {len} cells, the first row has {expected_len}")
        }
        _ => format!("this is not CSV: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_their_names() {
        let is = |text: &str| parse(text.as_bytes()).unwrap();
        let ada = vec![("Ada, Countess".to_owned(), "ada@example.org".to_owned())];
        assert_eq!(is("name,email\n\"Ada, Countess\",ada@example.org\n"), ada);
        assert_eq!(is("\u{feff}id;E-Mail;Full Name\r\n7; ada@example.org ;\"Ada, Countess\"\r\n\r\n"), ada);
        assert!(is("name,email\n").is_empty());
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let fault = |text: &[u8]| parse(text).unwrap_err();
        assert!(fault(b"").contains("no column 'email'"));
        assert!(fault(b"email\na@b.c\n").contains("no column 'name'"));
        assert_eq!(fault(b"name,email\nAda,a@b.c\nBob\n"), "line 3 has 1 cells, the first row has 2");
        assert!(fault(b"name,email\n\xff,a@b.c\n").contains("UTF-8"));
    }
}
