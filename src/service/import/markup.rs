//! Converts HTML to plain text: candidates see text, never markup.

/// Elements that begin a new line.
const BLOCKS: [&str; 17] =
    ["p", "div", "br", "li", "ul", "ol", "dl", "dt", "dd", "tr", "table", "pre", "blockquote", "h1", "h2", "h3", "h4"];

/// Index of the semicolon in the longest entity, `&CounterClockwiseContourIntegral;`.
const MAX_ENTITY: usize = 32;

#[must_use]
pub(super) fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name)
}

/// The text of an HTML fragment: blocks on separate lines, other tags removed, entities resolved once.
#[must_use]
pub(super) fn plain(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    let mut has_end = true;
    while let Some(at) = rest.find(['<', '&']) {
        let (before, tail) = rest.split_at(at);
        out.push_str(before);
        // Each search is short, succeeds, or is the last one: the time does not grow with the square of the length.
        let end = match tail.starts_with('<') {
            _ if !opens(tail) => None,
            true if has_end => {
                let end = tail.find('>');
                has_end = end.is_some();
                end
            }
            true => None,
            false => tail.bytes().take(MAX_ENTITY + 1).position(|byte| byte == b';'),
        };
        let Some(end) = end else {
            // A lone `<` or `&` is text.
            out.push_str(tail.get(..1).unwrap_or_default());
            rest = tail.get(1..).unwrap_or_default();
            continue;
        };
        let inside = tail.get(1..end).unwrap_or_default();
        if tail.starts_with('&') {
            match entity(inside) {
                Some(text) => out.push_str(&text),
                None => out.push_str(tail.get(..=end).unwrap_or_default()),
            }
        } else {
            let name: String = inside.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
            match name.to_ascii_lowercase().as_str() {
                "img" => out.push_str("[image]"),
                name if is_block(name) => out.push('\n'),
                _ => {}
            }
        }
        rest = tail.get(end + 1..).unwrap_or_default();
    }
    out.push_str(rest);
    trim_lines(&out)
}

/// Whether this may be a tag or an entity: "a < b" and "R & D" are neither.
fn opens(tail: &str) -> bool {
    tail.chars().nth(1).is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '#'))
}

/// The text of the entity `&name;`, if it exists.
fn entity(name: &str) -> Option<String> {
    let Some(number) = name.strip_prefix('#') else {
        let whole = format!("&{name};");
        let text = html_escape::decode_html_entities(&whole);
        return (text != whole).then(|| text.replace('\u{a0}', " "));
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number.parse().ok()?,
    };
    char::from_u32(code).filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).map(String::from)
}

/// Trims the ends of lines, collapses several blank lines into one and removes single ones.
#[must_use]
pub(super) fn trim_lines(text: &str) -> String {
    let mut out = String::new();
    let mut blank = 0;
    for line in text.lines().map(str::trim_end) {
        if line.is_empty() {
            blank += 1;
            continue;
        }
        if !out.is_empty() {
            out.push_str(if blank > 1 { "\n\n" } else { "\n" });
        }
        out.push_str(line);
        blank = 0;
    }
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_lines_of_text() {
        assert_eq!(plain("<p>What is <b>x</b>?</p><p>a&nbsp;&lt; b &amp; c&#33;</p>"), "What is x?\na < b & c!");
        assert_eq!(plain("if a < b && c > d"), "if a < b && c > d");
        assert_eq!(plain("one<br/>two<img src=\"x.png\" alt=''>"), "one\ntwo[image]");
        assert_eq!(plain("&unknown; &#0; &#xE4;"), "&unknown; &#0; ä");
        assert_eq!(plain("h&ouml;r&rsquo;s &hellip; &AMP; &CounterClockwiseContourIntegral;"), "hör’s … & ∳");
        assert_eq!(plain("&amp;ouml; &amp;lt;b&amp;gt;"), "&ouml; &lt;b&gt;", "resolved once");
        assert_eq!(plain("<"), "<");
        assert_eq!(plain("<!-- a comment -->text"), "text");
        assert_eq!(plain("<b>a < b &c <d"), "a < b &c <d");
    }

    #[test]
    fn what_has_no_end_is_read_in_linear_time() {
        for open in ["&a ", "<a ", "& ", "< ", "&#"] {
            let text = open.repeat(1_000_000);
            assert_eq!(plain(&text), text.trim());
        }
    }
}
