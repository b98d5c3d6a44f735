//! A test with many submissions, to be ranked.

use super::filled::{AnyError, BATCH, Site, id, small};
use invigil::{
    domain::{
        UserId,
        assignment::{Assignments, ScoreSlot},
        marking::{Given, Marking, MarkingState},
        paper::Paper,
        submission::{Grade, GradeStatus, ScoringStatus, Submission},
        test::Test,
        time::{SECOND, SignedDuration},
    },
    store::{Read, Tx},
};
use uuid::Uuid;

/// Answers of a ranked submission that have a score.
const RANKED_GRADES: usize = 4;

/// Those who score the essays.
pub const REVIEWERS: [UserId; 3] = [UserId(Uuid::from_u128(1)), UserId(Uuid::from_u128(2)), UserId(Uuid::from_u128(3))];

/// The essay of a submission, in the hands of one of them.
fn marking(site: &Site, of: &Submission, essay: &Grade, n: usize) -> Marking {
    let given = Given { status: GradeStatus::Correct, points: 2.0, comments: None, at: of.submitted_at };
    let waits = of.waits_for_review();
    Marking {
        id: site.app.new_id(),
        submission_id: of.id,
        test_id: of.test_id,
        question_id: essay.question_id.clone(),
        reviewer_id: REVIEWERS[n % REVIEWERS.len()],
        slot: ScoreSlot::First,
        of_question: false,
        dealt_by: 1,
        state: if waits { MarkingState::Waiting } else { MarkingState::Done },
        given: (!waits).then_some(given),
        compared: None,
        chosen: None,
        version: 1,
    }
}

/// Adds a test with this number of submissions, at this distance. Returns its id.
pub async fn fill(site: &Site, rows: usize, apart: SignedDuration) -> Result<String, AnyError> {
    let (test, mut submission, paper, grades) = {
        let read = site.app.store.read()?;
        let test: Test = read.records()?.into_iter().next().ok_or("no test")?;
        let submission: Submission = read.records_after(None, 1)?.remove(0);
        let paper: Paper = read.records()?.into_iter().next().ok_or("no paper")?;
        let grades: Vec<Grade> = read.records_after(None, RANKED_GRADES)?;
        (test, submission, paper, grades)
    };
    let now = site.app.now();
    let test = Test { id: id(now, rows), title: "Ranked".into(), ..test };
    let (test_id, paper) = (test.id, Paper { test_id: test.id, ..paper });
    submission.paper = paper.hash;
    let plan = Assignments { version: 1, dealt: 1, ..Assignments::none(test_id) };
    site.app.store.write(move |tx| tx.put(&test).and_then(|()| tx.put(&paper)).and_then(|()| tx.put(&plan))).await?;
    for from in (0..rows).step_by(BATCH) {
        let part: Vec<_> = (from..rows.min(from + BATCH))
            .map(|n| {
                let spread = (n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let at = now.plus(-i32::try_from(rows - n).unwrap_or_default() * apart);
                let waits = n.is_multiple_of(10);
                let ranked = Submission {
                    id: site.app.new_id(),
                    test_id,
                    applicant_name: format!("Person {spread:x}"),
                    applicant_email: format!("{spread:016x}@example.org"),
                    started_at: at.plus(-i32::try_from(spread % 3_600).unwrap_or_default() * SECOND),
                    submitted_at: at,
                    auto_earned: f64::from(small(usize::try_from(spread >> 40).unwrap_or_default(), 21)),
                    status: if waits { ScoringStatus::NeedsReview } else { ScoringStatus::FullyReviewed },
                    ..submission.clone()
                };
                let of = |grade: &Grade| Grade {
                    submission_id: ranked.id,
                    test_id,
                    earned: f64::from(small(n, 3)),
                    ..grade.clone()
                };
                (grades.iter().map(of).collect::<Vec<_>>(), marking(site, &ranked, &grades[0], n), ranked)
            })
            .collect();
        let put = move |tx: &mut Tx<'_>| {
            part.iter().try_for_each(|(grades, marking, submission)| {
                grades.iter().try_for_each(|grade| tx.put(grade))?;
                tx.put(marking)?;
                tx.put(submission)
            })
        };
        site.app.store.write(put).await?;
    }
    Ok(test_id.to_string())
}
