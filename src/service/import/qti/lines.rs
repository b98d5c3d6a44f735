//! Texts whose meaning is in lines through or below them, in their colours or numbers, that are not seen, or that lead to a file.

use super::{reader::QtiReader, scripts, tables, xml::XmlElement};
use crate::service::import::lost::{Lost, shown};

/// Elements that browsers draw with a line. Those of tables and links have their own.
const LINED: [&str; 5] = ["u", "ins", "s", "strike", "del"];

/// Classes of texts that are not seen: those of QTI 3, and of frameworks that authors' programs use.
const UNSEEN: [&str; 6] =
    ["qti-hidden", "qti-visually-hidden", "visually-hidden", "sr-only", "screenreader-only", "d-none"];

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

/// Says which texts of HTML lose a line, a colour, a kind of numbers or a file, and which are seen here alone.
pub fn note(element: &XmlElement, reader: &mut QtiReader<'_>) {
    walk(element, reader, &|list, child, style| {
        let file =
            linked(child).map(|name| Lost::reads(format!("The file {name} is not imported: only pictures are.")));
        let font = child.attribute("color").filter(|_| child.name == "font").unwrap_or_default();
        let is_coloured = child.name == "mark" || is_vivid(&font.to_ascii_lowercase());
        let other = || styled(child, style, is_coloured);
        let rest = numbering(list, child, style).into_iter().chain(raised(child)).chain(wide(child));
        file.or_else(other).into_iter().chain(rest).collect()
    });
}

/// The same of QTI 2 and 3, whose reader names colours of elements and the addresses of links itself.
pub fn note_styles(element: &XmlElement, reader: &mut QtiReader<'_>) {
    walk(element, reader, &|list, child, style| {
        styled(child, style, false).into_iter().chain(numbering(list, child, style)).chain(raised(child)).collect()
    });
}

/// Finds what is lost of an element that is in another one, by both and its style.
type Find = dyn Fn(&XmlElement, &XmlElement, &str) -> Vec<Lost>;

fn walk(element: &XmlElement, reader: &mut QtiReader<'_>, find: &Find) {
    for child in element.children() {
        let style = child.attribute("style").unwrap_or_default().to_ascii_lowercase().replace(' ', "");
        for lost in find(element, child, &style) {
            if reader.left_out.iter().all(|(_, known)| *known != lost) {
                reader.left_out.push((child.line, lost));
            }
        }
        walk(child, reader, find);
    }
}

/// A text that looks different here.
fn styled(element: &XmlElement, style: &str, is_coloured: bool) -> Option<Lost> {
    let is_link = element.name == "a";
    let is_lined = LINED.contains(&element.name.as_str());
    let is_lined = !is_link && (is_lined || style.contains("underline") || style.contains("line-through"));
    let mut classes = element.attribute("class").unwrap_or_default().split_whitespace();
    // A button shows an `infoControl`.
    let is_hidden = element.name == "infocontrol"
        || element.attribute("hidden").is_some()
        || classes.any(|class| UNSEEN.contains(&class))
        || style.contains("display:none")
        || style.contains("visibility:hidden");
    let is_coloured = !is_link && (is_coloured || has_colour(style));
    let text = if is_lined || is_hidden || is_coloured { shown(&element.text()) } else { String::new() };
    if text.is_empty() {
        return None;
    }
    Some(Lost::reads(if is_hidden {
        format!("A text that is hidden there is shown here: '{text}'.")
    } else if is_lined {
        format!("A text is underlined or struck out there, and not here: '{text}'.")
    } else {
        format!("A text is coloured or highlighted there, and not here: '{text}'.")
    }))
}

/// A gap above or below the line.
fn raised(child: &XmlElement) -> Option<Lost> {
    scripts::has_gap(child).then(|| Lost::looks("A gap above or below the line stands in brackets within the line."))
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

/// A cell that reaches into other columns or rows, whose places are blank here.
fn wide(child: &XmlElement) -> impl Iterator<Item = Lost> {
    let named = ["colspan", "rowspan"].into_iter().filter(move |name| tables::is_wide(child, name));
    named.map(move |name| {
        let message = format!("The attribute {name} of <{}> is not read.", child.name);
        Lost::reads(message).unread(name)
    })
}

/// Whether a text or its background has a colour that can have a meaning.
fn has_colour(style: &str) -> bool {
    style.split(';').any(|rule| {
        let rule =
            rule.split_once(':').filter(|(name, _)| matches!(*name, "color" | "background" | "background-color"));
        rule.is_some_and(|(_, value)| is_vivid(value))
    })
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
