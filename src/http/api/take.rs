//! Taking a test (spec section 7, rules "Taking a test"). No correct answer and no id but the candidate's own
//! invite, test and questions is on any of these wires.

use super::links::{PublicInvite, TestIntro};
use crate::{
    app::App,
    domain::test::Question,
    http::{
        error::{ApiResult, Envelope},
        extract::{AttemptKey, Body, Token, at_most, first},
        wire::{QuestionType, SubmittedBy, Utc},
    },
    service::{
        attempt::{
            entries::{self, MOST_ENTRIES, Spent},
            journal::{self, Entry, Sent},
            start::{self, Running},
        },
        invite::link,
        query,
    },
    state::fair_use::Visit,
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

/// A save of the journal, in bytes.
const SAVE_LIMIT: usize = 256 * 1024;
/// A submit, in bytes.
const SUBMIT_LIMIT: usize = 8 * 1024 * 1024;

#[derive(Clone, Serialize, ToSchema)]
pub struct CandidateQuestion {
    id: String,
    #[serde(rename = "type")]
    kind: QuestionType,
    question: String,
    points: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    options: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    expected_language: Option<String>,
}

impl From<&Question> for CandidateQuestion {
    fn from(question: &Question) -> Self {
        Self {
            id: question.id.clone(),
            kind: question.kind.into(),
            question: question.text.clone(),
            points: question.points,
            options: question.kind.is_auto().then(|| question.options.clone()),
            expected_language: question.expected_language.clone(),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct SavedAnswer {
    question_id: String,
    answer: String,
    seq: u64,
    #[schema(value_type = String, format = DateTime)]
    saved_at: Utc,
}

/// How long a question was in view.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct TimeSpent {
    question_id: String,
    /// Since the start, over all visits.
    seconds: u32,
}

/// A running attempt, for the holder of its key.
#[derive(Serialize, ToSchema)]
#[schema(as = Attempt)]
pub struct AttemptBody {
    #[schema(value_type = String, format = DateTime)]
    started_at: Utc,
    #[schema(value_type = String, format = DateTime)]
    deadline: Utc,
    #[schema(value_type = String, format = DateTime)]
    server_time: Utc,
    /// Above every number the server has.
    next_seq: u64,
    questions: Vec<CandidateQuestion>,
    answers: Vec<SavedAnswer>,
    time_spent: Vec<TimeSpent>,
}

fn attempt_body(app: &App, run: Running) -> AttemptBody {
    AttemptBody {
        started_at: run.attempt.started_at.into(),
        deadline: run.attempt.deadline().into(),
        server_time: app.now().into(),
        next_seq: run.next_seq,
        questions: run.paper.questions.iter().map(Into::into).collect(),
        answers: run
            .answers
            .into_iter()
            .map(|a| SavedAnswer {
                question_id: a.question_id,
                answer: a.text,
                seq: a.seq,
                saved_at: a.saved_at.into(),
            })
            .collect(),
        time_spent: run
            .time_spent
            .into_iter()
            .map(|t| TimeSpent { question_id: t.question_id, seconds: t.seconds })
            .collect(),
    }
}

#[derive(Serialize, ToSchema)]
pub struct TakeTest {
    invite: PublicInvite,
    test: TestIntro,
    in_progress: bool,
    /// An admin allowed that another browser goes on: a start from here takes the attempt over.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    resume_allowed: bool,
    #[schema(value_type = String, format = DateTime)]
    server_time: Utc,
    can_start: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    blocked_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    blocked_reason: Option<String>,
    /// Only when the key holds the running attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    attempt: Option<AttemptBody>,
}

/// The test with its questions.
#[derive(Serialize, ToSchema)]
pub struct StartedTest {
    #[serde(flatten)]
    intro: TestIntro,
    questions: Vec<CandidateQuestion>,
}

#[derive(Serialize, ToSchema)]
pub struct StartReply {
    /// Whoever sends it in `X-Attempt-Key` holds the attempt.
    attempt_key: String,
    test: StartedTest,
    #[serde(flatten)]
    attempt: AttemptBody,
}

#[derive(Deserialize, ToSchema)]
pub struct JournalEntry {
    question_id: String,
    /// At most 64 KiB; `null` is a blank answer.
    answer: Option<String>,
    /// The browser's running number.
    seq: u64,
}

#[derive(Deserialize, ToSchema)]
pub struct SaveInput {
    /// Of several entries of a question the one with the highest number counts.
    #[serde(deserialize_with = "at_most::<MOST_ENTRIES, _, _>")]
    #[schema(max_items = 1_000)]
    answers: Vec<JournalEntry>,
    /// Sums of questions that were looked at; a smaller one than before changes nothing.
    #[serde(default, deserialize_with = "first::<MOST_ENTRIES, _, _>")]
    time_spent: Vec<TimeSpent>,
}

/// The form for a page that is being left: a beacon carries no header.
#[derive(Deserialize, ToSchema)]
pub struct BeaconInput {
    #[serde(default)]
    attempt_key: Option<String>,
    #[serde(deserialize_with = "at_most::<MOST_ENTRIES, _, _>")]
    #[schema(max_items = 1_000)]
    answers: Vec<JournalEntry>,
    #[serde(default, deserialize_with = "first::<MOST_ENTRIES, _, _>")]
    time_spent: Vec<TimeSpent>,
}

#[derive(Serialize, ToSchema)]
pub struct Acked {
    question_id: String,
    seq: u64,
}

#[derive(Serialize, ToSchema)]
pub struct SaveReply {
    /// The number stored for each question that was sent.
    acked: Vec<Acked>,
    acked_seq: u64,
    #[schema(value_type = String, format = DateTime)]
    server_time: Utc,
    #[schema(value_type = String, format = DateTime)]
    deadline: Utc,
    /// Entries came too late to count by themselves; they are kept for the reviewer.
    late: bool,
    /// The attempt has ended.
    submitted: bool,
}

#[derive(Deserialize, ToSchema)]
pub struct SubmittedAnswer {
    question_id: String,
    answer: Option<String>,
    #[serde(default)]
    seq: Option<u64>,
}

#[derive(Deserialize, ToSchema)]
pub struct SubmitInput {
    #[serde(deserialize_with = "at_most::<MOST_ENTRIES, _, _>")]
    #[schema(max_items = 1_000)]
    answers: Vec<SubmittedAnswer>,
    #[serde(default, deserialize_with = "first::<MOST_ENTRIES, _, _>")]
    time_spent: Vec<TimeSpent>,
}

#[derive(Serialize, ToSchema)]
pub struct SubmitReply {
    /// Percent, of what is scored so far.
    score: f64,
    /// Written answers wait for a reviewer.
    provisional: bool,
    #[schema(value_type = String, format = DateTime)]
    submitted_at: Utc,
    /// Who ended it: the page tells the candidate the truth about an end that was not their own.
    submitted_by: SubmittedBy,
    /// Answers that are not blank.
    answers_stored: u32,
    late: bool,
}

/// The intro of a test; with the key of a running attempt, all of it.
#[utoipa::path(get, path = "/take-test/{token}", tag = "candidates",
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = TakeTest), (status = 404, body = Envelope), (status = 410, body = Envelope),
        (status = 429, body = Envelope)))]
pub async fn door(
    State(app): State<App>,
    Token(token): Token,
    AttemptKey(key): AttemptKey,
) -> ApiResult<Json<TakeTest>> {
    let _visit = app.fair_use.visit(&token)?;
    let door = link::door(&app, &token, key.as_deref()).await?;
    let now = app.now();
    let (blocked_code, blocked_reason) = door.blocked.map(|e| (e.code.to_owned(), e.detail)).unzip();
    Ok(Json(TakeTest {
        invite: PublicInvite::new(&door.invite, door.intro.duration_minutes, now),
        test: door.intro.into(),
        in_progress: door.in_progress,
        resume_allowed: door.resume_allowed,
        server_time: now.into(),
        can_start: blocked_code.is_none(),
        blocked_code,
        blocked_reason,
        attempt: door.attempt.map(|run| attempt_body(&app, run)),
    }))
}

/// Start the clock, or come back to a running attempt with the same key.
#[utoipa::path(post, path = "/start-test/{token}", tag = "candidates",
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = StartReply), (status = 403, body = Envelope), (status = 404, body = Envelope),
        (status = 409, body = Envelope), (status = 410, body = Envelope), (status = 422, body = Envelope),
        (status = 429, body = Envelope)))]
pub async fn start(
    State(app): State<App>,
    Token(token): Token,
    AttemptKey(key): AttemptKey,
) -> ApiResult<Json<StartReply>> {
    let (attempt_key, run) = start::start(&app, app.fair_use.visit(&token)?, &token, key.as_deref()).await?;
    let intro = link::Intro::of(&run.paper);
    let attempt = attempt_body(&app, run);
    let test = StartedTest { intro: intro.into(), questions: attempt.questions.clone() };
    Ok(Json(StartReply { attempt_key, test, attempt }))
}

fn sent(entries: impl Iterator<Item = Entry>, time_spent: Vec<TimeSpent>) -> Sent {
    let spent = |t: TimeSpent| Spent { question_id: t.question_id, seconds: t.seconds };
    Sent::new(entries.collect(), time_spent.into_iter().map(spent).collect())
}

/// Reads what a candidate sends. Much of it is taken from whoever may send it alone, and counts against what one link may.
async fn read<T: DeserializeOwned>(
    app: &App,
    token: &str,
    body: Body,
    limit: usize,
    judge: impl FnOnce() -> ApiResult<()> + Send,
) -> ApiResult<T> {
    let received = body.judged(limit, judge).await?;
    app.fair_use.volume(token, received.bytes.len(), app.now())?;
    received.parse()
}

async fn store(
    app: &App,
    visit: Visit,
    token: &str,
    key: Option<&str>,
    input: SaveInput,
) -> ApiResult<Json<SaveReply>> {
    let entries = input.answers.into_iter().map(|a| Entry {
        question_id: a.question_id,
        text: a.answer.unwrap_or_default(),
        seq: Some(a.seq),
    });
    let saved = journal::save(app, visit, token, key, sent(entries, input.time_spent)).await?;
    Ok(Json(SaveReply {
        acked_seq: saved.acked.iter().map(|(_, seq)| *seq).max().unwrap_or(0),
        acked: saved.acked.into_iter().map(|(question_id, seq)| Acked { question_id, seq }).collect(),
        server_time: app.now().into(),
        deadline: saved.deadline.into(),
        late: saved.late,
        submitted: saved.submitted,
    }))
}

/// Before any other refusal of a save it is told that its link is not known; looked up then alone, because a save that is
/// taken looks by itself.
async fn unless_unknown<T>(app: &App, token: &str, save: impl Future<Output = ApiResult<T>>) -> ApiResult<T> {
    let done = save.await;
    if done.is_err() {
        query::link::find(&app.store.read()?, token)?;
    }
    done
}

/// Save entries of the journal; what is acknowledged is durable.
#[utoipa::path(put, path = "/take-test/{token}/answers", tag = "candidates", request_body = SaveInput,
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = SaveReply), (status = 404, body = Envelope), (status = 409, body = Envelope),
        (status = 410, body = Envelope), (status = 413, body = Envelope), (status = 422, body = Envelope),
        (status = 429, body = Envelope)))]
pub async fn save(
    State(app): State<App>,
    Token(token): Token,
    AttemptKey(key): AttemptKey,
    body: Body,
) -> ApiResult<Json<SaveReply>> {
    let visit = app.fair_use.visit(&token)?;
    let save = async {
        let admit = || Ok(entries::admit(&app, &token, key.as_deref()).map(drop)?);
        let input = read(&app, &token, body, SAVE_LIMIT, admit).await?;
        store(&app, visit, &token, key.as_deref(), input).await
    };
    unless_unknown(&app, &token, save).await
}

/// The same for a page that is being left, with the key in the body.
#[utoipa::path(post, path = "/take-test/{token}/answers", tag = "candidates", request_body = BeaconInput,
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = SaveReply), (status = 404, body = Envelope), (status = 409, body = Envelope),
        (status = 410, body = Envelope), (status = 413, body = Envelope), (status = 422, body = Envelope),
        (status = 429, body = Envelope)))]
pub async fn beacon(
    State(app): State<App>,
    Token(token): Token,
    AttemptKey(key): AttemptKey,
    body: Body,
) -> ApiResult<Json<SaveReply>> {
    let visit = app.fair_use.visit(&token)?;
    let save = async {
        // The key comes with the answers: before them the link alone can be judged.
        let admit = || match key.as_deref() {
            Some(key) => Ok(entries::admit(&app, &token, Some(key)).map(drop)?),
            None => Ok(query::attempt::behind(&app.store.read()?, &token, app.now()).map(drop)?),
        };
        let BeaconInput { attempt_key, answers, time_spent } = read(&app, &token, body, SAVE_LIMIT, admit).await?;
        store(&app, visit, &token, attempt_key.or(key).as_deref(), SaveInput { answers, time_spent }).await
    };
    unless_unknown(&app, &token, save).await
}

/// End the attempt and learn the score. Idempotent.
#[utoipa::path(post, path = "/submit-test/{token}", tag = "candidates", request_body = SubmitInput,
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = SubmitReply), (status = 404, body = Envelope), (status = 409, body = Envelope),
        (status = 410, body = Envelope), (status = 413, body = Envelope), (status = 422, body = Envelope),
        (status = 429, body = Envelope)))]
pub async fn submit(
    State(app): State<App>,
    Token(token): Token,
    AttemptKey(key): AttemptKey,
    body: Body,
) -> ApiResult<Json<SubmitReply>> {
    let visit = app.fair_use.visit(&token)?;
    query::link::find(&app.store.read()?, &token)?;
    let admit = || Ok(entries::admit(&app, &token, key.as_deref()).map(drop)?);
    let input: SubmitInput = read(&app, &token, body, SUBMIT_LIMIT, admit).await?;
    let entries = input.answers.into_iter().map(|a| Entry {
        question_id: a.question_id,
        text: a.answer.unwrap_or_default(),
        seq: a.seq,
    });
    let done = journal::submit(&app, visit, &token, key.as_deref(), sent(entries, input.time_spent)).await?;
    let submission = done.submission;
    Ok(Json(SubmitReply {
        score: submission.final_score(),
        provisional: submission.waits_for_review(),
        submitted_at: submission.submitted_at.into(),
        submitted_by: submission.ended_by.into(),
        answers_stored: submission.answers_stored,
        late: done.late,
    }))
}
