//! The rows of an export: a submission, or one answer of it.

use super::export_error::Failed;
use crate::{
    app::App,
    domain::{
        Error, Instant,
        anonymity::ShownTimes,
        attempt::{Answer, TimeSpent},
        decision::{Decision, DecisionValue, ReportedDecision},
        judging::SubmissionJudging,
        question::{Thousandths, render},
        repair::Repairs,
        submission::{Grade, GradeStatus, ScoringStatus, Submission},
        test::Question,
    },
    service::{
        query::{self, origins::Origins},
        result::deciding::{
            decided::Decided,
            flags::Flags,
            rows::{RankStanding, seconds_used},
        },
        scoring::repairs::marks::{self, RepairEffect},
    },
    store::Read,
};
use serde::Serialize;
use std::{borrow::Cow, collections::HashMap};

/// Heading of a column, and its width in a workbook in characters.
pub(super) type ExportColumn = (&'static str, f64);

pub(super) const SUBMISSION: &[ExportColumn] = &[
    ("submission_id", 38.0),
    ("test_title", 32.0),
    ("applicant_name", 24.0),
    ("applicant_email", 32.0),
    ("started_at", 19.0),
    ("submitted_at", 19.0),
    ("score", 8.0),
    ("auto_score", 11.0),
    ("manual_score", 13.0),
    ("final_score", 11.0),
    ("scoring_status", 19.0),
    ("is_monitored", 13.0),
    ("provisional", 12.0),
    ("earned_points", 14.0),
    ("pending_points", 15.0),
    ("total_points", 13.0),
    ("judging", 10.0),
    ("rank", 8.0),
    ("percentile", 10.0),
    ("passed", 8.0),
    ("decision", 11.0),
    ("decision_reason", 40.0),
    ("decided_by", 24.0),
    ("decided_at", 19.0),
    ("told_at", 19.0),
    ("repaired_points", 15.0),
    ("repair_reasons", 40.0),
    ("section_points", 32.0),
    ("told", 11.0),
    ("seconds_used", 13.0),
    ("flags", 8.0),
    ("flag_kinds", 32.0),
    ("private_notes", 48.0),
];

pub(super) const ANSWER: &[ExportColumn] = &[
    ("submission_id", 38.0),
    ("test_title", 32.0),
    ("applicant_name", 24.0),
    ("applicant_email", 32.0),
    ("submitted_at", 19.0),
    ("question_number", 16.0),
    ("question_id", 20.0),
    ("question_type", 16.0),
    ("question", 48.0),
    ("answer", 48.0),
    ("correct_answer", 24.0),
    ("status", 10.0),
    ("points", 8.0),
    ("earned", 8.0),
    ("scored_by", 10.0),
    ("comments", 40.0),
    ("seconds", 9.0),
    ("repaired_points", 15.0),
    ("repair_reason", 40.0),
    ("section", 24.0),
    ("question_version", 16.0),
];

pub(super) enum ExportCell<'a> {
    /// Untrusted text, written by a person.
    Text(Cow<'a, str>),
    /// Trusted text: one of our constants, or an id.
    Word(Cow<'a, str>),
    Number(f64),
    Time(Instant),
    Flag(bool),
    Nothing,
}

/// Columns of a row beside the submission itself.
pub(super) struct SubmissionColumns {
    pub standing: RankStanding,
    /// Points by section, in words.
    pub sections: String,
    pub decided: Decided,
    pub mark: RepairEffect,
    pub flags: Flags,
    /// Private notes, oldest first.
    pub notes: Vec<Noted>,
}

/// A private note.
#[derive(Serialize)]
pub(super) struct Noted {
    pub by: String,
    /// RFC 3339.
    pub at: String,
    pub text: String,
}

/// One paragraph for each.
fn noted(notes: &[Noted]) -> String {
    let one = |Noted { by, at, text }: &Noted| format!("{by}, {at}: {text}");
    notes.iter().map(one).collect::<Vec<_>>().join("\n\n")
}

/// A row of `GET /results`, with the further columns of [`SUBMISSION`].
#[derive(Serialize)]
pub(super) struct ExportedResult<'a> {
    submission_id: String,
    invite_id: String,
    test_id: String,
    applicant_name: &'a str,
    applicant_email: &'a str,
    test_title: &'a str,
    started_at: String,
    submitted_at: String,
    score: f64,
    auto_score: f64,
    manual_score: Option<f64>,
    /// `null` while code waits for a verdict.
    final_score: Option<f64>,
    scoring_status: &'static str,
    is_monitored: bool,
    provisional: bool,
    earned_points: f64,
    auto_earned_points: f64,
    pending_points: u32,
    total_points: u32,
    judging: &'static str,
    rank: Option<u64>,
    percentile: Option<f64>,
    passed: Option<bool>,
    decision: Option<&'static str>,
    decision_reason: Option<String>,
    decided_by: Option<String>,
    decided_at: Option<String>,
    told: Option<&'static str>,
    told_at: Option<String>,
    repaired_points: Option<f64>,
    repair_reasons: Option<String>,
    section_points: Option<String>,
    seconds_used: u64,
    flags: u32,
    flag_kinds: String,
    private_notes: Vec<Noted>,
}

const fn scoring(status: ScoringStatus) -> &'static str {
    match status {
        ScoringStatus::AutoOnly => "auto_only",
        ScoringStatus::NeedsReview => "needs_review",
        ScoringStatus::PartiallyReviewed => "partially_reviewed",
        ScoringStatus::FullyReviewed => "fully_reviewed",
    }
}

const fn judging(progress: SubmissionJudging) -> &'static str {
    match progress {
        SubmissionJudging::None => "none",
        SubmissionJudging::Waiting => "waiting",
        SubmissionJudging::Done => "done",
        SubmissionJudging::Failed => "failed",
    }
}

impl<'a> ExportedResult<'a> {
    pub fn new(row: &'a Submission, beside: SubmissionColumns) -> Self {
        let SubmissionColumns { standing, sections, decided, mark, flags, notes } = beside;
        let DecisionColumns { value, reason, by, at, told } = decided.into();
        Self {
            submission_id: row.shown_id().to_string(),
            invite_id: if row.invite_id.0.is_nil() { String::new() } else { row.invite_id.to_string() },
            test_id: row.test_id.to_string(),
            applicant_name: &row.applicant_name,
            applicant_email: &row.applicant_email,
            test_title: &row.test_title,
            started_at: row.started_at.to_string(),
            submitted_at: row.submitted_at.to_string(),
            score: row.final_score(),
            auto_score: row.auto_score(),
            manual_score: row.manual_score(),
            final_score: final_score(row),
            scoring_status: scoring(row.status),
            is_monitored: row.is_monitored,
            provisional: row.is_provisional(),
            earned_points: row.earned_points(),
            auto_earned_points: row.auto_earned,
            pending_points: row.pending_points,
            total_points: row.total_points,
            judging: judging(row.judging.progress()),
            rank: standing.rank,
            percentile: standing.percentile,
            passed: standing.passed,
            decision: value.map(DecisionValue::name),
            decision_reason: reason,
            decided_by: by,
            decided_at: at.map(|at| at.to_string()),
            told: told.map(|told| told.value.name()),
            told_at: told.map(|told| told.at.to_string()),
            repaired_points: mark.points,
            repair_reasons: mark.points.map(|_| mark.reasons),
            section_points: Some(sections).filter(|sections| !sections.is_empty()),
            seconds_used: seconds_used(row),
            flags: flags.total(),
            flag_kinds: flags.in_words(),
            private_notes: notes,
        }
    }
}

/// A decision in columns; without one, only `told` may be there.
struct DecisionColumns {
    value: Option<DecisionValue>,
    reason: Option<String>,
    by: Option<String>,
    at: Option<Instant>,
    /// The last mail.
    told: Option<ReportedDecision>,
}

impl From<Decided> for DecisionColumns {
    fn from(Decided { decision, by }: Decided) -> Self {
        let told = decision.as_ref().and_then(|decision| decision.told.last()).copied();
        let facts = Self { value: None, reason: None, by: None, at: None, told };
        match decision {
            Some(Decision { value: Some(value), reason, at, .. }) => {
                Self { value: Some(value), reason: Some(reason), by: Some(by), at: Some(at), ..facts }
            }
            _ => facts,
        }
    }
}

/// None while code waits for a verdict: a mean of the column does not take it for 0.
fn final_score(row: &Submission) -> Option<f64> {
    (!row.waits_for_judging()).then(|| row.final_score())
}

/// A score as a cell, which is empty as `final_score` is.
fn scored<'a>(row: &Submission, score: impl Fn(&Submission) -> f64) -> ExportCell<'a> {
    if row.waits_for_judging() { ExportCell::Nothing } else { ExportCell::Number(score(row)) }
}

/// The cells of [`SUBMISSION`].
pub(super) fn of_submission(row: &Submission, beside: SubmissionColumns) -> Vec<ExportCell<'_>> {
    let SubmissionColumns { standing, sections, decided, mark, flags, notes } = beside;
    let DecisionColumns { value, reason, by, at, told } = decided.into();
    vec![
        ExportCell::Word(row.shown_id().to_string().into()),
        ExportCell::Text(Cow::from(&row.test_title)),
        ExportCell::Text(Cow::from(&row.applicant_name)),
        ExportCell::Text(Cow::from(&row.applicant_email)),
        ExportCell::Time(row.started_at),
        ExportCell::Time(row.submitted_at),
        scored(row, Submission::final_score),
        scored(row, Submission::auto_score),
        row.manual_score().map_or(ExportCell::Nothing, ExportCell::Number),
        scored(row, Submission::final_score),
        ExportCell::Word(scoring(row.status).into()),
        ExportCell::Flag(row.is_monitored),
        ExportCell::Flag(row.is_provisional()),
        ExportCell::Number(row.earned_points()),
        ExportCell::Number(row.pending_points.into()),
        ExportCell::Number(row.total_points.into()),
        ExportCell::Word(judging(row.judging.progress()).into()),
        #[expect(clippy::cast_precision_loss, reason = "a number of submissions")]
        standing.rank.map_or(ExportCell::Nothing, |rank| ExportCell::Number(rank as f64)),
        standing.percentile.map_or(ExportCell::Nothing, ExportCell::Number),
        standing.passed.map_or(ExportCell::Nothing, ExportCell::Flag),
        value.map_or(ExportCell::Nothing, |value| ExportCell::Word(value.name().into())),
        reason.map_or(ExportCell::Nothing, |reason| ExportCell::Text(reason.into())),
        by.map_or(ExportCell::Nothing, |by| ExportCell::Text(by.into())),
        at.map_or(ExportCell::Nothing, ExportCell::Time),
        told.map_or(ExportCell::Nothing, |told| ExportCell::Time(told.at)),
        mark.points.map_or(ExportCell::Nothing, ExportCell::Number),
        if mark.points.is_some() { ExportCell::Text(mark.reasons.into()) } else { ExportCell::Nothing },
        if sections.is_empty() { ExportCell::Nothing } else { ExportCell::Text(sections.into()) },
        told.map_or(ExportCell::Nothing, |told| ExportCell::Word(told.value.name().into())),
        #[expect(clippy::cast_precision_loss, reason = "some hours")]
        ExportCell::Number(seconds_used(row) as f64),
        ExportCell::Number(flags.total().into()),
        ExportCell::Word(flags.in_words().into()),
        if notes.is_empty() { ExportCell::Nothing } else { ExportCell::Text(noted(&notes).into()) },
    ]
}

/// One question of a submission, with its answer and score.
#[derive(Serialize)]
pub(super) struct AnswerRow<'a> {
    submission_id: String,
    test_id: String,
    test_title: &'a str,
    applicant_name: &'a str,
    applicant_email: &'a str,
    submitted_at: String,
    /// Number of the question, counted from 1.
    question_number: u32,
    question_id: &'a str,
    question_type: &'static str,
    question: Cow<'a, str>,
    answer: &'a str,
    /// The answer in words, where it is not a text itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer_text: Option<String>,
    /// The key: an option's text, or in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    correct_answer: Option<Cow<'a, str>>,
    status: &'static str,
    points: u32,
    /// `None` until scored: a mean must not take it for 0.
    earned: Option<f64>,
    /// Absent until scored.
    #[serde(skip_serializing_if = "Option::is_none")]
    scored_by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comments: Option<&'a str>,
    /// How long the question was in view, if the candidate's page counted that.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<u32>,
    /// Points that a repair of the question has added or taken, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired_points: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repair_reason: Option<&'a str>,
    /// Title of its section.
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<&'a str>,
    /// The version of a question of the bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    question_version: Option<u32>,
    #[serde(skip)]
    at: Instant,
}

impl<'a> AnswerRow<'a> {
    fn new(
        submission: &'a Submission,
        question: &'a Question,
        (grade, repairs, origins): (&'a Grade, &'a Repairs, &'a Origins),
        answer: &'a str,
        seconds: Option<u32>,
    ) -> Self {
        Self {
            submission_id: submission.shown_id().to_string(),
            test_id: submission.test_id.to_string(),
            test_title: &submission.test_title,
            applicant_name: &submission.applicant_name,
            applicant_email: &submission.applicant_email,
            submitted_at: submission.submitted_at.to_string(),
            question_number: grade.place.saturating_add(1),
            question_id: &question.id,
            question_type: question.kind().name(),
            question: question.with_blanks(question.plain_text()),
            answer,
            answer_text: render::answer_text(question, answer),
            correct_answer: render::key_text(question).map(Cow::Owned).or(question.correct_answer().map(Cow::Borrowed)),
            status: match grade.status {
                GradeStatus::Pending => "pending",
                GradeStatus::Correct => "correct",
                GradeStatus::Wrong => "wrong",
                GradeStatus::Partial => "partial",
                GradeStatus::Void => "void",
            },
            points: question.points,
            earned: (grade.status != GradeStatus::Pending).then_some(grade.earned),
            scored_by: match () {
                () if grade.by_ai => Some("AI"),
                () if grade.reviewed_at.is_some() => Some("person"),
                () if !grade.status.is_scored() => None,
                () => Some("key"),
            },
            comments: grade.comments.as_deref(),
            seconds,
            repaired_points: marks::points(grade).map(Thousandths::as_points),
            repair_reason: grade.repaired.map(|_| marks::reason(repairs, grade)),
            section: origins.section(grade.place),
            question_version: origins.version(grade.place),
            at: submission.submitted_at,
        }
    }

    /// The cells of [`ANSWER`].
    pub(super) fn cells(&self) -> Vec<ExportCell<'a>> {
        vec![
            ExportCell::Word(self.submission_id.clone().into()),
            ExportCell::Text(self.test_title.into()),
            ExportCell::Text(self.applicant_name.into()),
            ExportCell::Text(self.applicant_email.into()),
            ExportCell::Time(self.at),
            ExportCell::Number(self.question_number.into()),
            ExportCell::Text(self.question_id.into()),
            ExportCell::Word(self.question_type.into()),
            ExportCell::Text(self.question.clone()),
            ExportCell::Text(self.answer_text.clone().map_or(Cow::Borrowed(self.answer), Cow::Owned)),
            self.correct_answer.clone().map_or(ExportCell::Nothing, ExportCell::Text),
            ExportCell::Word(self.status.into()),
            ExportCell::Number(self.points.into()),
            self.earned.map_or(ExportCell::Nothing, ExportCell::Number),
            self.scored_by.map_or(ExportCell::Nothing, |who| ExportCell::Word(who.into())),
            self.comments.map_or(ExportCell::Nothing, |text| ExportCell::Text(text.into())),
            self.seconds.map_or(ExportCell::Nothing, |seconds| ExportCell::Number(seconds.into())),
            self.repaired_points.map_or(ExportCell::Nothing, ExportCell::Number),
            self.repair_reason.map_or(ExportCell::Nothing, |reason| ExportCell::Text(reason.into())),
            self.section.map_or(ExportCell::Nothing, |section| ExportCell::Text(section.into())),
            self.question_version.map_or(ExportCell::Nothing, |version| ExportCell::Number(version.into())),
        ]
    }
}

/// Calls `each` with a row per question, in the order of the paper; never if the submission was deleted meanwhile.
pub(super) fn answers(
    app: &App,
    submission: &Submission,
    mut each: impl FnMut(&AnswerRow<'_>) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let read = app.store.read().map_err(Error::from)?;
    let mut grades = query::grades::settled(&read, submission)?;
    if grades.is_empty() {
        return Ok(());
    }
    let answers: Vec<Answer> = read.children(submission.id).map_err(Error::from)?;
    let spent: Vec<TimeSpent> = read.children(submission.id).map_err(Error::from)?;
    let paper = app.caches.papers.get(&read, submission.test_id, &submission.paper)?;
    let repairs = query::repairs::of(&read, submission.test_id)?;
    let origins = Origins::of(app, &read, submission.id)?;
    // `each` may be slow: do not keep the read transaction open.
    drop(read);
    grades.sort_by_key(|grade| grade.place);
    let texts: HashMap<&str, &str> = answers.iter().map(|a| (a.question_id.as_str(), a.text.as_str())).collect();
    let times = ShownTimes::of(submission.alias.is_some(), submission.started_at);
    let seconds: HashMap<&str, u32> =
        spent.iter().map(|t| (t.question_id.as_str(), times.seconds(t.seconds))).collect();
    for grade in &grades {
        let Some(question) = paper.questions.get(grade.place as usize) else {
            continue;
        };
        let answer = texts.get(question.id.as_str()).copied().unwrap_or_default();
        let seconds = seconds.get(question.id.as_str()).copied();
        each(&AnswerRow::new(submission, question, (grade, &repairs, &origins), answer, seconds))?;
    }
    Ok(())
}
