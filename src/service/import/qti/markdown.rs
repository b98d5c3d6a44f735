//! Formatted text of a part of an item, as Markdown.

use super::{
    super::{lost::Lost, markup},
    mathml,
    parts::PackageParts,
    scripts, tables,
    text::{AnswerPlaceholder, BLANK, FIELDS, HIDDEN, gap_id, hidden, is_for_candidates, is_list, shown},
    xml::{XmlElement, XmlNode},
};
use crate::domain::rich_text::MAX_CELLS;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};
use pulldown_cmark_to_cmark::{Options as Style, cmark_with_options};
use std::iter;

/// Alternative text of a formula: its LaTeX source, which our export writes.
const SOURCE: &str = "alttext";

/// Writes Markdown for the elements of a part.
pub struct Markdown<'r> {
    reader: &'r mut dyn PackageParts,
    mark: AnswerPlaceholder,
    gaps: usize,
    events: Vec<Event<'static>>,
    /// A paragraph is open.
    is_open: bool,
    /// Whether the writer is within a block of one line.
    is_in_line: bool,
    /// White space comes before the next text.
    has_space: bool,
    /// Begun, but without text so far.
    pending: Vec<Tag<'static>>,
    /// Number of cells of tables. If there are more than a text may have, there is no Markdown.
    cells: usize,
    /// Texts of rubrics for scorers.
    pub notes: Vec<String>,
}

impl<'r> Markdown<'r> {
    pub fn new(reader: &'r mut dyn PackageParts, mark: AnswerPlaceholder) -> Self {
        Self {
            reader,
            mark,
            gaps: 0,
            events: Vec::new(),
            is_open: false,
            is_in_line: false,
            has_space: false,
            pending: Vec::new(),
            cells: 0,
            notes: Vec::new(),
        }
    }

    /// The children of an element, in paragraphs.
    pub fn block(&mut self, element: &XmlElement) {
        self.flow(element.content.iter(), true);
    }

    fn flow<'e>(&mut self, content: impl Iterator<Item = &'e XmlNode>, in_paragraphs: bool) {
        for node in content {
            match node {
                XmlNode::Text(text) if !self.is_open && text.trim().is_empty() => {}
                XmlNode::Text(text) => {
                    self.open(in_paragraphs);
                    self.text(text);
                }
                XmlNode::Element(child) if is_block(&child.name) => {
                    self.close(in_paragraphs);
                    self.child_block(child, in_paragraphs);
                }
                XmlNode::Element(child) => self.inline(child, in_paragraphs),
            }
        }
        self.close(in_paragraphs);
    }

    fn open(&mut self, is_paragraph: bool) {
        if !self.is_open {
            self.is_open = true;
            self.has_space = false;
            if is_paragraph {
                self.events.push(Event::Start(Tag::Paragraph));
            }
        }
    }

    fn close(&mut self, is_paragraph: bool) {
        if self.is_open && is_paragraph {
            // An empty one would be lost as well.
            while self.events.last() == Some(&Event::HardBreak) {
                self.events.pop();
            }
            if matches!(self.events.last(), Some(Event::Start(Tag::Paragraph))) {
                self.events.pop();
            } else {
                self.events.push(Event::End(TagEnd::Paragraph));
            }
        }
        self.is_open = false;
        self.has_space = false;
    }

    /// Collapses white space.
    fn text(&mut self, text: &str) {
        let mut words = text.split_whitespace().peekable();
        self.has_space |= text.starts_with(char::is_whitespace);
        let mut joined = String::new();
        while let Some(word) = words.next() {
            joined.push_str(word);
            if words.peek().is_some() {
                joined.push(' ');
            }
        }
        if !joined.is_empty() {
            self.push(Event::Text(joined.into()));
            self.has_space = text.ends_with(char::is_whitespace);
        }
    }

    /// Adds what is visible, after the space and the beginnings before it.
    fn push(&mut self, event: Event<'static>) {
        let is_first = matches!(
            self.events.last(),
            None | Some(
                Event::Start(Tag::Paragraph | Tag::Item | Tag::TableCell | Tag::Heading { .. }) | Event::HardBreak
            )
        );
        // A space at the end of a line would be written as an entity.
        if self.has_space && !is_first && event != Event::HardBreak {
            self.events.push(Event::Text(CowStr::Borrowed(" ")));
        }
        self.has_space = false;
        self.events.extend(self.pending.drain(..).map(Event::Start));
        self.events.push(event);
    }

    fn within(&mut self, tag: Tag<'static>, element: &XmlElement) {
        let end = tag.to_end();
        let open = self.pending.len();
        self.pending.push(tag);
        self.inlines(element);
        if self.pending.len() > open {
            self.pending.truncate(open);
            return;
        }
        // Before a line end nothing is emphasized.
        let line_end = self.events.pop_if(|event| *event == Event::HardBreak);
        self.events.push(Event::End(end));
        self.events.extend(line_end);
    }

    fn inlines(&mut self, element: &XmlElement) {
        for node in &element.content {
            match node {
                XmlNode::Text(text) => self.text(text),
                XmlNode::Element(child) => self.inline(child, false),
            }
        }
    }

    fn inline(&mut self, child: &XmlElement, in_paragraphs: bool) {
        if matches!(child.name.as_str(), "feedbackinline" | "feedbackblock" | "audio" | "video") {
            return self.reader.not_supported(child);
        }
        if HIDDEN.contains(&child.name.as_str()) {
            return self.reader.leave_out(child.line, hidden(&child.name));
        }
        self.open(in_paragraphs);
        match child.name.as_str() {
            name if FIELDS.contains(&name) => {
                for prompt in child.named("prompt") {
                    self.inlines(prompt);
                    self.has_space = true;
                }
                self.marked();
            }
            "br" if self.is_in_line => self.has_space = true,
            "br" => self.line_break(in_paragraphs),
            "em" | "i" | "var" => self.within(Tag::Emphasis, child),
            "strong" | "b" => self.within(Tag::Strong, child),
            "code" | "kbd" | "samp" => {
                let code = child.raw_text().replace('\n', " ");
                if !code.is_empty() {
                    self.push(Event::Code(code.into()));
                }
            }
            "sub" => self.script('_', child),
            "sup" => self.script('^', child),
            "a" => self.link(child),
            "q" => {
                self.text("“");
                self.inlines(child);
                self.text("”");
            }
            "img" | "object" => self.picture(child),
            "math" => self.formula(child),
            name => {
                // Blocks in a line: their words stay apart.
                let is_apart = is_block(name) || matches!(name, "td" | "th");
                self.has_space |= is_apart;
                self.inlines(child);
                self.has_space |= is_apart;
            }
        }
    }

    fn link(&mut self, element: &XmlElement) {
        let href = element.attribute("href").unwrap_or_default();
        if is_link(href) {
            let (dest_url, title, id) = (href.to_owned().into(), "".into(), "".into());
            return self.within(Tag::Link { link_type: LinkType::Inline, dest_url, title, id }, element);
        }
        if !href.is_empty() && !href.starts_with('#') {
            let what = "The attribute href of <a> is not read.";
            self.reader.leave_out(element.line, Lost::reads(what).unread("href"));
        }
        self.inlines(element);
    }

    /// Writes a line break, unless no text is before it; two of them end a paragraph.
    fn line_break(&mut self, in_paragraphs: bool) {
        self.has_space = false;
        match self.events.last() {
            Some(Event::End(end)) if is_end_of_block(*end) => {}
            Some(Event::HardBreak) if in_paragraphs && self.pending.is_empty() => self.close(true),
            None | Some(Event::Start(_) | Event::Rule | Event::HardBreak) => {}
            // Before what has begun and has no text so far.
            Some(_) => self.events.push(Event::HardBreak),
        }
    }

    /// Text above or below the line, as a formula.
    fn script(&mut self, sign: char, element: &XmlElement) {
        if scripts::has_gap(element) {
            self.text(scripts::begin(&element.name));
            self.inlines(element);
            return self.text(")");
        }
        let text = element.text();
        let is_text = element.children().next().is_none();
        if let Some(tex) = scripts::tex(element, "+-").filter(|tex| !tex.is_empty() && !text.contains(' ')) {
            self.push(Event::InlineMath(format!("{sign}{{{tex}}}").into()));
        } else if text.chars().all(char::is_alphanumeric) && !text.is_empty() {
            self.push(Event::InlineMath(format!("{sign}{{\\text{{{text}}}}}").into()));
        } else if is_text && !text.is_empty() {
            self.text(&scripts::plain(&element.name, &text));
        } else {
            self.inlines(element);
        }
    }

    fn picture(&mut self, element: &XmlElement) {
        let source = element.attribute("src").or_else(|| element.attribute("data")).unwrap_or_default();
        let alt = element.attribute("alt").map_or_else(|| element.text(), str::to_owned);
        match self.reader.picture(source) {
            Ok(hash) => {
                let (dest_url, title, id) = (format!("picture:{hash}").into(), "".into(), "".into());
                self.push(Event::Start(Tag::Image { link_type: LinkType::Inline, dest_url, title, id }));
                self.events.push(Event::Text(alt.into()));
                self.events.push(Event::End(TagEnd::Image));
            }
            Err(why) => {
                self.reader.leave_out(element.line, Lost::reads(why));
                if !alt.trim().is_empty() {
                    self.text(&format!("[{}]", alt.trim()));
                }
            }
        }
    }

    fn formula(&mut self, element: &XmlElement) {
        let annotation = element.all("annotation");
        let is_source = |found: &&&XmlElement| found.attribute("encoding").is_some_and(|name| name.contains("tex"));
        let source = annotation.iter().find(is_source).map(|found| found.text());
        let beside = element.attribute(SOURCE).filter(|tex| mathml::is_source(tex, element)).map(str::to_owned);
        let source = source.or(beside).filter(|tex| !tex.trim().is_empty());
        match source.or_else(|| mathml::latex(element)) {
            Some(tex) if element.attribute("display") == Some("block") => self.push(Event::DisplayMath(tex.into())),
            Some(tex) => self.push(Event::InlineMath(tex.into())),
            None => {
                let what = "A formula without its LaTeX source became plain text.";
                self.reader.leave_out(element.line, Lost::reads(what));
                self.text(&element.text());
            }
        }
    }

    fn marked(&mut self) {
        match self.mark {
            AnswerPlaceholder::None => {}
            AnswerPlaceholder::Blank => self.push(Event::Text(BLANK.into())),
            AnswerPlaceholder::Gaps => {
                self.gaps += 1;
                self.push(Event::Text(placeholder(self.gaps).into()));
            }
        }
    }

    fn child_block(&mut self, child: &XmlElement, in_paragraphs: bool) {
        match child.name.as_str() {
            "rubricblock" if is_for_candidates(child) => self.flow(child.content.iter(), in_paragraphs),
            "rubricblock" if child.attribute("view").is_some_and(|view| view.contains("scorer")) => {
                let notes = self.reader.plain(child);
                self.notes.push(notes);
            }
            "rubricblock" => self.reader.not_supported(child),
            "pre" => self.code(child),
            "ul" => self.list(None, child),
            "ol" => {
                if matches!(child.peek("type"), Some("a" | "A" | "i" | "I")) {
                    let what = "The attribute type of <ol> is not read.";
                    self.reader.leave_out(child.line, Lost::reads(what).unread("type"));
                }
                let first = child.attribute("start").and_then(|start| start.trim().parse().ok());
                self.list(Some(first.unwrap_or(1)), child);
            }
            "blockquote" => {
                self.events.push(Event::Start(Tag::BlockQuote(None)));
                self.flow(child.content.iter(), true);
                self.events.push(Event::End(TagEnd::BlockQuote(None)));
            }
            "hr" => self.events.push(Event::Rule),
            "table" => self.table(child),
            name => match heading(name) {
                Some(level) => {
                    let tag = Tag::Heading { level, id: None, classes: Vec::new(), attrs: Vec::new() };
                    self.line(tag, child);
                }
                None if name.ends_with("interaction") => self.interaction(child, in_paragraphs),
                None => self.flow(child.content.iter(), in_paragraphs),
            },
        }
    }

    fn interaction(&mut self, child: &XmlElement, in_paragraphs: bool) {
        self.flow(shown(child), in_paragraphs);
        if is_list(child) && self.mark == AnswerPlaceholder::Gaps {
            self.open(in_paragraphs);
            self.marked();
            self.close(in_paragraphs);
        }
    }

    /// A block of one line.
    fn line(&mut self, tag: Tag<'static>, element: &XmlElement) {
        let end = tag.to_end();
        self.events.push(Event::Start(tag));
        self.has_space = false;
        self.is_open = true;
        self.is_in_line = true;
        self.inlines(element);
        self.is_in_line = false;
        self.is_open = false;
        self.has_space = false;
        self.events.push(Event::End(end));
    }

    fn code(&mut self, element: &XmlElement) {
        let class =
            element.attribute("class").or_else(|| element.children().find_map(|child| child.attribute("class")));
        let named = class.and_then(|class| class.split_whitespace().find_map(|name| name.strip_prefix("language-")));
        let mut text = element.raw_text();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let text = text.strip_prefix('\n').unwrap_or(&text).to_owned();
        let kind = CodeBlockKind::Fenced(named.unwrap_or_default().to_owned().into());
        self.events.push(Event::Start(Tag::CodeBlock(kind)));
        self.events.push(Event::Text(text.into()));
        self.events.push(Event::End(TagEnd::CodeBlock));
    }

    fn list(&mut self, first: Option<u64>, list: &XmlElement) {
        self.events.push(Event::Start(Tag::List(first)));
        for item in list.children() {
            self.events.push(Event::Start(Tag::Item));
            let has_paragraphs = item.children().any(|child| child.name == "p");
            self.flow(item.content.iter(), has_paragraphs);
            self.events.push(Event::End(TagEnd::Item));
        }
        self.events.push(Event::End(TagEnd::List(first.is_some())));
    }

    /// The first row is the head.
    fn table(&mut self, table: &XmlElement) {
        for caption in table.children().filter(|child| child.name == "caption") {
            self.flow(caption.content.iter(), true);
        }
        let rows = tables::grid(&tables::rows(table), MAX_CELLS);
        let width = rows.iter().map(Vec::len).max().unwrap_or_default();
        // Short rows are filled up: few elements could become very many cells.
        self.cells = self.cells.saturating_add(width.max(1).saturating_mul(rows.len()));
        if width == 0 || self.cells > MAX_CELLS {
            return;
        }
        self.events.push(Event::Start(Tag::Table(tables::alignments(&rows, width))));
        for (place, row) in rows.into_iter().enumerate() {
            let tag = if place == 0 { Tag::TableHead } else { Tag::TableRow };
            let end = tag.to_end();
            self.events.push(Event::Start(tag));
            let blanks = iter::repeat_n(None, width.saturating_sub(row.len()));
            for cell in row.into_iter().chain(blanks) {
                match cell {
                    Some(cell) => self.line(Tag::TableCell, cell),
                    None => self.events.extend([Event::Start(Tag::TableCell), Event::End(TagEnd::TableCell)]),
                }
            }
            self.events.push(Event::End(end));
        }
        self.events.push(Event::End(TagEnd::Table));
    }

    /// Returns the Markdown; `None` if Markdown cannot express the content.
    pub fn finish(mut self) -> Option<String> {
        if self.cells > MAX_CELLS {
            return None;
        }
        // A line at the end says no more than the field below it.
        if self.mark == AnswerPlaceholder::Blank {
            let last = self.events.iter().rposition(|event| !matches!(event, Event::End(_)));
            if let Some(last) = last.filter(|last| self.events.get(*last) == Some(&Event::Text(BLANK.into()))) {
                self.events.remove(last);
            }
        }
        let mut out = String::new();
        let style = Style { code_block_token_count: 3, list_token: '-', ..Style::default() };
        let parser = Options::ENABLE_TABLES | Options::ENABLE_MATH;
        cmark_with_options(self.events.iter(), &mut out, parser, style).ok()?;
        let is_same = visible(self.events.iter().cloned()) == visible(Parser::new_ext(&out, parser));
        is_same.then_some(())?;
        for gap in 1..=self.gaps {
            out = out.replace(&placeholder(gap), &format!("[[{}]]", gap_id(gap)));
        }
        Some(out.trim().to_owned())
    }
}

/// The text of events, without white space.
fn visible<'e>(events: impl Iterator<Item = Event<'e>>) -> String {
    let mut text = String::new();
    for event in events {
        if let Event::Text(part)
        | Event::Code(part)
        | Event::InlineMath(part)
        | Event::DisplayMath(part)
        | Event::Html(part)
        | Event::InlineHtml(part) = event
        {
            text.extend(part.chars().filter(|c| !c.is_whitespace()));
        }
    }
    text
}

/// Placeholder of a gap, whose brackets would be escaped, in characters that no text should have.
fn placeholder(gap: usize) -> String {
    format!("\u{e000}{gap}\u{e001}")
}

fn is_end_of_block(end: TagEnd) -> bool {
    !matches!(end, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link | TagEnd::Image)
}

fn is_block(name: &str) -> bool {
    markup::is_block(name) && name != "br"
        || matches!(name, "hr" | "rubricblock" | "contentbody" | "prompt")
        || name.ends_with("interaction") && !FIELDS.contains(&name)
}

fn is_link(address: &str) -> bool {
    ["https://", "http://", "mailto:"].iter().any(|scheme| address.starts_with(scheme))
}

fn heading(name: &str) -> Option<HeadingLevel> {
    let level: usize = name.strip_prefix('h')?.parse().ok()?;
    HeadingLevel::try_from(level).ok()
}
