//! Presentation MathML as LaTeX, as far as items have it: what is drawn is the same.

use super::{
    mathml_marks::{above, below, enclosing, marked, scripts, styled},
    xml::{XmlElement, XmlNode},
};
use crate::domain::rich_text::{self, Block, Content, Inline, MathNode, RichTextFormat};
use std::fmt::Write as _;

/// Whether a text beside a formula is its LaTeX source: programs put the words there that are read aloud, too. A formula
/// that has nothing else is what the text says.
pub fn is_source(tex: &str, math: &XmlElement) -> bool {
    if math.children().next().is_none() {
        return true;
    }
    let Ok(Content::Rich(blocks)) = rich_text::parse(&format!("$${tex}$$"), RichTextFormat::Markdown) else {
        return false;
    };
    let [Block::Paragraph(line)] = blocks.as_slice() else { return false };
    let [Inline::Math(formula)] = line.as_slice() else { return false };
    let (mut ours, mut theirs) = (String::new(), String::new());
    draw(&formula.nodes, &mut ours);
    for part in math.children().filter(|child| child.name != "annotation") {
        theirs.push_str(&part.raw_text());
    }
    seen(&ours) == seen(&theirs)
}

fn draw(nodes: &[MathNode], into: &mut String) {
    for node in nodes {
        match node {
            MathNode::Text(text) | MathNode::Leaf(_, text) => into.push_str(text),
            MathNode::Element(_, _, nodes) => draw(nodes, into),
        }
    }
}

/// Removes invisible characters, and unites signs that have two forms.
fn seen(text: &str) -> String {
    let is_hidden = |c: &char| c.is_whitespace() || ('\u{2061}'..='\u{2064}').contains(c);
    let one = |c: char| match c {
        '−' => '-',
        '⋅' => '·',
        c => c,
    };
    text.chars().filter(|c| !is_hidden(c)).map(one).collect()
}

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
        "mn" => return plain(&element.text()).map(|number| styled(element, &number).unwrap_or(number)),
        "mi" => {
            let name = element.text();
            let is_long = name.chars().count() > 1;
            let symbol = symbols(&name)?;
            let plain =
                if is_long && !symbol.contains('\\') { format!("\\mathrm{{{symbol}}}") } else { symbol.clone() };
            return Some(styled(element, &symbol).unwrap_or(plain));
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
            let line = element.attribute("linethickness").unwrap_or_default();
            let has_line =
                line.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%').parse::<f64>() != Ok(0.0);
            let command = if has_line { "\\frac" } else { "\\genfrac{}{}{0pt}{}" };
            write!(out, "{command}{{{above}}}{{{below}}}").ok()?;
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
        "munder" | "mover" if let Some((command, base)) = marks(element) => {
            write!(out, "{command}{{{}}}", one(base)?).ok()?;
        }
        "munder" => {
            let [base, below] = <[String; 2]>::try_from(parts()?).ok()?;
            write!(out, "\\underset{{{below}}}{{{base}}}").ok()?;
        }
        "mover" => {
            let [base, above] = <[String; 2]>::try_from(parts()?).ok()?;
            write!(out, "\\overset{{{above}}}{{{base}}}").ok()?;
        }
        "mmultiscripts" => out = multiscripts(element)?,
        "mphantom" => write!(out, "\\phantom{{{}}}", row(element)?).ok()?,
        "menclose" => write!(out, "{}{{{}}}", enclosing(element)?, row(element)?).ok()?,
        "msqrt" => write!(out, "\\sqrt{{{}}}", row(element)?).ok()?,
        "mroot" => {
            let [base, degree] = <[String; 2]>::try_from(parts()?).ok()?;
            write!(out, "\\sqrt[{degree}]{{{base}}}").ok()?;
        }
        "mfenced" => {
            let (open, close) = (element.attribute("open").unwrap_or("("), element.attribute("close").unwrap_or(")"));
            let (open, close) = (fence(open)?, fence(close)?);
            let inner = separated(&parts()?, element.attribute("separators").unwrap_or(","))?;
            write!(out, "\\left{open}{inner}\\right{close}").ok()?;
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

/// The command for a sign above or below a part, and the part.
fn marks(element: &XmlElement) -> Option<(&'static str, &XmlElement)> {
    marked(element, if element.name == "munder" { below } else { above })
}

/// A part with indices and powers on both sides.
fn multiscripts(element: &XmlElement) -> Option<String> {
    let mut children = element.children();
    let base = one(children.next()?)?;
    let (mut behind, mut before, mut is_before) = (Vec::new(), Vec::new(), false);
    for child in children {
        if child.name == "mprescripts" {
            is_before = true;
            continue;
        }
        let part = if child.name == "none" { String::new() } else { one(child)? };
        if is_before { before.push(part) } else { behind.push(part) }
    }
    Some(format!("{{}}{}{{{base}}}{}", scripts(&before)?, scripts(&behind)?))
}

/// Parts with a separator after each but the last; the last separator is repeated.
fn separated(parts: &[String], separators: &str) -> Option<String> {
    let signs: Vec<char> = separators.chars().filter(|c| !c.is_whitespace()).collect();
    let mut out = String::new();
    for (place, part) in parts.iter().enumerate() {
        let sign = place.checked_sub(1).and_then(|before| signs.get(before).or(signs.last()));
        if let Some(sign) = sign {
            out.push_str(&symbols(&sign.to_string())?);
        }
        out.push_str(part);
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
        let two = "<mn>5</mn><mn>2</mn>";
        let binomial = format!(r#"<mfrac linethickness="0pt">{two}</mfrac>"#);
        assert_eq!(of(&binomial).as_deref(), Some(r"\genfrac{}{}{0pt}{}{5}{2}"));
        for (separators, inner) in [("; |", "5;2|5|5"), ("", "5255"), (",", "5,2,5,5")] {
            let fenced = format!(r#"<mfenced separators="{separators}">{two}<mn>5</mn><mn>5</mn></mfenced>"#);
            assert_eq!(of(&fenced), Some(format!(r"\left({inner}\right)")), "{separators}");
        }
        let mark = |sign: &str, base: &str| of(&format!("<mover><mi>{base}</mi><mo>{sign}</mo></mover>"));
        assert_eq!(mark("^", "x").as_deref(), Some(r"\hat{x}"));
        assert_eq!(mark("→", "x").as_deref(), Some(r"\vec{x}"));
        assert_eq!(mark("→", "AB").as_deref(), Some(r"\overrightarrow{\mathrm{AB}}"));
        assert_eq!(mark("*", "x").as_deref(), Some(r"\overset{*}{x}"));
        assert_eq!(of("<munder><mi>x</mi><mo>_</mo></munder>").as_deref(), Some(r"\underline{x}"));
        let carbon = "<mmultiscripts><mi>C</mi><mn>6</mn><none/><mprescripts/><none/><mn>12</mn></mmultiscripts>";
        assert_eq!(of(carbon).as_deref(), Some("{}^{12}{C}_{6}"));
        let struck = r#"<menclose notation="updiagonalstrike"><mn>3</mn></menclose>"#;
        assert_eq!(of(struck).as_deref(), Some(r"\cancel{3}"));
        assert_eq!(of(r#"<mi mathvariant="double-struck">R</mi>"#).as_deref(), Some(r"\mathbb{R}"));
        assert_eq!(of(r#"<mi mathvariant="bold">v</mi>"#).as_deref(), Some(r"\mathbf{v}"));
        assert_eq!(of(r#"<mi mathvariant="normal">d</mi><mi>x</mi>"#).as_deref(), Some(r"\mathrm{d}x"));
        for other in ["<maction><mi>x</mi></maction>", "text", "<mi>\\input</mi>", "", "<mfrac><mn>1</mn></mfrac>"] {
            assert_eq!(of(other), None, "{other}");
        }
    }

    #[test]
    fn words_that_are_read_aloud_are_no_source() {
        let square = "<msup><mi>x</mi><mn>2</mn></msup><mo>−</mo><mn>1</mn>";
        let is_source = |tex: &str, inner: &str| {
            super::is_source(tex, &xml::parse(format!("<math>{inner}</math>").as_bytes()).unwrap())
        };
        for tex in ["x^2-1", "{x}^{2} - 1"] {
            assert!(is_source(tex, square), "{tex}");
        }
        for words in ["x squared minus 1", "x 2 - 2", r"\nothing", "$", ""] {
            assert!(!is_source(words, square), "{words}");
        }
        assert!(is_source("x^2", "") && is_source("x^2", "x^2"));
    }
}
