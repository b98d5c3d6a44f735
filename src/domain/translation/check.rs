//! Faults of a translation, by line.

use super::{
    Readers, SourceText, TranslatedText, is_of_mail,
    message::{MessageShape, shape_of},
    po::PoFile,
};
use crate::domain::{invisible::is_blank, language::Language};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap, HashSet};

/// English texts of up to so many characters, without a full stop, are those of buttons and labels.
const NARROW: usize = 24;
/// Characters by which the text of such a place may be longer than twice the English, or than the English.
const NARROW_MORE: usize = 16;
/// Characters of a text.
pub const MAX_TEXT: usize = 4_000;
/// Percentage of the texts of pages that a language needs in order to be offered, beside all texts of mails; and of those of
/// staff's rooms, for staff.
pub const OFFERED_FROM: usize = 95;

/// A kind of problem. Those that are errors keep a text from being used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProblemKind {
    /// The file cannot be read there.
    Syntax,
    /// A text of ours has no translation.
    Missing,
    /// Marked as unsure by the translator or their program.
    Fuzzy,
    /// There is no such text, or no longer.
    Unknown,
    /// The English was another when it was translated.
    Changed,
    /// The text itself is malformed.
    Malformed,
    /// An argument was lost or added.
    Placeholder,
    /// A plural form that the language needs is not there, or does not show the number.
    Plural,
    /// A tag was lost or added.
    Markup,
    /// The text is too long for a button or label.
    Length,
    /// The translation is the English text.
    English,
}

impl ProblemKind {
    /// Whether a text with it is not used.
    #[must_use]
    pub const fn is_error(self) -> bool {
        matches!(self, Self::Syntax | Self::Malformed | Self::Placeholder | Self::Plural | Self::Markup)
    }

    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Missing => "missing",
            Self::Fuzzy => "fuzzy",
            Self::Unknown => "unknown",
            Self::Changed => "changed",
            Self::Malformed => "malformed",
            Self::Placeholder => "placeholder",
            Self::Plural => "plural",
            Self::Markup => "markup",
            Self::Length => "length",
            Self::English => "english",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TranslationProblem {
    /// `None` for a text that the file does not have.
    pub line: Option<usize>,
    pub kind: ProblemKind,
    pub context: String,
    pub message: String,
}

/// How much of the catalogue there is in a language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    pub page: usize,
    pub page_total: usize,
    pub mail: usize,
    pub mail_total: usize,
    pub staff: usize,
    pub staff_total: usize,
}

impl Coverage {
    /// Whole percent of the texts for candidates, or of those for staff where there are no others; 100 only if none is missing.
    #[must_use]
    pub fn percent(self) -> usize {
        match self.page_total + self.mail_total {
            0 => self.staff_percent(),
            total => (self.page + self.mail) * 100 / total,
        }
    }

    /// Whole percent of the texts for staff; 100 only if none is missing.
    #[must_use]
    pub fn staff_percent(self) -> usize {
        self.staff * 100 / self.staff_total.max(1)
    }

    /// Whether candidates may be addressed in a language of which there are so many texts.
    #[must_use]
    pub fn is_enough(self) -> bool {
        self.mail == self.mail_total && self.page * 100 >= self.page_total * OFFERED_FROM
    }

    /// Whether staff may choose a language of which there are so many texts.
    #[must_use]
    pub fn is_enough_for_staff(self) -> bool {
        self.staff_total > 0 && self.staff * 100 >= self.staff_total * OFFERED_FROM
    }

    fn count(&mut self, context: &str, is_there: bool) {
        let (found, total) = match Readers::of(context) {
            Readers::Staff => (&mut self.staff, &mut self.staff_total),
            Readers::Candidates if is_of_mail(context) => (&mut self.mail, &mut self.mail_total),
            Readers::Candidates => (&mut self.page, &mut self.page_total),
        };
        *total += 1;
        *found += usize::from(is_there);
    }
}

/// How much of the catalogue these texts cover: of pages by context, of mails by context and English.
#[must_use]
pub fn coverage(sources: &[SourceText], texts: &[TranslatedText]) -> Coverage {
    let known: HashSet<(&str, &str)> = texts
        .iter()
        .map(|text| (text.context.as_str(), if is_of_mail(&text.context) { text.english.as_str() } else { "" }))
        .collect();
    let mut coverage = Coverage::default();
    for source in sources {
        let key = if source.is_of_mail() { source.english.as_str() } else { "" };
        coverage.count(&source.context, known.contains(&(source.context.as_str(), key)));
    }
    coverage
}

/// A file, checked.
#[derive(Clone, Debug, Default)]
pub struct CheckedFile {
    /// Texts that can be used, in the order of the catalogue.
    pub texts: Vec<TranslatedText>,
    /// Problems sorted by line; those of the whole file come last.
    pub problems: Vec<TranslationProblem>,
    pub coverage: Coverage,
}

/// Compares a file with the catalogue.
#[must_use]
pub fn check_file(language: Language, file: &PoFile, sources: &[SourceText]) -> CheckedFile {
    let by_key: HashMap<(&str, &str), usize> = sources
        .iter()
        .enumerate()
        .map(|(at, source)| ((source.context.as_str(), source.english.as_str()), at))
        .collect();
    let contexts: HashMap<&str, &SourceText> =
        sources.iter().filter(|source| !source.is_of_mail()).map(|source| (source.context.as_str(), source)).collect();
    let (mut found, mut problems): (Vec<Option<TranslatedText>>, _) = (vec![None; sources.len()], Vec::new());
    let mut named: BTreeSet<usize> = BTreeSet::new();
    for entry in &file.entries {
        let mut problem = |kind, message: String| {
            let context = entry.context.clone();
            problems.push(TranslationProblem { line: Some(entry.line), kind, context, message });
        };
        let Some(&at) = by_key.get(&(entry.context.as_str(), entry.id.as_str())) else {
            match contexts.get(entry.context.as_str()) {
                Some(source) => {
                    problem(ProblemKind::Changed, format!("The English is now: {}", source.english));
                }
                None => problem(ProblemKind::Unknown, format!("There is no such text: {}", brief(&entry.id))),
            }
            continue;
        };
        named.insert(at);
        if is_blank(&entry.text) {
            problem(ProblemKind::Missing, format!("Not translated: {}", brief(&entry.id)));
            continue;
        }
        if entry.is_fuzzy {
            problem(ProblemKind::Fuzzy, "Marked as fuzzy, so it is not used.".into());
            continue;
        }
        let faults = faults_of(language, &entry.context, &entry.id, &entry.text);
        let is_usable = !faults.iter().any(|(kind, _)| kind.is_error());
        for (kind, message) in faults {
            problem(kind, message);
        }
        if let Some(place) = found.get_mut(at).filter(|_| is_usable) {
            let (context, english, text) = (entry.context.clone(), entry.id.clone(), entry.text.clone());
            *place = Some(TranslatedText { context, english, text });
        }
    }
    for (_, source) in (0..).zip(sources).filter(|(at, _)| !named.contains(at)) {
        let (context, message) = (source.context.clone(), format!("Not in the file: {}", brief(&source.english)));
        problems.push(TranslationProblem { line: None, kind: ProblemKind::Missing, context, message });
    }
    let texts: Vec<_> = found.into_iter().flatten().collect();
    CheckedFile { coverage: coverage(sources, &texts), texts, problems }
}

/// The fate of stored texts since they were translated: texts that there no longer are, whose English has changed,
/// and that no longer fit it.
#[must_use]
pub fn check_stored(language: Language, texts: &[TranslatedText], sources: &[SourceText]) -> Vec<TranslationProblem> {
    let by_key: BTreeSet<(&str, &str)> =
        sources.iter().map(|source| (source.context.as_str(), source.english.as_str())).collect();
    let contexts: HashMap<&str, &SourceText> =
        sources.iter().filter(|source| !source.is_of_mail()).map(|source| (source.context.as_str(), source)).collect();
    let mut problems = Vec::new();
    for text in texts {
        if by_key.contains(&(text.context.as_str(), text.english.as_str())) {
            continue;
        }
        let (kind, message) = match contexts.get(text.context.as_str()) {
            None => (ProblemKind::Unknown, format!("There is no longer such a text: {}", brief(&text.english))),
            Some(source) if fits(language, source, text) => {
                (ProblemKind::Changed, format!("Still used. The English is now: {}", source.english))
            }
            Some(source) => (ProblemKind::Changed, format!("No longer used. The English is now: {}", source.english)),
        };
        problems.push(TranslationProblem { line: None, kind, context: text.context.clone(), message });
    }
    problems
}

/// Whether a stored text can be shown for the English of today.
#[must_use]
pub fn fits(language: Language, source: &SourceText, text: &TranslatedText) -> bool {
    source.english == text.english
        || !faults_of(language, &source.context, &source.english, &text.text).iter().any(|(kind, _)| kind.is_error())
}

fn brief(text: &str) -> String {
    let mut brief: String = text.chars().take(60).collect();
    if brief.len() < text.len() {
        brief.push('…');
    }
    brief
}

/// Faults of one text.
fn faults_of(language: Language, context: &str, english: &str, text: &str) -> Vec<(ProblemKind, String)> {
    let Ok(of) = shape_of(english) else { return Vec::new() };
    if text.chars().count() > MAX_TEXT {
        return vec![(ProblemKind::Malformed, format!("The text is too long: {MAX_TEXT} characters are allowed."))];
    }
    // Only a text of several lines has lines.
    let is_break = |c: char| c == '\n' && english.contains(c);
    // Neighbours of a text that reverses what follows would be shown in reverse, too.
    let is_control = |c: char| c.is_control() || matches!(c, '\u{202d}' | '\u{202e}');
    if text.chars().any(|c| is_control(c) && !is_break(c)) || text != text.trim() {
        let message = "The text begins or ends with a space, or has a line break or control character.";
        return vec![(ProblemKind::Malformed, message.into())];
    }
    if is_of_mail(context) && is_quoted(text) {
        let message = "An email shows an apostrophe before { } < or #, and two in a row, as they are: leave them out.";
        return vec![(ProblemKind::Malformed, message.into())];
    }
    let own = match shape_of(text) {
        Ok(own) => own,
        Err(reason) => return vec![(ProblemKind::Malformed, format!("The text is malformed: {reason}."))],
    };
    let mut faults = Vec::new();
    placeholders(&of, &own, &mut faults);
    plurals(language, &of, &own, is_of_mail(context), &mut faults);
    // Emphasis in a mail is the translator's choice; in a page, each tag has its element.
    let counted = |shape: &MessageShape| {
        let tags = shape.tags.iter().filter(|(tag, _)| !is_of_mail(context) || tag.as_str() != "strong");
        tags.map(|(tag, count)| (tag.clone(), *count)).collect::<Vec<_>>()
    };
    if counted(&of) != counted(&own) {
        let names = |shape: &MessageShape| {
            let tags = shape.tags.iter().flat_map(|(tag, count)| std::iter::repeat_n(format!("<{tag}>"), *count));
            let tags = tags.collect::<Vec<_>>().join(" ");
            if tags.is_empty() { "none".to_owned() } else { tags }
        };
        faults
            .push((ProblemKind::Markup, format!("The tags differ: {} in English, {} here.", names(&of), names(&own))));
    }
    let is_narrow = of.length <= NARROW && !english.ends_with(['.', '?', ':']);
    if is_narrow && own.length > (2 * of.length).max(of.length + NARROW_MORE) {
        let (own, of) = (own.length, of.length);
        faults.push((ProblemKind::Length, format!("Long for a button or label: {own} characters; {of} in English.")));
    }
    if text == english && english.chars().count() > NARROW {
        faults.push((ProblemKind::English, "The text is the English one.".into()));
    }
    faults
}

fn placeholders(of: &MessageShape, own: &MessageShape, faults: &mut Vec<(ProblemKind, String)>) {
    for lost in of.arguments.difference(&own.arguments) {
        faults.push((ProblemKind::Placeholder, format!("{{{lost}}} is lost.")));
    }
    for added in own.arguments.difference(&of.arguments) {
        faults.push((ProblemKind::Placeholder, format!("There is no {{{added}}} in English.")));
    }
    for (name, forms) in &of.selects {
        let own = own.selects.get(name);
        for lost in forms.iter().filter(|form| own.is_none_or(|own| !own.contains(*form))) {
            faults.push((ProblemKind::Placeholder, format!("The form \"{lost}\" of {{{name}}} is lost.")));
        }
    }
    for name in own.selects.keys().filter(|name| !of.selects.contains_key(*name)) {
        faults.push((ProblemKind::Placeholder, format!("{{{name}}} has no forms to select from in English.")));
    }
}

/// Whether a text has the quotes of ICU messages, which templates of mails do not know.
fn is_quoted(text: &str) -> bool {
    let after = text.split('\'').skip(1);
    text.contains("''") || after.into_iter().any(|rest| rest.starts_with(['{', '}', '<', '#']))
}

fn plurals(
    language: Language,
    of: &MessageShape,
    own: &MessageShape,
    is_of_mail: bool,
    faults: &mut Vec<(ProblemKind, String)>,
) {
    let needed = language.plurals();
    for (name, forms) in &own.plurals {
        if is_of_mail {
            let message = "Emails have no plural forms: write the number after its name, as in \"Questions: 12\".";
            faults.push((ProblemKind::Plural, message.into()));
            continue;
        }
        if !of.plurals.iter().any(|(known, _)| known == name) {
            faults.push((ProblemKind::Plural, format!("{{{name}}} is no number in English.")));
        }
        // What is left over for other numbers stands in "other", which each text has.
        let missing: Vec<_> = needed.iter().filter(|form| !forms.contains(**form)).copied().collect();
        if !missing.is_empty() {
            let missing = missing.join(", ");
            faults.push((ProblemKind::Plural, format!("{{{name}}} lacks the form: {missing}.")));
        }
        // A form for one number alone may spell it out; these are for many.
        let shows = |shape: &MessageShape, form: &str| {
            shape.plain.contains(name) || shape.numbered.contains(&(name.clone(), form.to_owned()))
        };
        for form in ["few", "many", "other"].into_iter().filter(|form| forms.contains(*form)) {
            if shows(of, "other") && !shows(own, form) {
                let message = format!("The form \"{form}\" of {{{name}}} does not show the number: write # in it.");
                faults.push((ProblemKind::Plural, message));
            }
        }
    }
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
