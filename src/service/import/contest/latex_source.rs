//! The source of a statement in LaTeX before it is read: without comments, and with macros without arguments in their places.
//! Code stays as it is.

/// Environments of code, whose lines keep their blanks and percent signs.
const CODE: [(&str, &str); 2] =
    [("\\begin{verbatim}", "\\end{verbatim}"), ("\\begin{lstlisting}", "\\end{lstlisting}")];
const DEFINING: [&str; 5] = ["\\newcommand*", "\\newcommand", "\\renewcommand", "\\providecommand", "\\def"];
const MAX_MACROS: usize = 50;
/// Characters of a macro's text; longer ones stay as they are.
const MAX_BODY: usize = 2_000;
/// A text that macros make longer keeps them.
const MAX_EXPANDED: usize = 256 * 1024;
/// Macros that name others are looked into so often.
const MAX_PASSES: usize = 3;

pub fn prepared(source: &str) -> String {
    expanded(without_comments(source))
}

fn without_comments(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut code: Option<&str> = None;
    for line in source.lines() {
        if let Some(end) = code {
            out.extend([line, "\n"]);
            code = Some(end).filter(|end| !line.contains(*end));
            continue;
        }
        let end = comment(line);
        let seen = line.get(..end.unwrap_or(line.len())).unwrap_or_default();
        if end.is_some() && seen.trim().is_empty() {
            continue;
        }
        code = CODE.iter().find(|(begin, end)| seen.contains(*begin) && !seen.contains(*end)).map(|(_, end)| *end);
        out.extend([if end.is_some() { seen } else { seen.trim() }, "\n"]);
    }
    out
}

/// Where the comment of a line begins: at a `%` that no backslash precedes, outside of `\verb|..|`.
fn comment(line: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = line.get(at..)?.find(['%', '\\']) {
        at += found;
        let rest = line.get(at..)?;
        if rest.starts_with('%') {
            return Some(at);
        }
        at += code_length(rest).unwrap_or_else(|| 1 + rest.chars().nth(1).map_or(0, char::len_utf8));
    }
    None
}

/// The length of `\verb|..|`.
fn code_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("\\verb").or_else(|| text.strip_prefix("\\lstinline"))?;
    let mark = inside.chars().next().filter(|c| !c.is_alphabetic() && !matches!(c, '{' | '[' | ' ' | '*'))?;
    let behind = inside.get(mark.len_utf8()..)?;
    let end = behind.find(mark)?;
    Some(text.len() - behind.len() + end + mark.len_utf8())
}

/// Where the group ends whose inside this is.
pub fn end_of_group(inside: &str) -> Option<usize> {
    let (mut depth, mut is_escaped) = (1_usize, false);
    for (at, c) in inside.char_indices() {
        if !is_escaped && c == '{' {
            depth += 1;
        } else if !is_escaped && c == '}' {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

/// Returns the end of a formula: a sign that no backslash precedes.
pub fn end_of_formula(text: &str, mark: &str) -> Option<usize> {
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

type Macro = (String, String);

fn expanded(source: String) -> String {
    let (mut text, macros) = split_definitions(&source);
    if macros.is_empty() {
        return source;
    }
    for _ in 0..MAX_PASSES {
        match replaced(&text, &macros) {
            Some(next) if next == text => break,
            Some(next) => text = next,
            None => return source,
        }
    }
    text
}

/// The text without definitions of macros that have no arguments, and these.
fn split_definitions(source: &str) -> (String, Vec<Macro>) {
    let (mut text, mut macros) = (String::new(), Vec::new());
    let mut rest = source;
    while let Some(at) = rest.find('\\') {
        let (before, tail) = rest.split_at(at);
        text.push_str(before);
        if let Some((found, behind)) = definition(tail).filter(|_| macros.len() < MAX_MACROS) {
            macros.push(found);
            rest = behind;
        } else {
            // The sign after it may be a backslash, too.
            let length = 1 + tail.chars().nth(1).map_or(0, char::len_utf8);
            let (command, behind) = tail.split_at(length);
            text.push_str(command);
            rest = behind;
        }
    }
    text.push_str(rest);
    (text, macros)
}

/// `\newcommand{\name}{body}` or `\def\name{body}`.
fn definition(text: &str) -> Option<(Macro, &str)> {
    let tail = DEFINING.iter().find_map(|command| text.strip_prefix(*command))?.trim_start();
    let (name, tail) = if let Some(inside) = tail.strip_prefix('{') {
        inside.split_once('}')?
    } else {
        tail.split_at_checked(1 + letters(tail.strip_prefix('\\')?))?
    };
    let name = name.trim().strip_prefix('\\')?;
    let inside = tail.trim_start().strip_prefix('{').filter(|_| !name.is_empty() && letters(name) == name.len())?;
    let near = inside.char_indices().nth(MAX_BODY).map_or(inside, |(at, _)| inside.get(..at).unwrap_or_default());
    let end = end_of_group(near)?;
    let body = inside.get(..end)?;
    Some(((name.to_owned(), body.to_owned()), inside.get(end + 1..)?))
}

/// How many bytes of letters a text begins with.
fn letters(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_alphabetic).count()
}

/// The text with macros in their places; `None` where it gets too long. A later definition counts.
fn replaced(text: &str, macros: &[Macro]) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, tail)) = rest.split_once('\\') {
        out.push_str(before);
        let (name, behind) = tail.split_at(letters(tail));
        if let Some((_, body)) = macros.iter().rev().find(|(known, _)| known == name) {
            out.extend(["{", body, "}"]);
            rest = behind.strip_prefix(' ').unwrap_or(behind);
        } else {
            // A sign may be a backslash, too.
            let sign = if name.is_empty() { behind.chars().next() } else { None };
            out.extend(["\\", name]);
            out.extend(sign);
            rest = behind.get(sign.map_or(0, char::len_utf8)..).unwrap_or_default();
        }
        if out.len() > MAX_EXPANDED {
            return None;
        }
    }
    out.push_str(rest);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_code_stays() {
        assert_eq!(prepared("a % b\n  % c\n 5\\% \\verb|%d| % e\n"), "a \n 5\\% \\verb|%d| \n");
        let code = "\\begin{verbatim}\nfor x:\n    print(\"%d\" % x)\n\\end{verbatim}\n";
        assert_eq!(prepared(code), code);
    }

    #[test]
    fn macros_are_put_in_their_places() {
        assert_eq!(prepared("\\newcommand{\\maxn}{10^5}\n$n \\le \\maxn$ \\maxnot"), "\n$n \\le {10^5}$ \\maxnot\n");
        assert_eq!(prepared("\\def\\a{x\\b}\\def\\b{y{z}}\\a\\\\a"), "{x{y{z}}}\\\\a\n");
        let with_arguments = "\\newcommand{\\f}[1]{<#1>} \\f{x}\n";
        assert_eq!(prepared(with_arguments), with_arguments);
        let endless = format!("\\def\\a{{{}}}{}\n", "\\a".repeat(400), "\\a".repeat(400));
        assert_eq!(prepared(&endless), endless);
    }
}
