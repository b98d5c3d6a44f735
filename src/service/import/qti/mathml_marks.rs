//! Marks above and below parts of MathML, scripts on both sides, and styles of letters, as commands of LaTeX.

use super::xml::XmlElement;

/// The command for a sign above a part: a `^` is a hat. Over several characters some signs are as wide as these.
pub fn above(sign: &str, is_long: bool) -> Option<&'static str> {
    let by_width = |narrow, wide| if is_long { wide } else { narrow };
    Some(match sign {
        "^" | "\u{2c6}" | "\u{302}" => by_width(r"\hat", r"\widehat"),
        "~" | "\u{2dc}" | "\u{303}" | "\u{223c}" => r"\tilde",
        "\u{2192}" | "\u{20d7}" => by_width(r"\vec", r"\overrightarrow"),
        "\u{2190}" => r"\overleftarrow",
        "\u{2194}" => r"\overleftrightarrow",
        "-" | "_" | "\u{af}" | "\u{304}" | "\u{305}" | "\u{2015}" | "\u{203e}" => r"\overline",
        "." | "\u{2d9}" | "\u{307}" => r"\dot",
        ".." | "\u{a8}" | "\u{308}" => r"\ddot",
        "\u{2c7}" => r"\check",
        "\u{2d8}" => r"\breve",
        "\u{23de}" => r"\overbrace",
        _ => return None,
    })
}

/// The same for a sign below a part.
pub fn below(sign: &str, _: bool) -> Option<&'static str> {
    Some(match sign {
        "-" | "_" | "\u{af}" | "\u{305}" | "\u{332}" | "\u{2015}" | "\u{203e}" => r"\underline",
        "\u{23df}" => r"\underbrace",
        _ => return None,
    })
}

/// The command of `mover` or `munder` with such a sign, and the part that it is about.
pub fn marked(
    element: &XmlElement,
    command: fn(&str, bool) -> Option<&'static str>,
) -> Option<(&'static str, &XmlElement)> {
    let mut children = element.children();
    let (base, sign) = (children.next()?, children.next()?);
    let is_long = base.raw_text().trim().chars().count() > 1;
    let command = command(sign.raw_text().trim(), is_long)?;
    children.next().is_none().then_some((command, base))
}

/// The command of `menclose`.
pub fn enclosing(element: &XmlElement) -> Option<&'static str> {
    Some(match element.attribute("notation")?.trim() {
        "updiagonalstrike" => r"\cancel",
        "downdiagonalstrike" => r"\bcancel",
        "updiagonalstrike downdiagonalstrike" | "downdiagonalstrike updiagonalstrike" => r"\xcancel",
        "top" => r"\overline",
        "bottom" => r"\underline",
        "radical" => r"\sqrt",
        _ => return None,
    })
}

/// Pairs of an index and a power, `_{a}^{b}`, each but the first with a blank part of its own to stand at.
pub fn scripts(parts: &[String]) -> Option<String> {
    let mut out = String::new();
    for (place, pair) in parts.chunks(2).enumerate() {
        let [low, high] = pair else { return None };
        if place > 0 {
            out.push_str("{}");
        }
        for (sign, part) in [('_', low), ('^', high)] {
            if !part.is_empty() {
                out.extend([sign, '{']);
                out.extend([part.as_str(), "}"]);
            }
        }
    }
    Some(out)
}

/// Letters and digits in the style that their element names: `R` as the sign of the real numbers, **v** as a vector.
pub fn styled(element: &XmlElement, letters: &str) -> Option<String> {
    let command = match element.attribute("mathvariant")?.trim() {
        "bold" | "bold-italic" if !letters.is_ascii() => r"\boldsymbol",
        "bold" => r"\mathbf",
        "bold-italic" => r"\boldsymbol",
        "normal" => r"\mathrm",
        "italic" => r"\mathit",
        "double-struck" => r"\mathbb",
        "script" | "bold-script" => r"\mathcal",
        "fraktur" | "bold-fraktur" => r"\mathfrak",
        "sans-serif" => r"\mathsf",
        "monospace" => r"\mathtt",
        _ => return None,
    };
    let is_fit = |c: char| c.is_ascii_alphanumeric() || command == r"\boldsymbol" && c.is_alphanumeric();
    letters.chars().all(is_fit).then(|| format!("{command}{{{letters}}}"))
}
