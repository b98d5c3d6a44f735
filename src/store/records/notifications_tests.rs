//! Golden bytes of notifications.

use super::tests::{AT, Sample, id, sample};
use crate::{
    domain::{
        notification::{Notification, NotificationKind, ReadMarks},
        sentence::{InWords, Sentence, SentenceValue},
    },
    store::codec,
};

pub(super) fn samples() -> Vec<Sample> {
    let said = Sentence::new(
        "scheduled",
        "{name} has scheduled the test '{title}' for {when}.",
        [("name", "Cora Candidate".into()), ("title", "Backend".into()), ("when", InWords(AT, Some("UTC")).into())],
    );
    let notification = Notification {
        id: id(8),
        kind: NotificationKind::InviteScheduled,
        message: said.english,
        invite_id: id(4),
        applicant_id: id(1),
        applicant_email: "cora@example.org".into(),
        submission_id: Some(id(5)),
        created_at: AT,
        parts: said.parts,
    };
    let marks =
        ReadMarks { user_id: id(1), cleared_to: Some(id(6)), read_to: Some(id(7)), read: vec![notification.id] };
    vec![sample("notifications", &notification), sample("read marks", &marks)]
}

#[test]
fn variants_keep_their_numbers() {
    let values = [
        SentenceValue::Text("a".into()),
        SentenceValue::Count(1),
        SentenceValue::At(AT, None),
        SentenceValue::Seconds(1),
        SentenceValue::Sentence(Vec::new()),
    ];
    for (place, value) in values.iter().enumerate() {
        assert_eq!(usize::from(codec::encode_as(0, value).unwrap()[1]), place);
    }
}
