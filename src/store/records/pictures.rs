//! Pictures of questions.

use super::{Index, IndexEntry, Record, Table};
use crate::{
    domain::{
        Instant, PictureHash,
        picture::{Picture, PictureFile},
    },
    store::{DecodeKey, EncodeKey, Key, KeyReader, StoreError},
};

pub const PICTURES_BY_USE: Index<Picture, Instant> = Index::plain("question_pictures_by_use");

impl EncodeKey for PictureHash {
    fn encode(&self, key: Key) -> Key {
        key.bytes32(&self.0)
    }
}

impl DecodeKey for PictureHash {
    fn decode(key: &mut KeyReader<'_>) -> Result<Self, StoreError> {
        key.bytes32().map(Self)
    }
}

impl Record for Picture {
    const TABLE: Table = Table("question_pictures");
    const VERSION: u8 = 1;
    key!(self: PictureHash = self.hash);
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![PICTURES_BY_USE.entry(self.used_at)]
    }
}

impl Record for PictureFile {
    const TABLE: Table = Table("question_picture_files");
    const VERSION: u8 = 1;
    key!(self: PictureHash = self.hash);
}
