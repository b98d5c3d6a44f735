//! The language of what people read: mails, and the dates in them.

/// A language that is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
}

impl Language {
    /// Language tag (BCP 47), and the folder of its mail templates.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
        }
    }
}
