//! Errors of the sandbox: what was being done, and the cause.

use std::fmt::Display;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SandboxError(String);

pub type Result<T> = std::result::Result<T, SandboxError>;

impl SandboxError {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// Adds to an error what was being done.
pub trait During<T> {
    /// # Errors
    /// The same, as `doing: cause`.
    fn during(self, doing: &str) -> Result<T>;
}

impl<T, E: Display> During<T> for std::result::Result<T, E> {
    fn during(self, doing: &str) -> Result<T> {
        self.map_err(|cause| SandboxError(format!("{doing}: {cause}")))
    }
}
