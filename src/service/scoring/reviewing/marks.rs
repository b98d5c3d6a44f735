//! Scores that people give to the answers that were dealt to them. The first marker's score counts at once; the second's is
//! kept beside it.

use super::{assigning, marking_sync};
use crate::{
    app::App,
    domain::{
        Error, MarkingId, Result,
        assignment::ScoreSlot,
        marking::{Given, Marking, MarkingList, MarkingState},
        submission::{Grade, Submission},
    },
    service::{
        actor::Reviewer,
        query::{history::require_no_comments, person::name_of},
        scoring::{
            rubrics::choice::{self, ItemizedScore},
            scores::{self, ReviewInput},
        },
        work::Work,
    },
    store::{Read, records::counter},
};

/// A marking of the caller's, if its assignment still holds and no administrator has taken it over.
pub(super) fn own(read: &impl Read, reviewer: &Reviewer, id: MarkingId) -> Result<Marking> {
    let found: Option<Marking> = read.get(id)?;
    let own = found.filter(|marking| marking.reviewer_id == reviewer.id());
    let marking = own.ok_or_else(|| Error::not_found("answer"))?;
    let plan = assigning::of(read, marking.test_id)?;
    if plan.names(reviewer.id(), &marking.question_id, marking.slot) {
        return Ok(marking);
    }
    Err(Error::not_found("answer"))
}

pub(super) fn grade_of(read: &impl Read, marking: &Marking) -> Result<Grade> {
    let grades: Vec<Grade> = read.children(marking.submission_id)?;
    let found = grades.into_iter().find(|grade| grade.question_id == marking.question_id);
    found.ok_or_else(|| Error::not_found("answer"))
}

/// # Errors
/// 404 unless it is the caller's.
pub fn get(app: &App, reviewer: &Reviewer, id: MarkingId) -> Result<Marking> {
    own(&app.store.read()?, reviewer, id)
}

/// Answers of this question that the caller still has to score.
///
/// # Errors
/// Storage only.
pub(super) fn left(read: &impl Read, marking: &Marking) -> Result<u64> {
    let Marking { reviewer_id, test_id, question_id, .. } = marking;
    Ok(read.count(&counter::markings_of(*reviewer_id, MarkingList::Waiting, *test_id, question_id))?)
}

/// Scores an answer. Returns how many of its question are left for the caller.
///
/// # Errors
/// 404 unless it is the caller's; 409 `changed_meanwhile` after another score of theirs, or an administrator's; 422.
pub async fn score(app: &App, reviewer: &Reviewer, id: MarkingId, review: ReviewInput) -> Result<u64> {
    let review = review.tidy()?;
    let reviewer = reviewer.clone();
    app.write(&reviewer.clone(), move |w| {
        let mut marking = own(&**w, &reviewer, id)?;
        let grade = grade_of(&**w, &marking)?;
        let is_read = review.version.is_none_or(|read| read == marking.version);
        if marking.state == MarkingState::Closed || !is_read {
            return Err(changed_meanwhile(w, &marking, &grade)?);
        }
        let points = points_of(w, &grade)?;
        let ItemizedScore { verdict, chosen } =
            choice::settle(&**w, &grade, points, review.verdict, review.rubric_items.clone())?;
        verdict.check(points)?;
        require_no_comments(&**w, marking.submission_id, review.comments.as_deref())?;
        marking.chosen = chosen.filter(|_| marking.slot == ScoreSlot::Second);
        if marking.slot == ScoreSlot::First {
            scores::apply(
                w,
                marking.submission_id,
                &marking.question_id,
                ReviewInput { version: None, ..review.clone() },
            )?;
        } else {
            w.audit("submission.second_score", marking.submission_id, &format!("answer {}", grade.place))?;
        }
        marking.score(Given::of(verdict, points, review.comments, w.now));
        marking_sync::scored(w, &mut marking, points)?;
        marking_sync::changed(w, &marking)?;
        left(&**w, &marking)
    })
    .await
}

fn points_of(w: &Work<'_, '_>, grade: &Grade) -> Result<u32> {
    let submission: Submission = w.get(grade.submission_id)?.ok_or_else(|| Error::not_found("answer"))?;
    let paper = w.app.caches.papers.get(&**w, submission.test_id, &submission.paper)?;
    let question = paper.questions.get(grade.place as usize).ok_or_else(|| Error::not_found("answer"))?;
    Ok(question.points)
}

fn changed_meanwhile(w: &Work<'_, '_>, marking: &Marking, grade: &Grade) -> Result<Error> {
    // Never who has given the other score, or when.
    let (by, at) = match (&marking.given, marking.state) {
        (_, MarkingState::Closed) => (name_of(&**w, grade.reviewed_by)?, grade.reviewed_at.unwrap_or(w.now)),
        (Some(given), _) => (name_of(&**w, Some(marking.reviewer_id))?, given.at),
        (None, _) => {
            let did = "has put another answer in its place. Please review it again.";
            return Ok(Error::changed_meanwhile("An administrator".into(), w.now, did));
        }
    };
    Ok(Error::changed_meanwhile(by, at, "has scored this answer in the meantime. Please review it again."))
}
