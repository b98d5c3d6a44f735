//! The cells of a row that hold the key of its question.

use crate::domain::question::QuestionKind;

/// Letters of the options, for `correct_answer`.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRST";
/// Separator between the values of a cell.
pub(in crate::service) const SEPARATOR: char = '|';
/// Separators that people write instead of it.
const OTHERS: [char; 3] = [';', '\n', ','];
/// Separator between the sides of a pair.
pub(in crate::service) const ARROW: &str = "->";

/// Blank cells are left out, but for those of the columns of options, whose letters they have.
pub struct KeyCells<'r> {
    pub columns: Vec<&'r str>,
    pub options: Vec<String>,
    pub correct: Option<&'r str>,
    pub tolerance: Option<&'r str>,
    pub unit: Option<&'r str>,
    pub case_sensitive: Option<&'r str>,
}

impl KeyCells<'_> {
    /// The values of the correct answer. A cell that is one of the options means this one, also with a separator in it. Another
    /// separator counts where each part is one of the options: `A, C`.
    pub fn several(&self) -> Vec<String> {
        let Some(cell) = self.correct else { return Vec::new() };
        let is_option = |text: &str| self.options.iter().any(|option| option == text);
        if is_option(cell) {
            return vec![cell.to_owned()];
        }
        let by = |separator: char| {
            let parts = cell.split(separator).map(str::trim).filter(|part| !part.is_empty());
            let parts: Vec<String> = parts.map(str::to_owned).collect();
            (parts.len() > 1 && parts.iter().all(|part| is_option(&self.option(part)))).then_some(parts)
        };
        OTHERS.into_iter().find_map(by).unwrap_or_else(|| values(cell))
    }

    /// The correct option, by text or by the letter of its column. Numbers are not positions: "2" may be an answer.
    pub fn option(&self, given: &str) -> String {
        let by_letter = || {
            let mut letters = given.chars();
            let letter = letters.next().filter(|_| letters.next().is_none())?;
            self.columns.get(LETTERS.find(letter.to_ascii_uppercase())?).copied().filter(|option| !option.is_empty())
        };
        let is_exact = self.options.iter().any(|option| option == given);
        if is_exact { given.to_owned() } else { by_letter().unwrap_or(given).to_owned() }
    }
}

/// The options of a row by their letters, of its columns of options. A single one has all of them, also between semicolons or
/// one a line.
pub fn options(columns: Vec<&str>) -> Vec<&str> {
    let &[all] = columns.as_slice() else { return columns };
    let separator = [SEPARATOR, ';', '\n'].into_iter().find(|separator| all.contains(*separator));
    all.split(separator.unwrap_or(SEPARATOR)).map(str::trim).collect()
}

/// Whether a column holds options: `option_1`, `option_b` and `options`, but not `option_id`; `answer_1` and `choice_b`, but not
/// `answer`.
pub fn is_option(column: &str) -> bool {
    let is_number = |number: &str| {
        let number = number.trim_matches('_');
        number.len() <= 1 || number.len() == 2 && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_numbered = |number: &str| {
        let begins = number.starts_with(|c: char| c == '_' || c.is_ascii_digit());
        begins && number != "_" && is_number(number)
    };
    let mut of_others = ["answer", "choice"].iter().filter_map(|word| column.strip_prefix(word));
    column.strip_prefix("option").is_some_and(is_number) || of_others.any(is_numbered)
}

pub fn values(cell: &str) -> Vec<String> {
    cell.split(SEPARATOR).map(str::trim).filter(|value| !value.is_empty()).map(str::to_owned).collect()
}

/// A truth value, also as spreadsheets write it in German and French.
pub fn truth(cell: &str) -> Option<bool> {
    match cell.to_lowercase().as_str() {
        "true" | "yes" | "1" | "wahr" | "ja" | "vrai" | "oui" => Some(true),
        "false" | "no" | "0" | "falsch" | "nein" | "faux" | "non" => Some(false),
        _ => None,
    }
}

/// Cells with something that a question of this kind does not have. Options and answers of those without a key are named elsewhere.
pub fn foreign(kind: QuestionKind, cells: &KeyCells<'_>) -> impl Iterator<Item = &'static str> {
    let (is_number, is_text) = (kind == QuestionKind::Numeric, kind == QuestionKind::ShortText);
    let is_list = matches!(kind, QuestionKind::Ordering | QuestionKind::Matching);
    let is_sensitive = cells.case_sensitive.and_then(truth) == Some(true);
    let fields = [
        ("options", !cells.options.is_empty() && (is_number || is_text)),
        ("correct_answer", cells.correct.is_some() && is_list),
        ("tolerance", cells.tolerance.is_some() && !is_number),
        ("unit", cells.unit.is_some() && !is_number),
        ("case_sensitive", is_sensitive && !is_text),
    ];
    fields.into_iter().filter(|(_, is_foreign)| *is_foreign).map(|(name, _)| name)
}
