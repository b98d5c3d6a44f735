//! LaTeX formulas to MathML, with `math-core`.

use super::mathml::{self, Math, Unusable};
use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use std::{
    panic::{self, AssertUnwindSafe},
    sync::LazyLock,
};

/// Longest formula, in characters.
pub const MAX_FORMULA: usize = 2_000;
/// Deepest nesting, in groups and in MathML elements. The converter recurses.
const MAX_DEPTH: usize = 24;
/// Most commands in a row: each could be the argument of the one before it.
const MAX_CHAIN: usize = 64;
/// Most elements of one formula.
const MAX_ELEMENTS: usize = 4_000;

/// Converter without macros: a few definitions could expand to any size.
static CONVERTER: LazyLock<Option<LatexToMathML>> =
    LazyLock::new(|| LatexToMathML::new(MathCoreConfig::default()).ok());

/// A fault in a formula: bytes from its beginning, and a sentence.
pub type FormulaFault = (usize, String);

/// Converts one formula. Returns it with the number of its elements.
///
/// # Errors
/// Unknown commands, unbalanced groups, and formulas over the limits.
pub fn convert(tex: &str, block: bool) -> Result<(Math, usize), FormulaFault> {
    check_size(tex)?;
    let display = if block { MathDisplay::Block } else { MathDisplay::Inline };
    let unusable = || (0, "This formula cannot be converted.".to_owned());
    let converter = CONVERTER.as_ref().ok_or_else(unusable)?;
    // Debug builds of the converter panic on a separator of columns or rows where an argument is missing.
    let convert = || converter.convert_with_local_state(tex, display);
    let result = panic::catch_unwind(AssertUnwindSafe(convert)).map_err(|_| unusable())?;
    let output = result.map_err(|error| {
        let message = error.error_message();
        let end = if message.ends_with('.') { "" } else { "." };
        (error.0.start.min(tex.len()), format!("The formula is not valid: {message}{end}"))
    })?;
    match mathml::read(&output.mathml, MAX_DEPTH, MAX_ELEMENTS) {
        Ok((nodes, count)) => Ok((Math { tex: tex.to_owned(), block, nodes }, count)),
        Err(Unusable::TooDeep) => Err((0, too_deep())),
        Err(Unusable::TooLong) => Err((0, "The formula has too many parts (4,000 at most).".into())),
        Err(Unusable::Malformed) => Err(unusable()),
    }
}

fn too_deep() -> String {
    format!("The formula is nested too deeply ({MAX_DEPTH} levels at most).")
}

/// Checks length and nesting before the converter recurses into groups, and into chains of commands such as `\sqrt\sqrt`.
fn check_size(tex: &str) -> Result<(), FormulaFault> {
    if tex.chars().count() > MAX_FORMULA {
        return Err((0, "The formula is too long (2,000 characters at most).".into()));
    }
    let (mut depth, mut chain, mut escaped) = (0_usize, 0_usize, false);
    for (at, c) in tex.char_indices() {
        match c {
            '\\' if !escaped => {
                chain += 1;
                match command(&tex[at + 1..]) {
                    "left" | "begin" => depth += 1,
                    "right" | "end" => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
            '{' | '(' | '[' if !escaped => depth += 1,
            '}' | ')' | ']' if !escaped => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err((at, too_deep()));
        }
        if chain > MAX_CHAIN {
            return Err((at, "The formula has too many commands in a row: put their arguments into braces.".into()));
        }
        if c != '\\' && !c.is_ascii_alphabetic() && !c.is_whitespace() {
            chain = 0;
        }
        escaped = c == '\\' && !escaped;
    }
    Ok(())
}

/// The name of the command whose backslash precedes `rest`.
fn command(rest: &str) -> &str {
    let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    &rest[..end]
}
