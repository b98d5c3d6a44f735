//! Texts whose meaning is in lines through or below them, or that are not seen.

use crate::service::import::{
    lost::{Lost, shown},
    qti::{reader::QtiReader, xml::XmlElement},
};

/// Elements that browsers draw with a line. Those of tables and links have their own.
const LINED: [&str; 5] = ["u", "ins", "s", "strike", "del"];

/// Says which texts lose a line, and which are seen here alone.
pub fn note(element: &XmlElement, reader: &mut QtiReader<'_>) {
    for child in element.children() {
        let style = child.attribute("style").unwrap_or_default().to_ascii_lowercase().replace(' ', "");
        let is_lined = child.name != "a"
            && (LINED.contains(&child.name.as_str()) || style.contains("underline") || style.contains("line-through"));
        let is_hidden = style.contains("display:none") || style.contains("visibility:hidden");
        let text = if is_lined || is_hidden { shown(&child.text()) } else { String::new() };
        let lost = if text.is_empty() {
            None
        } else if is_hidden {
            Some(Lost::reads(format!("A text that is hidden there is shown here: '{text}'.")))
        } else {
            Some(Lost::reads(format!("A text is underlined or struck out there, and not here: '{text}'.")))
        };
        let is_new = |lost: &Lost| reader.left_out.iter().all(|(_, known)| known != lost);
        if let Some(lost) = lost.filter(is_new) {
            reader.left_out.push((child.line, lost));
        }
        note(child, reader);
    }
}
