//! Messages of compilers and interpreters with the line that they are about, so that the editor can mark it. Pure: reads the
//! forms that the languages of `domain::test` have.

/// Further messages of one run are only part of the text.
pub const MAX_MESSAGES: usize = 50;
const MAX_TEXT: usize = 300;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerMessage {
    /// Line of the code, counted from 1.
    pub line: u32,
    /// Column of the line, counted from 1, where it is known.
    pub column: Option<u32>,
    pub text: String,
}

/// The messages in `output`. Of a traceback only the innermost line of the program.
#[must_use]
pub fn messages(output: &str) -> Vec<CompilerMessage> {
    let mut found: Vec<CompilerMessage> = Vec::new();
    let mut before = "";
    let mut in_traceback = None;
    // What is said before the frames of a stack, of which only the innermost one of the program counts.
    let mut stack = None;
    for text in output.lines() {
        if is_frame(text) {
            if !is_frame(before) {
                stack = Some(before);
            }
            if let Some(place) = frame_place(text)
                && let Some(said) = stack.take()
            {
                framed(&mut found, &place, said);
            }
        } else if let Some(place) = place(text) {
            let message = |said: &str| CompilerMessage {
                line: place.line,
                column: place.column,
                text: said.trim().chars().take(MAX_TEXT).collect(),
            };
            if place.is_traceback {
                in_traceback = Some(message(""));
            } else if found.len() < MAX_MESSAGES {
                let is_said_below = place.said.is_empty() && place.column.is_none();
                found.push(message(match place.said {
                    "" if is_said_below => "",
                    "" => before,
                    said => said,
                }));
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

/// Whether an interpreter could not read the program at all, by its standard error. An error of the same name in a program
/// that runs has a traceback or a stack with a place in the program.
#[must_use]
pub fn is_syntax_error(output: &str) -> bool {
    let first = output.lines().map(str::trim_end).find(|line| !line.is_empty()).unwrap_or_default();
    let says = |words: &[&str]| output.lines().any(|line| words.iter().any(|word| line.starts_with(word)));
    let is_placed = place(first).is_some();
    let python =
        is_placed && first.starts_with("  File ") && says(&["SyntaxError: ", "IndentationError: ", "TabError: "]);
    let has_frame = || output.lines().any(|line| is_frame(line) && frame_place(line).is_some());
    let javascript = is_placed && says(&["SyntaxError: "]) && first.contains("main.js:") && !has_frame();
    let ruby = first.contains("main.rb:") && !first.contains(":in ") && first.contains("syntax error");
    let php = first.contains("Parse error: ") && first.contains("main.php on line ");
    python || javascript || ruby || php
}

/// A line of a stack.
fn is_frame(text: &str) -> bool {
    text.trim_start().starts_with("at ")
}

/// The place that a line of a stack names after the function, which may have the name of the file.
fn frame_place(text: &str) -> Option<Location<'_>> {
    place(text.rsplit('(').next()?)
}

/// Adds what a stack says, or its column to the same message that has none.
fn framed(found: &mut Vec<CompilerMessage>, place: &Location<'_>, said: &str) {
    let text: String = said.trim().chars().take(MAX_TEXT).collect();
    let same =
        |m: &&mut CompilerMessage| m.line == place.line && m.column.is_none() && (m.text.is_empty() || m.text == text);
    if let Some(known) = found.iter_mut().rev().find(same) {
        (known.column, known.text) = (place.column, text);
    } else if found.len() < MAX_MESSAGES {
        found.push(CompilerMessage { line: place.line, column: place.column, text });
    }
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
        let thrown = "let a\n/jobs/main.js:2\nnull.x\n     ^\n\nTypeError: no x\n    at f (/jobs/main.js:2:6)\n    at \
                      Object.<anonymous> (/jobs/main.js:3:1)\n    at Module._compile (node:x:1:2)\n";
        assert_eq!(read(thrown), [(2, Some(6), "TypeError: no x".to_owned())]);
        let elsewhere = "<anonymous_script>:1\n{\n\nSyntaxError: no JSON\n    at JSON.parse (<anonymous>)\n    at \
                         Object.<anonymous> (/jobs/main.js:2:6)\n";
        assert_eq!(read(elsewhere), [(2, Some(6), "SyntaxError: no JSON".to_owned())]);
        let java = "Exception in thread \"main\" java.lang.Oops: 3\n\tat java.base/java.util.List.get(List.java:9)\n\tat \
                    Main.f(Main.java:5)\n\tat Main.main(Main.java:8)\n";
        assert_eq!(read(java), [(5, None, "Exception in thread \"main\" java.lang.Oops: 3".to_owned())]);
        let traceback = "Traceback (most recent call last):\n  File \"/j/main.py\", line 9, in <module>\n    f()\n  \
                         File \"/j/main.py\", line 2, in f\n    1/0\nZeroDivisionError: division by zero\n";
        assert_eq!(read(traceback), [(2, None, "ZeroDivisionError: division by zero".to_owned())]);
        assert_eq!(read("domain.rs:3: no\nmain.: 3\nmain.cpp: In function\nmain.cpp:0:1: x"), []);
        assert_eq!(messages(&"main.cpp:1:1: e\n".repeat(200)).len(), MAX_MESSAGES);
    }

    #[test]
    fn a_program_that_cannot_be_read_is_not_one_that_fails() {
        for unreadable in [
            "  File \"/j/main.py\", line 1\n    def\n       ^\nSyntaxError: invalid syntax\n",
            "  File \"/j/main.py\", line 2\n    y\nIndentationError: unexpected indent\n",
            "/j/main.js:2\nfoo(;\n    ^\n\nSyntaxError: Unexpected token ';'\n    at wrapSafe (node:internal/x:1:2)\n",
            "main.rb:1: syntax error, unexpected end-of-input\n",
            "PHP Parse error:  syntax error, unexpected end of file in /j/main.php on line 3\n",
        ] {
            assert!(is_syntax_error(unreadable), "{unreadable}");
        }
        for failed in [
            "",
            "Traceback (most recent call last):\n  File \"/j/main.py\", line 1, in <module>\n    exec('def')\n  File \
             \"<string>\", line 1\nSyntaxError: invalid syntax\n",
            "<anonymous_script>:1\n{\nSyntaxError: x\n    at JSON.parse (<anonymous>)\n    at f (/j/main.js:2:6)\n",
            "/j/main.js:1\nthrow new SyntaxError('x')\n^\n\nSyntaxError: x\n    at Object.<anonymous> (/j/main.js:1:7)\n",
            "main.rb:1:in `eval': (eval):1: syntax error, unexpected end-of-input (SyntaxError)\n",
            "PHP Parse error:  syntax error in /j/main.php(3) : eval()'d code on line 1\n",
        ] {
            assert!(!is_syntax_error(failed), "{failed}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC*(main\\.[a-z]{0,3}[:(\" ,line]{0,8}[0-9]{0,12}[:,)]?\\PC{0,9}\n?){0,4}") {
            prop_assert!(messages(&text).len() <= MAX_MESSAGES + 1);
        }
    }
}
