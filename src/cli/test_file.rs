//! Tests as JSON, in the shape of `POST /tests` (spec section 3): what `test export` writes and `test import` reads.

use crate::domain::{
    test::{DEFAULT_DURATION, Draft, DraftQuestion, Question, QuestionKind, Test},
    wording::in_words,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

#[derive(Serialize, Deserialize)]
pub struct TestFile {
    title: String,
    #[serde(default)]
    description: String,
    #[serde(default = "default_duration")]
    duration_minutes: i64,
    questions: Vec<QuestionEntry>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    require_fullscreen: bool,
}

#[derive(Serialize, Deserialize)]
struct QuestionEntry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(rename = "type")]
    kind: Type,
    question: String,
    #[serde(default = "default_points")]
    points: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    options: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    correct_answer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expected_language: Option<String>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Type {
    MultipleChoice,
    Essay,
    Coding,
}

const fn default_duration() -> i64 {
    DEFAULT_DURATION
}

/// Spec section 9.
const fn default_points() -> i64 {
    1
}

impl From<TestFile> for Draft {
    fn from(file: TestFile) -> Self {
        let TestFile { title, description, duration_minutes, questions, require_fullscreen } = file;
        let questions = questions.into_iter().map(Into::into).collect();
        Self { title, description, duration_minutes, questions, require_fullscreen }
    }
}

impl From<QuestionEntry> for DraftQuestion {
    fn from(entry: QuestionEntry) -> Self {
        Self {
            id: entry.id,
            kind: match entry.kind {
                Type::MultipleChoice => QuestionKind::MultipleChoice,
                Type::Essay => QuestionKind::Essay,
                Type::Coding => QuestionKind::Coding,
            },
            text: entry.question,
            points: entry.points,
            options: entry.options.unwrap_or_default(),
            correct_answer: entry.correct_answer,
            expected_language: entry.expected_language,
        }
    }
}

impl From<Test> for TestFile {
    fn from(test: Test) -> Self {
        Self {
            title: test.title,
            description: test.description,
            duration_minutes: test.duration_minutes.into(),
            questions: test.questions.into_iter().map(Into::into).collect(),
            require_fullscreen: test.require_fullscreen,
        }
    }
}

impl From<Question> for QuestionEntry {
    fn from(question: Question) -> Self {
        let kind = match question.kind {
            QuestionKind::MultipleChoice => Type::MultipleChoice,
            QuestionKind::Essay => Type::Essay,
            QuestionKind::Coding => Type::Coding,
        };
        Self {
            id: Some(question.id),
            kind,
            question: question.text,
            points: question.points.into(),
            options: Some(question.options).filter(|o| !o.is_empty()),
            correct_answer: question.correct_answer,
            expected_language: question.expected_language,
        }
    }
}

/// The tests of a file: one object, or an array of them.
///
/// # Errors
/// Where and what: `[2].questions[0].points: This has the wrong type: ... (line 9, column 20)`.
pub fn parse(bytes: &[u8]) -> Result<Vec<Draft>, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.trim_ascii_start().starts_with(b"[") {
        let tests: Vec<TestFile> = read(bytes)?;
        return Ok(tests.into_iter().map(Into::into).collect());
    }
    read::<TestFile>(bytes).map(|test| vec![test.into()])
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let read: T = serde_path_to_error::deserialize(&mut json).map_err(|e| fault(&e.path().to_string(), e.inner()))?;
    json.end().map_err(|e| fault(".", &e))?;
    Ok(read)
}

fn fault(path: &str, error: &serde_json::Error) -> String {
    let place = format!("line {}, column {}", error.line(), error.column());
    if error.is_data() {
        let (field, message) = in_words(path, &error.to_string());
        return format!("{field}: {message} ({place})");
    }
    let why = match error.to_string() {
        text if text.contains("recursion limit") => "it is nested too deeply",
        text if text.contains("trailing characters") => "something follows the end",
        _ if error.is_eof() => "it ends too early",
        _ => "it is broken",
    };
    format!("this is not valid JSON: {why} ({place})")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = r#"{"title":"T","questions":[{"type":"essay","question":"Why?"}]}"#;

    #[test]
    fn one_test_or_several_with_the_specs_defaults() {
        let one = parse(ONE.as_bytes()).unwrap();
        assert_eq!((one.len(), one[0].duration_minutes, one[0].questions[0].points), (1, 60, 1));
        assert_eq!(parse(format!("\u{feff} [{ONE},{ONE}]").as_bytes()).unwrap().len(), 2);
        assert!(parse(b"[]").unwrap().is_empty());
        assert!(!one[0].require_fullscreen);
        let full = ONE.replace("\"T\"", "\"T\",\"require_fullscreen\":true");
        assert!(parse(full.as_bytes()).unwrap()[0].require_fullscreen);
    }

    #[test]
    fn a_fault_is_named_by_its_place() {
        let fault = |text: &str| parse(text.as_bytes()).unwrap_err();
        assert!(
            fault(&format!("[{ONE},{{\"title\":\"T\",\"questions\":[{{}}]}}]"))
                .starts_with("[1].questions[0].type: This field is required. (line 1, column ")
        );
        assert!(fault(r#"{"title":1}"#).starts_with("title: This has the wrong type: expected a string."));
        assert!(fault("nonsense").contains("line 1, column"));
        assert!(fault(&format!("{ONE} x")).contains("something follows the end"));
        // However deep, it takes no stack.
        let deep = format!("{{\"x\":{}", "[".repeat(1_000_000));
        assert!(fault(&deep).contains("ends too early"));
    }
}
