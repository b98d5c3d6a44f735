//! Rich text as the HTML and MathML of an item.

use super::{
    body,
    xml::{QtiElement, QtiNode, plain},
};
use crate::{
    domain::rich_text::{Align, Block, CodeSpan, Inline, Math, MathNode as Formula, TableBlock},
    service::export::pictures::PictureFileNames,
};
use std::iter;

const MATHML: &str = "http://www.w3.org/1998/Math/MathML";
const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

/// Writes texts that show `pictures`, with an element instead of each marker `[[id]]` that has one.
pub struct QtiTextWriter<'a> {
    pub pictures: &'a PictureFileNames,
    pub element: &'a dyn Fn(&str) -> Option<QtiElement>,
}

impl QtiTextWriter<'_> {
    pub fn blocks(&self, blocks: &[Block]) -> Vec<QtiNode> {
        blocks.iter().flat_map(|block| self.block(block)).collect()
    }

    /// The nodes of an option: a single paragraph has no element around it.
    pub fn short(&self, blocks: &[Block]) -> Vec<QtiNode> {
        match blocks {
            [Block::Paragraph(inlines)] => self.inlines(inlines),
            _ => self.blocks(blocks),
        }
    }

    fn block(&self, block: &Block) -> Vec<QtiNode> {
        let element = match block {
            Block::Line(inlines) => return self.inlines(inlines),
            Block::Paragraph(inlines) => plain("p").all(self.inlines(inlines)),
            Block::Heading(level, inlines) => {
                let name = HEADINGS.get(usize::from(*level).saturating_sub(1)).unwrap_or(&"h6");
                plain(name).all(self.inlines(inlines))
            }
            Block::Quote(inner) => plain("blockquote").all(self.blocks(inner)),
            Block::Bullets(items) => self.list(plain("ul"), items),
            Block::Numbered(1, items) => self.list(plain("ol"), items),
            Block::Numbered(first, items) => self.list(plain("ol").set("start", first), items),
            Block::Code(language, spans) => code(language.as_deref(), spans),
            Block::Table(table) => self.table(table),
            Block::Rule => plain("hr"),
        };
        vec![element.into()]
    }

    fn list(&self, list: QtiElement, items: &[Vec<Block>]) -> QtiElement {
        list.all(items.iter().map(|item| plain("li").all(self.blocks(item))))
    }

    fn table(&self, table: &TableBlock) -> QtiElement {
        let aligns = || table.align.iter().map(|align| class(*align)).chain(iter::repeat(None));
        let cell = |name, (cell, class): (&Vec<Inline>, Option<&str>)| {
            let element = plain(name).all(self.inlines(cell));
            if let Some(class) = class { element.set("class", class) } else { element }
        };
        let row = |name, cells: &[Vec<Inline>]| plain("tr").all(cells.iter().zip(aligns()).map(|one| cell(name, one)));
        let body = plain("tbody").all(table.rows.iter().map(|cells| row("td", cells)));
        let head = plain("thead").with(row("th", &table.head));
        if table.rows.is_empty() { plain("table").with(head) } else { plain("table").with(head).with(body) }
    }

    fn inlines(&self, inlines: &[Inline]) -> Vec<QtiNode> {
        let mut out = Vec::new();
        for inline in inlines {
            match inline {
                Inline::Text(text) => body::marked(text, &self.element, &mut out, &|text, out| {
                    out.push(QtiNode::Text(text.to_owned()));
                }),
                Inline::Emphasis(inner) => out.push(plain("em").all(self.inlines(inner)).into()),
                Inline::Strong(inner) => out.push(plain("strong").all(self.inlines(inner)).into()),
                Inline::Code(text) => out.push(plain("code").text(text).into()),
                Inline::Link(address, inner) => {
                    out.push(plain("a").set("href", address).all(self.inlines(inner)).into());
                }
                Inline::Picture(hash, alt) => out.push(self.picture(hash, alt)),
                Inline::Math(math) => out.push(formula(math).into()),
                Inline::Break => out.push(plain("br").into()),
            }
        }
        // Mixed content, so that no white space is added.
        out.push(QtiNode::Text(String::new()));
        out
    }

    fn picture(&self, hash: &str, alt: &str) -> QtiNode {
        let name = hash.parse().ok().and_then(|hash| self.pictures.get(&hash));
        match name {
            Some(name) => plain("img").set("src", format!("../{name}")).set("alt", alt).into(),
            None => QtiNode::Text(format!("[{alt}]")),
        }
    }
}

/// The alignment of a cell in the vocabulary of version 3.0: the standard has no attribute for it.
const fn class(align: Align) -> Option<&'static str> {
    match align {
        Align::Start => None,
        Align::Left => Some("qti-align-left"),
        Align::Center => Some("qti-align-center"),
        Align::Right => Some("qti-align-right"),
    }
}

fn code(language: Option<&str>, spans: &[CodeSpan]) -> QtiElement {
    let text: String = spans.iter().map(|span| span.1.as_str()).collect();
    let block = match language {
        Some(name) => plain("pre").set("class", format!("language-{}", name.to_lowercase().replace(' ', "-"))),
        None => plain("pre"),
    };
    block.with(plain("code").text(text)).text("")
}

fn formula(math: &Math) -> QtiElement {
    let display = if math.block { "block" } else { "inline" };
    let root = plain("math").set("xmlns", MATHML).set("display", display).set("alttext", &math.tex);
    root.all(math.nodes.iter().map(node)).text("")
}

fn node(formula: &Formula) -> QtiNode {
    match formula {
        Formula::Text(text) => QtiNode::Text(text.clone()),
        Formula::Leaf(element, text) => plain(element.name()).text(text).into(),
        Formula::Element(element, attributes, nodes) => {
            let element =
                attributes.iter().fold(plain(element.name()), |element, (name, value)| element.set(name.name(), value));
            element.all(nodes.iter().map(node)).text("").into()
        }
    }
}
