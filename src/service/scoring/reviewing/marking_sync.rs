//! Keeps markings in step with the grades of their answers.

use crate::{
    domain::{
        AttemptId, Result,
        assignment::ScoreSlot,
        marking::{Given, Marking, MarkingState},
        rubric::Rubric,
        submission::{Grade, GradeStatus},
    },
    service::{events, work::Work},
    store::{Read, records},
};

fn of_answer(read: &impl Read, submission: AttemptId, question: &str) -> Result<Vec<Marking>> {
    Ok(read.linked(records::MARKINGS_BY_ANSWER.under((submission, question)))?)
}

/// Compares the scores of both markers after one of them, `changed`, has scored; the caller stores `changed`.
pub(super) fn scored(w: &mut Work<'_, '_>, changed: &mut Marking, points: u32) -> Result<()> {
    let all = of_answer(&**w, changed.submission_id, &changed.question_id)?;
    let Some(mut other) = all.into_iter().find(|other| other.slot != changed.slot) else { return Ok(()) };
    if changed.slot == ScoreSlot::Second {
        changed.compare(&other, points);
    } else {
        other.compare(changed, points);
        w.put(&other)?;
    }
    Ok(())
}

/// An administrator has scored an answer: as its first marker, or to settle it.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn settled(w: &mut Work<'_, '_>, grade: &Grade, points: u32) -> Result<()> {
    let all = of_answer(&**w, grade.submission_id, &grade.question_id)?;
    let by = w.by.account();
    let is_compared = all.iter().any(|marking| marking.compared.is_some());
    let own =
        all.iter().find(|m| m.slot == ScoreSlot::First && m.state != MarkingState::Closed && Some(m.reviewer_id) == by);
    if let Some(own) = own.filter(|_| !is_compared) {
        let mut own = own.clone();
        let (status, points_given, comments) = (grade.status, grade.earned, grade.comments.clone());
        own.score(Given { status, points: points_given, comments, at: w.now });
        scored(w, &mut own, points)?;
        return changed(w, &own);
    }
    for mut marking in all {
        marking.close();
        changed(w, &marking)?;
    }
    Ok(())
}

/// A changed rubric has moved the points of an answer: its first marker's score follows.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn rescored(w: &mut Work<'_, '_>, grade: &Grade, points: u32) -> Result<()> {
    let all = of_answer(&**w, grade.submission_id, &grade.question_id)?;
    let first = all.into_iter().find(|marking| marking.slot == ScoreSlot::First && marking.state == MarkingState::Done);
    let Some((mut first, given)) = first.and_then(|marking| marking.given.clone().map(|given| (marking, given))) else {
        return Ok(());
    };
    first.score(Given { status: grade.status, points: grade.earned, ..given });
    scored(w, &mut first, points)?;
    changed(w, &first)
}

/// A changed rubric moves the score of an answer's second marker, where it follows from items.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn second_rescored(
    w: &mut Work<'_, '_>,
    rubric: &Rubric,
    submission: AttemptId,
    points: u32,
) -> Result<()> {
    let all = of_answer(&**w, submission, &rubric.question_id)?;
    let Some(mut second) = all.into_iter().find(|marking| marking.slot == ScoreSlot::Second) else { return Ok(()) };
    if second.rescore(rubric, points) {
        scored(w, &mut second, points)?;
        changed(w, &second)?;
    }
    Ok(())
}

/// Another text is the answer now: what was given for the one before is void.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn replaced(w: &mut Work<'_, '_>, grade: &Grade) -> Result<()> {
    for mut marking in of_answer(&**w, grade.submission_id, &grade.question_id)? {
        marking.reopen();
        if grade.status != GradeStatus::Pending {
            marking.close();
        }
        changed(w, &marking)?;
    }
    Ok(())
}

/// The submission is withdrawn: nothing of it is left to be scored. It is dealt again when the attempt ends again.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn withdrawn(w: &mut Work<'_, '_>, submission: AttemptId) -> Result<()> {
    let all: Vec<Marking> = w.linked(records::MARKINGS_BY_ANSWER.under(submission))?;
    for marking in all {
        w.delete::<Marking>(marking.id)?;
        events::reviewing_changed(w, marking.reviewer_id, marking.test_id);
        events::assignments_changed(w, marking.test_id);
    }
    Ok(())
}

pub(super) fn changed(w: &mut Work<'_, '_>, marking: &Marking) -> Result<()> {
    w.put(marking)?;
    events::reviewing_changed(w, marking.reviewer_id, marking.test_id);
    events::assignments_changed(w, marking.test_id);
    Ok(())
}
