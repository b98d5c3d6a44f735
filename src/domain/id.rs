//! Id newtypes over UUID version 7 (RFC 9562), so that ids sort by creation time.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use uuid::Uuid;

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { self.0.fmt(f) }
        }
        impl FromStr for $name {
            type Err = uuid::Error;
            fn from_str(text: &str) -> Result<Self, uuid::Error> { Uuid::parse_str(text).map(Self) }
        }
        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self { Self(id) }
        }
    )+};
}

id! {
    /// An account, or an invited person without an account.
    UserId,
    /// A signed-in session; the `sid` of an access token.
    SessionId,
    /// A test.
    TestId,
    /// A background job; a later one has a larger id.
    JobId,
    /// An import of several tests that is being written.
    ImportId,
    /// An invite of one person to one test.
    InviteId,
    /// An attempt. Its submission has the same id.
    AttemptId,
    /// A mail in the outbox.
    MailId,
    /// A notification; a later one has a larger id.
    NotificationId,
    /// A media session: of a candidate's page or of an administrator's page.
    MediaSessionId,
    /// A message from an admin to the page of a running attempt.
    MessageId,
    /// A screenshot that an admin took of the live video.
    ScreenshotId,
    /// A clip of video around a flag.
    ClipId,
    /// A run of a candidate's code.
    RunId,
    /// A question of the bank.
    QuestionId,
    /// A private note on a submission; a later one has a larger id.
    NoteId,
    /// A read-only link to results.
    ShareId,
    /// An answer that was dealt to someone; random.
    MarkingId,
    /// A repair of a question's key; a later one has a larger id.
    RepairId,
    /// An outage: time that candidates lost together.
    OutageId,
    /// An item of a rubric.
    RubricItemId,
    /// The token of a code runner on another machine.
    RunnerTokenId,
    /// The token of a program that calls the API.
    ApiTokenId,
    /// A hold, which keeps data from ending.
    HoldId,
    /// An exam session: a group of invites that one room takes together.
    ExamSessionId,
    /// A rehearsal of an exam session that runs.
    RehearsalId,
    /// A webhook.
    WebhookId,
    /// A delivery of a webhook; a later one has a larger id.
    DeliveryId,
}
