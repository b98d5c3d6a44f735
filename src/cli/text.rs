//! Plain text output: single lines and aligned columns.

use std::io;

/// Replaces line breaks and other control characters, which could contain terminal escape sequences, by spaces.
#[must_use]
pub fn one_line(text: &str) -> String {
    text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Writes rows as aligned columns below a heading. Every cell becomes one line.
pub fn table<const N: usize>(out: &mut dyn io::Write, heading: [&str; N], rows: &[[String; N]]) -> io::Result<()> {
    let rows: Vec<[String; N]> = std::iter::once(heading.map(str::to_owned))
        .chain(rows.iter().map(|row| std::array::from_fn(|i| row.get(i).map(|c| one_line(c)).unwrap_or_default())))
        .collect();
    let width = |column: usize| rows.iter().filter_map(|r| r.get(column)).map(|c| c.chars().count()).max();
    for row in &rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let fill = width(column).unwrap_or_default().saturating_sub(cell.chars().count()) + 2;
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', fill));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// "1 question", "2 questions".
#[must_use]
pub fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// [`count`] for a number from input, which may have any value.
#[must_use]
pub fn count_i64(n: i64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_control_characters_cannot_leave_their_cell() {
        let mut out = Vec::new();
        let rows = [["Ädä".into(), "x\u{1b}[2J\ny".into()], ["Grace Hopper".into(), String::new()]];
        table(&mut out, ["NAME", "NOTE"], &rows).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "NAME          NOTE\nÄdä           x [2J y\nGrace Hopper\n");
    }
}
