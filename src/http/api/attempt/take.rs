//! Taking a test (docs/behaviour/taking.md#taking-a-test). These wire types contain no correct answers, and no ids other than
//! those of the candidate's own invite, test and questions.

use super::{
    answer::{Acked, JournalEntry, SavedAnswer, SubmittedAnswer},
    breaks::BreaksLeftBody,
    parts::{EnteredSection, PaperPartBody, SectionEntry, TimeSpentBody, entered, sections},
};
use crate::{
    app::App,
    domain::{ErrorCode, consent::NamedConsent, error::Params, time::SignedDuration},
    http::{
        api::{
            invite::link::{LanguageChoice, PublicInvite, TestIntro},
            points::Points,
            settings::{company::CompanyBody, consent::AskedConsent},
            test::questions::{CandidateQuestion, PassageBody},
        },
        error::{ApiResult, ErrorCodeSchema, ParamSchema},
        extract::{
            ExamBrowser, FORM_LIMIT, KnownLink, Serving, UnreadBody, Visitor, at_most, first, unknown_link_first,
        },
        refusals::{Conflict, Forbidden, Gone},
        wire::{HistoryModeName, SignalName, SubmittedBy, TextFormat, Timestamp},
    },
    service::{
        attempt::{
            entries::{self, Confirmation, MAX_ENTRIES, ReportedSection, Spent},
            journal::{self, AnswerEntry, SaveRequest},
            sections::MAX_CLAIMED,
            start::{self, RunningAttempt, StartRequest},
        },
        invite::link,
        query,
        settings::{company, exam_browser},
    },
    state::link_rate_limit::Visit,
};
use axum::Json;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

/// Maximum body of a save, in bytes.
const SAVE_LIMIT: usize = 256 * 1024;
/// Maximum body of a submit, in bytes.
const SUBMIT_LIMIT: usize = 8 * 1024 * 1024;
/// Largest claimed time since the start of an attempt: 100 days. It is limited to the present anyway.
const MAX_AFTER_MS: i64 = 100 * 24 * 3_600_000;

/// A running attempt, as returned to the attempt holder.
#[derive(Serialize, ToSchema)]
#[schema(as = Attempt)]
pub struct AttemptBody {
    started_at: Timestamp,
    deadline: Timestamp,
    /// The clock of the attempt stands still since then; absent while it runs. The deadline moves when the pause ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    paused_since: Option<Timestamp>,
    /// End of the break that the candidate takes; the deadline counts all of it already. Absent outside of breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    break_until: Option<Timestamp>,
    server_time: Timestamp,
    /// Next sequence number of the journal; higher than all stored ones.
    next_seq: u64,
    questions: Vec<CandidateQuestion>,
    /// Passages that questions are about, which name them as `passage`; absent for a test without passages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    passages: Vec<PassageBody>,
    /// The sections of the questions, in order; absent for a test without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sections: Option<Vec<PaperPartBody>>,
    /// The sections that were entered; absent if no section has its own time or is one-way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    entered: Option<Vec<EnteredSection>>,
    answers: Vec<SavedAnswer>,
    time_spent: Vec<TimeSpentBody>,
    /// Detail in which the history of each answer is kept.
    history: HistoryModeName,
    /// Agreed breaks that are left; absent where none were agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    breaks: Option<BreaksLeftBody>,
    /// Head of the chain of all saves so far, 64 hex digits (docs/evidence.md); absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    head: Option<String>,
}

fn attempt_body(app: &App, run: RunningAttempt) -> AttemptBody {
    let now = app.now();
    AttemptBody {
        sections: sections(&run),
        entered: run.clock.as_ref().map(|clock| entered(clock, run.attempt.deadline())),
        started_at: run.attempt.started_at.into(),
        deadline: run.attempt.deadline().into(),
        paused_since: run.attempt.paused_since(now).map(Into::into),
        break_until: run.attempt.break_until(now).map(Into::into),
        breaks: run.breaks.map(Into::into),
        server_time: now.into(),
        next_seq: run.next_seq,
        history: run.paper.history.into(),
        head: run.head.map(|head| head.to_string()),
        questions: CandidateQuestion::all(&run.paper),
        passages: PassageBody::all(&run.paper),
        answers: run.answers.into_iter().map(Into::into).collect(),
        time_spent: run
            .time_spent
            .into_iter()
            .map(|t| TimeSpentBody { question_id: t.question_id, seconds: t.seconds })
            .collect(),
    }
}

/// Data of the take page.
#[derive(Serialize, ToSchema)]
pub struct TakeTest {
    invite: PublicInvite,
    test: TestIntro,
    company: CompanyBody,
    #[serde(flatten)]
    language: LanguageChoice,
    /// The attempt is running, in this or another browser.
    in_progress: bool,
    /// An admin released the attempt: a start from this browser takes it over.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    resume_allowed: bool,
    server_time: Timestamp,
    can_start: bool,
    /// Machine-readable reason why the test cannot be started.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<ErrorCodeSchema>)]
    blocked_code: Option<ErrorCode>,
    /// Human-readable reason why the test cannot be started.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    blocked_reason: Option<String>,
    /// Values that the reason names, by name: strings (instants in RFC 3339) and numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<BTreeMap<String, ParamSchema>>)]
    blocked_params: Option<Box<Params>>,
    /// Present only for the holder of the running attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    attempt: Option<AttemptBody>,
    /// The text to be accepted; absent where none is asked for, and once the test is in progress.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    consent: Option<AskedConsent>,
    /// Clips of the video around flags and screenshots are kept, and around these signals; absent where none are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    clips: Option<Vec<SignalName>>,
}

/// The text that a candidate accepts with the start.
#[derive(Default, Deserialize, ToSchema)]
pub struct StartInput {
    /// `hash` of the `consent` that was read and accepted: 409 `consent_changed` if another text is to be accepted by now,
    /// or if it is missing where one is asked for. A resume needs none.
    #[serde(default)]
    consent_hash: Option<String>,
    /// Format in which that text was read: 409 `consent_changed` if it is another one by now.
    #[serde(default)]
    consent_format: Option<TextFormat>,
}

/// The test with its questions.
#[derive(Serialize, ToSchema)]
pub struct StartedTest {
    #[serde(flatten)]
    intro: TestIntro,
    questions: Vec<CandidateQuestion>,
}

/// A started or resumed attempt.
#[derive(Serialize, ToSchema)]
pub struct StartReply {
    /// Secret of the attempt holder, to be sent as `X-Attempt-Key`.
    attempt_key: String,
    test: StartedTest,
    #[serde(flatten)]
    attempt: AttemptBody,
}

/// Journal entries and times to be stored.
#[derive(Deserialize, ToSchema)]
pub struct SaveInput {
    /// At most 1,000. Of several entries for a question, the one with the highest `seq` counts.
    #[serde(deserialize_with = "at_most::<MAX_ENTRIES, _, _>")]
    #[schema(max_items = 1_000)]
    answers: Vec<JournalEntry>,
    /// Totals of the questions that were in view; a total smaller than the stored one is ignored.
    #[serde(default, deserialize_with = "first::<MAX_ENTRIES, _, _>")]
    time_spent: Vec<TimeSpentBody>,
    /// Sections that were entered since, in order; they are entered before the answers are stored.
    #[serde(default, deserialize_with = "first::<MAX_CLAIMED, _, _>")]
    entered: Vec<SectionEntry>,
}

/// A save of an unloading page, with the key in the body: a beacon has no custom headers.
#[derive(Deserialize, ToSchema)]
pub struct BeaconInput {
    /// Used instead of the `X-Attempt-Key` header.
    #[serde(default)]
    attempt_key: Option<String>,
    #[serde(deserialize_with = "at_most::<MAX_ENTRIES, _, _>")]
    #[schema(max_items = 1_000)]
    answers: Vec<JournalEntry>,
    #[serde(default, deserialize_with = "first::<MAX_ENTRIES, _, _>")]
    time_spent: Vec<TimeSpentBody>,
    #[serde(default, deserialize_with = "first::<MAX_CLAIMED, _, _>")]
    entered: Vec<SectionEntry>,
}

/// Result of a save.
#[derive(Serialize, ToSchema)]
pub struct SaveReply {
    /// The stored sequence number of each question that was sent.
    acked: Vec<Acked>,
    /// The highest sequence number in `acked`; 0 if it is empty.
    acked_seq: u64,
    server_time: Timestamp,
    deadline: Timestamp,
    /// The clock of the attempt stands still since then; absent while it runs. The deadline moves when the pause ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    paused_since: Option<Timestamp>,
    /// End of the break that the candidate takes; the deadline counts all of it already. Absent outside of breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    break_until: Option<Timestamp>,
    /// Entries arrived too late and were stored as late answers, which count only if a reviewer accepts them.
    late: bool,
    /// Questions of sections that are over, or not entered: their entries were stored as late answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    closed: Vec<String>,
    /// The sections that were entered; absent if no section has its own time or is one-way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    entered: Option<Vec<EnteredSection>>,
    /// The attempt has ended.
    submitted: bool,
    /// Head of the chain of all saves, with these entries; absent without a chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    head: Option<String>,
}

/// Final answers and times of an attempt.
#[derive(Deserialize, ToSchema)]
pub struct SubmitInput {
    #[serde(deserialize_with = "at_most::<MAX_ENTRIES, _, _>")]
    #[schema(max_items = 1_000)]
    answers: Vec<SubmittedAnswer>,
    #[serde(default, deserialize_with = "first::<MAX_ENTRIES, _, _>")]
    time_spent: Vec<TimeSpentBody>,
    /// The page submits because its time is up, not because the candidate asks: 409 `not_over` with the deadline if more
    /// time was given meanwhile. The answers are saved, and the test continues.
    #[serde(default)]
    at_deadline: bool,
    /// Milliseconds from the page's question whether to submit to the candidate's confirmation, for the timeline.
    #[serde(default)]
    #[schema(nullable = false)]
    confirmed_after_ms: Option<u32>,
    /// Milliseconds from the last double click on the page to the confirmation. Up to a minute, an administrator may
    /// reopen the attempt.
    #[serde(default)]
    #[schema(nullable = false)]
    double_click_ms: Option<u32>,
    #[serde(default, deserialize_with = "first::<MAX_CLAIMED, _, _>")]
    entered: Vec<SectionEntry>,
    /// Ids of questions whose last answer the page holds and could not send: the timeline says so. It sends them later,
    /// as late answers.
    #[serde(default, deserialize_with = "first::<MAX_ENTRIES, _, _>")]
    missing: Vec<String>,
}

/// Result of a submit.
#[derive(Serialize, ToSchema)]
pub struct SubmitReply {
    /// Percent of the total points, from the answers scored so far.
    score: f64,
    #[serde(flatten)]
    points: Points,
    submitted_at: Timestamp,
    /// Who ended the attempt; the page says so to the candidate.
    submitted_by: SubmittedBy,
    /// Number of answers that are not blank.
    answers_stored: u32,
    /// Answers of this submit arrived too late and were stored as late answers.
    late: bool,
    /// Head of the chain of all saves, for the receipt; absent without a chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    head: Option<String>,
    /// Token of the candidate's own page, `/receipt/{token}`; only for the attempt holder, by the key. Absent for
    /// attempts that ended before there were such pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    receipt_token: Option<String>,
}

/// Get the intro of a test; with the key of the running attempt, also its questions and answers.
#[utoipa::path(get, path = "/take-test/{token}", tag = "candidates", operation_id = "door",
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = TakeTest), Gone))]
pub async fn take_page_view(
    Serving(app): Serving,
    Visitor { token, key, visit: _visit }: Visitor,
    ExamBrowser(proof): ExamBrowser,
) -> ApiResult<Json<TakeTest>> {
    let mut view = link::take_page_view(&app, &token, key.as_deref()).await?;
    if let Err(error) = exam_browser::require(&app, &token, &proof) {
        view = view.without_exam_browser(error)?;
    }
    let now = app.now();
    let (blocked_code, blocked_reason, blocked_params) =
        view.blocked.map_or((None, None, None), |e| (Some(e.code), Some(e.detail), e.params));
    let test = (view.intro.title.as_str(), view.intro.duration_minutes);
    Ok(Json(TakeTest {
        company: company::shown(&app, &view.invite, test)?.into(),
        language: LanguageChoice::of(&app, &view.invite)?,
        invite: PublicInvite::seated(&app, &view.invite, view.intro.duration_minutes)?,
        test: view.intro.into(),
        in_progress: view.in_progress,
        resume_allowed: view.resume_allowed,
        server_time: now.into(),
        can_start: blocked_code.is_none(),
        blocked_code,
        blocked_reason,
        blocked_params,
        attempt: view.attempt.map(|run| attempt_body(&app, run)),
        consent: view.consent.map(Into::into),
        clips: view.clips.map(|signals| signals.into_iter().map(Into::into).collect()),
    }))
}

/// Start the attempt, or resume a running one with its key. Idempotent for the attempt holder.
#[utoipa::path(post, path = "/start-test/{token}", tag = "candidates", request_body = StartInput,
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = StartReply), Forbidden, Conflict, Gone))]
pub async fn start(
    Serving(app): Serving,
    Visitor { token, key, visit }: Visitor,
    ExamBrowser(proof): ExamBrowser,
    body: UnreadBody,
) -> ApiResult<Json<StartReply>> {
    let read = async { body.json_or_default::<StartInput>(FORM_LIMIT).await };
    let StartInput { consent_hash, consent_format } = unknown_link_first(&app, &token, read).await?;
    let consent = NamedConsent { hash: consent_hash, format: consent_format.map(Into::into) };
    let in_exam_browser = exam_browser::require(&app, &token, &proof)?;
    let presented = StartRequest { key: key.as_deref(), consent, in_exam_browser };
    let (attempt_key, run) = start::start(&app, visit, &token, presented).await?;
    let intro = link::Intro::of(&run.paper);
    let attempt = attempt_body(&app, run);
    let test = StartedTest { intro: intro.into(), questions: attempt.questions.clone() };
    Ok(Json(StartReply { attempt_key, test, attempt }))
}

fn sent(
    answers: Vec<impl Into<AnswerEntry>>,
    time_spent: Vec<TimeSpentBody>,
    entered: Vec<SectionEntry>,
) -> SaveRequest {
    let spent = |t: TimeSpentBody| Spent { question_id: t.question_id, seconds: t.seconds };
    let claimed = |entry: SectionEntry| ReportedSection {
        section: entry.section,
        after: SignedDuration::from_millis(entry.after_ms.clamp(0, MAX_AFTER_MS)),
    };
    let entries = answers.into_iter().map(Into::into).collect();
    let totals = time_spent.into_iter().map(spent).collect();
    let mut whole = SaveRequest::new(entries, totals);
    whole.claimed = entered.into_iter().map(claimed).collect();
    whole
}

fn may_send(app: &App, token: &str, key: Option<&str>) -> ApiResult<()> {
    Ok(entries::admit(app, token, key).map(drop)?)
}

/// Reads a candidate's body: authorizes the sender of a large one first, and charges its size to the link's rate limit.
async fn read<T: DeserializeOwned>(
    app: &App,
    token: &str,
    body: UnreadBody,
    limit: usize,
    authorize: impl FnOnce() -> ApiResult<()> + Send,
) -> ApiResult<T> {
    let received = body.authorized(limit, authorize).await?;
    app.limits.links.volume(token, received.bytes.len(), app.now())?;
    received.parse()
}

async fn store(
    app: &App,
    visit: Visit,
    token: &str,
    key: Option<&str>,
    input: SaveInput,
) -> ApiResult<Json<SaveReply>> {
    let saved = journal::save(app, visit, token, key, sent(input.answers, input.time_spent, input.entered)).await?;
    Ok(Json(SaveReply {
        acked_seq: saved.acked.iter().map(|(_, seq)| *seq).max().unwrap_or(0),
        acked: saved.acked.into_iter().map(|(question_id, seq)| Acked { question_id, seq }).collect(),
        server_time: app.now().into(),
        deadline: saved.deadline.into(),
        paused_since: saved.paused_since.map(Into::into),
        break_until: saved.break_until.map(Into::into),
        late: saved.late,
        closed: saved.closed,
        entered: saved.sections.map(|clock| entered(&clock, saved.deadline)),
        submitted: saved.submitted,
        head: saved.head.map(|head| head.to_string()),
    }))
}

/// Save journal entries. Acknowledged entries are durable; resending an entry is idempotent. As any JSON body, these may
/// be sent as base64: `Content-Type: application/octet-stream` and `X-Encoded: base64`.
#[utoipa::path(put, path = "/take-test/{token}/answers", tag = "candidates", request_body = SaveInput,
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = SaveReply), Conflict, Gone))]
pub async fn save(
    Serving(app): Serving,
    Visitor { token, key, visit }: Visitor,
    body: UnreadBody,
) -> ApiResult<Json<SaveReply>> {
    let save = async {
        let admit = || may_send(&app, &token, key.as_deref());
        let input = read(&app, &token, body, SAVE_LIMIT, admit).await?;
        store(&app, visit, &token, key.as_deref(), input).await
    };
    unknown_link_first(&app, &token, save).await
}

/// Save journal entries from an unloading page (beacon), with the attempt key in the body.
#[utoipa::path(post, path = "/take-test/{token}/answers", tag = "candidates", request_body = BeaconInput,
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = SaveReply), Conflict, Gone))]
pub async fn beacon(
    Serving(app): Serving,
    Visitor { token, key, visit }: Visitor,
    body: UnreadBody,
) -> ApiResult<Json<SaveReply>> {
    let save = async {
        // The key arrives with the answers: before the body is read, only the link can be checked.
        let admit = || match key.as_deref() {
            Some(key) => may_send(&app, &token, Some(key)),
            None => Ok(query::attempt::behind(&app.store.read()?, &token, app.now()).map(drop)?),
        };
        let BeaconInput { attempt_key, answers, time_spent, entered } =
            read(&app, &token, body, SAVE_LIMIT, admit).await?;
        store(&app, visit, &token, attempt_key.or(key).as_deref(), SaveInput { answers, time_spent, entered }).await
    };
    unknown_link_first(&app, &token, save).await
}

/// Submit the attempt and return its score. Idempotent.
#[utoipa::path(post, path = "/submit-test/{token}", tag = "candidates", request_body = SubmitInput,
    params(("token" = String, Path), ("X-Attempt-Key" = Option<String>, Header)),
    responses((status = 200, body = SubmitReply), Conflict, Gone))]
pub async fn submit(
    Serving(app): Serving,
    Visitor { token, key, visit }: Visitor,
    _: KnownLink,
    body: UnreadBody,
) -> ApiResult<Json<SubmitReply>> {
    let admit = || may_send(&app, &token, key.as_deref());
    let input: SubmitInput = read(&app, &token, body, SUBMIT_LIMIT, admit).await?;
    let mut sent = sent(input.answers, input.time_spent, input.entered);
    sent.at_deadline = input.at_deadline;
    let span = |ms: Option<u32>| ms.map(|ms| SignedDuration::from_millis(ms.into()));
    sent.confirmation =
        Confirmation { after: span(input.confirmed_after_ms), double_click: span(input.double_click_ms) };
    sent.missing = input.missing;
    let done = journal::submit(&app, visit, &token, key.as_deref(), sent).await?;
    let submission = done.submission;
    Ok(Json(SubmitReply {
        score: submission.final_score(),
        points: (&submission).into(),
        submitted_at: submission.submitted_at.into(),
        submitted_by: submission.ended_by.into(),
        answers_stored: submission.answers_stored,
        late: done.late,
        head: done.head.map(|head| head.to_string()),
        receipt_token: done.receipt,
    }))
}
