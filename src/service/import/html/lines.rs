//! Texts whose meaning is in lines through or below them, in their colours or numbers, that are not seen, or that lead to a file.

use crate::service::import::{
    lost::{Lost, shown},
    qti::{reader::QtiReader, xml::XmlElement},
};

/// Elements that browsers draw with a line. Those of tables and links have their own.
const LINED: [&str; 5] = ["u", "ins", "s", "strike", "del"];

/// Beginnings of addresses that lead to the same place from anywhere, or within the text.
const ELSEWHERE: [&str; 7] = ["http:", "https:", "mailto:", "tel:", "javascript:", "//", "#"];

/// Colours of any text and any page.
const NEUTRAL: [&str; 18] = [
    "inherit",
    "initial",
    "unset",
    "revert",
    "auto",
    "none",
    "transparent",
    "currentcolor",
    "windowtext",
    "canvastext",
    "black",
    "white",
    "snow",
    "silver",
    "gray",
    "grey",
    "whitesmoke",
    "dimgray",
];

/// Largest difference between red, green and blue of a colour that looks like grey.
const GREY: u8 = 40;

/// Says which texts lose a line, a colour, a kind of numbers or a file, and which are seen here alone.
pub fn note(element: &XmlElement, reader: &mut QtiReader<'_>) {
    for child in element.children() {
        let style = child.attribute("style").unwrap_or_default().to_ascii_lowercase().replace(' ', "");
        let is_lined = child.name != "a"
            && (LINED.contains(&child.name.as_str()) || style.contains("underline") || style.contains("line-through"));
        let is_hidden = style.contains("display:none") || style.contains("visibility:hidden");
        let is_coloured = child.name != "a" && has_colour(child, &style);
        let text = if is_lined || is_hidden || is_coloured { shown(&child.text()) } else { String::new() };
        let lost = if let Some(name) = linked(child) {
            Some(Lost::reads(format!("The file {name} is not imported: only pictures are.")))
        } else if text.is_empty() {
            None
        } else if is_hidden {
            Some(Lost::reads(format!("A text that is hidden there is shown here: '{text}'.")))
        } else if is_lined {
            Some(Lost::reads(format!("A text is underlined or struck out there, and not here: '{text}'.")))
        } else {
            Some(Lost::reads(format!("A text is coloured or highlighted there, and not here: '{text}'.")))
        };
        let is_new = |lost: &Lost| reader.left_out.iter().all(|(_, known)| known != lost);
        let found: Vec<Lost> = lost.into_iter().chain(numbering(element, child, &style)).filter(is_new).collect();
        reader.left_out.extend(found.into_iter().map(|lost| (child.line, lost)));
        note(child, reader);
    }
}

/// Numbers of a list that are others here.
fn numbering(list: &XmlElement, child: &XmlElement, style: &str) -> Option<Lost> {
    let is_list = child.name == "ol";
    let is_other = |rule: &str| {
        rule.starts_with("list-style") && ["alpha", "latin", "roman", "greek"].iter().any(|kind| rule.contains(kind))
    };
    let attribute = if is_list && style.split(';').any(is_other) {
        "style"
    } else if is_list && child.attribute("reversed").is_some() {
        "reversed"
    } else if child.name == "li" && list.name == "ol" && child.attribute("value").is_some() {
        "value"
    } else {
        return None;
    };
    let message = format!("The attribute {attribute} of <{}> is not read.", child.name);
    Some(Lost::reads(message).unread(attribute))
}

/// Whether a text or its background has a colour that can have a meaning.
fn has_colour(element: &XmlElement, style: &str) -> bool {
    let is_ruled = |rule: &str| {
        let rule =
            rule.split_once(':').filter(|(name, _)| matches!(*name, "color" | "background" | "background-color"));
        rule.is_some_and(|(_, value)| is_vivid(value))
    };
    let font = element.attribute("color").filter(|_| element.name == "font").unwrap_or_default();
    element.name == "mark" || style.split(';').any(is_ruled) || is_vivid(&font.to_ascii_lowercase())
}

/// Whether this is no kind of black, grey or white. One that cannot be read is not named.
fn is_vivid(colour: &str) -> bool {
    let colour = colour.trim_end_matches("!important");
    let Some(channels) = channels(colour) else {
        return !colour.is_empty() && colour.chars().all(|c| c.is_ascii_alphabetic()) && !NEUTRAL.contains(&colour);
    };
    let (low, high) = channels.iter().fold((u8::MAX, u8::MIN), |(low, high), one| (low.min(*one), high.max(*one)));
    high.saturating_sub(low) > GREY
}

/// Red, green and blue of `#f00`, `#ff0000` or `rgb(255,0,0)`.
fn channels(colour: &str) -> Option<Vec<u8>> {
    if let Some(hex) = colour.strip_prefix('#') {
        let (width, factor): (usize, u8) = if hex.len() < 6 { (1, 17) } else { (2, 1) };
        let channel = |place: usize| {
            let digits = hex.get(place * width..(place + 1) * width)?;
            Some(u8::from_str_radix(digits, 16).ok()? * factor)
        };
        return (0..3).map(channel).collect();
    }
    let (_, list) = colour.split_once('(').filter(|(name, _)| name.starts_with("rgb"))?;
    list.trim_end_matches(')').split(',').take(3).map(|part| part.parse().ok()).collect()
}

/// The name of the file that a link leads to, where that is in the program or the package that the text is from.
fn linked(element: &XmlElement) -> Option<String> {
    let href = element.attribute("href").filter(|_| element.name == "a")?.trim();
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().filter(|name| !name.is_empty())?;
    let is_kept =
        ELSEWHERE.iter().any(|start| href.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start)));
    (!is_kept).then(|| shown(&percent_encoding::percent_decode_str(name).decode_utf8_lossy()))
}
