//! Messages of compilers and interpreters with the line that they are about, so that the editor can mark it. Pure: reads the
//! forms that the languages of `domain::test` have.

/// Further messages of one run are only part of the text.
pub const MAX_MESSAGES: usize = 50;
const MAX_TEXT: usize = 300;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerMessage {
    /// From 1.
    pub line: u32,
    /// From 1, where it is known.
    pub column: Option<u32>,
    pub text: String,
}

/// The messages in `output`. Of a traceback only the innermost line of the program.
#[must_use]
pub fn messages(output: &str) -> Vec<CompilerMessage> {
    let mut found: Vec<CompilerMessage> = Vec::new();
    let mut before = "";
    let mut in_traceback = None;
    for text in output.lines() {
        if let Some(place) = place(text) {
            let message = |said: &str| CompilerMessage {
                line: place.line,
                column: place.column,
                text: said.trim().chars().take(MAX_TEXT).collect(),
            };
            if place.is_traceback {
                in_traceback = Some(message(""));
            } else if found.len() < MAX_MESSAGES {
                found.push(message(if place.said.is_empty() { before } else { place.said }));
            }
        }
        if !text.trim().is_empty() {
            before = text;
        }
        // JavaScript says what is wrong some lines below the place.
        if text.contains("Error: ")
            && let Some(last) = found.last_mut().filter(|last| last.text.is_empty())
        {
            last.text = text.trim().chars().take(MAX_TEXT).collect();
        }
    }
    // What went wrong is the last line of a traceback.
    if let Some(last) = in_traceback {
        found.push(CompilerMessage { text: before.trim().chars().take(MAX_TEXT).collect(), ..last });
    }
    found
}

struct Location<'a> {
    line: u32,
    column: Option<u32>,
    /// The rest of the line; empty if the message is the line before.
    said: &'a str,
    is_traceback: bool,
}

/// Finds the name of the program's file, followed by a place in it.
fn place<'a>(text: &'a str) -> Option<Location<'a>> {
    let name = text.match_indices(['m', 'M']).find_map(|(at, _)| {
        let from = text.get(at..)?;
        let rest = from.strip_prefix("main.").or_else(|| from.strip_prefix("Main."))?;
        let ending = rest.find(|c: char| !c.is_ascii_alphanumeric())?;
        let is_whole = !text.get(..at)?.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        (ending > 0 && is_whole).then(|| rest.get(ending..))?
    })?;
    let at = |rest: &'a str, said: Option<&'a str>, is_traceback| {
        let (line, rest) = number(rest)?;
        let (column, said) = said.map_or_else(|| column_of(rest), |said| (None, said));
        (line > 0).then_some(Location { line, column, said, is_traceback })
    };
    if let Some(rest) = name.strip_prefix("\", line ") {
        // Python.
        return at(rest, Some(""), true);
    }
    if let Some(rest) = name.strip_prefix(" on line ") {
        // PHP: the message is before the place.
        return at(rest, Some(text), false);
    }
    at(name.strip_prefix([':', '('])?, None, false)
}

/// A column, and what is said after it.
fn column_of(rest: &str) -> (Option<u32>, &str) {
    let after = rest.strip_prefix([':', ',']);
    let (column, rest) = match after.and_then(number) {
        Some((column, rest)) => (Some(column), rest),
        None => (None, rest),
    };
    (column, rest.trim_start_matches([')', ':', ' ', '-']))
}

fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    Some((digits.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(output: &str) -> Vec<(u32, Option<u32>, String)> {
        messages(output).into_iter().map(|m| (m.line, m.column, m.text)).collect()
    }

    #[test]
    fn the_place_is_found_in_the_form_of_every_language() {
        for (output, line, column, text) in [
            ("main.cpp:3:5: error: expected ';'", 3, Some(5), "error: expected ';'"),
            ("Main.java:4: error: cannot find symbol", 4, None, "error: cannot find symbol"),
            ("error[E0425]: cannot find value\n --> main.rs:2:9\n  |", 2, Some(9), "error[E0425]: cannot find value"),
            ("./main.go:5:2: undefined: x", 5, Some(2), "undefined: x"),
            ("main.cs(7,13): error CS0103: no such name", 7, Some(13), "error CS0103: no such name"),
            ("main.kt:2:1: error: expecting", 2, Some(1), "error: expecting"),
            ("main.rb:9: syntax error", 9, None, "syntax error"),
            (
                "PHP Parse error:  unexpected in /jobs/main.php on line 6",
                6,
                None,
                "PHP Parse error:  unexpected in /jobs/main.php on line 6",
            ),
        ] {
            assert_eq!(read(output), [(line, column, text.to_owned())]);
        }
        let javascript =
            "/jobs/main.js:3\nfoo(;\n    ^\n\nSyntaxError: Unexpected token ';'\n    at wrapSafe (node:x)\n";
        assert_eq!(read(javascript), [(3, None, "SyntaxError: Unexpected token ';'".to_owned())]);
        let traceback = "Traceback (most recent call last):\n  File \"/j/main.py\", line 9, in <module>\n    f()\n  \
                         File \"/j/main.py\", line 2, in f\n    1/0\nZeroDivisionError: division by zero\n";
        assert_eq!(read(traceback), [(2, None, "ZeroDivisionError: division by zero".to_owned())]);
        assert_eq!(read("domain.rs:3: no\nmain.: 3\nmain.cpp: In function\nmain.cpp:0:1: x"), []);
        assert_eq!(messages(&"main.cpp:1:1: e\n".repeat(200)).len(), MAX_MESSAGES);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC*(main\\.[a-z]{0,3}[:(\" ,line]{0,8}[0-9]{0,12}[:,)]?\\PC{0,9}\n?){0,4}") {
            prop_assert!(messages(&text).len() <= MAX_MESSAGES + 1);
        }
    }
}
