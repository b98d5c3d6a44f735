//! Texts as HTML with their pictures in base64, as Moodle keeps them.

use crate::{
    domain::{
        question::Tree,
        rich_text::{self, Align, Block, Content, Inline, RichTextFormat, TableBlock},
        test::Test,
    },
    service::export::pictures::PictureLookup,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use std::{collections::BTreeMap, io};

/// The text escaped for an element.
pub fn escaped(text: &str) -> String {
    let clean: String = text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
    html_escape::encode_safe(&clean).into_owned()
}

pub struct MoodleTexts<'a> {
    pictures: PictureLookup<'a>,
}

/// Writes the HTML of one text.
struct Html<'t> {
    out: String,
    /// Names of the pictures that it shows, by hash.
    shown: BTreeMap<String, String>,
    pictures: PictureLookup<'t>,
    gap: &'t dyn Fn(&str) -> Option<String>,
}

impl<'a> MoodleTexts<'a> {
    pub const fn new(pictures: PictureLookup<'a>) -> Self {
        Self { pictures }
    }

    pub fn description(&self, test: &Test) -> io::Result<String> {
        let parsed = rich_text::parse(&test.description, test.description_format).ok();
        match (test.description_format, parsed) {
            (RichTextFormat::Markdown, Some(Content::Rich(blocks))) => self.html("info", "", &blocks, &|_| None),
            _ => Ok(plain("info", "", &test.description)),
        }
    }

    /// An element with a text: HTML of its tree, or plain text.
    pub fn element(&self, name: &str, attributes: &str, source: &str, tree: Option<&Tree>) -> io::Result<String> {
        match tree.map(Tree::content) {
            Some(Content::Rich(blocks)) => self.html(name, attributes, &blocks, &|_| None),
            _ => Ok(plain(name, attributes, source)),
        }
    }

    /// The text of a question with gaps in Moodle's words.
    pub fn with_gaps(
        &self,
        source: &str,
        tree: Option<&Tree>,
        gap: &dyn Fn(&str) -> Option<String>,
    ) -> io::Result<String> {
        if let Some(Content::Rich(blocks)) = tree.map(Tree::content) {
            return self.html("questiontext", "", &blocks, gap);
        }
        let lines = source.split('\n').map(|line| Inline::Text(line.to_owned()));
        let mut inlines: Vec<Inline> = lines.flat_map(|line| [line, Inline::Break]).collect();
        inlines.pop();
        self.html("questiontext", "", &[Block::Paragraph(inlines)], gap)
    }

    fn html(
        &self,
        name: &str,
        attributes: &str,
        blocks: &[Block],
        gap: &dyn Fn(&str) -> Option<String>,
    ) -> io::Result<String> {
        let mut html = Html { out: String::new(), shown: BTreeMap::new(), pictures: self.pictures, gap };
        html.blocks(blocks)?;
        let mut files = String::new();
        for (hash, file) in &html.shown {
            if let Some((_, bytes)) = hash.parse().ok().map(|hash| (self.pictures)(hash)).transpose()?.flatten() {
                let encoded = STANDARD.encode(bytes);
                files.extend(["<file name=\"", file, "\" path=\"/\" encoding=\"base64\">", &encoded, "</file>"]);
            }
        }
        let text = escaped(&html.out);
        Ok(format!("<{name}{attributes} format=\"html\"><text>{text}</text>{files}</{name}>"))
    }
}

/// Text within HTML. A brace could begin a gap.
fn shown(text: &str) -> String {
    html_escape::encode_safe(text).replace('{', "&#123;")
}

fn plain(name: &str, attributes: &str, text: &str) -> String {
    format!("<{name}{attributes} format=\"plain_text\"><text>{}</text></{name}>", escaped(text))
}

impl Html<'_> {
    fn blocks(&mut self, blocks: &[Block]) -> io::Result<()> {
        blocks.iter().try_for_each(|block| self.block(block))
    }

    fn tag(&mut self, name: &str, inside: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        self.out.extend(["<", name, ">"]);
        inside(self)?;
        let bare = name.split(' ').next().unwrap_or(name);
        self.out.extend(["</", bare, ">"]);
        Ok(())
    }

    fn block(&mut self, block: &Block) -> io::Result<()> {
        match block {
            Block::Line(inlines) => self.inlines(inlines),
            Block::Paragraph(inlines) => self.tag("p", |html| html.inlines(inlines)),
            Block::Heading(level, inlines) => {
                self.tag(&format!("h{}", (*level).clamp(1, 6)), |html| html.inlines(inlines))
            }
            Block::Quote(inner) => self.tag("blockquote", |html| html.blocks(inner)),
            Block::Bullets(items) => self.tag("ul", |html| html.items(items)),
            Block::Numbered(1, items) => self.tag("ol", |html| html.items(items)),
            Block::Numbered(first, items) => self.tag(&format!("ol start=\"{first}\""), |html| html.items(items)),
            Block::Code(language, spans) => {
                let text: String = spans.iter().map(|span| span.1.as_str()).collect();
                let class = language.as_ref().map(|name| name.to_lowercase().replace(' ', "-"));
                let tag =
                    class.map_or_else(|| "pre".to_owned(), |name| format!("pre class=\"language-{}\"", escaped(&name)));
                self.tag(&tag, |html| {
                    html.out.extend(["<code>", &html_escape::encode_safe(&text), "</code>"]);
                    Ok(())
                })
            }
            Block::Table(table) => self.tag("table", |html| html.table(table)),
            Block::Rule => {
                self.out.push_str("<hr>");
                Ok(())
            }
        }
    }

    fn items(&mut self, items: &[Vec<Block>]) -> io::Result<()> {
        items.iter().try_for_each(|item| self.tag("li", |html| html.blocks(item)))
    }

    fn table(&mut self, table: &TableBlock) -> io::Result<()> {
        let cell = |name: &str, place: usize| match table.align.get(place) {
            Some(Align::Left) => format!("{name} align=\"left\""),
            Some(Align::Center) => format!("{name} align=\"center\""),
            Some(Align::Right) => format!("{name} align=\"right\""),
            Some(Align::Start) | None => name.to_owned(),
        };
        let row = |name: &str, cells: &[Vec<Inline>], html: &mut Self| {
            html.tag("tr", |html| {
                cells
                    .iter()
                    .enumerate()
                    .try_for_each(|(place, inlines)| html.tag(&cell(name, place), |html| html.inlines(inlines)))
            })
        };
        row("th", &table.head, self)?;
        table.rows.iter().try_for_each(|cells| row("td", cells, self))
    }

    fn inlines(&mut self, inlines: &[Inline]) -> io::Result<()> {
        for inline in inlines {
            match inline {
                Inline::Text(text) => self.text(text),
                Inline::Emphasis(inner) => self.tag("em", |html| html.inlines(inner))?,
                Inline::Strong(inner) => self.tag("strong", |html| html.inlines(inner))?,
                Inline::Code(text) => self.out.extend(["<code>", &html_escape::encode_safe(text), "</code>"]),
                Inline::Link(address, inner) => {
                    let tag = format!("a href=\"{}\"", html_escape::encode_safe(address));
                    self.tag(&tag, |html| html.inlines(inner))?;
                }
                Inline::Picture(hash, alt) => self.picture(hash, alt)?,
                Inline::Math(math) => {
                    let (begin, end) = if math.block { ("$$", "$$") } else { ("\\(", "\\)") };
                    self.out.extend([begin, &html_escape::encode_safe(&math.tex), end]);
                }
                Inline::Break => self.out.push_str("<br>"),
            }
        }
        Ok(())
    }

    /// Text with its gaps.
    fn text(&mut self, text: &str) {
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("[[") {
            self.out.push_str(&shown(before));
            if let Some((gap, behind)) = after.split_once("]]").and_then(|(id, behind)| Some(((self.gap)(id)?, behind)))
            {
                self.out.push_str(&gap);
                rest = behind;
            } else {
                self.out.push_str("[[");
                rest = after;
            }
        }
        self.out.push_str(&shown(rest));
    }

    fn picture(&mut self, hash: &str, alt: &str) -> io::Result<()> {
        let found = hash.parse().ok().map(|hash| (self.pictures)(hash)).transpose()?.flatten();
        let alt = html_escape::encode_safe(alt);
        match found {
            Some((format, _)) => {
                let name = format!("{}.{}", hash.get(..16).unwrap_or(hash), format.extension());
                self.out.extend(["<img src=\"@@PLUGINFILE@@/", &name, "\" alt=\"", &alt, "\">"]);
                self.shown.insert(hash.to_owned(), name);
            }
            None => self.out.extend(["[", &alt, "]"]),
        }
        Ok(())
    }
}
