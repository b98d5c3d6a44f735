//! How somebody outside is made use of.

/// At once, and of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Once,
    Twice,
    /// Three hundred times at once.
    Many,
    /// One thing by two administrators at once.
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
