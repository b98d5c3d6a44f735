//! The subset of LaTeX that statements of problems use, as Markdown. Formulas stay as they are.

use super::latex_words::{DISPLAYED, SIGNS, SILENT, TRANSPARENT, WITH_ARGUMENT};
use crate::service::import::kinds::as_markdown;

/// Deeper groups are not looked into.
const MAX_DEPTH: usize = 30;
/// Commands that are named.
const MAX_UNKNOWN: usize = 20;

#[derive(Default)]
pub struct Converted {
    pub text: String,
    /// Commands that are not known, each once.
    pub unknown: Vec<String>,
}

pub fn markdown(source: &str) -> Converted {
    let source = without_comments(source);
    let mut writer = Writer { rest: &source, out: String::new(), unknown: Vec::new(), lists: Vec::new(), depth: 0 };
    writer.until_end();
    let mut text = String::new();
    let mut blank = 0;
    for line in writer.out.lines().map(str::trim_end) {
        blank = if line.is_empty() { blank + 1 } else { 0 };
        if blank < 2 {
            text.push_str(line);
            text.push('\n');
        }
    }
    Converted { text: text.trim().to_owned(), unknown: writer.unknown }
}

/// `%` begins a comment, `\%` is a sign.
fn without_comments(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    for line in source.lines() {
        let mut is_escaped = false;
        let end = line.char_indices().find(|(_, c)| {
            let is_end = *c == '%' && !is_escaped;
            is_escaped = *c == '\\' && !is_escaped;
            is_end
        });
        match end {
            Some((end, _)) if line.get(..end).is_some_and(|line| line.trim().is_empty()) => {}
            Some((end, _)) => {
                out.push_str(line.get(..end).unwrap_or_default());
                out.push('\n');
            }
            None => {
                out.push_str(line.trim());
                out.push('\n');
            }
        }
    }
    out
}

struct Writer<'s> {
    rest: &'s str,
    out: String,
    unknown: Vec<String>,
    /// Whether each open list is numbered.
    lists: Vec<bool>,
    depth: usize,
}

impl Writer<'_> {
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
        if let Some(end) = end_of(inside, mark) {
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
            self.rest = after.get(sign.map_or(0, char::len_utf8)..).unwrap_or_default();
            match sign {
                Some('\\') => self.out.push_str("  \n"),
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
            "InputFile" | "OutputFile" => self.out.extend(["\n\n## ", name.trim_end_matches("File"), "\n\n"]),
            "emph" | "textit" | "textsl" | "underline" | "it" => self.wrapped("*"),
            "textbf" | "bf" | "bfseries" => self.wrapped("**"),
            "texttt" | "t" | "tt" | "verb" | "lstinline" | "url" => self.code(name),
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
            }
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
            name => match SIGNS.iter().find(|(known, _)| *known == name) {
                Some((_, sign)) => {
                    self.out.push_str(sign);
                    self.rest = self.rest.strip_prefix("{}").unwrap_or(self.rest);
                }
                None => {
                    if self.unknown.len() < MAX_UNKNOWN && !self.unknown.iter().any(|known| known == name) {
                        self.unknown.push(name.to_owned());
                    }
                }
            },
        }
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
        let mut plain = text;
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
        let (mut depth, mut is_escaped) = (1, false);
        for (at, c) in inside.char_indices() {
            if !is_escaped && c == '{' {
                depth += 1;
            } else if !is_escaped && c == '}' {
                depth -= 1;
                if depth == 0 {
                    self.rest = inside.get(at + 1..).unwrap_or_default();
                    return inside.get(..at).unwrap_or_default().to_owned();
                }
            }
            is_escaped = c == '\\' && !is_escaped;
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
        let mut writer = Writer {
            rest: source,
            out: String::new(),
            unknown: std::mem::take(&mut self.unknown),
            lists: Vec::new(),
            depth: self.depth + 1,
        };
        writer.until_end();
        self.unknown = writer.unknown;
        writer.out
    }
}

/// Returns the end of a formula: a sign that no backslash precedes.
fn end_of(text: &str, mark: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if !is_escaped && text.get(at..).is_some_and(|rest| rest.starts_with(mark)) {
            return Some(at);
        }
        // A formula does not go on after an empty line.
        if text.get(at..).is_some_and(|rest| rest.starts_with("\n\n")) {
            return None;
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_become_markdown() {
        let said = |source: &str| markdown(source).text;
        assert_eq!(
            said(
                "\\problemname{Sum}\n% a note\nAdd $a$ and~$b_1$ ($1 \\le a \\le 10^5$): 50\\% of ``all'' -- \\emph{now}.\n\n\\section*{Input}\nOne \\texttt{int\\_x}."
            ),
            "Add $a$ and $b_1$ ($1 \\le a \\le 10^5$): 50% of “all” – *now*.\n\n## Input\n\nOne `int_x`."
        );
        assert_eq!(
            said("\\begin{itemize}\n\\item One\n\\item \\textbf{Two}\n\\end{itemize}\nEnd."),
            "- One\n\n- **Two**\n\nEnd."
        );
        assert_eq!(said("\\[ x^2 \\] \\$5 \\verb|a_b|"), "$$x^2$$\n\n \\$5 `a_b`");
        assert_eq!(
            said("\\begin{tabular}{|l|r|}\\hline a & b \\\\ 1 & 2 \\\\ \\hline\\end{tabular}"),
            "| a | b |\n|---|---|\n| 1 | 2 |"
        );
        assert_eq!(said("\\begin{verbatim}\n1 2\n$x\n\\end{verbatim}"), "```\n1 2\n$x\n```");
        assert_eq!(said("\\includegraphics[width=1cm]{a/b.png}"), "![](a/b.png)");
        let odd = markdown("\\oddcommand{x} y");
        assert_eq!((odd.text.as_str(), odd.unknown), ("x y", vec!["oddcommand".to_owned()]));
    }

    #[test]
    fn what_has_no_end_ends() {
        for open in ["\\emph{", "$", "\\begin{itemize}", "{", "\\[", "\\verb|", "\\begin{tabular}{l}"] {
            let _ = markdown(&open.repeat(20_000));
        }
    }
}
