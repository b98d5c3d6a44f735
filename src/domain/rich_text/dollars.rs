//! Dollar signs in prose that were meant to begin or end a formula. CommonMark shows them as text, so that a formula with
//! a missing brace would reach the candidate as its source.

use std::{borrow::Cow, ops::Range};

pub const UNPAIRED: &str = "This $ belongs to no complete formula. Write $…$ without spaces just inside, and close each \
                            brace; or write \\$ for a dollar sign.";
/// A dollar sign that is text, while a source is read: of the same length, so that places in the source stay.
pub const MASK: char = '\u{1}';
/// How far a formula is searched for, in bytes.
const MAX_SEARCH: usize = 400;

/// The first dollar sign of the text at `range` that something like LaTeX follows.
pub fn find_unpaired(source: &str, range: Range<usize>) -> Option<usize> {
    let text = source.get(range.clone())?;
    let mut signs = text.match_indices('$').map(|(at, _)| range.start + at);
    signs.find(|at| !is_escaped(source, *at) && begins_formula(&source[at + 1..]))
}

fn is_escaped(source: &str, at: usize) -> bool {
    source[..at].bytes().rev().take_while(|b| *b == b'\\').count() % 2 == 1
}

/// Whether `rest` of a paragraph begins with `$`, or has a command, an exponent or a braced index. Prices begin with a
/// digit.
fn begins_formula(rest: &str) -> bool {
    if rest.starts_with('$') {
        return true;
    }
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let near = &rest.as_bytes()[..rest.len().min(MAX_SEARCH)];
    let end = near.windows(2).position(|pair| pair == b"\n\n").unwrap_or(near.len());
    let is_latex = |pair: &[u8]| pair == b"_{" || pair[0] == b'\\' && pair[1].is_ascii_alphabetic();
    near[..end].contains(&b'^') || near[..end].windows(2).any(is_latex)
}

/// A part of such a source as it was written.
pub fn unmasked(text: &str) -> Cow<'_, str> {
    if text.contains(MASK) { Cow::Owned(text.replace(MASK, "$")) } else { Cow::Borrowed(text) }
}
