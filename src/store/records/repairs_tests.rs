//! Golden bytes of repairs.

use super::tests::{AT, Sample, id, sample};
use crate::{
    domain::{
        question::GradeStatus,
        repair::{Repair, RepairAction, Repairs, Undone},
        time::MINUTE,
    },
    store::codec,
};

pub(super) fn samples() -> Vec<Sample> {
    let undone = Repair {
        id: id(9),
        question_id: "q2".into(),
        action: RepairAction::NewKey,
        value: Some("4".into()),
        reason: "two and two".into(),
        by: Some(id(1)),
        at: AT,
        undone: Some(Undone { by: None, at: AT.plus(MINUTE) }),
        versions: vec![2],
        contents: vec![[7; 32]],
    };
    let void = Repair { id: id(10), action: RepairAction::Void, value: None, undone: None, ..undone.clone() };
    let applied = Repairs { test_id: id(3), list: vec![undone, void], version: 3, applied: 3 };
    let to_apply = Repairs { applied: 2, ..applied.clone() };
    vec![sample("repairs", &applied), sample("repairs to apply", &to_apply)]
}

/// Variants are stored by position: append new ones at the end.
#[test]
fn variants_keep_their_numbers() {
    let number = |bytes: Vec<u8>| bytes[1];
    let actions = [RepairAction::AlsoAccept, RepairAction::NewKey, RepairAction::FullMarks, RepairAction::Void];
    assert_eq!(actions.map(|action| number(codec::encode_as(0, &action).unwrap())), [0, 1, 2, 3]);
    let statuses =
        [GradeStatus::Pending, GradeStatus::Correct, GradeStatus::Wrong, GradeStatus::Partial, GradeStatus::Void];
    assert_eq!(statuses.map(|status| number(codec::encode_as(0, &status).unwrap())), [0, 1, 2, 3, 4]);
}
