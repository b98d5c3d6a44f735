//! Searchable text of indexes.

/// Byte offset of the searchable text in index keys of people and invites, after a class and an instant. The text is
/// the e-mail address; for people, the name in lower case follows on a second line.
pub(super) const TEXT_AT: usize = 1 + size_of::<i64>();
