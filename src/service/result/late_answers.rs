//! Accepting late answers, which are scored again then (`docs/behaviour/results.md#scoring-and-review`).

use crate::service::scoring::{judging::queue, reviewing::marking_sync, rubrics::choice, scores::OpenSubmission};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, FieldMessages, Result,
        attempt::{Answer, LateAnswer, Lateness},
        error::FieldChecker,
        invisible::is_blank,
        late_answer,
        model_verdict::ModelVerdict,
        submission::Submission,
        timeline::{TimelineEvent, TimelineEventKind},
        user::User,
    },
    service::{
        actor::Scorer,
        query::{self, naming},
        work::Work,
    },
    store::{Read, Record, Tx},
};
use std::collections::HashMap;

/// Late answers to be counted.
pub struct AcceptedLate {
    pub question_ids: Vec<String>,
    /// Version of the late answers that the reviewer has read, by question.
    pub versions: HashMap<String, String>,
    pub reason: String,
}

impl AcceptedLate {
    fn check(&self) -> Result<()> {
        let Self { question_ids, reason, .. } = self;
        let mut check = FieldChecker::default();
        check.require(!question_ids.is_empty(), "question_ids", "Please choose at least one late answer.");
        check.require(!is_blank(reason), "reason", "Please give a reason.");
        check.require(reason.chars().count() <= 500, "reason", "The reason is too long (500 characters at most).");
        check.require_text(reason, "reason");
        check.finish(&["question_ids", "reason"])
    }

    /// Whether the reviewer means these late answers of a question. Without a version, only what was never exchanged: a
    /// repeated call would undo the first one.
    fn means(&self, question: &str, late: &[LateAnswer]) -> bool {
        let read = self.versions.get(question);
        read.map_or_else(|| !late_answer::was_exchanged(late), |read| *read == late_answer::version(late))
    }
}

/// Accepts late answers: the latest one of each question replaces the counted answer, which becomes a late answer
/// itself. The affected answers are scored again.
///
/// # Errors
/// 404; 409 `changed_meanwhile` if the late answers of a question are not those that were read; 422 without a reason, or
/// for a question without a late answer.
pub async fn accept(app: &App, by: &Scorer, id: AttemptId, input: AcceptedLate) -> Result<()> {
    input.check()?;
    app.write(by, move |w| {
        let mut open = OpenSubmission::of(w.app, &**w, id)?;
        let mut changed = Vec::new();
        for (i, question) in input.question_ids.iter().enumerate() {
            let refuse = |message: &str| {
                Error::invalid(FieldMessages::from([(format!("question_ids[{i}]"), message.to_owned())]))
            };
            let (at, asked) = open.place(question).ok_or_else(|| refuse("This test has no such question."))?;
            if changed.contains(&at) {
                continue;
            }
            let asked = asked.clone();
            let late: Vec<LateAnswer> = w.children((id, question.as_str()))?;
            if !late.is_empty() && !input.means(question, &late) {
                return Err(changed_meanwhile(w, &open.submission, &late)?);
            }
            let text = swap_in(w, id, late)?.ok_or_else(|| refuse("This question has no late answer."))?;
            open.grades[at].regrade(&asked, &text);
            choice::keep(w, &open.grades[at], None)?;
            w.delete::<ModelVerdict>((id, question.as_str()))?;
            queue::answered(w, &asked, &open.grades[at])?;
            marking_sync::replaced(w, &open.grades[at])?;
            changed.push(at);
        }
        let answers: Vec<Answer> = w.children(id)?;
        let stored = answers.iter().filter(|a| !is_blank(&a.text)).count();
        open.submission.answers_stored = u32::try_from(stored).unwrap_or(u32::MAX);
        let reason = input.reason.trim();
        let note = format!("{} answers: {reason}", changed.len());
        w.audit("submission.accept_late", id, &note)?;
        let numbers = query::numbers::of(w.app, &**w, open.submission.test_id)?;
        let number = |at: &usize| numbers.on(&open.paper, open.grades[*at].place as usize).to_string();
        let places: Vec<String> = changed.iter().map(number).collect();
        let which = if places.len() == 1 { "Question" } else { "Questions" };
        w.timeline(id, TimelineEventKind::LateAccepted, &format!("{which} {}: {reason}", places.join(", ")))?;
        open.close(w, &changed)?;
        Ok(())
    })
    .await
}

/// Who has accepted one last, or that another one has come since.
fn changed_meanwhile(w: &Work<'_, '_>, submission: &Submission, late: &[LateAnswer]) -> Result<Error> {
    let entries: Vec<TimelineEvent> = w.children(submission.id)?;
    let accepted = entries.into_iter().rev().find(|entry| entry.kind == TimelineEventKind::LateAccepted);
    let newest = late.iter().filter(|late| late.lateness != Lateness::Replaced).map(|late| late.received_at).max();
    if let Some(came) = newest.filter(|came| accepted.as_ref().is_none_or(|accepted| accepted.at < *came)) {
        let at = if naming::hides(&**w, submission.test_id)? { w.now } else { came };
        let did = "has sent another late answer in the meantime. Please look at it first.";
        return Ok(Error::changed_meanwhile("The candidate".into(), at, did));
    }
    // A full timeline has no entry: then it was before now.
    let at = accepted.as_ref().map_or(w.now, |accepted| accepted.at);
    let by = accepted.and_then(|accepted| accepted.by);
    let user: Option<User> = by.map(|by| w.get(by)).transpose()?.flatten();
    let by = user.map_or_else(|| "Another administrator".into(), |user| user.full_name);
    Ok(Error::changed_meanwhile(
        by,
        at,
        "has accepted a late answer in the meantime. Please look at the answers again.",
    ))
}

/// Swaps the latest of a question's late answers with the counted one. Returns its text, or `None` without a late answer.
fn swap_in(tx: &mut Tx<'_>, id: AttemptId, late: Vec<LateAnswer>) -> Result<Option<String>> {
    let replaced = late.iter().filter(|l| l.lateness == Lateness::Replaced).map(|l| l.seq).max();
    let Some(newest) = late.into_iter().max_by_key(late_answer::rank) else { return Ok(None) };
    tx.delete::<LateAnswer>(newest.id())?;
    let counted: Option<Answer> = tx.get((id, newest.question_id.as_str()))?;
    let seq = counted.as_ref().map_or(0, |a| a.seq).max(newest.seq);
    tx.put(&LateAnswer {
        text: counted.as_ref().map(|a| a.text.clone()).unwrap_or_default(),
        received_at: counted.as_ref().map_or(newest.received_at, |a| a.saved_at),
        seq: replaced.map_or(0, |n| n + 1),
        lateness: Lateness::Replaced,
        ..newest.clone()
    })?;
    let LateAnswer { text, question_id, received_at: saved_at, .. } = newest;
    let recent = counted.map(|answer| answer.recent).unwrap_or_default();
    tx.put(&Answer { attempt_id: id, question_id, text: text.clone(), seq, saved_at, recent })?;
    Ok(Some(text))
}
