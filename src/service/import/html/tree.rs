//! Tag soup as a tree.

use super::formulas::{self, formula};
use crate::service::import::qti::{
    text::{HIDDEN, OTHER_LANGUAGE},
    xml::{XmlElement, XmlNode},
};
use html5gum::{StartTag, Token, Tokenizer};
use std::borrow::Cow;

/// Marks a gap in a text that is not read yet.
pub const GAP: char = '\u{e002}';
/// Deeper elements are transparent.
const MAX_DEPTH: usize = 40;
/// Elements of one text; further ones are transparent.
const MAX_ELEMENTS: usize = 20_000;

const VOID: [&str; 11] = ["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"];
/// Read as video: they show what is elsewhere.
const MEDIA: [&str; 6] = ["iframe", "embed", "svg", "canvas", "applet", "object"];

pub fn tree(html: &str, line: u64) -> XmlElement {
    let mut builder = Builder { open: vec![element("div", Vec::new(), line)], line, count: 0, hidden: None };
    let html = with_languages(html);
    for Ok(token) in Tokenizer::new(&*html) {
        match token {
            Token::StartTag(tag) => builder.start(&tag),
            Token::EndTag(tag) => builder.end(&String::from_utf8_lossy(&tag.name)),
            Token::String(text) => builder.text(&String::from_utf8_lossy(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    while builder.open.len() > 1 {
        builder.pop();
    }
    builder.open.pop().unwrap_or_default()
}

/// The text with the marks of languages of a filter of Moodle as elements: `{mlang en}` and `{mlang}`.
fn with_languages(html: &str) -> Cow<'_, str> {
    const MARK: &str = "{mlang";
    if !html.contains(MARK) {
        return html.into();
    }
    let mut parts = html.split(MARK);
    let mut out = parts.next().unwrap_or_default().to_owned();
    let mut has_some = false;
    for part in parts {
        match part.split_once('}') {
            Some(("", rest)) => out.extend(["</span>", rest]),
            Some((language, rest)) if language.starts_with(' ') && language.len() < 40 => {
                has_some = true;
                out.extend(["<span class=\"multilang\">", rest]);
            }
            _ => out.extend([MARK, part]),
        }
    }
    if has_some { out.into() } else { html.into() }
}

/// Whether it is a text in one of several languages, one after another.
fn is_language(element: &XmlElement) -> bool {
    let has_class = |class: &str| class.split_whitespace().any(|one| one == OTHER_LANGUAGE);
    element.name == OTHER_LANGUAGE || element.name == "span" && element.peek("class").is_some_and(has_class)
}

fn element(name: &str, attributes: Vec<(String, String)>, line: u64) -> XmlElement {
    XmlElement::made(name, attributes, line)
}

struct Builder {
    /// The first one is the root, which stays open.
    open: Vec<XmlElement>,
    line: u64,
    count: usize,
    /// The element that hides what it holds.
    hidden: Option<String>,
}

impl Builder {
    fn start(&mut self, tag: &StartTag<()>) {
        let name = String::from_utf8_lossy(&tag.name).into_owned();
        if self.hidden.is_some() {
            return;
        }
        if HIDDEN.contains(&name.as_str()) {
            // Without content: that it is left out is said where the text is read.
            self.push(element(&name, Vec::new(), self.line));
            self.hidden = Some(name).filter(|name| !tag.self_closing && !VOID.contains(&name.as_str()));
            return;
        }
        self.close_before(&name);
        let attributes = tag.attributes.iter().map(|(key, value)| {
            (String::from_utf8_lossy(key).into_owned(), String::from_utf8_lossy(value).into_owned())
        });
        let made = element(&known(&name), attributes.collect(), self.line);
        if name == "img"
            && let Some(tex) = formulas::of_picture(&made)
        {
            return self.push(formula(&tex, false, self.line));
        }
        if self.count >= MAX_ELEMENTS {
            return;
        }
        self.count += 1;
        if VOID.contains(&name.as_str()) || tag.self_closing {
            self.push(made);
        } else if self.open.len() < MAX_DEPTH {
            self.open.push(made);
        }
    }

    /// Ends elements that this one cannot be in.
    fn close_before(&mut self, name: &str) {
        let (ended, within): (&[&str], &[&str]) = match name {
            "li" => (&["li"], &["ul", "ol"]),
            "td" | "th" => (&["td", "th"], &["tr", "table"]),
            "tr" => (&["tr"], &["table"]),
            "thead" | "tbody" | "tfoot" => (&["thead", "tbody", "tfoot"], &["table"]),
            "dt" | "dd" => (&["dt", "dd"], &["dl"]),
            "rt" | "rp" => (&["rt", "rp"], &["ruby"]),
            "p" | "div" | "ul" | "ol" | "table" | "pre" | "blockquote" | "hr" | "h1" | "h2" | "h3" | "h4" | "h5"
            | "h6" => (&["p"], &["div", "li", "td", "th", "blockquote"]),
            _ => return,
        };
        let mut inner = self.open.iter().enumerate().skip(1).rev();
        let found = inner.find(|(_, one)| ended.contains(&one.name.as_str()) || within.contains(&one.name.as_str()));
        if let Some((place, _)) = found.filter(|(_, one)| ended.contains(&one.name.as_str())) {
            while self.open.len() > place {
                self.pop();
            }
        }
    }

    fn end(&mut self, name: &str) {
        if let Some(hidden) = &self.hidden {
            if hidden == name {
                self.hidden = None;
            }
            return;
        }
        let name = known(name);
        if let Some(place) = self.open.iter().skip(1).rposition(|one| one.name == name) {
            while self.open.len() > place + 1 {
                self.pop();
            }
        }
    }

    fn pop(&mut self) {
        if let Some(done) = self.open.pop() {
            let done = match done.name.as_str() {
                "sub" | "sup" => formulas::as_formula(done),
                "tex" => formulas::of_element(done),
                "rt" => self.apart(done),
                "span" if self.is_further(&done) => element(OTHER_LANGUAGE, Vec::new(), self.line),
                _ => done,
            };
            self.push(done);
        }
    }

    /// Whether it says what the text before it says in another language.
    fn is_further(&self, done: &XmlElement) -> bool {
        let is_blank = |node: &&XmlNode| matches!(node, XmlNode::Text(text) if text.trim().is_empty());
        let mut before =
            self.open.last().into_iter().flat_map(|parent| parent.content.iter().rev()).skip_while(is_blank);
        is_language(done) && matches!(before.next(), Some(XmlNode::Element(other)) if is_language(other))
    }

    /// The reading of a word, in brackets: a browser shows it above the word.
    fn apart(&self, mut reading: XmlElement) -> XmlElement {
        let has_brackets = self.open.last().is_some_and(|ruby| ruby.children().any(|child| child.name == "rp"));
        if !has_brackets && !reading.text().is_empty() {
            reading.content.insert(0, XmlNode::Text(" (".to_owned()));
            reading.content.push(XmlNode::Text(")".to_owned()));
        }
        reading
    }

    fn push(&mut self, child: XmlElement) {
        if let Some(parent) = self.open.last_mut() {
            parent.content.push(XmlNode::Element(child));
        }
    }

    fn text(&mut self, text: &str) {
        if self.hidden.is_some() {
            return;
        }
        let line = self.line;
        let is_code =
            self.open.iter().any(|one| matches!(one.name.as_str(), "pre" | "code" | "kbd" | "samp" | "math" | "tex"));
        let Some(parent) = self.open.last_mut() else { return };
        for part in text.split_inclusive(GAP) {
            let (before, has_gap) = part.strip_suffix(GAP).map_or((part, false), |before| (before, true));
            if is_code {
                parent.content.push(XmlNode::Text(before.to_owned()));
            } else {
                let nodes = formulas::split(before, line, MAX_ELEMENTS.saturating_sub(self.count));
                self.count += nodes.len();
                parent.content.extend(nodes);
            }
            if has_gap {
                parent.content.push(XmlNode::Element(element("textentryinteraction", Vec::new(), line)));
            }
        }
    }
}

/// The name by which the readers of QTI know an element. Those of QTI itself mean nothing here.
fn known(name: &str) -> String {
    match name {
        "tt" => "code".to_owned(),
        name if MEDIA.contains(&name) => "video".to_owned(),
        name if name.ends_with("interaction")
            || name.starts_with("feedback")
            || matches!(name, "rubricblock" | "gap") =>
        {
            "span".to_owned()
        }
        name => name.rsplit(':').next().unwrap_or(name).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(element: &XmlElement) -> String {
        let inside = element.content.iter().map(|node| match node {
            XmlNode::Text(text) => text.clone(),
            XmlNode::Element(child) => format!("({} {})", child.name, shape(child)),
        });
        inside.collect()
    }

    #[test]
    fn tag_soup_is_read_as_browsers_read_it() {
        let shape = |html: &str| shape(&tree(html, 1));
        assert_eq!(shape("<p>a<p>b<br>c&nbsp;&lt;d"), "(p a)(p b(br )c\u{a0}<d)");
        assert_eq!(shape("<ul><li>a<li>b</ul>c"), "(ul (li a)(li b))c");
        assert_eq!(shape("<table><tr><td>a<td>b<tr><td>c</table>"), "(table (tr (td a)(td b))(tr (td c)))");
        assert_eq!(shape("<ul><li><ul><li>a</ul><li>b</ul>"), "(ul (li (ul (li a)))(li b))");
        assert_eq!(shape("a</b></p> <i>b"), "a (i b)");
        assert_eq!(shape("<ruby>x<rt>ex<rt>y</ruby>"), "(ruby x(rt  (ex))(rt  (y)))");
        assert_eq!(shape("<ruby>x<rp>(</rp><rt>ex</rt><rp>)</rp></ruby>"), "(ruby x(rp ()(rt ex)(rp )))");
        assert_eq!(shape("<script>x < y</script>z<style>p{}</style>"), "(script )z(style )");
        assert_eq!(shape("a <input type=text> b<select><option>c</select>d"), "a (input ) b(select )d");
        assert_eq!(shape("1 < 2 && R&D"), "1 < 2 && R&D");
        let both = "<span lang='en' class='multilang'>Hi</span> <span lang='de' class='multilang'>Hallo</span>!";
        assert_eq!(shape(both), "(span Hi) (multilang )!");
        assert_eq!(shape("{mlang en}<b>Hi</b>{mlang}{mlang de}Hallo{mlang}"), "(span (b Hi))(multilang )");
        assert_eq!(shape("<tex>q^2</tex>"), r"(math \(q^2\))");
        assert_eq!(shape("{mlang} {mlangs}"), "{mlang} {mlangs}");
        assert_eq!(shape("<textentryinteraction>x</textentryinteraction>"), "(span x)");
    }

    #[test]
    fn depth_and_length_are_bounded() {
        let deep = tree(&"<b>".repeat(100_000), 1);
        let mut depth = 0;
        let mut at = &deep;
        while let Some(child) = at.children().next() {
            depth += 1;
            at = child;
        }
        assert!(depth < MAX_DEPTH, "{depth}");
        assert!(tree(&"<i></i>".repeat(100_000), 1).children().count() <= MAX_ELEMENTS);
    }
}
