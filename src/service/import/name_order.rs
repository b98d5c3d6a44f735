//! The order of names with numbers.

/// A name as texts and the numbers after them, by which `q3` comes before `q10`.
pub fn by_number(name: &str) -> Vec<(String, usize, String)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let (text, after) = rest.split_at(rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len()));
        let (digits, after) = after.split_at(after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len()));
        let number = digits.trim_start_matches('0');
        parts.push((text.to_owned(), number.len(), number.to_owned()));
        rest = after;
    }
    parts
}
