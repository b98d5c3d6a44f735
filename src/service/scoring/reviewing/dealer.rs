//! Deals answers that wait for a review to the people of their pool. The person who is furthest behind their share gets the
//! next one; among the people of the whole test, all answers of a submission go to the same person.

use crate::{
    domain::{
        AttemptId, MarkingId, Result, TestId, UserId,
        assignment::{self, AssignmentItem, Assignments, Load, ScoreSlot},
        marking::{Marking, MarkingState},
        submission::{Grade, GradeStatus, Submission},
    },
    secrets::token,
    service::{events, query, work::Work},
    store::{
        Read,
        records::{self, counter},
    },
};
use std::collections::BTreeSet;
use uuid::Builder;

/// Deals the answers of these submissions of a test.
pub(super) fn deal(w: &mut Work<'_, '_>, test: TestId, submissions: &[AttemptId]) -> Result<()> {
    // As they are now: they may have changed since the list was read.
    let Some(plan) = w.get::<Assignments>(test)? else { return Ok(()) };
    let mut concerned = BTreeSet::new();
    for id in submissions {
        if w.has::<Submission>(*id)? {
            let grades: Vec<Grade> = w.children(*id)?;
            let changed = Dealer::new(w, &plan, *id)?.deal(w, &grades)?;
            if !changed.is_empty() {
                events::ranking_changed(w, test, *id);
            }
            concerned.extend(changed);
        }
    }
    notify(w, test, concerned);
    Ok(())
}

/// Deals the answers of a submission that has just been scored automatically; later, where names are hidden: what a
/// reviewer gets at that moment would show when it was submitted.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn submitted(w: &mut Work<'_, '_>, submission: &Submission, grades: &[Grade]) -> Result<()> {
    if submission.pending_reviews == 0 {
        return Ok(());
    }
    let Some(plan) = w.get::<Assignments>(submission.test_id)? else { return Ok(()) };
    if query::naming::hides(&**w, submission.test_id)? {
        return Ok(());
    }
    let concerned = Dealer::new(w, &plan, submission.id)?.deal(w, grades)?;
    notify(w, submission.test_id, concerned);
    Ok(())
}

fn notify(w: &mut Work<'_, '_>, test: TestId, concerned: BTreeSet<UserId>) {
    for reviewer in concerned {
        events::reviewing_changed(w, reviewer, test);
    }
}

struct Dealer<'p> {
    plan: &'p Assignments,
    submission: AttemptId,
    /// All of this submission.
    markings: Vec<Marking>,
    /// People whose queues have changed.
    concerned: BTreeSet<UserId>,
}

impl<'p> Dealer<'p> {
    fn new(read: &impl Read, plan: &'p Assignments, submission: AttemptId) -> Result<Self> {
        let markings = read.linked(records::MARKINGS_BY_ANSWER.under(submission))?;
        Ok(Self { plan, submission, markings, concerned: BTreeSet::new() })
    }

    fn deal(mut self, w: &mut Work<'_, '_>, grades: &[Grade]) -> Result<BTreeSet<UserId>> {
        for grade in grades.iter().filter(|grade| grade.is_written) {
            for slot in [ScoreSlot::First, ScoreSlot::Second] {
                let dealt = self.of(&grade.question_id, slot);
                // A second score may wait after the first.
                if grade.status == GradeStatus::Pending || dealt.is_some_and(|m| m.state == MarkingState::Waiting) {
                    self.slot(w, &grade.question_id, slot)?;
                }
            }
        }
        Ok(self.concerned)
    }

    fn of(&self, question: &str, slot: ScoreSlot) -> Option<&Marking> {
        self.markings.iter().find(|m| m.question_id == question && m.slot == slot)
    }

    fn is_dealt(&self, marking: &Marking) -> bool {
        marking.state != MarkingState::Waiting || marking.dealt_by == self.plan.version
    }

    fn slot(&mut self, w: &mut Work<'_, '_>, question: &str, slot: ScoreSlot) -> Result<()> {
        let old = self.of(question, slot).cloned();
        if old.as_ref().is_some_and(|old| self.is_dealt(old)) {
            return Ok(());
        }
        let chosen = self.choose(w, question, slot)?;
        // A page that shows it continues where it was, if it stays with the same person.
        let (kept, moved) = old.map_or((None, None), |old| {
            if chosen == Some(old.reviewer_id) { (Some(old), None) } else { (None, Some(old)) }
        });
        if let Some(moved) = moved {
            w.delete::<Marking>(moved.id)?;
            self.markings.retain(|m| m.id != moved.id);
            self.concerned.insert(moved.reviewer_id);
        }
        let Some(reviewer_id) = chosen else { return Ok(()) };
        self.concerned.insert(reviewer_id);
        let marking = Marking {
            dealt_by: self.plan.version,
            of_question: self.plan.has_own_pool(question),
            ..kept.unwrap_or_else(|| self.new_marking(question, reviewer_id, slot))
        };
        w.put(&marking)?;
        self.markings.retain(|m| m.id != marking.id);
        self.markings.push(marking);
        Ok(())
    }

    fn new_marking(&self, question: &str, reviewer_id: UserId, slot: ScoreSlot) -> Marking {
        Marking {
            id: MarkingId(Builder::from_random_bytes(token::random_bytes()).into_uuid()),
            submission_id: self.submission,
            test_id: self.plan.test_id,
            question_id: question.to_owned(),
            reviewer_id,
            slot,
            of_question: false,
            dealt_by: 0,
            state: MarkingState::Waiting,
            given: None,
            compared: None,
            chosen: None,
            version: 1,
        }
    }

    /// Who gets an answer. No one scores one twice.
    fn choose(&self, read: &impl Read, question: &str, slot: ScoreSlot) -> Result<Option<UserId>> {
        let other = if slot == ScoreSlot::First { ScoreSlot::Second } else { ScoreSlot::First };
        let other = self.of(question, other).map(|m| m.reviewer_id);
        let pool: Vec<_> = self.plan.pool(question, slot).filter(|item| Some(item.reviewer_id) != other).collect();
        let own_pool = self.plan.has_own_pool(question);
        if !own_pool {
            let dealt = self.markings.iter().filter(|m| m.slot == slot && !m.of_question && self.is_dealt(m));
            let together = dealt.map(|m| m.reviewer_id).find(|id| pool.iter().any(|item| item.reviewer_id == *id));
            if together.is_some() {
                return Ok(together);
            }
        }
        let question = own_pool.then_some(question);
        let count =
            |reviewer, dealt_by| read.count(&counter::dealt(self.plan.test_id, question, slot, reviewer, dealt_by));
        let load = |item: &&AssignmentItem| -> Result<Load> {
            let answers = count(item.reviewer_id, self.plan.version)? + count(item.reviewer_id, 0)?;
            Ok(Load { share: item.share, answers })
        };
        let loads = pool.iter().map(load).collect::<Result<Vec<_>>>()?;
        Ok(assignment::next(&loads).map(|at| pool[at].reviewer_id))
    }
}
