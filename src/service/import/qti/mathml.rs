//! Presentation MathML as LaTeX, as far as items have it: what is drawn is the same.

use super::xml::{XmlElement, XmlNode};
use std::fmt::Write as _;

/// The formula; `None` if an element of it has no counterpart here.
pub fn latex(math: &XmlElement) -> Option<String> {
    let text = row(math)?;
    (!text.trim().is_empty()).then(|| text.trim().to_owned())
}

fn row(element: &XmlElement) -> Option<String> {
    let mut out = String::new();
    for node in &element.content {
        match node {
            XmlNode::Text(text) if text.trim().is_empty() => {}
            XmlNode::Text(_) => return None,
            XmlNode::Element(child) => {
                let part = one(child)?;
                out.push_str(&part);
            }
        }
    }
    Some(out)
}

fn one(element: &XmlElement) -> Option<String> {
    let parts = || element.children().map(one).collect::<Option<Vec<String>>>();
    let mut out = String::new();
    match element.name.as_str() {
        "mrow" | "math" | "mstyle" | "mpadded" => return row(element).map(|inner| format!("{{{inner}}}")),
        "semantics" => return element.children().next().and_then(one),
        "mn" => return plain(&element.text()),
        "mi" => {
            let name = element.text();
            let is_long = name.chars().count() > 1;
            let symbol = symbols(&name)?;
            return Some(if is_long && !symbol.contains('\\') { format!("\\mathrm{{{symbol}}}") } else { symbol });
        }
        "mo" => return symbols(&element.text()),
        "mtext" | "ms" => {
            let text = element.text();
            let is_plain = text.chars().all(|c| c.is_alphanumeric() || " .,:;!?()'-+/".contains(c));
            return is_plain.then(|| format!("\\text{{{text}}}"));
        }
        "mspace" => return Some("\\ ".to_owned()),
        "mfrac" => {
            let [above, below] = <[String; 2]>::try_from(parts()?).ok()?;
            write!(out, "\\frac{{{above}}}{{{below}}}").ok()?;
        }
        "msup" | "msub" => {
            let [base, script] = <[String; 2]>::try_from(parts()?).ok()?;
            let sign = if element.name == "msup" { '^' } else { '_' };
            write!(out, "{{{base}}}{sign}{{{script}}}").ok()?;
        }
        "msubsup" | "munderover" => {
            let [base, below, above] = <[String; 3]>::try_from(parts()?).ok()?;
            let base = if base.starts_with('\\') { base } else { format!("{{{base}}}") };
            write!(out, "{base}_{{{below}}}^{{{above}}}").ok()?;
        }
        "munder" => {
            let [base, below] = <[String; 2]>::try_from(parts()?).ok()?;
            write!(out, "\\underset{{{below}}}{{{base}}}").ok()?;
        }
        "mover" => {
            let [base, above] = <[String; 2]>::try_from(parts()?).ok()?;
            match above.as_str() {
                "-" | "\u{af}" | "\u{203e}" => write!(out, "\\overline{{{base}}}").ok()?,
                "\\to " | "\\rightarrow " => write!(out, "\\vec{{{base}}}").ok()?,
                _ => write!(out, "\\overset{{{above}}}{{{base}}}").ok()?,
            }
        }
        "msqrt" => write!(out, "\\sqrt{{{}}}", row(element)?).ok()?,
        "mroot" => {
            let [base, degree] = <[String; 2]>::try_from(parts()?).ok()?;
            write!(out, "\\sqrt[{degree}]{{{base}}}").ok()?;
        }
        "mfenced" => {
            let (open, close) = (element.attribute("open").unwrap_or("("), element.attribute("close").unwrap_or(")"));
            let (open, close) = (fence(open)?, fence(close)?);
            write!(out, "\\left{open}{}\\right{close}", parts()?.join(",")).ok()?;
        }
        "mtable" => {
            let row = |row: &XmlElement| {
                let cells = row.children().map(self::row).collect::<Option<Vec<_>>>()?;
                Some(cells.join(" & "))
            };
            let rows = element.children().map(row).collect::<Option<Vec<_>>>()?;
            write!(out, "\\begin{{matrix}}{}\\end{{matrix}}", rows.join(r" \\ ")).ok()?;
        }
        _ => return None,
    }
    Some(out)
}

fn fence(text: &str) -> Option<&'static str> {
    Some(match text.trim() {
        "(" => "(",
        ")" => ")",
        "[" => "[",
        "]" => "]",
        "{" => r"\{",
        "}" => r"\}",
        "|" => "|",
        "" => ".",
        _ => return None,
    })
}

fn plain(text: &str) -> Option<String> {
    text.chars().all(|c| c.is_alphanumeric() || ".,'".contains(c)).then(|| text.to_owned())
}

/// Characters that a formula may have as they are, and those that are commands.
fn symbols(text: &str) -> Option<String> {
    let mut out = String::new();
    for c in text.trim().chars() {
        match c {
            '−' | '\u{2010}' => out.push('-'),
            '×' => out.push_str("\\times "),
            '⋅' | '·' => out.push_str("\\cdot "),
            '÷' => out.push_str("\\div "),
            '±' => out.push_str("\\pm "),
            '≤' => out.push_str("\\le "),
            '≥' => out.push_str("\\ge "),
            '≠' => out.push_str("\\ne "),
            '≈' => out.push_str("\\approx "),
            '→' => out.push_str("\\to "),
            '∞' => out.push_str("\\infty "),
            '∑' => out.push_str("\\sum "),
            '∏' => out.push_str("\\prod "),
            '∫' => out.push_str("\\int "),
            '∂' => out.push_str("\\partial "),
            '∈' => out.push_str("\\in "),
            '°' => out.push_str("^{\\circ}"),
            '{' => out.push_str(r"\{"),
            '}' => out.push_str(r"\}"),
            '%' => out.push_str(r"\%"),
            '$' => out.push_str(r"\$"),
            '&' => out.push_str(r"\&"),
            '#' => out.push_str(r"\#"),
            // Invisible operators.
            '\u{2061}' | '\u{2062}' | '\u{2063}' | '\u{2064}' => {}
            '\\' | '^' | '_' | '~' => return None,
            c if c.is_control() => return None,
            c => out.push(c),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::{super::xml, *};

    fn of(inner: &str) -> Option<String> {
        latex(&xml::parse(format!("<math>{inner}</math>").as_bytes()).unwrap())
    }

    #[test]
    fn what_is_drawn_is_the_same() {
        let half = "<mfrac><mn>1</mn><mn>2</mn></mfrac>";
        assert_eq!(of(half).as_deref(), Some(r"\frac{1}{2}"));
        assert_eq!(of("<mn>12</mn>").as_deref(), Some("12"));
        assert_eq!(of("<msup><mi>x</mi><mn>2</mn></msup><mo>−</mo><mn>1</mn>").as_deref(), Some("{x}^{2}-1"));
        assert_eq!(of("<msqrt><mi>a</mi><mo>×</mo><mi>b</mi></msqrt>").as_deref(), Some(r"\sqrt{a\times b}"));
        assert_eq!(of("<mi>sin</mi><mo>(</mo><mi>α</mi><mo>)</mo>").as_deref(), Some(r"\mathrm{sin}(α)"));
        assert_eq!(of(&format!("<mfenced>{half}<mi>y</mi></mfenced>")).as_deref(), Some(r"\left(\frac{1}{2},y\right)"));
        for other in ["<maction><mi>x</mi></maction>", "text", "<mi>\\input</mi>", "", "<mfrac><mn>1</mn></mfrac>"] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
