//! Golden bytes of rules for data that ends, holds, and figures of results that ended.

use super::tests::{AT, Sample, id, sample};
use crate::domain::retention::{
    DeletedSoFar, Hold, HoldSubject, PastFigures, RetentionKind, RetentionLook, RetentionRules,
};

pub(super) fn samples() -> Vec<Sample> {
    let site = [(RetentionKind::Screenshots, Some(30)), (RetentionKind::People, None)].into();
    let own = [(RetentionKind::Answers, Some(365)), (RetentionKind::Timeline, None), (RetentionKind::Mails, Some(1))];
    let rules = RetentionRules { site, tests: [(id(3), own.into())].into() };
    let hold = |number, subject| Hold { id: id(number), subject, reason: "a lawsuit".into(), by: Some(id(1)), at: AT };
    let mut past = PastFigures::new(id(3));
    past.add(62.5);
    let (swept, invites) = ([(RetentionKind::Mails, 300)].into(), [(id(2), 7)].into());
    vec![
        sample("retention rules", &rules),
        sample("retention look", &RetentionLook { at: AT, has_swept: true }),
        sample("counts of deletions", &DeletedSoFar { swept, invites }),
        sample("holds", &hold(21, HoldSubject::Person(id(2)))),
        sample("holds of invites", &hold(22, HoldSubject::Invite(id(4)))),
        sample("holds of tests", &Hold { by: None, ..hold(23, HoldSubject::Test(id(3))) }),
        sample("past figures", &past),
    ]
}
