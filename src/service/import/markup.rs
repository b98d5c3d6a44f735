//! HTML elements and lines of texts that become plain.

/// Elements that begin a new line.
const BLOCKS: [&str; 35] = [
    "p",
    "div",
    "br",
    "li",
    "ul",
    "ol",
    "dl",
    "dt",
    "dd",
    "tr",
    "table",
    "caption",
    "pre",
    "blockquote",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "section",
    "figure",
    "figcaption",
    "address",
    "article",
    "aside",
    "center",
    "details",
    "summary",
    "fieldset",
    "legend",
    "footer",
    "header",
    "nav",
    "option",
];

#[must_use]
pub(super) fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name)
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
