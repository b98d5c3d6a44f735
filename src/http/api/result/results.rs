//! Results (docs/behaviour/results.md#scoring-and-review).

use super::{
    deciding::{DecisionBody, ToldBody, sent},
    judging::{Depth, JudgingBody},
};
use crate::{
    app::App,
    domain::{
        AttemptId, Error,
        attempt::LateAnswer,
        judging::Judging,
        list::Scope,
        paper::Paper,
        repair::Repairs,
        submission::{Grade, GradeStatus, Submission},
        time,
    },
    http::{
        api::{
            attempt::{
                answer::{GradedAnswerBody, LateAnswerBody},
                signals::SignalBody,
            },
            monitor::{incidents::ScreenshotBody, messages::MessageBody, timeline::TimelineBody},
            points::Points,
            settings::company::BrandBody,
            test::questions::PassageBody,
        },
        error::ApiResult,
        extract::Of,
        wire::{AnswerStatus, RepairActionName, ScoringStatusName, SubmittedBy, Timestamp, shown_invite},
    },
    service::{
        actor::ResultReader,
        query::numbers::QuestionNumbers,
        result::{deciding, results},
        scoring::repairs::marks,
        settings::company,
    },
};
use axum::{Json, extract::State};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// A submission without its times. All scores are percentages of the total points.
#[derive(Serialize, ToSchema)]
pub struct SubmissionCore {
    /// Id of the submission, the same as `submission_id`.
    id: String,
    submission_id: String,
    /// Blank for a reviewer, where the name is hidden.
    invite_id: String,
    test_id: String,
    /// "Candidate 17" where names are hidden.
    applicant_name: String,
    /// Blank where names are hidden.
    applicant_email: String,
    test_title: String,
    /// The same as `final_score`.
    score: f64,
    /// Score from the answers that were scored automatically.
    auto_score: f64,
    /// Score from the reviewed written answers; absent until one is reviewed.
    #[schema(required)]
    manual_score: Option<f64>,
    /// Score from all answers that were scored so far.
    final_score: f64,
    scoring_status: ScoringStatusName,
    is_monitored: bool,
    #[serde(flatten)]
    points: Points,
}

impl From<&Submission> for SubmissionCore {
    fn from(s: &Submission) -> Self {
        Self {
            id: s.shown_id().to_string(),
            submission_id: s.shown_id().to_string(),
            invite_id: shown_invite(s.invite_id),
            test_id: s.test_id.to_string(),
            applicant_name: s.applicant_name.clone(),
            applicant_email: s.applicant_email.clone(),
            test_title: s.test_title.clone(),
            score: s.final_score(),
            auto_score: s.auto_score(),
            manual_score: s.manual_score(),
            final_score: s.final_score(),
            scoring_status: s.status.into(),
            is_monitored: s.is_monitored,
            points: s.into(),
        }
    }
}

/// A question with the candidate's answer and its score.
#[derive(Serialize, ToSchema)]
pub struct ResultAnswer {
    #[serde(flatten)]
    answer: GradedAnswerBody,
    /// Number in the outline of the test, from 1; all questions of a pool have that of its first.
    number: u64,
    /// Points earned; absent while the answer is waiting for a review or a verdict, and where it is void.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    earned: Option<f64>,
    /// Whether the points are an AI model's and no person has reviewed them; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    scored_by_ai: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    answered_at: Option<Timestamp>,
    /// Seconds during which the question was in view; absent if the page did not measure them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    seconds: Option<u32>,
    /// The repair that has changed its score.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    repair: Option<AnswerRepair>,
    /// The version of the bank question that this candidate was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    question_version: Option<u32>,
    /// Title of its section.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    section: Option<String>,
    /// Id of the passage that its question is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    passage: Option<String>,
    /// Tags of the question.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    tags: Vec<String>,
}

/// Effect of repairs of the question on the score of an answer.
#[derive(Serialize, ToSchema)]
pub struct AnswerRepair {
    id: String,
    action: RepairActionName,
    reason: String,
    at: Timestamp,
    /// Points that it has added or taken.
    points: f64,
    /// Status that the answer would have without the repair.
    status_before: AnswerStatus,
    earned_before: f64,
}

impl AnswerRepair {
    fn of(repairs: &Repairs, grade: &Grade) -> Option<Self> {
        let own = grade.repaired?;
        let repair = repairs.get(own.by)?;
        Some(Self {
            id: repair.id.to_string(),
            action: repair.action.into(),
            reason: repair.reason.clone(),
            at: repair.at.into(),
            points: marks::points(grade)?.as_points(),
            status_before: own.status.into(),
            earned_before: own.earned,
        })
    }
}

/// A submission with its test, as results and reviews show it.
#[derive(Serialize, ToSchema)]
#[schema(as = SubmissionDetail)]
pub struct SubmissionBody {
    #[serde(flatten)]
    core: SubmissionCore,
    test_description: String,
    test_duration_minutes: u32,
    /// Possible points of the written questions.
    written_points: u32,
    submitted_by: SubmittedBy,
    late_answers: Vec<LateAnswerBody>,
}

impl SubmissionBody {
    /// Takes out when late answers came.
    pub fn hide_times(&mut self) {
        self.late_answers.iter_mut().for_each(LateAnswerBody::hide_time);
    }

    /// `written` are the grades of the written questions, perhaps among others.
    pub fn new<'g>(
        submission: &Submission,
        paper: &Paper,
        numbers: &QuestionNumbers,
        written: impl Iterator<Item = &'g Grade>,
        late: Vec<LateAnswer>,
    ) -> Self {
        let counted = written.filter(|grade| grade.is_written && grade.status != GradeStatus::Void);
        let asked = counted.filter_map(|grade| paper.questions.get(grade.place as usize));
        Self {
            core: submission.into(),
            test_description: paper.plain_description(None),
            test_duration_minutes: paper.duration_minutes,
            written_points: asked.map(|question| question.points).sum(),
            submitted_by: submission.ended_by.into(),
            late_answers: LateAnswerBody::all(paper, numbers, late),
        }
    }
}

/// A submission with answers, timeline, signals, messages and screenshots.
#[derive(Serialize, ToSchema)]
pub struct ResultDetail {
    #[serde(flatten)]
    submission: SubmissionBody,
    started_at: Timestamp,
    submitted_at: Timestamp,
    answers: Vec<ResultAnswer>,
    /// Passages that questions are about; absent for a test without passages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    passages: Vec<PassageBody>,
    /// Integrity signals, oldest first.
    signals: Vec<SignalBody>,
    /// Number of signals dropped beyond the 2,000 that are kept.
    signals_not_kept: u64,
    timeline: TimelineBody,
    messages: Vec<MessageBody>,
    screenshots: Vec<ScreenshotBody>,
    /// The candidate took the test without a camera, by agreement: it does not count as unmonitored.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    no_camera: bool,
    /// Rank among the final submissions of the test, counted from 1; `null` while the score is provisional.
    #[schema(required)]
    rank: Option<u64>,
    /// Percentile among the final submissions, as the ranking of the test shows it.
    #[schema(required)]
    percentile: Option<f64>,
    /// `null` while the score is provisional, and without a pass mark.
    #[schema(required)]
    passed: Option<bool>,
    #[schema(required)]
    decision: Option<DecisionBody>,
    /// Number of the decision's version, which the next change sends; 0 before the first one.
    decision_version: u32,
    /// Decisions mailed to the candidate, oldest first, also where the decision was withdrawn.
    told: Vec<ToldBody>,
    /// Points that repairs have added or taken; `null` where they have changed no score.
    #[schema(required)]
    repaired_points: Option<f64>,
    /// Number of private notes.
    notes: u32,
    field: ResultField,
    company: BrandBody,
}

/// The final scores of all submissions of the test.
#[derive(Serialize, ToSchema)]
pub struct ResultField {
    /// Mean of the final scores, in percent; `null` without one.
    #[schema(required)]
    mean: Option<f64>,
    #[schema(required)]
    median: Option<f64>,
    /// Number of the final scores.
    #[serde(rename = "final")]
    settled: u64,
}

/// Parses the filter of a query.
///
/// # Errors
/// 422 for invalid days, time zones and ids.
pub fn filter(
    start: Option<&str>,
    end: Option<&str>,
    test: Option<&str>,
    tz: Option<&str>,
) -> Result<results::SubmissionFilter, Error> {
    let given = |text: Option<&str>| text.map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned);
    let (start, end) = (given(start), given(end));
    let tz = given(tz).unwrap_or_else(|| "UTC".into());
    let fault = |message: String| {
        let named = |d: &Option<String>| d.as_ref().is_some_and(|d| message.contains(d.as_str()));
        let field = if named(&start) {
            "start_date"
        } else if named(&end) {
            "end_date"
        } else {
            "tz"
        };
        Error::field(field, message)
    };
    let submitted = time::days(start.as_deref(), end.as_deref(), &tz).map_err(fault)?;
    if submitted.is_some_and(|s| s.from >= s.to) {
        return Err(Error::field("end_date", "The end date is before the start date."));
    }
    let scope = match given(test) {
        None => Scope::All,
        Some(id) => Scope::Test(id.parse().map_err(|_| Error::field("test_id", "This is not the id of a test."))?),
    };
    Ok(results::SubmissionFilter { scope, submitted })
}

/// Get a submission with its answers.
#[utoipa::path(get, path = "/results/{submission_id}", tag = "results", params(("submission_id" = String, Path)),
    responses((status = 200, body = ResultDetail)))]
pub async fn detail(State(app): State<App>, Of(by, id): Of<ResultReader, AttemptId>) -> ApiResult<Json<ResultDetail>> {
    Ok(Json(detail_of(&app, &by, id).await?))
}

/// # Errors
/// 404.
pub async fn detail_of(app: &App, by: &ResultReader, id: AttemptId) -> ApiResult<ResultDetail> {
    let detail = results::detail(app, by, id)?;
    let decided = deciding::detail::of(app, by, &detail.submission).await?;
    let results::SubmissionDetail { submission, paper, grades, answers, late, signals, signals_not_kept, .. } = detail;
    let mut texts: HashMap<_, _> = answers.into_iter().map(|a| (a.question_id, (a.text, a.saved_at))).collect();
    let seconds: HashMap<_, _> = detail.time_spent.into_iter().map(|t| (t.question_id, t.seconds)).collect();
    let repaired = |grade: &Grade| AnswerRepair::of(&detail.repairs, grade);
    let one = |grade: &Grade| {
        let answer = answer(&paper, grade, &mut texts, &seconds, &detail.judgings)?;
        Some(ResultAnswer {
            number: detail.numbers.on(&paper, grade.place as usize),
            repair: repaired(grade),
            question_version: detail.origins.version(grade.place),
            section: detail.origins.section(grade.place).map(str::to_owned),
            ..answer
        })
    };
    let answers = grades.iter().filter_map(one).collect();
    Ok(ResultDetail {
        submission: SubmissionBody::new(&submission, &paper, &detail.numbers, grades.iter(), late),
        passages: PassageBody::all(&paper),
        started_at: submission.started_at.into(),
        submitted_at: submission.submitted_at.into(),
        answers,
        signals: signals.into_iter().map(Into::into).collect(),
        signals_not_kept,
        timeline: detail.timeline.into(),
        messages: detail.messages.into_iter().map(Into::into).collect(),
        screenshots: detail.screenshots.into_iter().map(Into::into).collect(),
        no_camera: detail.agreed.no_camera,
        rank: decided.standing.rank,
        percentile: decided.standing.percentile,
        passed: decided.standing.passed,
        decision_version: decided.decided.version(),
        told: sent(&decided.decided),
        decision: DecisionBody::of(decided.decided),
        repaired_points: marks::sum(&grades),
        notes: decided.notes,
        field: ResultField { mean: decided.mean, median: decided.median, settled: decided.settled },
        company: company::stored(app)?.into(),
    })
}

fn answer(
    paper: &Paper,
    grade: &Grade,
    texts: &mut HashMap<String, (String, crate::domain::Instant)>,
    seconds: &HashMap<String, u32>,
    judgings: &[Judging],
) -> Option<ResultAnswer> {
    let question = paper.questions.get(grade.place as usize)?;
    let judging = judgings.iter().find(|judging| judging.question_id == question.id);
    let judging = judging.map(|judging| JudgingBody::new(question, judging, Depth::Contents));
    let (answer, answered_at) = texts.remove(&question.id).map_or((String::new(), None), |(text, at)| (text, Some(at)));
    Some(ResultAnswer {
        number: 0,
        earned: grade.status.is_scored().then_some(grade.earned),
        scored_by_ai: grade.by_ai,
        answered_at: answered_at.map(Into::into),
        seconds: seconds.get(&question.id).copied(),
        repair: None,
        question_version: None,
        section: None,
        passage: PassageBody::id_at(paper, grade.place as usize),
        tags: question.tags.clone(),
        answer: GradedAnswerBody::new(question, grade, answer, judging),
    })
}
