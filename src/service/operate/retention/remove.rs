//! Deletes what is over, by the means of erasure ([`Batch`], [`erase_some`]): some milliseconds of the writer at a time.

use super::due::{DueItem, Item, Ruled, has, may_be_sent_again};
use crate::{
    domain::{
        MailId, Result,
        attempt::Attempt,
        decision::Letter,
        history::HistoryChain,
        invite::Invite,
        judging::{Judging, JudgingState},
        mail::{About, Mail, MailKind},
        marking::Marking,
        model_verdict::ModelVerdict,
        retention::{DeletedSoFar, RetentionKind},
        submission::{Grade, Submission},
        user::User,
    },
    service::{
        account::applicants::{AfterErasure, erase_some},
        events,
        result::{changes::note, similarity::report},
        scoring::judging::queue,
        work::{Work, cascade_delete::Batch},
    },
    store::{
        Read, Record,
        records::{self, Single},
    },
};

/// Deletes a part of what is still over, or the rest of what was begun. Returns whether nothing is left of it, which is then
/// counted.
///
/// # Errors
/// Storage only.
pub(super) fn some(w: &mut Work<'_, '_>, due: DueItem, is_begun: bool) -> Result<bool> {
    let left = batch(w, due, is_begun)?;
    if left == Left::Nothing {
        let mut counts: DeletedSoFar = w.get(Single)?.unwrap_or_default();
        *counts.swept.entry(due.kind).or_default() += 1;
        w.put(&counts)?;
    }
    Ok(left != Left::Part)
}

/// The rest of an item after a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    Nothing,
    Part,
    /// The record is not due any more, or was deleted with another one.
    NotDue,
}

impl Left {
    const fn of(is_done: bool) -> Self {
        if is_done { Self::Nothing } else { Self::Part }
    }
}

fn batch(w: &mut Work<'_, '_>, due: DueItem, is_begun: bool) -> Result<Left> {
    let ruled = Ruled::stored(&**w)?;
    match due.item {
        Item::Attempt(id) => {
            let Some(result) = w.get::<Submission>(id)? else { return Ok(Left::NotDue) };
            let Some(attempt) = w.get::<Attempt>(id)? else { return Ok(Left::NotDue) };
            if !ruled.of_attempt(due.kind, &result).is_over(w.now) || !has(&**w, due.kind, id)? {
                return Ok(Left::NotDue);
            }
            let mut batch = Batch::new();
            let is_done = match due.kind {
                RetentionKind::Screenshots => batch.screenshots(w, id)?,
                RetentionKind::Timeline => batch.timeline(w, id)?,
                _ => answers(w, &mut batch, &attempt, result)?,
            };
            events::timeline_changed(w, &attempt);
            events::results_changed(w, attempt.test_id, id);
            Ok(Left::of(is_done))
        }
        Item::Mail(id) => mail(w, &ruled, id),
        Item::Person(id) => {
            let Some(person) = w.get::<User>(id)? else { return Ok(Left::NotDue) };
            // Once begun, it goes on: what it deletes first is what made it due.
            if !is_begun && !ruled.of_person(&**w, &person, w.now)?.is_over(w.now) {
                return Ok(Left::NotDue);
            }
            Ok(Left::of(erase_some(w, id, AfterErasure::Figures)?.is_some()))
        }
    }
}

/// Deletes answers, after what was written about them; the scores stay.
fn answers(w: &mut Work<'_, '_>, batch: &mut Batch, attempt: &Attempt, mut result: Submission) -> Result<bool> {
    let id = attempt.id;
    if !w.has::<HistoryChain>(id)? {
        // Of before history was kept. Its mark says that the answers are gone.
        let paper = w.app.caches.papers.get(&**w, attempt.test_id, &attempt.paper)?;
        let mut chain = HistoryChain::new(id, paper.history, [0; 32], None);
        chain.forget();
        w.put(&chain)?;
    }
    let mut grades: Vec<Grade> = w.children(id)?;
    for grade in &mut grades {
        let before = grade.clone();
        grade.comments = None;
        if let Some(verdict) = &mut grade.ai {
            verdict.reason.clear();
        }
        if *grade != before {
            w.put(grade)?;
        }
    }
    for mut verdict in w.children::<ModelVerdict>(id)? {
        verdict.reason.clear();
        verdict.quote.clear();
        w.put(&verdict)?;
    }
    for mut marking in w.linked::<Marking>(records::MARKINGS_BY_ANSWER.under(id))? {
        if let Some(given) = marking.given.as_mut().filter(|given| given.comments.is_some()) {
            given.comments = None;
            w.put(&marking)?;
        }
    }
    let mut judgings: Vec<Judging> = w.children(id)?;
    for judging in &mut judgings {
        // There is nothing to be judged any more.
        if judging.state == JudgingState::Waiting {
            judging.state = JudgingState::Failed;
            judging.note = "The answer was deleted when its time was over.".into();
        }
        if let Some(judged) = &mut judging.judged {
            judged.compiler.clear();
            for test in &mut judged.tests {
                test.stdout.clear();
                test.stderr.clear();
            }
        }
        w.put(judging)?;
    }
    if !judgings.is_empty() {
        queue::erased(w, id);
        result.count_judgings(&judgings, &grades);
        w.put(&result)?;
        note::changed(w, id, attempt.test_id)?;
    }
    report::forget(w, attempt.test_id, id)?;
    // Last: once it is done, nothing says that the rest is due.
    batch.answers(w, id)
}

fn mail(w: &mut Work<'_, '_>, ruled: &Ruled, id: MailId) -> Result<Left> {
    let Some(mut mail) = w.get::<Mail>(id)? else { return Ok(Left::NotDue) };
    if !ruled.of_mail(&**w, &mail)?.0.is_over(w.now) {
        return Ok(Left::NotDue);
    }
    let invite: Option<Invite> = match mail.about {
        About::Invite(invite) => w.get(invite)?,
        About::Account(_) => None,
    };
    if mail.kind == MailKind::Invitation && invite.as_ref().is_some_and(may_be_sent_again) {
        // Sending it again needs the row; what the mail server said of the address goes.
        mail.failure = None;
        w.put(&mail)?;
        return Ok(Left::Nothing);
    }
    let letter: Option<Letter> = w.find(records::LETTERS_BY_MAIL, id)?;
    if let Some(letter) = letter {
        w.delete::<Letter>(letter.id())?;
    }
    w.delete::<Mail>(id)?;
    Ok(Left::Nothing)
}
