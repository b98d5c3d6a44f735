//! Scoring of a submission's answers by a reviewer and by an AI (`docs/behaviour/results.md#scoring-and-review`).

use crate::{
    app::App,
    domain::{
        AttemptId, Error, JobId, Result, RubricItemId, RunnerTokenId,
        attempt::{Answer, Attempt},
        invisible::is_blank,
        judging::Judging,
        marking::Marking,
        model_verdict::{Model, ModelVerdict},
        paper::Paper,
        passage::Passage,
        question::{Coding, Share},
        repair::{self, Repairs},
        review::{self, ReviewVerdict},
        submission::{Grade, Submission},
        test::Question,
        user::User,
    },
    service::{
        actor::Scorer,
        events, query,
        scoring::{judging::queue, repairs::rescore, reviewing::marking_sync, rubrics::choice, scored},
        work::Work,
    },
    store::{Read, Tx, records::MARKINGS_BY_ANSWER},
};
use std::sync::Arc;

/// A reviewer's score of one answer.
#[derive(Clone, Debug)]
pub struct ReviewInput {
    /// `None` where the points follow from the chosen items of the rubric.
    pub verdict: Option<ReviewVerdict>,
    /// `None` for a score without the rubric.
    pub rubric_items: Option<Vec<RubricItemId>>,
    pub comments: Option<String>,
    /// The version that the reviewer has read, for optimistic concurrency.
    pub version: Option<u32>,
}

impl ReviewInput {
    /// Trims white space around the comments, and removes blank ones.
    pub(in crate::service) fn tidy(self) -> Result<Self> {
        let comments = self.comments.as_deref().map(str::trim).filter(|c| !c.is_empty()).map(str::to_owned);
        review::check_comments(comments.as_deref().unwrap_or_default())?;
        Ok(Self { comments, ..self })
    }
}

/// A scored answer with its submission's new totals.
pub struct ScoredAnswer {
    pub submission: Submission,
    pub grade: Grade,
}

/// An AI's score of one answer.
#[derive(Clone, Debug)]
pub struct AiReview {
    pub question_id: String,
    /// The version that the AI has read: an answer that changed since then is skipped.
    pub version: u32,
    pub verdict: ReviewVerdict,
    pub reason: String,
    /// The passage of the answer it relied on.
    pub quote: String,
    /// A person decides.
    pub is_suggestion: bool,
}

/// A written answer that an AI may score.
pub struct ForAi {
    pub question: Question,
    /// The passage that the question is about.
    pub passage: Option<Passage>,
    pub answer: String,
    pub version: u32,
}

/// A submission loaded for a change.
pub(in crate::service) struct OpenSubmission {
    pub submission: Submission,
    pub paper: Arc<Paper>,
    repairs: Repairs,
    pub grades: Vec<Grade>,
}

fn open(w: &Work<'_, '_>, id: AttemptId) -> Result<OpenSubmission> {
    OpenSubmission::of(w.app, &**w, id)
}

impl OpenSubmission {
    /// # Errors
    /// 404.
    pub fn of(app: &App, read: &impl Read, id: AttemptId) -> Result<Self> {
        let submission: Submission = read.get(id)?.ok_or_else(|| Error::not_found("submission"))?;
        let paper = app.caches.papers.get(read, submission.test_id, &submission.paper)?;
        let repairs = query::repairs::of(read, submission.test_id)?;
        Ok(Self { grades: read.children(id)?, submission, paper, repairs })
    }

    /// Scored on another paper with the same questions in the same places.
    pub fn set_paper(&mut self, paper: Arc<Paper>) {
        self.submission.paper = paper.hash;
        self.paper = paper;
    }

    pub fn place(&self, question: &str) -> Option<(usize, &Question)> {
        let at = self.grades.iter().position(|g| g.question_id == question)?;
        Some((at, self.paper.questions.get(self.grades[at].place as usize)?))
    }

    /// Applies the repairs in force to the changed grades, and adds up the new totals.
    pub fn tally(&mut self, read: &impl Read, changed: &[usize]) -> Result<()> {
        for at in changed {
            let grade = &mut self.grades[*at];
            if let Some(question) = self.paper.questions.get(grade.place as usize) {
                let in_force = repair::in_force(&self.repairs.list, question);
                rescore::repair(read, grade, in_force.as_ref())?;
            }
        }
        self.submission.tally(&self.paper, &self.grades);
        Ok(())
    }

    /// Stores the changed grades, with the repairs in force, and the new totals.
    pub fn close(mut self, w: &mut Work<'_, '_>, changed: &[usize]) -> Result<(Submission, Vec<Grade>)> {
        self.tally(&**w, changed)?;
        for at in changed {
            w.put(&self.grades[*at])?;
        }
        queue::count(w, &mut self.submission, &self.grades)?;
        scored::store(w, &self.submission)?;
        events::results_changed(w, self.submission.test_id, self.submission.id);
        events::submission_scored(w, &self.submission);
        Ok((self.submission, self.grades))
    }
}

/// Who scored an answer: a name, "AI", or `None` while it is not scored.
///
/// # Errors
/// Storage only.
pub fn reviewer(read: &impl Read, grade: &Grade) -> Result<Option<String>> {
    if grade.by_ai {
        return Ok(Some("AI".into()));
    }
    let Some(id) = grade.reviewed_by else { return Ok(None) };
    let user: Option<User> = read.get(id)?;
    Ok(Some(user.map_or_else(|| "A former administrator".into(), |u| u.full_name)))
}

/// The grade of one answer of a submission, as a reviewer's call names it.
///
/// # Errors
/// 404.
pub fn grade(app: &App, _: &Scorer, id: AttemptId, question: &str) -> Result<Grade> {
    let read = app.store.read()?;
    let id = query::naming::reviewed(&read, id)?;
    let grades: Vec<Grade> = read.children(id)?;
    grades.into_iter().find(|g| g.question_id == question).ok_or_else(|| Error::not_found("answer"))
}

/// The question of a grade, as its candidate was asked.
///
/// # Errors
/// 404.
pub fn question(app: &App, _: &Scorer, grade: &Grade) -> Result<Question> {
    let open = OpenSubmission::of(app, &app.store.read()?, grade.submission_id)?;
    let found = open.place(&grade.question_id).map(|(_, asked)| asked.clone());
    found.ok_or_else(|| Error::not_found("answer"))
}

fn changed_meanwhile(tx: &Tx<'_>, grade: &Grade) -> Result<Error> {
    let by = reviewer(tx, grade)?.unwrap_or_else(|| "Another reviewer".into());
    let at = grade.reviewed_at.or(grade.ai.as_ref().map(|ai| ai.at)).unwrap_or(grade.submitted_at);
    Ok(Error::changed_meanwhile(by, at, "has scored this answer in the meantime. Please review it again."))
}

/// Stores a person's score of one answer, which takes precedence over its key and its tests.
///
/// # Errors
/// 404; 409 `changed_meanwhile` with the reviewer and time; 422 for invalid points.
pub async fn score(app: &App, by: &Scorer, id: AttemptId, question: &str, review: ReviewInput) -> Result<ScoredAnswer> {
    let review = review.tidy()?;
    let question = question.to_owned();
    app.write(by, move |w| {
        let (scored, points) = apply(w, id, &question, review)?;
        marking_sync::settled(w, &scored.grade, points)?;
        Ok(scored)
    })
    .await
}

/// Stores a person's score of one answer. Returns the question's points, too.
pub(in crate::service) fn apply(
    w: &mut Work<'_, '_>,
    id: AttemptId,
    question: &str,
    review: ReviewInput,
) -> Result<(ScoredAnswer, u32)> {
    let mut open = open(w, id)?;
    let (at, asked) = open.place(question).ok_or_else(|| Error::not_found("answer"))?;
    let points = asked.points;
    let grade = &mut open.grades[at];
    let scored = choice::settle(&**w, grade, points, review.verdict, review.rubric_items)?;
    scored.verdict.check(points)?;
    if review.version.is_some_and(|read| read != grade.version) {
        return Err(changed_meanwhile(w, grade)?);
    }
    query::history::require_no_comments(&**w, id, review.comments.as_deref())?;
    grade.review(scored.verdict, points, review.comments, w.by.account(), w.now);
    choice::keep(w, grade, scored.chosen)?;
    let note = format!("answer {at}: {} of {points}", grade.earned);
    w.audit("submission.score", id, &note)?;
    let (submission, mut grades) = open.close(w, &[at])?;
    Ok((ScoredAnswer { submission, grade: grades.swap_remove(at) }, points))
}

/// Number of answers that got an AI's score, and of those that got its suggestion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByAi {
    pub scored: usize,
    pub suggested: usize,
}

/// Stores an AI's scores, and its suggestions where a reviewer is to decide. A reviewer's score always takes precedence,
/// and reviews of unknown or changed answers are skipped.
///
/// # Errors
/// 404.
pub async fn score_by_ai(app: &App, by: &Scorer, id: AttemptId, model: Model, reviews: Vec<AiReview>) -> Result<ByAi> {
    app.write(by, move |w| {
        // Deleted meanwhile, as its time was over: what is said of them quotes them.
        if query::history::are_answers_gone(&**w, id)? {
            return Ok(ByAi::default());
        }
        let mut open = open(w, id)?;
        let (mut changed, mut by_ai) = (Vec::new(), ByAi::default());
        for AiReview { question_id, version, verdict, reason, quote, is_suggestion } in reviews {
            let Some((at, asked)) = open.place(&question_id) else { continue };
            // What is assigned to people is theirs to score.
            let assigned: Vec<Marking> = w.some_linked(MARKINGS_BY_ANSWER.under((id, question_id.as_str())), 1)?;
            let is_suggestion = is_suggestion || !assigned.is_empty();
            let points = asked.points;
            let grade = &mut open.grades[at];
            let as_read = grade.is_written && grade.version == version;
            if as_read && grade.review_by_ai(verdict, points, reason.clone(), is_suggestion, w.now) {
                let grounds = (reason, quote);
                let verdict = ModelVerdict::new(grade, points, model.clone(), verdict, grounds, w.now);
                w.put(&verdict)?;
                *(if is_suggestion { &mut by_ai.suggested } else { &mut by_ai.scored }) += 1;
                changed.push(at);
            }
        }
        for (action, number) in [("submission.ai_suggest", by_ai.suggested), ("submission.ai_score", by_ai.scored)] {
            if number > 0 {
                w.audit(action, id, &format!("{number} answers"))?;
            }
        }
        open.close(w, &changed)?;
        Ok(by_ai)
    })
    .await
}

/// Stores the points of judged code. `verdict` stores the verdicts and returns the share that they earn, if there is one.
///
/// # Errors
/// Storage; those of `verdict`.
pub(in crate::service) fn judge(
    w: &mut Work<'_, '_>,
    id: AttemptId,
    question: &str,
    verdict: impl FnOnce(&mut Work<'_, '_>, &Coding) -> Result<Option<Share>>,
) -> Result<()> {
    let mut open = open(w, id)?;
    let (at, asked) = open.place(question).ok_or_else(|| Error::not_found("answer"))?;
    let asked = asked.clone();
    let coding = asked.coding().ok_or_else(|| Error::not_found("answer"))?;
    let share = verdict(w, coding)?;
    let counts = share.is_some_and(|share| open.grades[at].judge(share, &asked));
    if counts {
        let note = format!("answer {at}: {} of {}", open.grades[at].earned, asked.points);
        w.audit("submission.judge", id, &note)?;
    }
    let changed: Vec<usize> = counts.then_some(at).into_iter().collect();
    open.close(w, &changed).map(drop)
}

/// Counts a submission's judging after it changed without a verdict.
///
/// # Errors
/// 404; storage.
pub(in crate::service) fn judging_changed(w: &mut Work<'_, '_>, id: AttemptId) -> Result<()> {
    open(w, id)?.close(w, &[]).map(drop)
}

/// Judges submitted code again: one answer, or all of a submission. Returns how many answers there are.
///
/// # Errors
/// 404; 422 for an answer that no tests judge.
pub async fn rejudge(app: &App, by: &Scorer, id: AttemptId, question: Option<String>) -> Result<usize> {
    app.write(by, move |w| {
        let open = open(w, id)?;
        let mut found = 0;
        for grade in &open.grades {
            if question.as_ref().is_none_or(|question| *question == grade.question_id) {
                found += usize::from(queue::again(w, id, &grade.question_id, None)?);
            }
        }
        if found == 0 {
            return Err(Error::field("question_id", "There is no code here that tests could judge."));
        }
        w.audit("submission.rejudge", id, &format!("{found} answers"))?;
        open.close(w, &[])?;
        Ok(found)
    })
    .await
}

/// Judges again what a machine judged of a submission, for a job. Returns how many answers were queued.
///
/// # Errors
/// 404; storage.
pub(in crate::service) fn rejudge_machine(
    w: &mut Work<'_, '_>,
    id: AttemptId,
    machine: RunnerTokenId,
    job: Option<JobId>,
) -> Result<usize> {
    let open = open(w, id)?;
    let judgings: Vec<Judging> = w.children(id)?;
    let mut queued = 0;
    for judging in judgings.iter().filter(|judging| judging.machine() == Some(machine)) {
        queued += usize::from(queue::again(w, id, &judging.question_id, job)?);
    }
    if queued > 0 {
        w.audit("submission.rejudge", id, &format!("{queued} answers"))?;
    }
    open.close(w, &[])?;
    Ok(queued)
}

/// Judges all code of a submission on the tests of `paper`, its own or one with other tests, for a job. Returns how many
/// answers were queued.
///
/// # Errors
/// 404; storage.
pub(in crate::service) fn judge_on(
    w: &mut Work<'_, '_>,
    id: AttemptId,
    paper: Option<&Arc<Paper>>,
    job: Option<JobId>,
) -> Result<usize> {
    let mut open = open(w, id)?;
    let before = open.paper.clone();
    if let Some(paper) = paper {
        open.set_paper(paper.clone());
        let mut attempt: Attempt = w.get(id)?.ok_or_else(|| Error::not_found("attempt"))?;
        attempt.paper = paper.hash;
        w.put(&attempt)?;
    }
    let mut queued = 0;
    for grade in &open.grades {
        let set = |paper: &Paper| paper.questions.get(grade.place as usize)?.coding().map(Coding::test_set);
        let is_changed = set(&before) != set(&open.paper);
        queued += usize::from(queue::retested(w, id, &grade.question_id, (is_changed, job))?);
    }
    if queued > 0 {
        w.audit("submission.rejudge", id, &format!("{queued} answers"))?;
    }
    open.close(w, &[])?;
    Ok(queued)
}

/// Answers that an AI may score: those not scored yet, and those that an AI scored before.
///
/// # Errors
/// 404.
pub fn for_ai(app: &App, _: &Scorer, id: AttemptId) -> Result<Vec<ForAi>> {
    let read = app.store.read()?;
    let attempt = query::attempt::load(&read, id)?;
    read.get::<Submission>(id)?.ok_or_else(|| Error::not_found("submission"))?;
    let paper = app.caches.papers.get(&read, attempt.test_id, &attempt.paper)?;
    let grades: Vec<Grade> = read.children(id)?;
    let mut found = Vec::new();
    for grade in grades.iter().filter(|g| g.is_written && (g.reviewed_at.is_none() || g.by_ai)) {
        let Some(question) = paper.questions.get(grade.place as usize) else { continue };
        let answer = read.get::<Answer>((id, &grade.question_id))?;
        let text = answer.map(|a| a.text).unwrap_or_default();
        // A blank answer is scored 0 automatically.
        if !is_blank(&text) {
            let passage = paper.passage(grade.place as usize).cloned();
            found.push(ForAi { question: question.clone(), passage, answer: text, version: grade.version });
        }
    }
    Ok(found)
}
