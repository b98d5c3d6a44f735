//! The edits between two saves, as the page sends them and the server keeps them (`docs/evidence.md#edits`).

use super::{
    EditSource,
    text::EditedText,
    varint::{self, VarintReader},
};
use crate::domain::time::SignedDuration;

const VERSION: u8 = 1;
/// Unit of the times: too coarse to recognise a person by the rhythm of the keys.
pub const TICK: SignedDuration = SignedDuration::from_millis(50);

/// One change. Position and length count UTF-16 code units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// [`TICK`]s since the previous one.
    pub ticks: u64,
    pub source: EditSource,
    pub position: u32,
    pub deleted: u32,
    pub inserted: String,
}

/// Edits in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edits {
    /// Number of the save from whose text they start; 0 for the empty text.
    pub base_seq: u64,
    /// [`TICK`]s from the start of the attempt to the first one.
    pub start: u64,
    pub edits: Vec<Edit>,
}

impl EditSource {
    const ALL: [Self; 6] = [Self::Typed, Self::Pasted, Self::Dropped, Self::Undone, Self::Program, Self::Choice];
}

fn edit(from: &mut VarintReader<'_>) -> Option<Edit> {
    Some(Edit {
        ticks: from.number()?,
        source: *EditSource::ALL.get(usize::from(from.byte()?))?,
        position: from.number32()?,
        deleted: from.number32()?,
        inserted: from.text()?.to_owned(),
    })
}

impl Edits {
    /// Decodes them; `None` if they are malformed.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut from = VarintReader(bytes);
        if from.byte()? != VERSION {
            return None;
        }
        let (base_seq, start) = (from.number()?, from.number()?);
        let mut edits = Vec::new();
        while !from.is_at_end() {
            edits.push(edit(&mut from)?);
        }
        Some(Self { base_seq, start, edits })
    }

    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = vec![VERSION];
        varint::put(&mut out, self.base_seq);
        varint::put(&mut out, self.start);
        for Edit { ticks, source, position, deleted, inserted } in &self.edits {
            varint::put(&mut out, *ticks);
            out.push(*source as u8);
            varint::put(&mut out, (*position).into());
            varint::put(&mut out, (*deleted).into());
            varint::put_bytes(&mut out, inserted.as_bytes());
        }
        out
    }

    /// Whether they lead from one text to the other.
    #[must_use]
    pub fn lead(&self, from: &str, to: &str) -> bool {
        let mut text = EditedText::of(from);
        self.edits.iter().all(|edit| text.change(edit.position, edit.deleted, &edit.inserted)) && text.is(to)
    }

    /// Whether all of them lie within a time that an attempt can take.
    #[must_use]
    pub fn are_timely(&self) -> bool {
        let last = self.edits.iter().fold(self.start, |ticks, edit| ticks.saturating_add(edit.ticks));
        i32::try_from(last).is_ok()
    }

    /// The text after them; `None` if they do not fit.
    pub(super) fn apply(&self, from: &str) -> Option<String> {
        let mut text = EditedText::of(from);
        let fits = self.edits.iter().all(|edit| text.change(edit.position, edit.deleted, &edit.inserted));
        fits.then(|| text.into_string())
    }
}

/// Difference between a text and the one before: one replaced part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextDifference {
    pub position: u32,
    pub deleted: u32,
    pub inserted: String,
}

/// Length in UTF-16 code units.
fn units(text: &str) -> u32 {
    let units = if text.is_ascii() { text.len() } else { text.encode_utf16().count() };
    u32::try_from(units).unwrap_or(u32::MAX)
}

/// Bytes of the characters with which both begin. Bytes are compared, as the writer does this at every save.
fn common_prefix(a: &str, b: &str) -> usize {
    let mut same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    while !(a.is_char_boundary(same) && b.is_char_boundary(same)) {
        same -= 1;
    }
    same
}

/// Bytes of the characters with which both end.
fn common_suffix(a: &str, b: &str) -> usize {
    let mut same = a.bytes().rev().zip(b.bytes().rev()).take_while(|(a, b)| a == b).count();
    while !(a.is_char_boundary(a.len() - same) && b.is_char_boundary(b.len() - same)) {
        same -= 1;
    }
    same
}

impl TextDifference {
    #[must_use]
    pub fn between(old: &str, new: &str) -> Self {
        let prefix = common_prefix(old, new);
        let (old_rest, new_rest) = (&old[prefix..], &new[prefix..]);
        let suffix = common_suffix(old_rest, new_rest);
        Self {
            position: units(&old[..prefix]),
            deleted: units(&old_rest[..old_rest.len() - suffix]),
            inserted: new_rest[..new_rest.len() - suffix].to_owned(),
        }
    }

    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut from = VarintReader(bytes);
        let (position, deleted) = (from.number32()?, from.number32()?);
        let inserted = str::from_utf8(from.0).ok()?.to_owned();
        Some(Self { position, deleted, inserted })
    }

    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.inserted.len() + 6);
        varint::put(&mut out, self.position.into());
        varint::put(&mut out, self.deleted.into());
        out.extend_from_slice(self.inserted.as_bytes());
        out
    }

    /// The text after it; `None` if it does not fit.
    pub(super) fn apply(&self, from: &str) -> Option<String> {
        let mut text = EditedText::of(from);
        text.change(self.position, self.deleted, &self.inserted).then(|| text.into_string())
    }
}
