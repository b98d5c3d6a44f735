//! Tests and their questions: the rules of spec sections 5 and 9, for every way in (API, import, AI).

use super::{Instant, Result, TestId, error::Checker};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum QuestionKind {
    MultipleChoice,
    Essay,
    Coding,
}

impl QuestionKind {
    /// Scored without a person.
    #[must_use]
    pub const fn is_auto(self) -> bool {
        matches!(self, Self::MultipleChoice)
    }

    /// The name that question papers are hashed with. Never changes: stored hashes depend on it.
    #[must_use]
    pub const fn hashed_as(self) -> &'static str {
        match self {
            Self::MultipleChoice => "MultipleChoice",
            Self::Essay => "Essay",
            Self::Coding => "Coding",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Unique within its test; made by the client (spec: a timestamp string).
    pub id: String,
    pub kind: QuestionKind,
    pub text: String,
    pub points: u32,
    /// Multiple choice only: 2 to 6, distinct.
    pub options: Vec<String>,
    /// Multiple choice only: one of `options`.
    pub correct_answer: Option<String>,
    /// Coding only: one of [`LANGUAGES`].
    pub expected_language: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    pub id: TestId,
    pub title: String,
    pub description: String,
    pub duration_minutes: u32,
    pub questions: Vec<Question>,
    pub created_at: Instant,
    pub updated_at: Instant,
    /// The candidate's page asks for the full screen, where the browser has it; leaving it is an integrity signal.
    pub require_fullscreen: bool,
}

/// A test as it comes in, before the rules were applied.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Draft {
    pub title: String,
    pub description: String,
    pub duration_minutes: i64,
    pub questions: Vec<DraftQuestion>,
    pub require_fullscreen: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DraftQuestion {
    pub id: Option<String>,
    pub kind: QuestionKind,
    pub text: String,
    pub points: i64,
    pub options: Vec<String>,
    pub correct_answer: Option<String>,
    pub expected_language: Option<String>,
}

pub const DEFAULT_DURATION: i64 = 60;
pub const DURATION: std::ops::RangeInclusive<i64> = 1..=480;
pub const POINTS: std::ops::RangeInclusive<i64> = 1..=100;
pub const OPTIONS: std::ops::RangeInclusive<usize> = 2..=6;
const MAX_TITLE: usize = 200;
const MAX_DESCRIPTION: usize = 5_000;
const MAX_QUESTIONS: usize = 500;
const MAX_TEXT: usize = 20_000;
const MAX_OPTION: usize = 2_000;
const MAX_ID: usize = 64;

/// The languages of spec section 5.
pub const LANGUAGES: [&str; 12] =
    ["Python", "JavaScript", "Java", "C++", "C#", "Ruby", "Go", "Rust", "PHP", "Swift", "Kotlin", "TypeScript"];

/// A draft that passed the rules.
#[derive(Clone, Debug)]
pub struct Checked {
    pub title: String,
    pub description: String,
    pub duration_minutes: u32,
    pub questions: Vec<Question>,
    pub require_fullscreen: bool,
}

/// Lines and tabs are text; other control characters are not.
fn is_text(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

fn longer(text: &str, limit: usize) -> bool {
    text.chars().count() > limit
}

impl Draft {
    /// Applies the rules and the clean-up of the spec: blank options go, a question keeps only what its type has.
    ///
    /// # Errors
    /// 422 with the spec's messages by field.
    pub fn check(self) -> Result<Checked> {
        let mut check = Checker::default();
        let title = self.title.trim().to_owned();
        let description = self.description.trim().to_owned();
        check.require(!title.is_empty(), "title", "Test title is required");
        check.require(!title.chars().any(char::is_control), "title", "The title must be on one line.");
        check.require(is_text(&description), "description", "The description has control characters.");
        check.require(!longer(&title, MAX_TITLE), "title", "The title is too long (200 characters at most).");
        check.require(
            !longer(&description, MAX_DESCRIPTION),
            "description",
            "The description is too long (5,000 characters at most).",
        );
        check.require(
            DURATION.contains(&self.duration_minutes),
            "duration_minutes",
            "Duration must be between 1 and 480 minutes",
        );
        check.require(!self.questions.is_empty(), "questions", "Add at least one question to the test");
        check.require(self.questions.len() <= MAX_QUESTIONS, "questions", "A test has at most 500 questions.");
        let mut ids = HashSet::new();
        let mut questions = Vec::with_capacity(self.questions.len().min(MAX_QUESTIONS));
        for (index, question) in self.questions.into_iter().enumerate().take(MAX_QUESTIONS) {
            let question = check_question(question, index, &mut check);
            check.require(
                ids.insert(question.id.clone()),
                format!("questions[{index}].id"),
                format!("Question {}: the id is used twice in this test.", index + 1),
            );
            questions.push(question);
        }
        check.finish(&["title", "description", "duration_minutes", "questions"])?;
        let duration_minutes = u32::try_from(self.duration_minutes).unwrap_or_default();
        let require_fullscreen = self.require_fullscreen;
        Ok(Checked { title, description, duration_minutes, questions, require_fullscreen })
    }
}

impl DraftQuestion {
    /// Applies the rules to one question by itself, for what is checked before there is a test. `index` counts from 0.
    ///
    /// # Errors
    /// 422 as [`Draft::check`] has it.
    pub fn check_alone(self, index: usize) -> Result<Question> {
        let mut check = Checker::default();
        let question = check_question(self, index, &mut check);
        check.finish(&[&format!("questions[{index}].question")])?;
        Ok(question)
    }
}

fn check_question(draft: DraftQuestion, index: usize, check: &mut Checker) -> Question {
    let number = index + 1;
    let mut fault = |ok: bool, field: &str, message: &str| {
        check.require(ok, format!("questions[{index}].{field}"), format!("Question {number}: {message}"));
    };
    let text = draft.text.trim().to_owned();
    let id = draft.id.map(|id| id.trim().to_owned()).filter(|id| !id.is_empty());
    fault(!text.is_empty(), "question", "Question text is required");
    fault(is_text(&text), "question", "the text has control characters.");
    fault(!longer(&text, MAX_TEXT), "question", "the text is too long (20,000 characters at most).");
    fault(POINTS.contains(&draft.points), "points", "Points must be between 1 and 100");
    let clean_id = id.as_deref().is_none_or(|id| !longer(id, MAX_ID) && !id.chars().any(char::is_control));
    fault(clean_id, "id", "the id is too long (64 characters at most) or has control characters.");

    let mut options: Vec<String> = Vec::new();
    let mut correct_answer = None;
    if draft.kind == QuestionKind::MultipleChoice {
        options.extend(draft.options.iter().map(|o| o.trim().to_owned()).filter(|o| !o.is_empty()));
        fault(options.len() >= *OPTIONS.start(), "options", "Multiple choice questions need at least 2 options");
        fault(options.len() <= *OPTIONS.end(), "options", "Multiple choice questions have at most 6 options");
        fault(
            !options.iter().any(|o| longer(o, MAX_OPTION)),
            "options",
            "an option is too long (2,000 characters at most).",
        );
        fault(options.iter().all(|o| is_text(o)), "options", "an option has control characters.");
        let distinct: HashSet<&String> = options.iter().collect();
        fault(distinct.len() == options.len(), "options", "two options are the same");
        correct_answer = draft.correct_answer.map(|a| a.trim().to_owned()).filter(|a| !a.is_empty());
        fault(correct_answer.is_some(), "correct_answer", "Please select the correct answer");
        let matches = correct_answer.as_ref().is_none_or(|a| options.contains(a));
        fault(matches, "correct_answer", "Selected correct answer must match one of the options");
    }
    let mut expected_language = None;
    if draft.kind == QuestionKind::Coding
        && let Some(given) = draft.expected_language.map(|l| l.trim().to_owned()).filter(|l| !l.is_empty())
    {
        let known = LANGUAGES.iter().find(|l| l.eq_ignore_ascii_case(&given));
        fault(
            known.is_some(),
            "expected_language",
            &format!("'{given}' is not one of the languages: {}.", LANGUAGES.join(", ")),
        );
        expected_language = known.map(|l| (*l).to_owned());
    }
    Question {
        id: id.unwrap_or_else(|| format!("q{number}")),
        kind: draft.kind,
        text,
        points: u32::try_from(draft.points).unwrap_or_default(),
        options,
        correct_answer,
        expected_language,
    }
}

/// The sum of all points.
#[must_use]
pub fn total_points(questions: &[Question]) -> u32 {
    questions.iter().map(|q| q.points).sum()
}

#[cfg(test)]
mod tests;
