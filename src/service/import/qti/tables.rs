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

/// The cells of each row in their columns; a place into which a cell beside or above it reaches is blank. With more places
/// than `most`, the rows that follow are left out.
pub fn grid<'e>(rows: &[&'e XmlElement], most: usize) -> Vec<Vec<Option<&'e XmlElement>>> {
    let mut grid = Vec::new();
    // Of each column: the rows that a cell above still reaches into.
    let mut reach: Vec<usize> = Vec::new();
    let mut count = 0_usize;
    for row in rows.iter().copied() {
        let mut places: Vec<Option<&'e XmlElement>> = Vec::new();
        for cell in cells(row) {
            while reach.get(places.len()).is_some_and(|left| *left > 0) {
                places.push(None);
            }
            let (across, down) = (span(cell, "colspan").min(most), span(cell, "rowspan"));
            let first = places.len();
            places.push(Some(cell));
            places.resize(first.saturating_add(across), None);
            if reach.len() < places.len() {
                reach.resize(places.len(), 0);
            }
            // This row counts as one of them, too.
            reach.iter_mut().skip(first).take(across).for_each(|left| *left = down);
            if count.saturating_add(places.len()) > most {
                break;
            }
        }
        count = count.saturating_add(places.len().max(1));
        grid.push(places);
        if count > most {
            break;
        }
        for left in &mut reach {
            *left = left.saturating_sub(1);
        }
    }
    grid
}

/// Columns or rows into which a cell reaches.
fn span(cell: &XmlElement, name: &str) -> usize {
    cell.peek(name).and_then(|number| number.trim().parse::<usize>().ok()).filter(|number| *number > 0).unwrap_or(1)
}

/// Whether a cell reaches into another column or row.
pub fn is_wide(cell: &XmlElement, name: &str) -> bool {
    matches!(cell.name.as_str(), "td" | "th") && span(cell, name) > 1
}

/// Returns the alignment of each column: the first that one of its cells has.
pub fn alignments(grid: &[Vec<Option<&XmlElement>>], width: usize) -> Vec<Alignment> {
    let mut columns = vec![Alignment::None; width];
    for row in grid {
        for (column, cell) in columns.iter_mut().zip(row).filter(|(column, _)| **column == Alignment::None) {
            *column = cell.map_or(Alignment::None, alignment);
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
