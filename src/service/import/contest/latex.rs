//! The subset of LaTeX that statements of problems use, as Markdown. Formulas stay as they are.

use super::{
    latex_letters::{accent, accented},
    latex_source::{end_of_formula, end_of_group, prepared},
    latex_words::{DISPLAYED, LETTERS, SIGNS, SILENT, TRANSPARENT, WITH_ARGUMENT},
};
use crate::service::import::kinds::as_markdown;

/// Deeper groups are not looked into.
const MAX_DEPTH: usize = 30;
/// Commands that are named.
const MAX_UNKNOWN: usize = 20;

#[derive(Default)]
pub struct Converted {
    pub text: String,
    /// Commands that are not known and whose words stay, each once.
    pub unknown: Vec<String>,
    /// The same of commands without words.
    pub lost: Vec<String>,
}

pub fn markdown(source: &str) -> Converted {
    let source = prepared(source);
    let mut writer = Writer::new(&source, 0);
    writer.until_end();
    let mut text = String::new();
    let (mut blank, mut is_code) = (0, false);
    for line in writer.out.lines().map(str::trim_end) {
        is_code ^= line == "```";
        blank = if line.is_empty() { blank + 1 } else { 0 };
        if blank < 2 || is_code {
            text.push_str(line);
            text.push('\n');
        }
    }
    Converted { text: text.trim().to_owned(), unknown: writer.unknown, lost: writer.lost }
}

struct Writer<'s> {
    rest: &'s str,
    out: String,
    unknown: Vec<String>,
    lost: Vec<String>,
    /// Whether each open list is numbered.
    lists: Vec<bool>,
    depth: usize,
}

impl<'s> Writer<'s> {
    const fn new(rest: &'s str, depth: usize) -> Self {
        Self { rest, out: String::new(), unknown: Vec::new(), lost: Vec::new(), lists: Vec::new(), depth }
    }

    fn until_end(&mut self) {
        while let Some(at) = self.rest.find(['\\', '$', '{', '}', '~', '`', '\'', '&']) {
            let (before, tail) = self.rest.split_at(at);
            self.words(before);
            self.rest = tail;
            self.sign();
        }
        let rest = std::mem::take(&mut self.rest);
        self.words(rest);
    }

    /// Text without signs of LaTeX.
    fn words(&mut self, text: &str) {
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.out.push('\n');
            }
            let line = line.replace("---", "—").replace("--", "–");
            self.out.push_str(
                &as_markdown(&line).replace("\\.", ".").replace("\\-", "-").replace("\\(", "(").replace("\\)", ")"),
            );
        }
    }

    fn sign(&mut self) {
        let Some(sign) = self.rest.chars().next() else { return };
        if sign == '\\' {
            return self.command();
        }
        if sign == '$' {
            return self.formula();
        }
        if sign == '{' && self.switched() {
            return;
        }
        for (from, to) in
            [("``", "“"), ("''", "”"), ("~", " "), ("`", "‘"), ("'", "'"), ("{", ""), ("}", ""), ("&", "&amp;")]
        {
            if let Some(rest) = self.rest.strip_prefix(from) {
                self.out.push_str(to);
                self.rest = rest;
                return;
            }
        }
    }

    fn formula(&mut self) {
        let mark = if self.rest.starts_with("$$") { "$$" } else { "$" };
        let inside = self.rest.strip_prefix(mark).unwrap_or_default();
        if let Some(end) = end_of_formula(inside, mark) {
            let tex = inside.get(..end).unwrap_or_default();
            self.math(tex, mark == "$$");
            self.rest = inside.get(end + mark.len()..).unwrap_or_default();
        } else {
            self.out.push_str("\\$");
            self.rest = self.rest.get(1..).unwrap_or_default();
        }
    }

    fn math(&mut self, tex: &str, is_block: bool) {
        let tex = tex.split_whitespace().collect::<Vec<_>>().join(" ");
        if tex.is_empty() {
            return;
        }
        if is_block {
            self.out.extend(["\n\n$$", &tex, "$$\n\n"]);
        } else {
            self.out.extend(["$", &tex, "$"]);
        }
        // Behind a formula a digit would make it a price.
        let behind = self.rest.chars().next();
        if !is_block && behind.is_some_and(|c| c.is_ascii_digit()) {
            self.out.push(' ');
        }
    }

    fn command(&mut self) {
        let after = self.rest.get(1..).unwrap_or_default();
        let length = after.len() - after.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        if length == 0 {
            let sign = after.chars().next();
            let (name, behind) = after.split_at(sign.map_or(0, char::len_utf8));
            self.rest = behind;
            if self.letter(name) {
                return;
            }
            match sign {
                Some('\\') => {
                    self.rest = self.rest.strip_prefix('*').unwrap_or(self.rest);
                    // The space below the line.
                    if self
                        .rest
                        .strip_prefix('[')
                        .is_some_and(|space| space.starts_with(|c: char| "-.0123456789".contains(c)))
                    {
                        self.option();
                    }
                    self.out.push_str("  \n");
                }
                Some('(') => self.until("\\)", false),
                Some('[') => self.until("\\]", true),
                Some(sign @ ('%' | ',' | ' ' | ';' | '-' | '/' | '!')) => {
                    if sign == '%' {
                        self.out.push('%');
                    } else if matches!(sign, ',' | ' ' | ';') {
                        self.out.push(' ');
                    }
                }
                Some('&') => self.out.push_str("&amp;"),
                Some(sign) if sign.is_ascii_punctuation() => self.out.extend(['\\', sign]),
                Some(sign) => self.out.push(sign),
                None => {}
            }
            return;
        }
        let name = after.get(..length).unwrap_or_default();
        self.rest = after.get(length..).unwrap_or_default();
        let bare = self.rest.strip_prefix('*').unwrap_or(self.rest);
        if matches!(name, "section" | "subsection" | "subsubsection" | "paragraph") {
            self.rest = bare;
        }
        self.named(name);
    }

    fn until(&mut self, end: &str, is_block: bool) {
        let Some((tex, rest)) = self.rest.split_once(end) else { return };
        self.rest = rest;
        self.math(tex, is_block);
    }

    fn named(&mut self, name: &str) {
        match name {
            "section" | "subsection" | "subsubsection" | "paragraph" => {
                let title = self.argument();
                self.out.extend(["\n\n## ", title.trim(), "\n\n"]);
            }
            "InputFile" | "OutputFile" | "Note" | "Notes" | "Scoring" | "Interaction" => {
                self.out.extend(["\n\n## ", name.trim_end_matches("File"), "\n\n"]);
            }
            "emph" | "textit" | "textsl" | "underline" | "it" => self.wrapped("*"),
            "textbf" | "bf" | "bfseries" => self.wrapped("**"),
            "texttt" | "t" | "tt" | "verb" | "lstinline" | "url" => self.code(name),
            "textsuperscript" => self.raised("^", name),
            "textsubscript" => self.raised("_", name),
            "href" => {
                let address = self.raw_argument();
                let text = self.argument();
                self.out.extend(["[", text.trim(), "](", address.trim(), ")"]);
            }
            "includegraphics" | "illustration" => self.picture(name),
            "caption" => {
                let text = self.argument();
                self.out.extend(["\n\n*", text.trim(), "*\n\n"]);
            }
            "footnote" => {
                let text = self.argument();
                self.out.extend([" (", text.trim(), ")"]);
            }
            "item" => {
                let depth = self.lists.len().saturating_sub(1);
                let mark = if self.lists.last() == Some(&true) { "1. " } else { "- " };
                self.out.extend(["\n", &"   ".repeat(depth), mark]);
                self.rest = self.rest.trim_start();
                if let Some((label, rest)) = self.rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                    self.rest = rest;
                    let label = self.inner(label);
                    if !label.trim().is_empty() {
                        self.out.extend(["**", label.trim(), "** "]);
                    }
                }
            }
            "newline" | "linebreak" => self.out.push_str("  \n"),
            "begin" => {
                let environment = self.raw_argument();
                self.begin(&environment);
            }
            "end" => {
                let environment = self.raw_argument();
                if matches!(environment.as_str(), "itemize" | "enumerate" | "description") {
                    self.lists.pop();
                }
                self.out.push_str("\n\n");
            }
            name if SILENT.contains(&name) => {
                self.option();
                while WITH_ARGUMENT.contains(&name) && self.rest.starts_with('{') {
                    let _ = self.raw_argument();
                }
            }
            name => {
                if !self.letter(name) {
                    self.unknown(name);
                }
            }
        }
    }

    /// Writes a sign or a letter with an accent, if the command is one.
    fn letter(&mut self, name: &str) -> bool {
        if let Some((text, rest)) = accent(name).and_then(|accent| accented(accent, self.rest)) {
            self.out.push_str(&text);
            self.rest = rest;
            return true;
        }
        let find = |list: &[(&str, &'static str)]| list.iter().find(|(known, _)| *known == name).map(|(_, sign)| *sign);
        let letter = find(&LETTERS);
        let Some(sign) = letter.or_else(|| find(&SIGNS)) else { return false };
        self.out.push_str(sign);
        // A blank ends the name of a letter within a word.
        let end = if letter.is_some() { self.rest.strip_prefix(' ') } else { None };
        self.rest = end.or_else(|| self.rest.strip_prefix("{}")).unwrap_or(self.rest);
        true
    }

    fn unknown(&mut self, name: &str) {
        let has_words = self.rest.starts_with(['{', '[']);
        named_once(if has_words { &mut self.unknown } else { &mut self.lost }, name);
    }

    /// Powers and indices, which Markdown has in formulas alone.
    fn raised(&mut self, mark: &str, name: &str) {
        let source = self.raw_argument();
        let plain = source.trim();
        let is_number = plain.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-'));
        let formula = plain.strip_prefix('$').and_then(|rest| rest.strip_suffix('$'));
        if plain.is_empty() {
            return;
        }
        if let Some(tex) = formula.or_else(|| is_number.then_some(plain)) {
            self.math(&format!("{mark}{{{tex}}}"), false);
        } else if plain.chars().all(|c| c.is_alphanumeric() || " .,+-".contains(c)) {
            self.math(&format!("{mark}{{\\text{{{plain}}}}}"), false);
        } else {
            let text = self.inner(&source);
            self.out.push_str(&text);
            named_once(&mut self.lost, name);
        }
    }

    /// Writes a group that begins with a switch, such as `{\bf text}`.
    fn switched(&mut self) -> bool {
        let inside = self.rest.get(1..).unwrap_or_default().trim_start().strip_prefix('\\').unwrap_or_default();
        let length = inside.len() - inside.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        let mark = match inside.get(..length) {
            Some("bf" | "bfseries") => "**",
            Some("it" | "em" | "itshape" | "sl") => "*",
            Some("tt" | "ttfamily") => "",
            _ => return false,
        };
        // `{\bf{text}}` has its words in a group of their own.
        if inside.get(length..).is_some_and(|rest| rest.starts_with('{')) {
            return false;
        }
        let source = self.raw_argument();
        let text = source.trim_start().get(1 + length..).unwrap_or_default().trim();
        // Marks do not reach over paragraphs.
        let mark = if text.contains("\n\n") { " " } else { mark };
        if mark.is_empty() {
            self.typewriter(text);
        } else if !text.is_empty() {
            let text = self.inner(text);
            self.out.extend([mark, text.trim(), mark]);
        }
        true
    }

    fn begin(&mut self, environment: &str) {
        match environment {
            "itemize" | "description" | "enumerate" => {
                self.option();
                self.lists.push(environment == "enumerate");
                self.out.push_str("\n\n");
            }
            "verbatim" | "lstlisting" => {
                self.option();
                let end = format!("\\end{{{environment}}}");
                let (code, rest) = self.rest.split_once(end.as_str()).unwrap_or((self.rest, ""));
                self.rest = rest;
                self.out.extend(["\n\n```\n", code.trim_matches('\n'), "\n```\n\n"]);
            }
            "tabular" | "tabular*" | "array" => {
                self.option();
                let _ = self.raw_argument();
                let end = format!("\\end{{{environment}}}");
                let (table, rest) = self.rest.split_once(end.as_str()).unwrap_or((self.rest, ""));
                self.rest = rest;
                self.table(table);
            }
            name if DISPLAYED.contains(&name) => {
                let end = format!("\\end{{{name}}}");
                let (tex, rest) = self.rest.split_once(end.as_str()).unwrap_or((self.rest, ""));
                self.rest = rest;
                let tex = if name.starts_with("align") {
                    format!("\\begin{{aligned}}{tex}\\end{{aligned}}")
                } else {
                    tex.to_owned()
                };
                self.math(&tex, true);
            }
            name => {
                self.option();
                while self.rest.starts_with('{') {
                    let _ = self.raw_argument();
                }
                if !TRANSPARENT.contains(&name) && self.unknown.len() < MAX_UNKNOWN {
                    self.unknown.push(format!("begin{{{name}}}"));
                }
                self.out.push_str("\n\n");
            }
        }
    }

    fn table(&mut self, table: &str) {
        let table = table.replace("\\hline", "");
        let rows: Vec<&str> = table.split("\\\\").map(str::trim).filter(|row| !row.is_empty()).collect();
        let cells: Vec<Vec<String>> = rows
            .iter()
            .map(|row| {
                row.replace("\\&", "\u{1}")
                    .split('&')
                    .map(|cell| {
                        self.inner(&cell.replace('\u{1}', "\\&"))
                            .replace('\n', " ")
                            .replace('|', "\\|")
                            .trim()
                            .to_owned()
                    })
                    .collect()
            })
            .collect();
        let width = cells.iter().map(Vec::len).max().unwrap_or_default();
        if width == 0 || width * cells.len() > 2_000 {
            return;
        }
        self.out.push_str("\n\n");
        for (number, row) in cells.iter().enumerate() {
            let filled: Vec<&str> = (0..width).map(|at| row.get(at).map_or("", String::as_str)).collect();
            self.out.extend(["| ", &filled.join(" | "), " |\n"]);
            if number == 0 {
                self.out.extend(["|", &"---|".repeat(width), "\n"]);
            }
        }
        self.out.push('\n');
    }

    fn wrapped(&mut self, mark: &str) {
        if !self.rest.starts_with('{') {
            return;
        }
        let text = self.argument();
        let text = text.trim();
        if !text.is_empty() {
            self.out.extend([mark, text, mark]);
        }
    }

    fn code(&mut self, name: &str) {
        let text = if self.rest.starts_with('{') {
            self.raw_argument()
        } else if matches!(name, "verb" | "lstinline") {
            let Some(mark) = self.rest.chars().next() else { return };
            let inside = self.rest.get(mark.len_utf8()..).unwrap_or_default();
            let Some((text, rest)) = inside.split_once(mark) else { return };
            self.rest = rest;
            text.to_owned()
        } else {
            return;
        };
        if name == "url" {
            return self.out.extend(["<", text.trim(), ">"]);
        }
        self.typewriter(&text);
    }

    fn typewriter(&mut self, text: &str) {
        let mut plain = text.to_owned();
        for sign in ["_", "%", "#", "&", "$", "{", "}"] {
            plain = plain.replace(&format!("\\{sign}"), sign);
        }
        let plain = plain.replace("\\textbackslash", "\\").replace('\n', " ");
        if plain.contains('`') {
            self.out.extend(["`` ", &plain, " ``"]);
        } else if !plain.is_empty() {
            self.out.extend(["`", &plain, "`"]);
        }
    }

    fn picture(&mut self, name: &str) {
        self.option();
        if name == "illustration" {
            let _ = self.raw_argument();
        }
        let path = self.raw_argument();
        let text = if name == "illustration" { self.argument() } else { String::new() };
        self.out.extend(["\n\n![", text.trim().replace(['[', ']'], "").as_str(), "](", path.trim(), ")\n\n"]);
    }

    /// Skips `[..]`.
    fn option(&mut self) {
        if let Some((_, rest)) = self.rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            self.rest = rest;
        }
    }

    /// The source of `{..}`.
    fn raw_argument(&mut self) -> String {
        let rest = self.rest.trim_start_matches([' ', '\n']);
        let Some(inside) = rest.strip_prefix('{') else { return String::new() };
        if let Some(end) = end_of_group(inside) {
            self.rest = inside.get(end + 1..).unwrap_or_default();
            return inside.get(..end).unwrap_or_default().to_owned();
        }
        self.rest = "";
        inside.to_owned()
    }

    /// The text of `{..}`.
    fn argument(&mut self) -> String {
        let source = self.raw_argument();
        self.inner(&source)
    }

    fn inner(&mut self, source: &str) -> String {
        if self.depth >= MAX_DEPTH {
            return String::new();
        }
        let mut writer = Writer::new(source, self.depth + 1);
        (writer.unknown, writer.lost) = (std::mem::take(&mut self.unknown), std::mem::take(&mut self.lost));
        writer.until_end();
        (self.unknown, self.lost) = (writer.unknown, writer.lost);
        writer.out
    }
}

fn named_once(list: &mut Vec<String>, name: &str) {
    if list.len() < MAX_UNKNOWN && !list.iter().any(|known| known == name) {
        list.push(name.to_owned());
    }
}

#[cfg(test)]
#[path = "latex_tests.rs"]
mod tests;
