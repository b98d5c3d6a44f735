//! Golden bytes of rubrics.

use super::tests::{AT, Sample, id, sample};
use crate::{
    domain::{
        question::Thousandths,
        rubric::{Rubric, RubricChoice, RubricItem, RubricMode},
    },
    store::codec,
};

pub(super) fn samples() -> Vec<Sample> {
    let item = |n, points| RubricItem { id: id(n), text: "names a cause".into(), points: Thousandths(points) };
    let rubric = Rubric {
        test_id: id(3),
        question_id: "q2".into(),
        mode: RubricMode::Deduct,
        items: vec![item(11, 500), item(12, 2_000)],
        model_answer: "Because of the lock.".into(),
        notes: "Be kind.".into(),
        snippets: vec!["Well argued.".into()],
        by: Some(id(1)),
        at: AT,
        version: 2,
        applied: 2,
    };
    let to_apply = Rubric { applied: 1, ..rubric.clone() };
    let chosen = RubricChoice {
        submission_id: id(5),
        question_id: "q2".into(),
        test_id: id(3),
        items: vec![id(11), id(12)],
        is_overridden: false,
    };
    let overridden = RubricChoice { is_overridden: true, ..chosen.clone() };
    vec![
        sample("rubrics", &rubric),
        sample("rubrics to apply", &to_apply),
        sample("chosen rubric items", &chosen),
        sample("chosen rubric items that were overridden", &overridden),
    ]
}

/// Variants are stored by position: append new ones at the end.
#[test]
fn variants_keep_their_numbers() {
    let number = |bytes: Vec<u8>| bytes[1];
    assert_eq!([RubricMode::Add, RubricMode::Deduct].map(|mode| number(codec::encode_as(0, &mode).unwrap())), [0, 1]);
}
