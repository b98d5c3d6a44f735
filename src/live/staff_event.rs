//! Events for staff, and which capabilities receive each: one table. A stream gets an event once, by whichever of its
//! capabilities.

use super::{
    hub::{Audience, Event},
    throttle::AboutPerson,
};
use crate::domain::{
    InviteId, TestId,
    permission::{Capability, Rights, Scope},
};
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
    SessionChanged,
    QuestionChanged,
    SubmissionScored,
    SubmissionDecided,
    PassMarkChanged,
    AssignmentsChanged,
    RepairsChanged,
    SimilarityChanged,
    RubricChanged,
    AnonymityChanged,
}

use Capability::{Invite, Oversee, ReadResults, Score, Watch};

impl StaffEvent {
    const fn row(self) -> (&'static str, &'static [Capability]) {
        match self {
            Self::InviteChanged => ("invite.changed", &[Watch, Invite, Oversee]),
            Self::AttemptChanged => ("attempt.changed", &[Watch, Invite, Oversee]),
            Self::VideoChanged => ("video.changed", &[Watch]),
            Self::AnswersSaved => ("answers.saved", &[Watch]),
            Self::SignalAdded => ("signal.added", &[Watch]),
            Self::Notification => ("notification", &[Oversee]),
            Self::OutageChanged => ("outage.changed", &[Watch]),
            Self::SessionChanged => ("session.changed", &[Watch]),
            Self::QuestionChanged => ("question.changed", &[Watch]),
            Self::SubmissionScored => ("submission.scored", &[ReadResults]),
            Self::SubmissionDecided => ("submission.decided", &[ReadResults]),
            Self::PassMarkChanged => ("pass_mark.changed", &[ReadResults]),
            Self::AssignmentsChanged => ("assignments.changed", &[Score]),
            Self::RepairsChanged => ("repairs.changed", &[ReadResults]),
            Self::SimilarityChanged => ("similarity.changed", &[ReadResults]),
            Self::RubricChanged => ("rubric.changed", &[ReadResults]),
            Self::AnonymityChanged => ("anonymity.changed", &[ReadResults]),
        }
    }

    /// The recipients of an event about a test.
    #[must_use]
    pub fn about(self, test: TestId) -> Vec<Audience> {
        let receiving = self.row().1.iter();
        receiving.flat_map(|held| [Audience::Staff(*held), Audience::StaffOf(*held, test)]).collect()
    }

    /// The recipients of an event about the whole site.
    #[must_use]
    pub fn about_the_site(self) -> Vec<Audience> {
        self.row().1.iter().map(|held| Audience::Staff(*held)).collect()
    }

    /// Returns those who have a capability for some tests, for events that must not say what they are about.
    #[must_use]
    pub fn about_something(self) -> Vec<Audience> {
        self.row().1.iter().map(|held| Audience::SomeStaff(*held)).collect()
    }

    #[must_use]
    pub const fn with(self, data: Value) -> Event {
        Event::new(self.row().0, data)
    }

    /// An event about one person.
    #[must_use]
    pub fn of(self, invite: InviteId, data: Value) -> Event {
        self.with(data).about(AboutPerson { invite, held: self.row().1 })
    }
}

/// The audiences of an account with these rights.
#[must_use]
pub fn audiences(rights: &Rights) -> Vec<Audience> {
    let mut all = Vec::new();
    for held in Capability::ALL {
        match rights.scope(held) {
            None => {}
            Some(Scope::All) => all.push(Audience::Staff(held)),
            Some(Scope::Tests(tests)) => {
                all.push(Audience::SomeStaff(held));
                all.extend(tests.into_iter().map(|test| Audience::StaffOf(held, test)));
            }
        }
    }
    all
}
