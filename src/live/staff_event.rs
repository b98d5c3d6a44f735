//! Events for staff, and which capabilities are told of each: one table. A stream gets an event once, by whichever of its
//! capabilities.

use super::hub::{Audience, Event};
use crate::domain::permission::Capability;
use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaffEvent {
    InviteChanged,
    AttemptChanged,
    VideoChanged,
    AnswersSaved,
    SignalAdded,
    Notification,
    OutageChanged,
    SubmissionScored,
    SubmissionDecided,
    PassMarkChanged,
    AssignmentsChanged,
    RepairsChanged,
    SimilarityChanged,
    RubricChanged,
    AnonymityChanged,
}

const WATCH: Audience = Audience::Staff(Capability::Watch);
const INVITE: Audience = Audience::Staff(Capability::Invite);
const READ_RESULTS: Audience = Audience::Staff(Capability::ReadResults);
const SCORE: Audience = Audience::Staff(Capability::Score);
const OVERSEE: Audience = Audience::Staff(Capability::Oversee);

impl StaffEvent {
    const fn row(self) -> (&'static str, &'static [Audience]) {
        match self {
            Self::InviteChanged => ("invite.changed", &[WATCH, INVITE, OVERSEE]),
            Self::AttemptChanged => ("attempt.changed", &[WATCH, INVITE, OVERSEE]),
            Self::VideoChanged => ("video.changed", &[WATCH]),
            Self::AnswersSaved => ("answers.saved", &[WATCH]),
            Self::SignalAdded => ("signal.added", &[WATCH]),
            Self::Notification => ("notification", &[OVERSEE]),
            Self::OutageChanged => ("outage.changed", &[WATCH]),
            Self::SubmissionScored => ("submission.scored", &[READ_RESULTS]),
            Self::SubmissionDecided => ("submission.decided", &[READ_RESULTS]),
            Self::PassMarkChanged => ("pass_mark.changed", &[READ_RESULTS]),
            Self::AssignmentsChanged => ("assignments.changed", &[SCORE]),
            Self::RepairsChanged => ("repairs.changed", &[READ_RESULTS]),
            Self::SimilarityChanged => ("similarity.changed", &[READ_RESULTS]),
            Self::RubricChanged => ("rubric.changed", &[READ_RESULTS]),
            Self::AnonymityChanged => ("anonymity.changed", &[READ_RESULTS]),
        }
    }

    #[must_use]
    pub const fn audience(self) -> &'static [Audience] {
        self.row().1
    }

    #[must_use]
    pub const fn with(self, data: Value) -> Event {
        Event::new(self.row().0, data)
    }
}
