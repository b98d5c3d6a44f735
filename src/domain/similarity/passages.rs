//! The passages that two answers share, for showing them side by side.

use super::{TextKind, gram_length, tokens, winnow::grams};
use std::{collections::HashMap, ops::Range};

/// A piece of a text, and the number of the passage that it shares with the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPiece {
    pub text: String,
    pub passage: Option<usize>,
}

/// Places of one gram that are tried; more is a repetition within one text.
const MAX_PLACES: usize = 16;

struct Match {
    first: Range<usize>,
    second: Range<usize>,
}

/// Cuts both texts into pieces. The longest passages come first where several compete; each token belongs to one
/// passage.
#[must_use]
pub fn passages(kind: &TextKind, first: &str, second: &str) -> (Vec<TextPiece>, Vec<TextPiece>) {
    let (a, b) = (tokens(kind, first), tokens(kind, second));
    let found = matches(kind, &a, &b);
    let places = |of: fn(&Match) -> &Range<usize>, tokens: &[super::Token]| -> Vec<(Range<usize>, usize)> {
        let mut places: Vec<_> = found
            .iter()
            .enumerate()
            .map(|(number, found)| (tokens[of(found).start].place.start..tokens[of(found).end - 1].place.end, number))
            .collect();
        places.sort_by_key(|(place, _)| place.start);
        places
    };
    (pieces(first, &places(|m| &m.first, &a)), pieces(second, &places(|m| &m.second, &b)))
}

fn matches(kind: &TextKind, a: &[super::Token], b: &[super::Token]) -> Vec<Match> {
    let (first, second) = (grams(kind, a), grams(kind, b));
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    for (place, gram) in second.iter().enumerate() {
        let known = places.entry(*gram).or_default();
        if known.len() < MAX_PLACES {
            known.push(place);
        }
    }
    let length_at = |x: usize, y: usize| a[x..].iter().zip(&b[y..]).take_while(|(p, q)| p.hash == q.hash).count();
    let mut found: Vec<Match> = Vec::new();
    let mut at = 0;
    let mut candidates = Vec::new();
    while at < first.len() {
        let best = places.get(&first[at]).into_iter().flatten().map(|y| (length_at(at, *y), *y)).max();
        let Some((length, y)) = best else {
            at += 1;
            continue;
        };
        candidates.push(Match { first: at..at + length, second: y..y + length });
        at += length.max(1);
    }
    candidates.sort_by_key(|found| std::cmp::Reverse(found.first.len()));
    for candidate in candidates {
        let is_free = found
            .iter()
            .all(|other| other.second.end <= candidate.second.start || candidate.second.end <= other.second.start);
        if is_free && candidate.first.len() >= gram_length(kind) {
            found.push(candidate);
        }
    }
    found.sort_by_key(|found| found.first.start);
    found
}

fn pieces(text: &str, places: &[(Range<usize>, usize)]) -> Vec<TextPiece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for (place, number) in places {
        if place.start > at {
            pieces.push(TextPiece { text: text[at..place.start].to_owned(), passage: None });
        }
        pieces.push(TextPiece { text: text[place.clone()].to_owned(), passage: Some(*number) });
        at = place.end;
    }
    if at < text.len() {
        pieces.push(TextPiece { text: text[at..].to_owned(), passage: None });
    }
    pieces
}
