//! The cells of a row that hold the key of its question.

/// Letters of the options, for `correct_answer`.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRST";
/// Between the values of a cell.
pub(in crate::service) const SEPARATOR: char = '|';
/// Between the sides of a pair.
pub(in crate::service) const ARROW: &str = "->";

/// Blank cells are left out.
pub struct KeyCells<'r> {
    pub options: Vec<String>,
    pub correct: Option<&'r str>,
    pub tolerance: Option<&'r str>,
    pub unit: Option<&'r str>,
    pub case_sensitive: Option<&'r str>,
}

impl KeyCells<'_> {
    /// The values of the correct answer.
    pub fn several(&self) -> Vec<String> {
        self.correct.map(values).unwrap_or_default()
    }
}

pub fn values(cell: &str) -> Vec<String> {
    cell.split(SEPARATOR).map(str::trim).filter(|value| !value.is_empty()).map(str::to_owned).collect()
}

/// The correct option, by text or letter. Numbers are not positions: "2" may be an answer.
pub fn correct(given: &str, options: &[String]) -> String {
    let by_letter = || {
        let mut letters = given.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?;
        options.get(LETTERS.find(letter.to_ascii_uppercase())?)
    };
    let exact = options.iter().find(|option| *option == given);
    exact.or_else(by_letter).map_or_else(|| given.to_owned(), Clone::clone)
}
