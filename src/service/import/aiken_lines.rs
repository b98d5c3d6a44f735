//! Lines of Aiken, by which the format is known.

const ANSWER: &str = "ANSWER:";
const FEEDBACK: &str = "FEEDBACK:";

/// Whether a file is in this format: it has options and a line with their right one.
pub fn is_aiken(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    lines.clone().any(|line| answer(line).is_some_and(|letters| letters.len() == 1))
        && lines.any(|line| option(line).or_else(|| small_option(line)).is_some())
}

/// The letters of a line with the right answer, also of `B.` and `(B)`.
pub fn answer(line: &str) -> Option<&str> {
    after(ANSWER, line).map(|letters| letters.trim_matches(['(', ')', '.', ' ']))
}

/// The text of a line that explains the answer beside it.
pub fn feedback(line: &str) -> Option<&str> {
    after(FEEDBACK, line)
}

fn after<'l>(name: &str, line: &'l str) -> Option<&'l str> {
    let (begin, rest) = line.split_at_checked(name.len())?;
    begin.eq_ignore_ascii_case(name).then(|| rest.trim())
}

/// The letter and the text of an option.
pub fn option(line: &str) -> Option<(char, &str)> {
    let mut chars = line.chars();
    let letter = chars.next().filter(char::is_ascii_uppercase)?;
    Some((letter, after_mark(chars.as_str())?))
}

/// The same with a small letter, with which a text may begin, too.
pub fn small_option(line: &str) -> Option<(char, &str)> {
    let mut chars = line.chars();
    let letter = chars.next().filter(char::is_ascii_lowercase)?;
    Some((letter, after_mark(chars.as_str())?))
}

fn after_mark(line: &str) -> Option<&str> {
    line.strip_prefix(['.', ')']).map(str::trim)
}
