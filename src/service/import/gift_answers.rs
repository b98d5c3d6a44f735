//! One question of a GIFT file: its text and the answers in braces.

use super::markup;

/// Replaces answers in the middle of a sentence.
const GAP: &str = " _____ ";

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Choice,
    Essay,
}

#[derive(Debug)]
pub(super) struct Answers {
    pub kind: Kind,
    pub options: Vec<String>,
    pub correct: Option<String>,
}

#[derive(Debug)]
pub(super) struct Found {
    pub text: String,
    pub answers: Answers,
    /// Unsupported features that were dropped.
    pub left_out: Vec<&'static str>,
    pub html: bool,
}

#[derive(Debug)]
pub(super) enum Unfit {
    /// An unsupported type of question.
    Unsupported(&'static str),
    Broken(&'static str),
}

/// Position of the first `mark` that is not escaped by a backslash.
fn find(text: &str, mark: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if !escaped && c == mark {
            return Some(at);
        }
        escaped = !escaped && c == '\\';
    }
    None
}

fn cut(text: &str, mark: char) -> (&str, Option<&str>) {
    match find(text, mark) {
        Some(at) => (text.get(..at).unwrap_or_default(), text.get(at + mark.len_utf8()..)),
        None => (text, None),
    }
}

/// Parser state of a question's braces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Braces {
    #[default]
    Before,
    Open,
    Closed,
}

impl Braces {
    pub fn follow(&mut self, line: &str) {
        let mut rest = line;
        if *self == Self::Before
            && let (_, Some(inside)) = cut(line, '{')
        {
            *self = Self::Open;
            rest = inside;
        }
        if *self == Self::Open && find(rest, '}').is_some() {
            *self = Self::Closed;
        }
    }
}

/// Resolves escapes: a backslash before a special character of the format, and `\n` for a line feed.
pub(super) fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some(sign @ ('~' | '=' | '#' | '{' | '}' | ':' | '\\')) => out.push(sign),
            Some(other) => out.extend(['\\', other]),
            None => out.push('\\'),
        }
    }
    out
}

pub(super) fn read(block: &str) -> Result<Found, Unfit> {
    let block = block.trim();
    let body = match block.strip_prefix("::") {
        Some(named) => named.split_once("::").ok_or(Unfit::Broken("The name that begins with :: has no end."))?.1,
        None => block,
    };
    let (before, rest) = cut(body, '{');
    let Some(rest) = rest else {
        return Err(Unfit::Unsupported("it has no answers in braces"));
    };
    let (inside, after) = cut(rest, '}');
    let after = after.ok_or(Unfit::Broken("The brace { that begins the answers is not closed."))?;
    let (mut text, mut html) = formatted(before);
    if !after.trim().is_empty() {
        if find(after, '{').is_some() {
            return Err(Unfit::Broken("A second { begins here. Is a blank line missing, or a backslash?"));
        }
        text = format!("{text}{GAP}{}", unescaped(after.trim()));
    }
    let mut left_out = Vec::new();
    let inside = match inside.split_once("####") {
        Some((inside, _)) => {
            left_out.push("General feedback is not supported.");
            inside.trim()
        }
        None => inside.trim(),
    };
    let answers = answers(inside, &mut left_out, &mut html)?;
    Ok(Found { text: text.trim().to_owned(), answers, left_out, html })
}

fn answers(inside: &str, left_out: &mut Vec<&'static str>, html: &mut bool) -> Result<Answers, Unfit> {
    if inside.is_empty() {
        return Ok(Answers { kind: Kind::Essay, options: Vec::new(), correct: None });
    }
    if inside.starts_with('#') {
        return Err(Unfit::Unsupported("numerical answers are not supported"));
    }
    let (word, feedback) = cut(inside, '#');
    let is_true = match word.trim().to_ascii_uppercase().as_str() {
        "T" | "TRUE" => Some("True"),
        "F" | "FALSE" => Some("False"),
        _ => None,
    };
    if let Some(right) = is_true {
        if feedback.is_some() {
            left_out.push("Feedback is not supported.");
        }
        let options = vec!["True".to_owned(), "False".to_owned()];
        return Ok(Answers { kind: Kind::Choice, options, correct: Some(right.to_owned()) });
    }
    choice(inside, left_out, html)
}

/// `=right ~wrong ~%50%half#feedback`.
fn choice(inside: &str, left_out: &mut Vec<&'static str>, html: &mut bool) -> Result<Answers, Unfit> {
    let mut options = Vec::new();
    let mut right = Vec::new();
    let (mut wrong, mut partial, mut feedback_seen) = (0, 0, false);
    for (mark, raw) in split(inside)? {
        let (weight, raw) = weighted(raw);
        let (raw, feedback) = cut(raw, '#');
        feedback_seen |= feedback.is_some();
        let (text, was_html) = formatted(raw);
        *html |= was_html;
        let text = text.trim().to_owned();
        if mark == '=' && weight.is_none_or(|w| w >= 100.0) || mark == '~' && weight.is_some_and(|w| w >= 100.0) {
            right.push(text.clone());
        } else {
            wrong += usize::from(mark == '~');
            partial += usize::from(weight.is_some_and(|w| w > 0.0));
        }
        options.push(text);
    }
    if wrong == 0 {
        let pairs = options.iter().all(|o| o.contains("->")) && options.len() > 1;
        let what = if pairs { "matching pairs are not supported" } else { "short answers are not supported" };
        return Err(Unfit::Unsupported(what));
    }
    if right.is_empty() && partial > 0 {
        return Err(Unfit::Unsupported("multiple responses are not supported"));
    }
    if right.len() > 1 {
        return Err(Unfit::Unsupported("more than one answer is correct (a = within a text needs a backslash)"));
    }
    if partial > 0 {
        left_out.push("Partial credit is not supported: the answer counts as wrong.");
    }
    if feedback_seen {
        left_out.push("Feedback is not supported.");
    }
    Ok(Answers { kind: Kind::Choice, options, correct: right.pop() })
}

/// Each answer with its prefix, `=` or `~`.
fn split(inside: &str) -> Result<Vec<(char, &str)>, Unfit> {
    let mut marks: Vec<(usize, char)> = Vec::new();
    let mut escaped = false;
    for (at, c) in inside.char_indices() {
        if !escaped && matches!(c, '=' | '~') {
            marks.push((at, c));
        }
        escaped = !escaped && c == '\\';
    }
    if marks.first().is_none_or(|(at, _)| *at > 0) {
        return Err(Unfit::Broken("The answers in the braces must begin with = or ~."));
    }
    let ends = marks.iter().skip(1).map(|(at, _)| *at).chain([inside.len()]);
    Ok(marks.iter().zip(ends).map(|((at, mark), end)| (*mark, inside.get(at + 1..end).unwrap_or_default())).collect())
}

/// Splits `%50%text` into the weight in percent and the text.
fn weighted(raw: &str) -> (Option<f64>, &str) {
    let raw = raw.trim_start();
    let weighted = raw.strip_prefix('%').and_then(|rest| {
        let (number, text) = rest.split_once('%')?;
        Some((number.trim().parse().ok()?, text))
    });
    weighted.map_or((None, raw), |(weight, text)| (Some(weight), text))
}

/// Text as plain text, and whether it was marked as HTML and converted.
pub(crate) fn formatted(text: &str) -> (String, bool) {
    let text = text.trim();
    for (mark, is_html) in [("[html]", true), ("[plain]", false), ("[markdown]", false), ("[moodle]", false)] {
        if let Some(rest) = text.strip_prefix(mark) {
            let text = unescaped(rest);
            return if is_html { (markup::plain(&text), true) } else { (text, false) };
        }
    }
    (unescaped(text), false)
}
