//! Record of backups.

use super::key;
use crate::{
    domain::upkeep::Upkeep,
    store::{Record, Table},
};

impl Record for Upkeep {
    const TABLE: Table = Table("upkeep");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        key::SINGLE.to_vec()
    }
}
