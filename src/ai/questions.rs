//! Question generation: builds the prompt, and turns the answer into questions that pass the same validation as
//! manually written ones (docs/behaviour/results.md#ai).

use super::{
    AiError, Prompt, answer,
    forms::{self, words},
};
use crate::domain::{
    Error,
    test::{DURATION, LANGUAGES, POINTS, Question, QuestionDraft, QuestionKind},
};
use serde_json::{Value, json};
use std::collections::HashSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftLevel {
    Beginner,
    Intermediate,
    Advanced,
    Mixed,
}

#[derive(Clone, Debug)]
pub struct QuestionRequest {
    pub topic: String,
    pub count: usize,
    pub level: DraftLevel,
    /// Requested types of questions, at least one.
    pub kinds: Vec<QuestionKind>,
    /// Code has tests and solutions, which a person runs.
    pub with_tests: bool,
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

impl QuestionRequest {
    #[must_use]
    pub fn prompt(&self) -> Prompt {
        let (forms, rules): (Vec<&str>, Vec<&str>) =
            self.kinds.iter().map(|kind| forms::form(*kind, self.with_tests)).unzip();
        let names: Vec<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
        let kinds = match names.as_slice() {
            [only] => format!("{only} questions only"),
            several => format!("a mix of {} questions", several.join(", ")),
        };
        let level = match self.level {
            DraftLevel::Beginner => "for beginners",
            DraftLevel::Intermediate => "at an intermediate level",
            DraftLevel::Advanced => "at an advanced level",
            DraftLevel::Mixed => "from easy to hard",
        };
        let instructions = format!(
            "You write questions for a test that job applicants take before an interview. Answer with one JSON object and \
             nothing else, in this form:\n\
             {{\"title\": \"...\", \"description\": \"...\", \"duration_minutes\": 30, \"questions\": [{forms}]}}\n\
             Write {count} questions, {level}: {kinds}. Each is complete by itself, has one right answer that experts agree \
             on, and differs from the others. {rules} An expected_language is one of {languages}. Points are whole numbers \
             from 1 to 10. Texts are plain, without markup. Write in the language of the topic.",
            forms = forms.join(", "),
            rules = rules.join(" "),
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
        let kind = match words(item, &["type", "question_type"], 40).as_deref() {
            Some(name) => forms::kind_of(name),
            // Models omit the type if only one was requested.
            None => self.kinds.first().copied().filter(|_| self.kinds.len() == 1).or_else(|| {
                let is_choice = !forms::options(item).is_empty();
                Some(QuestionKind::MultipleChoice).filter(|kind| is_choice && self.kinds.contains(kind))
            }),
        };
        let kind = kind.ok_or_else(|| fault("its type is unknown."))?;
        if !self.kinds.contains(&kind) {
            return Err(fault("it is not of the requested type."));
        }
        let text = words(item, &["question", "text"], usize::MAX).unwrap_or_default();
        let points = answer::number(item.get("points")).map_or(1, whole).clamp(*POINTS.start(), *POINTS.end());
        let mut draft = QuestionDraft { id: Some(id), points, ..QuestionDraft::new(kind, text) };
        forms::fill(&mut draft, item, self.with_tests);
        draft.check_alone(index)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "out-of-range values saturate and are then clamped or rejected")]
fn whole(number: f64) -> i64 {
    number.round() as i64
}

#[cfg(test)]
#[path = "questions_tests.rs"]
mod tests;
