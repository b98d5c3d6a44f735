//! The XML of the parts of a workbook, by events.

use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_predefined_entity,
    events::{BytesStart, Event},
};

pub const UNREADABLE: &str = "this workbook cannot be read; save it as 'CSV UTF-8'";

pub enum Node<'n> {
    Start(&'n BytesStart<'n>),
    Text(&'n str),
    End,
}

/// Calls `f` for each event with the names of the elements that contain it, its own included.
pub fn each(xml: &str, mut f: impl FnMut(Node<'_>, &[String]) -> Result<(), String>) -> Result<(), String> {
    const MAX_DEPTH: usize = 64;
    let mut reader = Reader::from_str(xml);
    let mut path: Vec<String> = Vec::new();
    loop {
        match reader.read_event().map_err(|_| UNREADABLE.to_owned())? {
            Event::Start(start) => {
                if path.len() >= MAX_DEPTH {
                    return Err(UNREADABLE.into());
                }
                path.push(name_of(&start));
                f(Node::Start(&start), &path)?;
            }
            Event::Empty(start) => {
                path.push(name_of(&start));
                f(Node::Start(&start), &path)?;
                f(Node::End, &path)?;
                path.pop();
            }
            Event::End(_) => {
                f(Node::End, &path)?;
                path.pop();
            }
            Event::Text(text) => f(Node::Text(&text.xml10_content()), &path)?,
            Event::CData(text) => f(Node::Text(&text.xml10_content()), &path)?,
            Event::GeneralRef(name) => {
                let c = name.resolve_char_ref().map_err(|_| UNREADABLE.to_owned())?;
                let known = c.map(String::from).or_else(|| resolve_predefined_entity(&name).map(str::to_owned));
                f(Node::Text(&known.ok_or_else(|| UNREADABLE.to_owned())?), &path)?;
            }
            Event::Eof => return if path.is_empty() { Ok(()) } else { Err(UNREADABLE.into()) },
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
}

/// The name of an element in lower case, without its prefix.
pub fn name_of(start: &BytesStart<'_>) -> String {
    start.local_name().as_ref().to_ascii_lowercase()
}

pub fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = start.attributes().filter_map(Result::ok);
    let found = attributes.find(|attribute| attribute.key.as_ref().eq_ignore_ascii_case(name))?;
    found.normalized_value(XmlVersion::Explicit1_0).ok().map(Into::into)
}

/// The number of a column, from 0: of `C5`, 2.
pub fn column_of(place: &str) -> usize {
    let letters = place.bytes().take_while(u8::is_ascii_alphabetic).take(4);
    let number = letters.fold(0, |sum, letter| sum * 26 + usize::from(letter.to_ascii_uppercase() - b'A') + 1);
    number.saturating_sub(1)
}

/// The number of a row: of `C5`, 5.
pub fn row_of(place: &str) -> Option<u64> {
    place.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '$').parse().ok()
}
