//! Searchable text of indexes.

/// The searchable text of people and invites: the email address, and the name in lower case on a second line.
pub(super) fn searchable(email: &str, name: &str) -> String {
    format!("{email}\n{}", name.to_lowercase())
}

/// Byte offset of the searchable text in index keys of people and invites, after a class and an instant.
pub(super) const TEXT_AT: usize = 1 + size_of::<i64>();
