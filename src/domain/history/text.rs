//! A text that is edited, as the browser counts: in UTF-16 code units.

/// Two stacks around the place of the latest change, so that typing in a long text moves little.
pub(super) struct EditedText {
    left: Vec<u16>,
    /// The rest of the input, the last unit first.
    right: Vec<u16>,
    /// Units that were moved so far.
    moved: usize,
}

/// Units that the changes of one save may move: some milliseconds. A page's edits move a small part of it.
const MAX_MOVED: usize = 4 * 1024 * 1024;

const fn is_low_surrogate(unit: u16) -> bool {
    unit >= 0xdc00 && unit <= 0xdfff
}

impl EditedText {
    pub fn of(text: &str) -> Self {
        Self { left: text.encode_utf16().collect(), right: Vec::new(), moved: 0 }
    }

    /// Replaces `deleted` units from `position` on. Returns false, for the whole text is then of no use, where there are not
    /// so many, where a surrogate pair would be split, or where the changes move too much.
    pub fn change(&mut self, position: u32, deleted: u32, inserted: &str) -> bool {
        if !self.go_to(position as usize) || self.splits_a_pair() {
            return false;
        }
        let Some(left) = self.right.len().checked_sub(deleted as usize) else { return false };
        self.right.truncate(left);
        if self.splits_a_pair() {
            return false;
        }
        self.left.extend(inserted.encode_utf16());
        true
    }

    fn go_to(&mut self, position: usize) -> bool {
        let length = self.left.len();
        if position > length + self.right.len() {
            return false;
        }
        self.moved += position.abs_diff(length);
        if self.moved > MAX_MOVED {
            return false;
        }
        if position <= length {
            self.right.extend(self.left.drain(position..).rev());
        } else {
            let from = self.right.len() - (position - length);
            self.left.extend(self.right.drain(from..).rev());
        }
        true
    }

    /// Whether what follows begins with the second half of a character.
    fn splits_a_pair(&self) -> bool {
        self.right.last().copied().is_some_and(is_low_surrogate)
    }

    pub fn is(&self, text: &str) -> bool {
        self.left.iter().copied().chain(self.right.iter().rev().copied()).eq(text.encode_utf16())
    }

    pub fn read(&self) -> String {
        let units: Vec<u16> = self.left.iter().copied().chain(self.right.iter().rev().copied()).collect();
        String::from_utf16_lossy(&units)
    }

    pub fn into_string(mut self) -> String {
        self.left.extend(self.right.drain(..).rev());
        String::from_utf16_lossy(&self.left)
    }
}
