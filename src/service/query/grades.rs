//! Grades of a submission, as statistics and exports count them.

use crate::{
    domain::{
        Result,
        judging::{Judging, JudgingState},
        submission::{Grade, GradeStatus, Submission},
    },
    store::Read,
};

/// An answer whose code waits for a verdict is pending, also where an earlier verdict gave it points.
///
/// # Errors
/// Storage only.
pub fn settled(read: &impl Read, submission: &Submission) -> Result<Vec<Grade>> {
    let mut grades: Vec<Grade> = read.children(submission.id)?;
    if !submission.waits_for_judging() {
        return Ok(grades);
    }
    let judgings: Vec<Judging> = read.children(submission.id)?;
    let waits = |id: &str| judgings.iter().any(|one| one.question_id == id && one.state != JudgingState::Done);
    for grade in grades.iter_mut().filter(|grade| !grade.needs_no_verdict() && waits(&grade.question_id)) {
        (grade.status, grade.earned) = (GradeStatus::Pending, 0.0);
    }
    Ok(grades)
}
