//! Key encodings of ids and of other parts of keys. Stored: they never change.

use crate::{
    domain::{
        ApiTokenId, AttemptId, ClipId, DeliveryId, ExamSessionId, HoldId, ImportId, Instant, InviteId, JobId, MailId,
        MarkingId, MessageId, NoteId, NotificationId, OutageId, QuestionId, RunnerTokenId, ScreenshotId, SessionId,
        ShareId, TestId, UserId, WebhookId,
        attempt::Lateness,
        decision::DecisionValue,
        list::{InviteClass, Review, Scope},
        marking::{MarkingList, ScoreComparison},
        notification::NotificationKind,
        signal::SignalKind,
        user::Role,
    },
    store::{DecodeKey, EncodeKey, Key, KeyReader, StoreError, decode_body},
};

macro_rules! ids {
    ($($id:ident),+ $(,)?) => {$(
        impl EncodeKey for $id {
            fn encode(&self, key: Key) -> Key {
                key.id(self.0)
            }
        }
        impl DecodeKey for $id {
            fn decode(key: &mut KeyReader<'_>) -> Result<Self, StoreError> {
                key.id().map(Self)
            }
        }
    )+};
}
ids!(
    UserId,
    SessionId,
    TestId,
    ImportId,
    JobId,
    InviteId,
    AttemptId,
    MailId,
    NotificationId,
    MessageId,
    ScreenshotId,
    ClipId,
    NoteId,
    MarkingId,
    OutageId,
    QuestionId,
    ShareId,
    RunnerTokenId,
    ApiTokenId,
    HoldId,
    ExamSessionId,
    WebhookId,
    DeliveryId,
);

/// Enumerations that a key holds as the number of the variant.
macro_rules! numbered {
    ($($name:ty),+ $(,)?) => {$(
        impl EncodeKey for $name {
            fn encode(&self, key: Key) -> Key {
                key.u8(*self as u8)
            }
        }
    )+};
}
numbered!(InviteClass, Review, NotificationKind, SignalKind, DecisionValue, MarkingList, ScoreComparison,);

impl DecodeKey for SignalKind {
    fn decode(key: &mut KeyReader<'_>) -> Result<Self, StoreError> {
        // The codec also stores a variant as its number.
        decode_body(&[key.u8()?])
    }
}

impl EncodeKey for Instant {
    fn encode(&self, key: Key) -> Key {
        key.i64(self.as_millis())
    }
}

impl DecodeKey for Instant {
    fn decode(key: &mut KeyReader<'_>) -> Result<Self, StoreError> {
        key.i64().map(Self::from_millis)
    }
}

impl EncodeKey for Role {
    fn encode(&self, key: Key) -> Key {
        key.u8(match self {
            Self::Admin => 0,
            Self::Applicant => 1,
            Self::Reviewer => 2,
            Self::Staff => 3,
        })
    }
}

impl EncodeKey for Scope {
    fn encode(&self, key: Key) -> Key {
        match self {
            Self::All => key.u8(0),
            Self::Test(id) => key.u8(1).id(id.0),
        }
    }
}

/// Id of the record in a table with one record (singleton).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Single;

impl EncodeKey for Single {
    fn encode(&self, key: Key) -> Key {
        key.u8(0)
    }
}

/// Place of a late answer among those of its question: one of each kind, but every replaced one.
#[derive(Clone, Copy, Debug)]
pub struct LatePlace {
    pub lateness: Lateness,
    /// Counts for replaced answers only.
    pub seq: u64,
}

impl EncodeKey for LatePlace {
    fn encode(&self, key: Key) -> Key {
        match self.lateness {
            Lateness::AfterEnd => key.u8(0),
            Lateness::OtherBrowser => key.u8(1),
            Lateness::Replaced => key.u8(2).u64(self.seq),
            Lateness::File => key.u8(3),
            Lateness::Section => key.u8(4),
        }
    }
}
