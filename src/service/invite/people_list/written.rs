//! Names and addresses as people write them, rather than programs: `1. Ada Lovelace (ada@example.org)`.

use super::table::is_address;

/// Names of a mail's fields, which are copied with its recipients.
const FIELDS: [&str; 7] = ["to", "cc", "bcc", "an", "\u{e0}", "para", "do"];
/// Marks before the lines of a list.
const BULLETS: [char; 6] = ['-', '*', '\u{2013}', '\u{2014}', '\u{2022}', '\u{b7}'];
/// Marks between a name and an address.
const BETWEEN: [char; 6] = ['-', '\u{2013}', '\u{2014}', ':', ',', ';'];
const BRACKETS: [char; 4] = ['(', ')', '[', ']'];

/// Name and address of a cell that begins or ends with its only address, with a blank between both.
pub fn beside(cell: &str) -> Option<(String, String)> {
    if cell.matches('@').count() != 1 || cell.contains(['<', '>']) {
        return None;
    }
    let mut words: Vec<&str> = cell.split_whitespace().collect();
    let last = words.pop()?;
    let (word, name) = if last.contains('@') {
        (last, words.join(" "))
    } else {
        let first = words.first().copied().filter(|first| first.contains('@'))?;
        (first, [words.get(1..).unwrap_or_default(), &[last]].concat().join(" "))
    };
    let address = word.trim_matches(BRACKETS).trim_end_matches(BETWEEN);
    let is_whole = is_address(address) && !address.contains(BRACKETS);
    let has_domain = address.split_once('@').is_some_and(|(_, domain)| domain.contains('.'));
    let name = name.trim_matches(|c: char| c.is_whitespace() || BETWEEN.contains(&c)).to_owned();
    (is_whole && has_domain && !name.is_empty()).then(|| (name, address.to_owned()))
}

/// A name without what a list or a mail has before it: a bullet, a number, `To:`.
pub fn plain(name: &str) -> &str {
    let name = name.trim_start_matches(|c: char| c.is_whitespace() || BULLETS.contains(&c));
    let Some((first, rest)) = name.split_once(char::is_whitespace) else { return name };
    let field = first.strip_suffix(':').unwrap_or_default().to_lowercase();
    if is_number_of_line(first) || FIELDS.contains(&field.as_str()) {
        return rest.trim_start();
    }
    name
}

/// `7.` or `7)`.
fn is_number_of_line(word: &str) -> bool {
    word.strip_suffix(['.', ')']).is_some_and(|number| {
        !number.is_empty() && number.len() <= 5 && number.bytes().all(|digit| digit.is_ascii_digit())
    })
}
