//! Texts whose meaning is in lines through or below them, that are not seen, or that lead to a file.

use crate::service::import::{
    lost::{Lost, shown},
    qti::{reader::QtiReader, xml::XmlElement},
};

/// Elements that browsers draw with a line. Those of tables and links have their own.
const LINED: [&str; 5] = ["u", "ins", "s", "strike", "del"];

/// Beginnings of addresses that lead to the same place from anywhere, or within the text; the last one is named with its file.
const ELSEWHERE: [&str; 8] = ["http:", "https:", "mailto:", "tel:", "javascript:", "//", "#", "@@PLUGINFILE@@"];

/// Says which texts lose a line or a file, and which are seen here alone.
pub fn note(element: &XmlElement, reader: &mut QtiReader<'_>) {
    for child in element.children() {
        let style = child.attribute("style").unwrap_or_default().to_ascii_lowercase().replace(' ', "");
        let is_lined = child.name != "a"
            && (LINED.contains(&child.name.as_str()) || style.contains("underline") || style.contains("line-through"));
        let is_hidden = style.contains("display:none") || style.contains("visibility:hidden");
        let text = if is_lined || is_hidden { shown(&child.text()) } else { String::new() };
        let lost = if let Some(name) = linked(child) {
            Some(Lost::reads(format!("The file {name} is not imported: only pictures are.")))
        } else if text.is_empty() {
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

/// The name of the file that a link leads to, where that is in the program or the package that the text is from.
fn linked(element: &XmlElement) -> Option<String> {
    let href = element.attribute("href").filter(|_| element.name == "a")?.trim();
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().filter(|name| !name.is_empty())?;
    let is_kept =
        ELSEWHERE.iter().any(|start| href.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start)));
    (!is_kept).then(|| shown(name))
}
