//! Question generation: builds the prompt, and turns the answer into questions that pass the same validation as
//! manually written ones (docs/behaviour.md#ai).

use super::{AiError, Prompt, answer};
use crate::domain::{
    Error,
    test::{DURATION, DraftQuestion, LANGUAGES, POINTS, Question, QuestionKind},
};
use serde_json::{Map, Value, json};
use std::collections::HashSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Beginner,
    Intermediate,
    Advanced,
    Mixed,
}

/// Requested types of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    MultipleChoice,
    Coding,
    Mixed,
}

impl Wanted {
    const fn includes(self, kind: QuestionKind) -> bool {
        match kind {
            QuestionKind::MultipleChoice => matches!(self, Self::MultipleChoice | Self::Mixed),
            QuestionKind::Coding => matches!(self, Self::Coding | Self::Mixed),
            _ => false,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Order {
    pub topic: String,
    pub count: usize,
    pub level: Level,
    pub wanted: Wanted,
}

/// The usable part of a model's answer.
#[derive(Clone, Debug)]
pub struct Generated {
    pub title: Option<String>,
    pub description: String,
    /// 1 to 480, if the model proposed a duration.
    pub duration_minutes: Option<i64>,
    pub questions: Vec<Question>,
    /// One sentence for each rejected question.
    pub dropped: Vec<String>,
}

const CHOICE: &str = r#"{"type": "multiple_choice", "question": "...", "options": ["...", "...", "...", "..."], "correct_answer": "...", "points": 1}"#;
const CODING: &str = r#"{"type": "coding", "question": "...", "expected_language": "Python", "points": 5}"#;

impl Order {
    #[must_use]
    pub fn prompt(&self) -> Prompt {
        let (forms, kinds) = match self.wanted {
            Wanted::MultipleChoice => (CHOICE.to_owned(), "multiple-choice questions only"),
            Wanted::Coding => (CODING.to_owned(), "coding questions only"),
            Wanted::Mixed => (format!("{CHOICE}, {CODING}"), "a mix of multiple-choice and coding questions"),
        };
        let level = match self.level {
            Level::Beginner => "for beginners",
            Level::Intermediate => "at an intermediate level",
            Level::Advanced => "at an advanced level",
            Level::Mixed => "from easy to hard",
        };
        let instructions = format!(
            "You write questions for a test that job applicants take before an interview. Answer with one JSON object and \
             nothing else, in this form:\n\
             {{\"title\": \"...\", \"description\": \"...\", \"duration_minutes\": 30, \"questions\": [{forms}]}}\n\
             Write {count} questions, {level}: {kinds}. Each is complete by itself, has one right answer that experts agree \
             on, and differs from the others. A multiple-choice question has four different options of like length, \
             without letters or numbers in front; correct_answer repeats the right one word for word. The place of the \
             right option varies. A coding question says what goes in, what comes out and what the limits are; its \
             expected_language is one of {languages}. Points are whole numbers from 1 to 10. Texts are plain, without \
             markup. Write in the language of the topic.",
            count = self.count,
            languages = LANGUAGES.join(", "),
        );
        Prompt::about(&instructions, &json!({"topic": self.topic}))
    }

    /// Extracts the valid questions of an answer. `id` generates an id from a question's number.
    ///
    /// # Errors
    /// An answer without a list of questions.
    pub fn read(&self, text: &str, id: impl Fn(usize) -> String) -> Result<Generated, AiError> {
        let answer = answer::object(text, "questions");
        let Some(answer) = answer else {
            return Err(AiError::new("The AI's answer does not have the requested format. Please try again."));
        };
        let Some(Value::Array(items)) = answer.get("questions") else {
            return Err(AiError::new("The AI's answer contains no questions. Please try again."));
        };
        let mut generated = Generated {
            title: words(&answer, &["title"], 200).filter(|title| !title.is_empty()),
            description: words(&answer, &["description"], 5_000).unwrap_or_default(),
            duration_minutes: answer::number(answer.get("duration_minutes"))
                .map(whole)
                .filter(|minutes| DURATION.contains(minutes)),
            questions: Vec::new(),
            dropped: Vec::new(),
        };
        let mut seen = HashSet::new();
        for (index, item) in items.iter().enumerate() {
            let number = index + 1;
            if generated.questions.len() >= self.count {
                let more = items.len() - index;
                generated.dropped.push(format!("{more} more than the {} requested.", self.count));
                break;
            }
            match self.question(item, index, id(number)) {
                Ok(question) if !seen.insert(question.text.to_lowercase()) => {
                    generated.dropped.push(format!("Question {number}: it is a duplicate."));
                }
                Ok(question) => generated.questions.push(question),
                Err(error) => generated.dropped.push(error.detail),
            }
        }
        Ok(generated)
    }

    fn question(&self, item: &Value, index: usize, id: String) -> Result<Question, Error> {
        let fault = |words: &str| Error::field("questions", format!("Question {}: {words}", index + 1));
        let item = item.as_object().ok_or_else(|| fault("it does not have the requested format."))?;
        let options = options(item);
        let kind = match words(item, &["type", "question_type"], 40).as_deref() {
            Some("multiple_choice" | "multiple-choice" | "mcq") => QuestionKind::MultipleChoice,
            Some("coding" | "code") => QuestionKind::Coding,
            Some("essay") => QuestionKind::Essay,
            // Models omit the type if only one was requested.
            None if !options.is_empty() => QuestionKind::MultipleChoice,
            None if self.wanted == Wanted::Coding => QuestionKind::Coding,
            _ => return Err(fault("its type is unknown.")),
        };
        if !self.wanted.includes(kind) {
            return Err(fault("it is not of the requested type."));
        }
        let correct_answer = words(item, &["correct_answer", "correctAnswer", "answer"], 2_000);
        // An unsupported language counts as none: the candidate then chooses one.
        let language = words(item, &["expected_language", "language"], 40);
        let known = language.filter(|given| LANGUAGES.iter().any(|l| l.eq_ignore_ascii_case(given)));
        DraftQuestion {
            id: Some(id),
            points: answer::number(item.get("points")).map_or(1, whole).clamp(*POINTS.start(), *POINTS.end()),
            correct_answer: correct_answer.map(|answer| option_of(answer, &options)),
            options: options.into_iter().map(Into::into).collect(),
            expected_language: known,
            ..DraftQuestion::new(kind, words(item, &["question", "text"], usize::MAX).unwrap_or_default())
        }
        .check_alone(index)
    }
}

fn words(item: &Map<String, Value>, names: &[&str], max: usize) -> Option<String> {
    names.iter().find_map(|name| item.get(*name)?.as_str()).map(|text| answer::clean(text, max))
}

fn options(item: &Map<String, Value>) -> Vec<String> {
    let list = item.get("options").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let text = |option: &Value| match option {
        Value::String(text) => Some(answer::clean(text, usize::MAX)),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    };
    list.iter().filter_map(text).collect()
}

/// Resolves an answer to its option: models sometimes return the letter instead of the text.
fn option_of(answer: String, options: &[String]) -> String {
    if options.contains(&answer) {
        return answer;
    }
    let mut letters = answer.trim_end_matches([')', '.', ':']).chars();
    match (letters.next().map(|c| c.to_ascii_uppercase()), letters.next()) {
        (Some(letter @ 'A'..='F'), None) => options.get(letter as usize - 'A' as usize).cloned().unwrap_or(answer),
        _ => answer,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "out-of-range values saturate and are then clamped or rejected")]
fn whole(number: f64) -> i64 {
    number.round() as i64
}

#[cfg(test)]
#[path = "questions_tests.rs"]
mod tests;
