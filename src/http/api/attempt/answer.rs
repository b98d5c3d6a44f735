//! Answers on the wire, from a page's journal entry to a reviewed answer.

use crate::{
    domain::{
        attempt::{self, LateAnswer, Lateness},
        late_answer,
        paper::Paper,
        question::render,
        submission::Grade,
        test::Question,
    },
    http::{
        api::{result::judging::JudgingBody, test::questions::QuestionDetail},
        wire::{AnswerStatus, QuestionType, Timestamp},
    },
    service::{attempt::entries::AnswerEntry, query::numbers::QuestionNumbers},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// Entry of the answer journal.
#[derive(Deserialize, ToSchema)]
pub struct JournalEntry {
    question_id: String,
    /// The answer, at most 64 KiB; `null` is a blank answer.
    answer: Option<String>,
    /// Sequence number assigned by the browser.
    seq: u64,
    /// Edits since the number before, where the test keeps keystrokes (docs/evidence.md): base64, at most 64 KiB. Edits that
    /// cannot be read or do not lead to this answer are ignored.
    #[serde(default, deserialize_with = "edits")]
    #[schema(value_type = Option<String>, nullable = false)]
    edits: Vec<u8>,
}

/// Maximum length of edits, in base64.
const MAX_EDITS: usize = 64 * 1024;

/// No answer is refused for its edits: of what cannot be read, nothing is kept.
fn edits<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    let sent = serde_json::Value::deserialize(from)?;
    let text = sent.as_str().filter(|text| text.len() <= MAX_EDITS);
    Ok(text.and_then(|text| STANDARD.decode(text).ok()).unwrap_or_default())
}

impl From<JournalEntry> for AnswerEntry {
    fn from(entry: JournalEntry) -> Self {
        let JournalEntry { question_id, answer, seq, edits } = entry;
        Self { question_id, text: answer.unwrap_or_default(), seq: Some(seq), edits }
    }
}

/// Final answer to a question.
#[derive(Deserialize, ToSchema)]
pub struct SubmittedAnswer {
    question_id: String,
    /// The answer, at most 64 KiB; `null` is a blank answer. Required, so that a misspelled field does not end the test
    /// with a blank.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    answer: Option<String>,
    #[serde(default)]
    seq: Option<u64>,
    /// The edits since the last save, encoded like those of a save.
    #[serde(default, deserialize_with = "edits")]
    #[schema(value_type = Option<String>, nullable = false)]
    edits: Vec<u8>,
}

impl From<SubmittedAnswer> for AnswerEntry {
    fn from(answer: SubmittedAnswer) -> Self {
        let SubmittedAnswer { question_id, answer, seq, edits } = answer;
        Self { question_id, text: answer.unwrap_or_default(), seq, edits }
    }
}

/// The latest stored answer to a question.
#[derive(Serialize, ToSchema)]
pub struct SavedAnswer {
    question_id: String,
    answer: String,
    /// Sequence number of the journal entry.
    seq: u64,
    saved_at: Timestamp,
}

impl From<attempt::Answer> for SavedAnswer {
    fn from(answer: attempt::Answer) -> Self {
        let attempt::Answer { question_id, text, seq, saved_at, .. } = answer;
        Self { question_id, answer: text, seq, saved_at: saved_at.into() }
    }
}

/// Acknowledgement of a journal entry.
#[derive(Serialize, ToSchema)]
pub struct Acked {
    pub question_id: String,
    pub seq: u64,
}

/// A question with the candidate's answer and its review.
#[derive(Serialize, ToSchema)]
#[schema(as = GradedAnswer)]
pub struct GradedAnswerBody {
    /// Id of the question.
    id: String,
    question: String,
    question_type: QuestionType,
    /// Maximum points.
    points: u32,
    #[serde(flatten)]
    detail: QuestionDetail,
    answer: String,
    /// The answer in words, where it is not a text itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    answer_text: Option<String>,
    /// The key in words, where it is not a text itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    correct_text: Option<String>,
    /// The answer is of another form than the question asks for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    unreadable: bool,
    /// State and verdicts of the judging of code; absent for a question without tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub judging: Option<JudgingBody>,
    #[schema(required)]
    manual_score: Option<f64>,
    manual_score_status: AnswerStatus,
    #[schema(required)]
    review_comments: Option<String>,
    #[schema(required)]
    reviewed_at: Option<Timestamp>,
}

impl GradedAnswerBody {
    pub fn new(question: &Question, grade: &Grade, answer: String, judging: Option<JudgingBody>) -> Self {
        Self {
            id: question.id.clone(),
            question: question.text.clone(),
            question_type: question.kind().into(),
            points: question.points,
            detail: QuestionDetail::short(question),
            answer_text: render::answer_text(question, &answer),
            correct_text: render::key_text(question),
            unreadable: render::is_unreadable(question, &answer),
            judging,
            answer,
            manual_score: grade.manual_score,
            manual_score_status: grade.status.into(),
            review_comments: grade.comments.clone(),
            reviewed_at: grade.reviewed_at.map(Into::into),
        }
    }
}

/// An answer that does not count unless a reviewer accepts it.
#[derive(Serialize, ToSchema)]
#[schema(as = LateAnswer)]
pub struct LateAnswerBody {
    question_id: String,
    /// Number of the question in the outline of the test, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    number: Option<u64>,
    question: String,
    answer: String,
    /// The answer in words, where it is not a text itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    answer_text: Option<String>,
    /// `null` for a reviewer, where the name is hidden.
    #[schema(required)]
    received_at: Option<Timestamp>,
    /// Why it does not count.
    reason: String,
    /// No late answer to this question was accepted: a reviewer is to decide.
    waits: bool,
    /// Version of all late answers of this question, for optimistic concurrency: send it to accept the last one of
    /// them.
    version: String,
}

impl LateAnswerBody {
    pub fn hide_time(&mut self) {
        self.received_at = None;
    }

    /// The last one of each question is the one that would be accepted.
    pub fn all(paper: &Paper, numbers: &QuestionNumbers, mut late: Vec<LateAnswer>) -> Vec<Self> {
        let mut bodies = Vec::with_capacity(late.len());
        for of_question in late.chunk_by_mut(|one, next| one.question_id == next.question_id) {
            of_question.sort_by_key(late_answer::rank);
            let (version, waits) = (late_answer::version(of_question), !late_answer::was_exchanged(of_question));
            let body = |late: &LateAnswer| Self { waits, ..Self::new(paper, numbers, late.clone(), version.clone()) };
            bodies.extend(of_question.iter().map(body));
        }
        bodies
    }

    fn new(paper: &Paper, numbers: &QuestionNumbers, late: LateAnswer, version: String) -> Self {
        let reason = match late.lateness {
            Lateness::AfterEnd => "It arrived after the test had been submitted.",
            Lateness::OtherBrowser => "It came from a browser that no longer held the test.",
            Lateness::File => "It came in a file that the candidate handed in.",
            Lateness::Section => "Its section was over, or had not been entered.",
            Lateness::Replaced => "It counted until a late answer was accepted in its place.",
        };
        let found = paper.question(&late.question_id);
        let number = found.map(|(place, _)| numbers.on(paper, place));
        let question = found.map(|(_, question)| question);
        Self {
            number,
            question: question.map(|q| q.summary().into_owned()).unwrap_or_default(),
            answer_text: question.and_then(|q| render::answer_text(q, &late.text)),
            question_id: late.question_id,
            answer: late.text,
            received_at: Some(late.received_at.into()),
            reason: reason.into(),
            waits: false,
            version,
        }
    }
}
