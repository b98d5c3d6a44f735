//! History of a result's answers (docs/behaviour/taking.md#history).

use crate::{
    app::App,
    domain::{
        AttemptId, Instant,
        history::{self as domain, AnswerHistory, EditSource, EditStep},
        time::SignedDuration,
    },
    http::{
        error::ApiResult,
        extract::Of,
        wire::{HistoryModeName, Timestamp, mirror},
    },
    service::{
        actor::ResultReader,
        result::{
            self,
            history::{Accepted, AttemptHistory},
        },
    },
};
use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

/// A save of an answer.
#[derive(Serialize, ToSchema)]
#[schema(as = HistorySave)]
pub struct HistorySaveBody {
    /// Milliseconds from the start of the attempt to its arrival.
    at_ms: u64,
    seq: u64,
    /// Number of steps up to it.
    step: usize,
    acked_at: Timestamp,
    /// Whether the save arrived too late to count; it has no steps then.
    late: bool,
    arrival: ArrivalName,
}

mirror!(
    /// How a save arrived: it counted; after the end of the attempt or of its section; from a browser that no longer held the
    /// attempt; in a file that the candidate handed in; or it was stored before history was kept, or before the attempt
    /// continued.
    ArrivalName as HistoryArrival = domain::Arrival { Counted, AfterEnd, OtherBrowser, File, Found }
);

/// A late answer that counts because an administrator accepted it.
#[derive(Serialize, ToSchema)]
#[schema(as = HistoryAccepted)]
pub struct AcceptedBody {
    /// Time at which the save arrived.
    received_at: Timestamp,
    answer: String,
}

/// How the answer to a question came to be.
#[derive(Serialize, ToSchema)]
#[schema(as = HistoryOfQuestion)]
pub struct AnswerHistoryBody {
    question_id: String,
    /// Changes. Replayed in order, from an empty text on, they give the text after each; the last is what was submitted,
    /// which counts unless there is an `accepted` answer. Each
    /// is an array of: milliseconds since the start of the attempt; source (0 typed, 1 pasted, 2 dropped, 3 undo or redo,
    /// 4 program, 5 choice, 6 save: a difference without a finer time); position and number of deleted characters, both in
    /// UTF-16 code units; inserted text.
    steps: Vec<(u64, u8, u32, u32, String)>,
    saves: Vec<HistorySaveBody>,
    /// Characters that were pasted or dropped.
    pasted_chars: u64,
    typed_chars: u64,
    /// The version after the last step, if a late answer was accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    accepted: Option<AcceptedBody>,
}

fn millis(length: SignedDuration) -> u64 {
    u64::try_from(length.as_millis()).unwrap_or_default()
}

impl AnswerHistoryBody {
    fn new(story: AnswerHistory, accepted: Option<Accepted>, started_at: Instant) -> Self {
        let (pasted, typed) =
            (story.inserted(&[EditSource::Pasted, EditSource::Dropped]), story.inserted(&[EditSource::Typed]));
        let step = |step: EditStep| (millis(step.at), step.source as u8, step.position, step.deleted, step.inserted);
        let save = |save: domain::Save| HistorySaveBody {
            at_ms: millis(save.acked_at.since(started_at)),
            seq: save.seq,
            step: save.step,
            acked_at: save.acked_at.into(),
            late: !save.arrival.counts(),
            arrival: save.arrival.into(),
        };
        Self {
            question_id: story.question_id,
            pasted_chars: pasted as u64,
            typed_chars: typed as u64,
            steps: story.steps.into_iter().map(step).collect(),
            saves: story.saves.into_iter().map(save).collect(),
            accepted: accepted.map(|late| AcceptedBody { received_at: late.received_at.into(), answer: late.text }),
        }
    }
}

/// History of the answers of a result.
#[derive(Serialize, ToSchema)]
#[schema(as = History)]
pub struct HistoryBody {
    mode: HistoryModeName,
    started_at: Timestamp,
    ended_at: Timestamp,
    /// Later than `started_at` for an attempt that began before history was kept; then it begins with the text of that time.
    #[schema(required)]
    since: Option<Timestamp>,
    /// Head of the chain, 64 hex digits; `null` if no history was kept.
    #[schema(required)]
    head: Option<String>,
    /// Number of saves of all questions.
    saves_total: u64,
    /// How many of them are in `questions`, the first ones: beyond the limit (6 MiB) only the last texts are known, as a last
    /// step each.
    saves_kept: u64,
    /// Histories of the questions that were answered, in the order of the paper.
    questions: Vec<AnswerHistoryBody>,
}

/// Get how each answer of a result came to be.
#[utoipa::path(get, path = "/results/{submission_id}/history", tag = "results",
    params(("submission_id" = String, Path)), responses((status = 200, body = HistoryBody)))]
pub async fn history(State(app): State<App>, Of(by, id): Of<ResultReader, AttemptId>) -> ApiResult<Json<HistoryBody>> {
    Ok(Json(result::history::of(&app, &by, id)?.into()))
}

impl From<AttemptHistory> for HistoryBody {
    fn from(mut found: AttemptHistory) -> Self {
        let answer = |story: AnswerHistory| {
            let accepted = found.accepted.remove(&story.question_id);
            AnswerHistoryBody::new(story, accepted, found.started_at)
        };
        let questions = found.stories.into_iter().map(answer).collect();
        Self {
            mode: found.mode.into(),
            started_at: found.started_at.into(),
            ended_at: found.ended_at.into(),
            since: found.since.map(Into::into),
            head: found.head.map(|head| head.to_string()),
            saves_total: found.saves.0,
            saves_kept: found.saves.1,
            questions,
        }
    }
}
