//! Formulas in texts of other programs: `\( \)`, `\[ \]` and `$$ $$` as browsers with `MathJax` read them, and pictures of formulas.

use crate::{
    domain::rich_text::MAX_FORMULA,
    service::import::qti::{
        scripts,
        xml::{XmlElement, XmlNode},
    },
};

/// Begin, end, and whether it stands on a line of its own; the last are those of a filter of Moodle.
const MARKS: [(&str, &str, bool); 4] =
    [("\\(", "\\)", false), ("\\[", "\\]", true), ("$$", "$$", true), ("[tex]", "[/tex]", false)];

/// A formula with its LaTeX source, which plain text shows.
pub fn formula(tex: &str, is_block: bool, line: u64) -> XmlElement {
    let tex = tex.trim();
    let display = if is_block { "block" } else { "inline" };
    let attributes = vec![("alttext".to_owned(), tex.to_owned()), ("display".to_owned(), display.to_owned())];
    let mut element = XmlElement::made("math", attributes, line);
    let shown = if is_block { format!("$${tex}$$") } else { format!("\\({tex}\\)") };
    element.content.push(XmlNode::Text(shown));
    element
}

/// The text with its formulas, of which there are so many at most: further ones stay text.
pub fn split(text: &str, line: u64, most: usize) -> Vec<XmlNode> {
    let mut nodes = Vec::new();
    // Where each mark begins next, so that none is searched for twice.
    let find = |mark: &str, from: usize| text.get(from..)?.find(mark).map(|at| from + at);
    let mut next: Vec<Option<usize>> = MARKS.iter().map(|(begin, ..)| find(begin, 0)).collect();
    let (mut from, mut count) = (0, 0);
    while count < most {
        for (place, (begin, ..)) in next.iter_mut().zip(&MARKS) {
            if place.is_some_and(|at| at < from) {
                *place = find(begin, from);
            }
        }
        let first = next.iter().zip(&MARKS).filter_map(|(place, mark)| Some(((*place)?, mark)));
        let Some((at, (begin, end, is_block))) = first.min_by_key(|(at, _)| *at) else { break };
        let Some(close) = find(end, at + begin.len()) else {
            // It has no end, and neither have those after it.
            next = next.into_iter().zip(&MARKS).map(|(place, mark)| place.filter(|_| mark.0 != *begin)).collect();
            continue;
        };
        let after = close + end.len();
        let tex = text.get(at + begin.len()..close).unwrap_or_default();
        let is_formula = !tex.trim().is_empty() && tex.len() <= MAX_FORMULA;
        nodes.push(XmlNode::Text(text.get(from..if is_formula { at } else { after }).unwrap_or_default().to_owned()));
        if is_formula {
            nodes.push(XmlNode::Element(formula(tex, *is_block, line)));
            count += 1;
        }
        from = after;
    }
    nodes.push(XmlNode::Text(text.get(from..).unwrap_or_default().to_owned()));
    nodes.retain(|node| !matches!(node, XmlNode::Text(text) if text.is_empty()));
    nodes
}

/// The formula of an element of the same filter, `<tex>`.
pub fn of_element(element: XmlElement) -> XmlElement {
    let tex = element.text();
    let is_formula = !tex.is_empty() && tex.len() <= MAX_FORMULA;
    if is_formula { formula(&tex, false, element.line) } else { element }
}

/// The formula that a picture shows: Canvas keeps its source beside it.
pub fn of_picture(img: &XmlElement) -> Option<String> {
    let source = img.attribute("data-equation-content").map(str::to_owned);
    let source = source.or_else(|| {
        let alt = img.attribute("alt")?;
        alt.strip_prefix("LaTeX:").map(|tex| tex.trim().to_owned())
    });
    source.filter(|tex| !tex.trim().is_empty() && tex.len() <= MAX_FORMULA)
}

fn is_simple(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || "+-".contains(c))
}

/// A power or an index of more than letters and digits as a formula; others stay.
pub fn as_formula(element: XmlElement) -> XmlElement {
    let text = element.text();
    let tex = scripts::tex(&element, "+-=()[]/.,*!|<> ").filter(|_| !is_simple(&text));
    let Some(tex) = tex else { return element };
    let sign = if element.name == "sub" { '_' } else { '^' };
    let mut math = formula(&format!("{sign}{{{}}}", tex.trim()), false, element.line);
    math.content = vec![XmlNode::Text(scripts::plain(&element.name, &scripts::in_characters(&element).text()))];
    math
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_formulas_are_found() {
        let shown = |text: &str| {
            let nodes = split(text, 1, 100).into_iter().map(|node| match node {
                XmlNode::Text(text) => text,
                XmlNode::Element(math) => format!("<{}>", math.attribute("alttext").unwrap_or_default()),
            });
            nodes.collect::<String>()
        };
        assert_eq!(shown(r"Is \(x^2\) or $$y$$ or \[ z \]?"), "Is <x^2> or <y> or <z>?");
        assert_eq!(shown("Is [tex]w_1[/tex] [tex]?"), "Is <w_1> [tex]?");
        assert_eq!(shown(r"f \( x, $5 and $$ and \[1"), r"f \( x, $5 and $$ and \[1");
        assert_eq!(shown(r"\(\) $$$$"), r"\(\) $$$$");
        assert_eq!(shown(&"\\( ".repeat(100_000)), "\\( ".repeat(100_000));
        assert_eq!(split(&"\\(x\\) ".repeat(1_000), 1, 10).len(), 20, "formulas, and the texts behind them");
    }
}
