//! CommonMark with tables and formulas, read into the tree. HTML is text.

use super::{
    content::{Align, Block, Inline, TableBlock, TableCell},
    dollars,
    fault::RichTextFault,
    formula, highlight,
    limits::{MAX_CELLS, MAX_DEPTH, MAX_NODES},
    plain, target,
};
use pulldown_cmark::{Alignment, CodeBlockKind, Event, LinkType, Options, Parser, Tag};
use std::{borrow::Cow, ops::Range};

/// An element that is still open, with what it holds so far.
struct OpenElement {
    open: OpenElementKind,
    /// Where it starts, in bytes.
    start: usize,
    blocks: Vec<Block>,
    inlines: Vec<Inline>,
}

enum OpenElementKind {
    /// The document, and elements that are transparent.
    Group,
    Paragraph,
    Heading(u8),
    Quote,
    List(Option<u64>, Vec<Vec<Block>>),
    Item,
    Code(String, String),
    Html(String),
    Table(TableBlock),
    Row {
        is_head: bool,
        cells: Vec<TableCell>,
    },
    Cell,
    Emphasis,
    Strong,
    Link(String),
    /// An autolink of another scheme, such as `<std::string>`.
    Brackets,
    Picture(String),
}

struct Builder<'a> {
    source: &'a str,
    levels: Vec<OpenElement>,
    nodes: usize,
    cells: usize,
}

/// # Errors
/// Content over the limits, faulty formulas, addresses that are not permitted; with their position.
pub fn read(source: &str) -> Result<Vec<Block>, RichTextFault> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH;
    let mut builder = Builder { source, levels: vec![OpenElement::new(OpenElementKind::Group, 0)], nodes: 0, cells: 0 };
    for (event, range) in Parser::new_ext(&without_prices(source, options), options).into_offset_iter() {
        builder.event(event, range)?;
    }
    Ok(builder.levels.pop().map(OpenElement::into_blocks).unwrap_or_default())
}

/// The source with [`dollars::MASK`] for each dollar sign that would begin a formula whose end a digit follows: `$5-$10` are
/// prices (as Pandoc and GitHub read them).
fn without_prices(source: &str, options: Options) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(source);
    if source.matches('$').count() < 2 || source.contains(dollars::MASK) {
        return text;
    }
    // With a sign masked, others pair in another way. Each round masks all that it finds: few are needed.
    loop {
        let is_price = |end: usize| text[end..].starts_with(|c: char| c.is_ascii_digit());
        let formulas = Parser::new_ext(&text, options).into_offset_iter();
        let begins = formulas.filter(|(event, range)| matches!(event, Event::InlineMath(_)) && is_price(range.end));
        let begins: Vec<usize> = begins.map(|(_, range)| range.start).collect();
        if begins.is_empty() {
            return text;
        }
        let mut masked = text.into_owned();
        for at in begins {
            masked.replace_range(at..=at, "\u{1}");
        }
        text = Cow::Owned(masked);
    }
}

impl OpenElement {
    fn new(open: OpenElementKind, start: usize) -> Self {
        Self { open, start, blocks: Vec::new(), inlines: Vec::new() }
    }

    /// Text beside blocks becomes a line of its own: items of tight lists have no paragraphs.
    fn flush(&mut self) {
        if !self.inlines.is_empty() {
            self.blocks.push(Block::Line(std::mem::take(&mut self.inlines)));
        }
    }

    fn into_blocks(mut self) -> Vec<Block> {
        self.flush();
        self.blocks
    }
}

impl Builder<'_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) -> Result<(), RichTextFault> {
        match event {
            Event::Start(tag) => self.start(tag, range.start)?,
            Event::End(_) => self.end()?,
            Event::Text(text) => self.text(&text, Some(range))?,
            Event::Html(text) | Event::InlineHtml(text) => self.text(&text, None)?,
            Event::Code(code) => self.inline(Inline::Code(dollars::unmasked(&code).into_owned()))?,
            Event::InlineMath(tex) => self.formula(&tex, false, range.start + 1)?,
            Event::DisplayMath(tex) => self.formula(&tex, true, range.start + 2)?,
            Event::SoftBreak => self.text("\n", None)?,
            Event::HardBreak => self.inline(Inline::Break)?,
            Event::Rule => self.block(Block::Rule)?,
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
        Ok(())
    }

    fn start(&mut self, tag: Tag<'_>, start: usize) -> Result<(), RichTextFault> {
        let open = match tag {
            Tag::Paragraph => OpenElementKind::Paragraph,
            Tag::Heading { level, .. } => OpenElementKind::Heading(level as u8),
            Tag::BlockQuote(_) => OpenElementKind::Quote,
            Tag::CodeBlock(kind) => OpenElementKind::Code(info(&kind), String::new()),
            Tag::HtmlBlock => OpenElementKind::Html(String::new()),
            Tag::List(first) => OpenElementKind::List(first, Vec::new()),
            Tag::Item => OpenElementKind::Item,
            Tag::Table(columns) => OpenElementKind::Table(TableBlock {
                align: columns.into_iter().map(align).collect(),
                ..TableBlock::default()
            }),
            Tag::TableHead => OpenElementKind::Row { is_head: true, cells: Vec::new() },
            Tag::TableRow => OpenElementKind::Row { is_head: false, cells: Vec::new() },
            Tag::TableCell => {
                self.cells += 1;
                if self.cells > MAX_CELLS {
                    return Err(self.fault(start, "Tables have too many cells here (2,000 at most in one text)."));
                }
                OpenElementKind::Cell
            }
            Tag::Emphasis => OpenElementKind::Emphasis,
            Tag::Strong => OpenElementKind::Strong,
            Tag::Link { link_type, dest_url, .. } => self.link(link_type, &dest_url, start)?,
            Tag::Image { dest_url, .. } => match target::picture(&dest_url) {
                Some(hash) => OpenElementKind::Picture(hash),
                None => return Err(self.fault(start, target::NOT_A_PICTURE)),
            },
            _ => OpenElementKind::Group,
        };
        self.count(start, 1)?;
        self.levels.push(OpenElement::new(open, start));
        if self.levels.len() > MAX_DEPTH {
            return Err(self.fault(start, "Lists, quotes and emphasis are nested too deeply here (16 levels at most)."));
        }
        Ok(())
    }

    fn link(&self, kind: LinkType, address: &str, start: usize) -> Result<OpenElementKind, RichTextFault> {
        let address = dollars::unmasked(address);
        let address = if kind == LinkType::Email { format!("mailto:{address}") } else { address.into_owned() };
        match target::link(&address) {
            Some(address) => Ok(OpenElementKind::Link(address)),
            None if kind == LinkType::Autolink => Ok(OpenElementKind::Brackets),
            None => Err(self.fault(start, target::NOT_A_LINK)),
        }
    }

    fn end(&mut self) -> Result<(), RichTextFault> {
        let Some(mut level) = self.levels.pop() else { return Ok(()) };
        let inlines = std::mem::take(&mut level.inlines);
        match level.open {
            OpenElementKind::Group => {
                self.top().inlines.extend(inlines);
                let blocks = level.blocks;
                self.top().blocks.extend(blocks);
            }
            OpenElementKind::Paragraph => self.push(Block::Paragraph(inlines)),
            OpenElementKind::Heading(n) => self.push(Block::Heading(n, inlines)),
            OpenElementKind::Quote => {
                level.inlines = inlines;
                let quoted = Block::Quote(level.into_blocks());
                self.push(quoted);
            }
            OpenElementKind::List(None, items) => self.push(Block::Bullets(items)),
            OpenElementKind::List(Some(first), items) => {
                self.push(Block::Numbered(u32::try_from(first).unwrap_or(u32::MAX), items));
            }
            OpenElementKind::Item => {
                level.inlines = inlines;
                let blocks = level.into_blocks();
                if let OpenElementKind::List(_, items) = &mut self.top().open {
                    items.push(blocks);
                }
            }
            OpenElementKind::Code(info, code) => {
                let (language, spans) = highlight::highlight(&info, code.strip_suffix('\n').unwrap_or(&code));
                self.count(level.start, spans.len())?;
                self.push(Block::Code(language, spans));
            }
            OpenElementKind::Html(html) => {
                let lines = html.trim_end().lines().map(|line| Inline::Text(line.to_owned()));
                let lines: Vec<Inline> = lines.flat_map(|line| [Inline::Break, line]).skip(1).collect();
                self.count(level.start, lines.len())?;
                self.push(Block::Paragraph(lines));
            }
            OpenElementKind::Table(table) => self.push(Block::Table(table)),
            OpenElementKind::Row { is_head, cells } => {
                if let OpenElementKind::Table(table) = &mut self.top().open {
                    if is_head { table.head = cells } else { table.rows.push(cells) }
                }
            }
            OpenElementKind::Cell => {
                if let OpenElementKind::Row { cells, .. } = &mut self.top().open {
                    cells.push(inlines);
                }
            }
            OpenElementKind::Emphasis => self.top().inlines.push(Inline::Emphasis(inlines)),
            OpenElementKind::Strong => self.top().inlines.push(Inline::Strong(inlines)),
            OpenElementKind::Link(address) => {
                // Without words it could be neither seen nor named.
                let is_blank = inlines.iter().all(|one| matches!(one, Inline::Text(text) if text.trim().is_empty()));
                let shown = if is_blank { vec![Inline::Text(plain::bare(&address).to_owned())] } else { inlines };
                self.top().inlines.push(Inline::Link(address, shown));
            }
            OpenElementKind::Brackets => self.text(&format!("<{}>", plain::line(&inlines)), None)?,
            OpenElementKind::Picture(hash) => self.top().inlines.push(Inline::Picture(hash, plain::line(&inlines))),
        }
        Ok(())
    }

    /// `range` is that of prose, in which a dollar sign may be a fault.
    fn text(&mut self, text: &str, range: Option<Range<usize>>) -> Result<(), RichTextFault> {
        let text = &*dollars::unmasked(text);
        if let OpenElementKind::Code(_, into) | OpenElementKind::Html(into) = &mut self.top().open {
            into.push_str(text);
            return Ok(());
        }
        if let Some(at) = range.and_then(|range| dollars::find_unpaired(self.source, range)) {
            return Err(self.fault(at, dollars::UNPAIRED));
        }
        if let Some(Inline::Text(before)) = self.top().inlines.last_mut() {
            before.push_str(text);
            return Ok(());
        }
        self.inline(Inline::Text(text.to_owned()))
    }

    fn formula(&mut self, tex: &str, block: bool, start: usize) -> Result<(), RichTextFault> {
        let (math, count) = formula::convert(tex, block)
            .map_err(|(at, message)| RichTextFault::at(self.source, start + at, message))?;
        self.count(start, count)?;
        self.inline(Inline::Math(math))
    }

    fn inline(&mut self, inline: Inline) -> Result<(), RichTextFault> {
        let start = self.top().start;
        self.count(start, 1)?;
        self.top().inlines.push(inline);
        Ok(())
    }

    fn block(&mut self, block: Block) -> Result<(), RichTextFault> {
        let start = self.top().start;
        self.count(start, 1)?;
        self.push(block);
        Ok(())
    }

    fn push(&mut self, block: Block) {
        let top = self.top();
        top.flush();
        top.blocks.push(block);
    }

    /// The innermost open element; the document is never closed before the end.
    fn top(&mut self) -> &mut OpenElement {
        if self.levels.is_empty() {
            self.levels.push(OpenElement::new(OpenElementKind::Group, 0));
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn count(&mut self, at: usize, nodes: usize) -> Result<(), RichTextFault> {
        self.nodes += nodes;
        let is_within = self.nodes <= MAX_NODES;
        if is_within { Ok(()) } else { Err(self.fault(at, "The text has too many parts up to here (20,000 at most).")) }
    }

    fn fault(&self, at: usize, message: &str) -> RichTextFault {
        RichTextFault::at(self.source, at, message.to_owned())
    }
}

fn align(column: Alignment) -> Align {
    match column {
        Alignment::None => Align::Start,
        Alignment::Left => Align::Left,
        Alignment::Center => Align::Center,
        Alignment::Right => Align::Right,
    }
}

fn info(kind: &CodeBlockKind<'_>) -> String {
    match kind {
        CodeBlockKind::Fenced(info) => info.split_whitespace().next().unwrap_or_default().to_owned(),
        CodeBlockKind::Indented => String::new(),
    }
}
