//! The candidate's own page (docs/behaviour/taking.md#own-page). These wire types contain no scores, keys, flags, notes,
//! comments or decisions, and no other people.

use crate::{
    app::App,
    domain::{
        evidence::documents::{AnswersDocument, ChainDocument, HistoryDocument, SaveDocument},
        language::Language,
        own_page::ErasureRequest,
        paper::Paper,
        question::render,
    },
    http::{
        api::{settings::consent::GivenConsentBody, test::questions::TranslatedIntro},
        error::ApiResult,
        extract::{Anyone, LinkToken},
        refusals::{Conflict, Gone, TooMany},
        wire::{HistoryModeName, SubmittedBy, Timestamp},
    },
    service::attempt::own_page::{self, Copy, Kept, OwnPageView},
};
use axum::{
    Json,
    extract::State,
    http::header::CONTENT_DISPOSITION,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Detail in which the history of the answers is kept.
#[derive(Serialize, ToSchema)]
pub struct OwnHistory {
    mode: HistoryModeName,
    saves: u64,
    /// How many of them are kept, the first ones; of others only the last texts.
    saves_kept: u64,
    /// Head of the chain of all saves, 64 hex digits (docs/evidence.md).
    head: String,
}

/// Why the data is kept although its person asked for erasure.
#[derive(Serialize, ToSchema)]
pub struct OwnErasureDeclined {
    at: Timestamp,
    /// The administrator's words.
    reason: String,
}

/// Data kept of an attempt.
#[derive(Serialize, ToSchema)]
pub struct OwnKept {
    name: String,
    email: String,
    test_title: String,
    /// Tag (BCP 47) of the language of the title; absent where the test named none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    test_language: Option<&'static str>,
    /// The title in other languages, by language tag, as the attempt was taken; absent without any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    test_translations: BTreeMap<&'static str, TranslatedIntro>,
    #[schema(required)]
    company: Option<String>,
    started_at: Timestamp,
    submitted_at: Timestamp,
    submitted_by: SubmittedBy,
    /// Answers that are not blank.
    answers: u32,
    /// Answers that arrived too late or were replaced.
    late_answers: usize,
    /// `null` if only the answers are kept.
    #[schema(required)]
    history: Option<OwnHistory>,
    /// Pictures of the camera.
    screenshots: usize,
    /// Clips of the camera around flags; absent where the test keeps none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    clips: Option<usize>,
    /// Roles, in words.
    seen_by: Vec<String>,
    /// Accepted at the start; `null` if the test asked for nothing.
    #[schema(required)]
    consent: Option<GivenConsentBody>,
    /// `null` if erasure was not asked for.
    #[schema(required)]
    erasure_asked_at: Option<Timestamp>,
    /// `null` unless the request was declined.
    #[schema(required)]
    erasure_declined: Option<OwnErasureDeclined>,
}

/// The candidate's own page.
#[derive(Serialize, ToSchema)]
#[schema(as = OwnPage)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum OwnPageBody {
    Kept(Box<OwnKept>),
    /// The attempt was reopened, and continues.
    Running,
    Erased {
        erased_at: Timestamp,
    },
}

impl From<Kept> for OwnKept {
    fn from(kept: Kept) -> Self {
        let Kept { submission, paper, company, late_answers, screenshots, clips, history, seen_by, request, consent } =
            kept;
        let (asked_at, declined) = match request {
            Some(ErasureRequest { asked_at, declined, .. }) => (Some(asked_at.into()), declined),
            None => (None, None),
        };
        Self {
            name: submission.applicant_name,
            email: submission.applicant_email,
            test_title: submission.test_title,
            test_language: paper.language.map(Language::code),
            test_translations: TranslatedIntro::titles(&paper),
            company: Some(company).filter(|company| !company.is_empty()),
            started_at: submission.started_at.into(),
            submitted_at: submission.submitted_at.into(),
            submitted_by: submission.ended_by.into(),
            answers: submission.answers_stored,
            late_answers,
            history: history.map(|chain| OwnHistory {
                mode: chain.mode.into(),
                saves: chain.links,
                saves_kept: chain.entries,
                head: chain.head.to_string(),
            }),
            screenshots,
            clips: Some(clips).filter(|clips| *clips > 0),
            seen_by,
            consent: consent.map(Into::into),
            erasure_asked_at: asked_at,
            erasure_declined: declined
                .map(|declined| OwnErasureDeclined { at: declined.at.into(), reason: declined.reason }),
        }
    }
}

fn shown(app: &App, token: &str) -> ApiResult<Json<OwnPageBody>> {
    Ok(Json(match own_page::view(app, token)? {
        OwnPageView::Kept(kept) => OwnPageBody::Kept(Box::new((*kept).into())),
        OwnPageView::Running => OwnPageBody::Running,
        OwnPageView::Erased(at) => OwnPageBody::Erased { erased_at: at.into() },
    }))
}

/// Get what is kept of an attempt, for its candidate. One answer for all links that lead to no page: 404.
#[utoipa::path(get, path = "/receipt/{token}", tag = "candidates", security(()),
    params(("token" = String, Path, description = "`receipt_token` of the submit")),
    responses((status = 200, body = OwnPageBody), TooMany))]
pub async fn page(State(app): State<App>, _: Anyone, LinkToken(token): LinkToken) -> ApiResult<Json<OwnPageBody>> {
    shown(&app, &token)
}

/// Ask the administrators for erasure. Repeating it changes nothing, unless it was declined.
#[utoipa::path(post, path = "/receipt/{token}/erasure", tag = "candidates", security(()),
    params(("token" = String, Path, description = "`receipt_token` of the submit")),
    responses((status = 200, body = OwnPageBody), Conflict, Gone, TooMany))]
pub async fn ask_erasure(
    State(app): State<App>,
    _: Anyone,
    LinkToken(token): LinkToken,
) -> ApiResult<Json<OwnPageBody>> {
    own_page::ask(&app, &token).await?;
    shown(&app, &token)
}

/// An answer in words, where it is not a text itself.
#[derive(Serialize, ToSchema)]
pub struct AnswerWords {
    /// The words in the language of the file, as far as the question was read in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    answer_text: Option<String>,
    /// The words of the author of the test, if the question was read in another language.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    original_answer_text: Option<String>,
}

/// An answer that counts.
#[derive(Serialize, ToSchema)]
pub struct OwnAnswer {
    question: String,
    /// Number of the question in the test, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    number: Option<usize>,
    text: String,
    #[serde(flatten)]
    words: AnswerWords,
    saved_at: String,
}

/// An answer that does not count.
#[derive(Serialize, ToSchema)]
pub struct OwnLateAnswer {
    question: String,
    text: String,
    #[serde(flatten)]
    words: AnswerWords,
    arrived_at: String,
    /// `after_end`, `other_browser`, `replaced` or `file`.
    why: String,
}

/// The saves of an attempt, in the fields of docs/evidence.md.
#[derive(Serialize, ToSchema)]
pub struct OwnSaves {
    mode: HistoryModeName,
    salt: String,
    attempt: String,
    #[schema(required)]
    since: Option<i64>,
    /// Number of saves.
    links: u64,
    /// How many of them are `entries`.
    kept: u64,
    /// The head after these.
    kept_head: String,
    head: String,
    #[schema(value_type = Vec<serde_json::Value>)]
    entries: Vec<SaveDocument>,
}

/// All that a candidate wrote in a test.
#[derive(Serialize, ToSchema)]
pub struct OwnAnswers {
    name: String,
    email: String,
    /// Tag (BCP 47) of the language in which the test was read last; absent where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    language: Option<&'static str>,
    /// Title of the test in the language of the file.
    test_title: String,
    /// Title that the author wrote, if the test was read in another language.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    original_test_title: Option<String>,
    /// Tag (BCP 47) of the language of the originals; absent where the test named none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    original_language: Option<&'static str>,
    started_at: Timestamp,
    submitted_at: Timestamp,
    answers: Vec<OwnAnswer>,
    late: Vec<OwnLateAnswer>,
    #[schema(required)]
    history: Option<OwnSaves>,
}

fn saves((chain, saves): (ChainDocument, HistoryDocument)) -> OwnSaves {
    let ChainDocument { mode, salt, attempt, since, links, kept, kept_head, head, .. } = chain;
    OwnSaves { mode: mode.into(), salt, attempt, since, links, kept, kept_head, head, entries: saves.entries }
}

/// The words of an answer, and the original ones where its question was read in another language.
fn words(paper: &Paper, read: Option<Language>, id: &str, text: &str) -> AnswerWords {
    let Some((_, question)) = paper.question(id) else {
        return AnswerWords { answer_text: None, original_answer_text: None };
    };
    let original = render::answer_text(question, text);
    let translation = paper.translations.iter().find(|translation| Some(translation.language) == read);
    let translated =
        translation.and_then(|translation| render::translated_answer(question, &translation.question(question)?, text));
    match translated {
        Some(translated) => AnswerWords { answer_text: Some(translated), original_answer_text: original },
        None => AnswerWords { answer_text: original, original_answer_text: None },
    }
}

fn answers(
    paper: &Paper,
    read: Option<Language>,
    AnswersDocument { answers, late }: AnswersDocument,
) -> (Vec<OwnAnswer>, Vec<OwnLateAnswer>) {
    let number = |id: &str| paper.question(id).map(|(place, _)| place + 1);
    let kept = answers.into_iter().map(|answer| OwnAnswer {
        number: number(&answer.question),
        words: words(paper, read, &answer.question, &answer.text),
        question: answer.question,
        text: answer.text,
        saved_at: answer.saved_at,
    });
    let late = late.into_iter().map(|answer| OwnLateAnswer {
        words: words(paper, read, &answer.question, &answer.text),
        question: answer.question,
        text: answer.text,
        arrived_at: answer.arrived_at,
        why: answer.why,
    });
    (kept.collect(), late.collect())
}

/// Download the answers of an attempt and how they came to be, for its candidate.
#[utoipa::path(get, path = "/receipt/{token}/download", tag = "candidates", security(()),
    params(("token" = String, Path, description = "`receipt_token` of the submit")),
    responses((status = 200, body = OwnAnswers), Conflict, Gone, TooMany))]
pub async fn download(State(app): State<App>, _: Anyone, LinkToken(token): LinkToken) -> ApiResult<Response> {
    let Copy { submission, paper, language, answers: stored, history, place } = own_page::copy(&app, &token).await?;
    let read = paper.language_read(language, None);
    let title = read.map_or(paper.title.as_str(), |language| paper.title_in(language)).to_owned();
    let (answers, late) = answers(&paper, read, stored);
    let file = OwnAnswers {
        name: submission.applicant_name,
        email: submission.applicant_email,
        language: read.map(Language::code),
        original_test_title: Some(submission.test_title).filter(|original| *original != title),
        original_language: paper.language.map(Language::code),
        test_title: title,
        started_at: submission.started_at.into(),
        submitted_at: submission.submitted_at.into(),
        answers,
        late,
        history: history.map(saves),
    };
    let name = (CONTENT_DISPOSITION, "attachment; filename=\"my-answers.json\"");
    let reply = ([name], Json(file)).into_response();
    drop(place);
    Ok(reply)
}
