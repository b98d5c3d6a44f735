//! Headings of a workbook that stand over several cells: a name over its parts, an address beside them.

use super::{
    heading::{is_heading, is_last_first, is_whole_name},
    parts::{column_of, row_of},
};

/// Merged cells of a sheet that are read.
pub const MAX_MERGED: usize = 200;
/// Bytes of a heading that stands over several cells.
const MAX_HEADING: usize = 200;
/// Rows in which headings are.
const TOP: usize = 10;

/// The filled cells of a row, in their order.
pub type Cells = Vec<(usize, String)>;

/// Cells that are one, of which the first one has the text.
pub struct Merged {
    first: (u64, usize),
    last: (u64, usize),
}

impl Merged {
    /// Reads `A1:B2`.
    pub fn of(reference: &str) -> Option<Self> {
        let (first, last) = reference.split_once(':')?;
        Some(Self { first: (row_of(first)?, column_of(first)), last: (row_of(last)?, column_of(last)) })
    }

    /// Its text, if that is the heading of a column that is used.
    fn heading(&self, head: &[(u64, Cells)]) -> Option<String> {
        let (row, column) = self.first;
        let (_, cells) = head.iter().find(|(at, _)| *at == row)?;
        let (_, text) = cells.iter().find(|(at, _)| *at == column)?;
        (text.len() <= MAX_HEADING && is_heading(text)).then(|| text.clone())
    }

    /// Number of its columns.
    const fn width(&self) -> usize {
        self.last.1.saturating_sub(self.first.1).saturating_add(1)
    }

    /// Whether a row below has headings of its own for some of its columns.
    fn has_parts(&self, head: &[(u64, Cells)]) -> bool {
        let columns = self.first.1..=self.last.1;
        let mut below = head.iter().filter(|(row, _)| *row > self.last.0).flat_map(|(_, cells)| cells);
        below.any(|(column, text)| columns.contains(column) && is_heading(text))
    }
}

/// Writes headings into the cells over which they stand. Returns what is to be said of them.
pub fn spread(rows: &mut [(u64, Cells)], merged: &[Merged]) -> Vec<String> {
    let has_address = |(_, cells): &(u64, Cells)| cells.iter().any(|(_, text)| text.contains('@'));
    let end = rows.iter().position(has_address).unwrap_or(rows.len()).min(TOP);
    let Some(head) = rows.get_mut(..end) else { return Vec::new() };
    let mut notes = Vec::new();
    for one in merged {
        let Some(text) = one.heading(head) else { continue };
        let width = one.width();
        if is_whole_name(&text) && (2..=4).contains(&width) && !one.has_parts(head) {
            for (column, part) in (one.first.1..).zip(parts(&text, width)) {
                fill(head, one, column, part);
            }
            notes.push(format!(
                "The heading '{text}' stands over {width} columns, which are read as the parts of a name."
            ));
        } else {
            fill(head, one, one.first.1, &text);
        }
    }
    notes
}

/// Headings of the parts of a name, in the order of the heading of the whole.
fn parts(heading: &str, count: usize) -> Vec<&'static str> {
    let middle = std::iter::repeat_n("Middle name", count.saturating_sub(2));
    if is_last_first(heading) {
        ["Last name", "First name"].into_iter().chain(middle).collect()
    } else {
        ["First name"].into_iter().chain(middle).chain(["Last name"]).collect()
    }
}

/// Writes a heading into a column of all rows of the merged cells that have cells.
fn fill(head: &mut [(u64, Cells)], merged: &Merged, column: usize, text: &str) {
    let rows = merged.first.0..=merged.last.0;
    for (_, cells) in head.iter_mut().filter(|(row, _)| rows.contains(row)) {
        match cells.binary_search_by_key(&column, |(at, _)| *at) {
            Ok(at) => {
                if let Some((_, old)) = cells.get_mut(at) {
                    text.clone_into(old);
                }
            }
            Err(at) => cells.insert(at, (column, text.to_owned())),
        }
    }
}
