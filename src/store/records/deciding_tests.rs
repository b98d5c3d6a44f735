//! Golden bytes of deciding.

use super::tests::{AT, Sample, id, sample};
use crate::{
    domain::{
        decision::{Decision, DecisionValue, Letter, Note, PassMark, Percent, ReportedDecision, SectionMark},
        mail::MailKind,
    },
    store::codec,
};

pub(super) fn samples() -> Vec<Sample> {
    let told = vec![ReportedDecision { value: DecisionValue::Shortlist, at: AT }];
    let decision = Decision {
        submission_id: id(5),
        test_id: id(3),
        value: Some(DecisionValue::Hold),
        reason: "one more talk".into(),
        by: Some(id(1)),
        at: AT,
        version: 3,
        told,
    };
    let letter = Letter {
        submission_id: id(5),
        value: DecisionValue::Shortlist,
        template: [4; 32],
        mail_id: id(6),
        subject: "Your test".into(),
        body: "Dear Cora,\nwelcome.".into(),
    };
    let sections = vec![SectionMark { section: "SQL".into(), percent: Percent::ZERO }];
    let percent = Percent::new(66.667).ok();
    vec![
        sample("pass marks", &PassMark { test_id: id(3), percent, version: 2, by: Some(id(1)), at: AT, sections }),
        sample("decisions", &decision),
        sample("notes", &Note { submission_id: id(5), id: id(8), text: "calm".into(), by: None, at: AT }),
        sample("letters", &letter),
    ]
}

/// Variants are stored by position: append new ones at the end.
#[test]
fn variants_keep_their_numbers() {
    let number = |bytes: Vec<u8>| bytes[1];
    let values = [DecisionValue::Shortlist, DecisionValue::Hold, DecisionValue::Reject];
    assert_eq!(values.map(|value| number(codec::encode_as(0, &value).unwrap())), [0, 1, 2]);
    let kinds = [MailKind::Closing, MailKind::EndMoved, MailKind::Decision];
    assert_eq!(kinds.map(|kind| number(codec::encode_as(0, &kind).unwrap())), [4, 5, 6]);
}
