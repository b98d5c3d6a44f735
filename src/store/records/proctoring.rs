//! Records of proctors and the server about an attempt.

use super::{Record, Table};
use crate::domain::{
    AttemptId, MessageId, ScreenshotId,
    message::ProctorMessage,
    screenshot::{Screenshot, ScreenshotPicture},
    timeline::{TimelineEvent, TimelineHead},
};

impl Record for TimelineEvent {
    const TABLE: Table = Table("timeline");
    const VERSION: u8 = 1;
    type Id<'k> = (AttemptId, u32);
    fn id(&self) -> Self::Id<'_> {
        (self.attempt_id, self.number)
    }
}

impl Record for TimelineHead {
    const TABLE: Table = Table("timeline_heads");
    const VERSION: u8 = 1;
    type Id<'k> = AttemptId;
    fn id(&self) -> Self::Id<'_> {
        self.attempt_id
    }
}

impl Record for ProctorMessage {
    const TABLE: Table = Table("messages");
    const VERSION: u8 = 1;
    type Id<'k> = (AttemptId, MessageId);
    fn id(&self) -> Self::Id<'_> {
        (self.attempt_id, self.id)
    }
}

impl Record for Screenshot {
    const TABLE: Table = Table("screenshots");
    const VERSION: u8 = 1;
    type Id<'k> = (AttemptId, ScreenshotId);
    fn id(&self) -> Self::Id<'_> {
        (self.attempt_id, self.id)
    }
}

/// Stored apart from its [`Screenshot`], so that lists do not read image data.
impl Record for ScreenshotPicture {
    const TABLE: Table = Table("pictures");
    const VERSION: u8 = 1;
    type Id<'k> = (AttemptId, ScreenshotId);
    fn id(&self) -> Self::Id<'_> {
        (self.attempt_id, self.id)
    }
}
