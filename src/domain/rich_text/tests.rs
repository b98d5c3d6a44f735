use super::*;
use serde_json::{Value, json};

fn tree(source: &str) -> Value {
    let content = parse(source, RichTextFormat::Markdown).unwrap_or_else(|fault| panic!("{source:?}: {fault}"));
    let json = serde_json::to_value(&content).unwrap();
    assert_eq!(serde_json::from_value::<Content>(json.clone()).unwrap(), content, "the JSON is read back");
    json["rich"].clone()
}

fn fault(source: &str) -> String {
    match parse(source, RichTextFormat::Markdown) {
        Err(fault) => fault.to_string(),
        Ok(content) => panic!("{source:?} is accepted: {content:?}"),
    }
}

fn text(source: &str) -> String {
    to_plain_text(&parse(source, RichTextFormat::Markdown).unwrap())
}

#[test]
fn plain_text_is_one_node_of_the_same_characters() {
    for source in ["2*3*4", "<T> & <script>alert(1)</script>", "# no heading", "a\nb\n\n  c\t$x^2$", "", "- `x`"] {
        let content = parse(source, RichTextFormat::Plain).unwrap();
        assert_eq!(content, Content::Plain(source.to_owned()));
        assert_eq!(serde_json::to_value(&content).unwrap(), json!({ "plain": source }));
        assert_eq!(to_plain_text(&content), source);
        assert!(pictures(&content).is_empty());
    }
}

/// Examples of the CommonMark specification, version 0.31, by number.
#[test]
fn commonmark_is_read() {
    let p = |text: &str| json!([{ "p": [{ "t": text }] }]);
    for (number, source, expected) in [
        (219, "aaa\n\nbbb", json!([{ "p": [{ "t": "aaa" }] }, { "p": [{ "t": "bbb" }] }])),
        (62, "# foo", json!([{ "h": [1, [{ "t": "foo" }]] }])),
        (64, "#5 bolt", p("#5 bolt")),
        (80, "Foo *bar*\n===", json!([{ "h": [1, [{ "t": "Foo " }, { "em": [{ "t": "bar" }] }]] }])),
        (43, "***\n---\n___", json!(["hr", "hr", "hr"])),
        (107, "    a simple\n      indented", json!([{ "code": [null, [[null, "a simple\n  indented"]]] }])),
        (119, "```\n<\n >\n```", json!([{ "code": [null, [[null, "<\n >"]]] }])),
        (228, "> # Foo\n> bar", json!([{ "quote": [{ "h": [1, [{ "t": "Foo" }]] }, { "p": [{ "t": "bar" }] }] }])),
        (301, "- foo\n- bar", json!([{ "ul": [[{ "line": [{ "t": "foo" }] }], [{ "line": [{ "t": "bar" }] }]] }])),
        (
            302,
            "3. foo\n4. bar",
            json!([{ "ol": [3, [[{ "line": [{ "t": "foo" }] }], [{ "line": [{ "t": "bar" }] }]]] }]),
        ),
        (306, "- foo\n\n- bar", json!([{ "ul": [[{ "p": [{ "t": "foo" }] }], [{ "p": [{ "t": "bar" }] }]] }])),
        (328, "`foo`", json!([{ "p": [{ "code": "foo" }] }])),
        (352, "a * foo bar*", p("a * foo bar*")),
        (354, "*foo bar*", json!([{ "p": [{ "em": [{ "t": "foo bar" }] }] }])),
        (363, "foo_bar_baz", p("foo_bar_baz")),
        (378, "**foo bar**", json!([{ "p": [{ "strong": [{ "t": "foo bar" }] }] }])),
        (12, "\\*not emphasised*", p("*not emphasised*")),
        (25, "&amp; &copy;", p("& ©")),
        (633, "foo  \nbaz", json!([{ "p": [{ "t": "foo" }, "br", { "t": "baz" }] }])),
        (648, "foo\nbaz", p("foo\nbaz")),
        (
            594,
            "<http://foo.bar.baz>",
            json!([{ "p": [{ "a": ["http://foo.bar.baz", [{ "t": "http://foo.bar.baz" }]] }] }]),
        ),
        (
            604,
            "<foo@bar.example>",
            json!([{ "p": [{ "a": ["mailto:foo@bar.example", [{ "t": "foo@bar.example" }]] }] }]),
        ),
    ] {
        assert_eq!(tree(source), expected, "example {number}");
    }
}

#[test]
fn lists_nest_and_keep_their_order() {
    let expected = json!([{ "ul": [
        [{ "line": [{ "t": "a" }] }, { "ol": [1, [[{ "line": [{ "t": "b" }] }]]] }],
        [{ "line": [{ "t": "c" }] }, { "code": [null, [[null, "x"]]] }],
    ] }]);
    assert_eq!(tree("- a\n  1. b\n- c\n  ```\n  x\n  ```"), expected);
}

#[test]
fn tables_have_a_head_rows_and_alignments() {
    let expected = json!([{ "table": {
        "align": ["start", "left", "center", "right"],
        "head": [[{ "t": "a" }], [{ "t": "b" }], [{ "t": "c" }], [{ "t": "d" }]],
        "rows": [[[{ "code": "1" }], [{ "t": "2" }], [{ "strong": [{ "t": "3" }] }], []]],
    } }]);
    assert_eq!(tree("| a | b | c | d |\n|---|:--|:-:|--:|\n| `1` | 2 | **3** |"), expected);
}

#[test]
fn html_is_text() {
    assert_eq!(tree("a <b>c</b> <script>x</script>"), json!([{ "p": [{ "t": "a <b>c</b> <script>x</script>" }] }]));
    let block = json!([{ "p": [{ "t": "<div onclick=\"x()\">" }, "br", { "t": "**a**</div>" }] }]);
    assert_eq!(tree("<div onclick=\"x()\">\n**a**</div>"), block);
    assert_eq!(tree("a vector<std::string> b"), json!([{ "p": [{ "t": "a vector<std::string> b" }] }]));
    assert_eq!(tree("List<T> and <T>"), json!([{ "p": [{ "t": "List<T> and <T>" }] }]));
    assert_eq!(tree("<!-- note -->\n"), json!([{ "p": [{ "t": "<!-- note -->" }] }]));
}

#[test]
fn links_lead_to_the_web_or_a_mailbox() {
    let link = json!([{ "p": [{ "a": ["https://a.example/b?c=d", [{ "t": "x" }]] }] }]);
    assert_eq!(tree("[x](https://a.example/b?c=d \"title\")"), link);
    assert_eq!(tree("[x][1]\n\n[1]: https://a.example/b?c=d"), link);
    assert_eq!(tree("[x](HTTPS://a.example)")[0]["p"][0]["a"][0], "HTTPS://a.example");
    // Without words, a link shows its address.
    for (source, address, shown) in [
        ("[](https://a.example)", "https://a.example", "https://a.example"),
        ("[ ](mailto:foo@bar.example)", "mailto:foo@bar.example", "foo@bar.example"),
    ] {
        assert_eq!(tree(source), json!([{ "p": [{ "a": [address, [{ "t": shown }]] }] }]), "{source}");
    }
    for address in [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "/admin",
        "#a",
        "//a.example",
        "",
        "https:",
        "https://",
        "<java\tscript:x>",
        "&#106;avascript:x",
        "vbscript:x",
        "file:///etc/passwd",
    ] {
        assert_eq!(
            fault(&format!("See\n\n* [x]({address})")),
            format!("Line 3, column 3: {}", target::NOT_A_LINK),
            "{address}"
        );
    }
    assert_eq!(tree("<javascript:alert(1)>"), json!([{ "p": [{ "t": "<javascript:alert(1)>" }] }]));
}

#[test]
fn pictures_are_named_by_their_hash() {
    let hash = "0123456789abcdef".repeat(4);
    let source = format!("See ![A *red* box](picture:{hash})");
    let expected = json!([{ "p": [{ "t": "See " }, { "img": [hash, "A red box"] }] }]);
    assert_eq!(tree(&source), expected);
    let content = parse(
        &format!("{source}\n\n| ![in](picture:{hash}) |\n|---|\n\n- > ![](picture:{hash})"),
        RichTextFormat::Markdown,
    )
    .unwrap();
    assert_eq!(pictures(&content), [(&*hash, "A red box"), (&*hash, "in"), (&*hash, "")]);
    for address in
        ["https://a.example/x.png", "picture:../../x", "picture:", "picture:ABC", "data:image/png;base64,AAAA"]
    {
        let expected = format!("Line 1, column 3: {}", target::NOT_A_PICTURE);
        assert_eq!(fault(&format!("a ![x]({address})")), expected, "{address}");
    }
}

#[test]
fn code_is_highlighted_by_the_server() {
    let expected = json!([{ "code": ["Rust", [["k", "fn "], ["f", "main"], [null, "() {}"]]] }]);
    assert_eq!(tree("```rust\nfn main() {}\n```"), expected);
    assert_eq!(tree("~~~ brainfuck extra\n+[->]\n~~~"), json!([{ "code": ["brainfuck", [[null, "+[->]"]]] }]));
    assert_eq!(tree("```\n```"), json!([{ "code": [null, []] }]));
}

#[test]
fn formulas_that_were_meant_are_reported() {
    for (source, place) in [
        ("The root $\\frac{1}{2$ is", "Line 1, column 10: "),
        ("a\n\nb $x^2 + 1", "Line 3, column 3: "),
        ("$$\nx = 1", "Line 1, column 1: "),
        ("so $ \\alpha $", "Line 1, column 4: "),
        ("so $a_{1} b", "Line 1, column 4: "),
    ] {
        assert_eq!(fault(source), format!("{place}{}", dollars::UNPAIRED), "{source}");
    }
    for fine in ["It costs $5 and 10^2 more", "\\$x^2", "`$x^2`", "US$ or $HOME", "```\n$x^2\n```", "costs 5$", "a $ b"]
    {
        parse(fine, RichTextFormat::Markdown).unwrap_or_else(|fault| panic!("{fine}: {fault}"));
    }
    let unknown = fault("First\n\n1. so $1 + \\nosuch{x}$ is");
    assert_eq!(unknown, "Line 3, column 12: The formula is not valid: Unknown command \"\\nosuch\".");
}

#[test]
fn limits_are_sentences() {
    let cells = format!("|{}\n|{}\n", "a|".repeat(50), "-|".repeat(50)) + &format!("|{}\n", "b|".repeat(50)).repeat(40);
    for (source, expected) in [
        ("x".repeat(MAX_SOURCE + 1), "The text is too long (65,536 characters at most)."),
        (
            "> ".repeat(30) + "x",
            "Line 1, column 31: Lists, quotes and emphasis are nested too deeply here (16 levels at most).",
        ),
        (cells, "Line 42, column 2: Tables have too many cells here (2,000 at most in one text)."),
        (format!("${}$", "x".repeat(2_001)), "Line 1, column 2: The formula is too long (2,000 characters at most)."),
        (
            format!("x ${}x{}$", "{".repeat(60), "}".repeat(60)),
            "Line 1, column 28: The formula is nested too deeply (24 levels at most).",
        ),
        (
            format!("$\\sqrt{}x$", "\\sqrt".repeat(80)),
            "Line 1, column 322: The formula has too many commands in a row: put their arguments into braces.",
        ),
    ] {
        assert_eq!(fault(&source), expected);
    }
    let many = fault(&"*a* ".repeat(16_000));
    assert!(many.ends_with("The text has too many parts up to here (20,000 at most)."), "{many}");
    parse(&"x".repeat(MAX_SOURCE), RichTextFormat::Plain).unwrap();
    assert!(parse(&"x".repeat(MAX_SOURCE + 1), RichTextFormat::Plain).is_err());
}

#[test]
fn plain_text_of_rich_text_keeps_its_structure() {
    let source = "# Title\n\nSome *text*,\nwith `code` and [a link](https://a.example).\n\n- one\n  1. sub\n- two\n\n> quoted\n> \
        \n> more\n\n```rust\nfn f() {}\n\nlet x;\n```\n\n| a | b |\n|---|---|\n| 1 | $x^2$ |\n\n---\n\n<https://b.example>";
    let expected = "Title\n\nSome text,\nwith code and a link (https://a.example).\n\n- one\n  1. sub\n- two\n\n> quoted\n>\n\
        > more\n\n    fn f() {}\n\n    let x;\n\na | b\n1 | x^2\n\n---\n\nhttps://b.example";
    assert_eq!(text(source), expected);
    let hash = "0".repeat(64);
    assert_eq!(text(&format!("![A box](picture:{hash}) ![](picture:{hash})")), "[picture: A box] [picture]");
}

#[test]
fn the_first_line_is_prose_where_there_is_some() {
    let hash = "0".repeat(64);
    for (source, expected) in [
        ("```rust\nfn f() {}\n```\n\nWhat *does*\nit print?\n\nMore", "What does it print?"),
        ("# Title\n\nText", "Title"),
        ("- > item **one**\n- two", "item one"),
        (&format!("![A graph](picture:{hash})\n\nWhich?"), "Which?"),
        (&format!("![A graph](picture:{hash})"), "[picture: A graph]"),
        ("```\n\ncode\nmore\n```", "code"),
        ("$$x^2$$\n\n---", "x^2"),
        ("Solve $x^2 = 4$ for $x$.", "Solve x^2 = 4 for x."),
        ("| a | b |\n|---|---|", "a | b"),
        ("---", ""),
        ("", ""),
    ] {
        assert_eq!(first_line(&parse(source, RichTextFormat::Markdown).unwrap()), expected, "{source}");
    }
    assert_eq!(first_line(&Content::Plain("\n  one \ntwo".into())), "one");
    assert_eq!(first_line(&Content::Plain(String::new())), "");
}

/// The page's tests draw the same file.
#[test]
fn the_sample_has_the_form_that_pages_know() {
    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/integration/fixtures/rich-text");
    let source = std::fs::read_to_string(format!("{FOLDER}/sample.md")).unwrap();
    let content = parse(&source, RichTextFormat::Markdown).unwrap();
    let json = serde_json::to_string_pretty(&content).unwrap() + "\n";
    let path = format!("{FOLDER}/sample.json");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &json).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), json);
}

#[test]
fn the_deepest_tree_is_read_back_from_its_json() {
    let mut deepest = 0;
    for (quotes, roots) in (0..20).flat_map(|quotes| (0..30).map(move |roots| (quotes, roots))) {
        let formula = format!("{}x{}", "\\sqrt{".repeat(roots), "}".repeat(roots));
        let source = format!("{}**a *${formula}$ b***", "> ".repeat(quotes));
        if let Ok(content) = parse(&source, RichTextFormat::Markdown) {
            let json = serde_json::to_string(&content).unwrap();
            assert_eq!(serde_json::from_str::<Content>(&json).unwrap(), content, "{quotes} quotes, {roots} roots");
            deepest = deepest.max(quotes + roots);
        }
    }
    assert!(deepest > 30, "{deepest}");
}

#[test]
fn prices_are_no_formulas() {
    let has_formula =
        |source: &str| format!("{:?}", parse(source, RichTextFormat::Markdown).unwrap()).contains("Math(");
    for price in [
        "It costs US$5 in Boston and A$10 in Perth, in total $15-$16.",
        "$5-$10",
        "$599/$799",
        "$1.99 or $0.99",
        "[$5](https://example.org/$1)",
    ] {
        assert!(!has_formula(price), "{price}");
        assert!(price.starts_with('[') || text(price) == price, "{price}");
    }
    assert!(format!("{:?}", tree("[$5](https://example.org/$1)")).contains("https://example.org/$1"));
    for formula in ["$5-$10 for $x$", "$5$ of $x$2 and $y$", "$x$, $2$", "$$x$$2"] {
        assert!(has_formula(formula), "{formula}");
    }
    // Rounds are few, whatever is written.
    assert!(!has_formula(&"$a$1".repeat(10_000)));
}
