//! Papers of tests with pools: a preview for authors, and who saw a question.

use crate::{
    app::App,
    domain::{
        Error, QuestionId, TestId,
        bank::{plan::DrawnPaper, sections::Pin},
        question::draw::Seed,
        test::total_points,
    },
    http::{
        api::{
            list,
            test::questions::{Instructions, PassageBody, QuestionBody, TranslatedPart, TranslatedQuestion},
        },
        error::ApiResult,
        extract::{As, Id, Of, Query},
        refusals::{Conflict, Invalid},
        wire::{Timestamp, shown_invite},
    },
    service::{
        actor::{ResultReader, TestReader},
        test::sections::{
            asked_candidates::{self, AskedCandidate},
            preview,
        },
    },
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, Uri},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// A paper as a start with this seed would draw it now.
#[derive(Serialize, ToSchema)]
pub struct PaperPreview {
    seed: String,
    total_points: u32,
    sections: Vec<PaperSection>,
    /// Passages that questions are about, which name them as `passage`; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    passages: Vec<PassageBody>,
}

/// A section of a paper.
#[derive(Serialize, ToSchema)]
pub struct PaperSection {
    title: String,
    #[serde(flatten)]
    instructions: Instructions,
    /// The same texts in other languages, by language tag; absent without any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    translations: BTreeMap<&'static str, TranslatedPart>,
    questions: Vec<PaperQuestion>,
}

/// A question of a paper, with its key.
#[derive(Serialize, ToSchema)]
pub struct PaperQuestion {
    #[serde(flatten)]
    question: QuestionBody,
    /// The bank question that it is, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    bank: Option<PinBody>,
    /// Id of the passage that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    passage: Option<String>,
    /// Texts of the question in other languages, by language tag, as candidates read them; absent without any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    translations: BTreeMap<&'static str, TranslatedQuestion>,
}

/// A version of a bank question.
#[derive(Serialize, ToSchema)]
#[schema(as = Pin)]
pub struct PinBody {
    question_id: String,
    version: u32,
}

impl From<Pin> for PinBody {
    fn from(pin: Pin) -> Self {
        Self { question_id: pin.question_id.to_string(), version: pin.version }
    }
}

impl PaperPreview {
    fn new(seed: &Seed, drawn: &DrawnPaper) -> Self {
        let mut questions = drawn.paper.questions.iter().zip(&drawn.origins).enumerate();
        let sections = drawn.sections.iter().enumerate().map(|(number, section)| PaperSection {
            title: section.title.clone(),
            instructions: section.instructions.as_ref().into(),
            translations: TranslatedPart::all(&drawn.paper, number, section),
            questions: questions
                .by_ref()
                .take(section.questions)
                .map(|(place, (question, pin))| PaperQuestion {
                    question: question.into(),
                    bank: pin.map(Into::into),
                    passage: PassageBody::id_at(&drawn.paper, place),
                    translations: TranslatedQuestion::all(&drawn.paper, question),
                })
                .collect(),
        });
        Self {
            seed: format!("{:032x}", u128::from_be_bytes(*seed)),
            sections: sections.collect(),
            total_points: total_points(&drawn.paper.questions),
            passages: PassageBody::all(&drawn.paper),
        }
    }
}

/// 32 hexadecimal digits.
fn parse(seed: &str) -> Result<Seed, Error> {
    let wrong = || Error::field("seed", "A seed has 32 hexadecimal digits.");
    let is_hex = seed.len() == 32 && seed.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = u128::from_str_radix(seed, 16).ok().filter(|_| is_hex).ok_or_else(wrong)?;
    Ok(number.to_be_bytes())
}

/// Draw a paper for a preview: the seed is any 32 hexadecimal digits.
#[utoipa::path(get, path = "/tests/{id}/papers/{seed}", tag = "questions",
    params(("id" = String, Path), ("seed" = String, Path)),
    responses((status = 200, body = PaperPreview), Conflict, Invalid))]
pub async fn preview_paper(
    State(app): State<App>,
    Of(by, (id, seed)): Of<TestReader, (TestId, String)>,
) -> ApiResult<Json<PaperPreview>> {
    let seed = parse(&seed)?;
    Ok(Json(PaperPreview::new(&seed, &preview(&app, &by, id, &seed)?)))
}

#[derive(Deserialize, IntoParams)]
pub struct SeenQuery {
    /// 1 to 1,000; 200 by default.
    limit: Option<i64>,
    /// Cursor from the `Link` header.
    after: Option<String>,
}

/// A candidate who was asked a question of the bank.
#[derive(Serialize, ToSchema)]
pub struct SeenBy {
    attempt_id: String,
    invite_id: String,
    test_id: String,
    test_title: String,
    applicant_name: String,
    applicant_email: String,
    started_at: Timestamp,
    version: u32,
    /// Place in the paper, from 1.
    place: usize,
    /// Questions of the paper.
    of: usize,
    /// Title of the section.
    section: String,
    /// The question as it was asked: its options are in the candidate's order.
    question: QuestionBody,
}

impl From<AskedCandidate> for SeenBy {
    fn from(seen: AskedCandidate) -> Self {
        Self {
            attempt_id: seen.attempt.id.to_string(),
            invite_id: shown_invite(seen.invite),
            test_id: seen.attempt.test_id.to_string(),
            test_title: seen.test_title,
            applicant_name: seen.name,
            applicant_email: seen.email,
            started_at: seen.attempt.started_at.into(),
            version: seen.version,
            place: seen.place,
            of: seen.of,
            section: seen.section,
            question: (&seen.question).into(),
        }
    }
}

/// List the candidates whose papers have a question of the bank, with the order of its options.
#[utoipa::path(get, path = "/questions/{id}/seen-by", tag = "questions", params(("id" = String, Path), SeenQuery),
    responses((status = 200, body = Vec<SeenBy>)))]
pub async fn seen_by(
    State(app): State<App>,
    As(by): As<ResultReader>,
    Id(id): Id<QuestionId>,
    uri: Uri,
    Query(query): Query<SeenQuery>,
) -> ApiResult<(HeaderMap, Json<Vec<SeenBy>>)> {
    let slice = list::slice(&app, query.limit, query.after)?;
    list::reply(&app, asked_candidates::list(&app, &by, id, &slice)?.map(SeenBy::from), &uri)
}
