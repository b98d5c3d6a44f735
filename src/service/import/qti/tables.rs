//! Rows and cells of tables.

use super::xml::XmlElement;
use pulldown_cmark::Alignment;

/// The rows of a table, without those of tables in its cells; the foot comes last.
pub fn rows(table: &XmlElement) -> Vec<&XmlElement> {
    let (mut rows, mut foot) = (Vec::new(), Vec::new());
    for child in table.children() {
        let within = child.children().filter(|row| row.name == "tr");
        match child.name.as_str() {
            "tr" => rows.push(child),
            "thead" | "tbody" => rows.extend(within),
            "tfoot" => foot.extend(within),
            _ => {}
        }
    }
    rows.append(&mut foot);
    rows
}

pub fn cells(row: &XmlElement) -> impl Iterator<Item = &XmlElement> {
    row.children().filter(|cell| matches!(cell.name.as_str(), "td" | "th"))
}

/// Returns the alignment of each column: the first that one of its cells has.
pub fn alignments(rows: &[&XmlElement], width: usize) -> Vec<Alignment> {
    let mut columns = vec![Alignment::None; width];
    for row in rows {
        for (column, cell) in columns.iter_mut().zip(cells(row)).filter(|(column, _)| **column == Alignment::None) {
            *column = alignment(cell);
        }
    }
    columns
}

fn alignment(cell: &XmlElement) -> Alignment {
    let class = cell.attribute("class").unwrap_or_default();
    let named = class.split_whitespace().find_map(|name| name.strip_prefix("qti-align-"));
    match named.or_else(|| cell.attribute("align")) {
        Some("left") => Alignment::Left,
        Some("center") => Alignment::Center,
        Some("right") => Alignment::Right,
        _ => Alignment::None,
    }
}
