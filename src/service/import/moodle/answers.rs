//! Answers with what they earn.

use super::files;
use crate::service::import::{
    gift_answers::wildcards,
    html::ForeignText,
    kinds::{self, PART},
    lost::{Lost, shown},
    qti::xml::XmlElement,
};

/// An answer of a key.
pub struct Answer {
    /// Percent of the points.
    pub fraction: f64,
    pub text: ForeignText,
    /// Text as it is written, with which typed answers are compared.
    pub source: String,
    pub line: u64,
}

impl Answer {
    pub fn is_full(&self) -> bool {
        self.fraction >= 99.99
    }

    pub fn is_part(&self) -> bool {
        !self.is_full() && self.fraction > 0.0
    }
}

pub fn is_yes(element: &XmlElement) -> bool {
    matches!(element.text().to_ascii_lowercase().as_str(), "1" | "true" | "yes")
}

/// # Errors
/// More than a question may have.
pub fn of(question: &XmlElement) -> Result<Vec<Answer>, String> {
    let answers: Vec<&XmlElement> = question.children().filter(|child| child.name == "answer").collect();
    if answers.len() > kinds::MAX_PARTS {
        return Err("it has more than 200 answers".into());
    }
    answers.into_iter().map(one).collect()
}

fn one(answer: &XmlElement) -> Result<Answer, String> {
    let given = answer.attribute("fraction").map(str::trim).filter(|text| !text.is_empty());
    let fraction = given.map_or(Ok(0.0), |text| {
        let shown = shown(text);
        kinds::share(text).ok_or_else(|| format!("what an answer earns cannot be read: '{shown}'"))
    })?;
    Ok(Answer { fraction, text: files::text(answer), source: files::source(answer), line: answer.line })
}

/// Texts that are right: Moodle takes the first answer that fits, `*` being any characters.
#[derive(Default)]
pub struct AcceptedTexts {
    pub accepted: Vec<String>,
    pub pattern: Option<String>,
    pub notes: Vec<Lost>,
}

/// # Errors
/// Nothing earns all points.
pub fn accepted(answers: &[(f64, String)], case_sensitive: bool) -> Result<AcceptedTexts, String> {
    let folded = |text: &str| if case_sensitive { text.to_owned() } else { text.to_lowercase() };
    let mut found = AcceptedTexts::default();
    let mut patterns = Vec::new();
    let mut before: Vec<(&str, Vec<String>)> = Vec::new();
    for (fraction, text) in answers {
        let parts = wildcards(text);
        let is_full = *fraction >= 99.99;
        if !is_full {
            if *fraction > 0.0 {
                found.notes.push(Lost::scores(format!("{PART} '{text}' earns {} % there.", kinds::rounded(*fraction))));
            } else if *fraction < 0.0 {
                found.notes.push(Lost::scores(kinds::COSTS));
            }
            before.push((text.as_str(), wildcards(&folded(text))));
            continue;
        }
        let first = match parts.as_slice() {
            [only] => before.iter().find(|(_, pattern)| takes(pattern, &folded(only))),
            _ => before.first(),
        };
        found.notes.extend(first.map(|(first, _)| comes_before(first, text)));
        if parts.len() == 1 {
            found.accepted.extend(parts);
        } else {
            patterns.push(parts.iter().map(|part| regex::escape(part)).collect::<Vec<_>>().join(".*"));
        }
    }
    if found.accepted.is_empty() && patterns.is_empty() {
        return Err("no answer earns all points".into());
    }
    found.pattern = (!patterns.is_empty()).then(|| patterns.join("|"));
    Ok(found)
}

/// The first answer that fits counts there.
pub fn comes_before(first: &str, text: &str) -> Lost {
    let (first, text) = (shown(first), shown(text));
    Lost::scores(format!("'{first}' comes before '{text}' there and earns less: here '{text}' counts for both."))
}

/// Whether parts with any characters between them are this text.
fn takes(parts: &[String], text: &str) -> bool {
    let [first, rest @ ..] = parts else { return false };
    let Some(mut left) = text.strip_prefix(first.as_str()) else { return false };
    let [middle @ .., last] = rest else { return left.is_empty() };
    for part in middle {
        let Some((_, after)) = left.split_once(part.as_str()) else { return false };
        left = after;
    }
    left.ends_with(last.as_str())
}
