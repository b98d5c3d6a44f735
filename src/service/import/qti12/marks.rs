//! Responses that the text names where they belong: `[colour]`.

use super::{asked::AskedResponse, material::Piece};
use crate::service::import::{html::GAP, lost::Lost, qti::reader::QtiReader};

/// Puts a gap into the first place of each name, which is that of a response; returns the responses in the order of their places.
///
/// # Errors
/// The mark of a name that the text does not have.
pub fn place<'a, 'e>(
    asked: &'a [AskedResponse<'e>],
    names: &[String],
    pieces: &mut Vec<Piece>,
    reader: &mut QtiReader<'_>,
) -> Result<Vec<&'a AskedResponse<'e>>, String> {
    let source: String = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Html(text) | Piece::Plain(text) => text.as_str(),
            Piece::Gap(_) => "",
        })
        .collect();
    let mut places = Vec::new();
    for (one, name) in asked.iter().zip(names) {
        let mark = format!("[{name}]");
        match source.find(&mark).filter(|_| !name.is_empty()) {
            Some(at) => places.push((at, mark, one)),
            None => return Err(mark),
        }
    }
    pieces.retain(|piece| !matches!(piece, Piece::Gap(_)));
    for (_, mark, one) in &places {
        let (mut is_placed, mut is_again) = (false, false);
        for piece in pieces.iter_mut() {
            if let Piece::Html(text) | Piece::Plain(text) = piece {
                if !is_placed && text.contains(mark.as_str()) {
                    *text = text.replacen(mark.as_str(), &GAP.to_string(), 1);
                    is_placed = true;
                }
                is_again |= text.contains(mark.as_str());
            }
        }
        if is_again {
            let what = format!("'{mark}' is in its text again: there it stays text.");
            reader.left_out.push((one.element.line, Lost::reads(what)));
        }
    }
    places.sort_by_key(|(at, ..)| *at);
    Ok(places.into_iter().map(|(.., one)| one).collect())
}
