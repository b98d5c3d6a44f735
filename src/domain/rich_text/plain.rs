//! Plain text of the tree.

use super::content::{Block, CodeSpan, Inline};

/// Inline content on one line, without its marks.
pub fn line(inlines: &[Inline]) -> String {
    let mut text = String::new();
    write_inlines(inlines, &mut text, false);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The address of a link as people write it.
pub(super) fn bare(address: &str) -> &str {
    address.strip_prefix("mailto:").unwrap_or(address)
}

/// `with_marks` adds what a reader of plain text needs: the addresses of links, a picture's brackets, line breaks.
fn write_inlines(inlines: &[Inline], into: &mut String, with_marks: bool) {
    for inline in inlines {
        match inline {
            Inline::Text(text) | Inline::Code(text) => into.push_str(text),
            Inline::Emphasis(inner) | Inline::Strong(inner) => write_inlines(inner, into, with_marks),
            Inline::Link(address, inner) => {
                write_inlines(inner, into, with_marks);
                if with_marks && line(inner) != bare(address) {
                    into.push_str(" (");
                    into.push_str(address);
                    into.push(')');
                }
            }
            Inline::Picture(_, alt) if with_marks && alt.is_empty() => into.push_str("[picture]"),
            Inline::Picture(_, alt) if with_marks => {
                into.push_str("[picture: ");
                into.push_str(alt);
                into.push(']');
            }
            Inline::Picture(_, alt) => into.push_str(alt),
            Inline::Math(math) => into.push_str(math.tex.trim()),
            Inline::Break => into.push('\n'),
        }
    }
}

fn marked(inlines: &[Inline]) -> String {
    let mut text = String::new();
    write_inlines(inlines, &mut text, true);
    text
}

pub fn blocks(blocks: &[Block]) -> String {
    let is_line = |block: &Block| matches!(block, Block::Line(_));
    let mut text = String::new();
    for (n, block) in blocks.iter().enumerate() {
        if n > 0 {
            let is_tight = is_line(&blocks[n - 1]) && matches!(block, Block::Bullets(_) | Block::Numbered(..));
            text.push_str(if is_tight { "\n" } else { "\n\n" });
        }
        text.push_str(&one(block));
    }
    text
}

fn one(block: &Block) -> String {
    match block {
        Block::Paragraph(inlines) | Block::Line(inlines) | Block::Heading(_, inlines) => marked(inlines),
        Block::Quote(inner) => indent(&blocks(inner), "> ", "> "),
        Block::Bullets(items) => list(items, |_| "- ".to_owned()),
        Block::Numbered(first, items) => {
            list(items, |n| format!("{}. ", u64::from(*first) + u64::try_from(n).unwrap_or_default()))
        }
        Block::Code(_, spans) => indent(&code(spans), "    ", "    "),
        Block::Table(table) => {
            let rows = std::iter::once(&table.head).chain(&table.rows);
            let row = |cells: &Vec<Vec<Inline>>| cells.iter().map(|cell| line(cell)).collect::<Vec<_>>().join(" | ");
            rows.map(row).collect::<Vec<_>>().join("\n")
        }
        Block::Rule => "---".to_owned(),
    }
}

fn code(spans: &[CodeSpan]) -> String {
    spans.iter().map(|span| span.1.as_str()).collect()
}

fn list(items: &[Vec<Block>], mark: impl Fn(usize) -> String) -> String {
    let is_loose = items.iter().flatten().any(|block| matches!(block, Block::Paragraph(_)));
    let item = |(n, item): (usize, &Vec<Block>)| {
        let mark = mark(n);
        indent(&blocks(item), &mark, &" ".repeat(mark.len()))
    };
    items.iter().enumerate().map(item).collect::<Vec<_>>().join(if is_loose { "\n\n" } else { "\n" })
}

/// Blank lines stay blank.
fn indent(text: &str, first: &str, others: &str) -> String {
    let mut indented = String::new();
    for (n, line) in text.split('\n').enumerate() {
        let mark = if n == 0 { first } else { others };
        if n > 0 {
            indented.push('\n');
        }
        indented.push_str(if line.is_empty() { mark.trim_end() } else { mark });
        indented.push_str(line);
    }
    indented
}

/// Prose of the first block that has some; otherwise the first line of code, table or formula.
pub fn first_line(blocks: &[Block]) -> String {
    let found = blocks.iter().find_map(prose).or_else(|| blocks.iter().find_map(anything));
    found.unwrap_or_default()
}

fn prose(block: &Block) -> Option<String> {
    match block {
        Block::Paragraph(inlines) | Block::Line(inlines) | Block::Heading(_, inlines) => {
            let has_prose = inlines.iter().any(is_prose);
            has_prose.then(|| line(inlines)).filter(|line| !line.is_empty())
        }
        Block::Quote(inner) => inner.iter().find_map(prose),
        Block::Bullets(items) | Block::Numbered(_, items) => items.iter().flatten().find_map(prose),
        Block::Code(..) | Block::Table(_) | Block::Rule => None,
    }
}

/// Whether it is more than a picture, a formula or blanks.
fn is_prose(inline: &Inline) -> bool {
    match inline {
        Inline::Text(text) | Inline::Code(text) => !text.trim().is_empty(),
        Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Link(_, inner) => inner.iter().any(is_prose),
        Inline::Picture(..) | Inline::Math(_) | Inline::Break => false,
    }
}

fn anything(block: &Block) -> Option<String> {
    let text = one(block);
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && *line != "---");
    first.map(str::to_owned)
}

pub fn pictures(blocks: &[Block]) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    for block in blocks {
        of_block(block, &mut found);
    }
    found
}

fn of_block<'a>(block: &'a Block, found: &mut Vec<(&'a str, &'a str)>) {
    match block {
        Block::Paragraph(inlines) | Block::Line(inlines) | Block::Heading(_, inlines) => of_inlines(inlines, found),
        Block::Quote(inner) => inner.iter().for_each(|block| of_block(block, found)),
        Block::Bullets(items) | Block::Numbered(_, items) => {
            items.iter().flatten().for_each(|block| of_block(block, found));
        }
        Block::Table(table) => {
            let cells = table.head.iter().chain(table.rows.iter().flatten());
            cells.for_each(|cell| of_inlines(cell, found));
        }
        Block::Code(..) | Block::Rule => {}
    }
}

fn of_inlines<'a>(inlines: &'a [Inline], found: &mut Vec<(&'a str, &'a str)>) {
    for inline in inlines {
        match inline {
            Inline::Picture(hash, alt) => found.push((hash, alt)),
            Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Link(_, inner) => of_inlines(inner, found),
            Inline::Text(_) | Inline::Code(_) | Inline::Math(_) | Inline::Break => {}
        }
    }
}
