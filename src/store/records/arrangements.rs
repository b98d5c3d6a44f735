//! Accommodations of invites.

use super::{Record, Table};
use crate::domain::{InviteId, arrangement::Arrangement};

impl Record for Arrangement {
    const TABLE: Table = Table("arrangements");
    const VERSION: u8 = 1;
    type Id<'k> = InviteId;
    fn id(&self) -> Self::Id<'_> {
        self.invite_id
    }
}
