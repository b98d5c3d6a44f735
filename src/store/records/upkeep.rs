//! Record of backups.

use super::Single;
use crate::{
    domain::upkeep::Upkeep,
    store::{Record, Table},
};

impl Record for Upkeep {
    const TABLE: Table = Table("upkeep");
    const VERSION: u8 = 1;
    type Id<'k> = Single;
    fn id(&self) -> Single {
        Single
    }
}
