//! The texts of mail templates for translators, and templates with other texts.
//!
//! The templates of all languages have the same lines. A line has at most one text: what is left of it without its outer
//! tags and the marks of a list, with `{expires}` for `{{ expires }}`.

use super::files;
use crate::domain::{
    language::Language,
    translation::{SourceText, TranslatedText},
};
use std::collections::HashMap;

/// Templates with texts for candidates.
const MAILS: [&str; 8] =
    ["questions", "invitation", "scheduled", "reminder", "closing", "verification", "reset_password", "withdrawn"];

/// Tags that stand around the text of a line and belong to the template.
const OUTER: [&str; 5] = ["p", "h1", "h2", "li", "a"];

/// A line of a template that has a text.
#[derive(Debug, PartialEq, Eq)]
struct TextLine<'a> {
    before: &'a str,
    /// The text that translators see.
    text: String,
    after: &'a str,
    form: LineForm,
}

/// How a text stands in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineForm {
    Text,
    /// The position is within the quotation marks of an expression.
    Quoted,
    /// The subject of an invitation, which the company may set.
    Subject,
}

/// All texts of mails in a language of ours, in the order of the English ones.
#[must_use]
pub fn mail_texts(language: Language) -> Vec<TranslatedText> {
    let mut found: Vec<TranslatedText> = Vec::new();
    for mail in MAILS {
        let begun = found.len();
        for ending in ["txt", "html"] {
            let name = format!("{mail}.{ending}");
            let sources = (files::source(Language::English, &name), files::source(language, &name));
            let (Some(english), Some(own)) = sources else { continue };
            for (english, own) in english.lines().zip(own.lines()) {
                let (Some(english), Some(own)) = (text_of(english), text_of(own)) else { continue };
                // Text and HTML of a mail share most texts.
                if !found.iter().skip(begun).any(|known| known.english == english.text) {
                    let context = format!("mail/{mail}");
                    found.push(TranslatedText { context, english: english.text, text: own.text });
                }
            }
        }
    }
    found
}

/// The English texts of mails.
#[must_use]
pub fn mail_sources() -> Vec<SourceText> {
    let texts = mail_texts(Language::English).into_iter();
    texts
        .map(|text| {
            let mail = text.context.trim_start_matches("mail/").replace('_', " ");
            let note = match mail.as_str() {
                "questions" => "Last line of each email: whom the candidate may ask.".to_owned(),
                mail => format!("Email: {mail}. Numbers stand after their name; there are no plural forms."),
            };
            SourceText { context: text.context, english: text.english, note }
        })
        .collect()
}

/// A template with the texts of a site, which override ours one by one; a language of the site's own has the lines of the
/// English template. `None` if there is no such template.
pub fn translated(language: Language, name: &str, texts: &[TranslatedText]) -> Option<String> {
    let english = files::source(Language::English, name)?;
    let own = files::source(language, name).unwrap_or(english);
    let context = format!("mail/{}", name.rsplit_once('.').map_or(name, |(mail, _)| mail));
    let texts: HashMap<&str, &str> = texts
        .iter()
        .filter(|text| text.context == context)
        .map(|text| (text.english.as_str(), text.text.as_str()))
        .collect();
    let is_html = name.ends_with(".html");
    let mut out = String::with_capacity(own.len() + 200);
    for (english, own) in english.lines().zip(own.lines()) {
        let replaced = text_of(english)
            .and_then(|line| texts.get(line.text.as_str()).copied())
            .zip(text_of(own))
            .map(|(text, line)| line.with(text, is_html));
        out.push_str(replaced.as_deref().unwrap_or(own));
        out.push('\n');
    }
    Some(out)
}

/// The text of a line; `None` for one that only has the template's own parts.
fn text_of(line: &str) -> Option<TextLine<'_>> {
    let quoted = |start: &str, end: &str| {
        let inside = line.strip_prefix(start)?.strip_suffix(end)?;
        Some((&line[..start.len()], inside, &line[line.len() - end.len()..]))
    };
    if let Some((before, text, after)) = quoted("{% set action = \"", "\" %}") {
        return Some(TextLine { before, text: text.to_owned(), after, form: LineForm::Quoted });
    }
    if let Some((before, text, after)) = quoted("{{ own_subject or \"", "\" ~ test_title }}") {
        return Some(TextLine { before, text: format!("{text}{{test_title}}"), after, form: LineForm::Subject });
    }
    if line.contains("{%") {
        return None;
    }
    let (mut start, mut end) = (0, line.len());
    if line.starts_with("- ") {
        start = 2;
    }
    if let Some(at) = line.find("<br>") {
        end = at;
    }
    while let Some((open, inside)) = outer_tag(&line[start..end], end < line.len()) {
        start += open;
        end = start + inside;
    }
    let text = for_translators(&line[start..end])?;
    Some(TextLine { before: &line[..start], text, after: &line[end..], form: LineForm::Text })
}

/// Bytes of the tag that opens a text, and of what is within it; `is_cut` for one that closes after the cut.
fn outer_tag(text: &str, is_cut: bool) -> Option<(usize, usize)> {
    let name = text.strip_prefix('<')?.split([' ', '>']).next()?;
    if !OUTER.contains(&name) {
        return None;
    }
    let open = text.find('>')? + 1;
    let close = format!("</{name}>");
    match text.strip_suffix(close.as_str()) {
        Some(inside) if inside.len() >= open => Some((open, inside.len() - open)),
        _ if is_cut => Some((open, text.len() - open)),
        _ => None,
    }
}

/// The text with `{expires}` for `{{ expires }}`; `None` without a word.
fn for_translators(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut has_words) = (text, false);
    while let Some((before, after)) = rest.split_once("{{") {
        has_words |= has_letters(before);
        out.push_str(before);
        let (expression, after) = after.split_once("}}")?;
        match expression.trim() {
            // "minute" if duration_minutes == 1 else "minutes": English alone has a form for one.
            choice if choice.starts_with('"') => {
                has_words = true;
                out.push_str(choice.rsplit('"').nth(1)?);
            }
            name => {
                out.push('{');
                out.push_str(name);
                out.push('}');
            }
        }
        rest = after;
    }
    has_words |= has_letters(rest);
    out.push_str(rest);
    has_words.then_some(out)
}

/// Whether there is a letter outside of tags.
fn has_letters(text: &str) -> bool {
    let mut in_tag = false;
    text.chars().any(|c| {
        in_tag = (in_tag || c == '<') && c != '>';
        !in_tag && c.is_alphabetic()
    })
}

impl TextLine<'_> {
    /// The line with another text.
    fn with(&self, text: &str, is_html: bool) -> String {
        match self.form {
            LineForm::Text => format!("{}{}{}", self.before, templated(text, is_html), self.after),
            LineForm::Subject => {
                format!(
                    "{{% if own_subject %}}{{{{ own_subject }}}}{{% else %}}{}{{% endif %}}\n",
                    templated(text, is_html)
                )
            }
            // Shown by an expression, which escapes it.
            LineForm::Quoted => {
                let text: String = text.chars().filter(|c| !matches!(c, '"' | '\\' | '{' | '}')).collect();
                format!("{}{text}{}", self.before, self.after)
            }
        }
    }
}

/// A checked text as it stands in a template: with arguments, and nothing else that the template would run.
fn templated(text: &str, is_html: bool) -> String {
    let mut out = String::with_capacity(text.len() + 20);
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}', '&', '"', '\'', '%', '#', '<', '>']) {
        let (before, found) = rest.split_at(at);
        out.push_str(before);
        let argument = found.strip_prefix('{').and_then(|inside| inside.split_once('}'));
        let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        if let Some((name, after)) = argument.filter(|(name, _)| is_name(name)) {
            out.push_str("{{ ");
            out.push_str(name);
            out.push_str(" }}");
            rest = after;
            continue;
        }
        let emphasis = ["<strong>", "</strong>"].into_iter().find(|tag| is_html && found.starts_with(tag));
        if let Some(tag) = emphasis {
            out.push_str(tag);
            rest = found.get(tag.len()..).unwrap_or_default();
            continue;
        }
        let c = found.chars().next().unwrap_or_default();
        match c {
            '{' | '}' => {}
            '<' if is_html => out.push_str("&lt;"),
            '>' if is_html => out.push_str("&gt;"),
            '&' if is_html => out.push_str("&amp;"),
            '"' if is_html => out.push_str("&quot;"),
            c => out.push(c),
        }
        rest = found.get(c.len_utf8()..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
#[path = "translating_tests.rs"]
mod tests;
