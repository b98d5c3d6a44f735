//! Properties of any source: no panic, the limits, linear time.

use super::{content::TableBlock, *};
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// Pieces that begin, end or separate something.
const PIECES: [&str; 40] = [
    "*",
    "**",
    "_",
    "`",
    "```",
    "```rust\n",
    "~~~",
    "[",
    "]",
    "(",
    ")",
    "![",
    "](",
    "<",
    ">",
    "&",
    "&#0;",
    "|",
    "|-|\n",
    "\n",
    "\n\n",
    "    ",
    "\t",
    "> ",
    "- ",
    "1. ",
    "# ",
    "$",
    "$$",
    "\\",
    "\\frac{",
    "}",
    "x^2",
    "https://a.example",
    "picture:",
    "é",
    "\u{0}",
    "\r\n",
    "word",
    "[a]: b\n",
];

fn depth_of_block(block: &Block) -> usize {
    1 + match block {
        Block::Paragraph(inner) | Block::Line(inner) | Block::Heading(_, inner) => depth(inner),
        Block::Quote(inner) => inner.iter().map(depth_of_block).max().unwrap_or(0),
        Block::Bullets(items) | Block::Numbered(_, items) => {
            1 + items.iter().flatten().map(depth_of_block).max().unwrap_or(0)
        }
        Block::Table(TableBlock { head, rows, .. }) => {
            1 + head.iter().chain(rows.iter().flatten()).map(|cell| depth(cell)).max().unwrap_or(0)
        }
        Block::Code(..) | Block::Rule => 0,
    }
}

fn depth(inlines: &[Inline]) -> usize {
    let one = |inline: &Inline| match inline {
        Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Link(_, inner) => 1 + depth(inner),
        _ => 1,
    };
    inlines.iter().map(one).max().unwrap_or(0)
}

/// Checks what holds for every source.
fn check(source: &str) {
    match parse(source, RichTextFormat::Markdown) {
        Ok(content) => {
            let Content::Rich(blocks) = &content else { panic!("{source:?} is not rich") };
            assert!(blocks.iter().map(depth_of_block).max().unwrap_or(0) <= MAX_DEPTH + 2);
            let json = serde_json::to_string(&content).unwrap();
            assert_eq!(serde_json::from_str::<Content>(&json).unwrap(), content);
            assert!(!first_line(&content).contains('\n'));
            let _ = (to_plain_text(&content), pictures(&content));
        }
        Err(fault) => {
            assert!(!fault.message.is_empty());
            let lines = source.split('\n').count();
            assert!(fault.position.is_none_or(|(line, column)| (1..=lines).contains(&line) && column >= 1));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn any_text_is_read_or_refused(source in ".{0,200}") {
        check(&source);
    }

    #[test]
    fn any_mixture_of_marks_is_read_or_refused(pieces in prop::collection::vec(0..PIECES.len(), 0..60)) {
        let source: String = pieces.into_iter().map(|n| PIECES[n]).collect();
        check(&source);
    }

    #[test]
    fn any_formula_is_read_or_refused(tex in r"(\\[a-z]{1,6}|[{}^_&a-c1()| ]|\\left|\\begin\{matrix\}|\\\\){0,40}") {
        check(&format!("${tex}$"));
        check(&format!("$$\n{tex}\n$$"));
    }

    #[test]
    fn code_is_neither_lost_nor_changed(language in 0..14_usize, code in r#"([a-z"'`/*#\\\n =($@<]|"""|r#"|=begin|0x1|é){0,60}"#) {
        let names = ["python", "js", "ts", "java", "c++", "c", "c#", "ruby", "go", "rust", "php", "swift", "kotlin", "other"];
        let (_, spans) = highlight::highlight(names[language], &code);
        prop_assert_eq!(spans.iter().map(|span| span.1.as_str()).collect::<String>(), code);
        prop_assert!(spans.windows(2).all(|pair| pair[0].0 != pair[1].0));
    }

    #[test]
    fn plain_text_stays_the_same(source in ".{0,200}") {
        prop_assert_eq!(parse(&source, RichTextFormat::Plain), Ok(Content::Plain(source)));
    }
}

/// Repeats `piece` to about `length` characters.
fn long(piece: &str, length: usize) -> String {
    piece.repeat(length / piece.chars().count())
}

fn time(source: &str) -> Duration {
    let began = Instant::now();
    if let Ok(content) = parse(source, RichTextFormat::Markdown) {
        let _ = (to_plain_text(&content), first_line(&content));
    }
    began.elapsed()
}

/// Four times the length: quadratic time would be sixteen times as long. Measured again if other load may be the reason.
fn assert_linear(name: &str, source: impl Fn(usize) -> String) {
    let (quarter, whole) = (source(12_500), source(50_000));
    let is_linear = || time(&whole) <= time(&quarter) * 9 + Duration::from_millis(150);
    assert!(
        (0..4).any(|_| is_linear()),
        "{name:?}: {:?} for a quarter, {:?} for the whole",
        time(&quarter),
        time(&whole)
    );
}

#[test]
fn time_is_linear_on_pathological_sources() {
    for piece in [
        "[",
        "*",
        "`",
        "|",
        "_",
        "<",
        "> ",
        "- ",
        "![",
        "](",
        "$",
        "\\",
        "&",
        "~",
        "#",
        "(",
        "\n",
        "*a ",
        "a*",
        "**a ",
        "[a](",
        "[a](<b",
        "`a``b",
        "a***",
        "*_a",
        "[*_a",
        "|a|b\n|-|-\n",
        "- a\n",
        "1. a\n",
        "<!--",
        "<?",
        "<a ",
        "$a",
        "$$a",
        "\\$",
        "$ x^",
        "[a]: b\n",
        "[a]\n",
        "``\\",
        "![[]()",
        "x\n\n",
        "    a\n",
        "\t",
        "> > ",
        "* * ",
        "&lt;",
        "<a@b.c>",
        "<std::",
        "$x$ ",
        "``` \n",
        "a  \n",
    ] {
        assert_linear(piece, |length| long(piece, length));
    }
    let definitions = format!("[x]: {}\n{}", "x".repeat(20_000), "\n[x]".repeat(5_000));
    assert!(time(&definitions) < Duration::from_secs(3), "expanded definitions");
    for (language, piece) in [
        ("rust", "/*"),
        ("rust", "r#\""),
        ("python", "\"\"\""),
        ("js", "`\\"),
        ("c", "'"),
        ("rust", "'a"),
        ("ruby", "=begin\n"),
    ] {
        assert_linear(piece, |length| format!("```{language}\n{}\n```", long(piece, length)));
    }
}
