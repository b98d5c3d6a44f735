//! Grades of a question paper that is long, or has patterns to compile, made and written in batches before the transaction
//! that ends the attempt: together they would keep others' saves waiting. Without a submission they count for nothing, and
//! an end writes each of them again.

use crate::{
    app::App,
    domain::{
        AttemptId, Instant, Result,
        attempt::{Answer, Attempt, EndedBy},
        invisible::is_blank,
        paper::Paper,
        repair::Repairs,
        submission::{self, Grade},
    },
    service::{
        query,
        work::{By, Work},
    },
    state::staging::Ending,
    store::{Encoded, Read, records, records::AnswerHead},
};
use std::{collections::HashMap, ops::ControlFlow, sync::Arc};

/// Questions up to which a paper's grades are written by the transaction that ends the attempt.
const SHORT: usize = 60;
/// Grades per transaction.
const BATCH: usize = 60;

pub(crate) struct Drafts {
    submitted_at: Instant,
    /// Version of the repairs that the grades have.
    repairs: u32,
    /// Version that the grades count on from.
    withdrawn: u32,
    grades: Vec<Grade>,
    /// The number of each answer that was scored, and whether it is more than blank.
    answers: HashMap<String, (u64, bool)>,
    ending: Ending,
}

pub(crate) fn are_needed(paper: &Paper) -> bool {
    paper.questions.len() > SHORT || paper.questions.iter().any(|question| question.patterns() > 0)
}

/// Returns the time at which an attempt counts as submitted that ends now.
pub(super) fn submitted_at(attempt: &Attempt, by: EndedBy, now: Instant) -> Instant {
    if by == EndedBy::Deadline { now.min(attempt.due()) } else { now }
}

/// Reads what the end of an attempt needs, so that the writer need not, and writes the grades. `None` if they are not
/// needed, or the attempt does not end.
///
/// # Errors
/// Storage only.
pub(crate) async fn prepare(app: &App, id: AttemptId, by: EndedBy, now: Instant) -> Result<Option<Drafts>> {
    if wanted(app, &app.store.read()?, id, by, now)?.is_none() {
        return Ok(None);
    }
    let ending = app.jobs.staging.end(id).await?;
    let grading = app.jobs.staging.grading().await?;
    let made = app.blocking(move |app| {
        let made = make(app, id, by, now, ending);
        drop(grading);
        made
    });
    let Some((drafts, changed)) = made.await? else { return Ok(None) };
    let mut changed = changed.into_iter().peekable();
    while changed.peek().is_some() {
        let batch: Vec<_> = changed.by_ref().take(BATCH).collect();
        let runs = app.write_at(now, By::Server, move |w| {
            let runs = query::attempt::load(w, id)?.is_running();
            for grade in batch.iter().filter(|_| runs) {
                w.put_encoded(grade)?;
            }
            Ok(runs)
        });
        if !runs.await? {
            return Ok(None);
        }
    }
    Ok(Some(drafts))
}

/// The attempt with its paper, if it ends and its grades are to be prepared.
fn wanted(
    app: &App,
    read: &impl Read,
    id: AttemptId,
    by: EndedBy,
    now: Instant,
) -> Result<Option<(Attempt, Arc<Paper>)>> {
    let Some(attempt) = read.get::<Attempt>(id)? else { return Ok(None) };
    if !attempt.is_running() || (by == EndedBy::Deadline && !query::attempt::is_overdue(app, &attempt, now)) {
        return Ok(None);
    }
    let paper = app.caches.papers.get(read, attempt.test_id, &attempt.paper)?;
    Ok(are_needed(&paper).then_some((attempt, paper)))
}

type MadeDrafts = (Drafts, Vec<Encoded<Grade>>);

/// The grades, and those that are not stored yet.
fn make(app: &App, id: AttemptId, by: EndedBy, now: Instant, ending: Ending) -> Result<Option<MadeDrafts>> {
    let read = app.store.read()?;
    let Some((attempt, paper)) = wanted(app, &read, id, by, now)? else { return Ok(None) };
    let stored: Vec<Grade> = read.children(id)?;
    let repairs = query::repairs::of(&read, attempt.test_id)?;
    let withdrawn = query::attempt::withdrawn_version(&read, id)?;
    let answers = read.children(id)?;
    // Scoring may be slow: do not keep the read transaction open.
    drop(read);
    let at = submitted_at(&attempt, by, now);
    let drafts = Drafts::of(&attempt, (&paper, &repairs), answers, (at, withdrawn), ending);
    let is_new = |grade: &&Grade| stored.get(grade.place as usize) != Some(*grade);
    let changed: Result<Vec<_>> = drafts.grades.iter().filter(is_new).map(|grade| Ok(Encoded::of(grade)?)).collect();
    Ok(Some((drafts, changed?)))
}

impl Drafts {
    fn of(
        attempt: &Attempt,
        (paper, repairs): (&Paper, &Repairs),
        answers: Vec<Answer>,
        (submitted_at, withdrawn): (Instant, u32),
        ending: Ending,
    ) -> Self {
        let known = answers.iter().map(|a| (a.question_id.clone(), (a.seq, !is_blank(&a.text)))).collect();
        let texts = answers.into_iter().map(|a| (a.question_id, a.text)).collect();
        let grades = submission::grade(attempt.id, paper, &repairs.list, &texts, submitted_at);
        let grades = grades.into_iter().map(|grade| grade.after_version(withdrawn)).collect();
        Self { submitted_at, repairs: repairs.version, withdrawn, grades, answers: known, ending }
    }

    pub fn is_of(&self, submitted_at: Instant) -> bool {
        self.submitted_at == submitted_at
    }

    /// Scores the answers again that have changed since, or whose questions may have been repaired. Returns all grades,
    /// which are written, and the number of answers.
    ///
    /// # Errors
    /// Storage only.
    pub fn settle(
        mut self,
        w: &mut Work<'_, '_>,
        attempt: &Attempt,
        paper: &Paper,
        repairs: &Repairs,
    ) -> Result<(Vec<Grade>, usize)> {
        if repairs.version != self.repairs {
            for place in repairs.places(paper) {
                let id = &paper.questions[place].id;
                let text = w.get::<Answer>((attempt.id, id))?.map_or_else(String::new, |answer| answer.text);
                self.score(w, paper, repairs, place, &text)?;
            }
        }
        for AnswerHead { question_id, seq, .. } in w.child_heads(attempt.id)? {
            if self.answers.get(&question_id).is_some_and(|(scored, _)| *scored == seq) {
                continue;
            }
            let text = w.get::<Answer>((attempt.id, &question_id))?.map_or_else(String::new, |answer| answer.text);
            if let Some((place, _)) = paper.question(&question_id) {
                self.score(w, paper, repairs, place, &text)?;
            }
            self.answers.insert(question_id, (seq, !is_blank(&text)));
        }
        let ending = self.ending;
        w.after_commit(move || ending.done());
        Ok((self.grades, self.answers.values().filter(|(_, is_filled)| *is_filled).count()))
    }

    fn score(
        &mut self,
        w: &mut Work<'_, '_>,
        paper: &Paper,
        repairs: &Repairs,
        place: usize,
        text: &str,
    ) -> Result<()> {
        let asked = (place, &paper.questions[place]);
        let known = &mut self.grades[place];
        let (id, at) = (known.submission_id, self.submitted_at);
        let grade = submission::grade_one(id, paper.test_id, asked, &repairs.list, text, at);
        let grade = grade.after_version(self.withdrawn);
        if *known != grade {
            w.put(&grade)?;
            *known = grade;
        }
        Ok(())
    }
}

/// Removes the grades of attempts that run: their end was interrupted. Returns false if some are left, because someone
/// is ending the attempt now.
///
/// # Errors
/// Storage only.
pub(crate) async fn remove_interrupted(app: &App) -> Result<bool> {
    let mut running = Vec::new();
    {
        let read = app.store.read()?;
        read.scan(records::ATTEMPTS_BY_DUE.all(), false, &mut |row| {
            let id: AttemptId = row.id()?;
            if read.has_children::<Grade>(id)? {
                running.push(id);
            }
            Ok(ControlFlow::Continue(()))
        })?;
    }
    let mut all = true;
    for id in running {
        let Some(ending) = app.jobs.staging.try_end(id) else {
            all = false;
            continue;
        };
        while app.write(By::Server, move |w| remove_batch(w, id)).await? >= BATCH {}
        ending.done();
    }
    Ok(all)
}

fn remove_batch(w: &mut Work<'_, '_>, id: AttemptId) -> Result<usize> {
    if !w.get::<Attempt>(id)?.is_some_and(|attempt| attempt.is_running()) {
        return Ok(0);
    }
    Ok(w.delete_children::<Grade>(id, BATCH)?)
}
