use super::{super::content::Class, highlight};
use crate::domain::test::LANGUAGES;

/// Pieces as `text` or `class:text`, blanks trimmed.
fn pieces(info: &str, code: &str) -> Vec<String> {
    let (_, spans) = highlight(info, code);
    let joined: String = spans.iter().map(|span| span.1.as_str()).collect();
    assert_eq!(joined, code, "{info}: the text stays the same");
    let class = |class: Class| serde_json::to_value(class).unwrap().as_str().unwrap().to_owned();
    let shown = |class_of: Option<Class>, text: &str| {
        class_of.map_or_else(|| text.trim().to_owned(), |c| format!("{}:{}", class(c), text.trim()))
    };
    spans.iter().map(|span| shown(span.0, &span.1)).collect()
}

#[test]
fn every_language_of_coding_questions_is_known() {
    for language in LANGUAGES {
        let (name, spans) = highlight(&language.to_uppercase(), "return \"x\" 1");
        assert_eq!(name.as_deref(), Some(language));
        assert!(spans.len() >= 3, "{language}: {spans:?}");
    }
    let sources = [
        ("py", "def f(x): # c\n  return None", "k:def|f:f|(x):|c:# c|k:return|l:None"),
        ("js", "const a = `x${1}\n` // c", "k:const|a =|s:`x${1}\n`|c:// c"),
        ("java", "@Override int f() { return 0x1F; }", "@Override|t:int|f:f|() {|k:return|n:0x1F|; }"),
        ("cpp", "#include <a>\nauto s = R\"(x\"y)\";", "k:#include|<a>|k:auto|s =|s:R\"(x\"y)\"|;"),
        ("cs", "var s = @\"c:\\\" + $\"{x}\";", "k:var|s =|s:@\"c:\\\"|+|s:$\"{x}\"|;"),
        ("rb", "def a? ; @b = nil # c", "k:def|a? ; @b =|l:nil|c:# c"),
        ("go", "x := `a\\` + 'b' + 1.5e-3", "x :=|s:`a\\`|+|s:'b'|+|n:1.5e-3"),
        ("rs", "fn f<'a>(x: &'a str) -> char { 'x' }", "k:fn|f<|t:'a|>(x: &|t:'a str|) ->|t:char|{|s:'x'|}"),
        ("rs", "/* a /* b */ c */ r#\"\"x\"\"# 0..9", "c:/* a /* b */ c */|s:r#\"\"x\"\"#|n:0|..|n:9"),
        ("php", "$a = $this->b; # c", "$a =|l:$this|->b;|c:# c"),
        ("swift", "let s = \"\"\"\na\"b\n\"\"\"", "k:let|s =|s:\"\"\"\na\"b\n\"\"\""),
        ("kt", "val x: Int = 1_000L", "k:val|x:|t:Int|=|n:1_000L"),
        ("ts", "type A = { b: string }", "k:type|A = { b:|t:string|}"),
    ];
    for (info, code, expected) in sources {
        assert_eq!(pieces(info, code).join("|"), expected, "{info}");
    }
}

#[test]
fn open_strings_end_with_their_line_and_open_comments_with_the_code() {
    assert_eq!(pieces("java", "\"open\nint x"), ["s:\"open", "t:int", "x"]);
    assert_eq!(pieces("java", "\"open\\\nint x"), ["s:\"open\\", "t:int", "x"]);
    assert_eq!(pieces("java", "x /* open\n*"), ["x", "c:/* open\n*"]);
    assert_eq!(pieces("python", "'it\\'s' x"), ["s:'it\\'s'", "x"]);
    assert_eq!(pieces("rust", "'\\u{1F600}' '"), ["s:'\\u{1F600}'", "t:'"]);
}

#[test]
fn unknown_languages_have_no_colours_and_a_short_name() {
    assert_eq!(highlight("", "x"), (None, vec![super::CodeSpan(None, "x".into())]));
    assert_eq!(highlight(&"n".repeat(99), "").0.unwrap().len(), 24);
}
