//! Ways in which an external party is used.

/// Number and kind of concurrent calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Once,
    Twice,
    /// 300 concurrent calls.
    Many,
    /// The same call by two administrators at once.
    Same,
}

impl Use {
    pub const ALL: [Self; 4] = [Self::Once, Self::Twice, Self::Same, Self::Many];

    pub const fn times(self) -> usize {
        match self {
            Self::Once => 1,
            Self::Twice | Self::Same => 2,
            Self::Many => 300,
        }
    }
}
