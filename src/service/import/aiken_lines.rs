//! Lines of Aiken, by which the format is known.

/// Moodle knows the first one alone. Authors translate it, and converters follow them.
const ANSWER: [&str; 12] = [
    "ANSWER",
    "ANSWERS",
    "ANS",
    "ANTWORT",
    "L\u{d6}SUNG",
    "R\u{c9}PONSE",
    "REPONSE",
    "RESPUESTA",
    "RESPOSTA",
    "RISPOSTA",
    "ODPOWIED\u{179}",
    "\u{6b63}\u{89e3}",
];
const FEEDBACK: [&str; 1] = ["FEEDBACK"];

/// Whether a file is in this format: it has options and a line with their right one.
pub fn is_aiken(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    lines.clone().any(|line| answer(line).is_some_and(|letters| letters.len() == 1))
        && lines.any(|line| option(line).or_else(|| small_option(line)).is_some())
}

/// The letters of a line with the right answer, also of `B.` and `(B)`.
pub fn answer(line: &str) -> Option<&str> {
    after(&ANSWER, line).map(without_marks)
}

/// The letter of a line `words: B` below options: the right answer, in a language that is not known here.
pub fn foreign_answer(line: &str) -> Option<&str> {
    let (name, letters) = line.split_once([':', '\u{ff1a}'])?;
    let letter = without_marks(letters);
    let is_one = letter.len() == 1 && letter.starts_with(|c: char| c.is_ascii_alphabetic());
    (is_one && name.trim_end().chars().all(|c| c.is_alphabetic() || c == ' ')).then_some(letter)
}

fn without_marks(letters: &str) -> &str {
    letters.trim_matches(['(', ')', '.', ' '])
}

/// The text of a line that explains the answer beside it.
pub fn feedback(line: &str) -> Option<&str> {
    after(&FEEDBACK, line)
}

fn after<'l>(names: &[&str], line: &'l str) -> Option<&'l str> {
    let (begin, rest) = line.split_once([':', '\u{ff1a}'])?;
    let begin = begin.trim_end().to_uppercase();
    names.contains(&begin.as_str()).then(|| rest.trim())
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
