//! Golden bytes of reviewing.

use super::tests::{AT, Sample, id, sample};
use crate::{
    domain::{
        assignment::{AssignmentItem, Assignments, ScoreSlot},
        marking::{ComparedScores, Given, Marking, MarkingState, ScoreComparison},
        rubric::RubricChoice,
        submission::GradeStatus,
    },
    store::codec,
};

pub(super) fn samples() -> Vec<Sample> {
    let first = AssignmentItem { reviewer_id: id(1), question_id: None, share: 2, slot: ScoreSlot::First };
    let second =
        AssignmentItem { reviewer_id: id(2), question_id: Some("q2".into()), share: 1, slot: ScoreSlot::Second };
    let assignments =
        Assignments { test_id: id(3), items: vec![first, second], version: 4, dealt: 3, by: Some(id(1)), at: AT };
    let given = Given { status: GradeStatus::Partial, points: 2.5, comments: Some("well said".into()), at: AT };
    let marking = Marking {
        id: id(9),
        submission_id: id(5),
        test_id: id(3),
        question_id: "q2".into(),
        reviewer_id: id(2),
        slot: ScoreSlot::Second,
        of_question: true,
        dealt_by: 4,
        state: MarkingState::Done,
        given: Some(given),
        compared: Some(ComparedScores { first: 3.0, of: 5, outcome: ScoreComparison::ToSettle }),
        chosen: Some(RubricChoice {
            submission_id: id(5),
            question_id: "q2".into(),
            test_id: id(3),
            items: vec![id(7)],
            is_overridden: false,
        }),
        version: 2,
    };
    vec![sample("assignments", &assignments), sample("markings", &marking)]
}

/// Variants are stored by position: append new ones at the end.
#[test]
fn variants_keep_their_numbers() {
    fn numbers<T: serde::Serialize, const N: usize>(values: [T; N]) -> [u8; N] {
        values.map(|value| codec::encode_as(0, &value).unwrap()[1])
    }
    assert_eq!(numbers([ScoreSlot::First, ScoreSlot::Second]), [0, 1]);
    assert_eq!(numbers([MarkingState::Waiting, MarkingState::Done, MarkingState::Closed]), [0, 1, 2]);
    assert_eq!(numbers([ScoreComparison::Agreed, ScoreComparison::ToSettle, ScoreComparison::Settled]), [0, 1, 2]);
}
