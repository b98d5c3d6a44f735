//! Parts of a file that an import does not take, by their effect on the people who take the test.

use std::borrow::Cow;

/// Effect of a difference from the file, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// The same answer earns other points than in the file, or a question is missing.
    Scores,
    /// Candidates read other words, or have other conditions.
    Reads,
    /// The words and the points are the same.
    Looks,
}

impl Effect {
    pub const ALL: [Self; 3] = [Self::Scores, Self::Reads, Self::Looks];

    /// Returns the name that the effect has in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scores => "scores",
            Self::Reads => "reads",
            Self::Looks => "looks",
        }
    }

    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Scores => "scores differently",
            Self::Reads => "reads differently",
            Self::Looks => "looks different",
        }
    }

    /// Whether a person has to accept it before the import.
    #[must_use]
    pub const fn needs_consent(self) -> bool {
        matches!(self, Self::Scores | Self::Reads)
    }
}

/// A finding of a reader, without its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::service) struct Lost {
    pub effect: Effect,
    /// A sentence.
    pub message: Cow<'static, str>,
    /// Name of the element, attribute or field that no rule read.
    pub part: Option<String>,
}

impl Lost {
    pub fn scores(message: impl Into<Cow<'static, str>>) -> Self {
        Self { effect: Effect::Scores, message: message.into(), part: None }
    }

    pub fn reads(message: impl Into<Cow<'static, str>>) -> Self {
        Self { effect: Effect::Reads, message: message.into(), part: None }
    }

    pub fn looks(message: impl Into<Cow<'static, str>>) -> Self {
        Self { effect: Effect::Looks, message: message.into(), part: None }
    }

    /// Adds the name of the part that no rule read.
    pub fn unread(self, part: impl Into<String>) -> Self {
        Self { part: Some(part.into()), ..self }
    }

    /// Adds the part of the question, which is named first.
    pub fn within(self, part: &str) -> Self {
        Self { message: format!("{part}: {}", self.message).into(), ..self }
    }

    /// Points that a file states otherwise than as a number.
    pub fn unread_points(text: &str) -> Self {
        let text = shown(text);
        Self::scores(format!("The points of the file cannot be read: '{text}'."))
    }

    /// A question that is left out.
    pub fn skipped(why: &str) -> Self {
        Self::scores(format!("This question was skipped: {why}."))
    }
}

/// The text with a capital letter first.
pub(in crate::service) fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().into_iter().flat_map(char::to_uppercase).chain(rest.as_str().chars()).collect()
}

/// The beginning of a text of a file, as a sentence shows it.
pub(in crate::service) fn shown(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(40).collect()
}

/// Title of a test if neither the file's content nor its name provides one.
pub(super) const UNTITLED: &str = "Imported questions";

/// The first characters of a name, and a sentence if there are more.
pub(in crate::service) fn fitted(name: &str, most: usize) -> (String, Option<String>) {
    let kept: String = name.chars().take(most).collect();
    let begin: String = kept.chars().take(40).collect();
    let message =
        (kept.len() < name.len()).then(|| format!("The name '{begin}…' is cut: it is longer than {most} characters."));
    (kept, message)
}
