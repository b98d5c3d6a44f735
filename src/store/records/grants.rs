//! Roles that people were given: a record per person.

use super::{Record, Table};
use crate::domain::{UserId, grants::Grants};

impl Record for Grants {
    const TABLE: Table = Table("grants");
    const VERSION: u8 = 1;
    key!(self: UserId = self.user_id);
}
